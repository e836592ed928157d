"""Names of players: `pvs eval=windows depth=8` to a Player. The only parser of such text."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from inarow._core import Rules, evaluators, rungs
from inarow.engine import plugins
from inarow.engine.champion import ChampionPlayer
from inarow.engine.genetic import GeneticPlayer
from inarow.engine.levels import LEVELS, LevelPlayer
from inarow.engine.limits import MOST_DEPTH, NO_LIMITS, Limits
from inarow.engine.mcts import MctsPlayer
from inarow.engine.network import NetworkPlayer, TrainedNetwork
from inarow.engine.player import FirstPlayer, Player, RandomPlayer, SearchPlayer, SearchSettings
from inarow.engine.weights import HAND, SHIPPED, TunedWeights
from inarow.game.position import Position
from inarow.game.record import Thought


class CatalogError(ValueError):
    """A name or an option that no player has, with the nearest right ones."""


@dataclass(frozen=True)
class Option:
    """One `name=value` of a player: how it is read, what it is when left out, what it does."""

    name: str
    read: Callable[[str], Any]
    default: Any
    about: str


@dataclass(frozen=True)
class Entry:
    """One name of the catalog: what it is, its options, and how the player is made from them."""

    name: str
    about: str
    options: tuple[Option, ...]
    make: Callable[[str, Mapping[str, Any]], Player]
    details: str = ""
    takes_bare_value: bool = False  # the value of the first option may stand without its name


def player(text: str) -> Player:
    """The player that a name with options stands for, or one of the user's own: `file.py:name`.

    Its `name` is the text, so that tables and records can tell two settings of one player apart.
    """
    name, *rest = words(text)
    if plugins.is_plugin(name):
        return _own_player(text, name, pairs(name, rest))
    found = entry(name)
    return found.make(" ".join([name, *rest]), _options(found, _pairs_of(found, rest)))


def entry(name: str) -> Entry:
    """The entry of that name."""
    if name in CATALOG:
        return CATALOG[name]
    raise CatalogError(
        f"there is no player '{name}'{_nearest(name, CATALOG)} ('inarow players' explains them all)"
    )


def usual_player(rules: Rules) -> str:
    """The name of a good opponent for the game."""
    return "champion"


def words(text: str) -> list[str]:
    """The words of a player's text, as a shell would split it."""
    try:
        found = shlex.split(text)
    except ValueError as error:
        raise CatalogError(f"'{text}' is not a player: {error}") from error
    if not found:
        raise CatalogError("the name of the player is missing; 'inarow players' lists them all")
    return found


def _nearest(word: str, known: Any) -> str:
    near = get_close_matches(word, list(known), n=2, cutoff=0.5)
    return f": did you mean {' or '.join(near)}?" if near else f"; known are {', '.join(known)}"


def pairs(name: str, rest: list[str]) -> dict[str, str]:
    """The options of a player as they were written, by name."""
    found: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise CatalogError(
                f"'{word}' is not an option of {name}: expected name=value, for example depth=4"
            )
        if key in found:
            raise CatalogError(f"{name} has {key} twice")
        found[key] = value
    return found


def _pairs_of(found: Entry, rest: list[str]) -> dict[str, str]:
    """The options as they were written; the first may be given without its name: `level 3`."""
    if rest and found.takes_bare_value and "=" not in rest[0]:
        rest = [f"{found.options[0].name}={rest[0]}", *rest[1:]]
    return pairs(found.name, rest)


def _options(found: Entry, given: dict[str, str]) -> dict[str, Any]:
    """The value of every option of the entry, given or default."""
    known = {option.name: option for option in found.options}
    values = {option.name: option.default for option in found.options}
    for key, value in given.items():
        if key not in known:
            raise CatalogError(f"{found.name} has no option '{key}'{_nearest(key, known)}")
        try:
            values[key] = known[key].read(value)
        except ValueError as error:
            raise CatalogError(f"{key}={value}: {error}") from error
    return values


@dataclass
class NamedPlayer:
    """A user's own player under the text that it was asked for with."""

    name: str
    _own: Any

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """Whatever the user's player chooses."""
        chosen: int = self._own.choose(position, limits)
        return chosen

    def prepare(self, rules: Rules) -> None:
        """Let the user's player get ready for a game, if it has a `prepare`."""
        prepare = getattr(self._own, "prepare", None)
        if callable(prepare):
            prepare(rules)

    @property
    def thought(self) -> Thought | None:
        """What the user's player says it thought, if it says so."""
        return getattr(self._own, "thought", None)

    def close(self) -> None:
        """Let the user's player put away what it holds, if it has a `close`."""
        close = getattr(self._own, "close", None)
        if callable(close):
            close()


