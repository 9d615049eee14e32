"""Which lines of a mail its sender has written: without what is quoted, and without the signature.

When in doubt a line is not the sender's own: an order that is not taken is written again, and one that was quoted must
never be carried out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category, normalize

from msgspec import Struct

MARKER = "## Write above this line ##"
"""The line with which the server's mails begin; a reply is read only down to it."""

LINES = 200
"""The most lines of the sender's own that are read."""

LONGEST = 2000
"""The most characters in a line."""

WRAPS = 60
"""A mail program may have broken a quoted line that would be longer than this; what stands below it is not read."""


class Written(Struct, frozen=True):
    """The words that a sender has written in a mail.

    Attributes:
        lines: The sender's own lines, tidied; empty lines are kept.
        doubtful: Lines that may be the rest of a quoted line that was broken.
        barred: The only line with the bar of a menu before it, which may be copied or quoted; empty: there is none.
        name: The sender's name, as it stands at the end of a mail.
    """

    lines: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    barred: str = ""
    name: str = ""


_QUOTES = str.maketrans("“”„‟«»‹›‘’‚‛`´", '""""""""' + "'" * 6)
_DASHES = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹘﹣－", "-") | {chr(0xFEE0 + sign): chr(sign) for sign in range(0x21, 0x7F)}
)

_MARK = re.compile(r"\s*(?:[>|❯]|[A-Za-z]{1,4}>(?:\s|$|>))")
"""The beginning of a quoted line; some programs put the initials of the quoted person before the sign."""

_ARMOUR = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----$")

_VERBS = (
    r"wrote|schrieb\w*|writes|a écrit|écrit|escribió|ha scritto|scrive|schreef\w*|geschreven|escreveu|skrev|kirjoitti"
    r"|napisał\(?a?\)?|napsal\(?a?\)?|пишет|писали|писал\(?а?\)?|написал\(?а?\)?|написав|yazdı|írta"
    r"|a scris|γραψε|έγραψε|написа"
    r"|写道|寫道|のメッセージ|님이 작성|geschreven door|ekrev|escrigué|va escriure"
)
_ATTRIBUTION = re.compile(rf"(?:{_VERBS})\b.{{0,80}}:\s*$|@[^\s@]+>? ?(?:{_VERBS})\s*:\s", re.IGNORECASE)
_BEGINS = re.compile(
    r"(on|am|le|el|il|op|em|den|dne|w dniu|dnia|в|à|il giorno|on behalf of|\d{1,4}[-./ ]"
    r"|\w{2,9}[.,]? \d{1,2}[., ])"
    r"|.*\b\d{1,2}[:.h]\d{2}\b|.*\b20\d\d\b|.*@",
    re.IGNORECASE,
)
_HEAD_FROM = re.compile(
    r"\s*\*?\s*(from|von|de|da|van|från|fra|od|от|lähettäjä|kimden|feladó|差出人|发件人|寄件者"
    r"|보낸\s?사람|expéditeur|remitente|mittente"
    r"|afzender|remetente)\s*\*?\s*[::]",
    re.IGNORECASE,
)
_HEAD_NEXT = re.compile(
    r"\s*\*?\s*(sent|date|to|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado( el)?|fecha"
    r"|para|asunto|inviato|data|a"
    r"|oggetto|verzonden|aan|onderwerp|enviada( em)?|assunto|skickat|till|ämne|sendt|til|emne"
    r"|wysłano|do|temat|odesláno|komu"
    r"|předmět|отправлено|дата|кому|тема|送信日時|宛先|件名|发送时间|收件人|主题|主旨)\s*\*?\s*[::]",
    re.IGNORECASE,
)
_CUT = (
    re.compile(r".*\b(?:write|reply|type|antwort\w*|respond\w*)\b.{0,20}\babove this line\b", re.IGNORECASE),
    re.compile(r"\s*yahoo mail: search, organize, conquer", re.IGNORECASE),
    re.compile(r"\s*-{1,3}\s*$"),
    re.compile(r"\s*_{5,}\s*$"),
    re.compile(r"\s*[-=*_]{4,}"),
    re.compile(r"\s*-{2,}\s?\S.{2,70}\S\s?-{2,}\s*$"),
    re.compile(
        r"\s*(begin forwarded message|anfang der weitergeleiteten|début du message|inizio messaggio)", re.IGNORECASE
    ),
)
_PHONE = re.compile(
    r"\s*[\[(]?(?:(?:sent|delivered|written|typed) (?:from|with|via|by|on|using)\b|get (?:outlook"
    r"|bluemail|the new|yahoo)\b"
    r"|sent$|from my (?:i?phone|ipad|mobile|android|galaxy|pixel)"
    r"|(?:diese nachricht wurde |von |vom )?(?:meinem|meiner|mein) .{0,60}(?:gesendet|geschrieben|verschickt)"
    r"|gesendet (?:von|mit|aus|über)\b|diese nachricht wurde\b|holen sie sich\b|laden sie\b"
    r"|hol dir outlook|outlook für\b"
    r"|von .{0,40} gesendet|envoyé (?:de|depuis|à partir|avec|par)\b|obtenez\b|télécharge"
    r"|enviado (?:desde|con|do|de|a partir|pelo)\b|obtener outlook|obter o outlook|mandado desde"
    r"|inviato (?:da|dal|con|tramite)\b|scarica outlook|ottieni outlook|verzonden (?:vanaf|met|via|door)\b"
    r"|verstuurd (?:vanaf|met|via)\b|outlook voor|skickat från|sendt fra|hent outlook|lähetetty|wysłan[eo] z|pobierz"
    r"|odesláno z|отправлено (?:с|из)|iphone(?:から送信|で送信)|从我的|发自我的|나의 iphone"
    r"|please excuse (?:my |any )?(?:brevity|typos)"
    r"|this (?:e-?mail|message) (?:was sent|and any|is confidential|may contain)|confidential(?:ity)? notice"
    r"|virus-free|virenfrei|sans virus|libre de virus)",
    re.IGNORECASE,
)
_CLOSINGS = (
    r"\s*(?:cheers|best|best wishes|best regards|kind regards|warm regards|regards|thanks|thank you"
    r"|many thanks|thx|ta|yours"
    r"|yours sincerely|sincerely|bye|br|xx?|love|all the best|good luck|lg|vg|mfg|gruß|grüße|gruss"
    r"|viele grüße|liebe grüße|beste grüße"
    r"|mit freundlichen grüßen|danke|servus|cordialement|bien à vous|amicalement|merci|saludos"
    r"|un saludo|un abrazo|gracias"
    r"|saluti|cordiali saluti|grazie|ciao|groet|groeten|met vriendelijke groet|abraços|obrigado"
    r"|obrigada|hälsningar|hilsen)"
)
_CLOSING = re.compile(rf"{_CLOSINGS}\s*[,.!;-]*\s*$", re.IGNORECASE)
_CLOSING_BEFORE_NAME = re.compile(rf"{_CLOSINGS}(?:\s*[,.!;-]+\s*|\s+)(?=\w)", re.IGNORECASE)

