"""The shapes of the API's answers and requests, as JSON Schema."""

from __future__ import annotations

from inarow.studio.errors import STATUS_BY_CODE
from inarow.studio.schema import (
    LARGEST_INTEGER,
    Schema,
    array,
    choice,
    free_object,
    number,
    optional,
    record,
    ref,
    text,
    whole,
    yes_or_no,
)
from inarow.studio.views import OUTCOMES

MOST_CELLS = 16_384  # of any board
LONGEST_POSITION = 200_000
CELL = whole(0, MOST_CELLS - 1, "row * columns + column, row 0 at the bottom")
CELLS = array(CELL, most=MOST_CELLS)
OUTCOME = choice(*OUTCOMES.values())
PLAYERS = array(text("a player's name", most=200), least=2, most=2, about="the first side's, the second's")

PLACE: dict[str, Schema] = {
    "position": text("such as connect-four/4433; or give game and moves", most=LONGEST_POSITION),
    "game": text("a name or a spec such as drop-7x6x4"),
    "moves": array(CELL, most=MOST_CELLS, about="the stones in the order in which they were placed"),
}
RULES_NUMBERS: dict[str, Schema] = {
    "columns": whole(),
    "rows": whole(),
    "line_length": whole(),
    "gravity": yes_or_no("stones fall to the lowest empty cell of their column"),
    "stones_per_turn": whole(),
    "stones_first_turn": whole(),
    "exact": yes_or_no("a longer row does not win"),
}
RULES = record({"name": text(), "spec": text(), "title": text(), **RULES_NUMBERS})
SCORE = record(
    {"share": number(0, 1, "of a win that the score is worth")},
    {
        "result": choice("win", "draw", "loss", about="proven"),
        "stones": whole(0, about="until the proven win or loss"),
        "value": whole(about="a guess; 100 is printed as 1.0"),
    },
    "for the side to move",
)
SIDE_THREATS = record({"wins": CELLS, "windows": array(CELLS)})
SIDE_PARITY = record({"odd": CELLS, "even": CELLS})
THREATS = record(
    {
        "first": SIDE_THREATS,
        "second": SIDE_THREATS,
        "must_answer": CELLS,
        "parity": optional(record({"first": SIDE_PARITY, "second": SIDE_PARITY})),
        "double": array(CELLS, about="after which no single stone stops the side to move"),
        "complete": yes_or_no("false where a search of the kind threats finds more"),
    }
)
POSITION = record(
    {
        "position": text(most=LONGEST_POSITION),
        "rules": ref("Rules"),
        "moves": CELLS,
        "names": array(text(most=20)),
        "turns": array(CELLS),
        "to_move": whole(1, 2),
        "stones_left": whole(0),
        "outcome": OUTCOME,
        "line": CELLS,
        "legal": CELLS,
        "diagram": text(most=LARGEST_INTEGER),
        "status": text(),
        "threats": ref("Threats"),
    }
)
OPTION = record({"name": text(), "default": optional(text()), "about": text(most=1000)})
PLAYER = record({"name": text(), "about": text(most=1000), "options": array(OPTION)})
LEVEL = record({"level": whole(1, 10), "player": text()})
FORMAT = record(
    {
        "name": text(),
        "about": text(),
        "suffixes": array(text()),
        "reads": yes_or_no(),
        "writes": yes_or_no(),
    }
)
GAME = record(
    {
        "position": text(most=LONGEST_POSITION),
        "rules": ref("Rules"),
        "moves": CELLS,
        "players": array(text(most=LARGEST_INTEGER)),
        "outcome": OUTCOME,
        "ending": text(),
        "event": text(most=LARGEST_INTEGER),
        "date": text(most=LARGEST_INTEGER),
    }
)
SAVED: dict[str, Schema] = {
    "id": whole(1),
    "name": text(),
    "position": text(most=LONGEST_POSITION),
    "players": PLAYERS,
    "saved": text("when, in ISO 8601"),
}
SAVED_WHOLE = record({**SAVED, "data": free_object("of the page's own")})
SAVED_BODY = record(
    {"name": text(least=1)}, {**PLACE, "players": PLAYERS, "data": free_object("of the page's own")}
)
TOURNAMENT_FIELDS: dict[str, Schema] = {
    "name": text(),
    "title": text(),
    "played": whole(0),
    "of": optional(whole(0)),
    "players": array(text(most=LARGEST_INTEGER)),
    "rules": array(text()),
}
TOURNAMENT = record(TOURNAMENT_FIELDS)
RATING = record(
    {
        "player": text(most=LARGEST_INTEGER),
        "elo": number(),
        "error": number(),
        "points": number(0),
        "games": whole(0),
    }
)
CROSS_CELL = optional(record({"points": number(0), "games": whole(0)}))
STANDING = record(
    {
        **TOURNAMENT_FIELDS,
        "standings": array(
            record(
                {
                    "game": text(),
                    "games": whole(0),
                    "table": array(RATING),
                    "cross": array(array(CROSS_CELL)),
                    "endings": free_object("how many games ended how"),
                }
            )
        ),
    }
)
PLAYED = record(
    {
        "number": whole(1),
        "ended": text("when, in ISO 8601"),
        "players": array(text(most=LARGEST_INTEGER)),
        "position": text(most=LONGEST_POSITION),
        "opening_stones": whole(0),
        "outcome": OUTCOME,
        "ending": text(),
        "note": text(most=LARGEST_INTEGER),
    }
)
ERROR = record(
    {
        "error": record(
            {"code": choice(*STATUS_BY_CODE), "message": text(most=LARGEST_INTEGER)},
            {"field": text(most=LARGEST_INTEGER)},
        )
    }
)
COMPONENTS: dict[str, Schema] = {
    "Rules": RULES,
    "Score": SCORE,
    "Threats": THREATS,
    "Position": POSITION,
    "Player": PLAYER,
    "Game": GAME,
    "SavedGame": record(SAVED),
    "Error": ERROR,
}
ANYTHING = free_object()
