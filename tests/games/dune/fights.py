"""Battles in stories: Harkonnen against the Emperor unless it is said otherwise: neither commands nor foresees."""

from __future__ import annotations

from tests.games.dune.story import EMP, HAR, Table, card, fid, leader, territory

from turncoat.games.dune.actions import Call, ChooseBattle, Discard, Pass, Plan


def plan(dial: int, hero: str = "", weapon: str = "", defence: str = "") -> Plan:
    """A plan in the names of the rulebook; what is not named is none."""
    return Plan(
        dial, leader(hero) if hero else None, card(weapon) if weapon else None, card(defence) if defence else None
    )


def clash(one: int = HAR, other: int = EMP, *, where: str = "Tsimpo 10", size: int = 10, **position: object) -> Table:
    """A battle of two factions in one place, chosen by the first; it is at its first decision."""
    given = position.pop("forces", {})
    assert isinstance(given, dict)
    forces = {one: f"{where}: {size}", other: f"{where}: {size}", **given}
    table = Table("battles", forces=forces, first=one, **position)  # type: ignore[arg-type]
    return choose(table, one, other, where.rpartition(" ")[0])


def choose(table: Table, one: int, other: int, where: str) -> Table:
    """A faction chooses a battle."""
    return table.do(one, ChooseBattle(territory(where), fid(other)))


def planned(table: Table, plans: dict[int, Plan]) -> Table:
    """These factions seal their plans; whoever could command or foresee does not."""
    while table.key in ("battle.voice", "battle.prescience"):
        table.passes(*table.asked())
    for faction, one in plans.items():
        table.do(faction, one)
    return table


def fought(table: Table, plans: dict[int, Plan], *calling: int) -> Table:
    """Plans are made, then these factions call treachery; the winner has not yet chosen which cards to keep."""
    planned(table, plans)
    while table.key == "battle.treachery":
        faction = table.asked()[0]
        table.do(faction, Call() if faction in calling else Pass())
    return table


def kept(table: Table, faction: int, *gone: str) -> Table:
    """The winner discards these cards and keeps the rest."""
    return table.do(faction, Discard(tuple(card(name) for name in gone)))
