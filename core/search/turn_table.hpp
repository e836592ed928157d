#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "eval/score.hpp"

namespace inarow {

enum class TurnBound : std::uint8_t { NONE, LOWER, UPPER, EXACT };

/// What a search knows of a position: two cells of its best turn, its score with the depth behind
/// it, and how hard it looked for a forced win without finding one.
struct TurnFact {
    std::uint16_t first = 0;  // equal to second: no turn
    std::uint16_t second = 0;
    Score score = 0;
    int depth = 0;
    TurnBound bound = TurnBound::NONE;
    int effort = 0;  // 0 to MOST_EFFORT

    static constexpr int MOST_EFFORT = 7;
};

/// Positions seen before, shared by all threads of a search without locks: a fact that two threads
/// wrote at once fails its check and is not found.
class TurnTable {
  public:
    explicit TurnTable(std::size_t bytes);

    bool find(std::uint64_t key, TurnFact& fact) const;
    void keep(std::uint64_t key, const TurnFact& fact);
    void clear();
    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }
    /// Facts of earlier searches are the first to be replaced.
    void start_search() { age_ = (age_ + 1) % AGES; }

  private:
    static constexpr int AGES = 4;
    static constexpr int PLACES = 4;
    struct Slot {
        std::atomic<std::uint64_t> check;  // key ^ fact
        std::atomic<std::uint64_t> fact;
    };
    struct alignas(64) Bucket {
        Slot slots[PLACES];
    };

    static std::uint64_t packed(const TurnFact& fact, int age);
    static TurnFact unpacked(std::uint64_t bits);

    std::size_t buckets_;  // a power of two
    std::unique_ptr<Bucket[]> table_;
    int age_ = 0;
};

}  // namespace inarow
