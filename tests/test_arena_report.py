"""Reports and exports hold every game, and the page needs nothing but itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from arena_testing import bad
from inarow import Ending, Record
from inarow.arena.store import Store
from inarow.cli.main import main
from inarow.game.files import read_games
from inarow.game.notation import moves_text

RUDE = bad("Crasher")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a small tournament in two games, with a player that forfeits."""
    folder = tmp_path_factory.mktemp("report")
    plan = folder / "cup.toml"
    plan.write_text(
        f'name = "Cup of <b>all</b>"\nplayers = ["random", "first", "{RUDE}"]\n'
        'games = ["connect-four", "connect6"]\ntrusted = true\n[clock]\nseconds = 60.0\n'
    )
    assert main(["tournament", str(plan), "--here"]) == 0
    return folder / "cup.sqlite"


@pytest.fixture(scope="module")
def records(store: Path) -> list[Record]:
    opened = Store.read(store)
    found = [record for _, record in opened.games()]
    opened.close()
    return found


def page_of(store: Path, path: Path) -> str:
    assert main(["report", str(store), "--html", str(path)]) == 0
    return path.read_text()


def test_the_page_refers_to_nothing_outside_itself(store: Path, tmp_path: Path) -> None:
    page = page_of(store, tmp_path / "page.html")
    assert not re.search(r"https?:|//[a-z]|@import|url\(|\bsrc=|<link", page)
    assert "<b>all</b>" not in page
    assert "Cup of &lt;b&gt;all&lt;/b&gt;" in page


def test_the_page_holds_every_game_with_its_moves_and_thoughts(
    store: Path, records: list[Record], tmp_path: Path
) -> None:
    page = page_of(store, tmp_path / "page.html")
    data = re.search(r'<script type="application/json" id="games">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    games: list[dict[str, Any]] = json.loads(data[1])
    assert len(games) == len(records) == 12
    for game, record in zip(games, records, strict=True):
        assert tuple(game["moves"]) == record.moves
        assert len(game["thoughts"]) == len(record.thoughts)
        assert record.players[0] in game["name"]
        assert str(record.ending) in game["about"]


def test_the_page_shows_ratings_cross_table_endings_and_forfeits(store: Path, tmp_path: Path) -> None:
    page = page_of(store, tmp_path / "page.html")
    assert page.count('<svg class="plot"') == 2
    assert page.count("Cross table") == 2
    assert "4 by crash" in page
    assert "longest" in page


def test_json_lines_and_sgf_give_the_games_back(store: Path, records: list[Record], tmp_path: Path) -> None:
    for name in ("games.jsonl", "games.sgf"):
        assert main(["report", str(store), "--export", str(tmp_path / name)]) == 0
        found = read_games(tmp_path / name)
        assert [record.moves for record in found] == [record.moves for record in records]
        assert [record.outcome for record in found] == [record.outcome for record in records]
    assert read_games(tmp_path / "games.jsonl") == records


def test_a_parquet_table_has_a_row_for_every_game(store: Path, records: list[Record], tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    assert main(["report", str(store), "--export", str(path)]) == 0
    rows = parquet.read_table(path).to_pylist()
    assert len(rows) == len(records)
    for row, record in zip(rows, records, strict=True):
        assert row["moves"] == moves_text(record.rules, record.moves)
        assert (row["first"], row["second"]) == record.players
        assert row["ending"] == record.ending
        assert row["note"] == record.note
        assert row["seconds"] == [thought.seconds if thought else None for thought in record.thoughts]
        assert {"nodes", "depths", "scores", "game", "outcome", "key", "pair"} <= row.keys()
    assert len({row["key"] for row in rows}) == len(rows)


def test_the_report_prints_the_standing_as_text_and_as_json(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(store)]) == 0
    text = capsys.readouterr().out
    assert "connect6: 6 games" in text
    assert f"{RUDE} forfeited: 4 by crash" in text
    assert main(["report", str(store), "--json"]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [result["game"] for result in results] == ["connect-four", "connect6"]
    assert results[0]["faults"] == {RUDE: {str(Ending.CRASH): 4}}


def test_a_report_needs_neither_the_players_nor_their_files(tmp_path: Path, store: Path) -> None:
    opened = Store.read(store)
    plan, games = opened.plan(), list(opened.games())
    opened.close()
    plan["players"][2] = "gone.py:Player"
    copy = Store.open(tmp_path / "copy.sqlite", plan)
    for job, record in games:
        if RUDE not in job.players:
            copy.add(job, record)
    copy.close()
    assert main(["report", str(tmp_path / "copy.sqlite")]) == 0


def test_a_file_that_is_no_store_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.sqlite").write_text("no")
    assert main(["report", str(tmp_path / "x.sqlite")]) == 1
    assert "is no tournament file" in capsys.readouterr().err
