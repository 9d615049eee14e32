"""What can be written at a table besides answers and talk: one language for the terminal and the API.

A line is a command if it begins with one of ``WORDS`` and the open question has no answer of that name.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Literal, cast

from msgspec import Struct

from turncoat.kernel.errors import Unreadable
from turncoat.table.deadline import After, AtTimes, Deadline, NoDeadline
from turncoat.table.proposals import (
    Abandon,
    ChangePace,
    ChooseHost,
    Concede,
    Draw,
    Extension,
    GoOn,
    OfferSeat,
    Pause,
    Proposal,
)

SeatOf = Callable[[str], int]
"""Finds the seat that a name belongs to; refuses a name that belongs to no seat."""


class Command(Struct, frozen=True):
    """A command that a player or the host has typed."""


class Status(Command, frozen=True):
    """Show the state of the game, the players who still have to answer, and the open votes."""


class GoAway(Command, frozen=True):
    """Announce an absence by its first and last day, in the table's time zone."""

    first: date
    last: date


class ComeBack(Command, frozen=True):
    """End an absence: the player is back at the table."""


class Propose(Command, frozen=True):
    """Propose something to the other players, who then vote on it."""

    proposal: Proposal


class Ballot(Command, frozen=True):
    """Vote."""

    number: int
    yes: bool


class Save(Command, frozen=True):
    """Save an answer without submitting it; an empty answer deletes the saved one."""

    text: str


class Plan(Command, frozen=True):
    """Plan an answer for the next time that the same is asked; empty: plan no answer any more."""

    text: str


class Ready(Command, frozen=True):
    """Submit the saved answer, or (``yes`` false) turn the submitted answer back into a saved one."""

    yes: bool


class Withdraw(Command, frozen=True):
    """Withdraw the submitted answer."""


class Leave(Command, frozen=True):
    """Give up the seat for good."""


class Again(Command, frozen=True):
    """Play another game with the same people after this one has ended."""


HostAction = Literal["begin", "extend", "pause", "go on", "pace", "bot", "person", "link", "revoke", "close"]
"""The actions of a host."""


class Steer(Command, frozen=True):
    """One action of the host.

    Attributes:
        what: The name of the action.
        seat: The seat that it is about; None: it is about none, or (``link``) about the host's rights.
        amount: The number of minutes, days or clock times that the action needs; 0: none.
        times: Whether ``amount`` counts agreed clock times.
        deadline: The new deadline, if the action sets one.
    """

    what: HostAction
    seat: int | None = None
    amount: int = 0
    times: bool = False
    deadline: Deadline = NoDeadline()


HELP = {
    "status": "the state of the table, the players it waits for, and the open votes",
    "save ANSWER": "save an answer; it is submitted when time is up, or when you write ready",
    "ready": "seal the answer that you have saved",
    "not ready": "take your answer back and keep it saved",
    "forget": "delete the answer that you have saved",
    "plan ANSWER": "plan an answer for the next time that you are asked this; if it is possible then, it is saved",
    "plan nothing": "delete the plan",
    "withdraw": "take your answer back",
    "away 2026-12-20 to 2027-01-03": "say on which days you are away",
    "back": "you are here again",
    "propose extend 60": "more minutes; at a table with clock times: extend 1 times",
    "propose pause 3": "a pause of three days; propose go on ends it",
    "propose draw": "also: concede to NAME, close, seat NAME, host NAME",
    "propose pace 1440": "minutes for every decision; also: pace 08:00 20:00 Europe/Berlin, pace none",
    "vote 3 yes": "vote on proposal 3, yes or no",
    "leave for good": "leave your seat: a bot plays on, and you cannot come back by yourself",
    "again": "play again with the same people, once the game is over",
}
"""Every command of a player, with a sentence on what it does."""

HOST = {
    "host begin": "begin; bots take the seats that are free",
    "host extend 60": "more minutes; at a table with clock times: extend 1 times",
    "host pause 3": "a pause of three days; without a number, a pause until host go on",
    "host go on": "let the clock run again",
    "host pace 1440": "minutes for every decision; also: pace 08:00 20:00 Europe/Berlin, pace none",
    "host bot NAME": "a bot plays for NAME; host person NAME gives the seat back",
    "host link NAME": "an invitation to the seat of NAME; without a name, an invitation for a second host",
    "host revoke NAME": "send somebody away: a bot plays on, and the seat is free",
    "host close": "close the table before the end",
}
"""Every command of a host, with a sentence on what it does."""

