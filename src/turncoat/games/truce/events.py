"""The events of Truce. All of it is public (TRU-12)."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.truce.state import TruceAction
from turncoat.kernel import Event, Message, Says, Seat, Seats


class TruceEvent(Event):
    """Anything that can happen in Truce."""


class RoundBegan(TruceEvent, rule="TRU-2.1", stage="Window"):
    """A round began: a coin was put into the Stash, and players can choose actions."""

    says = Message("Round {round} of {rounds}: the Stash holds {stash:coin}.")

    round: int
    rounds: int
    stash: int


class GiftGiven(TruceEvent, rule="TRU-4.2", stage="Window"):
    """Coins went from a Supply into another player's Spoils."""

    says = Message("{giver} gives {coins:coin} to {to}.")

    giver: Seat
    to: Seat
    coins: int


class RevealedAction(Says):
    """One player's action, as a clause of the sentence about the reveal."""

    says = Message("{seat} {action}")

    seat: Seat
    action: TruceAction


class ActionsRevealed(TruceEvent, rule="TRU-2.4", stage="Reveal"):
    """All actions, by seat; ``defaulted`` are the seats that had no valid action and pass.

    Attributes:
        round: The round, from 1.
        actions: The action of each seat.
    """

    says = Message("The seals are broken: {revealed}.")
    passed = Message("No usable order came in time from {defaulted}, so the rules answered: pass.")

    round: int
    actions: tuple[TruceAction, ...]
    defaulted: Seats

    @property
    def revealed(self) -> tuple[RevealedAction, ...]:
        """Each seat with its revealed action."""
        return tuple(RevealedAction(*action) for action in enumerate(self.actions))

    def sentences(self) -> Iterable[Message]:
        """TRU-3.8, TRU-3.11: names the players who pass because they have no valid action."""
        return (self.says, self.passed) if self.defaulted else (self.says,)


class SupportGiven(TruceEvent, stage="Support"):
    """Support: ``path`` runs from the supporter to the receiver, or in a circle to the first seat met twice."""

    path: Seats

    @property
    def supporter(self) -> Seat:
        """The seat that supports: the first of the path."""
        return self.path[0]


class SupportArrived(SupportGiven, rule="TRU-5.1"):
    """Support reached a player who is not supporting."""

    says = Message(
        "{supporter}'s support reaches {receiver} through {between}.",
        without=("between", "{supporter}'s support reaches {receiver}."),
    )

    @property
    def receiver(self) -> Seat:
        """The player whom the support reaches."""
        return self.path[-1]

    @property
    def between(self) -> Seats:
        """The seats that passed the support along."""
        return self.path[1:-1]


class SupportLost(SupportGiven, rule="TRU-5.4"):
    """Support ran into a circle."""

    says = Message("{supporter}'s support runs in a circle and is lost.")


class StashLooted(TruceEvent, rule="TRU-7.2", stage="Loot", weight=1):
    """The looters got ``share`` coins each from the Stash; ``removed`` coins could not be shared."""

    alone = Message("{looters} loots the Stash: {share:coin}.")
    shared = Message("{looters} share the Stash: {share:coin} each.")
    rest = Message("{removed:coin} cannot be shared equally and {removed:leaves|leave} the game.")

    looters: Seats
    share: int
    removed: int

    def sentences(self) -> Iterable[Message]:
        """TRU-7.2: equal shares; what is left over is removed."""
        yield self.alone if len(self.looters) == 1 else self.shared
        if self.removed:
            yield self.rest


class AttackJudged(TruceEvent, rule="TRU-8.2", stage="Attack", weight=3):
    """An attack succeeded or failed; ``looting`` if the target could not resist."""

    says = Message(
        "{attacker} catches {target} looting: the attack succeeds.",
        without=(
            "looting",
            "{attacker}'s attack on {target} {success:succeeds|fails} with strength {attack} against {defence}.",
        ),
    )

    attacker: Seat
    target: Seat
    attack: int
    defence: int
    looting: bool
    success: bool


class VictimRobbed(TruceEvent, rule="TRU-9.3", stage="Coins", weight=2):
    """A victim was robbed: each robber got ``coin`` (0 or 1) from the Supply and ``share`` from the Spoils."""

    nothing = Message("{robbers} {robbers:takes|take} nothing from {victim}.")
    alone = Message("{robbers} takes {loot:coin} from {victim}.")
    shared = Message("{robbers} take {loot:coin} each from {victim}.")
    rest = Message("{removed:coin} of {victim} {removed:leaves|leave} the game.")

    victim: Seat
    robbers: Seats
    coin: int
    share: int
    removed: int

    @property
    def loot(self) -> int:
        """How many coins each robber got."""
        return self.coin + self.share

    def sentences(self) -> Iterable[Message]:
        """TRU-9.2, TRU-9.3: equal shares; what is left over is removed."""
        yield self.nothing if not self.loot else self.alone if len(self.robbers) == 1 else self.shared
        if self.removed:
            yield self.rest


class Gain(Says):
    """The coins that one player gained, as a clause of a sentence."""

    says = Message("{seat} banks {coins:coin}")

    seat: Seat
    coins: int


class SpoilsBanked(TruceEvent, rule="TRU-10.1", stage="Settling"):
    """Everybody's Spoils went into the Supply: ``gained`` and the new ``supplies``, by seat.

    Attributes:
        round: The round, from 1.
    """

    says = Message("{gains} from the Spoils.", without=("gains", "Nobody has Spoils to bank."))

    round: int
    gained: tuple[int, ...]
    supplies: tuple[int, ...]

    @property
    def gains(self) -> tuple[Gain, ...]:
        """The players who gained coins, and how many."""
        return tuple(Gain(seat, coins) for seat, coins in enumerate(self.gained) if coins)


class GameEnded(TruceEvent, rule="TRU-11.2", stage="Next", weight=5, ends=True):
    """The last round is over.

    Attributes:
        supplies: Coins of each seat.
        supporters: Supporters of each seat in the last round.
    """

    says = Message("{winners} wins with {most:coin}.")
    broken = Message(
        "{tied} tie at {most:coin}; {winners} had more supporters in the last round and "
        "{winners:wins|share the victory}."
    )
    level = Message(
        "{tied} tie at {most:coin} and had equally many supporters in the last round; they share the victory."
    )

    winners: Seats
    supplies: tuple[int, ...]
    supporters: tuple[int, ...]

    @property
    def most(self) -> int:
        """The highest Supply, in coins."""
        return max(self.supplies)

    @property
    def tied(self) -> Seats:
        """TRU-11.3: the players with the highest Supply."""
        return tuple(seat for seat, coins in enumerate(self.supplies) if coins == self.most)

    def sentences(self) -> Iterable[Message]:
        """TRU-11.2 to TRU-11.4: the highest Supply, a tie that supporters break, or a tie that they do not."""
        if len(self.tied) == 1:
            return (self.says,)
        return (self.level if self.winners == self.tied else self.broken,)
