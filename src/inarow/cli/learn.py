"""Make players that learn: tune the weights of the champion's evaluation, or train a network from zero.

Everything is kept as it is made: interrupt it (or kill it) and give the same command again to go on.

examples:
  inarow learn tune drop-9x9x5 --games 4000 --nodes 500 --output mine.weights
  inarow learn tune connect6 --records games.csv.gz --output mine.weights
  inarow match 'champion weights=mine.weights' 'champion weights=hand' --game drop-9x9x5 --sprt 0 20
  inarow learn show mine.weights
  inarow learn train drop-5x4x4 --folder mine --generations 4
  inarow learn train connect6 --teacher champion --games 5000 --nodes 500
  inarow learn check 'network weights=mine/best.network nodes=1000' --game drop-5x4x4
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from time import perf_counter

from inarow._core import Rules, feature_names
from inarow.arena.executor import EXECUTORS, Executor, HereExecutor
from inarow.cli import arguments, terminal
from inarow.engine.catalog import player
from inarow.engine.weights import TunedWeights
from inarow.learn.curve import CurveError, draw_training, draw_tuning
from inarow.learn.games import ChampionGames, SelfPlaySettings, games_of_file
from inarow.learn.perfect import check_player
from inarow.learn.spread import InThreads, OnRay, Spread, make_games
from inarow.learn.training import TEACHERS, Event, Training, TrainSettings
from inarow.learn.tuning import POINT, TuneSettings, Tuning, tune


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow learn`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="tune | train | check | show")
    tuning = actions.add_parser("tune", help="fit the weights of the champion's evaluation to games")
    tuning.add_argument("game", type=arguments.game, metavar="GAME")
    tuning.add_argument("--games", type=int, default=2000, help="of self-play (default: 2000)")
    tuning.add_argument("--nodes", type=int, default=500, help="a turn of self-play (default: 500)")
    tuning.add_argument("--seed", type=int, default=0, help="of openings and held-out games (default: 0)")
    tuning.add_argument("--threads", type=int, default=1, help="games at a time (default: 1)")
    tuning.add_argument(
        "--data",
        type=Path,
        metavar="FILE",
        help="where games of self-play are kept (default: SPEC-NODES-SEED.games)",
    )
    tuning.add_argument(
        "--records",
        type=Path,
        metavar="FILE",
        help="learn from these games instead: records, SGF, or a .csv(.gz) with columns moves and winner",
    )
    tuning.add_argument("--output", type=Path, metavar="FILE", help="the weights (default: FAMILY.weights)")
    tuning.add_argument("--plot", type=Path, metavar="FILE", help="draw the curves (.png, .svg)")
    fitting = tuning.add_argument_group("what is fitted")
    fitting.add_argument(
        "--labels",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="what positions are called: from 0, the game's result, to 1, what the search said (default: 0)",
    )
    fitting.add_argument("--all-positions", action="store_true", help="with those that threats decide")
    fitting.add_argument(
        "--symmetric", action="store_true", help="a window counts the same for whoever is to move"
    )
    fitting.add_argument("--no-phases", action="store_true", help="the same weights early and late")
    fitting.add_argument(
        "--penalty", type=float, default=1e-4, help="for leaving the weights set by hand (default: 0.0001)"
    )
    fitting.add_argument(
        "--late", type=int, help="stones after which it is late; thousandths of the board with gravity"
    )
    arguments.add_json(tuning)
    _configure_train(actions.add_parser("train", help="train a network by games against itself"))
    check = actions.add_parser("check", help="count the moves of a player that give something away")
    check.add_argument("player", metavar="PLAYER", help="a player ('inarow players')")
    check.add_argument("--game", type=arguments.game, required=True, help="one whose exact values can be had")
    check.add_argument("--games", type=int, default=200, help="against best play (default: 200)")
    check.add_argument("--seed", type=int, default=0, help="of the openings and the opponent (default: 0)")
    arguments.add_json(check)
    show = actions.add_parser("show", help="tell what is in a file of weights")
    show.add_argument("file", type=Path, metavar="FILE")
    arguments.add_json(show)


def _configure_train(parser: argparse.ArgumentParser) -> None:
    usual = TrainSettings()
    parser.add_argument("game", type=arguments.game, metavar="GAME")
    parser.add_argument("--folder", type=Path, help="where everything is kept (default: train-SPEC)")
    parser.add_argument(
        "--teacher",
        choices=TEACHERS,
        default=usual.teacher,
        help=f"whose games against itself it learns from (default: {usual.teacher})",
    )
    for name, about in (
        ("generations", "of playing, training and a match"),
        ("games", "of self-play in a generation"),
        ("nodes", "a stone of its own games, or a turn of the champion's"),
        ("epochs", "through the positions in a generation"),
        ("batch", "positions a step of the training"),
        ("width", "numbers of a cell: 16, 32, ..."),
        ("hidden", "numbers of the hidden layer: 16, 32, ..."),
        ("seed", "of everything"),
    ):
        default = getattr(usual, name)
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{about} (default: {default})")
    gate = parser.add_argument_group("the match that a new network has to win")
    gate.add_argument("--gate-games", type=int, default=usual.gate_games, help="at most")
    gate.add_argument("--gate-nodes", type=int, default=usual.gate_nodes, help="a turn")
    gate.add_argument("--gate-elo", type=float, nargs=2, default=usual.gate_elo, metavar=("ELO0", "ELO1"))
    where = parser.add_argument_group("where games are played, to learn from and in the match")
    where.add_argument("--on", choices=["here", *sorted(EXECUTORS)], default="here", help="default: here")
    where.add_argument("--address", help="of the Ray cluster (default: one on this machine)")
    where.add_argument("--workers", type=int, metavar="N", help="games at a time (default: one a processor)")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Tune, train, check or show."""
    return {"tune": _tune, "train": _train, "check": _check, "show": _show}[args.action](args)


