"""Every player there is: those of the catalog, and programs of other worlds as `process:COMMAND`."""

from __future__ import annotations

from collections.abc import Callable

from inarow.adapters import connect6
from inarow.adapters.process import ProcessPlayer, Protocol
from inarow.engine import catalog
from inarow.engine.player import Player

PREFIX = "process:"
PROTOCOLS: dict[str, Callable[[dict[str, str]], Protocol]] = {"connect6": connect6.Connect6Protocol}


def player(text: str) -> Player:
    """The player that the text stands for; see the catalog for those that are no programs of their own.

    A program is `process:COMMAND protocol=NAME`, the command in quotes if it has arguments, and then the
    options of the protocol.
    """
    words = catalog.words(text)
    if not words[0].startswith(PREFIX):
        return catalog.player(text)
    command = words[0].removeprefix(PREFIX)
    options = catalog.pairs(words[0], words[1:])
    protocol = options.pop("protocol", None)
    if not command:
        raise catalog.CatalogError("process: needs a command, for example process:./engine protocol=connect6")
    if protocol not in PROTOCOLS:
        raise catalog.CatalogError(
            f"{words[0]} needs a protocol that is known here: protocol={' or '.join(PROTOCOLS)}"
        )
    return ProcessPlayer(text, catalog.words(command), PROTOCOLS[protocol](options))
