package mnkgame;

import java.util.HashSet;
import java.util.LinkedList;

/** A board of (M,N,K)-games on which stones are placed and taken back. */
public class MNKBoard {
    private static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

    public final int M;
    public final int N;
    public final int K;

    protected final MNKCellState[][] B;
    protected final LinkedList<MNKCell> MC = new LinkedList<>();  // the stones in the order of the game
    protected final HashSet<MNKCell> FC = new HashSet<>();  // the free cells
    protected int currentPlayer;
    protected MNKGameState gameState;

    public MNKBoard(int M, int N, int K) throws IllegalArgumentException {
        if (M < 1 || N < 1 || K < 1) throw new IllegalArgumentException("M, N and K must be 1 or more");
        this.M = M;
        this.N = N;
        this.K = K;
        B = new MNKCellState[M][N];
        reset();
    }

    /** The empty board. */
    public void reset() {
        MC.clear();
        FC.clear();
        currentPlayer = 0;
        gameState = MNKGameState.OPEN;
        for (int i = 0; i < M; i++) {
            for (int j = 0; j < N; j++) {
                B[i][j] = MNKCellState.FREE;
                FC.add(new MNKCell(i, j));
            }
        }
    }

    public MNKCellState cellState(int i, int j) throws IndexOutOfBoundsException {
        if (!isOnBoard(i, j)) throw new IndexOutOfBoundsException("there is no cell " + i + "," + j);
        return B[i][j];
    }

    public MNKGameState gameState() { return gameState; }

    /** 0 if the first player is to move, else 1. */
    public int currentPlayer() { return currentPlayer; }

    /** Place a stone of the player to move; how the game stands then. */
    public MNKGameState markCell(int i, int j) throws IndexOutOfBoundsException, IllegalStateException {
        if (gameState != MNKGameState.OPEN) throw new IllegalStateException("the game is over");
        if (cellState(i, j) != MNKCellState.FREE) throw new IllegalStateException("cell " + i + "," + j + " is taken");
        final MNKCellState own = currentPlayer == 0 ? MNKCellState.P1 : MNKCellState.P2;
        FC.remove(new MNKCell(i, j));
        MC.add(new MNKCell(i, j, own));
        B[i][j] = own;
        if (isInLine(i, j)) gameState = currentPlayer == 0 ? MNKGameState.WINP1 : MNKGameState.WINP2;
        else if (FC.isEmpty()) gameState = MNKGameState.DRAW;
        currentPlayer = 1 - currentPlayer;
        return gameState;
    }

    /** Take the last stone back. */
    public void unmarkCell() throws IllegalStateException {
        if (MC.isEmpty()) throw new IllegalStateException("there is no stone to take back");
        final MNKCell last = MC.removeLast();
        B[last.i][last.j] = MNKCellState.FREE;
        FC.add(new MNKCell(last.i, last.j));
        currentPlayer = 1 - currentPlayer;
        gameState = MNKGameState.OPEN;
    }

    /** The stones in the order of the game. */
    public MNKCell[] getMarkedCells() { return MC.toArray(new MNKCell[0]); }

    /** The free cells in no order. */
    public MNKCell[] getFreeCells() { return FC.toArray(new MNKCell[0]); }

    private boolean isOnBoard(int i, int j) { return i >= 0 && i < M && j >= 0 && j < N; }

    private boolean isInLine(int i, int j) {
        for (int[] step : DIRECTIONS) {
            if (1 + run(i, j, step[0], step[1]) + run(i, j, -step[0], -step[1]) >= K) return true;
        }
        return false;
    }

    /** The stones like the one on the cell that touch it in this direction. */
    private int run(int i, int j, int down, int right) {
        int length = 0;
        while (isOnBoard(i + (length + 1) * down, j + (length + 1) * right)
                && B[i + (length + 1) * down][j + (length + 1) * right] == B[i][j]) {
            length++;
        }
        return length;
    }
}
