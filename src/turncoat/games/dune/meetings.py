"""DUN-4.8.1: who must fight whom, where, and with which forces."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.dune.forces import outside_storm, territories_of
from turncoat.games.dune.map import POLE, connected
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import Dune, Stacks


def can_meet(game: Dune, one: int, other: int, territory: int) -> bool:
    """DUN-4.8.1: whether stacks of two seats, outside the storm, are connected inside a territory."""
    mine = {place for place, _ in outside_storm(game, one, territory)}
    theirs = {place for place, _ in outside_storm(game, other, territory)}
    return any(mine.intersection(part) and theirs.intersection(part) for part in connected(territory, game.storm))


def contested(game: Dune) -> dict[int, list[int]]:
    """Territories, in facts order, in which several seats have forces, with these seats in storm order."""
    there: dict[int, list[int]] = {}
    for seat in game.order:
        for territory in territories_of(game, seat):
            there.setdefault(territory, []).append(seat)
    return {territory: there[territory] for territory in sorted(there) if len(there[territory]) > 1}


def battles_of(game: Dune, seat: int, places: dict[int, list[int]]) -> Iterator[tuple[int, list[int]]]:
    """DUN-4.8.1: where a seat must fight, and whom, in storm order; ``places`` are the contested territories."""
    for territory, there in places.items():
        if seat in there and territory != POLE:
            foes = [one for one in there if one not in (seat, game.ally[seat])]
            foes = [foe for foe in foes if can_meet(game, seat, foe, territory)]
            if foes:
                yield territory, foes


def engaged(game: Dune, battle: Battle, seat: int) -> Stacks:
    """DUN-4.8.5, R-54: a combatant's forces that count: all outside the storm; with O-10 those that can be met."""
    other = battle.defender if seat == battle.aggressor else battle.aggressor
    stacks = outside_storm(game, seat, battle.territory)
    if game.options.battle_scope == "territory":
        return stacks
    mine = {place for place, _ in stacks}
    theirs = {place for place, _ in outside_storm(game, other, battle.territory)}
    areas = [part for part in connected(battle.territory, game.storm) if mine & set(part) and theirs & set(part)]
    return tuple(one for one in stacks if any(one[0] in part for part in areas))
