"""Random play through the checked door, step by step, with gifts, changed minds and missed deadlines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.events import Listener

LONGEST = 5_000
"""A game that has not ended after so many steps is stuck."""

MOST_CHOICES = 3
"""So many values of a number are tried."""


@dataclass(frozen=True)
class Move:
    """One thing that was done: ``what`` is answer, withdraw, order or time_up."""

    what: str
    seat: int = -1
    action: Any = None
    key: str = ""


@dataclass
class Walk:
    """A game that is played at random.

    Attributes:
        rules: The game.
        options: Its options as plain data.
        seats: How many players.
        key: The key of its generator.
        moves: What was done so far.
    """

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
        if (offers := play.offers(game)) and luck < 0.26:
            return self.standing_order(offers)
        seat = self.chance.choice(asked if luck < 0.32 else waiting)
        return Move("answer", seat, play.boxes(game, seat).sample(self.chance.randrange))

    def standing_order(self, offers: list[str]) -> Move:
        """An order that answers what is asked now in the same way from now on, or that cancels one."""
        seat = self.chance.choice(play.waiting(self.game))
        step = play.decision(self.game)
        key = step.key if step is not None and step.offer else self.chance.choice(offers)
        fits = step is not None and step.offer and self.chance.random() < 0.8
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


def pairs(domains: dict[str, list[object]]) -> list[dict[str, object]]:
    """A few combinations in which every two values of two different names occur together."""
    names = sorted(domains)
    missing = {
        ((one, a), (other, b))
        for place, one in enumerate(names)
        for other in names[place + 1 :]
        for a, b in product(range(len(domains[one])), range(len(domains[other])))
    }
    candidates = [dict(zip(names, row, strict=True)) for row in _rows([len(domains[name]) for name in names])]

    def covers(row: dict[str, int]) -> set[Any]:
        chosen = sorted(row.items())
        return {(one, other) for place, one in enumerate(chosen) for other in chosen[place + 1 :]} & missing

    kept: list[dict[str, int]] = []
    while missing:
        best = max(candidates, key=lambda row: len(covers(row)))
        missing -= covers(best)
        kept.append(best)
    return [{name: domains[name][place] for name, place in row.items()} for row in kept]


def _rows(sizes: list[int]) -> list[tuple[int, ...]]:
    """All combinations where they are few, else many at random, always the same."""
    everything = 1
    for size in sizes:
        everything *= size
    if everything <= 2_000:
        return list(product(*map(range, sizes)))
    chance = Random(1)
    spread = [tuple(chance.randrange(size) for size in sizes) for _ in range(2_000)]
    corners = [tuple(min(place, size - 1) for size in sizes) for place in range(max(sizes))]
    two = [
        tuple(a if at == one else b if at == other else 0 for at in range(len(sizes)))
        for one, other in product(range(len(sizes)), repeat=2)
        for a, b in product(range(sizes[one]), range(sizes[other]))
        if one != other
    ]
    return [*corners, *spread, *two]


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
    domains = {name: option_values(schema) for name, schema in rules.option_schema.items()} | {"": seats}
    found = []
    for chosen in pairs(domains):
        number = chosen.pop("")
        assert isinstance(number, int)
        if not rules.conflicts(rules.read_options(chosen), number):
            found.append((number, chosen))
    return found


Check = Callable[[Walk], None]
