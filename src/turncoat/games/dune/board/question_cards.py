"""DUN-7.12.2: the questions of Truthtrance as cards, and the answers."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.scene import Card

WHOM = "Whom you ask"
ASKED = "{card:truthtrance}"
FACT, VOW = "The program answers, and the answer is true.", "Whoever says yes or no is bound by it."

QUESTION_CARDS: Mapping[str, Card] = {
    "ask_card": Card(
        "Do you hold …?",
        "card",
        f"A kind of card, or a special one. {FACT}",
        "DUN-TT-F1",
        {"faction": WHOM, "kind": "What"},
        ASKED,
    ),
    "ask_traitor": Card(
        "Is … your traitor?",
        "dun-traitor",
        f"A leader. {FACT}",
        "DUN-TT-F2",
        {"faction": WHOM, "leader": "Which leader"},
        ASKED,
    ),
    "ask_prediction": Card(
        "Did you predict …?",
        "dun-predict",
        f"Who wins, and when. {FACT}",
        "DUN-TT-F3",
        {"faction": WHOM, "winner": "Who wins", "turn": "In which turn"},
        ASKED,
    ),
    "ask_hero": Card(
        "Will … lead?",
        "helm",
        f"The leader in this battle. {VOW}",
        "DUN-TT-B1",
        {"faction": WHOM, "hero": "Who leads"},
        ASKED,
    ),
    "ask_plan": Card(
        "Will … be in your plan?",
        "dun-wheel",
        f"A kind of card. {VOW}",
        "DUN-TT-B2",
        {"faction": WHOM, "kind": "What"},
        ASKED,
    ),
    "ask_weapon": Card(
        "Will your weapon be …?",
        "attack",
        f"A kind of card. {VOW}",
        "DUN-TT-B3",
        {"faction": WHOM, "kind": "What"},
        ASKED,
    ),
    "ask_defence": Card(
        "Will your defence be …?",
        "defend",
        f"A kind of card. {VOW}",
        "DUN-TT-B4",
        {"faction": WHOM, "kind": "What"},
        ASKED,
    ),
    "ask_dial": Card(
        "Will you dial more than …?",
        "dice",
        f"A number. {VOW}",
        "DUN-TT-B5",
        {"faction": WHOM, "number": "More than"},
        ASKED,
    ),
    "ask_entry": Card(
        "Will you go to …?",
        "dun-move",
        f"By ship or on foot, this turn. {VOW}",
        "DUN-TT-M1",
        {"faction": WHOM, "territory": "Where to"},
        ASKED,
    ),
    "ask_pass": Card(
        "Will you pass next?",
        "stop",
        f"In this auction, when it is their turn. {VOW}",
        "DUN-TT-C1",
        {"faction": WHOM},
        ASKED,
    ),
    "ask_proposal": Card(
        "Will you propose to …?",
        "dun-ally",
        f"In this Nexus. {VOW}",
        "DUN-TT-N1",
        {"faction": WHOM, "other": "To whom"},
        ASKED,
    ),
    "ask_break": Card(
        "Will you break your alliance?", "dun-break", f"In this Nexus. {VOW}", "DUN-TT-N2", {"faction": WHOM}, ASKED
    ),
    "ask_freely": Card(
        "Ask anything",
        "dun-truth",
        "In your own words. It is answered on honour: nothing checks it, nothing holds them to it.",
        "DUN-TT-X",
        {"faction": WHOM, "words": "Your question"},
        ASKED,
    ),
    "reply": Card(
        "Answer",
        "dun-truth",
        "Everybody hears it. What you say of your intentions binds you.",
        "DUN-7.12.2",
        {"reply": "Your answer"},
    ),
}
"""By their names on the wire, in the order of the closed list."""
