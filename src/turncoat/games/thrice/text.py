"""Thrice in words: names, questions, and one sentence for each thing that can happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.state import Kind
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import an, listed
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.space import Id, Names

QUESTIONS = {
    "match.characters": "Who will you be?",
    "match.opponents": "What awaits the characters?",
    "match.ambush": "Who has sneaked up?",
    "match.swaps": "How many d10 will you swap for d6 in your initiative roll?",
    "match.dice": "What did your dice show?",
    "round.before": "Who of you goes next?",
    "round.opponents": "Which opponent is next?",
    "round.after": "Who of you goes next?",
    "turn.act": "What will you do?",
    "interception.choose": "Will you step in the way?",
    "preparation.tricks": "Which tricks before you strike back?",
    "roll.swap": "How many d10 will you swap for d6?",
    "roll.dice": "What did the dice show?",
    "riposte.choose": "Will you strike back?",
    "reward.choose": "Which skill will you enforce?",
}
"""THR-D: the question of each decision."""

RESULTS = {
    "victory": "The opponents are beaten.",
    "victory_surrender": "The opponents surrender.",
    "total_party_kill": "All characters are helpless: they die.",
    "defeat_escaped": "The combat is lost, but somebody got away: nobody dies.",
    "defeat_surrender": "The characters surrender: nobody dies.",
    "draw": "Nobody is left on either side: nobody has won, and nobody dies.",
    "mutual_surrender": "Both sides surrender.",
    "unfinished": "The last round is over and the combat is not.",
}
"""THR-15.7, THR-17.2, THR-O23: how a combat ends."""


class ThriceNames(SeatNames):
    """Characters are called like their players, opponents by letters; the last seat is the GM's."""

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("combatant", 4)`` is ``"Opponent A"`` at a table of four players."""
        if domain == "combatant" and isinstance(value, int):
            players = len(self.seats) - 1
            if 0 <= value < players:
                return self.seats[value]
            return f"Opponent {chr(ord('A') + value - players)}" if value - players in range(26) else str(value)
        return super().label(domain, value)


def kind(number: int, one: Kind) -> str:
    """``4 with 1 step of weapon and the trick bleed``."""
    skills = [(name, getattr(one, name)) for name in ("damage", "weapon", "armour", "condition")]
    steps = [f"{many} step{'' if many == 1 else 's'} of {name}" for name, many in skills if many]
    said = [*steps, *(f"the trick {trick}" for trick in one.tricks)]
    return f"{number} with {listed(said) if said else 'nothing bought'}"


def say(event: Event, names: Names) -> str:
    """The event as a sentence.

    Raises:
        TypeError: if it is not an event of Thrice.
    """

    def who(one: int) -> str:
        return names.label("combatant", one)

    def all_of(many: Iterable[int]) -> str:
        return listed([who(one) for one in many], "nobody")

    for part in (_opening, _tricks, _moves, _blows, _close):
        if sentence := part(event, who, all_of):
            return sentence
    raise TypeError(f"not an event of Thrice: {event!r}")


Who = Callable[[int], str]
AllOf = Callable[[Iterable[int]], str]


def _opening(event: Event, who: Who, all_of: AllOf) -> str:
    """What happens before the first turn; empty for anything else."""
    match event:
        case happened.CharacterMade():
            sheet = event.character
            called = f"{sheet.name}, played by {who(event.seat)}," if sheet.name else who(event.seat)
            return f"{called} is {an(sheet.kin)}: {sheet.first}, {sheet.second}, {sheet.third}; wealth {sheet.wealth}."
        case happened.OpponentsCame():
            less = f" ({event.removed} fewer than usual)" if event.removed else ""
            return f"{event.opponents} opponent{'s stand' if event.opponents > 1 else ' stands'} in the way{less}."
        case happened.KindsBuilt():
            sorts = [kind(size, one) for size, one in zip(event.sizes, event.kinds, strict=True)]
            return f"The opponents have initiative {event.initiative}: {listed(sorts)}."
        case happened.SneakedUp():
            if not event.who:
                return "Nobody has sneaked up."
            have = "has sneaked up and starts" if len(event.who) == 1 else "have sneaked up and start"
            return f"{all_of(event.who)} {have} in the distance."
        case happened.InitiativeRolled():
            return (
                f"{who(event.seat)} rolls {_dice(event.dice)} for initiative: {event.total}, advantage +{event.gain}."
            )
        case happened.InitiativeCompared():
            return (
                f"The opponents have initiative {event.value}; {event.number} is to be reached. "
                f"Before them: {all_of(event.before)}; after them: {all_of(event.after)}."
            )
        case happened.RoundBegan():
            return f"Round {event.round} begins."
        case happened.TurnBegan():
            return f"{who(event.who)} takes the turn."
        case happened.TurnEnded():
            return f"The turn of {who(event.who)} is done."
    return ""


def _dice(faces: tuple[int, ...]) -> str:
    return " + ".join(map(str, faces))


def _tricks(event: Event, who: Who, all_of: AllOf) -> str:
    """Tricks and what they do at once; empty for anything else."""
    match event:
        case happened.Activated():
            paid = (
                f" for {event.price} advantage" if event.price else " with the whole turn" if event.whole_turn else ""
            )
            whom = "" if event.giver == event.to else f" for {who(event.to)}"
            return f"{who(event.giver)} activates {event.trick}{whom}{paid}."
        case happened.Strengthened():
            return f"The condition of {who(event.who)} rises by {event.gain}."
        case happened.Enforced():
            gain = "a token" if event.token else "a step"
            return f"{who(event.who)} gains {gain} of {event.skill}."
        case happened.Locked():
            return f"{who(event.who)} can no longer use {event.trick}."
        case happened.LocksExpired():
            return f"{who(event.who)} can use {event.trick} again."
        case happened.Neutralized():
            return f"{who(event.who)} loses {event.token}."
        case happened.FieldChanged():
            return f"{who(event.who)} acts {'before' if event.before else 'after'} the opponents from now on."
    return ""


def _moves(event: Event, who: Who, all_of: AllOf) -> str:
    """Zones and engagements; empty for anything else."""
    match event:
        case happened.Moved():
            return f"{who(event.who)} moves to the {event.zone} zone."
        case happened.Engaged():
            return f"{who(event.who)} engages {who(event.target)}: {all_of(event.together)} are engaged."
        case happened.Gathered():
            return f"{who(event.who)} draws in {all_of(event.targets)}: {all_of(event.together)} are engaged."
        case happened.Fled():
            return f"{who(event.who)} flees from the combat."
    return ""


def _blows(event: Event, who: Who, all_of: AllOf) -> str:
    """Attacks; empty for anything else."""
    match event:
        case happened.Declared():
            how = "strikes back at" if event.counter else "attacks"
            return f"{who(event.attacker)} {how} {all_of(event.targets)}."
        case happened.Intercepted():
            return f"{who(event.who)} steps in the way for {who(event.target)}."
        case happened.Rolled():
            swapped = f" with {event.swaps} swapped" if event.swaps else ""
            gain = f", advantage +{event.gain}" if event.gain else ""
            return f"{who(event.who)} rolls {_dice(event.dice)}{swapped}{gain}."
        case happened.TotalCounted():
            return f"That makes {event.total} for {who(event.who)}."
        case happened.Struck():
            return f"{who(event.attacker)} hits {who(event.target)} for {event.loss}."
        case happened.Missed():
            return f"{who(event.attacker)} misses {who(event.target)}."
        case happened.Marked():
            return f"{who(event.who)} bleeds for {event.marks}."
    return ""


def _close(event: Event, who: Who, all_of: AllOf) -> str:
    """What drops out and how it ends; empty for anything else."""
    match event:
        case happened.Bled():
            return f"{who(event.who)} loses {event.loss} by bleeding."
        case happened.FellHelpless():
            return f"{who(event.who)} is helpless."
        case happened.AdvantageGained():
            gains = [f"{who(seat)} {gain}" for seat, gain in enumerate(event.gains) if gain]
            return f"The round ends; advantage: {listed(gains, 'nobody')}."
        case happened.CombatEnded():
            return f"{RESULTS[event.result]} Rounds: {event.rounds}."
    return ""
