"""How the passphrases of people are checked and stored: only as argon2 hashes."""

from __future__ import annotations

from functools import cache
from secrets import token_urlsafe

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from turncoat.kernel.errors import NotAllowed

_HASHER = PasswordHasher()

SHORTEST = 8
"""The fewest characters of a passphrase."""

LONGEST = 1000
"""The most characters of a passphrase."""


def hashed(passphrase: str) -> str:
    """The hash of a new passphrase. It is slow on purpose.

    Raises:
        NotAllowed: the passphrase is too short or too long.
    """
    if not SHORTEST <= len(passphrase) <= LONGEST:
        raise NotAllowed(f"A passphrase has {SHORTEST} to {LONGEST} characters.", field="passphrase")
    return _HASHER.hash(passphrase)


def matches(stored: str, passphrase: str) -> bool:
    """Whether a passphrase is the one of this hash; without a hash it takes as long, and it is not."""
    try:
        _HASHER.verify(stored or _nobody(), passphrase)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return bool(stored)


@cache
def _nobody() -> str:
    """The hash of a passphrase that nobody knows."""
    return _HASHER.hash(token_urlsafe(32))
