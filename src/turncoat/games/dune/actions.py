"""DUN-8: all kinds of answers in Dune, and to pass. Factions and cards are given by their ids."""

from __future__ import annotations

from turncoat.games.dune.alliances import Allow, Give, Permit, PermitRevivals
from turncoat.games.dune.battle import Call, ChooseBattle, Discard, Plan, Prescience, Voice
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.karama import GholaForces, GholaLeader, Prevent
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.setup import KeepTraitor, PlaceForces, Predict
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, Transfer, UseHajr, Withdraw
from turncoat.games.dune.spice_blow import Break, Done, Propose, Ride, Unpropose
from turncoat.games.dune.storm import Dial, UseAtomics, UseWeatherControl
from turncoat.games.dune.truthtrance import Question, Reply
from turncoat.kernel import Action, Boxes


class Pass(Action, rule="DUN-2.7.1"):
    """DUN-2.7.1: do nothing at this moment."""

    phrase = "pass"


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
"""DUN-8: all kinds of answers."""

NOTHING: Boxes[DuneAction] = Boxes()
"""No answers."""
