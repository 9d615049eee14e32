"""What a Karama card prevents, until when, and what an answer to Truthtrance binds to."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Prevent
from turncoat.games.dune.board.foreseen import Foresight, Lines
from turncoat.games.dune.cards import KARAMA, TRUTHTRANCE
from turncoat.games.dune.questions import QUESTIONS, AskCard, AskFreely, AskPrediction, AskTraitor, Reply

INSTANCE, BATTLE, PHASE = "once", "battle", "phase"
ENDS = {
    INSTANCE: "It is used up the next time it would have happened, and ends with the phase at the latest.",
    BATTLE: "It holds for this battle; where none is fought, or it comes too late, for the next one of this phase.",
    PHASE: "It holds until the end of this phase.",
    "K-02": "It holds for this turn’s Shipment and Movement.",
}
"""DUN-7.11.4: until when preventions hold."""
UNTIL = {
    **dict.fromkeys(("K-01", "K-04", "K-06", "K-08", "K-09", "K-15", "K-16"), INSTANCE),
    **dict.fromkeys(("K-03", "K-05", "K-17"), BATTLE),
    **dict.fromkeys(("K-07", "K-10", "K-11", "K-12", "K-13", "K-14"), PHASE),
    "K-02": "K-02",
}
"""DUN-7.11.3: which ends how."""
FACTS = (AskCard, AskTraitor, AskPrediction)
"""TT-F: questions that the program answers."""


def dealings(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-7.11.3, DUN-7.12: sentences on Karama and Truthtrance."""
    if isinstance(action, Prevent):
        card = seen.cards([KARAMA])
        return [f"{card} is discarded. {ENDS[UNTIL[action.entry]]}"]
    if isinstance(action, QUESTIONS):
        used = f"{seen.cards([TRUTHTRANCE])} is discarded."
        if isinstance(action, FACTS):
            return [used, "The answer is true, and everybody hears it."]
        if isinstance(action, AskFreely):
            return [used, "Nothing checks the answer, and it binds nobody. You may as well just talk."]
        return [used, f"{seen.called(action.faction)} answers before anything else happens, and is bound by it."]
    if isinstance(action, Reply):
        return reply(seen)
    return []


def reply(seen: Foresight) -> Lines:
    """DUN-7.12.3: what is said of one's intentions binds."""
    open_now = seen.view.question
    if open_now is None or isinstance(open_now.question, AskFreely):
        return ["Everybody hears it; it binds you to nothing."]
    return ["Everybody hears it, and it binds you as long as it can be kept."]
