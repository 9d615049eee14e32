"""What somebody could try who means harm, and mailboxes that answer by themselves; each of these worked once."""

from __future__ import annotations

import threading
import time

import httpx
import pytest
from litestar.testing import TestClient
from sqlalchemy import select
from tests.kit import sure
from tests.mail import mutants
from tests.mail.noticing import AGATHA, notice, owner_of, send, settled
from tests.mail.office import Office
from tests.mail.post import Correspondent, address_at, address_of, hand_in, written
from tests.mail.signing import enter
from tests.mail.test_forged import filed
from tests.serving import Browser, Clock, Sitting, another

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server.mail import intake as module
from turncoat.server.mail.misspelt import tried
from turncoat.server.mail.orders import UNREAD, Reader
from turncoat.server.mail.reading import read_mail
from turncoat.server.notices.schema import MAILS
from turncoat.server.services import Services
from turncoat.server.settings import Incoming

FLORA = "flora@example.org"
SUPPORT = {"type": "support", "target": 3}


@pytest.fixture
def incoming() -> Incoming:
    return Incoming(listen="127.0.0.1:0")


def said(table: Sitting) -> list[str]:
    """What players have said that Barney heard, without the notes of the host."""
    heard = [one["message"] for one in table.get("messages", seat=1)]
    return [message["said"]["text"] for message in heard if message["sender"] is not None]


def states(services: Services) -> list[tuple[str, str]]:
    """What became of each mail, and why nothing, in order."""
    with services.store.reading() as connection:
        rows = connection.execute(select(MAILS.c.state, MAILS.c.why).order_by(MAILS.c.came))
        return [(row.state, row.why) for row in rows]


# --- an address of a seat that somebody else has now --------------------------------------------------


def handed_over(table: Sitting, office: Office, other: Browser) -> None:
    """Agatha's seat is Flora's now."""
    enter(other, office, FLORA, "Flora")
    assert table.do("revoke", seat=0).status_code == 204
    table.hand(0, other)
    assert table.get()["seats"][0]["kind"] == "person"


def written_to(client: httpx.Client, services: Services, port: int, to: str, table: Sitting) -> None:
    """Somebody writes to an address in Flora's name."""
    assert hand_in(port, to, FLORA, written(to, FLORA, "support darcy\nsay hello"))[0] == 250
    settled(client, services, table)


def test_who_had_a_seat_before_does_not_play_for_whoever_has_it_now(
    agatha: Correspondent, services: Services, table: Sitting, office: Office, other: Browser, client: httpx.Client
) -> None:
    """T18: the question is the same, and Agatha knows both her own address of then and who came after her."""
    old = address_of(agatha)
    handed_over(table, office, other)
    written_to(client, services, agatha.port, old, table)
    assert (filed(table) == SUPPORT, said(table)) == (False, [])
    assert states(services)[-1] == ("dropped", "its address is that of somebody who had this seat before")
    assert isinstance(client, TestClient)
    new = client.blocking_portal.call(address_at, services, table.id, 0)
    assert new != old
    written_to(client, services, agatha.port, new, table)
    assert (filed(table) == SUPPORT, said(table)) == (True, ["hello"])


def test_an_address_that_stays_good_for_the_next_holder_is_noticed(
    agatha: Correspondent,
    services: Services,
    table: Sitting,
    office: Office,
    other: Browser,
    client: httpx.Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "holder_of", lambda *_: 1)
    with pytest.raises(AssertionError, match="hello"):
        test_who_had_a_seat_before_does_not_play_for_whoever_has_it_now(agatha, services, table, office, other, client)


# --- mails that come again ----------------------------------------------------------------------------


