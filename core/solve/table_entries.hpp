#pragma once

#include <atomic>
#include <cstdint>

namespace inarow {

/// What is proved of a position's score.
struct Bounds {
    int lower;
    int upper;

    bool is_exact() const { return lower == upper; }
};

/// A position's place in a table, and what tells it from the others of that place.
struct Fingerprint {
    std::uint64_t bucket;
    std::uint64_t tag;
    std::uint64_t rest;  // what the tag cannot hold
};

/// 64 bits: tag, date, 7 and 7 of bounds, 6 of effort. All 0 says nothing of any position.
template <int TAG>
class SmallEntry {
  public:
    static constexpr int TAG_BITS = TAG;
    static constexpr int REST_BITS = 0;
    static constexpr int DATES = 1 << (64 - 20 - TAG);
    static constexpr int MOST_SCORE = 63;

    SmallEntry(const SmallEntry& that) : word_(that.word()) {}

    bool holds(const Fingerprint& print) const { return word() >> (64 - TAG) == print.tag; }
    int date() const { return static_cast<int>(word() >> 20 & (DATES - 1)); }
    int effort() const { return static_cast<int>(word() & 63); }
    Bounds bounds() const {
        return {static_cast<int>(word() >> 13 & 127) - MOST_SCORE,
                MOST_SCORE - static_cast<int>(word() >> 6 & 127)};
    }
    void write(const Fingerprint& print, Bounds bounds, int effort, int date) {
        word_.store(print.tag << (64 - TAG) | static_cast<std::uint64_t>(date) << 20 |
                        static_cast<std::uint64_t>(bounds.lower + MOST_SCORE) << 13 |
                        static_cast<std::uint64_t>(MOST_SCORE - bounds.upper) << 6 |
                        static_cast<std::uint64_t>(effort),
                    std::memory_order_relaxed);
    }

  private:
    std::uint64_t word() const { return word_.load(std::memory_order_relaxed); }

    std::atomic<std::uint64_t> word_;
};

/// 128 bits: 64 of tag; 30 more of it, 10 and 10 of bounds, 6 of effort, 8 of date. Two threads may
/// write at once, so the first half is kept xor the second: halves of two writers do not match.
class LargeEntry {
  public:
    static constexpr int TAG_BITS = 64;
    static constexpr int REST_BITS = 30;
    static constexpr int DATES = 1 << 8;
    static constexpr int MOST_SCORE = 511;

    LargeEntry(const LargeEntry& that)
        : mixed_(that.mixed_.load(std::memory_order_relaxed)), facts_(that.facts()) {}

    bool holds(const Fingerprint& print) const {
        return (mixed_.load(std::memory_order_relaxed) ^ facts()) == print.tag &&
               facts() >> 34 == print.rest;
    }
    int date() const { return static_cast<int>(facts() >> 26 & (DATES - 1)); }
    int effort() const { return static_cast<int>(facts() & 63); }
    Bounds bounds() const {
        return {static_cast<int>(facts() >> 16 & 1023) - MOST_SCORE,
                MOST_SCORE - static_cast<int>(facts() >> 6 & 1023)};
    }
    void write(const Fingerprint& print, Bounds bounds, int effort, int date) {
        const std::uint64_t facts = print.rest << 34 | static_cast<std::uint64_t>(date) << 26 |
                                    static_cast<std::uint64_t>(bounds.lower + MOST_SCORE) << 16 |
                                    static_cast<std::uint64_t>(MOST_SCORE - bounds.upper) << 6 |
                                    static_cast<std::uint64_t>(effort);
        mixed_.store(print.tag ^ facts, std::memory_order_relaxed);
        facts_.store(facts, std::memory_order_relaxed);
    }

  private:
    std::uint64_t facts() const { return facts_.load(std::memory_order_relaxed); }

    std::atomic<std::uint64_t> mixed_;
    std::atomic<std::uint64_t> facts_;
};

}  // namespace inarow
