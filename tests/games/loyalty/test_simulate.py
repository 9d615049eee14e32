"""The designer's side of Loyalty: what simulate finds out, maps from files, and what is said of bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.loyalty.story import Story, loyalty

from turncoat.cli import NONSENSE, run
from turncoat.games.loyalty.findings import findings
from turncoat.games.loyalty.rules import RULES

Printed = pytest.CaptureFixture[str]
BOARDS = sorted((Path(__file__).parents[3] / "examples" / "boards").glob("*.txt"))


def found(table: Story) -> dict[str, object]:
    return dict(findings(table.game))


# --- findings ---------------------------------------------------------------------------------


def test_a_revolution_is_found_with_its_winner() -> None:
    """LOY-13.2, LOY-Q1, LOY-Q25: the first player has it in the first round."""
    table = loyalty(bare=True).cards("pope king king king")
    for place in ("C", "O1", "O2", "S1", "S2"):
        table.put(place, red="2 citizens")
    table.do("red", "move 1 citizens from O1 to R1")
    assert found(table) == {
        "end": "revolution",
        "rounds": 1,
        "team split": "3 to 1",
        "winner's turn": ("1.",),
        "winner's team": ("of 1",),
        "winner's victory points": 21,
        "owner of the capital": "a winner",
    }


def test_a_diplomacy_is_found_with_its_faction_and_the_twist() -> None:
    """LOY-4.6, LOY-13.9: blue, who serves the Pope, is in last place; yellow and green share the King's victory."""
    table = loyalty().cards("pope pope king king").marker(C=4, O1=4, O2=3)
    table.put("O2", red="1 priests").put("O3", yellow="9 citizens").put("O2", green="9 citizens")
    table.put("C", yellow="1 citizens").put("R1", green="1 citizens").put("R2", green="1 citizens")
    table.do("red", "campaign 1 for pope in O2").pass_turn(5)
    assert table.last() == {"blue"}
    said = found(table)
    assert (said["end"], said["diplomacy"], said["twist"]) == (
        "diplomacy",
        "for the Pope",
        "last place reversed the victory",
    )
    assert said["rounds"] == 2
    assert said["team split"] == "2 to 2"


def test_the_winners_turn_counts_from_the_first_player() -> None:
    """LOY-3.2: seat 1 is the fourth to move if seat 2 begins."""
    table = loyalty(first="blue").cards("pope king king king").pass_to("red")
    table.put("C", red="9 citizens").put("O2", red="9 citizens").put("O3", red="9 citizens").time_up()
    assert found(table)["winner's turn"] == ("4.",)


def test_nobody_wins_an_unfinished_game() -> None:
    """LOY-13.13."""
    said = found(loyalty(round_limit=2).pass_turn(8))
    assert (said["end"], said["rounds"], said["winner's turn"]) == ("unfinished", 2, "nobody")


def test_everybody_loses_in_mutual_ruin() -> None:
    """LOY-13.6: the end is written in words."""
    table = loyalty().cards("pope king pope king")
    for row in range(len(table.game.citizens)):
        table.game.citizens[row] = (table.game.citizens[row][0], 0, 0, table.game.citizens[row][3])
    table.time_up()
    assert found(table)["end"] == "mutual ruin"


# --- maps from files --------------------------------------------------------------------------


@pytest.mark.parametrize("file", BOARDS, ids=lambda file: str(file.stem))
def test_the_maps_that_come_along_can_be_played(file: Path, capsys: Printed) -> None:
    """LOY-14.7: by three players, in the terminal and in the laboratory."""
    board = ["--option", "board_mode=custom", "--option", f"custom_board=@{file}"]
    few = ["--games", "2", "--players", "4", "--seed", "s", "--workers", "1", "--option", "round_limit=3"]
    assert run(["simulate", "loyalty", *few, *board]) == 0
    assert "2 games of loyalty" in capsys.readouterr().out


def test_there_are_maps() -> None:
    assert len(BOARDS) >= 2


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (
            b"capital Rome\ncity Pisa\nroad Rome - Milan\n",
            "The custom map cannot be used: line 3: there is no city Milan (LOY-O3).",
        ),
        (b"x" * 5000, "“Custom map” must have at most 4000 characters, not 5000 (LOY-O3)."),
        (b"x" * 100_000, "is longer than 65,536 bytes."),
        (b"capital \xff\n", "does not hold text in UTF-8."),
        (b"", "The custom map cannot be used: it has no capital"),
    ],
)
def test_a_bad_map_is_answered_with_one_sentence(
    written: bytes, sentence: str, tmp_path: Path, capsys: Printed
) -> None:
    """LOY-O3: the sentence names the line, and never quotes the whole file."""
    file = tmp_path / "map.txt"
    file.write_bytes(written)
    options = ["--option", "board_mode=custom", "--option", f"custom_board=@{file}"]
    assert run(["play", "loyalty", *options]) == NONSENSE
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1
    assert len(err) < 400


@pytest.mark.parametrize("named", ["nowhere.txt", "", "."])
def test_a_file_that_cannot_be_opened_is_named(named: str, capsys: Printed) -> None:
    assert run(["simulate", "loyalty", "--option", f"custom_board=@{named}"]) == NONSENSE
    assert "--option custom_board: " in (err := capsys.readouterr().err)
    assert "cannot be opened" in err


def test_a_map_can_be_given_in_one_line() -> None:
    """LOY-O3: a semicolon ends a line, so that a form or a command line will do."""
    text = "capital A; city B; city C; city D; road A - B; road A - C; road A - D"
    table = loyalty("red blue yellow", board_mode="custom", custom_board=text)
    assert table.game.map.cities == ("A", "B", "C", "D")
    assert RULES.conflicts(table.game.options, 3) == ""
