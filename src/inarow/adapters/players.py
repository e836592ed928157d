"""Every player there is: those of the catalog, and those of other worlds, such as `process:COMMAND`."""

from __future__ import annotations

from collections.abc import Callable

from inarow.adapters.botzone import BotzoneProtocol
from inarow.adapters.connect6 import Connect6Protocol
from inarow.adapters.gomocup import GomocupProtocol
from inarow.adapters.gtp import GtpProtocol
from inarow.adapters.jsonl import JsonlProtocol
from inarow.adapters.kaggle import kaggle_player
from inarow.adapters.process import ProcessPlayer, Protocol
from inarow.engine import catalog, plugins
from inarow.engine.player import Player

PREFIX = "process:"
PROTOCOLS: dict[str, Callable[[dict[str, str]], Protocol]] = {
    "connect6": Connect6Protocol,
    "gomocup": GomocupProtocol,
    "gtp": GtpProtocol,
    "botzone": BotzoneProtocol,
    "jsonl": JsonlProtocol,
}


def _java_player(text: str, place: str, options: dict[str, str]) -> Player:
    from inarow.adapters import java_player

    return java_player.player(text, place, options)


def _openspiel_player(text: str, name: str, options: dict[str, str]) -> Player:
    try:
        from inarow.adapters.openspiel_player import openspiel_player
    except ModuleNotFoundError as error:
        raise catalog.CatalogError(
            f"{text} needs OpenSpiel ({error}): pip install 'inarow[openspiel]'"
        ) from error
    return openspiel_player(text, name, options)


# Worlds whose players are no programs by themselves: what comes before the colon, and who makes the player.
WORLDS: dict[str, Callable[[str, str, dict[str, str]], Player]] = {
    "kaggle": kaggle_player,
    "java": _java_player,
    "openspiel": _openspiel_player,
}


def player(text: str) -> Player:
    """The player that the text stands for; see the catalog for those that are no programs of their own.

    A program is `process:COMMAND protocol=NAME`, the command in quotes if it has arguments, and then folder=
    for where it runs, and the options of the protocol. A Kaggle submission is `kaggle:submission.py`, a
    Java class `java:FILE.java`, or `java:PLACE class=NAME` with a folder or an archive, a bot of
    OpenSpiel `openspiel:mcts`.
    """
    words = catalog.words(text)
    world, colon, name = words[0].partition(":")
    if colon and world in WORLDS:
        return WORLDS[world](text, name, catalog.pairs(words[0], words[1:]))
    if not words[0].startswith(PREFIX):
        return catalog.player(text)
    options = catalog.pairs(words[0], words[1:])
    protocol = options.pop("protocol", None)
    folder = options.pop("folder", None)
    if words[0] == PREFIX:
        raise catalog.CatalogError("process: needs a command, for example process:./engine protocol=connect6")
    if protocol not in PROTOCOLS:
        raise catalog.CatalogError(
            f"{words[0]} needs a protocol that is known here: protocol={' or '.join(PROTOCOLS)}"
        )
    command = catalog.words(words[0].removeprefix(PREFIX))
    return ProcessPlayer(text, command, PROTOCOLS[protocol](options), folder)


def check_name(text: str) -> None:
    """ValueError if the text can be no player's. What a user wrote is looked for but not run."""
    name = catalog.words(text)[0]
    is_of_another_world = name.startswith(PREFIX) or name.partition(":")[0] in WORLDS
    if not is_of_another_world and plugins.is_plugin(name):
        plugins.check_place(name)
    else:
        player(text)


def program(text: str) -> ProcessPlayer | None:
    """The player if it is a program of its own, which is not started; None for any other."""
    name = catalog.words(text)[0]
    if not name.startswith(PREFIX) and name.partition(":")[0] not in WORLDS:
        return None
    found = player(text)
    return found if isinstance(found, ProcessPlayer) else None
