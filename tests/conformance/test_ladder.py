"""Every legal answer of every game has one path of codes, and each path leads to a legal answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.kit import of_the_tree

from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.events import SILENCE
from turncoat.kernel.ladder import Codes, Ladder, codes_of

POSITIONS = 10_000


def climbed(boxes: Boxes[Action], codes: Codes, seat: int, chance: Random) -> None:
    """The path to an answer leads there; chance leads to an answer as well."""
    answer = boxes.sample(chance.randrange)
    ladder, path = Ladder(boxes, codes, seat), []
    while not ladder.done:
        path.append(ladder.towards(answer))
        ladder.take(path[-1])
    assert ladder.answer == answer
    assert ladder.taken == path
    ladder = Ladder(boxes, codes, seat)
    while not ladder.done:
        assert max(ladder.open) < codes.width
        ladder.take(chance.choice(ladder.open))
    assert ladder.answer in boxes


def played(game: str, chance: Random, positions: int) -> int:
    """Play a game at random, with what is done beside its questions, and climb each time; how many there were."""
    rules = ruleset(game)
    options, seats = rules.read_options(rules.brief), chance.choice(list(rules.seats))
    now: Any = rules.start(options, seats, chance.randbytes(32), SILENCE)
    names: Any = rules.names([f"player_{seat}" for seat in range(seats)], options)
    codes = codes_of(rules.actions, names, rules.view(now, None), seats)
    seen = 0
    while seen < positions and (waiting := play.waiting(now)):
        seat = chance.choice(waiting) if chance.random() < 0.8 else chance.randrange(seats)
        boxes = play.boxes(now, seat) if seat in waiting and chance.random() < 0.8 else play.beside(now, seat)
        if boxes:
            climbed(boxes, codes, seat, chance)
            play.submit(now, seat, boxes.sample(chance.randrange))
            seen += 1
    return seen


@pytest.mark.parametrize("game", of_the_tree())
def test_every_answer_has_a_path_and_every_path_an_answer(game: str) -> None:
    """In 10,000 positions of random games with all numbers of players."""
    chance, left = Random(game), POSITIONS
    while left > 0:
        left -= max(1, played(game, chance, left))