def test_an_answer_to_an_invitation_that_comes_again_is_answered_once(
    agatha: Correspondent, services: Services, table: Sitting, office: Office, client: httpx.Client
) -> None:
    host = another(client)
    enter(host, office, "host@example.org", "Hostess")
    host.join(table.link(None))
    table.do("revoke", seat=3)
    before = len(office.mails)
    invited = host.post(f"/tables/{table.id}/invite", {"seat": "3", "address": FLORA})
    assert invited.status_code == 200
    office.wait(before + 1)
    flora = Correspondent(office, FLORA, agatha.port)
    to = address_of(flora)
    raw = written(to, FLORA, "accept Flora")
    assert hand_in(flora.port, to, FLORA, raw)[0] == 250
    office.wait(before + 2)
    assert hand_in(flora.port, to, FLORA, b"Received: from elsewhere.example\n" + raw)[0] == 250
    flora.told("accept Flora", flora.mails[0])
    assert [str(kept.mail["Subject"]) for kept in flora.mails].count("Your answer") == 2
    assert ("dropped", "the same mail came before") in states(services)


@pytest.mark.parametrize("text", ["I am away until Monday.", "Support is closed.\nWe answer tomorrow."])
def test_a_mailbox_that_answers_by_itself_and_says_so_nowhere_gets_one_reply(
    agatha: Correspondent, services: Services, table: Sitting, office: Office, client: httpx.Client, text: str
) -> None:
    """Each mail is a new one, with a name of its own; only its words are always the same."""
    agatha.told(text)
    before = len(office.mails)
    for _ in range(4):
        agatha.answer(text)
    settled(client, services, table)
    agatha.told("status")
    assert len(office.mails) == before + 1


ROBOTS = (
    "Your ticket has the number {}.",
    "Hello,\n\nthank you for mail {}. I am out of the office and answer later.\n\nBest wishes\nAgatha",
    "Support ticket {} was opened.\nWe answer tomorrow.",
    "Away until Monday. You are number {} in the queue.",
    "Your mail {} waits until I allow it: press the button to show that you are a person.",
)
"""What mailboxes answer by themselves, with other words each time."""


@pytest.mark.parametrize("words", ROBOTS)
def test_a_mailbox_whose_words_change_gets_one_reply_to_a_question(
    agatha: Correspondent,
    services: Services,
    table: Sitting,
    office: Office,
    client: httpx.Client,
    clock: Clock,
    words: str,
) -> None:
    """B15, 10: it answers each mail of ours, also the reply; then nothing is left that it could answer."""
    agatha.told(words.format(0))
    first = len(office.mails)
    for number in range(1, 8):
        clock.now += 100  # too little for any notice
        agatha.answer(words.format(number))
        settled(client, services, table)
    clock.now += 100  # too little for any notice
    reply = agatha.told("status")
    assert "Your mail of" in reply, "what had no reply is told with the next one"
    assert len(office.mails) == first + 1
    clock.now += 100  # too little for any notice
    agatha.told(words.format(8))  # after an order the next mail without one may come from a person


def test_a_new_question_is_a_new_reply(
    agatha: Correspondent,
    services: Services,
    table: Sitting,
    office: Office,
    client: httpx.Client,
    browser: Browser,
) -> None:
    agatha.told(ROBOTS[0].format(0))
    table.everybody("loot")
    send(client, services, notice(owner_of(services, browser), table))
    agatha.told(ROBOTS[0].format(1))
    before = len(office.mails)
    for number in range(2, 5):
        agatha.answer(ROBOTS[0].format(number))
        settled(client, services, table)
    agatha.told("status")
    assert len(office.mails) == before + 1


PERSON = ("atack Barney", "attack Barny please", "I would like to attack Barney.", "suport Celeste")
"""What somebody writes who has not found the right words yet."""


def test_who_tries_to_write_an_order_is_helped_each_time(agatha: Correspondent, table: Sitting) -> None:
    """Nobody may think that their order was taken because no reply came."""
    assert "NOT TAKEN" in agatha.told("What is this about?")
    for words in PERSON[:3]:
        reply = agatha.told(words)
        assert "NOT TAKEN" in reply or "NOT READ" in reply
    assert "TAKEN: attack Barney" in agatha.told("attack barney")
    assert all(tried([words], ("attack", "support"), ("Barney", "Celeste")) for words in PERSON)


