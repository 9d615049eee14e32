"""What plotters tell each other in private (CON-I.5): their goals, and to an ally the hidden pieces on the board.

A player who knows an ally's goal can help with it, and one who knows a face-down tile can build on it.
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
    """CON-S.5: the goal that a text names: one suit and one number of 0 to 5; None: no goal."""
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
"""The proposal to exchange goals."""

_LIES = re.compile(rf"(c\d[PF]\d*(?:\.[NS][EW])?) lies ({'|'.join(SUIT_NAMES.values())}) ([0-5])\b", re.IGNORECASE)


def lying(text: str) -> dict[str, str]:
    """CON-R14: a piece and its cell or space, as a text names them."""
    found = _LIES.findall(text)
    return {f"c{where[1:].upper()}": _SUITS[suit.casefold()] + number for where, suit, number in found}


def hidden(view: ConspiracyView) -> Iterator[tuple[str, str]]:
    """CON-I.6: pieces of which others see only the back or the number, and what the bot knows them to be."""
    yield from ((tile.cell, tile.tile) for tile in view.tiles if tile.tile is not None and not tile.face_up)
    seen = ((coin.space, coin.suit, coin.number) for coin in view.coins if not coin.symbol_up)
    yield from ((space, f"{suit}{number}") for space, suit, number in seen if suit is not None)


def said(where: str, piece: str) -> str:
    """The words that tell where a piece lies."""
    cell, _, corner = where.partition(".")
    line = COIN_LIES if corner else TILE_LIES
    return line.format(cell=cell, corner=corner, suit=SUIT_NAMES[SUIT[piece]], number=RANK[piece])
