"""DUN-2.6: what can happen at any time, and payments."""

from __future__ import annotations

from turncoat.kernel.events import Event


class Paid(Event, frozen=True, tag="paid"):
    """Spice changed hands; an empty text is the bank."""

    payer: str
    to: str
    spice: int


class CardUsed(Event, frozen=True, tag="card_used"):
    """A treachery card was used and discarded."""

    faction: str
    card: str


class Discarded(Event, frozen=True, tag="discarded"):
    """Cards that were played are discarded."""

    faction: str
    cards: tuple[str, ...]


class Prevented(Event, frozen=True, tag="prevented"):
    """DUN-7.11.3: an advantage will be prevented."""

    faction: str
    entry: str


class PreventionEnded(Event, frozen=True, tag="prevention_ended"):
    """DUN-7.11.4: a prevention has had its effect, or its time is over."""

    entry: str
    effect: bool


class GholaUsed(Event, frozen=True, tag="ghola_used"):
    """DUN-7.8.1: what came back: a leader, or forces."""

    faction: str
    leader: str | None
    forces: int


class Asked(Event, frozen=True, tag="asked"):
    """DUN-7.12.1: who asked whom; the question by its type and what it is about."""

    faction: str
    to: str
    question: str
    about: str
    number: int


class Answered(Event, frozen=True, tag="answered"):
    """DUN-7.12.1: the answer."""

    faction: str
    reply: str
    binding: bool


class PromiseLapsed(Event, frozen=True, tag="promise_lapsed"):
    """DUN-7.12.4: a promise cannot be kept for a reason that all can see."""

    faction: str
    question: str
    about: str


class Allowed(Event, frozen=True, tag="allowed"):
    """DUN-5.2.1, for the two allies alone: how much spice may be used."""

    faction: str
    spice: int


class Permitted(Event, frozen=True, tag="permitted"):
    """DUN-5.2.4, for the two allies alone: an advantage is lent, or not; how many extra revivals."""

    faction: str
    advantage: str
    number: int


class Given(Event, frozen=True, tag="given"):
    """DUN-6.6.4: spice for the ally."""

    faction: str
    to: str
    spice: int


EVENTS = (
    Paid,
    CardUsed,
    Discarded,
    Prevented,
    PreventionEnded,
    GholaUsed,
    Asked,
    Answered,
    PromiseLapsed,
    Allowed,
    Permitted,
    Given,
)
