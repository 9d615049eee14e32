"""Random play through the checked door, step by step, with gifts, changed minds and missed deadlines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.events import Listener

Fits = Callable[[dict[str, object]], bool]

LONGEST = 5_000
"""A game that has not ended after so many steps is stuck."""

MOST_CHOICES = 3
"""So many values of a number are tried."""


EVERYTHING = os.environ.get("TURNCOAT_TEST_PROFILE") == "explore"
"""Whether every step of every game is looked at, however long that takes."""


def worth_a_look(number: int, closely: int) -> bool:
    """Whether a step is looked at: the first ``closely``, then every second, then every third, and so on."""
    return EVERYTHING or number % (1 + number // closely) == 0


@dataclass(frozen=True)
class Move:
    """One thing that was done: ``what`` is answer, withdraw, order or time_up."""

    what: str
    seat: int = -1
    action: Any = None
    key: str = ""


@dataclass
class Walk:
    """A game that is played at random."""

    rules: AnyRuleset
    options: dict[str, object]
    seats: int
    chance: Random
    key: bytes = b""
    moves: list[Move] = field(default_factory=list)
    listener: Listener = field(default_factory=Listener)
    game: Any = None

    def __post_init__(self) -> None:
        self.key = self.key or self.chance.randbytes(32)
        self.game = self.rules.start(self.rules.read_options(self.options), self.seats, self.key, self.listener)

    def steps(self) -> Iterator[Any]:
        """The game before every move and at the end.

        Raises:
            AssertionError: if it does not end.
        """
        for _ in range(LONGEST):
            yield self.game
            if play.over(self.game):
                return
            self.move()
        raise AssertionError(f"{self.rules.id} did not end within {LONGEST} steps")

    def move(self) -> None:
        """Do something that may be done now."""
        move = self.choose()
        perform(self.game, move, self.listener)
        self.moves.append(move)

    def choose(self) -> Move:
        """Mostly an answer that is still missing, sometimes anything else that is possible."""
        game, luck = self.game, self.chance.random()
        waiting, asked = play.waiting(game), play.asked(game)
        beside = [seat for seat in range(self.seats) if play.beside(game, seat)]
        answered = [seat for seat in asked if seat not in waiting]
        if beside and luck < 0.12:
            seat = self.chance.choice(beside)
            return Move("answer", seat, play.beside(game, seat).sample(self.chance.randrange))
        if luck < 0.16 or not waiting:
            return Move("time_up")
        if answered and luck < 0.22:
            return Move("withdraw", self.chance.choice(answered))
        if (offers := play.repeated_questions(game)) and luck < 0.26:
            return self.standing_order(offers)
        seat = self.chance.choice(asked if luck < 0.32 else waiting)
        return Move("answer", seat, play.boxes(game, seat).sample(self.chance.randrange))

    def standing_order(self, offers: list[str]) -> Move:
        """An order that answers what is asked now in the same way from now on, or that cancels one."""
        seat = self.chance.choice(play.waiting(self.game))
        step = play.decision(self.game)
        key = step.key if step is not None and step.repeated else self.chance.choice(offers)
        fits = step is not None and step.repeated and self.chance.random() < 0.8
        return Move("order", seat, play.boxes(self.game, seat).sample(self.chance.randrange) if fits else None, key)


def perform(game: Any, move: Move, listener: Listener) -> None:
    """Do what was done."""
    if move.what == "answer":
        play.submit(game, move.seat, move.action, listener)
    elif move.what == "withdraw":
        play.withdraw(game, move.seat)
    elif move.what == "order":
        play.order_standing(game, move.seat, move.key, *([move.action] if move.action else []), tell=listener)
    else:
        play.time_up(game, listener)


Row = dict[str, object]


def pairs(domains: dict[str, list[object]], plain: Row | None = None, fits: Fits = lambda row: True) -> list[Row]:
    """A few combinations in which every two values of two different names occur together.

    Args:
        domains: The values of each name.
        plain: What a combination begins with; without it, the first values.
        fits: Whether a combination is possible. Two values that cannot be had together are left out.
    """
    names = sorted(domains)
    start = plain or {name: domains[name][0] for name in names}
    missing = {
        ((name, a), (other, b))
        for place, name in enumerate(names)
        for other in names[place + 1 :]
        for a, b in product(range(len(domains[name])), range(len(domains[other])))
    }
    kept: list[Row] = []
    for (one, a), (other, b) in sorted(missing):
        if ((one, a), (other, b)) in missing:
            missing.discard(((one, a), (other, b)))
            row = _mended(dict(start), {one: domains[one][a], other: domains[other][b]}, domains, fits)
            if row:
                kept.append(_filled(row, {one: a, other: b}, domains, missing, fits))
    return kept


def _mended(start: Row, wanted: Row, domains: dict[str, list[object]], fits: Fits) -> Row:
    """The first combination with these values that is possible, with at most one other value changed."""
    if fits(start | wanted):
        return start | wanted
    others = [{name: value} for name, values in domains.items() if name not in wanted for value in values]
    return next((start | other | wanted for other in others if fits(start | other | wanted)), {})


def _filled(row: Row, chosen: dict[str, int], domains: dict[str, list[object]], missing: set[Any], fits: Fits) -> Row:
    """The row with the values of all other names that meet the most new ones."""
    for name in sorted(domains.keys() - chosen.keys()):
        places = range(len(domains[name]))
        ranked = sorted(places, key=lambda place: -len(_met(name, place, chosen, missing)))
        best = next((place for place in ranked if fits(row | {name: domains[name][place]})), None)
        if best is not None:
            missing -= _met(name, best, chosen, missing)
            row[name], chosen[name] = domains[name][best], best
    return row


def _met(name: str, place: int, chosen: dict[str, int], missing: set[Any]) -> set[Any]:
    """The pairs that this value makes with those chosen, and that have not been met."""
    return {tuple(sorted(((name, place), known))) for known in chosen.items()} & missing


def option_values(schema: dict[str, object]) -> list[object]:
    """Values of one option worth trying."""
    if "enum" in schema:
        return list(schema["enum"])  # type: ignore[call-overload]
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") == "integer":
        low = int(str(schema.get("minimum", 0)))
        return list(dict.fromkeys([low, low + 2]))
    return [schema.get("default")]


def tables(rules: AnyRuleset) -> list[tuple[int, dict[str, object]]]:
    """Numbers of seats and options, so that every two values meet; combinations the game refuses are left out."""
    low, high = rules.seats[0], rules.seats[-1]
    seats: list[object] = list(dict.fromkeys([low, min(low + 2, high), min(low + 5, high)]))
    schemas = {name: schema for name, schema in rules.option_schema.items() if name not in rules.brief}
    domains = {name: option_values(schema) for name, schema in schemas.items()} | {"": seats}
    plain = {name: schema["default"] for name, schema in schemas.items()} | {"": seats[0]}

    def agreed(row: Row) -> tuple[int, Row]:
        return int(str(row[""])), {name: value for name, value in row.items() if name} | dict(rules.brief)

    def fits(row: Row) -> bool:
        number, options = agreed(row)
        return not rules.conflicts(rules.read_options(options), number)

    return [agreed(row) for row in pairs(domains, plain, fits)]


def mixes(rules: AnyRuleset, seats: int) -> list[Row]:
    """A few things to agree on in which the values of all options occur, but for texts and what ends a game soon."""
    schemas = {name: schema for name, schema in rules.option_schema.items() if name not in rules.brief}
    others = {name: [v for v in option_values(schema) if v != schema["default"]] for name, schema in schemas.items()}

    def fits(row: Row) -> bool:
        return not rules.conflicts(rules.read_options(row), seats)

    rows: list[Row] = [{} for _ in range(2 * max(map(len, others.values())))]
    for number, (place, (name, values)) in product(range(len(rows)), enumerate(others.items())):
        if values and (place + number) % 2:
            wanted = {name: values[number // 2 % len(values)]}
            if row := _mended(rows[number], wanted, others, fits):
                rows[number] = row
            elif row := _mended({}, wanted, others, fits):
                rows.append(row)
    return rows


Check = Callable[[Walk], None]
