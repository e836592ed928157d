"""The summary of a tournament as text and as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from inarow.arena.plan import Plan
from inarow.arena.sprt import Decision
from inarow.arena.summary import Duel, Game, Summary, summaries
from inarow.cli import arguments
from inarow.game.record import Ending

DECISIONS = {
    Decision.CONTINUE: "not decided yet",
    Decision.ACCEPT_H0: "H0: no such gain",
    Decision.ACCEPT_H1: "H1: the gain is there",
}


def print_standings(plan: Plan, games: Sequence[Game], is_json: bool, **more: object) -> None:
    """Print the standing of each game of the plan, for people or one line of JSON each with `more` in it."""
    found = summaries(plan, games)
    if is_json:
        for summary in found:
            arguments.print_json({**more, **fields(plan, summary)})
    else:
        arguments.print_text("\n\n".join(in_text(plan, summary) for summary in found))


def in_text(plan: Plan, summary: Summary) -> str:
    """The standing for people: a table of ratings, the cross table, and what else happened."""
    lines = [f"{summary.game}: {summary.games} games", "", *_ratings(summary)]
    if summary.duel is not None:
        lines += ["", *_duel(plan, summary.duel)]
    elif len(summary.ratings.players) > 2:
        lines += ["", *_cross(summary)]
    lines += ["", *_remarks(summary)]
    return "\n".join(lines)


def _ratings(summary: Summary) -> list[str]:
    rows = [("", "player", "Elo", "+-", "points", "games", "score", "mean s", "longest s")]
    for place, rating in enumerate(summary.ratings.players, start=1):
        times = summary.times.get(rating.player)
        share = f"{rating.points / rating.games:.1%}" if rating.games else "-"
        seconds = (f"{times.mean:.3f}", f"{times.longest:.3f}") if times else ("-", "-")
        rows.append((str(place), rating.player, f"{rating.elo:+.0f}", f"{rating.error:.0f}",
                     f"{rating.points:g}", str(rating.games), share, *seconds))  # fmt: skip
    first = summary.ratings
    table = _aligned(rows)
    if summary.games:
        table.append(
            f"the first move is worth {first.first_move_elo:+.0f} +- {first.first_move_error:.0f} Elo"
        )
    return table


def _cross(summary: Summary) -> list[str]:
    names = [rating.player for rating in summary.ratings.players]
    rows = [("", "points against", *(str(number) for number in range(1, len(names) + 1)))]
    for number, name in enumerate(names, start=1):
        cells = [
            f"{summary.cross[name, other][0]:g}/{summary.cross[name, other][1]}"
            if (name, other) in summary.cross
            else "-"
            for other in names
        ]
        rows.append((str(number), name, *cells))
    return _aligned(rows)


def _duel(plan: Plan, duel: Duel) -> list[str]:
    lost, drawn, won = duel.games
    lines = [
        f"{plan.players[0]}: {won} won, {drawn} drawn, {lost} lost; "
        f"pairs with 0, 1/2, 1, 3/2, 2 points: {duel.pairs}"
    ]
    if duel.estimate is not None:
        found = duel.estimate
        lines.append(
            f"Elo {found.elo:+.1f} [{found.elo_low:+.1f}, {found.elo_high:+.1f}], normalised "
            f"{found.normalised_elo:+.1f} +- {found.normalised_elo_error:.1f}, LOS {found.los:.1%}"
        )
    if duel.sprt is not None and plan.sprt is not None:
        lines.append(
            f"SPRT {plan.sprt.elo0:g}..{plan.sprt.elo1:g} ({plan.sprt.model}): LLR {duel.sprt.llr:+.2f} "
            f"[{duel.sprt.lower:.2f}, {duel.sprt.upper:.2f}], {DECISIONS[duel.sprt.decision]}"
        )
    return lines


def _remarks(summary: Summary) -> list[str]:
    endings = ", ".join(f"{count} by {ending}" for ending, count in summary.endings.most_common())
    lines = [f"endings: {endings or 'none'}"]
    for name, faults in summary.faults.items():
        lines.append(
            f"{name} forfeited: " + ", ".join(f"{count} by {ending}" for ending, count in faults.items())
        )
    sample = summary.sample
    if sample.distinct < sample.games:
        lines.append(
            f"{sample.games - sample.distinct} games repeat another one: "
            f"the sample is worth {sample.effective:.1f} games"
        )
    if not summary.ratings.is_connected:
        lines.append("some players never met, not even over others: Elo compares only within a group")
    return lines


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """The rows as columns: names to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def fields(plan: Plan, summary: Summary) -> dict[str, Any]:
    """The standing as plain data."""
    found: dict[str, Any] = {
        "game": summary.game,
        "games": summary.games,
        "players": [
            {"player": rating.player, "elo": round(rating.elo, 2), "error": round(rating.error, 2),
             "points": rating.points, "games": rating.games} for rating in summary.ratings.players
        ],
        "first_move_elo": round(summary.ratings.first_move_elo, 2),
        "first_move_error": round(summary.ratings.first_move_error, 2),
        "endings": _named(summary.endings),
        "faults": {name: _named(faults) for name, faults in summary.faults.items()},
        "distinct_games": summary.sample.distinct,
        "effective_games": round(summary.sample.effective, 2),
    }  # fmt: skip
    if summary.duel is not None:
        found["pairs"] = summary.duel.pairs
        if summary.duel.estimate is not None:
            estimate = summary.duel.estimate
            found |= {
                "elo": estimate.elo,
                "elo_low": estimate.elo_low,
                "elo_high": estimate.elo_high,
                "los": estimate.los,
            }
        if summary.duel.sprt is not None:
            found |= {"llr": summary.duel.sprt.llr, "decision": summary.duel.sprt.decision.value}
    return found


def _named(endings: Counter[Ending]) -> dict[str, int]:
    return {str(ending): count for ending, count in endings.items()}
