"""The characters that seats bring into a game: checked when they are brought, agreed on when the game begins."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turncoat.kernel.errors import NotAllowed
from turncoat.table.record import CharacterTaken, Json, SeatKind
from turncoat.table.table import Character, Game, Table, TableState
from turncoat.table.table_events import CharacterBrought


def bring(table: Table, state: TableState, entry: CharacterTaken) -> tuple[CharacterBrought, CharacterTaken]:
    """Let a seat bring a character or take it back; returns the public event, and the entry with a checked character.

    Raises:
        NotAllowed: the game has no characters, or the seat plays none.
        BadSetup: it breaks a rule, or does not fit what was agreed on.
    """
    rules, seat = table.rules.characters, state.seats[entry.seat]
    if rules is None:
        raise NotAllowed(f"No character can be brought to {table.rules.title}.", field="seat")
    if entry.sheet is None:
        if state.characters.pop(entry.seat, None) is None:
            raise NotAllowed(f"{seat.name} has brought no character.", field="seat")
        return CharacterBrought(entry.seat, "", ""), entry
    if entry.seat not in rules.players(table.header.seats):
        raise NotAllowed(
            f"The seat of {seat.name} cannot bring a character ({rules.rule}).", field="seat", rule=rules.rule
        )
    if seat.kind is SeatKind.OPEN:
        raise NotAllowed(f"Nobody sits at the seat of {seat.name} yet.", field="seat")
    data = rules.read(entry.sheet, table.options)
    shown = rules.sheet(data, True)
    state.characters[entry.seat] = Character(entry.mark, shown.name, shown.line, msgspec.json.encode(data).decode())
    return CharacterBrought(entry.seat, shown.name, shown.line), replace(entry, sheet=dict(data))


def sheet_of(character: Character) -> Json:
    """The whole character as plain data, decoded from JSON."""
    return cast("Json", msgspec.json.decode(character.sheet))


def agreed(table: Table, state: TableState) -> Struct:
    """The options with which the game begins, including the characters that seats brought."""
    if table.rules.characters is None or not state.characters:
        return table.options
    brought = {seat: sheet_of(character) for seat, character in sorted(state.characters.items())}
    return table.rules.characters.agreed(table.options, brought, table.header.seats)


def note_end(table: Table, state: TableState, game: Game) -> None:
    """After the game, note the outcome for each character that a seat brought."""
    if table.rules.characters is not None and state.characters:
        outcomes = table.rules.characters.outcomes(game)
        state.characters = {
            seat: replace(character, outcome=outcomes.get(seat)) for seat, character in state.characters.items()
        }
