"""The other events of Loyalty: attacks, taxes, riots, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.loyalty.actions import Faction, Fallen, Losses, Place, Units
from turncoat.games.loyalty.events import LoyaltyEvent
from turncoat.games.loyalty.state import Result
from turncoat.kernel import Message, Says, Seat, Seats

# --- attacks ----------------------------------------------------------------------------------


class AttackAnnounced(LoyaltyEvent, rule="LOY-10.2.5", stage="Attack", weight=2, tone="bad"):
    """A player announced an attack, which can no longer be withdrawn."""

    says = Message("{seat} attacks {targets} in {to} with {militia} militia from {origin}.")

    seat: Seat
    origin: Place
    to: Place
    targets: Seats
    militia: int


class Volunteered(LoyaltyEvent, rule="LOY-10.2.6", stage="Attack"):
    """A player joins a defence with ``militia``, or stays out of it (0)."""

    says = Message(
        "{seat} joins the defence with {militia} militia.", without=("militia", "{seat} stays out of the fight.")
    )

    seat: Seat
    militia: int


class LossesProposed(LoyaltyEvent, rule="LOY-10.2.8", stage="Attack"):
    """A defender proposes how losses are shared, by seat or by colour."""

    says = Message("{seat} proposes how many units each defender loses: {losses}.")

    seat: Seat
    losses: Losses


class LossesAgreed(LoyaltyEvent, rule="LOY-10.2.8", stage="Attack"):
    """Whether the proposal holds: nobody was ``against`` it."""

    says = Message("{against} did not agree on the losses.", without=("against", "The defenders agree on the losses."))

    losses: Losses
    against: Seats


class Fought(LoyaltyEvent, rule="LOY-10.2.9", stage="Attack", weight=3, tone="bad"):
    """Militia fell one for one; ``losses`` are those of the defence, by seat or by colour."""

    says = Message("{attack} attacking militia meet {defence} defending militia. Defending militia lost: {losses}.")
    unopposed = Message("{attack:# militia attacks|# militia attack}; nobody defends.")
    end = Message("The attack is {won:won|beaten off}.")

    seat: Seat
    attack: int
    defence: int
    losses: Losses
    won: bool

    def sentences(self) -> Iterable[Message]:
        """LOY-10.2.9: without defenders no militia are lost."""
        return (self.says if self.losses else self.unopposed, self.end)


class CiviliansFell(LoyaltyEvent, rule="LOY-10.2.10", stage="Attack", tone="bad"):
    """Civilians died; ``victims`` counts them by seat and kind (``"2 priests"``)."""

    says = Message("Civilians die: {victims}.")

    victims: Fallen


class Advanced(LoyaltyEvent, rule="LOY-10.2.13", stage="Attack"):
    """After a won attack units moved to the battlefield."""

    says = Message("{seat} advances from {origin} to {to} with {units}.")

    seat: Seat
    origin: Place
    to: Place
    units: Units


# --- the end of a round, and of the game ------------------------------------------------------


class Taxed(LoyaltyEvent, rule="LOY-12.1", stage="Taxes", lit="fresh"):
    """A player has collected coins from a city."""

    says = Message("{seat} collects {coins:coin} in taxes from {city}.")

    seat: Seat
    city: Place
    coins: int


class Rioted(LoyaltyEvent, rule="LOY-14.6", stage="Taxes", tone="bad", lit="riots"):
    """A riot cost each of these armies (seats, or numbers of colours) one militia; the marker now stands here.

    Attributes:
        marker: The new position of the city's marker.
    """

    says = Message(
        "{city} has no coins left and riots; "
        "{armies:no army stands there|an army loses one militia|# armies lose one militia each}."
    )

    city: Place
    armies: tuple[int, ...]
    marker: int


class FinalRoundBegan(LoyaltyEvent, rule="LOY-13.7", stage="The end", tone="good", lit="turned", where="cities"):
    """Enough cities are loyal to one faction."""

    says = Message("{cities} {cities:is|are} loyal to the {faction}: the final round begins.")

    seat: Seat
    faction: Faction
    cities: tuple[Place, ...]


class Served(Says):
    """The faction that a player served, as a clause of a sentence."""

    says = Message("{seat} served the {card}")

    seat: Seat
    card: Faction


class CardsShown(LoyaltyEvent, rule="LOY-13.11", stage="The end", tone="good"):
    """All loyalty cards, by seat, and the unused ones.

    Attributes:
        cards: The loyalty card of each seat.
        unused: The cards that nobody had.
    """

    says = Message("The cards are shown: {everybody}.")

    cards: tuple[str, ...]
    unused: tuple[str, ...]

    @property
    def everybody(self) -> tuple[Served, ...]:
        """Each seat with the card that it had."""
        return tuple(Served(*card) for card in enumerate(self.cards))


class GameEnded(LoyaltyEvent, rule="LOY-13.9", stage="The end", weight=5, tone="good", ends=True):
    """The game is over.

    Attributes:
        result: How the game ended: by which end, the winners, and the ruined players.
    """

    unfinished = Message("The round limit is reached; nobody wins.")
    revolution = Message("Revolution: {winners} wins alone.")
    military = Message(
        "{ruined} {ruined:is|are} ruined, without victory points, and the team of the {faction} has lost: "
        "{winners} {winners:wins|wins|win}."
    )
    mutual_ruin = Message(
        "{ruined}, of both teams, are ruined, without victory points: {winners} {winners:wins|wins|win}."
    )
    diplomacy = Message("Diplomacy for the {faction}: {winners} {winners:wins|win}.")
    twist = Message(
        "Diplomacy for the {faction}, but a member of that team is in last place: {winners} {winners:wins|win}."
    )
    stalemate = Message("Diplomacy for the {faction}, but both teams have a member in last place: nobody wins.")

    result: Result

    @property
    def winners(self) -> Seats:
        """LOY-13.12: the winners."""
        return self.result.winners

    @property
    def ruined(self) -> Seats:
        """LOY-13.4: the players who have lost all victory points."""
        return self.result.ruined

    @property
    def faction(self) -> Faction:
        """The faction of the diplomacy, or the team that has lost."""
        return self.result.faction

    def sentences(self) -> Iterable[Message]:
        """LOY-13: each end has its own sentence; LOY-4.6, LOY-13.9: the last place can reverse a diplomacy."""
        won = self.diplomacy if self.winners else self.stalemate
        ends = {
            "unfinished": self.unfinished,
            "revolution": self.revolution,
            "military": self.military,
            "mutual_ruin": self.mutual_ruin,
            "diplomacy": self.twist if self.result.twist else won,
        }
        return (ends[self.result.end],)
