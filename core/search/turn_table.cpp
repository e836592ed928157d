#include "search/turn_table.hpp"

#include <algorithm>
#include <bit>

namespace inarow {
namespace {

// A fact in 64 bits, from the lowest:
//   14 first | 14 second | 23 score | 6 depth | 2 bound | 3 effort | 2 age
constexpr int CELL_BITS = 14;
constexpr int SCORE_BITS = 23;
constexpr int LEAST_DEPTH = -16;
constexpr Score SMALL_WIN = (1 << (SCORE_BITS - 1)) - 1;
constexpr Score SMALL_GUESS = SMALL_WIN - 128 * 128 - 1;

Score narrowed(Score score) {
    if (is_win(score)) return SMALL_WIN - stones_at_end(score);
    if (is_loss(score)) return stones_at_end(score) - SMALL_WIN;
    return std::clamp(score, -SMALL_GUESS, SMALL_GUESS);
}

Score widened(Score score) {
    if (score > SMALL_GUESS) return win_at(SMALL_WIN - score);
    if (score < -SMALL_GUESS) return loss_at(SMALL_WIN + score);
    return score;
}

}  // namespace

TurnTable::TurnTable(std::size_t bytes)
    : buckets_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}))),
      table_(std::make_unique<Bucket[]>(buckets_)) {}

std::uint64_t TurnTable::packed(const TurnFact& fact, int age) {
    const auto score = static_cast<std::uint64_t>(narrowed(fact.score)) & ((1u << SCORE_BITS) - 1);
    const auto depth = static_cast<std::uint64_t>(std::clamp(fact.depth - LEAST_DEPTH, 0, 63));
    std::uint64_t bits = static_cast<std::uint64_t>(age);
    bits = bits << 3 | static_cast<std::uint64_t>(fact.effort);
    bits = bits << 2 | static_cast<std::uint64_t>(fact.bound);
    bits = bits << 6 | depth;
    bits = bits << SCORE_BITS | score;
    bits = bits << CELL_BITS | fact.second;
    return bits << CELL_BITS | fact.first;
}

TurnFact TurnTable::unpacked(std::uint64_t bits) {
    const auto take = [&](int width) {
        const auto field = static_cast<std::uint32_t>(bits & ((1u << width) - 1));
        bits >>= width;
        return field;
    };
    TurnFact fact;
    fact.first = static_cast<std::uint16_t>(take(CELL_BITS));
    fact.second = static_cast<std::uint16_t>(take(CELL_BITS));
    const auto score = take(SCORE_BITS);
    fact.score = widened(static_cast<Score>(score << (32 - SCORE_BITS)) >> (32 - SCORE_BITS));
    fact.depth = static_cast<int>(take(6)) + LEAST_DEPTH;
    fact.bound = static_cast<TurnBound>(take(2));
    fact.effort = static_cast<int>(take(3));
    return fact;
}

bool TurnTable::find(std::uint64_t key, TurnFact& fact) const {
    const Bucket& bucket = table_[key & (buckets_ - 1)];
    for (const Slot& slot : bucket.slots) {
        const std::uint64_t bits = slot.fact.load(std::memory_order_relaxed);
        if (bits != 0 && (slot.check.load(std::memory_order_relaxed) ^ bits) == key) {
            fact = unpacked(bits);
            return true;
        }
    }
    return false;
}

void TurnTable::keep(std::uint64_t key, const TurnFact& fact) {
    Bucket& bucket = table_[key & (buckets_ - 1)];
    Slot* victim = nullptr;
    int least = 0;
    for (Slot& slot : bucket.slots) {
        const std::uint64_t bits = slot.fact.load(std::memory_order_relaxed);
        int worth = unpacked(bits).depth;
        if (static_cast<int>(bits >> 62) != age_) worth -= 64;
        if (bits == 0 || (slot.check.load(std::memory_order_relaxed) ^ bits) == key) worth = -256;
        if (victim == nullptr || worth < least) {
            victim = &slot;
            least = worth;
        }
    }
    const std::uint64_t bits = packed(fact, age_);
    victim->fact.store(bits, std::memory_order_relaxed);
    victim->check.store(key ^ bits, std::memory_order_relaxed);
}

void TurnTable::clear() {
    for (std::size_t i = 0; i < buckets_; ++i) {
        for (Slot& slot : table_[i].slots) {
            slot.fact.store(0, std::memory_order_relaxed);
            slot.check.store(0, std::memory_order_relaxed);
        }
    }
}

}  // namespace inarow
