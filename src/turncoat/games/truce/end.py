"""TRU-10: the end of a round; TRU-11: the end of the game and who wins."""

from __future__ import annotations

from turncoat.games.truce.events import GameEnded, SpoilsBanked
from turncoat.games.truce.state import Match, Round, Truce
from turncoat.kernel import Tell


def bank_spoils(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-2.6, TRU-10.1: move all Spoils into their owner's Supply, in the last round too.

    Between rounds all Spoils are empty (TRU-15.7). The public ledger shows every Supply and what happened (TRU-10.2);
    ``story.ledger`` writes it, ``view`` shows the Stash.
    """
    gained = game.spoils
    game.supplies = [own + more for own, more in zip(game.supplies, gained, strict=True)]
    game.spoils = [0] * len(gained)
    game.supporters = round_.supporters
    if tell.listening:
        tell.all(SpoilsBanked, game.round, tuple(gained), tuple(game.supplies))


def next_round(game: Truce, match: Match, tell: Tell) -> Round | None:
    """TRU-2.7: begin another round; TRU-11.1: the game ends after the last agreed round (TRU-O1).

    A coin gained in that round counts: its Spoils have been banked.
    """
    return Round() if game.round < game.options.rounds else None


def find_winners(game: Truce, match: Match, tell: Tell) -> None:
    """TRU-11.2: the highest Supply wins; TRU-11.3: on a tie, the most supporters in the last round; else all share.

    What is left in the Stash belongs to nobody. Players who are still tied share the victory (TRU-11.4).

    See TRU-R18, TRU-R19.
    """
    most = max(game.supplies)
    tied = [seat for seat, coins in enumerate(game.supplies) if coins == most]
    backing = max(game.supporters[seat] for seat in tied)
    game.winners = [seat for seat in tied if game.supporters[seat] == backing]
    rule = "TRU-11.2" if len(tied) == 1 else "TRU-11.3" if len(game.winners) == 1 else "TRU-11.4"
    tell.all(GameEnded, tuple(game.winners), tuple(game.supplies), tuple(game.supporters), rule=rule)
