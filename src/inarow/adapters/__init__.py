"""Foreign worlds, one a file: their programs as our players, and ours as theirs."""
