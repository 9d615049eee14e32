"""``turncoat replay``: plays a recorded game again, as one seat saw it, and verifies the record."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from turncoat.cli import FOUND
from turncoat.cli.screen import Screen, board_of, check_pace, ledger_of
from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.kernel.errors import UNREADABLE, BadSetup, Refusal, Unreadable
from turncoat.kernel.misread import in_words
from turncoat.kernel.promise import Fate, Pledge
from turncoat.lab import fuzz
from turncoat.table import notation
from turncoat.table.draft import RulesCrashed
from turncoat.table.proof import Receipt
from turncoat.table.record import Record
from turncoat.table.record_file import Altered, read
from turncoat.table.replay import fresh, other_rules, steps
from turncoat.table.table import Phase, Table
from turncoat.table.table_view import events_after, messages_at, talk_grammar_at
from turncoat.table.verify import verify


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", default=None, help="Whose view to show: a name, or a number from 1.  [default: a spectator]")
@click.option("--step", is_flag=True, help="Wait for Enter after each decision; q leaves.")
@click.option(
    "--receipts", type=click.Path(path_type=Path), default=None, help="File with receipts that you kept, one to a line."
)
@click.option(
    "--commitment", default="", help="Check that the record fits this commitment, which you noted before the game."
)
@click.option(
    "--chain", default="", help="Check that the record fits this chain, which you noted at the end of the game."
)
@click.option("--json", "as_json", is_flag=True, help="Print what the seat learned as JSON lines, for programs.")
@click.option("--pace", type=float, default=0.0, help="Seconds between lines.")
def command(
    file: Path,
    seat: str | None,
    step: bool,
    receipts: Path | None,
    commitment: str,
    chain: str,
    as_json: bool,
    pace: float,
) -> int:
    """Replay the game in FILE as one seat saw it, and say at the end whether the record is genuine.

    FILE is a record: exported from a table, in the notation of its game, or written by turncoat play --save. The exit
    code is 1 if the record was changed, if its seed is not the committed one, if one of your receipts is missing, or if
    these rules refuse it.
    """
    check_pace(pace)
    try:
        record = read_record(file)
    except Altered as fault:
        return _not_valid([fault.sentence])
    kept = read_receipts(receipts) if receipts is not None else []
    who = seat_of(record, seat)
    findings = verify(record, kept, commitment=commitment, chain=chain)
    if record.secret is None and not record.changed:
        raise BadSetup(findings[0], field="secret")
    if findings and not _tellable(record):
        return _verdict(record, findings, len(kept), as_json=as_json)
    table = fresh(record)
    teller = Teller(table, who, Screen(pace), as_json=as_json)
    try:
        for _ in steps(table, record):
            if teller.tell() and step and not as_json and teller.screen.ask("Enter: go on, q: leave. ") in (None, "q"):
                return FOUND if findings else 0
    except (Refusal, RulesCrashed):
        return _not_valid(findings)
    teller.tell()
    teller.end()
    return _verdict(record, findings, len(kept), as_json=as_json)


def read_record(file: Path) -> Record:
    """The record in a file, which may be in the notation of its game.

    Raises:
        Unreadable: the file cannot be opened or is not a record; if it is a finding of turncoat fuzz, the sentence says
            so.
    """
    data = _contents(file)
    if notation.is_notation(data):
        return notation.read(data)
    try:
        return read(data)
    except Unreadable:
        try:
            fuzz.read(data)
        except Unreadable:
            pass
        else:
            sentence = f"{file} is a finding of turncoat fuzz; turncoat fuzz --again {file} plays it again."
            raise Unreadable(sentence, field="file") from None
        raise


def read_receipts(file: Path) -> list[Receipt]:
    """The receipts in a file: JSON, one to a line.

    Raises:
        Unreadable: it cannot be opened, or a line is not a receipt.
    """
    found = []
    for number, line in enumerate(_contents(file).splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(msgspec.json.decode(line, type=Receipt))
        except UNREADABLE as fault:
            sentence = f"--receipts: line {number} is not a receipt: {in_words(fault, Receipt)}."
            raise Unreadable(sentence, field="receipts") from None
    return found


def _contents(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as fault:
        raise Unreadable(f"{file} cannot be opened: {fault.strerror}.", field="file") from None


def _parts(record: Record) -> Mapping[str, int]:
    """The parts that seats play, such as a faction, by seat; nothing if the record cannot be replayed."""
    with suppress(Refusal, RulesCrashed):
        table = fresh(record)
        for _ in steps(table, record):
            pass
        if table.game is not None:
            view = table.rules.view(table.game, None)
            return game_of(table.rules.id).terminal.parts(view, talk_grammar_at(table, None).names)
    return {}


def _tellable(record: Record) -> bool:
    """Whether a record that is not genuine can still be shown."""
    try:
        fresh(record)
    except BadSetup:
        return False
    return not other_rules(record)


def _verdict(record: Record, findings: list[str], receipts: int, *, as_json: bool) -> int:
    """Print the result of the verification in one sentence; returns the exit code."""
    if findings:
        return _not_valid(findings)
    if not as_json:
        also = f", and so do your {receipts} receipts" if receipts else ""
        click.echo(
            f"Verified: the seed fits the commitment, and all {len(record.entries)} entries lead to the chain "
            f"of the record{also}."
        )
    return 0


def _not_valid(findings: list[str]) -> int:
    click.echo(f"turncoat: the record is not valid: {' '.join(findings)}", err=True)
    return FOUND


def seat_of(record: Record, wanted: str | None) -> int | None:
    """The seat with this name at the table, or with this part.

    Raises:
        BadSetup: no seat has this name or part.
    """
    if wanted is None:
        return None
    names: dict[str, int] = {}
    for entry in record.entries:
        name, seat = getattr(entry, "name", None), getattr(entry, "seat", None)
        if isinstance(name, str) and isinstance(seat, int):
            names[name] = seat
    if wanted.isdigit() and 1 <= int(wanted) <= record.header.seats:
        return int(wanted) - 1
    begun = wanted.strip().casefold()
    found = sorted({seat for name, seat in names.items() if name.casefold().startswith(begun)})
    if not found:
        names |= _parts(record)
        found = sorted({seat for name, seat in names.items() if name.casefold().startswith(begun)})
    if len(found) != 1:
        choices = tuple(names)
        raise BadSetup(
            f"--seat {wanted}: name one of {', '.join(choices)}, or a number from 1 to {record.header.seats}.",
            field="seat",
            choices=choices,
        )
    return found[0]


class Teller:
    """Prints what happened at a table, as one seat learned it."""

    def __init__(self, table: Table, seat: int | None, screen: Screen, *, as_json: bool) -> None:
        self.table, self.seat, self.screen, self.as_json = table, seat, screen, as_json
        self.talk_grammar = talk_grammar_at(table, seat)
        self.events = self.messages = 0

    def tell(self) -> bool:
        """Print new events; returns whether a decision was closed."""
        table = self.table
        if not self.as_json:
            self._talk()
        fresh_events = events_after(table, self.seat, self.events)
        self.events += len(fresh_events)
        for event in fresh_events:
            if self.as_json:
                click.echo(msgspec.json.encode(event).decode())
            else:
                self.screen.told(event.text, event.rule)
        closed = any(event.rule for event in fresh_events)
        if closed and not self.as_json and table.game is not None:
            self._board()
        return closed

    def _talk(self) -> None:
        table = self.table
        self.talk_grammar.names = table.names
        if table.game is not None:
            for seat in range(table.header.seats):
                self.talk_grammar.learn(play.boxes(table.game, seat))
        heard = table.hearing(self.seat)
        for spoken in heard.said[self.messages :]:
            self.screen.write(self.talk_grammar.sentence(spoken.message, by_bot=heard.by_bot(spoken)), "talk")
        self.messages = len(heard.said)

    def _open(self) -> list[Pledge]:
        """Promises that this seat heard and that were never judged."""
        hearing = self.table.hearing(self.seat)
        told = messages_at(self.table, hearing, hearing.promises)
        return [message.promised for message in told if message.promised and message.fate in (Fate.OPEN, Fate.VOID)]

    def _board(self) -> None:
        assert self.table.game is not None
        view = self.table.rules.view(self.table.game, self.seat)
        self.screen.lines(board_of(self.table.rules, view, self.table.names))

    def end(self) -> None:
        """Print the ledger, once the game is over."""
        table = self.table
        if self.as_json or table.game is None:
            return
        if table.state.phase is Phase.CLOSED:
            self.screen.write("The table was closed before the game was over.", "dim")
        for pledge in self._open():
            self.screen.write(f"A promise was still open at the end: {self.talk_grammar.statement(pledge)}.", "talk")
        heard = [happened.event for happened in table.stream(self.seat)]
        self.screen.lines(ledger_of(table.rules, [e for e in heard if isinstance(e, table.rules.events)], table.names))
