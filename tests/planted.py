"""Faults planted on purpose: rules, boxes and doors that are wrong in one way each.

A detector that is not seen to catch its fault proves nothing. Each fault is installed by a function that takes
pytest's ``monkeypatch`` and returns the rules to be examined; afterwards everything is as before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from itertools import count
from typing import Any, cast

import msgspec
import pytest
from msgspec import Struct

from turncoat.bots import protocol
from turncoat.games import AnyRuleset
from turncoat.games.truce.choices import action_boxes, gift_boxes
from turncoat.games.truce.events import GiftGiven, TruceEvent
from turncoat.games.truce.round import PASS
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Attack, Defend, Pass, Round, Support, Truce
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes, box
from turncoat.kernel.chance import Chance
from turncoat.kernel.decision import Decision
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.events import Event, Tell
from turncoat.kernel.lazy_boxes import LazyBoxes
from turncoat.kernel.ruleset import Ruleset

Fault = Callable[[pytest.MonkeyPatch], AnyRuleset]


def sound(monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
    """No fault at all."""
    return cast("AnyRuleset", RULES)


def changed(rules: Ruleset[Any, Any, Any, Any], **parts: object) -> AnyRuleset:
    """Rules in which some parts are others, be they what the game writes or what every game gets."""
    written = {field.name: getattr(rules, field.name) for field in fields(rules)}
    others = {name: parts.pop(name) for name in list(parts) if name in written}
    methods = {name: staticmethod(part) if callable(part) else part for name, part in parts.items()}
    return cast("AnyRuleset", type("PlantedRules", (Ruleset,), methods)(**written | others))


def instead(**parts: object) -> Fault:
    """Rules of Truce in which some parts are others."""
    return lambda monkeypatch: changed(RULES, **parts)


def choosing(**parts: object) -> Fault:
    """Truce with another decision: its boxes, its default, and so on."""

    def install(monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
        step = Round.table_of_contents["choose"]
        assert isinstance(step, Decision)
        for name, part in parts.items():
            assert name in [*vars(step), "complete"], f"the decision has no part {name}"
            monkeypatch.setattr(step, name, part)
        return sound(monkeypatch)

    return install


def door(name: str, other: Callable[..., Any]) -> Fault:
    """Truce behind a kernel in which one function of ``play`` is another; it gets the right one first."""

    def install(monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
        right = getattr(play, name)
        monkeypatch.setattr(play, name, lambda *given, **named: other(right, *given, **named))
        return sound(monkeypatch)

    return install


def sent_too_much(monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
    """Truce whose bots are sent what others have sealed."""
    right = protocol.question

    def question(game: Any, rules: AnyRuleset, seat: int, **named: bool) -> protocol.Question:
        now = play.pending(game)
        sealed = msgspec.Raw(protocol.ENCODER.encode(repr(now and now.answers)))
        return msgspec.structs.replace(right(game, rules, seat, **named), view=sealed)

    monkeypatch.setattr(protocol, "question", question)
    return sound(monkeypatch)


# --- states -----------------------------------------------------------------------------------


def sharing_clone(game: Truce) -> Truce:
    other = RULES.clone(game)
    other.supplies = game.supplies
    return other


def sharing_clone_deep_inside(game: Truce) -> Truce:
    other = RULES.clone(game)
    if other.stack and game.stack[-1].pending is not None:
        other.stack[-1].pending = game.stack[-1].pending
    return other


def unequal_clone(game: Truce) -> Truce:
    other = RULES.clone(game)
    other.chance.drawn += 1
    return other


def forgetful_decode(data: bytes) -> Truce:
    game = RULES.decode(data)
    game.stack = game.stack[:1]
    return game


def unstable_encode() -> Callable[[Truce], bytes]:
    numbers = count()
    return lambda game: RULES.encode(game) + b" " * next(numbers)


def losing_set_up(options: Any, seats: int, key: bytes, tell: Tell) -> Truce:
    game = RULES.set_up(options, seats, key, tell)
    game.supplies[0] -= 1
    return game


def lucky_set_up() -> Callable[..., Truce]:
    numbers = count()

    def set_up(options: Any, seats: int, key: bytes, tell: Tell) -> Truce:
        game = RULES.set_up(options, seats, key, tell)
        game.chance.drawn = next(numbers)
        return game

    return set_up


def talkative_set_up() -> Callable[..., Truce]:
    numbers = count()

    def set_up(options: Any, seats: int, key: bytes, tell: Tell) -> Truce:
        for _ in range(next(numbers)):
            RULES.set_up(options, seats, key, tell)
        return RULES.set_up(options, seats, key, tell)

    return set_up


# --- answers ----------------------------------------------------------------------------------


def illegal_default(game: Truce, round_: Round, seat: int) -> Action:
    return Attack(seat)


def boxes_without_anything(game: Truce, round_: Round, seat: int) -> Boxes[Any]:
    return Boxes() if seat == 1 else action_boxes(game, round_, seat)


def boxes_with_a_repeat(game: Truce, round_: Round, seat: int) -> Boxes[Any]:
    return Boxes(box(Pass, "TRU-3.7"), box(Pass, "TRU-3.7"))


class Backwards:
    """A group that numbers its answers from the last to the first."""

    def __init__(self, made: Boxes[Any]) -> None:
        self.count, self.boxes = made.count, made.boxes
        self.made = made

    def nth(self, index: int) -> Any:
        return self.made.nth(self.count - 1 - index)


def boxes_in_another_order(game: Truce, round_: Round, seat: int) -> Boxes[Any]:
    return LazyBoxes([Backwards(action_boxes(game, round_, seat))])


def boxes_for_strangers(right: Callable[..., Boxes[Any]], game: Any, seat: int) -> Boxes[Any]:
    return right(game, seat) or Boxes(box(Pass, "TRU-3.7"))


def gift_refused_after_all(*given: object) -> None:
    raise NotAllowed("Not today.")


def changing_mend(game: Truce, round_: Round, seat: int, bad: object) -> None:
    game.requests[seat] += 1


def accept_anything(monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
    """Boxes that find every answer of a known type legal."""
    monkeypatch.setattr(Boxes, "settle", lambda self, action: action if self.speak_of(type(action)) else None)
    return sound(monkeypatch)


def accept_any_seat(right: Callable[..., Any], game: Any, seat: int, *given: Any, **named: Any) -> Any:
    return right(game, seat % len(game.requests), *given, **named)


def accept_any_request(right: Callable[..., Any], *given: Any, request: int | None = None, **named: Any) -> Any:
    return right(*given, **named)


def accept_after_the_end(right: Callable[..., Any], game: Any, seat: int, action: Any, *rest: Any, **named: Any) -> Any:
    return action if play.over(game) else right(game, seat, action, *rest, **named)


def tell_of_refusals(
    right: Callable[..., Any], game: Any, seat: int, action: Any, tell: Tell | None = None, **named: Any
) -> Any:
    try:
        return right(game, seat, action, *([tell] if tell else []), **named)
    except Refusal:
        if tell is not None:
            tell.all(Event, rule="TRU-R21")
        raise


def time_stands_still(right: Callable[..., Any], *given: Any, **named: Any) -> None:
    """Nothing happens."""


def read_anything(data: object) -> Any:
    return RULES.read_action(data) if isinstance(data, dict) and "type" in data else PASS


def write_everything_alike(action: Any) -> dict[str, object]:
    return {"type": "pass"}


def careless_play_out(right: Callable[..., Any], game: Any, pick: Any) -> None:
    right(game, pick)
    game.removed += 1


# --- what is told -----------------------------------------------------------------------------


def mumbling(monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
    """Truce whose events say nothing."""
    monkeypatch.setattr(TruceEvent, "say", lambda event, names: "")
    return sound(monkeypatch)


def misread(data: bytes) -> Event:
    return msgspec.structs.replace(RULES.read_event(data), rule="TRU-1.1")


def all_win(game: Truce) -> list[int]:
    return list(range(len(game.supplies)))


# --- leaks ------------------------------------------------------------------------------------


def redeal_as_it_is(game: Truce, seat: int | None, key: bytes) -> Truce:
    """Not a leak, but a detector that is asleep: nothing is dealt again."""
    return RULES.clone(game)


def redeal_too_much(game: Truce, seat: int | None, key: bytes) -> Truce:
    other = RULES.redeal(game, seat, key)
    if seat is not None and (now := play.pending(other)) and seat in now.answers:
        now.answers[seat] = PASS
    return other


class ViewWithSealedActions(Struct, frozen=True):
    """A view that shows what is on file, sealed or not."""

    plain: Any
    on_file: list[str]


def view_with_sealed_actions(game: Truce, seat: int | None) -> Any:
    now = play.pending(game)
    return ViewWithSealedActions(RULES.view(game, seat), sorted(map(repr, now.answers.values())) if now else [])


def waiting_in_spite_of_the_option(game: Truce) -> list[int]:
    return play.waiting(game)


def boxes_that_know(game: Truce, round_: Round, seat: int) -> Boxes[Any]:
    """A seat that is attacked may not loot."""
    known = action_boxes(game, round_, seat)
    filed = round_.pending.answers.values() if round_.pending else ()
    if Attack(seat) in filed:
        return Boxes(*(box for box in known.boxes if box.action.__name__ != "Loot"))
    return known


def gifts_that_know(game: Truce, round_: Round, seat: int) -> Boxes[Any]:
    """Nobody can give while somebody has a Pass on file."""
    filed = round_.pending.answers.values() if round_.pending else ()
    return Boxes() if PASS in filed else gift_boxes(game, round_, seat)


def default_that_knows(game: Truce, round_: Round, seat: int) -> Action:
    """Whoever is supported defends."""
    filed = round_.pending.answers.values() if round_.pending else ()
    return Defend() if Support(seat) in filed and game.supplies[seat] else PASS


def winners_by_what_is_sealed(game: Truce) -> list[int]:
    """Whoever passes has won already."""
    now = play.pending(game)
    return sorted(seat for seat, action in now.answers.items() if action == PASS) if now else list(game.winners)


def redeal_only_the_key(game: Truce, seat: int | None, key: bytes) -> Truce:
    """What is sealed stays as it is."""
    other = RULES.clone(game)
    other.chance = Chance(key)
    return other


def redeal_a_coin(game: Truce, seat: int | None, key: bytes) -> Truce:
    """A coin comes from nowhere."""
    other = RULES.redeal(game, seat, key)
    other.stash += 1
    return other


def refusal_that_knows(game: Truce, round_: Round, seat: int, bad: object) -> None:
    filed = round_.pending.answers if round_.pending else {}
    friends = [one for one, action in filed.items() if action == Support(seat)]
    raise NotAllowed(f"Not this; {len(friends)} of the others support you anyway.")


def telling_submit(
    right: Callable[..., Any], game: Any, seat: int, action: Any, tell: Tell | None = None, **named: Any
) -> Any:
    """Every answer is told to everybody when it is handed in, dressed up as a gift."""
    accepted = right(game, seat, action, *([tell] if tell else []), **named)
    if tell is not None and not play.over(game):
        tell.all(GiftGiven, seat, seat, len(repr(action)), rule="TRU-12.3")
    return accepted


def counting_submit(right: Callable[..., Any], game: Any, seat: int, action: Any, *rest: Any, **named: Any) -> Any:
    """All seats share the count of requests: it goes up whenever anybody attacks."""
    accepted = right(game, seat, action, *rest, **named)
    if isinstance(action, Attack):
        game.requests[:] = [number + 1 for number in game.requests]
    return accepted


class ViewOfNothing(Struct):
    """A type of views that has nothing in it."""
