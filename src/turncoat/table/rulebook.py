"""The rules of a game as a list of numbered rules, with search by number and by words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, structs

from turncoat.games import AnyRuleset
from turncoat.kernel.errors import BadSetup

_HEADING = re.compile(r"^#{1,6}\s+(?P<title>.+?)\s*$")
NUMBER = re.compile(r"[A-Z]+-(?:[A-Z]{2}-[A-Z]\b|(?:[A-Z]{1,2}[.-])?[A-Z]?\d+[a-z0-9]*(?:\.[a-z0-9]+)*)")
_ITEM = re.compile(rf"^[-*]\s+\*\*(?P<number>{NUMBER.pattern})\*\*\s*(?P<text>.*)$")


EXPLAINED = 5
"""The most rules that are shown to explain a name."""


class Rule(Struct, frozen=True):
    """A numbered rule of a rulebook.

    Attributes:
        line: The number of its first line in ``rules.md``.
        text: The text of the rule, as Markdown on one line.
    """

    number: str
    line: int
    section: str
    text: str


def rules_of(rules: AnyRuleset) -> list[Rule]:
    """All numbered rules of a game, in the order of the rulebook."""
    found: list[Rule] = []
    section, inside = "", False
    for at, line in enumerate(rules.rulebook.splitlines(), 1):
        if heading := _HEADING.match(line):
            section, inside = heading["title"], False
        elif item := _ITEM.match(line):
            found.append(Rule(item["number"], at, section, item["text"].strip()))
            inside = True
        elif inside and line.startswith("  ") and line.strip():
            found[-1] = structs.replace(found[-1], text=f"{found[-1].text} {line.strip()}")
        else:
            inside = False
    return found


def look_up(rules: AnyRuleset, number: str) -> list[Rule]:
    """The rule with this number, or all rules of a section: ``TRU-8.2``, ``8.2``, ``TRU-8``, ``8``.

    Raises:
        BadSetup: there is no such rule.
    """
    wanted, prefix = number.strip().casefold(), f"{rules.prefix}-".casefold()
    full = wanted if wanted.startswith(prefix) else f"{prefix}{wanted}"
    known = rules_of(rules)
    found = [rule for rule in known if f"{rule.number}.".casefold().startswith(f"{full}.")]
    if not found:
        first, last = (known[0].number, known[-1].number) if known else ("", "")
        raise BadSetup(f"{rules.title} has no rule {number.strip()}; its rules are {first} to {last}.", field="number")
    return found


def search(rules: AnyRuleset, words: str) -> list[Rule]:
    """The rules that contain all of these words.

    Raises:
        BadSetup: no rule has them all.
    """
    wanted = words.casefold().replace("*", "").replace("`", "").split()
    found = [
        rule for rule in rules_of(rules) if all(word in f"{rule.section} {rule.text}".casefold() for word in wanted)
    ]
    if not found:
        raise BadSetup(f"No rule of {rules.title} mentions {' and '.join(wanted) or 'nothing'}.", field="search")
    return found


def find(rules: AnyRuleset, wanted: Sequence[str]) -> list[Rule]:
    """The rules that somebody asks for: by a number, by words, by both; all if nothing is said.

    A figure can be the number of a section or a word of a rule, as in "1 action point".

    Raises:
        BadSetup: there is no such rule.
    """
    if not wanted:
        return rules_of(rules)
    first, rest = wanted[0], " ".join(wanted[1:])
    try:
        numbered = look_up(rules, first)
    except BadSetup:
        if first[0].isdigit() or first.upper().startswith(f"{rules.prefix}-"):
            raise
        return search(rules, " ".join(wanted))
    if not rest:
        return numbered
    return [rule for rule in search(rules, rest) if rule in numbered] or search(rules, " ".join(wanted))


def about(rules: AnyRuleset, name: str) -> list[Rule]:
    """The rules that say what something is, such as a card: those under or with its name at the head come first.

    Rulings come next, and examples last.

    Raises:
        BadSetup: no rule speaks of it.
    """
    wanted = name.casefold()
    spoken = re.compile(rf"\b{re.escape(wanted)}")

    def place(rule: Rule) -> tuple[bool, bool, bool, int]:
        text, number = rule.text.casefold().lstrip("*"), rule.number.removeprefix(f"{rules.prefix}-")
        example, ruling = number.startswith(("X", "TC")), not number[0].isdigit()
        section, _, title = rule.section.casefold().partition(" ")
        if title == wanted and number.startswith(f"{section}."):
            return example, ruling, False, 0
        return example, ruling, not text.startswith(wanted), text.find(wanted) % len(text)

    found = [rule for rule in search(rules, name) if spoken.search(f"{rule.section} {rule.text}".casefold())]
    if not found:
        raise BadSetup(f"No rule of {rules.title} mentions {name}.", field="search")
    return sorted(found, key=place)[:EXPLAINED]


def related(rules: AnyRuleset, number: str) -> list[str]:
    """The numbers of the rules that a rule mentions, and of those that mention it."""
    known = rules_of(rules)
    mentioned = {other for rule in known if rule.number == number for other in NUMBER.findall(rule.text)}
    return [
        rule.number
        for rule in known
        if rule.number != number and (rule.number in mentioned or number in NUMBER.findall(rule.text))
    ]
