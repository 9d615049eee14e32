"""Tiny games, each of which shows one thing that a section of a rulebook can do."""

from __future__ import annotations

from typing import ClassVar

from turncoat.kernel import Exit, events
from turncoat.kernel.boxes import Action, Boxes, Closed, box
from turncoat.kernel.chance import KEY_BYTES, Chance
from turncoat.kernel.decision import decide
from turncoat.kernel.events import Tell
from turncoat.kernel.flows import GAME_OVER, LEAVE, Pending, Play, Section, each, flow
from turncoat.kernel.message import Message
from turncoat.kernel.play import begin, reopen
from turncoat.kernel.space import Between, OneOf, Some


class Say(Action):
    """A number, sealed until all have said theirs."""

    phrase: ClassVar[str] = "say {number}"

    number: int


class Rest(Action):
    """Nothing."""

    phrase: ClassVar[str] = "rest"


class Pay(Action):
    """Coins out of the own purse, at once."""

    phrase: ClassVar[str] = "pay {coins}"

    coins: int


class Ring(Action):
    """Something that happens beside the decision; the kind says what follows."""

    phrase: ClassVar[str] = "ring {kind}"

    kind: str


class Nod(Action):
    """An answer of seats."""

    phrase: ClassVar[str] = "nod to {seats}"

    seats: tuple[int, ...]


TinyAction = Say | Rest | Pay | Ring | Nod


class Told(events.Event, rule="TNY-1"):
    """Something was noticed."""

    says = Message("{what}")

    what: str


class Table(Section[TinyAction], tag="table"):
    """The whole game."""


class Bidding(Section[TinyAction], tag="bidding"):
    """Everybody says a number that the own purse can pay."""

    asked: list[int] = []


class Bell(Section[TinyAction], tag="bell"):
    """What an action beside a decision started: one seat rests."""

    seat: int
    cost: int = 0


class Tiny(Play[Table | Bidding | Bell, TinyAction]):
    """A game of purses. ``plan``: the sections that the table plays, one after the other."""

    plan: list[Table | Bidding | Bell]
    purses: list[int]
    log: list[str] = []


REST = Rest()


def next_section(game: Tiny, table: Table, tell: Tell) -> Table | Bidding | Bell | None:
    """The next section of the plan, as long as there is one."""
    return game.plan.pop(0) if game.plan else None


def close(game: Tiny, table: Table, tell: Tell) -> None:
    game.log.append("closed")


def open_bidding(game: Tiny, bidding: Bidding, tell: Tell) -> None:
    game.log.append("bidding")


def bids(game: Tiny, bidding: Bidding, seat: int) -> Boxes[TinyAction]:
    """A number from 0 to what is in the purse, seats to nod to, or nothing."""
    others = tuple(other for other in range(len(game.purses)) if other != seat)
    return Boxes(
        box(Say, "TNY-1", number=Between(0, game.purses[seat])),
        box(Nod, "TNY-2", seats=Some(others, 1, 2, "seat")),
        box(Rest, "TNY-3"),
        closed=(Closed(Ring, "TNY-4", "The bell is not yours"),),
    )


def aside(game: Tiny, bidding: Bidding, seat: int) -> Boxes[TinyAction]:
    """Whoever has coins may pay at any time; seat 0 may ring."""
    pay = box(Pay, "TNY-5", coins=Between(1, game.purses[seat]))
    if seat:
        return Boxes(pay)
    return Boxes(pay, box(Ring, "TNY-6", kind=OneOf(("nothing", "bell", "reopen", "leave", "over", "dear"))))


def beside_it(game: Tiny, bidding: Bidding, seat: int, action: TinyAction, tell: Tell) -> Bell | Exit | None:
    """Pay, or ring in one of several ways."""
    if isinstance(action, Pay):
        game.purses[seat] -= action.coins
        tell.all(Told, f"seat {seat} pays {action.coins}", rule="TNY-5")
        return None
    assert isinstance(action, Ring)
    game.log.append(action.kind)
    return follows(bidding, action.kind)


def follows(bidding: Bidding, kind: str) -> Bell | Exit | None:
    """What comes of ringing."""
    if kind == "reopen":
        reopen(bidding)
    after: dict[str, Bell | Exit] = {
        "bell": Bell(seat=1),
        "dear": Bell(seat=1, cost=2),
        "leave": LEAVE,
        "over": GAME_OVER,
    }
    return after.get(kind)


def reveal(game: Tiny, bidding: Bidding, pending: Pending[TinyAction], tell: Tell) -> None:
    """All numbers become known; what one seat alone learns is a second event."""
    said = ", ".join(f"{seat} {answer}" for seat, answer in sorted(pending.answers.items()))
    game.log.append(f"revealed {said}; missed {pending.missed}")
    tell.all(Told, "revealed")
    tell.only((1,), Told, "only for seat 1")


def resting(game: Tiny, bidding: Bidding, seat: int) -> TinyAction:
    """Whoever says nothing in time rests."""
    return REST


def those_asked(game: Tiny, bidding: Bidding) -> list[int]:
    """The seats named by the section."""
    return bidding.asked


def nod_or_rest(game: Tiny, bell: Bell, seat: int) -> Boxes[TinyAction]:
    """The one who was rung for can only rest."""
    return Boxes(box(Rest, "TNY-7"))


def rung(game: Tiny, bell: Bell, seat: int) -> TinyAction:
    return REST


def answered(game: Tiny, bell: Bell, pending: Pending[TinyAction], tell: Tell) -> None:
    """A dear bell costs everybody coins, whatever they have sealed."""
    game.purses = [max(0, purse - bell.cost) for purse in game.purses]
    game.log.append("answered")


def only_the_rung(game: Tiny, bell: Bell) -> list[int]:
    """The seat that the bell is for."""
    return [bell.seat]


TABLE = flow(Table, sections=each(next_section), close=close)
BIDDING = flow(
    Bidding,
    opened=open_bidding,
    say=decide(bids, reveal, default=resting, asked=those_asked, repeated=True).beside(aside, beside_it),
)
BELL = flow(Bell, answer=decide(nod_or_rest, answered, default=rung, asked=only_the_rung))
for section in (TABLE, BIDDING, BELL):
    section.apply()


def start(*plan: Table | Bidding | Bell, purses: tuple[int, ...] = (3, 3, 3), tell: Tell | None = None) -> Tiny:
    """A game of purses with this plan, played on to the first decision."""
    game = Tiny(
        plan=list(plan),
        purses=list(purses),
        chance=Chance(bytes(KEY_BYTES)),
        stack=[],
        requests=[0] * len(purses),
        standing_orders=[{} for _ in purses],
    )
    begin(game, Table(), tell or Tell())
    return game


def bidding(*asked: int) -> Bidding:
    return Bidding(asked=list(asked))
