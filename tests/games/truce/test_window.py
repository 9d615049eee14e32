"""TRU-3: actions."""

from __future__ import annotations

import pytest
from tests.games.truce.story import truce

from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed

FOUR = "agatha barney charles darcy"


def test_one_action_and_perhaps_a_target() -> None:
    """TRU-3.1: Attack, Defend, Support, Loot or Pass; Attack and Support name one target, the others none."""
    boxes = truce(FOUR).boxes("agatha")
    fields = {box.tag: [name for name, _ in box.fields] for box in boxes.boxes}
    assert fields == {"attack": ["target"], "defend": [], "support": ["target"], "loot": [], "pass": []}


@pytest.mark.parametrize("move", ["attack", "support"])
def test_any_other_player_is_a_target(move: str) -> None:
    """TRU-3.2, TRU-R13: any other player will do, whatever that player's Supply is."""
    table = truce(FOUR, supplies={"darcy": 0})
    assert [who for who in table.players if table.legal("agatha", f"{move} {who}")] == ["barney", "charles", "darcy"]


@pytest.mark.parametrize("move", ["attack agatha", "attack 4", "attack -1", "support agatha", "support 7"])
def test_who_is_not_another_player_is_no_target(move: str) -> None:
    """TRU-3.2, TRU-R12: the refusal names the field, the players who would do, and the rule."""
    refusal = truce(FOUR).refused("agatha", move)
    assert isinstance(refusal, NotAllowed)
    assert (refusal.rule, refusal.field) == ("TRU-3.2", "target")
    assert refusal.choices == ("barney", "charles", "darcy")
    assert "barney, charles or darcy (TRU-3.2)" in refusal.sentence


@pytest.mark.parametrize(("move", "rule"), [("attack barney", "TRU-3.3"), ("defend", "TRU-3.4"), ("loot", "TRU-3.5")])
def test_three_actions_need_a_coin(move: str, rule: str) -> None:
    """TRU-3.3, TRU-3.4, TRU-3.5: Attack, Defend and Loot need at least 1 coin in the own Supply."""
    assert truce(FOUR, supplies={"agatha": 1}).legal("agatha", move)
    refusal = truce(FOUR, supplies={"agatha": 0}).refused("agatha", move)
    assert refusal.rule == rule
    assert "needs at least 1 coin in your Supply" in refusal.sentence


@pytest.mark.parametrize("supply", [0, 1, 9])
def test_support_is_always_possible(supply: int) -> None:
    """TRU-3.6: Support may always be chosen, also with an empty Supply."""
    table = truce(FOUR, supplies={"agatha": supply}).play(agatha="support barney")
    assert table.supporters("barney") == 1


@pytest.mark.parametrize("supply", [0, 1, 9])
def test_pass_is_always_possible_and_does_nothing(supply: int) -> None:
    """TRU-3.7: no strength and no share of the Stash."""
    table = truce(FOUR, supplies={"agatha": supply}, stash=6)
    table.play(agatha="pass", barney="loot", charles="support agatha", darcy="pass")
    assert table.coins() == {"agatha": supply, "barney": 9, "charles": 3, "darcy": 3}


def test_whoever_hands_in_nothing_passes() -> None:
    """TRU-3.8: nothing else happens to that player and nothing is carried to the next round."""
    table = truce(FOUR).submit(barney="loot").time_up()
    assert table.moves()["agatha"] == "pass"
    assert table.coins()["agatha"] == 3
    assert table.waiting() == set(table.players)
    assert table.on_file("agatha") == ""


def test_what_is_not_allowed_or_not_understood_is_a_pass() -> None:
    """TRU-3.8: a bad action is no action, and who has none passes."""
    table = truce(FOUR, supplies={"agatha": 0})
    table.refused("agatha", "loot")
    assert table.nonsense("barney", {"type": "dance"}) is not None
    table.time_up()
    assert table.moves() == dict.fromkeys(table.players, "pass")


def test_the_default_is_to_pass() -> None:
    """TRU-3.8: and it is among what everybody may choose."""
    table = truce(FOUR, supplies={"agatha": 0})
    for seat in range(4):
        assert table.words(play.default_of(table.game, seat)) == "pass"
        assert play.default_of(table.game, seat) in play.boxes(table.game, seat)


def test_the_last_action_on_file_counts() -> None:
    """TRU-3.9, TRU-3.1: an action may be changed as often as wanted until the reveal."""
    table = truce(FOUR)
    for move in ("attack barney", "loot", "support darcy", "defend", "attack charles"):
        table.submit(agatha=move)
        assert table.on_file("agatha") == move
    table.time_up()
    assert table.moves()["agatha"] == "attack charles"


def test_an_empty_supply_does_not_put_a_player_out() -> None:
    """TRU-3.10: such a player keeps taking part, with Support or Pass."""
    table = truce(FOUR, supplies={"agatha": 0})
    assert set(table.boxes("agatha").tags) == {"support", "pass"}
    assert "agatha" in table.waiting()
    table.play(agatha="support barney", barney="attack charles", charles="pass", darcy="pass")
    assert table.coins()["barney"] == 4


@pytest.mark.parametrize("move", ["attack barney", "defend", "loot"])
def test_an_action_is_judged_by_the_supply_at_the_reveal(move: str) -> None:
    """TRU-3.11, TRU-R15: gifts handed out after submitting turn Attack, Defend and Loot into Pass."""
    table = truce(FOUR).submit(agatha=move).give("agatha", 3, "darcy").time_up()
    assert table.moves()["agatha"] == "pass"
    assert "agatha" in table.defaulted()
    assert table.stash == 2


@pytest.mark.parametrize("move", ["support barney", "pass"])
def test_support_and_pass_survive_giving_everything_away(move: str) -> None:
    """TRU-3.11: what needs no coin stays as it is."""
    table = truce(FOUR).submit(agatha=move).give("agatha", 3, "darcy").time_up()
    assert table.moves()["agatha"] == move
    assert "agatha" not in table.defaulted()


def test_one_coin_left_is_enough_at_the_reveal() -> None:
    """TRU-3.11: the action stands as long as a coin is left."""
    table = truce(FOUR).submit(agatha="loot").give("agatha", 2, "darcy").time_up()
    assert table.moves()["agatha"] == "loot"
