"""Tables as text for the terminal, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from inarow.lab.kind import Row, Table

GAP = "  "


def table_text(table: Table) -> str:
    """The table for people: headings, aligned columns, and the notes below."""
    cells = [[_text(column.text, row.get(column.name)) for column in table.columns] for row in table.rows]
    heads = [column.heading for column in table.columns]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    is_number = [_is_number_column(table, column.name) for column in table.columns]
    lines = [_line(heads, widths, is_number), GAP.join("-" * width for width in widths)]
    lines += [_line(row, widths, is_number) for row in cells]
    return "\n".join([*lines, *(f"{note}" for note in table.notes)])


def table_csv(table: Table) -> str:
    """The values under the names of their columns, as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [column.name for column in table.columns]
    writer.writerow(names)
    writer.writerows([row.get(name) for name in names] for row in table.rows)
    return text.getvalue()


def table_data(table: Table) -> dict[str, Any]:
    """The table as plain data for JSON."""
    names = [column.name for column in table.columns]
    rows: list[Row] = [{name: row.get(name) for name in names} for row in table.rows]
    return {"name": table.name, "columns": names, "rows": rows, "notes": list(table.notes)}


def table_json(table: Table) -> str:
    """The table as JSON."""
    return json.dumps(table_data(table), indent=2, ensure_ascii=False) + "\n"


def _text(write: Any, value: Any) -> str:
    return "" if value is None and write is str else str(write(value))


def _is_number_column(table: Table, name: str) -> bool:
    values = [row.get(name) for row in table.rows]
    return all(value is None or isinstance(value, (int, float)) for value in values)


def _line(cells: list[str], widths: list[int], is_number: list[bool]) -> str:
    padded = [
        f"{cell:>{width}}" if right else f"{cell:<{width}}"
        for cell, width, right in zip(cells, widths, is_number, strict=True)
    ]
    return GAP.join(padded).rstrip()
