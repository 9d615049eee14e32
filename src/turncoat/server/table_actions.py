"""The actions of people at tables: sit down, leave, answer, talk. Pages and API both call these functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from turncoat.bots import bot_factory, seat_names, usual_bot
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes, tag_of
from turncoat.kernel.errors import NotAllowed, NotYours, Refusal
from turncoat.kernel.grammar import read as read_text
from turncoat.kernel.lexicon import either, plain
from turncoat.kernel.promise import Pledge, Say
from turncoat.server import chair
from turncoat.server.auth import Caller
from turncoat.server.keeper import TablePlan
from turncoat.server.names import check_apart, check_name
from turncoat.server.people import named, new_secret
from turncoat.server.services import Services
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.holders import NOBODY, Seat, holder_of
from turncoat.table.pledge_words import OPEN_GIFT, left_open
from turncoat.table.proof import Receipt
from turncoat.table.record import Json, SeatKind, Spoken
from turncoat.table.seat_view import first_until
from turncoat.table.table import Phase, Table
from turncoat.table.table_view import MessageView, messages_at

LONGEST_ACTION_TEXT = 2000
"""The most characters of a message."""


class Created(Struct, frozen=True):
    """A new table and its keys, which are shown only this once; only their digests are stored.

    Attributes:
        table: The id of the table.
        host_key: The key with the host's rights.
        seat_keys: The keys by seat: the holder of a key has the seat. A player who makes a table for themselves gets
            only the key of their own seat.
    """

    table: str
    host_key: str
    seat_keys: tuple[str, ...]

    def names(self, place: int) -> tuple[str, ...]:
        """The name of the person who holds one of these keys."""
        return (named(self.table, self.seat_keys[place]),)


def may_make(services: Services, caller: Caller) -> None:
    """Count a new table for the address and for the person or browser.

    Raises:
        TooMany: too many tables were made; says how many seconds to wait.
    """
    who = caller.person.id if caller.person else caller.name
    services.limits.need("create", caller.address)
    if who != caller.address:
        services.limits.check("create_own", who)
    services.limits.take("create", caller.address)


async def create(services: Services, plan: TablePlan) -> str:
    """Make a table that has no keys or invitations yet; returns its id.

    Raises:
        Refusal: in a sentence that names what is not possible.
    """
    for seat in plan.seats:
        if seat.bot:
            bot_factory(plan.game, seat.bot)
    seats = tuple(replace(seat, name=check_name(seat.name)) for seat in plan.seats)
    for number, seat in enumerate(seats):
        check_apart(seat.name, (seat.name for seat in seats[:number]))
    table = await services.keeper.create(replace(plan, seats=seats))
    return table.header.table


async def keys_to(
    services: Services, table_id: str, seats: Iterable[int], by: Mapping[int, str] | None = None
) -> Created:
    """Make keys for the host's rights and for these seats of a new table; see ``People.issue``."""
    host, *keys = await services.auth.issue(table_id, None, *seats, by=by)
    return Created(table_id, host, tuple(keys))


async def sit_down(
    services: Services, table_id: str, seat: int, names: Sequence[str], name: str = "", *, program: bool = False
) -> None:
    """A person takes a seat whose key they hold, also from a bot; who sits there already may rename it.

    Args:
        services: The server.
        table_id: The table.
        seat: The seat.
        names: The name of the person as a holder of the seat (``Claim.by``). A person who sat there under one of these
            comes back; anybody else is new, and hears only what follows.
        name: The new name of the seat; empty: it stays the same.
        program: Whether a program will play the seat.

    If a person takes the leading player's seat from another person, that person no longer sees its secrets
    (``chair.end_others``).

    Raises:
        TooMany: the seat was renamed too often.
        NotAllowed: the name is not possible; the game is over.
    """
    table = await services.keeper.table(table_id)
    taken = table.state.seats[seat]
    wanted = check_name(name) if name.strip() else taken.name
    former, by = taken.by, taken.by if taken.by in names else names[0]
    if (taken.kind, taken.name, taken.by, taken.program) == (SeatKind.PERSON, wanted, by, program or taken.program):
        return
    services.limits.check("sit", f"{table_id}/{seat}")
    await services.keeper.change(table_id, lambda draft, at: take_seat(draft, at, seat, by, wanted, program=program))
    if former and former != by and seat == table.rules.led_by(table.header.seats):
        await chair.end_others(services, table_id, seat, by)


