"""What a seat may not know reaches it in no mail: neither in one that it can answer, nor in the reply to a bad one.

Nor does it reach a player who stands by for a seat, in the mail that one is free or in the reply to theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select
from tests.kit import sure
from tests.leaks.over_http import NAMES, World, hunt
from tests.leaks.test_elsewhere import FEW, freed
from tests.leaks.test_http import HIDDEN, SHOWN, world_of
from tests.mail.post import written

from turncoat.kernel.errors import NotAllowed
from turncoat.server.mail import carrying, turn_text
from turncoat.server.mail.accepting import Accepting
from turncoat.server.mail.addresses import verify
from turncoat.server.mail.channel import play_token
from turncoat.server.mail.kept_mails import digest_of
from turncoat.server.mail.letter import Letter, compose
from turncoat.server.mail.reading import Came
from turncoat.server.mail.token_places import reply_to
from turncoat.server.notices.channel import Notice
from turncoat.server.notices.schema import MAILS
from turncoat.server.notices.words import heading
from turncoat.server.people import add_holdings, add_person, new_secret
from turncoat.server.schema import HOLDINGS, KEYS
from turncoat.server.settings import Incoming, MailSettings, Settings
from turncoat.table.deadline import After
from turncoat.table.holders import STANDS_BY
from turncoat.table.notices import Kind, owed
from turncoat.table.table import Table

STEPS = 12
SEATS = range(len(NAMES))
MAIL = Settings(
    mail=MailSettings(host="127.0.0.1", sender="arbiter@games.example", incoming=Incoming(listen="127.0.0.1:0"))
)
BAD = """\
attack nobody
give 99 coins to barney
tell nobody: hello
agree barney
vote 7 yes
menu
board
log
ledger
talk
pledges
status
"""
"""Orders that are refused, and all that can be asked for."""


class ByMail:
    """People with an address at each seat, and the mails that leave for them.

    Args:
        world: The table.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.people = [self._person(seat) for seat in world.viewer if seat is not None]

    def _person(self, seat: int) -> str:
        """Somebody who holds a seat (or stands by for one) and has proved an address."""
        services, table = self.world.services, self.world.sitting.id
        held = select(HOLDINGS.c.key).join(KEYS, KEYS.c.digest == HOLDINGS.c.key)
        with services.store.engine.begin() as connection:
            person = add_person(connection, f"Person {seat}", "", 0)
            verify(connection, address(seat), person.id, 0)
            keys = connection.scalars(held.where(KEYS.c.table_id == table, KEYS.c.seat == seat)).all()
            add_holdings(connection, [person.id], sorted(set(keys)))
        services.auth.forget()
        return person.id

    def reaches(self, seat: int) -> dict[str, bytes]:
        """All mails that could leave for a seat now, as they go to the relay."""
        with self.world.client.portal() as portal:  # type: ignore[attr-defined]
            return dict(portal.call(self._reaches, seat))

    async def _reaches(self, seat: int) -> dict[str, bytes]:
        world, mail = self.world, self.world.services.mail
        assert mail is not None
        found = dict[str, bytes]()
        for number, one in enumerate(owed(world.table, seat, world.clock.now)):
            notice = Notice(
                id="n", kind=one.kind, key=one.key, table=world.sitting.id, seat=seat, owner=self.people[seat],
                title="", game="Truce", at=one.at, until=one.until, due=one.due, facts=one.facts,
            )  # fmt: skip
            found[f"notice {number}"] = self._composed(await mail.channel.letter([notice], address(seat), "UTC"))
        return found | {"reply": await self._reply(seat)}

    async def _reply(self, seat: int) -> bytes:
        """What comes back to a mail of which nothing can be done."""
        mail = self.world.services.mail
        assert mail is not None
        return await self._replied(play_token(mail, self.world.table, seat), seat, BAD)

    def reaches_standby(self, seat: int) -> dict[str, bytes]:
        """The mail that a seat is free, and the replies to answers that take none."""
        with self.world.client.portal() as portal:  # type: ignore[attr-defined]
            return dict(portal.call(self._reaches_standby, seat))

    async def _reaches_standby(self, seat: int) -> dict[str, bytes]:
        world, mail, person = self.world, self.world.services.mail, self.people[-1]
        assert mail is not None
        [one] = [one for one in owed(world.table, None, world.clock.now) if one.kind is Kind.FREE]
        notice = Notice(
            id="n", kind=one.kind, key=one.key, table=world.sitting.id, seat=None, owner=person,
            title="", game="Truce", at=one.at, until=one.until, due=one.due, facts=one.facts,
        )  # fmt: skip
        letter = await mail.channel.letter([notice], address(seat), "UTC")
        found = {"notice": self._composed(letter)}
        for text in ("What is this?", "accept Agatha", "decline"):
            found[f"reply to {text}"] = await self._replied(letter.token, seat, text)
        return found

    async def _replied(self, token: str, seat: int, text: str) -> bytes:
        """The reply to a mail."""
        services, place = self.world.services, (self.world.sitting.id, seat)
        intake, mail = services.intake, services.mail
        assert intake is not None
        assert mail is not None
        raw = written(reply_to(mail.settings, token), address(seat), text, Message_ID="<1@example.org>")
        digest = digest_of(raw, token)
        intake.kept.keep(raw, token, place, None, self.world.clock.now)
        await intake._deal_with(sure(intake.kept.load(digest)))
        reply = sure(intake.kept.load(digest)).reply
        with services.store.engine.begin() as connection:
            connection.execute(delete(MAILS))
        return self._composed(sure(reply))

    def _composed(self, letter: Letter) -> bytes:
        assert MAIL.mail is not None
        return compose(letter, MAIL.mail, "house", self.world.clock.now)


