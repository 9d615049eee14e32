"""Looking for leaks: deal again what a seat may not know, or let the others do other things in secret."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from tests.conformance.walk import Walk, worth_a_look
from tests.kit import sure
from tests.leaks.channels import WRITTEN, Heard, channels, differences

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.events import Listener

DEALS = 3
"""So often the hidden things are dealt again for a look at all channels."""

CLOSELY = 60
"""So many looks are taken step by step, by all seats together; later steps are looked at ever more rarely."""

GUESSES = 64
"""So often, at most, they are dealt again to see that everything hidden is dealt."""


def redealt(rules: AnyRuleset, game: Any, seat: int | None, events: Heard, chance: Random) -> None:
    """What a seat may not know is dealt again: nothing that reaches the seat is another.

    Raises:
        AssertionError: naming the channel.
    """
    known = channels(rules, game, seat, events)
    for _ in range(DEALS):
        other = rules.redeal(game, seat, chance.randbytes(32))
        assert rules.audit(other) == [], f"the game dealt again for seat {seat} is not sound: {rules.audit(other)}"
        assert other.chance.key != game.chance.key, "the generator was not dealt again: a seat could foretell it"
        found = differences(known, channels(rules, other, seat, events))
        assert found == [], f"seat {seat} can tell by {found[0]}"


def dealt(rules: AnyRuleset, game: Any, seat: int | None, chance: Random) -> None:
    """Everything the others have sealed is really dealt again, and the original stays as it is.

    Raises:
        AssertionError: naming the seat whose secret survives.
    """
    now, before = play.pending(game), rules.encode(game)
    same = {one: answer for one, answer in (now.answers if now else {}).items() if one != seat}
    same = {one: answer for one, answer in same.items() if play.boxes(game, one).count > 1}
    for _ in range(GUESSES):
        other = rules.redeal(game, seat, chance.randbytes(32))
        same = {one: answer for one, answer in same.items() if repr(play.answer_of(other, one)) == repr(answer)}
        if not same:
            break
    assert rules.encode(game) == before, "dealing again has changed the game"
    assert not same, f"what seat {min(same)} has sealed is not dealt again for seat {seat}"


def at_every_step(walk: Walk) -> None:
    """Play on, looking for leaks to every seat and to spectators; late in a long game not at every step."""
    WRITTEN.clear()
    opened: list[int] = []
    for number, game in enumerate(walk.steps()):
        if not worth_a_look(number, CLOSELY // walk.seats) and not play.over(game):
            continue
        for seat in (None, *range(walk.seats)):
            redealt(walk.rules, game, seat, walk.listener.heard, walk.chance)
            dealt(walk.rules, game, seat, walk.chance)
        if not play.over(game) and game.requests != opened:
            opened = list(game.requests)
            for seat in (None, *range(walk.seats)):
                twins(walk.rules, game, seat, walk.listener.heard, walk.chance)


def twins(rules: AnyRuleset, game: Any, seat: int | None, events: Heard, chance: Random) -> None:
    """Two runs of one decision in which the others seal different things, one of them after changing their minds.

    While the decision is open, nothing that reaches the seat is different.

    Raises:
        AssertionError: naming the channel.
    """
    others = [one for one in play.waiting(game) if one != seat]
    step = play.decision(game)
    if step is None or step.first:
        return
    plain, fickle = Run(rules, game, events), Run(rules, game, events)
    for other in others:
        if not plain.stays_open(other):
            return
        known = play.boxes(game, other)
        plain.answer(other, known.sample(chance.randrange))
        fickle.waver(other, known.sample(chance.randrange))
        fickle.answer(other, known.sample(chance.randrange))
        found = differences(plain.seen_by(seat), fickle.seen_by(seat))
        assert found == [], f"seat {seat} can tell by {found[0]}"


class Run:
    """One of the twins."""

    def __init__(self, rules: AnyRuleset, game: Any, events: Heard) -> None:
        self.rules, self.game, self.listener = rules, rules.clone(game), Listener()
        self.listener.heard += events

    def stays_open(self, seat: int) -> bool:
        """Whether the decision stays open when this seat has answered, too."""
        step = sure(play.decision(self.game))
        held = step.hold is not None and step.hold(self.game, self.game.stack[-1])
        return held or play.waiting(self.game) != [seat]

    def answer(self, seat: int, action: Any) -> None:
        """A seat hands in an answer."""
        play.submit(self.game, seat, action, self.listener)

    def waver(self, seat: int, action: Any) -> None:
        """A seat hands in an answer and takes it back."""
        self.answer(seat, action)
        play.withdraw(self.game, seat)

    def seen_by(self, seat: int | None) -> dict[str, bytes]:
        """What reaches a seat now."""
        return channels(self.rules, self.game, seat, self.listener.heard)


def secret_of(rules: AnyRuleset, game: Any) -> bytes:
    """The state without the generator, to see whether two deals differ."""
    data = msgspec.json.decode(rules.encode(game))
    return msgspec.json.encode({name: part for name, part in data.items() if name != "chance"})
