"""Web push: what is encrypted can be read by the browser it is for, and by nobody else; its length tells nothing."""

from __future__ import annotations

from base64 import urlsafe_b64decode

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from turncoat.kernel.errors import Unreadable
from turncoat.server.notices import webpush
from turncoat.server.notices.webpush import POINT, Notice, Subscription, packed, unpacked

NOTICE = Notice("Thursday night", "It is your turn, until Thu 3 Dec, 20:00 UTC.", "turn", "/tables/abc")

PLAIN = b"When I grow up, I want to be a watermelon"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""RFC 8291, appendix A."""


def data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser with keys of its own."""

    def __init__(self, endpoint: str = "https://push.test/1") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes ok"
        self.subscription = Subscription(endpoint, webpush.public_part(self.key), self.auth)

    def read(self, body: bytes) -> bytes:
        found: bytes = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return found


def test_the_example_of_the_standard_is_made_byte_for_byte() -> None:
    """RFC 8291, appendix A."""
    to = Subscription("https://push.example.net/", unpacked(RECEIVER, POINT, "p256dh"), data(AUTH))
    made = webpush.encrypted(PLAIN, to, salt=data(SALT), key=webpush.key_of(data(SENDER)))
    assert made == data(MESSAGE)


def test_only_the_browser_reads_its_notice() -> None:
    one, other = Device(), Device()
    body = webpush.encrypted(webpush.content_of(NOTICE), one.subscription)
    assert msgspec.json.decode(one.read(body), type=Notice) == NOTICE
    with pytest.raises(http_ece.ECEException):
        other.read(body)
    assert b"Thursday" not in body


def lengths() -> set[int]:
    device = Device()
    long = Notice("ß" * 500, "\u2028" * 500, "t" * 60, "/tables/" + "a" * 60)
    notices = (Notice("", "", "", "/"), NOTICE, long)
    return {len(webpush.encrypted(webpush.content_of(notice), device.subscription)) for notice in notices}


def test_no_two_notices_are_told_apart_by_their_length() -> None:
    (length,) = lengths()
    assert length <= 4096  # RFC 8030 lets services refuse more


def test_without_padding_the_lengths_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webpush, "SIZE", 0)
    assert len(lengths()) > 1


@pytest.mark.parametrize("contact", ["mailto:host@games.test", "https://games.test"])
def test_a_push_service_knows_the_server(contact: str) -> None:
    """RFC 8292: signed with the key that the browser was given, for this service alone, for 12 hours."""
    key = webpush.key_of(webpush.new_key())
    header = webpush.token(key, "https://push.test:8443/secret/1", contact, 1_790_000_000_000)
    assert Vapid02.verify(header)
    signed = header.partition("t=")[2].partition(",")[0].split(".")[1]
    claims = {"aud": "https://push.test:8443", "exp": 1_790_000_000 + 12 * 3600, "sub": contact}
    assert msgspec.json.decode(data(signed)) == claims
    assert header.endswith(f",k={packed(webpush.public_part(key))}")


def test_a_key_comes_out_of_the_store_as_it_was() -> None:
    stored = webpush.new_key()
    assert len(stored) == 32
    assert webpush.public_part(webpush.key_of(stored)) == webpush.public_part(webpush.key_of(stored))


def test_headers_say_how_long_and_how_urgent() -> None:
    headers = webpush.headers_for("vapid t=x,k=y", "abc/1", 3_000_000, urgent=True)
    assert (headers["TTL"], headers["Urgency"], headers["Content-Encoding"]) == ("86400", "high", "aes128gcm")
    assert len(headers["Topic"]) == 32
    assert "abc" not in headers["Topic"]
    assert webpush.headers_for("", "abc/1", -5, urgent=False)["TTL"] == "0"


@pytest.mark.parametrize("text", ["", "x", "!" * 87, RECEIVER[:-4], "A" * 88 + "ä"])
def test_a_key_of_another_length_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="p256dh"):
        unpacked(text, POINT, "p256dh")


def test_a_point_off_the_curve_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"P-256"):
        webpush.check_point(b"\x04" + b"\x01" * 64, "p256dh")
