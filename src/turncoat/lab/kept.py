"""A batch with its games in a file: if it is stopped, it can continue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from turncoat.games import ruleset
from turncoat.lab.batches import Batch, Kind, Tally, Workers, count, failed, mapped, play_game
from turncoat.lab.questions import Budget, Question
from turncoat.lab.run_file import Played, RunFile, read_run

ANY = 1e9
"""A precision that is always reached, for runs without a question."""


def asked(batches: Mapping[str, Batch], bots: str, seed: str) -> Question:
    """The question of a run without a question, with a variant for each batch."""
    game, games = next((batch.game, batch.games) for batch in batches.values())
    arms = {name: {**batch.options, "players": len(batch.bots)} for name, batch in batches.items()}
    words = f"What do games of {ruleset(game).title} show?"
    return Question(words, game, "length", ANY, (bots,), arms=arms, seed=seed, budget=Budget(games=games))


def seed_in(path: Path) -> str | None:
    """The seed of the run in a file; None if there is no file yet.

    Raises:
        BadSetup: the file is not the file of a run.
    """
    return read_run(path)[0].question.seed if path.exists() and path.stat().st_size else None


def run_kept(
    batch: Batch, arm: str, bots: str, file: RunFile, workers: Workers, progress: Callable[[int], None]
) -> Tally:
    """Play the games of a batch that are not in the file; returns the tally of all, as ``run`` does.

    After Ctrl-C the tally has the games so far, and says so.
    """
    total, keys = (
        Tally(seats=[Kind() for _ in batch.bots]),
        [(arm, bots, True, number) for number in range(batch.games)],
    )
    missing = [number for number, key in enumerate(keys) if key not in file.games]
    if found := batch.games - len(missing):
        progress(found)
    try:
        with mapped(workers) as each:
            for played in each(partial(_played, batch, arm, bots), missing):
                if isinstance(played, str):
                    total.wrong(played)
                else:
                    file.add([played])
                progress(1)
    except KeyboardInterrupt:
        total.interrupted = True
    for number, key in enumerate(keys):
        if (game := file.games.get(key)) is not None:
            count(total, game.result, list(game.seating), number)
    return total


def _played(batch: Batch, arm: str, bots: str, number: int) -> Played | str:
    """A game, or the error in it."""
    try:
        result = play_game(batch, number, course=True)
    except Exception as failure:  # noqa: BLE001
        return failed(number, failure)
    return Played(arm, bots, True, number, tuple(batch.seating(number)), result)
