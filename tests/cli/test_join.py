"""Sitting down at a live table from a terminal: the server is a real one behind a socket, others sit at the table."""

from __future__ import annotations

import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.cli.joined import NAMES, Joined, link
from tests.cli.test_terminal import Terminal
from tests.kit import says
from tests.serving import Sitting, gather, on_the_wire, open_services

from turncoat.cli import run
from turncoat.cli.at_table import AtTable
from turncoat.table.table_view import TableView


@pytest.fixture
def table(address: str) -> Iterator[Sitting]:
    """A table of Truce with one round, at which Barney and Celeste sit; Agatha's seat is free."""
    with httpx.Client(base_url=address) as client:
        made = gather(client, NAMES, options={"rounds": 1})
        for seat in (1, 2):
            assert made.post("sit", seat).status_code == 204
        yield made


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one sentence with which it is refused."""
    assert run(["join", *map(str, arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_a_whole_game_is_played_by_pipe(address: str, table: Sitting, keys: Path, join: type[Joined]) -> None:
    """TRU-2: invitation, name, lobby, question, sealed answer, reveal, verdict."""
    player = join(link(address, table), "--name", "Zoe", "--keys", keys)
    says(
        player.until("At the table"),
        "You sit as Zoe.",
        "The game has not begun yet. At the table: Zoe, Barney and Celeste. The host begins the game.",
    )
    assert table.do("start").status_code == 204
    asked = player.until("TRU-4.1")
    says(
        asked, "What will you do this round?", "Zoe (you)  ●●●", "attack <target>   (target: Barney, Celeste)  TRU-3.3"
    )
    player.types("attack agatha")
    player.types("attack bar")
    player.types("yes")
    says(
        player.until("Sealed."),
        "target must be Barney or Celeste",
        "You will attack Barney when everybody has answered.",
    )
    for seat in (1, 2):
        table.answer(seat, "loot")
    code, said = player.ends()
    assert code == 0
    says(said, "The seals are broken: Zoe attacks Barney", "TRU-8", "The game is over", "win")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600


def test_talk_goes_both_ways_and_whispers_stay_whispers(
    address: str, table: Sitting, keys: Path, join: type[Joined]
) -> None:
    player = join(link(address, table), "--keys", keys)
    player.until("has not begun")
    assert table.do("start").status_code == 204
    player.until("TRU-4.1")
    player.types("tell barney: truce?")
    player.until("You to Barney: “truce?”")
    player.types("promise barney: not attack barney")
    player.until("not attack Barney")
    assert table.post("talk", 1, to=[0], text="Agreed.").status_code == 201
    player.until("Barney to you: “Agreed.”")
    wish = {"who": 0, "act": "support", "fields": {"target": 1}}
    assert table.post("talk", 1, to=[0], request=wish).status_code == 201
    player.until("(asks you to support Barney)")
    player.types("agree barney")
    player.until("agree; promise to support Barney")
    assert table.get(seat=1)["pledges"][-1]["pledge"]["act"] == "support"
    heard = table.get("messages", seat=1)
    assert heard[0]["message"]["said"]["text"] == "truce?"
    assert heard[1]["message"]["said"]["promise"]["act"] == "attack"
    assert table.get("messages", seat=2) == []


def test_of_several_offers_the_one_that_is_named_is_answered(
    address: str, table: Sitting, keys: Path, join: type[Joined]
) -> None:
    """Who comes back reads which offers still wait."""
    invitation = link(address, table)
    player = join(invitation, "--keys", keys)
    player.until("has not begun")
    assert table.do("start").status_code == 204
    player.until("TRU-4.1")
    for act in ("support", "attack"):
        wish = {"who": 0, "act": act, "fields": {"target": 2}}
        assert table.post("talk", 1, to=[0], request=wish).status_code == 201
    player.until("To answer: agree barney 2, refuse barney 2")
    player.types("agree barney")
    player.until("Barney has made you 2 offers. Write which you mean: barney 1 (support Celeste); barney 2 (attack")
    player.types("agree barney 1")
    player.until("agree; promise to support Celeste")
    player.types("quit")
    assert player.ends()[0] == 0
    again = join(invitation, "--keys", keys)
    assert "attack Celeste" in again.until("agree barney, refuse barney")
    again.types("quit")
    assert again.ends()[0] == 0


def test_what_a_table_that_lasts_for_weeks_needs_is_typed_as_well(
    address: str, table: Sitting, keys: Path, join: type[Joined]
) -> None:
    """Votes and answers that wait: the same words as over the API (``turncoat.table.commands``)."""
    player = join(link(address, table), "--keys", keys)
    player.until("has not begun")
    assert table.do("start").status_code == 204
    player.until("TRU-4.1")
    player.types("help")
    says(player.until("vote 3 yes"), "save ANSWER", "propose pause 3")
    player.types("save loot")
    player.until("Your answer is saved. It counts when time is up")
    player.types("propose pause")
    player.until("Write propose extend 60")
    player.types("propose pause 3")
    player.until("Vote 1 is open; you agree to it.")
    player.types("status")
    player.until("Vote 1: a pause of 3 days.")
    player.types("quit")
    assert player.ends()[0] == 0
    assert [vote["text"] for vote in table.get()["votes"]] == ["a pause of 3 days"]


def test_what_was_sealed_is_there_after_leaving(address: str, table: Sitting, keys: Path, join: type[Joined]) -> None:
    """Ctrl-C leaves the seat as it is; the same link or the table's address leads back to it."""
    invitation = link(address, table)
    first = join(invitation, "--keys", keys)
    first.until("has not begun")
    assert table.do("start").status_code == 204
    for line in ("attack celeste", "yes"):
        first.types(line)
    first.until("Sealed.")
    first.process.send_signal(signal.SIGINT)
    code, said = first.ends()
    assert code == 130
    assert f"To come back: turncoat join {address}/tables/{table.id} --keys {keys}" in said
    for way in (invitation, f"{address}/tables/{table.id}"):
        again = join(way, "--keys", keys)
        again.until("You have sealed an answer: attack Celeste.")
    assert table.get(seat=1)["waiting"] == [1, 2]


