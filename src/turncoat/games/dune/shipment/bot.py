"""How a mentat ships and moves: it tries promising shipments and moves, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import ceil

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.bots.ground import Ground
from turncoat.games.dune.bots.world import Stand, World
from turncoat.games.dune.shared.map import (
    IS_CITY_LOCATION,
    IS_STRONGHOLD,
    LOCATION,
    LOCATION_IDS,
    POLE,
    SECTOR_OF,
    TERRITORY_OF,
    Forces,
    reach,
)
from turncoat.games.dune.shipment import Move, Rally, Ship, Transfer, UseHajr, Withdraw
from turncoat.games.dune.shipment.movement import range_of_move
from turncoat.games.dune.shipment.shipping import FREE, HOMEWARD, pays_half, rate_to
from turncoat.games.dune.spice_blow import Ride
from turncoat.kernel import Amounts, Between, Box, Boxes, OneOf

Tried = tuple[float, DuneAction]
"""An answer that was tried, with its value."""
NUMBERS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20)
"""The numbers of forces that the bot tries."""
WORTHWHILE = 0.25
"""A shipment or move must improve the position by at least this much."""
PROMISING = 2
"""For this many of the best shipments the bot also looks for the best move afterwards, with whole stacks or halves."""
KARAMA_PRICE = 4.0
"""The spice that a Karama card must save when it is played with a shipment."""
LATER = 0.85
"""The factor for the value of a move after a shipment, because other factions may act in between."""


def goal_of(action: DuneAction) -> int:
    """The location to which an answer brings forces; -1: none."""
    return LOCATION.get(getattr(action, "to", ""), -1)


def some_of(number: int) -> tuple[int, ...]:
    """How many forces of a stack to try: all, all but one, half, a few."""
    return tuple(sorted({number, number - 1, number // 2, 3} & set(range(1, number + 1))))


class Traveller:
    """Finds shipments and moves.

    Args:
        world: The table as the bot's seat sees it.
        ground: The object that judges positions.
        spared: Territories that it has promised not to enter.
        effort: How much it thinks, as a share of the usual.
    """

    def __init__(self, world: World, ground: Ground, spared: frozenset[int] = frozenset(), effort: float = 1.0) -> None:
        self.world, self.ground, self.spared, self.effort = world, ground, spared, effort
        self.steps = range_of_move(world.game, world.me, ())
        self.mine = world.forces[world.me]
        self.now = ground.score(self.mine)
        self.targets = self._targets()

    def _targets(self) -> frozenset[int]:
        """Worthwhile locations: strongholds, spice, the middle."""
        spice = self.world.fields
        return frozenset(
            place
            for place, territory in enumerate(TERRITORY_OF)
            if (IS_STRONGHOLD[territory] or place in spice) and territory not in self.spared
        )

    # --- shipments ------------------------------------------------------------------------------

    def ship(self, boxes: Boxes[DuneAction]) -> DuneAction:
        """The best shipment, judged with the move that may follow; None if none is worth it."""
        tried = sorted(self._shipments(boxes), key=lambda rated: -rated[0])
        best, choice = self._with_move(self.mine, self.now, 0.0), None
        for value, action in tried[: ceil(PROMISING * self.effort)]:
            mine, spent = self.after(action)
            total = self._with_move(mine, value, spent)
            if total > best + WORTHWHILE:
                best, choice = total, action
        if choice is not None:
            return choice
        return Pass() if Pass() in boxes or not tried else tried[0][1]

    def landings(self, boxes: Boxes[DuneAction]) -> tuple[float, dict[int, float]]:
        """The value of the best shipment; and for each territory the value of the best shipment to another one."""
        best: dict[int, float] = {}
        for value, action in self._shipments(boxes):
            territory = TERRITORY_OF[goal_of(action)]
            best[territory] = max(value, best.get(territory, self.now))
        without = {
            territory: max((value for other, value in best.items() if other != territory), default=self.now)
            for territory in best
        }
        return max(self.now, *best.values(), self.now), {
            place: max(self.now, value) for place, value in without.items()
        }

    def _with_move(self, mine: Stand, value: float, spent: float) -> float:
        """The value of a position for a faction that can still move."""
        best = value
        for forces, goal in self.moves(mine, lambda number: {number, (number + 1) // 2}):
            best = max(best, value + LATER * (self.ground.score(moved(mine, forces, goal), spent) - value))
        return best

    def _shipments(self, boxes: Boxes[DuneAction]) -> Iterator[Tried]:
        for box in boxes.boxes:
            if box.action in (Ship, Rally, Transfer):
                for action in self._loads(box):
                    mine, spent = self.after(action)
                    yield self.ground.score(mine, spent), action

    def _loads(self, box: Box[DuneAction]) -> Iterator[DuneAction]:
        goals, spaces = box.space("to"), dict(box.fields)
        assert isinstance(goals, OneOf)
        amounts = list(numbers_of(spaces["forces"]))
        help_ = spaces.get("help")
        share = self._share(help_) if isinstance(help_, Between) else 0
        for goal in goals.values:
            place = LOCATION[str(goal)]
            if place in self.targets or (box.action is Rally and self._near_spice(place)):
                for forces in amounts:
                    if (action := self._load(box, forces, str(goal), share)) is not None:
                        yield action

    def _load(self, box: Box[DuneAction], forces: int | Forces, goal: str, share: int) -> DuneAction | None:
        if isinstance(forces, dict):
            return Transfer(forces, goal, share)
        if box.action is Rally:
            return Rally(forces, goal)
        karama = box.space("karama")
        assert isinstance(karama, OneOf)
        card = karama.values[0]
        full = rate_to(TERRITORY_OF[LOCATION[goal]], half=False).price(forces)
        if card is not None and (full + 1) // 2 < KARAMA_PRICE:
            return None
        return Ship(forces, goal, share, None if card is None else str(card))

    def _share(self, help_: Between) -> int:
        """DUN-5.2.2: the ally's share in a price, so that the richer of the two pays."""
        ally = self.world.ally[self.world.me]
        own = self.world.faction(self.world.me).spice
        return help_.high if self.world.faction(ally).spice > own else help_.low

    def _near_spice(self, place: int) -> bool:
        spots = [other for other in reach(place, 1, self.world.view.storm) if other in self.world.fields]
        return bool(spots)

    def after(self, action: DuneAction) -> tuple[Stand, float]:
        """The positions of the bot's forces after a shipment, and its cost."""
        mine, place = dict(self.mine), goal_of(action)
        if isinstance(action, Rally):
            return landed(mine, action.forces, place), FREE.price(action.forces)
        assert isinstance(action, Ship | Transfer)
        half = pays_half(self.world.game, self.world.me)
        if isinstance(action, Transfer):
            rate = rate_to(TERRITORY_OF[place], half=half)
            return moved(mine, action.forces, place), rate.price(sum(action.forces.values()))
        extra = 0.0 if action.karama is None else KARAMA_PRICE
        rate = rate_to(TERRITORY_OF[place], half=half or action.karama is not None)
        return landed(mine, action.forces, place), rate.price(action.forces) + extra

    def homeward(self, boxes: Boxes[DuneAction]) -> Iterator[tuple[float, Withdraw]]:
        """DUN-6.5.2 c): forces that should go back to the reserves."""
        for box in boxes.boxes:
            if box.action is Withdraw:
                shares = box.space("help")
                assert isinstance(shares, Between)
                for forces in numbers_of(box.space("forces")):
                    if isinstance(forces, dict):
                        mine, number = removed(dict(self.mine), forces), sum(forces.values())
                        value = self.ground.score(mine, HOMEWARD.price(number)) + 0.3 * number
                        yield value, Withdraw(forces, shares.low)

    # --- moves ----------------------------------------------------------------------------------

    def move(self, boxes: Boxes[DuneAction], kind: type[Move] | type[UseHajr] = Move) -> DuneAction | None:
        """The best move, or none."""
        best, choice = self.now + WORTHWHILE, None
        for forces, goal in self.moves(self.mine):
            value = self.ground.score(moved(self.mine, forces, goal))
            if value > best:
                action = kind(
                    {LOCATION_IDS[place]: number for place, number in sorted(forces.items())}, LOCATION_IDS[goal]
                )
                if action in boxes:
                    best, choice = value, action
        return choice

    def gain(self, action: Move | UseHajr) -> float:
        """How much a move improves the position."""
        forces = {LOCATION[place]: number for place, number in action.forces.items()}
        return self.ground.score(moved(self.mine, forces, LOCATION[action.to])) - self.now

    def moves(self, mine: Stand, parts: Callable[[int], Iterable[int]] = some_of) -> Iterator[tuple[Stand, int]]:
        """Promising moves: part or all of a stack to a worthwhile location within reach."""
        flying = any(IS_CITY_LOCATION[place] for place in mine)
        steps, storm = max(self.steps, 3 if flying else 1), self.world.view.storm
        shut = self._shut()
        for place, number in mine.items():
            if self.world.in_storm(place):
                continue
            for goal in reach(place, steps, storm, frozenset(self._full_havens())):
                if goal != place and (goal in self.targets or self._shelter(place, goal)):
                    if TERRITORY_OF[goal] in shut and TERRITORY_OF[goal] != TERRITORY_OF[place]:
                        continue
                    for part in parts(number):
                        yield {place: part}, goal

    def _shelter(self, place: int, goal: int) -> bool:
        """Whether a move leads out of the storm's path into a neighbouring territory."""
        return IS_STRONGHOLD[TERRITORY_OF[goal]] or TERRITORY_OF[goal] == POLE or SECTOR_OF[goal] != SECTOR_OF[place]

    def _full_havens(self) -> list[int]:
        """DUN-2.1.6: strongholds with two other factions."""
        world = self.world
        havens = {TERRITORY_OF[place] for place in self.targets if IS_STRONGHOLD[TERRITORY_OF[place]]}
        return [haven for haven in havens if len([seat for seat in world.there(haven) if seat != world.me]) > 1]

    def _shut(self) -> frozenset[int]:
        """DUN-2.1.7: the territories with the ally's forces."""
        ally = self.world.ally[self.world.me]
        return frozenset(self.world.stand[ally]) - {POLE} if ally >= 0 else frozenset()

    # --- rides ----------------------------------------------------------------------------------

    def ride(self, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-6.1.7: the best ride, or none."""
        best, choice = self.now + WORTHWHILE, Pass()
        found: DuneAction = choice
        for box in boxes.boxes:
            if box.action is not Ride:
                continue
            goals = box.space("to")
            assert isinstance(goals, OneOf)
            for goal in goals.values:
                if LOCATION[str(goal)] not in self.targets:
                    continue
                for forces in numbers_of(box.space("forces")):
                    assert isinstance(forces, dict)
                    value = self.ground.score(moved(self.mine, forces, LOCATION[str(goal)]))
                    if value > best:
                        best, found = value, Ride(forces, str(goal))
        return found


def numbers_of(space: object) -> Iterator[int | Forces]:
    """Numbers of forces, or parts of several stacks, to try."""
    if isinstance(space, Between):
        yield from (number for number in NUMBERS if space.low <= number <= space.high)
        if space.high > 0 and space.high not in NUMBERS:
            yield space.high
    elif isinstance(space, Amounts):
        whole = dict(space.caps)
        for part in (1, 2, 3):
            forces = {place: max(1, number * part // 3) for place, number in whole.items() if number}
            if space.low <= sum(forces.values()) <= space.high:
                yield forces


def removed(mine: Stand, forces: Forces | Stand) -> Stand:
    """A position without these forces."""
    for place, number in forces.items():
        where = LOCATION[place] if isinstance(place, str) else place
        mine[where] -= number
        if not mine[where]:
            del mine[where]
    return mine


def moved(mine: Stand, forces: Forces | Stand, goal: int) -> Stand:
    """A position after these forces have gone to a location."""
    return landed(removed(dict(mine), forces), sum(forces.values()), goal)


def landed(mine: Stand, number: int, goal: int) -> Stand:
    """A position with more forces in a location."""
    mine[goal] = mine.get(goal, 0) + number
    return mine
