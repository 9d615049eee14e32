"""DUN-8: everything that can be answered, but for Truthtrance (``questions``). Factions and cards are ids."""

from __future__ import annotations

from typing import ClassVar, get_args

from turncoat.games.dune.questions import Question, Reply
from turncoat.kernel.box import Action, Boxes

Forces = dict[str, int]
"""How many forces from or to each location, by its id, without zeros."""


class Pass(Action, frozen=True, tag="pass"):
    """DUN-2.7.1 and many others: nothing, this time."""

    phrase: ClassVar[str] = "pass"


# --- setup ------------------------------------------------------------------------------------


class KeepTraitor(Action, frozen=True, tag="keep"):
    """DK-01: the traitor card that is kept."""

    phrase: ClassVar[str] = "keep {leader}"

    leader: str


class PlaceForces(Action, frozen=True, tag="place"):
    """DK-02: where the forces of the desert stand at the start."""

    phrase: ClassVar[str] = "place {forces}"

    forces: Forces


class Predict(Action, frozen=True, tag="predict"):
    """DK-03: who will win, and in which turn."""

    phrase: ClassVar[str] = "predict {faction} in turn {turn}"

    faction: str
    turn: int


# --- storm ------------------------------------------------------------------------------------


class Dial(Action, frozen=True, tag="dial"):
    """DK-04: a number for the storm."""

    phrase: ClassVar[str] = "dial {number}"

    number: int


class UseAtomics(Action, frozen=True, tag="atomics"):
    """DK-05: blow up the Shield Wall."""

    phrase: ClassVar[str] = "use atomics"


class UseWeatherControl(Action, frozen=True, tag="weather"):
    """DK-05: how many sectors the storm moves."""

    phrase: ClassVar[str] = "weather control {sectors}"

    sectors: int


# --- Nexus ------------------------------------------------------------------------------------


class Done(Action, frozen=True, tag="done"):
    """DK-07: no more to do in this Nexus."""

    phrase: ClassVar[str] = "done"


class Break(Action, frozen=True, tag="break"):
    """DK-07: leave the alliance."""

    phrase: ClassVar[str] = "break the alliance"


class Propose(Action, frozen=True, tag="propose"):
    """DK-07: propose an alliance."""

    phrase: ClassVar[str] = "propose to {faction}"

    faction: str


class Unpropose(Action, frozen=True, tag="unpropose"):
    """DK-07: withdraw a proposal."""

    phrase: ClassVar[str] = "withdraw from {faction}"

    faction: str


class Ride(Action, frozen=True, tag="ride"):
    """DK-08: ride the worm."""

    phrase: ClassVar[str] = "ride {forces} to {to}"

    forces: Forces
    to: str


# --- bidding and revival ----------------------------------------------------------------------


class Bid(Action, frozen=True, tag="bid"):
    """DK-09: the whole bid in spice, and how much of it the ally pays."""

    phrase: ClassVar[str] = "bid {amount} with {help} from the ally"
    briefs: ClassVar[tuple[str, ...]] = ("bid {amount}",)

    amount: int
    help: int = 0


class TakeByKarama(Action, frozen=True, tag="take"):
    """DK-09: take the card on auction for a Karama card."""

    phrase: ClassVar[str] = "take the card for karama"


class Revive(Action, frozen=True, tag="revive"):
    """DK-10: forces, forces at the ally's expense, and one leader."""

    phrase: ClassVar[str] = "revive {forces} and {extra} at the ally's expense and {leader}"
    briefs: ClassVar[tuple[str, ...]] = ("revive {forces}", "revive {forces} and {leader}")

    forces: int
    extra: int = 0
    leader: str | None = None


# --- shipment and movement --------------------------------------------------------------------


class Ship(Action, frozen=True, tag="ship"):
    """DK-11: forces from off-planet reserves; the ally may pay a part; a Karama card may lower the price."""

    phrase: ClassVar[str] = "ship {forces} to {to} with {help} from the ally {karama}"
    briefs: ClassVar[tuple[str, ...]] = ("ship {forces} to {to}", "ship {forces} to {to} with {help} from the ally")

    forces: int
    to: str
    help: int = 0
    karama: str | None = None


class Rally(Action, frozen=True, tag="rally"):
    """DK-11: forces from reserves on the planet (DUN-6.1.2)."""

    phrase: ClassVar[str] = "rally {forces} to {to}"

    forces: int
    to: str


class Transfer(Action, frozen=True, tag="transfer"):
    """DK-11: forces from one territory to a location of another by ship (DUN-6.5.2 b)."""

    phrase: ClassVar[str] = "transfer {forces} to {to} with {help} from the ally"
    briefs: ClassVar[tuple[str, ...]] = ("transfer {forces} to {to}",)

    forces: Forces
    to: str
    help: int = 0