def test_whoever_tries_again_and_again_is_helped_a_few_times(
    agatha: Correspondent, services: Services, table: Sitting, office: Office, client: httpx.Client
) -> None:
    before = len(office.mails)
    for number in range(8):
        agatha.answer(f"attack nobody{number}")
        settled(client, services, table)
    agatha.told("status")
    assert len(office.mails) == before + 4 + 1


# --- what the server fails at ---------------------------------------------------------------------------


def failing(services: Services, monkeypatch: pytest.MonkeyPatch, fault: Exception, times: int) -> None:
    """The next mails, so many times, cannot be carried out."""
    intake, left = services.intake, [times]
    assert intake is not None
    honest = intake._deal_with

    async def deal_with(mail: object) -> None:
        if left[0]:
            left[0] -= 1
            raise fault
        await honest(mail)  # type: ignore[arg-type]

    monkeypatch.setattr(intake, "_deal_with", deal_with)
    monkeypatch.setattr(module, "AGAIN", 0.0)


def dealt_with(services: Services) -> None:
    """Wait until no mail is new."""
    until = time.monotonic() + 60
    while any(state == "new" for state, _ in states(services)):
        assert time.monotonic() < until, states(services)


@pytest.mark.parametrize(("times", "wanted"), [(2, ["hello"]), (3, [])])
def test_a_mail_at_which_the_server_fails_is_tried_again_and_then_given_up(
    agatha: Correspondent,
    services: Services,
    table: Sitting,
    monkeypatch: pytest.MonkeyPatch,
    times: int,
    wanted: list[str],
) -> None:
    failing(services, monkeypatch, ValueError("a fault of ours"), times)
    agatha.answer("say hello")
    dealt_with(services)
    assert said(table) == wanted
    assert states(services) == [("done" if wanted else "refused", "")]
    with services.store.reading() as connection:
        assert (module.FAILED in bytes(sure(connection.scalar(select(MAILS.c.said)))).decode()) is not bool(wanted)


def test_a_mail_for_a_table_that_cannot_be_read_is_given_up_at_once(
    agatha: Correspondent, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(services, monkeypatch, NotAllowed("There is no such table."), 1)
    agatha.answer("say hello")
    dealt_with(services)
    assert states(services) == [("refused", "")]


def test_an_envelope_with_signs_that_no_database_takes_is_kept(
    agatha: Correspondent, services: Services, table: Sitting, client: httpx.Client
) -> None:
    """PostgreSQL takes no NUL in a text: the mailbox would give us this mail for ever."""
    assert isinstance(client, TestClient)
    assert services.intake is not None
    to = address_of(agatha)
    raw, token = written(to, AGATHA, "say hello"), services.intake.token(to)
    client.blocking_portal.call(services.intake.take, raw, token, "aga\x00tha\udcff@example.org")
    settled(client, services, table)
    with services.store.reading() as connection:
        assert connection.scalar(select(MAILS.c.envelope)) == "agatha@example.org"
    assert said(table) == ["hello"]


def test_what_is_asked_for_many_times_is_told_once() -> None:
    raw = written("arbiter@games.example", AGATHA, "board\nledger\n" * 10)
    plan = Reader(mutants.table(), 4).read(read_mail(raw).written)
    assert [order.text for order in plan.orders] == ["board", "ledger"]


def test_orders_that_cannot_be_read_are_read_no_further_and_beside_the_event_loop(
    agatha: Correspondent, services: Services, client: httpx.Client, table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T11: sixty such lines in Conspiracy once took 22 seconds, in which the server did nothing else."""
    honest, tried, threads = Reader._why_not, list[str](), set[bool]()

    def counted(reader: Reader, line: str) -> Refusal:
        tried.append(line)
        threads.add(threading.current_thread().name.startswith("asyncio_"))
        return honest(reader, line)

    monkeypatch.setattr(Reader, "_why_not", counted)
    told = agatha.told("\n".join(f"attack nobody{number}" for number in range(60)))
    assert "attack nobody0 NOT READ" in told
    assert (len(tried), threads) == (UNREAD, {True})
