"""Talk as at a table, on two desks and a phone: who is there, whom one does not want to hear, what one points at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players, serving, turn_to
from tests.browser.test_threads import DESK, PHONE, THREE, thread, whispers
from tests.serving import Sitting

from turncoat.server.clock import real_time

KEPT = "localStorage.setItem('wish with-sound', 'yes')"
SOUNDED = "heard = []; document.addEventListener('sounded', ({detail}) => heard.push(detail))"

FRAMES = (
    "() => new Promise((go) => { let left = 5; const on = () => left-- ? requestAnimationFrame(on) : go(); on(); })"
)
"""Waits until the page has been drawn a few times: it hears only then that something has scrolled."""


class Ahead:
    """The clock of the machine, put forward."""

    def __init__(self) -> None:
        self.by = 0

    def __call__(self) -> int:
        return real_time() + self.by


@pytest.fixture
def clock() -> Ahead:
    return Ahead()


@pytest.fixture
def server(tmp_path: Path, clock: Ahead) -> Iterator[Server]:
    with serving(tmp_path, clock) as made:
        yield made


@contextmanager
def three(browser: Browser, server: Server, **agreed: object) -> Iterator[tuple[Sitting, Player, Player, Player]]:
    """Anna and Ben at desks, Clara with a phone."""
    table = server.begun(THREE, title="Friday", **agreed)
    with players(browser, server, 2, **DESK) as (anna, ben), players(browser, server, 1, **PHONE) as (clara,):
        for seat, player in enumerate((anna, ben, clara)):
            player.join(table.link(seat), THREE[seat])
        yield table, anna, ben, clara


def told(clock: Ahead, player: Player, words: str) -> None:
    """Minute after minute, until the page says this; a stream that has just begun is told in the next."""
    here = player.page.locator(".here")
    for _ in range(20):
        clock.by += 60_000
        player.page.reload()
        if here.count() and " ".join((here.text_content() or "").split()) == words:
            return
    raise AssertionError(here.text_content())


def open_quiet(page: Page) -> None:
    turn_to(page, "Talk")
    page.locator("#quiet > summary").click()


def test_who_is_connected_is_seen_and_can_be_hidden(browser: Browser, server: Server, clock: Ahead) -> None:
    with three(browser, server) as (_, anna, ben, clara):
        told(clock, anna, "Ben and Clara are connected")
        told(clock, clara, "Anna and Ben are connected")
        expect(clara.page.locator('[data-whose="1"] .here-dot')).to_have_count(1)
        expect(clara.page.locator("#thread-1[data-connected]")).to_have_count(1)
        open_quiet(ben.page)
        ben.page.get_by_role("button", name="Hide this at all tables").click()
        expect(ben.page.locator("#hide")).to_contain_text("Nobody sees whether you are connected")
        told(clock, anna, "Clara is connected")
        expect(anna.page.locator('[data-whose="1"] .here-dot')).to_have_count(0)


def test_a_muted_person_makes_no_mark_and_no_sound(browser: Browser, server: Server) -> None:
    with three(browser, server) as (_, anna, ben, clara):
        for player in (anna, clara):
            player.page.evaluate(KEPT)
            player.page.reload()
            player.page.evaluate(SOUNDED)
        open_quiet(clara.page)
        clara.page.get_by_role("button", name="Mute Ben").click()
        expect(clara.page.get_by_role("button", name="Hear Ben")).to_be_visible()
        turn_to(clara.page, "Board")
        ben.say("Carpets, fine carpets!")
        expect(thread(anna.page, "Everybody").locator(".thread-last")).to_have_text("Ben: Carpets, fine carpets!")
        anna.page.wait_for_function("heard.includes('word')")
        whispers(anna, "Clara", "Do not listen to him.")
        expect(clara.page.locator("#unread")).to_have_text("1 unread", timeout=PATIENCE)
        expect(clara.page.locator(".talk-dot")).to_have_count(1)
        expect(clara.page.locator("#spoken")).to_have_text("Whispered. Anna: Do not listen to him.")
        assert clara.page.evaluate("heard") == ["word"], "Anna's alone"
        turn_to(clara.page, "Talk")
        expect(clara.page.locator(".say .to-whom")).to_have_text("to everybody")
        expect(clara.page.locator(".muted-words")).not_to_have_attribute("open", "")
        clara.page.locator(".muted-words > summary").click()
        clara.sees("Carpets, fine carpets!")


def test_what_somebody_points_at_lights_up_on_the_others_boards(browser: Browser, server: Server) -> None:
    """Also where the talk scrolls to these words."""
    with three(browser, server) as (_, anna, ben, clara):
        for number in range(4):
            ben.say(f"Good evening, for the {number + 1}. time.")
        anna.page.get_by_role("link", name="Point at the board").click()
        expect(anna.page.locator("#point-at")).to_be_visible()
        anna.page.locator('[data-whose="2"]').click()
        expect(anna.page.locator("#point-at")).to_have_value("seat-2")
        expect(anna.page.locator("i.pointed")).to_be_visible()
        anna.say("She has too much.")
        expect(ben.page.locator("#messages")).to_contain_text("She has too much.", timeout=PATIENCE)
        ben.page.evaluate(FRAMES)
        expect(ben.page.locator("i.pointed")).to_be_visible()
        expect(anna.page.locator("#point-at")).to_have_count(0)
        turn_to(clara.page, "Talk")
        expect(clara.page.locator("i.pointed")).to_be_hidden()
        clara.page.locator(".points").click()
        expect(clara.page.locator("i.pointed")).to_be_visible()
        seat, ring = (clara.page.locator(one).bounding_box() for one in ('[data-whose="2"]', "i.pointed"))
        assert seat is not None
        assert ring is not None
        assert ring["x"] <= seat["x"] <= ring["x"] + 20
        expect(clara.page.locator("#stage")).to_be_visible()


def test_on_a_phone_the_board_is_tapped_as_well(browser: Browser, server: Server) -> None:
    with three(browser, server) as (_, anna, _, clara):
        turn_to(clara.page, "Talk")
        clara.page.get_by_role("link", name="Point at the board").click()
        expect(clara.page.locator("#point-at")).to_be_visible()
        turn_to(clara.page, "Board")
        clara.page.locator('[data-whose="0"]').click()
        expect(clara.page.locator(".say textarea")).to_be_visible()
        expect(clara.page.locator("#point-at")).to_have_value("seat-0")
        clara.page.locator(".say .to-whom").click()
        expect(thread(anna.page, "Everybody").locator(".thread-last")).to_have_text("Clara: Anna", timeout=PATIENCE)
        expect(anna.page.locator("i.pointed")).to_be_visible()
