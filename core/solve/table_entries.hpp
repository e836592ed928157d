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

/// What tells a position from the others of its place in a table.
struct Fingerprint {
    std::uint64_t tag;
    std::uint64_t rest;  // what the tag cannot hold
};

/// 64 bits: 42 of tag, 4 of date, 6 and 6 of bounds, 6 of effort. All 0 says nothing of any
/// position.
class SmallEntry {
  public:
    static constexpr int TAG_BITS = 42;
    static constexpr int REST_BITS = 0;
    static constexpr int DATES = 1 << 4;
    static constexpr int MOST_SCORE = 31;

    SmallEntry(const SmallEntry& that) : word_(that.word()) {}

    bool holds(const Fingerprint& print) const { return word() >> 22 == print.tag; }
    int date() const { return static_cast<int>(word() >> 18 & (DATES - 1)); }
    int effort() const { return static_cast<int>(word() & 63); }
    /// What it says of a position, for bounds(): 0, that is nothing, if it holds another.
    std::uint64_t facts(const Fingerprint& print) const {
        return word() & (std::uint64_t{0} - holds(print));
    }
    static Bounds bounds(std::uint64_t facts) {
        return {static_cast<int>(facts >> 12 & 63) - MOST_SCORE,
                MOST_SCORE - static_cast<int>(facts >> 6 & 63)};
    }
    void write(const Fingerprint& print, Bounds bounds, int effort, int date) {
        word_.store(print.tag << 22 | static_cast<std::uint64_t>(date) << 18 |
                        static_cast<std::uint64_t>(bounds.lower + MOST_SCORE) << 12 |
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
    std::uint64_t facts(const Fingerprint& print) const { return holds(print) ? facts() : 0; }
    static Bounds bounds(std::uint64_t facts) {
        return {static_cast<int>(facts >> 16 & 1023) - MOST_SCORE,
                MOST_SCORE - static_cast<int>(facts >> 6 & 1023)};
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
