"""TRU-2: the course of a round."""

from __future__ import annotations

from tests.games.truce.story import truce

from turncoat.games.truce import events as happened
from turncoat.kernel import play
from turncoat.kernel.errors import NotYours


def test_each_round_begins_with_a_coin_for_the_stash() -> None:
    """TRU-2.1: put 1 coin into the Stash; so it holds 1 in round 1 and at most the round number later."""
    table = truce("agatha barney celeste")
    for number in (1, 2, 3):
        assert (table.round, table.stash) == (number, number)
        table.everybody("pass")


def test_everybody_chooses_in_the_same_window() -> None:
    """TRU-2.2: there is no turn order; whoever likes hands in first."""
    table = truce("agatha barney celeste").submit(celeste="pass").give("barney", 1, "agatha")
    table.submit(agatha="defend")
    assert table.waiting() == {"barney"}
    assert table.round == 1


def test_the_window_closes_when_everybody_has_an_action_on_file() -> None:
    """TRU-2.3, TRU-13.3, TRU-12.3: the window closes when all are in."""
    table = truce("agatha barney celeste").submit(agatha="pass", barney="pass")
    assert table.told(happened.ActionsRevealed) == []
    table.submit(celeste="loot")
    assert len(table.told(happened.ActionsRevealed)) == 1
    assert table.round == 2


def test_the_window_closes_when_the_time_is_up() -> None:
    """TRU-2.3, TRU-13.3, TRU-13.5: the window closes when the deadline of the round arrives."""
    table = truce("agatha barney celeste").submit(agatha="loot").time_up()
    assert table.moves() == {"agatha": "loot", "barney": "pass", "celeste": "pass"}
    assert table.round == 2


def test_all_actions_become_public_in_one_step() -> None:
    """TRU-2.4, TRU-12.2: one event tells everybody all actions at once."""
    table = truce("agatha barney celeste").play(agatha="defend", barney="attack celeste", celeste="loot")
    audience, event = next(told for told in table.listener.heard if isinstance(told[1], happened.ActionsRevealed))
    assert audience is None
    assert isinstance(event, happened.ActionsRevealed)
    assert [table.words(action) for action in event.actions] == ["defend", "attack celeste", "loot"]


def test_after_the_reveal_nothing_can_be_changed_or_given_in_this_round() -> None:
    """TRU-2.4: what is handed in after the reveal belongs to the next round, or to none."""
    table = truce("agatha barney celeste", last=True).play(agatha="pass", barney="pass", celeste="pass")
    assert isinstance(table.refused("agatha", "loot"), NotYours)
    assert isinstance(table.refused("agatha", "give 1 to barney"), NotYours)


def test_resolution_follows_the_order_of_the_rules() -> None:
    """TRU-2.5: support, then loot, then the success of attacks, then the coins they move; then settling."""
    table = truce("agatha barney celeste darcy")
    table.play(agatha="loot", barney="attack agatha", celeste="attack barney", darcy="support celeste")
    kinds = [type(event) for _, event in table.listener.heard]
    assert kinds == [
        happened.RoundBegan,
        happened.ActionsRevealed,
        happened.SupportArrived,
        happened.StashLooted,
        happened.AttackJudged,
        happened.AttackJudged,
        happened.VictimRobbed,
        happened.VictimRobbed,
        happened.SpoilsBanked,
        happened.RoundBegan,
    ]


def test_resolution_asks_nobody_anything() -> None:
    """TRU-2.5: between the reveal and the next window nobody has a choice."""
    table = truce("agatha barney celeste").play(agatha="loot", barney="attack agatha", celeste="loot")
    assert table.game.requests == [2, 2, 2]


def test_spoils_move_to_the_supply_when_the_round_is_settled() -> None:
    """TRU-2.6: all coins go from Spoils to Supply and everybody is told the new ledger."""
    table = truce("agatha barney celeste", stash=5).play(agatha="loot", barney="pass", celeste="pass")
    assert table.coins()["agatha"] == 8
    assert set(table.spoils().values()) == {0}
    banked = table.told(happened.SpoilsBanked)[-1]
    assert (banked.gained, banked.supplies) == ((5, 0, 0), (8, 3, 3))


def test_the_next_round_starts_until_the_last_has_been_played() -> None:
    """TRU-2.7: after the last agreed round the game ends, otherwise the next round starts."""
    table = truce("agatha barney celeste", rounds=2).everybody("pass")
    assert (table.round, table.over) == (2, False)
    table.everybody("pass")
    assert (table.round, table.over) == (2, True)
    assert play.asked(table.game) == []