class Withdraw(Action, frozen=True, tag="withdraw"):
    """DK-11: forces from one territory back to the reserves (DUN-6.5.2 c)."""

    phrase: ClassVar[str] = "withdraw {forces} with {help} from the ally"
    briefs: ClassVar[tuple[str, ...]] = ("withdraw {forces}",)

    forces: Forces
    help: int = 0


class Accompany(Action, frozen=True, tag="accompany"):
    """DK-12: one force to the middle of the map."""

    phrase: ClassVar[str] = "accompany"


class Move(Action, frozen=True, tag="move"):
    """DK-13: forces of one territory to one location."""

    phrase: ClassVar[str] = "move {forces} to {to}"

    forces: Forces
    to: str


class UseHajr(Action, frozen=True, tag="hajr"):
    """DK-14: the card and an extra move."""

    phrase: ClassVar[str] = "hajr {forces} to {to}"

    forces: Forces
    to: str


# --- battle -----------------------------------------------------------------------------------


class ChooseBattle(Action, frozen=True, tag="fight"):
    """DK-15: where, and against whom."""

    phrase: ClassVar[str] = "fight {faction} in {territory}"

    territory: str
    faction: str


class Voice(Action, frozen=True, tag="voice"):
    """DK-16: the opponent must, or must not, play a kind of card."""

    phrase: ClassVar[str] = "voice {order} {kind}"

    order: str
    kind: str


class Prescience(Action, frozen=True, tag="prescience"):
    """DK-17: which element of the opposing plan is seen."""

    phrase: ClassVar[str] = "foresee {element}"

    element: str


class Plan(Action, frozen=True, tag="plan"):
    """DK-18: dial, hero, weapon, defence. A hero is a leader or ``cheap-hero``; None only where there is none."""

    phrase: ClassVar[str] = "dial {dial}, {hero}, {weapon}, {defence}"

    dial: int
    hero: str | None
    weapon: str | None
    defence: str | None


class Call(Action, frozen=True, tag="call"):
    """DK-19: the opposing hero is a traitor."""

    phrase: ClassVar[str] = "call treachery"


class Discard(Action, frozen=True, tag="discard"):
    """DK-20: which of the cards played the winner gives up."""

    phrase: ClassVar[str] = "discard {cards}"

    cards: tuple[str, ...]


# --- at any time ------------------------------------------------------------------------------


class Prevent(Action, frozen=True, tag="prevent"):
    """DK-21: play Karama against an advantage."""

    phrase: ClassVar[str] = "prevent {entry}"

    entry: str


class GholaForces(Action, frozen=True, tag="ghola_forces"):
    """DK-24: forces back from the tanks."""

    phrase: ClassVar[str] = "ghola for {forces} forces"

    forces: int


class GholaLeader(Action, frozen=True, tag="ghola_leader"):
    """DK-24: a leader back from the tanks."""

    phrase: ClassVar[str] = "ghola for {leader}"

    leader: str


class Allow(Action, frozen=True, tag="allow"):
    """DK-25: how much spice the ally may use."""

    phrase: ClassVar[str] = "allow {spice} spice"

    spice: int


class Permit(Action, frozen=True, tag="permit"):
    """DK-25: lend an advantage to the ally, or take it back."""

    phrase: ClassVar[str] = "permit {advantage} {switch}"

    advantage: str
    switch: str


class PermitRevivals(Action, frozen=True, tag="permit_revivals"):
    """DK-25: how many extra revivals the ally may have at one's expense."""

    phrase: ClassVar[str] = "permit {forces} extra revivals"

    forces: int


class Give(Action, frozen=True, tag="give"):
    """DK-26: spice for the ally."""

    phrase: ClassVar[str] = "give {spice} spice"

    spice: int


PASS = Pass()
DONE = Done()

DuneAction = (
    Pass
    | KeepTraitor
    | PlaceForces
    | Predict
    | Dial
    | UseAtomics
    | UseWeatherControl
    | Done
    | Break
    | Propose
    | Unpropose
    | Ride
    | Bid
    | TakeByKarama
    | Revive
    | Ship
    | Rally
    | Transfer
    | Withdraw
    | Accompany
    | Move
    | UseHajr
    | ChooseBattle
    | Voice
    | Prescience
    | Plan
    | Call
    | Discard
    | Prevent
    | GholaForces
    | GholaLeader
    | Allow
    | Permit
    | PermitRevivals
    | Give
    | Question
    | Reply
)
ACTIONS: tuple[type[DuneAction], ...] = get_args(DuneAction)
"""DUN-8: all kinds of answers."""

NOTHING: Boxes[DuneAction] = Boxes()
"""Nothing can be answered."""
