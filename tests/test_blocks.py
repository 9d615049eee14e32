"""Every block of code in the documentation is run, or says why not in a comment before it; commands in a line are read.

``<!-- not run: why -->`` stands before a block that is not run; ``<!-- run with --games 2: why -->`` before one whose
commands are run with an option more.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from tests.described import Described, described
from tests.server.test_described import requests
from tests.serving import app_of, open_services

from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.notary import Notary
from turncoat.cli import COMMANDS, run, turncoat
from turncoat.games import ruleset
from turncoat.table.record import Secret
from turncoat.table.record_file import write

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("[bst]*/README.md"), *ROOT.glob("examples/**/*.md")}
)
BLOCK = re.compile(
    r"(?:^<!-- (?P<how>not run|run with)(?P<more>[^:]*): (?P<why>[^>]+) -->\n+)?"
    r"^```(?P<kind>[^\n]*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
INLINE = re.compile(r"`(?:[^`|]* \| )?(?:\.venv/bin/)?(turncoat(?: [^`\n]+)?)`")
REQUEST = re.compile(r"^(GET|POST|PUT|DELETE) +(/api/[^\s?]+)", re.MULTILINE)
TYPED = re.compile(r"^(?:seal it\? )?> (.*)$", re.MULTILINE)
KEY = "0" * 64


@dataclass(frozen=True)
class Block:
    """A block of code: where it stands, in which language it is, and what is said of running it."""

    page: Path
    line: int
    kind: str
    text: str
    how: str = ""
    more: str = ""
    why: str = ""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path, text: str) -> list[Block]:
    """The blocks of a page."""
    found = []
    for one in BLOCK.finditer(text):
        said = {name: (one[name] or "").strip() for name in ("kind", "how", "more", "why")}
        found.append(Block(page, text.count("\n", 0, one.start("kind")) + 1, text=one["text"], **said))
    return found


@cache
def blocks_of(page: Path) -> list[Block]:
    return blocks(page, page.read_text(encoding="utf-8"))


EVERY = [block for page in PAGES for block in blocks_of(page)]


class Reader:
    """Whoever tries what is written, in a folder where the files of the pages lie.

    Args:
        folder: The folder.
        document: The document of the API.
    """

    def __init__(self, folder: Path, document: Described) -> None:
        self.folder, self.document = folder, document

    def faults(self, block: Block, before: list[Block]) -> list[str]:
        """What is wrong with a block; ``before`` are those of its page that stand above it."""
        if block.how == "not run" or block.kind.startswith("{"):
            return []  # directives are carried out where the site is made, which takes no warning
        try:
            if block.kind == "json":
                json.loads(block.text)
            elif block.kind == "toml":
                tomllib.loads(block.text)
            elif block.kind == "python":
                self.execute([*(one for one in before if one.kind == "python" and not one.how), block])
            elif block.kind == "console":
                return self.played(block, before)
            elif block.kind == "" and REQUEST.match(block.text):
                return self.asked(block)
            elif block.kind == "":
                return [fault for line in lines(block.text) for fault in self.done(line, block.more)]
            else:
                return [f"{block.kind or 'this'} is not run and does not say why"]
        except Exception as fault:  # noqa: BLE001
            return [repr(fault)]
        return []

    def execute(self, code: list[Block]) -> None:
        known: dict[str, object] = {"__name__": "a page"}
        with contextlib.redirect_stdout(io.StringIO()):
            for one in code:
                exec(compile(one.text, str(one), "exec"), known)

    def asked(self, block: Block) -> list[str]:
        """Whether the document knows the requests of a block, and their bodies."""
        wrong = []
        for method, path in REQUEST.findall(block.text):
            if self.document.operation(method, path) is None:
                wrong.append(f"{method} {path} is not in the document")
        for method, path, body in requests(f"```\n{block.text}```\n") if not wrong else ():
            operation: Any = self.document.operation(method, path)
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            wrong += [f"{method} {path}: {fault}" for fault in self.document.faults(schema, body)]
        return wrong

    def played(self, block: Block, before: list[Block]) -> list[str]:
        """Whether a game at the terminal goes as it is shown; one without a command goes on with that above it."""
        first = next(one for one in (block, *reversed(before)) if one.text.startswith("$ "))
        command = first.text.partition("\n")[0].removeprefix("$ ")
        shown = block.text.partition("\n")[2] if block is first else block.text
        code, said = self.run(shlex.split(command)[1:], TYPED.findall(block.text))
        return [] if code == 0 and shown in said else [f"{command} ends with {code} and says otherwise:\n{said}"]

    def done(self, words: list[str], more: str) -> list[str]:
        """What is wrong with a command."""
        program, *arguments = words
        if program.endswith("turncoat"):
            if arguments[0] == "serve":
                return self.served(arguments)
            code, said = self.run([*arguments, *more_for(arguments[0], more)], [])
            return [] if code == 0 else [f"{shlex.join(words)} ends with {code}: {said}"]
        known = {"make": ["make", "-n", *arguments], "python3": [sys.executable, *arguments]}
        if program not in known:
            return [f"nobody knows how to run {program}"]
        where = ROOT if program == "make" else self.folder
        done = subprocess.run(known[program], capture_output=True, text=True, cwd=where, check=False)
        return [] if done.returncode == 0 else [f"{shlex.join(words)} ends with {done.returncode}: {done.stderr}"]

    def run(self, arguments: list[str], typed: list[str]) -> tuple[int, str]:
        """Run ``turncoat`` with these lines typed; its exit code, and all it says."""
        said = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            patch.chdir(self.folder)
            patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
            return run(arguments), said.getvalue()

    def served(self, arguments: list[str]) -> list[str]:
        """Whether a server begins to serve, and ends when it is told to."""
        also = ["--port", "0", "--db", str(self.folder / "served.db"), "--bot-processes", "0"]
        command = [sys.executable, "-c", "from turncoat.cli import main; main()", *arguments, *also]
        with subprocess.Popen(
            command, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as server:
            assert server.stdout
            first = server.stdout.readline()
            server.send_signal(signal.SIGINT)
            said = first + server.stdout.read()
        return [] if server.returncode == 0 else [f"{shlex.join(arguments)} ends with {server.returncode}: {said}"]


def lines(text: str) -> list[list[str]]:
    """The commands of a block, each in its words; what stands behind # is a comment."""
    whole = text.replace("\\\n", " ")
    return [words for line in whole.splitlines() if (words := shlex.split(line, comments=True))]


