#include "game/variants.hpp"

#include <algorithm>
#include <array>

#include "game/text.hpp"

namespace inarow {
namespace {

constexpr std::array VARIANTS{
    Variant{"tic-tac-toe", "three in a row on 3x3", {3, 3, 3}},
    Variant{"connect-four", "four in a row, discs fall, 7 columns and 6 rows", {7, 6, 4, true}},
    Variant{"gomoku", "five or more in a row on 15x15 (freestyle)", {15, 15, 5}},
    Variant{"gomoku-exact", "exactly five in a row on 15x15", {15, 15, 5, false, 1, 1, true}},
    Variant{"connect6",
            "six or more in a row on 19x19, two stones a turn, one at first",
            {19, 19, 6, false, 2, 1}},
};

constexpr std::string_view EXPECTED_GAME =
    "a game: connect-four, connect6, gomoku, gomoku-exact, tic-tac-toe, drop-7x6x4 or "
    "place-19x19x6-p2-q1";

Rules parse_spec(TextReader& reader, bool gravity) {
    Rules rules{.columns = 0, .rows = 0, .line_length = 0, .gravity = gravity};
    rules.columns = reader.expect_number("the number of columns");
    reader.expect("x", "\"x\" and the number of rows");
    rules.rows = reader.expect_number("the number of rows");
    reader.expect("x", "\"x\" and the line length");
    rules.line_length = reader.expect_number("the line length");
    if (reader.skip("-p")) rules.stones_per_turn = reader.expect_number("the stones per turn");
    if (reader.skip("-q"))
        rules.stones_first_turn = reader.expect_number("the stones on the first turn");
    rules.exact = reader.skip("-exact");
    reader.expect_end("-p, -q, -exact (in this order) or the end");
    return rules;
}

/// The size and line length as the users of Connect M and Connect X write them.
Rules parse_with_rows_first(TextReader& reader, bool square) {
    Rules rules{.columns = 0, .rows = 0, .line_length = 0, .gravity = true};
    reader.skip_gap();
    rules.rows = reader.expect_number(square ? "the board size N" : "the number of rows M");
    reader.skip_gap();
    rules.columns = square ? rules.rows : reader.expect_number("the number of columns N");
    reader.skip_gap();
    rules.line_length = reader.expect_number(square ? "the line length M" : "the line length X");
    reader.skip_gap();
    reader.expect_end("nothing more");
    return rules;
}

}  // namespace

std::span<const Variant> variants() {
    return VARIANTS;
}

std::string spec_of(const Rules& rules) {
    std::string spec = rules.gravity ? "drop-" : "place-";
    spec += std::to_string(rules.columns) + "x" + std::to_string(rules.rows) + "x" +
            std::to_string(rules.line_length);
    if (rules.stones_per_turn != 1 || rules.stones_first_turn != 1) {
        spec += "-p" + std::to_string(rules.stones_per_turn) + "-q" +
                std::to_string(rules.stones_first_turn);
    }
    if (rules.exact) spec += "-exact";
    return spec;
}

std::string name_of(const Rules& rules) {
    const auto found = std::ranges::find(VARIANTS, rules, &Variant::rules);
    return found == VARIANTS.end() ? spec_of(rules) : std::string(found->name);
}

Rules parse_rules(std::string_view text) {
    for (const Variant& variant : VARIANTS) {
        TextReader reader(text);
        if (reader.skip(variant.name) && reader.is_at_end()) return variant.rules;
    }
    TextReader reader(text);
    if (reader.skip("drop-")) return checked(parse_spec(reader, true));
    if (reader.skip("place-")) return checked(parse_spec(reader, false));
    if (reader.skip("connect-m")) return checked(parse_with_rows_first(reader, true));
    if (reader.skip("connect-x")) return checked(parse_with_rows_first(reader, false));
    reader.fail(EXPECTED_GAME);
}

}  // namespace inarow
