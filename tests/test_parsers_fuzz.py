"""100,000 random strings into every parser: an exception of ours or a value, never anything else."""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import chain

import pytest

from inarow import IllegalMove, NotationError, Position, Record, RecordError, Rules, RulesError, Thought
from inarow.game.botzone import parse_botzone, to_botzone
from inarow.game.ccgc import parse_ccgc, to_ccgc
from inarow.game.files import parse_positions
from inarow.game.golem import parse_golem, to_golem
from inarow.game.kaggle import parse_kaggle, to_kaggle
from inarow.game.league import league_text, parse_league
from inarow.game.notation import parse_letter_pairs
from inarow.game.psq import parse_psq, to_psq
from inarow.game.record import parse_record, parse_records, record_line, records_text
from inarow.game.sgf import parse_sgf, to_sgf
from inarow.game.variants import CONNECT6, CONNECT_FOUR, TIC_TAC_TOE

STRINGS = 100_000
OURS = (IllegalMove, NotationError, RecordError, RulesError)
ALPHABET = "0123456789abcdefghijsxzABJSWX.,-/ ;:()[]{}\\\"'\n\t\0é胜\U0001f3b2\ud800#>*pq"

GAME = Record.of(
    Position.parse("connect6/j10.j9l11"), ("ada", "bob"), thoughts=(Thought(nodes=1, score=5),) * 3
)
DROPS = Record.of(Position.parse("4455667"))
POSITIONS = [
    "4433",
    "connect6/j10k11k9",
    "connect6/JJ.KKLL",
    "connect6/1.j10 2.i9l10",
    "drop-12x4x4/10.3.12",
    "gomoku",
]
RULES = [
    "connect6",
    "drop-7x6x4",
    "place-19x19x6-p2-q1-exact",
    "connect-m 7 4",
    "connect-x 6 7 4",
    "tic-tac-toe",
]
DRAWING = Position.parse("tic-tac-toe/b2a1").diagram(marks=True)
LITTLE_GOLEM = "(;FF[4]EV[connect6];B[j10];W[j9l11](;B[k9l8]C[a\\]b])(;B[k1l1]))"

PARSERS: dict[str, tuple[Callable[[str], object], list[str]]] = {
    "rules": (Rules.parse, RULES),
    "position": (Position.parse, POSITIONS),
    "cell": (CONNECT6.parse_cell, ["j10", "a1", "S19"]),
    "move": (Position(CONNECT_FOUR).play, ["4", "d1", "7"]),
    "letter pairs": (lambda text: parse_letter_pairs(CONNECT6, text), ["JJ", "JJKK", "asas"]),
    "diagram": (lambda text: Position.from_diagram(TIC_TAC_TOE, text), [DRAWING, "X..\n.O.\n..X"]),
    "record": (parse_record, [record_line(GAME), record_line(DROPS)]),
    "records": (parse_records, [records_text([GAME]), records_text([DROPS]).replace("checksum", "comment")]),
    "sgf": (parse_sgf, [to_sgf(GAME), to_sgf(DROPS), LITTLE_GOLEM]),
    "ccgc": (parse_ccgc, [to_ccgc(GAME)]),
    "kaggle": (parse_kaggle, [to_kaggle(Record.of(Position.parse("drop-2x2x2/12")))]),
    "botzone": (parse_botzone, [to_botzone(Record.of(Position.parse("gomoku/h8i9")))]),
    "psq": (parse_psq, [to_psq(Record.of(Position.parse("place-6x6x5/b2c3")))]),
    "golem": (parse_golem, [to_golem(GAME)]),
    "league": (parse_league, [league_text([GAME])]),
    "text": (parse_positions, ["44\n55\n# end\n", "connect6/j10\n"]),
}


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to three places cut, doubled, replaced or filled with noise."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 1, 1, 2, 8)))
        change = chance.randrange(4)
        noise = "".join(chance.choices(ALPHABET, k=chance.randint(1, 4)))
        middle = ("", text[start:end] * 2, noise, chance.choice(("999999999999999999999", "[" * 50, "0")))[
            change
        ]
        text = text[:start] + middle + text[end:]
    return text


@cache
def strings_for_all() -> list[str]:
    """Noise, and texts of every kind with places changed: most parsers must refuse most of them."""
    chance = random.Random(2026)
    everything = [text for _, seeds in PARSERS.values() for text in seeds]
    noise = ["".join(chance.choices(ALPHABET, k=chance.randint(0, 12))) for _ in range(STRINGS * 6 // 10)]
    return noise + [mutated(chance.choice(everything), chance) for _ in range(STRINGS * 3 // 10)]


@pytest.mark.parametrize("name", PARSERS)
def test_random_strings_meet_a_value_or_an_exception_of_ours(name: str) -> None:
    parse, seeds = PARSERS[name]
    chance = random.Random(name)
    own = (mutated(chance.choice(seeds), chance) for _ in range(STRINGS - len(strings_for_all())))
    values = 0
    for text in chain(seeds, own, strings_for_all()):
        try:
            parse(text)
            values += 1
        except OURS:
            pass
        except Exception as error:
            raise AssertionError(f"{name} answered {text!r} with {error!r}") from error
    assert values > len(seeds)


MONSTERS = ["[" * 100_000, '{"a":' * 100_000, "(" * 100_000, "9" * 100_000, "a" * 100_000, "\0", "\ud800"]


@pytest.mark.parametrize("name", PARSERS)
def test_monstrous_strings_meet_a_value_or_an_exception_of_ours(name: str) -> None:
    for text in MONSTERS:
        with suppress(*OURS):
            PARSERS[name][0](text)
