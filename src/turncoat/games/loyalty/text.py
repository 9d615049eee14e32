"""Loyalty in words: names, words after a number, questions, and texts on boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.view import LoyaltyView, PaymentView, ProposalView
from turncoat.kernel import Names, SeatNames, amount
from turncoat.kernel.lexicon import amounts
from turncoat.kernel.space import Id, id_of

SINGULAR = {"citizens": "citizen", "priests": "priest", "militia": "militia"}
"""LOY-2.3: one unit of each kind."""

_COUNTED = {
    "price": "{coins} to {name}",
    "place": "{coins} in {name}",
    **dict.fromkeys(("seat", "colour", "fallen"), "of {name}"),
}
"""The words after a number: for prices, coins in a place, losses by owner."""


class LoyaltyNames(SeatNames):
    """Players, factions and victims by name; places and units have their ids as names."""

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("victim", "2 priests")`` is ``"Celeste's priests"``."""
        if domain == "any":
            return {"place": "any city or road", "leave": "enter or pass"}.get(str(value), str(value))
        if domain == "faction":
            return str(value).capitalize()
        if domain in ("victim", "fallen") and isinstance(value, str):
            seat, _, kind = value.partition(" ")
            return f"{super().label('seat', id_of(seat))}'s {kind}"
        return super().label("seat" if domain == "price" else domain, value)

    def ids(self, view: Struct | None) -> Mapping[str, Iterable[Id]]:
        """LOY-2: the places of the map, the kinds of units, and possible victims."""
        known: dict[str, Iterable[Id]] = {**super().ids(view), "faction": FACTION_NAMES, "unit": SINGULAR}
        known |= {"price": known["seat"], "leave": ("enter", "pass")}
        units = [f"{seat} {unit}" for seat in known["seat"] for unit in SINGULAR]
        known |= {"victim": units, "fallen": units}
        if isinstance(view, LoyaltyView):
            known |= {"place": [place.name for place in view.places], "colour": colours(view.options)}
        return known

    def counted(self, domain: str, value: Id, number: int) -> str:
        """The words after a number: ``counted("price", 0, 2)`` is ``"coins to Agatha"``."""
        name = self.label(domain, value)
        if domain in _COUNTED:
            return _COUNTED[domain].format(coins="coin" if number == 1 else "coins", name=name)
        if number != 1 or domain not in ("unit", "victim"):
            return name
        owner, gap, kind = name.rpartition(" ")
        return f"{owner}{gap}{SINGULAR.get(kind, kind)}"


FACTION_NAMES = {"pope": "the Pope", "king": "the King"}
"""LOY-4.1: the names of the factions."""

QUESTIONS = {
    "preparation.build": "What will you build?",
    "preparation.homes": "Where will you live?",
    "preparation.roads": "On which road do your first citizens settle?",
    "preparation.colours": "Which colour will you wear?",
    "turn.colour": "Will you change your colour?",
    "action.choose": "What will you do?",
    "action.answers": "Will you give leave?",
    "action.counters": "Will you pay what is asked?",
    "battle.volunteers": "Will you join the defence?",
    "parley.propose": "How shall the losses be shared?",
    "parley.consent": "Do you agree?",
    "battle.victims": "Who dies?",
    "battle.kinds": "Which of your civilians die?",
    "battle.follow": "Who follows the survivors?",
    "payment.pay": "Which coins do you pay with?",
    "baggage.carry": "How many coins do the units carry?",
    "peek.look": "Will you look at an unused card?",
}
"""LOY-15: the question of each decision."""


def proposed(proposal: ProposalView, names: Names) -> str:
    """LOY-10.2.8: the proposal to which the parties of a defence are asked to agree."""
    kind = "civilians" if proposal.civilians else "militia"
    return f"{names.label('seat', proposal.speaker)} proposes: {kind} lost: {amounts(proposal.losses, 'seat', names)}"


def paid(payment: PaymentView, names: Names) -> str:
    """LOY-14.8: a payment in words."""
    receiver = "the stock" if payment.to is None else names.label("seat", payment.to)
    return f"{names.label('seat', payment.payer)} pays {amount(payment.coins, 'coin')} to {receiver}"
