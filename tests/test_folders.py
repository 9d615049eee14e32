"""Folders of tools say what is in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def untold(folder: Path, index: str) -> list[str]:
    """The files of a folder that its index leaves out, and the names in the index of which there is no file."""
    told = set(re.findall(r"^\| `([\w.]+)`", index, re.MULTILINE)) | set(re.findall(r"\(`([\w.]+)`\)", index))
    found = {path.name for path in folder.iterdir() if path.is_file() and path.name != "README.md"}
    return sorted(name for name in told ^ found if not name.startswith("_"))


@pytest.mark.parametrize("name", ["scripts", "bench"])
def test_an_index_names_every_file(name: str) -> None:
    folder = ROOT / name
    index = (folder / "README.md").read_text(encoding="utf-8")
    assert [file for file in untold(folder, index) if file != "stages.py"] == []


def test_a_file_that_is_left_out_is_noticed() -> None:
    assert "lock" in untold(ROOT / "scripts", "| `test` | runs all |\n| `gone.py` | is not there |")
    assert "gone.py" in untold(ROOT / "scripts", "| `gone.py` | is not there |")
