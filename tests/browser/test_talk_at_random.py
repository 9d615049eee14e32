"""A whisper that is being written stays one, whatever happens to the page: reveals, swaps, lost lines, tabs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.players import PATIENCE, Player, Server, players, turn_to
from tests.browser.test_threads import ANNA, BEN, CLARA, DESK, PHONE, THREE, thread
from tests.serving import Sitting

from turncoat.table import holders
from turncoat.web.render import environment

WRITING = """
() => {
  const values = (wanted) => [...document.querySelectorAll(`.say ${wanted}`)].map(({ value }) => value);
  return [values("textarea")[0], values("[name=to]")];
}
"""
"""What stands in the box, and to whom it would be said."""

AGAIN = """
() => {
  const link = document.querySelector(".rounds-strip [data-reveal]");
  if (!link?.checkVisibility()) return false;
  link.click();
  return true;
}
"""
"""Look at the last round once more, if it can be seen; whether it was."""

SECRET = "for Anna's ears"
"""With this begins whatever Ben writes to Anna."""


class Evening:
    """Ben writes to Anna in one tab and has the table open in another; what else happens is in an order drawn by lot.

    Attributes:
        said: What he has sent to Anna so far.
        draft: What stands in the box and is not sent.
        others: Clara, at the same table, and somebody who watches: they are to learn of none of it.
    """

    def __init__(self, table: Sitting, ben: Player, others: Sequence[Player], chance: Random) -> None:
        self.table, self.ben, self.others, self.chance = table, ben, others, chance
        self.page, self.said, self.draft, self.number = ben.page, list[str](), "", 0
        self.other = ben.context.new_page()
        self.other.goto(f"/tables/{table.id}?to={CLARA}")
        self.page.bring_to_front()

    @property
    def steps(self) -> tuple[Callable[[], None], ...]:
        """What can happen."""
        return (
            *(self.writes, self.sends, self.others_speak, self.round_is_over, self.goes_on, self.sees_again),
            *(self.line_is_lost, self.loads_again, self.looks_elsewhere, self.turns_to_another, self.other_tab),
        )

    def to_anna(self, page: Page) -> None:
        """Open the thread with Anna, if it is not open."""
        turn_to(page, "Talk")
        thread(page, "Anna").click()
        expect(page.locator(".say .to-whom")).to_have_text("to Anna", timeout=PATIENCE)

    def writes(self) -> None:
        self.to_anna(self.page)
        self.number += 1
        self.draft = f"{SECRET} {self.number}"
        self.page.locator(".say textarea").fill(self.draft)

    def sends(self) -> None:
        """Without opening the thread again: it is the one in which he was writing."""
        turn_to(self.page, "Talk")
        box = self.page.locator(".say textarea")
        if not self.draft or box.input_value() != self.draft:
            return
        with self.page.expect_response(lambda one: one.url.partition("?")[0].endswith("/talk")):
            box.press("Enter")
        self.said.append(self.draft)
        self.draft = ""
        expect(self.page.locator("#messages")).to_contain_text(self.said[-1], timeout=PATIENCE)
        expect(box).to_have_value("")

    def others_speak(self) -> None:
        self.number += 1
        self.table.post("talk", ANNA, text=f"noise {self.number}")
        self.table.post("talk", ANNA, to=[BEN], text=f"psst {self.number}")
        expect(self.page.locator(".thread-last", has_text=f"psst {self.number}")).to_have_count(1, timeout=PATIENCE)

    def round_is_over(self) -> None:
        """The reveal begins by itself."""
        if self.table.get()["phase"] != "playing":
            return
        self.table.everybody("loot")

    def goes_on(self) -> None:
        """The reveal is skipped, if it is still running."""
        self.page.evaluate("document.getElementById('skip')?.click()")
        expect(self.page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)

    def sees_again(self) -> None:
        if self.page.evaluate(AGAIN):
            expect(self.page.locator("#reveal")).to_have_count(1, timeout=PATIENCE)

    def line_is_lost(self) -> None:
        self.ben.context.set_offline(True)
        self.number += 1
        self.table.post("talk", ANNA, text=f"noise {self.number}")
        self.ben.context.set_offline(False)
        expect(self.page.locator(".thread-last", has_text=f"noise {self.number}")).to_have_count(1, timeout=PATIENCE)

    def loads_again(self) -> None:
        self.page.reload()

    def looks_elsewhere(self) -> None:
        self.page.goto(f"/tables/{self.table.id}/ledger")
        self.page.go_back()

    def turns_to_another(self) -> None:
        turn_to(self.page, "Talk")
        name = self.chance.choice(("Everybody", "Clara"))
        thread(self.page, name).click()
        whom = name if name == "Clara" else "everybody"
        expect(self.page.locator(".say .to-whom")).to_have_text(f"to {whom}", timeout=PATIENCE)
        assert SECRET not in self.page.locator(".say textarea").input_value()
        self.to_anna(self.page)

    def other_tab(self) -> None:
        self.other.bring_to_front()
        turn_to(self.other, "Talk")
        assert SECRET not in self.other.locator(".say textarea").input_value()
        self.page.bring_to_front()

    def check(self) -> None:
        """Anna has heard what was sent to her, in a whisper; nobody else has heard or seen a word of it."""
        mine = [one["message"]["said"] for one in self.table.get("messages", ANNA)]
        told = [(said["text"], said["to"]) for said in mine if said["text"].startswith(SECRET)]
        assert told == [(words, [ANNA]) for words in self.said]
        for player in self.others:
            heard = player.context.request.get(self.table.path("messages")).text()
            assert SECRET not in heard + player.page.content()
        in_box, open_to = self.page.evaluate(WRITING)
        assert open_to == [str(ANNA)] or SECRET not in in_box
        assert in_box == self.draft or open_to != [str(ANNA)]


@contextmanager
def evening(browser: Browser, server: Server, chance: Random, ben_on: Mapping[str, Any]) -> Iterator[Evening]:
    """Ben at a desk or with a phone, Clara with the other one, a spectator at a desk; Anna sits there as a program."""
    table = server.begun(THREE, options={"rounds": 12})
    hers = DESK if ben_on is PHONE else PHONE
    with (
        players(browser, server, 1, **ben_on) as (ben,),
        players(browser, server, 1, **hers) as (clara,),
        players(browser, server, 1, **DESK) as (watcher,),
    ):
        ben.join(table.link(BEN), "Ben")
        clara.join(table.link(CLARA), "Clara")
        watcher.visit(f"/tables/{table.id}")
        yield Evening(table, ben, (clara, watcher), chance)


@pytest.mark.parametrize(("seed", "ben_on"), [(1, DESK), (2, PHONE), (3, DESK)], ids=["desk", "phone", "desk again"])
def test_a_whisper_stays_one_whatever_happens(
    browser: Browser, server: Server, seed: int, ben_on: Mapping[str, Any]
) -> None:
    chance = Random(seed)
    with evening(browser, server, chance, ben_on) as made:
        made.writes()
        for step in chance.sample(made.steps, len(made.steps)):
            step()
            made.check()
        made.writes()
        made.to_anna(made.page)
        expect(made.page.locator(".say textarea")).to_have_value(made.draft)
        made.check()


def test_a_whisper_that_reaches_clara_is_found(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: what is said to Anna reaches Clara, too."""
    sound = holders.reach
    monkeypatch.setattr(holders, "reach", lambda hearers, seat, holder: seat == CLARA or sound(hearers, seat, holder))
    with evening(browser, server, Random(0), DESK) as made:
        made.writes()
        made.sends()
        with pytest.raises(AssertionError):
            made.check()


def follows(route: Route) -> None:
    """Hand out a script in which one draft is kept for all threads."""
    found = route.fetch()
    route.fulfill(response=found, body=re.sub(r" \$\{\w+\.id\}`", "`", found.text()))


def test_a_draft_that_follows_into_another_thread_is_found(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault is in the page: neither the script nor the field's name tells the threads apart."""
    monkeypatch.setitem(environment().globals, "text_field", lambda to: "text")
    with evening(browser, server, Random(0), DESK) as made:
        made.ben.context.route("**/*.js*", follows)
        made.page.reload()
        made.writes()
        with pytest.raises(AssertionError, match=SECRET):
            made.turns_to_another()
