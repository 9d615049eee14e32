"""TRU-2: the course of a round, and TRU-10 and TRU-11: how a round and the game end."""

from __future__ import annotations

from turncoat.games.truce.attack import judge_attacks, move_coins
from turncoat.games.truce.choose import action_boxes, gift_boxes, give, passing, reveal, spoil, until_the_hour
from turncoat.games.truce.events import GameEnded, RoundBegan, SpoilsBanked
from turncoat.games.truce.loot import share_stash
from turncoat.games.truce.state import Match, Round, Truce
from turncoat.games.truce.support import count_supporters
from turncoat.kernel import Tell, decide, each, flow


def new_match() -> Match:
    """TRU-2.7: the whole game, as a section to play."""
    return Match()


def next_round(game: Truce, match: Match, tell: Tell) -> Round | None:
    """TRU-2.7, TRU-11.1: another round, unless the last one agreed on has been played."""
    return Round() if game.round < game.options.rounds else None


def grow_stash(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-2.1: put 1 coin into the Stash."""
    game.round += 1
    game.stash += 1
    tell.all(RoundBegan, game.round, game.options.rounds, game.stash)


def bank_spoils(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-2.6, TRU-10.1: all Spoils move to their owner's Supply, in the last round too."""
    gained = game.spoils
    game.supplies = [own + more for own, more in zip(game.supplies, gained, strict=True)]
    game.spoils = [0] * len(gained)
    game.supporters = round_.supporters
    if tell.listening:
        tell.all(SpoilsBanked, game.round, tuple(gained), tuple(game.supplies))


def find_winners(game: Truce, match: Match, tell: Tell) -> None:
    """TRU-11.2: the highest Supply wins; TRU-11.3: then the most supporters in the last round; then shared."""
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
