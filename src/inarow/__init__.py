"""Engine, solver, arena and lab for the whole k-in-a-row family of games."""

from inarow._core import IllegalMove, NotationError, Outcome, Random, Rules, RulesError, Side, Windows
from inarow.game.position import Position
from inarow.game.record import Ending, Record, RecordError, Thought, read_records, write_records

__version__ = "0.1.0"
__all__ = [
    "Ending",
    "IllegalMove",
    "NotationError",
    "Outcome",
    "Position",
    "Random",
    "Record",
    "RecordError",
    "Rules",
    "RulesError",
    "Side",
    "Thought",
    "Windows",
    "__version__",
    "read_records",
    "write_records",
]
