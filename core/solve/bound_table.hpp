#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "solve/huge_memory.hpp"
#include "solve/words.hpp"

namespace inarow {

/// What is proved of a position's score.
struct Bounds {
    int lower;
    int upper;
};

/// A position's place in a table and what tells it from the others of that place.
struct Fingerprint {
    std::uint64_t bucket;
    std::uint64_t tag;
    std::uint64_t rest;  // what the tag cannot hold
};

/// 64 bits: tag, 7 and 7 of bounds, 6 of effort, the rest of date. All 0 says nothing of any position.
template <int TAG>
class SmallEntry {
   public:
    static constexpr int TAG_BITS = TAG;
    static constexpr int REST_BITS = 0;
    static constexpr int DATE_BITS = 64 - 20 - TAG;
    static constexpr int DATES = 1 << DATE_BITS;

    SmallEntry load() const { return SmallEntry(word()); }
    bool holds(const Fingerprint& print) const { return word() >> (64 - TAG) == print.tag; }
    Bounds bounds() const {
        return {static_cast<int>(word() >> 13 & 127) - 63, 63 - static_cast<int>(word() >> 6 & 127)};
    }
    int effort() const { return static_cast<int>(word() & 63); }
    int date() const { return static_cast<int>(word() >> 20 & (DATES - 1)); }
    void write(const Fingerprint& print, Bounds bounds, int effort, int date) {
        word_.store(print.tag << (64 - TAG) | static_cast<std::uint64_t>(date) << 20 |
                        static_cast<std::uint64_t>(bounds.lower + 63) << 13 |
                        static_cast<std::uint64_t>(63 - bounds.upper) << 6 |
                        static_cast<std::uint64_t>(effort),
                    std::memory_order_relaxed);
    }

    SmallEntry(const SmallEntry& other) : word_(other.word()) {}
    explicit SmallEntry(std::uint64_t word) : word_(word) {}

   private:
    std::uint64_t word() const { return word_.load(std::memory_order_relaxed); }
    std::atomic<std::uint64_t> word_;
};

/// 128 bits: 64 + 30 of tag, 10 and 10 of bounds, 8 of effort, 6 of date. Two threads may write at
/// once: the first half is kept xor the second, so that halves of two writers never match.
class LargeEntry {
   public:
    static constexpr int TAG_BITS = 64;
    static constexpr int REST_BITS = 30;
    static constexpr int DATES = 1 << 6;

    LargeEntry load() const {
        return LargeEntry(mixed_.load(std::memory_order_relaxed),
                          facts_.load(std::memory_order_relaxed));
    }
    bool holds(const Fingerprint& print) const {
        const auto facts = facts_.load(std::memory_order_relaxed);
        return (mixed_.load(std::memory_order_relaxed) ^ facts) == print.tag &&
               facts >> 34 == print.rest;
    }
    Bounds bounds() const {
        const auto facts = facts_.load(std::memory_order_relaxed);
        return {static_cast<int>(facts >> 24 & 1023) - 511,
                511 - static_cast<int>(facts >> 14 & 1023)};
    }
    int effort() const { return static_cast<int>(facts_.load(std::memory_order_relaxed) >> 6 & 255); }
    int date() const { return static_cast<int>(facts_.load(std::memory_order_relaxed) & 63); }
    void write(const Fingerprint& print, Bounds bounds, int effort, int date) {
        const std::uint64_t facts = print.rest << 34 |
                                    static_cast<std::uint64_t>(bounds.lower + 511) << 24 |
                                    static_cast<std::uint64_t>(511 - bounds.upper) << 14 |
                                    static_cast<std::uint64_t>(effort) << 6 |
                                    static_cast<std::uint64_t>(date);
        mixed_.store(print.tag ^ facts, std::memory_order_relaxed);
        facts_.store(facts, std::memory_order_relaxed);
    }

    LargeEntry(const LargeEntry& other) : LargeEntry(other.load()) {}
    LargeEntry(std::uint64_t mixed, std::uint64_t facts) : mixed_(mixed), facts_(facts) {}

   private:
    std::atomic<std::uint64_t> mixed_;
    std::atomic<std::uint64_t> facts_;
};

/// Proved bounds of positions, in a fixed amount of memory. Buckets of one cache line; the entry that took
/// the least effort makes room, older searches first. Safe to share between threads.
template <class Entry>
class BoundTable {
   public:
    static constexpr int BUCKET_BYTES = 32;
    static constexpr int BUCKET_ENTRIES = BUCKET_BYTES / sizeof(Entry);

    /// The largest table within `bytes`, for keys of so many bits.
    BoundTable(std::size_t bytes, int key_bits) : key_bits_(key_bits) {
        index_bits_ = 0;
        while (index_bits_ < key_bits && std::size_t{2 * BUCKET_BYTES} << index_bits_ <= bytes) {
            ++index_bits_;
        }
        memory_ = HugeMemory(std::size_t{BUCKET_BYTES} << index_bits_);
        touched_.reserve(MOST_TOUCHED);
    }

