"""The studio's API, asked in this process."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from inarow.studio.app import make_app
from inarow.studio.settings import Settings


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(Settings(workers=1)), base_url="http://localhost") as client:
        yield client


def events(client: TestClient, **task: Any) -> list[tuple[str, Any]]:
    made = client.post("/api/searches", json=task)
    assert made.status_code == 201, made.text
    text = client.get(f"/api/searches/{made.json()['id']}/events").text
    parts = [part.split("\n") for part in text.strip().split("\n\n") if not part.startswith(":")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in parts]


def test_the_studio_lists_the_games_that_have_a_name(client: TestClient) -> None:
    games = client.get("/api/games").json()["games"]
    assert [game["name"] for game in games][:2] == ["tic-tac-toe", "connect-four"]
    assert games[1]["spec"] == "drop-7x6x4"


def test_a_position_may_be_text_or_cells(client: TestClient) -> None:
    by_text = client.post("/api/position", json={"position": "connect-four/4433"}).json()
    by_cells = client.post("/api/position", json={"game": "drop-7x6x4", "moves": [3, 10, 2, 9]}).json()
    assert by_text == by_cells
    assert by_text["names"] == ["4", "4", "3", "3"]
    assert by_text["to_move"] == 1


def test_a_player_wins_at_once_where_it_can(client: TestClient) -> None:
    found = events(client, kind="move", position="connect-four/112233", seconds=0.1)
    names = [name for name, _ in found]
    assert names[:2] == ["queued", "started"]
    assert names[-2:] == ["result", "end"]
    result = dict(found)["result"]
    assert result["move"] == [3]
    assert result["score"] == {"result": "win", "stones": 1, "share": 1.0}


def test_a_turn_of_several_stones_comes_whole(client: TestClient) -> None:
    found = dict(events(client, kind="move", position="connect6/j10", seconds=0.05))
    assert len(found["result"]["move"]) == 2


def test_an_analysis_scores_every_column(client: TestClient) -> None:
    found = dict(events(client, kind="analyse", position="drop-4x4x3/1234", seconds=0.2))
    assert {move["cell"] for move in found["result"]["moves"]} == {4, 5, 6, 7}
    assert found["result"]["solved"]


def test_a_review_judges_every_turn_from_the_last_to_the_first(client: TestClient) -> None:
    #  X  .  .  .       the second side let the column grow
    #  X  .  O  .
    #  X  .  O  .
    found = events(client, kind="review", position="drop-4x4x3/13131", seconds=0.5)
    infos = [data for name, data in found if name == "info"]
    assert [info["ply"] for info in infos] == [4, 3, 2, 1, 0]
    result = dict(found)["result"]
    assert [move["ply"] for move in result["moves"]] == [0, 1, 2, 3, 4]
    assert result["moves"][3]["played_score"] == {"result": "loss", "stones": 2, "share": 0.0}
    assert result["rates"]["first"]["turns"] == 3


def test_an_explanation_plays_the_loss_to_its_end(client: TestClient) -> None:
    found = dict(events(client, kind="explain", position="drop-4x4x3/1212", seconds=0.5))["result"]
    assert found["loses"]
    assert found["line"] == [8]
    assert found["score"] == {"result": "loss", "stones": 1, "share": 0.0}


def test_double_threats_of_connect6_come_from_a_worker(client: TestClient) -> None:
    place = {"position": "connect6/j10a1b1k10l10"}
    at_once = client.post("/api/position", json=place).json()["threats"]
    assert not at_once["complete"]
    found = dict(events(client, kind="threats", **place))["result"]
    assert found["complete"]
    assert found["first"] == at_once["first"]
