"""UCI through real pipes, as cutechess speaks it."""

from __future__ import annotations

import re

from conversation import Conversation, repeat
from inarow import Position, Rules


def test_cutechess_gets_what_it_waits_for() -> None:
    repeat("uci_cutechess.txt")
    repeat("uci_cutechess.txt", end="\r\n")


def test_a_search_tells_its_line_and_waits_for_stop() -> None:
    with Conversation.with_engine("--protocol", "uci", "--depth", "4") as engine:
        engine.say("setoption name UCI_Variant value cfour", "position startpos moves P@d1", "go infinite")
        info = engine.hear()
        assert re.fullmatch(
            r"info depth \d+ score (cp|mate) -?\d+ nodes \d+ time \d+ pv( P@[a-g][1-6])+", info
        )
        engine.say("stop")
        best = engine.hear_until("bestmove ")[-1].removeprefix("bestmove P@")
        assert Position.parse("4").is_legal(Rules.parse("connect-four").parse_cell(best))
        engine.say("quit")
        assert engine.ended() == 0


def test_a_win_is_told_in_own_moves() -> None:
    with Conversation.with_engine("--protocol", "uci", "--depth", "2") as engine:
        engine.say("position startpos moves P@d1 P@a1 P@d2 P@a2 P@d3 P@a3", "go depth 2")
        lines = engine.hear_until("bestmove ")
        assert lines[-1] == "bestmove P@d4"
        assert any(" score mate 1 " in line for line in lines)


def test_the_end_of_input_ends_it() -> None:
    with Conversation.with_engine("--protocol", "uci") as engine:
        engine.say("position startpos", "go infinite")
        assert engine.ended() == 0
