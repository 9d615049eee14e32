# ruff: noqa: E501  # lines of real programs are long
"""Mails as real programs write them round a few lines: top, bottom and inline replies, HTML alone, phones, signatures.

Each frame takes the lines that a person types and gives the bytes of the mail. What is quoted in it is hostile: it
holds orders as bare lines (``BAIT``), none of which may ever be taken.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape
from quopri import encodestring

Frame = Callable[[Sequence[str]], bytes]

ME = "emmett@example.org"
US = "arbiter+play.0123456789ab-1-1.0.aaaaaaaaaaaaaaaa@games.example"
BAIT = ("attack celeste", "tell celeste: I give up", "give 2 to celeste", "vote 1 yes", "leave for good")
"""What is quoted."""

QUOTED = (
    "## Write above this line ##",
    "What will you do this round? Nothing in by Mon 23 Nov 2026, 20:00 (Europe/Berlin): pass.",
    "",
    "| attack NAME",
    "| defend",
    "",
    *BAIT,
    "Celeste to you: defend",
)
"""A letter of ours, with the bait in it."""

FRAMES: dict[str, Frame] = {}


def frame(made: Frame) -> Frame:
    """Add a frame."""
    FRAMES[made.__name__] = made
    return made


def head(*more: str, kind: str = "text/plain; charset=utf-8", cte: str = "8bit", name: str = "Emmett Brown") -> bytes:
    """The headers of a reply."""
    lines = (
        "Return-Path: <emmett@example.org>", f"From: {name} <{ME}>" if name else f"From: {ME}", f"To: <{US}>",
        "Subject: Re: It is your turn: Thursday night", "Date: Mon, 23 Nov 2026 19:00:00 +0100",
        "Message-ID: <CAF-1@mail.example.org>", "MIME-Version: 1.0", f"Content-Type: {kind}",
        f"Content-Transfer-Encoding: {cte}", *more,
    )  # fmt: skip
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def marked(prefix: str = "> ", lines: Sequence[str] = QUOTED) -> list[str]:
    """Lines as a reply quotes them."""
    return [f"{prefix}{line}".rstrip() for line in lines]


def crlf(*lines: str) -> bytes:
    return ("\r\n".join(lines) + "\r\n").encode()


def both(plain: str, page: str, boundary: str = "000000000000abc") -> bytes:
    """The two parts of a ``multipart/alternative``."""
    return (
        f"--{boundary}\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n".encode()
        + encodestring(plain.encode()).replace(b"\n", b"\r\n")
        + f"\r\n--{boundary}\r\nContent-Type: text/html; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n".encode()
        + encodestring(page.encode()).replace(b"\n", b"\r\n")
        + f"\r\n--{boundary}--\r\n".encode()
    )


def divs(lines: Sequence[str], tag: str = "div", inner: str = "") -> str:
    return "".join(f"<{tag}{inner}>{escape(line) or '<br>'}</{tag}>" for line in lines)


ALTERNATIVE = 'multipart/alternative; boundary="000000000000abc"'
GMAIL = "On Mon, Nov 23, 2026 at 7:00 PM Turncoat · Thursday night <\narbiter+play.0123456789ab@games.example> wrote:"
PAGE = "<br>".join(map(escape, QUOTED))


@frame
def plain_top(lines: Sequence[str]) -> bytes:
    return head() + crlf(*lines, "", "On 23.11.26 19:00, Turncoat wrote:", *marked())


@frame
def mutt_bottom(lines: Sequence[str]) -> bytes:
    shown = [
        "On Mon, Nov 23, 2026 at 07:00:00PM +0100, Turncoat wrote:",
        *marked(),
        "",
        *lines,
        "",
        "-- ",
        "Emmett",
        *BAIT,
    ]
    return head("User-Agent: Mutt/2.2.9") + crlf(*shown)


@frame
def mutt_inline(lines: Sequence[str]) -> bytes:
    shown = ["* Turncoat <arbiter@games.example> [2026-11-23 19:00]:", *marked(lines=QUOTED[:3]), "", *lines, ""]
    return head("User-Agent: Mutt/2.2.9") + crlf(*shown, *marked(lines=QUOTED[3:]))


@frame
def gmail_web(lines: Sequence[str]) -> bytes:
    plain = "\r\n".join([*lines, "", *GMAIL.split("\n"), "", *marked()])
    quote = f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{escape(GMAIL)}<br></div><blockquote>{PAGE}</blockquote></div>'
    return head(kind=ALTERNATIVE, cte="7bit") + both(plain, f'<div dir="ltr">{divs(lines)}</div><br>{quote}')


@frame
def gmail_web_html_alone(lines: Sequence[str]) -> bytes:
    page = (
        f'<div dir="ltr">{divs(lines)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
        f'class="gmail_attr">{escape(GMAIL)}<br></div><blockquote class="gmail_quote" style="margin:0px">{PAGE}'
        "</blockquote></div>"
    )
    return head(kind="text/html; charset=UTF-8") + crlf(page)


@frame
def gmail_signature(lines: Sequence[str]) -> bytes:
    shown = [*lines, "", "--", "Emmett Brown", "attack celeste", "", *GMAIL.split("\n"), "", *marked()]
    return head(kind="text/plain; charset=UTF-8") + crlf(*shown)


@frame
def gmail_android(lines: Sequence[str]) -> bytes:
    curly = [line.replace('"', "“").replace("'", "’") for line in lines]
    shown = "\r\n".join(
        [*curly, "", "Am Mo., 23. Nov. 2026, 19:00 hat Turncoat <arbiter@games.example>", "geschrieben:", "", *marked()]
    )
    return head(kind=ALTERNATIVE, cte="7bit") + both(shown, f"<p>{divs(lines)}</p>")


@frame
def gmail_ios(lines: Sequence[str]) -> bytes:
    capital = [line[:1].upper() + line[1:] for line in lines]
    shown = [*capital, "", "Sent from Gmail Mobile", "", *GMAIL.split("\n"), "", *marked()]
    return head(cte="base64") + b64encode("\r\n".join(shown).encode())


@frame
def apple_mail(lines: Sequence[str]) -> bytes:
    shown = [*lines, "", "> On 23. Nov 2026, at 19:00, Turncoat <arbiter@games.example> wrote:", ">", *marked()]
    return head("X-Mailer: Apple Mail (2.3774)", kind="text/plain; charset=us-ascii") + crlf(*shown)


@frame
def iphone(lines: Sequence[str]) -> bytes:
    spoken = [f"{line[:1].upper()}{line[1:]}" for line in lines]
    shown = [
        *spoken,
        "",
        "Sent from my iPhone",
        "",
        "> On 23 Nov 2026, at 19:00, Turncoat <arbiter@games.example> wrote:",
        "> ",
        *marked("> ﻿"),
    ]
    return head("X-Mailer: iPhone Mail (22B83)") + crlf(*shown)


@frame
def iphone_german_html(lines: Sequence[str]) -> bytes:
    page = (
        f'<html><body dir="auto">{divs(lines)}<div><br></div><div id="AppleMailSignature">Von meinem iPhone gesendet</div>'
        f'<div dir="ltr"><br><blockquote type="cite">Am 23.11.2026 um 19:00 schrieb Turncoat:<br><br></blockquote></div>'
        f'<blockquote type="cite"><div dir="ltr">﻿{PAGE}</div></blockquote></body></html>'
    )
    return head("X-Mailer: iPhone Mail (22B83)", kind="text/html; charset=utf-8") + crlf(page)


@frame
def outlook_desktop(lines: Sequence[str]) -> bytes:
    shown = [*lines, "", "", "From: Turncoat · Thursday night <arbiter@games.example>", "Sent: Monday, November 23, 2026 7:00 PM",
             "To: Emmett Brown <emmett@example.org>", "Subject: It is your turn: Thursday night", "", *QUOTED]  # fmt: skip
    return head("X-Mailer: Microsoft Outlook 16.0") + crlf(*shown)


@frame
def outlook_german(lines: Sequence[str]) -> bytes:
    shown = [*lines, "", "Mit freundlichen Grüßen", "Emmett", "", "-----Ursprüngliche Nachricht-----", "Von: Turncoat <arbiter@games.example>",
             "Gesendet: Montag, 23. November 2026 19:00", "An: Emmett", "Betreff: Du bist dran", "", *QUOTED]  # fmt: skip
    body = "\r\n".join(shown).encode("windows-1252", "replace")
    return head("X-Mailer: Microsoft Outlook 16.0", kind='text/plain; charset="windows-1252"') + body


@frame
def outlook_web(lines: Sequence[str]) -> bytes:
    page = (
        f'<html><body>{divs(lines, inner=" class=elementToProof")}<div id="appendonsend"></div><hr style="display:inline-block;width:98%">'
        f'<div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Turncoat<br><b>Sent:</b> Monday</div><div>{PAGE}</div></body></html>'
    )
    return head(kind="text/html; charset=utf-8") + crlf(page)


@frame
def outlook_mobile(lines: Sequence[str]) -> bytes:
    shown = [*lines, "", "Get Outlook for Android<https://aka.ms/AAb9ysg>", "________________________________",
             "From: Turncoat <arbiter@games.example>", "Sent: Monday, November 23, 2026 7:00:00 PM", "To: Emmett", "", *QUOTED]  # fmt: skip
    return head() + crlf(*shown)


@frame
def outlook_french_word(lines: Sequence[str]) -> bytes:
    page = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red} attack celeste</style></head><body><div class="WordSection1">'
        f"{divs(lines, 'p', ' class=MsoNormal')}<p class=MsoNormal><o:p>&nbsp;</o:p></p>"
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class=MsoNormal><b>De&nbsp;:</b> Turncoat &lt;arbiter@games.example&gt;<br>'
        f"<b>Envoyé&nbsp;:</b> lundi 23 novembre 2026 19:00<br><b>À&nbsp;:</b> Emmett</p></div><p class=MsoNormal>{PAGE}</p></div></body></html>"
    )
    return head(kind="text/html; charset=utf-8") + crlf(page)


@frame
def thunderbird_bottom(lines: Sequence[str]) -> bytes:
    shown = ["Am 23.11.26 um 19:00 schrieb Turncoat · Thursday night:", *marked(), "", *lines, ""]
    return head("User-Agent: Mozilla Thunderbird", kind="text/plain; charset=UTF-8; format=flowed") + crlf(*shown)


@frame
def thunderbird_flowed(lines: Sequence[str]) -> bytes:
    flowed = [piece for line in lines for piece in _flow(line)]
    shown = [*flowed, "", "On 11/23/26 19:00, Turncoat wrote:", *marked(), "", "-- ", "Emmett"]
    return head("User-Agent: Mozilla Thunderbird", kind="text/plain; charset=UTF-8; format=flowed") + crlf(*shown)


def _flow(line: str) -> list[str]:
    first, space, rest = line.partition(" ")
    return [f"{first} ", rest] if space and rest and len(rest) > 8 else [line]


@frame
def thunderbird_html(lines: Sequence[str]) -> bytes:
    page = (
        f'<!DOCTYPE html><html><body>{"<br>".join(map(escape, lines))}<br><div class="moz-cite-prefix">On 23.11.26, Turncoat wrote:<br></div>'
        f'<blockquote type="cite" cite="mid:x">{PAGE}</blockquote></body></html>'
    )
    return head(kind="text/html; charset=UTF-8") + crlf(page)


@frame
def yahoo(lines: Sequence[str]) -> bytes:
    shown = [" " + line for line in lines] + [
        "",
        "    On Monday, November 23, 2026 at 07:00:00 PM GMT+1, Turncoat <arbiter@games.example> wrote:  ",
        " ",
        *(f" {line}" for line in QUOTED),
    ]
    return head("X-Mailer: WebService/1.1.22876 YMailNovation") + crlf(*shown)


@frame
def yahoo_html(lines: Sequence[str]) -> bytes:
    page = (
        f'<html><body><div class="ydp1yahoo-style-wrap">{divs(lines, inner=" dir=ltr")}</div><div id="ydp2yahoo_quoted_1" class="ydp2yahoo_quoted">'
        f"<div>On Monday, Turncoat wrote:</div><div>{PAGE}</div></div></body></html>"
    )
    return head(kind="text/html; charset=UTF-8") + crlf(page)


@frame
def proton(lines: Sequence[str]) -> bytes:
    shown = [
        *lines,
        "",
        "Sent with Proton Mail secure email.",
        "",
        "On Monday, November 23rd, 2026 at 7:00 PM, Turncoat <arbiter@games.example> wrote:",
        "",
        *marked(),
    ]
    return head("X-Pm-Message-Id: abc") + crlf(*shown)


@frame
def proton_html(lines: Sequence[str]) -> bytes:
    page = (
        f'{divs(lines)}<div class="protonmail_signature_block">Sent with Proton Mail</div><div class="protonmail_quote">On Monday, Turncoat wrote:<br>'
        f'<blockquote class="protonmail_quote" type="cite">{PAGE}</blockquote></div>'
    )
    return head(kind="text/html; charset=utf-8", cte="base64") + b64encode(page.encode())


@frame
def k9(lines: Sequence[str]) -> bytes:
    shown = [
        *lines,
        "-- ",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "",
        "Am 23. November 2026 19:00:00 MEZ schrieb Turncoat <arbiter@games.example>:",
        *marked(">"),
    ]
    return head("User-Agent: K-9 Mail for Android") + crlf(*shown)


@frame
def samsung(lines: Sequence[str]) -> bytes:
    shown = [
        *lines,
        "",
        "",
        "Sent from my Galaxy",
        "",
        "-------- Original message --------",
        "From: Turncoat <arbiter@games.example>",
        "Date: 23/11/2026 19:00 (GMT+01:00)",
        "To: Emmett",
        "Subject: It is your turn",
        "",
        *QUOTED,
    ]
    return head("X-Mailer: Samsung Email") + crlf(*shown)


@frame
def html_bold(lines: Sequence[str]) -> bytes:
    page = f"<html><body><ul>{''.join(f'<li><b>{escape(line)}</b></li>' if line else '<li></li>' for line in lines)}</ul><blockquote>{PAGE}</blockquote></body></html>"
    return head(kind="text/html") + crlf(page)


@frame
def spanish_web(lines: Sequence[str]) -> bytes:
    shown = [
        *lines,
        "",
        "El lun, 23 nov 2026 a las 19:00, Turncoat (<arbiter@games.example>)",
        "escribió:",
        "",
        *marked(),
    ]
    return head() + crlf(*shown)


@frame
def french_web(lines: Sequence[str]) -> bytes:
    shown = [*lines, "", "Le lun. 23 nov. 2026 à 19:00, Turncoat <arbiter@games.example> a écrit :", "", *marked()]
    return head() + crlf(*shown)


@frame
def utf16_in_mixed(lines: Sequence[str]) -> bytes:
    body = "\r\n".join([*lines, "", *marked()]).encode("utf-16")
    part = b"--x\r\nContent-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64\r\n\r\n" + b64encode(
        body
    )
    more = b"\r\n--x\r\nContent-Type: text/plain; name=order.txt\r\nContent-Disposition: attachment; filename=order.txt\r\n\r\nattack celeste\r\n--x--\r\n"
    return head(kind='multipart/mixed; boundary="x"', cte="7bit") + part + more
