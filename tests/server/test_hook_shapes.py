"""What webhooks are sent: nobody is called, nothing is marked up, and a receiver can tell that it comes from here."""

from __future__ import annotations

from base64 import b64decode
from email.header import decode_header, make_header
from hashlib import sha256
from hmac import digest as hmac

import msgspec
import pytest
from msgspec.structs import replace

from turncoat.server.notices import hook_shapes
from turncoat.server.notices.hook_shapes import Message, Shape, new_secret, shaped

MESSAGE = Message(
    "n1", "turn", "Thursday <night> & Co", "It is your turn", "https://games.test/tables/abc", 1_790_000_000_999
)


def test_discord_calls_nobody_and_finds_no_markup() -> None:
    bad = replace(MESSAGE, title="@everyone **x** [click](https://evil.test) <@1> `a`")
    said = msgspec.json.decode(shaped(Shape.DISCORD, bad, "").content)
    assert said["allowed_mentions"] == {"parse": []}
    assert "[click]" not in said["content"]
    assert r"\[click\]" in said["content"]
    assert said["content"].endswith(bad.url)


def test_discord_takes_no_more_than_2000_characters() -> None:
    said = msgspec.json.decode(shaped(Shape.DISCORD, replace(MESSAGE, title="*" * 3000), "").content)
    assert len(said["content"]) == 2000


def test_slack_is_given_text_without_links_of_its_own() -> None:
    said = msgspec.json.decode(shaped(Shape.SLACK, MESSAGE, "").content)
    assert said == {"text": f"Thursday &lt;night&gt; &amp; Co: It is your turn\n{MESSAGE.url}"}


@pytest.mark.parametrize("title", ["Donnerstag, ä", "a\r\nX-Bad: 1", "日本" * 60])
def test_ntfy_is_given_a_title_that_adds_no_header(title: str) -> None:
    parcel = shaped(Shape.NTFY, replace(MESSAGE, title=title), "")
    assert parcel.content == b"It is your turn"
    assert all(value.isascii() and value.isprintable() for value in parcel.headers.values())
    assert str(make_header(decode_header(parcel.headers["Title"]))) == title
    assert parcel.headers["Click"] == MESSAGE.url


def test_ntfy_opens_nothing_where_the_server_does_not_know_its_address() -> None:
    assert "Click" not in shaped(Shape.NTFY, replace(MESSAGE, url=""), "").headers


def verified(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """As Standard Webhooks 1.0 says that a receiver checks."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    (version, signature) = headers["webhook-signature"].split(",")
    return version == "v1" and b64decode(signature) == hmac(b64decode(secret.partition("_")[2]), signed, sha256)


def test_json_is_signed() -> None:
    secret = new_secret()
    parcel = shaped(Shape.JSON, MESSAGE, secret)
    assert verified(secret, dict(parcel.headers), parcel.content)
    assert not verified(new_secret(), dict(parcel.headers), parcel.content)
    assert not verified(secret, dict(parcel.headers), parcel.content + b" ")
    assert msgspec.json.decode(parcel.content) == {
        "type": "notice.turn",
        "timestamp": "2026-09-21T14:13:20+00:00",
        "data": {"table": MESSAGE.title, "text": MESSAGE.body, "url": MESSAGE.url},
    }
    assert parcel.headers["webhook-timestamp"] == "1790000000"


def test_the_example_of_the_standard() -> None:
    """Standard Webhooks 1.0, the example of its libraries: a known secret, id, time and body."""
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", b'{"test": 2432232314}'
    signed = b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330." + body
    found = hmac(b64decode(secret.removeprefix(hook_shapes.SIGNS)), signed, sha256)
    assert found == b64decode("g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
