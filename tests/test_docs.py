"""The documentation is true: links lead somewhere, the map is the contract, the index of decisions is whole."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    [*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "scripts").glob("*.md"), *(ROOT / "bench").glob("*.md")]
)
DECISIONS = DOCS / "decisions"
LINK = re.compile(r"\[([^\]]+)\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
DEFINES = r"^\s*(?:export )?(?:async )?(?:def|class|function) {name}\b|^{name}\b.*="


def dead_links(page: Path, text: str) -> list[str]:
    """Links to files that are not there, or, where the text is code, to names that the file does not define."""
    dead = []
    for words, target in LINK.findall(text):
        path = page.parent / target
        name = re.fullmatch(r"`(\w+)`", words)
        if "://" in target or target.startswith("mailto:"):
            continue
        if not path.exists():
            dead.append(target)
        elif (
            name
            and path.suffix in {".py", ".js"}
            and not re.search(DEFINES.format(name=name[1]), path.read_text(), re.MULTILINE)
        ):
            dead.append(f"{target} does not define {name[1]}")
    return dead


def mapped(text: str) -> list[set[str]]:
    """The layers of the map, from the highest down: the names before the explanation."""
    drawing = text.partition("```text\n")[2].partition("```")[0]
    lines = [re.split(r"\s{3,}", line)[0] for line in drawing.splitlines() if line.strip(" |")]
    return [set(line.split(" | ")) for line in lines]


def agreed() -> list[set[str]]:
    """The layers of the contract, without those that are not there."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    named = [{name.strip(" ()") for name in layer.split("|")} for layer in layers]
    there = [{name for name in layer if (ROOT / "src/turncoat" / name).is_dir()} for layer in named]
    return [layer for layer in there if layer]


def listed(text: str) -> list[tuple[int, str, str, str, list[int]]]:
    """The rows of the index of decisions: number, title, file, status, replaced by."""
    rows = re.findall(r"^\| (\d+) \| \[(.+)\]\((.+)\) \| \d{4}-\d\d-\d\d \| (.+) \| ([\d, ]*) ?\|$", text, re.MULTILINE)
    return [
        (int(n), title, file, status, [int(m) for m in re.findall(r"\d+", by)]) for n, title, file, status, by in rows
    ]


def written() -> list[tuple[int, str, str, str, list[int]]]:
    """The same, as the files of the decisions say it."""
    rows = []
    for path in sorted(DECISIONS.glob("0*.md")):
        text = path.read_text(encoding="utf-8")
        head = re.match(r"# (\d+)\. (.+)\n", text)
        assert head, f"{path.name} does not begin with its number and title"
        found = re.search(r"\*\*Replaced by\*\* ([\d, and]+)", text)
        by = [int(number) for number in re.findall(r"\d+", found[1])] if found else []
        rows.append((int(head[1]), head[2], path.name, "replaced" if by else "in force", by))
    return rows


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    assert dead_links(page, page.read_text(encoding="utf-8")) == []


def test_a_dead_link_is_noticed() -> None:
    page = DOCS / "architecture.md"
    assert dead_links(page, "[gone](gone.md), [`submit`](../src/turncoat/kernel/play.py)") == ["gone.md"]
    assert dead_links(page, "[`sumbit`](../src/turncoat/kernel/play.py)") != []


def test_the_map_of_the_layers_is_the_contract() -> None:
    assert mapped((DOCS / "architecture.md").read_text(encoding="utf-8")) == agreed()


@pytest.mark.parametrize("layer", ["drawing", "bots", "lab"])
def test_a_layer_that_the_map_leaves_out_is_noticed(layer: str) -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    drawing = text.partition("```text\n")[2].partition("```")[0]
    assert mapped(text.replace(drawing, re.sub(rf"(?m)( \| {layer}|^{layer}.*\n)", "", drawing))) != agreed()


def test_the_index_of_decisions_is_what_the_files_say() -> None:
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    assert listed(index) == written()
    numbers = [row[0] for row in written()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert {number for row in written() for number in row[4]} <= set(numbers)


def test_a_decision_that_the_index_leaves_out_is_noticed() -> None:
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    assert listed(re.sub(r"(?m)^\| 5 \|.*\n", "", index)) != written()


def test_the_site_has_every_rulebook() -> None:
    games = {path.parent.name for path in (ROOT / "src/turncoat/games").glob("*/rules.md")}
    assert {path.stem for path in (DOCS / "rules").glob("*.md")} == games
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^rules/(\w+)$", index, re.MULTILINE)) == games


def missing_files(text: str) -> list[str]:
    """Python files that a page names, of which there is none by that name."""
    there = [
        path.as_posix() for folder in ("src", "tests", "bench", "examples") for path in (ROOT / folder).rglob("*.py")
    ]
    named = re.findall(r"`([a-z_/]+\.py)`", text)
    return [name for name in named if not any(path.endswith(f"/{name}") for path in there)]


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_that_a_page_names_are_there(page: Path) -> None:
    assert missing_files(page.read_text(encoding="utf-8")) == []


def test_a_file_that_is_gone_is_noticed() -> None:
    assert missing_files("`kernel/play.py` and `kernel/gone.py`") == ["kernel/gone.py"]
