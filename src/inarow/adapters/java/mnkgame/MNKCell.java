package mnkgame;

/** A cell: its row, its column, and whose stone lies there. */
public class MNKCell {
    public final int i;
    public final int j;
    public final MNKCellState state;

    public MNKCell(int i, int j, MNKCellState state) {
        this.i = i;
        this.j = j;
        this.state = state;
    }

    public MNKCell(int i, int j) { this(i, j, MNKCellState.FREE); }

    @Override
    public boolean equals(Object other) {
        return other instanceof MNKCell && ((MNKCell) other).i == i && ((MNKCell) other).j == j
                && ((MNKCell) other).state == state;
    }

    @Override
    public int hashCode() { return (i * 31 + j) * 31 + state.ordinal(); }

    @Override
    public String toString() { return "[" + i + "," + j + "] -> " + state; }
}
