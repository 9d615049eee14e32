"""Games to be written down: played at random, by bots and by hand, each move in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from tests.conformance.walk import Move as Step
from tests.conformance.walk import Walk, tables
from tests.facts.facts import Game, Move, Sitting, open_offer, played
from tests.recorded import recorded

from turncoat.bots import usual_bot
from turncoat.bots.match import Match, seat_bots
from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel import play
from turncoat.kernel.errors import Refusal

AT_RANDOM = 40
"""So many games of each kind are played at random, with all options."""

BY_BOTS = 20
"""So many by bots."""

LONGEST = {"conspiracy": 40, "dune": 80}
"""After so many moves a game is left."""

LONGEST_OTHERS = 100
"""After so many the other games."""


class Left(Exception):
    """A game is left before its end."""


class Pen:
    """Writes down what is done in a game, before it is done."""

    def __init__(self, rules: AnyRuleset, game: Game) -> None:
        self.made, self.sitting = game, Sitting(rules, game)
        self.longest = LONGEST.get(rules.id, LONGEST_OTHERS)

    def note(self, what: str, seat: int = -1, action: Any = None, draws: tuple[int, ...] = ()) -> None:
        """Write down one thing and do it.

        Raises:
            Left: there is enough, or it is possible only where what was left out happened.
        """
        if len(self.made.moves) >= self.longest:
            raise Left
        words = "" if action is None else self.sitting.grammar(seat).write(action)
        move = Move(seat, what, words, list(draws))
        try:
            self.sitting.do(move)
        except Refusal as refusal:
            raise Left from refusal
        self.made.moves.append(move)


def games(game_id: str) -> Iterator[Game]:
    """All games that are written down of one kind."""
    rules = ruleset(game_id)
    agreed = tables(rules)
    for luck in range(AT_RANDOM):
        yield played(rules, at_random(rules, *agreed[luck % len(agreed)], luck))
    for luck in range(BY_BOTS):
        yield played(rules, by_bots(rules, *agreed[luck * 7 % len(agreed)], luck))
    for path in recorded.files():
        one = recorded.read(path)
        if one.game == game_id:
            yield played(rules, by_hand(rules, one))


def at_random(rules: AnyRuleset, seats: int, options: dict[str, object], luck: int) -> Game:
    """A game in which anything is done that may be done."""
    walk = Walk(rules, options, seats, Random(luck))
    pen = Pen(rules, Game(seats, options, walk.key.hex(), []))
    walk.game = pen.sitting.game
    with suppress(Left):
        while not play.over(walk.game):
            note(pen, walk.choose())
    return pen.made


def note(pen: Pen, step: Step) -> None:
    """Write down a step of a random walk; orders for what is not asked now are left out."""
    if step.what != "order":
        pen.note(step.what.replace("_", " "), step.seat, step.action)
    elif step.key == open_offer(pen.sitting.game):
        pen.note("order" if step.action else "cancel", step.seat, step.action)


class Noted(Match):
    """A match that is written down."""

    pen: Pen

    def submit(self, seat: int, action: Any, known: Any = None) -> None:
        self.pen.note("answer", seat, action)
        super().submit(seat, action, known)

    def close(self) -> None:
        self.pen.note("time up")
        super().close()


def by_bots(rules: AnyRuleset, seats: int, options: dict[str, object], luck: int) -> Game:
    """A game between the game's own bots; every third seat plays at random."""
    key = Random(luck).randbytes(32)
    sit = ["random" if (seat + luck) % 3 == 0 else usual_bot(rules.id, seat, seats) for seat in range(seats)]
    match = Noted(rules, rules.read_options(options), seats, key, seat_bots(rules.id, sit, luck))
    match.pen = Pen(rules, Game(seats, options, key.hex(), []))
    with suppress(Left):
        match.play()
    return match.pen.made


def by_hand(rules: AnyRuleset, one: recorded.Recorded) -> Game:
    """A recorded game: most of them were made by hand, to show what seldom happens."""
    usual = {name: option["default"] for name, option in rules.option_schema.items()}
    pen = Pen(rules, Game(len(one.players), usual | one.options, one.key, []))
    pen.longest = len(one.steps)
    with suppress(Left):
        for step in one.steps:
            if step.do == "order":
                actions = [rules.read_action(action) for action in step.action or []]
                note(pen, Step("order", step.seat, actions[0] if actions else None, step.offer))
            else:
                action = None if step.action is None else rules.read_action(step.action)
                pen.note(step.do.replace("_", " "), step.seat, action, tuple(step.draws))
    return pen.made
