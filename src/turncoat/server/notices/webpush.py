"""Web push: a short notice for one browser, encrypted so that the service between can read nothing.

RFC 8030 (how it is sent), RFC 8188 and 8291 (how it is encrypted) and RFC 8292 (VAPID: who sends it).
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from turncoat.kernel.errors import Unreadable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

SIZE = 1024
"""Bytes of every notice before it is encrypted: its length tells nothing."""

LONGEST_LIFE = 86_400
"""Seconds for which a push service keeps a notice at most for a browser that is not there."""

TOKEN_LIFE = 12 * 3600
"""Seconds for which a push service may take the server's token."""

POINT = 65
"""Bytes of a public key on the curve P-256, uncompressed."""

AUTH = 16
"""Bytes of the secret that a browser shares with the server."""

LONGEST_LINE = 160
"""Characters of a title or a line of a notice; so ``SIZE`` is enough in any script."""


class Subscription(Struct, frozen=True):
    """What a browser gives so that it can be sent notices.

    Attributes:
        endpoint: The address at its push service.
        p256dh: Its public key.
        auth: The secret.
    """

    endpoint: str
    p256dh: bytes
    auth: bytes


class Notice(Struct, frozen=True):
    """What a browser shows. It holds what everybody may know who sees the screen: table, kind and time.

    Attributes:
        title: What the table is called.
        body: What is the matter, and until when.
        tag: A newer notice with the same tag replaces an older one.
        url: The page that a click opens, on this server.
    """

    title: str
    body: str
    tag: str
    url: str


def unpacked(text: str, size: int, field: str) -> bytes:
    """The bytes of a key as browsers write it (base64url).

    Raises:
        Unreadable: the text is not such a key.
    """
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (NotBase64, ValueError):
        data = b""
    if len(data) != size:
        raise Unreadable(f"{field} must be {size} bytes in base64url.", field=field)
    return data


def packed(data: bytes) -> str:
    """Bytes in base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def check_point(data: bytes, field: str) -> bytes:
    """A public key that lies on the curve.

    Raises:
        Unreadable: the key does not lie on the curve.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  # takes a tenth of a second

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        raise Unreadable(f"{field} is no public key of P-256.", field=field) from None
    return data


def new_key() -> bytes:
    """A new private key of the server, as it is stored."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


def key_of(stored: bytes) -> EllipticCurvePrivateKey:
    """The private key as it was stored."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    return ec.derive_private_key(int.from_bytes(stored, "big"), ec.SECP256R1())


def public_part(key: EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as browsers and push services want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def content_of(notice: Notice) -> bytes:
    """A notice as JSON, filled up with spaces to ``SIZE``."""
    short = Notice(notice.title[:LONGEST_LINE], notice.body[:LONGEST_LINE], notice.tag, notice.url)
    return msgspec.json.encode(short).ljust(SIZE)


def encrypted(
    plain: bytes, to: Subscription, *, salt: bytes | None = None, key: EllipticCurvePrivateKey | None = None
) -> bytes:
    """A message that only one browser can read (RFC 8291); salt and key are drawn again unless they are given."""
    import http_ece  # noqa: PLC0415  # takes a tenth of a second

    made: bytes = http_ece.encrypt(
        plain, salt=salt, private_key=key or key_of(new_key()), dh=to.p256dh, auth_secret=to.auth, version="aes128gcm"
    )
    return made


def token(key: EllipticCurvePrivateKey, endpoint: str, contact: str, now: int) -> str:
    """The header by which a push service knows this server (RFC 8292).

    Args:
        key: The server's key.
        endpoint: Where it is sent.
        contact: ``mailto:`` or ``https:`` address of the operator; empty: none is given.
        now: The time, in milliseconds since the epoch.
    """
    from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415

    to = urlsplit(endpoint)
    claims: dict[str, object] = {"aud": f"{to.scheme}://{to.netloc}", "exp": now // 1000 + TOKEN_LIFE}
    if contact:
        claims["sub"] = contact
    header = msgspec.json.encode({"typ": "JWT", "alg": "ES256"})
    signed = f"{packed(header)}.{packed(msgspec.json.encode(claims))}"
    r, s = utils.decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = packed(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature},k={packed(public_part(key))}"


def headers_for(authorization: str, topic: str, life: int, *, urgent: bool) -> Mapping[str, str]:
    """The headers of a message (RFC 8030).

    Args:
        authorization: See ``token``.
        topic: What the notice is about: a newer one replaces an older one that was not delivered yet.
        life: Seconds for which it is worth anything.
        urgent: Whether it may wake a phone that saves its battery.
    """
    return {
        "Authorization": authorization,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, min(life, LONGEST_LIFE))),
        "Topic": topic_of(topic),
        "Urgency": "high" if urgent else "normal",
    }


def topic_of(about: str) -> str:
    """A name of 32 characters that tells a push service nothing."""
    return packed(sha256(about.encode()).digest())[:32]
