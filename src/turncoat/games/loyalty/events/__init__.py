"""Events of Loyalty up to the actions of a turn; attacks, taxes and the end are in ``events.war``.

All events are public except those about loyalty cards (LOY-1.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from turncoat.games.loyalty.actions import Faction, Heaps, LoyaltyAction, Place, Units
from turncoat.games.loyalty.state import NOBODY, PRIESTS
from turncoat.kernel import Event, Message, Says, Seat, Seats


class LoyaltyEvent(Event, stage="Action"):
    """Anything that can happen in Loyalty.

    Attributes:
        tone: Its style in the ledger of a terminal; empty: the ledger leaves it out.
        lit: The style sheet's word for highlighting its place in the still; empty: no highlight.
        where: The field, or fields, with its place.
    """

    tone: ClassVar[str] = ""
    lit: ClassVar[str] = ""
    where: ClassVar[str] = "city"

    @property
    def places(self) -> tuple[str, ...]:
        """The places that the event highlights."""
        named: str | tuple[str, ...] = getattr(self, self.where) if self.lit else ()
        return (named,) if isinstance(named, str) else named


# --- before the first turn --------------------------------------------------------------------


class Preparing(LoyaltyEvent, stage="Preparation"):
    """An event before the first turn."""


class FirstPlayer(Preparing, rule="LOY-3.2"):
    """The player who takes the first turn."""

    says = Message("{seat} takes the first turn.")

    seat: Seat


class CardDealt(Preparing, rule="LOY-3.3", private=True):
    """Only for its owner: the faction on the loyalty card."""

    says = Message("You serve the {card}: that is your secret loyalty card.")

    card: Faction


class CityBuilt(Preparing, rule="LOY-14.7", lit="fresh"):
    """A city was added, joined to another by a road."""

    says = Message("{seat} founds {city} and joins it with {to} by the road {road}.")

    seat: Seat
    city: Place
    to: Place
    road: Place


class RoadBuilt(Preparing, rule="LOY-14.7", lit="fresh", where="road"):
    """LOY-14.7: a player built a road between two cities."""

    says = Message("{seat} builds the road {road} from {one} to {other}.")

    seat: Seat
    one: Place
    other: Place
    road: Place


class HomeTaken(Preparing, rule="LOY-3.5", lit="fresh"):
    """A player got a home."""

    says = Message("{seat}'s home is the city {city}.")

    seat: Seat
    city: Place


class PiecesPlaced(Preparing, rule="LOY-3.6", lit="fresh", where="home"):
    """The first pieces of a player stand at home and on a road."""

    says = Message("{seat} places the first pieces in the city {home} and on the road {road}.")

    seat: Seat
    home: Place
    road: Place


class ColourTaken(Preparing, rule="LOY-14.1a", tone="name"):
    """A player has chosen the first colour."""

    says = Message("{seat} takes the colour {colour}.")

    seat: Seat
    colour: str


# --- turns and leave --------------------------------------------------------------------------


class TurnBegan(LoyaltyEvent, rule="LOY-9.1", stage="Turn", tone="title"):
    """A turn began; ``turn`` and ``round`` count from 1."""

    says = Message("Round {round}: {seat}'s turn begins.")

    seat: Seat
    turn: int
    round: int


class Answered(Says):
    """One holder's answer, as a clause of a sentence."""

    says = Message("{seat} {answer}")

    seat: Seat
    answer: LoyaltyAction


class AnswersShown(LoyaltyEvent, rule="LOY-8.5", stage="Leave"):
    """All answers to a request, or to the prices asked for it.

    Attributes:
        answers: What each of the seats answered.
    """

    says = Message("{everybody}.")

    seats: Seats
    answers: tuple[LoyaltyAction, ...]

    @property
    def everybody(self) -> tuple[Answered, ...]:
        """Each holder with their answer."""
        return tuple(map(Answered, self.seats, self.answers))


class RequestFailed(LoyaltyEvent, rule="LOY-8.5", stage="Leave"):
    """A request for leave failed; ``why`` is ``refused``, ``too dear`` or ``withdrawn``."""

    says = Message("{seat}'s request for leave fails because it was {why}.")

    seat: Seat
    why: str


class TollPaid(LoyaltyEvent, rule="LOY-8.5", stage="Leave", tone="coin"):
    """The price of a permission was paid."""

    says = Message("{seat} pays {coins:coin} to {to}.")

    seat: Seat
    to: Seat
    coins: int


