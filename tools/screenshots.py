"""Take the pictures of the studio that docs/studio.md shows: `python tools/screenshots.py [NAME ...]`.

It starts a studio of its own, plays a small tournament for it, and needs Chromium, playwright and Pillow.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from shutil import which

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs/images"
PATIENCE = 120_000  # milliseconds
DESK = (1280, 860)
PHONE = (390, 844)
INAROW = (sys.executable, "-m", "inarow.cli")
TOURNAMENT = """
name = "Spring open"
players = ["champion", "pvs eval=windows", "tokens", "random"]
games = ["connect-four"]
pairs = 2
[clock]
nodes = 300
[openings]
stones = 4
"""


def play(page: Page) -> None:
    """A game against a level."""
    page.select_option("#seconds", "0.1")
    page.select_option("#side-2", "level 6")
    page.wait_for_selector("#moves [aria-label^='14:']")
    page.hover("#tab-play")


def analysis(page: Page) -> None:
    """The score of every column, and the threats."""
    page.click("#tab-analysis")
    page.click("#threats")
    page.click("#analyse")
    page.wait_for_selector("#verdict .solved")
    page.wait_for_selector("#stop:disabled")
    page.wait_for_selector("#legend")


def review(page: Page) -> None:
    """A mistake of the game, found."""
    page.click("#tab-review")
    page.click("#review-start")
    page.wait_for_selector("#rates")
    page.click("#mistake-back")  # from the end of the game


def tournament(page: Page) -> None:
    """The table of a tournament and one of its games."""
    page.click("#tab-watch")
    page.click("#tournament-games button >> nth=0")
    page.evaluate("document.getElementById('panel-watch').scrollTop = 0")


def phone(page: Page) -> None:
    """Connect6 on a phone, analysed, a little nearer."""
    page.click("#zoom-in")
    page.click("#tab-analysis")
    page.click("#analyse")
    page.wait_for_selector(".chip")
    page.wait_for_selector("#stop:disabled")


# Name: position, size, colour scheme, and what is done before the picture is taken.
PICTURES: dict[str, tuple[str, tuple[int, int], str, Callable[[Page], None]]] = {
    "play": ("connect-four/4434334552561", DESK, "light", play),
    "analysis": ("connect-four/1257462575233276", DESK, "light", analysis),
    "review": ("connect-four/444444322556625261", DESK, "light", review),
    "tournament": ("connect-four/", DESK, "dark", tournament),
    "phone": ("connect6/j10k11k9i9l10j11l11", PHONE, "dark", phone),
}


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """The address of a studio with a tournament to watch."""
    (folder / "spring.toml").write_text(TOURNAMENT)
    subprocess.run(
        [*INAROW, "tournament", "spring.toml", "--here"], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )
    command = [*INAROW, "studio", "--no-browser", "--port", "0", "--watch", str(folder / "spring.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the studio did not say where it is"
        try:
            yield found[0]
        finally:
            process.terminate()


def take(browser: Browser, address: str, name: str) -> None:
    """Take one picture."""
    position, (width, height), scheme, prepare = PICTURES[name]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}#{position}")
    page.wait_for_selector("html[data-ready]", state="attached")
    prepare(page)
    page.evaluate("document.getElementById('notice').hidden = true")
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    context.close()
    path = IMAGES / f"studio-{name}.png"
    picture.save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


def main() -> None:
    """Take the pictures that are named, or all."""
    names = sys.argv[1:] or list(PICTURES)
    with (
        tempfile.TemporaryDirectory() as folder,
        studio(Path(folder)) as address,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(
            executable_path=which("chromium"), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for name in names:
            take(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main()
