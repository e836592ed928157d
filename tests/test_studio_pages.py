"""The studio in a real browser: playing, with mouse, keys and fingers."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from inarow import Outcome, Position, Rules
from inarow.engine.catalog import CATALOG
from studio_browser import Server, opened, started_browser, started_server

STATIC = Path(__file__).parents[1] / "src/inarow/studio/static"
MOST_BYTES = 150_000

# A short game of each preset and how it ends.
GAMES = {
    "tic-tac-toe": ("a1 a2 b1 b2 c1", "X wins"),
    "connect-four": ("a1 b1 a2 b2 a3 b3 a4", "Red wins"),
    "gomoku": ("h8 h9 i8 i9 j8 j9 k8 k9 l8", "Black wins"),
    "gomoku-exact": ("h8 h9 i8 i9 j8 j9 k8 k9 l8", "Black wins"),
    "connect6": ("j10 a1 a2 k10 l10 a3 a4 m10 n10 b1 b2 o10", "Black wins"),
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with started_server() as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as browser:
        yield browser


def test_a_whole_game_of_each_preset_is_played_by_mouse(browser: Browser, server: Server) -> None:
    with opened(browser, server) as table:
        for game, (cells, end) in GAMES.items():
            table.page.click("#new-game")
            table.page.click(f".preset[data-game={game}]")
            table.page.click("#setup-start")
            table.wait_for_position(f"{game}/")
            table.click(*cells.split())
            table.wait_for_status(end)
            position = Position.after(Rules.parse(game), cells.split())
            assert table.position == position.text
            assert table.page.locator(".won").count() == len(position.winning_cells)


def test_a_whole_game_of_each_preset_is_played_by_keys(browser: Browser, server: Server) -> None:
    with opened(browser, server) as table:
        for game, (cells, end) in GAMES.items():
            table.page.keyboard.press("g")
            table.page.locator(f".preset[data-game={game}]").press("Enter")
            table.page.locator("#setup-start").press("Enter")
            table.wait_for_position(f"{game}/")
            expect(table.page.locator("#board")).to_be_focused()
            table.press(*cells.split())
            table.wait_for_status(end)
            expect(table.page.locator("#live")).to_contain_text(end)


def test_a_disc_is_dropped_by_the_number_of_its_column(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/") as table:
        for key in "4433":
            table.page.locator("#board").press(key)
        table.wait_for_position("connect-four/4433")


def test_single_keys_can_be_turned_off(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/44") as table:
        table.page.click("#keys")
        table.page.uncheck("#letter-keys")
        table.page.keyboard.press("Escape")
        table.page.keyboard.press(",")
        table.page.locator("#board").press("3")
        table.wait_for_position("connect-four/443")
        table.page.click("#keys")
        table.page.check("#letter-keys")
        table.page.keyboard.press("Escape")
        table.page.keyboard.press(",")
        table.wait_for_position("connect-four/44")


def test_hovering_shows_where_a_disc_lands(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/44") as table:
        table.page.mouse.move(*table.place_of("d6"))
        landing = table.page.locator(".ghost > g")
        expect(landing).to_have_attribute("transform", "translate(350 350)")  # d3: the third row from below


def test_a_level_answers_until_the_game_is_over(browser: Browser, server: Server) -> None:
    with opened(browser, server, "tic-tac-toe/") as table:
        table.sit(second="level 1")
        while not (position := Position.parse(table.position)).is_over:
            table.click(position.rules.cell_name(position.moves[0]))
            table.page.wait_for_function(
                "n => /wins|Draw/.test(document.querySelector('#status').textContent) || "
                "document.querySelectorAll('#moves .stone-move').length === n",
                arg=position.stones + 2,
            )
        expect(table.page.locator("#status strong")).to_have_text(re.compile("wins|Draw"))


def test_engines_play_each_other_and_can_be_paused(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/") as table:
        table.sit("random", "random")
        table.page.wait_for_function("() => document.querySelectorAll('#moves .stone-move').length > 2")
        table.page.keyboard.press(",")  # looking back is a pause
        expect(table.page.locator("#thinking button")).to_be_visible()
        table.page.click("#thinking button")
        expect(table.page.locator("#status strong")).to_have_text(re.compile("wins|Draw"))


def test_a_move_is_taken_back_and_played_again(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/") as table:
        table.click("d1", "d1", "c1")
        table.page.click("#take-back")
        table.wait_for_position("connect-four/44")
        table.page.click("#redo")
        table.wait_for_position("connect-four/443")
        table.page.keyboard.press("u")
        table.wait_for_position("connect-four/44")
        table.click("e1")  # what is played after taking back is the game, the rest a variation
        table.wait_for_position("connect-four/445")
        assert [move.split(": ")[1] for move in table.moves()] == ["Red 4", "Yellow 4", "Red 5", "Red 3"]


def test_taking_back_from_an_engine_takes_back_its_answer_too(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/") as table:
        table.sit(second="first")
        table.click("d1")
        table.wait_for_position("connect-four/41")
        table.page.click("#take-back")
        table.wait_for_position("connect-four/")


def test_variations_are_kept_walked_promoted_and_removed(browser: Browser, server: Server) -> None:
    with opened(browser, server, "gomoku/h8h9i8") as table:
        page = table.page
        page.keyboard.press(",")
        table.click("j8")
        table.wait_for_position("gomoku/h8h9j8")
        expect(page.locator(".variation .stone-move")).to_have_count(1)
        page.keyboard.press("Shift+V")
        table.wait_for_position("gomoku/h8h9i8")
        page.keyboard.press("v")
        table.wait_for_position("gomoku/h8h9j8")
        page.click(".variation-tools button >> nth=0")
        expect(page.locator(".variation .stone-move")).to_have_attribute("aria-label", "3: Black i8")
        page.click(".variation-tools button >> nth=1")
        expect(page.locator(".variation")).to_have_count(0)
        table.reload()
        assert table.moves() == ["1: Black h8", "2: White h9", "3: Black j8"]


def test_the_address_brings_the_position_back(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect6/j10k11k9") as table:
        table.wait_for_stones(3)
        table.click("a1")
        table.reload()
        table.wait_for_stones(4)
        assert table.position == "connect6/j10k11k9a1"
        assert len(table.moves()) == 4
    with opened(browser, server, "connect-four/4499") as table:  # there is no column 9
        expect(table.page.locator("#notice")).to_contain_text("position")
        table.wait_for_position("connect-four/44")


def test_damaged_games_in_the_browser_do_no_harm(browser: Browser, server: Server) -> None:
    damaged = [
        {"id": "1", "spec": "drop-7x6x4", "sides": ["human", "human"], "tree": {"cells": [3], "parents": [9]}}
    ]
    with opened(browser, server) as table:
        table.page.evaluate("games => localStorage.setItem('inarow.games', JSON.stringify(games))", damaged)
        table.open("connect-four/4")
        table.reload()
        table.wait_for_stones(1)
        table.page.evaluate("localStorage.setItem('inarow.games', '{')")
        table.page.goto("about:blank")
        table.open()
        table.click("d1")
        table.wait_for_stones(1)


def test_a_person_may_resign_and_swap_sides(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/44") as table:
        table.sit(second="first")
        table.page.click("#swap")
        table.wait_for_position("connect-four/441")  # the engine has the first side now
        table.page.click("#resign")
        table.wait_for_status("Yellow resigned: Red wins")
        table.reload()
        table.wait_for_status("Yellow resigned: Red wins")


def test_a_hint_is_shown_on_the_board(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/112233") as table:
        table.sit()
        table.page.keyboard.press("h")
        expect(table.page.locator(".ring.hint")).to_have_count(1)
        expect(table.page.locator("#thinking")).to_contain_text("Hint: 4")


def test_the_form_checks_rules_while_they_are_typed(browser: Browser, server: Server) -> None:
    with opened(browser, server) as table:
        page = table.page
        page.click("#new-game")
        page.click("summary")
        page.fill("#own-columns", "0")
        expect(page.locator("#own-columns-problem")).to_have_text("From 1 to 128")
        expect(page.locator("#setup-start")).to_be_disabled()
        page.fill("#own-columns", "5")
        page.fill("#own-rows", "4")
        page.fill("#own-line_length", "3")
        expect(page.locator("#setup-about")).to_contain_text("5 columns and 4 rows")
        page.fill("#own-stones_per_turn", "2")
        page.check("#own-gravity")
        page.click("#setup-start")
        table.wait_for_position("drop-5x4x3-p2-q1/")
        table.click("a1", "b1", "b2", "c1", "c2")
        table.wait_for_position("drop-5x4x3-p2-q1/12233")


def test_any_player_of_the_catalog_can_be_typed(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/11223") as table:
        page = table.page
        table.expects_refusals = True
        for side, player in ((1, "pvs eval=windows depth=2"), (2, "nobody")):
            page.select_option(f"#side-{side}", "other")
            page.fill(f"#side-{side}-text", player)
            page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("nobody")
        page.select_option("#side-2", "first")
        table.wait_for_status("Red wins")


def test_a_large_board_is_zoomed_and_panned(browser: Browser, server: Server) -> None:
    with opened(browser, server, "place-100x100x6-p2-q1/") as table:
        page = table.page
        table.click("cv100", "a1")
        table.wait_for_position("place-100x100x6-p2-q1/cv100a1")
        expect(page.locator("#resign")).to_be_in_viewport(ratio=1)  # nothing is below the window
        page.mouse.move(*table.place_of("a1"))
        page.mouse.wheel(0, -400)
        page.wait_for_selector(".zoomed")
        page.mouse.wheel(0, -4000)
        page.wait_for_function("() => document.querySelector('svg.inner').viewBox.baseVal.width < 2000")
        page.locator("#board").press("Home")
        page.locator("#board").press("PageDown")  # the view follows the cursor to a1
        table.wait_for_stones(1)  # the other is out of sight
        page.locator("#board").press("End")
        page.locator("#board").press("PageUp")  # and to cv100
        page.wait_for_function(
            "() => document.querySelector('svg.inner').viewBox.baseVal.x > 8000 && "
            "document.querySelector('svg.inner').viewBox.baseVal.y < 100"
        )
        page.keyboard.press("0")
        page.wait_for_function("() => !document.querySelector('.zoomed')")
        table.wait_for_stones(2)


def test_a_narrow_board_begins_zoomed_where_the_last_stone_lies(browser: Browser, server: Server) -> None:
    with opened(browser, server, "drop-128x3x4/1.2.3") as table:
        table.page.wait_for_selector(".zoomed")
        table.wait_for_stones(3)
        table.page.click("#zoom-fit")
        table.page.wait_for_function("() => !document.querySelector('.zoomed')")


def test_ten_thousand_stones_can_be_drawn(browser: Browser, server: Server) -> None:
    rules = Rules(columns=100, rows=100, line_length=101, gravity=True)
    columns = [column + 1 for _ in range(100) for column in range(100)]
    text = f"{rules.spec}/" + ".".join(map(str, columns[:-1]))
    with opened(browser, server, text) as table:
        table.wait_for_stones(9999)
        table.click("cv100")
        table.wait_for_status("Draw")


def test_on_a_phone_everything_fits_and_fingers_play(browser: Browser, server: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with opened(browser, server, "connect-four/", **phone) as table:
        page = table.page
        page.touchscreen.tap(*table.place_of("d1"))
        table.wait_for_position("connect-four/4")
        for panel in ("analysis", "review", "files", "watch", "play"):
            table.choose(panel)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        table.open("connect6/")
        page.touchscreen.tap(*table.place_of("j10"))  # cells are small: the first tap aims
        expect(page.locator("#live")).to_contain_text("j10: tap again to play")
        page.touchscreen.tap(*table.place_of("j10"))
        table.wait_for_position("connect6/j10")


def test_dark_and_light_follow_the_system_and_the_button(browser: Browser, server: Server) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, server, color_scheme="dark") as table:
        dark = table.page.evaluate(ground)
        table.page.click("#theme")
        light = table.page.evaluate(ground)
        assert dark != light
        table.reload()
        assert table.page.evaluate(ground) == light


def test_the_page_speaks_spanish(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/44", locale="es-ES") as table:
        table.wait_for_status("Juega Rojo")
        assert table.page.locator("html").get_attribute("lang") == "es"
        table.page.select_option("#language", "en")
        table.wait_for_status("Red to move")
        table.reload()
        table.wait_for_status("Red to move")


def test_motion_is_spared_those_who_want_none(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/", reduced_motion="reduce") as table:
        table.click("d1")
        table.wait_for_stones(1)
        assert table.page.evaluate("document.getAnimations().length") == 0


def test_the_rules_in_the_browser_are_those_of_the_core(browser: Browser, server: Server) -> None:
    games = []
    for seed in range(60):
        dice = random.Random(seed)
        rules = Rules(
            dice.randint(1, 8), dice.randint(1, 8), dice.randint(1, 5), gravity=seed % 2 == 0,
            stones_per_turn=dice.randint(1, 3), stones_first_turn=dice.randint(1, 3), exact=seed % 3 == 0,
        )  # fmt: skip
        position = Position(rules)
        while not position.is_over:
            position = position.play(dice.choice(position.moves))
        games.append((position, {"text": position.text}))
    script = """async (games) => {
        const { Position } = await import("/static/position.js");
        const rules = await import("/static/rules.js");
        return games.map(({ text }) => {
            const [name, moves] = text.split("/");
            const { position, isWhole } = Position.read(rules.parseRules(name), moves);
            return { isWhole, outcome: position.outcome, line: position.line,
                     text: rules.positionText(position.rules, position.moves) };
        });
    }"""
    with opened(browser, server) as table:
        found = table.page.evaluate(script, [asked for _, asked in games])
    names = {Outcome.FIRST_WINS: "first", Outcome.SECOND_WINS: "second", Outcome.DRAW: "draw"}
    for (position, _), answer in zip(games, found, strict=True):
        assert answer == {
            "isWhole": True,
            "outcome": names[position.outcome],
            "line": list(position.winning_cells),
            "text": position.text,
        }


def test_both_languages_have_every_text_that_is_used() -> None:
    english, spanish = (json.loads((STATIC / f"text/{name}.json").read_text()) for name in ("en", "es"))
    assert english.keys() == spanish.keys()
    places = re.compile(r"\{\w+\}")
    for key, text in english.items():
        assert set(places.findall(text)) == set(places.findall(spanish[key])), key
    source = "".join(path.read_text() for path in [*STATIC.glob("*.js"), STATIC / "index.html"])
    areas = "|".join({key.split(".")[0] for key in english})
    whole = set(re.findall(rf'"((?:{areas})\.[\w.-]+)"', source))
    begun = set(re.findall(rf"`((?:{areas})\.)[^`]*`", source))
    known = set(english) | {key.rpartition(".")[0] for key in english if key.endswith((".one", ".other"))}
    assert whole - known == set()
    unused = {
        key
        for key in english
        if key not in whole and key.rpartition(".")[0] not in whole and not key.startswith(tuple(begun))
    }
    assert unused == set()


def test_every_player_that_can_be_chosen_is_described_in_both_languages() -> None:
    words = json.loads((STATIC / "text/en.json").read_text())
    described = {key.removeprefix("about.") for key in words if key.startswith("about.")}
    assert described == CATALOG.keys() - {"level", "network"}  # levels have a list, a network needs a file


def test_every_module_is_asked_for_at_once() -> None:
    asked = set(re.findall(r'(?:src|href)="/static/(\w+\.js)"', (STATIC / "index.html").read_text()))
    assert asked == {path.name for path in STATIC.glob("*.js")}


def test_the_page_is_light(browser: Browser, server: Server) -> None:
    with opened(browser, server) as table:
        sizes = table.page.evaluate(
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
            ".map((entry) => entry.transferSize)"
        )
    assert all(size > 0 for size in sizes)
    assert sum(sizes) < MOST_BYTES