WORDS = tuple(dict.fromkeys(command.partition(" ")[0] for command in (*HELP, *HOST)))
"""The words that can begin a command."""

_ALONE: dict[str, Command] = {
    "status": Status(),
    "ready": Ready(True),
    "not ready": Ready(False),
    "forget": Save(""),
    "plan nothing": Plan(""),
    "withdraw": Withdraw(),
    "back": ComeBack(),
    "leave for good": Leave(),
    "again": Again(),
}


def read(line: str, seat_of: SeatOf) -> Command | None:
    """The command in a line of text; None if the line begins with no command word.

    Raises:
        Unreadable: it begins like one and cannot be understood; the sentence shows how it is written.
    """
    said = " ".join(line.split())
    word, _, rest = said.partition(" ")
    word = word.casefold()
    if said.casefold() in _ALONE:
        return _ALONE[said.casefold()]
    if word == "save" and rest:
        return Save(rest)
    if word == "plan" and rest:
        return Plan(rest)
    if word == "away":
        return _absence(rest)
    if word == "vote":
        return _ballot(rest)
    if word == "propose":
        return Propose(_proposal(rest, seat_of))
    if word == "host":
        return _steer(rest, seat_of)
    if word in WORDS:
        raise _how(word)
    return None


def _how(word: str) -> Unreadable:
    ways = [command for command in (*HELP, *HOST) if command.partition(" ")[0] == word]
    return Unreadable(f"Write {', or '.join(ways)}.", field="text", choices=tuple(ways))


def _absence(rest: str) -> GoAway:
    first, _, last = rest.partition(" to ")
    try:
        return GoAway(date.fromisoformat(first), date.fromisoformat(last or first))
    except ValueError:
        raise _how("away") from None


def _ballot(rest: str) -> Ballot:
    number, _, how = rest.partition(" ")
    if not number.isdecimal() or len(number) > 6 or how.casefold() not in ("yes", "no"):
        raise _how("vote")
    return Ballot(int(number), how.casefold() == "yes")


def _proposal(rest: str, seat_of: SeatOf) -> Proposal:
    what, _, more = rest.partition(" ")
    what, number = what.casefold(), more.partition(" ")[0]
    amount = int(number) if number.isdecimal() and len(number) < 6 else 0
    about: dict[str, Callable[[int], Proposal]] = {"seat": OfferSeat, "host": ChooseHost, "concede": Concede}
    alone: dict[str, Proposal] = {"draw": Draw(), "close": Abandon(), "go on": GoOn()}
    if rest.casefold() in alone:
        return alone[rest.casefold()]
    if what in about and more:
        return about[what](seat_of(more.removeprefix("to ")))
    if what == "pace" and more:
        return ChangePace(deadline_in(more))
    if what == "extend" and amount:
        return Extension(times=amount) if more.endswith("times") else Extension(minutes=float(amount))
    if what == "pause" and 1 <= amount <= 60:
        return Pause(amount)
    raise _how("propose")


def _steer(rest: str, seat_of: SeatOf) -> Steer:
    what, _, more = rest.partition(" ")
    what, number = what.casefold(), more.partition(" ")[0]
    amount = int(number) if number.isdecimal() and len(number) < 6 else 0
    if rest.casefold() in ("begin", "go on", "close", "pause", "link"):
        return Steer(cast("HostAction", rest.casefold()))
    if what in ("bot", "person", "link", "revoke") and more:
        return Steer(cast("HostAction", what), seat_of(more))
    if what == "extend" and amount:
        return Steer("extend", amount=amount, times=more.endswith("times"))
    if what == "pause" and 1 <= amount <= 60:
        return Steer("pause", amount=amount)
    if what == "pace" and more:
        return Steer("pace", deadline=deadline_in(more))
    raise _how("host")


def deadline_in(text: str) -> Deadline:
    """A deadline as people type it: minutes, clock times followed by a time zone, or ``none``."""
    *times, last = text.split()
    if text.casefold() == "none":
        return NoDeadline()
    if not times and last.isdecimal() and len(last) < 6:
        return After(float(last))
    return AtTimes((*times, *([last] if ":" in last else [])), "UTC" if ":" in last else last)
