"""Commitments and receipts prove that the Arbiter neither changed an order nor chose the dice.

They prove that records are unchanged and chance is fair; they do not prove that the host read no secret.

* The *commitment* is ``sha256(salt + seed)``, published before any player takes a seat. The key of the game's generator
  is made of the seed and of the words that seats added (``turncoat.table.words``).
* A *receipt* is ``sha256`` over a salt, the order, its time and the chain of its moment, given for every order. When a
  decision is closed, the table publishes the digests of the answers that counted, in seat order.
* The *chain* begins with what was agreed on and binds everything public to all that went before; it binds what is
sealed, salted, when a decision is opened or the game ends (``turncoat.table.binding``). Anyone who has noted a link of
the chain can tell later whether the history up to that link was changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b, sha256
from hmac import compare_digest, new
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turncoat.table.record import Header, Json, SeatTaken, Secret

S = TypeVar("S", bound=Struct)

_ENCODER = msgspec.json.Encoder(order="deterministic")


class Filed(Struct, frozen=True):
    """The time at which an answer was submitted, and the public chain at that time.

    Attributes:
        at: The time in milliseconds since the epoch.
        request: The request that was answered.
        chain: The public chain at that time.
    """

    at: int
    request: int
    chain: str


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """A receipt for an order; the player keeps it.

    Attributes:
        table: The table.
        seat: The seat that handed it in.
        request: The request that was answered.
        action: The order as the table accepted it.
        salt: A random number that keeps the order secret although its digest is public.
        digest: SHA-256 over salt, table, seat, request, order, time and chain.
        at: The time at which the order was submitted, in milliseconds since the epoch.
        chain: The public chain at that time, before the order had any effect.
    """

    table: str
    seat: int
    request: int
    action: Json
    salt: str
    digest: str
    at: int
    chain: str


def commitment(secret: Secret) -> str:
    """The commitment that the table publishes before the game begins."""
    return sha256(bytes.fromhex(secret.salt) + bytes.fromhex(secret.seed)).hexdigest()


def opens(secret: Secret, published: str) -> bool:
    """Whether a revealed seed and salt fit the published commitment."""
    return compare_digest(commitment(secret), published)


def game_key(secret: Secret, words: Mapping[int, str]) -> bytes:
    """The 32 bytes that determine the game's chance, made of the seed and all seats' words in seat order."""
    digest = blake2b(bytes.fromhex(secret.seed), digest_size=32)
    for seat in sorted(words):
        digest.update(_ENCODER.encode((seat, words[seat])))
    return digest.digest()


def order_salt(secret: Secret, table: str, seat: int, request: int) -> str:
    """The salt of one request's orders; it can be told only with the secret, and again at the end."""
    message = f"{table}/{seat}/{request}".encode()
    return new(bytes.fromhex(secret.salt), message, sha256).hexdigest()


def order_digest(salt: str, table: str, seat: int, action: Json, filed: Filed) -> str:
    """The digest of an order; it is on the receipt."""
    return sha256(_ENCODER.encode((salt, table, seat, action, filed))).hexdigest()


def receipt(secret: Secret, table: str, seat: int, action: Json, filed: Filed) -> Receipt:
    """Make a receipt for an order."""
    salt = order_salt(secret, table, seat, filed.request)
    digest = order_digest(salt, table, seat, action, filed)
    return Receipt(table, seat, filed.request, action, salt, digest, filed.at, filed.chain)


def opening(header: Header) -> str:
    """The first link of the public chain: a digest of everything that the header says."""
    return sha256(_ENCODER.encode(as_read(header))).hexdigest()


def as_read(value: S) -> S:
    """Data in the form that they have when read from a file, where 60 minutes are 60.0."""
    return msgspec.convert(msgspec.to_builtins(value), type(value))


def link(chain: str, *facts: object) -> str:
    """The next link of the public chain: a digest of the last link and of new public facts."""
    return sha256(_ENCODER.encode((chain, facts))).hexdigest()


def hidden(secret: Secret, *facts: object) -> str:
    """A digest of sealed facts, keyed: without the secret nobody can try out guesses, not even that there are none."""
    return new(bytes.fromhex(secret.salt), _ENCODER.encode(facts), sha256).hexdigest()


def forgotten(entry: SeatTaken) -> SeatTaken:
    """The entry with a salted digest instead of the name: the chain binds the name, and a name can be forgotten."""
    if entry.digest:
        return entry
    return replace(entry, name="", salt="", digest=sha256(_ENCODER.encode((entry.salt, entry.name))).hexdigest())
