"""The games people know, by name."""

from typing import Final

from inarow._core import Rules, variants

RULES_BY_NAME: Final[dict[str, Rules]] = {name: rules for name, (rules, _) in variants().items()}
ABOUT_BY_NAME: Final[dict[str, str]] = {name: about for name, (_, about) in variants().items()}

TIC_TAC_TOE: Final = RULES_BY_NAME["tic-tac-toe"]
CONNECT_FOUR: Final = RULES_BY_NAME["connect-four"]
GOMOKU: Final = RULES_BY_NAME["gomoku"]
GOMOKU_EXACT: Final = RULES_BY_NAME["gomoku-exact"]
CONNECT6: Final = RULES_BY_NAME["connect6"]


def describe(rules: Rules) -> str:
    """The rules in words, for people who never saw a spec."""
    if rules.name in ABOUT_BY_NAME:
        return ABOUT_BY_NAME[rules.name]
    words = [
        f"{'exactly ' if rules.exact else ''}{rules.line_length} in a row "
        f"on {rules.columns} columns and {rules.rows} rows"
    ]
    if rules.gravity:
        words.append("stones fall")
    if rules.stones_per_turn != 1 or rules.stones_first_turn != 1:
        words.append(f"{rules.stones_per_turn} a turn and {rules.stones_first_turn} at first")
    return ", ".join(words)
