"""Styles, scripts and pictures as files: which version they are, and which scripts a script needs."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

FILES = Path(str(resources.files("turncoat.web").joinpath("static")))
"""Where they are."""

_IMPORT = re.compile(r"""^import (?:.* from )?"\./(\w+\.js)";""", re.MULTILINE)


def version(folder: Path = FILES) -> str:
    """Twelve digits that are others as soon as one of the files in a folder is."""
    made = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        made.update(f"{path.relative_to(folder).as_posix()} ".encode() + sha256(path.read_bytes()).digest())
    return made.hexdigest()[:12]


def imported(script: str) -> list[str]:
    """The names of the scripts beside it that a script imports, from its text."""
    return _IMPORT.findall(script)


@cache
def modules(entry: str) -> tuple[str, ...]:
    """The scripts that a script imports, those that these import, and so on: fetched at once.

    Args:
        entry: The name of the script, such as ``js/turncoat.js``.

    Returns:
        Names like that of the entry, which is not among them.

    Raises:
        FileNotFoundError: A script imports what is not there.
    """
    folder, _, first = entry.rpartition("/")
    found, open_ = [first], [first]
    while open_:
        for name in imported((FILES / folder / open_.pop()).read_text(encoding="utf-8")):
            if name not in found:
                found.append(name)
                open_.append(name)
    return tuple(f"{folder}/{name}" for name in found[1:])
