"""Nobody can make this server send many mails to somebody: neither a host nor whoever makes many accounts."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from tests.mail.noticing import notice
from tests.mail.noticing import send as send_notices
from tests.mail.office import Office
from tests.mail.signing import ask, code_in, enter, link_in
from tests.mail.test_addresses import spaced
from tests.mail.test_channel import owner, table
from tests.server.noticing import House, Recorder
from tests.server.test_outbox import at_house
from tests.serving import Browser, Sitting

from turncoat.server import host_actions
from turncoat.server.limits import RATES
from turncoat.server.notices import choices
from turncoat.server.notices.channel import Later, Sent
from turncoat.server.problems import TooMany
from turncoat.server.services import Services

__all__ = ["owner", "table"]

TIMES = 40


# --- invitations ------------------------------------------------------------------------------------


def invited(services: Services, accounts: int, network: str, each: int = 10) -> int:
    """How many invitations so many accounts can send from a network."""
    assert services.mail is not None
    done = 0
    try:
        for number in range(accounts * each):
            account = f"host{number % accounts}"
            services.mail.may_invite(f"p{number}@{network}.example.org", account, network)
            done += 1
    except TooMany as refusal:
        assert "invitations by mail from here" in refusal.sentence  # noqa: PT017  # it need not be refused
    return done


def test_many_accounts_invite_no_more_than_few(services: Services) -> None:
    assert invited(services, 10, "192.0.2.1") == 40
    assert invited(services, 1, "192.0.2.2") == 10


def test_many_accounts_without_that_limit_are_noticed(services: Services) -> None:
    services.limits.rates = {kind: rate for kind, rate in RATES.items() if kind != "mail_line_invitations"}
    with pytest.raises(AssertionError):
        test_many_accounts_invite_no_more_than_few(services)


# --- notices ----------------------------------------------------------------------------------------


def test_of_one_table_come_so_many_mails_and_no_more(
    client: httpx.Client, services: Services, office: Office, owner: str, table: Sitting
) -> None:
    """What is too much waits, and is asked again then whether it is true; it counts as no failure."""
    for number in range(30):
        assert send_notices(client, services, notice(owner, table, id=f"n{number}")) == Sent()
    late = send_notices(client, services, notice(owner, table, id="late"))
    assert isinstance(late, Later)
    assert 0 < late.after <= 600
    assert not late.tried
    elsewhere = replace(notice(owner, table, id="other"), table="ffffffffffff")
    assert send_notices(client, services, elsewhere) == Sent()
    assert len(office.to("agatha@example.org")) == 1 + 30 + 1


async def pauses(house: House) -> None:
    """A host stops the clock and lets it run again, forty times in two minutes."""
    table_id = (await house.table()).header.table
    await house.later(5)
    house.channel.given.clear()
    for _ in range(TIMES):
        await host_actions.pause(house.services, table_id)
        await house.later(0.05)
        await host_actions.resume(house.services, table_id)
        await house.later(0.05)
    await house.later(5)


async def seats_bots(house: House) -> None:
    """A host lets a bot stand in, and takes it back, forty times in two minutes."""
    table_id = (await house.table()).header.table
    await house.later(5)
    house.channel.given.clear()
    for _ in range(TIMES):
        await host_actions.seat_bot(house.services, table_id, 1, "random")
        await house.later(0.05)
        await host_actions.seat_person(house.services, table_id, 1)
        await house.later(0.05)
    await host_actions.seat_bot(house.services, table_id, 1, "random")
    await house.later(5)


@pytest.mark.parametrize("harass", [pauses, seats_bots])
@pytest.mark.parametrize("channel", ["mail", "push", "hook"])
def test_a_host_who_does_something_again_and_again_makes_a_notice_a_minute(
    harass: object, channel: str, tmp_path: Path
) -> None:
    assert callable(harass)
    house = at_house(tmp_path, harass, Recorder(channel))
    told = [one for _, one in house.channel.given if one.seat == 1 and one.kind in choices.GATHERED]
    assert 1 <= len(told) <= 6


@pytest.mark.parametrize("harass", [pauses, seats_bots])
def test_notices_that_leave_at_once_are_noticed(
    harass: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "GATHER", 0)
    with pytest.raises(AssertionError):
        test_a_host_who_does_something_again_and_again_makes_a_notice_a_minute(harass, "push", tmp_path)


# --- who asks ---------------------------------------------------------------------------------------


def test_a_mail_that_adds_an_address_names_the_account(browser: Browser, other: Browser, office: Office) -> None:
    """Somebody who is talked into typing the code is told whose account would get their mail."""
    enter(browser, office)
    browser.post("/me/addresses", {"address": "victim@example.org"})
    mail = office.wait(2)[1]
    for part in ("plain", "html"):
        assert "The person who is signed in as Agatha says that this address is theirs." in spaced(mail.part(part))
    page = other.get(link_in(mail))
    assert "to the account <b>Agatha</b>" in spaced(page.text)
    assert code_in(mail) not in page.text


def test_a_mail_to_sign_in_names_nobody(browser: Browser, office: Office) -> None:
    """Whoever reads mail there may not know that there is an account."""
    enter(browser, office)
    assert "Agatha" not in ask(browser, office).part("plain")