def _train(args: argparse.Namespace) -> int:
    rules: Rules = args.game
    names = ("teacher", "generations", "games", "nodes", "epochs", "batch", "width", "hidden", "seed")
    settings = TrainSettings(
        **{name: getattr(args, name) for name in names},
        gate_games=args.gate_games,
        gate_nodes=args.gate_nodes,
        gate_elo=tuple(args.gate_elo),
    )
    folder = args.folder or Path(f"train-{rules.spec}")

    def tell(event: Event) -> None:
        _tell(event, args.json)
        if event.kind == "epoch":
            draw_curve()

    def draw_curve() -> None:
        try:
            draw_training(training.history, folder / "curve.png")
        except CurveError as error:
            missing.append(str(error))

    missing: list[str] = []
    training = Training(folder, rules, settings, executor=_executor(args), spread=_spread(args), tell=tell)
    try:
        training.run()
    except KeyboardInterrupt:
        terminal.progress("")
        terminal.complain(f"everything is kept in {folder}; the same command goes on")
        raise
    draw_curve()
    if missing:
        terminal.complain(f"no curves: {missing[0]}")
    if args.json:
        arguments.print_json({"best": str(training.best), "generations": training.state["generation"]})
    else:
        arguments.print_text(f"{training.best}: play against it as 'network weights={training.best}'")
    return 0


def _executor(args: argparse.Namespace) -> Executor:
    if args.workers is not None and args.workers < 1:
        raise argparse.ArgumentTypeError(f"--workers is {args.workers}; it must be 1 or more")
    if args.on == "here":
        return HereExecutor()
    if args.on == "ray":
        return EXECUTORS["ray"](args.address, args.workers)
    return EXECUTORS["local"](args.workers)


def _spread(args: argparse.Namespace) -> Spread:
    """Where games to learn from are made; the executor has been made before, and with it the way to the cluster."""
    if args.on == "ray":
        return OnRay()
    return InThreads(args.workers or os.cpu_count() or 1) if args.on == "local" else InThreads()


def _tell(event: Event, is_json: bool) -> None:
    """Games as a line that writes over itself; epochs and matches as lines that stay."""
    if event.kind == "games":
        numbers = event.numbers
        terminal.progress(
            f"generation {event.generation}: {numbers['done']:.0f} of {numbers['total']:.0f} games"
        )
        return
    terminal.progress("")
    if is_json:
        arguments.print_json({"event": event.kind, "generation": event.generation, **event.numbers})
    elif event.kind == "epoch":
        losses = [event.numbers[name] for name in ("value", "held-out value", "policy", "held-out policy")]
        arguments.print_text(
            f"generation {event.generation}, epoch {event.numbers['epoch']:.0f}: value {losses[0]:.4f} (held out "
            f"{losses[1]:.4f}), policy {losses[2]:.4f} (held out {losses[3]:.4f}), "
            f"{event.numbers['positions a second']:,.0f} positions a second"
        )
    else:
        verdict = "the new network is the best" if event.numbers["accepted"] else "the old network stays"
        arguments.print_text(
            f"generation {event.generation}: {event.numbers['score']:.1%} in {event.numbers['games']:.0f} games, "
            f"LLR {event.numbers['llr']:+.2f}: {verdict}"
        )


