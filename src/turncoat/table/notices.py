"""Which notices each seat of a table should have been sent while its player was elsewhere.

It is asked of the table as it is now: nothing is remembered here, and what is true no more is owed no more. A sender of
notices remembers which notices it has sent, and sends the rest (``turncoat.server.notices.outbox``).

Nothing depends on what other seats have sealed: a notice follows from what everybody knows, and from what the seat
itself is asked, has answered and was told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from turncoat.kernel import play
from turncoat.table.away import is_away
from turncoat.table.holders import Thread
from turncoat.table.milliseconds import DAY, HOUR, MINUTE
from turncoat.table.record import SeatKind
from turncoat.table.seat_view import first_until
from turncoat.table.table import OVER, Phase, Table
from turncoat.table.table_events import OrdersPublished, SeatChanged, SeatOffered, TableEvent, TurnsMissed
from turncoat.table.votes import LASTS

SHORT = HOUR
"""A player who has less than this many milliseconds for a decision gets no reminder of it."""

LAST_REMINDER = 2 * HOUR
"""The last reminder comes this many milliseconds before time is up, or a tenth of the time before if that is more."""

STAYS = DAY
"""A notice of an event is sent at most this many milliseconds after the event."""

LONG_TURN = 30 * DAY
"""A notice of a question without a deadline is sent at most this many milliseconds after the question."""


class Kind(StrEnum):
    """The subjects of notices."""

    BEGAN = "began"
    TURN = "turn"
    REMINDER = "reminder"
    OVERTIME = "overtime"
    MISSED = "missed"
    RESOLVED = "resolved"
    SAID = "said"
    TALK = "talk"
    MOVED = "moved"
    VOTE = "vote"
    FREE = "free"
    OVER = "over"


class Owed(Struct, frozen=True):
    """A notice that the player of a seat should get.

    Attributes:
        kind: The subject of the notice.
        key: Distinguishes it from all other notices to this seat.
        at: The time from which it is due, in milliseconds since the epoch.
        until: The time after which it is not sent any more.
        due: The end of the player's time, if the notice is about that.
        facts: Further facts for the notice, all of which the seat knows.
    """

    kind: Kind
    key: str
    at: int
    until: int
    due: int | None = None
    facts: Mapping[str, str | int] = {}


def owed(table: Table, seat: int | None, now: int, holder: int | None = None) -> list[Owed]:
    """All notices that a seat (None: a spectator) should have got by now.

    Args:
        table: The table, with all that has happened and been said.
        seat: The seat.
        now: The present time in milliseconds since the epoch.
        holder: The number of the seat's holder; None: the person who has the key to the seat.
    """
    found = [*_of_the_game(table), *_of_votes(table, seat)]
    if seat is None:
        found += [*_of_the_clock(table), *_of_free_seats(table)]
    else:
        found += [*_of_a_turn(table, seat, now), *_missed(table, seat), *_of_talk(table, seat, holder)]
    return [notice for notice in found if notice.at <= now <= notice.until]


def next_look(table: Table, now: int) -> int | None:
    """The next time at which a notice is due even if nothing happens before; None: no such time is known."""
    times = [at for _, at in _reminders(table)] + [vote.until - DAY for vote in table.state.votes]
    return min((at for at in times if at > now), default=None)


def _of_the_game(table: Table) -> Iterator[Owed]:
    state = table.state
    if state.phase in OVER:
        ended = table.happened[-1].at if state.phase is Phase.FINISHED and table.happened else state.moved
        if ended is not None:
            yield Owed(Kind.OVER, "over", ended, ended + 3 * STAYS)
        return
    began = next((event.at for event in table.happened if not isinstance(event.event, TableEvent)), None)
    if began is not None:
        yield Owed(Kind.BEGAN, "began", began, began + STAYS)
    closed = next((event.at for event in reversed(table.happened) if isinstance(event.event, OrdersPublished)), None)
    if closed is not None:
        yield Owed(Kind.RESOLVED, f"resolved {closed}", closed, closed + STAYS)


def _of_a_turn(table: Table, seat: int, now: int) -> Iterator[Owed]:
    state, game = table.state, table.game
    if game is None or not owes(table, seat):
        return
    request, due, opened = game.requests[seat], state.due, state.opened
    if state.moved is not None:
        yield from _of_the_clock(table)
    if opened is None or state.phase is not Phase.PLAYING:
        return
    until = opened + LONG_TURN if due is None else due
    if state.overtime and due is not None:
        late = due - round(state.pace.grace * MINUTE)
        yield Owed(Kind.OVERTIME, f"overtime {request}", late, until, due)
        return
    yield Owed(Kind.TURN, f"turn {request}", opened, until, due)
    passed = [(name, at) for name, at in _reminders(table) if at <= now]
    if passed and seat not in state.saved and not is_away(state.seats[seat], now):
        name, at = passed[-1]
        yield Owed(Kind.REMINDER, f"reminder {request} {name}", at, until, due)


def owes(table: Table, seat: int) -> bool:
    """Whether the person at this seat still has to answer the open question."""
    game, state = table.game, table.state
    if game is None or state.seats[seat].kind is not SeatKind.PERSON:
        return False
    under_way = state.phase in (Phase.PLAYING, Phase.PAUSED)
    return under_way and seat in play.asked(game) and play.answer_of(game, seat) is None


def _reminders(table: Table) -> list[tuple[str, int]]:
    """When a player who has not answered is reminded: at half of the time, and shortly before its end."""
    due, opened, phase = table.state.due, table.state.opened, table.state.phase
    if due is None or opened is None or phase is not Phase.PLAYING or table.state.overtime or due - opened < SHORT:
        return []
    half, last = opened + (due - opened) // 2, due - max(LAST_REMINDER, (due - opened) // 10)
    return [("half", half), *([(f"last {due}", last)] if last > half else [])]


def _of_the_clock(table: Table) -> Iterator[Owed]:
    """A notice that the deadline of the open decision was moved, or that the clock was stopped."""
    state = table.state
    if state.moved is not None and state.phase in (Phase.PLAYING, Phase.PAUSED):
        until = state.moved + STAYS if state.due is None else max(state.due, state.moved)
        yield Owed(Kind.MOVED, f"moved {state.moved}", state.moved, until, state.due)


def _missed(table: Table, seat: int) -> Iterator[Owed]:
    """The seat has missed the last decision, or a bot stands in for it that its player has not asked for."""
    there = table.state.seats[seat]
    if table.state.phase in OVER or there.leave is not None or not (there.missed or there.stands_in):
        return
    for event in reversed(table.happened):
        match event.event:
            case TurnsMissed(seats=seats) if seat in seats:
                break
            case SeatChanged(seat=other, stands_in=True) | SeatOffered(seat=other) if other == seat:
                break
    else:
        return
    facts = {"stands_in": int(there.stands_in), "offered": int(there.offered)}
    yield Owed(Kind.MISSED, f"missed {event.at}", event.at, event.at + 3 * STAYS, None, facts)


def _of_free_seats(table: Table) -> Iterator[Owed]:
    """A seat has become free during the game: who stands by comes first for a while, and is told (event 31)."""
    free = [seat for seat in table.state.seats if seat.free_since is not None]
    if table.state.phase in OVER or not free:
        return
    last = max(free, key=lambda seat: seat.free_since or 0)
    since, until = last.free_since or 0, first_until(table.deadline, last) or 0
    yield Owed(Kind.FREE, f"free {since}", since, until, until)


def _of_votes(table: Table, seat: int | None) -> Iterator[Owed]:
    for vote in table.state.votes:
        if seat is not None and (seat not in vote.voters or seat in vote.ballots):
            continue
        facts = {"vote": vote.number}
        put, again = vote.until - LASTS, vote.until - DAY
        yield Owed(Kind.VOTE, f"vote {vote.number}", put, vote.until, vote.until, facts)
        if seat is not None:
            yield Owed(Kind.VOTE, f"vote {vote.number} again", again, vote.until, vote.until, facts)


def _of_talk(table: Table, seat: int, holder: int | None) -> Iterator[Owed]:
    """A notice of the last message in each conversation of the seat; public talk has a kind of its own."""
    if not table.talk:
        return  # what a seat has heard is kept up to date from then on: nothing is asked where nothing was said
    heard = table.hearing(seat, holder)
    for thread, places in heard.threads.items():
        others = (place for place in reversed(places) if heard.said[place].message.sender != seat)
        place = next(others, None)
        if place is not None:
            at, kind = heard.said[place].at, Kind.SAID if thread else Kind.TALK
            yield Owed(kind, f"{kind} {place + 1}", at, at + STAYS, None, facts_of(thread, place + 1))


def facts_of(thread: Thread, number: int) -> dict[str, str | int]:
    """The conversation and the number of a message, as the facts of a notice."""
    return {"thread": ",".join(map(str, thread)), "message": number}
