"""The different ways in which people and their phones write the same answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

_POLITE = (
    r"please|thanks(?: a lot| in advance)?|many thanks|thank you|thx|bitte|danke|merci|s'il (?:vous|te) plaît|gracias"
    r"|por favor|grazie|per favore|bedankt|alsjeblieft|tack|tak|obrigad[oa]|dzięki|proszę"
)
_PLEASE = re.compile(rf"^(?:please|bitte),?\s+|[,;.]?\s+(?:{_POLITE})$", re.IGNORECASE)
_NEEDLESS = re.compile(
    r",?\s+(?:(?:for )?now|(?:for |in )?this (?:round|turn|time)|everything|again|instead)$", re.IGNORECASE
)
"""Words behind an order that change nothing."""

_POSTSCRIPT = re.compile(r"^p\.?\s?s\.?(?:\s*[:,-]\s*|\s+)", re.IGNORECASE)
_WHISPER = re.compile(r"^(?:whisper(?:\s+to)?|tell\s+to)\s+(?=[^:]{1,80}:)", re.IGNORECASE)
_TO_FIRST = re.compile(r"^(\w+) (\D{1,40}) (\d{1,6})((?: \w+)?)$")
_MENU = re.compile(r"\s+\((\w+(?: \w+)*: [^()]*)\)\s*$")
_NO = "✕✖✗✘❌❎⛔🚫👎"
_FACES = r"\s.!,;←-⯿\ufe0f\U0001f000-\U0001faff"
_ENDS = re.compile(rf"(?<![{_FACES}])(?<!\s[:;][)DP])(?<!\s[:;]-[)DP])(?:(?![{_NO}])[{_FACES}]|\s[:;]-?[)DP])+$")
"""What may follow an order: full stops and smileys, but no sign that means no. It is looked for where it begins."""

_LABEL = re.compile(
    r"^(?:my |our )?(?:orders?|answer|move|action)(?: for (?:this|the) round| for round (\d{1,4})| this round)?\s*:\s*",
    re.IGNORECASE,
)


class Around(Struct, frozen=True):
    """The words that may come before or after an order.

    Attributes:
        called: The name of the seat.
        fields: The names of what is chosen in its menu, which tells the choices in brackets (``(target: Barney)``).
        round: The number of the round; 0: rounds have none.
    """

    called: str = ""
    fields: frozenset[str] = frozenset()
    round: int = 0


def spellings(line: str, around: Around) -> Iterator[str]:
    """The orders that a line may mean; first the line itself.

    Brackets and a label that may change what is meant stay: ``attack agatha (if: barney holds)``, and an order for
    another round.

    Args:
        line: A line that somebody wrote, without needless spaces.
        around: The words that may come before or after it.
    """
    menu = _MENU.search(line)
    end = menu.start() if menu and all(name in around.fields for name, _ in _choices(menu[1])) else len(line)
    bare = without_manners(line[:end], around)
    own = re.sub(r"\b(me|myself)\b", lambda _: around.called, bare, flags=re.IGNORECASE)
    short = _without_names_of_fields(_NEEDLESS.sub("", own), around.fields)
    usual_order = _TO_FIRST.sub(r"\1 \3\4 to \2", short)
    made = (bare, re.sub(r"[\"'<>]", "", bare), re.sub(r"\s*:\s*", " ", bare, count=1), own, short, usual_order)
    yield from dict.fromkeys((line, *made))


def _without_names_of_fields(order: str, fields: frozenset[str]) -> str:
    """An order without the word behind a number that its menu calls the number by: ``give 2 coins to barney``."""
    return re.sub(
        r"\b(\d{1,6}) ([a-z]+)\b",
        lambda found: found[1] if {found[2].casefold(), f"{found[2].casefold()}s"} & fields else found[0],
        order,
        flags=re.IGNORECASE,
    )


def without_manners(line: str, around: Around) -> str:
    """A line without what may stand around every order: a label, *please*, *thanks*, a smile, a full stop."""
    label = _LABEL.match(line)
    begin = label.end() if label and (label[1] is None or int(label[1]) == around.round) else 0
    return _PLEASE.sub("", _ENDS.sub("", line[begin:]))


def usual(line: str) -> str:
    """A line as the reader expects it: without ``P.S.``, and with *tell* for *whisper*."""
    return _WHISPER.sub("tell ", _POSTSCRIPT.sub("", line))


def contradicts_itself(line: str, order: str) -> bool:
    """Whether the choices in brackets behind an order leave out what it chooses: ``attack agatha (target: barney)``.

    Args:
        line: A line that was read as an order.
        order: The order in the usual spelling.
    """
    menu = _MENU.search(line)
    return menu is not None and not all(_holds(choices, order.casefold()) for _, choices in _choices(menu[1]))


def _choices(menu: str) -> list[tuple[str, list[str]]]:
    """The names of what is chosen in the brackets of a menu, and the choices of each."""
    parts = (part.partition(":") for part in menu.casefold().split(";"))
    return [(name.strip(), [one.strip(" .") for one in choices.split(",")]) for name, _, choices in parts]


def _holds(choices: Sequence[str], order: str) -> bool:
    """Whether an order has one of these choices; a menu cuts long lists (``17 more``) and tells limits (``1 to 4``)."""
    for choice in choices:
        limits = re.match(r"(\d+) to (\d+)\b", choice)
        if limits and any(int(limits[1]) <= int(one) <= int(limits[2]) for one in re.findall(r"\b\d{1,6}\b", order)):
            return True
        if re.fullmatch(r"\d+ more", choice) or (choice and re.search(rf"(?<!\w){re.escape(choice)}(?!\w)", order)):
            return True
    return False