_UNFINISHED = re.compile(
    r"(?:\b(?:a|an|the|and|or|but|nor|because|whether|than|will|would|shall|should|could|may|might|must|cannot"
    r"|won't|wouldn't|i|we|they|my|your|our|their)|'ll),?$",
    re.IGNORECASE,
)
"""Words with which no sentence ends."""


def own_lines(text: str, name: str = "") -> Written:
    """The lines that the sender has written, tidied.

    Args:
        text: The text of the mail, line by line.
        name: The name of the sender.
    """
    raw = [_visible(line) for line in re.split(r"\r\n|\r|\n|\u2028|\u2029|\x0b|\x0c|\x85", text)]
    lines = _above(_unsigned(raw))
    kept, doubtful = list[str](), list[str]()
    after_quote = ""
    for line in lines:
        if _is_quoted(line):
            after_quote = line
            kept.append("")
        elif after_quote and line.strip() and len(after_quote) + 1 + len(line.split()[0]) > WRAPS:
            doubtful.append(tidy(line))
            after_quote = line if len(line) + 12 > WRAPS else after_quote
        else:
            after_quote = ""
            kept.append(tidy(line))
    barred = [line.lstrip(" |") for line in lines if line.lstrip().startswith("|") and line.strip(" |")]
    return Written(tuple(kept[:LINES]), tuple(doubtful[:5]), tidy(barred[0]) if len(barred) == 1 else "", name)


def _unsigned(lines: Sequence[str]) -> Sequence[str]:
    """The lines without the lines that a digital signature (RFC 9580, 7) puts around them."""
    begin = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if not lines or not _ARMOUR.match(lines[begin]):
        return lines
    body = next((number for number in range(begin, len(lines)) if not lines[number].strip()), len(lines))
    return [line.removeprefix("- ") if line.startswith("- -") else line for line in lines[body:]]


