"""Nobody fills the disk: what a visitor, a seat and a table can have kept is limited, and play never meets it."""

from __future__ import annotations

import asyncio
from random import Random

import httpx
import pytest
from tests.server.keeping import Room, request
from tests.serving import NAMES, NOON, SEED, Clock, Sitting, begin, gather

from turncoat.bots import bot_factory, seat_names
from turncoat.games import game_ids, ruleset
from turncoat.kernel import play
from turncoat.kernel.chance import Chance
from turncoat.server.auth import Caller
from turncoat.server.keeper import LONGEST_PUT_OFF
from turncoat.server.limits import DEPOSIT, MOST_BYTES, MOST_ENTRIES, RATES, SHARE, Limits, Rate, network
from turncoat.server.people import Session
from turncoat.server.plan import SeatPlan, TablePlan, drawn_up
from turncoat.server.problems import TooMany
from turncoat.server.quota import ASKER, WriteQuota
from turncoat.server.rows import Rows
from turncoat.server.services import Services
from turncoat.server.table_actions import may_make
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.draft import Draft
from turncoat.table.table import Phase, Table


class Time:
    """Seconds, as the limits count them."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(services: Services) -> Time:
    """Stands still until it is moved."""
    clock = Time()
    services.limits.now = clock
    return clock


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_limits_know_an_address_of_ipv6_by_its_64(address: str, known: str) -> None:
    assert network(address) == known


def test_addresses_of_one_network_are_counted_together() -> None:
    limits = Limits({"create": Rate(2, 60, "new tables")}, Time())
    for number in range(2):
        limits.check("create", network(f"2001:db8::{number}"))
    with pytest.raises(TooMany, match="new tables"):
        limits.check("create", network("2001:db8::9"))
    limits.check("create", network("2001:db8:0:1::9"))


def test_what_was_taken_beyond_the_share_takes_longer() -> None:
    clock = Time()
    limits = Limits({"write": Rate(100, 1.0, "bytes")}, clock)
    limits.take("write", "a", 150)
    with pytest.raises(TooMany, match="in 51 seconds"):
        limits.need("write", "a")
    clock.now = 51
    limits.need("write", "a")
    with pytest.raises(TooMany, match="too large"):
        limits.need("write", "a", 101)
    limits.need("write", "b", 100)


def test_a_seat_that_talks_without_pause_is_asked_to_wait(time: Time, table: Sitting) -> None:
    told = [table.post("talk", 0, text="Hm.") for _ in range(31)]
    assert [response.status_code for response in told] == [201] * 30 + [429]
    assert told[-1].headers["retry-after"] == "2"
    assert "messages from this seat" in told[-1].json()["detail"]
    assert table.post("talk", 1, text="I can speak.").status_code == 201
    time.now += 2
    assert table.post("talk", 0, text="Now.").status_code == 201


def test_an_answer_is_changed_fifty_times_and_then_once_in_a_while(time: Time, table: Sitting) -> None:
    told = [table.post("answer", 0, action={"type": ("loot", "pass")[turn % 2]}) for turn in range(51)]
    assert [response.status_code for response in told] == [200] * 50 + [429]
    assert "changes of this answer" in told[-1].json()["detail"]
    table.everybody("pass", 0)
    assert table.post("answer", 0, action={"type": "loot"}).status_code == 200, "the next question is another"


def test_nobody_stops_a_game_by_filling_its_table(services: Services, client: httpx.Client, clock: Clock) -> None:
    """No stuck table: a full one takes what the game goes on with, and nothing besides."""
    table = begin(client, deadline={"type": "after", "minutes": 5})
    services.keeper.live_tables._live[table.id].size = MOST_BYTES + 1
    assert table.post("answer", 0, action={"type": "loot"}).status_code == 200
    for part, body in (
        ("answer", {"action": {"type": "pass"}}),
        ("withdraw", {}),
        ("talk", {"text": "Hm."}),
        ("sit", {"name": "Somebody new"}),
    ):
        refused = table.post(part, 0, **body)
        assert (refused.status_code, refused.json()["kind"]) == (422, "full"), part
    table.everybody("pass", 0)
    assert table.get("", 0)["question"]["filed"] is None, "the next round has begun"
    first = table.get("", 0)["question"]["request"]
    clock.forward(301)
    assert table.post("answer", 0, request=first, action={"type": "loot"}).json()["kind"] == "out_of_date"
    assert table.get("", 0)["question"]["request"] > first, "its time was up"


def test_a_table_that_is_full_twice_over_says_so_and_can_be_closed(services: Services, client: httpx.Client) -> None:
    table = begin(client, deadline={"type": "after", "minutes": 5})
    services.keeper.live_tables._live[table.id].size = 2 * MOST_BYTES + 1
    refused = table.post("answer", 0, action={"type": "loot"})
    assert (refused.status_code, refused.json()["kind"]) == (422, "full")
    assert table.post("talk", 0, text="Hm.").json()["kind"] == "full"
    assert table.do("pause").status_code == 204
    assert table.do("close").status_code == 204


def test_one_seat_takes_no_more_than_its_part_of_a_table(time: Time, table: Sitting) -> None:
    """Words that only programs read are words; a seat that is renamed leaves an entry each time."""
    long = {"who": 1, "act": "attack", "fields": {"target": "x" * 60_000}}
    told = [table.post("talk", 0, request=long).status_code for _ in range(5)]
    assert told == [201] * 4 + [429]
    assert table.post("talk", 1, text="I can speak.").status_code == 201
    named = [table.post("sit", 0, name=f"Ann {number}").status_code for number in range(20)]
    assert named == [204] * 19 + [429], "it has sat down before"


def test_who_shares_an_address_with_somebody_who_fills_it_plays_on(
    services: Services, client: httpx.Client, time: Time, table: Sitting
) -> None:
    """What is set aside for a table was counted when it was made: nothing is written that was not."""
    balance, limits = services.keeper.quota._balances[table.id], services.limits
    (address,), aside = balance.payers, balance.aside
    limits.take("write", address, SHARE)
    left = limits._left("write", address)
    assert (
        client.post("/api/tables", json={"game": "truce", "seats": [{"name": name} for name in NAMES]}).status_code
        == 429
    )
    table.everybody("pass")
    assert limits._left("write", address) == left
    assert 0 < balance.aside < aside
    balance.aside = 0
    assert table.post("talk", 0, text="Hm.").status_code == 429


async def test_nobody_keeps_a_decision_open_by_filling_the_account_of_who_made_the_table(desk: Room) -> None:
    """No stuck table: two minutes, and the decision is closed on credit."""
    quota, alarms = desk.keeper.quota, desk.keeper.alarms
    quota.limits.rates, quota.limits.now = {"write": RATES["write"]}, Time()
    token = ASKER.set("192.0.2.7")
    table = await desk.table(deadline=After(5))
    ASKER.reset(token)
    quota.charge("", table.header.table, DEPOSIT + SHARE)
    due, round_ = table.state.due, request(table)
    assert due is not None
    desk.set_clock(due + 1)
    while alarms._due.get(table.header.table) != due + LONGEST_PUT_OFF:  # noqa: ASYNC110  # no bell rings for it
        await asyncio.sleep(0)
    assert request(table) == round_
    desk.set_clock(due + LONGEST_PUT_OFF + 1)
    await desk.until(table, lambda table: request(table) > round_)


def whole_game(game: str) -> Draft:
    """A game from the first seat that is taken to its end, by players who try everything."""
    many, chance = ruleset(game).usual_seats, Random(SEED)
    plan = TablePlan(game, tuple(map(SeatPlan, seat_names(many))))
    header, secret = drawn_up(plan, NOON, lambda size: chance.randbytes(size).hex())
    draft = Draft(Table(header, secret))
    for seat, one in enumerate(plan.seats):
        draft.perform(kept.SeatTaken(NOON, seat, one.name, kept.SeatKind.PERSON))
    draft.perform(kept.Began(NOON))
    players = [bot_factory(game, "random")(seat, many, Chance(bytes(31) + bytes([seat]))) for seat in range(many)]
    while draft.state.phase is Phase.PLAYING:
        assert draft.game is not None
        rules, seat = draft.table.rules, play.waiting(draft.game)[0]
        action = players[seat].answer(rules.view(draft.game, seat), play.boxes(draft.game, seat))
        draft.perform(kept.Answered(NOON, seat, draft.game.requests[seat], rules.write_action(action)))
    return draft


@pytest.mark.parametrize("game", game_ids())
def test_a_whole_game_takes_far_less_than_one_address_may_have_kept(game: str) -> None:
    """However fast it is played: no time has to pass. Five tables behind one address are far from its share as well."""
    draft, rows = whole_game(game), Rows()
    rows.add(draft, NOON)
    (size,) = rows.sizes.values()
    assert size < 2 * DEPOSIT
    assert 5 * size < SHARE
    assert draft.state.entries < MOST_ENTRIES / 10


def test_people_who_play_as_fast_as_they_can_meet_no_limit(client: httpx.Client, time: Time) -> None:
    """Rounds of six who talk, change their minds and never pause, while no time passes for the limits."""
    table = begin(client, options={"rounds": 20})
    for turn in range(20):
        for seat in range(6):
            said = table.post("talk", seat, text="A sentence of about the usual length, said to all.")
            assert said.status_code == 201
            for kind in ("defend", "pass") if turn % 3 and seat < 5 else ("pass",):
                assert table.post("answer", seat, action={"type": kind}).status_code == 200
    assert table.get()["phase"] == "finished"


def table_of_a_maker(time: Time) -> WriteQuota:
    """An account that knows one table, and from where it was made."""
    quota = WriteQuota(Limits(RATES, time))
    token = ASKER.set("maker")
    quota.made("table")
    ASKER.reset(token)
    return quota


def test_nobody_at_another_address_puts_off_those_who_play(time: Time) -> None:
    """Whoever has had their share, a table's maker or a stranger: while one who plays there has not, it goes on."""
    quota = table_of_a_maker(time)
    quota.charge("", "table", DEPOSIT)
    quota.charge("flooder", "elsewhere", 2 * SHARE)
    assert quota.wait("table") == 0
    quota.charge("maker", "elsewhere", 2 * SHARE)
    assert quota.wait("table") > 0
    quota.charge("player", "table", 100)
    assert quota.wait("table") == 0
    quota.charge("", "table", 1000)
    assert quota.limits.wait("write", "player", SHARE) > 0
    quota.charge("flooder", "table", 100)
    assert quota.wait("table") == 0, "nor by asking for something here"


