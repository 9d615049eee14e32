"""A scripted first game of Conspiracy: two rounds, and an attack that a player had promised not to make."""

from __future__ import annotations

from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel.lesson import Lesson, Picture, recorded
from turncoat.kernel.promise import Pledge, Say

YOU, _, TRAITOR = range(3)

GUIDES = {
    0: (
        (
            "You drew three coins: note one suit and one number of them as your secret goal. You win when the Present "
            "shows both, on two tiles."
        ),
        "CON-S.5",
    ),
    9: (
        (
            "You have two action points a turn; placing a coin costs one. It lies number side up on a face-down tile, "
            "here in the third column, and points at a coin, a face-up tile or the empty Present above."
        ),
        "CON-5.a",
    ),
    10: (
        (
            "Place another blank on the same tile, below the first, so that it points up at it. A coin can be "
            "revealed if exactly one points at it and has the same number."
        ),
        "CON-5.b.iii.a",
    ),
    11: (
        (
            "You may save one coin: saved coins decide the order of turns, the highest first. A player who saves a "
            "spiral chooses when to take the turn."
        ),
        "CON-O.4",
    ),
    12: (
        "You saved a spiral, so before each turn you say whether you go now. Wait, and see what others do.",
        "CON-O.4.g",
    ),
    16: (
        (
            "{1} revealed a coin and gave one to you: this is the price, and what bargains are made of. You have it "
            "from your next turn on, so wait once more."
        ),
        "CON-5.g",
    ),
    19: (
        (
            "{2} had promised not to attack, and a coin of {2} with a number at least as high has removed yours: no "
            "promise binds. Put another blank in its place."
        ),
        "CON-5.c.iii.b",
    ),
    20: (
        (
            "Now exactly one coin of the same number points at your first coin, so you can reveal it. It turns its "
            "suit up, and you give a coin to a player of your choice."
        ),
        "CON-5.b.iii.a",
    ),
    21: ("Save the spiral again, and you are free again; the rest of your hand goes back to the bag.", "CON-6"),
}

LESSON = Lesson(
    minutes=8,
    about="Note a secret goal, place and reveal coins, lose one to a broken promise, and choose your moment.",
    seats=3,
    learner=YOU,
    options={"rounds": 2},
    moves=recorded(
        __package__,
        RULES.read_action,
        GUIDES,
        {
            5: (
                Say(
                    to=(YOU,),
                    text="You leave my coins alone, and I leave yours.",
                    promise=Pledge(TRAITOR, "attack", {}, will=False, times=2),
                ),
            )
        },
    ),
    pictures=(
        Picture(
            19,
            "Conspiracy: three columns, the Present above the Future. Coins lie on the backs of tiles, and each "
            "points at a neighbour.",
        ),
    ),
    closing="After the two rounds of this lesson nobody is nearer to the goal than the others, so all share it. A "
    "usual game goes on until somebody's goal lies in the Present.",
    rule="CON-OP.9",
)
"""The lesson."""
