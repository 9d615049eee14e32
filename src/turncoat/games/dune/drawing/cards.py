"""The cards of the composer: how each answer is shown."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.scene import Card

WHOM = "Whom you ask"

FACT, VOW = "The program gives the true answer.", "A player who answers yes or no must keep to it."


def asked(title: str, icon: str, text: str, rule: str, **labels: str) -> Card:
    """DUN-7.12.2: the card of a question: the faction that is asked, and the subject."""
    return Card(title, icon, text, rule, {"faction": WHOM, **labels}, "{card:truthtrance}")


QUESTION_CARDS: Mapping[str, Card] = {
    "ask_card": asked("Do you hold …?", "card", f"A kind of card, or a special one. {FACT}", "DUN-TT-F1", kind="What"),
    "ask_traitor": asked("Is … your traitor?", "dun-traitor", f"A leader. {FACT}", "DUN-TT-F2", leader="Which leader"),
    "ask_prediction": asked(
        "Did you predict …?",
        "dun-predict",
        f"Who wins, and when. {FACT}",
        "DUN-TT-F3",
        winner="Who wins",
        turn="In which turn",
    ),
    "ask_hero": asked("Will … lead?", "helm", f"The leader in this battle. {VOW}", "DUN-TT-B1", hero="Who leads"),
    "ask_plan": asked("Will … be in your plan?", "dun-wheel", f"A kind of card. {VOW}", "DUN-TT-B2", kind="What"),
    "ask_weapon": asked("Will your weapon be …?", "attack", f"A kind of card. {VOW}", "DUN-TT-B3", kind="What"),
    "ask_defence": asked("Will your defence be …?", "defend", f"A kind of card. {VOW}", "DUN-TT-B4", kind="What"),
    "ask_dial": asked("Will you dial more than …?", "dice", f"A number. {VOW}", "DUN-TT-B5", number="More than"),
    "ask_entry": asked(
        "Will you go to …?", "dun-move", f"By ship or on foot, this turn. {VOW}", "DUN-TT-M1", territory="Where to"
    ),
    "ask_pass": asked("Will you pass next?", "stop", f"In this auction, when it is their turn. {VOW}", "DUN-TT-C1"),
    "ask_proposal": asked("Will you propose to …?", "dun-ally", f"In this Nexus. {VOW}", "DUN-TT-N1", other="To whom"),
    "ask_break": asked("Will you break your alliance?", "dun-break", f"In this Nexus. {VOW}", "DUN-TT-N2"),
    "ask_freely": asked(
        "Ask anything",
        "dun-truth",
        "Ask in your own words. Nothing checks whether the answer is true, and nothing makes the player keep it.",
        "DUN-TT-X",
        words="Your question",
    ),
    "reply": Card(
        "Answer",
        "dun-truth",
        "Everybody hears it. You must keep to your answer about your intentions.",
        "DUN-7.12.2",
        {"reply": "Your answer"},
    ),
}
"""The cards of questions by their tags, in the order of the rulebook's list."""

HELP = {"help": "The ally’s share"}
ALLY = "Your ally"
FROM, WHERE_TO = "Which forces", "Where to"

OPENINGS: Mapping[str, Card] = {
    "keep": Card(
        "Keep a traitor",
        "dun-traitor",
        "Keep one of your four cards; the others go back.",
        "DUN-3.2.2",
        {"leader": "Whose leader"},
    ),
    "place": Card(
        "Place forces",
        "dun-rally",
        "Divide ten forces among your three places. Tap a place to add one.",
        "DUN-3.3.2",
        {"forces": "Where they stand"},
    ),
    "predict": Card(
        "Predict",
        "dun-predict",
        "If this faction would win in this very turn, you win alone.",
        "DUN-3.4.1",
        {"faction": "Who wins", "turn": "In which turn"},
    ),
    "dial": Card(
        "Dial the storm", "dun-storm", "The sum of both dials moves the storm.", "DUN-4.1.2", {"number": "Sectors"}
    ),
    "atomics": Card(
        "{card:atomics}",
        "dun-atomics",
        "Blow up {territory:shield-wall}, with every force on it: the cities lie open to the storm.",
        "DUN-7.9.1",
    ),
    "weather": Card(
        "{card:weather-control}",
        "dun-storm",
        "Move the storm as far as you say, whatever was dialled.",
        "DUN-7.14.1",
        {"sectors": "Sectors"},
    ),
    "done": Card(
        "Done",
        "check",
        "You do nothing more in this Nexus. You are asked again if an alliance changes or is proposed to you.",
        "DUN-4.3.2",
    ),
    "break": Card(
        "Break the alliance", "dun-break", "The alliance ends at once; your ally need not agree.", "DUN-4.3.2"
    ),
    "propose": Card(
        "Propose",
        "dun-ally",
        "If they propose to you as well, you are allied at once.",
        "DUN-4.3.2",
        {"faction": "To whom"},
    ),
    "unpropose": Card(
        "Take back a proposal",
        "cross",
        "You can take it back until they have agreed.",
        "DUN-4.3.2",
        {"faction": "To whom"},
    ),
    "ride": Card(
        "Ride the {word:worm}",
        "dun-worm",
        "The {word:worm} carries forces from where it came to any place outside the storm.",
        "DUN-6.1.7",
        {"forces": FROM, "to": WHERE_TO},
    ),
    "pass": Card("Pass", "stop", "You do nothing this time.", "DUN-2.7.1"),
}
"""The cards of DUN-3 and DUN-4.1 to DUN-4.3."""

