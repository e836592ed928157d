#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <climits>
#include <memory>
#include <vector>

#include "bindings/bindings.hpp"
#include "game/notation.hpp"
#include "game/perft.hpp"
#include "game/playout.hpp"
#include "game/text.hpp"
#include "game/variants.hpp"
#include "game/windows.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::bindings {

nb::object position_of_class(nb::handle type, const Position& position) {
    nb::object made = nb::inst_alloc(type);
    new (nb::inst_ptr<Position>(made)) Position(position);
    nb::inst_mark_ready(made);
    return made;
}

nb::object position_object(nb::handle like, const Position& position) {
    return position_of_class(like.type(), position);
}

bool has_signal() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

namespace {

using RulesState = std::tuple<int, int, int, bool, int, int, bool>;

RulesState state_of(const Rules& rules) {
    return {rules.columns,
            rules.rows,
            rules.line_length,
            rules.gravity,
            rules.stones_per_turn,
            rules.stones_first_turn,
            rules.exact};
}

Rules rules_of(const RulesState& state) {
    return std::apply([](auto... numbers) { return checked(Rules{numbers...}); }, state);
}

Py_hash_t hash_of(nb::handle object) {
    const Py_hash_t hash = PyObject_Hash(object.ptr());
    if (hash == -1) nb::raise_python_error();
    return hash;
}

std::string described(const Rules& rules) {
    return "Rules.parse('" + spec_of(rules) + "')";
}

/// The text in UTF-8. Halves of characters, which Python allows, become question marks.
std::string utf8_of(nb::str text) {
    nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
    if (!bytes) nb::raise_python_error();
    return {nb::cast<nb::bytes>(bytes).c_str(), nb::cast<nb::bytes>(bytes).size()};
}

void bind_rules(nb::module_& module) {
    nb::class_<Rules>(
        module, "Rules",
        "The seven numbers that define a game. A value: compare it, hash it, print it.")
        .def(
            "__init__",
            [](Rules* self, int columns, int rows, int line_length, bool gravity,
               int stones_per_turn, int stones_first_turn, bool exact) {
                new (self) Rules(checked({columns, rows, line_length, gravity, stones_per_turn,
                                          stones_first_turn, exact}));
            },
            "columns"_a, "rows"_a, "line_length"_a, nb::kw_only(), "gravity"_a = false,
            "stones_per_turn"_a = 1, "stones_first_turn"_a = 1, "exact"_a = false)
        .def_static(
            "parse", [](nb::str text) { return parse_rules(utf8_of(text)); }, "text"_a,
            "The rules of 'connect6', 'drop-7x6x4', 'place-19x19x6-p2-q1', 'connect-m 7 4' "
            "or 'connect-x 6 7 4'.")
        .def_ro("columns", &Rules::columns)
        .def_ro("rows", &Rules::rows)
        .def_ro("line_length", &Rules::line_length)
        .def_ro("gravity", &Rules::gravity)
        .def_ro("stones_per_turn", &Rules::stones_per_turn)
        .def_ro("stones_first_turn", &Rules::stones_first_turn)
        .def_ro("exact", &Rules::exact)
        .def_prop_ro("cells", &Rules::cells, "The number of cells of the board.")
        .def_prop_ro("spec", &spec_of, "The rules as text that parse reads: 'drop-7x6x4'.")
        .def_prop_ro("name", &name_of, "The name of the game if it has one, else its spec.")
        .def(
            "cell_name",
            [](const Rules& rules, Cell cell) {
                if (!rules.contains(cell)) throw nb::index_error("the board has no such cell");
                return cell_name(rules, cell);
            },
            "cell"_a, "'j10': the column's letters and the row from 1 at the bottom.")
        .def(
            "move_name",
            [](const Rules& rules, Cell cell) {
                if (!rules.contains(cell)) throw nb::index_error("the board has no such cell");
                return move_name(rules, cell);
            },
            "cell"_a, "The column from 1 where stones fall, else the cell's name.")
        .def(
            "parse_cell",
            [](const Rules& rules, nb::str text) { return parse_cell(rules, utf8_of(text)); },
            "text"_a, "The number of the cell that is called 'j10'.")
        .def(
            "column_letters",
            [](const Rules& rules, int column) {
                if (!rules.has_place(column, 0))
                    throw nb::index_error("the board has no such column");
                return column_letters(column);
            },
            "column"_a, "'a' for column 0, 'aa' for column 26.")
        .def_prop_ro(
            "symmetries", [](const Rules& rules) { return symmetries(rules).size(); },
            "The number of ways to lay the board on itself, the identity first.")
        .def(
            "image",
            [](const Rules& rules, int symmetry, Cell cell) {
                const auto known = symmetries(rules);
                if (symmetry < 0 || symmetry >= static_cast<int>(known.size()) ||
                    !rules.contains(cell)) {
                    throw nb::index_error("the board has no such symmetry or cell");
                }
                return image(rules, known[symmetry], cell);
            },
            "symmetry"_a, "cell"_a, "Where the symmetry with this number takes the cell.")
        .def("__str__", &spec_of)
        .def("__repr__", &described)
        .def(
            "__eq__", [](const Rules& one, const Rules& two) { return one == two; },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Rules& rules) { return hash_of(nb::cast(state_of(rules))); })
        .def("__getstate__", &state_of)
        .def("__setstate__",
             [](Rules& rules, const RulesState& state) { new (&rules) Rules(rules_of(state)); });
}

