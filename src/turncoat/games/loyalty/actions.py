"""LOY-10 and LOY-15: all answers of Loyalty. Places and factions are given by name, players by seat."""

from __future__ import annotations

from typing import Annotated

from turncoat.kernel import Action, Kind, Message, Seat, Seats

Numbers = dict[str, int]
"""A number for each key."""

Units = Annotated[Numbers, Kind("unit")]
"""Numbers of units by kind."""

Prices = Annotated[Numbers, Kind("price")]
"""Coins by the seat that gets them."""

Heaps = Annotated[Numbers, Kind("place")]
"""Coins by the place where they lie."""

Place = Annotated[str, Kind("place")]
"""LOY-2.1: a city or a road."""

Losses = Annotated[Numbers, Kind("seat")]
"""Militia or civilians by seat, or militia by colour."""

Fallen = Annotated[Numbers, Kind("fallen")]
"""Civilians by text such as ``"2 priests"``: seat and kind."""

Faction = Annotated[str, Kind("faction")]
"""LOY-4.1: a faction: the Pope's or the King's."""


class Move(Action, rule="LOY-10.1.2"):
    """LOY-10.1.1: move units to a place for which no leave is needed."""

    phrase = "move {units} from {origin} to {to}"
    says = Message("declares a move of {units} from {origin} to {to}")

    origin: Place
    to: Place
    units: Units


class AskToMove(Action, rule="LOY-8.5"):
    """LOY-8.5: ask for leave to move; ``prices`` are the coins offered, by the seat of the holder."""

    phrase = "ask to move {units} from {origin} to {to} for {prices}"
    says = Message(
        "asks for leave to move {units} from {origin} to {to}, offering {prices}",
        without=("prices", "asks for leave to move {units} from {origin} to {to}"),
    )
    closed = "No request can be made any more in this turn"

    origin: Place
    to: Place
    units: Units
    prices: Prices


class Attack(Action, rule="LOY-10.2.2"):
    """LOY-10.2: attack players on a battlefield for which no leave is needed, with a number of militia."""

    phrase = "attack {targets} in {to} from {origin} with {militia} militia"
    briefs = ("attack {targets} in {to} from {origin} with {militia}",)
    says = Message("declares an attack on {targets} in {to} with {militia} militia from {origin}")
    closed = "No other player has units where your militia can attack"

    origin: Place
    to: Place
    targets: Seats
    militia: int


class AskToAttack(Action, rule="LOY-8.5"):
    """LOY-8.5: ask for leave to attack across a road; ``prices`` are the coins offered, by the seat of the holder."""

    phrase = "ask to attack {targets} in {to} from {origin} with {militia} militia for {prices}"
    briefs = ("ask to attack {targets} in {to} from {origin} with {militia} for {prices}",)
    says = Message(
        "asks for leave to attack {targets} in {to} with {militia} militia from {origin}, offering {prices}",
        without=("prices", "asks for leave to attack {targets} in {to} with {militia} militia from {origin}"),
    )
    closed = "No request can be made any more in this turn"

    origin: Place
    to: Place
    targets: Seats
    militia: int
    prices: Prices


class Proselytize(Action, rule="LOY-10.3.1"):
    """LOY-10.3.1: priests recruit citizens for a coin each."""

    phrase = "proselytize {citizens} in {city}"
    says = Message("proselytizes in {city}")
    closed = "To proselytize you need a priest in a city, and a coin"

    city: Place
    citizens: int


class CallToArms(Action, rule="LOY-10.4.1"):
    """LOY-10.4.1: citizens become militia."""

    phrase = "call to arms {citizens} in {city}"
    says = Message("calls to arms in {city}")
    closed = "You have no citizens in a city to call to arms or to faith"

    city: Place
    citizens: int


class CallToFaith(Action, rule="LOY-10.4.1"):
    """LOY-10.4.1: citizens become priests."""

    phrase = "call to faith {citizens} in {city}"
    says = Message("calls to faith in {city}")
    closed = CallToArms.closed

    city: Place
    citizens: int


class Campaign(Action, rule="LOY-10.5.1"):
    """LOY-10.5.1: move a loyalty marker towards the Pope or the King, for two coins a tick."""

    phrase = "campaign {ticks} for {faction} in {city}"
    says = Message("campaigns in {city}")
    closed = "To campaign you need a priest in a city with an open track, and two coins"

    city: Place
    faction: Faction
    ticks: int


class Switch(Action, rule="LOY-14.1f"):
    """LOY-14.1f: take another public colour."""

    phrase = "switch to {colour}"
    says = Message("changes colour")
    closed = "You cannot change your colour now"

    colour: str


class Pass(Action, rule="LOY-9.2"):
    """LOY-9.2: skip an action."""

    phrase = "pass"
    says = Message("skips an action")


class Grant(Action, rule="LOY-8.5"):
    """LOY-8.5b: give leave at the price that was offered."""

    phrase = "grant"
    says = Message("gives leave")


class Refuse(Action, rule="LOY-8.5"):
    """LOY-8.5b: give no leave."""

    phrase = "refuse"
    says = Message("refuses leave")


class Counter(Action, rule="LOY-8.5"):
    """LOY-8.5b: give leave at another price."""

    phrase = "counter {price}"
    says = Message("wants {price:coin} for leave")

    price: int


