"""The studio's API, asked in this process."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from inarow.arena.job import Job
from inarow.arena.plan import Plan
from inarow.arena.store import Store
from inarow.game.position import Position
from inarow.game.record import Record
from inarow.studio.app import make_app
from inarow.studio.saved import SavedError, SavedGame, SavedGames
from inarow.studio.settings import Settings
from studio_testing import wait_for


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


JSON = {"Content-Type": "application/json"}
MALFORMED = {
    "no JSON": ("/api/position", "{", 400, "bad_request"),
    "no number": ("/api/searches", '{"kind": "move", "position": "44", "seconds": NaN}', 400, "bad_request"),
    "half a character": ("/api/position", '{"position": "\\ud800"}', 400, "bad_request"),
    "very deep": ("/api/position", "[" * 100_000, 400, "bad_request"),
    "very long number": ("/api/rules", '{"columns": ' + "9" * 5000 + "}", 400, "bad_request"),
    "no object": ("/api/position", "[]", 422, "bad_field"),
    "nothing": ("/api/position", "{}", 422, "bad_position"),
    "unknown field": ("/api/position", '{"place": "44"}', 422, "bad_field"),
    "a field too much": ("/api/position", '{"position": "44", "game": "gomoku"}', 422, "bad_position"),
    "wrong type": ("/api/position", '{"position": 44}', 422, "bad_field"),
    "true as a number": ("/api/searches", '{"kind": "move", "position": "4", "lines": true}', 422, "bad_field"),
    "wrong moves": ("/api/position", '{"position": "connect-four/4488"}', 422, "bad_position"),
    "wrong game": ("/api/position", '{"position": "drop-0x6x4/"}', 422, "bad_rules"),
    "cell taken twice": ("/api/position", '{"game": "gomoku", "moves": [3, 3]}', 422, "bad_position"),
    "cell off the board": ("/api/position", '{"game": "tic-tac-toe", "moves": [9]}', 422, "bad_position"),
    "rules without rows": ("/api/rules", '{"columns": 7}', 422, "bad_rules"),
    "rules of any size": ("/api/rules", '{"columns": 99999999999, "rows": 6, "line_length": 4}', 422, "bad_rules"),
    "unknown kind": ("/api/searches", '{"kind": "dance", "position": "4"}', 422, "bad_field"),
    "too long": ("/api/searches", '{"kind": "move", "position": "4", "seconds": 1e9}', 422, "bad_field"),
    "game over": ("/api/searches", '{"kind": "move", "position": "1212121"}', 422, "bad_position"),
    "nothing to review": ("/api/searches", '{"kind": "review", "position": "gomoku/"}', 422, "bad_position"),
    "unknown player": ("/api/searches", '{"kind": "move", "position": "4", "player": "me"}', 422, "bad_player"),
    "a player without scores": (
        "/api/searches", '{"kind": "analyse", "position": "4", "player": "random"}', 422, "bad_player",
    ),
    "unknown format": ("/api/write", '{"position": "4", "format": "gif"}', 422, "bad_field"),
    "no game in it": ("/api/read", '{"text": "hello"}', 422, "bad_file"),
    "empty text": ("/api/read", '{"text": ""}', 422, "bad_file"),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_every_malformed_request_gets_an_error_that_says_what_is_wrong(client: TestClient, name: str) -> None:
    path, body, status, code = MALFORMED[name]
    answer = client.post(path, content=body, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert len(answer.json()["error"]["message"]) > 10


@pytest.mark.parametrize(
    "player",
    ["tests/own_players.py:Good", "os:system", "pvs eval=tests/own_players.py:even", "champion weights=/etc/passwd",
     "champion weights=pyproject.toml", "process:ls", "champion weights=README.md", "'"],
)  # fmt: skip
def test_nobody_runs_or_reads_files_from_a_browser(client: TestClient, player: str) -> None:
    answer = client.post("/api/searches", json={"kind": "move", "position": "4", "player": player})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_player")


def test_other_methods_and_addresses_are_refused_in_json(client: TestClient) -> None:
    assert client.get("/api/nothing").json()["error"]["code"] == "not_found"
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404
    wrong = client.put("/api/games")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "method_not_allowed")
    assert "GET" in wrong.headers["allow"]
    plain = client.post("/api/rules", content='{"spec": "connect6"}', headers={"Content-Type": "text/plain"})
    assert (plain.status_code, plain.json()["error"]["code"]) == (415, "not_json")


def test_a_request_that_is_too_large_is_not_read(client: TestClient) -> None:
    most = Settings().request_bytes
    for content in (b" " * (most + 1), iter([b" " * most, b" "])):
        answer = client.post("/api/rules", content=content, headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "path", ["/", "/static/missing.js", "/api/games", "/api/nothing", "/api/openapi.json"]
)
def test_every_answer_keeps_the_page_safe(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_strangers_page_cannot_use_the_studio(client: TestClient) -> None:
    for headers in (
        {"Host": "evil.example"},
        {"Host": "localhost.evil.example:80"},
        {"Host": "["},
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = client.get("/api/games", headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    for headers in ({"Host": "127.0.0.1:8420"}, {"Host": "[::1]"}, {"Origin": "http://localhost"}):
        assert client.get("/api/games", headers=headers).status_code == 200


def test_whoever_comes_from_elsewhere_needs_the_token() -> None:
    app = make_app(Settings(host="0.0.0.0", token="sesame", workers=1))
    with TestClient(app, base_url="http://studio.lan", follow_redirects=False) as client:
        assert client.get("/api/health").status_code == 200
        for path in ("/", "/static/main.js", "/api/games", "/?token=wrong", "/api/games?token=sesame"):
            assert client.get(path).json()["error"]["code"] == "unauthorized"
        assert client.get("/api/games", headers={"Authorization": "Bearer sesame"}).status_code == 200
        assert client.get("/api/games", headers={"Authorization": "Bearer other"}).status_code == 401
        opened = client.get("/?token=sesame&game=gomoku")
        assert (opened.status_code, opened.headers["location"]) == (303, "/?game=gomoku")
        assert "HttpOnly" in opened.headers["set-cookie"]
        assert client.get("/api/games").status_code == 200  # the cookie is kept


def test_a_studio_for_others_does_not_start_without_a_token() -> None:
    with pytest.raises(ValueError, match="token"):
        Settings(host="0.0.0.0")
    assert Settings(host="::1").is_loopback


def test_the_page_is_sent_once_and_compressed(client: TestClient) -> None:
    answer = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "<!doctype html>" in answer.text.lower()
    again = client.get("/", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "content-encoding" not in client.get("/", headers={"Accept-Encoding": "identity"}).headers


def test_a_full_queue_says_so_and_a_search_that_nobody_hears_is_dropped() -> None:
    task = {"kind": "move", "position": "gomoku/h8", "seconds": 500}
    settings = Settings(workers=1, queue=1, unheard_seconds=0.1)
    with TestClient(make_app(Settings(workers=1, queue=1)), base_url="http://localhost") as client:
        answers = [
            client.post("/api/searches", json=task) for _ in range(3)
        ]  # at most one runs and one waits
        assert answers[0].status_code == 201
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused[0].json()["error"]["code"] == "busy"
        assert refused[0].headers["retry-after"]
    with TestClient(make_app(settings), base_url="http://localhost") as client:
        name = client.post("/api/searches", json=task).json()["id"]
        wait_for(lambda: client.get("/api/health").json()["searches"] == 0)
        assert client.get(f"/api/searches/{name}/events").status_code == 404


def test_streams_are_counted() -> None:
    with TestClient(make_app(Settings(workers=1, streams=0)), base_url="http://localhost") as client:
        made = client.post("/api/searches", json={"kind": "move", "position": "gomoku/h8"}).json()["id"]
        assert client.get(f"/api/searches/{made}/events").json()["error"]["code"] == "busy"
        assert client.get("/api/health").json()["searches"] == 0


def test_games_are_saved_replaced_and_deleted(client: TestClient) -> None:
    made = client.post("/api/saved", json={"name": "mine", "position": "4433", "data": {"tree": [1]}})
    assert made.status_code == 201
    path = f"/api/saved/{made.json()['id']}"
    assert client.get(path).json()["data"] == {"tree": [1]}
    changed = client.put(path, json={"name": "ours", "game": "gomoku", "moves": [112], "players": ["A", "B"]})
    assert changed.json()["position"] == "gomoku/h8"
    assert client.get("/api/saved").json()["games"][0]["name"] == "ours"
    too_much = client.put(path, json={"name": "x", "position": "4", "data": {"tree": "x" * (1 << 18)}})
    assert too_much.status_code == 413
    assert client.delete(path).status_code == 204
    for answer in (
        client.get(path),
        client.delete(path),
        client.get("/api/saved/none"),
        client.get("/api/saved/" + "9" * 30),
    ):
        assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize(
    ("text", "format_name", "position"),
    [
        ("connect-four/4433", "text", "connect-four/4433"),
        ("(;GM[4]SZ[15];B[hh];W[ii])", "sgf", "gomoku/h8i7"),
        ("{[C6][A B][B W][][][];B(J,10)}", "ccgc", "connect6/j10"),
        (". . .\n. X .\nO . .", "diagram", "tic-tac-toe/b2a1"),
    ],
)
def test_a_game_of_any_format_is_opened(
    client: TestClient, text: str, format_name: str, position: str
) -> None:
    found = client.post("/api/read", json={"text": text, "game": "tic-tac-toe"}).json()
    assert (found["format"], found["games"][0]["position"]) == (format_name, position)


def test_every_format_that_writes_can_be_read_again(client: TestClient) -> None:
    positions = ("connect-four/4433", "gomoku/h8i9", "connect6/j10i9k11")
    for one in client.get("/api/formats").json()["formats"]:
        answers = [
            client.post("/api/write", json={"position": position, "format": one["name"]})
            for position in positions
        ]
        assert {answer.status_code for answer in answers} <= {200, 422}
        written = [pair for pair in zip(positions, answers, strict=True) if pair[1].status_code == 200]
        assert written
        for position, answer in written if one["reads"] else []:
            task = {"text": answer.json()["text"], "game": position.split("/")[0], "format": one["name"]}
            again = client.post("/api/read", json=task).json()["games"][0]["moves"]
            assert sorted(again) == sorted(
                Position.parse(position).history
            )  # a drawing does not keep the order


def test_a_resigned_game_is_written_with_its_winner(client: TestClient) -> None:
    task = {"position": "tic-tac-toe/b2", "format": "sgf", "players": ["Ann", "Bob"], "outcome": "second"}
    text = client.post("/api/write", json=task).json()["text"]
    assert "RE[W+R]" in text
    assert "PB[Ann]" in text


def test_the_levels_are_players(client: TestClient) -> None:
    levels = client.get("/api/players").json()["levels"]
    assert [level["level"] for level in levels] == list(range(1, 11))
    for level in (levels[0], levels[-1]):
        task = {"kind": "move", "position": "connect-four/112233", "player": level["player"], "seed": 5}
        assert dict(events(client, **task))["result"]["move"] == [3]


def test_saved_games_outlive_the_studio_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "studio.sqlite"
    store = SavedGames(path)
    made = store.add(SavedGame("mine", "connect-four/44", ("a", "b"), {"x": 1}))
    store.close()
    again = SavedGames(path)
    assert again.get(made["id"])["data"] == {"x": 1}
    again.close()
    Store.open(tmp_path / "tournament.sqlite", {}).close()
    with pytest.raises(SavedError, match="inarow-tournament"):
        SavedGames(tmp_path / "tournament.sqlite")
    (tmp_path / "text").write_text("hello" * 1000)
    with pytest.raises(SavedError, match="cannot hold"):
        SavedGames(tmp_path / "text")


def test_a_finished_tournament_has_a_table_and_games(tmp_path: Path) -> None:
    path = tmp_path / "spring.sqlite"
    plan = Plan(players=("random", "first"), games=("tic-tac-toe",), name="Spring")
    store = Store.open(path, plan.to_dict())
    for number, text in enumerate(("a1a2b1b2c1", "b2c1c2a2b1b3a1c3a3"), start=1):
        job = Job(f"game {number}", "pair", "tic-tac-toe", ("random", "first"))
        store.add(job, Record.of(Position.parse(f"tic-tac-toe/{text}"), ("random", "first")))
    store.close()
    settings = Settings(workers=1, watched=(path, path))
    with TestClient(make_app(settings), base_url="http://localhost") as client:
        names = [one["name"] for one in client.get("/api/tournaments").json()["tournaments"]]
        assert names == ["spring", "spring-2"]
        found = client.get("/api/tournaments/spring").json()
        assert (found["title"], found["played"], found["of"]) == ("Spring", 2, 2)
        table = found["standings"][0]["table"]
        assert [(row["player"], row["points"]) for row in table] == [("random", 1.5), ("first", 0.5)]
        games = client.get("/api/tournaments/spring/games", params={"after": 1}).json()
        assert (games["total"], [game["number"] for game in games["games"]]) == (2, [2])
        assert client.get("/api/tournaments/spring/games?limit=x").json()["error"]["field"] == "limit"
        assert client.get("/api/tournaments/autumn").status_code == 404
