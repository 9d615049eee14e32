"""What a seat may see of Truce (TRU-12): nearly everything, except actions that are not revealed yet."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.truce.state import Options, Truce
from turncoat.kernel import Seat, Seats, play


class TruceView(Struct, frozen=True):
    """The table as a seat sees it. Lists are by seat; everything is counted in coins.

    Attributes:
        seat: The seat that sees this view; None for a spectator.
        options: The options of the game, as chosen for this table.
        round: The present round, from 1.
        open: Whether actions and gifts are taken.
        supplies: Coins owned.
        spoils: Coins gained this round; before the reveal only gifts.
        stash: The coins in the common pool.
        removed: Coins that have left the game.
        submitted: Which seats have submitted an action; None if the table does not show it (TRU-O5).
        supporters: Supporters in the last round that was resolved.
        winners: The winners; empty while the game goes on.
    """

    seat: Seat | None
    options: Options
    round: int
    open: bool
    supplies: tuple[int, ...]
    spoils: tuple[int, ...]
    stash: int
    removed: int
    submitted: tuple[bool, ...] | None
    supporters: tuple[int, ...]
    winners: Seats


def view(game: Truce, seat: int | None) -> TruceView:
    """TRU-12.5: who may know what, as the second table of section 0 says.

    Before the reveal others see only that an action was submitted (TRU-1.7).

    ``table.talk`` shows private talk only to those who take part; earlier versions of a changed action are not kept
    here.

    Everybody's Supply is public at all times (TRU-12.1). Everybody can read the ledger of all coins, which is updated
    every round (TRU-13.2).

    See TRU-R23, TRU-R28.
    """
    now = play.pending(game)
    submitted = None
    if game.options.show_submitted:
        filed = now.answers if now else {}
        submitted = tuple([player in filed for player in range(len(game.supplies))])
    return TruceView(
        seat,
        game.options,
        game.round,
        now is not None,
        tuple(game.supplies),  # TRU-12.1, TRU-13.2
        tuple(game.spoils),
        game.stash,
        game.removed,
        submitted,
        tuple(game.supporters),
        tuple(game.winners),
    )
