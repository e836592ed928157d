"""The endpoints of the API, one by one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool

from inarow import __version__
from inarow.engine import catalog, plugins
from inarow.engine.levels import LEVELS
from inarow.engine.player import Player, SearchPlayer
from inarow.studio import shapes
from inarow.studio.endpoint import Asked, Endpoint
from inarow.studio.errors import StudioError
from inarow.studio.files import formats_view, opened, written
from inarow.studio.openapi import description
from inarow.studio.saved import SavedGame
from inarow.studio.schema import LARGEST_INTEGER, array, choice, number, record, ref, text, whole
from inarow.studio.stream import EventStream
from inarow.studio.studio import Studio
from inarow.studio.tournaments import game_view
from inarow.studio.views import games_view, position_of, position_view, rules_of, rules_view

KINDS = ("move", "analyse", "review", "explain", "threats")
LONGEST_SEARCH = 600.0
MOST_DATA = 1 << 18
PLAIN_VALUE = re.compile(r"[A-Za-z0-9_-]+|[0-9]*\.[0-9]+")  # of a player's option
SLACK_SECONDS = 60.0  # that a search may take beyond its time before its worker is taken for stuck


def health(studio: Studio, _: Asked) -> dict[str, Any]:
    """That the studio runs."""
    return {
        "status": "ok",
        "version": __version__,
        "workers": studio.settings.workers,
        "searches": studio.searches,
    }


def games(_: Studio, __: Asked) -> dict[str, Any]:
    """The games that have a name."""
    return games_view()


def rules(_: Studio, asked: Asked) -> dict[str, Any]:
    """The rules that were asked for, if they make a game."""
    return {"rules": rules_view(rules_of(asked.body))}


def players(_: Studio, __: Asked) -> dict[str, Any]:
    """The players of the catalog."""
    entries = [
        {
            "name": entry.name,
            "about": entry.about,
            "options": [
                {
                    "name": option.name,
                    "default": None if option.default is None else str(option.default),
                    "about": option.about,
                }
                for option in entry.options
            ],
        }
        for entry in catalog.CATALOG.values()
    ]
    return {"players": entries, "levels": [{"level": level, "player": f"level {level}"} for level in LEVELS]}


def position(_: Studio, asked: Asked) -> dict[str, Any]:
    """All about a position."""
    return position_view(position_of(asked.body))


async def begin_search(studio: Studio, asked: Asked) -> dict[str, Any]:
    """Put a search in the queue."""
    place = await run_in_threadpool(position_of, asked.body)
    kind, seconds = asked.body["kind"], asked.body.get("seconds", 1.0)
    if place.is_over and kind in ("move", "analyse", "explain"):
        raise StudioError("bad_position", f"the game is over: {place.status}", "position")
    if not place.stones and kind in ("review", "explain"):
        raise StudioError("bad_position", "nothing has been played yet", "position")
    task = {
        "kind": kind,
        "game": place.rules.spec,
        "moves": list(place.history),
        "player": _player(kind, asked.body),
        "seconds": seconds,
        "lines": asked.body.get("lines", 3),
    }
    search = await studio.submit(task, _patience(kind, seconds, place.stones))
    return {"id": search.id}


def _player(kind: str, body: dict[str, Any]) -> str:
    """The player of a search, with the seed if it rolls dice."""
    given = body.get("player", "champion")
    made = safe_player(given)
    if kind in ("analyse", "review", "explain") and not isinstance(made, SearchPlayer):
        raise StudioError("bad_player", f"{made.name} does not search, so it has no scores to show", "player")
    words = catalog.words(given)
    takes_seed = any(option.name == "seed" for option in catalog.entry(words[0]).options)
    has_seed = any(word.startswith("seed=") for word in words)
    return f"{given} seed={body['seed']}" if takes_seed and not has_seed and "seed" in body else given


def _patience(kind: str, seconds: float, stones: int) -> float:
    """After so many seconds a search is stuck. Lines that are played on to the end of a game take long."""
    questions = {"move": 2, "analyse": 2, "review": 40 * (stones + 1), "explain": 80, "threats": 1}
    return questions[kind] * seconds + SLACK_SECONDS


async def search_events(studio: Studio, asked: Asked) -> EventStream:
    """What the search finds, as it finds it."""
    return studio.listen(studio.search(asked.path["id"]))


async def end_search(studio: Studio, asked: Asked) -> None:
    """Stop a search."""
    studio.drop(studio.search(asked.path["id"]))


def formats(_: Studio, __: Asked) -> dict[str, Any]:
    """The formats of games."""
    return formats_view()


def read(_: Studio, asked: Asked) -> dict[str, Any]:
    """The games of a text."""
    return opened(asked.body)


def write(_: Studio, asked: Asked) -> dict[str, Any]:
    """A game as text."""
    return written(asked.body)


def saved_games(studio: Studio, _: Asked) -> dict[str, Any]:
    """The games that were kept."""
    return {"games": studio.saved.all()}


def save_game(studio: Studio, asked: Asked) -> dict[str, Any]:
    """Keep a game."""
    return studio.saved.add(_saved_game(asked.body))


def saved_game(studio: Studio, asked: Asked) -> dict[str, Any]:
    """One kept game."""
    return studio.saved.get(_number(asked))


def replace_game(studio: Studio, asked: Asked) -> dict[str, Any]:
    """Keep a game in the place of an older one."""
    return studio.saved.replace(_number(asked), _saved_game(asked.body))


def delete_game(studio: Studio, asked: Asked) -> None:
    """Forget a game."""
    studio.saved.delete(_number(asked))


def tournaments(studio: Studio, _: Asked) -> dict[str, Any]:
    """The tournaments that are watched."""
    return {"tournaments": [tournament.view() for tournament in studio.tournaments.all()]}


def tournament(studio: Studio, asked: Asked) -> dict[str, Any]:
    """The standing of one."""
    return studio.tournaments.get(asked.path["name"]).standing()


def tournament_games(studio: Studio, asked: Asked) -> dict[str, Any]:
    """Some of its games, in the order in which they ended."""
    games = studio.tournaments.get(asked.path["name"]).games()
    after, limit = asked.query.get("after", 0), asked.query.get("limit", 100)
    later = [played for played in games if played[0] > after]
    return {"games": [game_view(played) for played in later[:limit]], "total": len(games)}


async def tournament_events(studio: Studio, asked: Asked) -> EventStream:
    """Its games as they end."""
    return studio.watch(studio.tournaments.get(asked.path["name"]))


async def openapi(_: Studio, __: Asked) -> dict[str, Any]:
    """This description."""
    return description(ENDPOINTS)


def _number(asked: Asked) -> int:
    """The id of a saved game; what is no number is the id of none."""
    given = asked.path["id"]
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 16 else -1


def _saved_game(body: dict[str, Any]) -> SavedGame:
    first, second = body.get("players", ("first", "second"))
    data = body.get("data", {})
    if len(json.dumps(data)) > MOST_DATA:
        raise StudioError("too_large", f"data may have at most {MOST_DATA:,} bytes", "data")
    return SavedGame(body["name"], position_of(body).text, (first, second), data)


def safe_player(given: str) -> Player:
    """The player of a text, if it is one of the catalog: nobody runs or reads files from a browser."""
    try:
        words = catalog.words(given)
        values = [word.partition("=")[2] if "=" in word else word for word in words[1:]]
        if plugins.is_plugin(words[0]) or any(map(_may_be_file, values)):
            raise catalog.CatalogError(f"{words[0]}: only players of the catalog play here, without files")
        return catalog.player(given)
    except ValueError as error:
        raise StudioError("bad_player", str(error), "player") from None


def _may_be_file(value: str) -> bool:
    return not PLAIN_VALUE.fullmatch(value) or Path(value).exists()


SEARCH_ID = {"id": text("of the search", least=1, most=64)}
GAME_ID = {"id": text("of the saved game", least=1, most=64)}
TOURNAMENT_NAME = {"name": text("of the tournament", least=1)}
SEARCH_BODY = record(
    {"kind": choice(*KINDS)},
    {
        **shapes.PLACE,
        "player": text("a name of the catalog with its options", least=1),
        "seconds": number(0.01, LONGEST_SEARCH, "to think; for a review, for each move"),
        "lines": whole(1, 32, "so many best moves"),
        "seed": whole(0, 2**53 - 1, "the same seed gives the same game, for players that roll dice"),
    },
)
ENDPOINTS = (
    Endpoint(
        "GET", "/api/health", "Whether the studio runs", health,
        record({"status": text(), "version": text(), "workers": whole(), "searches": whole()}),
    ),
    Endpoint("GET", "/api/openapi.json", "This description", openapi, shapes.ANYTHING),
    Endpoint("GET", "/api/games", "The games that have a name", games, record({"games": array(ref("Rules"))})),
    Endpoint(
        "POST", "/api/rules", "Any rules, checked and described", rules, record({"rules": ref("Rules")}),
        body=record({}, {"spec": text(), **shapes.RULES_NUMBERS}), errors=("bad_rules",),
    ),
    Endpoint(
        "GET", "/api/players", "The players of the catalog, and the levels", players,
        record({"players": array(ref("Player")), "levels": array(shapes.LEVEL)}),
    ),
    Endpoint(
        "POST", "/api/position", "All about a position", position, ref("Position"),
        body=record({}, shapes.PLACE), errors=("bad_position",),
    ),
    Endpoint(
        "POST", "/api/searches", "Begin a search", begin_search, record({"id": text()}), 201,
        body=SEARCH_BODY, errors=("bad_player", "busy", "closing"),
    ),
    Endpoint(
        "GET", "/api/searches/{id}/events", "What a search finds, as server-sent events", search_events,
        path_values=SEARCH_ID, errors=("not_found", "conflict", "busy"), kind="text/event-stream",
    ),
    Endpoint(
        "DELETE", "/api/searches/{id}", "Stop a search", end_search, None, 204,
        path_values=SEARCH_ID, errors=("not_found",),
    ),
    Endpoint(
        "GET", "/api/formats", "The formats that games are read and written in", formats,
        record({"formats": array(shapes.FORMAT)}),
    ),
    Endpoint(
        "POST", "/api/read", "The games of a text", read,
        record({"format": text(), "games": array(ref("Game")), "total": whole(0)}),
        body=record(
            {"text": text(most=1 << 20)},
            {"name": text("of the file"), "format": text(), "game": text("of a drawing")},
        ),
        errors=("bad_file", "bad_rules"),
    ),
    Endpoint(
        "POST", "/api/write", "A game as text", write,
        record({"text": text(most=LARGEST_INTEGER), "suffix": text()}),
        body=record(
            {"format": text()},
            {**shapes.PLACE, "players": shapes.PLAYERS, "event": text(), "outcome": shapes.OUTCOME},
        ),
        errors=("bad_position", "bad_file"),
    ),
    Endpoint(
        "GET", "/api/saved", "The games that were kept", saved_games,
        record({"games": array(ref("SavedGame"))}),
    ),
    Endpoint(
        "POST", "/api/saved", "Keep a game", save_game, ref("SavedGame"), 201,
        body=shapes.SAVED_BODY, errors=("bad_position", "conflict"),
    ),
    Endpoint(
        "GET", "/api/saved/{id}", "One kept game", saved_game, shapes.SAVED_WHOLE,
        path_values=GAME_ID, errors=("not_found",),
    ),
    Endpoint(
        "PUT", "/api/saved/{id}", "Keep a game in the place of an older one", replace_game,
        ref("SavedGame"), body=shapes.SAVED_BODY, path_values=GAME_ID, errors=("not_found", "bad_position"),
    ),
    Endpoint(
        "DELETE", "/api/saved/{id}", "Forget a kept game", delete_game, None, 204,
        path_values=GAME_ID, errors=("not_found",),
    ),
    Endpoint(
        "GET", "/api/tournaments", "The tournaments that are watched", tournaments,
        record({"tournaments": array(shapes.TOURNAMENT)}),
    ),
    Endpoint(
        "GET", "/api/tournaments/{name}", "The standing of a tournament", tournament, shapes.STANDING,
        path_values=TOURNAMENT_NAME, errors=("not_found",),
    ),
    Endpoint(
        "GET", "/api/tournaments/{name}/games", "The games of a tournament", tournament_games,
        record({"games": array(shapes.PLAYED), "total": whole(0)}),
        query={"after": whole(0, LARGEST_INTEGER), "limit": whole(1, 1000)},
        path_values=TOURNAMENT_NAME, errors=("not_found",),
    ),
    Endpoint(
        "GET", "/api/tournaments/{name}/events", "The games of a tournament as they end, as server-sent events",
        tournament_events, path_values=TOURNAMENT_NAME, errors=("not_found", "busy"),
        kind="text/event-stream",
    ),
)  # fmt: skip
