#pragma once

#include <cstdint>

#include "game/position.hpp"

namespace inarow {

/// SplitMix64: small, quick, and the same numbers on every machine for the same seed.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t mixed = (state_ += 0x9E3779B97F4A7C15);
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    /// A number from 0 to below - 1, every one as likely up to a part in 2**32.
    int below(int bound) {
        return static_cast<int>((bits() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }

  private:
    std::uint64_t state_;
};

/// A legal move, every one as likely. The game must not be over.
Cell random_move(const Position& position, Random& random);

/// Plays random moves until the game is over.
void play_out(Position& position, Random& random);

}  // namespace inarow
