/* The evaluator of ctypes_evaluator.py: for games of four in a row. */

#include <stdint.h>

enum { LINE_LENGTH = 4, REACH = LINE_LENGTH - 1, DIRECTIONS = 4 };

static const int RIGHT[DIRECTIONS] = {1, 0, 1, -1};
static const int UP[DIRECTIONS] = {0, 1, 1, 1};

/* What a window is worth to the side: it is open to whoever has no opposing stone in it. */
static int worth(const uint8_t* window, int stride, int side) {
    int own = 0, stones = 0;
    for (int place = 0; place < LINE_LENGTH; ++place) {
        own += window[place * stride] == side;
        stones += window[place * stride] > 0;
    }
    return (stones == own) - (own == 0);
}

/* Windows that the side to move can still fill, less those that the other side can. */
int32_t open_lines(const uint8_t* board, int32_t columns, int32_t rows, int32_t side) {
    int score = 0;
    for (int direction = 0; direction < DIRECTIONS; ++direction) {
        const int right = RIGHT[direction], up = UP[direction];
        for (int row = 0; row + up * REACH < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                const int last = column + right * REACH;
                if (last < 0 || last >= columns) continue;
                score += worth(board + row * columns + column, up * columns + right, side);
            }
        }
    }
    return score;
}
