"""DUN-7.12.2: which questions of the closed list can be put to whom at present, and what each of them is about."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.cards import ASKED_KINDS, CHEAP_HERO, SPECIAL_CARDS
from turncoat.games.dune.factions import predictor
from turncoat.games.dune.facts import FACTION_IDS, FORCES, LEADERS_OF
from turncoat.games.dune.hands import has_room
from turncoat.games.dune.map import TERRITORY_IDS
from turncoat.games.dune.questions import (
    LONGEST_QUESTION,
    QUESTIONS,
    AskBreak,
    AskCard,
    AskDefence,
    AskDial,
    AskEntry,
    AskFreely,
    AskHero,
    AskPass,
    AskPlan,
    AskPrediction,
    AskProposal,
    AskTraitor,
    AskWeapon,
    Question,
)
from turncoat.games.dune.sections import (
    Auction,
    Battle,
    Battles,
    Collection,
    FactionTurn,
    Mentat,
    Nexus,
    ShipmentAndMovement,
)
from turncoat.games.dune.state import NOBODY, Dune, Promise, faction_ids, others, seat_of
from turncoat.kernel import Between, Box, Boxes, OneOf, box, shut
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.space import Words

Names = tuple[str, ...]
KINDS = OneOf(ASKED_KINDS, "kind")
PASSED = (Battles, Collection, Mentat)
"""Phases in which nobody can bring forces anywhere any more in this turn (TT-M1)."""


def subject(question: Question) -> tuple[str, int]:
    """What a question is about: a leader, kind, territory, faction or words; and a number. Empty and 0 for none."""
    if isinstance(question, AskPrediction):
        return question.winner, question.turn
    if isinstance(question, AskDial):
        return "", question.number
    (about,) = [getattr(question, name) for name in question.__struct_fields__ if name != "faction"] or [""]
    return str(about), 0


def promise_of(game: Dune, question: Question, yes: bool) -> Promise:
    """What the answer to a question binds to."""
    about, number = subject(question)
    return Promise(seat_of(game, question.faction), tag_of(question.__class__), about, number, yes)


def fighters_to_ask(game: Dune, seat: int) -> tuple[int, ...]:
    """TT-B: the combatants of the battle being fought, before the reveal, without the asker."""
    for section in game.stack:
        if isinstance(section, Battle) and not section.revealed:
            return tuple(one for one in (section.aggressor, section.defender) if one != seat)
    return ()


def movers_to_ask(game: Dune, seat: int) -> tuple[int, ...]:
    """TT-M1: everybody who has not yet acted in the Shipment and Movement of this turn, without the asker."""
    strangers = others(game, seat)
    for section in game.stack:
        if isinstance(section, PASSED):
            return ()
        if isinstance(section, ShipmentAndMovement):
            acting = next((one.seat for one in game.stack if isinstance(one, FactionTurn)), NOBODY)
            return tuple(one for one in strangers if one == acting or one not in section.acted)
    return strangers


def bidders_to_ask(game: Dune, seat: int) -> tuple[int, ...]:
    """TT-C1: factions with room, during an auction, without the asker."""
    if not any(isinstance(section, Auction) for section in game.stack):
        return ()
    return tuple(one for one in others(game, seat) if has_room(game, one))


def envoys_to_ask(game: Dune, seat: int) -> tuple[int, ...]:
    """TT-N1: during a Nexus, everybody who is not bound in it, without the asker."""
    for section in game.stack:
        if isinstance(section, Nexus):
            return tuple(one for one in others(game, seat) if one not in section.bound)
    return ()


def question_boxes(game: Dune, seat: int) -> Boxes[DuneAction]:
    """DK-22: one other player and one question of the closed list."""
    envoys = envoys_to_ask(game, seat)
    seer = predictor(game)
    return _boxes(
        Asked(
            strangers=faction_ids(game, others(game, seat)),
            people=faction_ids(game, range(len(game.factions))),
            predictor=FACTION_IDS[game.factions[seer]] if seer not in (NOBODY, seat) else "",
            turns=game.options.turns,
            fighters=faction_ids(game, fighters_to_ask(game, seat)),
            movers=faction_ids(game, movers_to_ask(game, seat)),
            bidders=faction_ids(game, bidders_to_ask(game, seat)),
            envoys=faction_ids(game, envoys),
            allied=faction_ids(game, [one for one in envoys if game.ally[one] != NOBODY]),
        )
    )


class Asked(Struct, frozen=True):
    """Who can be asked what, by faction; ``predictor`` is empty where nobody can be asked for a prediction."""

    strangers: Names
    people: Names
    predictor: str
    turns: int
    fighters: Names
    movers: Names
    bidders: Names
    envoys: Names
    allied: Names


@lru_cache(maxsize=512)
def _boxes(who: Asked) -> Boxes[DuneAction]:
    """All questions; those that cannot be asked at present say so."""
    found: tuple[Box[DuneAction], ...] = (
        *_about_secrets(who),
        *_about_plans(who.fighters),
        box(AskEntry, faction=_whom(who.movers), territory=OneOf(TERRITORY_IDS, "territory")),
        box(AskPass, faction=_whom(who.bidders)),
        *(_about_proposals(one, who.people) for one in who.envoys),
        box(AskBreak, faction=_whom(who.allied)),
        box(AskFreely, faction=_whom(who.strangers), words=Words(LONGEST_QUESTION)),
    )
    open_now = {one.action for one in found if one.count()}
    others = [kind for kind in QUESTIONS if kind not in open_now]
    return Boxes(*found, closed=shut(*others, rule="DUN-7.12.2"))


def _whom(factions: Names) -> OneOf:
    return OneOf(factions, "faction")


def _about_secrets(who: Asked) -> list[Box[DuneAction]]:
    """TT-F: cards in hand, traitors, the prediction."""
    leaders = tuple(leader for one in who.people for leader in LEADERS_OF[FACTION_IDS.index(one)])
    found: list[Box[DuneAction]] = [
        box(AskCard, faction=_whom(who.strangers), kind=OneOf((*ASKED_KINDS, *SPECIAL_CARDS), "kind")),
        box(AskTraitor, faction=_whom(who.strangers), leader=OneOf(leaders, "leader")),
    ]
    if who.predictor:
        whom, turn = _whom((who.predictor,)), Between(1, who.turns)
        winners = _whom(tuple(one for one in who.people if one != who.predictor))
        found.append(box(AskPrediction, faction=whom, winner=winners, turn=turn))
    return found


def _about_plans(fighters: Names) -> list[Box[DuneAction]]:
    """TT-B: the plan of a combatant."""
    heroes = [OneOf((*LEADERS_OF[FACTION_IDS.index(one)], CHEAP_HERO), "leader") for one in fighters]
    found: list[Box[DuneAction]] = [
        box(AskHero, faction=_whom((one,)), hero=hero) for one, hero in zip(fighters, heroes, strict=True)
    ]
    whom = _whom(fighters)
    found.append(box(AskPlan, faction=whom, kind=KINDS))
    found.append(box(AskWeapon, faction=whom, kind=KINDS))
    found.append(box(AskDefence, faction=whom, kind=KINDS))
    found.append(box(AskDial, faction=whom, number=Between(0, FORCES - 1)))
    return found


def _about_proposals(envoy: str, people: Names) -> Box[DuneAction]:
    """TT-N1: to whom somebody will propose."""
    partners = tuple(one for one in people if one != envoy)
    return box(AskProposal, faction=_whom((envoy,)), other=_whom(partners))
