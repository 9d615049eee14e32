"""TRU-2: the course of a round, with support (TRU-5), loot (TRU-7) and its end (TRU-10), and TRU-11: the winners."""

from __future__ import annotations

from turncoat.games.truce.attack import judge_attacks, move_coins
from turncoat.games.truce.choices import action_boxes, gift_boxes, give
from turncoat.games.truce.events import (
    ActionsRevealed,
    GameEnded,
    RoundBegan,
    SpoilsBanked,
    StashLooted,
    SupportArrived,
    SupportLost,
)
from turncoat.games.truce.state import Loot, Match, Pass, Round, Spoilt, Support, Truce, TruceAction
from turncoat.kernel import Pending, Tell, always, decide, each, flow

PASS = Pass()


SPOILT = Spoilt()


passing = always(PASS)
"""TRU-3.8, TRU-13.5: whoever has handed in nothing in time passes (TRU-R20, TRU-R22, TRU-R30)."""


def spoil(game: Truce, round_: Round, seat: int, bad: TruceAction | None) -> TruceAction | None:
    """TRU-R21: a bad action is refused and the good one stays, unless the table chose the harsher TRU-O7."""
    return SPOILT if game.options.bad_submission == "becomes Pass" else None


def until_the_hour(game: Truce, round_: Round) -> bool:
    """TRU-2.3, TRU-13.3: by correspondence the reveal waits for its time, even when everybody is in (TRU-O3)."""
    return game.options.reveal == "correspondence"


def reveal(game: Truce, round_: Round, pending: Pending[TruceAction], tell: Tell) -> None:
    """TRU-2.4, TRU-3.9: all actions become public at once; one its owner can no longer afford is a Pass (TRU-3.11).

    See TRU-12.3.

    See TRU-R15, TRU-R24.
    """
    answers, supplies = pending.answers, game.supplies
    defaulted = set(pending.missed)
    actions: list[TruceAction] = []
    for seat in range(len(supplies)):
        action = answers[seat]
        kind = action.__class__
        if kind is Spoilt or (not supplies[seat] and kind is not Support and kind is not Pass):
            action = PASS
            defaulted.add(seat)
        actions.append(action)
    round_.actions = actions
    if tell.listening:
        tell.all(ActionsRevealed, game.round, tuple(actions), tuple(sorted(defaulted)))


def receiver(actions: list[TruceAction], target: int) -> int:
    """TRU-5.2: follow the support on, until somebody is not supporting; -1 if it runs in a circle (TRU-5.4).

    See TRU-R10.
    """
    for _ in actions:
        action = actions[target]
        if action.__class__ is not Support:
            return target
        target = action.target
    return -1


def count_supporters(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-5.1, TRU-5.3: support counts for the first along its way who is not supporting; in a circle for nobody.

    See TRU-15.5.

    It counts in full, also behind an attack on the supporter; looters and passers can be supported, too (TRU-R08,
    TRU-R09).
    """
    actions = round_.actions
    supporters = [0] * len(actions)  # TRU-5.5
    for action in actions:
        if action.__class__ is Support:
            end = receiver(actions, action.target)
            if end >= 0:
                supporters[end] += 1  # TRU-5.6
    round_.supporters = supporters
    if tell.listening:
        tell_the_ways(actions, tell)


def tell_the_ways(actions: list[TruceAction], tell: Tell) -> None:
    """TRU-5.2: show for each supporter the way the support went."""
    for seat, action in enumerate(actions):
        path = [seat]
        while isinstance(action, Support) and action.target not in path:
            path.append(action.target)
            action = actions[action.target]
        if isinstance(action, Support):
            tell.all(SupportLost, (*path, action.target))
        elif len(path) > 1:
            tell.all(SupportArrived, tuple(path), rule="TRU-5.1" if len(path) == 2 else "TRU-5.2")


def share_stash(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-7.2: equal shares go into the looters' Spoils; the rest is removed and the Stash is empty (TRU-7.3).

    See TRU-7.5.
    """
    looters = [seat for seat, action in enumerate(round_.actions) if action.__class__ is Loot]
    if not looters:  # TRU-7.1
        return
    share, rest = divmod(game.stash, len(looters))  # TRU-7.4
    for seat in looters:
        game.spoils[seat] += share
    game.removed += rest
    game.stash = 0
    tell.all(StashLooted, tuple(looters), share, rest)


def next_round(game: Truce, match: Match, tell: Tell) -> Round | None:
    """TRU-2.7, TRU-11.1: another round, unless the last one agreed on has been played (TRU-O1)."""
    return Round() if game.round < game.options.rounds else None


def grow_stash(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-2.1: put 1 coin into the Stash (TRU-R26)."""
    game.round += 1
    game.stash += 1
    tell.all(RoundBegan, game.round, game.options.rounds, game.stash)


def bank_spoils(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-2.6, TRU-10.1: all Spoils move to their owner's Supply, in the last round too (TRU-10.2)."""
    gained = game.spoils
    game.supplies = [own + more for own, more in zip(game.supplies, gained, strict=True)]
    game.spoils = [0] * len(gained)
    game.supporters = round_.supporters
    if tell.listening:
        tell.all(SpoilsBanked, game.round, tuple(gained), tuple(game.supplies))


def find_winners(game: Truce, match: Match, tell: Tell) -> None:
    """TRU-11.2: the highest Supply wins; TRU-11.3: then the most supporters in the last round; then shared.

    See TRU-R18, TRU-R19.
    """
    most = max(game.supplies)
    tied = [seat for seat, coins in enumerate(game.supplies) if coins == most]
    backing = max(game.supporters[seat] for seat in tied)
    game.winners = [seat for seat in tied if game.supporters[seat] == backing]
    rule = "TRU-11.2" if len(tied) == 1 else "TRU-11.3" if len(game.winners) == 1 else "TRU-11.4"
    tell.all(GameEnded, tuple(game.winners), tuple(game.supplies), tuple(game.supporters), rule=rule)


MATCH = flow(Match, rounds=each(next_round), winners=find_winners)

ROUND = flow(
    Round,
    stash=grow_stash,
    choose=decide(action_boxes, reveal, default=passing)
    .beside(gift_boxes, give, keep=True)
    .held(until_the_hour)
    .mended(spoil),
    support=count_supporters,  # TRU-2.5
    loot=share_stash,
    attack=judge_attacks,
    coins=move_coins,
    bank=bank_spoils,
)
