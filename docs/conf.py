"""How Sphinx builds the documents."""

import os
from importlib.util import find_spec

from sphinx.application import Sphinx

from inarow import __version__
from inarow.cli.main import COMMANDS, parser_for

project = "inarow"
author = "the authors of inarow"
project_copyright = f"2026, {author}"
release = version = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "inarow"


def with_commands(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the help of every command into the page about them, as the parsers print it."""
    if page != "commands":
        return
    os.environ["COLUMNS"] = "100"
    parts = [
        f"## {name}\n\n```text\n{parser_for(name).format_help().strip()}\n```\n"
        for name in COMMANDS
        if find_spec(f"inarow.cli.{name}")
    ]
    source[0] = source[0].replace("%COMMANDS%", "\n".join(parts))


def setup(app: Sphinx) -> None:
    app.connect("source-read", with_commands)
