package connectx;

/** A cell: its row from the top, its column from the left, and whose stone lies there. */
public class CXCell {
    public final int i;
    public final int j;
    public final CXCellState state;

    public CXCell(int i, int j, CXCellState state) {
        this.i = i;
        this.j = j;
        this.state = state;
    }
}
