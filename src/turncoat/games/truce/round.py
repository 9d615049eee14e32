"""TRU-2: the course of a round, with the reveal, support (TRU-5) and loot (TRU-7). The end of a round is in ``end``."""

from __future__ import annotations

from turncoat.games.truce.attack import judge_attacks, move_coins
from turncoat.games.truce.choices import action_boxes, gift_boxes, give
from turncoat.games.truce.end import bank_spoils, find_winners, next_round
from turncoat.games.truce.events import ActionsRevealed, RoundBegan, StashLooted, SupportArrived, SupportLost
from turncoat.games.truce.state import Loot, Match, Pass, Round, Spoilt, Support, Truce, TruceAction
from turncoat.kernel import Pending, Tell, always, decide, each, flow

PASS = Pass()


SPOILT = Spoilt()


passing = always(PASS)
"""TRU-3.8: a player who has submitted nothing in time, for any reason, passes; nothing else happens to them.

An action that cannot be understood does not count; ``reveal`` turns an action that is no longer allowed into Pass. An
action submitted by the deadline counts; then ``server.clock`` closes the window, and later actions are refused and not
kept (TRU-13.5).

See TRU-R20, TRU-R22, TRU-R30.
"""


def spoil(game: Truce, round_: Round, seat: int, bad: TruceAction | None) -> TruceAction | None:
    """TRU-R21: an invalid action is refused and the earlier valid one stays, unless TRU-O7 says otherwise."""
    return SPOILT if game.options.bad_submission == "becomes Pass" else None


def until_the_hour(game: Truce, round_: Round) -> bool:
    """TRU-2.3, TRU-13.3: whether the round stays open until the deadline, even if everybody has submitted.

    In correspondence play the reveal waits for the announced time, even if everybody has submitted (TRU-O3).
    """
    return game.options.reveal == "correspondence"


def reveal(game: Truce, round_: Round, pending: Pending[TruceAction], tell: Tell) -> None:
    """TRU-2.4, TRU-12.3: make all submitted actions public at once; until now they were secret.

    The last action submitted counts, however often it was changed (TRU-3.9). The Supply at the moment of the reveal
    decides whether an action is allowed: an action that its owner can no longer afford turns into Pass (TRU-3.11), so a
    player with an empty Supply supports or passes (TRU-15.6). The window is closed now: actions cannot be changed and
    gifts cannot be made.

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
    """TRU-5.2: follow the support until it reaches a player who is not supporting.

    Each supporter in a line counts: a line of 4 supporters behind one attacker counts as 4. The result is -1 for a
    circle: support that runs into a circle is lost, also from outside (TRU-5.4).

    See TRU-R10.
    """
    for _ in actions:
        action = actions[target]
        if action.__class__ is not Support:
            return target
        target = action.target
    return -1


def count_supporters(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-5.1, TRU-5.3: count support for the first player on its way who does not support; in a circle for nobody.

    A player who supports somebody passes on all support received.

    Supporters are counted for everybody; for players who loot or pass they count only in the tie-break (TRU-5.5).
    Support counts in full, also behind an attack on the supporter (TRU-5.6).

    The counts add up to the number of supporters, less those whose support runs into a circle (TRU-15.4). A round
    depends on the Supplies, the Spoils, the Stash and the actions alone, not on the order of seats, of submitting, or
    of chains that do not touch (TRU-15.5).

    See TRU-R08, TRU-R09.
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
    """Show the path of each supporter's support (TRU-5.2)."""
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
    """TRU-7.2: give the looters equal shares, as large as the coins allow, into their Spoils.

    Coins that cannot be shared equally are removed, so the Stash is then empty, even if nobody got any (TRU-7.3,
    TRU-15.3).
    Without looters the Stash stays as it is (TRU-7.1). Supporters make no difference (TRU-7.4). Loot is paid out before
    any
    attack moves a coin: a looter who is robbed gets the share and then loses it (TRU-7.5).
    """
    looters = [seat for seat, action in enumerate(round_.actions) if action.__class__ is Loot]
    if not looters:
        return
    share, rest = divmod(game.stash, len(looters))
    for seat in looters:
        game.spoils[seat] += share
    game.removed += rest
    game.stash = 0
    tell.all(StashLooted, tuple(looters), share, rest)


def grow_stash(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-2.1: put 1 coin into the Stash (TRU-R26): it never holds more coins than rounds have begun (TRU-15.3).

    No other coin comes into play: all others are moved or removed (TRU-15.1); ``audit`` adds them up.
    """
    game.round += 1
    game.stash += 1
    tell.all(RoundBegan, game.round, game.options.rounds, game.stash)


MATCH = flow(Match, rounds=each(next_round), winners=find_winners)

ROUND = flow(
    Round,
    stash=grow_stash,
    # TRU-2.2: all in one open window; gifts beside it, as often as one likes. Answers can be changed and taken back.
    choose=decide(action_boxes, reveal, default=passing)
    .beside(gift_boxes, give, keep=True)
    .held(until_the_hour)
    .mended(spoil),
    support=count_supporters,  # TRU-2.5: resolution, without any choice, down to the coins of successful attacks
    loot=share_stash,
    attack=judge_attacks,
    coins=move_coins,
    bank=bank_spoils,
)
