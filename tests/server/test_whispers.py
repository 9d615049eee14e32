"""A whisper reaches those it is for and nobody else, whatever happens at the table and on whatever page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.serving import Browser, Sitting, another, bearer, begin

from turncoat.table import holders

NAMES = ("Anna", "Ben", "Clara", "Dora")
SEATS = range(len(NAMES))
WATCHER = -1
STEPS = ("whisper", "ask", "play", "refused", "reconnect", "swap", "count")

Step = tuple[str, int]
"""What happens, and a number by which it is drawn how."""

evenings = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 1 << 20)), min_size=3, max_size=8)


class Evening:
    """Four people with browsers and somebody who watches: they whisper, play, come and go, as chance has it.

    Attributes:
        browsers: Each person's, by a number; newcomers are added.
        sitting: Which person holds each seat.
        said: The words that were whispered, and which persons may read them.
    """

    def __init__(self, client: httpx.Client) -> None:
        self.client, self.random, self.numbers = client, Random(0), count(1)
        self.table: Sitting = begin(client, NAMES, options={"rounds": 3})
        self.browsers = [another(client) for _ in SEATS]
        for seat, browser in enumerate(self.browsers):
            browser.join(self.table.link(seat), NAMES[seat])
        self.sitting = list(SEATS)
        self.watcher = another(client)
        self.said: dict[str, set[int]] = {}

    def step(self, what: str, number: int) -> None:
        """Something happens."""
        self.random = Random(number)
        {"whisper": self.whisper, "ask": self.ask, "play": self.play}.get(what, self.moves(what))()

    def moves(self, what: str) -> Callable[[], None]:
        return {"refused": self.refused, "reconnect": self.reconnect, "count": self.count}.get(what, self.swap)

    def at(self, seat: int) -> Browser:
        return self.browsers[self.sitting[seat]]

    def circle(self) -> tuple[int, list[int]]:
        speaker = self.random.choice(SEATS)
        others = [seat for seat in SEATS if seat != speaker]
        return speaker, sorted(self.random.sample(others, self.random.choice((1, 1, 2))))

    def secret(self, speaker: int, to: list[int]) -> str:
        words = f"secret-{next(self.numbers)}-of-{speaker}"
        self.said[words] = {self.sitting[seat] for seat in (speaker, *to)}
        return words

    def whisper(self) -> None:
        """From the page's own form, in a thread that is open while a round is seen again or not."""
        speaker, to = self.circle()
        words = self.secret(speaker, to)
        field = "text." + ",".join(map(str, to))
        query = self.random.choice(("", "?round=1&frame=0", f"?to={to[0]}"))
        form = {field: words, "to": [str(seat) for seat in to], "kind": "say"}
        self.at(speaker).post(f"/tables/{self.table.id}/talk{query}", form)

    def ask(self) -> None:
        """An offer, which may be answered at once."""
        speaker, to = self.circle()
        words = self.secret(speaker, to)
        form = {"text." + ",".join(map(str, to)): words, "to": [str(seat) for seat in to]}
        form |= {"kind": "request", "who": str(to[0]), "act": "loot", "offer.act": "pass"}
        self.at(speaker).post(f"/tables/{self.table.id}/talk", form)
        number = len(self.messages(to[0]))
        answer = {"kind": self.random.choice(("agree", "no")), "about": str(number)}
        self.at(to[0]).post(f"/tables/{self.table.id}/talk", answer)

    def refused(self) -> None:
        """Words of one thread are sent from the form of another: nobody hears them but their writer."""
        speaker, to = self.circle()
        words = self.secret(speaker, [])
        form = {"text." + ",".join(map(str, to)): words, "kind": "say"}
        self.at(speaker).post(f"/tables/{self.table.id}/talk", form)

    def play(self) -> None:
        """A round is sealed and revealed."""
        for seat in SEATS:
            form = {"act": self.random.choice(("loot", "pass", "defend"))}
            self.at(seat).post(f"/tables/{self.table.id}/answer", form)

    def reconnect(self) -> None:
        """Somebody is here with another device as well."""
        person = self.sitting[self.random.choice(SEATS)]
        fresh = another(self.client)
        fresh.client.cookies.update(self.browsers[person].client.cookies)
        self.browsers[person] = fresh

    def swap(self) -> None:
        """Somebody else takes a seat over, through a bot: what was whispered there before is not theirs to read."""
        seat = self.random.choice(SEATS)
        if self.table.get()["phase"] == "finished":
            return
        assert self.table.do("bot", seat=seat, bot="random").status_code == 204
        self.browsers.append(another(self.client))
        self.sitting[seat] = len(self.browsers) - 1
        self.at(seat).join(self.table.link(seat), f"Newcomer {len(self.browsers)}")

    def count(self) -> None:
        """Once the game is over, somebody lets all count what was whispered: the words stay with those who heard."""
        self.at(self.random.choice(SEATS)).post(f"/tables/{self.table.id}/open")

    def messages(self, seat: int) -> list[object]:
        return list(self.at(seat).client.get(f"/api/tables/{self.table.id}/messages").json())

    def pages(self, browser: Browser) -> Iterator[str]:
        """Every page and part of one that could show talk, with every thread named in the address."""
        here = f"/tables/{self.table.id}"
        threads = ["", "0", "1", "2", "3", "0,1", "1,2", "0,3", "1,2,3"]
        last = self.random.randint(1, 60)
        for to in self.random.sample(threads, 3):
            yield browser.get(f"{here}?to={to}&read={last}").text
            yield browser.get(f"{here}/live?to={to}&counter={last}&round=1&frame=1&since=0").text
            yield browser.get(f"{here}/threads?to={to}").text
        for part in ("", "/ledger", "/print", "/replay", "/reveal", "/export", "/votes", "/host"):
            yield browser.get(here + part).text
        for page in ("/", "/mine", "/me"):
            yield browser.get(page).text
        for part in ("", "/messages", "/events", "/replay", "/export"):
            yield browser.client.get(f"/api{here}{part}").text
        yield browser.client.get("/api/my-tables").text

    def leaks(self) -> list[tuple[str, int]]:
        """Words that somebody was shown who was not to hear them, with that person's number."""
        found = []
        for person, browser in (*enumerate(self.browsers), (WATCHER, self.watcher)):
            shown = "\n".join(self.pages(browser))
            found += [(words, person) for words, heard in self.said.items() if person not in heard and words in shown]
        return found


