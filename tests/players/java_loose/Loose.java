package connectx.loose;

import connectx.CXBoard;
import connectx.CXPlayer;

/** Lies in a folder that is meant to be put below `connectx`, with a second file that it needs. */
public class Loose implements CXPlayer {
    @Override
    public void initPlayer(int M, int N, int X, boolean first, int timeout_in_secs) {}

    @Override
    public int selectColumn(CXBoard B) { return Ending.last(B.getAvailableColumns()); }

    @Override
    public String playerName() { return "Loose"; }
}
