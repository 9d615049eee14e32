"""Conspiracy in words: the names of pieces and places, and the questions that are asked."""

from __future__ import annotations

from turncoat.games.conspiracy.answers import AdvanceColumn, AttackCoin, Place, RevealCoin, RevealTile
from turncoat.games.conspiracy.pieces import PIECES, RANK, SPIRAL, SUIT, SUIT_NAMES
from turncoat.kernel.box import Action
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.space import Id

DIRECTION_NAMES = {
    "N": "north",
    "NE": "north-east",
    "E": "east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "W": "west",
    "NW": "north-west",
}

AIM_NAMES = {"hit": "succeed", "miss": "fail"}

ACTION_NAMES: dict[type[Action], str] = {
    Place: "Place Coin",
    RevealCoin: "Reveal Coin",
    AttackCoin: "Attack Coin",
    RevealTile: "Reveal Tile",
    AdvanceColumn: "Advance Column",
}
"""CON-5: the actions as the table of actions calls them."""

QUESTIONS = {
    "match.goals": "Which suit and which number are your secret goal?",
    "round.gap": "You are free. Do you take your turn now?",
    "turn.actions": "What will you do?",
    "turn.save": "Which coin do you save for your next turn?",
    "turn.mark": "Do you mark a tile of the Present?",
    "turn.claim": "Do you claim the win?",
    "hit.finish": "Do you give a second coin to remove the coin you hit?",
}


def coin_name(coin: str) -> str:
    """``Suns spiral``, ``Moons blank``, ``Crowns 2``."""
    return f"{SUIT_NAMES[SUIT[coin]]} {coin_number(RANK[coin])}"


def tile_name(tile: str) -> str:
    """``Suns symbol``, ``Moons blank``, ``Crowns 2``."""
    return f"{SUIT_NAMES[SUIT[tile]]} {face(RANK[tile])}"


def coin_number(rank: int) -> str:
    """What the number side of a coin shows."""
    return {0: "blank", SPIRAL: "spiral"}.get(rank, str(rank))


def face(rank: int) -> str:
    """What a tile or die shows."""
    return {0: "blank", 1: "symbol"}.get(rank, str(rank))


COIN_NAMES = {coin: coin_name(coin) for coin in PIECES}
TILE_NAMES = {tile: tile_name(tile) for tile in PIECES}
SPANS = {"rounds": "actions", "this round": "with the next action"}
"""CON-I.5: how long promises last; each action is one answer."""

NAMED = {"span": SPANS, "coin": COIN_NAMES, "suit": SUIT_NAMES, "direction": DIRECTION_NAMES, "aim": AIM_NAMES}


class ConspiracyNames(SeatNames):
    """The names of seats, coins, tiles, suits, numbers and directions; places are called by their ids."""

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("coin", "S1")`` is ``"Suns spiral"``."""
        if domain == "tile":
            return "no new tile" if value is None else TILE_NAMES.get(str(value), str(value))
        table = NAMED.get(domain, {})
        return table[value] if isinstance(value, str) and value in table else super().label(domain, value)


def counted(number: int) -> str:
    """``1 coin``, ``3 coins``, ``no coins``."""
    return "1 coin" if number == 1 else f"{number or 'no'} coins"
