"""Engine, solver, arena and lab for the whole k-in-a-row family of games."""

from inarow._core import IllegalMove, NotationError, Outcome, Random, Rules, RulesError, Side, Windows

__version__ = "0.1.0"
__all__ = ["IllegalMove", "NotationError", "Outcome", "Random", "Rules", "RulesError", "Side", "Windows", "__version__"]
