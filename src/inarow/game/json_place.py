"""Place: a value inside a JSON text that knows where it stands, so that what is wrong can be pointed at."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from inarow.game.record import RecordError


@dataclass(frozen=True, slots=True)
class Place:
    """A value and the way to it: steps[3][0].action."""

    value: Any
    path: str = ""

    def error(self, what: str) -> RecordError:
        """The error that says what is wrong here."""
        shown = json.dumps(self.value, ensure_ascii=False)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        return RecordError(f"{self.path or 'the text'} is {shown}: {what}")

    def __getitem__(self, key: str | int) -> Place:
        """What is in there under the name or number."""
        if isinstance(key, int):
            items = self.items()
            if not 0 <= key < len(items):
                raise self.error(f"expected at least {key + 1} entries")
            return items[key]
        if not isinstance(self.value, dict):
            raise self.error("expected an object")
        if key not in self.value:
            raise RecordError(f"{self._path(key)} is missing")
        return Place(self.value[key], self._path(key))

    def get(self, key: str, default: Any) -> Place:
        """What is in there under the name, or the default if it is not."""
        if not isinstance(self.value, dict):
            raise self.error("expected an object")
        return Place(self.value.get(key, default), self._path(key))

    def items(self) -> list[Place]:
        """The entries of the list."""
        if not isinstance(self.value, list):
            raise self.error("expected a list")
        return [Place(one, f"{self.path}[{index}]") for index, one in enumerate(self.value)]

    def text(self) -> str:
        """The value, which must be a text."""
        if not isinstance(self.value, str):
            raise self.error("expected a text")
        return self.value

    def whole(self) -> int:
        """The value, which must be a whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.error("expected a whole number")
        return self.value

    def optional_whole(self) -> int | None:
        """The value, which must be a whole number or null."""
        return None if self.value is None else self.whole()

    def number(self) -> float:
        """The value, which must be a number; null counts as the lowest."""
        if self.value is None:
            return float("-inf")
        if not isinstance(self.value, (int, float)) or isinstance(self.value, bool):
            raise self.error("expected a number")
        return self.value

    def _path(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def parse_json(text: str) -> Place:
    """The value of a JSON text. RecordError says the line and column where it is none."""
    try:
        return Place(json.loads(text))
    except json.JSONDecodeError as error:
        raise RecordError(
            f"line {error.lineno}, column {error.colno}: this is not JSON: {error.msg.lower()}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not JSON that can be read: {error}") from None
