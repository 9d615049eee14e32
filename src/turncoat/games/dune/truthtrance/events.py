"""DUN-7.12: the events of Truthtrance."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.dune.events import Card, CardKind, DuneEvent, Faction, Leader, Territory
from turncoat.games.dune.shared.cards import SPECIAL_CARDS, TRUTHTRANCE
from turncoat.games.dune.truthtrance import NO, YES
from turncoat.kernel import Message, Says


class Put(Says):
    """A question of the list, in words: ``Is Stilgar one of your traitors?``."""

    ask_card = Message("Do you hold a card of this kind: {kind}?")
    ask_special_card = Message("Do you hold a card of this kind: {card}?")
    ask_traitor = Message("Is {leader} one of your traitors?")
    ask_prediction = Message("Did you predict that {faction} would win in turn {number}?")
    ask_hero = Message("Will {leader} be your hero in this battle?")
    ask_plan = Message("Will a card of this kind be in your plan: {kind}?")
    ask_weapon = Message("Will your weapon be of this kind: {kind}?")
    ask_defence = Message("Will your defence be of this kind: {kind}?")
    ask_dial = Message("Will your dial be higher than {number}?")
    ask_entry = Message("Will you bring forces into {territory} in this turn?")
    ask_pass = Message("Will you pass when it is next your turn in this auction?")
    ask_proposal = Message("Will you propose to {faction} in this Nexus?")
    ask_break = Message("Will you break your alliance in this Nexus?")
    ask_freely = Message("{about}")

    question: str
    about: str
    number: int = 0

    @property
    def kind(self) -> CardKind:
        """The kind of card in the question."""
        return self.about

    @property
    def card(self) -> Card:
        """The special card in the question."""
        return self.about

    @property
    def leader(self) -> Leader:
        """The leader in the question."""
        return self.about

    @property
    def faction(self) -> Faction:
        """The faction in the question."""
        return self.about

    @property
    def territory(self) -> Territory:
        """The territory in the question."""
        return self.about

    def sentences(self) -> Iterator[Message]:
        """DUN-7.12.2: each type of question has its own sentence."""
        special = self.question == "ask_card" and self.about in SPECIAL_CARDS
        yield self.ask_special_card if special else getattr(self, self.question)


class Asked(DuneEvent, rule="DUN-7.12.1", played=TRUTHTRANCE, tone="seal"):
    """DUN-7.12.1: a faction asked another one a question, given by its type and subject.

    Attributes:
        question: The type of the question.
        about: The id of the subject; empty: none.
        number: The number in the question.
    """

    says = Message("{faction} asks {to}: “{words}”")

    faction: Faction
    to: Faction
    question: str
    about: str
    number: int

    @property
    def words(self) -> Put:
        """The question in words."""
        return Put(self.question, self.about, self.number)


class Answered(DuneEvent, rule="DUN-7.12.1", played=TRUTHTRANCE, weight=2, tone="seal"):
    """DUN-7.12.1: the answer.

    Attributes:
        reply: The reply.
        binding: Whether the reply binds the player who gave it.
    """

    says = Message("{faction} answers: “I cannot know.”")
    yes = Message("{faction} answers: “Yes.”")
    no = Message("{faction} answers: “No.”")

    faction: Faction
    reply: str
    binding: bool

    def sentences(self) -> Iterator[Message]:
        """DUN-7.12.5: only free questions have the third reply."""
        yield {YES: self.yes, NO: self.no}.get(self.reply, self.says)


class PromiseLapsed(DuneEvent, rule="DUN-7.12.4"):
    """DUN-7.12.4: a promise cannot be kept, for a public reason.

    Attributes:
        question: The type of the question that was answered.
        about: The subject of the promise.
    """

    says = Message(
        "{faction} can no longer do what it said in answer to “{words}” and is no longer bound by that answer."
    )

    faction: Faction
    question: str
    about: str

    @property
    def words(self) -> Put:
        """The question in words."""
        return Put(self.question, self.about)
