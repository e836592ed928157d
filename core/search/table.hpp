#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "eval/score.hpp"
#include "search/limits.hpp"

namespace inarow {

/// What a stored score says about the true one.
enum class Bound : std::uint8_t { NONE, LOWER, UPPER, EXACT };

/// What a search remembers of a position.
struct Entry {
    Score score = DRAW;
    int depth = 0;  // turns that were searched below
    Bound bound = Bound::NONE;
    std::uint16_t mark = 0;  // of the best turn

    bool is_found() const { return bound != Bound::NONE; }

    /// The score, if it spares a search of `depth` turns with these bounds. Scores of another depth
    /// would make a rung's result depend on what it did before; but what is proven stays proven
    /// when one looks further.
    std::optional<Score> score_for(int wanted_depth, Score alpha, Score beta) const {
        const bool is_proven = is_win(score) || is_loss(score);
        if (depth != wanted_depth && !(is_proven && depth < wanted_depth)) return std::nullopt;
        if (bound == Bound::EXACT || (bound == Bound::LOWER && score >= beta) ||
            (bound == Bound::UPPER && score <= alpha)) {
            return score;
        }
        return std::nullopt;
    }
};

/// Positions seen before, in as many bytes as the limit allows. Threads share it without locks: an
/// entry is two words, the key is stored xor the data, and a torn pair fits no key.
///
///     data:  score 32 | mark 16 | depth 10 | generation 4 | bound 2
class Table {
    struct Slot {
        std::uint64_t key;  // xor data
        std::uint64_t data;
    };
    struct Bucket {
        Slot slots[4];
    };
    static_assert(sizeof(Bucket) == 64);

  public:
    explicit Table(std::size_t most_bytes) : buckets_(bytes_within(most_bytes) / sizeof(Bucket)) {
        // calloc, because fresh pages come zeroed from the system: a large table costs no time.
        if (buckets_ > 0)
            memory_.reset(static_cast<Bucket*>(std::calloc(buckets_, sizeof(Bucket))));
        if (buckets_ > 0 && !memory_) throw std::bad_alloc();
    }

    /// The size of a table that may have so many bytes.
    static constexpr std::size_t bytes_within(std::size_t most_bytes) {
        return most_bytes / sizeof(Bucket) * sizeof(Bucket);
    }
    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    /// From now on older entries give way to new ones.
    void start_generation() { generation_ = (generation_ + 1) % GENERATIONS; }

    Entry find(std::uint64_t key) const {
        if (!memory_) return {};
        for (Slot& slot : bucket_of(key).slots) {
            const std::uint64_t data = load(slot.data);
            if (data != 0 && (load(slot.key) ^ data) == key) return unpacked(data);
        }
        return {};
    }

    void store(std::uint64_t key, const Entry& entry) {
        if (!memory_) return;
        Slot& slot = slot_for(key);
        const std::uint64_t data = packed(entry);
        save(slot.key, key ^ data);
        save(slot.data, data);
    }

  private:
    static constexpr unsigned GENERATIONS = 16;
    static_assert(Limits::MOST_DEPTH < 1 << 10);

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    static std::uint64_t load(std::uint64_t& word) {
        return std::atomic_ref(word).load(std::memory_order_relaxed);
    }
    static void save(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }

    Bucket& bucket_of(std::uint64_t key) const {
        return memory_.get()[static_cast<std::size_t>((key >> 32) * buckets_ >> 32)];
    }

    /// The slot that holds the key or nothing, else the one that is missed least: old, then
    /// shallow.
    Slot& slot_for(std::uint64_t key) {
        Bucket& bucket = bucket_of(key);
        for (Slot& slot : bucket.slots) {
            const std::uint64_t data = load(slot.data);
            if (data == 0 || (load(slot.key) ^ data) == key) return slot;
        }
        return *std::ranges::min_element(bucket.slots, {},
                                         [&](Slot& slot) { return worth_of(load(slot.data)); });
    }

    int worth_of(std::uint64_t data) const {
        const bool is_current = (data >> 2) % GENERATIONS == generation_;
        return unpacked(data).depth + (is_current ? Limits::MOST_DEPTH : 0);
    }

    std::uint64_t packed(const Entry& entry) const {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.score)) << 32 |
               static_cast<std::uint64_t>(entry.mark) << 16 |
               static_cast<std::uint64_t>(entry.depth) << 6 | generation_ << 2 |
               static_cast<std::uint64_t>(entry.bound);
    }
    static Entry unpacked(std::uint64_t data) {
        return {static_cast<Score>(static_cast<std::uint32_t>(data >> 32)),
                static_cast<int>(data >> 6 & 1023), static_cast<Bound>(data & 3),
                static_cast<std::uint16_t>(data >> 16)};
    }

    std::size_t buckets_;
    std::unique_ptr<Bucket, Free> memory_;
    unsigned generation_ = 0;
};

}  // namespace inarow
