"""Characters: people make them and bring them to tables, and they grow.

Their game defines what a character has and how it changes. A character enters the record of a table as it is when the
game begins, so that the record replays without this server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from secrets import token_hex
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from turncoat.games import game_ids, ruleset
from turncoat.kernel.characters import Characters, Data
from turncoat.kernel.errors import UNREADABLE, BadSetup, NotAllowed, Refusal, Unreadable
from turncoat.kernel.misread import in_words
from turncoat.server.character_store import ANOTHER, Change, Changed, Character, Happening, Owners, State, need_home
from turncoat.server.problems import NotFound
from turncoat.server.services import Services
from turncoat.table.characters import sheet_of
from turncoat.table.draft import Draft
from turncoat.table.record import CharacterTaken, SeatKind
from turncoat.table.table import Phase, Table

LONGEST_NOTES = 4000
"""The greatest length of the owner's notes, in characters."""

TRIES = 100
"""How often a random character is drawn until its name and its traits fit together."""

LARGEST = 64 * 1024
"""The most bytes of a character's file."""


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """A character as a file: without its history and its owner. A dead character stays dead in every copy.

    Attributes:
        format: The kind of the file.
        game: The id of its game.
        sheet: The character sheet, in the game's own form.
        notes: The owner's notes, if the owner exported them.
        seasoned: Whether the character has ever played.
        state: Whether it can play, is retired, or is dead.
    """

    format: Literal["turncoat character 1"]
    game: Annotated[str, Meta(max_length=40)]
    sheet: dict[str, object]
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)] = ""
    seasoned: bool = False
    state: State = State.ACTIVE


# --- by the rules ---------------------------------------------------------------------------------


def games_with_characters() -> tuple[str, ...]:
    """The games for which people can make characters."""
    return tuple(game for game in game_ids() if ruleset(game).characters is not None)


def by_lot(rules: Characters[Any, Any], chance: Random) -> Data:
    """A random new character: words that fit together, and every point spent; a blank one if none is found.

    Args:
        rules: The game's rules for characters.
        chance: The source of random numbers.
    """
    blank = rules.sheet(rules.blank, False)
    for _ in range(TRIES):
        made: dict[str, object] = {}
        for choice in blank.choices:
            groups = dict(choice.groups)
            open_now = choice.open.get(str(made[choice.by]), ()) if choice.by else tuple(groups)
            if words := [word for group in open_now for word in groups[group]]:
                made[choice.name] = chance.choice(words)
        steps = dict.fromkeys((skill.name for skill in blank.skills), 0)
        for _ in range(blank.points):
            steps[chance.choice([skill.name for skill in blank.skills if steps[skill.name] < skill.room])] += 1
        with suppress(BadSetup):
            return {**rules.edited(rules.blank, {"name": "Anybody", **made, **steps}, False), "name": ""}
    return rules.blank


def rules_of(game: str) -> Characters[Any, Any]:
    """A game's rules for characters.

    Raises:
        NotFound: it has none, or there is no such game.
    """
    found = ruleset(game).characters if game in game_ids() else None
    if found is None:
        games = games_with_characters()
        sentence = f"There are no characters of {game[:40]!r}; there are characters of {', '.join(games)}."
        raise NotFound(sentence, field="game", choices=games)
    return found


def name_of(character: Character) -> str:
    """The name of a character."""
    return rules_of(character.game).sheet(character.sheet, True).name


def need_active(character: Character) -> None:
    """Refuse a character that is dead or retired; raises ``NotAllowed``."""
    if character.state is not State.ACTIVE:
        raise NotAllowed(f"This character is {character.state}.", field="state")


def _tidy(notes: str) -> str:
    if len(notes.strip()) > LONGEST_NOTES:
        raise NotAllowed(f"Notes have at most {LONGEST_NOTES} characters.", field="notes")
    return notes.strip()


# --- new ones -------------------------------------------------------------------------------------


def made(game: str, sheet: Data, notes: str) -> Character:
    """Make a new character without storing it.

    Raises:
        Refusal: the character breaks a rule.
    """
    rules = rules_of(game)
    return Character(game=game, sheet=dict(rules.edited(rules.blank, sheet, False)), notes=_tidy(notes))


