#pragma once

#include <cstdint>
#include <vector>

namespace inarow {

/// How far the best window through an empty cell along one direction has come for a side: 0 if no
/// window is open to it, else 1 + 2 * stones, and one more if several windows have that many.
///
/// What lies near the cell is a word for each side: a bit for every other cell of a window through
/// it, in their order. Cells beyond the edge are stones of both sides, which no window contains.
///
///     line length 4:   a b c x d e f   ->   bits 0 to 5: a b c d e f
///     windows:         abc  bcd  cde  def, three bits that follow each other
class LineClasses {
  public:
    explicit LineClasses(int line_length);

    int count() const { return 2 * line_length_ + 1; }
    int of(std::uint32_t own, std::uint32_t other) const {
        return table_.empty() ? found(own, other) : table_[own << line_length_ | open_[other]];
    }

  private:
    std::uint32_t open_windows(std::uint32_t other) const;
    int found(std::uint32_t own, std::uint32_t other) const;
    int best_of(std::uint32_t own, std::uint32_t open) const;

    int line_length_;
    std::vector<std::uint8_t> open_;   // the windows that the other side's stones leave open
    std::vector<std::uint8_t> table_;  // by own stones and open windows; empty for long lines
};

}  // namespace inarow
