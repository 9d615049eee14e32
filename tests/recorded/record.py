"""Play the recorded games again, show what has become different, and, once it has been read, keep it.

``python -m tests.recorded.record`` shows the differences and changes nothing. ``--keep`` writes them down.
``--new truce-of-nine --game truce --players 9 --options '{"rounds": 3}' --luck 5`` makes up another game.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
from tests.conformance.walk import Move, Walk
from tests.recorded import recorded
from tests.recorded.recorded import Recorded, Step

from turncoat.games import game_ids, ruleset

NAMES = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja", "Greta", "Hugo")


def again(path: Path) -> str:
    """The file of a recorded game as it would be now."""
    one = recorded.read(path)
    one.expected = recorded.played(one)
    return recorded.write(one)


def difference(path: Path) -> str:
    """What has become different in a file, as a diff to read; empty if nothing has."""
    before, after = path.read_text(encoding="utf-8"), again(path)
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), path.name, f"{path.name} now", n=1)
    return "".join(lines)


def made_up(game: str, players: int, options: dict[str, object], luck: int) -> Recorded:
    """A random game, always the same for the same luck."""
    walk = Walk(ruleset(game), options, players, Random(luck))
    for _ in walk.steps():
        pass
    steps = [as_step(game, move) for move in walk.moves]
    about = f"A game that was made up at random, with {players} players."
    names = [NAMES[number] if number < len(NAMES) else f"Player {number + 1}" for number in range(players)]
    return Recorded(about, game, options, names, walk.key.hex(), steps)


def as_step(game: str, move: Move) -> Step:
    """A move of a random walk as it is recorded."""
    action = None if move.action is None else ruleset(game).write_action(move.action)
    if move.what == "order":
        return Step("order", move.seat, [action] if action else [], move.key)
    return Step(move.what, move.seat, action)


def main(words: Sequence[str] | None = None, folder: Path = recorded.FOLDER) -> int:
    """Show or keep what has become different; the number of files that differ, at most 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--keep", action="store_true", help="write the differences down")
    parser.add_argument("--new", metavar="NAME", help="make up another game and write it down")
    parser.add_argument("--game", choices=game_ids(), default=game_ids()[0])
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--options", type=lambda text: msgspec.json.decode(text, type=dict), default={})
    parser.add_argument("--luck", type=int, default=1)
    chosen = parser.parse_args(words)
    if chosen.new:
        one = made_up(chosen.game, chosen.players, chosen.options, chosen.luck)
        (folder / f"{chosen.new}.json").write_text(recorded.write(one), encoding="utf-8")
    differing = {path: difference(path) for path in sorted(folder.glob("*.json"))}
    for path, lines in differing.items():
        sys.stdout.write(lines)
        if chosen.keep or path.stem == chosen.new:
            path.write_text(again(path), encoding="utf-8")
    return int(any(differing.values()) and not chosen.keep)


if __name__ == "__main__":
    sys.exit(main())
