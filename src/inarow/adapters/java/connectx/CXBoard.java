package connectx;

import java.util.LinkedList;
import java.util.TreeSet;

/** A board of Connect X on which stones are placed and taken back. Row 0 is the top one. */
public class CXBoard {
    private static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

    public final int M;
    public final int N;
    public final int X;

    protected CXCellState[][] B;
    protected LinkedList<CXCell> MC;  // the stones in the order of the game
    protected int[] RP;  // the row in which the next stone of a column comes to rest, -1 if it is full
    protected TreeSet<Integer> AC;  // the columns that are not full
    protected int currentPlayer;
    protected CXGameState gameState;

    public CXBoard(int M, int N, int X) throws IllegalArgumentException {
        if (M < 1 || N < 1 || X < 1) throw new IllegalArgumentException("M, N and X must be 1 or more");
        this.M = M;
        this.N = N;
        this.X = X;
        reset();
    }

    /** The empty board. */
    public void reset() {
        B = new CXCellState[M][N];
        MC = new LinkedList<>();
        RP = new int[N];
        AC = new TreeSet<>();
        currentPlayer = 0;
        gameState = CXGameState.OPEN;
        for (CXCellState[] row : B) java.util.Arrays.fill(row, CXCellState.FREE);
        for (int column = 0; column < N; column++) {
            RP[column] = M - 1;
            AC.add(column);
        }
    }

    public CXCellState cellState(int i, int j) throws IndexOutOfBoundsException {
        if (!isOnBoard(i, j)) throw new IndexOutOfBoundsException("there is no cell " + i + "," + j);
        return B[i][j];
    }

    /** Whether no stone can be placed in the column, be it that there is no such column. */
    public boolean fullColumn(int col) { return col < 0 || col >= N || RP[col] < 0; }

    /** The last stone, null if there is none. */
    public CXCell getLastMove() { return MC.peekLast(); }

    public CXGameState gameState() { return gameState; }

    /** 0 if the first player is to move, else 1. */
    public int currentPlayer() { return currentPlayer; }

    public int numOfFreeCells() { return M * N - MC.size(); }

    public int numOfMarkedCells() { return MC.size(); }

    /** Place a stone of the player to move; how the game stands then. */
    public CXGameState markColumn(int col) throws IndexOutOfBoundsException, IllegalStateException {
        if (gameState != CXGameState.OPEN) throw new IllegalStateException("the game is over");
        if (col < 0 || col >= N) throw new IndexOutOfBoundsException("there is no column " + col);
        if (fullColumn(col)) throw new IllegalStateException("column " + col + " is full");
        final int row = RP[col]--;
        final CXCellState own = currentPlayer == 0 ? CXCellState.P1 : CXCellState.P2;
        if (fullColumn(col)) AC.remove(col);
        B[row][col] = own;
        MC.add(new CXCell(row, col, own));
        if (isInLine(row, col)) gameState = currentPlayer == 0 ? CXGameState.WINP1 : CXGameState.WINP2;
        else if (numOfFreeCells() == 0) gameState = CXGameState.DRAW;
        currentPlayer = 1 - currentPlayer;
        return gameState;
    }

    /** Take the last stone back. */
    public void unmarkColumn() throws IllegalStateException {
        if (MC.isEmpty()) throw new IllegalStateException("there is no stone to take back");
        final CXCell last = MC.removeLast();
        B[last.i][last.j] = CXCellState.FREE;
        RP[last.j]++;
        AC.add(last.j);
        currentPlayer = 1 - currentPlayer;
        gameState = CXGameState.OPEN;
    }

    /** The stones in the order of the game. */
    public CXCell[] getMarkedCells() { return MC.toArray(new CXCell[0]); }

    /** The columns that are not full, from the left. */
    public Integer[] getAvailableColumns() { return AC.toArray(new Integer[0]); }

    /** A copy of the cells. */
    public CXCellState[][] getBoard() {
        final CXCellState[][] copy = new CXCellState[M][];
        for (int row = 0; row < M; row++) copy[row] = B[row].clone();
        return copy;
    }

    public CXBoard copy() {
        final CXBoard copy = new CXBoard(M, N, X);
        for (CXCell cell : MC) copy.markColumn(cell.j);
        return copy;
    }

    private boolean isOnBoard(int i, int j) { return i >= 0 && i < M && j >= 0 && j < N; }

    private boolean isInLine(int i, int j) {
        for (int[] step : DIRECTIONS) {
            if (1 + run(i, j, step[0], step[1]) + run(i, j, -step[0], -step[1]) >= X) return true;
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
