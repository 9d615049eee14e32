"""How long does a schemer think about one decision of Truce, and what does a match of bots cost with a notary?

    PYTHONPATH=src .bench-venv/bin/python bench/bot_thought.py        (make bench)

A thought is what a server has to wait for: talking the decision over, and answering it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from _measure import Case, Goal, main, rate
from turncoat.bots import seat_names
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.notary import Notary
from turncoat.games import ruleset
from turncoat.games.truce.bot import Schemer
from turncoat.games.truce.choices import choices
from turncoat.games.truce.events import RoundBegan
from turncoat.games.truce.state import Options
from turncoat.games.truce.view import TruceView
from turncoat.kernel.chance import Chance
from turncoat.table.record import Secret

PLAYERS = (6, 3, 12, 30)
COINS, STASH, ROUNDS = 4, 3, 10


def thoughts(players: int) -> Callable[[int], object]:
    """So many decisions, each talked over and answered anew, by one schemer."""
    nobody = (0,) * players
    supplies, shown = (COINS,) * players, (False,) * players
    seen = TruceView(0, Options(rounds=ROUNDS), 1, True, supplies, nobody, STASH, 0, shown, nobody, winners=())
    bot, boxes = Schemer(0, players, Chance(bytes(32))), choices(players)[0][True]

    def think(times: int) -> None:
        for _ in range(times):
            bot.hear(RoundBegan(1, ROUNDS, STASH))
            bot.talk(seen, boxes)
            bot.answer(seen, boxes)

    return think


def matches(*, recorded: bool) -> Callable[[int], object]:
    """So many matches of six random bots, with or without a notary who keeps the record."""
    rules, names = ruleset("truce"), ["random"] * 6
    options = rules.read_options({"rounds": ROUNDS})

    def play(times: int) -> None:
        for number in range(times):
            secret = Secret(derive(number, "seed").hex(), derive(number, "salt").hex())
            notary = Notary(rules, options, len(names), secret, lambda: 0, "bench")
            match = Match(rules, options, len(names), notary.key, seat_bots("truce", names, number))
            if recorded:
                notary.begin(seat_names(len(names)), names)
                match.notary = notary
            match.play()

    return play


def ask() -> int:
    """Measure."""
    cases = [Case(f"schemer of {players}", rate(thoughts(players))) for players in PLAYERS]
    cases += [
        Case("match", rate(matches(recorded=False))),
        Case("match with a notary", rate(matches(recorded=True))),
    ]
    goals = [
        Goal("schemer of 30", over="schemer of 6", floor=0.25, aim=0.5),
        Goal("match with a notary", over="match", floor=0.25),
    ]
    return main("Thoughts of a schemer, and matches of six random bots", cases, unit="a second", goals=goals)


if __name__ == "__main__":
    sys.exit(ask())
