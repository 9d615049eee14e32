"""The author's questions to Thrice: how many rounds, how many total party kills, against which opponents."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.games.thrice.story import ADAM, Table, sheet
from tests.kit import says

from turncoat.cli import NONSENSE, run
from turncoat.games.thrice.actions import Build
from turncoat.games.thrice.findings import build, findings, length, table
from turncoat.kernel import Finding
from turncoat.lab.batches import Batch

Printed = pytest.CaptureFixture[str]


def found(told: Table) -> dict[str, Finding]:
    """What a combat says of itself once it is over."""
    assert told.over
    return findings(told.game)


def won(**options: Any) -> Table:
    """One player beats three opponents in three rounds."""
    told = Table(players=1, sheets=[sheet(damage=9)], creation_points=9, **options)
    for foe in told.foes:
        told.go(ADAM).hit(ADAM, foe)
        if not told.over:
            told.rest()
    return told


def test_a_victory_is_counted_with_its_rounds() -> None:
    """THR-15.7: the end, and whether it took as long as it is meant to."""
    said = found(won())
    assert (said["end"], said["total party kill"], said["rounds"]) == ("victory", "no", 3)
    assert said["length"] == "2 to 4 rounds"
    assert (said["characters standing"], said["opponents standing"]) == (1, 0)


def test_a_total_party_kill_is_counted() -> None:
    """THR-15.7: all helpless and nobody away."""
    told = Table(players=1, sheets=[sheet(wealth=3)], build=Build(0, 0, {"damage A": 3}), after=(ADAM,))
    told.blow(told.foe(0), ADAM, 10, 10)
    said = found(told)
    assert (said["end"], said["total party kill"]) == ("total party kill", "yes")
    assert said["end, 1 player of wealth 3"] == "total party kill"
    assert said["rounds, mostly damage"] == 1
    assert said["length"] == "shorter"


@pytest.mark.parametrize(
    ("rounds", "said"), [(1, "shorter"), (2, "2 to 4 rounds"), (4, "2 to 4 rounds"), (5, "longer")]
)
def test_a_combat_is_meant_to_take_two_to_four_rounds(rounds: int, said: str) -> None:
    """THR-8.1."""
    assert length(rounds) == said


@pytest.mark.parametrize(
    ("removed", "second", "points", "said"),
    [
        (0, 0, {}, "nothing bought"),
        (0, 0, {"weapon A": 1}, "mostly weapon"),
        (1, 0, {"weapon A": 1, "armour A": 1}, "evenly"),
        (1, 2, {"swipe A": 1, "direct B": 1}, "mostly tricks"),
        (0, 0, {"initiative": 1}, "mostly initiative"),
    ],
)
def test_a_build_is_called_by_what_most_points_were_spent_on(
    removed: int, second: int, points: dict[str, int], said: str
) -> None:
    """THR-5.5 to THR-5.7."""
    told = Table(build=Build(removed, second, points))
    assert build(told.game) == said
    assert table(told.game) == "4 players of wealth 1"
    bought = findings(told.game)["opponents' tricks"]
    assert bought == (("swipe", "direct") if second else ("none",))


# --- simulate ---------------------------------------------------------------------------------

FEW = ["--games", "4", "--seed", "s", "--workers", "1", "--option", "round_limit=6"]


def test_the_gm_stays_at_his_seat() -> None:
    """THR-1.1: bots move on among the characters only."""
    batch = Batch("thrice", {}, ("tactician", "random", "random", "gm"), 4, "s")
    seatings = [batch.seating(number) for number in range(3)]
    assert [seating.index("tactician") for seating in seatings] == [0, 2, 1]
    assert {seating[-1] for seating in seatings} == {"gm"}


def test_each_seat_takes_a_bot_that_is_made_for_it(capsys: Printed) -> None:
    """THR-1.1: ``gm,tactician`` in any order, and the GM's strength alone."""
    for bots in ("gm-gentle,tactician", "tactician,gm-gentle", "gm-gentle"):
        assert run(["simulate", "thrice", *FEW, "--players", "3", "--bots", bots, "--json"]) == 0
        said = msgspec.json.decode(capsys.readouterr().out)
        assert said["batch"]["bots"] == ["tactician", "tactician", "gm-gentle"]
        assert said["errors"] == 0


def test_sizes_and_wealths_can_be_varied(capsys: Printed) -> None:
    """THR-5.1, THR-4.8: every combination, side by side; as JSON a list."""
    vary = ["--vary", "players=2,3", "--vary", "starting_wealth=1,4"]
    assert run(["simulate", "thrice", *FEW, *vary, "--bots", "tactician,gm-gentle", "--json"]) == 0
    said = msgspec.json.decode(capsys.readouterr().out)
    headings = [one["heading"] for report in said for one in report["findings"] if one["heading"].startswith("end, ")]
    tables = [heading for heading in headings if "wealth" in heading]
    assert tables == [
        "end, 1 player of wealth 1",
        "end, 1 player of wealth 4",
        "end, 2 players of wealth 1",
        "end, 2 players of wealth 4",
    ]
    assert run(["simulate", "thrice", *FEW, *vary, "--bots", "random"]) == 0
    shown = capsys.readouterr().out
    says(shown, "side by side", "players 3, starting_wealth 4")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--vary", "players"], "write NAME=VALUE,VALUE"),
        (["--vary", "players=2,"], "write NAME=VALUE,VALUE"),
        (["--vary", "players=two"], "--vary players: must be whole numbers, not 'two'."),
        (["--vary", "players=2", "--vary", "players=3"], "players is varied twice."),
        (["--vary", "players=12"], "Thrice is for 2 to 9 players, not 12."),
        (["--vary", "starting_wealth=1,99"], "“Wealth at the start” must be a whole number, 1 to 10"),
        (["--vary", "round_limit=" + ",".join(map(str, range(80)))], "80 combinations are too many"),
        (["--bots", "gm*9", "--players", "4"], "9 bots are too many"),
    ],
)
def test_what_cannot_be_varied_is_said_in_one_sentence(typed: list[str], sentence: str, capsys: Printed) -> None:
    """Nothing is played."""
    assert run(["simulate", "thrice", "--games", "1", *typed]) == NONSENSE
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1
