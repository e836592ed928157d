"""Run the examples of Markdown files and compare what they print with what the files say.

    ```pycon     a Python session; all sessions of a file share their names
    ```console   shell commands after `$ `, run one after the other, and what they print

A line `...` in the output stands for any lines. `check_examples.py --write FILES` puts the real output of the
console commands into the files instead. Other fences, such as ```sh, are only shown.
"""

import doctest
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FENCE = re.compile(r"^```(pycon|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
CHECKER = doctest.OutputChecker()
SECONDS_FOR_A_COMMAND = 120


def run(command: str, folder: str) -> str:
    """What the shell command prints on its two outputs, without colours, in an empty folder."""
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "TERM": "dumb"}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS_FOR_A_COMMAND,
        check=False,
    )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def complaints_of_console(text: str, folder: str) -> Iterator[str]:
    """One text for each command that prints something else than what stands below it."""
    for command, said in COMMAND.findall(text):
        printed = run(command, folder)
        if not CHECKER.check_output(said, printed, doctest.ELLIPSIS):
            yield f"$ {command}\nsaid:\n{said}printed:\n{printed}"


def complaints_of_python(text: str, names: dict[str, Any], where: str) -> Iterator[str]:
    """The report of the session, if one of its statements prints something else than what stands below it."""
    report: list[str] = []
    session = doctest.DocTestParser().get_doctest(text, names, where, None, 0)
    runner = doctest.DocTestRunner(CHECKER, verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(session, out=report.append, clear_globs=False)
    names.update(session.globs)
    if report:
        yield "".join(report)


def complaints(path: Path) -> Iterator[str]:
    """What is not true in the examples of the file."""
    names: dict[str, Any] = {"__name__": "__main__"}
    text = path.read_text()
    with tempfile.TemporaryDirectory() as folder:
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[1] == "console":
                found = complaints_of_console(match[2], folder)
            else:
                found = complaints_of_python(match[2], names, str(path))
            for complaint in found:
                yield f"{path}:{line}: {complaint}"


def with_real_output(text: str) -> str:
    """The Markdown text with what the console commands really print."""
    with tempfile.TemporaryDirectory() as folder:

        def of_fence(fence: re.Match[str]) -> str:
            if fence[1] != "console":
                return fence[0]
            parts = [f"$ {command}\n{run(command, folder)}" for command, _ in COMMAND.findall(fence[2])]
            return f"```console\n{''.join(parts)}```"

        return FENCE.sub(of_fence, text)


def main(arguments: list[str]) -> int:
    """Check or rewrite the files; the exit code is 1 if an example is not true."""
    paths = [Path(name) for name in arguments if name != "--write"]
    if "--write" in arguments:
        for path in paths:
            path.write_text(with_real_output(path.read_text()))
    found = [complaint for path in paths for complaint in complaints(path)]
    examples = sum(len(FENCE.findall(path.read_text())) for path in paths)
    print("\n".join(found) or f"{examples} examples print what the files say")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
