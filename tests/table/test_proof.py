"""The proof binds all that a record says, in every game: whatever is changed in it, except in talk, is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.table.tables import NAMES, SECRET, START

from turncoat.games import game_ids, ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.errors import Refusal
from turncoat.kernel.promise import Message, Say
from turncoat.table import binding, proof, record_file
from turncoat.table import record as kept
from turncoat.table.deadline import After, AtTimes, NoDeadline
from turncoat.table.draft import Draft
from turncoat.table.export import exported
from turncoat.table.proof import Receipt
from turncoat.table.record import AnyEntry, Header, Json, Record, SeatKind
from turncoat.table.replay import replay
from turncoat.table.table import Phase, Table
from turncoat.table.verify import verify
from turncoat.table.words import digest_of

HOUR = 3_600_000
LONG = 45
"""Entries of a game; then the host closes the table."""

MUTATIONS = 60
"""Likely changes that are tried in a record: 300 in all five games."""


class Desk:
    """A table at which people do everything that they can do, at random."""

    def __init__(self, game: str, chance: Random) -> None:
        rules = ruleset(game)
        seats = rules.usual_seats
        options = msgspec.to_builtins(rules.read_options({}))
        header = Header(
            *("tab1e", game, rules.hash, f"A table of {rules.title}", options, seats, proof.commitment(SECRET), START),
            deadline=After(60),
        )
        self.chance, self.now, self.table = chance, START, Table(header, SECRET)
        self.entries: list[AnyEntry] = []
        self.receipts: list[Receipt] = []

    def do(self, entry: AnyEntry) -> None:
        draft = Draft(self.table, lambda size: self.chance.randbytes(size).hex())
        draft.perform(entry)
        draft.accept()
        self.entries += draft.entries
        self.receipts += [] if draft.receipt is None else [draft.receipt]

    def try_to(self, entry: AnyEntry) -> None:
        """What is not possible now is left."""
        self.now += self.chance.randrange(1, 90_000)
        try:
            self.do(replace(entry, at=self.now))
        except Refusal:
            return

    def play(self) -> Record:
        """From the first seat that is taken until the host closes the table."""
        for seat in range(self.table.header.seats):
            self.do(kept.SeatTaken(self.now + seat, seat, NAMES[seat], SeatKind.PERSON))
        self.add_words("words that nobody can foresee", "words that the server keeps")
        self.do(kept.Began(self.now + 20))
        while self.table.state.phase is Phase.PLAYING and len(self.entries) < LONG:
            self.step()
        if self.table.state.phase is not Phase.FINISHED:
            self.do(kept.TableClosed(self.now))
        return Record(self.table.header, self.entries, self.table.talk, SECRET, self.table.state.chain)

    def add_words(self, own: str, kept_by_server: str) -> None:
        """Two seats commit to words, one of them by the server; then they are opened."""
        digests = [digest_of("tab1e", seat, words) for seat, words in enumerate((own, kept_by_server))]
        self.do(kept.WordsSealed(self.now + 10, 0, digests[0]))
        self.do(kept.WordsSealed(self.now + 11, 1, digests[1], kept_by_server))
        self.do(kept.WordsCalled(self.now + 12))
        self.do(kept.WordsOpened(self.now + 13, 0, own))

    def step(self) -> None:
        game, chance = self.table.game, self.chance
        assert game is not None
        seat = chance.choice(play.waiting(game) or range(self.table.header.seats))
        match chance.randrange(16):
            case 0:
                self.try_to(kept.Withdrew(0, chance.randrange(self.table.header.seats)))
            case 1:
                self.try_to(kept.TimeUp(0))
            case 2:
                self.try_to(kept.Paused(0))
                self.try_to(kept.Extended(0, 7))
                self.try_to(kept.Resumed(0))
            case 3:
                self.try_to(kept.SeatTaken(0, seat, NAMES[seat], SeatKind.BOT, "random", stands_in=True))
            case 4 if offers := play.repeated_questions(game):
                orders = self.legal(play.boxes(game, seat))
                self.try_to(kept.StandingOrderLeft(0, seat, chance.choice(offers), orders))
            case 5:
                draft = Draft(self.table)
                draft.say(Message(seat, Say(text="I will not attack you in the next 3 rounds")), self.now)
                draft.accept()
            case _:
                boxes = play.boxes(game, seat) if chance.random() < 0.8 else play.beside(game, seat)
                for action in self.legal(boxes):
                    self.try_to(kept.Answered(0, seat, game.requests[seat], action))

    def legal(self, boxes: Boxes[Action]) -> tuple[Json, ...]:
        """One of the answers in boxes, as plain data; nothing if there is none."""
        return (self.table.rules.write_action(boxes.sample(self.chance.randrange)),) if boxes.count else ()


@cache
def played(game: str) -> tuple[Record, tuple[Receipt, ...]]:
    """A record of a game as a spectator takes it home, and the receipts of everybody."""
    desk = Desk(game, Random(f"{game} 1"))
    return exported(desk.play(), None), tuple(desk.receipts)


def found(data: bytes) -> bool:
    """Whether a file is noticed not to be what was published."""
    try:
        return verify(record_file.read(data)) != []
    except Refusal:
        return True


def mutations(data: bytes, chance: Random, many: int) -> Iterator[tuple[str, bytes]]:
    """Likely changes of a file: a digit for a digit, a letter for a letter; not in talk."""
    lines = data.splitlines(keepends=True)
    open_to_change = [number for number, line in enumerate(lines) if not line.startswith(b'{"talk"')]
    for _ in range(many):
        number = chance.choice(open_to_change)
        line = bytearray(lines[number])
        place = chance.choice([at for at, sign in enumerate(line) if chr(sign).isalnum()])
        sign = chr(line[place])
        signs = "0123456789" if sign.isdigit() else "abcdefghijklmnopqrstuvwxyz"
        other = chance.choice([one for one in signs if one != sign.lower()])
        line[place] = ord(other.upper() if sign.isupper() else other)
        about = f"line {number + 1}, place {place}: {sign} became {chr(line[place])} in {lines[number][:200]!r}"
        yield about, b"".join([*lines[:number], bytes(line), *lines[number + 1 :]])


def unnoticed(record: Record, chance: Random, many: int) -> list[str]:
    """The likely changes of a record that nobody would notice."""
    return [about for about, changed in mutations(record_file.write(record), chance, many) if not found(changed)]


@pytest.mark.parametrize("game", game_ids())
def test_the_record_itself_holds_and_so_do_all_receipts(game: str) -> None:
    """Receipts of orders that were replaced are good only in their owners' records."""
    record, receipts = played(game)
    assert len(record.entries) > 20
    assert len(receipts) > 10
    findings = verify(record_file.read(record_file.write(record)), receipts)
    assert [finding for finding in findings if "replaced it" not in finding] == []


