"""DUN-2.6: what can happen at any time, and payments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from turncoat.games.dune.cards import GHOLA, KARAMA, SPECIAL_CARDS, TRUTHTRANCE
from turncoat.games.dune.events.event import Card, CardKind, DuneEvent, Faction, Leader, Spice, Territory
from turncoat.games.dune.questions import NO, YES
from turncoat.kernel import Kind, Message, Says

Entry = Annotated[str, Kind("prevention")]


class Paid(DuneEvent, rule="DUN-2.3.1"):
    """Spice changed hands; an empty text is the bank."""

    says = Message("{payer} pays {spice} to {to}.")
    by_bank = Message("The bank pays {spice} to {to}.")
    to_bank = Message("{payer} pays {spice} to the bank.")

    payer: Faction
    to: Faction
    spice: Spice

    def sentences(self) -> Iterator[Message]:
        """DUN-2.3.1: the bank never runs out."""
        yield self.by_bank if not self.payer else self.says if self.to else self.to_bank


class CardUsed(DuneEvent, rule="DUN-2.4.2"):
    """A treachery card was used and discarded."""

    says = Message("{faction} uses {card}.")

    faction: Faction
    card: Card


class Discarded(DuneEvent, rule="DUN-7.1.1", heading="Cards"):
    """Cards that were played are discarded."""

    says = Message("{faction} discards {cards}.")

    faction: Faction
    cards: tuple[Card, ...]


class Prevented(DuneEvent, rule="DUN-7.11.3", played=KARAMA, weight=2, tone="seal"):
    """DUN-7.11.3: an advantage will be prevented."""

    says = Message("{faction} prevents {entry}.")

    faction: Faction
    entry: Entry


class PreventionEnded(DuneEvent, rule="DUN-7.11.4"):
    """DUN-7.11.4: a prevention has had its effect, or its time is over."""

    says = Message("{entry} {effect:was prevented|is no longer prevented}.")

    entry: Entry
    effect: bool


class GholaUsed(DuneEvent, rule="DUN-7.8.1", played=GHOLA, does="revives", tone="seal"):
    """DUN-7.8.1: what came back: a leader, or forces."""

    says = Message("{faction} brings back {leader}.")
    of_forces = Message("{faction} brings back {forces:force}.")

    faction: Faction
    leader: Leader | None
    forces: int

    def sentences(self) -> Iterator[Message]:
        """DUN-7.8.1: one or the other."""
        yield self.of_forces if self.leader is None else self.says


class Put(Says):
    """A question of the closed list, as it is put: ``Is Stilgar one of your traitors?``."""

    ask_card = Message("Do you hold a card of this kind: {kind}?")
    ask_special_card = Message("Do you hold a card of this kind: {card}?")
    ask_traitor = Message("Is {leader} one of your traitors?")
    ask_prediction = Message("Did you predict {faction} in turn {number}?")
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
        """A kind that it is about."""
        return self.about

    @property
    def card(self) -> Card:
        """A special card that it is about."""
        return self.about

    @property
    def leader(self) -> Leader:
        """A leader that it is about."""
        return self.about

    @property
    def faction(self) -> Faction:
        """A faction that it is about."""
        return self.about

    @property
    def territory(self) -> Territory:
        """A territory that it is about."""
        return self.about

    def sentences(self) -> Iterator[Message]:
        """DUN-7.12.2: each question has its own words, by its name."""
        special = self.question == "ask_card" and self.about in SPECIAL_CARDS
        yield self.ask_special_card if special else getattr(self, self.question)


class Asked(DuneEvent, rule="DUN-7.12.1", played=TRUTHTRANCE, tone="seal"):
    """DUN-7.12.1: who asked whom; the question by its type and what it is about."""

    says = Message("{faction} asks {to}: “{words}”")

    faction: Faction
    to: Faction
    question: str
    about: str
    number: int

    @property
    def words(self) -> Put:
        """The question as it is put."""
        return Put(self.question, self.about, self.number)


class Answered(DuneEvent, rule="DUN-7.12.1", played=TRUTHTRANCE, weight=2, tone="seal"):
    """DUN-7.12.1: the answer."""

    says = Message("{faction} answers: “I cannot know.”")
    yes = Message("{faction} answers: “Yes.”")
    no = Message("{faction} answers: “No.”")

    faction: Faction
    reply: str
    binding: bool

    def sentences(self) -> Iterator[Message]:
        """DUN-7.12.5: the third is for free questions."""
        yield {YES: self.yes, NO: self.no}.get(self.reply, self.says)


class PromiseLapsed(DuneEvent, rule="DUN-7.12.4"):
    """DUN-7.12.4: a promise cannot be kept for a reason that all can see."""

    says = Message("{faction} cannot keep the promise: “{words}”")

    faction: Faction
    question: str
    about: str

    @property
    def words(self) -> Put:
        """The question that was answered."""
        return Put(self.question, self.about)


class Allowed(DuneEvent, rule="DUN-5.2.1", private=True):
    """DUN-5.2.1, for the two allies alone: how much spice may be used."""

    says = Message("{faction} allows the ally up to {spice}.")

    faction: Faction
    spice: Spice


class Permitted(DuneEvent, rule="DUN-5.2.4", private=True):
    """DUN-5.2.4, for the two allies alone: an advantage is lent, or not; how many extra revivals."""

    says = Message("{faction} lends the ally: {advantage}.")
    no_longer = Message("{faction} no longer lends: {advantage}.")
    revivals = Message("{faction} pays up to {number:extra revival} of the ally.")

    faction: Faction
    advantage: Annotated[str, Kind("advantage")]
    number: int

    def sentences(self) -> Iterator[Message]:
        """DUN-5.2.4, DUN-6.6.3."""
        if self.advantage == "extra-revivals":
            yield self.revivals
        else:
            yield self.says if self.number else self.no_longer


class Given(DuneEvent, rule="DUN-6.6.4", tone="gift"):
    """DUN-6.6.4: spice for the ally."""

    says = Message("{faction} gives {spice} to {to}.")

    faction: Faction
    to: Faction
    spice: Spice
