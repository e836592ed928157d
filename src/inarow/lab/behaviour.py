"""How often each player gives up, plays with its food, or builds towers (report C).

A turn is judged by the position before it and the stones that it placed:

- The side *could win* if the stones of the turn can complete a line; it could win in *several* ways if there
  are two or more different least sets of cells that do so. It *plays with its food* if it could win in
  several ways and did not win.
- The side is *threatened* if it could not win itself and the opponent could win with the stones of a full
  turn. The threats *can be answered* if the turn's stones can take at least one cell of each; if not, the
  loss is *certain*. It *gives up* if the loss is certain and it placed no stone on any cell of any threat.
  It *overlooks* a threat if all can be answered and at least one was not.
- Where stones fall, a stone *builds a tower* if it lies on top of two or more stones of its own side.

The stones of an opening were nobody's choice and are not counted: where a record has thoughts, those before
the first thought, if none is missing after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from inarow._core import Side
from inarow.game.position import Position
from inarow.game.record import Record, record_line
from inarow.lab import games
from inarow.lab.kind import Case, Column, Figure, Kind, Report, Row, Series, Table, percent, share, whole
from inarow.lab.winning import can_answer_all, fillings

TOWER = 3  # own stones on top of each other


def turns(record: Record) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """The position before each turn of the game, and the stones of the turn."""
    start = Position(record.rules)
    for position in record.positions():
        if position.to_move != start.to_move or position.is_over:
            yield start, position.history[start.stones :]
            start = position
    if not start.is_over and len(record.moves) > start.stones:
        yield start, record.moves[start.stones :]


def turn_counts(position: Position, stones: Sequence[int]) -> Counter[str]:
    """What the turn shows of its player, as counts."""
    falling = len(stones) if position.rules.gravity else 0
    counts = Counter(turns=1, falling_stones=falling, towers=_towers(position, stones))
    wins = fillings(position, position.to_move, position.stones_left)
    has_won = any(win <= set(stones) for win in wins)
    if wins:
        counts.update(could_win=1, did_not_win=int(not has_won))
        if len(wins) > 1:
            counts.update(could_win_in_several_ways=1, played_with_food=int(not has_won))
        return counts
    threats = fillings(position, position.to_move.other, position.rules.stones_per_turn)
    if threats:
        answered = [not threat.isdisjoint(stones) for threat in threats]
        if can_answer_all(threats, position.stones_left):
            counts.update(could_answer=1, overlooked=int(not all(answered)))
        else:
            counts.update(certain_losses=1, gave_up=int(not any(answered)))
    return counts


def _towers(position: Position, stones: Sequence[int]) -> int:
    """The stones that lie on top of enough of their own kind."""
    if not position.rules.gravity:
        return 0
    side, count = position.to_move, 0
    for cell in stones:
        height, below = 1, cell - position.rules.columns
        while below >= 0 and position.at(below) == side:
            height, below = height + 1, below - position.rules.columns
        count += height >= TOWER
        position = position.play(cell)
    return count


def opening_stones(record: Record) -> int:
    """The stones that were on the board before the players chose."""
    thoughts = record.thoughts
    start = next((number for number, thought in enumerate(thoughts) if thought is not None), 0)
    return start if None not in thoughts[start:] else 0


def game_counts(record: Record) -> dict[str, Counter[str]]:
    """The counts of both players in one game."""
    found = {name: Counter(games=1) for name in record.players}
    opening = opening_stones(record)
    for position, stones in turns(record):
        if position.stones < opening:
            continue
        name = record.players[0 if position.to_move == Side.FIRST else 1]
        found[name].update(turn_counts(position, stones))
    return found


def cases(settings: games.Settings) -> list[Case]:
    """Every portion of games."""
    return [Case(chunk.key, partial(_measure, chunk)) for chunk in games.chunks(settings)]


def _measure(chunk: games.Chunk) -> Row:
    records = chunk.records()
    players: dict[str, Counter[str]] = {}
    for record in records:
        for name, counts in game_counts(record).items():
            players.setdefault(name, Counter()).update(counts)
    lines = [] if chunk.file else [record_line(record) for record in records]
    return {"players": players, "records": lines}


def report(settings: games.Settings, rows: Sequence[Row]) -> Report:
    """One row a player, those with the most turns first."""
    totals: dict[str, Counter[str]] = {}
    for row in rows:
        for name, counts in row["players"].items():
            totals.setdefault(name, Counter()).update(counts)
    ordered = sorted(totals.items(), key=lambda pair: (-pair[1]["turns"], pair[0]))
    table_rows = [_shares(name, counts) for name, counts in ordered]
    columns = (
        Column("player", "player"),
        Column("games", "games", whole),
        Column("turns", "turns", whole),
        Column("could_win_in_several_ways", "several wins", whole),
        Column("food_share", "plays with its food", percent),
        Column("could_win", "could win", whole),
        Column("not_won_share", "did not", percent),
        Column("certain_losses", "certain losses", whole),
        Column("gave_up_share", "gives up", percent),
        Column("could_answer", "answerable threats", whole),
        Column("overlooked_share", "overlooks", percent),
        Column("towers_share", "tower stones", percent),
    )
    names = [row["player"] for row in table_rows]
    bars = [
        Series(label, names, [row[key] or 0.0 for row in table_rows])
        for label, key in (
            ("gives up", "gave_up_share"),
            ("plays with its food", "food_share"),
            ("builds towers", "towers_share"),
        )
    ]
    note = (
        "a share is of the turns counted to its left, that of tower stones of all that fell; see docs/lab.md"
    )
    figure = Figure("behaviour", "Behaviour by player", "", "share", bars, is_bars=True)
    return Report(
        (Table("behaviour", columns, table_rows, (note,)),),
        (figure,),
        [line for row in rows for line in row["records"]],
    )


def _shares(name: str, counts: Counter[str]) -> dict[str, Any]:
    return {
        "player": name,
        **{
            key: counts[key]
            for key in (
                "games",
                "turns",
                "could_win_in_several_ways",
                "could_win",
                "certain_losses",
                "could_answer",
            )
        },
        "food_share": share(counts["played_with_food"], counts["could_win_in_several_ways"]),
        "not_won_share": share(counts["did_not_win"], counts["could_win"]),
        "gave_up_share": share(counts["gave_up"], counts["certain_losses"]),
        "overlooked_share": share(counts["overlooked"], counts["could_answer"]),
        "towers_share": share(counts["towers"], counts["falling_stones"]),
    }


KIND = Kind(games.Settings, cases, report)
