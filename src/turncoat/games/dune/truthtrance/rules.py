"""DUN-7.12: Truthtrance: one question that must be answered truthfully before anything else happens.

Facts are answered at once from the true state. A player who is asked for an intention answers, and is bound by the
answer.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.advantages import PREDICTION, owner_of
from turncoat.games.dune.battle import Plan
from turncoat.games.dune.battle.plan import PLAN_QUESTIONS, can_keep, combatants, keeps, shapes_of
from turncoat.games.dune.facts import FACTION_IDS, FORCES, LEADERS_OF
from turncoat.games.dune.sections import (
    Auction,
    Battle,
    Battles,
    Collection,
    FactionTurn,
    Mentat,
    Nexus,
    ShipmentAndMovement,
    Truthtrance,
)
from turncoat.games.dune.shared.cards import ASKED_KINDS, CHEAP_HERO, SPECIAL_CARDS, TRUTHTRANCE, of_kind
from turncoat.games.dune.shared.hands import has_room, holds_at_least, holds_none, use
from turncoat.games.dune.shared.map import TERRITORY_IDS
from turncoat.games.dune.state import (
    NOBODY,
    Dune,
    Prediction,
    Promise,
    faction_id,
    faction_ids,
    others,
    playing,
    seat_of,
)
from turncoat.games.dune.truthtrance import (
    LONGEST_QUESTION,
    NO,
    QUESTIONS,
    REPLIES,
    UNKNOWN,
    YES,
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
    Reply,
)
from turncoat.games.dune.truthtrance.events import Answered, Asked
from turncoat.games.dune.truthtrance.promises import same_matter
from turncoat.kernel import Between, Box, Boxes, OneOf, Pending, Section, Tell, box, decide, flow, shut, tag_of
from turncoat.kernel.space import Words

Names = tuple[str, ...]
KINDS = OneOf(ASKED_KINDS, "kind")
PASSED = (Battles, Collection, Mentat)
"""Phases after which nobody can bring forces anywhere in this turn (DUN-TT-M1)."""


def subject(question: Question) -> tuple[str, int]:
    """The subject of a question: a leader, kind, territory, faction or words; and a number.

    They are empty and 0 if there is none.
    """
    if isinstance(question, AskPrediction):
        return question.winner, question.turn
    if isinstance(question, AskDial):
        return "", question.number
    (about,) = [getattr(question, name) for name in question.__struct_fields__ if name != "faction"] or [""]
    return str(about), 0


def promise_of(game: Dune, question: Question, yes: bool) -> Promise:
    """The promise that an answer makes."""
    about, number = subject(question)
    return Promise(seat_of(game, question.faction), tag_of(question.__class__), about, number, yes)


def fighters_to_ask(game: Dune, seat: int) -> tuple[int, ...]:
    """DUN-TT-B1 to DUN-TT-B5: the combatants of the present battle before the reveal, without the asker."""
    battle = playing(game, Battle)
    return (
        ()
        if battle is None or battle.revealed
        else tuple(combatant for combatant in combatants(battle) if combatant != seat)
    )


def movers_to_ask(game: Dune, seat: int) -> tuple[int, ...]:
    """DUN-TT-M1: everybody who has not yet acted in the Shipment and Movement of this turn, without the asker."""
    strangers = others(game, seat)
    if any(isinstance(section, PASSED) for section in game.stack):
        return ()
    phase, turn = playing(game, ShipmentAndMovement), playing(game, FactionTurn)
    acted = phase.acted if phase is not None else []
    return tuple(
        stranger for stranger in strangers if stranger not in acted or (turn is not None and stranger == turn.seat)
    )


def bidders_to_ask(game: Dune, seat: int) -> tuple[int, ...]:
    """DUN-TT-C1: factions with room, during an auction, without the asker."""
    return tuple(other for other in others(game, seat) if has_room(game, other)) if playing(game, Auction) else ()


def envoys_to_ask(game: Dune, seat: int) -> tuple[int, ...]:
    """DUN-TT-N1 to DUN-TT-N2: during a Nexus, all unbound factions except the asker; and those of them with an ally."""
    nexus = playing(game, Nexus)
    return () if nexus is None else tuple(other for other in others(game, seat) if other not in nexus.bound)


def question_boxes(game: Dune, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-22: one other player and one question of the list."""
    envoys = envoys_to_ask(game, seat)
    sisters = owner_of(game, PREDICTION)
    return _boxes(
        Asking(
            strangers=faction_ids(game, others(game, seat)),
            people=faction_ids(game, range(len(game.factions))),
            predictor=FACTION_IDS[game.factions[sisters]] if sisters not in (NOBODY, seat) else "",
            turns=game.options.turns,
            fighters=faction_ids(game, fighters_to_ask(game, seat)),
            movers=faction_ids(game, movers_to_ask(game, seat)),
            bidders=faction_ids(game, bidders_to_ask(game, seat)),
            envoys=faction_ids(game, envoys),
            allied=faction_ids(game, [envoy for envoy in envoys if game.ally[envoy] != NOBODY]),
        )
    )


