"""What a compliance test found out about a player."""

from __future__ import annotations

from dataclasses import dataclass

MOST_LINES = 3


@dataclass(frozen=True)
class Finding:
    """One thing that was tried: whether it went well, what happened, and what to do about it.

    A note is nothing that must be put right: programs of its world are allowed to be so.
    """

    what: str
    is_good: bool
    detail: str = ""
    advice: str = ""
    is_note: bool = False


def in_short(said: str) -> str:
    """The last lines of what a player said, in one."""
    lines = [line.strip() for line in said.split("\n") if line.strip()]
    return " / ".join(lines[-MOST_LINES:])
