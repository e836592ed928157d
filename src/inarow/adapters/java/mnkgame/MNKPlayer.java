package mnkgame;

/** A player of (M,N,K)-games: what the course's harness asks of a class. It needs a constructor without arguments. */
public interface MNKPlayer {
    /** A game begins: M rows, N columns, K in a row win; the seconds are those of selectCell. */
    void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs);

    /** One of the free cells FC; MC are the stones in the order of the game. */
    MNKCell selectCell(MNKCell[] FC, MNKCell[] MC);

    /** What the player is called. */
    String playerName();
}
