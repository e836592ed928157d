"""The games of a tournament as a Parquet table; the other formats are those of every file of games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inarow.arena.summary import Game
from inarow.game.notation import moves_text
from inarow.game.record import outcome_name


def write_parquet(path: Path, games: Sequence[Game]) -> None:
    """One row a game, all or nothing."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ValueError("a Parquet file needs pyarrow: pip install 'inarow[arena]'") from error
    rows = [
        {
            "key": job.key,
            "pair": job.pair,
            "game": record.rules.name,
            "first": record.players[0],
            "second": record.players[1],
            "outcome": outcome_name(record.outcome),
            "ending": str(record.ending),
            "note": record.note,
            "opening_stones": len(job.opening),
            "moves": moves_text(record.rules, record.moves),
            "seconds": [thought.seconds if thought else None for thought in record.thoughts],
            "nodes": [thought.nodes if thought else None for thought in record.thoughts],
            "depths": [thought.depth if thought else None for thought in record.thoughts],
            "scores": [thought.score if thought else None for thought in record.thoughts],
        }
        for job, record in games
    ]
    beside = path.with_name(f".{path.name}.part")
    parquet.write_table(pyarrow.Table.from_pylist(rows), beside)
    beside.replace(path)
