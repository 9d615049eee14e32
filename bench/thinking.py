"""How strong is a bot that thinks less, or more, and what does a decision cost it?

Half of the seats think with a budget and half as usual; every game is played twice, with the halves changed. *Points*
are the difference of the shares of victories of one seat, in points of percent; a decision costs all that the bot does
between two answers: hearing, reading, talking and answering. The same seed gives the same games::

    PYTHONPATH=src .venv/bin/python bench/thinking.py truce --budgets 0.25 4 --games 200 --minutes 5

``--against my.py:Plotter`` names another bot instead of the usual one, such as an older version of it.
"""

from __future__ import annotations

import argparse
from itertools import count
from math import sqrt
from statistics import fmean, stdev
from time import process_time, thread_time
from typing import TYPE_CHECKING, Any, cast

from bargaining import SEATS
from turncoat.bots import bot_factory, usual_bot
from turncoat.bots.match import Match, derive
from turncoat.bots.outside import bring
from turncoat.games import ruleset
from turncoat.kernel.bot import Bot
from turncoat.kernel.chance import Chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from turncoat.bots.outside import AnyBot

GAMES = ("truce", "conspiracy", "loyalty", "dune")
"""Those whose bots take a budget; in Thrice they think only a little."""

OPTIONS: dict[str, dict[str, object]] = {"loyalty": {"round_limit": 40}, "dune": {"turns": 5}}
"""So that games between bots of different strength stay short."""

CALLS = ("hear", "read", "talk", "beside", "answer")


class Meter:
    """What the decisions of one side have cost, in seconds of the processor."""

    def __init__(self) -> None:
        self.seconds, self.answers = 0.0, 0

    def hold(self, bot: AnyBot) -> AnyBot:
        """Measure everything that this bot does."""
        for name in CALLS:
            if getattr(type(bot), name) is not getattr(Bot, name):
                setattr(bot, name, self._measured(getattr(bot, name), name == "answer"))
        return bot

    def _measured(self, call: Callable[..., Any], counts: bool) -> Callable[..., Any]:
        def measured(*given: object) -> object:
            began = thread_time()
            try:
                return call(*given)
            finally:
                self.seconds += thread_time() - began
                self.answers += counts

        return measured

    @property
    def cost(self) -> float:
        """Milliseconds of a decision."""
        return 1000 * self.seconds / max(1, self.answers)


def with_budget(game: str, name: str, budget: float) -> type[AnyBot]:
    """The class of a bot that thinks so much, in parts of what is usual."""
    return type(name, (cast("type", bot_factory(game, name)),), {"effort": budget})


def difference(game: str, seed: str, mine: type[AnyBot], other: type[AnyBot], meters: tuple[Meter, Meter]) -> float:
    """How much more often a seat wins that thinks with the budget, over two games with the halves changed."""
    rules, seats, found = ruleset(game), SEATS[game], 0.0
    for turn in (0, 1):
        sides = [(seat + seat // 2 * int(seed[-1], 16) + turn) % 2 for seat in range(seats)]
        bots = {
            seat: meters[side].hold((mine, other)[side](seat, seats, Chance(derive(seed, "bot", seat))))
            for seat, side in enumerate(sides)
        }
        options = rules.read_options(OPTIONS.get(game, {}))
        result = Match(rules, options, seats, derive(seed, "game"), bots).play()
        shares = [(seat in result.winners) / max(1, len(result.winners)) for seat in range(seats)]
        halves = [[share for share, side in zip(shares, sides, strict=True) if side == one] for one in (0, 1)]
        found += (fmean(halves[0]) - fmean(halves[1])) / 2
    return found


def curve(game: str, budget: float, against: str, games: int, minutes: float) -> str:
    """A line of the table: a budget, what its decisions cost beside the usual ones, and the difference in strength."""
    name = usual_bot(game, 0, SEATS[game])
    mine, other = with_budget(game, name, budget), with_budget(game, against or name, 1.0)
    meters, found, began = (Meter(), Meter()), list[float](), process_time()
    for number in count():
        if 2 * number >= games or process_time() - began > 60 * minutes:
            break
        found.append(100 * difference(game, f"thinking {number:x}", mine, other, meters))
    half = 1.96 * stdev(found) / sqrt(len(found)) if len(found) > 1 else float("inf")
    cost = meters[0].cost / meters[1].cost
    return (
        f"| {name} | {budget:g} | {cost:.2f} | {fmean(found):+.1f} | {fmean(found) - half:+.1f} to "
        f"{fmean(found) + half:+.1f} | {2 * len(found)} |"
    )


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games_to_play", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; none: all")
    parser.add_argument("--budgets", type=float, nargs="+", default=[0.25, 4.0])
    parser.add_argument("--against", default="", metavar="FILE:CLASS", help="another bot than the usual one")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=1, help="of the processor, for each budget of each game")
    asked, _ = parser.parse_known_args()
    against = bring(asked.against) if asked.against else ""
    print("| bot | budget | cost | points | 95 % interval | games |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    for game in asked.games_to_play or GAMES:
        for budget in asked.budgets:
            print(curve(game, budget, against, asked.games, asked.minutes), flush=True)


if __name__ == "__main__":
    main()
