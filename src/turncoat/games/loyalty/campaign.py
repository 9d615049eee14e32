"""LOY-10.5: the action Campaign; LOY-11: locks; LOY-14.2: contested cities; LOY-14.4: a look at an unused card."""

from __future__ import annotations

from turncoat.games.loyalty.actions import Campaign, LookAt, LookAway, LoyaltyAction
from turncoat.games.loyalty.coins import spend
from turncoat.games.loyalty.events import Campaigned, CardLookedAt, CardSeen, TrackLocked
from turncoat.games.loyalty.state import KING, POPE, Loyalty, Peek, active, the_active
from turncoat.kernel import Boxes, OneOf, Pending, Tell, always, box, decide, flow

TICK_PRICE = 2
"""LOY-10.5.1: coins for each tick."""


def locked_for(game: Loyalty, city: int) -> str:
    """LOY-5.7, LOY-11.1, LOY-14.3: the faction to which a city is completely loyal; empty: none.

    A track has 4 ticks (or as the options say) above 0 towards the Pope and as many below 0 towards the King; the
    marker begins at 0 (``lay_out``). Without locks (LOY-14.3) a marker at the end can be moved back.
    """
    marker, end = game.tracks[city], game.options.track_length
    return POPE if marker == end else KING if marker == -end else ""


def locked(game: Loyalty, city: int) -> bool:
    """LOY-11.1: whether the track of a city is locked for the rest of the game (LOY-R30, LOY-O18)."""
    return game.options.track_lock and abs(game.tracks[city]) == game.options.track_length


def contested(game: Loyalty, city: int) -> bool:
    """LOY-14.2: whether the armies in a city forbid campaigning (LOY-R50, LOY-O36).

    No campaign in a city where militia of two or more players stand; in the stricter form only where exactly one player
    has militia.
    """
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
    """LOY-10.5.1: pay two coins a tick and move the marker; at either end it locks (LOY-11.1, LOY-R44, LOY-O19).

    There are no more ticks than priests in the city (LOY-6.3, ``choices``). The player whose campaign locks the city
    (LOY-11.2) may look at an unused card (LOY-14.4).
    """
    city = game.map.places[action.city]
    spend(game, seat, TICK_PRICE * action.ticks, city)
    game.tracks[city] += action.ticks if action.faction == POPE else -action.ticks
    tell.all(Campaigned, seat, action.city, action.faction, action.ticks, game.tracks[city])
    if not locked(game, city):
        return None
    tell.all(TrackLocked, seat, action.city, action.faction)
    return Peek() if game.options.lock_peek and game.unused else None  # LOY-11.2


def peek_boxes(game: Loyalty, peek: Peek, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-14.4: look at any unused card, seen before or not, or at none."""
    cards = tuple(range(1, len(game.unused) + 1))
    return Boxes(box(LookAt, card=OneOf(cards, "card")), box(LookAway))


look_away = always(LookAway())
"""LOY-D10: a player who does not answer in time looks at nothing."""


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
