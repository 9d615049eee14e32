"""A combat of Thrice that tests can tell: sheets, opponents, and dice that fall as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from random import Random
from typing import Any, Self
from unittest.mock import patch

import msgspec
from tests.conformance.walk import mixes
from tests.kit import Kit

from turncoat.games import ruleset
from turncoat.games.thrice.actions import (
    DONE,
    Ambush,
    Attack,
    Build,
    Create,
    Done,
    Give,
    Send,
    Swap,
    Swipe,
    Take,
    ThriceAction,
)
from turncoat.games.thrice.bot.fighter import Fighter
from turncoat.games.thrice.bot.tactician import Tactician
from turncoat.games.thrice.characters import Character
from turncoat.games.thrice.options import zoned
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice, band
from turncoat.games.thrice.tricks import coins_on
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Chance, Event, play
from turncoat.kernel.events import Listener, hears

ADAM, BREE, CHARLIE, DORA = range(4)
HIGH, LOW = (10, 10, 6), (1, 1, 1)
PLAIN = Character("human", "savage", "greedy", "calm")


def any_sheet() -> AbstractContextManager[object]:
    """Meanwhile the points of a sheet need not add up (THR-3.6, THR-16.3): a test writes down the lines it is about."""
    return patch("turncoat.games.thrice.characters.unready", return_value="")


def sheet(**facts: Any) -> Character:
    """A plain character with some lines filled in."""
    return msgspec.structs.replace(PLAIN, **facts)


class Table(Kit[int, ThriceAction, ThriceView]):
    """A combat that stands at its first turn.

    Args:
        advantage: What every character has when the first turn begins.
    """

    rules = RULES

    def __init__(
        self,
        players: int = 4,
        *,
        sheets: Iterable[Character] = (),
        build: Build | None = None,
        ambush: tuple[int, ...] = (),
        after: tuple[int, ...] = (),
        advantage: int = 0,
        listener: Listener | None = None,
        **options: Any,
    ) -> None:
        self.players = self.gm = players
        lines = [*sheets][:players]
        lines += [PLAIN] * (players - len(lines))
        options["characters"] = msgspec.json.encode(lines).decode()
        self.listener = listener or Listener()
        self.options = RULES.read_options(options)
        with any_sheet():
            self.game: Thrice = RULES.start(self.options, players + 1, bytes(32), self.listener)
        self.do(self.gm, build or Build(0, 0, {}))
        if zoned(self.options):
            self.do(self.gm, Ambush(ambush))
        for seat in range(players):
            self.falls(*(LOW if seat in after else HIGH))
        for seat in range(players):
            self.do(seat, Swap(0))
        if play.pending(self.game) and advantage:
            self.game.advantage = [advantage] * players

    # --- who --------------------------------------------------------------------------------

    def foe(self, number: int) -> int:
        """The combatant that is the opponent with this number, from 0."""
        return self.players + number

    @property
    def foes(self) -> tuple[int, ...]:
        return tuple(range(self.players, len(self.game.condition)))

    def seat(self, player: int) -> int:
        return player

    # --- what happens -----------------------------------------------------------------------

    def falls(self, *faces: int) -> Self:
        """The next dice fall so."""
        self.game.chance.script += [face - 1 for face in faces]
        return self

    def waits_for(self, *seats: int) -> bool:
        """Whether exactly these seats owe an answer."""
        return play.waiting(self.game) == [*seats]

    def go(self, seat: int, *moves: ThriceAction) -> Self:
        """A character takes the turn and does something."""
        return self.do(seat, Take(), *moves)

    def send(self, who: int, *moves: ThriceAction) -> Self:
        """An opponent takes the turn and does something."""
        return self.do(self.gm, Send(who), *moves)

    def give(self, seat: int, trick: str, to: int) -> Self:
        """A trick is activated by whoever has the turn."""
        return self.do(seat, Give(trick, to))

    def roll(self, seat: int, *faces: int, swap: int = 0) -> Self:
        """A character's dice fall, after a swap."""
        return self.falls(*faces).do(seat, Swap(swap))

    def hit(self, seat: int, *targets: int) -> Self:
        """A character attacks and hits whoever has an armour of at most 27."""
        return self.attack(seat, *targets).roll(seat, *HIGH)

    def miss(self, seat: int, *targets: int) -> Self:
        """A character attacks and misses."""
        return self.attack(seat, *targets).roll(seat, *LOW)

    def attack(self, seat: int, *targets: int) -> Self:
        """An attack is declared, with Swipe if there are several targets."""
        first, *others = targets
        return self.do(seat, Swipe(first, tuple(others)) if others else Attack(first))

    def blow(self, who: int, target: int, *faces: int) -> Self:
        """An opponent takes the turn and attacks; its dice fall so."""
        return self.send(who).falls(*faces).do(self.gm, Attack(target))

    def foes_turn(self) -> Self:
        """All characters who have not acted do nothing; the GM is next."""
        while not self.waits_for(self.gm):
            self.turns(play.waiting(self.game)[0])
        return self

    def rest(self) -> Self:
        """Everybody who has not acted in this round does nothing."""
        now = self.game.round
        while self.game.round == now and not self.over:
            (seat, *_) = play.waiting(self.game)
            if self.legal(seat, DONE):
                self.do(seat, DONE)
            elif seat == self.gm:
                self.do(seat, play.default_of(self.game, seat))
            else:
                self.do(seat, Take())
        return self

    def turns(self, *seats: int) -> Self:
        """These characters do nothing in their turns."""
        for seat in seats:
            self.go(seat, DONE)
        return self

    def stand_down(self) -> Self:
        """All opponents do nothing in their turns."""
        for who in self.foes:
            if self.game.active >> who & 1:
                self.send(who, DONE)
        return self

    # --- what is seen -----------------------------------------------------------------------

    @property
    def names(self) -> Any:
        return RULES.names([*["Adam", "Bree", "Charlie", "Dora", "Eve", "Finn", "Gwen", "Hal"][: self.players], "GM"])

    def heard(self, kind: type[Event]) -> list[Any]:
        return [event for _, event in self.listener.heard if isinstance(event, kind)]

    def coins(self, trick: str, who: int) -> list[int]:
        """The givers of the unused coins of a trick on a combatant."""
        return coins_on(self.game, trick, who)

    def engaged(self, *who: int) -> bool:
        """Whether exactly these form an engagement."""
        return band(who) in self.game.groups


