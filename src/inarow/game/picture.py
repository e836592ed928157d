"""Boards as pictures: crisp at any size, sides told apart by shape and colour."""

from inarow import _core
from inarow._core import Side
from inarow.game.diagram import column_labels
from inarow.game.turns import last_turn

CELL = 40  # units of the picture; the stone fills most of its cell
MARGIN = 32
LONGEST_SIDE = 720  # pixels on the screen
COLOURS = {Side.FIRST: "#1f4e79", Side.SECOND: "#e08a1e"}
BOARD, GRID, LABEL, WINNING, LAST = "#f7f4ec", "#c9c2b2", "#5b5648", "#bfe3b4", "#ffffff"


def svg(position: _core.Position) -> str:
    """The board as SVG: discs against diamonds, the last turn dotted, the winning line on green."""
    rules = position.rules
    width, height = rules.columns * CELL + MARGIN, rules.rows * CELL + MARGIN
    scale = min(1.0, LONGEST_SIDE / max(width, height))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} 0 {width} {height}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" '
        f'font-family="sans-serif" font-size="13" text-anchor="middle">',
        f'<rect x="0" y="0" width="{rules.columns * CELL}" height="{rules.rows * CELL}" fill="{BOARD}"/>',
    ]
    parts += _winning_cells(position)
    parts.append(_grid(position))
    parts += _labels(position)
    parts += [_stone(position, cell) for cell in position.history]
    parts += [
        '<circle class="last" cx="{}" cy="{}" r="5" fill="{}"/>'.format(*_middle(position, cell), LAST)
        for cell in last_turn(position)
    ]
    parts.append("</svg>")
    return "\n".join(parts)


def _middle(position: _core.Position, cell: int) -> tuple[int, int]:
    rules = position.rules
    return (
        cell % rules.columns * CELL + CELL // 2,
        (rules.rows - 1 - cell // rules.columns) * CELL + CELL // 2,
    )


def _winning_cells(position: _core.Position) -> list[str]:
    cells = (_middle(position, cell) for cell in position.winning_cells)
    return [
        f'<rect class="winning" x="{x - CELL // 2}" y="{y - CELL // 2}" width="{CELL}" height="{CELL}" '
        f'fill="{WINNING}"/>'
        for x, y in cells
    ]


def _grid(position: _core.Position) -> str:
    width, height = position.rules.columns * CELL, position.rules.rows * CELL
    upright = "".join(f"M{x} 0V{height}" for x in range(0, width + 1, CELL))
    level = "".join(f"M0 {y}H{width}" for y in range(0, height + 1, CELL))
    return f'<path d="{upright}{level}" stroke="{GRID}" fill="none"/>'


def _labels(position: _core.Position) -> list[str]:
    rules = position.rules
    under = rules.rows * CELL + MARGIN // 2 + 5
    columns = [
        f'<text x="{column * CELL + CELL // 2}" y="{under}" fill="{LABEL}">{label}</text>'
        for column, label in enumerate(column_labels(rules))
    ]
    rows = [
        f'<text x="{-MARGIN // 2}" y="{row * CELL + CELL // 2 + 5}" fill="{LABEL}">{rules.rows - row}</text>'
        for row in range(rules.rows)
    ]
    return columns + rows


def _stone(position: _core.Position, cell: int) -> str:
    side = position.at(cell)
    x, y = _middle(position, cell)
    if side == Side.FIRST:
        return f'<circle class="first" cx="{x}" cy="{y}" r="16" fill="{COLOURS[Side.FIRST]}"/>'
    return (
        f'<path class="second" d="M{x} {y - 17}L{x + 17} {y}L{x} {y + 17}L{x - 17} {y}Z" '
        f'fill="{COLOURS[Side.SECOND]}"/>'
    )
