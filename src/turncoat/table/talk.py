"""What may be said at a table."""

from __future__ import annotations

from turncoat.games import ruleset
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.promise import Fate, Message, Pledge
from turncoat.table.record import Header
from turncoat.table.table import TableState
from turncoat.table.talk_grammar import never_sealed

LONGEST_MESSAGE = 4000
"""Characters of a message."""

LONGEST_PLEDGE = 1000
"""For how many answers a promise can stand."""

MOST_PLEDGES = 50
"""How many promises of one seat can be open at a time."""


def check(message: Message, header: Header, state: TableState) -> None:
    """Accept a message or say what is wrong with it.

    Raises:
        NotAllowed: the table's talk setting does not permit it, it names a seat that is not there, it is empty or
            too long, or it promises what cannot be promised.
    """
    said, seats = message.said, header.seats
    if header.talk == "none":
        raise NotAllowed("This table is played without talk.", field="text")
    if header.talk == "public" and said.to:
        raise NotAllowed("At this table everything is said in public: leave out the names.", field="to")
    if any(not 0 <= seat < seats or seat == message.sender for seat in said.to):
        raise NotAllowed(f"to: name other seats of this table, 0 to {seats - 1}.", field="to")
    if not (said.text.strip() or said.promise or said.request or said.offer):
        raise NotAllowed("text: say something.", field="text")
    if len(said.text) > LONGEST_MESSAGE:
        raise NotAllowed(f"text: use at most {LONGEST_MESSAGE} characters.", field="text")
    if said.promise is not None:
        _check_promise(said.promise, message.sender, state)
        _check_judgeable(said.promise, header)


def _check_promise(promise: Pledge, sender: int | None, state: TableState) -> None:
    if promise.who != sender:
        raise NotAllowed("promise: you can promise only what you do yourself.", field="promise.who")
    if not 1 <= promise.times <= LONGEST_PLEDGE:
        raise NotAllowed(
            f"promise: it must stand for at least 1 and at most {LONGEST_PLEDGE} answers.", field="promise.times"
        )
    holder = (sender, state.seats[sender].holder)
    known = (pledge for pledge in state.pledges if pledge.hearers is None or holder in pledge.hearers)
    mine = [pledged for pledged in known if pledged.sender == sender and pledged.state.fate is Fate.OPEN]
    if len(mine) >= MOST_PLEDGES:
        raise NotAllowed(f"promise: {MOST_PLEDGES} of your promises are open; wait for a reveal.", field="promise")


def _check_judgeable(promise: Pledge, header: Header) -> None:
    """A promise of something that no reveal shows would be called broken, whatever happens."""
    options = ruleset(header.game).read_options(header.options)
    if promise.act in never_sealed(header.game, options, header.seats):
        raise NotAllowed(
            f"promise: no reveal shows whether you {promise.act}; do it, or offer it in return for a request.",
            field="promise.act",
        )
