"""The pages of Loyalty in their states, made from games that are really played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import cast

from tests.pictures.states import NOBODY, SIX, Sitting

from turncoat.games.loyalty.state import Loyalty
from turncoat.kernel import play
from turncoat.table import record as kept
from turncoat.web import pages

FOUR = SIX[:4]
HARD = ("Wolfgang Amadeus Mummenschanz", "Æthelflæd of Mercia", "WWWWWWWWWWWWWW", "王小明同志们", "Al")
OPEN: dict[str, object] = {"military_end": False, "revolution_end": False}
IDEAS: dict[str, object] = {
    **OPEN,
    "factions": True,
    "coin_location": "city",
    "city_economy": True,
    "riots": True,
    "lock_peek": True,
}
"""Everything that adds something to the picture."""


def begun(options: dict[str, object], names: tuple[str, ...] = FOUR) -> Sitting:
    """A table of Loyalty at which everybody is a person."""
    sitting = Sitting(names, len(names), None, "loyalty", **options)
    sitting.do(kept.Began(sitting.at))
    return sitting


def game_of(sitting: Sitting) -> Loyalty:
    return cast("Loyalty", sitting.table.game)


def question(sitting: Sitting) -> str:
    """What is asked; empty once the game is over."""
    return game_of(sitting).stack[-1].step if play.pending(game_of(sitting)) else ""


def turns(sitting: Sitting, number: int, until: Callable[[], bool] = lambda: False) -> Sitting:
    """So many turns at random, or until it is as wanted."""
    goal = game_of(sitting).turn + number
    while game_of(sitting).turn < goal and not play.over(game_of(sitting)) and not until():
        sitting.random_answer(play.waiting(game_of(sitting))[0])
    return sitting


def asked_for(step: str, options: dict[str, object], rounds: int = 25) -> tuple[Sitting, int]:
    """Games played at random until this is asked in one of them; the table, and who is asked."""
    for luck in range(50):
        sitting = begun(options)
        sitting.random = Random(luck)
        turns(sitting, rounds * 4, lambda: question(sitting) == step)  # noqa: B023
        if question(sitting) == step:
            return sitting, play.waiting(game_of(sitting))[0]
    raise AssertionError(f"nobody was asked: {step}")


def loyalty_pages() -> Iterator[tuple[str, str]]:
    """The table under way, from the first choice to the last turn, and afterwards."""
    yield from _questions()
    yield from _maps()
    sitting = turns(begun({}), 400)
    assert play.over(game_of(sitting))
    yield from _told(sitting)


def _questions() -> Iterator[tuple[str, str]]:
    """Each kind of decision, for whoever is asked, and what a spectator sees of it."""
    wanted = {
        "choose": {},
        "answers": {},
        "counters": {},
        "volunteers": OPEN,
        "propose": OPEN,
        "consent": OPEN,
        "kinds": OPEN,
        "follow": OPEN,
        "victims": {**OPEN, "civilian_loss_choice": "attacker"},
        "carry": IDEAS,
        "pay": IDEAS,
        "look": {**IDEAS, "track_length": 1},
        "colour": {**IDEAS, "faction_switch": "free"},
    }
    for step, options in wanted.items():
        sitting, seat = asked_for(step, options)
        yield f"loyalty-{step}", pages.render_table(sitting.page(seat))
        if step in ("answers", "volunteers"):
            yield f"loyalty-{step}-watched", pages.render_table(sitting.page(None, shell=NOBODY))


def _maps() -> Iterator[tuple[str, str]]:
    """Crowded, built and custom maps."""
    crowd = turns(begun(IDEAS, (*HARD, *SIX[:3])), 40)
    yield "loyalty-eight", pages.render_table(crowd.page(2))
    built = begun({"board_mode": "constructed"})
    for _ in range(5):
        one = play.waiting(game_of(built))[0]
        built.random_answer(one)
    yield "loyalty-built", pages.render_table(built.page(play.waiting(game_of(built))[0]))
    yield "loyalty-custom", pages.render_table(turns(begun({**OPEN, "board_mode": "custom"}), 10).page(0))


def _told(sitting: Sitting) -> Iterator[tuple[str, str]]:
    """The end, and what is told afterwards."""
    yield "loyalty-finished", pages.render_table(sitting.page(1))
    seen = sitting.seen_by(1)
    yield "loyalty-ledger", pages.render_ledger(pages.LedgerPage(**seen))
    yield (
        "loyalty-replay",
        pages.render_replay(
            pages.ReplayPage(**seen, told=sitting.told(1, 11), viewers=(0, 1, 2, 3), open_handed=True, round=11)
        ),
    )
