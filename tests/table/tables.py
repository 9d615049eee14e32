"""Tables of Truce for the tests: people by number, times in milliseconds, answers in the game's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from turncoat.games import ruleset as rules
from turncoat.kernel.errors import Refusal
from turncoat.kernel.promise import Message, Pledge, Say
from turncoat.table import proof, table
from turncoat.table import record as kept
from turncoat.table.deadline import Deadline, NoDeadline
from turncoat.table.draft import Draft
from turncoat.table.holders import Happened
from turncoat.table.proof import Receipt
from turncoat.table.record import AnyEntry, Header, Json, Record, SeatKind, Secret
from turncoat.table.table import Table
from turncoat.table.table_view import as_json, table_view

SECRET = Secret("ab" * 32, "cd" * 32)
START = 1_700_000_000_000
NAMES = ("Agatha", "Barney", "Celeste", "Dorian", "Emmett", "Flora")
E = msgspec.json.Encoder(order="deterministic").encode


def header(
    seats: int = 3,
    options: Json | None = None,
    deadline: Deadline = NoDeadline(),  # noqa: B008  # frozen
    talk: str = "full",
    ruleset: str = "",
    game: str = "truce",
) -> Header:
    """What was agreed on at a table."""
    agreed = Header(
        table="tab1e",
        game=game,
        ruleset=ruleset or rules(game).hash,
        title="A table",
        options=options or {},
        seats=seats,
        commitment=proof.commitment(SECRET),
        created=START,
        deadline=deadline,
        talk=talk,  # type: ignore[arg-type]
    )
    return msgspec.convert(msgspec.to_builtins(agreed), Header)


class Sitting:
    """A live table and everything that was accepted there."""

    def __init__(self, agreed: Header | None = None) -> None:
        self.table = Table(agreed or header(), SECRET)
        self.entries: list[AnyEntry] = []
        self.receipts: list[Receipt] = []
        self.now = START

    # --- what people do -----------------------------------------------------------------------

    def perform(self, *entries: AnyEntry) -> Sitting:
        """Carry out entries, each durable before the next."""
        for entry in entries:
            draft = Draft(self.table)
            draft.perform(entry)
            draft.accept()
            self.entries += draft.entries
            self.receipts += [] if draft.receipt is None else [draft.receipt]
        return self

    def seated(self) -> Sitting:
        """People sit down everywhere."""
        for seat in range(self.table.header.seats):
            self.perform(kept.SeatTaken(self.now, seat, NAMES[seat], SeatKind.PERSON))
        return self

    def begun(self) -> Sitting:
        return self.seated().perform(kept.Began(self.now))

    def request(self, seat: int) -> int:
        """The number of the seat's present request."""
        assert self.table.game is not None
        return self.table.game.requests[seat]

    def answered(self, seat: int, move: str) -> kept.Answered:
        """An answer of a seat, in words."""
        return kept.Answered(self.now, seat, self.request(seat), action(move))

    def answer(self, seat: int, move: str) -> Sitting:
        """Hand in an answer: ``answer(1, "attack 2")``."""
        return self.perform(self.answered(seat, move))

    def withdraw(self, seat: int) -> Sitting:
        return self.perform(kept.Withdrew(self.now, seat))

    def everybody(self, move: str = "pass") -> Sitting:
        """A round in which all hand in the same."""
        for seat in range(self.table.header.seats):
            self.answer(seat, move)
        return self

    def to_the_end(self) -> Sitting:
        while self.table.state.phase == "playing":
            self.now += 1000
            if self.table.state.due is None:
                self.everybody()
            else:
                self.now = self.table.state.due + 1
                self.perform(kept.TimeUp(self.now))
        return self

    def say(self, sender: int | None, text: str = "", to: Iterable[int] = (), promise: Pledge | None = None) -> Sitting:
        draft = Draft(self.table)
        draft.say(Message(sender, Say(tuple(to), text, promise)), self.now)
        draft.accept()
        return self

    # --- what is seen -------------------------------------------------------------------------

    def refused(self, attempt: Callable[[Draft], None] | AnyEntry) -> Refusal:
        """The refusal of something, having checked that nothing has changed by it."""
        draft = Draft(self.table)
        before = state_of(draft)
        try:
            if callable(attempt):
                attempt(draft)
            else:
                draft.perform(attempt)
        except Refusal as refusal:
            assert state_of(draft) == before
            return refusal
        raise AssertionError(f"{attempt} was accepted")

    def record(self) -> Record:
        return Record(self.table.header, list(self.entries), list(self.table.talk), SECRET, self.table.state.chain)

    def table_view(self, seat: int | None) -> bytes:
        return as_json(table_view(self.table, seat))


def action(move: str) -> Json:
    """An answer in words as data: ``"attack 2"``, ``"give 1 to 2"``."""
    word, *rest = move.split()
    if word == "give":
        return {"type": "give", "coins": int(rest[0]), "to": int(rest[2])}
    return {"type": word, "target": int(rest[0])} if rest else {"type": word}


def state_of(draft: Draft) -> bytes:
    """Everything a draft holds, as bytes."""
    game = None if draft.game is None else draft.table.rules.encode(draft.game)
    held = msgspec.to_builtins((draft.state, draft.entries, draft.happened, draft.talk), str_keys=True)
    return E(held) + (game or b"")


def whole(table: Table) -> bytes:
    """Everything a table holds, as bytes: for comparing two of them."""
    game = None if table.game is None else table.rules.encode(table.game)
    return E((_plain(table.state), table.happened, table.talk)) + (game or b"")


def _plain(sitting: table.TableState) -> object:
    return msgspec.to_builtins(sitting, str_keys=True)


def public(happened: Iterable[Happened]) -> list[Happened]:
    return [one for one in happened if one.audience is None]
