"""The table as the events tell it: a position that moves on from event to event.

Majorities are worked out anew after each event, by the functions that the rules use (LOY-2.6).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from turncoat.games.loyalty import actions as act
from turncoat.games.loyalty import events as happened
from turncoat.games.loyalty.actions import Numbers
from turncoat.games.loyalty.board_position import March, Position
from turncoat.games.loyalty.campaign import TICK_PRICE
from turncoat.games.loyalty.majority import last_place, strict_most
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.state import CITIZENS, KINDS, MILITIA, PRIESTS, Result
from turncoat.games.loyalty.story_ground import Ground
from turncoat.games.loyalty.view import CityView, LoyaltyView
from turncoat.kernel.events import Event


class Telling:
    """Who stands where, and what has just happened."""

    def __init__(self, view: LoyaltyView) -> None:
        self.view, self.ground = view, Ground(view)
        options, seats = view.options, len(view.coins)
        self.coins = [0] * seats
        self.tracks = {one.name: 0 for one in view.cities}
        self.pots = {one.name: one.income * options.city_pot_factor for one in view.cities}
        names = self.ground.colours
        self.worn = [names[seat % len(names)] if names else "" for seat in range(seats)]
        self.round, self.active = 0, -1
        self.faction = ""
        self.result: Result | None = None
        self.shown: tuple[str, ...] = ()
        self.unused: tuple[str, ...] = ()
        self.looked: list[tuple[int, ...]] = [() for _ in view.looked]
        self.march: March | None = None
        self.lit: dict[str, str] = {}
        self.field = ""

    def hear(self, event: Event) -> None:
        """Let one event happen."""
        handler = HANDLERS.get(event.__class__)
        if handler is not None:
            handler(self, event)

    def calm(self) -> None:
        """Nothing is happening any more."""
        self.lit = {}
        if self.march is not None and self.march.arrived:
            self.march = None

    # --- the position -------------------------------------------------------------------------

    def now(self) -> Position:
        """The position as it is."""
        places = self.ground.places()
        points = [0] * len(self.coins)
        for one in places:
            if one.owner is not None:
                points[one.owner] += one.worth
        return Position(
            options=self.view.options,
            places=places,
            cities=tuple(map(self.city, self.view.cities)),
            coins=tuple(self.coins),
            worn=tuple(self.worn) if self.view.colours else (),
            vp=tuple(points),
            last=last_place(points) if self.round else (),
            needed=self.view.needed,
            active=self.active if self.active >= 0 and self.result is None else None,
            round=self.round,
            faction=self.faction,
            result=self.result,
            shown=self.shown,
            unused=self.unused,
            looked=tuple(self.looked),
            deck=self.view.deck,
            march=self.march,
            lit=dict(self.lit),
        )

    def points(self) -> Row:
        """LOY-7.2: everybody's victory points."""
        return self.now().vp

    def city(self, one: CityView) -> CityView:
        """LOY-5.7, LOY-7.8: a city as it is now."""
        marker, options = self.tracks[one.name], self.view.options
        religious = strict_most(self.ground.rows(one.name)[1])
        return CityView(
            name=one.name,
            income=one.income,
            marker=marker,
            locked=options.track_lock and abs(marker) == options.track_length,
            religious=None if religious < 0 else religious,
            pot=self.pots[one.name] if options.city_economy else None,
        )

    def spent(self, seat: int, city: str, coins: int) -> None:
        """LOY-10.3.3: coins go to the stock, or to the pot of the city."""
        self.coins[seat] -= coins
        self.ground.drop(city, seat, -coins)
        self.pots[city] += coins

    def banner(self, seat: int) -> int:
        """LOY-14.1b: the place of a player's militia in a row."""
        names = self.ground.colours
        return names.index(self.worn[seat]) if names else seat

    # --- preparation and turns ----------------------------------------------------------------

    def placed(self, one: happened.PiecesPlaced) -> None:
        """LOY-3.6: the first pieces."""
        options = self.view.options
        self.ground.add(one.home, CITIZENS, one.seat, options.start_citizens)
        self.ground.add(one.home, PRIESTS, one.seat, options.start_priests)
        self.ground.add(one.home, MILITIA, self.banner(one.seat), options.start_militia)
        self.ground.add(one.road, CITIZENS, one.seat, options.start_spoke_citizens)
        self.coins[one.seat] += options.start_coins
        self.ground.drop(one.home, one.seat, options.start_coins)
        self.lit = {one.home: "fresh"}

    def coloured(self, one: happened.ColourTaken) -> None:
        """LOY-14.1a, LOY-14.1f: a colour; a change in the game may cost coins."""
        options = self.view.options
        if self.round and options.faction_switch == "action_coins" and options.coin_location == "player":
            self.coins[one.seat] -= options.faction_switch_cost
        self.worn[one.seat] = one.colour

    def began(self, one: happened.TurnBegan) -> None:
        """LOY-9.1: a turn."""
        self.round, self.active, self.march = one.round, one.seat, None

    def declared(self, one: happened.Declared) -> None:
        """LOY-8.5a: who wants to go where."""
        action = one.action
        if isinstance(action, act.Move | act.AskToMove):
            kind = "move" if isinstance(action, act.Move) else "ask"
            self.march = March(one.seat, action.units, action.origin, action.to, False, kind)
        elif isinstance(action, act.Attack | act.AskToAttack):
            self.march = March(one.seat, {MILITIA: action.militia}, action.origin, action.to, False, "attack")

    def failed(self, one: happened.RequestFailed) -> None:
        """LOY-8.5e: nobody goes anywhere."""
        self.march = None

    def given(self, one: happened.TollPaid | happened.Given) -> None:
        """LOY-8.5c, LOY-8.9: a price, or a gift; where coins lie on the map they go when their places are named."""
        if self.view.options.coin_location == "player":
            self.coins[one.seat] -= one.coins
            self.coins[one.to] += one.coins

    def went(self, one: happened.CoinsWent) -> None:
        """LOY-14.8: coins change owner where they lie."""
        for place, number in one.coins.items():
            for seat, more in ((one.seat, -number), (one.to, number)):
                if seat >= 0:
                    self.coins[seat] += more
                    self.ground.drop(place, seat, more)

    def carried(self, one: happened.CoinsCarried) -> None:
        """LOY-14.8: coins travel with units."""
        self.ground.drop(one.origin, one.seat, -one.coins)
        self.ground.drop(one.to, one.seat, one.coins)

    # --- marches and fights -------------------------------------------------------------------

    def moved(self, one: happened.Moved) -> None:
        """LOY-10.1: units go."""
        self.shift(one.seat, one.origin, one.to, one.units)
        self.march = March(one.seat, one.units, one.origin, one.to, True, "move")

    def advanced(self, one: happened.Advanced) -> None:
        """LOY-10.2.13: the survivors, and who follows them."""
        self.shift(one.seat, one.origin, one.to, one.units)
        self.march = March(one.seat, one.units, one.origin, one.to, True, "attack")

    def shift(self, seat: int, origin: str, to: str, units: Numbers) -> None:
        """Units from one place to another."""
        for kind in KINDS:
            who = self.banner(seat) if kind == MILITIA else seat
            self.ground.add(origin, kind, who, -units.get(kind, 0))
            self.ground.add(to, kind, who, units.get(kind, 0))

    def announced(self, one: happened.AttackAnnounced) -> None:
        """LOY-10.2.5: an attack."""
        self.field = one.to
        self.march = March(one.seat, {MILITIA: one.militia}, one.origin, one.to, False, "attack")
        self.lit = {one.to: "struck"}

    def fought(self, one: happened.Fought) -> None:
        """LOY-10.2.9: militia fall one for one."""
        march = self.march
        fallen = min(one.attack, one.defence)
        origin = march.origin if march is not None else self.field
        self.ground.add(origin, MILITIA, self.banner(one.seat), -fallen)
        for who, number in one.losses.items():
            self.ground.add(self.field, MILITIA, self.ground.army(who), -number)
        left = one.attack - fallen
        self.march = March(one.seat, {MILITIA: left}, origin, self.field, False, "attack") if left and march else None
        self.lit = {self.field: "struck"}

    def fell(self, one: happened.CiviliansFell) -> None:
        """LOY-10.2.10: civilians die."""
        for victim, number in one.victims.items():
            owner, kind = victim.split()
            self.ground.add(self.field, kind, int(owner), -number)
        self.lit = {self.field: "struck"}

    # --- cities -------------------------------------------------------------------------------

    def recruited(self, one: happened.Recruited) -> None:
        """LOY-10.3.1: citizens for a coin each."""
        self.ground.add(one.city, CITIZENS, one.seat, one.citizens)
        self.spent(one.seat, one.city, one.citizens)
        self.lit = {one.city: "fresh"}

    def converted(self, one: happened.Converted) -> None:
        """LOY-10.4.1: citizens become something else."""
        self.ground.add(one.city, CITIZENS, one.seat, -one.citizens)
        who = self.banner(one.seat) if one.kind == MILITIA else one.seat
        self.ground.add(one.city, one.kind, who, one.citizens)
        self.lit = {one.city: "fresh"}

    def campaigned(self, one: happened.Campaigned) -> None:
        """LOY-10.5.1: a marker moves, for two coins a tick."""
        self.tracks[one.city] = one.marker
        self.spent(one.seat, one.city, TICK_PRICE * one.ticks)
        self.lit = {one.city: "turned"}

    def locked(self, one: happened.TrackLocked) -> None:
        """LOY-11.1: a track never moves again."""
        self.lit = {one.city: "turned"}

    def looked_at(self, one: happened.CardLookedAt) -> None:
        """LOY-14.4: who has looked at which card."""
        self.looked[one.card - 1] = (*self.looked[one.card - 1], one.seat)

    def taxed(self, one: happened.Taxed) -> None:
        """LOY-12.1, LOY-14.5: coins from the stock, or from the pot."""
        self.coins[one.seat] += one.coins
        self.ground.drop(one.city, one.seat, one.coins)
        self.pots[one.city] -= one.coins
        self.lit[one.city] = "fresh"

    def rioted(self, one: happened.Rioted) -> None:
        """LOY-14.6: a riot."""
        for army in one.armies:
            self.ground.add(one.city, MILITIA, army, -1)
        self.tracks[one.city] = one.marker
        self.lit[one.city] = "riots"

    # --- the end ------------------------------------------------------------------------------

    def final(self, one: happened.FinalRoundBegan) -> None:
        """LOY-13.8: the final round."""
        self.faction = one.faction
        self.lit = dict.fromkeys(one.cities, "turned")

    def opened(self, one: happened.CardsShown) -> None:
        """LOY-13.11: all cards are shown."""
        self.shown, self.unused = one.cards, one.unused

    def ended(self, one: happened.GameEnded) -> None:
        """LOY-13.12: the result."""
        self.result = one.result


