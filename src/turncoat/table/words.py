"""Words that seats add to the chance of a game, so that nobody, the host included, can have chosen the cards.

Each seat first publishes a digest of its random words. Only when nobody can commit any more are the words opened, in a
few seconds; the game's key is made of the seed, which was committed to before, and of the words that were opened. A
player who sees all other words first can only decide whether to reveal their own. A browser that is closed reveals
none, and everybody is told whose words are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest

from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.kernel.events import Event
from turncoat.table.milliseconds import SECOND
from turncoat.table.record import WordsOpened, WordsSealed
from turncoat.table.table import Phase, TableState, Words
from turncoat.table.table_events import SeatOpenedWords, SeatSealedWords, WordsLeftOut

SHORTEST, LONGEST = 16, 300
"""The fewest and the most characters of random words; shorter ones could be guessed from their digest."""

PATIENCE = 8 * SECOND
"""How many milliseconds the table waits for players to reveal their words."""


def digest_of(table: str, seat: int, words: str) -> str:
    """The digest of random words: SHA-256 of ``table/seat/words`` in UTF-8, in hexadecimal."""
    return sha256(f"{table}/{seat}/{words}".encode()).hexdigest()


def seal(table: str, state: TableState, entry: WordsSealed) -> SeatSealedWords:
    """Publish the digest of a seat's random words; it replaces an earlier one of that seat.

    Raises:
        NotAllowed: words that the server is to keep have another digest or another length than they must have.
    """
    if entry.words:
        _check(table, entry.seat, entry.digest, entry.words)
    state.words[entry.seat] = Words(entry.digest, kept=entry.words)
    return SeatSealedWords(entry.seat, entry.digest)


def call(state: TableState, at: int) -> list[Event]:
    """End the commitments; the server opens the words that it keeps, and the other seats have a few seconds.

    Raises:
        NotAllowed: nobody has committed to anything.
    """
    if not state.words:
        raise NotAllowed(
            "No player has added random words, so there are none to reveal. Begin the game.", field="words"
        )
    state.phase, state.due = Phase.OPENING, at + PATIENCE
    told: list[Event] = []
    for seat, words in sorted(state.words.items()):
        if words.kept:
            state.words[seat] = Words(words.digest, words.kept, words.kept)
            told.append(SeatOpenedWords(seat, words.kept, by_server=True))
    return told


def disclose(table: str, state: TableState, entry: WordsOpened) -> SeatOpenedWords:
    """Reveal the random words of a seat.

    Raises:
        NotYours: the seat has published no digest, or has already revealed its words.
        NotAllowed: they are not the words to which the seat has committed.
    """
    words = state.words.get(entry.seat)
    if words is None or words.opened:
        raise NotYours("This seat has no random words to reveal.", field="words")
    _check(table, entry.seat, words.digest, entry.words)
    state.words[entry.seat] = Words(words.digest, opened=entry.words)
    return SeatOpenedWords(entry.seat, entry.words, by_server=False)


def awaited(state: TableState) -> list[int]:
    """The seats that have not revealed their words yet."""
    return sorted(seat for seat, words in state.words.items() if not words.opened)


def opened(state: TableState) -> dict[int, str]:
    """The revealed words of each seat; the key of the game's chance is made of them."""
    return {seat: words.opened for seat, words in sorted(state.words.items()) if words.opened}


def end(state: TableState, at: int) -> Sequence[Event]:
    """Begin the game without the words of seats that have not revealed them.

    Raises:
        NotAllowed: words can still be opened.
    """
    missing = awaited(state)
    if missing and (state.phase is Phase.GATHERING or state.due is None or at <= state.due):
        raise NotAllowed("Random words are still being revealed; the game begins in a few seconds.", field="words")
    return [WordsLeftOut(tuple(missing))] if missing else []


def _check(table: str, seat: int, digest: str, words: str) -> None:
    if not SHORTEST <= len(words) <= LONGEST:
        raise NotAllowed(f"Random words have {SHORTEST} to {LONGEST} characters.", field="words")
    if not compare_digest(digest_of(table, seat, words), digest):
        raise NotAllowed("These are not the random words that were sealed for this seat.", field="words")
