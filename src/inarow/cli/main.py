"""`inarow`: finds the command, runs it, and turns what went wrong into a message and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

# Each command is a module of its own beside this one, imported only when it is asked for: the names and
# lines here are all that `inarow --help` needs.
COMMANDS = {
    "studio": "play, watch, analyse and learn in a browser",
    "play": "play a game in the terminal, against a friend or a player",
    "show": "print a position and what there is to know about it",
    "analyse": "let a player think about a position and show its best moves",
    "games": "list the games that have a name, or describe one",
    "players": "list and explain the players and their options",
    "replay": "show the games of a file move by move",
    "review": "find the mistakes of games, and rate how well a player moves",
    "puzzle": "solve puzzles made of the mistakes of games",
    "convert": "write the games of a file in another format",
    "solve": "prove the exact score of a position of a gravity game",
    "book": "build or show a book of solved openings",
    "bench": "measure the solver and the champion on files",
    "perft": "count the sequences of stones of a game",
    "match": "let two players play a match and say how sure the result is",
    "tournament": "play a round robin, gauntlet, Swiss or knockout",
    "report": "look at a match or tournament: its table, a page, its games",
    "check": "test a player of your own and say what is wrong with it",
    "engine": "speak the protocol of another world's GUI on standard input and output",
    "export": "write a player as a file for another world, such as Kaggle",
    "lab": "run an experiment and get its tables and plots",
    "learn": "make players that learn: tune weights, train networks",
    "completion": "print what a shell needs to complete these commands",
}

OK, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors end with where help is."""

    def error(self, message: str) -> NoReturn:
        """Print the message and leave."""
        self.exit(WRONG_USE, f"{self.prog}: {message}\nTry '{self.prog} --help'.\n")


def parser_for(command: str) -> Parser:
    """The parser of one command."""
    module = import_module(f"inarow.cli.{command}")
    parser = Parser(
        prog=f"inarow {command}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.configure(parser)
    parser.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help", "help"):
        return _help(words[1:])
    if words[0] in ("-V", "--version"):
        from inarow import __version__

        return _say(f"inarow {__version__}")
    if words[0] not in COMMANDS:
        return _fail(f"there is no command '{words[0]}'{_nearest(words[0])}\nTry 'inarow --help'.", WRONG_USE)
    return _run(parser_for(words[0]).parse_args(words[1:]))


def script() -> NoReturn:
    """The entry point: leave with the exit code of `main`."""
    code = main()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_pipe()
    sys.exit(code)


def _run(args: argparse.Namespace) -> int:
    try:
        return int(args.run(args))
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _leave_pipe()
        return OK
    except argparse.ArgumentTypeError as error:
        return _fail(str(error), WRONG_USE)
    except (ValueError, OSError, ImportError, RuntimeError) as error:
        from inarow.cli.terminal import in_words

        return _fail(in_words(error), FAILED)


def _help(words: list[str]) -> int:
    if words and words[0] in COMMANDS:
        return _say(parser_for(words[0]).format_help().rstrip())
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {about}" for name, about in COMMANDS.items()]
    return _say(
        "usage: inarow COMMAND ...\n\n"
        "Play, analyse and measure every k-in-a-row game: Connect Four, Connect6, gomoku and more.\n\n"
        "commands:\n" + "\n".join(lines) + "\n\n"
        "examples:\n"
        "  inarow play connect-four --against ultimate\n"
        "  inarow show connect-four/4433\n"
        "  inarow analyse connect-four/4433 --player 'pvs eval=windows depth=8'\n\n"
        "'inarow COMMAND --help' tells more. A game is a name ('inarow games') or a spec such as drop-7x6x4."
    )


def _nearest(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, COMMANDS, n=1)
    return f": did you mean '{near[0]}'?" if near else ""


def _say(text: str) -> int:
    sys.stdout.write(text + "\n")
    return OK


def _fail(message: str, code: int) -> int:
    sys.stderr.write(f"inarow: {message}\n")
    return code


def _leave_pipe() -> None:
    """Nobody reads any more: keep the interpreter from complaining about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
