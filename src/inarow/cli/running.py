"""Runs a plan for a command: store, executor, live table or JSON events, and the result at the end."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from time import monotonic

from inarow._core import Rules
from inarow.arena.boards import forget_boards
from inarow.arena.executor import EXECUTORS, Executor, HereExecutor
from inarow.arena.job import Job
from inarow.arena.plan import Plan
from inarow.arena.store import Store
from inarow.arena.summary import summaries
from inarow.arena.tournament import Tournament
from inarow.cli import arguments, terminal
from inarow.cli.live import LiveTable
from inarow.cli.standings import in_text, print_standings
from inarow.game.record import Record, outcome_name


def add_running(parser: argparse.ArgumentParser) -> None:
    """The arguments that say where and how games are run."""
    group = parser.add_argument_group("running")
    group.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="the SQLite file that keeps every game; the same command goes on with it",
    )
    group.add_argument(
        "--on", choices=sorted(EXECUTORS), default="local", help="worker processes here, or a Ray cluster"
    )
    group.add_argument("--address", help="of the Ray cluster (default: one on this machine)")
    group.add_argument("--workers", type=int, metavar="N", help="games at a time (default: one a processor)")
    group.add_argument(
        "--here",
        action="store_true",
        help="one game after the other in this process (with --trusted, the quickest for small games)",
    )
    group.add_argument("--html", type=Path, metavar="FILE", help="write a report that a browser shows")
    arguments.add_json(parser)


def run_plan(plan: Plan, args: argparse.Namespace) -> int:
    """Play the plan's games and print what came of them."""
    plan.check_players()
    path = args.store or Path(f"{plan.name or 'match'}-{_fingerprint(plan)}.sqlite")
    store = Store.open(path, plan.to_dict())
    try:
        tournament = Tournament(plan, store)
        events = Events(tournament, args.json)
        events.start(path)
        try:
            tournament.run(_executor(args, path), events.game)
        except KeyboardInterrupt:
            terminal.complain(f"{len(store)} games are kept in {path}; the same command goes on")
            raise
        finally:
            events.end()
        _finish(plan, store, args)
    finally:
        store.close()
        forget_boards(path)
    return 0


class Events:
    """What the user sees while games are played: JSON lines, or a live table."""

    def __init__(self, tournament: Tournament, is_json: bool) -> None:
        self._tournament = tournament
        self._is_json = is_json
        self._start = monotonic()
        self._already = tournament.played
        self._table = LiveTable()

    def start(self, path: Path) -> None:
        """Say where the games are kept and what is there already."""
        if self._is_json:
            arguments.print_json(
                {
                    "event": "start",
                    "store": str(path),
                    "played": self._already,
                    "expected": self._tournament.expected(),
                }
            )
        else:
            more = f", {self._already} games are there already" if self._already else ""
            self._table.say(f"games are kept in {path}{more}")

    def game(self, job: Job, record: Record) -> None:
        """One game has ended."""
        if self._is_json:
            arguments.print_json(
                {
                    "event": "game",
                    "key": job.key,
                    "game": record.rules.name,
                    "players": record.players,
                    "outcome": outcome_name(record.outcome),
                    "ending": record.ending,
                    "note": record.note,
                    "stones": len(record.moves),
                }
            )
            return
        if record.note:
            self._table.say(f"{job.key}: {record.ending}: {record.note.splitlines()[0]}")
        self._table.draw(lambda: self._drawn(job, record))

    def end(self) -> None:
        """Nothing more to come."""
        self._table.close()

    def _drawn(self, job: Job, record: Record) -> str:
        """The progress, and the standing in the game that is being played."""
        standing = next(
            summary
            for summary in summaries(self._tournament.plan, self._tournament.games())
            if Rules.parse(summary.game) == record.rules
        )
        return f"{self._progress(record)}\n\n{in_text(self._tournament.plan, standing)}"

    def _progress(self, record: Record) -> str:
        played, expected = self._tournament.played, self._tournament.expected()
        rate = (played - self._already) / max(monotonic() - self._start, 1e-9)
        of = f" of {expected}" if expected else ""
        left = f", {_duration((expected - played) / rate)} left" if expected and rate > 0 else ""
        last = f"{record.players[0]} - {record.players[1]}: {outcome_name(record.outcome)}"
        return f"{played}{of} games, {rate:.1f} a second{left}; {last}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _finish(plan: Plan, store: Store, args: argparse.Namespace) -> None:
    games = list(store.games())
    print_standings(plan, games, args.json, event="result")
    if args.html:
        from inarow.arena.report import report_html
        from inarow.game.record import write_whole

        write_whole(args.html, report_html(plan, games))
        terminal.complain(f"report written to {args.html}")


def _executor(args: argparse.Namespace, store: Path) -> Executor:
    if args.workers is not None and args.workers < 1:
        raise argparse.ArgumentTypeError(f"--workers is {args.workers}; it must be 1 or more")
    if args.here:
        return HereExecutor(store)
    if args.on == "ray":
        return EXECUTORS["ray"](args.address, args.workers)
    return EXECUTORS["local"](args.workers, store)


def _fingerprint(plan: Plan) -> str:
    text = json.dumps(plan.to_dict(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