class Asking(Struct, frozen=True):
    """Who can be asked what, by faction; ``predictor`` is empty if nobody can be asked about a prediction."""

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
def _boxes(who: Asking) -> Boxes[DuneAction]:
    """All questions, those that are not possible now as closed."""
    found: tuple[Box[DuneAction], ...] = (
        *_about_secrets(who),
        *_about_plans(who.fighters),
        box(AskEntry, faction=_whom(who.movers), territory=OneOf(TERRITORY_IDS, "territory")),
        box(AskPass, faction=_whom(who.bidders)),
        *(_about_proposals(envoy, who.people) for envoy in who.envoys),
        box(AskBreak, faction=_whom(who.allied)),
        box(AskFreely, faction=_whom(who.strangers), words=Words(LONGEST_QUESTION)),  # DUN-TT-X: always
    )
    open_now = {one.action for one in found if one.count()}
    others = [kind for kind in QUESTIONS if kind not in open_now]
    return Boxes(*found, closed=shut(*others, rule="DUN-7.12.2"))


def _whom(factions: Names) -> OneOf:
    return OneOf(factions, "faction")


def _about_secrets(who: Asking) -> list[Box[DuneAction]]:
    """DUN-TT-F1 to DUN-TT-F3: cards in hand, traitors, the prediction; always possible."""
    leaders = tuple(leader for person in who.people for leader in LEADERS_OF[FACTION_IDS.index(person)])
    found: list[Box[DuneAction]] = [
        box(AskCard, faction=_whom(who.strangers), kind=OneOf((*ASKED_KINDS, *SPECIAL_CARDS), "kind")),
        box(AskTraitor, faction=_whom(who.strangers), leader=OneOf(leaders, "leader")),
    ]
    if who.predictor:
        whom, turn = _whom((who.predictor,)), Between(1, who.turns)
        winners = _whom(tuple(person for person in who.people if person != who.predictor))
        found.append(box(AskPrediction, faction=whom, winner=winners, turn=turn))
    return found


def _about_plans(fighters: Names) -> list[Box[DuneAction]]:
    """TT-B: the plan of a combatant."""
    heroes = [OneOf((*LEADERS_OF[FACTION_IDS.index(fighter)], CHEAP_HERO), "leader") for fighter in fighters]
    found: list[Box[DuneAction]] = [
        box(AskHero, faction=_whom((fighter,)), hero=hero) for fighter, hero in zip(fighters, heroes, strict=True)
    ]
    whom = _whom(fighters)
    found.append(box(AskPlan, faction=whom, kind=KINDS))
    found.append(box(AskWeapon, faction=whom, kind=KINDS))
    found.append(box(AskDefence, faction=whom, kind=KINDS))
    found.append(box(AskDial, faction=whom, number=Between(0, FORCES - 1)))
    return found


def _about_proposals(envoy: str, people: Names) -> Box[DuneAction]:
    """DUN-TT-N1: a player's proposals in this Nexus."""
    partners = tuple(person for person in people if person != envoy)
    return box(AskProposal, faction=_whom((envoy,)), other=_whom(partners))


# --- what is true, and what can be promised ------------------------------------------------------


ABOUT_PLANS = tuple(tag_of(question) for question in PLAN_QUESTIONS)


def truth(game: Dune, question: Question) -> bool | None:
    """DUN-TT-F1 to DUN-TT-F3, DUN-TT-B1 to DUN-TT-B5: the true answer to a question about facts (DUN-R-78).

    None for a free question or one about an intention; a sealed battle plan is a fact.
    """
    seat = seat_of(game, question.faction)
    if isinstance(question, AskCard):
        return bool(of_kind(game.hands[seat], question.kind))
    if isinstance(question, AskTraitor):
        return question.leader in game.traitors[seat]
    if isinstance(question, AskPrediction):
        return game.prediction == Prediction(seat_of(game, question.winner), question.turn)
    if isinstance(question, PLAN_QUESTIONS):
        plan = sealed_plan(game, seat)
        return None if plan is None else keeps(plan, promise_of(game, question, yes=True))
    return None


def sealed_plan(game: Dune, seat: int) -> Plan | None:
    """The plan that a combatant has sealed, final or not; None if there is none (DUN-7.12.3)."""
    battle = playing(game, Battle)
    if battle is None:
        return None
    handed_in = battle.pending.answers.get(seat) if battle.pending is not None else None
    return battle.plans.get(seat) or (handed_in if isinstance(handed_in, Plan) else None)


def possible(game: Dune, promise: Promise) -> bool:
    """DUN-R-95: whether an answer can be given: it contradicts no promise, and some plan keeps it (DUN-7.12.2)."""
    if any(earlier.yes is not promise.yes for earlier in same_matter(game, promise)):
        return False
    battle = playing(game, Battle)
    if promise.question not in ABOUT_PLANS or battle is None:
        return True
    return can_keep(shapes_of(game, battle, promise.seat), promise)