def address(seat: int) -> str:
    return f"p{seat}@example.org"


@pytest.mark.parametrize("options", [SHOWN, HIDDEN])
def test_nothing_hidden_reaches_a_seat_by_mail(tmp_path: Path, options: dict[str, object]) -> None:
    """TRU-12.3, TRU-12.5: byte for byte the same, headers, names of mails and lengths included."""
    with world_of(tmp_path, options, After(1440), settings=MAIL, public_url="http://games.example") as world:
        assert hunt(world, ByMail(world).reaches, SEATS, STEPS) == set()


def stands_by(world: World) -> ByMail:
    """Dora, who has an account and an address, stands by, and Darcy's seat is free."""
    freed(world)
    with world.client.portal() as portal:  # type: ignore[attr-defined]
        portal.call(world.services.auth.keep, world.sitting.id, STANDS_BY, new_secret())
    by_mail = ByMail(world)
    by_mail.people.append(by_mail._person(STANDS_BY))
    return by_mail


@pytest.mark.parametrize("options", [SHOWN, HIDDEN])
def test_nothing_hidden_reaches_somebody_who_stands_by_by_mail(tmp_path: Path, options: dict[str, object]) -> None:
    """Event 31: byte for byte the same mails, whatever others have sealed or whispered."""
    with world_of(tmp_path, options, After(1440), settings=MAIL, public_url="http://games.example") as world:
        by_mail = stands_by(world)
        mails = b"\n".join(by_mail.reaches_standby(STANDS_BY).values()).decode().replace("=\r\n", "")
        for words in ("accept NAME", "NOT TAKEN. To take the seat", "NOT TAKEN:", "DECLINED."):
            assert words in mails, mails
        assert hunt(world, by_mail.reaches_standby, [STANDS_BY], FEW) == set()


def test_every_mail_is_looked_at(tmp_path: Path) -> None:
    """The question with its menu, the board, what happened, and a refusal of each kind of order."""
    with world_of(tmp_path, SHOWN, After(1440), settings=MAIL, public_url="http://games.example") as world:
        found = ByMail(world).reaches(0)
    mails = b"\n".join(found.values()).decode()
    assert any(name.startswith("notice") for name in found)
    for words in (
        "Answer this mail with one of these lines",
        "Lately:",
        "NOT READ: attack",
        "NOT TAKEN: agree barney",
        "|   Barney",
    ):
        assert words in mails.replace("=\r\n", ""), words


# --- planted faults ---------------------------------------------------------------------------------


def a_board_that_counts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board with the number of entries: it goes up when somebody else seals."""
    honest = turn_text.kept_wide
    monkeypatch.setattr(turn_text, "kept_wide", lambda lines: honest([*lines, f"{world.table.state.entries}"]))


def talk_of_everybody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail that says how much was said, to whomever."""
    honest = turn_text.said_to

    def leaky(table: Table, *rest: Any) -> list[Any]:
        return [*honest(table, *rest), turn_text.stroked([f"{len(table.talk)} messages"])]

    monkeypatch.setattr(turn_text, "said_to", leaky)


def a_refusal_that_counts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply whose refusal says how many entries there are."""

    def leaky(*_: object) -> None:
        raise NotAllowed(f"No; there are {world.table.state.entries} entries.")

    monkeypatch.setattr(carrying, "offers_of", leaky)


@pytest.mark.parametrize(
    ("fault", "way"),
    [(a_board_that_counts, "notice"), (talk_of_everybody, "notice"), (a_refusal_that_counts, "reply")],
)
def test_a_planted_leak_is_found(
    fault: Callable[[World, pytest.MonkeyPatch], None], way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with world_of(tmp_path, SHOWN, After(1440), settings=MAIL, public_url="http://games.example") as world:
        by_mail = ByMail(world)
        fault(world, monkeypatch)
        assert any(way in found for found in hunt(world, by_mail.reaches, SEATS, STEPS))


def a_free_seat_that_counts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail about a free seat with the number of entries."""
    monkeypatch.setattr(
        "turncoat.server.mail.channel.heading", lambda notice: f"{heading(notice)} ({world.table.state.entries})"
    )


def a_hint_that_counts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that says how much was said, to whomever."""
    honest = Accepting._reply

    def leaky(accepting: Accepting, came: Came, text: str, *rest: str) -> Letter:
        return honest(accepting, came, f"{text} {len(world.table.talk)}", *rest)

    monkeypatch.setattr(Accepting, "_reply", leaky)


@pytest.mark.parametrize(("fault", "way"), [(a_free_seat_that_counts, "notice"), (a_hint_that_counts, "reply to What")])
def test_a_planted_leak_to_somebody_who_stands_by_is_found(
    fault: Callable[[World, pytest.MonkeyPatch], None], way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with world_of(tmp_path, SHOWN, After(1440), settings=MAIL, public_url="http://games.example") as world:
        by_mail = stands_by(world)
        fault(world, monkeypatch)
        assert any(way in found for found in hunt(world, by_mail.reaches_standby, [STANDS_BY], FEW))
