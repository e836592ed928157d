"""Records as other programs really wrote them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from inarow import Ending, Outcome, RecordError
from inarow.cli.main import main
from inarow.game.files import read_games, read_text, write_games

REAL = Path(__file__).parent / "golden" / "real"


@dataclass(frozen=True)
class Known:
    """What the file says of its first game, read by eye."""

    form: str
    beginning: str
    stones: int
    end: str  # the last stones
    players: tuple[str, str]
    outcome: Outcome
    ending: Ending
    games: int = 1
    event: str = ""
    date: str = ""


KNOWN = {
    "littlegolem-won.sgf": Known(
        "sgf", "connect6/j10j9k11k8l11", 23, "q10n9i6k10", ("jinjinlkj", "5466"),
        Outcome.SECOND_WINS, Ending.LINE, event="connect6.ch.29.1.1",
    ),
    "littlegolem-open.sgf": Known(
        "sgf", "connect6/j10", 3, "k11l10", ("hostovich2014", "gzero_bot"),
        Outcome.ONGOING, Ending.UNFINISHED, event="connect6.in.DEFAULT.274",
    ),
    "littlegolem-lines.sgf": Known(
        "sgf", "connect6/j10i9l10j8l8", 19, "k11k6g9j5", ("xooox", "Theo van der Storm"),
        Outcome.ONGOING, Ending.UNFINISHED, event="connect6.mc.2006.sep.1.10",
    ),
    "littlegolem.golem": Known(
        "golem", "connect6/j10i9l10j8l8", 19, "k11k6g9j5", ("first", "second"),
        Outcome.ONGOING, Ending.UNFINISHED,
    ),
    "ccgc-contest.txt": Known(
        "ccgc", "connect6/j10j9i10i11k11", 55, "n12f11l17k16", ("C3", "B3"),
        Outcome.SECOND_WINS, Ending.LINE, event="首届北京市大学生“人工智能+”创新大赛, 北京", date="2025-12-27T15:44",
    ),
    "ccgc-human.txt": Known(
        "ccgc", "connect6/j10k10j9i8i11", 97, "l13l16q13r13", ("人类", "AI"),
        Outcome.FIRST_WINS, Ending.LINE, event="人机对决 / 策略:traditional", date="2026-04-28T00:58",
    ),
    "gomocup.psq": Known(
        "psq", "place-20x20x5/j11k9j8k8", 16, "j9o9", ("pisq7.exe", "renjusolver.ZIP"),
        Outcome.SECOND_WINS, Ending.LINE,
    ),
    "league.txt": Known(
        "league", "connect6/j10j11k10a19b19", 15, "f19g19k15k14", ("Tia.connect6", "Cloudict.connect6"),
        Outcome.SECOND_WINS, Ending.LINE, games=6,
    ),
    "league-times.txt": Known(
        "league", "connect6/j10j11k10a19b19", 15, "f19g19k15k14", ("Tia.connect6", "Cloudict.connect6"),
        Outcome.SECOND_WINS, Ending.LINE, games=6,
    ),
    "solver-capitals.sgf": Known(
        "sgf", "connect6/j10l12h12j11k10", 7, "i12j12", ("first", "second"),
        Outcome.ONGOING, Ending.UNFINISHED,
    ),
    "renju-match.sgf": Known(
        "sgf", "gomoku/h8h7g6g8i5", 21, "j8l8l5", ("Yixin", "Qi Guan"),
        Outcome.FIRST_WINS, Ending.RESIGNATION,
        event="2018 Yixin vs Qi Guan Man-Machine Match", date="2018-04-18",
    ),
}  # fmt: skip
PLACE = r"line \d+|character \d+|at the end"
STONES = {  # where a form has its stones
    "sgf": r"(?<=[;\]][BW]\[)[A-Za-z0-9]+",
    "golem": r"[a-s0-9]+",
    "ccgc": r"(?<=[BW]\()[A-S],\d+",
    "psq": r"(?m)^\d+,\d+(?=,)",
    "league": r"(?:black|white) [A-S]+",
}
CLOSED = [name for name, known in KNOWN.items() if known.form in ("sgf", "ccgc", "psq")]


def test_every_real_file_is_known_and_its_source_is_named() -> None:
    files = {path.name for path in REAL.iterdir()} - {"README.md"}
    assert files == set(KNOWN)
    sources = (REAL / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in sources for name in files)


@pytest.mark.parametrize("name", KNOWN)
def test_a_real_file_is_read_as_its_eye_reads_it(name: str) -> None:
    known = KNOWN[name]
    assert read_text(REAL / name)[1] == known.form
    games = read_games(REAL / name)
    assert len(games) == known.games
    game = games[0]
    text = game.replay().text
    assert text.startswith(known.beginning)
    assert text.endswith(known.end)
    assert len(game.moves) == known.stones
    assert (game.players, game.outcome, game.ending) == (known.players, known.outcome, known.ending)
    assert (game.event, game.date) == (known.event, known.date)


@pytest.mark.parametrize("name", KNOWN)
def test_a_real_file_comes_back(name: str, tmp_path: Path) -> None:
    games = read_games(REAL / name)
    write_games(tmp_path / "copy", games, KNOWN[name].form)
    assert read_games(tmp_path / "copy", KNOWN[name].form) == games


def test_both_forms_of_little_golem_tell_the_same_game() -> None:
    (plain,), (sgf,) = (read_games(REAL / f"littlegolem{end}") for end in (".golem", "-lines.sgf"))
    assert plain.moves == sgf.moves


def test_a_winning_stone_that_is_written_first_is_played_last() -> None:
    (game,) = read_games(REAL / "littlegolem-won.sgf")
    assert [game.rules.cell_name(cell) for cell in game.moves[-2:]] == ["i6", "k10"]  # W[k10i6]


def test_the_games_of_a_league_have_their_results_and_seconds() -> None:
    without, timed = (read_games(REAL / f"league{end}.txt") for end in ("", "-times"))
    assert [game.moves for game in without] == [game.moves for game in timed]
    assert [len(game.moves) for game in timed] == [15, 102, 17, 17, 102, 15]
    first, second = Outcome.FIRST_WINS, Outcome.SECOND_WINS
    assert [game.outcome for game in timed] == [second, second, first, first, second, second]
    assert all(game.ending == Ending.LINE for game in timed)
    assert not any(game.thoughts for game in without)
    seconds = [thought.seconds for thought in timed[0].thoughts if thought]
    assert len(seconds) == 8
    assert (seconds[0], seconds[-1]) == (0.010403883000000003, 0.0041302860000000385)


def test_the_seconds_of_a_gomocup_game_are_read() -> None:
    (game,) = read_games(REAL / "gomocup.psq")
    seconds = [thought.seconds for thought in game.thoughts if thought]
    assert (seconds[:3], seconds[-1]) == ([0.456, 4.5, 0.06], 0.032)


def beginnings(content: bytes) -> Iterator[bytes]:
    """The content without its last bytes, more and more of them, down to a few."""
    whole = content.rstrip()
    yield from (whole[:size] for size in range(len(whole) - 1, 12, -1 if len(whole) < 300 else -7))


@pytest.mark.parametrize("name", CLOSED)
def test_a_real_file_that_is_cut_anywhere_is_refused_with_the_place(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for content in beginnings((REAL / name).read_bytes()):
        path.write_bytes(content)
        with pytest.raises(RecordError, match=PLACE):
            read_games(path)


@pytest.mark.parametrize("name", KNOWN)
def test_a_real_file_with_a_spoilt_stone_is_refused_with_the_place(name: str, tmp_path: Path) -> None:
    text, form = read_text(REAL / name)
    stones = list(re.finditer(STONES[form], text))
    assert len(stones) >= 2
    path = tmp_path / name
    for stone in (*stones[:8], *stones[-8:]):
        for at in (stone.start(), stone.end() - 1):
            path.write_text(text[:at] + "?" + text[at + 1 :], encoding="utf-8")
            with pytest.raises(RecordError, match=PLACE):
                read_games(path)


@pytest.mark.parametrize("name", KNOWN)
def test_nothing_is_written_from_a_spoilt_real_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, form = read_text(REAL / name)
    last = list(re.finditer(STONES[form], text))[-1]
    broken, target = tmp_path / name, tmp_path / "out.jsonl"
    broken.write_text(text[: last.start()] + "?" + text[last.start() + 1 :], encoding="utf-8")
    target.write_text("kept")
    assert main(["convert", str(broken), str(target)]) == 1
    assert re.search(PLACE, capsys.readouterr().err)
    assert target.read_text() == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "out.jsonl"])
