"""Every bot plays at every table of its game, quickly, and by what its seat sees."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import pytest
from tests.conformance.walk import mixes

from turncoat.bots import bot_factory, bots_for
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import game_ids, ruleset
from turncoat.kernel import play
from turncoat.kernel.chance import Chance

CASES = [(game, name) for game in game_ids() for name in bots_for(game) if name != "random"]
"""The bots that think."""

DECISIONS = 30
"""So many decisions of a game are played."""


def table(game: str, name: str, seats: int, agreed: dict[str, object]) -> Match:
    """A table of one kind of bot, also at seats that it is not made for."""
    rules = ruleset(game)
    bots = seat_bots(game, [name] * seats, "bots")
    return Match(rules, rules.read_options(agreed | dict(rules.brief)), seats, derive("bots", game), bots)


def measured(bot: Any, taken: list[float]) -> None:
    """Note how long a bot takes for each answer."""
    think = bot.answer

    def answer(view: Any, boxes: Any) -> Any:
        began = time.process_time()
        found = think(view, boxes)
        taken.append(time.process_time() - began)
        return found

    bot.answer = answer


@pytest.mark.parametrize(("game", "name"), CASES)
def test_it_plays_at_every_table_whatever_is_agreed_on(game: str, name: str) -> None:
    """Nothing that it answers is refused; half of its answers take less than 30 ms of the processor."""
    rules, taken = ruleset(game), list[float]()
    mixed = [(rules.usual_seats, agreed) for agreed in mixes(rules, rules.usual_seats)]
    for seats, agreed in [(rules.seats[0], {}), (min(8, rules.seats[-1]), {}), *mixed]:
        match = table(game, name, seats, agreed)
        for bot in match.bots.values():
            measured(bot, taken)
        for _ in range(DECISIONS):
            if not play.over(match.game):
                match.step()
        assert match.faults == [], agreed
    assert median(taken) < 0.03


@pytest.mark.parametrize(("game", "name"), CASES)
def test_it_sees_the_view_of_its_seat_alone(game: str, name: str) -> None:
    """Where everything that its seat may not know is dealt again, it answers the same."""
    rules, seats = ruleset(game), ruleset(game).usual_seats
    match = table(game, name, seats, {})
    for number in range(DECISIONS):
        if play.over(match.game):
            break
        seat = play.waiting(match.game)[0]
        games = match.game, rules.redeal(match.game, seat, bytes([number]) * 32)
        fresh = [bot_factory(game, name)(seat, seats, Chance(bytes(32))) for _ in games]
        one, other = (
            bot.answer(rules.view(now, seat), play.boxes(now, seat)) for bot, now in zip(fresh, games, strict=True)
        )
        assert one == other
        match.step()
