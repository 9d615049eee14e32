"""A mail: its headers hold one line each, its two texts say the same, and nothing in it is loaded from elsewhere."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mail.office import at
from tests.serving import NOON

from turncoat.kernel.errors import NotAllowed
from turncoat.server.mail.letter import Letter, Paragraph, address, compose, one_line, plain_text
from turncoat.server.settings import Incoming

HOSTILE = (
    'Thursday"\r\nBcc: victim@x.org\r\n\r\nhello',
    "a\nSubject: other",
    '"victim@x.org" <victim@x.org>, ',
    "night\u202egro.x@mitciv",
    "back\\slash <a@b.org>",
    "x" * 5000,
    "=?utf-8?q?=0d=0aBcc:_victim@x.org?=",
    "Ünï, «cødé»; victim@x.org:" * 8,
    "\x00\x07bell\u2028line\u2029paragraph\x85next",
)


def letter(**more: object) -> Letter:
    given = {
        "to": "agatha@example.org",
        "subject": "Truce: your turn",
        "text": (
            Paragraph("It is your turn at a table whose name is so long that the line must be broken somewhere here."),
            Paragraph("Open the table:", link="https://games.example/tables/0123456789ab"),
            Paragraph("Stash  3\nAgatha 4 & <Barney> 2", as_is=True),
        ),
        "id": "turn.abc",
    }
    return Letter(**(given | more))  # type: ignore[arg-type]


def sent(of: Letter) -> EmailMessage:
    read = message_from_bytes(compose(of, at(25), "house", NOON), policy=policy.default)
    assert isinstance(read, EmailMessage)
    return read


def words(html: str) -> list[str]:
    return unescape(re.sub(r"<[^>]*>", " ", html)).split()


def test_the_headers_say_that_a_program_wrote_this_and_how_to_stop_it() -> None:
    mail = sent(letter(thread="table.abc.1", stop="https://games.example/mail/stop/x"))
    assert mail["Message-ID"] == "<turn.abc@games.example>"
    assert mail["References"] == mail["In-Reply-To"] == "<table.abc.1@games.example>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe"] == "<https://games.example/mail/stop/x>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["From"] == "Turncoat <arbiter@games.example>"


def test_the_plain_text_and_the_html_say_the_same_words() -> None:
    mail = sent(letter())
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert plain.get_content().split() == words(html.get_content())


def test_plain_lines_are_short_and_no_address_is_broken() -> None:
    lines = plain_text(letter()).splitlines()
    assert all(len(line) <= 76 for line in lines)
    assert "https://games.example/tables/0123456789ab" in lines
    assert "Stash  3" in lines


def test_nothing_is_loaded_from_elsewhere() -> None:
    html = sent(letter()).get_body(("html",))
    assert html is not None
    assert not re.search(
        r"\b(src|background|action|srcset)=|<(img|script|form|link|style|iframe)\b", html.get_content()
    )


def test_the_same_letter_is_the_same_bytes() -> None:
    assert compose(letter(), at(25), "house", NOON) == compose(letter(), at(25), "house", NOON)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_title_and_no_name_adds_a_header_or_an_address(text: str) -> None:
    mail = sent(letter(subject=text, sender=f"Turncoat · {text}"))
    assert set(mail.keys()) == set(sent(letter()).keys())
    assert [found for _, found in getaddresses([str(mail["From"])])] == ["arbiter@games.example"]
    assert [one.addr_spec for one in mail["From"].addresses] == ["arbiter@games.example"]
    raw = compose(letter(subject=text, sender=f"Turncoat · {text}"), at(25), "house", NOON)
    head = raw.split(b"\r\n\r\n", 1)[0]
    assert not re.search(rb"(?im)^bcc:", head)
    assert all(len(line) <= 998 for line in head.split(b"\r\n"))


INJECTED = "=?utf-8?b?YQ0KQmNjOiB2aWN0aW1AeC5vcmcNCg0KaGVsbG8=?=@example.org"
"""Its first part is decoded to a line, a header and the beginning of a text."""


def test_no_address_holds_an_encoded_word() -> None:
    with pytest.raises(NotAllowed, match="looks like"):
        address(INJECTED)


def test_a_mail_whose_headers_are_not_those_meant_is_not_made() -> None:
    with pytest.raises(ValueError, match="headers"):
        compose(letter(to=INJECTED), at(25), "house", NOON)


@given(st.text(min_size=1, max_size=40), st.sampled_from(["", "=?utf-8?q?", "?="]))
def test_whatever_is_an_address_is_a_header_of_its_own(name: str, more: str) -> None:
    try:
        to = address(f"{more}{name}@example.org")
    except NotAllowed:
        return
    mail = sent(letter(to=to))
    assert mail.keys() == sent(letter()).keys()
    assert len(mail["To"].addresses) == 1


@given(st.text(max_size=300))
def test_any_text_is_one_visible_line(text: str) -> None:
    line = one_line(text)
    assert len(line) <= 120
    assert line.isprintable() or line == ""
    mail = sent(letter(subject=text, sender=f"Turncoat · {text}"))
    assert [one.addr_spec for one in mail["From"].addresses] == ["arbiter@games.example"]
    assert [one.addr_spec for one in mail["To"].addresses] == ["agatha@example.org"]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (" Agatha@Example.ORG ", "Agatha@example.org"),
        ("ann+games@x.org", "ann+games@x.org"),
        ("jörg@müller.example", "jörg@xn--mller-kva.example"),
    ],
)
def test_an_address_keeps_what_stands_before_the_at(written: str, kept: str) -> None:
    assert address(written) == kept


@pytest.mark.parametrize(
    "written",
    [
        "",
        "agatha",
        "@example.org",
        "agatha@",
        "agatha@localhost",
        "a b@example.org",
        "a@b@example.org",
        "a@example.org\nBcc: b@example.org",
        '"a"@example.org',
        "a@example.org, b@example.org",
        "<a@example.org>",
        "a@exa mple.org",
        "a" * 250 + "@example.org",
        "a@" + "b" * 70 + ".org",
        "a\u202e@example.org",
        "a@..org",
    ],
)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(NotAllowed, match="looks like"):
        address(written)


def test_what_stands_in_brackets_in_headers_is_never_broken_or_encoded() -> None:
    """RFC 5322, 3.6.4, and RFC 2369: no program reads encoded words there. The library makes some of long names."""
    long = f"<{'A' * 90}@AS8PR04MB1234.eurprd04.prod.outlook.example>"
    letter = Letter(
        to="agatha@example.org",
        subject="x",
        text=(Paragraph("x"),),
        id="reply.x",
        thread="table.x",
        answers=long,
        token=f"play.{'a' * 40}.0.b",
        stop=f"https://games.example/mail/stop/{'s' * 90}",
        stop_token="off.x.0.y",
    )
    raw = compose(letter, at(25, incoming=Incoming()), "house", NOON)
    assert b"=?" not in raw.partition(b"\r\n\r\n")[0]
    mail = message_from_bytes(raw, policy=policy.default)
    assert mail["In-Reply-To"] == long
    assert mail["References"] == f"<table.x@games.example> {long}"
    assert mail["List-Unsubscribe"] == (
        f"<{letter.stop}>, <mailto:arbiter+off.x.0.y@games.example?subject=unsubscribe>"
    )
    assert mail["Reply-To"] == f"Turncoat <arbiter+{letter.token}@games.example>"