SUPPLIES: Mapping[str, Card] = {
    "bid": Card(
        "Bid", "dun-spice", "Name the whole bid. You pay only if you win.", "DUN-4.5.4", {"amount": "The bid", **HELP}
    ),
    "take": Card(
        "Take it: {card:karama}",
        "dun-karama",
        "The card is yours for {card:karama}, and the auction is over.",
        "DUN-7.11.1",
    ),
    "revive": Card(
        "Revive",
        "dun-revive",
        "You revive forces, and one leader once all your leaders have died.",
        "DUN-4.6.2",
        {"forces": "Your forces", "extra": "More at your ally’s expense", "leader": "And a leader"},
    ),
    "ship": Card(
        "Ship",
        "dun-ship",
        "You send forces from your reserves to one place on the map.",
        "DUN-4.7.2",
        {"forces": "How many", "to": WHERE_TO, "karama": "{card:karama} for half the price", **HELP},
    ),
    "rally": Card(
        "Send up reserves",
        "dun-rally",
        "You place reserves free of charge, at most two territories from {territory:great-flat}.",
        "DUN-6.1.2",
        {"forces": "How many", "to": WHERE_TO},
    ),
    "transfer": Card(
        "Carry across",
        "dun-transfer",
        "You ship forces from one territory to a place in another one.",
        "DUN-6.5.2",
        {"forces": FROM, "to": WHERE_TO, **HELP},
        quiet=True,
    ),
    "withdraw": Card(
        "Carry home",
        "dun-withdraw",
        "You ship forces from one territory back to your reserves: two forces for one {word:spice}.",
        "DUN-6.5.2",
        {"forces": FROM, **HELP},
        quiet=True,
    ),
    "accompany": Card(
        "Go along", "dun-ship", "One of your forces goes to {territory:pole}, free of charge.", "DUN-6.4.3"
    ),
    "move": Card(
        "Move",
        "dun-move",
        "You move forces from one territory to one place, up to 1 territory away; with ornithopters up to 3.",
        "DUN-4.7.6",
        {"forces": FROM, "to": WHERE_TO},
    ),
    "hajr": Card(
        "{card:hajr}",
        "dun-hajr",
        "You play the card and make one more move before your ordinary one.",
        "DUN-7.10.1",
        {"forces": FROM, "to": WHERE_TO},
    ),
}
"""The cards of DUN-4.5 to DUN-4.7."""

BATTLES: Mapping[str, Card] = {
    "fight": Card(
        "Fight",
        "attack",
        "You are the aggressor: you win where both are equally strong.",
        "DUN-4.8.3",
        {"territory": "Where", "faction": "Against whom"},
    ),
    "voice": Card(
        "{word:voice}",
        "dun-voice",
        "Command them to play, or not to play, a kind of card.",
        "DUN-6.4.4",
        {"order": "They must", "kind": "What"},
    ),
    "prescience": Card(
        "{word:prescience}",
        "dun-eye",
        "They show you one part of their plan before you make yours.",
        "DUN-6.2.3",
        {"element": "Which part"},
    ),
    "plan": Card(
        "Battle plan",
        "dun-wheel",
        "You lose the forces that you dial, even if you win. Both plans are shown together.",
        "DUN-4.8.5",
        {"dial": "Dial", "hero": "Leader", "weapon": "Weapon", "defence": "Defence"},
    ),
    "call": Card("Traitor!", "dun-traitor", "Their leader is your traitor: you win without losses.", "DUN-4.8.11"),
    "discard": Card(
        "Discard",
        "dun-discard",
        "Choose the cards that you played and do not want to keep.",
        "DUN-4.8.17",
        {"cards": "Which go"},
    ),
}
"""DUN-4.8."""

ANYTIME: Mapping[str, Card] = {
    "prevent": Card(
        "{card:karama}",
        "dun-karama",
        "Prevent an advantage of another faction. What has happened is not undone.",
        "DUN-7.11.3",
        {"entry": "What is prevented"},
    ),
    "ghola_forces": Card(
        "{card:ghola}: forces",
        "dun-revive",
        "Forces go from the tanks to your reserves, at once and free.",
        "DUN-7.8.1",
        {"forces": "How many"},
    ),
    "ghola_leader": Card(
        "{card:ghola}: a leader", "helm", "A dead leader lives again, at once and free.", "DUN-7.8.1", {"leader": "Who"}
    ),
    "allow": Card(
        "Allowance",
        "give",
        "Say how much of your {word:spice} your ally may use for bids and shipments.",
        "DUN-5.2.1",
        {"spice": "At most"},
        ALLY,
    ),
    "permit": Card(
        "Lend an advantage",
        "dun-ally",
        "Lend your ally one of your advantages, or take it back.",
        "DUN-5.2.4",
        {"advantage": "What", "switch": "On or off"},
        ALLY,
    ),
    "permit_revivals": Card(
        "Pay revivals",
        "dun-revive",
        "Say how many more forces your ally may revive at your expense.",
        "DUN-6.6.3",
        {"forces": "Forces at most"},
        ALLY,
    ),
    "give": Card(
        "Give {word:spice}",
        "give",
        "You give it to your ally, at once and in public.",
        "DUN-6.6.4",
        {"spice": "How much"},
        ALLY,
    ),
}
"""DUN-2.6."""

CARDS: Mapping[str, Card] = {**OPENINGS, **SUPPLIES, **BATTLES, **ANYTIME, **QUESTION_CARDS}
"""The card of each action, by its tag; ``{card:karama}`` stands for the table's name of that card."""
