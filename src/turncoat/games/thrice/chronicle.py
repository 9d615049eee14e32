"""A combat as a story to keep: a sentence for each turn, without dice; only from events that everybody has heard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from turncoat.drawing.scene import Chapter, Line
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.overruling import Overruled
from turncoat.games.thrice.taking_back import TakenBack
from turncoat.kernel import Event, Names, listed

Move = tuple[int, str]
"""A combatant, and what they do: ``(0, "engages Blade 1")``."""

PROLOGUE, WHOLE = "Before the fight", (happened.CharacterMade, happened.OpponentsCame, happened.OpponentsNamed)
"""THR-3, THR-5: the title of the first chapter, and the events that it tells in their own words."""

BY_THE_GM = (Overruled, TakenBack)
"""THR-17.3, THR-17.4: what is told in its own words between the turns."""


WORDS: Mapping[type[Event], str] = {
    happened.Strengthened: "gains {0.gain} condition",
    happened.Locked: "can no longer use {0.trick}",
    happened.Neutralized: "loses {0.token}",
    happened.Moved: "moves to the {0.zone} zone",
    happened.Engaged: "engages {1}",
    happened.Gathered: "draws in {1}",
    happened.Fled: "flees from the combat",
    happened.Intercepted: "steps in the way of the attack on {1}",
    happened.Marked: "bleeds",
    happened.Bled: "loses {0.loss} condition by bleeding",
}
"""What a combatant does, from the event and the names of those to whom it is done."""


def chronicle(gm: int, events: Sequence[Event], names: Names) -> tuple[Chapter, ...]:
    """THR-8.1: a chapter for what comes before the fight, and for each round; one sentence for each turn."""
    chapters = [(PROLOGUE, list[Line]())]
    turn = Telling(gm, names)
    for event in events:
        lines = chapters[-1][1]
        match event:
            case happened.RoundBegan():
                lines += turn.told()
                chapters.append((f"Round {event.round}", []))
            case happened.TurnBegan():
                lines += turn.told()
                turn.begin(event)
            case happened.TurnEnded() | happened.AdvantageGained() | happened.CombatEnded():
                lines += turn.told()
            case happened.SneakedUp() if event.who:
                lines.append(Line(event.say(names), event.rule))
            case happened.InitiativeCompared():
                lines.append(Line(_order(event, names), event.rule))
            case _ if isinstance(event, WHOLE + BY_THE_GM):
                lines += [*turn.told(), Line(event.say(names), event.rule)]
            case _:
                turn.hear(event)
    chapters[-1][1].extend(turn.told())
    return tuple(Chapter(title, tuple(lines)) for title, lines in chapters if lines)


def _order(event: happened.InitiativeCompared, names: Names) -> str:
    """THR-7.4: who acts before and after the opponents."""
    later = "after them" if event.before else "after the opponents"
    sides = [(event.before, "before the opponents"), (event.after, later)]
    said = [
        f"{listed(names.label('combatant', who) for who in side)} act{'s' * (len(side) == 1)} {when}"
        for side, when in sides
        if side
    ]
    return f"{', '.join(said)}."


class Telling:
    """One turn, or the end of a round, that is being put into a sentence."""

    def __init__(self, gm: int, names: Names) -> None:
        self.gm, self.names, self.who, self.rule = gm, names, -1, ""
        self.done: list[Move] = []
        self.attack: happened.Declared | None = None

    def begin(self, event: happened.TurnBegan) -> None:
        """THR-8.4: somebody's turn."""
        self.who, self.rule = event.who, event.rule

    def told(self) -> Iterator[Line]:
        """The sentence of the turn, if there was one; the next turn begins empty."""
        self._declare()
        if not self.done and self.who >= 0:
            self.done.append((self.who, "does nothing"))
        if self.done:
            parts = (
                f"{self._name(who)} {listed(what for _, what in done)}"
                for who, done in groupby(self.done, lambda one: one[0])
            )
            yield Line(f"{'; '.join(parts)}.", self.rule)
        self.who, self.rule, self.done = -1, "", []

    def hear(self, event: Event) -> None:
        """Take in what happens in a turn, or at the end of a round."""
        if self.attack is not None and isinstance(event, happened.Intercepted):
            self._declare()
        match event:
            case happened.Declared():
                self._declare()
                self.attack = event
            case happened.Struck() | happened.Missed():
                self._blow(event)
            case happened.FellHelpless():
                self._fall(event.who)
            case _:
                if one := self._what(event):
                    self.done.append(one)
        if self.done:
            self.rule = self.rule or event.rule

    def _what(self, event: Event) -> Move | None:
        """Anything but an attack; what is not worth a word is None: dice, totals, advantage, coins used up."""
        match event:
            case happened.Activated():
                return event.giver, f"activates {event.trick}{self._whom(event)}"
            case happened.Enforced():
                return event.who, f"gains {'a token' if event.token else 'a step'} of {event.skill}"
            case happened.FieldChanged():
                return event.who, f"acts {'before' if event.before else 'after'} the opponents from now on"
        words = WORDS.get(event.__class__)
        if words is None:
            return None
        who: int = getattr(event, "who")  # noqa: B009
        whom: tuple[int, ...] = getattr(event, "targets", (getattr(event, "target", who),))
        return who, words.format(event, listed(map(self._name, whom)))

    def _declare(self) -> None:
        """THR-10.3: say whom an attack is for, if the blow does not say it."""
        if self.attack is not None:
            against = listed(map(self._name, self.attack.targets))
            self.done.append((self.attack.attacker, f"{_verb(self.attack)} {against}"))
        self.attack = None

    def _blow(self, event: happened.Struck | happened.Missed) -> None:
        """THR-10.4: a hit, with what it does, or a miss; the attack on one target is the same as its blow."""
        if self.attack is not None and (self.attack.targets != (event.target,) or self.attack.counter):
            self._declare()
        self.attack = None
        what, target = "misses {0}", self._name(event.target)
        if isinstance(event, happened.Struck):
            what = f"hits {{0}} for {event.loss} condition" if event.loss else "hits {0} without harm"
        self.done.append((event.attacker, what.format(target)))

    def _fall(self, who: int) -> None:
        """THR-15.5: the blow that leaves somebody helpless strikes them down."""
        hit = f"hits {self._name(who)} "
        if self.done and self.done[-1][1].startswith(hit):
            striker, words = self.done[-1]
            self.done[-1] = (striker, f"strikes down {self._name(who)} with a hit {words.removeprefix(hit)}")
        else:
            self.done.append((who, "is helpless"))

    def _whom(self, event: happened.Activated) -> str:
        """THR-11.2: for a friend, or against somebody of the other side."""
        if event.to == event.giver:
            return ""
        friends = (event.to >= self.gm) == (event.giver >= self.gm)
        return f" {'for' if friends else 'against'} {self._name(event.to)}"

    def _name(self, who: int) -> str:
        return self.names.label("combatant", who)


def _verb(attack: happened.Declared) -> str:
    return "strikes back at" if attack.counter else "attacks"
