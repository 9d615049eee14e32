"""The table as its viewer knows it, in a form that the rules can use.

So the rules themselves foresee results, on a copy that holds only what is in the view: decks are empty, and other hands
hold only the known cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from turncoat.games.dune.battle import Prescience, Voice
from turncoat.games.dune.facts import FACTION_IDS, LEADER_IDS
from turncoat.games.dune.sections import Auction, Battle, FactionTurn, Match, Sections, SpiceBlow, Storm, Turn
from turncoat.games.dune.shared.map import LOCATION, NOWHERE, TERRITORY
from turncoat.games.dune.state import NOBODY, Dune, Stacks, blank
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Chance, Event, Tell
from turncoat.kernel.events import Listener

NO_LUCK = bytes(32)
"""The key of a generator that is never used, because results of chance are not foreseen."""


class Shadow:
    """A view in the form of a position.

    Attributes:
        seat: The viewer's seat; -1 for a spectator.
        game: The position, as far as it is known.
    """

    def __init__(self, view: DuneView) -> None:
        self.view = view
        self.seat = NOBODY if view.seat is None else view.seat
        self._seats = {faction.faction: faction.seat for faction in view.factions}
        self.game = self._position()
        self.game.stack = self._sections()

    def seat_of(self, faction: str) -> int:
        """The seat of a faction; -1 for none."""
        return self._seats.get(faction, NOBODY)

    def faction(self, seat: int) -> str:
        """The faction of a seat; empty for no seat."""
        return "" if seat == NOBODY else self.view.factions[seat].faction

    def after(self, action: Callable[[Dune, Tell], object]) -> tuple[Dune, list[Event]]:
        """The position after a change, and the events; the original position stays unchanged."""
        heard = Listener()
        game = Shadow(self.view).game
        action(game, heard)
        return game, [event for _, event in heard.heard]

    # --- the position ---------------------------------------------------------------------------

    def _position(self) -> Dune:
        view, factions = self.view, self.view.factions
        numbers = tuple(FACTION_IDS.index(faction.faction) for faction in factions)
        dead = {leader for faction in factions for leader in faction.dead}
        deaths = {leader: number for faction in factions for leader, number in faction.deaths.items()}
        tied = {leader: TERRITORY[where] for faction in factions for leader, where in faction.tied.items()}
        game = blank(view.options, numbers, view.circle, Chance(NO_LUCK))
        game.spice = [faction.spice for faction in factions]
        game.reserves = [faction.reserves for faction in factions]
        game.tanks = [faction.tanks for faction in factions]
        game.forces = [stacks(faction.forces) for faction in factions]
        game.hands = [faction.known for faction in factions]
        game.alive = [leader not in dead for leader in LEADER_IDS]
        game.deaths = [deaths.get(leader, 0) for leader in LEADER_IDS]
        game.tied = [tied.get(leader, NOWHERE) for leader in LEADER_IDS]
        game.revival_open = [faction.revival_open for faction in factions]
        game.ally = [self.seat_of(faction.ally) for faction in factions]
        self._common(game)
        self._own(game)
        return game

    def _common(self, game: Dune) -> None:
        """The public part."""
        view = self.view
        game.turn, game.storm, game.wall, game.aside = view.turn, view.storm, view.wall, view.aside
        game.order = tuple(self.seat_of(faction) for faction in view.order)
        game.fighters = tuple(self.seat_of(fighter) for fighter in view.fighters)
        game.fields = stacks(view.fields)
        game.treachery_discards, game.spice_discards = list(view.treachery_discards), list(view.spice_discards)
        game.latest = TERRITORY.get(view.latest, NOWHERE)
        game.prevented, game.promises = list(view.prevented), list(view.promises)
        game.hand_facts, game.denied, game.prediction = view.hand_facts, view.denied, view.prediction
        game.shown_traitors = tuple(
            (faction.seat, leader) for faction in view.factions for leader in faction.shown_traitors
        )
        game.cleared = tuple((faction.seat, leader) for faction in view.factions for leader in faction.cleared)

    def _own(self, game: Dune) -> None:
        """DUN-1.5: the part that only the viewer knows, and what its ally lends it."""
        own, seat = self.view.own, self.seat
        if own is None:
            return
        game.hands[seat], game.traitors[seat], game.dealt[seat] = own.hand, own.traitors, own.dealt
        game.allowance[seat], game.lent[seat], game.extra_revivals[seat] = own.allowance, own.lent, own.extra_revivals
        ally = game.ally[seat]
        if ally != NOBODY:
            game.allowance[ally], game.lent[ally], game.extra_revivals[ally] = own.helped, own.borrowed, own.sponsored

    # --- what is being played -------------------------------------------------------------------

    def _sections(self) -> list[Sections]:
        view, found = self.view, list[Sections]([Match(), Turn()])
        if "storm" in view.phase:
            found.append(Storm(movement=NOWHERE if view.movement is None else view.movement))
        if "spice_blow" in view.phase:
            devoured = TERRITORY.get(view.devoured, NOWHERE)
            found.append(SpiceBlow(worms=view.worms, rides=view.rides, devoured=devoured))
        if view.auction is not None:
            auction = view.auction
            high, turn = self.seat_of(auction.high), self.seat_of(auction.bidder)
            found.append(
                Auction("", self.seat_of(auction.opener), turn, high, auction.bid, auction.help, backed=auction.backed)
            )  # fmt: skip
        if view.acting:
            found.append(FactionTurn(self.seat_of(view.acting)))
        return found if view.battle is None else [*found, self.battle()]

    def battle(self) -> Battle:
        """DUN-4.8: the battle being fought, with the plans that the viewer knows."""
        battle = self.view.battle
        assert battle is not None
        return Battle(
            territory=TERRITORY[battle.territory],
            aggressor=self.seat_of(battle.aggressor),
            defender=self.seat_of(battle.defender),
            voice=Voice(*battle.order) if battle.order else None,
            commanded=self.seat_of(battle.commanded),
            prescience=Prescience(battle.element) if battle.element else None,
            foreseen=self.seat_of(battle.foreseen),
            plans={self.seat_of(faction): plan for faction, plan in battle.plans.items()},
            calls=[self.seat_of(faction) for faction in battle.calls],
            lifted=list(battle.lifted),
            resolved=battle.resolved,
            winner=self.seat_of(battle.winner),
            played=battle.played,
        )


def stacks(forces: Mapping[str, int]) -> Stacks:
    """Forces or spice by location, in the form that the rules use."""
    return tuple(sorted((LOCATION[place], number) for place, number in forces.items()))
