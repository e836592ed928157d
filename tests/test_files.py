"""Files of games in every format."""

from pathlib import Path

import pytest

from inarow import Position, Record, RecordError
from inarow.game.files import FORMATS, format_of, games_text, parse_games, read_games, write_games

CONNECT6_GAMES = ["connect6/j10.j9l11", "connect6/j10"]
OTHER_GAMES = {
    "botzone": ["gomoku/h8i9", "gomoku/"],
    "kaggle": ["connect-four/4433", "1212121"],
    "psq": ["gomoku/h8i9"],
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_games_back(name: str, tmp_path: Path) -> None:
    games = [Record.of(Position.parse(text)) for text in OTHER_GAMES.get(name, CONNECT6_GAMES)]
    assert parse_games(games_text(games, name), name) == games
    path = tmp_path / f"games{FORMATS[name].suffixes[0]}"
    write_games(path, games, name)
    assert read_games(path) == games
    assert read_games(path, name) == games


@pytest.mark.parametrize(
    ("path", "name"), [("a.jsonl", "jsonl"), ("a/b.SGF", "sgf"), (Path("x.txt"), "text"), ("game.c6", "ccgc")]
)
def test_the_name_of_a_file_says_its_format(path: str | Path, name: str) -> None:
    assert format_of(path) == name


@pytest.mark.parametrize("path", ["games", "games.pgn", ".sgf"])
def test_a_name_that_says_no_format_is_refused(path: str) -> None:
    with pytest.raises(RecordError, match=r"expected one that ends with \.jsonl, \.sgf, \.txt"):
        format_of(path)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(RecordError, match="unknown format 'pgn'; known are jsonl, sgf, text, ccgc"):
        parse_games("", "pgn")


def test_texts_may_have_comments_and_empty_lines() -> None:
    games = parse_games("# openings\n4433\n\n  connect6/j10  # no\n".replace("  # no", ""), "text")
    assert [game.replay().text for game in games] == ["connect-four/4433", "connect6/j10"]


def test_a_wrong_line_of_a_text_is_named() -> None:
    with pytest.raises(RecordError, match='line 2: move 1 at character 1: "8" is not a column'):
        parse_games("44\n8\n", "text")


def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4];B[zz])")
    with pytest.raises(RecordError, match=r"game\.sgf: move 1"):
        read_games(path)
    with pytest.raises(FileNotFoundError):
        read_games(tmp_path / "none.sgf")


def test_old_encodings_are_understood(tmp_path: Path) -> None:
    contest, sgf, text = tmp_path / "a.c6", tmp_path / "a.sgf", tmp_path / "a.txt"
    contest.write_bytes("{[C6][先手 B][后手 W][先手胜][][];B(J,10)}".encode("gb2312"))
    assert read_games(contest)[0].players == ("先手", "后手")
    sgf.write_bytes("(;GM[4]PB[Bärbel])".encode("latin-1"))
    assert read_games(sgf)[0].players[0] == "Bärbel"
    text.write_bytes(b"44\n\xff")
    with pytest.raises(RecordError, match="line 2: byte 4 of the file is not UTF-8"):
        read_games(text)


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf4433\r\n")
    assert read_games(path)[0].replay().text == "connect-four/4433"
