"""A tournament as one HTML page: ratings with error bars, cross table, endings, time use, and every game.

The page needs nothing but itself: style and script are inside, and it makes no request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from html import escape
from importlib.resources import files
from typing import Any

from inarow.arena.plan import Plan
from inarow.arena.ratings import Rating
from inarow.arena.summary import Game, Summary, summaries
from inarow.engine.score import UNIT
from inarow.game.record import Record, Thought, outcome_name

BAR_HEIGHT = 26
PLOT_WIDTH = 520
BUTTONS = (
    ("start", "to the start", "&laquo;"),
    ("back", "one stone back", "&lsaquo;"),
    ("next", "one stone on", "&rsaquo;"),
    ("end", "to the end", "&raquo;"),
)
MOST_GAMES = 2000  # that can be replayed in a page; the store has them all


def report_html(plan: Plan, games: Sequence[Game]) -> str:
    """The whole page."""
    is_match = len(plan.players) == 2
    title = escape(plan.name or (" against ".join(plan.players) if is_match else "A tournament"))
    shown = list(games)[:MOST_GAMES]
    body = "".join(_section(plan, summary) for summary in summaries(plan, games))
    data = json.dumps(
        [_game(number, record) for number, (_, record) in enumerate(shown)], separators=(",", ":")
    ).replace("</", "<\\/")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_asset('report.css')}</style></head><body><main><h1>{title}</h1>{_intro(plan, games)}{body}"
        f"{_replay(len(games), len(shown))}</main>"
        f'<script type="application/json" id="games">{data}</script><script>{_asset("report.js")}</script>'
        "</body></html>\n"
    )


def _asset(name: str) -> str:
    return files("inarow.arena").joinpath(name).read_text(encoding="utf-8")


def _intro(plan: Plan, games: Sequence[Game]) -> str:
    bounds = {name: value for name, value in asdict(plan.clock).items() if value and name != "margin"}
    clock = ", ".join(f"{name} {value:g}" for name, value in bounds.items())
    links = "".join(f'<a href="#{escape(game)}">{escape(game)}</a>' for game in plan.games)
    return (
        f"<p>{len(games)} games, {escape(plan.schedule)}, {len(plan.players)} players; "
        f"a turn has {escape(clock)}. "
        "Games come in pairs on one opening with sides swapped.</p>"
        f"<nav>{links}<a href='#replay'>replay the games</a></nav>"
    )


def _section(plan: Plan, summary: Summary) -> str:
    parts = [
        f'<h2 id="{escape(summary.game)}">{escape(summary.game)}</h2>',
        _ratings_plot(summary),
        _ratings_table(summary),
        _duel(plan, summary),
    ]
    if len(plan.players) > 2:
        parts.append(_cross_table(summary))
    parts.append(_endings(summary))
    return "<section>" + "".join(parts) + "</section>"


def _ratings_plot(summary: Summary) -> str:
    """The ratings as dots with bars of 95%, drawn as SVG."""
    players = summary.ratings.players
    if not players:
        return ""
    low = min(rating.elo - rating.error for rating in players)
    high = max(rating.elo + rating.error for rating in players)
    span = max(high - low, 1.0)
    label = 12 + max(7.2 * len(rating.player) for rating in players)

    def place(elo: float) -> float:
        return label + (elo - low) / span * PLOT_WIDTH

    height = BAR_HEIGHT * len(players) + 24
    lines = [
        f'<svg class="plot" viewBox="0 0 {label + PLOT_WIDTH + 70:.0f} {height}" role="img" '
        f'aria-label="ratings of {escape(summary.game)} with 95% error bars">'
    ]
    for tick in _ticks(low, high):
        lines.append(
            f'<line class="grid" x1="{place(tick):.1f}" x2="{place(tick):.1f}" y1="0" y2="{height - 20}"/>'
        )
        lines.append(f'<text class="tick" x="{place(tick):.1f}" y="{height - 6}">{tick:+.0f}</text>')
    lines += [_dot(index, rating, place) for index, rating in enumerate(players)]
    return "".join(lines) + "</svg>"


def _dot(index: int, rating: Rating, place: Callable[[float], float]) -> str:
    y = BAR_HEIGHT * index + BAR_HEIGHT / 2
    low, high = place(rating.elo - rating.error), place(rating.elo + rating.error)
    return (
        f'<text x="0" y="{y + 4:.1f}">{escape(rating.player)}</text>'
        f'<line class="error" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle cx="{place(rating.elo):.1f}" cy="{y:.1f}" r="5">'
        f"<title>{escape(rating.player)}: {rating.elo:+.0f} ± {rating.error:.0f}</title></circle>"
    )


def _ticks(low: float, high: float) -> list[float]:
    """Round Elo values to draw lines at, some five of them."""
    step = next(step for step in (25, 50, 100, 200, 400, 800, 1600, 10**9) if (high - low) / step <= 6)
    first = int(low // step + 1) * step
    return [first + step * index for index in range(int((high - first) // step) + 1)]


def _ratings_table(summary: Summary) -> str:
    rows = []
    for place, rating in enumerate(summary.ratings.players, start=1):
        times = summary.times.get(rating.player)
        seconds = (f"{times.mean:.3f}", f"{times.longest:.3f}") if times else ("-", "-")
        share = f"{rating.points / rating.games:.1%}" if rating.games else "-"
        cells = (
            f"{rating.elo:+.0f} ± {rating.error:.0f}",
            f"{rating.points:g} / {rating.games}",
            share,
            *seconds,
        )
        rows.append(_row([str(place), rating.player, *cells]))
    head = _row(["", "player", "Elo (95%)", "points", "score", "mean s", "longest s"], "th")
    first = summary.ratings
    note = f"<p>The first move is worth {first.first_move_elo:+.0f} ± {first.first_move_error:.0f} Elo.</p>"
    return f"<div class='wide'><table>{head}{''.join(rows)}</table></div>{note}"


def _duel(plan: Plan, summary: Summary) -> str:
    duel = summary.duel
    if duel is None or duel.estimate is None:
        return ""
    found = duel.estimate
    text = (
        f"{escape(plan.players[0])}: Elo {found.elo:+.1f} [{found.elo_low:+.1f}, {found.elo_high:+.1f}], "
        f"LOS {found.los:.1%}; pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, duel.pairs))}."
    )
    if duel.sprt is not None and plan.sprt is not None:
        bounds = f"{plan.sprt.elo0:g}..{plan.sprt.elo1:g}"
        text += f" SPRT {bounds}: LLR {duel.sprt.llr:+.2f}, {duel.sprt.decision.value}."
    return f"<p>{text}</p>"


def _cross_table(summary: Summary) -> str:
    names = [rating.player for rating in summary.ratings.players]
    rows = [_row(["", "points against", *(str(number) for number in range(1, len(names) + 1))], "th")]
    for number, name in enumerate(names, start=1):
        cells = "".join(_cross_cell(summary, name, other) for other in names)
        rows.append(f"<tr><td>{number}</td><td>{escape(name)}</td>{cells}</tr>")
    return f"<h3>Cross table</h3><div class='wide'><table>{''.join(rows)}</table></div>"


def _cross_cell(summary: Summary, name: str, other: str) -> str:
    """The points of a meeting, the greener the more of them were made."""
    if (name, other) not in summary.cross:
        return "<td class='none'></td>"
    points, games = summary.cross[name, other]
    return f'<td style="--share:{points / games:.2f}" class="share">{points:g} / {games}</td>'


def _endings(summary: Summary) -> str:
    total = max(sum(summary.endings.values()), 1)
    bars = "".join(
        f"<tr><td>{escape(str(ending))}</td><td>{count}</td>"
        f'<td class="bar"><span style="width:{100 * count / total:.0f}%"></span></td></tr>'
        for ending, count in summary.endings.most_common()
    )
    faults = "".join(
        f"<li>{escape(name)}: {', '.join(f'{count} by {ending}' for ending, count in counts.items())}</li>"
        for name, counts in summary.faults.items()
    )
    sample = summary.sample
    worth = "" if sample.distinct == sample.games else f", so that they are worth {sample.effective:.0f}"
    return (
        f"<h3>How {sample.games} games ended</h3><p>{sample.distinct} of them differ{worth}.</p>"
        f"<table class='endings'>{bars}</table>" + (f"<h3>Forfeits</h3><ul>{faults}</ul>" if faults else "")
    )


def _row(cells: Sequence[str], kind: str = "td") -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells) + "</tr>"


def _replay(games: int, shown: int) -> str:
    cut = f" (the first {shown} of {games})" if shown < games else ""
    buttons = "".join(
        f"<button id='{name}' aria-label='{label}'>{sign}</button> " for name, label, sign in BUTTONS
    )
    return (
        f"<section><h2 id='replay'>Games{cut}</h2><div class='replay'><div><label for='pick'>game</label> "
        f"<select id='pick'></select><p id='about'></p><p>{buttons}<span id='at'></span></p>"
        "<p id='thought'></p></div><div id='board'></div></div></section>"
    )


def _game(number: int, record: Record) -> dict[str, Any]:
    """What the page needs to replay a game."""
    rules = record.rules
    return {
        "name": f"{number + 1}. {record.players[0]} - {record.players[1]}",
        "about": f"{rules.name}: {outcome_name(record.outcome)} by {record.ending}. {record.note}",
        "columns": rules.columns,
        "rows": rules.rows,
        "gravity": rules.gravity,
        "first": rules.stones_first_turn,
        "turn": rules.stones_per_turn,
        "moves": record.moves,
        "line": record.replay().winning_cells if record.ending == "line" else [],
        "thoughts": [thought and _thought(thought) for thought in record.thoughts],
    }


def _thought(thought: Thought) -> list[float | str | None]:
    """Seconds, nodes, depth and judgement, without names: a page has thousands of them."""
    seconds = None if thought.seconds is None else round(thought.seconds, 3)
    return [seconds, thought.nodes, thought.depth, _judgement(thought)]


def _judgement(thought: Thought) -> str:
    if thought.wins_in is not None or thought.loses_in is not None:
        return f"wins in {thought.wins_in}" if thought.wins_in is not None else f"loses in {thought.loses_in}"
    if thought.is_draw:
        return "draw"
    return "" if thought.score is None else f"{thought.score / UNIT:+.2f}"
