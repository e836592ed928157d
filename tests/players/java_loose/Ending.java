package connectx.loose;

/** The other file. */
final class Ending {
    private Ending() {}

    static int last(Integer[] columns) { return columns[columns.length - 1]; }
}
