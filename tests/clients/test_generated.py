"""Clients that generators make out of the document and the games' schemas play whole games and take their records home.

The generators have an environment of their own, ``.client-venv`` (``scripts/install.py clients``).
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.kit import of_the_tree
from tests.serving import app_of, on_the_wire, open_services

from turncoat.games import ruleset
from turncoat.server.api.document import document
from turncoat.server.api.games import schema
from turncoat.table.record_file import read
from turncoat.table.verify import verify

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
BIN = ROOT / ".client-venv" / "bin"
TYPES = ("--input-file-type", "{kind}", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin")


def run(program: str, *arguments: object, folder: Path) -> bytes:
    """What a program of the generators' environment writes to its output."""
    path = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(folder)}
    command = [str(BIN / program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, cwd=folder, env=path, check=False, timeout=600)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The document, as it is served."""
    assert BIN.is_dir(), "The generators are not here: python3 scripts/install.py clients"
    services = open_services(tmp_path_factory.mktemp("document"))
    with app_of(services) as app:
        made = msgspec.json.encode(document(app))
    services.store.close()
    return made


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with on_the_wire(open_services(tmp_path, rates={})) as found:
        yield found


@pytest.fixture(scope="module")
def functions(said: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the client of openapi-python-client lies, made with the settings that the documentation names."""
    folder = tmp_path_factory.mktemp("functions")
    generate(said, folder)
    return folder / "made"


def generate(said: bytes, folder: Path) -> None:
    (folder / "openapi.json").write_bytes(said)
    text = (ROOT / "docs/api/README.md").read_text(encoding="utf-8")
    [settings] = re.findall(r"```yaml\n(content_type.*?)```", text, re.DOTALL)
    (folder / "config.yaml").write_text(settings, encoding="utf-8")
    where = ("--path", "openapi.json", "--config", "config.yaml", "--output-path", "made")
    run("openapi-python-client", "generate", "--fail-on-warning", *where, folder=folder)


def types(said: bytes, game: str, folder: Path) -> None:
    """Write the modules of datamodel-code-generator: of the API, and of a game."""
    whole = msgspec.json.encode(schema(ruleset(game)))
    for kind, name, text, more in (
        ("openapi", "turncoat_types", said, ()),
        ("jsonschema", "turncoat_game", whole, ("--class-name", "Whole")),
    ):
        (folder / f"{name}.json").write_bytes(text)
        named = ("--input", f"{name}.json", "--output", f"{name}.py", *(one.format(kind=kind) for one in TYPES))
        run("datamodel-codegen", *named, *more, folder=folder)


def small(game: str) -> tuple[str, str]:
    """Options of a short game as JSON, and for how few."""
    rules = ruleset(game)
    rounds = {"rounds": 2} if "rounds" in rules.option_schema else {}
    return msgspec.json.encode({**rules.brief, **rounds}).decode(), str(rules.seats[0])


def whole_game(record: bytes) -> bool:
    """Whether it is the record of a game that was played to its end."""
    kept = read(record)
    return len(kept.entries) > 4 and verify(kept) == []


@pytest.mark.parametrize("game", of_the_tree())
def test_a_client_of_functions_plays_a_whole_game(functions: Path, address: str, game: str) -> None:
    assert whole_game(run("python", HERE / "with_functions.py", address, game, *small(game), folder=functions))


@pytest.mark.parametrize("game", of_the_tree())
def test_a_client_of_types_plays_a_whole_game(said: bytes, tmp_path: Path, address: str, game: str) -> None:
    types(said, game, tmp_path)
    assert whole_game(run("python", HERE / "with_types.py", address, game, *small(game), folder=tmp_path))


def test_what_a_generator_leaves_out_is_noticed(said: bytes, tmp_path: Path) -> None:
    """Here the export, as its media type is one that the settings do not name."""
    with pytest.raises(AssertionError, match="Unsupported content type application/x-strange"):
        generate(said.replace(b"application/x-ndjson", b"application/x-strange"), tmp_path)


def test_a_view_that_is_not_as_its_game_says_is_noticed(said: bytes, tmp_path: Path, address: str) -> None:
    types(said, "truce", tmp_path)
    module = tmp_path / "turncoat_game.py"
    text = module.read_text(encoding="utf-8")
    module.write_text(re.sub(r"(class TruceView\(BaseModel\):\n)", r"\1    planted: int\n", text), encoding="utf-8")
    with pytest.raises(AssertionError, match="planted"):
        run("python", HERE / "with_types.py", address, "truce", *small("truce"), folder=tmp_path)