async def may_sit_down(services: Services, table_id: str, seat: int, names: Sequence[str], name: str) -> None:
    """Check whether a person may take a seat under this name; see ``sit_down``."""
    table = await services.keeper.table(table_id)
    wanted = check_name(name) if name.strip() else table.state.seats[seat].name
    take_seat(Draft(table), services.keeper.now(), seat, names[0], wanted)


def take_seat(draft: Draft, at: int, seat: int, by: str, name: str, *, program: bool = False) -> None:
    """Give a seat to a person, under a name that differs enough from the others.

    Raises:
        NotAllowed: somebody here looks or is called like that; the game is over.
    """
    seats = draft.state.seats
    if name != seats[seat].name:
        check_apart(name, (other.name for number, other in enumerate(seats) if number != seat))
    draft.perform(kept.SeatTaken(at, seat, name, SeatKind.PERSON, by=by, program=program or UNSET))


async def leave(services: Services, table_id: str, seat: int) -> None:
    """A person gets up for good: before the game the seat is free again, during it a bot goes on in their place.

    All keys of the seat stop working. A later player of the seat does not see the messages to this one.

    Raises:
        NotAllowed: no person has this seat; the game is over.
    """
    table = await services.keeper.table(table_id)
    bot = usual_bot(table.header.game, seat, table.header.seats)

    def get_up(draft: Draft, at: int) -> None:
        there, gathering = draft.state.seats[seat], draft.state.phase is Phase.GATHERING
        if there.kind is not SeatKind.PERSON and not there.stands_in:
            raise NotAllowed(f"Nobody has taken the seat of {there.name}.", field="seat")
        if gathering:
            draft.perform(kept.SeatTaken(at, seat, spare_name(draft, seat), SeatKind.OPEN))
        else:
            draft.perform(kept.SeatTaken(at, seat, there.name, SeatKind.BOT, bot))

    await services.keeper.change(table_id, get_up)
    await services.auth.revoke(table_id, seat)


def spare_name(draft: Draft, seat: int) -> str:
    """A name for a free seat that nobody else at the table has."""
    taken = {plain(seat.name) for seat in draft.state.seats}
    names = seat_names(2 * len(draft.state.seats))
    return next(name for name in (*names[seat:], *names) if plain(name) not in taken)


async def claim_free_seat(
    services: Services,
    caller: Caller,
    table_id: str,
    name: str,
    wanted: int | None = None,
    *,
    invited: bool = False,
    program: bool = False,
) -> tuple[int, str]:
    """Take a free seat of a table without a link to it, the first one unless another is wanted.

    Returns the seat and its key; the key is empty for a player who stood by, whose old key now opens the seat. Unused
    links to the seat stop working.

    A person who is ``invited`` has the table's link, which works for unlisted tables too.

    Raises:
        NotAllowed: the seat is not free, or is kept for players on the standby list, or the table is not listed.
    """
    table, key = await services.keeper.table(table_id), new_secret()
    stood_by = caller.stands_by(table_id)
    by, others = stood_by or named(table_id, key), await services.auth.standing_by(table_id)
    if not (table.header.listed or invited):
        raise NotAllowed("This table is not open to everybody: ask the host for a link.", field="table")

    def take(draft: Draft, at: int) -> int:
        free = free_seats(draft.state.seats)
        if not free:
            raise NotAllowed("No seat is free at this table; you can watch.", field="seat")
        if wanted is not None and wanted not in free:
            raise NotAllowed("That seat is taken; choose another.", field="seat", choices=tuple(map(str, free)))
        seat = free[0] if wanted is None else wanted
        first = first_until(draft.table.deadline, draft.state.seats[seat])
        if others and not stood_by and first is not None and at <= first:
            raise NotAllowed(
                "For now this seat is kept for players on the standby list: join the list too.", field="seat"
            )
        called = check_name(name) if name.strip() else draft.state.seats[seat].name
        take_seat(draft, at, seat, by, called, program=program or caller.bot)
        return seat

    seat = await services.keeper.change(table_id, take)
    await services.auth.revoke(table_id, seat)
    if stood_by:
        await services.auth.seat(table_id, stood_by, seat)
        return seat, ""
    await services.auth.keep(table_id, seat, key)
    if caller.session is not None:
        await services.auth.hold(caller.session, key)
    return seat, key