def _is_quoted(line: str) -> bool:
    return _MARK.match(line) is not None


def _visible(line: str) -> str:
    """A line without invisible characters, with plain spaces, quotation marks and dashes."""
    flat = "".join(
        " " if sign.isspace() else sign
        for sign in normalize("NFC", line[:LONGEST])
        if sign == "\t" or category(sign) not in ("Cf", "Cc")
    )
    return flat.translate(_QUOTES).translate(_DASHES).rstrip()


def tidy(line: str) -> str:
    """A line without the signs that lists and emphasis put around it."""
    said = re.sub(r"^(?:[*•·–‣▪◦+-]\s+|(?:-{1,2}>|=>|[→➔➜➤▶])\s*|\d{1,2}[.)]\s+)", "", line.strip())
    bold = re.fullmatch(r"([*_]{1,2})([^*_].*?)\1", said)
    return " ".join((bold[2] if bold else said).split())


def _above(lines: Sequence[str]) -> list[str]:
    """The lines above everything below which nothing is the sender's own; not those that say what is quoted."""
    kept = list[str]()
    for number, line in enumerate(lines):
        if not _is_quoted(line):
            if any(cut.match(line) for cut in _CUT) or _PHONE.match(line) or _is_head(lines, number):
                break
            begin = _attribution(lines, number)
            if begin is not None:
                del kept[len(kept) - (number - begin) :]
                if not _quotes_below(lines, number):
                    break
                kept.append("")
                continue
        kept.append(line)
    return kept


def _is_head(lines: Sequence[str], number: int) -> bool:
    """Whether the headers of a quoted mail begin here: a sender, and another header in one of the next 3 lines."""
    if not _HEAD_FROM.match(lines[number]):
        return False
    below = [line for line in lines[number + 1 : number + 6] if line.strip()][:3]
    return any(_HEAD_NEXT.match(line) for line in below) or "@" in lines[number]


def _attribution(lines: Sequence[str], number: int) -> int | None:
    """With which line begins the sentence that ends here and says who wrote what is quoted below; None: none does."""
    if not _ATTRIBUTION.search(lines[number]):
        return None
    first = number
    while first > max(0, number - 3) and lines[first - 1].strip() and not _is_quoted(lines[first - 1]):
        first -= 1
    opened = next((begin for begin in range(first, number + 1) if _opens(lines[begin])), None)
    return opened if opened is not None else number if _BEGINS.match(lines[number].strip()) else None


def _opens(line: str) -> bool:
    """Whether a line can be the first of such a sentence."""
    return re.match(r"\s*(on|am|le|el|il|op|em|den|dne|w dniu|dnia|в)\b.*\d", line, re.IGNORECASE) is not None


def _quotes_below(lines: Sequence[str], number: int) -> bool:
    """Whether what is quoted below a line is marked as such."""
    below = next((line for line in lines[number + 1 :] if line.strip()), "")
    return _is_quoted(below)


def unflowed(text: str, *, joins: bool) -> str:
    """A text in ``format=flowed`` (RFC 3676) with its lines whole again.

    Args:
        text: The text as it came.
        joins: Whether the space at the end of a line is no part of the text (``delsp``).
    """
    made, open_at = list[str](), -1
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        body = line[depth:].removeprefix(" ")
        flows = body.endswith(" ") and body != "-- "
        body = body[:-1] if flows and joins else body
        if open_at == depth:
            made[-1] += body
        else:
            made.append(f"{'>' * depth}{' ' if depth else ''}{body}")
        open_at = depth if flows else -1
    return "\n".join(made)


def may_go_on(above: str, line: str) -> bool:
    """Whether a line may be the rest of the one above it, broken by a mail program in the middle of a sentence."""
    word = line.partition(" ")[0]
    if not above or not word:
        return False
    long = len(above) + 1 + len(word) > WRAPS and above[-1:] not in tuple(".!?:;,)\"'")
    return long or is_unfinished(above)


def is_unfinished(line: str) -> bool:
    """Whether a line ends with a word after which a sentence goes on: ``will``, ``and``, ``the``."""
    return _UNFINISHED.search(line) is not None


def is_signature(line: str, name: str) -> bool:
    """Whether a line is how somebody ends a mail: a greeting, their name, or both."""
    if _CLOSING.match(line) is not None:
        return True
    said = _CLOSING_BEFORE_NAME.sub("", line, count=1).casefold().strip(" ,.!-")
    called = name.casefold().strip()
    return bool(said) and bool(called) and said in (called, called.split()[0])
