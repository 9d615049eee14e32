"""Do bots that bargain do better than the same bots silent?

Half of the seats talk and half never say a word (nor answer one); every game is played twice, with the halves changed.
With ``--lone`` all seats talk but one: every game is played as often as there are seats, and each seat is silent once.
In Thrice, where the characters win or lose together, all of them talk in one game and none in the other. The same seed
gives the same games. One command measures one game, or all::

    PYTHONPATH=src .venv/bin/python bench/bargaining.py truce --games 1000 --minutes 15
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import TYPE_CHECKING

from turncoat.bots import usual_bot
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.result import Result
from turncoat.games import ruleset
from turncoat.kernel import play

if TYPE_CHECKING:
    from turncoat.bots.outside import AnyBot

SEATS = {"truce": 6, "conspiracy": 4, "loyalty": 4, "thrice": 5, "dune": 6}
"""The tables; in Thrice the last seat is the GM's."""

HARDEST = "gm-deadly"
"""Who leads the opponents in Thrice: against others the characters nearly always win."""


LONGEST = 1000
"""A game with so many questions is given up, and nobody has won it: four courtiers can pass for ever."""


Ways = Callable[[str, int, str, str], tuple[float, float, list[Result]]]
"""Plays a game several times; what it brings to those who talk and to those who do not, and the results."""


def silent(bot: AnyBot) -> AnyBot:
    """The same bot, which neither speaks nor hears."""
    bot.talk = lambda view, boxes: []  # type: ignore[method-assign]
    bot.read = lambda message: None  # type: ignore[method-assign]
    return bot


def played(game: str, seed: str, talkers: frozenset[int], budget: str = "") -> Result:
    """One game in which these seats talk, with bots that think as much as the budget says (``fast``, ``deep``)."""
    rules, seats = ruleset(game), SEATS[game]
    names = [":".join(filter(None, (usual_bot(game, seat, seats), budget))) for seat in range(seats)]
    if game == "thrice":
        names[-1] = HARDEST
    bots = seat_bots(game, names, seed)
    held = {seat: bot if seat in talkers else silent(bot) for seat, bot in bots.items()}
    match = Match(rules, rules.read_options({}), seats, derive(seed, "game"), held)
    while not play.over(match.game) and match.questions < LONGEST:
        match.step()
    return match.result()


def pair(game: str, number: int, word: str, budget: str = "") -> tuple[float, float, list[Result]]:
    """What two games bring to those who talk and to those who do not: the share of victories, or whether they won."""
    seats, seed = range(SEATS[game]), f"{word} {number}"
    if game == "thrice":
        talking, quiet = (played(game, seed, frozenset(party), budget) for party in (seats, ()))
        return float(0 in talking.winners), float(0 in quiet.winners), [talking, quiet]
    first = frozenset(seat for seat in seats if (seat + number // 2) % 2 == number % 2)
    results = [played(game, seed, half, budget) for half in (first, frozenset(seats) - first)]
    shares = [
        sum(seat in half for seat in result.winners) / max(1, len(result.winners)) if result.winners else 0.5
        for result, half in zip(results, (first, frozenset(seats) - first), strict=True)
    ]
    return fmean(shares), 1 - fmean(shares), results


def lone(game: str, number: int, word: str, budget: str = "") -> tuple[float, float, list[Result]]:
    """What a game brings to a seat that talks and to one that does not, when each seat is the only silent one once."""
    seats, seed = range(SEATS[game]), f"{word} {number}"
    results = [played(game, seed, frozenset(seats) - {seat}, budget) for seat in seats]
    quiet = fmean(
        (seat in result.winners) / len(result.winners) if result.winners else 1 / len(seats)
        for seat, result in zip(seats, results, strict=True)
    )
    return (1 - quiet) / (len(seats) - 1), quiet, results


def measure(game: str, games: int, minutes: float, word: str, budget: str = "", ways: Ways = pair) -> dict[str, object]:
    """Play until so many games are over, or so many minutes of the processor are used: other work takes none away."""
    began, talking, quiet, results = process_time(), list[float](), list[float](), list[Result]()
    while len(results) < games and process_time() - began < 60 * minutes:
        one, other, both = ways(game, len(talking), word, budget)
        talking.append(one)
        quiet.append(other)
        results += both
    gains = [one - other for one, other in zip(talking, quiet, strict=True)]
    half = 1.96 * stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 1.0
    return {
        "game": game,
        "games": len(results),
        "talking": round(fmean(talking), 3),
        "silent": round(fmean(quiet), 3),
        "difference": round(fmean(gains), 3),
        "interval": [round(fmean(gains) - half, 3), round(fmean(gains) + half, 3)],
        "kept": sum(sum(result.kept) for result in results),
        "broken": sum(sum(result.broken) for result in results),
        "messages": sum(sum(result.messages) for result in results),
        "faults": sum(len(result.faults) for result in results),
        "seconds per game": round((process_time() - began) / max(1, len(results)), 2),
    }


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games_to_play", nargs="*", metavar="GAME", help=f"of {', '.join(SEATS)}; none: all")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=3, help="of the processor, for each game")
    parser.add_argument("--seed", default="bargain", help="another word, other games")
    parser.add_argument("--budget", default="", help="how much the bots think: fast or deep; none: as usual")
    parser.add_argument("--lone", action="store_true", help="all talk but one, in turn")
    asked, _ = parser.parse_known_args()
    for game in asked.games_to_play or SEATS:
        ways = lone if asked.lone and game != "thrice" else pair
        print(json.dumps(measure(game, asked.games, asked.minutes, asked.seed, asked.budget, ways)), flush=True)


if __name__ == "__main__":
    main()
