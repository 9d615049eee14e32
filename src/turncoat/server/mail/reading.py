"""Reads a mail: from its bytes it finds the lines that the sender has written. It does nothing else.

A mail may be made to do harm. Its size, its headers and its parts are limited before anything is parsed
(``limits_of``); no step takes longer than in proportion to the size.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from turncoat.kernel.errors import NotAllowed
from turncoat.server.mail.letter import address, one_line
from turncoat.server.mail.own_lines import Written, own_lines, unflowed
from turncoat.server.mail.page_text import strikes_out, text_of

LARGEST = 256 * 1024
"""The greatest size of a mail in bytes."""

HEAD = 64 * 1024
"""The greatest size of the headers in bytes."""

HEAD_LINES = 500
"""The most lines of the headers."""

FROM = 1024
"""The most bytes of the sender's header."""

PARTS = 50
"""The most parts of a mail."""

THREAD = 4000
"""The most characters of the ids of earlier mails; the last ids are read."""

DEEP = 10
"""How deep the parts of a mail may be nested."""

BODY = 64 * 1024
"""The most characters of the text that are read."""

_CHARSET = re.compile(
    r"utf-?(8|16|16-?[bl]e|7)|(us-)?ascii|iso-?8859-?\d{1,2}|latin-?\d|(windows|cp)-?\d{3,5}|koi8-?[rtu]|mac-?[a-z]+"
    r"|gbk?|gb2312|gb18030|big5(-?hkscs)?|euc-?(jp|kr|tw|cn)|shift[-_]?jis|iso-?2022-?(jp|kr)(-\d)?|tis-?620"
)
"""Character sets of mails; Python knows others, which no mail program writes, and some of which are slow."""

_READ_AS = {
    "ascii": "utf-8",
    "usascii": "utf-8",
    "iso88591": "cp1252",
    "latin1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
}
"""As which character set one is read that mail programs give as a narrower one."""

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_PRECEDENCE = ("bulk", "junk", "list", "auto_reply")
_AUTOMATIC = re.compile(
    r"(?:re: ?)?(auto(?:matic)?[- ]?(?:reply|response|answer)|auto:|autosvar|autom\w+ svar"
    r"|automatische antwort|automatisch antwoord"
    r"|abwesenheits\w*|abwesend|out of (?:the )?office|ooo:|away from|vacation|réponse automatique"
    r"|absence|respuesta automática"
    r"|resposta automática|risposta automatica|fuori sede|frånvaro|autom\w*tyczna odpowied"
    r"|автоответ|automaattinen|自動応答"
    r"|自动回复|自動回覆|undeliver|delivery status|returned mail|mail delivery|failure notice"
    r"|read: |gelesen: |lu : |leído: |letto: "
    r"|accepted: |declined: |tentative: |zugesagt: |abgesagt: |recall: |rückruf: )",
    re.IGNORECASE,
)
"""How subjects of automatic mails begin, where a program says in no header that it is one."""


class Answered(Struct, frozen=True):
    """The headers of a mail that say to which mail it replies.

    Attributes:
        mail: The contents of ``In-Reply-To``.
        thread: The contents of ``References``: the ids of earlier mails, the latest last.
        subject: The whole subject.
    """

    mail: str = ""
    thread: str = ""
    subject: str = ""


class Came(Struct, frozen=True, kw_only=True):
    """The contents of a mail, as far as they are read.

    Attributes:
        fault: A sentence on why the mail is not read; empty: it is.
        machine: The reason to think that a program has sent the mail; empty: a person seems to have sent it.
        sender: The sender's address; empty: there is none, or there are several.
        name: The sender's name beside the address.
        message_id: What names it, with its brackets: its Message-ID, or else a digest of date and text; empty: nothing.
        subject: The subject of the mail, on one line.
        answered: The headers that say to which mail it replies.
        to: The recipients (``To``, ``Cc``, ``Delivered-To``, ``X-Original-To``), as written.
        results: The checks of the sender by mail servers (``Authentication-Results``), the latest first.
        written: The lines that the sender has written.
    """

    fault: str = ""
    machine: str = ""
    sender: str = ""
    name: str = ""
    message_id: str = ""
    subject: str = ""
    answered: Answered = Answered()
    to: str = ""
    results: tuple[str, ...] = ()
    written: Written = Written()


