"""Thrice at the terminal: the board, the zones and the sheets in text, phrases that read well, who goes first."""

from __future__ import annotations

import pytest
from tests.games.conftest import Played
from tests.games.thrice.story import ADAM, BREE, Table, sheet
from tests.kit import says

from turncoat.games.thrice.actions import Build, Done, Send, Swap
from turncoat.games.thrice.terminal import board, ledger, pips
from turncoat.kernel import play
from turncoat.kernel.grammar import Grammar


def drawn(table: Table, seat: int | None = ADAM) -> list[str]:
    """The board as a seat sees it, words with one space between them."""
    return [" ".join("".join(text for text, _ in line).split()) for line in board(table.view(seat), table.names)]


def line_of(table: Table, start: str, seat: int | None = ADAM) -> str:
    """The line that begins so."""
    return next(line for line in drawn(table, seat) if line.startswith(start))


# --- the board --------------------------------------------------------------------------------


def test_the_heading_says_whose_turn_it_is() -> None:
    """THR-8.1, THR-4.8."""
    table = Table(players=2).go(ADAM)
    assert drawn(table)[0] == "Round 1 Adam (you) to act wealth of the party: 1"
    assert drawn(table, BREE)[0] == "Round 1 Adam to act wealth of the party: 1"


def test_the_initiative_board_shows_three_fields() -> None:
    """THR-7.4, THR-7.5: who has acted is ticked off."""
    table = Table(players=2, after=(BREE,)).go(ADAM, Done())
    assert line_of(table, "Order") == "Order ✓Adam → A, B, C, D (initiative 1) → Bree"


def test_zones_and_engagements_are_shown() -> None:
    """THR-9.1."""
    table = Table(players=2, ambush=(5,)).turns(ADAM, BREE)
    table.send(table.foe(0))
    table.do(table.gm, Grammar(play.boxes(table.game, table.gm), table.names).read("engage adam"))
    assert line_of(table, "Engaged") == "Engaged ✓Adam against ▸A"
    assert line_of(table, "Free") == "Free ✓Bree against B, C"
    assert line_of(table, "Distant") == "Distant D"


def test_without_zones_none_are_shown() -> None:
    """THR-2.2."""
    said = "\n".join(drawn(Table(profile="sheet")))
    assert "Free" not in said
    assert "free" not in said


def test_a_sheet_is_one_line() -> None:
    """THR-4, THR-11.4: skills with penalties, advantage, coins and who gave them."""
    table = Table(players=2, sheets=[sheet(weapon=2)], advantage=7).go(BREE)
    table.give(BREE, "direct", ADAM).give(BREE, "bleed", BREE)
    table.game.condition[ADAM] = 3
    assert line_of(table, "Adam (you)") == (
        "Adam (you) 3 ●●● ◆7 initiative 1, damage 1, weapon 2, armour 10 free coins: direct of Bree"
    )
    assert line_of(table, "Bree").endswith("coins: bleed")


def test_what_the_gm_hides_is_not_shown_to_players() -> None:
    """THR-1.3: what an opponent has lost is seen, what it has left is not."""
    table = Table(players=2, build=Build(1, 0, {"armour A": 1, "swipe A": 1}), advantage=3).go(ADAM)
    table.give(ADAM, "bleed", ADAM).hit(ADAM, table.foe(0))
    own, gm = line_of(table, "Opponent A"), line_of(table, "Opponent A", table.gm)
    assert "has lost 1" in own
    assert own.endswith("free bleeds for 1")
    assert gm == "Opponent A (A) 5 ●●●●● initiative 1, damage 1, weapon 1, armour 14 free bleeds for 1"
    assert line_of(table, "Kind A", table.gm) == "Kind A: armour +3; bought: swipe"
    assert not [line for seat in (ADAM, None) for line in drawn(table, seat) if line.startswith("Kind")]


def test_tokens_steps_and_locks_are_shown() -> None:
    """THR-13.2, THR-13.5."""
    table = Table(players=2, profile="sheet", advantage=9).go(ADAM)
    grammar = Grammar(play.boxes(table.game, ADAM), table.names)
    table.do(ADAM, grammar.read("enforce weapon of bree"))
    table.do(ADAM, grammar.read("lock swipe of opponent b"))
    assert line_of(table, "Bree").endswith("weapon: 1 step")
    assert line_of(table, "Opponent B").endswith("locked: swipe")


def test_the_odds_are_shown_before_the_roll() -> None:
    """THR-1.3: for each number that the armour can still be, with no, one and two swaps."""
    table = Table(players=2).go(ADAM)
    table.attack(ADAM, table.foe(0))
    assert line_of(table, "Odds") == "Odds no swap one swap two swaps"
    assert line_of(table, "Opponent A, if armour 11") == "Opponent A, if armour 11 86% 77% 62%"


def test_before_the_combat_there_are_only_characters() -> None:
    """THR-3.5: who they are."""
    table = Table(players=2)
    table.game.round = 0
    assert drawn(table)[0].startswith("Before the combat")


