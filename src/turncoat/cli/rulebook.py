"""The places in source and tests that cite the numbers of rules."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from importlib import resources
from itertools import pairwise
from pathlib import Path

from msgspec import Struct, structs

from turncoat.games import AnyRuleset
from turncoat.table.rulebook import NUMBER, Rule, rules_of

SAYS = 2
"""The distance between a rule and a class or file that cites it; functions, which carry rules out, are nearer."""

BY_NAME = 3
"""The distance of a rule that is cited in code, such as a table of names, and not in a docstring."""

BESIDE = {
    far: re.compile(rf"(?<![a-z])({words})(?![a-z])")
    for far, words in (
        (1, "choices"),
        (3, "views?"),
        (4, "events?|actions?|answers|options?"),
        (5, "board|bots?|clues|drawing|known|notation|outlook|story|terminal|text|skins?|lesson"),
        (6, "redeal|findings|audit|statistics"),
    )
}
"""Words in names of files that offer, show, name, play or check a rule, but do not carry it out."""

SPAN = re.compile(rf"(?<![\w-])(?P<first>{NUMBER.pattern})(?: to (?P<last>{NUMBER.pattern}))?(?!\w)")
"""A rule number, or a range of numbers."""


class Place(Struct, frozen=True, order=True):
    """A function, class, constant or file that cites a rule; places are sorted, the most important first.

    Attributes:
        far: The distance from the rule: 0 carries it out, 1 offers it, 2 a class, file or text that says it, 3 lets a
            seat see it, 4 names it, 5 shows or plays it, 6 checks it or is of another package.
        aside: How prominently it cites the rule: 0 its docstring begins with this number alone, 1 with this among
            others, 2 the number comes later, 3 only in a text of the code.
        file: Its file, relative to the current folder.
        name: Its name; empty for a whole file.
    """

    far: int
    aside: int
    file: str
    line: int
    name: str


class Part(Struct, frozen=True, order=True):
    """A function, class or constant of a source file, or the whole file; of two nested ones the inner is greater.

    Attributes:
        end: The number of the part's last line.
        far: The number of lines between the part and the place that cites the rule.
    """

    line: int
    name: str
    end: int
    far: int = 0


class Located(Rule, frozen=True):
    """A rule and the places that cite it.

    Attributes:
        rulebook: The file in which ``line`` is.
        cited: The places in the source that cite it, the one that decides it first.
        tested: The tests that cite it, those of its game first; None: the tests are not installed.
    """

    rulebook: str
    cited: list[Place]
    tested: list[Place] | None


def locate(rules: AnyRuleset, wanted: Iterable[Rule]) -> list[Located]:
    """These rules of a game, each with the places that cite it."""
    game = Path(str(resources.files(rules.package)))
    by_number = {rule.number: rule for rule in wanted}
    cited = _places(rules, by_number, game, game.rglob("*.py"))
    tests = tests_beside(game)
    tested = {} if tests is None else _places(rules, by_number, tests / "games" / rules.id, tests.rglob("test_*.py"))
    return [
        Located(
            **structs.asdict(rule),
            rulebook=_from_here(game / "rules.md"),
            cited=cited[rule.number],
            tested=None if tests is None else [test for test in tested[rule.number] if test.name.startswith("test_")],
        )
        for rule in by_number.values()
    ]


def tests_beside(game: Path) -> Path | None:
    """The tests of the checkout in which a game lies; None if they are not installed."""
    checkout = next((parent for parent in game.parents if (parent / "pyproject.toml").is_file()), game)
    tests = checkout / "tests"
    return tests if tests.is_dir() and "site-packages" not in game.parts else None


def _places(rules: AnyRuleset, numbers: Collection[str], own: Path, files: Iterable[Path]) -> dict[str, list[Place]]:
    """The places that cite these rules."""
    known = [rule.number for rule in rules_of(rules)]
    places: dict[str, dict[tuple[Path, int], Place]] = {number: {} for number in numbers}
    for file in files:
        text, far = file.read_text(encoding="utf-8"), max(BESIDE)
        if own in file.parents:
            far = max((at for at, words in BESIDE.items() if words.search(str(file.relative_to(own)))), default=0)
        for number, aside, part in _citations(text, known, numbers):
            distance = max(far, part.far, SAYS if aside == BY_NAME else 0)
            place = Place(distance, aside, _from_here(file), part.line, part.name)
            places[number][file, place.line] = min(place, places[number].get((file, place.line), place))
    return {number: sorted(found.values()) for number, found in places.items()}


def _citations(text: str, known: list[str], wanted: Collection[str]) -> Iterator[tuple[str, int, Part]]:
    """Each wanted number in a source file, how prominently it is cited, and what cites it."""
    parts: list[Part] = []
    for at, line in enumerate(text.splitlines(), 1):
        found = [(span.start(), number) for span in SPAN.finditer(line) for number in _span(known, *span.groups())]
        for column, number in found:
            if number in wanted:
                parts = parts or list(_parts(ast.parse(text)))
                part = max(part for part in parts if part.line <= at <= part.end)
                before = line[:column]
                begins = before.endswith('"""') and part.name
                named = BY_NAME if before.endswith('"') else 2
                yield number, min(len(found), 2) - 1 if begins else named, part


def _from_here(file: Path) -> str:
    """The path relative to the current folder."""
    here = Path.cwd()
    return str(file.relative_to(here) if here in file.parents else file)


def _span(known: list[str], first: str, last: str | None) -> list[str]:
    """The rule numbers of a range: ``CON-V.1 to CON-V.4`` are four."""
    if last not in known or first not in known:
        return [first]
    return known[known.index(first) : known.index(last) + 1]


def _parts(tree: ast.Module) -> Iterator[Part]:
    """All functions, classes and constants, and the file."""
    yield Part(1, "", sys.maxsize, SAYS)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            far = SAYS if isinstance(node, ast.ClassDef) else 0
            yield Part(node.lineno, node.name, node.end_lineno or node.lineno, far)
    for node, after in pairwise([*tree.body, ast.Pass()]):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            said = after if isinstance(after, ast.Expr) else node
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            yield Part(node.lineno, ast.unparse(target), said.end_lineno or node.lineno)
