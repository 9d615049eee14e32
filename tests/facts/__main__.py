"""Play the games again and say what has become different; ``--keep`` makes them up anew and writes them down.

``--show GAME NUMBER`` prints every fact of one game, to be compared with what other rules print.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.facts import facts, made
from tests.kit import of_the_tree

from turncoat.games import ruleset


def main(words: Sequence[str] | None = None) -> int:
    """Compare, keep or show; 1 if something is different."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", help="which games; all of them")
    parser.add_argument("--keep", action="store_true", help="make the games up anew and write them down")
    parser.add_argument("--show", nargs=2, metavar=("GAME", "NUMBER"), help="every fact of one game, counted from 0")
    chosen = parser.parse_args(words)
    if chosen.show:
        game_id, number = chosen.show
        sys.stdout.write(facts.in_full(game_id, facts.read(game_id)[int(number)]))
        return 0
    different = 0
    for game_id in chosen.games or of_the_tree():
        if chosen.keep:
            facts.path_of(game_id).write_text(facts.write(list(made.games(game_id))), encoding="utf-8")
            continue
        for number, game in enumerate(facts.read(game_id)):
            for sentence in facts.differences(ruleset(game_id), game):
                different = 1
                sys.stdout.write(f"{game_id} {number}: {sentence}\n")
    return different


if __name__ == "__main__":
    sys.exit(main())