void bind_enums(nb::module_& module) {
    nb::enum_<Side>(module, "Side", "Whose stones they are.")
        .value("FIRST", Side::FIRST)
        .value("SECOND", Side::SECOND)
        .def_prop_ro("other", &other, "The opponent.");
    nb::enum_<Outcome>(module, "Outcome", "How a game stands.")
        .value("ONGOING", Outcome::ONGOING)
        .value("FIRST_WINS", Outcome::FIRST_WINS)
        .value("SECOND_WINS", Outcome::SECOND_WINS)
        .value("DRAW", Outcome::DRAW);
}

/// The cell that a number or a text means; the number may be of any size.
Cell move_of(const Position& position, nb::handle move) {
    if (nb::isinstance<nb::str>(move))
        return parse_move(position, utf8_of(nb::borrow<nb::str>(move)));
    const Py_ssize_t number = PyNumber_AsSsize_t(move.ptr(), nullptr);  // clips what does not fit
    if (number == -1 && PyErr_Occurred()) nb::raise_python_error();
    return static_cast<Cell>(std::clamp<Py_ssize_t>(number, INT_MIN, INT_MAX));
}

nb::object played(nb::handle self, nb::handle move) {
    const Position& position = *nb::inst_ptr<Position>(self);
    const Cell cell = move_of(position, move);
    check_move(position, cell);
    nb::object made = position_object(self, position);
    nb::inst_ptr<Position>(made)->play(cell);
    return made;
}

nb::object taken_back(nb::handle self, int stones) {
    const Position& position = *nb::inst_ptr<Position>(self);
    if (stones < 0 || stones > position.stones()) {
        throw nb::value_error(("cannot take back " + std::to_string(stones) + " stones of " +
                               std::to_string(position.stones()))
                                  .c_str());
    }
    nb::object made = position_object(self, position);
    for (int left = stones; left > 0; --left) nb::inst_ptr<Position>(made)->undo();
    return made;
}

nb::tuple history_of(const Position& position) {
    nb::list moves;
    for (Cell cell : position.history()) moves.append(cell);
    return nb::tuple(moves);
}

std::vector<Cell> moves_of(const Position& position) {
    std::vector<Cell> moves;
    position.for_each_move([&](Cell cell) { moves.push_back(cell); });
    return moves;
}

using Board = nb::ndarray<nb::numpy, const std::int8_t, nb::ndim<2>>;

