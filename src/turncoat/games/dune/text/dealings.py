"""What is paid, given, lent, used and prevented, in sentences."""

from __future__ import annotations

from turncoat.games.dune.events import anytime as happened
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import amount, listed
from turncoat.kernel.space import Names

BANK = "the bank"


def say_dealings(event: Event, names: Names) -> str:
    """A payment, a gift, a permission, a card that is used or discarded, a prevention; an empty text for others."""
    return _spice(event, names) or _cards(event, names)


def _who(names: Names, faction: str) -> str:
    return names.label("faction", faction) if faction else BANK


def _amount(names: Names, spice: int) -> str:
    return f"{spice} {names.label('word', 'spice')}"


def _spice(event: Event, names: Names) -> str:
    match event:
        case happened.Paid():
            payer = _who(names, event.payer)
            return f"{payer[0].upper()}{payer[1:]} pays {_amount(names, event.spice)} to {_who(names, event.to)}."
        case happened.Given():
            return f"{_who(names, event.faction)} gives {_amount(names, event.spice)} to {_who(names, event.to)}."
        case happened.Allowed():
            return f"{_who(names, event.faction)} allows the ally up to {_amount(names, event.spice)}."
        case happened.Permitted():
            return _permission(event, names)
    return ""


def _permission(event: happened.Permitted, names: Names) -> str:
    lender = _who(names, event.faction)
    if event.advantage == "extra-revivals":
        return f"{lender} pays up to {amount(event.number, 'extra revival')} of the ally."
    advantage = names.label("advantage", event.advantage)
    return f"{lender} lends the ally: {advantage}." if event.number else f"{lender} no longer lends: {advantage}."


def _cards(event: Event, names: Names) -> str:
    match event:
        case happened.CardUsed():
            return f"{_who(names, event.faction)} uses {names.label('card', event.card)}."
        case happened.Discarded():
            cards = [names.label("card", card) for card in event.cards]
            return f"{_who(names, event.faction)} discards {listed(cards)}."
        case happened.GholaUsed():
            back = amount(event.forces, "force") if event.leader is None else names.label("leader", event.leader)
            return f"{_who(names, event.faction)} brings back {back}."
        case happened.Prevented():
            return f"{_who(names, event.faction)} prevents {names.label('prevention', event.entry)}."
        case happened.PreventionEnded():
            how = "was prevented" if event.effect else "is no longer prevented"
            return f"{names.label('prevention', event.entry)} {how}."
    return ""
