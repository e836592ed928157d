#include "eval/line_classes.hpp"

#include <bit>

namespace inarow {
namespace {

constexpr int LONGEST_TABLED = 6;  // 64 KB, which a cache near the core holds; 512 KB for 7

}  // namespace

LineClasses::LineClasses(int line_length) : line_length_(line_length) {
    if (line_length > LONGEST_TABLED) return;
    const std::uint32_t words = std::uint32_t{1} << (2 * line_length - 2);
    const std::uint32_t choices = std::uint32_t{1} << line_length;
    for (std::uint32_t other = 0; other < words; ++other)
        open_.push_back(static_cast<std::uint8_t>(open_windows(other)));
    table_.reserve(words * choices);
    for (std::uint32_t own = 0; own < words; ++own) {
        for (std::uint32_t open = 0; open < choices; ++open)
            table_.push_back(static_cast<std::uint8_t>(best_of(own, open)));
    }
}

std::uint32_t LineClasses::open_windows(std::uint32_t other) const {
    const std::uint32_t window = (std::uint32_t{1} << (line_length_ - 1)) - 1;
    std::uint32_t open = 0;
    for (int i = 0; i < line_length_; ++i)
        open |= static_cast<std::uint32_t>((other >> i & window) == 0) << i;
    return open;
}

int LineClasses::best_of(std::uint32_t own, std::uint32_t open) const {
    const std::uint32_t window = (std::uint32_t{1} << (line_length_ - 1)) - 1;
    int best = -1, count = 0;
    for (int i = 0; i < line_length_; ++i) {
        if ((open >> i & 1) == 0) continue;
        const int stones = std::popcount(own >> i & window);
        count = stones > best ? 1 : count + (stones == best);
        best = stones > best ? stones : best;
    }
    return best < 0 ? 0 : 1 + 2 * best + (count > 1);
}

int LineClasses::found(std::uint32_t own, std::uint32_t other) const {
    return best_of(own, open_windows(other));
}

}  // namespace inarow