def more_for(name: str, more: str) -> list[str]:
    """The words of an option more, where the command has that option."""
    words = shlex.split(more)
    found = turncoat.get_command(click.Context(turncoat), name) if words else None
    known = {option for parameter in found.params for option in parameter.opts} if found is not None else set()
    return words if words and words[0] in known else []


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """Where the files that pages speak of lie."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "docs").symlink_to(ROOT / "docs")
    (folder / "game.jsonl").write_bytes(record())
    (folder / "mybot.py").write_text(blocks_of(ROOT / "docs/api/bots.md")[0].text, encoding="utf-8")
    services = open_services(folder)
    with app_of(services) as app:
        services.store.close()
        (folder / "test.db").rename(folder / "turncoat.db")
        yield Reader(folder, described(app))


def record() -> bytes:
    """The record of a finished game of Conspiracy."""
    rules, secret = ruleset("conspiracy"), Secret("1" * 64, "2" * 64)
    options = rules.read_options(rules.brief)
    notary = Notary(rules, options, 3, secret, lambda: 1_790_000_000_000, "a-game")
    notary.begin(["Agatha", "Barney", "Celeste"], ["random"] * 3)
    match = Match(rules, options, 3, notary.key, seat_bots(rules.id, ["random"] * 3, derive("blocks")))
    match.notary = notary
    match.play()
    return write(notary.take_home(0))


@pytest.mark.parametrize("block", EVERY, ids=str)
def test_a_block_of_the_documentation_does_what_it_says(block: Block, reader: Reader) -> None:
    before = [one for one in blocks_of(block.page) if one.line < block.line]
    assert reader.faults(block, before) == []


def test_blocks_are_found() -> None:
    fences = sum(len(re.findall(r"^```", page.read_text(encoding="utf-8"), re.MULTILINE)) for page in PAGES)
    assert len(EVERY) == fences / 2 > 40


@pytest.mark.parametrize(
    "text",
    [
        "```\nturncoat simulat truce\n```",
        "```\nturncoat simulate truce --gmes 2\n```",
        "```\nturncoat replay gone.jsonl\n```",
        "```\nturncoat serve --proxy foo\n```",
        "```\nmake tset\n```",
        "```\nfly away\n```",
        "```\npython3 -c 'import nothing_such'\n```",
        "```python\nraise ValueError\n```",
        "```json\n{,}\n```",
        "```toml\na = \n```",
        "```yaml\na: 1\n```",
        '```\nPOST /api/tables   {"game": "truce", "seets": []}\n```',
        "```\nGET /api/tabels\n```",
        "```console\n$ turncoat play truce --players 3 --rounds 1 --bots random --seed tea\nDune\n```",
        "<!-- not run -->\n```\nfly away\n```",
    ],
)
def test_a_broken_block_is_found(text: str, reader: Reader) -> None:
    [block] = blocks(ROOT / "README.md", f"{text}\n")
    assert reader.faults(block, []) != []


def test_a_block_that_says_why_it_is_not_run_is_left_alone(reader: Reader) -> None:
    [block] = blocks(ROOT / "README.md", "<!-- not run: takes hours -->\n```\nfly away\n```\n")
    assert (block.why, reader.faults(block, [])) == ("takes hours", [])


# --- commands in a line, and in the help ----------------------------------------------------------


def misread(command: str) -> str:
    """Why a command that stands in a line is none; empty: it can be typed."""
    words = shlex.split(command.replace("\\|", "|").replace("FILE", __file__))[1:]
    group: click.Command = turncoat
    context = click.Context(turncoat, info_name="turncoat")
    try:
        while isinstance(group, click.Group) and words and not words[0].startswith("-"):
            _, found, words = group.resolve_command(context, words)
            assert found is not None
            group = found
        group.make_context(group.name, [*words], parent=context)
    except (click.exceptions.NoArgsIsHelpError, click.exceptions.Exit):
        return ""
    except click.MissingParameter as missing:
        return missing.format_message() if any(not word.startswith("-") for word in words) else ""
    except click.ClickException as wrong:
        return wrong.format_message()
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_command_in_a_line_can_be_typed(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    assert [f"{one}: {why}" for one in INLINE.findall(text) if (why := misread(one))] == []


@pytest.mark.parametrize(
    "command", ["turncoat plai", "turncoat play --bot x", "turncoat replay --seat agatha --pase 1"]
)
def test_a_command_that_cannot_be_typed_is_noticed(command: str) -> None:
    assert misread(command)


def strange(name: str, text: str) -> list[str]:
    """What a help text names that there is not: commands, and options of the command or of one that it names."""
    named = re.findall(r"\bturncoat ([a-z]+)\b", text)
    known = {"--help"}
    for one in (name, *named):
        found = turncoat.get_command(click.Context(turncoat), one)
        subcommands = found.commands.values() if isinstance(found, click.Group) else [found] if found else []
        known |= {option for command in subcommands for parameter in command.params for option in parameter.opts}
        known |= {
            option for command in subcommands for parameter in command.params for option in parameter.secondary_opts
        }
    wrong = [f"turncoat {one}" for one in named if one not in COMMANDS]
    return wrong + [option for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text) if option not in known]


def helped(name: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert run([name, "--help"]) == 0
    return " ".join(said.getvalue().split())


@pytest.mark.parametrize("name", COMMANDS)
def test_a_help_text_names_commands_and_options_that_there_are(name: str) -> None:
    assert strange(name, helped(name)) == []


def test_a_help_text_that_names_what_is_gone_is_noticed() -> None:
    assert strange("play", "What --sav writes, turncoat replai plays again.") == ["turncoat replai", "--sav"]
