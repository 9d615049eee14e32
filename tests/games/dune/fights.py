"""Battles in stories: Harkonnen against the Emperor unless it is said otherwise: neither commands nor foresees."""

from __future__ import annotations

from tests.games.dune.story import EMP, HAR, Table, card, leader

from turncoat.games.dune.battle import Plan


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
    return table.choose(one, other, where.rpartition(" ")[0])
