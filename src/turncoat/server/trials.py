"""A question played on many times: what an answer would lead to if the game's own bots played from there to the end.

It takes long and runs beside the server (``turncoat.server.long_tasks``): what goes in and comes out is plain data.
What the seat cannot know is dealt again for each game, so that nothing comes out that it could not work out by itself.
"""

from __future__ import annotations

from time import monotonic, process_time

import msgspec

from turncoat.bots import usual_bot
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import game_of
from turncoat.kernel import Finding, play
from turncoat.kernel.chance import Chance

BATCHES = (3, 7, 10, 10, 10, 10)
"""How many games are played at a time: the first few are known before the last."""

SECONDS, PATIENCE = 20.0, 45.0
"""How many seconds of computing one bundle of fights may take, and how many seconds by the clock on a busy machine."""

LONGEST = 3_000
"""A game that does not end within this many questions is ignored."""

Trial = dict[str, Finding]
"""The result of a finished game."""


def trial(game: str, options: bytes, state: bytes, seat: int, answer: bytes, batch: int) -> tuple[Trial, ...]:
    """Give an answer for a seat and let bots play to the end, for a batch of games.

    Args:
        game: The id of the game.
        options: The table's options, as JSON.
        state: The game before the answer, as ``Ruleset.encode`` made it.
        seat: The seat whose answer it is.
        answer: The answer as JSON.
        batch: The number of the batch, from 0: each batch has other games.

    Returns: The results of the games; fewer than a batch if time runs out.
    """
    begun, looked, found = process_time(), monotonic(), list[Trial]()
    for number in range(BATCHES[batch]):
        share = max(1, number) / (number + 1)
        if process_time() - begun > SECONDS * share or monotonic() - looked > PATIENCE * share:
            break
        found += _played(game, options, state, seat, answer, f"{batch} {number}")
    return tuple(found)


def _played(game: str, options: bytes, state: bytes, seat: int, answer: bytes, luck: str) -> list[Trial]:
    """Play one game; None if it does not end."""
    known = game_of(game)
    rules, seed = known.rules, derive(state, answer)
    now = rules.redeal(rules.decode(state), seat, derive(seed, "deal", luck))
    now.chance = Chance(derive(seed, "chance", luck))
    seats = len(now.requests)
    names = [f"{usual_bot(game, seat, seats)}:fast" for seat in range(seats)]
    bots = seat_bots(game, names, derive(seed, "bots", luck))
    match = Match(rules, rules.read_options(msgspec.json.decode(options)), seats, bytes(32), bots)
    match.game = now
    play.submit(now, seat, rules.read_action(msgspec.json.decode(answer)))
    while not play.over(now) and match.questions < LONGEST:
        asked = play.pending(now)
        match.act()
        if play.pending(now) is asked:
            match.answer()
        if play.pending(now) is asked and not play.waiting(now):
            match.close()
    return [known.findings(now)] if play.over(now) else []
