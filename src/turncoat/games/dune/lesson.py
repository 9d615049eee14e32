"""A scripted first game of Dune: two turns of Harkonnen against Fremen, a broken promise, a traitor, a victory."""

from __future__ import annotations

from turncoat.games.dune.rules import RULES
from turncoat.kernel.lesson import Lesson, Picture, recorded
from turncoat.kernel.promise import Pledge, Say

YOU, FOE = range(2)

GUIDES = {
    3: (
        (
            "You are Harkonnen and start in Carthag. A turn begins with the storm: two players dial in secret, and it "
            "moves as far as both numbers together."
        ),
        "DUN-4.1.1",
    ),
    4: (
        "Each turn treachery cards are auctioned face down: the player who bids most pays in spice. Begin low.",
        "DUN-4.5.4",
    ),
    6: ("{1} bids more, so raise once: weapons and defences decide battles.", "DUN-4.8.15"),
    9: ("Spice also pays for ships and dead forces: let {1} have the other card.", "DUN-4.7.4"),
    10: (
        "Ship forces from your reserves to a place on the map. One is enough for an empty stronghold.",
        "DUN-4.7.2",
    ),
    11: (
        "Then move one group. Arrakeen is empty: leave one force in Carthag, and you hold two strongholds.",
        "DUN-4.7.6",
    ),
    15: (
        "Turn 2, and {1} promises not to attack you in it. The storm again: you dial a number.",
        "DUN-4.1.2",
    ),
    16: ("Here a card could change the storm. Pass.", "DUN-4.1.3"),
    19: ("Another auction. Let the first card go: you need spice to ship.", "DUN-4.7.4"),
    20: ("You may hold eight cards, others four: bid 1 for the last one.", "DUN-6.3.3"),
    24: (
        (
            "{1} has entered Habbanya Sietch where you stand, so there will be a battle. In a game of two you win with "
            "four strongholds: ship three to Tuek's Sietch."
        ),
        "DUN-O-06",
    ),
    25: ("Your forces stand where they are needed: do not move.", "DUN-4.7.6"),
    28: (
        (
            "{1} breaks the promise and attacks: promises bind nobody. Seal a plan: a dial of forces to lose, a hero, "
            "a "
            "weapon, a defence."
        ),
        "DUN-4.8.5",
    ),
    30: (
        "The hero of {1} is Stilgar, and you hold his traitor card. Call treachery: you win at once and lose nothing.",
        "DUN-4.8.12",
    ),
    31: ("The winner keeps the cards, or discards some. Keep them.", "DUN-7.1.1"),
    34: (
        (
            "The second battle is at Tuek's Sietch. A projectile kills a hero without a Shield, so take the Shield, "
            "and dial 1: that is all you lose if you win."
        ),
        "DUN-4.8.15",
    ),
    36: ("Chani is no traitor of yours: pass.", "DUN-4.8.11"),
    37: ("You won: 1 and the hero's strength against 2. Keep your cards.", "DUN-4.8.16"),
}

LESSON = Lesson(
    minutes=10,
    about="Play Harkonnen for two turns: bid, ship, be attacked against a promise, and call treachery.",
    seats=2,
    learner=YOU,
    options={"turns": 2},
    moves=recorded(
        __package__,
        RULES.read_action,
        GUIDES,
        {
            14: (
                Say(
                    to=(YOU,),
                    text="Let us share the planet: I do not attack you in this turn.",
                    promise=Pledge(FOE, "war", {"whom": YOU}, will=False),
                ),
            )
        },
    ),
    pictures=(
        Picture(
            26,
            "Dune before a battle: forces of two factions stand in Habbanya Sietch and in Tuek's Sietch.",
        ),
    ),
    closing="You hold Arrakeen, Carthag, Habbanya Sietch and Tuek's Sietch at the end of the turn, and win. With three "
    "players or more, three strongholds are enough.",
    rule="DUN-4.10.2",
)
"""The lesson."""