def test_a_lost_connection_comes_back(tmp_path: Path, keys: Path, join: type[Joined]) -> None:
    """The server stops and starts again: the terminal says so, goes on, and has missed nothing."""
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        table = gather(client, NAMES, options={"rounds": 1})
        for seat in (1, 2):
            table.post("sit", seat)
        player = join(link(address, table), "--keys", keys)
        player.until("has not begun")
    player.until("trying again")
    port = int(address.rpartition(":")[2])
    with on_the_wire(open_services(tmp_path, rates={}), port), httpx.Client(base_url=address) as client:
        table.client = client
        player.until("The connection is back.")
        assert table.do("start").status_code == 204
        player.until("TRU-4.1")
        for seat in (1, 2):
            table.answer(seat, "pass")
        for line in ("loot", ""):
            player.types(line)
        assert "Agatha loots the Stash" in player.ends()[1]


def test_at_a_terminal_news_stand_above_the_line_that_is_typed(address: str, table: Sitting, keys: Path) -> None:
    terminal = Terminal("join", link(address, table), "--keys", str(keys), "--pace", "0")
    try:
        terminal.until("has not begun")
        terminal.types("say hel")
        table.post("talk", 1, text="Anybody there?")
        terminal.until("Barney to all: “Anybody there?”")
        terminal.types("lo\r")
        terminal.until("You to all: “hello”")
        for command in ("help", "menu", "?", "explain loot", "always", "board", "wait"):
            terminal.types(f"{command}\r")
        terminal.until("leave the table")
        terminal.until("The others answer when they like")
        assert table.do("start").status_code == 204
        terminal.until("TRU-4.1")
        terminal.types("loot\r")
        terminal.until("You will loot")
        terminal.types("\r")
        terminal.until("Sealed.")
        terminal.types("undo\r")
        terminal.until("Taken back.")
        terminal.types("\x03")
        code, shown = terminal.ends()
    finally:
        terminal.close()
    assert code == 130
    says(shown, "You leave; the seat stays yours. To come back: turncoat join")
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("games.example", "is not a link to a seat; give the whole link, such as https://games.example/join/..."),
        ("ftp://games.example/join/x", "is not a link to a seat"),
        ("https://games.example/", "then join that: turncoat join https://games.example/tables/..."),
        ("http://127.0.0.1:9/join/x", "The server http://127.0.0.1:9 does not answer"),
        ("{address}/join/x", "This invitation is unknown or has been revoked"),
        ("{address}/tables/abc", "There is no table abc."),
    ],
)
def test_a_link_that_leads_nowhere_is_refused(
    given: str, sentence: str, address: str, keys: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, given.format(address=address), "--keys", keys)
    assert not keys.exists()


