package habits;

import connectx.CXBoard;
import connectx.CXCellState;
import connectx.CXGameState;
import connectx.CXPlayer;
import mnkgame.MNKBoard;
import mnkgame.MNKCell;
import mnkgame.MNKGameState;
import mnkgame.MNKPlayer;

/** Wins or blocks at once if it can, else plays the first column. Its inner classes have worse habits. */
public class Habits implements CXPlayer {
    private CXGameState win;
    private boolean first;

    @Override
    public void initPlayer(int M, int N, int X, boolean first, int timeout_in_secs) {
        this.first = first;
        win = first ? CXGameState.WINP1 : CXGameState.WINP2;
        System.out.println("told " + M + " " + N + " " + X + " " + first + " " + timeout_in_secs);
    }

    @Override
    public int selectColumn(CXBoard B) {
        if (B.currentPlayer() != (first ? 0 : 1)) throw new IllegalStateException("not my turn");
        final Integer[] columns = B.getAvailableColumns();
        for (int column : columns) {
            final CXGameState state = B.markColumn(column);
            B.unmarkColumn();
            if (state == win) return column;
        }
        return columns[0];
    }

    @Override
    public String playerName() { return "Habits \"quoted\""; }

    /** Throws. */
    public static class Thrower extends Habits {
        @Override
        public int selectColumn(CXBoard B) { throw new IllegalStateException("no \"idea\""); }
    }

    /** Plays a column that does not exist. */
    public static class Outsider extends Habits {
        @Override
        public int selectColumn(CXBoard B) { return -1; }
    }

    /** Never answers. */
    public static class Hanger extends Habits {
        @Override
        public int selectColumn(CXBoard B) {
            while (true) Thread.onSpinWait();
        }
    }

    /** Ends the program. */
    public static class Leaver extends Habits {
        @Override
        public int selectColumn(CXBoard B) {
            System.exit(3);
            return 0;
        }
    }

    /** Knows the board only as the harness shows it. */
    public static class Looker extends Habits {
        @Override
        public int selectColumn(CXBoard B) {
            final CXBoard copy = B.copy();
            if (copy.numOfFreeCells() + copy.numOfMarkedCells() != B.M * B.N) return -1;
            for (int column = B.N - 1; column >= 0; column--) {
                if (!copy.fullColumn(column) && copy.cellState(0, column) == CXCellState.FREE
                        && B.getBoard()[0][column] == CXCellState.FREE) return column;
            }
            return -1;
        }
    }

    /** An (M,N,K) player that wins at once if it can. */
    public static class Cells implements MNKPlayer {
        private int rows;
        private int columns;
        private int length;

        @Override
        public void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs) {
            rows = M;
            columns = N;
            length = K;
        }

        @Override
        public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {
            final MNKBoard board = new MNKBoard(rows, columns, length);
            for (MNKCell cell : MC) board.markCell(cell.i, cell.j);
            MNKCell least = FC[0];
            for (MNKCell cell : FC) {
                final MNKGameState state = board.markCell(cell.i, cell.j);
                board.unmarkCell();
                if (state != MNKGameState.OPEN) return cell;
                if (cell.i * columns + cell.j < least.i * columns + least.j) least = cell;
            }
            return least;
        }

        @Override
        public String playerName() { return "Cells"; }
    }

    /** Implements nothing. */
    public static class Nobody {}
}
