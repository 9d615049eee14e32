"""Positions that come up in games between mentats: every seat that is asked, with what it sees and may answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import TypeVar

from msgspec import Struct

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.board import outlook
from turncoat.games.dune.bot import Mentat
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.state import Dune
from turncoat.games.dune.text import DuneNames
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Boxes, Chance, clone, play
from turncoat.kernel.events import SILENCE

SEATED = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
NAMES = DuneNames(SEATED)
SEEDS = (1, 2, 5)
PRESETS = ("rulebook", "treachery-online")

A = TypeVar("A", bound=DuneAction)


class Asked(Struct, frozen=True):
    """A seat that is asked, or may act.

    Attributes:
        game: The whole position; copy it before anything is done to it.
        seat: Who is asked.
        beside: What it may do at once besides.
    """

    game: Dune
    seat: int
    key: str
    view: DuneView
    boxes: Boxes[DuneAction]
    beside: Boxes[DuneAction]

    def some(self, luck: Random, number: int = 1) -> list[DuneAction]:
        """Answers and moves, one of each kind at least."""
        found: list[DuneAction] = []
        for one in (*self.boxes.boxes, *self.beside.boxes):
            found += [one.nth(luck.randrange(one.count())) for _ in range(number)]
        return found


@cache
def moments(seed: int, seats: int = 6, steps: int = 2000, **options: object) -> tuple[Asked, ...]:
    """A game between mentats, with a few answers drawn at random: every position before it is answered; made once."""
    return tuple(_moments(seed, seats, steps, options))


def _moments(seed: int, seats: int, steps: int, options: dict[str, object]) -> Iterator[Asked]:
    agreed = RULES.read_options(options)
    game = RULES.start(agreed, seats, bytes([seed % 251 + 1]) * 32, SILENCE)
    luck = Random(seed)
    bots = [Mentat(seat, seats, Chance(bytes([seat + 1]) * 32)) for seat in range(seats)]
    for _ in range(steps):
        now = play.decision(game)
        if now is None:
            return
        for seat in play.waiting(game):
            if now is not play.decision(game) or seat not in play.waiting(game):
                break
            yield Asked(
                clone(game), seat, now.key, RULES.view(game, seat), play.boxes(game, seat), play.beside(game, seat)
            )
            act(game, bots[seat], luck)


def act(game: Dune, bot: Mentat, luck: Random) -> None:
    """A mentat does something at once, or answers; now and then anything that is legal."""
    seat = bot.seat
    boxes, beside = play.boxes(game, seat), play.beside(game, seat)
    view = RULES.view(game, seat)
    move = bot.beside(view, beside)
    if move is not None and luck.random() < 0.5:
        play.submit(game, seat, move)
    elif luck.random() < 0.1:
        play.submit(game, seat, boxes.nth(luck.randrange(boxes.count)))
    else:
        play.submit(game, seat, bot.answer(view, boxes))


def answers(
    kind: type[A], seed: int, number: int = 3, preset: str = "rulebook"
) -> Iterator[tuple[Asked, A, list[str]]]:
    """Answers of a kind that come up in a game, drawn at random, with what is foreseen of them."""
    luck = Random(seed)
    for moment in moments(seed, turns=4, preset=preset):
        for action in moment.some(luck, number):
            if isinstance(action, kind):
                yield moment, action, list(outlook(moment.view, action, NAMES))
