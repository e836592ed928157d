"""Records in words."""

from inarow.game.record import Ending, Record, outcome_name


def end_in_words(record: Record) -> str:
    """How the game ended: 'first wins by line after 13 stones', with the reason if there is one."""
    stones = f"{len(record.moves)} stone{'' if len(record.moves) == 1 else 's'}"
    note = f" ({record.note})" if record.note else ""
    if record.ending == Ending.UNFINISHED:
        return f"{record.ending}{note} after {stones}"
    return f"{outcome_name(record.outcome)} by {record.ending}{note} after {stones}"
