"""The events of Thrice. All are public, except what the GM hides about the opponents (THR-1.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from turncoat.games.thrice.characters import Character
from turncoat.games.thrice.skills import LOCK_ON, ON_SKILL
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.text import RESULTS, OfAKind, sheet_words
from turncoat.kernel import Event, Message, Says, Seat, message
from turncoat.kernel.lexicon import an

Combatant = Annotated[int, message.Kind("combatant", "nobody", seat=True)]
"""A character or an opponent, by number."""
Combatants = tuple[Combatant, ...]


class ThriceEvent(Event):
    """Anything that can happen in Thrice.

    Attributes:
        tone: Its style in the terminal; None: it is not shown there.
        lit: Whom it highlights, and how: the field with the combatants, and the style sheet's word.
    """

    tone: ClassVar[str | None] = None
    lit: ClassVar[tuple[str, str] | None] = None


class CharacterMade(ThriceEvent, rule="THR-3.5", stage="Preparation"):
    """A character joins the combat; everybody sees the sheet, ``character``."""

    says = Message("{name}, played by {seat}, is {sheet}.", without=("name", "{seat} is {sheet}."))

    seat: Seat
    character: Character

    @property
    def name(self) -> str:
        """The name of the character; empty: the player's name."""
        return self.character.name

    @property
    def sheet(self) -> str:
        """``an ancestor with the traits heroic, dead and wild and with wealth 1``."""
        return an(sheet_words(self.character))


class OpponentsCame(ThriceEvent, rule="THR-5.1", stage="Preparation"):
    """This many opponents came, after some were removed."""

    says = Message(
        "{opponents:# opponent faces|# opponents face} the party"
        "{removed:| (the GM has removed #)| (the GM has removed #)}."
    )

    opponents: int
    removed: int


class OpponentsNamed(ThriceEvent, rule="THR-5.11", stage="Preparation"):
    """The name of the opponents, and the GM's text about them."""

    says = Message("The opponents are called {called}. {word}", without=("called", "{word}"))

    called: str
    word: str


class KindsBuilt(ThriceEvent, rule="THR-5.4", stage="Preparation"):
    """The kinds of opponents, ``kinds``, and the number of each, ``sizes``."""

    says = Message("The opponents have initiative {initiative}. There are {sorts}.")

    initiative: int
    kinds: tuple[Kind, ...]
    sizes: tuple[int, ...]

    @property
    def sorts(self) -> tuple[OfAKind, ...]:
        """The opponents of each kind: how many, and with which numbers."""
        return tuple(map(OfAKind, self.sizes, self.kinds))


class SneakedUp(ThriceEvent, rule="THR-7.1", stage="Preparation"):
    """These combatants start in the distant zone."""

    says = Message(
        "{who} {who:has sneaked up and starts|have sneaked up and start} in the distant zone.",
        without=("who", "Nobody has sneaked up."),
    )

    who: Combatants


def _sum(roll: InitiativeRolled | Rolled) -> str:
    """``7 + 3 + 2``."""
    return " + ".join(map(str, roll.dice))


class InitiativeRolled(ThriceEvent, rule="THR-7.2", stage="Initiative", tone="coin"):
    """A player has rolled ``dice``, ``swaps`` of them d6; ``total`` counts the skill, ``gain`` is the new advantage."""

    says = Message("{seat} rolls {faces} for initiative, {total} with the skill; the roll brings {gain} advantage.")

    seat: Combatant
    swaps: int
    dice: tuple[int, ...]
    total: int
    gain: int

    faces = property(_sum)


class InitiativeCompared(ThriceEvent, rule="THR-7.4", stage="Initiative", tone="title"):
    """The opponents' initiative is shown, and who acts before and who after them."""

    says = Message(
        "The opponents have initiative {value}; a character needs {number} to act before them. "
        "{before} {before:acts|acts|act} before them, {after} {after:acts|acts|act} after them."
    )

    value: int
    number: int
    before: Combatants
    after: Combatants