def all_learn(game: Dune, question: Question, yes: bool) -> bool:
    """DUN-7.12.1: note what everybody learns from an answer; ``binding`` says whether it binds."""
    seat = seat_of(game, question.faction)
    match question:
        case AskCard():
            (holds_at_least if yes else holds_none)(game, seat, question.kind)
            return False
        case AskTraitor():
            about_traitor(game, seat, question.leader, yes)
            return False
        case AskPrediction():
            about_prediction(game, Prediction(seat_of(game, question.winner), question.turn), yes)
            return False
    if yes:
        about_plan(game, seat, question)
    promise = promise_of(game, question, yes)
    if not same_matter(game, promise):
        game.promises.append(promise)
    return True


def about_traitor(game: Dune, seat: int, leader: str, yes: bool) -> None:
    """DUN-TT-F2: an admitted traitor counts as shown; a denied one is remembered."""
    if yes and (seat, leader) not in game.shown_traitors:
        game.shown_traitors = (*game.shown_traitors, (seat, leader))
    elif not yes and (seat, leader) not in game.cleared:
        game.cleared = (*game.cleared, (seat, leader))


def about_prediction(game: Dune, asked: Prediction, yes: bool) -> None:
    """DUN-TT-F3: everybody knows the prediction, or what it is not."""
    if yes:
        game.foretold = True
    elif asked not in game.denied:
        game.denied = (*game.denied, asked)


def about_plan(game: Dune, seat: int, question: Question) -> None:
    """DUN-R-95: a player can promise only what can be played: one who promises a card holds it."""
    if isinstance(question, (AskPlan, AskWeapon, AskDefence)):
        holds_at_least(game, seat, question.kind)
    elif isinstance(question, AskHero) and question.hero == CHEAP_HERO:
        holds_at_least(game, seat, CHEAP_HERO)


# --- asking and answering ------------------------------------------------------------------------


def ask_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DUN-DK-22: one other player and one question of the list."""
    return question_boxes(game, seat) if TRUTHTRANCE in game.hands[seat] else NOTHING


def put_to(game: Dune, section: Section[DuneAction], seat: int, action: Question, tell: Tell) -> Truthtrance | None:
    """DUN-7.12.1 to DUN-7.12.2: answer a fact at once (DUN-R-78); any other question goes to the asked player."""
    use(game, seat, TRUTHTRANCE, "DUN-7.12.1", tell)
    about, number = subject(action)
    tell.all(Asked, faction_id(game, seat), action.faction, tag_of(action.__class__), about, number)
    known = truth(game, action)
    if known is None:
        return Truthtrance(asker=seat, target=seat_of(game, action.faction), question=action)
    answered(game, action, YES if known else NO, tell)
    return None


def answered(game: Dune, question: Question, reply: str, tell: Tell) -> None:
    """DUN-7.12.1: the answer is public, everybody draws conclusions, and the player is bound (DUN-R-79)."""
    binding = False
    if not isinstance(question, AskFreely):  # DUN-7.12.5: recorded, not enforced, given on honour
        binding = all_learn(game, question, reply == YES)
    tell.all(Answered, question.faction, reply, binding=binding)


def the_target(game: Dune, trance: Truthtrance) -> tuple[int, ...]:
    """DUN-DK-23: the player who was asked."""
    return (trance.target,)


def open_replies(game: Dune, trance: Truthtrance) -> tuple[str, ...]:
    """DUN-DK-23: yes or no, if they can be kept (DUN-R-95); for a free question also "cannot know"."""
    if isinstance(trance.question, AskFreely):
        return REPLIES
    return tuple(
        reply for reply in (YES, NO) if possible(game, promise_of(game, trance.question, yes=reply == YES))
    ) or (NO,)


def reply_boxes(game: Dune, trance: Truthtrance, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-23: one of the possible answers."""
    return Boxes(box(Reply, reply=OneOf(open_replies(game, trance), "reply")))


def default_reply(game: Dune, trance: Truthtrance, seat: int) -> DuneAction:
    """DUN-DK-23: deny an intention, but say that you will pass; or give the only possible answer.

    The default for a free question is "cannot know".
    """
    if isinstance(trance.question, AskFreely):
        return Reply(UNKNOWN)
    usual = YES if isinstance(trance.question, AskPass) else NO
    replies = open_replies(game, trance)
    return Reply(usual if usual in replies else replies[0])


def answer(game: Dune, trance: Truthtrance, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-7.12.1: the answer is public."""
    reply = pending.answers[trance.target]
    assert isinstance(reply, Reply)
    answered(game, trance.question, reply.reply, tell)


REPLY = flow(Truthtrance, reply=decide(reply_boxes, answer, default=default_reply, asked=the_target))
