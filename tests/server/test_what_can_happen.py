"""What the documentation says that one can do about every event of a long game is there: page, API, terminal."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from tests.serving import as_read

from turncoat.cli import COMMANDS
from turncoat.table import commands
from turncoat.web.site.page_request import NOTICES

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/playing/correspondence.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in GUIDE.partition("| What happens |")[2].splitlines()[2:]
    if line.startswith("| ")
]
SHORT = re.compile(r"(?:(?:GET|POST|PUT) )?\.\.\./([\w/-]+)")


def written() -> str:
    """All that templates say, without what is filled in."""
    pages = (ROOT / "src/turncoat/web/templates").glob("*.html")
    said = (as_read(re.sub(r"\{[{%#].*?[}%#]\}", "", page.read_text(), flags=re.DOTALL)) for page in pages)
    return " ".join([*said, *NOTICES.values()])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_what_the_page_shows_is_called_so(row: list[str]) -> None:
    said = written()
    for words in re.findall(r"\*([^*]+)\*", row[1]):
        assert words.removesuffix(" ...") in said


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_what_the_api_is_asked_is_there(row: list[str], client: httpx.Client) -> None:
    known = {path.partition("{table}/")[2] for path in client.get("/openapi.json").json()["paths"]}
    for part in SHORT.findall(row[2]):
        assert part.partition("/QUESTION")[0] in {path.partition("/{question}")[0] for path in known}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_what_the_terminal_is_told_is_read(row: list[str]) -> None:
    """A command of the table's language, or of the program; answers and standing orders are the game's."""
    for typed in re.findall(r"`([^`]+)`", row[3] if len(row) > 3 else ""):
        word, _, rest = typed.partition(" ")
        if word == "turncoat":
            assert rest.split()[0] in COMMANDS
        else:
            assert word in (*commands.WORDS, "always")
            assert typed in (*commands.WORDS, "always pass") or commands.read(typed, lambda _: 1)


def test_every_row_says_something_for_page_and_api() -> None:
    assert len(ROWS) > 28
    assert all(len(row) >= 3 and row[1] and row[2] for row in ROWS)
    assert [row[0] for row in ROWS if len(row) < 4 or not row[3].strip(" |")] == []