def _own_player(text: str, place: str, options: dict[str, str]) -> Player:
    """A player that the user wrote: a class, called with the options as texts, or an object."""
    loaded = plugins.load(place)
    if isinstance(loaded, type):
        try:
            loaded = loaded(**options)
        except TypeError as error:
            raise CatalogError(
                f"{place} could not be made with {options or 'no options'}: {error}"
            ) from error
    elif options:
        raise CatalogError(f"{place} is an object, not a class: it takes no options")
    if not callable(getattr(loaded, "choose", None)):
        raise CatalogError(f"{place} is no player: expected an object with choose(position, limits)")
    return NamedPlayer(text, loaded)


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.lstrip("-").isdecimal() or not least <= int(text) <= most:
            raise ValueError(f"expected a whole number from {least} to {most}")
        return int(text)

    return read


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise ValueError("expected a number from 0 to 1")
    return value


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= 1e9:
        raise ValueError("expected a number of seconds above 0")
    return value


def _network_file(text: str) -> Path:
    try:
        TrainedNetwork.load(Path(text))
    except OSError as error:
        raise ValueError(f"{error.strerror}; expected a file of 'inarow learn train'") from error
    return Path(text)


def _above_nothing(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1e6:
        raise ValueError("expected a number above 0")
    return value


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("expected yes or no")
    return text == "yes"


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected {' or '.join(words)}")
        return text

    return read


def _evaluator(text: str) -> str:
    if not plugins.is_plugin(text) and text not in evaluators():
        raise ValueError(f"there is no evaluator '{text}'{_nearest(text, evaluators())}")
    return text


def _weights(text: str) -> str:
    if text not in (HAND, SHIPPED):
        try:
            TunedWeights.load(Path(text))
        except OSError as error:
            raise ValueError(f"{error.strerror}; expected {HAND}, {SHIPPED} or a file of weights") from error
    return text


SEED = Option("seed", _whole(0, 2**63 - 1), 0, "the same seed gives the same game")
LIMIT_OPTIONS = (
    Option("depth", _whole(1, MOST_DEPTH), None, "turns to search"),
    Option("seconds", _seconds, None, "seconds a turn"),
    Option("nodes", _whole(1, 10**18), None, "positions to visit a turn"),
    Option("memory", _whole(1, 1 << 20), 64, "MiB for the table"),
    Option("threads", _whole(1, 256), 1, "threads to search with"),
)
TREE_LIMIT_OPTIONS = LIMIT_OPTIONS[1:]  # a tree has no depth to search to
WEIGHTS_OPTION = Option(
    "weights", _weights, SHIPPED, "of its evaluation: hand, shipped or a file of 'inarow learn'"
)
SEARCH_OPTIONS = (
    Option("eval", _evaluator, "windows", "the evaluator: a name, module:name or file.py:name"),
    *LIMIT_OPTIONS,
    Option(
        "candidates",
        _one_of("all", "near", "chains"),
        "all",
        "which cells are tried: all, near stones, or system A's",
    ),
    Option("distance", _whole(1, 128), 2, "how near `near` is, in steps"),
    Option(
        "cells", _whole(0, 16_384), 0, "most cells tried in a position, the most promising first; 0 for all"
    ),
    Option(
        "width", _whole(0, 500_000), 0, "most turns tried in a position, the most promising first; 0 for all"
    ),
    Option("symmetry", _yes, False, "positions equal under symmetry share an entry of the table"),
)


# How many turns system B's player tries in a search of at most so many turns.
ULTIMATE_WIDTHS = ((3, 32), (6, 8), (10_000, 4))


def _search_player(rung: str, fixed: Mapping[str, Any], name: str, values: Mapping[str, Any]) -> Player:
    limits = Limits(*(values[option.name] for option in LIMIT_OPTIONS))
    options = {key: values[key] for key in ("candidates", "distance", "cells", "width", "symmetry")}
    return SearchPlayer(name, SearchSettings(rung, values["eval"], limits, options={**options, **fixed}))


def _search_entry(
    name: str,
    about: str,
    rung: str,
    *,
    details: str = "",
    fixed: Mapping[str, Any] | None = None,
    make: Callable[[str, Mapping[str, Any]], Player] | None = None,
    **defaults: Any,
) -> Entry:
    """An entry that searches with the rung; the defaults replace those of SEARCH_OPTIONS."""
    options = tuple(
        replace(option, default=defaults.get(option.name, option.default)) for option in SEARCH_OPTIONS
    )
    return Entry(name, about, options, make or partial(_search_player, rung, fixed or {}), details)


def _ultimate_player(name: str, values: Mapping[str, Any]) -> Player:
    width = values["width"]
    if width is None:
        width = next(width for depth, width in ULTIMATE_WIDTHS if values["depth"] <= depth)
    return _search_player("killers", {}, name, {**values, "width": width})


def _champion(name: str, values: Mapping[str, Any]) -> Player:
    limits = Limits(*(values[option.name] for option in LIMIT_OPTIONS))
    return ChampionPlayer(name, limits, values["weights"])


def _mcts(name: str, values: Mapping[str, Any]) -> Player:
    limits = Limits(None, *(values[option.name] for option in TREE_LIMIT_OPTIONS))
    return MctsPlayer(name, limits, values["exploration"], values["width"], values["weights"])


def _network(name: str, values: Mapping[str, Any]) -> Player:
    limits = Limits(None, *(values[option.name] for option in TREE_LIMIT_OPTIONS))
    return NetworkPlayer(name, values["weights"], limits, values["exploration"])


def _genetic(name: str, values: Mapping[str, Any]) -> Player:
    return GeneticPlayer(
        values["population"],
        values["generations"],
        values["mutation"],
        values["seed"],
        values["eval"],
        name,
    )


_ENTRIES = (
    Entry(
        "random",
        "any legal move, every one as likely",
        (SEED,),
        lambda name, values: RandomPlayer(values["seed"], name),
    ),
    Entry("first", "the first legal move: a player to test with", (), lambda name, _: FirstPlayer(name)),
    _search_entry(
        "chains",
        "system A: Connect6 by alpha-beta over the best pairs of cells beside stones",
        "alphabeta",
        details="At most 2 turns deep unless told. A pair that wins at once is played at once.",
        candidates="chains",
        eval="chains",
        depth=2,
    ),
    Entry(
        "genetic",
        "system A's other idea: the turn is evolved by a genetic algorithm",
        (
            Option("population", _whole(2, 100_000), 50, "individuals in a generation"),
            Option("generations", _whole(0, 100_000), 50, "generations"),
            Option("mutation", _share, 0.1, "how often a child is changed"),
            Option("eval", _evaluator, "chains", "what fitness is"),
            SEED,
        ),
        _genetic,
    ),
    _search_entry(
        "ultimate",
        "system B: alpha-beta with ordering, a table shared by rotations, and killer moves",
        "killers",
        details="The most promising cells beside stones are tried, and of their turns the best 32; only 8 in "
        "a search of more than 3 turns, and 4 in one of more than 6, unless width= says otherwise.",
        make=_ultimate_player,
        eval="ultimate",
        candidates="near",
        cells=16,
        width=None,
        depth=3,
        symmetry=True,
    ),
    _search_entry(
        "open-lines",
        "system C: Connect M by counting the lines still open to each side",
        "alphabeta",
        details="A win is a win, soon or late, so it may play with its food and give up, as its authors saw.",
        fixed={"flat_wins": True},
        eval="open-lines",
        depth=6,
    ),
    _search_entry(
        "tokens",
        "system D: Connect X by iterative deepening over alpha-beta in its time",
        "alphabeta",
        details="Its league forfeits a move later than 10 s; it stops half a second before unless told.",
        fixed={"from_centre": True},
        eval="tokens",
        seconds=9.5,
    ),
    _search_entry(
        "gaussian",
        "system E: Connect M by weighted groups on a gaussian board, and threats",
        "alphabeta",
        details="A utility-based agent; its environment is fully observable, deterministic, sequential, "
        "static, discrete and multi-agent.",
        eval="gaussian",
        depth=4,
    ),
    Entry(
        "level",
        "a player for people, from 1 (a beginner) to 10: 'level 3'",
        (Option("n", _whole(1, max(LEVELS)), 5, "the level"), SEED),
        lambda name, values: LevelPlayer(values["n"], values["seed"], name),
        details="Weaker levels look less far ahead, take second-best moves for the best, and overlook what is "
        "far from the last stones. None overlooks a win at once.",
        takes_bare_value=True,
    ),
    Entry(
        "champion",
        "the strongest there is for every game",
        (
            *LIMIT_OPTIONS,
            WEIGHTS_OPTION,
        ),
        _champion,
        details="Without gravity it looks for forced wins by threats, then searches whole turns; nodes count "
        "those of both. Where stones fall it searches columns, and solves the position once it can in "
        "its time.",
    ),
    Entry(
        "mcts",
        "Monte Carlo tree search for every game: promising moves first, proved results handed up",
        (
            *TREE_LIMIT_OPTIONS,
            Option("exploration", _above_nothing, 1.4, "how much promise counts against what was found"),
            Option("width", _whole(1, 16_384), 16, "moves of a new position; more come with visits"),
            WEIGHTS_OPTION,
        ),
        _mcts,
        details="It judges a leaf as the champion does, without playing random games. A node is a leaf; memory "
        "is for the tree, which is kept from move to move.",
    ),
    Entry(
        "network",
        "tree search with a network that was trained by 'inarow learn train'",
        (
            Option(
                "weights", _network_file, None, "the file of the network; without it the one that is shipped"
            ),
            *TREE_LIMIT_OPTIONS,
            Option("exploration", _above_nothing, 1.4, "how much promise counts against what was found"),
        ),
        _network,
        details="The network says which moves are promising and how good a leaf is, where mcts judges as the champion "
        "does.",
    ),
    *(_search_entry(name, f"a rung of the ladder: {about}", name) for name, about in rungs().items()),
)
CATALOG = {entry.name: entry for entry in _ENTRIES}
