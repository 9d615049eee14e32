"""``turncoat replay``: a recorded game once more, as one seat saw it."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from turncoat.cli import FOUND
from turncoat.cli.screen import Screen, board_of, ledger_of
from turncoat.cli.talk import Tongue
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup, Refusal, Unreadable
from turncoat.table.draft import RulesCrashed
from turncoat.table.face import events_after
from turncoat.table.record import Record, read
from turncoat.table.replay import fresh, steps
from turncoat.table.table import Table


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", default=None, help="Whose eyes: a name, or a number from 1.  [default: a spectator's]")
@click.option("--step", is_flag=True, help="Wait for Enter after each decision; q leaves.")
@click.option("--json", "as_json", is_flag=True, help="What the seat learned, as JSON lines, for programs.")
@click.option("--pace", type=float, default=0.0, help="Seconds between lines.")
def command(file: Path, seat: str | None, step: bool, as_json: bool, pace: float) -> int:
    """Play the game in FILE again, as it was exported from a table, and tell it as one seat learned it.

    The exit code is 1 if the record does not play under these rules.
    """
    try:
        record = read(file.read_bytes())
    except OSError as fault:
        raise Unreadable(f"{file} cannot be opened: {fault.strerror}.", field="file") from None
    table = fresh(record)
    who = seat_of(record, seat)
    teller = Teller(table, who, Screen(pace), as_json=as_json)
    try:
        for _ in steps(table, record):
            if teller.tell() and step and not as_json and teller.screen.ask("Enter: on, q: leave. ") in (None, "q"):
                return 0
    except (Refusal, RulesCrashed) as failure:
        reason = failure.sentence if isinstance(failure, Refusal) else str(failure)
        click.echo(f"turncoat: the record does not play under these rules: {reason}", err=True)
        return FOUND
    teller.tell()
    teller.end()
    return 0


def seat_of(record: Record, wanted: str | None) -> int | None:
    """The seat that is meant, by the names that were used at the table.

    Raises:
        BadSetup: nobody was called so.
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
    found = sorted({seat for name, seat in names.items() if name.casefold().startswith(wanted.strip().casefold())})
    if len(found) != 1:
        choices = tuple(names)
        raise BadSetup(
            f"--seat {wanted}: name one of {', '.join(choices)}, or a number from 1 to {record.header.seats}.",
            field="seat",
            choices=choices,
        )
    return found[0]


class Teller:
    """Tells a table as one seat learns of it."""

    def __init__(self, table: Table, seat: int | None, screen: Screen, *, as_json: bool) -> None:
        self.table, self.seat, self.screen, self.as_json = table, seat, screen, as_json
        self.events = self.messages = 0

    def tell(self) -> bool:
        """Tell what is new; whether a decision has been closed by it."""
        table = self.table
        if not self.as_json:
            self._talk()
        fresh_events = events_after(table, self.seat, self.events)
        self.events += len(fresh_events)
        for one in fresh_events:
            if self.as_json:
                click.echo(msgspec.json.encode(one).decode())
            else:
                self.screen.told(one.text, one.rule)
        closed = any(one.rule for one in fresh_events)
        if closed and not self.as_json and table.game is not None:
            self._board()
        return closed

    def _talk(self) -> None:
        table = self.table
        tongue = Tongue(table.names, table.header.seats, -1 if self.seat is None else self.seat)
        if table.game is not None:
            for seat in range(table.header.seats):
                tongue.learn(play.boxes(table.game, seat))
        heard = table.heard(self.seat)
        for spoken in heard[self.messages :]:
            self.screen.write(tongue.sentence(spoken.message), "talk")
        self.messages = len(heard)

    def _board(self) -> None:
        assert self.table.game is not None
        view = self.table.rules.view(self.table.game, self.seat)
        self.screen.lines(board_of(self.table.rules, view, self.table.names))

    def end(self) -> None:
        """The ledger, once the game is over."""
        table = self.table
        if self.as_json or table.game is None:
            return
        heard = [one.event for one in table.stream(self.seat)]
        self.screen.lines(ledger_of(table.rules, [e for e in heard if isinstance(e, table.rules.events)], table.names))
