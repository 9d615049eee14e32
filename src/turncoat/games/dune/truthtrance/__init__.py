"""DUN-7.12: the complete list of questions that a Truthtrance card can ask, and their answers.

``rules.question_boxes`` says who can be asked what, ``rules.truth`` answers facts, and ``battle.plan.keeping`` says
where promises are kept.
"""

from __future__ import annotations

from typing import get_args

from turncoat.kernel import Action

YES, NO, UNKNOWN = "yes", "no", "cannot-know"
REPLIES = (YES, NO, UNKNOWN)
LONGEST_QUESTION = 200


class Ask(Action, rule="DUN-7.12.2"):
    """DUN-DK-22: one question to another faction."""

    closed = "Truthtrance cannot ask other questions now; ask one freely, to be answered on honour, or just talk"

    faction: str


class AskCard(Ask):
    """DUN-TT-F1: do you hold a card of this kind?"""

    phrase = "ask {faction} whether a {kind} is in hand"

    kind: str


class AskTraitor(Ask):
    """DUN-TT-F2: is this leader one of your traitors?"""

    phrase = "ask {faction} whether {leader} is a traitor"

    leader: str


class AskPrediction(Ask):
    """DUN-TT-F3: did you predict this faction in this turn?"""

    phrase = "ask {faction} whether {winner} is predicted for turn {turn}"

    winner: str
    turn: int


class AskHero(Ask):
    """DUN-TT-B1: will this leader, or a Cheap Hero, be your hero?"""

    phrase = "ask {faction} whether {hero} fights"

    hero: str


class AskPlan(Ask):
    """DUN-TT-B2: will a card of this kind be in your plan?"""

    phrase = "ask {faction} whether a {kind} is in the plan"

    kind: str


class AskWeapon(Ask):
    """DUN-TT-B3: will your weapon be of this kind?"""

    phrase = "ask {faction} whether a {kind} is the weapon"

    kind: str


class AskDefence(Ask):
    """DUN-TT-B4: will your defence be of this kind?"""

    phrase = "ask {faction} whether a {kind} is the defence"

    kind: str


class AskDial(Ask):
    """DUN-TT-B5: will your dial be higher than this?"""

    phrase = "ask {faction} whether the dial is above {number}"

    number: int


class AskEntry(Ask):
    """DUN-TT-M1: will you bring forces into this territory this turn?"""

    phrase = "ask {faction} whether forces will go to {territory}"

    territory: str


class AskPass(Ask):
    """DUN-TT-C1: will you pass when it is next your turn in this auction?"""

    phrase = "ask {faction} about passing next"


class AskProposal(Ask):
    """DUN-TT-N1: will you propose to this faction in this Nexus?"""

    phrase = "ask {faction} about proposing to {other}"

    other: str


class AskBreak(Ask):
    """DUN-TT-N2: will you break your alliance in this Nexus?"""

    phrase = "ask {faction} about breaking the alliance"


class AskFreely(Ask, rule="DUN-7.12.5"):
    """DUN-TT-X: any other question, answered on honour.

    Free text: the answer yes, no or "cannot know" is recorded publicly, not enforced (DUN-7.12.5).
    """

    phrase = "ask {faction} freely: {words}"

    words: str


class Reply(Action, rule="DUN-7.12.2"):
    """DUN-DK-23: the answer."""

    phrase = "{reply}"
    clause = "answer {reply}"

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

QUESTIONS: tuple[type[Question], ...] = get_args(Question)
"""The complete list, in the rulebook's order (DUN-7.12.2)."""