def test_the_end_is_written_above() -> None:
    """THR-15.7: and the helpless are where they fell."""
    table = Table(players=1, sheets=[sheet(damage=9)], creation_points=9)
    for foe in table.foes:
        table.go(ADAM).hit(ADAM, foe)
        if not table.over:
            table.rest()
    assert drawn(table)[0] == "Round 3 The opponents are beaten."
    assert line_of(table, "Opponent A") == "Opponent A helpless"


@pytest.mark.parametrize(("condition", "shown"), [(0, ""), (4, "●●●●"), (15, "●" * 15), (16, "●" * 14 + "…")])
def test_condition_is_drawn(condition: int, shown: str) -> None:
    """THR-4.1."""
    assert pips(condition) == shown


def test_the_ledger_goes_round_by_round() -> None:
    """THR-8.1: what was rolled, hit and gained."""
    table = Table(players=1, advantage=3).go(ADAM).give(ADAM, "bleed", ADAM)
    table.hit(ADAM, table.foe(0))
    lines = [
        "".join(text for text, _ in line) for line in ledger([event for _, event in table.listener.heard], table.names)
    ]
    assert lines[2:] == [
        "Round 1",
        "  Adam activates the trick bleed for 3 advantage.",
        "  Adam attacks Opponent A.",
        "  Adam rolls 10 + 10 + 6, and gains 6 advantage.",
        "  Adam hits Opponent A, who loses 1 condition.",
    ]
    assert ledger([], table.names) == [(("Nobody has rolled yet.", "dim"),)]


# --- what is typed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("give bleed to bree", "give bleed to Bree"),
        ("give str to br", "give strengthen to Bree"),
        ("attack opponent c", "attack Opponent C"),
        ("swipe at opponent a with opponent b, opponent d", "swipe at Opponent A with Opponent B and Opponent D"),
        ("engage opponent a", "engage Opponent A"),
        ("done", "done"),
    ],
)
def test_phrases_read_well(typed: str, written: str) -> None:
    """THR-8.4: what is written back is what was meant; names may be cut short."""
    table = Table(players=2, advantage=9).go(ADAM).give(ADAM, "swipe", ADAM)
    grammar = Grammar(play.boxes(table.game, ADAM), table.names)
    assert grammar.write(grammar.read(typed)) == written


def test_what_the_gm_types_reads_well() -> None:
    """THR-8.3."""
    table = Table(players=2).turns(ADAM, BREE)
    grammar = Grammar(play.boxes(table.game, table.gm), table.names)
    assert grammar.read("send opponent d") == Send(table.foe(3))


HERO = "create human: savage, greedy, calm, raising 2 damage and 1 condition\nyes\n"


def test_a_turn_at_the_terminal(played: Played) -> None:
    """THR-8.2: people have the first word; whoever waits lets somebody else go."""
    typed = f"{HERO}swap 2\nyes\nwait\ngo\nyes\nattack opponent a\nyes\nswap 1\nyes\nquit\n"
    told = played("thrice --players 4 --seed tea --bots gm-gentle", typed)
    assert "Agatha is a human with the traits savage, greedy and calm and with wealth 1.  THR-3.5" in told
    first, _, rest = told.partition("> wait")
    assert "takes the turn" not in first
    other, _, own = rest.partition("> go")
    assert "takes the turn.  THR-8.4" in other
    assert "Agatha takes the turn" not in other
    says(own, "You will take the next turn at once", "Agatha attacks Opponent A.  THR-10.3")
    assert "with 1 d10 swapped for a d6, and gains " in own


def test_nobody_can_answer_for_who_is_asked_alone(played: Played) -> None:
    """THR-8.4: one sentence."""
    told = played("thrice --players 4 --seed tea", f"{HERO}swap 0\nyes\ngo\nyes\nwait\nquit\n")
    assert "There is nobody to wait for: only you can answer this question." in told


def test_a_person_can_be_the_gm(played: Played) -> None:
    """THR-1.1: the last seat; the others are tacticians."""
    typed = "build without 0, 0 of the second kind, buying 1 damage A\nyes\nambush with opponent a\nyes\nquit\n"
    told = played("thrice --players 4 --seed tea --seat 4", typed)
    says(told, "Opponent A has sneaked up and starts in the distant zone.", "Kind A: damage +3")


def test_an_overspent_build_is_refused_in_one_sentence(played: Played) -> None:
    """THR-5.2: with the number of the rule."""
    typed = "build without 0, 0 of the second kind, buying 3 damage A\nquit\n"
    told = played("thrice --players 4 --seed tea --seat 4", typed)
    assert "THR-5" in told.partition("buying 3 damage A\n")[2].splitlines()[0]


def test_swaps_are_said_in_words() -> None:
    """THR-6.2."""
    table = Table(players=2).go(ADAM)
    table.attack(ADAM, table.foe(0))
    grammar = Grammar(play.boxes(table.game, ADAM), table.names)
    assert grammar.read("swap 2") == Swap(2)
