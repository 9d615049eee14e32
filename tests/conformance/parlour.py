"""Parlour: a small card game with everything in it that Truce has not, to keep the suites honest.

Hidden hands and a deck, news for one seat alone, an offer that takes standing orders, an interruption that starts a
section of its own, a question that any one may answer, sets of cards, and answers that go back to their owners.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes, box
from turncoat.kernel.chance import Chance, draw, shuffle
from turncoat.kernel.cloning import clone
from turncoat.kernel.decision import decide
from turncoat.kernel.events import Event, Tell, events_of
from turncoat.kernel.flows import Pending, Play, Section, each, flow
from turncoat.kernel.message import Message, Seat
from turncoat.kernel.ruleset import Ruleset
from turncoat.kernel.space import OneOf, Some

RULEBOOK = """# Parlour

- **PAR-1.1** Everybody is dealt 3 cards; the others are the deck.
- **PAR-1.2** Before each trick everybody may swap a card for the top card of the deck.
- **PAR-1.3** Everybody plays one or two cards, all at once. The highest sum takes the trick.
- **PAR-1.4** At any time somebody may propose a toast, once in the game; the first who cheers gets a card.
- **PAR-1.5** Most tricks win.
"""


class Options(Struct, frozen=True):
    tricks: int = 2


class Swap(Action):
    """PAR-1.2: put a card under the deck and take the top one."""

    phrase: ClassVar[str] = "swap {card}"
    card: int


class Keep(Action):
    """PAR-1.2: swap nothing."""

    phrase: ClassVar[str] = "keep"


class Lay(Action):
    """PAR-1.3: play cards."""

    phrase: ClassVar[str] = "lay {cards}"
    cards: tuple[int, ...]


class Toast(Action):
    """PAR-1.4: propose a toast."""

    phrase: ClassVar[str] = "toast"


class Cheer(Action):
    """PAR-1.4: answer a toast."""

    phrase: ClassVar[str] = "cheer"


ParlourAction = Swap | Keep | Lay | Toast | Cheer


class Evening(Section[ParlourAction], tag="evening"):
    """All tricks."""


class Trick(Section[ParlourAction], tag="trick"):
    """One trick."""


class Cheers(Section[ParlourAction], tag="cheers"):
    """A toast that waits for somebody to cheer."""

    host: int


class Parlour(Play[Evening | Trick | Cheers, ParlourAction]):
    options: Options
    hands: list[list[int]]
    deck: list[int]
    points: list[int]
    toasted: list[bool]
    trick: int = 0


class ParlourEvent(Event):
    """Anything that happens."""


class Drew(ParlourEvent, rule="PAR-1.2", private=True):
    """For one seat alone."""

    says = Message("You draw {card}.")

    seat: Seat
    card: int


class Swapped(ParlourEvent, rule="PAR-1.2"):
    """That somebody swapped."""

    says = Message("{seat} swaps a card.")

    seat: Seat


class Laid(ParlourEvent, rule="PAR-1.3"):
    """What everybody played, and who took the trick."""

    says = Message("{winner} takes the trick.")

    cards: tuple[tuple[int, ...], ...]
    winner: Seat


class Cheered(ParlourEvent, rule="PAR-1.4"):
    """Somebody answered a toast and drew a card."""

    says = Message("{guest} cheers to {host}.")

    host: Seat
    guest: Seat


class View(Struct, frozen=True):
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    deck: int
    points: tuple[int, ...]
    toasted: tuple[bool, ...]


def next_trick(game: Parlour, evening: Evening, tell: Tell) -> Trick | None:
    """PAR-1.3: as many tricks as were agreed on, while everybody has a card."""
    if game.trick == game.options.tricks:
        return None
    game.trick += 1
    return Trick()


def swap_boxes(game: Parlour, trick: Trick, seat: int) -> Boxes[ParlourAction]:
    """PAR-1.2: any card of the hand, or none."""
    return Boxes(box(Keep, "PAR-1.2"), box(Swap, "PAR-1.2", card=OneOf(tuple(game.hands[seat]), "card")))


def swap(game: Parlour, trick: Trick, pending: Pending[ParlourAction], tell: Tell) -> None:
    """PAR-1.2: in the order of seats."""
    for seat in pending.asked:
        answer = pending.answers[seat]
        if isinstance(answer, Swap):
            game.hands[seat].remove(answer.card)
            game.deck.append(answer.card)
            tell.all(Swapped, seat)
            take(game, seat, tell)


def take(game: Parlour, seat: int, tell: Tell) -> None:
    """Take the top card of the deck."""
    if game.deck:
        game.hands[seat].append(game.deck.pop(0))
        game.hands[seat].sort()
        tell.only((seat,), Drew, seat, game.hands[seat][-1])


def lay_boxes(game: Parlour, trick: Trick, seat: int) -> Boxes[ParlourAction]:
    """PAR-1.3: one or two cards; the last ones must do for the tricks to come."""
    most = 1 if len(game.hands[seat]) <= game.options.tricks - game.trick + 1 else 2
    return Boxes(box(Lay, "PAR-1.3", cards=Some(tuple(game.hands[seat]), 1, most, "card")))


def lay(game: Parlour, trick: Trick, pending: Pending[ParlourAction], tell: Tell) -> None:
    """PAR-1.3: the highest sum takes the trick; the first of equals."""
    cards = [answer.cards for seat in pending.asked if isinstance(answer := pending.answers[seat], Lay)]
    for seat, laid in enumerate(cards):
        game.hands[seat] = [card for card in game.hands[seat] if card not in laid]
    winner = max(range(len(cards)), key=lambda seat: sum(cards[seat]))
    game.points[winner] += 1
    tell.all(Laid, tuple(cards), winner)


def toast_boxes(game: Parlour, trick: Trick, seat: int) -> Boxes[ParlourAction]:
    """PAR-1.4: once in the game."""
    return Boxes() if game.toasted[seat] else Boxes(box(Toast, "PAR-1.4"))


def toast(game: Parlour, trick: Trick, seat: int, action: ParlourAction, tell: Tell) -> Cheers:
    """PAR-1.4: the evening waits until somebody cheers."""
    game.toasted[seat] = True
    return Cheers(host=seat)


def guests(game: Parlour, cheers: Cheers) -> list[int]:
    return [seat for seat in range(len(game.hands)) if seat != cheers.host]


def cheer_boxes(game: Parlour, cheers: Cheers, seat: int) -> Boxes[ParlourAction]:
    """PAR-1.4: there is one answer to a toast."""
    return Boxes(box(Cheer, "PAR-1.4"))


def cheer(game: Parlour, cheers: Cheers, pending: Pending[ParlourAction], tell: Tell) -> None:
    """PAR-1.4: the first who cheers draws a card."""
    (guest,) = pending.answers
    tell.all(Cheered, cheers.host, guest)
    take(game, guest, tell)


EVENING = flow(Evening, tricks=each(next_trick))
TRICK = flow(
    Trick,
    swap=decide(swap_boxes, swap, default=lambda game, trick, seat: Keep(), repeated=True),
    lay=decide(lay_boxes, lay, default=lambda game, trick, seat: Lay((game.hands[seat][0],))).beside(
        toast_boxes, toast
    ),
)
CHEERS = flow(
    Cheers, cheer=decide(cheer_boxes, cheer, default=lambda game, cheers, seat: Cheer(), asked=guests).any_one()
)


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Parlour:
    """PAR-1.1: deal."""
    chance = Chance(key)
    cards = list(range(1, 6 * seats + 1))
    shuffle(chance, cards)
    hands = [sorted(cards[3 * seat : 3 * seat + 3]) for seat in range(seats)]
    game = Parlour(
        options=options,
        hands=hands,
        deck=cards[3 * seats :],
        points=[0] * seats,
        toasted=[False] * seats,
        chance=chance,
        stack=[],
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
    )
    play.begin(game, Evening(), tell)
    return game


def view(game: Parlour, seat: int | None) -> View:
    """The own hand, and what lies open."""
    hand = () if seat is None else tuple(game.hands[seat])
    return View(hand, tuple(map(len, game.hands)), len(game.deck), tuple(game.points), tuple(game.toasted))


def redeal(game: Parlour, seat: int | None, key: bytes) -> Parlour:
    """Other hands, the deck, what others have sealed and what they have ordered."""
    other, chance = clone(game), Chance(key)
    other.chance = Chance(key)
    hidden = [card for one, hand in enumerate(other.hands) if one != seat for card in hand] + other.deck
    shuffle(chance, hidden)
    for one, hand in enumerate(other.hands):
        if one != seat:
            other.hands[one], hidden = sorted(hidden[: len(hand)]), hidden[len(hand) :]
            other.standing_orders[one] = {}
    other.deck = hidden
    seal_again(other, seat, chance)
    return other


def seal_again(game: Parlour, seat: int | None, chance: Chance) -> None:
    """What others have on file in any open decision, made up from their new hands."""
    for section in game.stack:
        for one in section.pending.answers if section.pending else ():
            if one != seat and section.pending is not None and isinstance(section, Trick):
                known = swap_boxes if section.step == "swap" else lay_boxes
                boxes = known(game, section, one)
                section.pending.answers[one] = boxes.sample(lambda sides: draw(chance, sides))


def audit(game: Parlour) -> list[str]:
    """PAR-1.1: no card is there twice."""
    cards = [card for hand in game.hands for card in hand] + game.deck
    return [] if len(cards) == len(set(cards)) else ["PAR-1.1: a card is there twice"]


def winners(game: Parlour) -> list[int]:
    """PAR-1.5: most tricks."""
    return [seat for seat, won in enumerate(game.points) if won == max(game.points)] if play.over(game) else []


def scores(game: Parlour) -> list[int]:
    """PAR-1.5: tricks."""
    return list(game.points)


class WithRulebook(Ruleset[Parlour, Options, ParlourAction, View]):
    """Its rulebook is here."""

    rulebook = RULEBOOK


RULES = WithRulebook(
    id="parlour",
    package=__name__,
    title="Parlour",
    summary="Cards and toasts.",
    prefix="PAR",
    seats=range(2, 7),
    suggested=range(3, 5),
    state=Parlour,
    options=Options,
    sections=(EVENING, TRICK, CHEERS),
    events=events_of(ParlourEvent),
    views=View,
    set_up=set_up,
    view=view,
    redeal=redeal,
    audit=audit,
    winners=winners,
    scores=lambda game: list(game.points),
)
