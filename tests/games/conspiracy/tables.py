"""Tables of Conspiracy for the tests: whole games of random answers, kept as records."""

from __future__ import annotations

from msgspec.structs import replace
from tests.kit import sure
from tests.table.tables import SECRET, Sitting, header

from turncoat.games import ruleset
from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel import Chance, draw, play
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.record import Record, Secret


def sat_down(seed: int = 0, seats: int = 4, **options: object) -> Sitting:
    """People sit down everywhere and the game begins; each seed deals another one."""
    secret = Secret(f"{seed:064x}", SECRET.salt)
    agreed = replace(
        header(seats, options=dict(options)),
        game="conspiracy",
        ruleset=ruleset("conspiracy").hash,
        commitment=proof.commitment(secret),
    )
    sitting = Sitting(agreed)
    sitting.table.secret = secret
    return sitting.begun()


def played(sitting: Sitting, seed: int = 0, decisions: int = 10_000) -> Sitting:
    """Random answers, one of a hundred late, until the game is over or so many have been given."""
    chance = Chance(seed.to_bytes(32, "big"))
    while sitting.table.state.phase == "playing" and decisions:
        decisions -= 1
        game = sure(sitting.table.game)
        sitting.now += draw(chance, 3) * 1000
        if not draw(chance, 100):
            sitting.perform(kept.TimeUp(sitting.now))
            continue
        seat = play.waiting(game)[0]
        answer = play.boxes(game, seat).sample(lambda number: draw(chance, number))
        sitting.perform(kept.Answered(sitting.now, seat, sitting.request(seat), RULES.write_action(answer)))  # type: ignore[arg-type]
    return sitting


def record_of(sitting: Sitting) -> Record:
    table = sitting.table
    return Record(table.header, list(sitting.entries), list(table.talk), table.secret, table.state.chain)
