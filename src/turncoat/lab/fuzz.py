"""Looks for faults: random play with legal and illegal answers, checked at every step.

What is found is a ``Finding``: the game from its first move to the one at which something was wrong, as a file
that plays again.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from turncoat.bots.match import derive
from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action
from turncoat.kernel.chance import Chance, draw, pick
from turncoat.kernel.errors import UNREADABLE, BadSetup, Refusal, Unreadable
from turncoat.kernel.events import Listener
from turncoat.kernel.flows import Play
from turncoat.kernel.misread import in_words
from turncoat.lab.checks import Wrong, check_end, check_position, forged

MOST_MOVES = 20_000
"""A game with more moves than this is called endless."""

OFTEN = 12
"""One move in this many is unusual: time is up, an answer is withdrawn, an optional action."""

AS_IT_IS = 4
"""One game in this many has no random options."""

Game = Play[object, Action]


class Move(Struct, frozen=True):
    """One move of a game.

    Attributes:
        what: An answer or optional action, time is up, or an answer was withdrawn.
        seat: The seat that did it; -1: no seat.
        action: The answer as plain data.
    """

    what: Literal["submit", "time up", "withdraw"]
    seat: int = -1
    action: dict[str, Any] | None = None


class Setup(Struct, frozen=True):
    """The setup of a game.

    Attributes:
        options: Its options as plain data.
        key: The 32 secret bytes in hexadecimal.
    """

    game: str
    options: dict[str, Any]
    seats: int
    key: str


class Finding(Struct, frozen=True):
    """A fault, and the game that led to it.

    Attributes:
        complaint: The fault, as a sentence.
        ruleset: Hash of the rules that were played.
        moves: All moves; the fault was found after the last one.
    """

    complaint: str
    check: str
    setup: Setup
    ruleset: str
    moves: tuple[Move, ...]


class Outcome(Struct, frozen=True):
    """The result of one game. ``forgeries``: how many forged answers were refused."""

    moves: int
    forgeries: int
    finding: Finding | None = None


def setup_for(rules: AnyRuleset, seed: str, number: int, options: dict[str, object], seats: int | None = None) -> Setup:
    """Set up one game of a run: values that are not given are chosen at random, except in every fourth game.

    If nothing is given, random options are combined with others that make the game short, because many variants end
    late or never. With given options, and without random ones, games are played to their own end.
    """
    chance = Chance(derive(seed, number, "setup"))
    as_it_is = number % AS_IT_IS == AS_IT_IS - 1
    start = options if options or as_it_is else dict(rules.brief)
    data = dict(start)
    for name, schema in () if as_it_is else rules.option_schema.items():
        choices: list[object] = [True, False] if schema.get("type") == "boolean" else _listed(schema)
        if name not in data and choices:
            data[name] = pick(chance, choices)
    low, high = rules.seats[0], min(rules.seats[-1], max(rules.suggested[-1], rules.seats[0]))
    chosen = seats if seats is not None else low + draw(chance, high - low + 1)
    if rules.conflicts(rules.read_options(data), chosen):
        data = start
    plain = msgspec.to_builtins(rules.read_options(data))
    return Setup(rules.id, plain, chosen, derive(seed, number, "game").hex())


def _listed(schema: dict[str, object]) -> list[object]:
    return msgspec.convert(schema.get("enum", []), list[object])


class Walk:
    """One random game, checked at every step."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.rules = setup, ruleset(setup.game)
        self.moves: list[Move] = []
        self.listener = Listener()
        self.forgeries = 0
        options = self.rules.read_options(setup.options)
        self.game: Game = self.rules.start(options, setup.seats, bytes.fromhex(setup.key), self.listener)

    def play(self, chance: Chance) -> Outcome:
        """Play random moves to the end; stop at the first fault."""
        return self._watched(lambda: self._at_random(chance))

    def again(self, moves: tuple[Move, ...]) -> Outcome:
        """Replay these moves with the same checks."""
        return self._watched(lambda: self._these(moves))

    def _watched(self, walk: Callable[[], None]) -> Outcome:
        try:
            walk()
        except Wrong as wrong:
            return self._found(wrong.check, wrong.sentence)
        except Exception as failure:  # noqa: BLE001
            last = traceback.extract_tb(failure.__traceback__)[-1]
            where = f"{Path(last.filename).name}, line {last.lineno}, {last.name}"
            return self._found("rules", f"the rules failed with {failure!r} ({where})")
        return Outcome(len(self.moves), self.forgeries)

    def _found(self, check: str, sentence: str) -> Outcome:
        found = Finding(sentence, check, self.setup, self.rules.hash, tuple(self.moves))
        return Outcome(len(self.moves), self.forgeries, found)

    def _at_random(self, chance: Chance) -> None:
        while not play.over(self.game):
            self._check(chance)
            self._must_end()
            self._perform(self._next(chance))
        self._finish()

    def _these(self, moves: tuple[Move, ...]) -> None:
        chance = Chance(derive(self.setup.key, "again"))
        for move in moves:
            self._check(chance)
            self._perform(move)
        if play.over(self.game):
            self._finish()
            return
        self._check(chance)
        self._must_end()

    def _must_end(self) -> None:
        if why := self.rules.endless(self.game):
            raise Wrong("end", f"the game can never end: {why}")
        if len(self.moves) >= MOST_MOVES:
            raise Wrong("end", f"after {MOST_MOVES} moves the game is not over")

    def _check(self, chance: Chance) -> None:
        check_position(self.rules, self.game, chance)
        self.forgeries += self._forge(chance)

    def _finish(self) -> None:
        check_end(self.rules, self.game)
        again = Walk(self.setup)
        for move in self.moves:
            again._perform(move)
        if self.rules.encode(again.game) != self.rules.encode(self.game):
            raise Wrong("replay", "the same moves lead to another position")
        if again.listener.heard != self.listener.heard:
            raise Wrong("replay", "the same moves give other events")

    # --- moves --------------------------------------------------------------------------------

    def _next(self, chance: Chance) -> Move:
        game, waiting = self.game, play.waiting(self.game)

        def below(sides: int) -> int:
            return draw(chance, sides)

        if below(OFTEN) == 0 and (odd := self._oddity(chance)) is not None:
            return odd
        if not waiting:
            return Move("time up")
        seat = pick(chance, waiting)
        return Move("submit", seat, self.rules.write_action(play.boxes(game, seat).sample(below)))

    def _oddity(self, chance: Chance) -> Move | None:
        """An unusual move as at real tables: a withdrawn answer, an optional action, time is up."""
        game = self.game
        seat = draw(chance, len(game.requests))
        kind = draw(chance, 5)
        if kind == 0:
            return Move("time up")
        if kind == 1 and play.answer_of(game, seat) is not None:
            return Move("withdraw", seat)
        boxes = play.boxes(game, seat) if kind == 2 else play.beside(game, seat)
        if not boxes:
            return None
        return Move("submit", seat, self.rules.write_action(boxes.sample(lambda sides: draw(chance, sides))))

    def _perform(self, move: Move) -> None:
        self.moves.append(move)
        before = self.rules.encode(self.game)
        try:
            if move.what == "time up":
                play.time_up(self.game, self.listener)
            elif move.what == "withdraw":
                play.withdraw(self.game, move.seat)
            else:
                play.submit(self.game, move.seat, self.rules.read_action(move.action), self.listener)
        except Refusal as refusal:
            raise Wrong("legal", f"what the boxes offer is refused: {refusal.sentence}") from None
        if self.rules.encode(self.game) == before and move.what == "time up":
            raise Wrong("stall", "time was up and nothing has changed")

    def _forge(self, chance: Chance) -> int:
        """Submit illegal answers, which must be refused without any effect. Returns their number."""
        game, listener = self.game, Listener()
        before = self.rules.encode(game)
        seat = draw(chance, len(game.requests))
        number = 0
        for action in forged(self.rules, game, seat, chance):
            try:
                play.submit(game, seat, action, listener)
            except Refusal as refusal:
                number += 1
                if not refusal.sentence:
                    raise Wrong("forgery", f"{action!r} is refused without a reason") from None
            else:
                raise Wrong("forgery", f"{action!r} by seat {seat} is not in its boxes and was accepted")
            if listener.heard or self.rules.encode(game) != before:
                raise Wrong("forgery", f"{action!r} was refused, but something has changed")
        return number


def walk(setup: Setup, seed: str, number: int) -> Outcome:
    """Play one game of a run.

    Raises:
        BadSetup: the setup makes no sense.
    """
    return Walk(setup).play(Chance(derive(seed, number, "moves")))


def write(finding: Finding) -> bytes:
    """A finding as a file."""
    return msgspec.json.format(msgspec.json.encode(finding), indent=1) + b"\n"


def read(data: bytes) -> Finding:
    """The finding in a file.

    Raises:
        Unreadable: the file is not a finding.
    """
    try:
        return msgspec.json.decode(data, type=Finding)
    except UNREADABLE as fault:
        raise Unreadable(f"This is not the file of a finding: {in_words(fault, Finding)}.", field="file") from None


def again(finding: Finding) -> Outcome:
    """Replay a finding.

    Raises:
        BadSetup: its game is not installed, or its setup is not valid.
    """
    try:
        start = Walk(finding.setup)
    except ValueError as fault:
        raise BadSetup(f"The finding's key is damaged: {fault}.", field="key") from None
    return start.again(finding.moves)