class RoundBegan(ThriceEvent, rule="THR-8.1", stage="Turn"):
    """THR-8.1: a round has begun."""

    says = Message("Round {round} begins.")

    round: int


class TurnBegan(ThriceEvent, rule="THR-8.4", stage="Turn"):
    """A combatant takes its turn."""

    says = Message("{who} takes the turn.")

    who: Combatant


class TurnEnded(ThriceEvent, rule="THR-8.4", stage="Turn"):
    """A combatant's turn is over."""

    says = Message("The turn of {who} is over.")

    who: Combatant


class Activated(ThriceEvent, rule="THR-11.1", stage="Trick", tone="name", lit=("to", "given")):
    """A trick was activated: ``price`` is the advantage paid; opponents pay the ``whole_turn`` or have bought it."""

    says = Message(
        "{giver} activates the trick {trick}{price:| for # advantage| for # advantage}"
        "{whole_turn: and uses the whole turn|}."
    )
    given = Message(
        "{giver} activates the trick {trick} for {to}"
        "{price:| for # advantage| for # advantage}{whole_turn: and uses the whole turn|}."
    )

    giver: Combatant
    trick: str
    to: Combatant
    price: int
    whole_turn: bool

    def sentences(self) -> Iterable[Message]:
        """THR-11.2: one sentence for oneself, another for a friend."""
        return (self.says if self.giver == self.to else self.given,)


class Strengthened(ThriceEvent, rule="THR-12.6", stage="Trick", lit=("who", "given")):
    """A combatant's condition has risen by this much."""

    says = Message("The condition of {who} rises by {gain}.")

    who: Combatant
    gain: int


class Enforced(ThriceEvent, rule="THR-13.2", stage="Trick", tone="name", lit=("who", "given")):
    """A skill has risen by a step, or the steps have become a ``token``."""

    says = Message("{who} gains {token:a token|a step} of {skill}.")

    who: Combatant
    skill: str
    token: bool


class Locked(ThriceEvent, rule="THR-13.5", stage="Trick", tone="name", lit=("who", "missed")):
    """A combatant can no longer use a trick."""

    says = Message("{who} can no longer use the trick {trick}.")

    who: Combatant
    trick: str


class Neutralized(ThriceEvent, rule="THR-13.6", stage="Trick", tone="name", lit=("who", "missed")):
    """A combatant has lost a token of a skill, a coin of a trick, or a lock."""

    says = Message("{who} loses a coin of the trick {token}.")
    of_skill = Message("{who} loses one {token}.")
    unlocked = Message("The {token} is taken off {who}.")

    who: Combatant
    token: str

    def sentences(self) -> Iterable[Message]:
        """THR-13.6: a sentence for each kind of token."""
        if self.token.startswith(LOCK_ON):
            return (self.unlocked,)
        return (self.of_skill if self.token.endswith(ON_SKILL) else self.says,)


class FieldChanged(ThriceEvent, rule="THR-13.3", stage="Trick", lit=("who", "moved")):
    """A character's token on the initiative board has moved, for the rounds to come."""

    says = Message("{who} acts {before:before|after} the opponents from now on.")

    who: Combatant
    before: bool


class Moved(ThriceEvent, rule="THR-9.6", stage="Zones", tone="dim", lit=("who", "moved")):
    """A combatant has moved to the free or to the distant zone."""

    says = Message("{who} moves to the {zone} zone.")

    who: Combatant
    zone: str


class Engaged(ThriceEvent, rule="THR-9.2", stage="Zones", tone="dim", lit=("together", "moved")):
    """Two combatants have become engaged; ``together`` are all in the engagement."""

    says = Message("{who} engages {target}: {together} are engaged.")

    who: Combatant
    target: Combatant
    together: Combatants


class Gathered(ThriceEvent, rule="THR-R24", stage="Zones", tone="dim", lit=("together", "moved")):
    """A combatant has drawn opponents into his engagement."""

    says = Message("{who} draws in {targets}: {together} are engaged.")

    who: Combatant
    targets: Combatants
    together: Combatants


