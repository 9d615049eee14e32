"""What can happen in Loyalty. All of it is public, except who has which card (LOY-1.3)."""

from __future__ import annotations

from turncoat.games.loyalty.actions import LoyaltyAction, Numbers
from turncoat.games.loyalty.state import Result
from turncoat.kernel.events import Event


class FirstPlayer(Event, frozen=True, tag="first_player"):
    """Who begins."""

    seat: int


class CardDealt(Event, frozen=True, tag="card_dealt"):
    """For its owner alone: the faction on the loyalty card."""

    card: str


class CityBuilt(Event, frozen=True, tag="city_built"):
    """A city was added, joined to another by a road."""

    seat: int
    city: str
    to: str
    road: str


class RoadBuilt(Event, frozen=True, tag="road_built"):
    """Two cities were joined."""

    seat: int
    one: str
    other: str
    road: str


class HomeTaken(Event, frozen=True, tag="home_taken"):
    """A player got a home."""

    seat: int
    city: str


class PiecesPlaced(Event, frozen=True, tag="pieces_placed"):
    """The first pieces of a player stand at home and on a road."""

    seat: int
    home: str
    road: str


class ColourTaken(Event, frozen=True, tag="colour_taken"):
    """A player wears a colour from now on."""

    seat: int
    colour: str


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn began; ``turn`` and ``round`` count from 1."""

    seat: int
    turn: int
    round: int


class Declared(Event, frozen=True, tag="declared"):
    """What the active player does, or asks leave to do."""

    seat: int
    action: LoyaltyAction


class AnswersShown(Event, frozen=True, tag="answers_shown"):
    """The answers to a request, or to its counters, all together."""

    seats: tuple[int, ...]
    answers: tuple[LoyaltyAction, ...]


class RequestFailed(Event, frozen=True, tag="request_failed"):
    """Nothing happens; ``why`` is ``refused``, ``too dear`` or ``withdrawn``."""

    seat: int
    why: str


class TollPaid(Event, frozen=True, tag="toll_paid"):
    """The price of a permission was paid."""

    seat: int
    to: int
    coins: int


class LeavePublished(Event, frozen=True, tag="leave_published"):
    """A standing permission is in force."""

    seat: int
    to: int
    leave: str
    place: str
    price: int


class LeaveCancelled(Event, frozen=True, tag="leave_cancelled"):
    """A standing permission is no longer in force."""

    seat: int
    to: int
    leave: str
    place: str


class Given(Event, frozen=True, tag="given"):
    """Coins were given away."""

    seat: int
    to: int
    coins: int


class Moved(Event, frozen=True, tag="moved"):
    """Units moved."""

    seat: int
    origin: str
    to: str
    units: Numbers


class CoinsCarried(Event, frozen=True, tag="coins_carried"):
    """Coins travelled with units."""

    seat: int
    coins: int
    origin: str
    to: str


class CoinsWent(Event, frozen=True, tag="coins_went"):
    """LOY-14.8: coins that lie on the map changed owner; ``coins`` by place, ``to`` is -1 for the stock."""

    seat: int
    to: int
    coins: Numbers


class AttackAnnounced(Event, frozen=True, tag="attack_announced"):
    """An attack that cannot be withdrawn any more."""

    seat: int
    origin: str
    to: str
    targets: tuple[int, ...]
    militia: int


class Volunteered(Event, frozen=True, tag="volunteered"):
    """A player joins a defence with so many militia; with 0, stays out of it."""

    seat: int
    militia: int


class LossesProposed(Event, frozen=True, tag="losses_proposed"):
    """A defender proposes how losses are shared, by seat or by colour."""

    seat: int
    losses: Numbers


class LossesAgreed(Event, frozen=True, tag="losses_agreed"):
    """The proposal holds if nobody was ``against`` it."""

    losses: Numbers
    against: tuple[int, ...]


class Fought(Event, frozen=True, tag="fought"):
    """Militia fell one for one; ``losses`` are those of the defence, by seat or by colour."""

    seat: int
    attack: int
    defence: int
    losses: Numbers
    won: bool


class CiviliansFell(Event, frozen=True, tag="civilians_fell"):
    """Civilians died, by ``"seat kind"``."""

    victims: Numbers


class Advanced(Event, frozen=True, tag="advanced"):
    """After a won attack units moved to the battlefield."""

    seat: int
    origin: str
    to: str
    units: Numbers


class Recruited(Event, frozen=True, tag="recruited"):
    """Priests made citizens."""

    seat: int
    city: str
    citizens: int


class Converted(Event, frozen=True, tag="converted"):
    """Citizens became units of another kind."""

    seat: int
    city: str
    citizens: int
    kind: str


class Campaigned(Event, frozen=True, tag="campaigned"):
    """A marker moved by ``ticks`` towards a faction; it stands at ``marker`` now, above 0 towards the Pope."""

    seat: int
    city: str
    faction: str
    ticks: int
    marker: int


class TrackLocked(Event, frozen=True, tag="track_locked"):
    """A city is locked for a faction."""

    seat: int
    city: str
    faction: str


class CardLookedAt(Event, frozen=True, tag="card_looked_at"):
    """Somebody looked at an unused card; ``card`` is its place in the row, from 1."""

    seat: int
    card: int


class CardSeen(Event, frozen=True, tag="card_seen"):
    """For the looker alone: the face of the card."""

    card: int
    face: str


class Taxed(Event, frozen=True, tag="taxed"):
    """A city was taxed."""

    seat: int
    city: str
    coins: int


class Rioted(Event, frozen=True, tag="rioted"):
    """A riot cost each of these armies (seats, or numbers of colours) one militia; the marker now stands here."""

    city: str
    armies: tuple[int, ...]
    marker: int


class FinalRoundBegan(Event, frozen=True, tag="final_round_began"):
    """Enough cities are loyal to one faction."""

    seat: int
    faction: str
    cities: tuple[str, ...]


class CardsShown(Event, frozen=True, tag="cards_shown"):
    """All loyalty cards, by seat, and the unused ones."""

    cards: tuple[str, ...]
    unused: tuple[str, ...]


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over."""

    result: Result


EVENTS: tuple[type[Event], ...] = (
    *(FirstPlayer, CardDealt, CityBuilt, RoadBuilt, HomeTaken, PiecesPlaced, ColourTaken, TurnBegan),
    *(Declared, AnswersShown, RequestFailed, TollPaid, LeavePublished, LeaveCancelled, Given),
    *(Moved, CoinsCarried, CoinsWent, AttackAnnounced, Volunteered, LossesProposed, LossesAgreed, Fought),
    *(CiviliansFell, Advanced, Recruited, Converted, Campaigned, TrackLocked, CardLookedAt, CardSeen, Taxed, Rioted),
    *(FinalRoundBegan, CardsShown, GameEnded),
)
