"""LOY-10 and LOY-15: everything that a player can answer. Places and factions go by name, players by seat."""

from __future__ import annotations

from typing import ClassVar

from turncoat.kernel.box import Action

Numbers = dict[str, int]
"""How many of each: units by kind, coins by seat or by place, militia by seat or by colour."""


class Move(Action, frozen=True, tag="move"):
    """LOY-10.1.1: move units to where nobody has to be asked."""

    phrase: ClassVar[str] = "move {units} from {origin} to {to}"

    origin: str
    to: str
    units: Numbers


class AskToMove(Action, frozen=True, tag="ask_to_move"):
    """LOY-8.5: a move that needs leave; ``prices`` are offered, by the seat of the holder."""

    phrase: ClassVar[str] = "ask to move {units} from {origin} to {to} for {prices}"

    origin: str
    to: str
    units: Numbers
    prices: Numbers


class Attack(Action, frozen=True, tag="attack"):
    """LOY-10.2: attack players on a battlefield for which nobody has to be asked, with so many militia."""

    phrase: ClassVar[str] = "attack {targets} in {to} from {origin} with {militia} militia"
    briefs: ClassVar[tuple[str, ...]] = ("attack {targets} in {to} from {origin} with {militia}",)

    origin: str
    to: str
    targets: tuple[int, ...]
    militia: int


class AskToAttack(Action, frozen=True, tag="ask_to_attack"):
    """LOY-8.5: an attack across a road that needs leave; ``prices`` are offered, by the seat of the holder."""

    phrase: ClassVar[str] = "ask to attack {targets} in {to} from {origin} with {militia} militia for {prices}"
    briefs: ClassVar[tuple[str, ...]] = ("ask to attack {targets} in {to} from {origin} with {militia} for {prices}",)

    origin: str
    to: str
    targets: tuple[int, ...]
    militia: int
    prices: Numbers


class Proselytize(Action, frozen=True, tag="proselytize"):
    """LOY-10.3.1: priests recruit citizens for a coin each."""

    phrase: ClassVar[str] = "proselytize {citizens} in {city}"

    city: str
    citizens: int


class CallToArms(Action, frozen=True, tag="call_to_arms"):
    """LOY-10.4.1: citizens become militia."""

    phrase: ClassVar[str] = "call to arms {citizens} in {city}"

    city: str
    citizens: int


class CallToFaith(Action, frozen=True, tag="call_to_faith"):
    """LOY-10.4.1: citizens become priests."""

    phrase: ClassVar[str] = "call to faith {citizens} in {city}"

    city: str
    citizens: int


class Campaign(Action, frozen=True, tag="campaign"):
    """LOY-10.5.1: move a loyalty marker towards the Pope or the King, for two coins a tick."""

    phrase: ClassVar[str] = "campaign {ticks} for {faction} in {city}"

    city: str
    faction: str
    ticks: int


class Switch(Action, frozen=True, tag="switch"):
    """LOY-14.1f: take another public colour."""

    phrase: ClassVar[str] = "switch to {colour}"

    colour: str


class Pass(Action, frozen=True, tag="pass"):
    """LOY-9.2: let an action go by."""

    phrase: ClassVar[str] = "pass"


class Grant(Action, frozen=True, tag="grant"):
    """LOY-8.5b: give leave at the price that was offered."""

    phrase: ClassVar[str] = "grant"


class Refuse(Action, frozen=True, tag="refuse"):
    """LOY-8.5b: give no leave."""

    phrase: ClassVar[str] = "refuse"


class Counter(Action, frozen=True, tag="counter"):
    """LOY-8.5b: give leave at another price."""

    phrase: ClassVar[str] = "counter {price}"

    price: int


class Accept(Action, frozen=True, tag="accept"):
    """LOY-8.5d: pay what was countered."""

    phrase: ClassVar[str] = "accept"


class Withdraw(Action, frozen=True, tag="withdraw"):
    """LOY-8.5d: let the request go."""

    phrase: ClassVar[str] = "withdraw"


class Join(Action, frozen=True, tag="join"):
    """LOY-10.2.6: join a defence with so many militia."""

    phrase: ClassVar[str] = "join with {militia} militia"
    briefs: ClassVar[tuple[str, ...]] = ("join with {militia}",)

    militia: int


class Decline(Action, frozen=True, tag="decline"):
    """LOY-10.2.6: stay out of a fight."""

    phrase: ClassVar[str] = "decline"


class Propose(Action, frozen=True, tag="propose"):
    """LOY-10.2.8, LOY-10.2.10: propose how losses are shared, by seat or by colour."""

    phrase: ClassVar[str] = "propose {losses}"

    losses: Numbers


class LeaveIt(Action, frozen=True, tag="leave_it"):
    """LOY-10.2.8: propose nothing."""

    phrase: ClassVar[str] = "leave it"