def test_an_invitation_is_not_used_up_where_its_key_cannot_be_kept(
    address: str, table: Sitting, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = link(address, table)
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    assert "does not hold keys of Turncoat" in refused(capsys, given, "--keys", broken)
    assert table.client.post("/api/keys", json={"invitation": given}).status_code == 201


def test_other_rules_are_refused(
    address: str, table: Sitting, keys: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(self: AtTable) -> TableView:
        return msgspec.structs.replace(seen(self), ruleset="0")

    seen = AtTable._look
    monkeypatch.setattr("turncoat.cli.at_table.AtTable._look", look)
    assert "by rules that differ from those of this Turncoat" in refused(capsys, link(address, table), "--keys", keys)


@pytest.mark.parametrize(
    ("game", "shown"), [("conspiracy", "CON-"), ("loyalty", "LOY-"), ("thrice", "THR-"), ("dune", "DUN-")]
)
def test_every_game_can_be_played_from_a_terminal(
    game: str, shown: str, address: str, keys: Path, join: type[Joined]
) -> None:
    """What the server shows becomes the terminal's own board and boxes: table and menu stand there, help knows them."""
    with httpx.Client(base_url=address) as client:
        seats = [{"name": "Agatha"}, *({"name": name, "bot": "random"} for name in ("Barney", "Celeste"))]
        table = Sitting(client, client.post("/api/tables", json={"game": game, "seats": seats}).json())
        player = join(link(address, table), "--keys", keys)
        player.until("has not begun")
        assert table.do("start").status_code == 204
        for line in ("board", "menu", "help"):
            player.types(line)
        said = player.until("Ctrl-D or Ctrl-C")
        assert shown in said
        assert "Traceback" not in said


def test_before_the_game_and_at_a_reveal_a_player_reads_only_what_concerns_a_player(
    address: str, table: Sitting, keys: Path
) -> None:
    """No host's commands, no digests; and what is typed meanwhile does not land between the lines that are told."""
    terminal = Terminal("join", link(address, table), "--keys", str(keys), "--pace", "0.4")
    try:
        terminal.until("has not begun")
        terminal.types("loot\r")
        terminal.until("The game has not begun yet. Write help")
        terminal.types("help\r")
        assert "host begin" not in terminal.until("once the game is over")
        assert table.do("start").status_code == 204
        terminal.until("TRU-4.1")
        for seat in (1, 2):
            table.answer(seat, "loot")
        terminal.types("loot!\r")
        terminal.until("The seals are broken")
        terminal.types("qx")
        told = terminal.until("The game is over")
        assert "qx" not in told
        assert "published" not in told
        terminal.until("> qx")
        terminal.types("\x7f\x7fquit\r")
        assert terminal.ends()[0] == 0
    finally:
        terminal.close()
