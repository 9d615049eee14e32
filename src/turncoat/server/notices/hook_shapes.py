"""The body of a webhook: the same notice in the form that the receiving service expects."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from hmac import digest as hmac
from secrets import token_bytes

import msgspec
from msgspec import Struct

LONGEST_DISCORD = 2000
"""The greatest length that Discord accepts, in characters."""

SIGNS = "whsec_"
"""The prefix of every signing secret (Standard Webhooks)."""

_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#@:])")


class Shape(StrEnum):
    """The kind of service that receives the webhook."""

    DISCORD = "discord"
    SLACK = "slack"
    NTFY = "ntfy"
    JSON = "json"


class Message(Struct, frozen=True):
    """One notice for a hook; like a push it says table, kind and time, and nothing of the game.

    Attributes:
        id: Names the notice, and is the same when it is sent again.
        kind: The kind of notice.
        title: The name of the table.
        body: The reason for the notice, and the deadline.
        url: The whole address of the table.
        at: When it is sent, in milliseconds since the epoch.
    """

    id: str
    kind: str
    title: str
    body: str
    url: str
    at: int


class Parcel(Struct, frozen=True):
    """The request that is sent: body and headers."""

    content: bytes
    headers: Mapping[str, str]


def new_secret() -> str:
    """Make a new secret for signatures."""
    return SIGNS + b64encode(token_bytes(24)).decode()


def shaped(shape: Shape, message: Message, secret: str) -> Parcel:
    """A message as a hook of this shape is sent it; ``secret`` signs it where the shape has a signature."""
    match shape:
        case Shape.DISCORD:
            text = f"**{_plain(message.title)}**: {_plain(message.body)}\n{message.url}"
            return _json({"content": text[:LONGEST_DISCORD], "allowed_mentions": {"parse": []}})
        case Shape.SLACK:
            text = f"{message.title}: {message.body}"
            return _json({"text": f"{_escaped(text)}\n{message.url}"})
        case Shape.NTFY:
            headers = {
                "Content-Type": "text/plain; charset=utf-8",
                "Title": _word(message.title),
                "Priority": "default",
            }
            return Parcel(message.body.encode(), headers | ({"Click": message.url} if message.url else {}))
        case Shape.JSON:
            return _signed(message, secret)


def _signed(message: Message, secret: str) -> Parcel:
    """The signature that Standard Webhooks 1.0 defines."""
    at = datetime.fromtimestamp(message.at // 1000, UTC)
    data = {"table": message.title, "text": message.body, "url": message.url}
    body = msgspec.json.encode({"type": f"notice.{message.kind}", "timestamp": at.isoformat(), "data": data})
    stamp = str(message.at // 1000)
    signed = hmac(b64decode(secret.removeprefix(SIGNS)), f"{message.id}.{stamp}.".encode() + body, sha256)
    signature = f"v1,{b64encode(signed).decode()}"
    headers = {"webhook-id": message.id, "webhook-timestamp": stamp, "webhook-signature": signature}
    return Parcel(body, {"Content-Type": "application/json", **headers})


def _json(body: object) -> Parcel:
    return Parcel(msgspec.json.encode(body), {"Content-Type": "application/json"})


def _plain(text: str) -> str:
    """A text without Discord's markup, because players write the names of tables."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _escaped(text: str) -> str:
    """A text escaped for Slack and Mattermost."""
    return " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _word(text: str) -> str:
    """Encode any text for a header (RFC 2047)."""
    return f"=?UTF-8?B?{b64encode(text.encode()).decode()}?="
