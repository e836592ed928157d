"""Print what pyproject.toml asks for: `requirements.py build`, or the name of an extra such as `dev`."""

import sys
import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def requirements(project: dict[str, Any], name: str) -> list[str]:
    """The requirements of the build, or of the extra called `name`."""
    if name == "build":
        return list(project["build-system"]["requires"])
    return list(project["project"]["optional-dependencies"][name])


if __name__ == "__main__":
    print(*requirements(tomllib.loads(PROJECT.read_text()), sys.argv[1]), sep="\n")
