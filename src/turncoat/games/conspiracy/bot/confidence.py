"""What plotters tell each other in confidence (CON-I.5): their goals, and to an ally what lies hidden on the board.

Anyone who knows an ally's goal can help it, and anyone who knows what lies under a back can build on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from turncoat.games.conspiracy.pieces import RANK, RANKS, SUIT, SUIT_NAMES
from turncoat.games.conspiracy.state import Goal
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel.confidence import Words

ASK = (
    "Tell me the suit and the number that you want, and I tell you mine.",
    "Two who know each other's goals get further. Your suit and number for mine?",
    "Which suit and which number do you want? You hear mine in return.",
    "Shall we plot together? Name your suit and number, and I name mine.",
    "I help you if you help me. Say your suit and number, then I say mine.",
)

TELL = "I want {suit} and {number}."
TILE_LIES = "In {cell} lies {suit} {number}."
COIN_LIES = "On {cell}.{corner} lies {suit} {number}."

_SUITS = {name.casefold(): suit for suit, name in SUIT_NAMES.items()}


def told(text: str) -> Goal | None:
    """CON-S.5: the goal that a text names: one suit and one number of 0 to 5; None: it does not."""
    words = re.findall(r"[a-z]+|\d+", text.casefold())
    suits = {_SUITS[word] for word in words if word in _SUITS}
    numbers = {int(word) for word in words if word.isdigit()}
    if len(suits) != 1 or len(numbers) != 1 or not numbers <= set(RANKS):
        return None
    return Goal(suits.pop(), numbers.pop())


GOALS_TOLD = Words(
    ask=ASK,
    question=re.compile(r"\bsuit\b.*\bnumber\b.*\bmine\b", re.IGNORECASE | re.DOTALL),
    tell=lambda goal: TELL.format(suit=SUIT_NAMES[goal.suit], number=goal.number),
    told=told,
)
"""A suit and a number for a suit and a number."""

_LIES = re.compile(rf"(c\d[PF]\d*(?:\.[NS][EW])?) lies ({'|'.join(SUIT_NAMES.values())}) ([0-5])\b", re.IGNORECASE)


def lying(text: str) -> dict[str, str]:
    """CON-R14: which piece lies in a cell or on a space, as a text says."""
    found = _LIES.findall(text)
    return {f"c{where[1:].upper()}": _SUITS[suit.casefold()] + number for where, suit, number in found}


def hidden(view: ConspiracyView) -> Iterator[tuple[str, str]]:
    """CON-I.6: where a piece shows only its back, or its number, and what the player who sees this knows it to be."""
    yield from ((tile.cell, tile.tile) for tile in view.tiles if tile.tile is not None and not tile.face_up)
    seen = ((coin.space, coin.suit, coin.number) for coin in view.coins if not coin.symbol_up)
    yield from ((space, f"{suit}{number}") for space, suit, number in seen if suit is not None)


def said(where: str, piece: str) -> str:
    """The words for a piece that lies somewhere."""
    cell, _, corner = where.partition(".")
    line = COIN_LIES if corner else TILE_LIES
    return line.format(cell=cell, corner=corner, suit=SUIT_NAMES[SUIT[piece]], number=RANK[piece])
