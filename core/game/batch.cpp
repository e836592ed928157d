#include "game/batch.hpp"

#include <algorithm>
#include <cassert>

namespace inarow {

Batch::Batch(const Rules& rules, const BatchSettings& settings)
    : rules_(checked(rules)),
      settings_(settings),
      empty_(rules),
      positions_(settings.games, empty_),
      observations_(static_cast<std::size_t>(settings.games) * 2 * rules.cells()),
      masks_(static_cast<std::size_t>(settings.games) * actions()),
      rewards_(settings.games),
      outcomes_(settings.games),
      sides_(settings.games),
      stones_(settings.games),
      workers_(settings.threads) {
    Random seeds(settings.seed);
    randoms_.reserve(settings.games);
    for (int game = 0; game < settings.games; ++game) randoms_.emplace_back(seeds.bits());
    restart();
}

void Batch::restart(const bool* marked) {
    workers_.run(games(), [&](int first, int last) {
        for (int game = first; game < last; ++game) {
            if (marked != nullptr && !marked[game]) continue;
            rewards_[game] = 0;
            outcomes_[game] = static_cast<std::uint8_t>(Outcome::ONGOING);
            begin(game);
            note(game);
        }
    });
}

int Batch::first_illegal(const std::int64_t* chosen) const {
    const std::int64_t most = actions();
    for (int game = 0; game < games(); ++game) {
        const std::int64_t action = chosen[game];
        if (action >= 0 && action < most && masks_[game * most + action]) continue;
        if (!positions_[game].is_over()) return game;
    }
    return -1;
}

void Batch::step(const std::int64_t* chosen) {
    workers_.run(games(), [&](int first, int last) {
        for (int game = first; game < last; ++game) play(game, chosen[game]);
    });
}

void Batch::sample(std::int64_t* chosen) {
    workers_.run(games(), [&](int first, int last) {
        for (int game = first; game < last; ++game) {
            const Position& position = positions_[game];
            if (position.is_over()) {
                chosen[game] = NO_CELL;
                continue;
            }
            const Cell cell = random_move(position, randoms_[game]);
            chosen[game] = rules_.gravity ? rules_.column_of(cell) : turned(cell);
        }
    });
}

Cell Batch::cell_of(int game, std::int64_t action) const {
    const int number = static_cast<int>(action);
    return rules_.gravity ? positions_[game].landing(number) : turned(number);
}

/// One stone, with what it changes in the observation and the mask.
void Batch::place(int game, Cell cell) {
    Position& position = positions_[game];
    const Side side = position.to_move();
    position.play(cell);
    std::int8_t* own = observations_.data() + static_cast<std::size_t>(game) * 2 * rules_.cells();
    own[turned(cell)] = 1;
    if (position.to_move() != side)
        std::swap_ranges(own, own + rules_.cells(), own + rules_.cells());
    std::uint8_t* mask = masks_.data() + static_cast<std::size_t>(game) * actions();
    if (position.is_over()) {
        std::fill_n(mask, actions(), 0);
    } else if (!rules_.gravity) {
        mask[turned(cell)] = 0;
    } else if (const int column = rules_.column_of(cell); position.height(column) == rules_.rows) {
        mask[column] = 0;
    }
}

void Batch::play(int game, std::int64_t action) {
    Position& position = positions_[game];
    rewards_[game] = 0;
    if (position.is_over()) return;
    const Side side = position.to_move();
    place(game, cell_of(game, action));
    outcomes_[game] = static_cast<std::uint8_t>(position.outcome());
    if (position.is_over()) {
        rewards_[game] = position.outcome() == win_of(side) ? 1.0F : 0.0F;
        if (settings_.restarts) begin(game);
    }
    note(game);
}

/// A new game, which may begin after random stones, but never with its end.
void Batch::begin(int game) {
    const std::size_t index = game;
    positions_[game] = empty_;
    std::fill_n(observations_.data() + index * 2 * rules_.cells(), 2 * rules_.cells(), 0);
    std::fill_n(masks_.data() + index * actions(), actions(), 1);
    if (settings_.opening == 0) return;
    Position opening = empty_;
    for (int stones = randoms_[game].below(settings_.opening + 1); stones > 0; --stones) {
        const Cell cell = random_move(opening, randoms_[game]);
        opening.play(cell);
        if (opening.is_over()) return;
        place(game, cell);
    }
}

void Batch::note(int game) {
    sides_[game] = static_cast<std::uint8_t>(positions_[game].to_move());
    stones_[game] = positions_[game].stones();
}

}  // namespace inarow
