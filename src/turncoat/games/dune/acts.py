"""Public acts in Dune that promises can be about: alliances, places, attacks, purchases, gifts.

Talk binds nobody (DUN-2.10.1); only an answer to Truthtrance does (DUN-7.12.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, cast

from turncoat.games.dune.alliances import Give
from turncoat.games.dune.alliances.events import Given
from turncoat.games.dune.battle import ChooseBattle
from turncoat.games.dune.battle.events import BattleChosen
from turncoat.games.dune.bidding.events import CardSold
from turncoat.games.dune.mentat.events import GameEnded
from turncoat.games.dune.shared.map import POLE, TERRITORY_IDS
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, Transfer, UseHajr
from turncoat.games.dune.shipment.events import Accompanied, Moved, Rallied, Shipped, Transferred
from turncoat.games.dune.spice_blow import Break, Propose, Ride
from turncoat.games.dune.spice_blow.events import AllianceBroken, AllianceFormed, WormRidden
from turncoat.games.dune.state import NOBODY, Dune, seat_of, seats_of
from turncoat.games.dune.storm.events import TurnBegan
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Act, Action, Acts, Between, Boxes, Event, Kind, OneOf, Seat, box

MOST_SPICE = 50
"""DUN-6.6.4: the most spice that one promise can name."""


class Ally(Act, rule="DUN-4.3.3"):
    """DUN-4.3.3: be allied with a player, or not, at the end of the next Nexus."""

    phrase = "ally with {to}"

    to: Seat


class Forsake(Act, rule="DUN-4.3.2"):
    """DUN-4.3.2: break the alliance with a player."""

    phrase = "forsake {ally}"
    clause = "break the alliance with {ally}"

    ally: Seat


class Enter(Act, rule="DUN-4.7.2"):
    """DUN-4.7: bring forces into a place, by ship, on foot or riding."""

    phrase = "enter {place}"

    place: Annotated[str, Kind("territory")]


class War(Act, rule="DUN-4.8.2"):
    """DUN-4.8.2: choose a battle against a player."""

    phrase = "attack {whom}"

    whom: Seat


class Buy(Act, rule="DUN-4.5.6"):
    """DUN-4.5.6: buy a card."""

    phrase = "buy a card"


class Hand(Act, rule="DUN-6.6.4"):
    """DUN-6.6.4: give spice to a player."""

    phrase = "hand {spice} to {to}"
    named = ("spice", "to")

    spice: int
    to: Seat


def boxes(game: Dune) -> Boxes[Action]:
    """The acts that any player can promise."""
    anybody = OneOf(tuple(seats_of(game)), "seat")
    return Boxes(
        box(Ally, to=anybody),
        box(Forsake, ally=anybody),
        box(Enter, place=OneOf(TERRITORY_IDS, "territory")),
        box(War, whom=anybody),
        box(Buy),
        box(Hand, spice=Between(1, MOST_SPICE, "spice"), to=anybody),
    )


def seen(event: Event, seat: Callable[[str], int]) -> Iterator[tuple[int, Act]]:
    """The acts that an event shows, by seat; ``seat`` finds the seat of a faction."""
    match event:
        case AllianceFormed():
            one, other = map(seat, event.factions)
            yield one, Ally(other)
            yield other, Ally(one)
        case AllianceBroken():
            yield seat(event.faction), Forsake(seat(event.ally))
        case Shipped() | Rallied() | Transferred() | Moved() | WormRidden() if event.to:
            yield seat(event.faction), Enter(event.to.partition("/")[0])
        case Accompanied():
            yield seat(event.faction), Enter(event.middle)
        case BattleChosen():
            yield seat(event.aggressor), War(seat(event.defender))
        case CardSold():
            yield seat(event.faction), Buy()
        case Given():
            for spice in range(1, event.spice + 1):
                yield seat(event.faction), Hand(spice, seat(event.to))
        case _:
            pass


def would(action: Action, view: DuneView) -> Iterator[Act]:
    """The acts that an answer leads to, if nobody prevents it."""
    seats = {player.faction: player.seat for player in view.factions}
    ally = next((seats[player.ally] for player in view.factions if player.seat == view.seat and player.ally), NOBODY)
    match action:
        case Ship() | Rally() | Transfer() | Move() | UseHajr() | Ride():
            yield Enter(action.to.partition("/")[0])
        case Accompany():
            yield Enter(TERRITORY_IDS[POLE])
        case ChooseBattle():
            yield War(seats[action.faction])
        case Propose():
            yield Ally(seats[action.faction])
        case Break():
            yield Forsake(ally)
        case Give():
            yield from (Hand(spice, ally) for spice in range(1, action.spice + 1))
        case _:
            pass


def turn_over(event: Event) -> bool:
    """DUN-1.4.1: a turn is over when the next one begins, or the game ends."""
    return (isinstance(event, TurnBegan) and event.turn > 1) or isinstance(event, GameEnded)


ACTS = Acts[Dune](
    kinds=(Ally, Forsake, Enter, War, Buy, Hand),
    boxes=boxes,
    done=lambda game, event: seen(event, lambda faction: seat_of(game, faction)),
    would=lambda action, view: would(action, cast("DuneView", view)),
    turn_over=lambda _, event: turn_over(event),
)
"""The functions that judge promises in Dune."""
