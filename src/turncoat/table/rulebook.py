"""The rules of a game as a list of numbered rules, with search by number and by words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import compress

from msgspec import Struct, structs

from turncoat.games import AnyRuleset
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.lexicon import meant

_HEADING = re.compile(r"^#{1,6}\s+(?P<title>.+?)\s*$")
NUMBER = re.compile(r"[A-Z]+-(?:[A-Z]{2}-[A-Z]\b|(?:[A-Z]{1,2}[.-])?[A-Z]?\d+[a-z0-9]*(?:\.[a-z0-9]+)*)")
_ITEM = re.compile(rf"^[-*]\s+\*\*(?P<number>{NUMBER.pattern})\*\*\s*(?P<text>.*)$")


EXPLAINED = 5
"""The most rules that are shown to explain a name."""

MENTIONS = 3
"""The distance from a name of a rule that only mentions it."""

EXAMPLE = re.compile(r"X|TC")
"""The beginnings of the numbers of worked examples and test cases."""

_TERM = re.compile(r"\*+([^*]+)\*+")
"""A term in italics or bold, where a rule defines it."""


MEANINGS = (
    "circle ring loop sector sectors planet",
    "money cash coin coins spice wealth pay",
    "steal stole stolen rob loot plunder take takes",
    "kill dies dead death tanks helpless",
    "travel transport ship shipment march move movement",
    "bribe bribery present gift gifts give deal",
    "army troops soldiers units forces militia",
    "town city cities place territory stronghold",
    "fight combat war battle attack",
    "friend partner ally alliance support",
    "election ballot vote votes majority",
    "secret hidden spy foresight sealed",
    "die dice roll rolls",
)
"""Words that mean nearly the same: what a newcomer may look for, and what rulebooks say."""

NEAR, ALIKE = 4, 0.72
"""At most this many words are named in place of one that no rule has, each at least this similar to it, 0 to 1."""

SHORT = 3
"""The fewest letters that a word keeps without its ending."""

_ENDING = re.compile(r"(?<=\w{3})(?:ings?|ed|e?s|ers?|e|y|ies|ied)$")
"""The endings of the forms of a word."""


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
    wanted, known = words.casefold().replace("*", "").replace("`", "").split(), rules_of(rules)
    texts = [f"{rule.section} {rule.text}".casefold() for rule in known]
    forms = [re.compile(rf"(?<!\w){re.escape(_stem(word))}") for word in wanted]
    whole = [re.compile(re.escape(word)) for word in wanted]
    for patterns in (whole, forms):
        fits = [all(pattern.search(text) for pattern in patterns) for text in texts]
        if any(fits):
            return list(compress(known, fits))
    every = " ".join(texts)
    missing = next((word for word, form in zip(wanted, forms, strict=True) if not form.search(every)), "")
    spelt = dict.fromkeys(re.findall(r"[^\W\d_]{4,}", every))
    near = [
        word for row in MEANINGS for word in row.split() if _stem(missing) in map(_stem, row.split()) and word in spelt
    ]
    like = "" if near or not missing else meant(missing, spelt)
    near = list(dict.fromkeys(near)) or get_close_matches(missing, spelt, NEAR, ALIKE)
    also = f"; did you mean {like}?" if like else f". Near: {', '.join(near)}." if near else "."
    raise BadSetup(f"No rule of {rules.title} mentions {' and '.join(wanted) or 'nothing'}{also}", field="search")


def _stem(word: str) -> str:
    """What the forms of a word begin with: ``ship`` for ``shipped`` and ``shipping``; short words are whole."""
    stem = _ENDING.sub("", word)
    return stem[:-1] if len(stem) > SHORT and stem != word and stem[-1] == stem[-2] else stem


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


def about(rules: AnyRuleset, name: str, *, known: bool = False) -> list[Rule]:
    """The rules that say what something is, such as a card, the nearest first.

    Those of its own section come first, then those that define it (its name is in italics), that begin with it, and
    that only mention it. Rulings come after rules, and examples only if there is nothing else. Of a name of which other
    things are ``known``, rules that only share its words are left out.
    """
    forms, spelt = (re.compile(rf"(?<!\w){re.escape(word)}(?:s|es|ed)?(?!\w)") for word in (name.casefold(), name))
    proper = name != name.casefold()
    found: list[tuple[bool, int, int, Rule]] = []
    for at, rule in enumerate(rules_of(rules)):
        number = rule.number.removeprefix(f"{rules.prefix}-")
        far = _distance(rule, forms, number)
        if far is not None and (far < MENTIONS or not known or (proper and spelt.search(rule.text))):
            found.append((not number[0].isdigit(), far, at, rule))
    examples = [rule for *_, rule in found if EXAMPLE.match(rule.number.removeprefix(f"{rules.prefix}-"))]
    said = [one for one in found if one[-1] not in examples]
    return [rule for *_, rule in sorted(said)][:EXPLAINED] or ([] if known else examples[:EXPLAINED])


def _distance(rule: Rule, forms: re.Pattern[str], number: str) -> int | None:
    """How far a rule is from saying what a name means: 0 its own section, then in italics, at the head, mentioned."""
    section, _, title = rule.section.casefold().partition(" ")
    text = rule.text.casefold()
    if forms.fullmatch(title) and number.startswith(section.rstrip(".") + "."):
        return 0
    if any(forms.fullmatch(term.strip(".:")) for term in _TERM.findall(text)):
        return 1
    if forms.match(text.lstrip("*")):
        return 2
    return MENTIONS if forms.search(f"{title} {text}") else None


def related(rules: AnyRuleset, number: str) -> list[str]:
    """The numbers of the rules that a rule mentions, and of those that mention it."""
    known = rules_of(rules)
    mentioned = {other for rule in known if rule.number == number for other in NUMBER.findall(rule.text)}
    return [
        rule.number
        for rule in known
        if rule.number != number and (rule.number in mentioned or number in NUMBER.findall(rule.text))
    ]
