"""DUN-8: everything that can be answered, but for Truthtrance (``questions``). Factions and cards are ids."""

from __future__ import annotations

from typing import get_args

from turncoat.games.dune.actions.anytime import Allow, GholaForces, GholaLeader, Give, Permit, PermitRevivals, Prevent
from turncoat.games.dune.actions.battle import Call, ChooseBattle, Discard, Plan, Prescience, Voice
from turncoat.games.dune.actions.opening import (
    Break,
    Dial,
    Done,
    Forces,
    KeepTraitor,
    Pass,
    PlaceForces,
    Predict,
    Propose,
    Ride,
    Unpropose,
    UseAtomics,
    UseWeatherControl,
)
from turncoat.games.dune.actions.supplies import (
    Accompany,
    Bid,
    Move,
    Rally,
    Revive,
    Ship,
    TakeByKarama,
    Transfer,
    UseHajr,
    Withdraw,
)
from turncoat.games.dune.questions import Question, Reply
from turncoat.kernel import Boxes

__all__ = [
    "ACTIONS",
    "DONE",
    "NOTHING",
    "PASS",
    "Accompany",
    "Allow",
    "Bid",
    "Break",
    "Call",
    "ChooseBattle",
    "Dial",
    "Discard",
    "Done",
    "DuneAction",
    "Forces",
    "GholaForces",
    "GholaLeader",
    "Give",
    "KeepTraitor",
    "Move",
    "Pass",
    "Permit",
    "PermitRevivals",
    "PlaceForces",
    "Plan",
    "Predict",
    "Prescience",
    "Prevent",
    "Propose",
    "Rally",
    "Revive",
    "Ride",
    "Ship",
    "TakeByKarama",
    "Transfer",
    "Unpropose",
    "UseAtomics",
    "UseHajr",
    "UseWeatherControl",
    "Voice",
    "Withdraw",
]

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
