"""The random words that players add to a game's chance, so that nobody can choose cards and dice."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.kernel.errors import NotAllowed
from turncoat.server.keeper import close_if_late
from turncoat.server.services import Services
from turncoat.table import record as kept
from turncoat.table import words
from turncoat.table.draft import Draft

LONGEST_OWN = 200
"""The most characters of the words that a player thinks of for the game's chance."""


async def seal_words(services: Services, table_id: str, seat: int, digest: str) -> None:
    """Commit to words for the game's chance by their digest; they are opened when the host has the game begin.

    Raises:
        NotAllowed: the game has begun, or is about to.
    """
    services.limits.check("change", f"{table_id}/{seat}/words")
    await services.keeper.perform(table_id, lambda at: kept.WordsSealed(at, seat, digest))


async def leave_words(services: Services, table_id: str, seat: int, own: str) -> None:
    """Let the server keep words for a seat that cannot open them by itself; it adds what nobody can guess.

    Raises:
        NotAllowed: they are too long; the game has begun, or is about to.
    """
    if not own.strip() or len(own) > LONGEST_OWN:
        raise NotAllowed(f"Your random words have 1 to {LONGEST_OWN} characters.", field="words")
    services.limits.check("change", f"{table_id}/{seat}/words")
    sealed = keep_words(services, table_id, seat, own.strip())
    await services.keeper.perform(table_id, sealed)


def keep_words(services: Services, table_id: str, seat: int, own: str = "") -> Callable[[int], kept.WordsSealed]:
    """An entry by which the server commits for a seat, to words of the seat's own and to drawn ones."""
    text = f"{own} {services.keeper.draw(32)}".strip()
    digest = words.digest_of(table_id, seat, text)
    return lambda at: kept.WordsSealed(at, seat, digest, text)


async def open_words(services: Services, table_id: str, seat: int, text: str) -> None:
    """Open the words to which the seat has committed; the last who does so lets the game begin.

    Raises:
        NotYours: the seat has committed to no words, or has revealed them.
        NotAllowed: they are others; or it is not the time.
    """

    def disclose(draft: Draft, at: int) -> None:
        close_if_late(draft, at)
        draft.perform(kept.WordsOpened(at, seat, text))
        if not words.awaited(draft.state):
            draft.perform(kept.Began(at))

    await services.keeper.change(table_id, disclose)