class Accept(Action, rule="LOY-8.5"):
    """LOY-8.5d: pay the other price that was named."""

    phrase = "accept"
    says = Message("accepts the price")


class Withdraw(Action, rule="LOY-8.5"):
    """LOY-8.5d: withdraw the request."""

    phrase = "withdraw"
    says = Message("withdraws the request")


class Join(Action, rule="LOY-10.2.6"):
    """LOY-10.2.6: join a defence with a number of militia."""

    phrase = "join with {militia} militia"
    briefs = ("join with {militia}",)

    militia: int


class Decline(Action, rule="LOY-10.2.6"):
    """LOY-10.2.6: stay out of a fight."""

    phrase = "decline"


class Propose(Action, rule="LOY-10.2.8"):
    """LOY-10.2.8, LOY-10.2.10: propose how losses are shared, by seat or by colour."""

    phrase = "propose {losses}"

    losses: Losses


class LeaveIt(Action, rule="LOY-10.2.8"):
    """LOY-10.2.8: propose nothing."""

    phrase = "leave it"


class Agree(Action, rule="LOY-10.2.8"):
    """LOY-10.2.8: agree to the proposal."""

    phrase = "agree"


class Object(Action, rule="LOY-10.2.8"):
    """LOY-10.2.8: do not agree to the proposal."""

    phrase = "object"


class Lose(Action, rule="LOY-10.2.10"):
    """LOY-10.2.10: a player chooses which kinds of their civilians die."""

    phrase = "lose {units}"

    units: Units


class Kill(Action, rule="LOY-14.10"):
    """LOY-14.10: choose whose civilians die, by ``"seat kind"``."""

    phrase = "kill {victims}"

    victims: Numbers


class Bring(Action, rule="LOY-10.2.13"):
    """LOY-10.2.13: let other units follow the survivors."""

    phrase = "bring {units}"

    units: Units


class Carry(Action, rule="LOY-14.8"):
    """LOY-14.8: let the units carry coins."""

    phrase = "carry {coins}"

    coins: int


class Pay(Action, rule="LOY-14.8"):
    """LOY-14.8: pay with coins from these places."""

    phrase = "pay {coins}"

    coins: Heaps


class Permit(Action, rule="LOY-8.8"):
    """LOY-8.8: publish a standing permission; ``leave`` is ``pass`` or ``enter``."""

    phrase = "permit {to} to {leave} {place} for {price}"
    clause = "give {to} leave to {leave} in {place} for {price}"
    closed = "Standing permissions were not agreed on for this game"

    to: Seat
    leave: str
    place: Place
    price: int


class Revoke(Action, rule="LOY-8.8"):
    """LOY-8.8: cancel a standing permission."""

    phrase = "revoke {to} {leave} {place}"

    to: Seat
    leave: str
    place: Place


class Give(Action, rule="LOY-8.9"):
    """LOY-8.9: hand over coins, at once and in public."""

    phrase = "give {coins} to {to}"
    named = ("coins", "to")
    closed = "Gifts were not agreed on for this game"

    to: Seat
    coins: int


class Transfer(Action, rule="LOY-8.9"):
    """LOY-8.9, LOY-14.8: hand over coins where they lie, by place."""

    phrase = "transfer {coins} to {to}"
    closed = "Gifts were not agreed on for this game"

    to: Seat
    coins: Heaps


class LookAt(Action, rule="LOY-14.4"):
    """LOY-14.4: look at an unused loyalty card, by its place in the row, from 1."""

    phrase = "look at {card}"

    card: int


class LookAway(Action, rule="LOY-14.4"):
    """LOY-14.4: look at no card."""

    phrase = "look away"


class BuildCity(Action, rule="LOY-14.7"):
    """LOY-14.7: add a city and a road to a city on the map."""

    phrase = "build a city at {city}"

    city: Place


class BuildRoad(Action, rule="LOY-14.7"):
    """LOY-14.7: join two cities by a road."""

    phrase = "build a road from {one} to {other}"

    one: Place
    other: Place


class ChooseHome(Action, rule="LOY-3.5"):
    """LOY-3.5: take a free outer city as home."""

    phrase = "live in {city}"

    city: Place


class ChooseRoad(Action, rule="LOY-14.7"):
    """LOY-14.7: choose the road of the home on which the first citizens stand."""

    phrase = "settle on {road}"

    road: Place


class ChooseColour(Action, rule="LOY-14.1a"):
    """LOY-14.1a: choose the first colour."""

    phrase = "wear {colour}"

    colour: str


class Stay(Action, rule="LOY-14.1f"):
    """LOY-14.1f: keep the present colour."""

    phrase = "stay"


TurnActions = (
    Move | AskToMove | Attack | AskToAttack | Proselytize | CallToArms | CallToFaith | Campaign | Switch | Pass
)
Answers = Grant | Refuse | Counter | Accept | Withdraw | Join | Decline | Propose | LeaveIt | Agree | Object
Choices = Lose | Kill | Bring | Carry | Pay | LookAt | LookAway
Asides = Permit | Revoke | Give | Transfer
Preparations = BuildCity | BuildRoad | ChooseHome | ChooseRoad | ChooseColour | Stay

LoyaltyAction = TurnActions | Answers | Choices | Asides | Preparations