def evening(client: httpx.Client, steps: list[Step]) -> list[tuple[str, int]]:
    """What leaks, looked for at every page after the last step and in between."""
    made = Evening(client)
    for place, (what, number) in enumerate(steps):
        made.step(what, number)
        if (place % 4 == 3 or place == len(steps) - 1) and (leaks := made.leaks()):
            return leaks
    return []


SHORT = settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.generate],
)


@given(steps=evenings)
@SHORT
def test_a_whisper_never_reaches_a_third_seat(client: httpx.Client, steps: list[Step]) -> None:
    assert evening(client, steps) == []


def test_whispers_are_there_to_be_found(client: httpx.Client) -> None:
    """Whoever was whispered to does read it on these pages, so that the test above proves something."""
    made = Evening(client)
    for number in range(4):
        made.step("whisper", number)
    heard = "\n".join(text for browser in made.browsers for text in made.pages(browser))
    assert sum(words in heard for words in made.said) > 2


def deaf_to_holders(hearers: object, seat: int | None, holder: int) -> bool:
    """A planted fault: whispers reach whoever sits last."""
    return hearers is None or seat == len(NAMES) - 1 or (seat, holder) in hearers  # type: ignore[operator]


def seats_alone(hearers: object, seat: int | None, holder: int) -> bool:
    """A planted fault: who takes a seat over hears what was whispered there before."""
    return hearers is None or seat in dict(hearers)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("fault", "steps"),
    [
        (deaf_to_holders, [("whisper", number) for number in range(4)]),
        (seats_alone, [*[("whisper", number) for number in range(4)], *[("swap", number) for number in range(4)]]),
    ],
)
def test_a_whisper_that_reaches_a_third_seat_is_found(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., bool], steps: list[Step]
) -> None:
    monkeypatch.setattr(holders, "reach", fault)
    assert evening(client, steps)


# --- streams ------------------------------------------------------------------------------------

END = "That was the evening."


def overheard(web: httpx.Client) -> str:
    """All that the streams of Anna, of a spectator and of Anna's program say while Ben and Clara whisper."""
    table = begin(web, NAMES)
    anna = another(web)
    anna.join(table.link(0), NAMES[0])
    ways: tuple[tuple[httpx.Client, dict[str, str]], ...] = (
        (anna.client, {}),
        (another(web).client, {}),
        (web, bearer(table.keys[0])),
    )
    told = ""
    for client, headers in ways:
        with client.stream("GET", table.path("stream"), headers=headers) as stream:
            lines = stream.iter_lines()
            table.post("talk", 1, to=[2], text="secret", request={"who": 2, "act": "loot"})
            number = len(table.get("messages", 2))
            table.post("talk", 2, about=number, answer="agree", text="secret, too")
            table.post("talk", 1, text=END)
            for line in lines:
                told += line
                if END in line:
                    break
    return told


def test_no_stream_tells_of_a_whisper(web: httpx.Client) -> None:
    told = overheard(web)
    assert END in told
    assert "secret" not in told
    assert "loot" not in told


def test_a_stream_that_tells_of_a_whisper_is_found(web: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: everybody hears everything."""
    monkeypatch.setattr(holders, "reach", lambda hearers, seat, holder: True)
    assert "secret" in overheard(web)
