"""One word for one thing: the glossary's terms are used, and words that were given up do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = 30
RETIRED = ("chest", "deed", "gear", "keepsake", "outing")
"""Words that were given up. Rulebooks may use them, so they are not looked for there."""
RETIRED_NAMES = (
    "clearing",
    "desk",
    "ears",
    "express",
    "eyes",
    "heavy",
    "house",
    "shelf",
    "sitter",
    "sitting",
    "tongue",
)
"""Words that no module, class or function outside the games has in its name; sentences and games may use them."""
NAMED = re.compile(r"^\s*(?:async )?(?:def|class) (\w+)", re.MULTILINE)
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def terms() -> list[str]:
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    return re.findall(r"^\| ([a-z ]+) \| (?!meaning)", text, re.MULTILINE)


def files() -> Iterable[Path]:
    """Code, templates and documentation, without rulebooks and what is not ours."""
    folders = [(ROOT / "src", ("py", "html", "js", "css")), (ROOT / "docs", ("md",))]
    found = [path for folder, kinds in folders for kind in kinds for path in folder.rglob(f"*.{kind}")]
    return [path for path in [*found, *ROOT.glob("*.md")] if "vendor" not in path.parts and path.name != "rules.md"]


def words_of(text: str) -> set[str]:
    """The words of a text, those inside names as well, in small letters and without the s of several."""
    found = {word.lower() for word in WORD.findall(text)}
    return found | {word.removesuffix("s") for word in found}


def test_the_glossary_is_short_and_in_order() -> None:
    assert 0 < len(terms()) <= MOST
    assert terms() == sorted(terms())


def test_every_term_is_used_in_the_code() -> None:
    used = words_of(" ".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")))
    assert [term for term in terms() if not set(term.split()) <= used] == []


def test_no_retired_word_is_left() -> None:
    left = {
        path.relative_to(ROOT).as_posix(): sorted(words_of(path.read_text(encoding="utf-8")) & set(RETIRED))
        for path in files()
    }
    assert {name: words for name, words in left.items() if words} == {}


def test_nothing_outside_the_games_has_a_retired_name() -> None:
    code = [path for path in (ROOT / "src/turncoat").rglob("*.py") if "games" not in path.parts]
    named = [name for path in code for name in [path.stem, *NAMED.findall(path.read_text(encoding="utf-8"))]]
    assert len(named) > 1000
    assert [name for name in named if words_of(name) & set(RETIRED_NAMES)] == []


def test_a_retired_word_is_noticed_inside_a_name() -> None:
    assert {"outing"} == words_of("class LastOutings: ...") & set(RETIRED)
    assert {"house"} == words_of("open_house") & set(RETIRED_NAMES)
