"""Loyalty at the terminal: the map in text, the ends in sight, phrases that read well, refusals that help."""

from __future__ import annotations

import pytest
from tests.games.conftest import Played
from tests.games.loyalty.story import Story, loyalty
from tests.kit import says

from turncoat.games.loyalty.terminal import board, ledger, track
from turncoat.games.loyalty.view import CityView
from turncoat.kernel.grammar import Grammar


def drawn(table: Story, player: str | None = "red") -> list[str]:
    """The board as a player sees it."""
    return ["".join(text for text, _ in line) for line in board(table.view(player), table.names)]


def line_of(table: Story, start: str, player: str | None = "red") -> str:
    """The line that begins so, words with one space between them."""
    return next(
        " ".join(line.split()) for line in drawn(table, player) if line.split()[: len(start.split())] == start.split()
    )


# --- the board --------------------------------------------------------------------------------


def test_the_heading_says_whose_turn_it_is_and_whom_you_serve() -> None:
    """LOY-9.1, LOY-4.1: actions as points; the card of nobody else."""
    table = loyalty().cards("pope king king king")
    assert drawn(table)[0] == "Round 1   red (you) to act, actions: ●●   You serve the Pope."
    assert "serve" not in "\n".join(drawn(table, None))
    assert "Pope." not in "\n".join(drawn(table, "blue"))


def test_every_end_is_shown_with_its_distance() -> None:
    """LOY-13.2, LOY-13.4, LOY-13.7."""
    table = loyalty().marker(C=4, O1=-4).put("O2", red="9 citizens")
    assert line_of(table, "Revolution:") == "Revolution: red (you) with 12 of 21 points"
    assert line_of(table, "Ruin:") == "Ruin: blue with 2 points left"
    assert line_of(table, "Diplomacy:") == ("Diplomacy: the Pope 1 (C), the King 1 (O1); 3 cities needed, C among them")


def test_ends_that_were_not_agreed_on_are_not_shown() -> None:
    """LOY-O25, LOY-O20."""
    said = "\n".join(drawn(loyalty(revolution_end=False, military_end=False, lock_capital_required=False)))
    assert "Revolution" not in said
    assert "Ruin" not in said
    assert "among them" not in said


def test_a_city_shows_its_track_its_masters_and_everybody_in_it() -> None:
    """LOY-5.7, LOY-7.1, LOY-7.5, LOY-7.8."""
    table = loyalty().marker(O1=2).put("O1", blue="1 citizens, 3 militia")
    assert line_of(table, "O1 5") == "O1 5 ······●·· +2 +2 ♔red ⚔blue ✝red red 4c 1p 2m, blue 1c 3m"
    assert line_of(table, "S2 2") == "S2 2 C - O2 ♔blue blue 1c"
    assert line_of(table, "R1 2") == "R1 2 O1 - O2"


@pytest.mark.parametrize(
    ("marker", "end", "shown"),
    [(0, 4, "····●····   0"), (-4, 4, "●········  -4"), (4, 4, "········■  +4"), (25, 50, "·········●···  +25")],
)
def test_a_track_runs_from_the_king_to_the_pope(marker: int, end: int, shown: str) -> None:
    """LOY-5.7: a long one is drawn shorter; LOY-11.1: a locked one has another sign."""
    city = CityView("C", 4, marker, marker == 4, None, None)
    assert track(city, end).split() == shown.split()


def test_pots_coins_on_the_map_and_colours_are_shown() -> None:
    """LOY-14.5, LOY-14.8, LOY-14.1b: the militia follow under their colours."""
    said = line_of(loyalty(city_economy=True), "O1 5")
    assert "+2 of 6" in said
    assert "4 coins" in line_of(loyalty(coin_location="city"), "O1 5")
    coloured = loyalty(factions=True)
    assert line_of(coloured, "O1 5").endswith("♔red ⚔red ✝red red 4c 1p, red 2m")
    assert "wears blue" in line_of(coloured, "blue 7")


def test_players_show_points_coins_and_who_is_last() -> None:
    """LOY-7.2, LOY-4.5."""
    table = loyalty().coins(blue=1).put("O2", red="9 citizens")
    assert line_of(table, "red (you)") == "red (you) 12 points 4 coins to act"
    assert line_of(table, "blue") == "blue 2 points 1 coin in last place"


