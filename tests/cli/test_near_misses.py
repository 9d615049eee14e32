"""What was nearly right is answered with the value that is wrong, or read as it was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.kit import says

from turncoat.games import ruleset

At = Callable[..., str]


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("conspiracy", "place suns 4", "coin must be Crowns spiral, Arms 4 or Suns 2, not “suns 4”"),
        ("conspiracy", "place suns 2", "space is missing: c1F1.NW"),
        ("conspiracy", "place suns 2 c2", "space could be c2F1.NW or c2F1.NE: write more of the name"),
        ("conspiracy", "place suns 2 on c2f1.ne pointing north", "tile is missing; it must be Arms 2, Arms 3, "),
        ("conspiracy", "save moons 1", "You cannot save now (CON-6); choose stop, advance or place."),
        ("conspiracy", "stop!\nsave moons 1", "save: coin must be Crowns spiral, Arms 4 or Suns 2, not “moons 1”"),
        ("loyalty", "move 1 militia o1 r1", "You will move 1 militia from O1 to R1"),
        ("loyalty", "move 9 militia o1 r1", "units must be 1 to 7 in all"),
        ("loyalty", "move , from o1 to r1", "units must have a number on both sides of a comma"),
        ("loyalty", "campaign for king in o1", "ticks is missing before “for king in o1”: 1"),
        ("loyalty", "campaign 1 king o1", "You will campaign 1 for King in O1"),
        ("loyalty", "attack barney", "You cannot attack now (LOY-10.2.2); choose pass, move, "),
        ("loyalty", "call to arms 3", "You will call to arms 3 in O1"),
        ("loyalty", "move 1 militia o1", "to is missing: S1, R1, R8"),
        ("truce", "give 2 barney", "You will give 2 to Barney"),
    ],
)
def test_a_near_miss_is_understood_or_named(at: At, game: str, typed: str, told: str) -> None:
    """CON-5.a, LOY-10.1.2: ``suns 4`` was not ``suns`` and something else."""
    first = "note suns and 3!\n" if game == "conspiracy" else ""
    says(" ".join(at(game, f"{first}{typed}\nquit").split()), told)


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
