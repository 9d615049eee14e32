"""The state of Loyalty: the map with its units, and the records of sections in progress."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.loyalty.actions import LoyaltyAction, Numbers
from turncoat.games.loyalty.map import Map, Row
from turncoat.games.loyalty.options import Options
from turncoat.kernel import Play, Section

POPE, KING = "pope", "king"
FACTIONS = (POPE, KING)
"""LOY-4.1: the two teams. A marker above 0 is for the first team, below 0 for the second."""

CITIZENS, PRIESTS, MILITIA = "citizens", "priests", "militia"
KINDS = (CITIZENS, PRIESTS, MILITIA)
"""LOY-2.3: the kinds of units, in the order in which they are shown; civilians are citizens and priests."""

PASS, ENTER = "pass", "enter"
"""The kinds of leave that can be permitted."""

NOBODY = -1
"""The value for no seat or no colour."""


class Leave(Struct, frozen=True):
    """LOY-8.8: a standing permission.

    Attributes:
        giver: The seat that published it.
        to: The seat that may use it.
        leave: ``pass`` or ``enter``.
        place: The location.
        price: Coins to be paid for each use.
    """

    giver: int
    to: int
    leave: str
    place: int
    price: int


class Result(Struct, frozen=True):
    """LOY-13.12: how the game ended.

    Attributes:
        end: ``diplomacy``, ``military``, ``revolution``, ``mutual_ruin`` or ``unfinished``.
        faction: The faction of the diplomacy, or the team that lost by the military end; else empty.
        winners: The seats that have won, ascending; possibly none.
        last: The seats in last place, ascending.
        ruined: The seats whose ruin has ended the game, ascending.
        twist: Whether the last place reversed the victory (LOY-4.6).
        vp: Victory points by seat.
    """

    end: str
    faction: str
    winners: tuple[int, ...]
    last: tuple[int, ...]
    ruined: tuple[int, ...]
    twist: bool
    vp: tuple[int, ...]


class Match(Section[LoyaltyAction], tag="match"):
    """The whole game: preparation, then turn after turn."""


class Preparation(Section[LoyaltyAction], tag="preparation"):
    """LOY-3, LOY-14.7: building, homes, first roads, colours, placement. Lists are by seat.

    Attributes:
        built: How many cities and roads have been added.
        dressed: The seats that have chosen a colour, in order.
    """

    homes: list[int]
    roads: list[int]
    built: int = 0
    dressed: list[int] = []


class Turn(Section[LoyaltyAction], tag="turn"):
    """One turn (LOY-9.3).

    Attributes:
        used: The number of actions taken or passed in this turn.
        failed: Requests that were refused or withdrawn.
    """

    used: int = 0
    failed: int = 0
    switched: bool = False


class TurnAction(Section[LoyaltyAction], tag="action"):
    """One action, or one request that fails (LOY-8.5, LOY-9.1).

    Attributes:
        offers: Prices offered to, then agreed with, the holders who must be asked, by seat.
        published: Prices of standing permissions that are used, by seat.
        countered: The holders who want another price than was offered.
        origin: The place that the units left, once some have moved; -1: none have.
    """

    action: LoyaltyAction | None = None
    offers: dict[int, int] = {}
    published: dict[int, int] = {}
    countered: list[int] = []
    paid: int = 0
    origin: int = -1
    goal: int = -1


class Battle(Section[LoyaltyAction], tag="battle"):
    """LOY-10.2: an attack that was announced.

    Attributes:
        force: How many militia attack; after the fight, how many survive.
        called: Volunteers that have been asked.
        joined: Militia of volunteers by their seat, in the order in which they joined.
        heard: How many parties have had the chance to make a proposal.
        terms: The agreed losses, militia or civilians by seat or colour; empty: none.
        victims: The chosen victims by seat and kind (``"2 priests"``).
    """

    origin: int
    field: int
    targets: tuple[int, ...]
    force: int
    called: list[int] = []
    joined: dict[int, int] = {}
    heard: int = 0
    terms: Numbers = {}
    falls: dict[int, int] = {}
    victims: Numbers = {}
    won: bool = False


class Parley(Section[LoyaltyAction], tag="parley"):
    """LOY-10.2.8, LOY-10.2.10: one party of the defence makes a proposal, and the others agree or not.

    Attributes:
        parties: All who must agree.
        caps: How much each can lose, by seat or colour.
        total: How many units are lost in all.
    """

    speaker: int
    parties: tuple[int, ...]
    caps: tuple[tuple[str, int], ...]
    total: int
    civilians: bool
    terms: Numbers = {}


class Baggage(Section[LoyaltyAction], tag="baggage"):
    """LOY-14.8: coins that travel with units. ``goal``: the place to which they may be carried."""

    origin: int
    goal: int


class Payment(Section[LoyaltyAction], tag="payment"):
    """LOY-14.8: a payment from coins that lie in several places.

    Attributes:
        to: The seat that receives them where they lie; -1: the stock.
    """

    coins: int
    to: int


class Peek(Section[LoyaltyAction], tag="peek"):
    """LOY-14.4: the player who locked a city may look at an unused card."""


Sections = Match | Preparation | Turn | TurnAction | Battle | Parley | Baggage | Payment | Peek


class Loyalty(Play[Sections, LoyaltyAction], kw_only=True):
    """A game of Loyalty. Lists are by seat unless they say otherwise; the view explains the fields that it has, too.

    Attributes:
        cards: LOY-4.1: the faction on each player's card. Secret.
        unused: LOY-3.4: the cards left over, which stay face down, by their place. Secret.
        citizens: Citizens by place, then by seat.
        priests: Priests by place, then by seat.
        militia: Militia by place, then by seat; with colours by colour.
        purses: LOY-14.8: the same coins by place, then by seat; empty where coins lie with the players.
        drawn: Coins that came from the stock, less those that went back; the stock never runs out (LOY-1.2).
        pots: LOY-14.5: coins in the pot of each city; empty without city economies.
        broke: LOY-14.6: for how many rounds in a row the pot of each city has been empty.
        tracks: LOY-5.7: the marker of each city, above 0 towards the Pope.
        landed: LOY-13.4: the players who have ever had victory points at a checkpoint.
        trigger: The turn in which the final round was triggered.
    """

    options: Options
    map: Map
    cards: list[str]
    unused: list[str]
    first: int
    citizens: list[Row] = []  # LOY-6.5
    priests: list[Row] = []
    militia: list[Row] = []
    coins: list[int]
    purses: list[Row] = []
    drawn: int = 0
    pots: list[int] = []
    broke: list[int] = []
    tracks: list[int] = []
    colours: list[int]
    leaves: list[Leave] = []
    looked: list[tuple[int, ...]]
    landed: list[bool]
    turn: int = 0
    faction: str = ""
    trigger: int = 0
    result: Result | None = None


def active(game: Loyalty) -> int:
    """LOY-3.2: the seat whose turn it is: turns go clockwise from the player who begins."""
    return (game.first + game.turn - 1) % len(game.coins)


def the_active(game: Loyalty, section: Sections) -> tuple[int, ...]:
    """Asks only the player whose turn it is."""
    return (active(game),)


def round_of(game: Loyalty) -> int:
    """LOY-2.5: the present round, from 1; a round has one turn for each player, beginning with the first player."""
    return (game.turn - 1) // len(game.coins) + 1


def banner(game: Loyalty, seat: int) -> int:
    """LOY-14.1b: the index of a player's militia in a row: the seat, or with colours the present colour."""
    return game.colours[seat] if game.colours else seat


def add(rows: list[Row], place: int, who: int, number: int) -> None:
    """Add a number, which may be negative, to one cell of a row."""
    row = rows[place]
    rows[place] = (*row[:who], row[who] + number, *row[who + 1 :])


def from_left(game: Loyalty, seat: int) -> list[int]:
    """LOY-3.2: the other seats clockwise, beginning with the player on the left."""
    count = len(game.coins)
    return [(seat + step) % count for step in range(1, count)]