Board board_of(const Position& position) {
    const Rules& rules = position.rules();
    auto stones = std::make_unique<std::int8_t[]>(rules.cells());
    for (Cell cell = 0; cell < rules.cells(); ++cell)
        stones[cell] = static_cast<std::int8_t>(position.at(cell));
    std::int8_t* data = stones.release();
    nb::capsule owner(data, [](void* held) noexcept { delete[] static_cast<std::int8_t*>(held); });
    return Board(data,
                 {static_cast<std::size_t>(rules.rows), static_cast<std::size_t>(rules.columns)},
                 owner);
}

std::uint64_t counted(Position position, int depth) {
    if (depth < 0) throw nb::value_error("depth must be 0 or more");
    bool is_interrupted = false;
    std::uint64_t count = 0;
    {
        nb::gil_scoped_release release;
        count = perft(position, depth, [&] { return is_interrupted = has_signal(); });
    }
    if (is_interrupted) nb::raise_python_error();
    return count;
}

/// How many of the playouts ended in FIRST_WINS, SECOND_WINS and DRAW.
std::tuple<int, int, int> playouts(const Position& position, int count, std::uint64_t seed) {
    std::array<int, 4> endings{};
    nb::gil_scoped_release release;
    Random random(seed);
    for (int game = 0; game < count; ++game) {
        Position playing = position;
        play_out(playing, random);
        ++endings[static_cast<int>(playing.outcome())];
    }
    return {endings[1], endings[2], endings[3]};
}

using PositionState = std::tuple<Rules, std::vector<Cell>>;

void bind_position(nb::module_& module) {
    nb::class_<Position>(module, "Position",
                         "The stones and whose move it is: a value that nobody changes.")
        .def(nb::init<const Rules&>(), "rules"_a)
        .def_prop_ro("rules", [](const Position& position) { return position.rules(); })
        .def_prop_ro("stones", &Position::stones, "The number of stones on the board.")
        .def_prop_ro("to_move", &Position::to_move)
        .def_prop_ro("stones_left", &Position::stones_left,
                     "Stones that the side to move still places this turn.")
        .def_prop_ro("outcome", &Position::outcome)
        .def_prop_ro("is_over", &Position::is_over)
        .def_prop_ro("moves", &moves_of,
                     "The legal moves, as cell numbers in ascending order of cells or columns.")
        .def_prop_ro("history", &history_of,
                     nb::for_getter(nb::sig("def history(self, /) -> tuple[int, ...]")),
                     "The moves that led here.")
        .def_prop_ro("winning_cells", &Position::winning_cells,
                     "The cells of every winning row; empty while nobody won.")
        .def_prop_ro(
            "board", &board_of, nb::rv_policy::automatic,
            "A read-only int8 array [row, column] from the bottom: 0 empty, 1 FIRST, 2 SECOND.")
        .def_prop_ro("key", &Position::key, "64 bits that depend only on the stones.")
        .def_prop_ro("canonical_key", &Position::canonical_key,
                     "The smallest key among the board's symmetries.")
        .def(
            "at",
            [](const Position& position, Cell cell) -> nb::object {
                if (!position.rules().contains(cell))
                    throw nb::index_error("the board has no such cell");
                if (position.is_empty(cell)) return nb::none();
                return nb::cast(static_cast<Side>(position.at(cell)));
            },
            "cell"_a, nb::sig("def at(self, cell: int) -> Side | None"),
            "The side whose stone lies on the cell.")
        .def("play", &played, "move"_a, nb::sig("def play(self, move: int | str) -> typing.Self"),
             "The position after one stone on a cell: its number, its name 'j10', or '4' for a "
             "column.")
        .def(
            "is_legal",
            [](const Position& position, nb::handle move) {
                return position.is_legal(move_of(position, move));
            },
            "move"_a, nb::sig("def is_legal(self, move: int | str) -> bool"))
        .def(
            "move",
            [](const Position& position, nb::handle move) {
                const Cell cell = move_of(position, move);
                check_move(position, cell);
                return cell;
            },
            "move"_a, nb::sig("def move(self, move: int | str) -> int"),
            "The cell of a legal move, given as play takes it.")
        .def("taken_back", &taken_back, "stones"_a = 1,
             nb::sig("def taken_back(self, stones: int = 1) -> typing.Self"),
             "The position before the last stones.")
        .def("longest_run", &Position::longest_run, "side"_a,
             "The longest row of touching stones of the side.")
        .def("has_open_window", &Position::has_open_window, "side"_a,
             "Whether the side could still win if the other side only ever passed.")
        .def("perft", &counted, "depth"_a,
             "The number of sequences of `depth` stones; the last is counted, not played.")
        .def("playouts", &playouts, "count"_a, "seed"_a = 0,
             "(first wins, second wins, draws) of so many random games from here.")
        .def(
            "__eq__", [](const Position& one, const Position& two) { return one == two; },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const Position& position) { return static_cast<Py_hash_t>(position.key() >> 2); })
        .def("__copy__", [](nb::handle self) { return nb::borrow(self); })
        .def("__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); })
        .def("__getstate__",
             [](const Position& position) {
                 const auto history = position.history();
                 return PositionState(position.rules(), {history.begin(), history.end()});
             })
        .def("__setstate__", [](Position& position, const PositionState& state) {
            Position made(std::get<0>(state));
            for (Cell cell : std::get<1>(state)) {
                check_move(made, cell);
                made.play(cell);
            }
            new (&position) Position(std::move(made));
        });
}

