"""States of Dune to look at: what is wanted, whose eyes look, and what is done to get there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.pictures.dune_evening import Evening, OrderChoice, any_of
from tests.pictures.states import SIX

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.facts import FACTION_IDS
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.setup import Predict
from turncoat.kernel import play
from turncoat.kernel.events import Event

SEERS, SCHEMERS, NOMADS, THRONE, CARRIERS, SISTERS = range(6)

Test = Callable[[Evening], bool]
Viewer = Callable[[Evening], int | None]


@dataclass(frozen=True)
class State:
    """A state to look at: the first moment of a game in which it is as wanted.

    Attributes:
        name: What its page is called.
        wanted: Whether this is it.
        luck: The first game it is looked for in.
        wishes: What is done instead of what the mentats would do.
        agreed: What was agreed on besides.
    """

    name: str
    wanted: Test
    viewer: Viewer
    luck: int = 0
    names: tuple[str, ...] = SIX
    wishes: tuple[OrderChoice, ...] = ()
    agreed: tuple[tuple[str, object], ...] = ()


# --- who looks, and when -------------------------------------------------------------------------


def asked(evening: Evening) -> int:
    """Whoever is asked first."""
    return play.waiting(evening.game)[0]


def nobody(evening: Evening) -> None:
    """A spectator."""


def by(faction: int) -> Viewer:
    """Whoever plays this faction."""
    return lambda evening: evening.seat(FACTION_IDS[faction])


def done(evening: Evening) -> int:
    """Somebody who was asked and has answered already."""
    return next(seat for seat in play.asked(evening.game) if seat not in play.waiting(evening.game))


def bystander(evening: Evening) -> int:
    """Somebody who is not asked."""
    return next(seat for seat in range(len(evening.game.factions)) if seat not in play.asked(evening.game))


def at(key: str, turn: int = 1, faction: int | None = None) -> Test:
    """This is asked, no sooner than in that turn, of nobody or of this faction in the first place."""

    def test(evening: Evening) -> bool:
        if evening.key != key or evening.game.turn < turn or not play.waiting(evening.game):
            return False
        return faction is None or evening.faction(asked(evening)) == FACTION_IDS[faction]

    return test


def told(kind: type[Event], turn: int = 1) -> Test:
    """Something of this kind has just happened."""
    return lambda evening: evening.game.turn >= turn and evening.happened(kind)


def both(*tests: Test) -> Test:
    """All of these."""
    return lambda evening: all(test(evening) for test in tests)


def holding(card: str) -> Test:
    """Whoever is asked first holds a card."""
    return lambda evening: card in evening.game.hands[asked(evening)]


def allied(evening: Evening) -> bool:
    """Whoever is asked first has an ally."""
    return evening.game.ally[asked(evening)] >= 0


def half_sealed(evening: Evening) -> bool:
    """Some have answered, and others are waited for."""
    return bool(play.waiting(evening.game)) and len(play.waiting(evening.game)) < len(play.asked(evening.game))


def proposals(evening: Evening) -> tuple[tuple[str, str], ...]:
    """DUN-4.3.2: who proposes to whom."""
    return evening.view(None).proposals


def proposed(evening: Evening) -> bool:
    """There are two proposals or more on the table, one of them to somebody who is still asked."""
    return len(proposals(evening)) >= 2 and proposed_to(evening) in play.waiting(evening.game)


def proposed_to(evening: Evening) -> int:
    """To whom the latest proposal was made."""
    return evening.seat(proposals(evening)[-1][1])


def helped(evening: Evening) -> bool:
    """Whoever is asked first may use spice of an ally."""
    own = evening.view(asked(evening)).own
    return own is not None and own.helped > 0


def leaderless(evening: Evening) -> bool:
    """Whoever is asked first may revive a leader."""
    boxes = play.boxes(evening.game, asked(evening))
    return any(box.tag == "revive" and box.space("leader").count() > 1 for box in boxes.boxes)


def battle_of(evening: Evening) -> Battle:
    """The battle being fought."""
    return next(section for section in reversed(evening.game.stack) if isinstance(section, Battle))


def foreseen(evening: Evening) -> bool:
    """The seers fight, and have been shown an element of the other plan."""
    view = evening.view(evening.seat("seers"))
    return (
        view.battle is not None
        and view.battle.answer is not None
        and evening.seat("seers") in play.waiting(evening.game)
    )


def commanded(evening: Evening) -> bool:
    """Whoever is asked first must obey the Voice."""
    return battle_of(evening).commanded == asked(evening)


def who_can(tag: str) -> Callable[[Evening], int]:
    """Somebody who can answer or do this; -1: nobody can."""

    def who(evening: Evening) -> int:
        seats = range(len(evening.game.factions))
        able = (s for s in seats if tag in play.beside(evening.game, s).tags or tag in play.boxes(evening.game, s).tags)
        return next(able, -1)

    return who


def somebody_can(tag: str) -> Test:
    """Somebody can answer or do this."""
    return lambda evening: who_can(tag)(evening) >= 0


def dead(number: int) -> Test:
    """Whoever is asked first has so many forces in the tanks."""
    return lambda evening: evening.game.tanks[asked(evening)] >= number


def won(rule: str) -> Test:
    """The game is over by this rule."""
    return lambda evening: evening.game.result is not None and evening.game.result.rule == rule


def can(tag: str) -> Test:
    """Whoever is asked first can do this beside the decision."""
    return lambda evening: tag in play.beside(evening.game, asked(evening)).tags


# --- what is done for the sake of a picture ------------------------------------------------------


def explosive(evening: Evening, seat: int) -> DuneAction | None:
    """Whoever holds the lasgun or a shield takes it into battle."""
    if evening.key not in ("battle.plans", "battle.first_plan") or seat not in play.waiting(evening.game):
        return None
    gun = any_of(evening, seat, "plan", {"weapon": "lasgun"})
    return gun or any_of(evening, seat, "plan", {"defence": "shield"})


def suspicious(evening: Evening, seat: int) -> DuneAction | None:
    """Karama is played as soon as it can be."""
    return any_of(evening, seat, "prevent") if evening.game.turn >= 2 else None


def atomic(evening: Evening, seat: int) -> DuneAction | None:
    """The Shield Wall is blown up as soon as it can be."""
    return any_of(evening, seat, "atomics") if evening.key == "storm.window" else None


def curious(evening: Evening, seat: int) -> DuneAction | None:
    """Truthtrance asks for an intention, so that somebody has to answer."""
    return any_of(evening, seat, "ask_entry") if evening.game.turn >= 2 else None


def foretold(faction: str, turn: int) -> OrderChoice:
    """The sisters predict this."""

    def wish(evening: Evening, seat: int) -> DuneAction | None:
        return Predict(faction, turn) if evening.key == "setup.prediction" else None

    return wish
