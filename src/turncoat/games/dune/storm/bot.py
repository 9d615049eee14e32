"""How a mentat dials for the storm and plays storm cards."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.bots.world import World
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.shared.map import LOCATIONS_IN, OPEN_SAND, TERRITORY_OF, WALLED
from turncoat.games.dune.storm import Dial, UseAtomics, UseWeatherControl
from turncoat.kernel import Between, Boxes

OTHERS = 0.3
"""The value of a foe's dead force, as a share of the bot's own."""
SPICE = 0.1
WORTH_A_CARD = 3.5
"""The bot plays Weather Control if it saves this much."""
WORTH_THE_WALL = 5.0
OTHER_DIALS = (1, 2, 3)


def damage(world: World, sectors: int, *, wall: bool | None = None) -> float:
    """The cost of a storm that moves this far: the bot's forces less those of foes; gains are negative.

    Args:
        world: The table.
        sectors: How far it moves.
        wall: Whether to assume that the Shield Wall stands; None: as it really is.
    """
    stands, cost, start = world.view.wall if wall is None else wall, 0.0, world.view.storm
    for step in range(1, sectors + 1):
        for place in LOCATIONS_IN[(start + step) % SECTORS]:
            territory = TERRITORY_OF[place]
            if territory in OPEN_SAND or (territory in WALLED and not stands):
                for seat in world.seats:
                    number = world.forces[seat].get(place, 0)
                    cost += number if seat == world.me else (-OTHERS * number if seat not in world.friends else 0.0)
            cost += SPICE * world.fields.get(place, 0) * (-1 if place not in world.forces[world.me] else 3)
    return cost


def dial(world: World, boxes: Boxes[DuneAction], whim: int) -> DuneAction:
    """DUN-4.1: dial a number that spares the bot's forces, whatever the other dial; in turn 1 any number.

    Args:
        world: The table as the bot's seat sees it.
        boxes: The numbers that can be dialled.
        whim: A number drawn at random.
    """
    (box,) = boxes.boxes
    numbers = box.space("number")
    assert isinstance(numbers, Between)
    if world.view.storm < 0:
        return Dial(numbers.low + whim % numbers.count())
    choices = list(range(numbers.low, numbers.high + 1))
    choices = choices[whim % len(choices) :] + choices[: whim % len(choices)]
    return Dial(min(choices, key=lambda own: sum(damage(world, own + other) for other in OTHER_DIALS)))


def storm_card(world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
    """DUN-DK-05: play Weather Control if the storm would do harm, Family Atomics if the storm then strikes foes."""
    usual = world.view.movement
    if usual is None or not boxes:
        return None
    if UseAtomics() in boxes and damage(world, usual) - damage(world, usual, wall=False) > WORTH_THE_WALL:
        return UseAtomics()
    found = [UseWeatherControl(number) for number in range(11) if UseWeatherControl(number) in boxes]
    if found:
        best = min(found, key=lambda control: damage(world, control.sectors))
        if damage(world, usual) - damage(world, best.sectors) > WORTH_A_CARD:
            return best
    return None
