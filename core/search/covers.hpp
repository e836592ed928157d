#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "search/threat_board.hpp"

namespace inarow {

/// At most N values inside the object; what a hot path uses where the size is known to be small.
template <class T, int N>
class FewOf {
  public:
    void push_back(const T& value) { values_[size_++] = value; }
    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t index) { return values_[index]; }
    const T& operator[](std::size_t index) const { return values_[index]; }
    T* begin() { return values_.data(); }
    T* end() { return values_.data() + size_; }
    const T* begin() const { return values_.data(); }
    const T* end() const { return values_.data() + size_; }

  private:
    std::size_t size_ = 0;
    std::array<T, N> values_;
};

/// Up to P cells (P = 0: up to Rules::MOST_STONES) without order: the stones of a turn, the cells
/// that a threat lacks, or stones that stop threats.
template <int P>
struct CellSet {
    static constexpr int CAPACITY = P ? P : Rules::MOST_STONES;

    std::array<std::uint16_t, CAPACITY> cells{};
    std::uint16_t size = 0;

    const std::uint16_t* begin() const { return cells.data(); }
    const std::uint16_t* end() const { return cells.data() + size; }
    bool contains(Cell cell) const { return std::find(begin(), end(), cell) != end(); }
    void add(Cell cell) { cells[size++] = static_cast<std::uint16_t>(cell); }
    /// Ascending order, in which equal sets compare equal.
    void sort() {
        if constexpr (P == 2) {
            if (size == 2 && cells[1] < cells[0]) std::swap(cells[0], cells[1]);
        } else {
            std::sort(cells.begin(), cells.begin() + size);
        }
    }
    bool operator==(const CellSet& that) const {
        if (size != that.size) return false;
        for (int i = 0; i < size; ++i) {  // std::equal would call memcmp for these few
            if (cells[i] != that.cells[i]) return false;
        }
        return true;
    }
};

/// A side's threats as the sets of cells they lack, and what it takes to stop all of them: the
/// hitting sets of those sets, exactly.
template <int K, int P>
class Covers {
  public:
    using Set = CellSet<P>;
    /// p stones touch at most this many windows: with more threats, p stones cannot stop them.
    static constexpr int MOST_GAPS = 4 * K * P;
    /// Branching over the cells of the first threat not yet stopped gives at most p to the power p
    /// sets.
    static constexpr int MOST_SETS = P == 1 ? 1 : P == 2 ? 4 : 256;
    template <class T, int N>
    using List = std::conditional_t<K != 0 && P != 0, FewOf<T, N>, std::vector<T>>;

    /// Takes the threats of a side from the board.
    Covers(const ThreatBoard<K, P>& board, int side) : limit_(board.stones_per_turn()) {
        if (board.threats(side) > 4 * board.line_length() * limit_) {
            number_ = limit_ + 1;
            return;
        }
        if (board.has_threats(side)) {
            board.for_each_window(side, 0, [&](int window) {
                std::array<Cell, Set::CAPACITY> cells;
                Set gap;
                const int size = board.empties(window, cells.data());
                for (int i = 0; i < size; ++i) gap.add(cells[i]);
                add_gap(gap);
            });
        }
        find();
    }
    /// Takes the cells that each threat lacks.
    Covers(const Set* gaps, int count, int limit) : limit_(limit) {
        for (int i = 0; i < count; ++i) add_gap(gaps[i]);
        find();
    }

    /// The least number of stones that stop all threats; one more than a turn has if a turn cannot.
    int number() const { return number_; }
    /// Every set of at most one turn's stones that stops all threats and from which none can be
    /// left out.
    const auto& sets() const { return sets_; }
    /// Whether `sets` holds all of them: false only for turns of five stones and more.
    bool is_complete() const { return is_complete_; }
    const auto& gaps() const { return gaps_; }
    /// Whether these stones stop every threat.
    bool are_stopped_by(const Set& stones) const {
        for (const Set& gap : gaps_) {
            if (!touches(gap, stones)) return false;
        }
        return true;
    }

  private:
    static bool touches(const Set& gap, const Set& stones) {
        for (const auto cell : stones) {
            if (gap.contains(cell)) return true;
        }
        return false;
    }
    void add_gap(const Set& gap) {
        if (std::find(gaps_.begin(), gaps_.end(), gap) == gaps_.end()) gaps_.push_back(gap);
    }
    void find() {
        number_ = limit_ + 1;
        Set chosen;
        extend(chosen);
    }
    void extend(Set& chosen) {
        const auto open = std::find_if(gaps_.begin(), gaps_.end(),
                                       [&](const Set& gap) { return !touches(gap, chosen); });
        if (open == gaps_.end()) {
            keep(chosen);
            return;
        }
        if (chosen.size == limit_) return;
        for (const auto cell : *open) {
            chosen.add(cell);
            extend(chosen);
            --chosen.size;
        }
    }
    void keep(Set set) {
        for (int i = 0; i < set.size; ++i) {
            Set rest = set;
            rest.cells[i] = rest.cells[--rest.size];
            if (are_stopped_by(rest)) return;
        }
        set.sort();
        if (std::find(sets_.begin(), sets_.end(), set) != sets_.end()) return;
        number_ = std::min<int>(number_, set.size);
        if (static_cast<int>(sets_.size()) < MOST_SETS)
            sets_.push_back(set);
        else
            is_complete_ = false;
    }

    int limit_;
    int number_ = 0;
    bool is_complete_ = true;
    List<Set, MOST_GAPS> gaps_;
    List<Set, MOST_SETS> sets_;
};

}  // namespace inarow
