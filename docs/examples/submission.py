"""A submission for Kaggle's Connect X: it wins if it can, blocks if it must, and else plays near the middle."""


def landing(board, column, config):
    """The place where a stone in the column comes to rest, or None if the column is full."""
    places = range(column, len(board), config.columns)
    return max((place for place in places if board[place] == 0), default=None)


def completes(board, place, mark, config):
    """Whether a stone of the mark on the place makes a row."""
    row, column = divmod(place, config.columns)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for way in (1, -1):
            y, x = row + way * down, column + way * right
            while 0 <= y < config.rows and 0 <= x < config.columns and board[y * config.columns + x] == mark:
                length += 1
                y, x = y + way * down, x + way * right
        if length >= config.inarow:
            return True
    return False


def agent(observation, config):
    """The last function of the file is the one that is asked for a column."""
    board, mark = observation.board, observation.mark
    free = [column for column in range(config.columns) if board[column] == 0]
    for who in (mark, 3 - mark):
        for column in free:
            if completes(board, landing(board, column, config), who, config):
                return column
    return min(free, key=lambda column: abs(2 * column - config.columns + 1))