def test_whoever_sets_bots_off_pays_for_what_they_write(time: Time) -> None:
    """Beyond what was set aside: until then nobody does, and the maker of a table is not shut out by a guest."""
    quota = table_of_a_maker(time)
    quota.charge("", "table", DEPOSIT)
    quota.charge("guest", "table", 100)
    quota.charge("", "table", SHARE)
    assert quota.limits.wait("write", "guest") > 0
    assert quota.limits.wait("write", "maker") == 0


def test_one_person_makes_so_many_tables_wherever_they_are(services: Services, time: Time) -> None:
    def caller(number: int, who: str) -> Caller:
        return Caller(Session(who, None, ()), None, f"192.0.2.{number}", who)

    for number in range(20):
        may_make(services, caller(number, "one"))
    with pytest.raises(TooMany, match="Too many new tables; please try again in 180 seconds"):
        may_make(services, caller(99, "one"))
    may_make(services, caller(99, "another"))
    time.now += 180
    may_make(services, caller(99, "one"))


def test_bots_and_deadlines_of_a_maker_who_had_their_share_wait_and_go_on(
    services: Services, client: httpx.Client, time: Time
) -> None:
    table, quota = gather(client), services.keeper.quota
    quota.charge("", table.id, SHARE)
    wait = quota.wait(table.id)
    assert wait > 0
    time.now += wait
    assert quota.wait(table.id) == 0
