#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "solve/huge_memory.hpp"
#include "solve/table_entries.hpp"
#include "solve/words.hpp"

namespace inarow {

/// Proved bounds of positions, in a fixed amount of memory and safe to share between threads. Of
/// the entries of a bucket, the one that took the least effort makes room, those of older searches
/// first.
///
/// A key is scrambled by steps that can be undone, and place and tag together hold all of the
/// result wherever it fits (always for up to 64 bits): then no position is ever taken for another.
template <class Entry>
class BoundTable {
  public:
    static constexpr std::size_t BUCKET_BYTES = 32;
    static constexpr int BUCKET_ENTRIES = BUCKET_BYTES / sizeof(Entry);
    static constexpr int MOST_EFFORT = 63;

    /// A table within `bytes`, for keys of so many bits.
    BoundTable(std::size_t bytes, int key_bits)
        : key_bits_(key_bits),
          buckets_(buckets_within(bytes, key_bits)),
          tag_bits_(tag_bits(bytes, key_bits)),
          key_mask_(low_bits<std::uint64_t>(key_bits)),
          tag_mask_(low_bits<std::uint64_t>(tag_bits_)),
          memory_(buckets_ * BUCKET_BYTES) {}

    /// How many bits of a scrambled key the tag of such a table has to hold.
    static int tag_bits(std::size_t bytes, int key_bits) {
        return key_bits - (std::bit_width(buckets_within(bytes, key_bits)) - 1);
    }

    std::size_t bytes() const { return buckets_ * BUCKET_BYTES; }

    /// Where a position is kept.
    struct Place {
        Entry* bucket;
        Fingerprint print;
    };

    Place place(std::uint64_t key) const {
        std::uint64_t hash = key * FACTOR & key_mask_;
        hash ^= hash >> (key_bits_ / 2);
        hash *= FACTOR;
        return {bucket(hash << (64 - key_bits_)), {hash & tag_mask_, 0}};
    }

    Place place(Word128 key) const {
        const auto mask = low_bits<Word128>(key_bits_);
        Word128 hash = key * WIDE_FACTOR & mask;
        hash ^= hash >> (key_bits_ / 2);
        hash = hash * WIDE_FACTOR & mask;
        return {bucket(static_cast<std::uint64_t>(hash << (128 - key_bits_) >> 64)),
                {static_cast<std::uint64_t>(hash), rest_of(hash & low_bits<Word128>(tag_bits_))}};
    }

    template <int N>
    Place place(const WideWord<N>& key) const {
        Word128 hash = WIDE_FACTOR;
        for (auto part : key.parts) {
            hash = (hash ^ part) * WIDE_FACTOR;
            hash ^= hash >> 61;
        }
        return {bucket(static_cast<std::uint64_t>(hash >> 94) << 30),
                {static_cast<std::uint64_t>(hash), rest_of(hash)}};
    }

    /// The bounds, narrowed by what is known.
    static Bounds narrowed(const Place& place, Bounds bounds) {
        std::uint64_t facts = 0;
#pragma GCC unroll 4
        for (int i = 0; i < BUCKET_ENTRIES; ++i) facts |= place.bucket[i].facts(place.print);
        const Bounds known = Entry::bounds(facts);
        return {std::max(bounds.lower, known.lower), std::min(bounds.upper, known.upper)};
    }

    /// Effort is from 1 to MOST_EFFORT.
    void store(const Place& place, Bounds bounds, int effort) {
        const int date = date_.load(std::memory_order_relaxed);
        int victim = 0;
        int least = MOST_EFFORT + 1;
#pragma GCC unroll 4
        for (int i = 0; i < BUCKET_ENTRIES; ++i) {
            const Entry entry = place.bucket[i];
            const int age = (date - entry.date()) & (Entry::DATES - 1);
            const int worth = entry.holds(place.print) ? -EFFORT_OF_A_DATE * Entry::DATES
                                                       : entry.effort() - EFFORT_OF_A_DATE * age;
            victim = worth < least ? i : victim;
            least = std::min(least, worth);
        }
        place.bucket[victim].write(place.print, bounds, effort, date);
        note(place.bucket);
    }

    /// Lets what was stored so far make room for what comes.
    void grow_older() {
        const int date = date_.load(std::memory_order_relaxed);
        date_.store((date + 1) & (Entry::DATES - 1), std::memory_order_relaxed);
    }

    /// Empties the table: only the buckets that were written, while these are few.
    void forget() {
        if (touched_count_ < touched_.size()) {
            for (std::size_t i = 0; i < touched_count_; ++i) {
                std::memset(static_cast<void*>(touched_[i]), 0, BUCKET_BYTES);
            }
        } else {
            std::memset(memory_.data(), 0, bytes());
        }
        touched_count_ = 0;
    }

  private:
    static constexpr std::uint64_t FACTOR = 0x9E3779B97F4A7C15u;
    static constexpr Word128 WIDE_FACTOR = Word128{FACTOR} << 64 | 0xF39CC0605CEDC835u;
    static constexpr int EFFORT_OF_A_DATE = 8;

    static std::uint64_t buckets_within(std::size_t bytes, int key_bits) {
        const std::uint64_t most = std::max<std::size_t>(1, bytes / BUCKET_BYTES);
        return key_bits < 63 ? std::min(most, std::uint64_t{1} << key_bits) : most;
    }

    static std::uint64_t rest_of(Word128 hash) {
        return static_cast<std::uint64_t>(hash >> 64) & low_bits<std::uint64_t>(Entry::REST_BITS);
    }

    /// The bucket of a scrambled key that fills 64 bits.
    Entry* bucket(std::uint64_t hash) const {
        const auto number = static_cast<std::uint64_t>(Word128{hash} * buckets_ >> 64);
        return reinterpret_cast<Entry*>(memory_.data() + number * BUCKET_BYTES);
    }

    void note(Entry* bucket) {
        if (touched_count_.load(std::memory_order_relaxed) >= touched_.size()) return;
        const std::size_t place = touched_count_.fetch_add(1, std::memory_order_relaxed);
        if (place < touched_.size()) touched_[place] = bucket;
    }

    int key_bits_;
    std::uint64_t buckets_;
    int tag_bits_;
    std::uint64_t key_mask_;
    std::uint64_t tag_mask_;
    std::atomic<int> date_ = 0;
    HugeMemory memory_;
    std::array<Entry*, 8192> touched_;
    std::atomic<std::size_t> touched_count_ = 0;
};

}  // namespace inarow
