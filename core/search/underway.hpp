#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace inarow {

/// Which moves the threads of a search look into at the moment, so that they need not all look into
/// the same one. A move that another one has pushed out is forgotten: that costs time, nothing
/// else.
class Underway {
  public:
    bool has(std::uint64_t move) const {
        return place(move).load(std::memory_order_relaxed) == move;
    }
    void begin(std::uint64_t move) { place(move).store(move, std::memory_order_relaxed); }
    void end(std::uint64_t move) {
        if (has(move)) place(move).store(0, std::memory_order_relaxed);
    }

  private:
    static constexpr std::size_t PLACES = 1 << 12;

    std::atomic<std::uint64_t>& place(std::uint64_t move) { return places_[move % PLACES]; }
    const std::atomic<std::uint64_t>& place(std::uint64_t move) const {
        return places_[move % PLACES];
    }

    std::array<std::atomic<std::uint64_t>, PLACES> places_{};
};

}  // namespace inarow