Handler = Callable[[Telling, Event], None]

HANDLERS: dict[type[Event], Handler] = cast("dict[type[Event], Handler]", {
    happened.PiecesPlaced: Telling.placed,
    happened.ColourTaken: Telling.coloured,
    happened.TurnBegan: Telling.began,
    happened.Declared: Telling.declared,
    happened.RequestFailed: Telling.failed,
    happened.TollPaid: Telling.given,
    happened.Given: Telling.given,
    happened.CoinsWent: Telling.went,
    happened.CoinsCarried: Telling.carried,
    happened.Moved: Telling.moved,
    happened.Advanced: Telling.advanced,
    happened.AttackAnnounced: Telling.announced,
    happened.Fought: Telling.fought,
    happened.CiviliansFell: Telling.fell,
    happened.Recruited: Telling.recruited,
    happened.Converted: Telling.converted,
    happened.Campaigned: Telling.campaigned,
    happened.TrackLocked: Telling.locked,
    happened.CardLookedAt: Telling.looked_at,
    happened.Taxed: Telling.taxed,
    happened.Rioted: Telling.rioted,
    happened.FinalRoundBegan: Telling.final,
    happened.CardsShown: Telling.opened,
    happened.GameEnded: Telling.ended,
})  # fmt: skip
"""What each event does; whatever is not here changes nothing that can be seen."""
