"""One sentence for each thing that can happen in Conspiracy."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from turncoat.games.conspiracy import events as happened
from turncoat.games.conspiracy.answers import AdvanceColumn, AttackCoin, RevealCoin, RevealTile
from turncoat.games.conspiracy.geometry import DIRECTIONS, NUMBERS, SPACE_NAMES
from turncoat.games.conspiracy.pieces import SUIT_NAMES, SUITS
from turncoat.games.conspiracy.text.names import (
    ACTION_NAMES,
    DIRECTION_NAMES,
    coin_name,
    coin_number,
    counted,
    face,
    tile_name,
)
from turncoat.kernel.box import Action
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import listed
from turncoat.kernel.space import Names

Who = Callable[[int], str]
"""The name of a seat."""


def say(event: Event, names: Names) -> str:
    """The event as a sentence.

    Raises:
        TypeError: if it is not an event of Conspiracy.
    """

    def who(seat: int) -> str:
        return names.label("seat", seat)

    for section in (
        _preparation,
        _order,
        _columns,
        _tiles,
        _drawing,
        _placing,
        _revealing,
        _attack,
        _end_of_turn,
        _end,
    ):
        if sentence := section(event, who):
            return sentence
    raise TypeError(f"not an event of Conspiracy: {event!r}")


def _preparation(event: Event, who: Who) -> str:
    """CON-S."""
    match event:
        case happened.GoalCoinsDrawn():
            return f"You draw {_coins(event.coins)}; you hold the tiles {listed(map(tile_name, event.tiles))}."
        case happened.GoalNoted():
            return f"Your secret goal is {SUIT_NAMES[event.suit]} and {event.number}."
        case happened.GoalsNoted():
            return f"All goals are noted; {counted(event.bag)} go into the bag."
    return ""


def _order(event: Event, who: Who) -> str:
    """CON-O."""
    match event:
        case happened.RoundBegan():
            shown = [f"{who(seat)} {coin_number(one)}" for seat, one in enumerate(event.saved) if one is not None]
            return f"Round {event.round}. {f'Saved: {listed(shown)}' if shown else 'Nobody saved'}."
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
    return ""


def _columns(event: Event, who: Who) -> str:
    """CON-M."""
    match event:
        case happened.ColumnRolled():
            dice = [
                f"{SUIT_NAMES[suit]} {face(one)}{' (success)' if good else ''}"
                for suit, one, good in zip(SUITS, event.dice, event.successes, strict=True)
            ]
            return f"Column {event.column}: {listed(dice)}; it {'advances' if event.advances else 'stays'}."
        case happened.ColumnAdvanced():
            verb = "moves" if len(event.cells) == 1 else "move"
            return f"Column {event.column} advances: {listed(event.cells)} {verb} up."
        case happened.MandatoryAdvancement():
            return f"The bag is too small: all columns advance (pass {event.passes})."
    return ""


def _tiles(event: Event, who: Who) -> str:
    """CON-M.5, CON-R15: tiles, coins and marks that leave the board."""
    match event:
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
    return ""


def _drawing(event: Event, who: Who) -> str:
    """CON-1 to CON-4, and CON-5.g."""
    match event:
        case happened.TurnBegan():
            return f"{who(event.seat)}'s turn begins{' with the coin saved' if event.took_back else ''}."
        case happened.CoinsDrawn():
            return f"{who(event.seat)} draws {counted(event.coins)}; the bag holds {event.bag}."
        case happened.HandDrawn():
            return f"You draw {_coins(event.coins)}." if event.coins else "You draw nothing."
        case happened.GiftsTaken():
            return f"{who(event.seat)} takes up {counted(event.coins)} received."
        case happened.CoinGiven():
            return f"{who(event.giver)} gives a coin to {who(event.to)}."
        case happened.GiftSeen():
            return f"The coin given by {who(event.giver)} to {who(event.to)} is {coin_name(event.coin)}."
    return ""


def _placing(event: Event, who: Who) -> str:
    """CON-5.a, CON-U."""
    match event:
        case happened.ActionChosen():
            return f"{who(event.seat)} chooses {ACTION_NAMES[event.action.__class__]}{_at(event.action)}."
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
    return ""


def _revealing(event: Event, who: Who) -> str:
    """CON-5.b, CON-5.d."""
    match event:
        case happened.CoinRevealed():
            chain = " in a chain reaction" if event.chain else ""
            return f"The {coin_number(event.number)} on {event.space} is revealed{chain}: {SUIT_NAMES[event.suit]}."
        case happened.TileRevealed():
            outcome = "it stays" if event.stays else "it does not stay"
            return f"{who(event.seat)} reveals {tile_name(event.tile)} on {event.cell} with {event.support}: {outcome}."
    return ""


def _attack(event: Event, who: Who) -> str:
    """CON-5.c."""
    match event:
        case happened.AttackJudged():
            strength = "a wild spiral" if event.strength is None else str(event.strength)
            outcome = "succeeds" if event.success else "fails"
            return f"{who(event.seat)}'s attack on {event.target} {outcome}: {strength} against {event.against}."
        case happened.AttackVoid():
            return f"{who(event.seat)}'s attack on {event.target} comes to nothing."
        case happened.CoinTurnedBack():
            return f"The coin on {event.space} is turned back to its {coin_number(event.number)}."
    return ""


def _end_of_turn(event: Event, who: Who) -> str:
    """CON-6 to CON-9."""
    match event:
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
    return ""


def _end(event: Event, who: Who) -> str:
    """CON-10, CON-Q.3."""
    match event:
        case happened.GoalDisclosed():
            goal = f"{SUIT_NAMES[event.suit]} and {event.number}"
            return f"{who(event.seat)}'s goal is {goal}; shown: {event.halves} of 2."
        case happened.GameEnded():
            outcome = "wins" if len(event.winners) == 1 else "share the victory"
            return f"{listed(map(who, event.winners))} {outcome} in round {event.round}."
    return ""


def _at(action: Action) -> str:
    """Where an action is directed at, as far as nothing else says it."""
    match action:
        case AttackCoin():
            return f" against {SPACE_NAMES[NUMBERS[action.space] + DIRECTIONS[action.direction]]}"
        case RevealCoin():
            return f" on {action.space}"
        case RevealTile():
            return f" on {action.cell}"
        case AdvanceColumn():
            return f" on {action.column}"
    return ""


def _coins(coins: Iterable[str]) -> str:
    return listed(map(coin_name, coins))


def _side(shown: str) -> str:
    return SUIT_NAMES.get(shown) or coin_number(int(shown))


SECTIONS = (_preparation, _order, _columns, _tiles, _drawing, _placing, _revealing, _attack, _end_of_turn, _end)
"""One function for each section of the rulebook; an empty text is left to another one."""
