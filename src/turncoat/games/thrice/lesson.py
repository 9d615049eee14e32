"""The scripted first round of Thrice: tricks, a counter, and a friend who does not step in."""

from __future__ import annotations

from turncoat.games.thrice.rules import RULES
from turncoat.kernel.lesson import Lesson, Picture, recorded
from turncoat.kernel.promise import Pledge, Say

YOU, FRIEND, MASTER = range(3)

GUIDES = {
    0: (
        (
            "Make a character: choose three traits, and spend three points on skills. Damage is how much condition "
            "your hits take from an opponent; condition says how well somebody is."
        ),
        "THR-4.5",
    ),
    4: (
        (
            "You roll two ten-sided dice and a six-sided one for initiative, and the pips of all six-sided dice become "
            "advantage. Swap both: you roll lower, and gain more."
        ),
        "THR-6.3",
    ),
    16: (
        "{1} gave you tricks, and an opponent has just missed you. With Counter you may strike back at once.",
        "THR-12.2",
    ),
    17: ("A counter-attack is a roll like any other, so you may swap dice for advantage here, too.", "THR-6.2"),
    30: (
        (
            "{1} promised to step in the way for you, and let the last attack hit you: no promise binds. It is your "
            "turn now, after the opponents."
        ),
        "THR-8.1",
    ),
    31: ("Advantage pays for tricks: each costs 3, and each can be given once in a turn.", "THR-11.3"),
    32: ("Strengthen raises the condition at once, also above what it was.", "THR-12.6"),
    33: ("Direct adds 2 to your next attack roll.", "THR-12.3"),
    34: ("Bleed: those whom your next attack hits lose more condition at the end of the round.", "THR-12.1"),
    35: (
        "You are engaged with one opponent, and can attack nobody else. One attack a turn: make it.",
        "THR-10.2",
    ),
    36: ("The total must reach the armour; with the help of Direct you can swap both dice again.", "THR-10.4"),
    37: (
        "It is helpless and out of the fight, so you are free again. Engage another opponent: that keeps it near you.",
        "THR-9.2",
    ),
}

LESSON = Lesson(
    minutes=9,
    about="Make a character, swap dice for advantage, pay for tricks, and be let down by a friend.",
    seats=3,
    learner=YOU,
    moves=recorded(
        __package__,
        RULES.read_action,
        GUIDES,
        {
            6: (
                Say(
                    text="Stay where you are: I step in the way of whatever comes at you.",
                    promise=Pledge(FRIEND, "shield", {"whom": YOU}),
                ),
            )
        },
    ),
    pictures=(
        Picture(
            30,
            "Thrice: the fighters stand free, distant or engaged, and the initiative board says who acts before the "
            "opponents and who after them.",
        ),
    ),
    closing="This was a round. Now play on to the end: the bots decide for themselves from here, and the fight is over "
    "when one side has nobody left.",
    rule="THR-15.5",
)
"""The lesson."""
