"""TRU-O1 to TRU-O8 and TRU-D1 to TRU-D3: what can be agreed on, and what players decide."""

from __future__ import annotations

import pytest
from tests.games.truce.story import options, truce
from tests.games.truce.test_coins import circle_with_tail

from turncoat.games.truce.events import ActionsRevealed, VictimRobbed
from turncoat.games.truce.rules import RULES
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup

FOUR = "agatha barney charles darcy"
PLAYERS = {number: " ".join(f"p{n}" for n in range(number)) for number in (3, 6, 30)}


@pytest.mark.parametrize("rounds", [1, 3, 12])
def test_rounds(rounds: int) -> None:
    """TRU-O1, TRU-11.1: so many rounds are played."""
    table = truce(FOUR, rounds=rounds)
    played = 0
    while not table.over:
        table.everybody("pass")
        played += 1
    assert played == rounds


@pytest.mark.parametrize("coins", [1, 5])
def test_coins_at_the_start(coins: int) -> None:
    """TRU-O2: every player begins with so many."""
    assert set(truce(FOUR, coins=coins).coins().values()) == {coins}


def test_no_coins_at_the_start_are_refused() -> None:
    """TRU-O2: at least 1."""
    with pytest.raises(BadSetup, match=r"“Coins at the start” must be a whole number, 1 to .*TRU-O2"):
        options(coins=0)


@pytest.mark.parametrize("who", [*FOUR.split(), None])
def test_marks_may_be_hidden(who: str | None) -> None:
    """TRU-O5: then nobody sees who has submitted, and nothing else betrays it."""
    some, none = truce(FOUR, show_submitted=False), truce(FOUR, show_submitted=False)
    some.submit(barney="loot", charles="pass")
    assert some.view(who) == none.view(who)
    assert some.view(who).submitted is None
    assert RULES.shown_waiting(some.game) is None


def test_the_rest_of_the_stash_is_removed_all_the_same() -> None:
    """TRU-O6: it speaks of shared Spoils, not of the Stash."""
    table = truce(FOUR, stash=5, remainder="stays with victim")
    before = table.removed
    table.play(agatha="loot", barney="loot", charles="pass", darcy="pass")
    assert table.removed - before == 1


@pytest.mark.parametrize("move", ["attack agatha", "support 9"])
def test_a_bad_action_may_cost_the_round(move: str) -> None:
    """TRU-O7: with "becomes Pass" it replaces the good one, and becomes Pass."""
    table = truce(FOUR, bad_submission="becomes Pass").submit(agatha="loot").submit(agatha=move)
    assert "agatha" not in table.waiting()
    table.time_up()
    assert table.moves()["agatha"] == "pass"
    assert "agatha" in table.defaulted()


def test_nonsense_may_cost_the_round() -> None:
    """TRU-O7: so does what cannot be understood."""
    table = truce(FOUR, bad_submission="becomes Pass").submit(agatha="loot")
    assert table.nonsense("agatha", {"type": "dance"}) is None
    assert table.time_up().moves()["agatha"] == "pass"


def test_a_bad_action_may_be_replaced_by_a_good_one() -> None:
    """TRU-O7: until the reveal, as any action."""
    table = truce(FOUR, bad_submission="becomes Pass").submit(agatha="attack agatha").submit(agatha="loot")
    assert table.time_up().moves()["agatha"] == "loot"


def test_a_bad_gift_costs_nothing() -> None:
    """TRU-O7: it speaks of actions; a gift that is too large is refused, and the action stays on file."""
    table = truce(FOUR, bad_submission="becomes Pass").submit(agatha="loot")
    assert table.refused("agatha", "give 4 to barney").rule == "TRU-4.1"
    assert table.refused("agatha", "give 1 to agatha").field == "to"
    assert table.on_file("agatha") == "loot"


