"""Styles and scripts: a page never mixes those of two versions, and fetches all it needs at once."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import httpx
import pytest
from tests.serving import begin

from turncoat.bots import seat_names
from turncoat.games import game_ids, ruleset
from turncoat.web import assets, joined, paths

SCRIPTS = assets.FILES / "js"
LONGEST = 300  # lines
TEMPLATES = assets.FILES.parent / "templates"
TEXTS = (".html", ".css", ".js")
CLASS = re.compile(r"\.([a-z]+-[a-z-]+)")
ADDRESS = re.compile(r'(?:src|href)="(/static/[^"]+)"')


def imports(folder: Path) -> dict[str, list[str]]:
    """What the scripts of a folder import."""
    return {path.stem: joined.imported(path.read_text(encoding="utf-8")) for path in folder.glob("*.js")}


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
    assert {paths.static("turncoat.js"), paths.static("turncoat.css"), paths.static("icon.svg")} <= set(addresses)
    for address in addresses:
        assert address.startswith(f"{paths.VERSIONED}/")
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert kept(answer) == {"public", "immutable", "max-age=31536000"}, address


@pytest.mark.parametrize("game", game_ids())
def test_a_game_brings_its_own_looks_and_no_other_page_has_them(client: httpx.Client, game: str) -> None:
    """Style sheets and icons lie in the game's package, and are sent with its tables alone."""
    table = begin(client, seat_names(ruleset(game).usual_seats), game=game)
    page, own = client.get(f"/tables/{table.id}").text, {paths.static(name) for name in [joined.sheet_of(game)] if name}
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
    answer = client.get("/static/icon.svg")
    assert kept(answer) == {"public", "max-age=3600"}
    assert client.get("/static/000000000000/turncoat.js").status_code == 404


def test_a_file_that_changes_makes_another_version(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/one.js").write_text("export const one = 1;")
    first = assets.version(tmp_path)
    assert assets.version(tmp_path) == first
    (tmp_path / "js/one.js").write_text("export const one = 2;")
    assert assets.version(tmp_path) != first


def test_a_page_asks_for_one_sheet_and_one_script_and_a_table_for_the_sheet_of_its_game(client: httpx.Client) -> None:
    table = begin(client, game="dune")
    for page, most in (("/", 2), (f"/tables/{table.id}", 3)):
        named = {one for one in ADDRESS.findall(client.get(page).text) if one.endswith((".css", ".js"))}
        assert len(named) == most


@pytest.mark.parametrize("name", joined.files())
def test_a_joined_file_comes_compressed_to_whoever_can_read_that(client: httpx.Client, name: str) -> None:
    plain = client.get(paths.static(name), headers={"accept-encoding": "identity"})
    packed = client.get(paths.static(name), headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert plain.text == packed.text == joined.files()[name]
    assert {answer.headers["vary"] for answer in (plain, packed)} == {"Accept-Encoding"}


def test_a_joined_file_is_sent_without_the_lines_that_only_people_read(tmp_path: Path) -> None:
    source = tmp_path / "one.js"
    source.write_text(
        '// why\nconst one = "// kept";  // so is this\n  /* why\n     still */\nconst two = /* kept */ 2;\n'
    )
    assert joined.read(source) == 'const one = "// kept";  // so is this\nconst two = /* kept */ 2;\n'


def test_every_sheet_and_every_script_is_joined() -> None:
    assert sorted(joined.SHEETS) == sorted(path.stem for path in (assets.FILES / "css").glob("*.css"))
    scripts = {path.stem: path.read_text(encoding="utf-8") for path in SCRIPTS.glob("*.js")}
    assert sorted(joined.in_order(scripts, [*joined.SCRIPTS, joined.SHARED])) == sorted(scripts)
    for sheet in (*(assets.FILES / "css").glob("*.css"), *chain(*(map(assets_of, game_ids())))):
        assert not re.search(r"@import|@charset|url\((?!#)", sheet.read_text(encoding="utf-8")), sheet


def assets_of(game: str) -> list[Path]:
    return list(assets.folder_of(game).glob("*.css"))


MODULES = {
    "one": 'import { two as other, three } from "./two.js";\nimport "./three.js"; // first\nsay(other(three));\n',
    "two": 'import {\n  three,\n} from "./three.js";\nexport const two = (of) => of + 1;\nexport { three };\n',
    "three": "export const three = 3;\nexport async function four() {\n  return 4;\n}\n",
}


def test_a_module_is_joined_after_what_it_imports() -> None:
    assert joined.in_order(MODULES, ["one"]) == ["three", "two", "one"]
    with pytest.raises(KeyError):
        joined.in_order({"one": 'import "./two.js";'}, ["one"])


def test_imports_and_exports_become_names_of_what_has_run() -> None:
    made = joined.joined_scripts({**MODULES, "two": MODULES["two"].replace("export { three };\n", "")}, ["one"])
    assert "const { two: other, three } = module_two;" in made
    assert "return { three, four };" in made
    assert "async function four" in made
    assert not re.search(r"^(import|export)\b", made, re.MULTILINE)


@pytest.mark.parametrize(
    "line",
    ["export { three };", "export default 3;", 'import three from "./three.js";', 'import * as x from "./y.js";'],
)
def test_a_form_of_import_or_export_that_is_not_understood_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not understood"):
        joined.joined_scripts({"one": f"const one = 1;\n{line}\n"}, ["one"])


def test_scripts_import_what_is_there_and_never_in_a_circle() -> None:
    found = imports(SCRIPTS)
    assert {name for names in found.values() for name in names} <= set(found)
    assert circles(found) == []
    assert circles({"a": ["b"], "b": ["a"], "c": ["a"]}) == ["a", "b"]


def test_no_script_is_too_long_to_read() -> None:
    lengths = {path.name: path.read_text(encoding="utf-8").count("\n") for path in SCRIPTS.glob("*.js")}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
