"""The studio in a real browser: analysis, review, files, tournaments, and what happens when something dies."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from studio_browser import Server, Table, opened, started_browser, started_server

GOLDEN = Path(__file__).parent / "golden"
TOURNAMENT = """
name = "A long tournament"
players = ["champion", "random"]
games = ["connect-four"]
pairs = 500
[clock]
seconds = 0.05
"""


@pytest.fixture
def tournament(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A tournament that is being played, and goes on for longer than any test."""
    (tmp_path / "long.toml").write_text(TOURNAMENT)
    process = subprocess.Popen(
        [sys.executable, "-m", "inarow.cli", "tournament", "long.toml", "--here"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not (tmp_path / "long.sqlite").exists():
        assert process.poll() is None
    yield process
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with started_server() as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as browser:
        yield browser


def test_an_analysis_writes_a_figure_on_every_column(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/112233") as table:
        page = table.page
        table.choose("analysis")
        page.keyboard.press("a")
        expect(page.locator(".chip")).to_have_count(7)
        expect(page.locator(".chip.best.win")).to_have_text("W1")
        expect(page.locator("#verdict")).to_contain_text("Red: wins in 1 stone")
        expect(page.locator("#verdict .solved")).to_be_visible()
        expect(page.locator("#cost")).to_contain_text("nodes")
        expect(page.locator("#share-bar")).to_be_visible()
        page.hover("#lines button >> nth=0")
        expect(page.locator(".coming")).to_have_count(1)  # the line is the winning stone alone
        page.click("#lines button >> nth=0")
        table.wait_for_status("Red wins")
        page.mouse.move(0, 0)
        page.keyboard.press(",")  # what was found is still known
        expect(page.locator(".chip")).to_have_count(7)
        expect(page.locator("#graph svg")).to_be_visible()


def test_an_analysis_goes_deeper_and_stops(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect6/j10") as table:
        page = table.page
        table.choose("analysis")
        page.click("#analyse")
        expect(page.locator(".chip.guess").first).to_be_visible()
        page.select_option("#line-count", "1")
        expect(page.locator("#lines li")).to_have_count(1)
        for _ in range(4):  # two seconds become minutes, unless somebody stops them
            page.click("#deeper")
        expect(page.locator("#stop")).to_be_enabled()
        page.click("#stop")
        expect(page.locator("#stop")).to_be_disabled()


def test_threats_are_drawn_and_named(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/4453232321") as table:
        page = table.page
        table.choose("analysis")
        page.keyboard.press("t")
        expect(page.locator("#legend")).to_contain_text("Red wins with b4")
        expect(page.locator("#legend")).to_contain_text("Yellow wins with c4")
        expect(page.locator(".threat.first.wins")).to_have_count(1)
        table.open("connect6/j10a1a2k10l10a3a4")
        expect(page.locator("#legend")).to_contain_text("threaten twice")
        assert page.locator(".double-cell").count() > 0
        table.open("gomoku/h8g8i8a2j8a3k8")
        expect(page.locator("#legend")).to_contain_text("Must be answered: l8")
        expect(page.locator("g.must")).to_have_count(1)


def reviewed(table: Table) -> None:
    """Have the game on the board reviewed."""
    table.choose("review")
    table.page.click("#review-start")
    expect(table.page.locator("#rates")).to_be_visible()


def test_a_review_finds_the_mistake_and_shows_why(browser: Browser, server: Server) -> None:
    # An edge is no answer to the centre: O loses from there on.
    with opened(browser, server, "tic-tac-toe/b2b1a1c3a3a2c1") as table:
        page = table.page
        reviewed(table)
        expect(page.locator("#moments li").first).to_contain_text("O b1: a draw became a loss")
        page.click("#start")
        page.click("#mistake-next")
        table.wait_for_position("tic-tac-toe/b2b1")
        expect(page.locator(".badge.blunder")).to_have_text("??")
        page.click("[data-act=why] >> nth=0")
        expect(page.locator("#walk")).to_contain_text("Stone 1 of 5")
        expect(page.locator("#walk-next")).to_be_in_viewport()
        page.click("#walk-next")
        expect(page.locator("#walk")).to_contain_text("Stone 2 of 5")
        page.click("[data-act=retry] >> nth=0")
        table.wait_for_position("tic-tac-toe/b2")
        expect(page.locator("#board")).to_be_focused()
        page.click("#explain")
        expect(page.locator("#notice")).to_contain_text("not known to lose")
        table.click("b1")
        page.click("#explain")
        expect(page.locator("#walk")).to_contain_text("Why?")


def test_mistakes_become_puzzles(browser: Browser, server: Server) -> None:
    with opened(browser, server, "tic-tac-toe/b2b1") as table:
        page = table.page
        reviewed(table)
        page.click("#puzzles")
        table.wait_for_position("tic-tac-toe/b2")
        expect(page.locator("#puzzle-question")).to_contain_text("O to move")
        table.click("b1")
        expect(page.locator("#puzzle-answer")).to_contain_text("went wrong")
        page.click("#puzzle-again")
        table.click("c2")  # another edge
        expect(page.locator("#puzzle-answer")).to_contain_text("Not good enough")
        page.click("#puzzle-again")
        table.click("a1")
        expect(page.locator("#puzzle-answer")).to_contain_text("Right")
        page.click("#puzzle-end")
        expect(page.locator("#rates")).to_be_visible()


# The clipboard's text as soon as it is none of those seen before. (Playwright does not wait for promises in functions
# that it waits for.)
CLIPBOARD_BEYOND = """async (seen) => {
    let text = "";
    for (let tries = 0; tries < 500 && seen.includes(text); tries++) {
        await new Promise((wake) => setTimeout(wake, 20));
        text = await navigator.clipboard.readText();
    }
    return text;
}"""


def test_a_game_is_copied_and_opened_again(browser: Browser, server: Server) -> None:
    options = {"permissions": ["clipboard-read", "clipboard-write"]}
    with opened(browser, server, "gomoku/h8h9i8", **options) as table:
        page = table.page
        table.choose("files")
        copied = {}
        for name in ("link", "position", "diagram", "sgf"):
            page.click(f"#copy-{name}")
            expect(page.locator("#notice")).to_be_visible()
            copied[name] = page.evaluate(CLIPBOARD_BEYOND, ["", *copied.values()])
        assert copied["position"] == "gomoku/h8h9i8"
        assert copied["link"] == f"{server.address}#gomoku/h8h9i8"
        assert copied["diagram"].startswith("15 . . .")
        assert copied["sgf"].startswith("(;")
        table.open("gomoku/")
        page.fill("#open-text", copied["diagram"])
        page.click("#open-button")
        table.wait_for_stones(3)
        table.open("connect-four/")
        page.fill("#open-text", copied["sgf"])
        page.click("#open-button")
        table.wait_for_position("gomoku/h8h9i8")
        games = '{"rules": "nonsense"}'
        table.expects_refusals = True
        page.fill("#open-text", games)
        page.click("#open-button")
        expect(page.locator("#notice[data-kind=bad]")).to_be_visible()
        page.set_input_files(
            "#open-file", {"name": "game.txt", "mimeType": "text/plain", "buffer": b"connect-four/4433"}
        )
        table.wait_for_position("connect-four/4433")


def test_files_of_other_programs_are_opened_whatever_their_encoding(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/") as table:
        page = table.page
        table.choose("files")
        page.set_input_files("#open-file", GOLDEN / "ccgc.c6")  # GB 2312
        table.wait_for_status("Black wins")
        expect(page.locator("#kept-games")).to_contain_text("东北大学 Ada队")
        sgf = "(;GM[4]SZ[15]PB[Bärbel]PW[Ada];B[hh])".encode("latin-1")
        page.set_input_files("#open-file", {"name": "old.sgf", "mimeType": "", "buffer": sgf})
        table.wait_for_position("gomoku/h8")
        expect(page.locator("#kept-games")).to_contain_text("Bärbel")
        page.set_input_files("#open-file", GOLDEN / "littlegolem-resigned.sgf")
        table.wait_for_status("White resigned: Black wins")


def test_games_are_kept_in_the_browser_and_on_the_server(browser: Browser, server: Server) -> None:
    with opened(browser, server, "connect-four/") as table:
        page = table.page
        table.click("d1", "d1")
        page.keyboard.press(",")
        table.click("c1")
        table.choose("files")
        page.click("#save-server")
        expect(page.locator("#saved-games li")).to_have_count(1)
        table.open("gomoku/")
        table.click("h8")
        expect(page.locator("#kept-games li")).to_have_count(2)
        page.click("#kept-games li:nth-child(2) .game-row")
        table.wait_for_position("connect-four/43")
    with opened(browser, server, "gomoku/") as table:  # somebody else
        table.choose("files")
        table.page.click("#saved-games .game-row")
        table.wait_for_position("connect-four/43")
        assert [move.split(": ")[1] for move in table.moves()] == ["Red 4", "Yellow 4", "Yellow 3"]
        table.page.click("#saved-games .tiny")
        expect(table.page.locator("#saved-games")).to_have_count(0)


def test_a_tournament_is_watched_while_it_is_played(
    browser: Browser, tmp_path: Path, tournament: subprocess.Popen[bytes]
) -> None:
    with started_server("--watch", str(tmp_path / "long.sqlite")) as server, opened(browser, server) as table:
        page = table.page
        table.choose("watch")
        expect(page.locator("#played")).to_contain_text("of 1,000 games played")
        before = page.locator("#played").inner_text()
        page.click("#follow")
        page.wait_for_function("text => document.querySelector('#played').textContent !== text", arg=before)
        expect(page.locator("#status strong")).to_have_text(re.compile("wins|Draw"))  # of the latest game
        page.click("#follow")
        expect(page.locator("#panel-watch tbody tr")).to_have_count(2)
        page.click("#tournament-games button >> nth=0")
        expect(page.locator("#status strong")).to_have_text(re.compile("wins|Draw"))
        assert tournament.poll() is None


def think_long(table: Table) -> None:
    """Let the champion think for longer than the test will wait, and see that it has begun."""
    table.choose("play")
    table.page.select_option("#seconds", "60")
    table.page.select_option("#side-2", "champion")
    expect(table.page.locator("#thinking")).to_contain_text("nodes")


def test_an_engine_that_dies_is_replaced_and_thinks_on(browser: Browser) -> None:
    with started_server() as server, opened(browser, server, "gomoku/h8") as table:
        table.expects_refusals = True
        think_long(table)
        for worker in server.workers:
            os.kill(worker, signal.SIGKILL)
        expect(table.page.locator("#notice")).to_contain_text("replaced")
        expect(table.page.locator("#thinking")).to_contain_text("nodes")
        table.sit(second="first")
        table.wait_for_stones(2)
        table.wait_for_status("Black to move")


def test_a_server_that_dies_loses_no_move(browser: Browser) -> None:
    with started_server() as server, opened(browser, server, "gomoku/h8") as table:
        table.expects_refusals = True
        page = table.page
        think_long(table)
        server.kill()
        expect(page.locator("#banner")).to_be_visible()
        page.select_option("#side-2", "human")  # two people need no server
        table.click("h9", "i8")
        table.wait_for_position("gomoku/h8h9i8")
        page.select_option("#seconds", "0.1")
        page.select_option("#side-2", "champion")
        server.start()
        expect(page.locator("#banner")).to_be_hidden()
        table.wait_for_stones(4)
        table.reload()
        table.wait_for_stones(4)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_nothing_serious_to_say(browser: Browser, server: Server, scheme: str) -> None:
    found = []

    def look(where: str) -> None:
        for violation in Axe().run(table.page, options={"resultTypes": ["violations"]})["violations"]:
            if violation["impact"] in ("serious", "critical"):
                places = [node["html"][:120] + str(node["any"])[:400] for node in violation["nodes"][:3]]
                found.append((where, violation["id"], places))

    with opened(browser, server, "connect-four/4453232321", color_scheme=scheme) as table:
        look("play")
        table.page.click("#new-game")
        table.page.click("summary")
        look("new game")
        table.page.keyboard.press("Escape")
        table.page.keyboard.press("?")
        look("keys")
        table.page.keyboard.press("Escape")
        table.choose("analysis")
        table.page.click("#analyse")
        table.page.click("#threats")
        expect(table.page.locator("#verdict .figure")).to_be_visible()
        look("analysis")
        table.open("tic-tac-toe/b2b1a1c3a3")
        reviewed(table)
        look("review")
        table.choose("files")
        look("games")
        table.choose("watch")
        look("watch")
    assert not found
