"""The small programs of tools/ that the habits rely on."""

from pathlib import Path

import pytest

import check_examples
import check_includes

CORE = Path(__file__).parent.parent / "core"


def core_with(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_the_core_includes_only_from_layers_to_the_left() -> None:
    assert list(check_includes.complaints(CORE)) == []


def test_a_layer_may_include_itself_and_those_to_its_left(tmp_path: Path) -> None:
    core = core_with(
        tmp_path,
        {
            "game/rules.hpp": "#include <vector>\n",
            "eval/score.hpp": '#include "game/rules.hpp"\n',
            "eval/center.cpp": '#include "eval/score.hpp"\n#include "game/rules.hpp"\n',
            "tests/test_score.cpp": '#include "eval/score.hpp"\n',
        },
    )
    assert list(check_includes.complaints(core)) == []
    assert check_includes.main(core) == 0


def test_an_include_that_goes_to_the_right_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    core = core_with(
        tmp_path,
        {
            "game/rules.hpp": '#include <vector>\n\n  #  include "eval/score.hpp"\n',
            "eval/score.hpp": "",
        },
    )
    assert check_includes.main(core) == 1
    assert (
        capsys.readouterr().out
        == f'{core}/game/rules.hpp:3: game must not know eval, but includes "eval/score.hpp"\n'
    )


def test_an_include_relative_to_its_own_folder_is_refused(tmp_path: Path) -> None:
    core = core_with(tmp_path, {"game/a.hpp": "", "game/b.hpp": '#include "a.hpp"\n'})
    (complaint,) = check_includes.complaints(core)
    assert 'b.hpp:1: there is no "a.hpp"; write includes from the root' in complaint


def test_a_folder_that_is_no_layer_is_refused(tmp_path: Path) -> None:
    core = core_with(tmp_path, {"helpers/misc.hpp": ""})
    (complaint,) = check_includes.complaints(core)
    assert "'helpers' is not a layer" in complaint


def page_with(folder: Path, text: str) -> Path:
    page = folder / "page.md"
    page.write_text(text)
    return page


TRUE_PAGE = """# Examples

```pycon
>>> one = 1
```

The sessions of a page share their names:

```pycon
>>> one + one
2
```

```console
$ echo stone > game; cat game
stone
$ cat game; ls
stone
...
```

```sh
this is only shown
```
"""


def test_a_page_whose_examples_print_what_it_says_is_true(tmp_path: Path) -> None:
    assert list(check_examples.complaints(page_with(tmp_path, TRUE_PAGE))) == []


def test_an_example_that_prints_something_else_is_shown_with_both(tmp_path: Path) -> None:
    page = page_with(tmp_path, TRUE_PAGE.replace("2\n", "3\n").replace("stone\n$", "disc\n$"))
    python, console = check_examples.complaints(page)
    assert "page.md:9: " in python
    assert "Expected:\n    3\nGot:\n    2\n" in python
    assert "page.md:14: $ echo stone > game; cat game\nsaid:\ndisc\nprinted:\nstone\n" in console


def test_the_real_output_can_be_written_into_a_page(tmp_path: Path) -> None:
    page = page_with(
        tmp_path,
        TRUE_PAGE.replace("stone\n$", "disc\n$").replace("2\n", "3\n>>> for _ in 'ab':\n...     one / 0\n"),
    )
    assert check_examples.main(["--write", str(page)]) == 0
    text = page.read_text()
    assert "cat game\nstone\n$ cat game; ls\nstone\n...\n```" in text
    assert ">>> one + one\n2\n>>> for _ in 'ab':\n...     one / 0\nTraceback (most recent call last):" in text
    assert "    ...\nZeroDivisionError: division by zero\n```" in text