def read_mail(raw: bytes, envelope_sender: str | None = None) -> Came:
    """Read a mail.

    Args:
        raw: The mail.
        envelope_sender: The sender that the mail server named; empty: none, as for delivery reports. None: unknown, so
            that ``Return-Path`` is read instead.
    """
    if fault := limits_of(raw):
        return Came(fault=fault)
    try:
        return _read(raw, envelope_sender)
    except (MessageError, ValueError, LookupError, RecursionError, TypeError, AttributeError, AssertionError):
        return Came(fault="The mail cannot be read; write it again as plain text.")


def answered_by(raw: bytes) -> Answered:
    """Which mail a mail replies to, even if it cannot be read otherwise; only its first headers are read."""
    head = b"\n".join(raw[:HEAD].split(b"\n", HEAD_LINES)[:HEAD_LINES])
    try:
        return _answered(BytesHeaderParser(policy=compat32).parsebytes(head))
    except (MessageError, ValueError, LookupError, RecursionError, TypeError, AttributeError, AssertionError):
        return Answered()


def limits_of(raw: bytes) -> str:
    """A sentence on the limit that a mail exceeds; this only counts lines. Empty: it exceeds none."""
    if len(raw) > LARGEST:
        return f"The mail is too large; at most {LARGEST // 1024} KiB are read."
    end = re.search(rb"\r?\n\r?\n", raw[: HEAD + 4])
    if end is None and len(raw) > HEAD:
        return "The headers of the mail are too long."
    head = raw[: end.start() if end else HEAD]
    if head.count(b"\n") > HEAD_LINES:
        return "The mail has too many headers."
    if len(re.findall(rb"(?im)^content-type[ \t]*:", raw)) > PARTS:
        return f"The mail has too many parts; at most {PARTS} are read."
    if len(re.findall(rb"(?i)boundary[ \t]*\*?0?\*?[ \t]*=", raw)) > DEEP:
        return f"The parts of the mail are nested too deeply; at most {DEEP} levels are read."
    return ""


def _read(raw: bytes, envelope_sender: str | None) -> Came:
    head = BytesHeaderParser(policy=compat32).parsebytes(raw)
    sender, name = _sender(head)
    subject = one_line(_decoded(str(head.get("Subject", ""))[:2000]))
    found = _MESSAGE_ID.fullmatch(_flat(head, "Message-ID"))
    to = "\n".join(
        str(value)[:HEAD]
        for field in ("Delivered-To", "X-Original-To", "To", "Cc")
        for value in head.get_all(field, [])
    )
    results = tuple(" ".join(str(value).split())[:2000] for value in head.get_all("Authentication-Results", [])[:5])
    came = Came(
        machine=_machine(head, envelope_sender, subject),
        sender=sender,
        name=name,
        message_id=found[0] if found else "",
        subject=subject,
        answered=_answered(head),
        to=to,
        results=results,
    )
    if came.machine:
        return came
    mail = BytesParser(policy=compat32).parsebytes(raw)
    if any(part.get_content_type() == "text/calendar" for part in _parts(mail)):
        return replace(came, machine="it answers an invitation of a calendar")
    text = _text(mail)
    named = came.message_id or _digest(_flat(head, "Date"), text)
    return replace(came, message_id=named, written=own_lines(text, name))


def _answered(head: Message) -> Answered:
    """Some programs encode what is too long for a line, although no encoded words belong there."""
    mail, thread, subject = (str(head.get(name, "")) for name in ("In-Reply-To", "References", "Subject"))
    return Answered(_decoded(mail[:2000]), _decoded(thread[-THREAD:]), _decoded(subject[:2000]))


def _digest(date: str, text: str) -> str:
    """A name for a mail without a Message-ID; empty: it has no date either."""
    return f"<{sha256(f'{date}/{text}'.encode(errors='replace')).hexdigest()[:32]}@unnamed>" if date else ""


def _flat(head: Message, field: str) -> str:
    return " ".join(str(head.get(field, ""))[:4000].split())


