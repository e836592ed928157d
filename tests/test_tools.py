"""The small programs of tools/ that the habits rely on."""

from pathlib import Path

import pytest

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
