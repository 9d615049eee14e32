"""DUN-4.5: the answers of Bidding."""

from __future__ import annotations

from turncoat.kernel import Action

# --- bidding ----------------------------------------------------------------------------------


class Bid(Action, rule="DUN-4.5.4"):
    """DUN-DK-09: the whole bid in spice, and how much of it the ally pays."""

    phrase = "bid {amount} with {help} from the ally"
    briefs = ("bid {amount}",)

    amount: int
    help: int = 0


class TakeByKarama(Action, rule="DUN-7.11.1", tag="take"):
    """DUN-DK-09: take the card on auction for a Karama card."""

    phrase = "take the card for karama"
    clause = "take the card for {card:karama}"
