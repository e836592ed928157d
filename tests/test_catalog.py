"""Names of players: every one makes a player that plays, and every mistake is told."""

from pathlib import Path

import pytest

from inarow import Position, Random, Rules
from inarow._core import EvaluatorError, evaluators, rungs
from inarow.engine.catalog import CATALOG, CatalogError, entry, player, usual_player
from inarow.engine.limits import Limits
from inarow.engine.player import SearchPlayer
from inarow.engine.plugins import PluginError

OWN = Path(__file__).with_name("own_players.py")
QUICK = Limits(depth=1, nodes=2000)
GAMES = ["connect-four", "tic-tac-toe", "connect6", "drop-5x5x3-p2-q1", "place-6x5x4-exact"]


@pytest.mark.parametrize("name", [name for name in CATALOG if name != "network"])  # which needs a file
@pytest.mark.parametrize("game", GAMES)
def test_every_player_plays_legal_moves_wherever_its_evaluator_makes_sense(name: str, game: str) -> None:
    chosen = player(name)
    position = Position(Rules.parse(game))
    random = Random(3)
    try:
        for _ in range(4):
            position = position.play(chosen.choose(position, QUICK))
            if position.is_over:
                return
            position = position.play(random.move(position))
            if position.is_over:
                return
    except EvaluatorError:
        assert name == "gaussian"
        assert not Rules.parse(game).gravity or Rules.parse(game).exact


def test_the_systems_and_every_rung_are_in_the_catalog() -> None:
    systems = {"chains", "genetic", "ultimate", "open-lines", "tokens", "gaussian"}
    assert systems | {"random", "first"} | set(rungs()) <= set(CATALOG)


@pytest.mark.parametrize("name", [name for name in evaluators() if name != "gaussian"])
def test_any_evaluator_goes_with_any_rung(name: str) -> None:
    position = Position.parse("drop-5x4x4/3324")
    for rung in ("negamax", "pvs", "mtdf"):
        cell = player(f"{rung} eval={name} depth=2").choose(position)
        assert position.is_legal(cell)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "name of the player is missing"),
        ("chians", "did you mean chains"),
        ("pvs dept=4", "did you mean depth"),
        ("pvs depth", "expected name=value"),
        ("pvs depth=", "expected name=value"),
        ("pvs depth=0", "depth=0: expected a whole number from 1"),
        ("pvs depth=four", "expected a whole number"),
        ("pvs depth=2 depth=3", "depth twice"),
        ("pvs eval=window", "did you mean windows"),
        ("pvs seconds=-1", "seconds above 0"),
        ("pvs symmetry=maybe", "expected yes or no"),
        ("pvs candidates=some", "expected all or near or chains"),
        ("genetic mutation=2", "from 0 to 1"),
        ("random seed='1", "No closing quotation"),
        ("first depth=3", "first has no option 'depth'"),
    ],
)
def test_a_wrong_name_or_option_is_told_with_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(CatalogError, match=message):
        player(text)


def test_an_entry_knows_its_defaults() -> None:
    defaults = {option.name: option.default for option in entry("chains").options}
    assert (defaults["candidates"], defaults["depth"]) == ("chains", 2)


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_player_exists(game: str) -> None:
    rules = Rules.parse(game)
    assert player(usual_player(rules)).choose(Position(rules), QUICK) in Position(rules).moves


def test_a_player_carries_the_text_it_was_asked_for_with() -> None:
    assert player("pvs  eval=windows depth=2").name == "pvs eval=windows depth=2"
    assert player(f"{OWN}:Leftmost last=yes").name == f"{OWN}:Leftmost last=yes"


def test_a_player_of_ones_own_is_a_class_with_options_or_an_object() -> None:
    position = Position.parse("connect-four/44")
    assert player(f"{OWN}:Leftmost").choose(position, QUICK) == 0
    assert player(f"{OWN}:Leftmost last=yes").choose(position, QUICK) == 6
    assert player(f"{OWN}:leftmost").choose(position, QUICK) == 0


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (f"{OWN}:Leftmost first=yes", CatalogError, "could not be made with"),
        (f"{OWN}:leftmost last=yes", CatalogError, "takes no options"),
        (f"{OWN}:number", CatalogError, "is no player"),
        (f"{OWN}:nobody", PluginError, "has no 'nobody'; it has"),
        ("nowhere.py:Mine", PluginError, "there is no file nowhere.py"),
        ("no_such_module:Mine", PluginError, "there is no module 'no_such_module'"),
    ],
)
def test_a_player_of_ones_own_that_is_none_is_told(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        player(text)


def test_an_evaluator_of_ones_own_is_a_function_or_a_compiled_one() -> None:
    position = Position.parse("connect-four/44")
    for name, value in (("stones", 3), ("compiled", 706)):
        thinker = player(f"alphabeta eval={OWN}:{name} depth=1")
        assert isinstance(thinker, SearchPlayer)
        assert thinker.think(position).score == -value  # for the other side, after the move
    with pytest.raises(PluginError, match="is no evaluator"):
        player(f"pvs eval={OWN}:number depth=1").choose(position, QUICK)


def test_what_an_evaluator_of_ones_own_raises_comes_out_of_the_search() -> None:
    with pytest.raises(LookupError, match="no idea"):
        player(f"pvs eval={OWN}:broken depth=2").choose(Position.parse("connect-four"))
