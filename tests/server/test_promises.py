"""Promises in every game over HTTP: what became of them stands on messages, in the ledger and in the replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.serving import Browser, Clock, another, begin, client_of, open_services

from turncoat.bots import seat_names, usual_bot
from turncoat.bots.match import seat_bots
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, tag_of
from turncoat.server.services import Services
from turncoat.table.table import Game, Table
from turncoat.table.talk_grammar import first_words, never_sealed

FATES = {"truce": 1, "loyalty": 1, "conspiracy": 1, "thrice": 0, "dune": 0}
"""By game, whether its events show what somebody has answered: where none does, every promise is void at the end."""

MOST = 200
"""After so many answers some answer has been revealed."""


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(tmp_path, rates={})


@pytest.fixture
def client(services: Services) -> Iterator[httpx.Client]:
    with client_of(services) as client:
        yield client


class Evening:
    """A table at which bots play through the keys of people, and a promise of somebody to the next."""

    def __init__(self, client: httpx.Client, services: Services, game: str) -> None:
        self.rules = ruleset(game)
        self.seats = self.rules.usual_seats
        self.table = begin(client, tuple(seat_names(self.seats)), game=game)
        self.services = services
        self.bots = seat_bots(game, [usual_bot(game, seat, self.seats) for seat in range(self.seats)], 1)
        self.giver = play.waiting(self.game)[0]
        self.taker, self.third = ((self.giver + more) % self.seats for more in (1, 2))
        self.browsers = {seat: self._browser(client, seat) for seat in (self.giver, self.taker, self.third)}

    def _browser(self, client: httpx.Client, seat: int) -> Browser:
        browser = another(client)
        self.table.hand(seat, browser)
        return browser

    @property
    def live(self) -> Table:
        return self.services.keeper.live_tables._live[self.table.id]

    @property
    def game(self) -> Game:
        assert self.live.game is not None
        return self.live.game

    def promise(self) -> None:
        """Whisper the same twice, once as it will be and once as it will not: one of them is broken."""
        public = never_sealed(self.rules.id, self.live.options, self.seats)
        offered = [tag_of(box.action) for box in play.boxes(self.game, self.giver).boxes]
        act = next(one for one in (*offered, *map(tag_of, self.rules.actions)) if one not in public)
        for will in (True, False):
            said = self.table.post(
                "talk", self.giver, to=[self.taker], promise={"who": self.giver, "act": act, "will": will}
            )
            assert said.status_code == 201, said.text

    def play(self, most: int) -> None:
        """Let the bots answer until something has been judged, or so often."""
        for _ in range(most):
            if self.live.fates or play.over(self.game):
                return
            seat = play.waiting(self.game)[0]
            view, boxes = self.rules.view(self.game, seat), play.boxes(self.game, seat)
            action = self.rules.write_action(self.bots[seat].answer(view, boxes))
            answered = self.table.post("answer", seat, action=action)
            assert answered.status_code == 200, answered.text

    def fates(self, seat: int | None, part: str = "messages", **query: int) -> set[str]:
        """What a seat is told over the API to have become of promises."""
        reader = self.browsers[seat].client if seat in self.browsers else self.table.client
        told = reader.get(self.table.path(part), params=query).json()
        return {one["fate"] for one in (told["said"] if part == "replay" else told)}


@pytest.mark.parametrize("game", list(FATES))
def test_a_promise_has_its_fate_in_every_game(client: httpx.Client, services: Services, game: str) -> None:
    """The same on the message, in the ledger and in the replay, for who gave it and who heard it; for nobody else."""
    evening = Evening(client, services, game)
    evening.promise()
    evening.play(MOST if FATES[game] else 40)
    known = {"kept", "broken"} if FATES[game] else {"open"}
    table = evening.table
    assert [evening.fates(seat) for seat in (evening.giver, evening.taker, evening.third)] == [known, known, set()]
    table.do("close")
    shown = {f"pill-{one}" for one in known} if FATES[game] else {"pill-void"}
    for seat, browser in evening.browsers.items():
        heard = shown if seat != evening.third else set()
        assert evening.fates(seat, "replay", viewer=evening.taker) == (
            (known if FATES[game] else {"void"}) if heard else set()
        )
        for part in ("", f"?to={evening.taker}", "/ledger", "/replay"):
            page = browser.get(f"/tables/{table.id}{part}").text
            assert {one for one in shown if one in page} == heard, part


@pytest.mark.parametrize("game", list(FATES))
def test_whatever_is_judged_by_turns_can_be_asked_and_promised_over_http(client: httpx.Client, game: str) -> None:
    """DUN-4.3.3, LOY-10.2.5, CON-5.g, THR-11.2, TRU-4.1: alliances, war, places, gifts, tricks."""
    rules = ruleset(game)
    seats = rules.usual_seats
    table = begin(client, tuple(seat_names(seats)), game=game)
    assert rules.acts is not None
    acts = [box for box in first_words(game, rules.read_options({}), seats) if box.tag in rules.acts.tags]
    assert len(acts) == len(rules.acts.kinds)
    for box in acts:
        fields = {name: space.nth(0) for name, space in box.fields}
        for part, who in (("request", 1), ("promise", 0)):
            said = table.post("talk", 0, to=[1], **{part: {"who": who, "act": box.tag, "fields": fields}})
            assert said.status_code == 201, said.text
    wrong = table.post("talk", 0, to=[1], request={"who": 1, "act": "dance"})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "request.act")


# --- before an answer -----------------------------------------------------------------------------


def test_whoever_is_about_to_break_a_promise_is_told_so_and_nobody_else_is(client: httpx.Client) -> None:
    """TRU-4.2: the word does not bind; the page says what it was before the order is sealed."""
    table = begin(client, ("Agatha", "Barney", "Celeste"))
    agatha, celeste = another(client), another(client)
    table.hand(0, agatha)
    table.hand(2, celeste)
    word = {"who": 0, "act": "support", "fields": {"target": 1}}
    assert table.post("talk", 0, to=[1], promise=word).status_code == 201

    def told(browser: Browser, act: str, target: int) -> dict[str, list[str]]:
        query = {"act": act, f"{act}.target": target}
        return dict(browser.get(f"/tables/{table.id}/outlook", params=query).json())

    broken = "This breaks your promise to Barney: “You will support Barney this round”."
    assert told(agatha, "attack", 1) == {"broken": [broken], "lines": []}
    assert told(agatha, "support", 1) == {"broken": [], "lines": []}
    assert told(celeste, "attack", 1) == {"broken": [], "lines": []}
    assert "data-outlook" in agatha.get(f"/tables/{table.id}").text
    assert "data-outlook" not in celeste.get(f"/tables/{table.id}").text


def test_an_act_that_was_not_to_be_done_is_warned_of_as_well(client: httpx.Client) -> None:
    """TRU-4.2: who gives 3 coins gives 2 as well; what was promised to be done can still be done by another answer."""
    table = begin(client, ("Agatha", "Barney", "Celeste"), options={"coins": 9})
    agatha = another(client)
    table.hand(0, agatha)
    for word in ({"fields": {"to": 1, "coins": 2}, "will": False}, {"fields": {"to": 2, "coins": 1}}):
        assert table.post("talk", 0, promise={"who": 0, "act": "give"} | word).status_code == 201

    def told(to: int, coins: int) -> list[str]:
        query = {"act": "give", "give.to": to, "give.coins": coins}
        return list(agatha.get(f"/tables/{table.id}/outlook", params=query).json()["broken"])

    broken = ["This breaks your promise to everybody: “You will not give 2 coins to Barney this round”."]
    assert [told(1, 2), told(1, 3)] == [broken, broken]
    assert [told(1, 1), told(2, 1)] == [[], []]


def test_several_broken_promises_are_one_short_line(client: httpx.Client) -> None:
    table = begin(client, ("Agatha", "Barney", "Celeste"))
    agatha = another(client)
    table.hand(0, agatha)
    for to in (1, 2):
        word = {"who": 0, "act": "support", "fields": {"target": to}}
        assert table.post("talk", 0, to=[to], promise=word).status_code == 201
    told = agatha.get(f"/tables/{table.id}/outlook", params={"act": "loot"}).json()["broken"]
    assert told == ["Breaks 2 promises: Barney, Celeste"]


@pytest.mark.parametrize("fields", [{}, {"to": 1}, {"coins": 2}])
def test_a_promised_gift_names_what_is_given_and_to_whom(client: httpx.Client, fields: dict[str, int]) -> None:
    """Any coin to anybody would keep such a promise; nothing for anybody can be promised."""
    table = begin(client, ("Agatha", "Barney", "Celeste"))
    gift = {"who": 0, "act": "give", "fields": fields}
    refused = table.post("talk", 0, promise=gift)
    assert refused.status_code == 422
    assert "A promised gift says what is given and to whom; it does not name " in refused.text
    assert table.post("talk", 0, promise=gift | {"will": False}).status_code == 201


@pytest.mark.parametrize("game", [game for game in FATES if game != "truce"])
def test_what_is_seen_to_be_done_was_foreseen(client: httpx.Client, services: Services, game: str) -> None:
    """LOY-10.1.1, DUN-4.7.2, CON-5.g, THR-10.1: an act that follows an answer at once is what it comes to.

    Who brings units along goes on with an act that an earlier answer has begun (LOY-10.2).
    """
    evening = Evening(client, services, game)
    acts, seen = evening.rules.acts, set[Action]()
    assert acts is not None
    for _ in range(MOST):
        if play.over(evening.game):
            break
        seat = play.waiting(evening.game)[0]
        view = evening.rules.view(evening.game, seat)
        action = evening.bots[seat].answer(view, play.boxes(evening.game, seat))
        foreseen, before = set(acts.would(action, view)), len(evening.live.stream(seat))
        evening.table.post("answer", seat, action=evening.rules.write_action(action))
        news = [one.event for one in evening.live.stream(seat)[before:]]
        done = {act for event in news for who, act in acts.done(evening.game, event) if who == seat}
        assert done <= foreseen or tag_of(action.__class__) == "bring", action
        seen |= done
    assert seen


def test_a_turn_that_goes_on_is_this_turn_in_every_phase(client: httpx.Client, services: Services) -> None:
    """DUN-1.4.1: a promise is made in one phase and read in a later one of the same turn; and in the next turn."""
    evening, clock = Evening(client, services, "dune"), services.keeper.now
    assert isinstance(clock, Clock)

    def plays_until(over: Callable[[dict[str, Any]], bool]) -> None:
        for _ in range(400):
            clock.forward(1)
            if over(evening.table.get()["view"]):
                return
            evening.play(1)
        raise AssertionError("it takes too long")

    def shown() -> str:
        return evening.browsers[evening.giver].get(f"/tables/{evening.table.id}?to={evening.taker}").text

    plays_until(lambda view: view["turn"] == 1)
    word = {"who": evening.giver, "act": "ally", "fields": {"to": evening.taker}, "will": False}
    assert evening.table.post("talk", evening.giver, to=[evening.taker], promise=word).status_code == 201
    plays_until(lambda view: "battles" in view["phase"] or "collection" in view["phase"] or view["turn"] > 1)
    assert evening.table.get()["view"]["turn"] == 1
    promised = f"You will not ally with {evening.table.names[evening.taker]}"
    assert f"{promised} this turn" in shown()
    plays_until(lambda view: view["turn"] == 2)
    assert f"{promised} in turn 1" in shown()
    assert f"{promised} this turn" not in shown()