    std::size_t bytes() const { return std::size_t{BUCKET_BYTES} << index_bits_; }

    Fingerprint fingerprint(std::uint64_t key) const {
        const std::uint64_t mask = low_bits<std::uint64_t>(key_bits_);
        std::uint64_t hash = key * 0x9E3779B97F4A7C15u & mask;
        hash ^= hash >> (key_bits_ / 2);
        hash = hash * 0xD6E8FEB86659FD93u & mask;
        const int rest_bits = key_bits_ - index_bits_;
        if (index_bits_ == 0) return {0, hash, 0};
        return {hash >> rest_bits, hash & low_bits<std::uint64_t>(rest_bits), 0};
    }

    Fingerprint fingerprint(Word128 key) const {
        const Word128 mask = low_bits<Word128>(key_bits_);
        constexpr Word128 FACTOR = Word128{0x9E3779B97F4A7C15u} << 64 | 0xF39CC0605CEDC835u;
        Word128 hash = key * FACTOR & mask;
        hash ^= hash >> (key_bits_ / 2);
        hash = hash * FACTOR & mask;
        const Word128 rest = hash & low_bits<Word128>(key_bits_ - index_bits_);
        return {static_cast<std::uint64_t>(hash >> (key_bits_ - index_bits_)),
                static_cast<std::uint64_t>(rest),
                static_cast<std::uint64_t>(rest >> 64) & low_bits<std::uint64_t>(Entry::REST_BITS)};
    }

    template <int N>
    Fingerprint fingerprint(const WideWord<N>& key) const {
        constexpr Word128 FACTOR = Word128{0x9E3779B97F4A7C15u} << 64 | 0xF39CC0605CEDC835u;
        Word128 hash = FACTOR;
        for (auto part : key.parts) {
            hash = (hash ^ part) * FACTOR;
            hash ^= hash >> 61;
        }
        return {static_cast<std::uint64_t>(hash >> 94) & low_bits<std::uint64_t>(index_bits_),
                static_cast<std::uint64_t>(hash),
                static_cast<std::uint64_t>(hash >> 64) & low_bits<std::uint64_t>(Entry::REST_BITS)};
    }

    void prefetch(const Fingerprint& print) const { __builtin_prefetch(bucket(print)); }

    /// Narrows the bounds by what is known; whether anything is.
    bool narrow(const Fingerprint& print, Bounds& bounds) const {
        const Entry* entries = bucket(print);
        for (int i = 0; i < BUCKET_ENTRIES; ++i) {
            const Entry entry = entries[i].load();
            if (!entry.holds(print)) continue;
            const Bounds known = entry.bounds();
            if (known.lower > bounds.lower) bounds.lower = known.lower;
            if (known.upper < bounds.upper) bounds.upper = known.upper;
            return true;
        }
        return false;
    }

    /// Effort is from 1 to 255.
    void store(const Fingerprint& print, Bounds bounds, int effort) {
        Entry* entries = bucket(print);
        Entry* victim = entries;
        int least = 1 << 20;
        for (int i = 0; i < BUCKET_ENTRIES; ++i) {
            const Entry entry = entries[i].load();
            if (entry.holds(print)) {
                victim = entries + i;
                break;
            }
            const int age = (date_ - entry.date()) & (Entry::DATES - 1);
            const int worth = entry.effort() - AGEING * age;
            if (worth < least) {
                least = worth;
                victim = entries + i;
            }
        }
        victim->write(print, bounds, effort, date_);
        if (touched_.size() < MOST_TOUCHED) touched_.push_back(print.bucket);
    }

    /// Lets what was stored so far make room for what comes.
    void grow_older() { date_ = (date_ + 1) % Entry::DATES; }

    /// Empties the table; quickly after a short search.
    void forget() {
        if (touched_.size() < MOST_TOUCHED) {
            for (auto index : touched_) {
                std::memset(memory_.data() + index * BUCKET_BYTES, 0, BUCKET_BYTES);
            }
        } else {
            std::memset(memory_.data(), 0, bytes());
        }
        touched_.clear();
    }

   private:
    static constexpr std::size_t MOST_TOUCHED = 1 << 15;
    static constexpr int AGEING = 8;

    Entry* bucket(const Fingerprint& print) const {
        return reinterpret_cast<Entry*>(memory_.data() + print.bucket * BUCKET_BYTES);
    }

    int key_bits_;
    int index_bits_;
    int date_ = 0;
    HugeMemory memory_;
    std::vector<std::uint64_t> touched_;  // buckets written since the table was empty, while they are few
};

}  // namespace inarow
