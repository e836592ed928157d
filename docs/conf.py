"""How Sphinx builds the documents."""

import os
import re

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
exclude_patterns = ["_build", "examples"]

html_theme = "furo"
html_title = "inarow"


def help_of(command: str) -> str:
    """What `inarow COMMAND --help` prints, as a fence."""
    return f"```text\n{parser_for(command).format_help().strip()}\n```"


def with_commands(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the help of every command into the page about them, as the parsers print it.

    `%HELP name%` stands for the help of one command, `%OTHERS%` for those that have no place of their own.
    """
    if page != "commands":
        return
    os.environ["COLUMNS"] = "100"
    shown = set(re.findall(r"^%HELP (\w+)%$", source[0], re.MULTILINE))
    others = [f"## {name}\n\n{help_of(name)}\n" for name in COMMANDS if name not in shown]
    text = re.sub(r"^%HELP (\w+)%$", lambda place: help_of(place[1]), source[0], flags=re.MULTILINE)
    source[0] = text.replace("%OTHERS%", "\n".join(others))


def setup(app: Sphinx) -> None:
    app.connect("source-read", with_commands)
