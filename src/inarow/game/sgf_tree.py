"""The text of SGF files: games, nodes and properties, before they mean anything."""

import re
from dataclasses import dataclass, field
from typing import NoReturn

from inarow._core import NotationError

MOST_COPIED = 1_000_000  # nodes that the lines of a game share with others
_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z]+")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\n|\r)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a game: its properties as written, and the character where it begins, counted from 1."""

    character: int
    properties: list[tuple[str, list[str]]] = field(default_factory=list)

    def text(self, name: str) -> str:
        """The first value of the property on one line, empty if there is none."""
        first = next((values[0] for one, values in self.properties if one == name), "")
        return " ".join(first.split())


def main_lines(text: str) -> list[list[Node]]:
    """The nodes of every game in the text; of several variations the first is followed."""
    return _Reader(text).games()


def all_lines(text: str) -> list[list[list[Node]]]:
    """For every game in the text the nodes of all its lines, the main line first."""
    return _Reader(text).all_games()


def variations(text: str) -> int:
    """How many lines of the games in the text are not their main lines."""
    reader = _Reader(text)
    reader.games()
    return reader.variations


def escaped(value: str) -> str:
    """The value as it stands between brackets."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.variations = 0  # of the games read so far

    def games(self) -> list[list[Node]]:
        """All games; what stands before, between and after them is skipped."""
        games = []
        while (start := self.text.find("(", self.at)) >= 0:
            self.at = start
            games.append(self.game())
        if not games:
            raise NotationError('this is no SGF text: expected "(;" somewhere')
        return games

    def game(self) -> list[Node]:
        """The main line of the game that begins here."""
        nodes: list[Node] = []
        is_main = [True]  # for every open bracket: does the main line go through it
        has_branch = [False]  # and has one of its variations been read
        while True:
            letter = self.bracket_or_node()
            if letter == "(":
                is_main.append(is_main[-1] and not has_branch[-1])
                has_branch[-1] = True
                has_branch.append(False)
            elif letter == ")":
                is_on_main_line = is_main.pop()
                self.variations += not has_branch.pop() and not is_on_main_line
                if len(is_main) == 1:
                    return nodes
            else:
                node = self.node()
                if is_main[-1]:
                    nodes.append(node)

    def all_games(self) -> list[list[list[Node]]]:
        """All lines of all games."""
        games = []
        while (start := self.text.find("(", self.at)) >= 0:
            self.at = start
            games.append(self.lines())
        if not games:
            raise NotationError('this is no SGF text: expected "(;" somewhere')
        return games

    def lines(self) -> list[list[Node]]:
        """The lines of the game that begins here: every way from its root to an end."""
        found: list[list[Node]] = []
        paths: list[list[Node]] = [[]]
        has_branch = [False]
        copied = 0
        while True:
            letter = self.bracket_or_node()
            if letter == "(":
                copied += len(paths[-1])
                if copied > MOST_COPIED:
                    self.fail(f"variations of fewer than {MOST_COPIED:,} nodes in all")
                has_branch[-1] = True
                has_branch.append(False)
                paths.append(list(paths[-1]))
            elif letter == ")":
                path = paths.pop()
                if not has_branch.pop():
                    found.append(path)
                if len(paths) == 1:
                    return found
            else:
                paths[-1].append(self.node())

    def bracket_or_node(self) -> str:
        """The bracket, or the semicolon of a node, that must come next."""
        self.skip_space()
        letter = self.text[self.at : self.at + 1]
        if letter not in ("(", ")", ";") or not letter:
            self.fail('";", "(" or ")"')
        self.at += 1
        return letter

    def node(self) -> Node:
        """The properties up to the next node or bracket."""
        node = Node(self.at)
        self.skip_space()
        while name := _NAME.match(self.text, self.at):
            self.at = name.end()
            node.properties.append((_without_small_letters(name[0]), self.property_values()))
        return node

    def property_values(self) -> list[str]:
        values: list[str] = []
        self.skip_space()
        while value := _VALUE.match(self.text, self.at):
            values.append(_ESCAPED.sub(r"\1", _SOFT_BREAK.sub("", value[1])))
            self.at = value.end()
            self.skip_space()
        if not values:
            self.fail('"[" and a value up to "]"')
        return values

    def skip_space(self) -> None:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at

    def fail(self, what: str) -> NoReturn:
        """Say what was expected here."""
        line = self.text.count("\n", 0, self.at) + 1
        where = f"at character {self.at + 1} (line {line})" if self.at < len(self.text) else "at the end"
        raise NotationError(f"SGF: expected {what} {where}")


def _without_small_letters(name: str) -> str:
    """The name as FF[4] writes it: older files spell out Black for B."""
    return re.sub("[a-z]", "", name)