class Agree(Action, frozen=True, tag="agree"):
    """LOY-10.2.8: consent to what was proposed."""

    phrase: ClassVar[str] = "agree"


class Object(Action, frozen=True, tag="object"):
    """LOY-10.2.8: do not consent."""

    phrase: ClassVar[str] = "object"


class Lose(Action, frozen=True, tag="lose"):
    """LOY-10.2.10: choose which kinds of own civilians die."""

    phrase: ClassVar[str] = "lose {units}"

    units: Numbers


class Kill(Action, frozen=True, tag="kill"):
    """LOY-14.10: choose whose civilians die, by ``"seat kind"``."""

    phrase: ClassVar[str] = "kill {victims}"

    victims: Numbers


class Bring(Action, frozen=True, tag="bring"):
    """LOY-10.2.13: let other units follow the survivors."""

    phrase: ClassVar[str] = "bring {units}"

    units: Numbers


class Carry(Action, frozen=True, tag="carry"):
    """LOY-14.8: take coins along."""

    phrase: ClassVar[str] = "carry {coins}"

    coins: int


class Pay(Action, frozen=True, tag="pay"):
    """LOY-14.8: pay with coins from these places."""

    phrase: ClassVar[str] = "pay {coins}"

    coins: Numbers


class Permit(Action, frozen=True, tag="permit"):
    """LOY-8.8: publish a standing permission; ``leave`` is ``pass`` or ``enter``."""

    phrase: ClassVar[str] = "permit {to} to {leave} {place} for {price}"

    to: int
    leave: str
    place: str
    price: int


class Revoke(Action, frozen=True, tag="revoke"):
    """LOY-8.8: cancel a standing permission."""

    phrase: ClassVar[str] = "revoke {to} {leave} {place}"

    to: int
    leave: str
    place: str


class Give(Action, frozen=True, tag="give"):
    """LOY-8.9: hand over coins, at once and in public."""

    phrase: ClassVar[str] = "give {coins} to {to}"

    to: int
    coins: int


class Transfer(Action, frozen=True, tag="transfer"):
    """LOY-8.9, LOY-14.8: hand over coins where they lie, by place."""

    phrase: ClassVar[str] = "transfer {coins} to {to}"

    to: int
    coins: Numbers


class LookAt(Action, frozen=True, tag="look_at"):
    """LOY-14.4: look at an unused loyalty card, by its place in the row, from 1."""

    phrase: ClassVar[str] = "look at {card}"

    card: int


class LookAway(Action, frozen=True, tag="look_away"):
    """LOY-14.4: look at no card."""

    phrase: ClassVar[str] = "look away"


class BuildCity(Action, frozen=True, tag="build_city"):
    """LOY-14.7: add a city, joined by a road to one that is there."""

    phrase: ClassVar[str] = "build a city at {city}"

    city: str


class BuildRoad(Action, frozen=True, tag="build_road"):
    """LOY-14.7: join two cities."""

    phrase: ClassVar[str] = "build a road from {one} to {other}"

    one: str
    other: str


class ChooseHome(Action, frozen=True, tag="choose_home"):
    """LOY-3.5: take a free outer city as home."""

    phrase: ClassVar[str] = "live in {city}"

    city: str


class ChooseRoad(Action, frozen=True, tag="choose_road"):
    """LOY-14.7: choose the road of the home on which the first citizens stand."""

    phrase: ClassVar[str] = "settle on {road}"

    road: str


class ChooseColour(Action, frozen=True, tag="choose_colour"):
    """LOY-14.1a: choose the first colour."""

    phrase: ClassVar[str] = "wear {colour}"

    colour: str


class Stay(Action, frozen=True, tag="stay"):
    """LOY-14.1f: keep one's colour."""

    phrase: ClassVar[str] = "stay"


Deeds = Move | AskToMove | Attack | AskToAttack | Proselytize | CallToArms | CallToFaith | Campaign | Switch | Pass
Answers = Grant | Refuse | Counter | Accept | Withdraw | Join | Decline | Propose | LeaveIt | Agree | Object
Choices = Lose | Kill | Bring | Carry | Pay | LookAt | LookAway
Asides = Permit | Revoke | Give | Transfer
Preparations = BuildCity | BuildRoad | ChooseHome | ChooseRoad | ChooseColour | Stay

LoyaltyAction = Deeds | Answers | Choices | Asides | Preparations

ACTIONS: tuple[type[LoyaltyAction], ...] = (
    *(Move, AskToMove, Attack, AskToAttack, Proselytize, CallToArms, CallToFaith, Campaign, Switch, Pass),
    *(Grant, Refuse, Counter, Accept, Withdraw, Join, Decline, Propose, LeaveIt, Agree, Object),
    *(Lose, Kill, Bring, Carry, Pay, LookAt, LookAway, Permit, Revoke, Give, Transfer),
    *(BuildCity, BuildRoad, ChooseHome, ChooseRoad, ChooseColour, Stay),
)