def _machine(head: Message, envelope_sender: str | None, subject: str) -> str:
    """The reason to think that a program sent a mail (RFC 3834, and other signs of such programs)."""
    path = envelope_sender if envelope_sender is not None else str(head.get("Return-Path", "?"))
    if path.strip() in ("", "<>"):
        return "it has no sender to whom an answer could go"
    submitted = _flat(head, "Auto-Submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return f"Auto-Submitted: {submitted[:40]}"
    precedence = _flat(head, "Precedence").lower()
    if precedence in _PRECEDENCE:
        return f"Precedence: {precedence}"
    for field in ("X-Turncoat-House", "X-Autoreply", "X-Autorespond", "X-Auto-Reply-From", "List-Id"):
        if field in head:
            return field
    if head.get_content_type() == "multipart/report" or "read-receipt" in head.get_content_type():
        return "it is a report"
    return f"its subject: {subject[:40]}" if _AUTOMATIC.match(subject) else ""


# --- the sender ---------------------------------------------------------------------------------------


def _sender(head: Message) -> tuple[str, str]:
    """The address and the name in ``From``, if it names exactly one; two empty texts if not."""
    fields = head.get_all("From", [])
    if len(fields) != 1 or len(str(fields[0])) > FROM:
        return "", ""
    said = " ".join(str(fields[0]).split())
    bare = re.sub(r"\([^()]*\)", " ", re.sub(r'"(?:[^"\\]|\\.)*"', " ", said)).strip()
    found = re.fullmatch(r"[^<>@,;:]*<([^<>,;:\s]+)>", bare) or re.fullmatch(r"([^<>,;:\s]+)", bare)
    if found is None:
        return "", ""
    try:
        return address(found[1]), one_line(_decoded(said.partition("<")[0]).replace('"', " ").strip(), 80)
    except NotAllowed:
        return "", ""


def _decoded(text: str) -> str:
    """The text of a header with its encoded words (RFC 2047) decoded."""
    try:
        parts = decode_header(text)
    except (MessageError, ValueError, LookupError):
        return text
    return "".join(_as_text(part, charset or "ascii") if isinstance(part, bytes) else part for part, charset in parts)


# --- the text -----------------------------------------------------------------------------------------


def _text(mail: Message) -> str:
    """The text of a mail: its plain parts, or else its HTML parts.

    A mail has several parts if its sender put a picture between two lines. A plain part does not show what is struck
    out in the HTML part, so the HTML is read then.
    """
    parts = [part for part in _parts(mail) if not _is_attached(part)]
    plain = [said for part in parts if part.get_content_type() == "text/plain" and (said := _plain(part)).strip()]
    pages = [_content(part) for part in parts if part.get_content_type() == "text/html"]
    if plain and not any(map(strikes_out, pages)):
        return "\n\n".join(dict.fromkeys(plain))[:BODY]
    return text_of("\n<br>\n".join(pages))


def _parts(mail: Message) -> Iterator[Message]:
    """The parts of a mail that hold text, but not those of a mail that is attached to it."""
    waiting = [mail]
    while waiting:
        part = waiting.pop(0)
        if part.get_content_maintype() == "text":
            yield part
        elif part.get_content_maintype() == "multipart" and isinstance(inner := part.get_payload(), list):
            waiting = [one for one in inner if isinstance(one, Message)] + waiting


def _is_attached(part: Message) -> bool:
    return (
        part.get_content_disposition() == "attachment"
        or part.get_param("filename", header="content-disposition") is not None
    )


def _plain(part: Message) -> str:
    said = _content(part)
    if str(part.get_param("format", "")).lower() == "flowed":
        return unflowed(said, joins=str(part.get_param("delsp", "")).lower() == "yes")
    return said


def _content(part: Message) -> str:
    content = part.get_payload(decode=True)
    charset = part.get_param("charset", "utf-8")
    named = charset[2] if isinstance(charset, tuple) else charset
    return _as_text(content, str(named))[:BODY] if isinstance(content, bytes) else ""


def _as_text(content: bytes, charset: str) -> str:
    """Decode bytes as text, without ever failing.

    In UTF-16 if they begin with its mark, in the character set that is named, or else in UTF-8, or else in Latin-1.
    """
    name = charset.strip().strip("\"'").lower()
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    if _CHARSET.fullmatch(name):
        try:
            return content.decode(_READ_AS.get(name.replace("-", ""), name))
        except (UnicodeError, LookupError):
            pass
    try:
        return content.decode()
    except UnicodeError:
        return content.decode("latin-1")
