"""What can happen in Truce. All of it is public (TRU-12)."""

from __future__ import annotations

from turncoat.games.truce.state import TruceAction
from turncoat.kernel.events import Event


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A coin was put into the Stash and the window opened."""

    round: int
    rounds: int
    stash: int


class GiftGiven(Event, frozen=True, tag="gift_given"):
    """Coins went from a Supply into somebody's Spoils."""

    giver: int
    to: int
    coins: int


class ActionsRevealed(Event, frozen=True, tag="actions_revealed"):
    """All actions, by seat; ``defaulted`` are the seats that had no usable one and pass."""

    round: int
    actions: tuple[TruceAction, ...]
    defaulted: tuple[int, ...]


class SupportArrived(Event, frozen=True, tag="support_arrived"):
    """Support reached somebody who is not supporting; ``path`` runs from the supporter to that player."""

    path: tuple[int, ...]


class SupportLost(Event, frozen=True, tag="support_lost"):
    """Support ran into a circle; ``path`` runs from the supporter to the first player met twice."""

    path: tuple[int, ...]


class StashLooted(Event, frozen=True, tag="stash_looted"):
    """The Stash was shared; ``share`` coins each, ``removed`` coins could not be shared."""

    looters: tuple[int, ...]
    share: int
    removed: int


class AttackJudged(Event, frozen=True, tag="attack_judged"):
    """An attack succeeded or failed; ``looting`` if the target could not resist."""

    attacker: int
    target: int
    attack: int
    defence: int
    looting: bool
    success: bool


class VictimRobbed(Event, frozen=True, tag="victim_robbed"):
    """A victim was settled: each robber got ``coin`` (0 or 1) from the Supply and ``share`` from the Spoils."""

    victim: int
    robbers: tuple[int, ...]
    coin: int
    share: int
    removed: int


class SpoilsBanked(Event, frozen=True, tag="spoils_banked"):
    """Everybody's Spoils went into the Supply: ``gained`` and the new ``supplies``, by seat."""

    round: int
    gained: tuple[int, ...]
    supplies: tuple[int, ...]


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The last round is over."""

    winners: tuple[int, ...]
    supplies: tuple[int, ...]
    supporters: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    GiftGiven,
    ActionsRevealed,
    SupportArrived,
    SupportLost,
    StashLooted,
    AttackJudged,
    VictimRobbed,
    SpoilsBanked,
    GameEnded,
)
