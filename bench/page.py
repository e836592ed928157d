"""How quickly the studio's page is there on this machine, and how much of it travels.

python bench/page.py            # five cold loads in Chromium; needs playwright
"""

from __future__ import annotations

import re
import subprocess
import sys
from shutil import which
from statistics import median

from playwright.sync_api import Browser, sync_playwright

LOADS = 5
MEASURE = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const files = performance.getEntriesByType("resource");
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const bytes = [page, ...files].reduce((sum, entry) => sum + entry.transferSize, 0);
    return [paint.startTime, performance.now(), bytes, files.length + 1];
}"""


def load(browser: Browser, address: str) -> tuple[float, float, int, int]:
    """One load with an empty cache: ms to the first paint and to a game that can be played, bytes, requests."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{address}#connect-four/4433")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    paint, ready, size, requests = page.evaluate(MEASURE)
    context.close()
    return paint, ready, size, requests


def main() -> None:
    """Print the medians."""
    command = [sys.executable, "-m", "inarow.cli", "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio, sync_playwright() as driver:
        assert studio.stdout is not None
        found = re.search(r"http://\S+", studio.stdout.readline())
        assert found, "the studio did not say where it is"
        browser = driver.chromium.launch(
            executable_path=which("chromium"), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        paints, readies, sizes, requests = zip(*(load(browser, found[0]) for _ in range(LOADS)), strict=True)
        browser.close()
        studio.terminate()
    print(f"first paint    {median(paints):6.0f} ms, at most {max(paints):.0f} ms")
    print(f"ready to play  {median(readies):6.0f} ms, at most {max(readies):.0f} ms")
    print(f"transferred    {sizes[0] / 1000:6.1f} kB in {requests[0]} requests")


if __name__ == "__main__":
    main()
