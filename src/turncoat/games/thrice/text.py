"""Thrice in words: names, questions, and texts about sheets and kinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_uppercase

from msgspec import Struct

from turncoat.games.thrice.bestiary import BESTIARY, COLOURS, FACE_NAMES, HELMET
from turncoat.games.thrice.characters import HALF_BREED, RUMOURS, TRUTHS, Character
from turncoat.games.thrice.skills import SKILL_WORDS, TRICK_WORDS
from turncoat.games.thrice.state import Kind
from turncoat.kernel import Message, Says, SeatNames, listed
from turncoat.kernel.lexicon import either
from turncoat.kernel.space import Id

QUESTIONS = {
    "match.characters": "Who will you be?",
    "match.opponents": "Which opponents do the characters meet?",
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
    "unfinished": "The last round is over, and neither side has won.",
    "settled": "The fight is ended by talk: nobody has won, and nobody dies.",
}
"""THR-15.7, THR-17.2, THR-O23: the words for each result."""


class ThriceNames(SeatNames):
    """Characters have their players' names, opponents letters; the last seat is the GM's."""

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("combatant", 4)`` is ``"Opponent A"`` at a table of four players."""
        if domain == "any" and value == "combatant":
            return "any opponent"
        if domain == "combatant" and isinstance(value, int):
            players = len(self.seats) - 1
            if 0 <= value < players:
                return self.seats[value]
            return f"Opponent {chr(ord('A') + value - players)}" if value - players in range(26) else str(value)
        return super().label(domain, value)

    def ids(self, view: Struct | None) -> Mapping[str, Iterable[Id]]:
        """THR-3, THR-4, THR-12: the ids of combatants, and of the terms of the rules."""
        fighters = range(len(self.seats) - 1 + len(ascii_uppercase))
        bought = [f"{word} {kind}" for kind in "AB" for word in (*SKILL_WORDS, *TRICK_WORDS)]
        return {**super().ids(view), "combatant": fighters, "purchase": [*bought, "initiative"], **PREPARED, **NOTES}

    def note(self, domain: str, value: Id) -> str:
        """A note on a choice: the text of a kin, the effect of a skill or trick."""
        if domain == "purchase":
            return _bought(str(value).partition(" ")[0])
        return NOTES.get(domain, {}).get(str(value), "")


def kind_title(called: str) -> str:
    """THR-5.11: what stands before the letter of a kind: the opponents' name, if they have one."""
    return called or "Kind"


def _bought(what: str) -> str:
    """THR-5.5, THR-5.7: the effect of a point."""
    return STEP_WORDS.get(what, "") or TRICK_WORDS.get(what, "")


STEP_WORDS = {
    "initiative": "3 more for each point: characters must roll higher to go first",
    "damage": "3 more for each point: what a hit of theirs takes away",
    "weapon": "3 more for each point: they hit more often",
    "armour": "3 more for each point: they are hit less often",
    "condition": "3 more for each point: how much they can take",
}
"""THR-5.5: the effect of a point on opponents."""


PREPARED: Mapping[str, Iterable[Id]] = {"beast": tuple(BESTIARY), "face": (*FACE_NAMES, HELMET), "colour": COLOURS}
"""THR-5.10, THR-5.11: the kinds of prepared opponents, faces and colours."""

TRAIT_WORDS = {
    "magical": "has magic",
    "troll": "is a troll through and through",
    "technological": "builds and mends things",
    "savage": "fights like an animal",
    "heroic": "does what songs are made of",
    "beast-like": "has something of a beast",
    "careless": "does not mind what comes of it",
    "immortal": "does not grow old",
    "gentle": "hurts nobody without need",
    "shadow-bourne": "comes with the shadows",
    "wise": "has seen much and knows why",
    "religious": "believes, and says so",
    "stubborn": "does not give way",
    "timorous": "is easily frightened",
    "adventurous": "goes where nobody has been",
    "greedy": "wants more than there is",
    "proud": "bows to nobody",
    "dead": "has died before",
    "elementar": "is of fire, water, earth or air",
    "crow-talk": "talks with crows",
    "aberrant": "is not like the others",
    "arrogant": "thinks little of the others",
    "calm": "stays cool when others run",
    "cursed": "is followed by bad luck",
    "curious": "has to know",
    "disciplined": "keeps in line",
    "fearless": "is afraid of nothing",
    "fierce": "fights hard",
    "forceful": "gets through by strength",
    "graceful": "moves like a dancer",
    "helpful": "is there when needed",
    "impatient": "cannot wait",
    "impish": "plays jokes",
    "insightful": "sees what people want",
    "keen": "sees and hears everything",
    "leader": "is followed by others",
    "loyal": "stays with friends",
    "meticulous": "overlooks no detail",
    "nimble": "is quick on foot",
    "rough": "has no manners",
    "scoundrel": "lives outside the law",
    "spiritual": "is at home with spirits",
    "trickster": "wins by a trick",
    "wild": "is tamed by nobody",
}
"""THR-3.5: each trait in plain words; none changes a number."""

NOTES: Mapping[str, Mapping[str, str]] = {
    "kin": {kin: ", ".join((TRUTHS[kin], *RUMOURS[kin])) for kin in TRUTHS} | {HALF_BREED: "two rumours of two kins"},
    "trait": TRAIT_WORDS,
    "skill": SKILL_WORDS,
    "trick": TRICK_WORDS,
}
"""THR-3.1, THR-4, THR-12: the notes after names in lists of choices."""


NUMBERS = "Kin and traits do not change your numbers; points spent on skills do."
"""THR-3.5, THR-3.6: what changes a character's numbers."""


def means(kind: str, value: Id) -> str:
    """THR-3, THR-4, THR-12: what a kin, a trait, a skill or a trick does in the game; empty: it is none of these."""
    known = NOTES.get(kind, {}).get(str(value), "")
    if kind == "kin" and known:
        truth, rumours = TRUTHS.get(str(value), ""), RUMOURS.get(str(value), ())
        traits = f"Its first trait is {truth}, its second {either(rumours)}." if truth else f"Its traits are {known}."
        return f"a kin. {traits} {NUMBERS}"
    if kind == "trait" and known:
        return f"a trait: {known}. {NUMBERS}"
    return f"a {kind}: {known}." if known else ""


def sheet_words(character: Character) -> str:
    """THR-3.5: ``ancestor with the traits heroic, dead and wild and with wealth 1``."""
    traits = listed((character.first, character.second, character.third))
    return f"{character.kin} with the traits {traits} and with wealth {character.wealth}"


class Steps(Says):
    """A skill that points have raised."""

    says = Message("{steps:step} of {skill}")

    steps: int
    skill: str


class Trick(Says):
    """A trick that was bought."""

    says = Message("the trick {trick}")

    trick: str


class OfAKind(Says):
    """A number of opponents of one kind."""

    says = Message("{number} with {bought}")
    plain = Message("{number} with nothing bought")

    number: int
    kind: Kind

    @property
    def bought(self) -> tuple[Steps | Trick, ...]:
        """THR-5.5, THR-5.7: the skills and tricks on which points were spent."""
        skills = [(getattr(self.kind, skill), skill) for skill in ("damage", "weapon", "armour", "condition")]
        return (*(Steps(*skill) for skill in skills if skill[0]), *map(Trick, self.kind.tricks))

    def sentences(self) -> Iterable[Message]:
        """THR-5.4: a kind may have bought nothing."""
        return (self.says if self.kind.cost else self.plain,)