void bind_windows(nb::module_& module) {
    nb::class_<Windows>(module, "Windows",
                        "Every window of a position with the stones of each side in it.")
        .def(
            "__init__",
            [](Windows* self, const Position& position) {
                new (self) Windows(std::make_shared<const WindowTable>(position.rules()));
                self->reset(position);
            },
            "position"_a)
        .def("__len__", [](const Windows& windows) { return windows.table().size(); })
        .def(
            "cells",
            [](const Windows& windows, int window) {
                if (window < 0 || window >= windows.table().size())
                    throw nb::index_error("there is no such window");
                std::vector<Cell> cells(windows.table().rules().line_length);
                for (std::size_t index = 0; index < cells.size(); ++index)
                    cells[index] = windows.table()[window].cell(index);
                return cells;
            },
            "window"_a, "The cells of the window.")
        .def(
            "stones",
            [](const Windows& windows, Side side, int window) {
                if (window < 0 || window >= windows.table().size())
                    throw nb::index_error("there is no such window");
                return windows.stones(side, window);
            },
            "side"_a, "window"_a, "The stones of the side in the window.");
}

void bind_random(nb::module_& module) {
    nb::class_<Random>(module, "Random",
                       "SplitMix64: the same numbers on every machine for the same seed.")
        .def(nb::init<std::uint64_t>(), "seed"_a)
        .def(
            "below",
            [](Random& random, int bound) {
                if (bound < 1) throw nb::value_error("bound must be 1 or more");
                return random.below(bound);
            },
            "bound"_a, "A number from 0 to bound - 1.")
        .def("bits", &Random::bits, "64 random bits.")
        .def(
            "move",
            [](Random& random, const Position& position) {
                if (position.is_over()) throw nb::value_error("the game is over: there is no move");
                return random_move(position, random);
            },
            "position"_a, "A legal move, every one as likely.");
}

}  // namespace

void bind_game(nb::module_& module) {
    nb::exception<RulesError>(module, "RulesError", PyExc_ValueError);
    nb::exception<NotationError>(module, "NotationError", PyExc_ValueError);
    nb::exception<IllegalMove>(module, "IllegalMove", PyExc_ValueError);
    bind_enums(module);
    bind_rules(module);
    bind_position(module);
    bind_windows(module);
    bind_random(module);
    module.def(
        "variants",
        [] {
            nb::dict named;
            for (const Variant& variant : variants()) {
                named[nb::str(variant.name.data(), variant.name.size())] = nb::make_tuple(
                    variant.rules, nb::str(variant.about.data(), variant.about.size()));
            }
            return named;
        },
        nb::sig("def variants() -> dict[str, tuple[Rules, str]]"),
        "The games that have a name, each with its rules and a line about it.");
}

}  // namespace inarow::bindings
