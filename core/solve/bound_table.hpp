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
          memory_(buckets_ * BUCKET_BYTES) {}

    /// How many bits of a scrambled key the tag of such a table has to hold.
    static int tag_bits(std::size_t bytes, int key_bits) {
        return key_bits - (std::bit_width(buckets_within(bytes, key_bits)) - 1);
    }

    std::size_t bytes() const { return buckets_ * BUCKET_BYTES; }

    Fingerprint fingerprint(std::uint64_t key) const {
        const auto mask = low_bits<std::uint64_t>(key_bits_);
        std::uint64_t hash = key * FACTOR & mask;
        hash ^= hash >> (key_bits_ / 2);
        hash = hash * FACTOR & mask;
        return {static_cast<std::uint64_t>(Word128{hash} * buckets_ >> key_bits_),
                hash & low_bits<std::uint64_t>(tag_bits_), 0};
    }

    Fingerprint fingerprint(Word128 key) const {
        const auto mask = low_bits<Word128>(key_bits_);
        Word128 hash = key * WIDE_FACTOR & mask;
        hash ^= hash >> (key_bits_ / 2);
        hash = hash * WIDE_FACTOR & mask;
        const auto high = static_cast<std::uint64_t>(hash >> std::max(0, key_bits_ - 64));
        return {static_cast<std::uint64_t>(Word128{high} * buckets_ >> std::min(64, key_bits_)),
                static_cast<std::uint64_t>(hash), rest_of(hash & low_bits<Word128>(tag_bits_))};
    }

    template <int N>
    Fingerprint fingerprint(const WideWord<N>& key) const {
        Word128 hash = WIDE_FACTOR;
        for (auto part : key.parts) {
            hash = (hash ^ part) * WIDE_FACTOR;
            hash ^= hash >> 61;
        }
        const auto high = static_cast<std::uint64_t>(hash >> 94);
        return {static_cast<std::uint64_t>(Word128{high} * buckets_ >> 34),
                static_cast<std::uint64_t>(hash), rest_of(hash)};
    }

    void prefetch(const Fingerprint& print) const { __builtin_prefetch(bucket(print)); }

    /// The bounds, narrowed by what is known.
    Bounds narrowed(const Fingerprint& print, Bounds bounds) const {
        const Entry* entries = bucket(print);
        for (int i = 0; i < BUCKET_ENTRIES; ++i) {
            const Entry entry = entries[i];
            if (!entry.holds(print)) continue;
            const Bounds known = entry.bounds();
            return {std::max(bounds.lower, known.lower), std::min(bounds.upper, known.upper)};
        }
        return bounds;
    }

    /// Effort is from 1 to MOST_EFFORT.
    void store(const Fingerprint& print, Bounds bounds, int effort) {
        Entry* entries = bucket(print);
        Entry* victim = entries;
        int least = MOST_EFFORT + 1;
        for (int i = 0; i < BUCKET_ENTRIES; ++i) {
            const Entry entry = entries[i];
            if (entry.holds(print)) {
                victim = entries + i;
                break;
            }
            const int age = (date_ - entry.date()) & (Entry::DATES - 1);
            const int worth = entry.effort() - EFFORT_OF_A_DATE * age;
            if (worth < least) {
                least = worth;
                victim = entries + i;
            }
        }
        victim->write(print, bounds, effort, date_);
        note(print.bucket);
    }

    /// Lets what was stored so far make room for what comes.
    void grow_older() { date_ = (date_ + 1) & (Entry::DATES - 1); }

    /// Empties the table: only the buckets that were written, while these are few.
    void forget() {
        if (touched_count_ < touched_.size()) {
            for (std::size_t i = 0; i < touched_count_; ++i) {
                std::memset(memory_.data() + touched_[i] * BUCKET_BYTES, 0, BUCKET_BYTES);
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

    Entry* bucket(const Fingerprint& print) const {
        return reinterpret_cast<Entry*>(memory_.data() + print.bucket * BUCKET_BYTES);
    }

    void note(std::uint64_t bucket) {
        if (touched_count_.load(std::memory_order_relaxed) >= touched_.size()) return;
        const std::size_t place = touched_count_.fetch_add(1, std::memory_order_relaxed);
        if (place < touched_.size()) touched_[place] = bucket;
    }

    int key_bits_;
    std::uint64_t buckets_;
    int tag_bits_;
    int date_ = 0;
    HugeMemory memory_;
    std::array<std::uint64_t, 8192> touched_;
    std::atomic<std::size_t> touched_count_ = 0;
};

}  // namespace inarow