async def move(services: Services, caller: Caller, table_id: str, seat: int, to: int) -> None:
    """Before the game somebody takes a free seat instead of their own, which is free from then on.

    Links to either seat that had not been used, and keys to the old one, are worthless from now on.

    Raises:
        NotAllowed: the game has begun; the other seat is not free, or no person has this one.
    """
    key = new_secret()

    def change_seats(draft: Draft, at: int) -> None:
        there, seats = draft.state.seats[seat], draft.state.seats
        if draft.state.phase is not Phase.GATHERING:
            raise NotAllowed("The game has begun: nobody can change seats any more.", field="to")
        if there.kind is not SeatKind.PERSON or to >= len(seats) or seats[to].kind is not SeatKind.OPEN:
            raise NotAllowed("That seat is not free; choose another.", field="to")
        draft.perform(kept.SeatTaken(at, seat, spare_name(draft, seat), SeatKind.OPEN))
        take_seat(draft, at, to, named(table_id, key), there.name, program=there.program)

    await services.keeper.change(table_id, change_seats)
    await services.auth.revoke(table_id, seat)
    await services.auth.revoke(table_id, to)
    await services.auth.keep(table_id, to, key)
    if caller.session is not None:
        await services.auth.hold(caller.session, key)


def free_seats(seats: Sequence[Seat]) -> list[int]:
    """The seats that are free or offered, in ascending order."""
    return [number for number, seat in enumerate(seats) if seat.kind is SeatKind.OPEN or seat.offered]


# --- answering ------------------------------------------------------------------------------------


def offered(table: Table, seat: int) -> Boxes[Action]:
    """All answers that the seat may give now, and its optional actions."""
    if table.game is None or table.state.phase is not Phase.PLAYING:
        return Boxes()
    asked, extra = play.boxes(table.game, seat), play.beside(table.game, seat)
    return Boxes(*asked.boxes, *extra.boxes, closed=asked.closed + extra.closed)


async def answer_text(services: Services, table_id: str, seat: int, request: int | None, text: str) -> Receipt:
    """Submit an answer in words (``attack agatha``).

    Raises:
        TooMany: the answer was changed too often.
        Refusal: it cannot be understood or is not possible now, unless the rules make an answer of what is bad.
    """
    table = await services.keeper.table(table_id)
    number = present_request(table, seat) if request is None else request
    services.limits.check("change", f"{table_id}/{seat}/{number}")
    try:
        action = read_text(text, offered(table, seat), table.names)
    except Refusal as refusal:
        return await services.keeper.garbled(table_id, seat, number, refusal)
    return await services.keeper.answer(table_id, seat, number, table.rules.write_action(action))


async def answer(services: Services, table_id: str, seat: int, request: int | None, action: Json) -> Receipt:
    """Submit an answer as data.

    Raises:
        TooMany: the answer was changed too often.
        Refusal: it cannot be read, belongs to an earlier question, or is not allowed.
    """
    table = await services.keeper.table(table_id)
    number = present_request(table, seat) if request is None else request
    services.limits.check("change", f"{table_id}/{seat}/{number}")
    return await services.keeper.answer(table_id, seat, number, action)


def present_request(table: Table, seat: int) -> int:
    """The number of the question that the seat has now.

    Raises:
        NotYours: the seat has no question to answer.
    """
    if table.game is None:
        raise NotYours("The game has not begun yet.")
    return table.game.requests[seat]


