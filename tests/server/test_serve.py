"""``turncoat serve`` as a program of its own: it starts, prints links, stops cleanly, and fails in one sentence."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.postgres import only_on_sqlite
from tests.serving import Browser, bearer

from turncoat.cli import NONSENSE, run

LINK = re.compile(r"(\w+)\s+(you|panel|bot \(\w+\))\s+http://\S+/join/([\w-]{43})")


LOOTER = """
from turncoat.games.truce.state import Loot, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel.bot import Bot


class Looter(Bot[TruceView, TruceAction]):
    def answer(self, view, boxes):
        return Loot()
"""


class Program:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said = ""

    def read_until(self, words: str) -> str:
        assert self.process.stdout
        while words not in self.said:
            line = self.process.stdout.readline()
            assert line, f"the server stopped: {self.said}"
            self.said += line
        return self.said

    @property
    def address(self) -> str:
        found = re.search(r"served at (http://\S+)", self.said)
        assert found
        return found[1]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Ask it to stop; its exit code, and how many seconds that took."""
        begun = time.monotonic()
        self.process.send_signal(how)
        code = self.process.wait(120)
        assert self.process.stdout
        self.said += self.process.stdout.read()
        return code, time.monotonic() - begun


@contextmanager
def program(folder: Path, *arguments: str, before: str = "") -> Iterator[Program]:
    command = [
        sys.executable,
        "-u",
        "-c",
        f"{before}\nfrom turncoat.cli import main; main()",
        "serve",
        "--port",
        "0",
        "--db",
        str(folder / "serve.db"),
        *arguments,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield Program(process)
        finally:
            process.kill()


def test_a_demo_table_is_playable_from_its_printed_links(tmp_path: Path) -> None:
    with program(tmp_path, "--demo", "--verbose") as server:
        said = server.read_until("Ctrl-C")
        links = {name: (who, key) for name, who, key in LINK.findall(said)}
        assert [who for who, _ in links.values()].count("you") == 1
        assert sum(who.startswith("bot") for who, _ in links.values()) == 5
        assert "Host" in links
        with httpx.Client(base_url=server.address, timeout=60) as client:
            own = next(key for who, key in links.values() if who == "you")
            page = Browser(client).join(own)
            assert "What will you do this round?" in page.text
            table = page.url.path.rpartition("/")[2]
            with client.stream("GET", f"/api/tables/{table}/stream") as stream:
                assert stream.status_code == 200
                next(stream.iter_text())
                code, seconds = server.stop()
        assert code == 0
        assert seconds < 20, "a stream that is open holds nobody up"
        logged = server.said.replace(said, "")
        assert "/join/" not in logged
        assert "Traceback" not in logged


def test_a_bot_from_a_file_sits_at_the_demo_table_and_answers(tmp_path: Path) -> None:
    """Docs of bots: ``serve --demo --bots mybot.py:Looter,random``, in turn at all seats but the first."""
    bot = tmp_path / "mybot.py"
    bot.write_text(LOOTER)
    with program(tmp_path, "--demo", "--bots", f"{bot}:Looter,random") as server:
        links = LINK.findall(server.read_until("Ctrl-C"))
        assert [who for _, who, _ in links] == ["you", *("bot (looter)", "bot (random)") * 2, "bot (looter)", "panel"]
        with httpx.Client(base_url=server.address, timeout=60) as client:
            page = Browser(client).join(links[0][2])
            table = client.get(f"/api/tables/{page.url.path.rpartition('/')[2]}").json()
            games = client.get("/api/games").json()
    assert [seat["bot"] for seat in table["seats"]][1::2] == ["looter"] * 3
    assert "looter" in next(game["bots"] for game in games if game["id"] == "truce")


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ("schemre", "There is no bot schemre; the bots are random, schemer."),
        ("{bot}:Nix", "it has no class Nix; name Looter."),
        ("{bot}:Looter*9", "--bots: 9 bots are too many; there are 5 seats for bots."),
    ],
)
def test_bots_that_cannot_sit_at_the_demo_table_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bots: str, words: str
) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(LOOTER)
    assert run(["serve", "--demo", "--bots", bots.format(bot=bot), "--db", str(tmp_path / "serve.db")]) == NONSENSE
    assert words in capsys.readouterr().err
    assert not (tmp_path / "serve.db").exists()


