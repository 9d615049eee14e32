"""Secret tokens: only their digests are stored; an encrypted one is readable with its maker's secret alone."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from hmac import digest as hmac


def new_secret() -> str:
    """An unguessable text for a key, a link or a cookie: 32 bytes."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """What is stored of a secret."""
    return sha256(secret.encode()).hexdigest()


def encrypt(text: str, maker: str) -> bytes:
    """A secret as only its maker can read it: its 32 bytes under a pad that nothing else has."""
    return _xor(urlsafe_b64decode(f"{text}="), _pad(digest_of(text), maker))


def decrypt(sealed: bytes, digest: str, maker: str) -> str:
    """The secret with this digest again."""
    return urlsafe_b64encode(_xor(sealed, _pad(digest, maker))).decode().rstrip("=")


def _pad(digest: str, maker: str) -> bytes:
    return hmac(maker.encode(), f"sealed/{digest}".encode(), "sha256")


def _xor(left: bytes, right: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(left, right, strict=True))
