"""DUN-7.12: the closed list of questions that a Truthtrance card can ask, and how they are answered."""

from __future__ import annotations

from typing import ClassVar

from turncoat.kernel.box import Action

YES, NO, UNKNOWN = "yes", "no", "cannot-know"
REPLIES = (YES, NO, UNKNOWN)
LONGEST_QUESTION = 200


class AskCard(Action, frozen=True, tag="ask_card"):
    """TT-F1: do you hold a card of this kind?"""

    phrase: ClassVar[str] = "ask {faction} whether a {kind} is in hand"
    faction: str
    kind: str


class AskTraitor(Action, frozen=True, tag="ask_traitor"):
    """TT-F2: is this leader one of your traitors?"""

    phrase: ClassVar[str] = "ask {faction} whether {leader} is a traitor"
    faction: str
    leader: str


class AskPrediction(Action, frozen=True, tag="ask_prediction"):
    """TT-F3: did you predict this faction in this turn?"""

    phrase: ClassVar[str] = "ask {faction} whether {winner} is predicted for turn {turn}"
    faction: str
    winner: str
    turn: int


class AskHero(Action, frozen=True, tag="ask_hero"):
    """TT-B1: will this leader, or a Cheap Hero, be your hero?"""

    phrase: ClassVar[str] = "ask {faction} whether {hero} fights"
    faction: str
    hero: str


class AskPlan(Action, frozen=True, tag="ask_plan"):
    """TT-B2: will a card of this kind be in your plan?"""

    phrase: ClassVar[str] = "ask {faction} whether a {kind} is in the plan"
    faction: str
    kind: str


class AskWeapon(Action, frozen=True, tag="ask_weapon"):
    """TT-B3: will your weapon be of this kind?"""

    phrase: ClassVar[str] = "ask {faction} whether a {kind} is the weapon"
    faction: str
    kind: str


class AskDefence(Action, frozen=True, tag="ask_defence"):
    """TT-B4: will your defence be of this kind?"""

    phrase: ClassVar[str] = "ask {faction} whether a {kind} is the defence"
    faction: str
    kind: str


class AskDial(Action, frozen=True, tag="ask_dial"):
    """TT-B5: will your dial be higher than this?"""

    phrase: ClassVar[str] = "ask {faction} whether the dial is above {number}"
    faction: str
    number: int


class AskEntry(Action, frozen=True, tag="ask_entry"):
    """TT-M1: will you bring forces into this territory this turn?"""

    phrase: ClassVar[str] = "ask {faction} whether forces will go to {territory}"
    faction: str
    territory: str


class AskPass(Action, frozen=True, tag="ask_pass"):
    """TT-C1: will you pass when it is next your turn in this auction?"""

    phrase: ClassVar[str] = "ask {faction} about passing next"
    faction: str


class AskProposal(Action, frozen=True, tag="ask_proposal"):
    """TT-N1: will you propose to this faction in this Nexus?"""

    phrase: ClassVar[str] = "ask {faction} about proposing to {other}"
    faction: str
    other: str


class AskBreak(Action, frozen=True, tag="ask_break"):
    """TT-N2: will you break your alliance in this Nexus?"""

    phrase: ClassVar[str] = "ask {faction} about breaking the alliance"
    faction: str


class AskFreely(Action, frozen=True, tag="ask_freely"):
    """TT-X: any other question, answered on honour."""

    phrase: ClassVar[str] = "ask {faction} freely: {words}"
    faction: str
    words: str


class Reply(Action, frozen=True, tag="reply"):
    """DK-23: the answer."""

    phrase: ClassVar[str] = "{reply}"
    clause: ClassVar[str] = "answer {reply}"
    reply: str


Question = (
    AskCard
    | AskTraitor
    | AskPrediction
    | AskHero
    | AskPlan
    | AskWeapon
    | AskDefence
    | AskDial
    | AskEntry
    | AskPass
    | AskProposal
    | AskBreak
    | AskFreely
)
QUESTIONS: tuple[type[Question], ...] = (
    AskCard,
    AskTraitor,
    AskPrediction,
    AskHero,
    AskPlan,
    AskWeapon,
    AskDefence,
    AskDial,
    AskEntry,
    AskPass,
    AskProposal,
    AskBreak,
    AskFreely,
)
"""DUN-7.12.2: the closed list, in its order."""
