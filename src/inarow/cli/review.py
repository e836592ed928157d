"""Find the turns that changed the value of a game, with the better turn and what punishes the mistake.

Values come from the solver where it can, from a search of all play on boards that are nearly full, else from
a search, whose values are guesses until it proves a win; every line says which. A game is judged from its end,
so Ctrl-C leaves its last turns reviewed. A good turn keeps the value of the game; a perfect one also the
quickest win or the slowest loss.

With --rate the turns of a player are judged instead, on sampled positions or in games against itself.

examples:
  inarow review games.jsonl --game 2 --seconds 2
  inarow review game.sgf --of Ada --json
  inarow review games.jsonl --puzzles puzzles.jsonl
  inarow review --rate 'pvs depth=4' --game connect-four --positions 200 --nodes 1000000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inarow._core import Rules, Side
from inarow.adapters.players import player
from inarow.cli import arguments, terminal
from inarow.engine.analyst import Analyst
from inarow.engine.limits import Limits
from inarow.engine.player import SearchPlayer
from inarow.engine.puzzles import Puzzle, puzzles_of, puzzles_text
from inarow.engine.rates import game_positions, rated_turns, sampled_positions
from inarow.engine.review import MARGIN, MARGIN_OF_RUNGS, Rates, Review, ReviewedTurn, reviewed_turns
from inarow.engine.score import UNIT, counted
from inarow.game.files import read_games
from inarow.game.notation import moves_text
from inarow.game.record import Record, write_whole
from inarow.game.summary import end_in_words
from inarow.game.turns import turns

MARKS = {Side.FIRST: "X", Side.SECOND: "O"}
POSITIONS = 100
LONGEST_LINE = 40  # stones that are printed


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow review`."""
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="games in any format that is read")
    parser.add_argument("--game", metavar="N", help="only this game, counted from 1; with --rate, which game")
    parser.add_argument("--of", metavar="NAME", help="only mistakes of this player: a name, first or second")
    parser.add_argument("--all", action="store_true", help="show every turn, not only mistakes")
    parser.add_argument(
        "--player",
        type=arguments.reader(player),
        help="who judges where nothing is solved (default: champion)",
    )
    parser.add_argument(
        "--margin",
        type=float,
        help="the drop of a guess that is a mistake "
        f"(default: {MARGIN / UNIT}, {MARGIN_OF_RUNGS / UNIT} in games that the champion leaves to the ladder)",
    )
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="write puzzles made of the mistakes")
    rate = parser.add_argument_group("rates of a player")
    rate.add_argument("--rate", metavar="PLAYER", type=arguments.reader(player), help="whose turns to judge")
    amount = rate.add_mutually_exclusive_group()
    amount.add_argument(
        "--positions", type=int, metavar="N", help=f"sampled positions (default: {POSITIONS})"
    )
    amount.add_argument("--games", type=int, metavar="N", help="games against itself instead")
    rate.add_argument("--seed", type=int, default=0, help="of the positions (default: 0)")
    arguments.add_limits(parser)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Review the games, or rate the player."""
    if (args.file is None) == (args.rate is None):
        raise argparse.ArgumentTypeError("give a FILE of games to review, or --rate PLAYER")
    if args.player is not None and not isinstance(args.player, SearchPlayer):
        raise argparse.ArgumentTypeError(f"{args.player.name} does not search, so it cannot judge")
    return _rate(args) if args.rate is not None else _review(args)


def _review(args: argparse.Namespace) -> int:
    puzzles: list[Puzzle] = []
    try:
        for index, (number, record) in enumerate(_games(args)):
            if index and not args.json:
                arguments.print_text("")
            _review_game(args, number, record, puzzles)
    finally:
        if args.puzzles is not None:
            write_whole(args.puzzles, puzzles_text(puzzles))
            terminal.complain(f"{counted(len(puzzles), 'puzzle')} written to {args.puzzles}")
    return 0


def _games(args: argparse.Namespace) -> list[tuple[int, Record]]:
    games = list(enumerate(read_games(args.file), start=1))
    if args.game is None:
        return games
    if not args.game.isdecimal() or not 1 <= int(args.game) <= len(games):
        raise ValueError(f"{args.file} has {counted(len(games), 'game')}; there is no game {args.game}")
    return [games[int(args.game) - 1]]


def _review_game(args: argparse.Namespace, number: int, record: Record, puzzles: list[Puzzle]) -> None:
    """Review one game and print it; after Ctrl-C what there is of it."""
    analyst = _analyst(args, record.rules)
    limits = arguments.limits(args)
    side = _side(args, record)
    done: list[ReviewedTurn] = []
    try:
        for turn in _watched(args, record, analyst, limits, number):
            done.append(turn)
    finally:
        terminal.progress("")
        review = Review(record, tuple(reversed(done)))
        if args.json:
            arguments.print_json(fields(number, review, side))
        else:
            _print(number, review, side, args.all)
    if args.puzzles is not None:
        terminal.progress("making puzzles")
        puzzles.extend(one for one in puzzles_of(review, limits, analyst=analyst) if side in (None, one.side))
        terminal.progress("")


def _watched(
    args: argparse.Namespace, record: Record, analyst: Analyst, limits: Limits, number: int
) -> Iterator[ReviewedTurn]:
    total = len(turns(record.rules, record.moves))
    terminal.progress(f"game {number}: turn {total} of {total}")
    for turn in reviewed_turns(record, limits, analyst=analyst, margin=_margin(args)):
        yield turn
        words = turn.before.in_words(turn.stones)
        terminal.progress(f"game {number}: turn {turn.number} of {total}: {words} ({turn.source})")


def _analyst(args: argparse.Namespace, rules: Rules) -> Analyst:
    return Analyst(rules, thinker=args.player, memory=args.memory or 64, threads=args.threads or 1)


def _margin(args: argparse.Namespace) -> int | None:
    if args.margin is None:
        return None
    if args.margin < 0:
        raise argparse.ArgumentTypeError(f"--margin is {args.margin}; it must be 0 or more")
    points: int = round(args.margin * UNIT)
    return points


def _side(args: argparse.Namespace, record: Record) -> Side | None:
    """The side that --of asks for."""
    if args.of is None:
        return None
    names = {"first": Side.FIRST, "second": Side.SECOND}
    names |= dict(zip(record.players, (Side.FIRST, Side.SECOND), strict=True))
    if args.of not in names:
        first, second = record.players
        raise ValueError(f"no side of the game is '{args.of}': expected {first}, {second}, first or second")
    return names[args.of]


def _print(number: int, review: Review, side: Side | None, every_turn: bool) -> None:
    record = review.record
    first, second = record.players
    end = end_in_words(record)
    arguments.print_text(f"game {number}: {record.rules.name}, X {first} against O {second}, {end}")
    arguments.print_text(_sources(review))
    shown = review.turns if every_turn else review.mistakes
    for turn in shown:
        if side in (None, turn.side):
            _print_turn(record, turn)
    if not shown:
        arguments.print_text("no turn changed the value of the game")
    for one in (Side.FIRST, Side.SECOND):
        if side in (None, one):
            name = f"{MARKS[one]} {record.players[one.value - 1]}"
            arguments.print_text(f"{name}: {rates_in_words(review.rates(one))}")


def _sources(review: Review) -> str:
    """Who judged how many turns."""
    parts = [f"{counted(number, 'turn')} by {source}" for source, number in sorted(review.sources.items())]
    whole = "" if review.is_complete else "; the turns before were not reviewed"
    return f"judged: {', '.join(parts) or 'nothing'}{whole}"


def _print_turn(record: Record, turn: ReviewedTurn) -> None:
    rules, stones = record.rules, turn.stones
    played = moves_text(rules, turn.turn)
    values = f"{turn.before.in_words(stones)} -> {turn.after.in_words(stones)}"
    kind = f"  {turn.mistake.kind}" if turn.mistake else ""
    arguments.print_text(f"{turn.number:>4}. {MARKS[turn.side]} {played:<8} {values}{kind} ({turn.source})")
    if turn.mistake:
        arguments.print_text(f"       better {_line(rules, turn.mistake.better)}")
        if turn.mistake.refutation:
            arguments.print_text(f"       then   {_line(rules, turn.mistake.refutation)}")


def _line(rules: Rules, cells: tuple[int, ...]) -> str:
    names = [rules.move_name(cell) for cell in cells[:LONGEST_LINE]]
    return " ".join(names) + (" ..." if len(cells) > LONGEST_LINE else "")


def rates_in_words(rates: Rates) -> str:
    """'13 turns, good 92.3 %, perfect 84.6 %', and how many of them were judged without a guess."""
    if rates.good_rate is None or rates.perfect_rate is None:
        return "no turns"
    words = f"{counted(rates.turns, 'turn')}, good {rates.good_rate:.1%}, perfect {rates.perfect_rate:.1%}"
    return words + ("" if rates.proven == rates.turns else f" ({rates.proven:,} without a guess)")


def fields(number: int, review: Review, side: Side | None = None) -> dict[str, Any]:
    """A review as plain data; values are for the side that played the turn."""
    record = review.record
    return {
        "number": number,
        "game": record.rules.name,
        "players": record.players,
        "moves": moves_text(record.rules, record.moves),
        "complete": review.is_complete,
        "sources": {str(source): count for source, count in review.sources.items()},
        "turns": [turn_fields(record.rules, turn) for turn in review.turns if side in (None, turn.side)],
        "rates": {one.name.lower(): rate_fields(review.rates(one)) for one in Side},
    }


def turn_fields(rules: Rules, turn: ReviewedTurn) -> dict[str, Any]:
    """One reviewed turn as plain data."""

    def names(cells: tuple[int, ...]) -> list[str]:
        return [rules.move_name(cell) for cell in cells]

    mistake = turn.mistake
    return {
        "turn": turn.number,
        "stones": turn.stones,
        "side": turn.side.name.lower(),
        "played": names(turn.turn),
        "before": turn.before.in_fields(turn.stones),
        "after": turn.after.in_fields(turn.stones),
        "best": names(turn.best),
        "line": names(turn.line),
        "source": str(turn.source),
        "source_after": str(turn.source_after),
        "good": turn.is_good,
        "perfect": turn.is_perfect,
        "good_turns": turn.good_turns,
        "legal_turns": turn.legal_turns,
        "mistake": mistake
        and {
            "kind": str(mistake.kind),
            "better": names(mistake.better),
            "refutation": names(mistake.refutation),
        },
    }


def rate_fields(rates: Rates) -> dict[str, Any]:
    """Rates as plain data."""
    return {
        "turns": rates.turns,
        "good": rates.good,
        "perfect": rates.perfect,
        "proven": rates.proven,
        "good_rate": rates.good_rate,
        "perfect_rate": rates.perfect_rate,
    }


def _rate(args: argparse.Namespace) -> int:
    """Judge the turns of a player and print its rates, after Ctrl-C of those that were judged."""
    if args.game is None:
        raise argparse.ArgumentTypeError("--rate needs --game GAME: the game to play, such as connect-four")
    rules = arguments.game(args.game)
    analyst, rated = _analyst(args, rules), args.rate
    amount = (
        args.games if args.games is not None else args.positions if args.positions is not None else POSITIONS
    )
    if amount < 1:
        raise argparse.ArgumentTypeError(f"{amount} is not enough; it must be 1 or more")
    if args.games is not None:
        positions = game_positions(rated, rules, amount, args.seed)
    else:
        positions = sampled_positions(rules, amount, args.seed)
    done: list[ReviewedTurn] = []
    try:
        limits = arguments.limits(args)
        for turn in rated_turns(rated, positions, judge_limits=limits, analyst=analyst, margin=_margin(args)):
            done.append(turn)
            terminal.progress(rates_in_words(Rates.of(done)))
    finally:
        terminal.progress("")
        if hasattr(rated, "close"):  # another program, that has to be ended
            rated.close()
        if args.json:
            rates = rate_fields(Rates.of(done))
            arguments.print_json({"player": rated.name, "game": rules.name, "seed": args.seed, **rates})
        else:
            arguments.print_text(f"{rated.name} in {rules.name}: {rates_in_words(Rates.of(done))}")
    return 0
