#pragma once

#include <span>
#include <string>
#include <string_view>

#include "game/rules.hpp"

namespace inarow {

/// Rules that have a name.
struct Variant {
    std::string_view name;
    std::string_view about;
    Rules rules;
};

std::span<const Variant> variants();

/// drop-7x6x4 or place-19x19x6-p2-q1: columns x rows x line length, with -exact where it holds.
std::string spec_of(const Rules& rules);

/// The name of the game if it has one, else its spec.
std::string name_of(const Rules& rules);

/// The rules that a name, a spec, "connect-m N M" or "connect-x M N X" stands for. Throws
/// NotationError for a text that is none of these and RulesError for numbers that make no game.
Rules parse_rules(std::string_view text);

}  // namespace inarow
