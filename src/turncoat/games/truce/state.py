"""TRU-3: the actions of Truce; TRU-1: the coins of the players; TRU-O: the options."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from turncoat.kernel import Action, Message, Play, Seat, Section, about, number


class Options(Struct, frozen=True):
    """TRU-O: the options agreed on before the first round (TRU-R01, TRU-D1, TRU-1.2); ``view`` shows them."""

    rounds: Annotated[
        int, number("TRU-O1", "Rounds", "How many rounds are played; 8 to 15 suit most groups.", 1, 1000)
    ] = 10
    coins: Annotated[int, number("TRU-O2", "Coins at the start", "Coins that every player begins with.", 1, 1000)] = 3
    reveal: Annotated[
        Literal["table", "correspondence"],
        about(
            "TRU-O3",
            "Reveal",
            "table: as soon as everybody has submitted an action. correspondence: at the deadline and not before.",
        ),
    ] = "table"
    show_submitted: Annotated[
        bool, about("TRU-O5", "Show who has submitted", "A seal appears beside everybody who has submitted an action.")
    ] = True
    remainder: Annotated[
        Literal["removed", "stays with victim"],
        about(
            "TRU-O6",
            "Rest of shared Spoils",
            "When attackers share a victim's Spoils and coins are left over: these leave the game, or the victim keeps "
            "them.",
        ),
    ] = "removed"
    bad_submission: Annotated[
        Literal["refuse", "becomes Pass"],
        about(
            "TRU-O7",
            "Replacing a valid action by an invalid one",
            "If a player replaces a valid action by one that is not possible. refuse: the valid one stays. "
            "becomes Pass: the player passes in this round.",
        ),
    ] = "refuse"
    outsider: Annotated[
        Literal["together", "circle first"],
        about(
            "TRU-O8",
            "Outsider attacking a circle",
            "When players attack each other in a circle and somebody else attacks one of them. together: all these "
            "attacks happen at once. circle first: the other attack comes afterwards.",
        ),
    ] = "together"


OTHERS = {"target": "TRU-3.2"}
"""The target of an action: any *other* player, even one without coins."""

NEEDLESS = ("target",)
"""TRU-R25: a target that a player names with Defend; it is ignored."""


class Attack(Action, rule="TRU-3.3"):
    """TRU-3.3: take coins from a target who loots or has less defence than the attack has support."""

    phrase = "attack {target}"
    says = Message("attacks {target}")
    closed = "Attack needs at least 1 coin in your Supply"
    field_rules = OTHERS

    target: Seat


class Defend(Action, rule="TRU-3.4"):
    """TRU-3.4: resist attacks with the strength of the support received."""

    phrase = "defend"
    says = Message("defends")
    closed = "Defend needs at least 1 coin in your Supply"
    needless = NEEDLESS


class Support(Action, rule="TRU-3.6"):
    """TRU-3.6: add 1 to the strength of another player, whatever that player does."""

    phrase = "support {target}"
    says = Message("supports {target}")
    field_rules = OTHERS

    target: Seat


class Loot(Action, rule="TRU-3.5"):
    """TRU-3.5: share the Stash with all other looters; a looter has no defence."""

    phrase = "loot"
    says = Message("loots")
    closed = "Loot needs at least 1 coin in your Supply"
    needless = NEEDLESS


class Pass(Action, rule="TRU-3.7"):
    """TRU-3.7: do nothing."""

    phrase = "pass"
    says = Message("passes")
    needless = NEEDLESS


class Spoilt(Action, rule="TRU-O7"):
    """TRU-O7: stands for an invalid action if that option keeps it; it counts as Pass and is never offered."""

    phrase = "spoilt"
    offered = False
    says = Message("passes")


class Gift(Action, rule="TRU-4.1", tag="give"):
    """TRU-4.1: give coins from your Supply to another player, at once and in public."""

    phrase = "give {coins} to {to}"
    named = ("coins", "to")
    closed = "You can give only coins from your Supply, and it is empty"

    to: Seat
    coins: int


TruceAction = Attack | Defend | Support | Loot | Pass | Spoilt | Gift


class Match(Section[TruceAction], tag="match"):
    """The whole game: round after round."""


class Round(Section[TruceAction], tag="round"):
    """One round: the actions and their results. Lists are by seat.

    Attributes:
        supporters: How many supporters reached each player.
        robs: The player whom each player attacked successfully; -1 is nobody.
    """

    actions: list[TruceAction] = []
    supporters: list[int] = []
    robs: list[int] = []


class Truce(Play[Match | Round, TruceAction]):
    """A game of Truce. Lists are by seat; everything is counted in coins. ``TruceView`` explains the fields.

    Coins are kept as numbers; with real coins a game needs 3 for each player and 1 for each round (TRU-1.6).
    """

    options: Options
    supplies: list[int]
    spoils: list[int]
    stash: int = 0
    removed: int = 0
    round: int = 0
    supporters: list[int] = []
    winners: list[int] = []