def fresh(players: int = 4, **options: Any) -> Thrice:
    """A combat in which the characters are to be made."""
    with any_sheet():
        return RULES.start(RULES.read_options(options), players + 1, bytes(32), Listener())


NEWCOMER = Create("human", "savage", "greedy", "calm", {"initiative": 2, "weapon": 1})


PROFILES: list[dict[str, Any]] = [{}, *({**mix, "round_limit": 6} for mix in mixes(ruleset("thrice"), 4))]
"""Options under which everything that can happen does."""


def walk(
    seed: int, players: int, listener: Listener | None = None, **options: Any
) -> Iterator[tuple[Thrice, Listener]]:
    """A combat after each answer, everybody answering at random; ends with it, or after 400 answers."""
    random, listener = Random(seed), listener or Listener()
    game = RULES.start(RULES.read_options(options), players + 1, seed.to_bytes(32, "big"), listener)
    yield game, listener
    for _ in range(400):
        waiting = play.waiting(game)
        if not waiting:
            return
        seat = random.choice(waiting)
        action = play.boxes(game, seat).sample(random.randrange)
        play.submit(game, seat, action, listener)
        yield game, listener


def heard(listener: Listener, seat: int | None) -> list[Event]:
    """What a seat has heard."""
    return [event for audience, event in listener.heard if hears(audience, seat)]


KEY = bytes([7]) * 32


def bot(table: Table, seat: int, kind: type[Fighter] = Tactician) -> Fighter:
    """A bot at a seat of the table that has heard everything so far."""
    made = kind(seat, table.players + 1, Chance(KEY))
    for who, event in table.listener.heard:
        if who is None or seat in who:
            made.hear(event)
    return made


def answer(table: Table, seat: int, kind: type[Fighter] = Tactician) -> ThriceAction:
    """What a bot answers at this seat; it must be legal."""
    boxes = play.boxes(table.game, seat)
    chosen = bot(table, seat, kind).answer(table.view(seat), boxes)
    assert boxes.settle(chosen) is not None
    return chosen


def turn_of(table: Table, seat: int) -> list[ThriceAction]:
    """All that a tactician does in a turn up to its attack."""
    table.go(seat)
    moves: list[ThriceAction] = []
    while not moves or not isinstance(moves[-1], Attack | Swipe | Done):
        moves.append(answer(table, seat))
        table.do(seat, moves[-1])
    return moves
