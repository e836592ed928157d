"""Java classes of the Bologna courses as our players: CXPlayer (stones fall) and MNKPlayer (they do not).

A class is compiled when it is first used, with a bridge that speaks our own line protocol and, if the student's
folder does not hold them, the interfaces that it was written against. What was compiled is kept.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from inarow.adapters.jsonl import JsonlProtocol
from inarow.adapters.process import PlayerFault, ProcessPlayer
from inarow.engine.catalog import CatalogError
from inarow.game.record import Ending

SOURCES = Path(__file__).parent / "java"
BRIDGE = "inarow.Bridge"
HOW_TO_INSTALL = "install a JDK (Debian: apt install default-jdk-headless)"
COMPILE_SECONDS = 600.0  # a referee that is stricter ends it first
QUICK_START = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]  # for a compiler that runs a second or two
MEMORY = 1024  # MiB of heap
MOST_SOURCES = 2000
PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
CLASS = re.compile(r"[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*")


@dataclass(frozen=True)
class JavaClass:
    """A class and where it is: in sources below a folder, or compiled in a folder or an archive.

    The sources are those that the compiler has to be told; it finds others below the folder by their packages.
    """

    name: str
    place: Path
    sources: tuple[Path, ...] = ()

    def command(self, memory: int) -> list[str]:
        """What runs the class behind the bridge. PlayerFault if it cannot be compiled."""
        java = _tool("java")
        places = [compiled(self)] if self.sources else [self.place, compiled(self)]
        path = os.pathsep.join(str(place) for place in places)
        return [java, f"-Xmx{memory}m", "-XX:+UseSerialGC", "-Xshare:auto", "-cp", path, BRIDGE, self.name]


def player(text: str, place: str, options: dict[str, str]) -> ProcessPlayer:
    """The player `java:FILE.java`, or `java:PLACE class=NAME` with a folder or an archive."""
    name, folder = options.pop("class", None), options.pop("folder", None)
    memory = options.pop("memory", str(MEMORY))
    for key, value in options.items():
        raise CatalogError(f"java:{place} does not know {key}={value}; it has class=, memory=MiB and folder=")
    if not memory.isdecimal() or int(memory) < 1:
        raise CatalogError(f"memory={memory}: expected MiB for the heap, 1 or more")
    found = java_class(place, name)
    return ProcessPlayer(text, lambda: found.command(int(memory)), JsonlProtocol({}), folder)


def java_class(text: str, name: str | None) -> JavaClass:
    """Where the class is. CatalogError if it is not there."""
    place = Path(text).absolute()
    if not text or not place.exists():
        raise CatalogError(
            f"there is no {text or 'file after java:'}; expected java:Player.java, or a folder or .jar with class="
        )
    if place.suffix == ".java":
        package = PACKAGE.search(place.read_text(encoding="utf-8", errors="replace"))
        parts = package.group(1).split(".") if package else []
        full_name = name or ".".join([*parts, place.stem])
        if [*place.parts[-len(parts) - 1 : -1]] == parts:
            return JavaClass(full_name, place.parents[len(parts)], (place,))
        # A folder that is meant to be put somewhere: its files would not be found by their package.
        return JavaClass(full_name, place.parent, tuple(sorted(place.parent.glob("*.java"))))
    if name is None or not CLASS.fullmatch(name):
        raise CatalogError(f"java:{text} needs the player's class, for example class=connectx.L1.L1")
    source = place.joinpath(*name.split(".")).with_suffix(".java")
    return JavaClass(name, place, (source,) if place.is_dir() and source.exists() else ())


def compiled(found: JavaClass) -> Path:
    """The folder with the compiled bridge and, if there are sources, the class."""
    files = _files(found)
    folder = cache_folder() / _digest(files)
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # both sides of a game may want to compile the same
        if folder.is_dir():
            return folder
        draft = Path(tempfile.mkdtemp(dir=folder.parent))
        try:
            _compile(found, draft)
            draft.rename(folder)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
    return folder


def cache_folder() -> Path:
    """Where compiled classes are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "inarow" / "java"


def _files(found: JavaClass) -> list[Path]:
    """Every file on which the compiled classes may depend."""
    files = sorted(SOURCES.rglob("*.java"))
    if found.sources:
        own = sorted(found.place.rglob("*.java"))
        if len(own) > MOST_SOURCES:
            raise PlayerFault(
                Ending.CRASH,
                f"has {len(own)} Java files below {found.place}; put the player into a folder of its own",
            )
        return [*files, *found.sources, *own]
    return [*files, found.place] if found.place.is_file() else [*files, *sorted(found.place.rglob("*.class"))]


def _digest(files: list[Path]) -> str:
    """A name for what the files hold."""
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:32]


def _compile(found: JavaClass, folder: Path) -> None:
    sources = [SOURCES / "inarow" / "Bridge.java", *found.sources]
    roots = [found.place, SOURCES] if found.sources else [SOURCES]
    command = [_tool("javac"), *QUICK_START, "-encoding", "UTF-8", "-nowarn", "-proc:none", "-d", str(folder)]
    command += ["-sourcepath", os.pathsep.join(str(root) for root in roots), "-cp", str(found.place)]
    try:
        done = subprocess.run(
            [*command, *(str(source) for source in sources)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=COMPILE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PlayerFault(Ending.TIME, f"could not be compiled within {COMPILE_SECONDS:g} s") from None
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise PlayerFault(
            Ending.CRASH, f"could not be compiled: {lines[0] if lines else ''}", "\n".join(lines[:20])
        )


def _tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise PlayerFault(Ending.CRASH, f"needs {name}, which was not found: {HOW_TO_INSTALL}")
    return path