def test_strangers_write_nothing_into_the_log(tmp_path: Path) -> None:
    """What is no HTTP, asks for another protocol or breaks off costs its sender nothing, and would fill the disk."""
    sent = (
        b"NONSENSE\r\n\r\n",
        b"GET /api/tables HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    )
    with program(tmp_path) as server:
        said = server.read_until("Ctrl-C")
        port = int(server.address.rpartition(":")[2])
        for one in sent:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as visitor:
                visitor.sendall(one)
                visitor.shutdown(socket.SHUT_WR)
                while visitor.recv(4096):
                    pass
        code, _ = server.stop()
        assert code == 0
        assert server.said.replace(said, "").strip() == ""


def test_ctrl_c_stops_it_too_and_a_second_start_knows_its_tables(tmp_path: Path) -> None:
    with program(tmp_path) as server:
        server.read_until("Ctrl-C")
        with httpx.Client(base_url=server.address, timeout=60) as client:
            seats = [{"name": "Agatha"}, {"name": "Barney"}, {"name": "Celeste"}]
            made = client.post("/api/tables", json={"game": "truce", "seats": seats}).json()
        server.stop(signal.SIGINT)
    with program(tmp_path) as server:
        server.read_until("Ctrl-C")
        with httpx.Client(base_url=server.address, timeout=60) as client:
            assert client.get(f"/api/tables/{made['table']}", headers=bearer(made["seat_keys"][1])).json()["seat"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--db", "/nowhere/at/all.db"], "--db: /nowhere/at/all.db cannot be written: no such file or directory."),
        (["--port", "70000"], "--port: must be 0 to 65535, not 70000."),
        (["--public-url", "games.example"], "--public-url: write it with http:// or https://"),
        (
            ["--host", "no.such.host.invalid"],
            "--host: no.such.host.invalid is no address of this machine",
        ),
        (["--demo", "--game", "chess"], "There is no game chess"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["serve", *arguments]) == NONSENSE
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_a_port_in_use_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--db", str(tmp_path / "x.db")]) == NONSENSE
    said = capsys.readouterr().err
    assert (
        f"--port: cannot listen at 127.0.0.1:{port}: address already in use; try --port {port + 1}, or --port 0" in said
    )


def test_a_file_that_is_no_database_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("Dear Agatha, " * 100)
    assert run(["serve", "--db", str(tmp_path / "letter.txt"), "--port", "0"]) == NONSENSE
    assert "cannot be opened" in capsys.readouterr().err


@only_on_sqlite
def test_a_second_server_is_kept_away_from_a_database_until_the_first_has_gone(tmp_path: Path) -> None:
    """Two servers would each hold the tables in memory. A lock that is left behind locks nobody out."""
    with program(tmp_path) as first:
        first.read_until("Ctrl-C")
        with program(tmp_path) as second:
            assert second.process.wait(120) == NONSENSE
            assert second.process.stdout
            said = second.process.stdout.read()
            assert said.strip() == (
                "turncoat: --db: serve.db is being served already; stop that server first, or use another file."
            )
        first.process.kill()
        first.process.wait(120)
    with program(tmp_path) as third:
        third.read_until("Ctrl-C")


def hard_link(folder: Path) -> Path:
    """The same file under another name, in another folder."""
    (folder / "other").mkdir()
    (folder / "other" / "serve.db").hardlink_to(folder / "serve.db")
    return folder / "other"


def without_what_lies_beside(folder: Path) -> Path:
    """The same folder after a tidy person has removed everything that is not obviously the database."""
    for file in folder.glob("serve.db?*"):
        file.unlink()
    return folder


@only_on_sqlite
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the lock is a file beside the database")
@pytest.mark.parametrize("way", [hard_link, without_what_lies_beside])
def test_the_lock_is_on_the_database_itself(tmp_path: Path, way: Callable[[Path], Path]) -> None:
    """Promise: no lost order. Two servers on one file would each write what the other does not know."""
    with program(tmp_path) as first:
        first.read_until("Ctrl-C")
        with program(way(tmp_path)) as second:
            assert second.process.wait(120) == NONSENSE
            assert second.process.stdout
            assert "serve.db is being served already" in second.process.stdout.read()


@only_on_sqlite
def test_a_damaged_database_is_noticed_and_not_served(tmp_path: Path) -> None:
    """Found in attacks: 7 of 7 files with 512 random bytes in them were served, unnoticed."""
    with program(tmp_path, "--demo") as server:
        server.read_until("Ctrl-C")
        server.stop()
    file = tmp_path / "serve.db"
    whole = file.read_bytes()
    page = int.from_bytes(whole[16:18], "big")
    places = range(page, len(whole) - page, max(page, len(whole) // 4 // page * page))
    for place in places:
        file.write_bytes(
            whole[:place] + bytes(byte ^ 0x5A for byte in whole[place : place + 512]) + whole[place + 512 :]
        )
        with program(tmp_path) as damaged:
            assert damaged.process.wait(120) == NONSENSE
            assert damaged.process.stdout
            said = damaged.process.stdout.read()
        assert "turncoat: " in said
        assert "Traceback" not in said
    file.write_bytes(whole)
    with program(tmp_path) as mended:
        mended.read_until("Ctrl-C")
        assert mended.stop()[0] == 0
