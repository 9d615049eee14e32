"""A secret for a secret: two bots end as allies, a third is left alone, and a person can take part in plain words."""

from __future__ import annotations

import re

from turncoat.kernel.bargaining import Bargainer
from turncoat.kernel.confidence import Confidence, Words
from turncoat.kernel.promise import Message, Pledge, Say

WORDS = Words(
    ask=("What is your number? I tell you mine.",),
    question=re.compile("number.*mine"),
    tell=lambda number: f"It is {number}.",
    told=lambda text: int(found[0]) if (found := re.findall(r"\d+", text)) else None,
)


class Keeper:
    """A seat with a secret number."""

    def __init__(self, seat: int, seats: int = 4) -> None:
        self.seat, self.allies = seat, dict[int, int]()
        self.bargainer = Bargainer(seat, seats, lambda sides: 0)
        self.confidence = Confidence(self.bargainer, WORDS, self.allies.__setitem__)

    def talk(self, *, asks: bool = True) -> list[Say]:
        return [] if self.allies else self.confidence.talk(70 + self.seat, asks=asks)

    def hears(self, sender: int, text: str) -> bool:
        return self.confidence.read(Message(sender, Say((self.seat,), text)))


def confer(*keepers: Keeper) -> None:
    """Each talks three times in turn, as at a table; whispers reach whom they are for."""
    for _ in range(3):
        for keeper in keepers:
            for said in keeper.talk():
                for other in keepers:
                    if other.seat in said.to:
                        other.confidence.read(Message(keeper.seat, said))


def test_two_of_four_find_each_other() -> None:
    """Whoever says nothing is asked, too, and learns nothing but that."""
    for pair in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        one, other = map(Keeper, pair)
        confer(one, other)
        assert (one.allies, other.allies) == ({other.seat: 70 + other.seat}, {one.seat: 70 + one.seat})


def test_four_make_two_pairs() -> None:
    keepers = [Keeper(seat) for seat in range(4)]
    confer(*keepers)
    assert [list(keeper.allies) for keeper in keepers] == [[1], [0], [3], [2]]


def test_a_secret_is_told_to_nobody_who_has_neither_asked_nor_told() -> None:
    """A bot that only asks keeps its own secret; one that does not ask says nothing."""
    keeper = Keeper(0)
    asked = [said for _ in range(4) for said in keeper.talk()]
    assert [said.to for said in asked] == [(1,), (2,), (3,)]
    assert not any("70" in said.text for said in asked)
    assert Keeper(0).talk(asks=False) == []


def test_a_person_answers_in_plain_words() -> None:
    """A number that is whispered is believed, and the bot tells its own; other words are left to others."""
    keeper = Keeper(0)
    assert not keeper.hears(2, "Good evening!")
    assert keeper.hears(2, "mine: 9")
    (said,) = keeper.talk()
    assert (said.to, said.text.endswith("It is 70."), keeper.allies) == ((2,), True, {2: 9})


def test_only_one_is_told_at_a_time() -> None:
    """Whoever asks and then says nothing is waited for; after that the next is told."""
    keeper = Keeper(0)
    for seat in (1, 2):
        assert keeper.hears(seat, "Your number for mine?")
    assert [said.to for said in keeper.talk()] == [(1,)]
    assert keeper.talk() == []
    keeper.bargainer.moment += 1
    assert [said.to for said in keeper.talk()] == [(2,)]


def test_what_is_said_aloud_or_promised_is_no_secret() -> None:
    keeper = Keeper(0)
    for said in (Say((), "It is 9."), Say((0, 2), "It is 9."), Say((0,), "9", promise=Pledge(1, "dance"))):
        assert not keeper.confidence.read(Message(1, said))
    assert not keeper.confidence.read(Message(None, Say((0,), "9")))


def test_a_bot_that_begins_anew_remembers_what_it_has_said() -> None:
    """Its own messages are read to it again."""
    keeper = Keeper(0)
    keeper.confidence.read(Message(0, Say((3,), "It is 70.")))
    assert keeper.confidence.own == 70
    assert keeper.talk() == []
