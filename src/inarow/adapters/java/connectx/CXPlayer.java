package connectx;

/** A player of Connect X: what the course's harness asks of a class. It needs a constructor without arguments. */
public interface CXPlayer {
    /** A game begins: M rows, N columns, X in a row win; the seconds are those of selectColumn. */
    void initPlayer(int M, int N, int X, boolean first, int timeout_in_secs);

    /** The column, from 0, of the next stone. */
    int selectColumn(CXBoard B);

    /** What the player is called. */
    String playerName();
}
