"""A table that is made for the caller's characters; bots or friends take the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from turncoat.bots import bot_factory, bot_for_seat, seat_names
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, NotAllowed, Refusal
from turncoat.kernel.lexicon import plain
from turncoat.server import host_actions, table_actions
from turncoat.server.character_store import Character, Owners, State
from turncoat.server.characters import bring, name_of, rules_of
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.services import Services
from turncoat.table.record import Json


class Call(Struct, frozen=True, forbid_unknown_fields=True):
    """The wanted table: the caller plays the first of these characters, bots play the others.

    Attributes:
        characters: The ids of the characters.
        name: The caller's name at the table; empty: the first character's name.
        seats: The number of seats; 0: the least that is recommended.
        bot: The bot that plays; empty: the strongest one for each seat.
        options: The options of the game; an option that is left out has its default.
        friends: Whether friends take the other seats; the game then does not begin yet.
    """

    characters: Annotated[tuple[str, ...], Meta(max_length=100)]
    name: Annotated[str, Meta(max_length=80)] = ""
    seats: Annotated[int, Meta(ge=0, le=1000)] = 0
    bot: Annotated[str, Meta(max_length=40)] = ""
    options: Json = {}
    friends: bool = False


async def gather(services: Services, owners: Owners, call: Call) -> table_actions.Created:
    """Make a table, bring these characters, and begin unless friends take the other seats.

    The caller gets the host's key and the key of the first seat.

    Raises:
        Refusal: somebody cannot come, or the table cannot be; there is none then, or it is closed.
    """
    if not call.characters:
        raise NotAllowed("Choose at least one character.", field="characters")
    if len(set(call.characters)) != len(call.characters):
        raise NotAllowed("Choose each character only once.", field="characters")
    coming = [await services.keeper.read(services.characters.one, owners, character) for character in call.characters]
    plan = _plan(coming, call)
    for character in coming:
        _check(character, plan)
    made = await table_actions.keys_to(services, await table_actions.create(services, plan), (0,))
    try:
        await table_actions.sit_down(services, made.table, 0, made.names(0))
        for seat, character in enumerate(coming):
            await bring(services, owners, character.id, made.table, seat)
        if not call.friends:
            await host_actions.start(services, made.table)
    except Refusal:
        await host_actions.close(services, made.table)
        raise
    return made


def _plan(coming: Sequence[Character], call: Call) -> TablePlan:
    game = coming[0].game
    rules, players = ruleset(game), rules_of(game).players
    if call.bot:
        bot_factory(game, call.bot)
    if len(coming) > (most := len(players(rules.seats[-1]))):
        raise NotAllowed(f"Choose at most {most} characters.", field="characters")
    enough = [seats for seats in rules.seats if len(players(seats)) >= len(coming)]
    seats = call.seats or max(enough[0], rules.suggested[0])
    if seats not in enough:
        many = f"{len(coming)} character{'s' if len(coming) > 1 else ''}"
        raise BadSetup(f"With {many} the table needs {enough[0]} to {enough[-1]} seats, not {seats}.", field="seats")
    called = list(map(name_of, coming))
    names = _names([call.name.strip() or called[0], *called[1:]], seats)
    played = [seat > 0 and (seat < len(coming) or not call.friends) for seat in range(seats)]
    bots = [bot_for_seat(game, call.bot, seat, seats) if by else "" for seat, by in enumerate(played)]
    title = f"{called[0]} and company" if len(called) > 1 else called[0]
    usual = {} if played[-1] else rules.with_a_person_leading
    return TablePlan(game, tuple(map(SeatPlan, names, bots)), {**usual, **call.options}, title, listed=False)


def _names(wanted: Sequence[str], seats: int) -> list[str]:
    """A different name for every seat."""
    taken: dict[str, str] = {}
    spare = iter(seat_names(2 * seats))
    for seat in range(seats):
        name = wanted[seat] if seat < len(wanted) else next(spare)
        while plain(name) in taken:
            name = next(spare)
        taken[plain(name)] = name
    return list(taken.values())


def _check(character: Character, plan: TablePlan) -> None:
    """Check a call before a table is made for it.

    Raises:
        Refusal: the character cannot come.
    """
    rules, name = ruleset(plan.game), name_of(character)
    if character.game != plan.game:
        raise NotAllowed(f"{name} is not a character of {rules.title}.", field="characters")
    if character.state is not State.ACTIVE:
        raise NotAllowed(f"{name} is {character.state}.", field="characters")
    if character.away is not None:
        raise NotAllowed(f"{name} is in another game that is not over.", field="characters")
    options = rules.read_options(plan.options)
    try:
        rules_of(plan.game).read(character.sheet, options)
    except BadSetup as bad:
        raise NotAllowed(f"{name}: {bad.sentence}", field="characters", rule=bad.rule) from None
