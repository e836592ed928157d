"""An evaluator in C, compiled here and found by ctypes: the search calls it without Python's lock.

inarow play connect-four --against 'pvs depth=6 eval=docs/examples/ctypes_evaluator.py:open_lines'
"""

import ctypes
import os
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("open_lines.c")


def compiled(source: Path) -> ctypes.CDLL:
    """The C file as a shared library. Once it is loaded, its file is not needed any more."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{source.stem}.so"
        compiler = os.environ.get("CC", "cc")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        return ctypes.CDLL(str(library))


open_lines = compiled(SOURCE).open_lines