def read_file(data: bytes) -> Character:
    """Read a character from a file as a new one, without an owner and without storing it.

    Raises:
        Refusal: it cannot be read, or breaks a rule.
    """
    if len(data) > LARGEST:
        raise Unreadable(f"The file is larger than {LARGEST // 1024} KB.", field="file")
    try:
        file = msgspec.json.decode(data, type=File)
    except UNREADABLE as fault:
        raise Unreadable(f"The file cannot be read: {in_words(fault, File)}.", field="file") from None
    sheet = dict(rules_of(file.game).read(file.sheet, None))
    return Character(game=file.game, sheet=sheet, notes=_tidy(file.notes), seasoned=file.seasoned, state=file.state)


async def keep(
    services: Services, owner: str, new: Character, kind: Literal["made", "imported"], *more: Happening
) -> str:
    """Store a new character, perhaps with more history; returns its id.

    Raises:
        NotAllowed: its owner keeps too many.
    """
    kept = replace(new, id=token_hex(8), created=services.keeper.now())
    said = "Made." if kind == "made" else "Read from a file."
    await services.keeper.write(services.characters.add, owner, kept, Happening(kept.created, kind, said), *more)
    return kept.id


# --- what becomes of one --------------------------------------------------------------------------


async def change(
    services: Services, owners: Owners, character: str, work: Change, version: int | None = None
) -> Character:
    """Apply one of the changes below to a character, if it is still the version that the caller has seen.

    Raises:
        Refusal: there is none, it has changed meanwhile, or the change refuses; it is as it was.
    """
    return await services.keeper.write(
        services.characters.change, owners, character, work, services.keeper.now(), version
    )


def edited(sheet: Data, notes: str | None = None) -> Change:
    """Edit a character for its owner: the notes at any time, the sheet between games, within the rules."""

    def work(was: Character, at: int) -> Changed:
        written = dict(rules_of(was.game).edited(was.sheet, sheet, was.seasoned))
        now = replace(was, sheet=written, notes=was.notes if notes is None else _tidy(notes))
        if written == was.sheet:
            return now, []
        need_active(was)
        need_home(was)
        return now, [Happening(at, "edited", "Changed.")]

    return work


def grown(choice: Data | None) -> Change:
    """The character grows for a finished game, or spends a saved point; without a choice, by the default."""

    def work(was: Character, at: int) -> Changed:
        need_active(was)
        need_home(was)
        if choice is None and not was.owed:
            raise NotAllowed("This character has no point to spend now.", field="choice")
        return _grow(was, choice, at)

    return work


def grown_as_usual(was: Character, at: int) -> Changed:
    """Characters whose owner has not chosen grow by the default choice."""
    told: list[Happening] = []
    while was.owed:
        was, more = _grow(was, None, at)
        told += more
    return was, told


def _grow(was: Character, choice: Data | None, at: int) -> Changed:
    sheet, said = rules_of(was.game).grown(was.sheet, choice, was.owed > 0)
    return replace(was, sheet=dict(sheet), owed=max(0, was.owed - 1)), [Happening(at, "grown", said)]


def put_to(state: State) -> Change:
    """The owner retires or reactivates the character; refused if it is so already, dead, or in a game."""

    def work(was: Character, at: int) -> Changed:
        if was.state in (State.DEAD, state):
            raise NotAllowed(f"This character is {was.state}.", field="state")
        need_home(was)
        kind = "retired" if state is State.RETIRED else "returned"
        return replace(was, state=state), [Happening(at, kind, f"{kind.capitalize()}.")]

    return work


async def export(services: Services, owners: Owners, character: str, *, notes: bool = False) -> tuple[str, bytes]:
    """The name and the content of a character's file. Growth that is still owed is chosen by default first.

    Args:
        services: The server.
        owners: The person or browser that asks.
        character: The id of the character.
        notes: Write the owner's notes into it, too: a file that is handed to others has none of them.

    Raises:
        NotFound: there is no such character.
    """
    one = await change(services, owners, character, grown_as_usual)
    kept = one.notes if notes else ""
    file = File("turncoat character 1", one.game, one.sheet, kept, one.seasoned, one.state)
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name_of(one))
    name = f"{plain.strip('-').lower() or 'character'}-{one.game}.json"
    return name, msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


