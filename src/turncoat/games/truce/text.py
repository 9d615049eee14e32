"""Truce in words: one sentence for each thing that can happen."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.truce import events as happened
from turncoat.games.truce.state import Attack, Support, TruceAction
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import listed
from turncoat.kernel.space import Names

ROUND_QUESTION = "What will you do this round?"


def coins(number: int) -> str:
    """``1 coin``, ``3 coins``."""
    return "1 coin" if number == 1 else f"{number} coins"


def leaving(number: int, which: str) -> str:
    """How coins leave the game: ``1 coin of Emmett leaves the game.``."""
    return f"{coins(number)}{which} {'leaves' if number == 1 else 'leave'} the game."


def deed(action: TruceAction, names: Names) -> str:
    """An action in the third person: ``attacks Agatha``."""
    tag = str(action.__struct_config__.tag)
    verb = "passes" if tag in ("pass", "spoilt") else f"{tag}s"
    if isinstance(action, Attack | Support):
        return f"{verb} {names.label('seat', action.target)}"
    return verb


def say(event: Event, names: Names) -> str:
    """The event as a sentence.

    Raises:
        TypeError: if it is not an event of Truce.
    """

    def who(seat: int) -> str:
        return names.label("seat", seat)

    def all_of(seats: Iterable[int]) -> str:
        return listed([who(seat) for seat in seats])

    match event:
        case happened.RoundBegan():
            return f"Round {event.round} of {event.rounds}: the Stash holds {coins(event.stash)}."
        case happened.GiftGiven():
            return f"{who(event.giver)} gives {coins(event.coins)} to {who(event.to)}."
        case happened.ActionsRevealed():
            deeds = [f"{who(seat)} {deed(action, names)}" for seat, action in enumerate(event.actions)]
            late = f" {all_of(event.defaulted)} had no usable action." if event.defaulted else ""
            return f"The seals are broken: {listed(deeds)}.{late}"
        case happened.SupportArrived():
            first, *between, end = event.path
            via = f", passed along by {all_of(between)}" if between else ""
            return f"{who(first)}'s support reaches {who(end)}{via}."
        case happened.SupportLost():
            return f"{who(event.path[0])}'s support runs in a circle and is lost."
        case happened.StashLooted():
            lost = f" {leaving(event.removed, ' cannot be shared and')}" if event.removed else ""
            if len(event.looters) == 1:
                return f"{who(event.looters[0])} loots the Stash: {coins(event.share)}.{lost}"
            return f"{all_of(event.looters)} share the Stash: {coins(event.share)} each.{lost}"
        case happened.AttackJudged():
            return _judgement(event, who(event.attacker), who(event.target))
        case happened.VictimRobbed():
            return _robbery(event, who(event.victim), all_of(event.robbers))
        case happened.SpoilsBanked():
            gains = [f"{who(seat)} {coins(number)}" for seat, number in enumerate(event.gained) if number]
            return f"Spoils are banked: {listed(gains)}." if gains else "Nobody has anything to bank."
        case happened.GameEnded():
            most = coins(max(event.supplies))
            return f"{all_of(event.winners)} {'wins' if len(event.winners) == 1 else 'share the victory'} with {most}."
    raise TypeError(f"not an event of Truce: {event!r}")


def _judgement(event: happened.AttackJudged, attacker: str, target: str) -> str:
    if event.looting:
        return f"{attacker} catches {target} looting: the attack succeeds."
    outcome = "succeeds" if event.success else "fails"
    return f"{attacker}'s attack on {target} {outcome}, {event.attack} against {event.defence}."


def _robbery(event: happened.VictimRobbed, victim: str, robbers: str) -> str:
    each = " each" if len(event.robbers) > 1 else ""
    takes = "take" if each else "takes"
    loot = event.coin + event.share
    lost = f" {leaving(event.removed, f' of {victim}')}" if event.removed else ""
    if not loot:
        return f"{robbers} {takes} nothing from {victim}.{lost}"
    return f"{robbers} {takes} {coins(loot)}{each} from {victim}.{lost}"
