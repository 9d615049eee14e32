"""Campaigns: tables that follow one another with the same people, their characters, and notes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Literal

from msgspec import Struct

from turncoat.kernel.characters import Outcome, Sheet
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server import characters
from turncoat.server.character_store import Character, Happening, Owners
from turncoat.server.keeper import NoSuchTable
from turncoat.server.services import Services
from turncoat.table.characters import sheet_of
from turncoat.table.table import Phase, Table

MOST_SESSIONS = 30
"""A campaign page shows at most this many sessions, the last ones."""

LONGEST = 8000
"""The greatest length of the notes of a campaign, in characters."""

Whose = Literal["all", "leader"]


class Member(Struct, frozen=True):
    """A character of the party.

    Attributes:
        seat: The character's seat.
        name: Its name; empty: it has its player's name.
        sheet: Its character sheet when the last session began.
        kept: Whether its player brings it to the next session.
    """

    seat: int
    name: str
    sheet: Sheet
    kept: bool


class Session(Struct, frozen=True):
    """A session of a campaign: one table.

    Attributes:
        number: The number of the session, from 1.
        table: The id of its table.
        created: When the table was made, in milliseconds since the epoch.
        phase: Whether the table waits for players, is being played, or is over.
        party: The names of the characters, or else of the players, by seat.
        outcomes: The result for each of them, by seat; empty until the game is over.
    """

    number: int
    table: str
    created: int
    phase: Phase
    party: Mapping[int, str]
    outcomes: Mapping[int, Outcome]


def party_of(table: Table) -> tuple[Member, ...]:
    """The characters at a table: those of its game, or those that were brought to it so far."""
    rules = table.rules.characters
    if rules is None:
        return ()
    brought = {seat: sheet_of(brought) for seat, brought in table.state.characters.items()}
    found = rules.there(table.game) if table.game is not None else brought
    made = {seat: rules.sheet(data, True) for seat, data in sorted((found or brought).items())}
    return tuple(Member(seat, sheet.name, sheet, seat in brought) for seat, sheet in made.items())


def session_of(number: int, table: Table) -> Session:
    """The session played at a table, for all its players."""
    rules, state = table.rules.characters, table.state
    over = rules is not None and table.game is not None and state.phase is Phase.FINISHED
    outcomes = rules.outcomes(table.game) if over and rules is not None and table.game is not None else {}
    seats = rules.players(table.header.seats) if rules is not None else range(table.header.seats)
    named = {member.seat: member.name for member in party_of(table) if member.name}
    party = {seat: named.get(seat) or state.seats[seat].name for seat in seats}
    return Session(number, table.header.table, table.header.created, state.phase, party, outcomes)


async def sessions(services: Services, table_id: str) -> list[Table]:
    """The tables of a campaign that still exist, at most the last ones, oldest first."""
    found = []
    for session in (await services.keeper.read(services.campaigns.sessions, table_id))[-MOST_SESSIONS:]:
        with suppress(NoSuchTable):
            found.append(await services.keeper.table(session))
    return found


async def write_notes(services: Services, table_id: str, whose: Whose, words: str) -> None:
    """Store the notes of a campaign.

    Raises:
        NotAllowed: they are too long.
    """
    if len(words.strip()) > LONGEST:
        raise NotAllowed(f"Notes have at most {LONGEST} characters.", field="notes")
    await services.keeper.write(services.campaigns.write, table_id, whose, words.strip())


async def bring_along(services: Services, owners: Owners, table_id: str, following: str, seat: int) -> None:
    """Bring to the next table the character that fought at this one, if there is one that can come."""
    fought = await services.keeper.read(services.campaigns.fought, owners, table_id)
    if fought is not None:
        with suppress(Refusal):
            await characters.bring(services, owners, fought, following, seat)


async def keep_made(services: Services, owner: str, table_id: str, seat: int, name: str) -> str:
    """Keep a character that was made at a table, once its game is over; returns its id.

    It then has this game's growth to come.

    Raises:
        NotAllowed: there is none, it was brought, it is dead, or it is kept already.
        BadSetup: it needs a name, or breaks a rule.
    """
    table = await services.keeper.table(table_id)
    rules, state = table.rules.characters, table.state
    if rules is None or table.game is None or state.phase is not Phase.FINISHED or seat in state.characters:
        raise NotAllowed("No character was made at this seat, or the game is not over.", field="seat")
    if await services.keeper.read(services.campaigns.fought, (owner,), table_id) is not None:
        raise NotAllowed("You keep the character of this game already.", field="seat")
    outcome = rules.outcomes(table.game)[seat]
    if outcome.dead:
        raise NotAllowed("This character is dead.", field="seat", rule=outcome.rule)
    sheet = dict(rules.read({**rules.there(table.game)[seat], "name": name.strip()}, None))
    made = Character(game=table.header.game, sheet=sheet, seasoned=True, owed=int(outcome.grows))
    played = Happening(services.keeper.now(), "played", outcome.said, outcome.rule, table_id)
    return await characters.keep(services, owner, made, "made", played)
