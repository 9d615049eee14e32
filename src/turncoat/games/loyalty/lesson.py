"""The scripted first rounds of Loyalty: the player takes the capital, loses it to a broken promise, and retakes it."""

from __future__ import annotations

from turncoat.games.loyalty.rules import RULES
from turncoat.kernel.lesson import Lesson, Picture, recorded
from turncoat.kernel.promise import Pledge, Say

YOU, TRAITOR, _ = range(3)

GUIDES = {
    0: (
        (
            "Your secret card says Pope: that is your team, and nobody else knows. Citizens decide who owns a place, "
            "so send one past your own road to the empty capital."
        ),
        "LOY-6.1",
    ),
    1: (
        (
            "A turn has two actions, the same one twice if you like. Proselytize: each priest in a city brings one new "
            "citizen at most, for a coin."
        ),
        "LOY-10.3.1",
    ),
    6: (
        (
            "{1} promised you peace for two rounds, but no word binds. Call citizens to arms: militia defend and "
            "attack, and never become citizens again."
        ),
        "LOY-6.4",
    ),
    7: (
        (
            "With a campaign each of your priests can move a city's loyalty marker by a tick, for two coins. Others "
            "see for whom you campaign."
        ),
        "LOY-10.5.1",
    ),
    13: (
        (
            "{1} broke the peace: no militia defended the capital, so the attacker killed your citizen. Militia fall "
            "one for one, and each attacker left over kills a civilian: send three."
        ),
        "LOY-10.2.10",
    ),
    14: (
        "You won, and your militia advanced; others may follow them. Bring a citizen, because militia own nothing.",
        "LOY-10.2.13",
    ),
    15: (
        (
            "Another tick for the Pope. Three cities that are locked for one faction, the capital among them, bring "
            "the final round."
        ),
        "LOY-13.7",
    ),
}

LESSON = Lesson(
    minutes=8,
    about="Take the capital, believe in peace, lose it to a broken promise, and take it back.",
    seats=3,
    learner=YOU,
    moves=recorded(
        __package__,
        RULES.read_action,
        GUIDES,
        {
            2: (
                Say(
                    to=(YOU,),
                    text="Peace between us: you take the capital, and I look the other way.",
                    promise=Pledge(TRAITOR, "war", {"whom": YOU}, will=False, times=2),
                ),
            )
        },
    ),
    pictures=(
        Picture(
            13,
            "Loyalty on the small board: the capital in the middle, four outer cities, and the roads between them "
            "with the units of all.",
        ),
    ),
    closing="You took the capital back. Remember the twist: no team wins by diplomacy while one of its members is in "
    "last place.",
    rule="LOY-4.6",
)
"""The lesson."""
