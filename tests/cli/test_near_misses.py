"""What was nearly right is answered with the value that is wrong, or read as it was meant."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from tests.kit import says

from turncoat.cli import run
from turncoat.games import ruleset

At = Callable[..., str]


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("conspiracy", "place suns 4", "coin must be Crowns spiral, Arms 4 or Suns 2, not “suns 4”"),
        ("conspiracy", "place suns 2", "space is missing: c1F1.NW"),
        ("conspiracy", "place suns 2 c2", "space could be c2F1.NW or c2F1.NE: write more of the name"),
        ("conspiracy", "place suns 2 on c2f1.ne pointing north", "tile is missing; it must be Arms 2, Arms 3, "),
        ("conspiracy", "save moons 1", "“save” is not possible now (CON-6); choose stop, advance or place."),
        ("conspiracy", "stop!\nsave moons 1", "save: coin must be Crowns spiral, Arms 4 or Suns 2, not “moons 1”"),
        ("loyalty", "move 1 militia o1 r1", "You will move 1 militia from O1 to R1"),
        ("loyalty", "move 2 militia 4 citizens from o1 to r1", "You will move 2 militia and 4 citizens from O1 to R1"),
        ("loyalty", "move militia 2 citizens 1 from o1 to r1", "You will move 2 militia and 1 citizen from O1 to R1"),
        ("loyalty", "move 9 militia o1 r1", "units must be 1 to 7 in all"),
        ("loyalty", "move , from o1 to r1", "units must have a number on both sides of a comma"),
        ("loyalty", "campaign for king in o1", "ticks is missing before “for king in o1”: 1"),
        ("loyalty", "campaign 1 king o1", "You will campaign 1 for King in O1"),
        ("loyalty", "attack barney", "No other player has units where your militia can attack (LOY-10.2.2)."),
        ("loyalty", "call to arms 3", "You will call to arms 3 in O1"),
        ("loyalty", "move 1 militia o1", "to is missing: S1, R1, R8"),
        ("truce", "give 2 barney", "You will give 2 to Barney"),
        ("truce", "giv\n1\n2", "to (Barney, Celeste, Darcy, Emmett, Freja) > 1 to must be Barney, "),
        ("truce", "zork", "“zork” is nothing that you can do now; choose attack, defend, support, loot, pass or give."),
        (
            "truce",
            "explain barney\nexplain agatha",
            "Barney is a player at this table. Barney, 3 coins, has sealed an action. > explain agatha You are Agatha.",
        ),
        ("thrice", "old sold", "You will create human: savage, proud, disciplined"),
        ("thrice", "the old soldier!\nexplain barney", "Barney is a player at this table."),
        ("thrice", "the\nby", "You will create"),
        ("dune", "keep chani!\nalways pass\nshi\n3\n?\narrakeen", "more; ? lists them all to > ? DUN-6.5.3"),
        ("dune", "keep chani!\nexplain agatha", "You are Agatha; the part: Spacing Guild."),
        ("dune", "explain accompany", "DUN-6.4.3 "),
        ("dune", "keep chani!\n99\n", "bid: amount must be "),
        ("loyalty", "permit barney to enter s1 for 2!\nrevoke", "You will revoke Barney enter S1 at once"),
        ("loyalty", "ask barney: permit me", "You to Barney: (ask Barney to give you leave)"),
        ("conspiracy", "place suns 2\nrev", "space is missing: c1F1.NW"),
    ],
)
def test_a_near_miss_is_understood_or_named(at: At, game: str, typed: str, told: str) -> None:
    """CON-5.a, LOY-10.1.2: ``suns 4`` was not ``suns`` and something else."""
    first = "note suns and 3!\n" if game == "conspiracy" else ""
    says(" ".join(at(game, f"{first}{typed}\nquit").split()), told)


def test_whoever_acts_later_sees_the_table_before_others_act(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """LOY-3.2: Celeste begins; six turns of others told little to somebody who had seen no map."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert run(["play", "loyalty", "--seed", "b", "--bots", "random"]) == 0
    before, after = capsys.readouterr().out.split("Round 1: Darcy's turn begins.")
    says(before, "Celeste takes the first turn.", "Round 1   Celeste to act", "R1     2  O1 - O2")
    says(after, "Agatha's turn begins.", "What will you do?")


def test_a_report_in_a_pipe_has_each_row_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """So that grep finds it; a terminal is as wide as it is."""
    assert run(["simulate", "truce", "--games", "2", "--seed", "a", "--workers", "1"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("winner's coins")]
    assert len(rows) == 1
    assert "median" in rows[0]


def test_a_refusal_lists_few_of_many_places(at: At) -> None:
    """DUN-4.7.2: of 82 places five."""
    told = at("dune", "keep chani!\nalways pass\nship 3 to nowhere\nship 3 to basin 9\nquit")
    says(told, "Sietch Tabr 13, Tuek's Sietch 4 or 77 more, not “nowhere”", "“basin 9”; did you mean Basin 8?")


def test_after_a_refusal_it_is_said_what_is_still_chosen(at: At) -> None:
    """Enter would seal it."""
    told = at("truce", "attack bar\nattack zork\n\nquit")
    says(told.split("attack zork\n")[1], "not “zork”", "You have still chosen: attack Barney.", "Agatha attacks Barney")


@pytest.mark.parametrize("game", ["conspiracy", "dune", "loyalty", "thrice", "truce"])
def test_no_part_of_a_phrase_is_more_than_an_answer_a_wish_or_a_promise_can_bear(at: At, game: str) -> None:
    """The first words of everything that can ever be answered, at a moment when most of it is not known yet."""
    phrases = [(kind.phrase or kind.clause).split() for kind in ruleset(game).actions]
    begun = dict.fromkeys(" ".join(phrase[:size]) for phrase in phrases for size in range(1, len(phrase) + 1))
    lines = [
        f"{before}{words}" for words in begun for before in ("", "explain ", "ask barney: ", "promise barney: not ")
    ]
    told = at(game, "\n".join(("ask barney: zork", *lines, "quit")))
    assert "“zork” cannot be promised" in told
    assert told.rstrip().count("You leave the table.") == 1