class LeavePublished(LoyaltyEvent, rule="LOY-8.8", stage="Deals"):
    """A standing permission is in force."""

    says = Message("{seat} permits {to} to {leave} {place}, {price:free of charge|for # coin|for # coins}.")

    seat: Seat
    to: Seat
    leave: str
    place: Place
    price: int


class LeaveCancelled(LoyaltyEvent, rule="LOY-8.8", stage="Deals"):
    """A standing permission is no longer in force."""

    says = Message("{seat} no longer permits {to} to {leave} {place}.")

    seat: Seat
    to: Seat
    leave: str
    place: Place


class Given(LoyaltyEvent, rule="LOY-8.9", stage="Deals", tone="gift"):
    """A player has given coins to another."""

    says = Message("{seat} gives {coins:coin} to {to}.")

    seat: Seat
    to: Seat
    coins: int


class CoinsWent(LoyaltyEvent, rule="LOY-14.8", stage="Deals", tone="coin"):
    """LOY-14.8: coins that lie on the map changed owner; ``coins`` by place, ``to`` is -1 for the stock."""

    says = Message("Coins go from {seat} to {to}: {coins}.")
    spent = Message("Coins go from {seat} to the stock: {coins}.")

    seat: Seat
    to: Seat
    coins: Heaps

    def sentences(self) -> Iterable[Message]:
        """The sentence for the stock names no receiver."""
        return (self.spent if self.to == NOBODY else self.says,)


# --- actions ----------------------------------------------------------------------------------


class Declared(LoyaltyEvent, rule="LOY-9.1"):
    """The active player declares an action or asks leave for it."""

    says = Message("{seat} {action}.")

    seat: Seat
    action: LoyaltyAction


class Moved(LoyaltyEvent, rule="LOY-10.1.1", tone="name"):
    """Units have moved to another city or road."""

    says = Message("{seat} moves {units} from {origin} to {to}.")

    seat: Seat
    origin: Place
    to: Place
    units: Units


class CoinsCarried(LoyaltyEvent, rule="LOY-14.8", tone="coin"):
    """LOY-14.8: coins travelled with units."""

    says = Message("{seat} carries {coins:coin} from {origin} to {to}.")

    seat: Seat
    coins: int
    origin: Place
    to: Place


class Recruited(LoyaltyEvent, rule="LOY-10.3.1", tone="name", lit="fresh"):
    """Priests have won new citizens."""

    says = Message("{seat} recruits {citizens:citizen} in {city}.")

    seat: Seat
    city: Place
    citizens: int


class Converted(LoyaltyEvent, rule="LOY-10.4.1", tone="name", lit="fresh"):
    """Citizens became units of another kind."""

    says = Message("{seat} turns {citizens:citizen} in {city} into {kind}.")
    ordained = Message("{seat} turns {citizens:citizen} in {city} into {citizens:a priest|priests}.")

    seat: Seat
    city: Place
    citizens: int
    kind: str

    def sentences(self) -> Iterable[Message]:
        """LOY-2.3: the word for priests differs for 1 and for more."""
        return (self.ordained if self.kind == PRIESTS else self.says,)


class Campaigned(LoyaltyEvent, rule="LOY-10.5.1", weight=1, tone="seal", lit="turned"):
    """A marker moved by ``ticks`` towards a faction; it stands at ``marker`` now, above 0 towards the Pope."""

    says = Message("{seat} moves the loyalty marker of {city} {ticks:tick} towards the {faction}.")

    seat: Seat
    city: Place
    faction: Faction
    ticks: int
    marker: int


class TrackLocked(LoyaltyEvent, rule="LOY-11.1", tone="seal"):
    """The loyalty track of a city is locked for a faction."""

    says = Message("The loyalty track of {city} is locked for the {faction}.")

    seat: Seat
    city: Place
    faction: Faction


class CardLookedAt(LoyaltyEvent, rule="LOY-14.4"):
    """A player looked at an unused card; ``card`` is its place in the row, from 1."""

    says = Message("{seat} looks at unused card {card}.")

    seat: Seat
    card: int


class CardSeen(LoyaltyEvent, rule="LOY-14.4", private=True):
    """Only for the player who looked: the face of the card."""

    says = Message("Unused card {card} is loyal to the {face}.")

    card: int
    face: Faction


class ColourChanged(LoyaltyEvent, rule="LOY-14.1f", tone="name"):
    """A player has changed to another colour."""

    says = Message("{seat} changes to the colour {colour}.")

    seat: Seat
    colour: str
