"""Commitments and receipts: proof that the Arbiter neither changed an order nor chose the dice.

They prove integrity and fair chance, not secrecy from the host.

* The *commitment* is ``sha256(salt + seed)``, shown before anybody sits down. The key of the game's
  generator is made of the seed and of the words that seats added (``turncoat.table.words``).
* A *receipt* is ``sha256(salt + order)``, given for every order. When a decision is closed, the receipts
  of the answers that counted are published, in seat order.
* The *chain* binds these digests and every public event to all that went before. Whoever noted it at any
  moment can tell later whether the history up to there was changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from hmac import compare_digest, new

import msgspec
from msgspec import Struct

from turncoat.kernel.events import Event
from turncoat.table.record import Json, Secret

_ENCODER = msgspec.json.Encoder(order="deterministic")


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player keeps.

    Attributes:
        table: The table.
        seat: The seat that handed it in.
        request: The request that was answered.
        action: The order, as it was accepted.
        salt: Hides the order in the digest until the end.
        digest: SHA-256 over salt, table, seat, request and order.
        at: When it was durable, in milliseconds since the epoch.
    """

    table: str
    seat: int
    request: int
    action: Json
    salt: str
    digest: str
    at: int


def commitment(secret: Secret) -> str:
    """What is published before the game begins."""
    return sha256(bytes.fromhex(secret.salt) + bytes.fromhex(secret.seed)).hexdigest()


def opens(secret: Secret, published: str) -> bool:
    """Whether the opened secret is the one that was committed to."""
    return compare_digest(commitment(secret), published)


def game_key(secret: Secret, words: Mapping[int, str]) -> bytes:
    """The 32 bytes of the game's generator: the seed, and every seat's words in seat order."""
    digest = blake2b(bytes.fromhex(secret.seed), digest_size=32)
    for seat in sorted(words):
        digest.update(_ENCODER.encode((seat, words[seat])))
    return digest.digest()


def order_salt(secret: Secret, table: str, seat: int, request: int) -> str:
    """The salt of one request's orders; it can be told only with the secret, and again at the end."""
    message = f"{table}/{seat}/{request}".encode()
    return new(bytes.fromhex(secret.salt), message, sha256).hexdigest()


def order_digest(salt: str, table: str, seat: int, request: int, action: Json) -> str:
    """The digest of an order."""
    return sha256(_ENCODER.encode((salt, table, seat, request, action))).hexdigest()


def receipt(secret: Secret, table: str, seat: int, request: int, action: Json, at: int) -> Receipt:
    """Make out a receipt for an order."""
    salt = order_salt(secret, table, seat, request)
    return Receipt(table, seat, request, action, salt, order_digest(salt, table, seat, request, action), at)


def link(chain: str, digests: Mapping[int, str]) -> str:
    """The next link of the public chain: everything before it, and the digests by seat."""
    return sha256(_ENCODER.encode((chain, sorted(digests.items())))).hexdigest()


def link_events(chain: str, at: int, events: Sequence[Event]) -> str:
    """The next link of the public chain: everything before it, and public events with their time."""
    return sha256(_ENCODER.encode((chain, at, events))).hexdigest()
