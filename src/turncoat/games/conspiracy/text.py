"""Conspiracy in words: the names of pieces and places, and one sentence for each thing that can happen."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.conspiracy import events as happened
from turncoat.games.conspiracy.pieces import PIECES, RANK, SPIRAL, SUIT, SUIT_NAMES, SUITS
from turncoat.kernel.events import Event
from turncoat.kernel.ruleset import SeatNames
from turncoat.kernel.space import Id, Names

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
NAMED = {"coin": COIN_NAMES, "suit": SUIT_NAMES, "direction": DIRECTION_NAMES, "aim": AIM_NAMES}


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


def listed(words: Iterable[str]) -> str:
    """``Agatha, Barney and Celeste``."""
    *most, last = list(words)
    return f"{', '.join(most)} and {last}" if most else last


def say(event: Event, names: Names) -> str:
    """The event as a sentence.

    Raises:
        TypeError: if it is not an event of Conspiracy.
    """

    def who(seat: int) -> str:
        return names.label("seat", seat)

    match event:
        case happened.GoalCoinsDrawn():
            tiles = listed(map(tile_name, event.tiles))
            return f"You draw {listed(map(coin_name, event.coins))}; you hold the tiles {tiles}."
        case happened.GoalNoted():
            return f"Your secret goal is {SUIT_NAMES[event.suit]} and {event.number}."
        case happened.GoalsNoted():
            return f"All goals are noted; {counted(event.bag)} go into the bag."
        case happened.RoundBegan():
            shown = [f"{who(seat)} {coin_number(one)}" for seat, one in enumerate(event.saved) if one is not None]
            return f"Round {event.round}. Saved: {listed(shown)}." if shown else f"Round {event.round}. Nobody saved."
        case happened.RolledOff():
            rolls = zip(event.seats, event.faces, strict=True)
            return f"Roll-off: {listed(f'{who(seat)} {face(one)}' for seat, one in rolls)}."
        case happened.OrderDetermined():
            free = f" {listed(map(who, event.free))} may jump in." if event.free else ""
            return f"The order is {listed(map(who, event.order))}.{free}"
        case happened.GapAnswered():
            if not event.now:
                return f"{listed(map(who, event.wait))} {'waits' if len(event.wait) == 1 else 'wait'}."
            return f"{listed(map(who, event.now))} {'wants' if len(event.now) == 1 else 'want'} the next turn."
        case happened.ColumnRolled():
            return _column(event)
        case happened.ColumnAdvanced():
            return f"Column {event.column} advances: {listed(event.cells)} move up."
        case happened.TileTaken():
            which = tile_name(event.tile) if event.tile else "the face-down tile"
            return f"{who(event.seat)} takes {which} from {event.cell}."
        case happened.TileReceived():
            return f"The tile from {event.cell} is {tile_name(event.tile)}."
        case happened.CoinsBagged():
            coins = [f"{_side(one)} on {space}" for space, one in zip(event.spaces, event.shown, strict=True)]
            return f"Into the bag: {listed(coins)}."
        case happened.MarkReturned():
            return f"{who(event.seat)}'s mark on {event.cell} goes back."
        case happened.TurnBegan():
            return f"{who(event.seat)}'s turn begins{' with the coin saved' if event.took_back else ''}."
        case happened.CoinsDrawn():
            return f"{who(event.seat)} draws {counted(event.coins)}; the bag holds {event.bag}."
        case happened.HandDrawn():
            return f"You draw {listed(map(coin_name, event.coins))}." if event.coins else "You draw nothing."
        case happened.MandatoryAdvancement():
            return f"The bag is too small: all columns advance (pass {event.passes})."
        case happened.GiftsTaken():
            return f"{who(event.seat)} takes up {counted(event.coins)} received."
        case happened.CoinGiven():
            return f"{who(event.giver)} gives a coin to {who(event.to)}."
        case happened.GiftSeen():
            return f"The coin given by {who(event.giver)} to {who(event.to)} is {coin_name(event.coin)}."
        case happened.TileLaid():
            return f"{who(event.seat)} lays a tile on {event.cell}."
        case happened.OwnTileLaid():
            return f"The tile you laid on {event.cell} is {tile_name(event.tile)}."
        case happened.CoinPlaced():
            where = f"{event.space} pointing {DIRECTION_NAMES[event.direction]}"
            return f"{who(event.seat)} places a {coin_number(event.number)} on {where}."
        case happened.OwnCoinPlaced():
            return f"The coin you placed on {event.space} is {coin_name(event.coin)}."
        case happened.EffectRolled():
            dice = listed(face(one) for one in (*event.column_dice, event.row_die))
            return f"Unexpected effect: {dice} name {event.cell}{'' if event.hit else ', where no tile lies'}."
        case happened.TileTurned():
            return f"{tile_name(event.tile)} on {event.cell} is turned face {'up' if event.face_up else 'down'}."
        case happened.CoinRevealed():
            chain = " in a chain reaction" if event.chain else ""
            return f"The {coin_number(event.number)} on {event.space} is revealed{chain}: {SUIT_NAMES[event.suit]}."
        case happened.AttackJudged():
            strength = "a wild spiral" if event.strength is None else str(event.strength)
            outcome = "succeeds" if event.success else "fails"
            return f"{who(event.seat)}'s attack on {event.target} {outcome}: {strength} against {event.against}."
        case happened.AttackVoid():
            return f"{who(event.seat)}'s attack on {event.target} comes to nothing."
        case happened.CoinTurnedBack():
            return f"The coin on {event.space} is turned back to its {coin_number(event.number)}."
        case happened.TileRevealed():
            outcome = "it stays" if event.stays else "it does not stay"
            return f"{who(event.seat)} reveals {tile_name(event.tile)} on {event.cell} with {event.support}: {outcome}."
        case happened.Stopped():
            return f"{who(event.seat)} stops with action points left: {event.points}."
        case happened.CoinSaved():
            return f"{who(event.seat)} saves a {coin_number(event.number)}."
        case happened.OwnCoinSaved():
            return f"The coin you saved is {coin_name(event.coin)}."
        case happened.HandDiscarded():
            return f"{who(event.seat)} discards {counted(event.coins)}; the bag holds {event.bag}."
        case happened.TileMarked():
            return f"{who(event.seat)} marks {tile_name(event.tile)} on {event.cell}."
        case happened.GoalDisclosed():
            return (
                f"{who(event.seat)}'s goal is {SUIT_NAMES[event.suit]} and {event.number}; shown: {event.halves} of 2."
            )
        case happened.GameEnded():
            outcome = "wins" if len(event.winners) == 1 else "share the victory"
            return f"{listed(map(who, event.winners))} {outcome} in round {event.round}."
    raise TypeError(f"not an event of Conspiracy: {event!r}")


def _side(shown: str) -> str:
    return SUIT_NAMES.get(shown) or coin_number(int(shown))


def _column(event: happened.ColumnRolled) -> str:
    dice = [
        f"{SUIT_NAMES[suit]} {face(one)}{' (success)' if good else ''}"
        for suit, one, good in zip(SUITS, event.dice, event.successes, strict=True)
    ]
    return f"Column {event.column}: {listed(dice)}; it {'advances' if event.advances else 'stays'}."
