"""The designer's side of Dune: what is counted of a game that is over: kinds of victory, turns and factions."""

from __future__ import annotations

from tests.games.dune.story import BG, EMP, HAR, Table

from turncoat.games.dune.findings import KINDS, findings
from turncoat.games.dune.mentat.rules import PREDICTABLE


def found(table: Table) -> dict[str, object]:
    return dict(findings(table.game))


def test_a_victory_alone_is_found_with_its_faction() -> None:
    """DUN-4.10.2."""
    table = Table("mentat", forces={HAR: "Arrakeen 9: 1, Carthag 10: 1, Sietch Tabr 13: 1"}, dead="Feyd Rautha")
    assert found(table) == {
        "kind of victory": "strongholds alone",
        "rounds": 2,
        "winning faction": ("Harkonnen",),
        "winners": "one alone",
        "alliances at the end": 0,
        "strongholds of the winners": 3,
        "dead leaders": 1,
    }


def test_allies_share_a_victory() -> None:
    """DUN-4.10.3."""
    forces = {HAR: "Arrakeen 9: 1, Carthag 10: 1", EMP: "Sietch Tabr 13: 1, Tuek's Sietch 4: 1"}
    said = found(Table("mentat", forces=forces, allies=((HAR, EMP),)))
    assert said["winning faction"] == ("Harkonnen", "Emperor")
    assert (said["winners"], said["alliances at the end"]) == ("an alliance", 1)


def test_a_prediction_is_found() -> None:
    """DUN-4.10.4."""
    forces = {HAR: "Arrakeen 9: 1, Carthag 10: 1, Sietch Tabr 13: 1"}
    said = found(Table("mentat", forces=forces, prediction=(HAR, 2)))
    assert (said["kind of victory"], said["winning faction"]) == ("prediction of the Bene Gesserit", ("Bene Gesserit",))


def test_victories_after_the_last_turn_are_told_apart() -> None:
    """DUN-4.10.5, DUN-4.10.6."""
    assert found(Table("mentat", turn=10))["kind of victory"] == "last turn, Fremen: free havens"
    held = Table("mentat", turn=10, forces={BG: "Sietch Tabr 13: 1"})
    assert found(held)["kind of victory"] == "last turn, Spacing Guild"


def test_nobody_may_win() -> None:
    """DUN-4.10.8 with DUN-O-08 off, without nomads and carriers."""
    said = found(Table("mentat", turn=10, factions=(HAR, EMP, BG), most_strongholds=False))
    assert (said["kind of victory"], said["winning faction"]) == ("nobody", "nobody")
    assert "strongholds of the winners" not in said


def test_every_rule_of_victory_has_a_name() -> None:
    """DUN-4.10."""
    assert set(PREDICTABLE) < set(KINDS)
    assert len(set(KINDS.values())) == len(KINDS)
