"""The rules of Dune, put together for the rest of the program."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.dune import collection, turn
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.acts import ACTS
from turncoat.games.dune.audit import audit
from turncoat.games.dune.battle import rules as battle
from turncoat.games.dune.bidding import rules as bidding
from turncoat.games.dune.events import DuneEvent
from turncoat.games.dune.mentat import rules as mentat
from turncoat.games.dune.mentat.rules import held_by, holders, side
from turncoat.games.dune.options import Options, conflicts
from turncoat.games.dune.redeal import redeal
from turncoat.games.dune.revival import rules as revival
from turncoat.games.dune.sections import Match
from turncoat.games.dune.setup import rules as setup
from turncoat.games.dune.setup.rules import new_game
from turncoat.games.dune.shipment import rules as shipment_and_movement
from turncoat.games.dune.spice_blow import nexus
from turncoat.games.dune.spice_blow import rules as spice_blow
from turncoat.games.dune.state import Dune, seats_of
from turncoat.games.dune.storm import rules as storm
from turncoat.games.dune.text import QUESTIONS, DuneNames, offers, skin
from turncoat.games.dune.truthtrance import rules as truthtrance
from turncoat.games.dune.view import view
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Names, Ruleset, Tell, events_of, play


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Dune:
    """DUN-3: factions, traitors, forces, prediction, cards."""
    game = new_game(options, seats, key)
    play.begin(game, Match(), tell)
    return game


def winners(game: Dune) -> list[int]:
    """DUN-4.10: who has won."""
    return list(game.result.winners) if game.result else []


def scores(game: Dune) -> list[int]:
    """How many strongholds each seat's side holds (DUN-4.10.1)."""
    held = holders(game)
    return [held_by(side(game, seat), held) for seat in seats_of(game)]


def names(seats: Iterable[str], options: Options | None = None) -> Names:
    """DUN-O-30: the names of players, factions, places, leaders and cards, as this table has chosen."""
    return DuneNames(seats, skin(options.skin)) if options else DuneNames(seats)


def shown_waiting(game: Dune) -> list[int] | None:
    """DUN-2.9.3: whether the names of those who still have to decide are public; in windows they are not.

    Every player whom the rules name is asked, whether or not hidden cards leave a choice; only the public position can
    make a question unnecessary.
    """
    now = play.decision(game)
    return None if now is not None and now.name in ("window", "after") else play.waiting(game)


SECTIONS = (
    *(turn.MATCH, setup.SETUP, turn.TURN, storm.STORM, spice_blow.SPICE_BLOW, nexus.NEXUS),
    *(bidding.BIDDING, bidding.AUCTION, revival.REVIVAL, shipment_and_movement.SHIPMENT_AND_MOVEMENT),
    *(shipment_and_movement.FACTION_TURN, battle.BATTLES, battle.BATTLE, collection.COLLECTION),
    *(mentat.MENTAT, truthtrance.REPLY),
)
"""The sections of the rulebook."""

RULES: Ruleset[Dune, Options, DuneAction, DuneView] = Ruleset(
    id="dune",
    package=__package__,
    title="Dune",
    summary="Six unequal factions, one desert, and nobody who can be trusted with a secret.",
    prefix="DUN",
    seats=range(2, 7),  # DUN-1.2.1
    suggested=range(4, 7),
    minutes=60,
    state=Dune,
    options=Options,
    sections=SECTIONS,
    events=events_of(DuneEvent),
    views=DuneView,
    set_up=set_up,
    view=view,
    redeal=redeal,
    audit=audit,
    winners=winners,
    scores=scores,
    names=names,
    questions=QUESTIONS,
    repeated_questions=offers,
    conflicts=conflicts,
    acts=ACTS,
    shown_waiting=shown_waiting,
    winnerless=True,
    brief={"turns": 2},
)
"""The rules of Dune. Talk is free: players may say anything, true or false, about their cards and plans (DUN-2.10.1).

They cannot show a hidden card, traitor, plan or prediction to anybody unless a rule reveals it.
"""
