"""LOY-10 but for the attack: moving (LOY-10.1), recruiting and converting (LOY-10.3, LOY-10.4), campaigning (LOY-10.5).

With it LOY-11, locks, and LOY-14.2 to LOY-14.4, a look at an unused card.
"""

from __future__ import annotations

from turncoat.games.loyalty.actions import (
    AskToMove,
    CallToArms,
    CallToFaith,
    Campaign,
    LookAt,
    LookAway,
    LoyaltyAction,
    Move,
    Numbers,
    Proselytize,
)
from turncoat.games.loyalty.coins import baggage, spend
from turncoat.games.loyalty.events import Campaigned, CardLookedAt, CardSeen, Converted, Moved, Recruited, TrackLocked
from turncoat.games.loyalty.state import (
    CITIZENS,
    KING,
    MILITIA,
    POPE,
    PRIESTS,
    Baggage,
    Loyalty,
    Peek,
    active,
    add,
    banner,
    the_active,
)
from turncoat.kernel import Boxes, OneOf, Pending, Tell, always, box, decide, flow


def shift(game: Loyalty, seat: int, origin: int, goal: int, units: Numbers) -> None:
    """LOY-10.1.1: all these units go together."""
    for kind, number in units.items():
        rows, who = _rows(game, seat, kind)
        add(rows, origin, who, -number)
        add(rows, goal, who, number)


def _rows(game: Loyalty, seat: int, kind: str) -> tuple[list[tuple[int, ...]], int]:
    """Where units of a kind are counted, and the player's place in each row."""
    if kind == MILITIA:
        return game.militia, banner(game, seat)
    return (game.citizens if kind == CITIZENS else game.priests), seat


def move(game: Loyalty, seat: int, action: Move | AskToMove, tell: Tell) -> Baggage | None:
    """LOY-10.1: with all leave that is needed the units arrive; coins can travel along (LOY-14.8, LOY-10.1.1)."""
    origin, goal = game.map.places[action.origin], game.map.places[action.to]
    shift(game, seat, origin, goal, action.units)
    tell.all(Moved, seat, action.origin, action.to, action.units)
    return baggage(game, seat, origin, goal)


def here(game: Loyalty, seat: int, place: int) -> tuple[int, int, int]:
    """The citizens, priests and militia that a player can use in a place (LOY-14.1c)."""
    return (game.citizens[place][seat], game.priests[place][seat], game.militia[place][banner(game, seat)])


def proselytize(game: Loyalty, seat: int, action: Proselytize, tell: Tell) -> None:
    """LOY-10.3.1: a coin for each new citizen, no more than there are priests (LOY-R28).

    Where it is possible at all ``choices`` says (LOY-10.3.2).
    """
    city = game.map.places[action.city]
    spend(game, seat, action.citizens, city)
    add(game.citizens, city, seat, action.citizens)
    tell.all(Recruited, seat, action.city, action.citizens)


def call(game: Loyalty, seat: int, action: CallToArms | CallToFaith, tell: Tell) -> None:
    """LOY-10.4.1: citizens become militia, or priests, free of charge and never back (LOY-6.4)."""
    city = game.map.places[action.city]
    add(game.citizens, city, seat, -action.citizens)
    if isinstance(action, CallToArms):
        add(game.militia, city, banner(game, seat), action.citizens)
    else:
        add(game.priests, city, seat, action.citizens)
    kind = MILITIA if isinstance(action, CallToArms) else PRIESTS
    tell.all(Converted, seat, action.city, action.citizens, kind)


TICK_PRICE = 2
"""LOY-10.5.1: coins for each tick."""


def locked_for(game: Loyalty, city: int) -> str:
    """LOY-11.1, LOY-14.3: the faction to which a city is completely loyal; empty if to neither."""
    marker, end = game.tracks[city], game.options.track_length
    return POPE if marker == end else KING if marker == -end else ""


def locked(game: Loyalty, city: int) -> bool:
    """LOY-11.1: whether the track of a city never moves again (LOY-R30, LOY-O18)."""
    return game.options.track_lock and abs(game.tracks[city]) == game.options.track_length


def contested(game: Loyalty, city: int) -> bool:
    """LOY-14.2: whether the armies in a city forbid campaigning (LOY-R50, LOY-O36)."""
    swing = game.options.single_faction_swing
    if swing == "off":
        return False
    armies = sum(1 for number in game.militia[city] if number)
    return armies > 1 or (swing == "occupied" and armies == 0)


def open_ticks(game: Loyalty, city: int, most: int) -> tuple[int, int]:
    """LOY-10.5.2, LOY-10.5.3: how far this many ticks can move the marker towards Pope and King.

    One campaign goes one way and never past the end (LOY-R29).
    """
    if not most or locked(game, city) or contested(game, city):
        return 0, 0
    marker, end = game.tracks[city], game.options.track_length
    return min(most, end - marker), min(most, end + marker)


def campaign(game: Loyalty, seat: int, action: Campaign, tell: Tell) -> Peek | None:
    """LOY-10.5.1: pay two coins a tick and move the marker; at either end it locks (LOY-11.1, LOY-R44, LOY-O19)."""
    city = game.map.places[action.city]
    spend(game, seat, TICK_PRICE * action.ticks, city)
    game.tracks[city] += action.ticks if action.faction == POPE else -action.ticks
    tell.all(Campaigned, seat, action.city, action.faction, action.ticks, game.tracks[city])
    if not locked(game, city):
        return None
    tell.all(TrackLocked, seat, action.city, action.faction)
    return Peek() if game.options.lock_peek and game.unused else None  # LOY-11.2


def peek_boxes(game: Loyalty, peek: Peek, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-14.4: any unused card, seen before or not, or none."""
    cards = tuple(range(1, len(game.unused) + 1))
    return Boxes(box(LookAt, card=OneOf(cards, "card")), box(LookAway))


look_away = always(LookAway())
"""LOY-D10: whoever lets the time go by looks at nothing."""


def look(game: Loyalty, peek: Peek, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-14.4: everybody sees which card was looked at; only the looker sees its face."""
    seat = active(game)
    answer = pending.answers[seat]
    if not isinstance(answer, LookAt):
        return
    card = answer.card - 1
    if seat not in game.looked[card]:
        game.looked[card] = (*game.looked[card], seat)
    tell.all(CardLookedAt, seat, answer.card)
    tell.only((seat,), CardSeen, answer.card, game.unused[card])


PEEK = flow(Peek, look=decide(peek_boxes, look, default=look_away, asked=the_active))