@pytest.mark.parametrize("game", game_ids())
def test_every_likely_change_of_a_record_is_found(game: str) -> None:
    assert unnoticed(played(game)[0], Random(f"{game} 2"), MUTATIONS) == []


def other_value(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x"


@pytest.mark.parametrize("game", game_ids())
def test_every_option_is_bound(game: str) -> None:
    """One by one, also those that change nothing in this game."""
    record, _ = played(game)
    assert record.header.options
    for name, value in record.header.options.items():
        options = {**record.header.options, name: other_value(value)}
        assert found(record_file.write(replace_header(record, options=options))), name


def replace_header(record: Record, **changes: Any) -> Record:
    return Record(replace(record.header, **changes), record.entries, record.talk, record.secret, record.chain)


@pytest.mark.parametrize("game", game_ids())
def test_everything_that_was_agreed_on_is_bound(game: str) -> None:
    record, _ = played(game)
    for changes in (
        {"deadline": After(1)},
        {"deadline": NoDeadline()},
        {"deadline": AtTimes(("20:00",))},
        {"talk": "none"},
        {"talk": "public"},
        {"ruleset": "0123456789abcdef"},
        {"title": "Another table"},
        {"created": record.header.created + 1},
        {"listed": not record.header.listed},
        {"table": "an0ther"},
        {"seats": record.header.seats + 1},
        {"game": "truce" if game != "truce" else "dune"},
    ):
        assert found(record_file.write(replace_header(record, **changes))), changes


@pytest.mark.parametrize("game", game_ids())
def test_every_counted_time_is_bound(game: str) -> None:
    """An order an hour earlier or later, a pause, a seat: there is no time that can be moved."""
    record, _ = played(game)
    for number, entry in enumerate(record.entries):
        for hour in (HOUR, -HOUR):
            entries = list(record.entries)
            entries[number] = replace(entry, at=entry.at + hour)
            changed = Record(record.header, entries, record.talk, record.secret, record.chain)
            assert verify(changed) != [], entry
            if not isinstance(entry, kept.Answered):
                break


@pytest.mark.parametrize("game", game_ids())
def test_entries_that_are_left_out_or_change_places_are_found(game: str) -> None:
    record, _ = played(game)
    for number in range(len(record.entries)):
        left_out = record.entries[:number] + record.entries[number + 1 :]
        assert verify(Record(record.header, left_out, [], record.secret, record.chain)) != [], record.entries[number]


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the header is not bound": lambda patch: patch.setattr("turncoat.table.table.opening", lambda _: ""),
    "entries are not bound": lambda patch: patch.setattr(binding, "bind", lambda *_: None),
    "orders are not bound": lambda patch: patch.setattr(binding, "digests_of", lambda *_: {}),
    "secret moves are not bound": lambda patch: patch.setattr(binding, "keep", lambda *_: None),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_proof_that_does_not_bind_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted faults: with each of them changes go unnoticed."""
    PLANTED[fault](monkeypatch)
    game = "thrice" if fault == "secret moves are not bound" else "truce"
    record = exported(Desk("dune" if "moves" in fault else game, Random("planted")).play(), None)
    assert verify(record) == []
    hour_later = [
        Record(
            record.header,
            [*record.entries[:number], replace(entry, at=entry.at + HOUR), *record.entries[number + 1 :]],
            record.talk,
            record.secret,
            record.chain,
        )
        for number, entry in enumerate(record.entries)
    ]
    moved = [one for one in hour_later if verify(one) == []]
    assert moved or verify(replace_header(record, title="Another table")) == []


# --- names ------------------------------------------------------------------------------------------


def test_a_person_can_be_forgotten_and_the_record_still_holds() -> None:
    """The name and its salt are gone, and nobody can find the name by trying."""
    record, _ = played("truce")
    entries = [
        proof.forgotten(entry) if isinstance(entry, kept.SeatTaken) and entry.name == NAMES[1] else entry
        for entry in record.entries
    ]
    without = record_file.read(record_file.write(Record(record.header, entries, [], record.secret, record.chain)))
    assert NAMES[1].encode() not in record_file.write(without)
    assert verify(without) == []
    assert replay(without).state.seats[1].name == "Seat 2"
    guesses = [
        proof.forgotten(kept.SeatTaken(0, 1, NAMES[1], SeatKind.PERSON, salt=salt)).digest for salt in ("", "00")
    ]
    assert not {entry.digest for entry in entries if isinstance(entry, kept.SeatTaken)} & set(guesses)


def test_a_name_cannot_be_changed_under_the_digest_of_another() -> None:
    record, _ = played("truce")
    first = record.entries[0]
    assert isinstance(first, kept.SeatTaken)
    digest = proof.forgotten(first).digest
    for forged in (
        replace(first, name="Zoe"),
        replace(first, name="Zoe", salt="", digest=digest),
        replace(first, salt=""),
    ):
        changed = Record(record.header, [forged, *record.entries[1:]], [], record.secret, record.chain)
        assert verify(changed) != []


def test_every_name_has_a_salt_of_its_own() -> None:
    entries = [entry for entry in played("truce")[0].entries if isinstance(entry, kept.SeatTaken)]
    salts = [entry.salt for entry in entries]
    assert len(set(salts)) == len(salts) > 3
    assert {len(salt) for salt in salts} == {32}


# --- what is sealed leaves no trace -----------------------------------------------------------------


@pytest.mark.parametrize("game", game_ids())
def test_a_sealed_answer_its_changes_and_a_standing_order_leave_no_trace_in_the_chain(game: str) -> None:
    """Promise 2: the chain stays what it was until a decision is closed or everybody learns of something."""
    desk = Desk(game, Random(f"{game} 3"))
    for seat in range(desk.table.header.seats):
        desk.do(kept.SeatTaken(desk.now, seat, NAMES[seat], SeatKind.PERSON))
    desk.do(kept.Began(desk.now))
    silent = 0
    while desk.table.state.phase is Phase.PLAYING and len(desk.entries) < LONG:
        before, told, many = desk.table.state.chain, len(desk.table.stream(None)), len(desk.entries)
        desk.step()
        secret = all(
            isinstance(entry, kept.Answered | kept.Withdrew | kept.StandingOrderLeft) for entry in desk.entries[many:]
        )
        if secret and len(desk.table.stream(None)) == told:
            silent += 1
            assert desk.table.state.chain == before
    assert silent > 0


def test_a_receipt_holds_the_chain_of_its_moment() -> None:
    """Whoever kept it can tell that what came before was changed, even by somebody who made up a new chain."""
    desk = Desk("truce", Random("moment"))
    record = desk.play()
    forged = Desk("truce", Random("moment"))
    forged.now += 1
    other = forged.play()
    last = desk.receipts[-1]
    assert verify(record, [last]) == []
    assert any("a place of the public chain that this record never passes" in one for one in verify(other, [last]))
