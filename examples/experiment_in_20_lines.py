"""An experiment in 20 lines: what if players start with more coins, or with fewer?"""

import sys

from turncoat.games import ruleset
from turncoat.lab.batches import Batch, run
from turncoat.lab.report import report


def shares(games: int) -> None:
    """Print how often one schemer among five random players wins, for each number of coins."""
    for coins in (1, 3, 5, 10):
        batch = Batch("truce", {"coins": coins}, ("schemer", *["random"] * 5), games, seed="coins at the start")
        found = report(batch, ruleset("truce").hash, run(batch), 1.0)
        row = next(row for row in found.bots if row.name == "schemer")
        print(
            f"{coins:2} coins: {row.rate:4.0%} won ({row.low:.0%} to {row.high:.0%}), {row.score:.1f} coins at the end"
        )


if __name__ == "__main__":
    shares(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
