package connectx;

/** Whose stone lies on a cell. */
public enum CXCellState { P1, P2, FREE }
