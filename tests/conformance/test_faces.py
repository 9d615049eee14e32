"""Table views in every game: what is kept is what would be made anew, and only what has changed is made anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from tests.conformance.test_conformance import CALLED, TABLES
from tests.conformance.walk import EVERYTHING, Move, Walk

from turncoat.bots import seat_names
from turncoat.games import game_ids, ruleset
from turncoat.games.dune.actions import Pass
from turncoat.games.dune.alliances import Allow
from turncoat.games.dune.state import Dune
from turncoat.kernel import play
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.errors import Refusal
from turncoat.kernel.promise import Message, Pledge, Say
from turncoat.table import draft as drafts
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.record import AnyEntry, Header, SeatKind, Secret
from turncoat.table.table import Game, Table, TableState
from turncoat.table.table_view import TableView, make_table_view, table_view
from turncoat.table.unchanged import TableViews

NOON = 1_790_000_000_000
MOST = 5_000 if EVERYTHING else 250
"""So many moves of a game are made."""


class Room:
    """A table at which a game is played at random, with whispers and promises."""

    def __init__(self, game: str, seats: int, options: dict[str, object], luck: int) -> None:
        secret = Secret(sha256(b"%d" % luck).hexdigest(), sha256(b"salt").hexdigest())
        self.table = Table(Header("abc123", game, "", "", options, seats, proof.commitment(secret), NOON), secret)
        for seat, name in enumerate(seat_names(seats)):
            self.perform(kept.SeatTaken(NOON, seat, name, SeatKind.PERSON))
        self.perform(kept.Began(NOON))
        self.walk = Walk(ruleset(game), options, seats, Random(luck), proof.game_key(secret, {}))

    @property
    def viewer(self) -> tuple[int | None, ...]:
        return (None, *range(self.table.header.seats))

    def perform(self, entry: AnyEntry) -> None:
        """Carry out an entry."""
        draft = Draft(self.table)
        draft.perform(entry)
        draft.accept()

    def steps(self) -> Iterator[int]:
        """Play, stopping after every move and every word with the number of the move."""
        for number, _ in enumerate(self.walk.steps()):
            if number == MOST:
                return
            if self.walk.moves:
                self.perform(self.entry(self.walk.moves[-1]))
            yield number
            if self.walk.chance.random() < 0.2:
                self.whisper()
                yield number

    def entry(self, move: Move) -> AnyEntry:
        """A move of the game as the record has it."""
        assert self.table.game is not None
        write: Any = self.table.rules.write_action
        if move.what == "answer":
            return kept.Answered(NOON, move.seat, self.table.game.requests[move.seat], write(move.action))
        if move.what == "withdraw":
            return kept.Withdrew(NOON, move.seat)
        if move.what == "order":
            return kept.StandingOrderLeft(NOON, move.seat, move.key, (write(move.action),) if move.action else ())
        return kept.TimeUp(NOON)

    def whisper(self) -> None:
        """Somebody says something to somebody, with a promise where such a one can be judged."""
        seat, other = self.walk.chance.sample(range(self.table.header.seats), 2)
        tag = tag_of(self.walk.chance.choice(self.walk.rules.actions))
        draft = Draft(self.table)
        try:
            draft.say(Message(seat, Say((other,), "psst", Pledge(seat, tag))), NOON)
        except Refusal:
            draft.say(Message(seat, Say((other,), "psst")), NOON)
        draft.accept()


def faults(room: Room) -> Iterator[str]:
    """Views that are not what would be made anew, and views that were made anew without need, as the game goes on."""
    before: dict[int | None, TableView] = {}
    for number in room.steps():
        for seat in room.viewer:
            now, fresh = table_view(room.table, seat), make_table_view(room.table, seat)
            if now != fresh:
                yield f"step {number}: what seat {seat} is shown is old"
            if seat in before and fresh == before[seat] and now is not before[seat]:
                yield f"step {number}: the view of seat {seat} was made anew though nothing in it has changed"
            before[seat] = now


@pytest.mark.parametrize("number", range(len(TABLES)), ids=CALLED)
def test_a_face_is_made_anew_when_it_has_changed_and_at_no_other_time(number: int) -> None:
    """Promise 2: nobody can tell by how long a view takes that somebody else has sealed, ordered or whispered."""
    game, seats, options = TABLES[number]
    assert list(faults(Room(game, seats, options, number))) == []


@pytest.mark.parametrize("game", game_ids())
def test_the_same_holds_through_a_whole_game(game: str) -> None:
    """Promise 2, with the options that are usual."""
    assert list(faults(Room(game, ruleset(game).usual_seats, {}, 1))) == []


def at_decision(seats: int, *keys: str) -> tuple[Room, Dune]:
    """A table of Dune at which one of these decisions is open, and what the rules have."""
    room = Room("dune", seats, {"stops": "W-4"}, 1)
    for _ in room.steps():
        game = room.table.game
        step = play.decision(game) if game is not None else None
        if isinstance(game, Dune) and step is not None and step.key in keys:
            return room, game
    raise AssertionError("it did not come to that")


def test_what_allies_arrange_in_secret_leaves_the_faces_of_the_others_alone() -> None:
    """DUN-5.2.1: only the allies learn of it; what is neither sealed nor told is compared, and nothing else is made."""
    room, game = at_decision(3, "auction.bid")
    game.ally = [1, 0, -1]
    before = {seat: table_view(room.table, seat) for seat in room.viewer}
    room.perform(kept.Answered(NOON, 0, game.requests[0], room.table.rules.write_action(Allow(1))))
    for seat in room.viewer:
        assert (table_view(room.table, seat) is before[seat]) == (seat in (None, 2))
        assert table_view(room.table, seat) == make_table_view(room.table, seat)


def test_nobody_can_tell_who_answers_in_a_window_of_dune() -> None:
    """DUN-2.9.3: the views of all others are the same objects after an answer, a change of mind and an order."""
    room, game = at_decision(4, "auction.window")
    seat = play.waiting(game)[0]
    before = {eye: table_view(room.table, eye) for eye in room.viewer}
    for what in ("answer", "withdraw", "order", "withdraw", "answer"):
        action = None if what == "withdraw" else Pass()
        room.perform(room.entry(Move(what, seat, action, "auction.window")))
        assert [eye for eye in room.viewer if table_view(room.table, eye) is not before[eye]] == [seat]


def everything_holds(table: Table, sitting: TableState, game: Game | None, kept: TableViews) -> TableViews:
    return kept


def nothing_holds(table: Table, sitting: TableState, game: Game | None, kept: TableViews) -> TableViews:
    return {}


@pytest.mark.parametrize(
    ("fault", "words"), [(everything_holds, "is old"), (nothing_holds, "though nothing in it has changed")]
)
def test_a_planted_fault_is_caught(
    fault: Callable[..., TableViews], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TableViews that are never made anew, and views that always are."""
    monkeypatch.setattr(drafts, "unchanged", fault)
    assert any(words in one for one in faults(Room("dune", 3, {}, 1)))