def test_a_spoilt_action_looks_like_any_other_until_the_reveal() -> None:
    """TRU-O7: and afterwards like a missing one (TRU-R24)."""
    spoilt, missing = (truce(FOUR, bad_submission="becomes Pass") for _ in range(2))
    sound = truce(FOUR, bad_submission="becomes Pass").submit(agatha="defend")
    spoilt.submit(agatha="attack agatha")
    assert spoilt.view("barney") == sound.view("barney")
    assert spoilt.time_up().told(ActionsRevealed) == missing.time_up().told(ActionsRevealed)


def test_nobody_can_hand_in_a_spoilt_action() -> None:
    """TRU-O7: it is what nonsense becomes, and never on offer."""
    table = truce(FOUR)
    assert "spoilt" not in table.boxes("agatha").tags
    assert table.refused("agatha", "spoilt").sentence.startswith("Nobody can answer “spoilt”; choose attack,")


def test_a_circle_may_be_settled_before_the_outsiders() -> None:
    """TRU-O8: first the members with their circle attacker alone, then with the outsiders alone, then the tails."""
    table = circle_with_tail(outsider="circle first")
    first, second, outside, tail = table.told(VictimRobbed)
    assert {first.victim, second.victim} == {0, 1}
    assert (first.robbers, second.robbers) == ((1,), (0,))
    assert (outside.victim, outside.robbers, tail.victim) == (0, (4,), 4)
    assert table.coins() == {
        "agatha": 1, "barney": 7, "charles": 3, "darcy": 3, "emmett": 2, "freja": 3, "greta": 6, "hugo": 3,
    }  # fmt: skip


def test_without_outsiders_the_order_makes_no_difference() -> None:
    """TRU-O8: a circle alone is settled as ever."""
    moves = {
        "agatha": "attack barney",
        "barney": "attack agatha",
        "charles": "support agatha",
        "darcy": "support barney",
    }
    story = truce(FOUR, spoils={"agatha": 2}, outsider="together").play(**moves)
    other = truce(FOUR, spoils={"agatha": 2}, outsider="circle first").play(**moves)
    assert story.coins() == other.coins()


def test_every_option_has_a_title_a_description_a_default_and_its_rule() -> None:
    """TRU-O1, TRU-O2, TRU-O3, TRU-O5, TRU-O6, TRU-O7, TRU-O8: so that a form can be made of them."""
    schema = RULES.option_schema
    assert all({"title", "description", "default", "rule"} <= set(option) for option in schema.values())
    rules = {f"TRU-O{number}" for number in (1, 2, 3, 5, 6, 7, 8)}
    assert {str(option["rule"]) for option in schema.values()} == rules


def test_before_the_first_round_all_agree() -> None:
    """TRU-D1: if nothing is said, 10 rounds, table mode and 3 coins; everybody can see it."""
    table = truce(FOUR)
    agreed = table.view(None).options
    assert (agreed.rounds, agreed.reveal, agreed.coins) == (10, "table", 3)
    assert all(table.view(who).options == agreed for who in table.players)


def test_a_gift_is_offered_beside_the_decision() -> None:
    """TRU-D2: to everybody, while the window is open, any number of times; if nothing is said, no gift."""
    table = truce(FOUR)
    for seat in range(4):
        assert play.beside(table.game, seat).count == 3 * 3
    table.give("agatha", 2, "barney")
    assert play.beside(table.game, 0).count == 3 * 1
    assert table.time_up().spoils() == dict.fromkeys(table.players, 0)


@pytest.mark.parametrize("players", [3, 6, 30])
def test_everybody_chooses_an_action_in_secret(players: int) -> None:
    """TRU-D3: 2(n-1) + 3 different actions with a coin, (n-1) + 1 without; the default is Pass."""
    table = truce(PLAYERS[players], supplies={"p1": 0})
    assert table.boxes("p0").count == len(set(table.boxes("p0"))) == 2 * (players - 1) + 3
    assert table.boxes("p1").count == len(set(table.boxes("p1"))) == (players - 1) + 1
    assert table.time_up().moves() == dict.fromkeys(table.players, "pass")
