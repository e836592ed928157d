"""Every form of files: examples as other programs write them, random games, and damage."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Ending, NotationError, Outcome, Position, Record, RecordError, Rules, Thought
from inarow.cli.main import main
from inarow.game.botzone import GAMES
from inarow.game.files import (
    FORMATS,
    detected_format,
    games_text,
    lost,
    parse_games,
    read_games,
    read_text,
    write_games,
)
from inarow.game.record import ending_on_board, write_records
from inarow.game.sgf import parse_sgf_variations
from inarow.game.sgf_tree import variations
from inarow.game.variants import CONNECT6, GOMOKU
from strategies import NAMES, SEEDS, random_position, records, rules

GOLDEN = Path(__file__).parent / "golden"
CONNECT6_GAME = "connect6/j10g6f7j9i10f6g7g10h10f10l10j7j8j6j12i9g11l6f12h11g12l7f13g9h9f9g13k9l9"
GOMOKU_GAME = "gomoku/h8f6i7j6i8i6h6j8h7h9g7j7j9g6i10h5i9i11j10k11k10l11h10l10g10"
EXAMPLES = {
    "littlegolem.sgf": ("sgf", CONNECT6_GAME, ("Ada", "Bob Stone"), Outcome.FIRST_WINS, Ending.LINE),
    "littlegolem-resigned.sgf": (
        "sgf",
        "connect6/j10g6f7j9i10f6g7g10h10",
        ("Ada", "Bob Stone"),
        Outcome.FIRST_WINS,
        Ending.RESIGNATION,
    ),
    "littlegolem.golem": ("golem", CONNECT6_GAME, ("first", "second"), Outcome.FIRST_WINS, Ending.LINE),
    "gogui.sgf": ("sgf", CONNECT6_GAME, ("Ada", "Bob"), Outcome.FIRST_WINS, Ending.LINE),
    "ccgc.c6": (
        "ccgc",
        CONNECT6_GAME,
        ("东北大学 Ada队", "安徽大学 Bob队"),
        Outcome.FIRST_WINS,
        Ending.LINE,
    ),
    "gomocup.psq": ("psq", GOMOKU_GAME, ("ADA25.zip", "BOB24.zip"), Outcome.FIRST_WINS, Ending.LINE),
    "piskvork-late.psq": (
        "psq",
        "place-20x20x5/k10l11l9",
        ("pbrain-bob.exe", "homo-1"),
        Outcome.FIRST_WINS,
        Ending.TIME,
    ),
    "league.txt": (
        "league",
        CONNECT6_GAME,
        ("Cloudict.Connect6", "TIA.Connect6"),
        Outcome.FIRST_WINS,
        Ending.LINE,
    ),
    "kaggle-done.json": (
        "kaggle",
        "connect-four/4433526",
        ("first", "second"),
        Outcome.FIRST_WINS,
        Ending.LINE,
    ),
    "told.botzone": (
        "botzone",
        "gomoku/h8f6i7j6i8i6h6j8h7",
        ("first", "second"),
        Outcome.ONGOING,
        Ending.UNFINISHED,
    ),
    "variations.sgf": ("sgf", "gomoku/h8i9g9i7j6", ("Ada", "Bob"), Outcome.ONGOING, Ending.UNFINISHED),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_recognised_and_read(name: str) -> None:
    form, text, players, outcome, ending = EXAMPLES[name]
    assert read_text(GOLDEN / name)[1] == form
    record = read_games(GOLDEN / name)[0]
    assert record.replay().text == text
    assert (record.players, record.outcome, record.ending) == (players, outcome, ending)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_read_and_written_and_read_is_the_same_game(name: str, tmp_path: Path) -> None:
    games = read_games(GOLDEN / name)
    form = EXAMPLES[name][0]
    path = tmp_path / "copy"
    write_games(path, games, form)
    assert read_games(path) == games


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("target", FORMATS)
def test_every_example_goes_into_every_format_that_can_hold_it(
    name: str, target: str, tmp_path: Path
) -> None:
    games, path = read_games(GOLDEN / name)[:1], tmp_path / "out"
    why = refusal(lambda: write_games(path, games, target))
    if why:
        assert games[0].rules.name in why
        assert not path.exists()
        return
    (back,) = read_games(path)
    assert back.replay() == games[0].replay()
    keeps = FORMATS[target].keeps
    for field in ("players", "outcome", "ending", "note"):
        if field in keeps:
            assert getattr(back, field) == getattr(games[0], field)


def test_what_league_files_say_about_the_end_is_kept() -> None:
    late = read_games(GOLDEN / "league.txt")[1]
    assert (late.outcome, late.ending, late.note) == (Outcome.SECOND_WINS, Ending.TIME, "Timeout de motor")
    assert [thought and thought.seconds for thought in late.thoughts] == [
        0.1,
        2.2,
        None,
        0.31,
        None,
        1.02,
        None,
    ]


def test_a_bot_that_plays_second_tells_the_game_too() -> None:
    second = read_games(GOLDEN / "told.botzone")[1]
    assert second.replay().text == "place-15x15x6-p2-q1/h8i9g9h10h9"


def test_the_milliseconds_of_a_psq_file_are_kept() -> None:
    late = read_games(GOLDEN / "piskvork-late.psq")[0]
    assert late.thoughts == (Thought(seconds=1.52), Thought(seconds=0.03), Thought(seconds=0.9))


@pytest.mark.parametrize(
    "text",
    [
        "Piskvorky 15x15 , 0 - 0\r\n8,8,0\r\n9,7,0\r\n-1\r\n",
        "Piskvorky 15x15, 0:0, 0\n8, 8\n9, 7\n-1",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,3\nAda\nBob\n0\n",
        "Piskvorky 15x15, 11:11, 1\n8,8,0\n9,7,3\nBob\nAda\n-1\n1,Freestyle",
    ],
)
def test_psq_files_of_other_programs_are_read(text: str) -> None:
    (record,) = parse_games(text)
    assert record.replay().text == "gomoku/h8i9"
    assert record.players in (("Ada", "Bob"), ("first", "second"))


def test_contest_records_are_written_as_the_contest_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "game.c6"
    write_games(path, read_games(GOLDEN / "ccgc.c6"))
    assert (
        "[东北大学 Ada队 B][安徽大学 Bob队 W][先手胜][2017.07.29 14:00]".encode("gb2312") in path.read_bytes()
    )


def test_variations_are_counted_and_can_be_games_of_their_own() -> None:
    text = (GOLDEN / "variations.sgf").read_text()
    assert variations(text) == 2
    found = [record.replay().text for record in parse_sgf_variations(text)]
    assert found == ["gomoku/h8i9g9i7j6", "gomoku/h8i9g9i7f10", "gomoku/h8i9g7"]
    assert [record.replay().text for record in parse_games(text)] == found[:1]


def test_variations_beyond_measure_are_refused() -> None:
    with pytest.raises(NotationError, match="variations of fewer than"):
        parse_sgf_variations("(;GM[4]" + "(;C[]" * 3000 + ")" * 3001)


def refusal(write: Callable[[], object]) -> str:
    """Why it could not be written, or nothing."""
    try:
        write()
    except NotationError as error:
        return str(error)
    return ""


@st.composite
def games_of(draw: st.DrawFn, game: Rules, stones: int) -> Record:
    """A game that ended on the board, off it or not at all, with names, times and a reason."""
    position = random_position(game, draw(SEEDS), draw(st.integers(0, stones)))
    outcome, ending, note = position.outcome, ending_on_board(position), ""
    if not position.is_over and draw(st.booleans()):
        outcome = draw(st.sampled_from([Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW]))
        ending = draw(st.sampled_from([Ending.TIME, Ending.ILLEGAL_MOVE, Ending.RESIGNATION]))
        note = draw(NAMES)
    thoughts: tuple[Thought | None, ...] = ()
    if draw(st.booleans()):
        thoughts = tuple(Thought(seconds=draw(st.integers(0, 5000)) / 1000) for _ in position.history)
    names = (draw(NAMES), draw(NAMES))
    return Record(game, position.history, names, outcome, ending, thoughts, note=note, date="2026-11-16")


def assert_comes_back(record: Record, name: str) -> None:
    """Read, written and read again it is the same game, and what the format keeps is as it was."""
    why = refusal(lambda: games_text([record], name))
    if why:
        assert re.search("name|comma|without stones", why)
        return
    (first,) = parse_games(games_text([record], name), name)
    (second,) = parse_games(games_text([first], name), name)
    assert first == second
    assert first.moves == record.moves
    if "outcome" in FORMATS[name].keeps:
        assert first.outcome == record.outcome
    if "ending" in FORMATS[name].keeps:
        assert first.ending == record.ending


@pytest.mark.parametrize("name", ["ccgc", "golem", "golem-sgf", "league", "sgf", "text"])
@given(data=st.data())
def test_random_games_of_connect6_come_back(name: str, data: st.DataObject) -> None:
    assert_comes_back(data.draw(games_of(CONNECT6, 24)), name)


@given(data=st.data(), index=st.integers(0, len(GAMES) - 1))
def test_random_games_of_botzone_come_back(data: st.DataObject, index: int) -> None:
    assert_comes_back(data.draw(games_of(GAMES[index], 24)), "botzone")


@pytest.mark.parametrize("name", ["psq", "sgf"])
@given(data=st.data(), exact=st.booleans())
def test_random_games_of_five_in_a_row_come_back(name: str, data: st.DataObject, exact: bool) -> None:
    columns, rows = data.draw(st.integers(1, 30)), data.draw(st.integers(1, 30))
    assert_comes_back(data.draw(games_of(Rules(columns, rows, 5, exact=exact), 24)), name)


@given(records())
def test_random_games_of_random_rules_come_back(record: Record) -> None:
    for name in ("jsonl", "sgf", "text"):
        assert_comes_back(record, name)


@given(rules())
def test_a_game_that_a_format_cannot_hold_is_refused_in_words(some_rules: Rules) -> None:
    record = Record(some_rules, ())
    for name in FORMATS:
        why = refusal(lambda name=name: games_text([record], name))
        if why:
            assert some_rules.name in why
        else:
            assert parse_games(games_text([record], name), name)[0].rules == some_rules


@pytest.mark.parametrize(
    ("game", "name", "message"),
    [
        ("place-100x100x30", "sgf", "SGF points reach 52 columns and rows; place-100x100x30 has more"),
        ("connect6", "psq", "Piskvork plays five in a row on a free board; connect6 is another game"),
        ("place-19x19x5-p2-q1", "psq", "Piskvork knows one stone a turn"),
        ("gomoku", "golem", "only Connect6 is known here, not gomoku"),
        ("gomoku", "league", "league games are Connect6 only, not gomoku"),
        ("connect-four", "ccgc", "Connect6 only"),
    ],
)
def test_what_a_format_cannot_carry_is_refused(game: str, name: str, message: str) -> None:
    played = Record.of(Position.after(Rules.parse(game), [0]))
    with pytest.raises(NotationError, match=message):
        games_text([played], name)


def test_a_psq_file_has_one_game_and_names_that_can_be_told_from_numbers() -> None:
    game = Record(GOMOKU, ())
    with pytest.raises(NotationError, match="a psq file holds one game, and there are 2"):
        games_text([game, game], "psq")
    with pytest.raises(NotationError, match=r'"-1" cannot be a name in a psq file'):
        games_text([replace(game, players=("-1", "Bob"))], "psq")


def test_renju_games_of_piskvork_are_refused() -> None:
    text = (GOLDEN / "gomocup.psq").read_text().replace("Freestyle15_1", "Renju")
    with pytest.raises(RecordError, match='the rule is "Renju"'):
        parse_games(text)


def cut(text: str, share: float) -> str:
    return text[: int(len(text) * share)]


@pytest.mark.parametrize(
    ("name", "damage", "message"),
    [
        ("littlegolem.sgf", lambda text: cut(text, 0.7), "at the end"),
        (
            "littlegolem.sgf",
            lambda text: text.replace("[j9i10]", "[j9j9]"),
            r"move 5 \(node at character \d+\)",
        ),
        ("littlegolem.sgf", lambda text: text.replace("W[g6f7]", "W[resign]"), "move 2 .*only the last move"),
        ("gogui.sgf", lambda text: text.replace(";W[gn]", ";B[gn]"), r"move \d+ \(node at character"),
        ("gogui.sgf", lambda text: text.replace("SZ[19]", "SZ[x]"), r"SZ\[x\]: expected"),
        ("littlegolem.golem", lambda text: text.replace("3.j9", "3.t9"), "line 1: move 4 at character"),
        ("littlegolem.golem", lambda text: "\n\nx" + text, "line 3: expected turns like"),
        ("gomocup.psq", lambda text: cut(text, 0.5), r"line \d+: expected"),
        (
            "gomocup.psq",
            lambda text: text.replace("20x", "2x").replace("15x15", "3x3"),
            "line 2: 8,8 is not on",
        ),
        ("gomocup.psq", lambda text: text.replace("\n6,10,0\n", "\n8,8,0\n"), "line 3: .*occupied"),
        ("gomocup.psq", lambda text: text.replace("\n6,10,0\n", "\n6;10\n"), "line 3: expected"),
        ("gomocup.psq", lambda text: text + "more\n", r"line \d+: expected the end of the file"),
        ("league.txt", lambda text: cut(text, 0.5), r"line 13: "),
        (
            "league.txt",
            lambda text: text.replace("white GFFG", "white JJFG", 1),
            "line 13: turn 2: .*occupied",
        ),
        ("league.txt", lambda text: text.replace("white", "black", 1), "line 13: turn 2: black plays"),
        ("league.txt", lambda text: text.replace(",1,,", ",7,,", 1), 'line 13: the result is "7"'),
        ("league.txt", lambda text: text.replace("0.25", "soon", 1), "line 13: the seconds are"),
        (
            "told.botzone",
            lambda text: text.replace('"x": 8, "y": 6', '"x": 7, "y": 7'),
            r"line 1: .*occupied",
        ),
        (
            "told.botzone",
            lambda text: text.replace('"x1": 6', '"x1": -1'),
            r"line 2: responses\[0\] .* 2 stones",
        ),
        ("told.botzone", lambda text: cut(text, 0.5), r"line 1: line 1, column \d+: this is not JSON"),
        ("kaggle-done.json", lambda text: cut(text, 0.9), r"line 1, column \d+: this is not JSON"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place_and_nothing_is_written(
    name: str,
    damage: Callable[[str], str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = (GOLDEN / name).read_text(encoding="utf-8")
    broken, target = tmp_path / name, tmp_path / "out.jsonl"
    broken.write_text(damage(whole))
    assert broken.read_text() != whole
    with pytest.raises(RecordError, match=f"{name}: .*{message}"):
        read_games(broken)
    write_records(target, [Record(GOMOKU, ())])
    before = target.read_bytes()
    assert main(["convert", str(broken), str(target)]) == 1
    assert f"inarow: {broken}: " in capsys.readouterr().err
    assert target.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "out.jsonl"])


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda content: content[:-2], r'expected a "}" for this game at character 1 \(line 1\)'),
        (lambda content: content + content[:40], r'expected a "}" for this game at character \d+ \(line 2\)'),
        (lambda content: content + b"more", r'expected a "{" and a game at character \d+ \(line 2\)'),
        (lambda content: content.replace(b"(J,10)", b"(J,99)"), r"move 1 \(character \d+\)"),
        (
            lambda content: content[:12] + b"\xff\xff" + content[14:],
            "line 1: byte 13 .* neither UTF-8 nor gb18030",
        ),
    ],
)
def test_a_damaged_contest_record_is_refused_with_the_place(
    damage: Callable[[bytes], bytes], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.c6"
    path.write_bytes(damage((GOLDEN / "ccgc.c6").read_bytes()))
    with pytest.raises(RecordError, match=message):
        read_games(path)


def test_the_content_of_a_file_counts_more_than_its_name(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text((GOLDEN / "gogui.sgf").read_text())
    assert read_games(path) == read_games(GOLDEN / "gogui.sgf")
    path.write_text("what is this")
    with pytest.raises(RecordError, match=r"game\.txt: line 1"):
        read_games(path)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("connect-four/44\n", "text"),
        ("4433\n", "text"),
        ("# openings\n\nconnect6/j10\n", "text"),
        ("tic-tac-toe\n", "text"),
        ("1.j10 2.i9l10\n", "golem"),
        ("\ufeff(;GM[4])", "sgf"),
        ('{"format":"inarow records","version":1}', "jsonl"),
        ("", None),
        ("Dear Ada,\nplease", None),
        ("{}", None),
    ],
)
def test_a_text_tells_its_format(text: str, name: str | None) -> None:
    assert detected_format(text) == name


def test_what_is_not_kept_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = Record(
        CONNECT6,
        (180,),
        ("Ada", "Bob"),
        Outcome.SECOND_WINS,
        Ending.TIME,
        (Thought(seconds=1.5, score=20),),
        seed=7,
        versions=("1", "2"),
        note="too late",
    )
    assert lost([record], "jsonl") == []
    assert lost([record], "sgf") == [
        "what the players thought beside score",
        "the seed",
        "the versions of the players",
    ]
    assert lost([record], "league") == [
        "what the players thought beside seconds",
        "the seed",
        "the versions of the players",
    ]
    assert "the names of the players" in lost([record], "text")
    source, target = tmp_path / "a.jsonl", tmp_path / "a.golem"
    write_records(source, [record])
    assert main(["convert", str(source), str(target)]) == 0
    error = capsys.readouterr().err
    assert "1 game written to " in error
    assert "not kept by golem: the names of the players, the outcome" in error
    assert main(["convert", str(source), str(target), "--json"]) == 0
    assert "the seed" in json.loads(capsys.readouterr().out)["lost"]


def test_one_game_and_all_variations_can_be_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = str(GOLDEN / "variations.sgf"), tmp_path / "out.txt"
    assert main(["convert", source, str(target)]) == 0
    assert "2 variations left out: --variations makes games of them" in capsys.readouterr().err
    assert main(["convert", source, str(target), "--variations"]) == 0
    assert target.read_text() == "gomoku/h8i9g9i7j6\ngomoku/h8i9g9i7f10\ngomoku/h8i9g7\n"
    assert main(["convert", source, "-", "--variations", "--game", "3", "--to", "text"]) == 0
    assert capsys.readouterr().out == "gomoku/h8i9g7\n"
    assert main(["convert", source, "-", "--game", "2"]) == 1
    assert "has 1 game; there is no game 2" in capsys.readouterr().err
