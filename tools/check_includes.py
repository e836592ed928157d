"""Check that the C++ core includes only from layers to the left.

    game < eval < search < solve < bindings

The core's own tests stand to the right of all. Includes are written from the root of the core:
`#include "game/rules.hpp"`.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

LAYERS = ("game", "eval", "search", "solve", "bindings", "tests")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def complaints(core: Path) -> Iterator[str]:
    """One sentence for each file outside the layers and for each include that goes to the right."""
    for path in sorted(core.rglob("*")):
        if path.suffix not in {".cpp", ".hpp"}:
            continue
        layer = path.relative_to(core).parts[0]
        if layer not in LAYERS:
            yield f"{path}: {layer!r} is not a layer; they are {' < '.join(LAYERS)}"
            continue
        text = path.read_text()
        for match in INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if reason := complaint(core, layer, match[1]):
                yield f"{path}:{line}: {reason}"


def complaint(core: Path, layer: str, included: str) -> str | None:
    """What is wrong with a file of `layer` that includes `included`, if anything is."""
    target = Path(included).parts[0]
    if not (core / included).is_file():
        return f'there is no "{included}"; write includes from the root of the core, as in "game/rules.hpp"'
    if target not in LAYERS or LAYERS.index(target) > LAYERS.index(layer):
        return f'{layer} must not know {target}, but includes "{included}"'
    return None


def main(core: Path) -> int:
    """Print the complaints; the exit code is 1 if there are any."""
    found = list(complaints(core))
    print("\n".join(found) or f"includes go to the left only: {' < '.join(LAYERS)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
