"""A database as somebody has it on their disk, made by the server itself, with exports and receipts.

Every game in the middle of play (sealed orders, standing orders, talk, an open promise) and closed in the middle and
exported; a paused table, one that gathers, and a game that is over. ``python -m tests.recorded.database --keep`` makes
all of it anew. That is done as long as nobody uses a release; afterwards what is there stays, and more may come beside
it.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct
from tests.conformance.walk import Move, Walk
from tests.kit import of_the_tree
from tests.serving import Clock, Sitting, begin, client_of, gather, open_services

from turncoat.bots import seat_names
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import tag_of
from turncoat.server.services import Services
from turncoat.table.proof import Receipt
from turncoat.table.table import Phase, Table
from turncoat.table.talk_grammar import never_sealed

FOLDER = Path(__file__).parent / "kept"
DATABASE = "turncoat.sqlite"
ABOUT = "tables.jsonl"

MOVES = {"conspiracy": 80, "dune": 140, "loyalty": 30, "thrice": 120, "truce": 22}
"""How much has been done at a table in the middle of play."""

MOST = 50
"""So much more is done at most until somebody can leave a standing order."""


class KeptTable(Struct):
    """A table, and what those who sit there have kept."""

    name: str
    table: str
    game: str
    seats: list[str]
    host: str
    phase: Phase = Phase.PLAYING
    receipts: list[Receipt] = []


def kept() -> list[KeptTable]:
    return msgspec.json.Decoder(KeptTable).decode_lines((FOLDER / ABOUT).read_bytes())


def named(name: str) -> KeptTable:
    """One of them."""
    (found,) = (table for table in kept() if table.name == name)
    return found


class Evening:
    """A table at which people play at random over the API, always the same for the same luck."""

    def __init__(self, services: Services, about: KeptTable, sitting: Sitting, luck: int) -> None:
        self.services, self.about, self.sitting = services, about, sitting
        self.rules, self.chance = ruleset(about.game), Random(luck)
        self.walk = Walk(self.rules, dict(self.rules.brief), len(about.seats), self.chance)

    @property
    def table(self) -> Table:
        self.sitting.get()
        return self.services.keeper.live_tables._live[self.about.table]

    @property
    def game(self) -> Any:
        return self.table.game

    def play(self, moves: int) -> None:
        """Do so much, or until the game is over."""
        for _ in range(moves):
            if self.table.state.phase is not Phase.PLAYING:
                return
            self.services.keeper.now.forward(1)  # type: ignore[attr-defined]
            self.walk.game = self.game
            move = self.walk.choose()
            while move.what == "time_up":
                move = self.walk.choose()
            self.do(move)

    def do(self, move: Move) -> None:
        """Do something over the API; what is refused (an order that would never hold) is left undone."""
        data = None if move.action is None else self.rules.write_action(move.action)
        match move.what:
            case "answer":
                self.about.receipts.append(msgspec.convert(self.answer(move.seat, data), Receipt))
            case "withdraw":
                assert self.sitting.post("withdraw", move.seat).status_code == 204
            case _:
                self.order(move.seat, move.key, data)

    def answer(self, seat: int, data: Any) -> Any:
        """Hand in an answer; the receipt."""
        response = self.sitting.post("answer", seat, action=data)
        assert response.status_code == 200, response.text
        return response.json()

    def order(self, seat: int, offer: str, data: Any) -> None:
        """Leave a standing order, or cancel one."""
        if data is not None:
            path, headers = self.sitting.path(f"standing-orders/{offer}"), self.sitting.seat(seat)
            self.sitting.client.put(path, headers=headers, json={"actions": [data]})

    def talk(self) -> None:
        """Say something to all, whisper, and promise what the next reveal will show."""
        game, options, seats = self.game, self.table.options, len(self.about.seats)
        giver = play.asked(game)[0]
        public = never_sealed(self.about.game, options, seats)
        acts = [tag_of(box.action) for box in play.boxes(game, giver).boxes] + [
            tag_of(action) for action in self.rules.actions
        ]
        promise = {"who": giver, "act": next(act for act in acts if act not in public), "will": True, "times": 2}
        taker = (giver + 1) % seats
        for said in (
            {"text": "Good evening."},
            {"to": [taker], "text": "Trust me."},
            {"to": [taker], "promise": promise},
        ):
            response = self.sitting.post("talk", giver, **said)
            assert response.status_code == 201, response.text

    def seal(self) -> None:
        """Hand in one answer more, sealed wherever somebody else is asked as well."""
        seat = play.asked(self.game)[0]
        action = play.boxes(self.game, seat).sample(self.chance.randrange)
        self.do(Move("answer", seat, action))

    def stand(self) -> None:
        """Somebody leaves a standing order, wherever the game has offers."""
        for _ in range(MOST):
            decision = play.decision(self.game)
            if decision is not None and decision.repeated:
                seat = play.asked(self.game)[-1]
                action = play.boxes(self.game, seat).sample(self.chance.randrange)
                self.order(seat, decision.key, self.rules.write_action(action))
            if any(self.game.standing_orders) or not play.repeated_questions(self.game):
                return
            self.play(1)


# --- making it ----------------------------------------------------------------------------------


@contextmanager
def the_same_every_time() -> Iterator[None]:
    """Keys and salts that nobody could foresee are foreseen."""
    chance = Random(1)
    with patch.object(random, "_urandom", chance.randbytes):
        yield


def make(folder: Path) -> None:
    """Make the database, the exports and what people have kept, in a folder."""
    clock = Clock()
    with TemporaryDirectory() as here, the_same_every_time():
        services = open_services(Path(here), clock=clock, rates={})
        with client_of(services) as client:
            evenings = [evening for game in of_the_tree() for evening in in_the_middle(services, client, game)]
            evenings += [paused(services, client), finished(services, client), gathering(services, client)]
            for evening in evenings:
                evening.about.phase = evening.table.state.phase
                if evening.about.phase in (Phase.FINISHED, Phase.CLOSED):
                    (folder / f"{evening.about.name}.jsonl").write_bytes(export(evening))
        (folder / DATABASE).unlink(missing_ok=True)
        with closing(sqlite3.connect(Path(here) / "test.db")) as db:
            db.execute("VACUUM INTO ?", (str(folder / DATABASE),))
    (folder / ABOUT).write_bytes(msgspec.json.Encoder().encode_lines([evening.about for evening in evenings]))


def sat_down(services: Services, client: Any, name: str, game: str, luck: int, **agreed: Any) -> Evening:
    """A table at which the game has begun."""
    rules = ruleset(game)
    players = seat_names(min(rules.usual_seats, 4))
    sitting = begin(client, players, game=game, title=name.replace("-", " ").capitalize(), **agreed)
    about = KeptTable(name, sitting.id, game, sitting.keys, sitting.host_key)
    return Evening(services, about, sitting, luck)


def in_the_middle(services: Services, client: Any, game: str) -> list[Evening]:
    """A game in the middle of play, and one that its host has closed there."""
    made = [sat_down(services, client, f"{game}-{name}", game, luck) for luck, name in ((1, "playing"), (2, "closed"))]
    for evening in made:
        evening.play(MOVES[game] // 2)
        evening.talk()
        evening.play(MOVES[game] // 2)
        evening.stand()
        evening.talk()
        evening.seal()
    assert made[1].sitting.do("close").status_code == 204
    return made


def paused(services: Services, client: Any) -> Evening:
    """A table with a deadline, at which a bot stands in and the clock has been stopped."""
    evening = sat_down(services, client, "truce-paused", "truce", 3, deadline={"type": "after", "minutes": 60})
    evening.play(6)
    assert evening.sitting.do("pause").status_code == 204
    assert evening.sitting.do("bot", seat=1, bot="random").status_code == 204
    return evening


def finished(services: Services, client: Any) -> Evening:
    """A game that has been played to its end, of which every order has a receipt."""
    evening = sat_down(services, client, "truce-finished", "truce", 4, options={"rounds": 4})
    evening.talk()
    evening.play(1000)
    return evening


def gathering(services: Services, client: Any) -> Evening:
    """A table at which somebody has yet to sit down."""
    sitting = gather(client, seat_names(3), title="Truce gathering")
    assert sitting.post("sit", 0).status_code == 204
    return Evening(
        services, KeptTable("truce-gathering", sitting.id, "truce", sitting.keys, sitting.host_key), sitting, 5
    )


def export(evening: Evening) -> bytes:
    """The record as the first seat takes it home."""
    path, headers = evening.sitting.path("export"), evening.sitting.seat(0)
    response = evening.sitting.client.get(path, headers=headers)
    assert response.status_code == 200, response.text
    return bytes(response.content)


def main(words: Sequence[str] | None = None) -> int:
    """Make all of it anew, if that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--keep", action="store_true", help="write it down in the place of what is there")
    if not parser.parse_args(words).keep:
        sys.stdout.write(f"{FOLDER} holds what is kept; --keep makes it anew.\n")
        return 0
    FOLDER.mkdir(exist_ok=True)
    make(FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main())
