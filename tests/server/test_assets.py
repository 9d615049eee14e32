"""Styles and scripts: a page never mixes those of two versions, and fetches all it needs at once."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from tests.serving import begin

from turncoat.bots.names import seat_names
from turncoat.games import game_ids, ruleset
from turncoat.web import assets, paths

SCRIPTS = assets.FILES / "js"
LONGEST = 300  # lines
TEMPLATES = assets.FILES.parent / "templates"
TEXTS = (".html", ".css", ".js")
CLASS = re.compile(r"\.([a-z]+-[a-z-]+)")
ADDRESS = re.compile(r'(?:src|href)="(/static/[^"]+)"')


def imports(folder: Path) -> dict[str, list[str]]:
    """What the scripts of a folder import."""
    return {path.name: assets.imported(path.read_text(encoding="utf-8")) for path in folder.glob("*.js")}


def circles(imported: dict[str, list[str]]) -> list[str]:
    """Scripts that import themselves by way of others."""

    def reached(name: str) -> set[str]:
        found: set[str] = set()
        open_ = [name]
        while open_:
            new = set(imported[open_.pop()]) - found
            found |= new
            open_ += new
        return found

    return sorted(name for name in imported if name in reached(name))


def classes(game: str) -> set[str]:
    """The classes that a game's own style sheets speak of and those of all pages do not."""
    own = " ".join(path.read_text(encoding="utf-8") for path in assets.folder_of(game).glob("*.css"))
    ours = " ".join(path.read_text(encoding="utf-8") for path in (assets.FILES / "css").glob("*.css"))
    return set(CLASS.findall(own)) - set(CLASS.findall(ours))


def names_of_games(text: str, words: set[str]) -> list[str]:
    """Where a text names a game, or one of these words stands for itself."""
    found = re.findall(rf"(?i)\b({'|'.join(game_ids())})\b", text)
    return found + list(set(re.findall(r"[a-z]+-[a-z-]+", text)) & words)


def kept(answer: httpx.Response) -> set[str]:
    """How long, and by whom, an answer may be kept."""
    return set(answer.headers["cache-control"].split(", "))


def shared_selectors(sheet: str, shared: set[str]) -> list[str]:
    """What a game's sheet says of things that belong to the pages of all games."""
    plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    found = [said.strip() for said in re.findall(r"(?:^|[{};])\s*([^{};@]*)\{", plain)]
    steps = re.compile(r"from|to|\d")
    return [said for said in found if not steps.match(said) and not set(re.findall(r"\.([\w-]+)", said)) - shared]


def test_a_games_sheet_says_nothing_of_what_all_games_have() -> None:
    """It is sent with its own tables alone: what it says of a shared thing would be missing everywhere else."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    shared = {name for said in re.findall(r'class="([^"]*)"', pages) for name in re.findall(r"[a-z][\w-]*", said)}
    sheets = sorted((assets.FILES.parents[1] / "games").glob("*/assets/*.css"))
    assert len(sheets) > 4
    read = {f"{path.parts[-3]}/{path.name}": path.read_text(encoding="utf-8") for path in sheets}
    assert {name: found for name, sheet in read.items() if (found := shared_selectors(sheet, shared))} == {}
    assert shared_selectors(".stepper button { color: red } .con-cell { fill: red }", shared) == [".stepper button"]


def test_every_address_on_a_page_names_the_version_and_is_kept_for_good(client: httpx.Client) -> None:
    addresses = ADDRESS.findall(client.get("/").text)
    assert {paths.static("js/turncoat.js"), paths.static("css/board.css"), paths.static("icon.svg")} <= set(addresses)
    for address in addresses:
        assert address.startswith(f"{paths.VERSIONED}/")
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert kept(answer) == {"public", "immutable", "max-age=31536000"}, address


@pytest.mark.parametrize("game", game_ids())
def test_a_game_brings_its_own_looks_and_no_other_page_has_them(client: httpx.Client, game: str) -> None:
    """Style sheets and icons lie in the game's package, and are sent with its tables alone."""
    table = begin(client, seat_names(ruleset(game).usual_seats), game=game)
    page, own = client.get(f"/tables/{table.id}").text, set(map(paths.static, assets.styles(game)))
    for looks in (page, client.get("/").text):
        named = {address for address in ADDRESS.findall(looks) if "/games/" in address}
        assert named == (own if looks is page else set())
        assert all(client.get(address).status_code == 200 for address in named)
    assert assets.icons(game) in page


def test_no_template_sheet_or_script_of_all_pages_names_a_game() -> None:
    """A game is shown by what its package holds: nothing else knows what it is called, or its classes."""
    shorts = {sheet_class for game in game_ids() for sheet_class in classes(game)}
    shared = [path for path in (*assets.FILES.rglob("*"), *TEMPLATES.rglob("*.html")) if path.suffix in TEXTS]
    ours = {path: path.read_text(encoding="utf-8") for path in shared if "vendor" not in path.parts}
    assert len(ours) > 40
    assert {path.name: found for path, text in ours.items() if (found := names_of_games(text, shorts))} == {}


def test_a_name_of_a_game_would_be_noticed() -> None:
    assert names_of_games(".Dune-hand { color: red }", set()) == ["Dune"]
    assert names_of_games('<b class="con-plot">', {"con-plot"}) == ["con-plot"]


def test_an_address_without_a_version_is_asked_for_again(client: httpx.Client) -> None:
    answer = client.get("/static/js/turncoat.js")
    assert kept(answer) == {"public", "max-age=3600"}
    assert client.get("/static/000000000000/js/turncoat.js").status_code == 404


def test_a_file_that_changes_makes_another_version(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/one.js").write_text("export const one = 1;")
    first = assets.version(tmp_path)
    assert assets.version(tmp_path) == first
    (tmp_path / "js/one.js").write_text("export const one = 2;")
    assert assets.version(tmp_path) != first


def test_everything_the_entry_imports_is_fetched_with_it(client: httpx.Client) -> None:
    """A script that is found only in another script would be asked for one answer later."""
    page = client.get("/").text
    wanted = {paths.static(name) for name in assets.modules("js/turncoat.js")}
    assert wanted
    assert set(re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)) == wanted


@pytest.mark.parametrize("line", ['import { one } from "./one.js";', 'import "./one.js"; // first'])
def test_imports_are_found(line: str) -> None:
    assert assets.imported(f"// Words.\n{line}\nconst two = 2;\n") == ["one.js"]


def test_no_import_is_written_in_a_way_that_is_not_found() -> None:
    for path in SCRIPTS.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert len(re.findall(r"\bimport\b *[({\"']", text)) == len(assets.imported(text)), path.name


def test_scripts_import_what_is_there_and_never_in_a_circle() -> None:
    found = imports(SCRIPTS)
    assert {name for names in found.values() for name in names} <= set(found)
    assert circles(found) == []
    assert circles({"a.js": ["b.js"], "b.js": ["a.js"], "c.js": ["a.js"]}) == ["a.js", "b.js"]


def test_no_script_is_too_long_to_read() -> None:
    lengths = {path.name: path.read_text(encoding="utf-8").count("\n") for path in SCRIPTS.glob("*.js")}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