async def order(
    services: Services,
    table_id: str,
    seat: int,
    question: str,
    actions: tuple[Json, ...],
    unless: tuple[Json, ...] = (),
) -> None:
    """Set a standing order for a repeated question; no actions: cancel it.

    Args:
        services: The server.
        table_id: The table.
        seat: The seat of the player who sets it.
        question: The key of the question.
        actions: The answers to try: the first legal one is used.
        unless: Answers, of which fields may be left out; while one like them is legal, the seat is asked instead.

    Raises:
        Refusal: there is no such question, or an action cannot be read.
    """
    services.limits.check("order", f"{table_id}/{seat}")
    services.limits.spend("part", f"{table_id}/{seat}", len(msgspec.json.encode((actions, unless))))
    await services.keeper.perform(table_id, lambda at: kept.StandingOrderLeft(at, seat, question, actions, unless))


# --- talk -----------------------------------------------------------------------------------------


async def say(services: Services, table_id: str, seat: int, names: Sequence[str], said: Say) -> MessageView:
    """Send a message; returns it as its sender sees it.

    Raises:
        TooMany: the seat has sent too many messages in a short time.
        NotAllowed: the table's talk setting does not permit it; it is empty or too long, or names a seat that does not
        exist.
    """
    table = await services.keeper.table(table_id)
    for field, pledge in (("promise", said.promise), ("request", said.request), ("offer", said.offer)):
        if pledge is not None:
            _check_pledge(table, field, pledge)
    if len(said.text) > LONGEST_ACTION_TEXT:
        raise NotAllowed(f"A message has at most {LONGEST_ACTION_TEXT} characters.", field="text")
    without_words = said.promise or said.request or said.answer or said.point
    if not (said.text.strip() or without_words):
        raise NotAllowed("Write something first.", field="text")
    tidy = replace(said, to=tuple(sorted(set(said.to))), text=said.text.strip())

    services.limits.check("talk", f"{table_id}/{seat}")
    services.limits.spend("part", f"{table_id}/{seat}", len(msgspec.json.encode(tidy)))

    def speak(draft: Draft, at: int) -> Spoken:
        there = draft.state.seats[seat]
        holder = holder_of(there, names)
        if holder == NOBODY:
            raise not_taken(there)
        draft.speak(seat, holder, tidy, at)
        return draft.talk[-1]

    spoken = await services.keeper.change(table_id, speak)
    heard = table.hearing(seat)
    place = next(place for place in reversed(range(len(heard.said))) if heard.said[place] is spoken)
    return messages_at(table, heard, (place,))[0]


def not_taken(there: Seat) -> NotAllowed:
    """The refusal for the bearer of a key who has not sat down: somebody else, a bot or nobody plays there."""
    return NotAllowed(f"Take the seat of {there.name} first.", field="seat")


def _check_pledge(table: Table, field: str, pledge: Pledge) -> None:
    acts = table.rules.acts.kinds if table.rules.acts is not None else ()
    kinds = {tag_of(kind): kind for kind in (*table.rules.actions, *acts)}
    if pledge.act not in kinds:
        sentence = f"In a {field}, act must be {either(kinds)}."
        raise NotAllowed(sentence, field=f"{field}.act", choices=tuple(kinds))
    known = kinds[pledge.act].__struct_fields__
    wrong = next((name for name in pledge.fields if name not in known), None)
    if wrong is not None:
        sentence = f"In a {field}, {pledge.act} has no field {wrong}; it has {', '.join(known) or 'none'}."
        raise NotAllowed(sentence, field=f"{field}.fields", choices=known)
    if part := left_open(kinds[pledge.act], pledge):
        raise NotAllowed(OPEN_GIFT.format(part=part), field=f"{field}.fields.{part}")
    if not 0 <= pledge.who < table.header.seats:
        raise NotAllowed(f"In a {field}, name a seat from 0 to {table.header.seats - 1}.", field=f"{field}.who")
    if not 1 <= pledge.times <= 1000:
        raise NotAllowed(f"A {field} must be for 1 to 1000 answers.", field=f"{field}.times")
