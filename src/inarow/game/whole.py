"""Files that are read and written whole: never half, never over something without a way back."""

import os
from contextlib import suppress
from pathlib import Path

from inarow.game.record import RecordError


def decoded(content: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte order mark. RecordError says where it is not."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: byte {error.start + 1} of the file is not UTF-8 text") from None


def write_whole(path: str | Path, text: str) -> None:
    """Write the file under another name and rename it, so that there is never half a file."""
    target = Path(path).resolve()  # a link stays a link
    draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
    try:
        with draft.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(target.stat().st_mode)
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
