"""What is said of events and actions: messages with places for values, and what a class must say of itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import pytest

from turncoat.games.truce.state import Attack
from turncoat.kernel.boxes import Action, box, shut
from turncoat.kernel.events import Event, Listener, events_of, stages_of
from turncoat.kernel.message import Kind, Message, Says, Seat, Seats
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.space import OneOf

NAMES = SeatNames(("Ada", "Ben", "Cleo"))


class Share(Says):
    """A clause of a sentence."""

    says = Message("{seat} {coins:coin}")

    seat: Seat
    coins: int


class Shared(Event, rule="TST-1", stage="Loot", weight=2):
    """A sentence, and another one where something is left."""

    says = Message("{looters} {looters:takes|share} the {hoard}: {shares}{won:; it is over|}.")
    rest = Message("{left:nothing|# coin|# coins} {left:is|is|are} left.")

    looters: Seats
    coins: tuple[int, ...]
    left: int = 0
    won: bool = False

    @property
    def shares(self) -> tuple[Share, ...]:
        """Who gets how much."""
        return tuple(map(Share, self.looters, self.coins))

    @property
    def hoard(self) -> Annotated[str, Kind("hoard")]:
        """What is shared."""
        return "stash"

    def sentences(self) -> Iterable[Message]:
        """What is left is said where there are several."""
        return (self.says, self.rest) if len(self.looters) > 1 else (self.says,)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Shared((1,), (1,)), "Ben takes the stash: Ben 1 coin."),
        (Shared((), ()), "nobody share the stash: nothing."),
        (Shared((0, 1), (2, 2), 1), "Ada and Ben share the stash: Ada 2 coins and Ben 2 coins. 1 coin is left."),
        (Shared((0, 1), (0, 0), 3), "Ada and Ben share the stash: Ada 0 coins and Ben 0 coins. 3 coins are left."),
        (Shared((0, 1), (1, 1)), "Ada and Ben share the stash: Ada 1 coin and Ben 1 coin. nothing is left."),
        (Shared((2,), (1,), won=True), "Cleo takes the stash: Cleo 1 coin; it is over."),
    ],
)  # fmt: skip
def test_places_are_filled_as_annotations_say(event: Shared, said: str) -> None:
    """Seats by name, lists with an "and", numbers with what is counted, clauses in their own words."""
    assert event.say(NAMES) == said


class Drew(Says):
    """What may be drawn by nobody."""

    says = Message("{seats} {seats:draws|draw}.", without=("seats", "Nobody draws {what}."))

    seats: Seats
    what: str = "a card"


def test_where_a_field_is_empty_something_else_is_said() -> None:
    assert (Drew((1,)).say(NAMES), Drew(()).say(NAMES)) == ("Ben draws.", "Nobody draws a card.")
    assert Drew.says.places == ("seats", "what")


class Fell(Says):
    """Numbers by name."""

    says = Message("{losses} {losses:falls|fall}.")

    losses: Annotated[dict[str, int], Kind("army", "nobody")]


@pytest.mark.parametrize(
    ("losses", "said"),
    [({}, "nobody fall."), ({"red": 2}, "2 red falls."), ({"red": 2, "blue": 1}, "2 red and 1 blue fall.")],
)
def test_of_numbers_by_name_it_is_said_how_many_of_each(losses: dict[str, int], said: str) -> None:
    assert Fell(losses).say(NAMES) == said


# --- what a class must say of itself --------------------------------------------------------------


def test_a_place_that_is_no_field_is_found_when_the_class_is_made() -> None:
    with pytest.raises(
        TypeError, match=r"Struck says \{city\}, but has no such field or property; it has: place, rule"
    ):

        class Struck(Event, rule="TST-2"):
            says = Message("{city} is struck.")

            place: str


def test_an_event_without_a_sentence_is_found_when_the_game_is_loaded() -> None:
    """The message says what to do."""

    class Game(Event):
        pass

    class Struck(Game, rule="TST-2"):
        pass

    with pytest.raises(TypeError, match=r"Struck has no sentence. Give it one, says = Message\(\"...\"\)"):
        events_of(Game)


def test_an_event_without_a_rule_is_found_when_the_game_is_loaded() -> None:
    class Game(Event):
        pass

    class Struck(Game):
        says = Message("It strikes.")

    with pytest.raises(TypeError, match=r"Struck has no rule. Give it one: class Struck\(..., rule=\"...\"\)."):
        events_of(Game)


def test_a_constant_that_is_misspelt_is_found_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match="Struck: no type above it has a class variable wieght"):

        class Struck(Event, rule="TST-2", wieght=3):  # type: ignore[call-arg, unused-ignore]
            says = Message("It strikes.")


def test_events_are_found_by_their_class_and_stages_by_the_events() -> None:
    """Types in between are none; what they say of stage and weight holds for those below."""

    class Game(Event):
        pass

    class Storm(Game, stage="Storm", weight=2):
        pass

    class Moved(Storm, rule="TST-3"):
        says = Message("It moves.")

    class Struck(Storm, rule="TST-4", weight=4):
        says = Message("It strikes.")

    class Ended(Game, rule="TST-5", stage="End", ends=True):
        says = Message("It is over.")

    assert events_of(Game) == (Moved, Struck, Ended)
    assert stages_of(Game) == ("Storm", "End")
    assert [(event.weight, event.ends) for event in events_of(Game)] == [(2, False), (4, False), (0, True)]


# --- telling --------------------------------------------------------------------------------------


def test_an_event_has_its_usual_rule_unless_it_is_told_under_another() -> None:
    listener = Listener()
    listener.all(Shared, (1,), (1,))
    listener.only((2, 0), Shared, (1,), (1,), rule="TST-9")
    assert [(audience, event.rule) for audience, event in listener.heard] == [(None, "TST-1"), ((0, 2), "TST-9")]


def test_what_is_private_cannot_be_told_to_all() -> None:
    class Noted(Event, rule="TST-6", private=True):
        says = Message("You note it.")

    listener = Listener()
    listener.only((1,), Noted)
    with pytest.raises(TypeError, match="Noted is private"):
        listener.all(Noted)


# --- actions --------------------------------------------------------------------------------------


def test_an_action_says_its_rule_why_it_is_closed_and_what_was_done() -> None:
    """TRU-3.3."""
    assert box(Attack, target=OneOf((1, 2))).rule == "TRU-3.3"
    (closed,) = shut(Attack)
    assert (closed.action, closed.rule, closed.why) == (Attack, "TRU-3.3", Attack.closed)
    assert Attack(2).say(NAMES) == "attacks Cleo"


def test_an_action_that_is_closed_must_say_why() -> None:
    """A refusal that gives no reason would be a rule number alone."""

    class Silent(Action, rule="TST-8"):
        phrase = "be silent"

    with pytest.raises(TypeError, match="Silent does not say why it is closed: give it closed"):
        shut(Silent)


def test_a_game_adds_constants_of_its_own() -> None:
    """A class variable of a game's own type of actions is given at the head of those below it."""

    class Deed(Action):
        points = 1

    class March(Deed, rule="TST-7", points=2):
        phrase = "march"

    assert (March.points, March.usual_rule, March.phrase) == (2, "TST-7", "march")
