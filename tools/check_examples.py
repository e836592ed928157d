"""Run the examples of Markdown files and compare what they print with what the files say.

    ```pycon     a Python session; all sessions of a file share their names
    ```console   shell commands after `$ `, run one after the other, and what they print

The examples of a file share a folder that is empty at first, but for a link to docs/, so that its files go by
the names that they have at the root of the repository.

A line `...` in the output stands for any lines. `check_examples.py --write FILES` puts the real output into
the files instead. Other fences, such as ```sh, are only shown.
"""

import contextlib
import doctest
import os
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FENCE = re.compile(r"^```(pycon|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
CHECKER = doctest.OutputChecker()
SECONDS_FOR_A_COMMAND = 120
DOCS = Path(__file__).parent.parent.resolve() / "docs"


@contextlib.contextmanager
def working_folder() -> Iterator[None]:
    """Work in a new folder with nothing but a link to docs/."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("docs").symlink_to(DOCS)
        yield


def run(command: str) -> str:
    """What the shell command prints on its two outputs, without colours."""
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "TERM": "dumb"}
    done = subprocess.run(
        ["sh", "-c", command],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS_FOR_A_COMMAND,
        check=False,
    )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def is_true(said: str, printed: str) -> bool:
    """Whether the output is what the page says, `...` standing for anything."""
    return CHECKER.check_output(said, printed, doctest.ELLIPSIS)


def complaints_of_console(text: str) -> Iterator[str]:
    """One text for each command that prints something else than what stands below it."""
    for command, said in COMMAND.findall(text):
        printed = run(command)
        if not is_true(said, printed):
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
    with working_folder():
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[1] == "console":
                found = complaints_of_console(match[2])
            else:
                found = complaints_of_python(match[2], names, str(path))
            for complaint in found:
                yield f"{path}:{line}: {complaint}"


class Recorder(doctest.DocTestRunner):
    """Runs a session and keeps what each of its statements really prints."""

    def __init__(self) -> None:
        super().__init__(CHECKER, verbose=False, optionflags=doctest.ELLIPSIS)
        self.printed: dict[int, str] = {}

    def report_success(self, out: Any, test: Any, example: doctest.Example, got: str) -> None:
        """Keep what is true, with its `...`."""
        self.printed[example.lineno] = example.want

    def report_failure(self, out: Any, test: Any, example: doctest.Example, got: str) -> None:
        """Keep what was printed instead."""
        self.printed[example.lineno] = got

    def report_unexpected_exception(
        self, out: Any, test: Any, example: doctest.Example, exc_info: Any
    ) -> None:
        """Keep the last lines of the exception, as doctest reads them."""
        message = "".join(traceback.format_exception_only(exc_info[1]))
        self.printed[example.lineno] = f"Traceback (most recent call last):\n    ...\n{message}"


def real_session(text: str, names: dict[str, Any]) -> str:
    """The Python session with what it really prints."""
    session = doctest.DocTestParser().get_doctest(text, names, "session", None, 0)
    recorder = Recorder()
    recorder.run(session, clear_globs=False)
    names.update(session.globs)
    lines = text.splitlines(keepends=True)
    real = []
    for example in session.examples:
        end = example.lineno + example.source.count("\n")
        real += [*lines[example.lineno : end], recorder.printed[example.lineno]]
    return "".join(real)


def real_command(command: str, said: str) -> str:
    """The command with what it really prints; what is true stays as it is, with its `...`."""
    printed = run(command)
    return f"$ {command}\n{said if is_true(said, printed) else printed}"


def with_real_output(text: str) -> str:
    """The Markdown text with what its examples really print."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with working_folder():

        def real_fence(fence: re.Match[str]) -> str:
            if fence[1] == "console":
                real = "".join(real_command(command, said) for command, said in COMMAND.findall(fence[2]))
            else:
                real = real_session(fence[2], names)
            return f"```{fence[1]}\n{real}```"

        return FENCE.sub(real_fence, text)


def main(arguments: list[str]) -> int:
    """Check or rewrite the files; the exit code is 1 if an example is not true."""
    paths = [Path(name).absolute() for name in arguments if name != "--write"]
    if "--write" in arguments:
        for path in paths:
            path.write_text(with_real_output(path.read_text()))
    found = [complaint for path in paths for complaint in complaints(path)]
    examples = sum(len(FENCE.findall(path.read_text())) for path in paths)
    print("\n".join(found) or f"{examples} examples print what the files say")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