def _check(args: argparse.Namespace) -> int:
    verdict = check_player(player(args.player), args.game, args.games, args.seed)
    if args.json:
        arguments.print_json(
            {"games": verdict.games, "moves": verdict.moves, "losing": [list(one) for one in verdict.losing]}
        )
        return 0
    arguments.print_text(
        f"{len(verdict.losing)} of {verdict.moves} moves gave something away, in {verdict.games} games"
    )
    for position, cell in verdict.losing[:5]:
        arguments.print_text(f"  {position}: {args.game.cell_name(cell)}")
    return 0


def _tune(args: argparse.Namespace) -> int:
    rules: Rules = args.game
    settings = TuneSettings(
        labels=args.labels,
        quiet_only=not args.all_positions,
        symmetric=args.symmetric,
        phases=not args.no_phases,
        penalty=args.penalty,
        late=args.late,
        seed=args.seed,
    )
    if args.records:
        _, games = games_of_file(args.records, rules)
        source = args.records.name
    else:
        path = args.data or Path(f"{rules.spec}-{args.nodes}-{args.seed}.games")
        _play(path, rules, args)
        _, games = games_of_file(path, rules)
        source = f"self-play, {args.nodes} nodes a turn, seed {args.seed}"
    tuning = tune(rules, games, settings, source)
    output = args.output or Path(f"{tuning.tuned.family.name}.weights")
    tuning.tuned.save(output)
    if args.plot:
        try:
            draw_tuning(tuning, args.plot)
        except CurveError as error:
            terminal.complain(f"no curves: {error}")
    _print(tuning, output, args.json)
    return 0


def _play(path: Path, rules: Rules, args: argparse.Namespace) -> None:
    if args.games < 1 or args.threads < 1:
        raise argparse.ArgumentTypeError("--games and --threads must be 1 or more")
    start = perf_counter()
    first: list[int] = []

    def progress(done: int, total: int) -> None:
        first.append(done)
        seconds = perf_counter() - start
        rate = (done - first[0]) / seconds if seconds > 0 else 0.0
        terminal.progress(f"{done:,} of {total:,} games, {rate:.0f} a second")

    try:
        settings = SelfPlaySettings.usual(rules, args.nodes, args.seed)
        make_games(path, ChampionGames(rules.spec, settings), args.games, InThreads(args.threads), progress)
    except KeyboardInterrupt:
        terminal.progress("")
        terminal.complain(f"{first[-1] if first else 0} games are kept in {path}; the same command goes on")
        raise
    terminal.progress("")


def _print(tuning: Tuning, output: Path, is_json: bool) -> None:
    if is_json:
        arguments.print_json(
            {
                "output": str(output),
                "games": tuning.games,
                "positions": tuning.positions,
                "losses": tuning.losses,
                "curve": tuning.curve,
                "calibration": tuning.calibration,
            }
        )
        return
    arguments.print_text(f"{tuning.positions:,} positions of {tuning.games:,} games")
    arguments.print_text("log-loss on held-out games:")
    for name, loss in tuning.losses.items():
        arguments.print_text(f"  {name:9} {loss:.4f}")
    arguments.print_text(
        f"{output}: weights for {tuning.tuned.family.name}; only a match tells whether they win"
    )


def _show(args: argparse.Namespace) -> int:
    tuned = TunedWeights.load(args.file)
    family = tuned.family
    size = family.line_length
    names = feature_names(
        Rules(size, size, size, gravity=family.gravity, stones_per_turn=family.stones_per_turn)
    )
    rows = list(zip(names, tuned.early, tuned.late, strict=True))
    if args.json:
        arguments.print_json(
            {
                "family": family.name,
                "late from": tuned.late_from,
                "points": {name: [early / POINT, late / POINT] for name, early, late in rows},
                "made": dict(tuned.provenance),
            }
        )
        return 0
    arguments.print_text(f"{family.name}; points early and late (from {tuned.late_from} on)")
    for name, early, late in rows:
        arguments.print_text(f"  {name:28} {early / POINT:9.2f} {late / POINT:9.2f}")
    for name, value in tuned.provenance.items():
        arguments.print_text(f"  {name}: {value}")
    return 0
