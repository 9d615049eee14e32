"""States of Dune to look at: what is wanted, whose eyes look, and what is done to get there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.pictures.dune_evening import Evening, Wish, any_of
from tests.pictures.states import SIX

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.facts import FACTION_IDS
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.setup import Predict
from turncoat.kernel import play
from turncoat.kernel.events import Event

SEERS, SCHEMERS, NOMADS, THRONE, CARRIERS, SISTERS = range(6)

Test = Callable[[Evening], bool]
Eyes = Callable[[Evening], int | None]


@dataclass(frozen=True)
class State:
    """A state to look at: the first moment of a game in which it is as wanted.

    Attributes:
        name: What its page is called.
        wanted: Whether this is it.
        eyes: Who looks.
        luck: Which game it is in.
        names: Who plays.
        wishes: What is done instead of what the mentats would do.
        agreed: What was agreed on besides.
    """

    name: str
    wanted: Test
    eyes: Eyes
    luck: int = 0
    names: tuple[str, ...] = SIX
    wishes: tuple[Wish, ...] = ()
    agreed: tuple[tuple[str, object], ...] = ()


# --- who looks, and when -------------------------------------------------------------------------


def asked(one: Evening) -> int:
    """Whoever is asked first."""
    return play.waiting(one.game)[0]


def nobody(one: Evening) -> None:
    """A spectator."""


def by(faction: int) -> Eyes:
    """Whoever plays this faction."""
    return lambda one: one.seat(FACTION_IDS[faction])


def done(one: Evening) -> int:
    """Somebody who was asked and has answered already."""
    return next(seat for seat in play.asked(one.game) if seat not in play.waiting(one.game))


def bystander(one: Evening) -> int:
    """Somebody who is not asked."""
    return next(seat for seat in range(len(one.game.factions)) if seat not in play.asked(one.game))


def at(key: str, turn: int = 1, faction: int | None = None) -> Test:
    """This is asked, no sooner than in that turn, of nobody or of this faction in the first place."""

    def test(one: Evening) -> bool:
        if one.key != key or one.game.turn < turn or not play.waiting(one.game):
            return False
        return faction is None or one.faction(asked(one)) == FACTION_IDS[faction]

    return test


def told(kind: type[Event], turn: int = 1) -> Test:
    """Something of this kind has just happened."""
    return lambda one: one.game.turn >= turn and one.happened(kind)


def both(*tests: Test) -> Test:
    """All of these."""
    return lambda one: all(test(one) for test in tests)


def holding(card: str) -> Test:
    """Whoever is asked first holds a card."""
    return lambda one: card in one.game.hands[asked(one)]


def allied(one: Evening) -> bool:
    """Whoever is asked first has an ally."""
    return one.game.ally[asked(one)] >= 0


def half_sealed(one: Evening) -> bool:
    """Some have answered, and others are waited for."""
    return bool(play.waiting(one.game)) and len(play.waiting(one.game)) < len(play.asked(one.game))


def proposals(one: Evening) -> tuple[tuple[str, str], ...]:
    """DUN-4.3.2: who proposes to whom."""
    return one.view(None).proposals


def proposed(one: Evening) -> bool:
    """There are two proposals or more on the table, one of them to somebody who is still asked."""
    return len(proposals(one)) >= 2 and proposed_to(one) in play.waiting(one.game)


def proposed_to(one: Evening) -> int:
    """To whom the latest proposal was made."""
    return one.seat(proposals(one)[-1][1])


def helped(one: Evening) -> bool:
    """Whoever is asked first may use spice of an ally."""
    own = one.view(asked(one)).own
    return own is not None and own.helped > 0


def leaderless(one: Evening) -> bool:
    """Whoever is asked first may revive a leader."""
    boxes = play.boxes(one.game, asked(one))
    return any(one.tag == "revive" and one.space("leader").count() > 1 for one in boxes.boxes)


def battle_of(one: Evening) -> Battle:
    """The battle being fought."""
    return next(section for section in reversed(one.game.stack) if isinstance(section, Battle))


def foreseen(one: Evening) -> bool:
    """The seers fight, and have been shown an element of the other plan."""
    view = one.view(one.seat("seers"))
    return view.battle is not None and view.battle.answer is not None and one.seat("seers") in play.waiting(one.game)


def commanded(one: Evening) -> bool:
    """Whoever is asked first must obey the Voice."""
    return battle_of(one).commanded == asked(one)


def who_can(tag: str) -> Callable[[Evening], int]:
    """Somebody who can answer or do this; -1: nobody can."""

    def who(one: Evening) -> int:
        seats = range(len(one.game.factions))
        able = (s for s in seats if tag in play.beside(one.game, s).tags or tag in play.boxes(one.game, s).tags)
        return next(able, -1)

    return who


def somebody_can(tag: str) -> Test:
    """Somebody can answer or do this."""
    return lambda one: who_can(tag)(one) >= 0


def dead(number: int) -> Test:
    """Whoever is asked first has so many forces in the tanks."""
    return lambda one: one.game.tanks[asked(one)] >= number


def won(rule: str) -> Test:
    """The game is over by this rule."""
    return lambda one: one.game.result is not None and one.game.result.rule == rule


def can(tag: str) -> Test:
    """Whoever is asked first can do this beside the decision."""
    return lambda one: tag in play.beside(one.game, asked(one)).tags


# --- what is done for the sake of a picture ------------------------------------------------------


def explosive(one: Evening, seat: int) -> DuneAction | None:
    """Whoever holds the lasgun or a shield takes it into battle."""
    if one.key not in ("battle.plans", "battle.first_plan") or seat not in play.waiting(one.game):
        return None
    gun = any_of(one, seat, "plan", {"weapon": "lasgun"})
    return gun or any_of(one, seat, "plan", {"defence": "shield"})


def suspicious(one: Evening, seat: int) -> DuneAction | None:
    """Karama is played as soon as it can be."""
    return any_of(one, seat, "prevent") if one.game.turn >= 2 else None


def atomic(one: Evening, seat: int) -> DuneAction | None:
    """The Shield Wall is blown up as soon as it can be."""
    return any_of(one, seat, "atomics") if one.key == "storm.window" else None


def curious(one: Evening, seat: int) -> DuneAction | None:
    """Truthtrance asks for an intention, so that somebody has to answer."""
    return any_of(one, seat, "ask_entry") if one.game.turn >= 2 else None


def foretold(faction: str, turn: int) -> Wish:
    """The sisters predict this."""

    def wish(one: Evening, seat: int) -> DuneAction | None:
        return Predict(faction, turn) if one.key == "setup.prediction" else None

    return wish
