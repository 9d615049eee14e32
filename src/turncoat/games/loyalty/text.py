"""Loyalty in words: questions, and what stands on boards."""

from __future__ import annotations

from turncoat.games.loyalty.view import PaymentView, ProposalView
from turncoat.kernel import Names, amount
from turncoat.kernel.lexicon import amounts

FACTION_NAMES = {"pope": "the Pope", "king": "the King"}
"""LOY-4.1: how the factions are called."""

QUESTIONS = {
    "preparation.build": "What will you build?",
    "preparation.homes": "Where will you live?",
    "preparation.roads": "On which road do your first citizens settle?",
    "preparation.colours": "Which colour will you wear?",
    "turn.colour": "Will you change your colour?",
    "deed.choose": "What will you do?",
    "deed.answers": "Will you give leave?",
    "deed.counters": "Will you pay what is asked?",
    "battle.volunteers": "Will you join the defence?",
    "parley.propose": "How shall the losses be shared?",
    "parley.consent": "Do you agree?",
    "battle.victims": "Who dies?",
    "battle.kinds": "Which of your civilians die?",
    "battle.follow": "Who follows the survivors?",
    "payment.pay": "Which coins do you pay with?",
    "baggage.carry": "How many coins go along?",
    "peek.look": "Will you look at an unused card?",
}
"""LOY-15: the question of each decision."""


def proposed(proposal: ProposalView, names: Names) -> str:
    """LOY-10.2.8: what the parties of a defence are asked to agree to."""
    kind = "civilians" if proposal.civilians else "militia"
    return f"{names.label('seat', proposal.speaker)} proposes: {kind} lost: {amounts(proposal.losses, 'seat', names)}"


def paid(payment: PaymentView, names: Names) -> str:
    """LOY-14.8: who pays whom, and how much."""
    receiver = "the stock" if payment.to is None else names.label("seat", payment.to)
    return f"{names.label('seat', payment.payer)} pays {amount(payment.coins, 'coin')} to {receiver}"
