"""Files made by others are in the tree exactly as they were published, with their licence."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["src/turncoat/web/static/vendor", "tests/browser/vendor"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_vendored_file_has_its_published_content(folder: str) -> None:
    listed = [line.split("  ", 1) for line in (ROOT / folder / "SHA256SUMS").read_text().splitlines()]
    sums = {name: digest for digest, name in listed}
    files = {path.name: path for path in (ROOT / folder).iterdir()}
    assert files.keys() - sums.keys() == {"SHA256SUMS", "VERSIONS"}
    assert {name: sha256(files[name].read_bytes()).hexdigest() for name in sums} == sums


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_vendored_script_names_its_version_and_comes_with_its_licence(folder: str) -> None:
    scripts = {path.name for path in (ROOT / folder).glob("*.js")}
    versions = {line.split()[0] for line in (ROOT / folder / "VERSIONS").read_text().splitlines()}
    assert versions == scripts
    assert (ROOT / folder / "LICENSE").stat().st_size > 0


def test_vendored_pages_scripts_ask_for_nothing_from_elsewhere() -> None:
    for script in (ROOT / FOLDERS[0]).glob("*.js"):
        text = script.read_text()
        assert "://" not in text, script.name
        assert "sourceMappingURL" not in text, script.name
