"""Let two players play a match: pairs of games on one opening, sides swapped, and how sure the result is.

Every game is kept in a SQLite file as it ends: interrupt the match and give the same command again to go on.
A player that crashes, hangs, is late or plays an illegal move loses that game, with the reason.

examples:
  inarow match 'pvs eval=windows' tokens --game connect-four --games 100 --seconds 0.1
  inarow match my_player.py:Mine ultimate --game connect6 --seconds 1 --sprt 0 20
  inarow match 'process:./engine protocol=connect6' chains --game connect6 --seconds 1
"""

from __future__ import annotations

import argparse
from pathlib import Path

from inarow.adapters.players import check_name
from inarow.arena.job import Adjudication, Bounds, Clock
from inarow.arena.openings import OpeningSettings
from inarow.arena.plan import Plan
from inarow.arena.sprt import Sprt
from inarow.cli import arguments
from inarow.cli.running import add_running, run_plan


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow match`."""
    parser.add_argument(
        "first", metavar="A", type=arguments.reader(_player_text), help="a player ('inarow players')"
    )
    parser.add_argument("second", metavar="B", type=arguments.reader(_player_text), help="its opponent")
    parser.add_argument(
        "--game", default="connect-four", type=arguments.reader(_game_text), help="default: connect-four"
    )
    parser.add_argument(
        "--games", type=int, default=100, help="how many at most, rounded up to pairs (default: 100)"
    )
    add_clock(parser)
    group = parser.add_argument_group("openings")
    group.add_argument(
        "--opening-stones",
        type=int,
        metavar="N",
        help="stones of the random openings (default: as suits the game)",
    )
    group.add_argument(
        "--book", type=Path, metavar="FILE", help="take the openings from this file of games or positions"
    )
    group.add_argument(
        "--level", action="store_true", help="only random openings that the solver proves drawn"
    )
    group.add_argument("--seed", type=int, default=0, help="of the openings (default: 0)")
    group = parser.add_argument_group("ending early")
    group.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="stop when it is clear whether A is at least ELO1 or at most ELO0 stronger",
    )
    group.add_argument(
        "--elo",
        choices=("normalised", "logistic"),
        default="normalised",
        help="what the SPRT's Elo is (default: normalised)",
    )
    group.add_argument("--alpha", type=float, default=0.05, help="chance of a false H1 (default: 0.05)")
    group.add_argument("--beta", type=float, default=0.05, help="chance of a false H0 (default: 0.05)")
    group.add_argument(
        "--adjudicate",
        type=int,
        metavar="TURNS",
        help="end a game when both sides have claimed the same winner for so many turns",
    )
    group.add_argument(
        "--adjudicate-value",
        type=int,
        metavar="POINTS",
        help="a claim is also a score of so many points (default: only proven wins)",
    )
    group.add_argument(
        "--adjudicate-solved",
        type=int,
        metavar="NODES",
        help="end a game when the solver has proved its result within so many nodes",
    )
    add_running(parser)


def add_clock(parser: argparse.ArgumentParser) -> None:
    """The arguments that say what a player may use."""
    group = parser.add_argument_group("clock (for a turn, which may be several stones)")
    group.add_argument("--seconds", type=float, help="for every turn (default: 1 if nothing else is given)")
    group.add_argument("--bank", type=float, metavar="SECONDS", help="for the whole game")
    group.add_argument(
        "--increment", type=float, default=0.0, metavar="SECONDS", help="added to the bank after every turn"
    )
    group.add_argument(
        "--margin",
        type=float,
        default=0.1,
        metavar="SECONDS",
        help="how late an answer may be (default: 0.1)",
    )
    group.add_argument("--depth", type=int, metavar="TURNS", help="search depth")
    group.add_argument("--nodes", type=int, help="positions a turn")
    group.add_argument("--memory", type=int, metavar="MIB", help="of a player's table")
    group.add_argument("--threads", type=int, help="of a player")
    group = parser.add_argument_group("what a player must not do")
    group.add_argument(
        "--most-memory", type=int, default=2048, metavar="MIB", help="use more memory (default: 2048)"
    )
    group.add_argument(
        "--most-processes", type=int, default=64, metavar="N", help="start more processes (default: 64)"
    )
    group.add_argument(
        "--most-output", type=int, default=1 << 20, metavar="BYTES", help="print more (default: 1 MiB)"
    )
    group.add_argument(
        "--most-start",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="take longer to get ready (default: 60)",
    )
    group.add_argument(
        "--trusted",
        action="store_true",
        help="players in the worker's own process: quicker, but nothing stops one that hangs",
    )
    group.add_argument(
        "--suspend", action="store_true", help="stop a player's processes while it is not its turn"
    )


def run(args: argparse.Namespace) -> int:
    """Play the match."""
    return run_plan(_plan(args), args)


def _plan(args: argparse.Namespace) -> Plan:
    try:
        return Plan(
            players=(args.first, args.second),
            games=(args.game,),
            pairs=max(1, (args.games + 1) // 2),
            clock=_clock(args),
            bounds=Bounds(args.most_memory, args.most_processes, args.most_output, args.most_start),
            openings=OpeningSettings(
                args.opening_stones, str(args.book) if args.book else None, args.seed, args.level
            ),
            adjudication=_adjudication(args),
            sprt=Sprt(args.sprt[0], args.sprt[1], args.alpha, args.beta, args.elo) if args.sprt else None,
            seed=args.seed,
            trusted=args.trusted,
            suspend=args.suspend,
        )
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _adjudication(args: argparse.Namespace) -> Adjudication | None:
    if args.adjudicate is None and args.adjudicate_solved is None:
        return None
    return Adjudication(args.adjudicate, args.adjudicate_value, args.adjudicate_solved)


def _clock(args: argparse.Namespace) -> Clock:
    is_open = not any((args.seconds, args.bank, args.depth, args.nodes))
    seconds = 1.0 if is_open else args.seconds
    return Clock(
        seconds, args.bank, args.increment, args.margin, args.depth, args.nodes, args.memory, args.threads
    )


def _player_text(text: str) -> str:
    check_name(text)
    return text


def _game_text(text: str) -> str:
    return arguments.game(text).name
