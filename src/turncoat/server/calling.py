"""A game that begins from a roster: one's own belongings in the first seats, bots or friends in the others."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from turncoat.bots import bot_factory, bot_for_seat
from turncoat.bots.names import seat_names
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, NotAllowed, Refusal
from turncoat.kernel.lexicon import plain
from turncoat.server import deeds, hosting
from turncoat.server.chest import Belonging, Owners, State
from turncoat.server.house import House
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.keepsakes import rules_of, word_of
from turncoat.table.record import Json


class Call(Struct, frozen=True):
    """What is wanted.

    Attributes:
        belongings: Ids: the first is the caller's own seat, bots play the others.
        name: What the caller is called at the table; empty: like the first belonging.
        seats: Number of seats; 0: as few as are recommended.
        bot: Which bot plays; empty: the strongest that suits each seat.
        options: The game's options.
        friends: Leave the other seats to friends and do not begin yet.
    """

    belongings: tuple[str, ...]
    name: str = ""
    seats: int = 0
    bot: str = ""
    options: Json = {}
    friends: bool = False


async def call_out(house: House, owners: Owners, call: Call) -> deeds.Created:
    """Make a table, bring everything that was called, and begin unless friends are waited for.

    The table, its host's key and that of the first seat: both are for who asks.

    Args:
        house: The server.
        owners: Who asks.
        call: What is wanted.

    Raises:
        Refusal: something cannot come, or the table cannot be; there is none then, or it is closed.
    """
    if not call.belongings:
        raise NotAllowed("Choose who comes along.", field="belongings")
    if len(set(call.belongings)) != len(call.belongings):
        raise NotAllowed("belongings: each can come along once.", field="belongings")
    coming = [await house.roster.one(owners, one) for one in call.belongings]
    plan = _plan(coming, call)
    await _check(house, owners, coming, plan)
    made = await deeds.keys_to(house, await deeds.create(house, plan), 1)
    try:
        await deeds.sit_down(house, made.table, 0, made.names(0))
        for seat, one in enumerate(coming):
            await house.roster.bring(await house.roster.one(owners, one.id), made.table, seat)
        if not call.friends:
            await hosting.start(house, made.table)
    except Refusal:
        await hosting.close(house, made.table)
        raise
    return made


def _plan(coming: Sequence[Belonging], call: Call) -> TablePlan:
    game = coming[0].game
    rules, kept = ruleset(game), rules_of(game)
    if call.bot:
        bot_factory(game, call.bot)
    least = next(seats for seats in rules.seats if len(kept.bringers(seats)) >= len(coming))
    seats = call.seats or max(least, rules.suggested[0])
    if seats not in rules.seats or len(kept.bringers(seats)) < len(coming):
        low, high = least, rules.seats[-1]
        raise BadSetup(f"seats: must be {low} to {high} for {len(coming)} {kept.noun}s, not {seats}.", field="seats")
    labels = [kept.sheet(one.sheet, seasoned=True).label for one in coming]
    names = _names([call.name.strip() or labels[0], *labels[1:]], seats)
    played = [seat > 0 and (seat < len(coming) or not call.friends) for seat in range(seats)]
    bots = [bot_for_seat(game, call.bot, seat, seats) if by else "" for seat, by in enumerate(played)]
    plans = tuple(map(SeatPlan, names, bots))
    title = f"{labels[0]} and company" if len(labels) > 1 else labels[0]
    return TablePlan(game, plans, call.options, title, listed=False)


def _names(wanted: Sequence[str], seats: int) -> list[str]:
    """A name for every seat, no two alike."""
    names: list[str] = []
    taken: set[str] = set()
    spare = iter(seat_names(2 * seats))
    for seat in range(seats):
        name = wanted[seat] if seat < len(wanted) else next(spare)
        while plain(name) in taken:
            name = next(spare)
        taken.add(plain(name))
        names.append(name)
    return names


async def _check(house: House, owners: Owners, coming: Sequence[Belonging], plan: TablePlan) -> None:
    """Before a table is made for nothing.

    Raises:
        Refusal: something cannot come.
    """
    kept, options = rules_of(plan.game), ruleset(plan.game).read_options(plan.options)
    away = {one.belonging for one in await house.roster.where(owners) if one.under_way}
    for one in coming:
        label = kept.sheet(one.sheet, seasoned=True).label
        if one.game != plan.game:
            raise NotAllowed(f"{label} is no {kept.noun} of {ruleset(plan.game).title}.", field="belongings")
        if one.state is not State.ACTIVE:
            raise NotAllowed(f"{label} is {word_of(one)}.", field="belongings")
        if one.id in away:
            raise NotAllowed(f"{label} is in another game that is not over.", field="belongings")
        if fault := kept.fits(one.sheet, options):
            raise NotAllowed(f"{label}: {fault}", field="belongings")
