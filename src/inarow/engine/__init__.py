"""Players: what sits at the board, and the names they are known by."""