def test_requests_permissions_and_attacks_are_told() -> None:
    """LOY-8.5, LOY-8.8, LOY-10.2."""
    table = loyalty().put("R1", blue="1 militia").do("blue", "permit yellow to enter C for 2")
    assert line_of(table, "yellow may") == "yellow may enter C by leave of blue, for 2 coins"
    table.do("red", "ask to move 1 citizens from O1 to R1 for 1 blue")
    assert line_of(table, "red asks", "blue") == (
        "red asks for leave to move 1 citizen from O1 to R1; the price is 1 coin to blue (you)"
    )
    fight = loyalty(bare=True).put("R3", red="1 militia", blue="1 militia", yellow="1 citizens, 2 militia")
    fight.do("red", "attack yellow in R3 from R3 with 1")
    assert line_of(fight, "red attacks", "blue") == "red attacks yellow in R3 from R3: 1 militia attack"


def test_the_final_round_counts_down() -> None:
    """LOY-13.8."""
    table = loyalty().marker(C=4, O1=4, O2=3).put("O2", red="1 priests").do("red", "campaign 1 for pope in O2")
    assert "4 more turns after this one" in line_of(table, "Diplomacy:")
    assert "this is the last turn" in line_of(table.pass_turn(4), "Diplomacy:")


def test_at_the_end_the_cards_are_shown() -> None:
    """LOY-13.11."""
    table = loyalty(round_limit=1).cards("pope king king pope").pass_turn(4)
    assert "served the Pope" in line_of(table, "red")
    assert "The round limit is reached" in drawn(table)[1]


def test_the_ledger_goes_round_by_round() -> None:
    """LOY-9: what was moved, fought and campaigned, and no more."""
    table = loyalty().do("red", "move 1 citizens from O1 to C", "campaign 1 for pope in O1").pass_turn(4)
    events = [event for _, event in table.listener.heard]
    lines = ["".join(text for text, _ in line) for line in ledger(events, table.names)]
    assert lines == [
        "Round 1",
        "  red moves 1 citizen from O1 to C.",
        "  red moves the loyalty marker of O1 1 tick towards the Pope.",
        "Round 2",
    ]
    assert ledger([], table.names) == [(("No round has begun yet.", "dim"),)]


# --- what is typed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("move 2 citizens and 1 militia from O1 to S1", "move 2 citizens and 1 militia from O1 to S1"),
        ("move 1 cit from o1 to c", "move 1 citizen from O1 to C"),
        ("call to faith 2 in O1", "call to faith 2 in O1"),
        ("campaign 1 for king in O1", "campaign 1 for King in O1"),
        ("give 2 to bl", "give 2 to blue"),
    ],
)
def test_phrases_read_well(typed: str, written: str) -> None:
    """LOY-10: what is written back is what was meant; names may be cut short."""
    table = loyalty().do("yellow", "permit red to pass S1 for 0").put("S1", yellow="3 citizens")
    grammar = Grammar(table.open_to("red"), table.names)
    assert grammar.write(grammar.read(typed)) == written


def test_a_turn_at_the_terminal(played: Played) -> None:
    """LOY-9.1: two actions; the answer of a single player waits for no seal but its own."""
    typed = "move 1 citizens from O1 to S1\nyes\ncall to faith 1 in O1\nyes\nledger\nquit\n"
    told = played("loyalty --players 4 --seed tea --bots random", typed)
    assert (
        "You will move 1 citizen from O1 to S1 at once; you cannot take it back. Press Enter or write yes to do it"
        in told
    )
    assert "Agatha moves 1 citizen from O1 to S1.  LOY-10.1.1" in told
    says(told, "Agatha turns 1 citizen in O1 into a priest.  LOY-10.4.1", "♔Agatha")


def test_a_whole_game_against_courtiers(played: Played) -> None:
    """LOY-13.13: with a limit of one round it is over when everybody has had a turn."""
    told = played("loyalty --players 4 --seed tea --option round_limit=1", "pass\nyes\npass\nyes\n" * 3)
    says(told, "The game is over", "Nobody wins.")