# --- at tables ------------------------------------------------------------------------------------


async def bring(services: Services, owners: Owners, character: str, table_id: str, seat: int) -> None:
    """Bring a character to a seat of a table that has not begun; it can be promised to several tables.

    Raises:
        Refusal: it is not active, does not fit what was agreed on, is at the table already, or the game has begun.
    """
    keeper, store = services.keeper, services.characters
    brought, table = await keeper.read(store.one, owners, character), await keeper.table(table_id)
    need_active(brought)
    if table.header.game != brought.game:
        raise NotAllowed(f"{name_of(brought)} is not a character of {table.rules.title}.", field="character")
    there = await keeper.read(store.at, table_id)
    if any(there.get(other.mark) == brought.id and at != seat for at, other in table.state.characters.items()):
        raise NotAllowed("This character sits at another seat of this table already.", field="character")
    ready, mark = await change(services, owners, character, grown_as_usual), token_hex(8)
    store.coming[mark] = brought.id
    try:
        await keeper.perform(table_id, lambda at: CharacterTaken(at, seat, mark, ready.sheet))
    finally:
        del store.coming[mark]


async def accepted(services: Services, table: Table) -> frozenset[int]:
    """The seats whose characters the player who leads the game has accepted."""
    if not table.state.characters:
        return frozenset()
    marks = await services.keeper.read(services.characters.accepted, table.header.table)
    return frozenset(seat for seat, character in table.state.characters.items() if character.mark in marks)


async def unaccepted(services: Services, table: Table) -> tuple[str, ...]:
    """The names of the characters that a person who leads the game has not accepted yet; a program accepts none."""
    leads = table.rules.led_by(table.header.seats)
    leader = None if leads is None else table.state.seats[leads]
    if leader is None or leader.kind is not SeatKind.PERSON or leader.program:
        return ()
    good = await accepted(services, table)
    return tuple(brought.name for seat, brought in sorted(table.state.characters.items()) if seat not in good)


async def take_back(services: Services, table_id: str, seat: int, mark: str = "") -> None:
    """Remove the character that a player has brought to a seat; with a mark, only the one with this mark.

    Raises:
        Refusal: it has brought none, or another one, or the game has begun.
    """

    def remove(draft: Draft, at: int) -> None:
        there = draft.state.characters.get(seat)
        if mark and there is not None and there.mark != mark:
            raise NotAllowed(ANOTHER, field="from")
        draft.perform(CharacterTaken(at, seat, "", None))

    await services.keeper.change(table_id, remove)


async def begin(services: Services, table_id: str, begin: Callable[[Draft, int], None]) -> None:
    """Begin a game with the characters that were brought, as they are by then, or not at all.

    Raises:
        Refusal: somebody cannot come, or ``begin`` refuses; nobody has set out.
    """
    keeper, store = services.keeper, services.characters
    state = (await keeper.table(table_id)).state
    brought = dict(state.characters) if state.phase is Phase.GATHERING else {}
    sheets: Mapping[int, dict[str, object]] = {}
    if brought:
        sheets = await keeper.write(store.set_out, table_id, brought, grown_as_usual, keeper.now())

    def begin_with_them(draft: Draft, at: int) -> None:
        if draft.state.phase is Phase.GATHERING and draft.state.characters != brought:
            raise NotAllowed(
                "A player has just brought another character. Look at the table, then begin again.", field="character"
            )
        for seat, sheet in sheets.items():
            if sheet_of(brought[seat]) != sheet:
                draft.perform(CharacterTaken(at, seat, brought[seat].mark, sheet))
        begin(draft, at)

    try:
        await keeper.change(table_id, begin_with_them)
    except Refusal:
        if brought:
            await keeper.write(store.set_free, table_id)
        raise
