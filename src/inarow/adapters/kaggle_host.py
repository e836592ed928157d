"""The process in which a Kaggle submission plays: one JSON line in for a move, one marked line out.

    python -m inarow.adapters.kaggle_host submission.py MARK

Says MARK {"ready": true}. Then reads {"observation": ..., "configuration": ...} and answers MARK {"action": ...}.
Everything else on standard output is what the submission printed. It is loaded with the first question, since
Kaggle does that on the clock of its first move.
"""

from __future__ import annotations

import json
import operator
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Struct(dict[str, Any]):
    """A dict whose values are attributes too, as submissions expect of what they are given."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no '{name}'; there is {', '.join(self)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def last_callable(path: Path) -> Callable[..., Any]:
    """The agent of a submission: whatever was defined or imported last and can be called.

    Its folder is on the path while it is run, so that it can import its neighbours.
    """
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    names: dict[str, Any] = {}
    sys.path.append(str(path.parent))
    try:
        exec(code, names)
    finally:
        sys.path.remove(str(path.parent))
    found: list[Callable[..., Any]] = [value for value in names.values() if callable(value)]
    if not found:
        raise LookupError(
            f"{path} defines no function: expected one that takes observation and configuration"
        )
    return found[-1]


def action_of(agent: Callable[..., Any], observation: Struct, configuration: Struct) -> Any:
    """What the agent answers; one that takes only the observation gets only that."""
    given = [observation, configuration]
    taken = getattr(getattr(agent, "__code__", None), "co_argcount", len(given))
    return agent(*given[:taken])


def plain(action: Any) -> Any:
    """The action as JSON can say it: a whole number, or the text of whatever else it is."""
    try:
        return operator.index(action)
    except TypeError:
        return repr(action)[:80]


def say(mark: str, answer: dict[str, Any]) -> None:
    """A line of ours, after the end of the submission's own."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(1, f"\n{mark} {json.dumps(answer)}\n".encode())  # whatever it did to sys.stdout


def main() -> None:
    """Answer until nobody asks any more."""
    path, mark = Path(sys.argv[1]), sys.argv[2]
    # The submission gets an empty input, and the lines of its output are told from ours by the mark.
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    agent: Callable[..., Any] | None = None
    say(mark, {"ready": True})
    for line in requests:
        request = json.loads(line)
        try:
            agent = agent or last_callable(path)
            configuration = Struct(request["configuration"], __raw_path__=str(path))
            answer = {"action": plain(action_of(agent, Struct(request["observation"]), configuration))}
        except Exception as error:
            traceback.print_exc()
            answer = {"error": f"{type(error).__name__}: {error}"}
        say(mark, answer)


if __name__ == "__main__":
    main()
