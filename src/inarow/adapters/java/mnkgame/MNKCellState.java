package mnkgame;

/** Whose stone lies on a cell. */
public enum MNKCellState { P1, P2, FREE }
