"""LOY-1.3: what a seat may see of Loyalty: the whole map, its own card, and the cards that it has looked at."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.loyalty.actions import Faction, LoyaltyAction, Numbers, Place
from turncoat.games.loyalty.choices import the_turn
from turncoat.games.loyalty.majority import controls, last_place, owner, religious_control, spokesman, victory_points
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.options import Options, colours
from turncoat.games.loyalty.state import (
    NOBODY,
    Battle,
    Leave,
    Loyalty,
    Parley,
    Payment,
    Preparation,
    Result,
    Turn,
    TurnAction,
    active,
    round_of,
)
from turncoat.kernel import Seat, Seats, play


class PlaceView(Struct, frozen=True):
    """A city or a road. Rows are by seat; of militia with colours, by colour.

    Attributes:
        name: The name of the city or road.
        ends: The cities at its ends; empty for a city.
        worth: Victory points for its owner.
        citizens: Citizens there.
        priests: Priests there.
        militia: Militia there.
        coins: LOY-14.8: coins that lie there; empty if players keep their coins.
        owner: LOY-7.1: the seat that owns it; None: nobody.
        control: LOY-7.3, LOY-7.5: the seat or colour that controls it; None: nobody.
        gatekeeper: LOY-7.7: the seat that decides about entry; None: nobody does.
    """

    name: Place
    ends: tuple[Place, ...]
    worth: int
    citizens: Row
    priests: Row
    militia: Row
    coins: Row
    owner: Seat | None
    control: int | None
    gatekeeper: Seat | None


class CityView(Struct, frozen=True):
    """The additional facts of a city.

    Attributes:
        name: The name of the city.
        income: The income printed on the city, in coins.
        marker: LOY-5.7: the position of the marker, above 0 towards the Pope.
        locked: LOY-11.1: whether the marker can never move again.
        religious: LOY-7.8: the seat with religious control; None: nobody.
        pot: LOY-14.5: coins in the pot; None without city economies.
    """

    name: Place
    income: int
    marker: int
    locked: bool
    religious: Seat | None
    pot: int | None


class RequestView(Struct, frozen=True):
    """LOY-8.5: a request that is open.

    Attributes:
        action: The action for which leave is asked.
        offers: The prices offered, by seat.
    """

    action: LoyaltyAction | None
    offers: dict[Seat, int]


class BattleView(Struct, frozen=True):
    """LOY-10.2: an attack that is being resolved.

    Attributes:
        attacker: The seat that attacks.
        origin: The place from which the attackers come.
        field: The place that is attacked.
        targets: The seats that are attacked, in the order named.
        force: How many militia attack; after the fight, how many survive.
        joined: Militia of volunteers, by seat.
        terms: The losses that the defenders have agreed on.
        falls: Civilians that must die, by seat.
        won: Whether the attack was won.
    """

    attacker: Seat
    origin: Place
    field: Place
    targets: Seats
    force: int
    joined: dict[Seat, int]
    terms: Numbers
    falls: dict[Seat, int]
    won: bool


class ProposalView(Struct, frozen=True):
    """LOY-10.2.8, LOY-10.2.10: a proposal for sharing the losses, while others are asked to agree.

    Attributes:
        speaker: The seat that proposes it.
        losses: What each would lose, by seat; of militia with colours, by colour.
        civilians: Whether it is about civilians; if not, about militia.
    """

    speaker: Seat
    losses: Numbers
    civilians: bool


class PaymentView(Struct, frozen=True):
    """LOY-14.8: a payment for which the payer names the places.

    Attributes:
        payer: The seat that pays.
        to: The seat that receives the coins; None: the stock.
        coins: The number of coins to be paid.
    """

    payer: Seat
    to: Seat | None
    coins: int


class LoyaltyView(Struct, frozen=True):
    """The table as a seat sees it. Rows are by seat.

    Attributes:
        seat: The seat that sees this view; None for a spectator.
        options: The options of the game, as chosen for this table.
        card: The seat's own loyalty card; None for a spectator.
        seen: LOY-14.4: the unused cards this seat has looked at, by place in the row from 1.
        looked: LOY-14.4: for each unused card, the seats that have looked at it.
        deck: LOY-4.2: how many cards of each faction were in the deck.
        cards: Everybody's cards, once the game is over; else empty.
        unused: The unused cards, once the game is over; else empty.
        places: All places, cities first, the capital as the first of them.
        cities: The additional facts of each city.
        coins: The coins of each player.
        colours: LOY-14.1: the colour of each player; empty without colours.
        vp: LOY-7.2: victory points.
        last: LOY-4.5: the seats in last place.
        needed: LOY-13.2: victory points that bring a revolution.
        first: The first player.
        active: The seat whose turn it is; None before the first turn and after the end.
        turn: The number of turns that have begun.
        round: The present round, from 1; 0 before the first turn.
        actions_left: Actions the active player still has, the present one included.
        requests_left: Requests that can still fail in this turn.
        homes: The homes taken so far, while the map is being prepared.
        leaves: LOY-8.8: standing permissions in force.
        request: The request for leave that waits for answers.
        battle: The attack that is being resolved.
        proposal: The proposal that the defenders are asked to agree to.
        payment: The payment that is being made.
        faction: LOY-13.7: the faction that triggered the final round; else empty.
        turns_left: LOY-13.8: turns that follow this one in the final round; None before it.
        result: How the game ended; None while it goes on.
    """

    seat: Seat | None
    options: Options
    card: Faction | None
    seen: dict[int, Faction]
    looked: tuple[tuple[int, ...], ...]
    deck: int
    cards: tuple[Faction, ...]
    unused: tuple[Faction, ...]
    places: tuple[PlaceView, ...]
    cities: tuple[CityView, ...]
    coins: Row
    colours: tuple[str, ...]
    vp: Row
    last: Seats
    needed: int
    first: Seat
    active: Seat | None
    turn: int
    round: int
    actions_left: int
    requests_left: int
    homes: tuple[Place, ...]
    leaves: tuple[Leave, ...]
    request: RequestView | None
    battle: BattleView | None
    proposal: ProposalView | None
    payment: PaymentView | None
    faction: Faction
    turns_left: int | None
    result: Result | None


def _somebody(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def view(game: Loyalty, seat: int | None) -> LoyaltyView:
    """LOY-1.3: what a seat may see; no cards of others and no unused cards before the end."""
    over = game.result is not None
    points = victory_points(game)
    turn = the_turn(game) if game.turn and not over else Turn(used=game.options.turn_actions)
    limit = max(0, game.options.request_limit - turn.failed)
    names = colours(game.options)
    return LoyaltyView(
        seat=seat,
        options=game.options,
        card=None if seat is None else game.cards[seat],
        seen={number: card for number, card in enumerate(game.unused, 1) if seat in game.looked[number - 1]},
        looked=tuple(game.looked),
        deck=(len(game.cards) + len(game.unused)) // 2,
        cards=tuple(game.cards) if over else (),
        unused=tuple(game.unused) if over else (),
        places=places(game),
        cities=cities(game),
        coins=tuple(game.coins),
        colours=tuple(names[colour] for colour in game.colours),
        vp=tuple(points),
        last=last_place(points),
        needed=game.map.majority,
        first=game.first,
        active=active(game) if game.turn and not over else None,
        turn=game.turn,
        round=round_of(game) if game.turn else 0,
        actions_left=game.options.turn_actions - turn.used,
        requests_left=0 if over else limit,
        homes=homes(game),
        leaves=tuple(game.leaves),
        request=request(game),
        battle=battle(game),
        proposal=proposal(game),
        payment=payment(game),
        faction=game.faction,
        turns_left=turns_left(game),
        result=game.result,
    )


def places(game: Loyalty) -> tuple[PlaceView, ...]:
    """Every place with its units, owner and controllers."""
    board, masters = game.map, controls(game)
    return tuple(
        PlaceView(
            name=name,
            ends=tuple(board.cities[city] for city in board.ends[place]) if place >= board.city_count else (),
            worth=board.worth[place],
            citizens=game.citizens[place],
            priests=game.priests[place],
            militia=game.militia[place],
            coins=game.purses[place] if game.purses else (),
            owner=_somebody(owner(game, place)),
            control=_somebody(masters[place]),
            gatekeeper=_somebody(spokesman(game, masters[place])),
        )
        for place, name in enumerate(board.names)
    )


def cities(game: Loyalty) -> tuple[CityView, ...]:
    """Every city with its track and its income."""
    end = game.options.track_length
    return tuple(
        CityView(
            name=name,
            income=game.map.income[city],
            marker=game.tracks[city],
            locked=game.options.track_lock and abs(game.tracks[city]) == end,
            religious=_somebody(religious_control(game, city)),
            pot=game.pots[city] if game.pots else None,
        )
        for city, name in enumerate(game.map.cities)
    )


def homes(game: Loyalty) -> tuple[str, ...]:
    """LOY-3.5: the home of each seat, while homes are being taken; empty text: none yet."""
    for section in game.stack:
        if isinstance(section, Preparation):
            return tuple("" if home == NOBODY else game.map.cities[home] for home in section.homes)
    return ()


def request(game: Loyalty) -> RequestView | None:
    """LOY-8.5: the request for leave, while answers are awaited."""
    section = game.stack[-1] if game.stack else None
    if not isinstance(section, TurnAction) or section.action is None or play.pending(game) is None:
        return None
    return RequestView(section.action, dict(section.offers))


def battle(game: Loyalty) -> BattleView | None:
    """LOY-10.2: the attack that is being resolved."""
    for section in game.stack:
        if isinstance(section, Battle):
            names = game.map.names
            return BattleView(
                active(game),
                names[section.origin],
                names[section.field],
                section.targets,
                section.force,
                dict(section.joined),
                dict(section.terms),
                dict(section.falls),
                section.won,
            )
    return None


def proposal(game: Loyalty) -> ProposalView | None:
    """LOY-10.2.8: the proposal, which everybody has heard."""
    section = game.stack[-1] if game.stack else None
    if not isinstance(section, Parley) or not section.terms:
        return None
    return ProposalView(section.speaker, dict(section.terms), section.civilians)


def payment(game: Loyalty) -> PaymentView | None:
    """LOY-14.8: the payment in progress, as everybody knows it."""
    section = game.stack[-1] if game.stack else None
    return PaymentView(active(game), _somebody(section.to), section.coins) if isinstance(section, Payment) else None


def turns_left(game: Loyalty) -> int | None:
    """LOY-13.8: how many turns follow this one in the final round."""
    if not game.faction or game.result is not None:
        return None
    more = len(game.coins) if game.options.final_round == "all" else len(game.coins) - 1
    return game.trigger + more - game.turn