class Fled(ThriceEvent, rule="THR-15.6", stage="Zones", weight=3, tone="bad"):
    """A combatant has fled from the combat."""

    says = Message("{who} flees from the combat.")

    who: Combatant


class Declared(ThriceEvent, rule="THR-10.3", stage="Attack", tone=""):
    """An attack, or a ``counter``-attack, is declared."""

    says = Message("{attacker} {counter:strikes back at|attacks} {targets}.")

    attacker: Combatant
    targets: Combatants
    counter: bool


class Intercepted(ThriceEvent, rule="THR-12.5", stage="Attack", tone="good"):
    """A combatant steps in the way of an attack."""

    says = Message("{who} steps in the way and becomes the target instead of {target}.")

    who: Combatant
    target: Combatant


class Rolled(ThriceEvent, rule="THR-6.3", stage="Dice", tone="coin"):
    """The ``dice`` have fallen for an attack; ``gain`` is the new advantage of the roller."""

    says = Message(
        "{who} rolls {faces}{swaps:|, with # d10 swapped for a d6|, with # d10 swapped for d6}"
        "{gain:|, and gains # advantage|, and gains # advantage}."
    )

    who: Combatant
    swaps: int
    dice: tuple[int, ...]
    gain: int

    faces = property(_sum)


class TotalCounted(ThriceEvent, rule="THR-10.3", stage="Dice"):
    """The total of an attack roll; only the GM hears that of an opponent."""

    says = Message("The attack total of {who} is {total}.")

    who: Combatant
    total: int


class Struck(ThriceEvent, rule="THR-10.4", stage="Blow", weight=1, tone="bad", lit=("target", "struck")):
    """An attack has hit, and taken ``loss`` of the target's condition."""

    says = Message("{attacker} hits {target}, who loses {loss} condition.")

    attacker: Combatant
    target: Combatant
    loss: int


class Missed(ThriceEvent, rule="THR-10.4", stage="Blow", tone="dim", lit=("target", "missed")):
    """An attack has missed its target."""

    says = Message("{attacker} misses {target}.")

    attacker: Combatant
    target: Combatant


class Marked(ThriceEvent, rule="THR-12.1", stage="Blow"):
    """A combatant bleeds, and will lose this much at the end of the round."""

    says = Message("{who} bleeds: condition falls by {marks} at the end of the round.")

    who: Combatant
    marks: int


class FellHelpless(ThriceEvent, rule="THR-15.5", stage="Blow", weight=4, tone="bad"):
    """A combatant has no condition left and is helpless."""

    says = Message("{who} is helpless.")

    who: Combatant


class Gain(Says):
    """The advantage that a player gains."""

    says = Message("{seat} gains {gain} advantage")

    seat: Combatant
    gain: int


class AdvantageGained(ThriceEvent, rule="THR-15.1", stage="End of round", tone="coin"):
    """The end of the round brings advantage: ``gains``, by seat."""

    says = Message("The round ends; {gained}.", without=("gained", "The round ends; nobody gains advantage."))

    gains: tuple[int, ...]

    @property
    def gained(self) -> tuple[Gain, ...]:
        """The players who gain advantage, and how much."""
        return tuple(Gain(seat, gain) for seat, gain in enumerate(self.gains) if gain)


class Bled(ThriceEvent, rule="THR-15.2", stage="End of round", tone="bad", lit=("who", "struck")):
    """A combatant has lost condition by bleeding."""

    says = Message("{who} loses {loss} condition by bleeding.")

    who: Combatant
    loss: int


class LocksExpired(ThriceEvent, rule="THR-R30", stage="End of round"):
    """Locks of an earlier round are over."""

    says = Message("{who} can use the trick {trick} again.")

    who: Combatant
    trick: str


class CombatEnded(ThriceEvent, rule="THR-15.7", stage="The end", weight=5, ends=True, tone="good"):
    """The combat is over; ``result`` says how."""

    says = Message("{outcome} The combat took {rounds:no rounds|# round|# rounds}.")

    result: str
    rounds: int

    @property
    def outcome(self) -> str:
        """THR-15.7: the result in words."""
        return RESULTS[self.result]
