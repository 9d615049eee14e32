"""CON-C: the piecepack. Suits, ranks, and the ids of its tiles and coins.

A coin or tile is called by the letter of its suit and its rank: ``C2`` is Crowns 2, ``S1`` the Suns spiral (coin) or
Suns symbol (tile), ``M0`` the blank of Moons. The side of a coin that is up is in ``march``.
"""

from __future__ import annotations

SUITS = ("C", "A", "S", "M")
"""CON-C.1: Crowns, Arms, Suns, Moons."""

SUIT_NAMES = {"C": "Crowns", "A": "Arms", "S": "Suns", "M": "Moons"}

OPPOSED = {"C": "A", "A": "C", "S": "M", "M": "S"}
"""CON-C.1: the suit that is opposed to each suit; any other two different suits are neutral to each other."""

RANKS = range(6)
"""CON-C.2: blank counts as 0, symbol and spiral as 1."""

PIECES = tuple(f"{suit}{rank}" for suit in SUITS for rank in RANKS)
"""CON-C.2: one tile and one coin of every suit and rank; their ids.

The face of a tile shows suit and rank, its back neither; the back is divided into four spaces, ``geometry.CORNERS``
(CON-C.3).
"""

SUIT = {piece: piece[0] for piece in PIECES}
"""The suit of a tile or coin."""

RANK = {piece: int(piece[1]) for piece in PIECES}
"""The rank of a tile or coin."""

SPIRAL = 1
"""CON-C.7: the rank of the spirals, which are wild coins.

A spiral that points at a coin to be revealed, or attacks, is any number its player wishes; everywhere else it is 1
(``reveal.supported``, ``attack.succeeds``). A saved spiral makes its owner free (CON-O.4, ``order``). A spiral that is
placed or saved has an unexpected effect (``place.unexpected_effect``).
"""

SPIRALS = frozenset(piece for piece in PIECES if RANK[piece] == SPIRAL)

DIE = 6
"""CON-C.5: faces of a die, counted as 0 (blank), 1 (symbol), 2, 3, 4, 5; there is one die for each suit."""

HAND = 3
"""CON-2: coins to which a hand is filled, and CON-S.4: coins drawn for the goal."""

EVERYBODY = -1
"""A set of seats as bits: all seats and the spectators."""


def knows(known: int, seat: int | None) -> bool:
    """Whether a seat (``None``: a spectator) is in a set of seats."""
    return known == EVERYBODY if seat is None else bool(known >> seat & 1)
