"""TRU-R01 to TRU-R31: where players might read a rule in more than one way."""

from __future__ import annotations

import pytest
from tests.games.truce.story import options, truce

from turncoat.games.truce.events import ActionsRevealed
from turncoat.kernel.errors import BadSetup

FOUR = "agatha barney charles darcy"
FIVE = f"{FOUR} emmett"


@pytest.mark.parametrize("rounds", [0, -3, "many", 2.5])
def test_a_number_of_rounds_that_is_none_is_refused(rounds: object) -> None:
    """TRU-R01: any whole number from 1, and nothing else."""
    with pytest.raises(BadSetup, match="“Rounds” must be a whole number, 1 to") as refused:
        options(rounds=rounds)
    assert (refused.value.field, refused.value.rule) == ("rounds", "TRU-O1")


def test_the_number_of_rounds_cannot_be_changed_once_the_first_has_begun() -> None:
    """TRU-R01: what was agreed on is frozen with the set-up."""
    table = truce(FOUR, rounds=8)
    with pytest.raises(AttributeError):
        table.game.options.rounds = 9  # type: ignore[misc]


def test_a_defender_does_not_strike_back() -> None:
    """TRU-R03: a defence that holds takes nothing from the attacker."""
    table = truce(FOUR).play(agatha="defend", barney="support agatha", charles="attack agatha", darcy="pass")
    assert set(table.coins().values()) == {3}


@pytest.mark.parametrize("ring", [2, 3, 5])
def test_support_in_a_circle_helps_nobody(ring: int) -> None:
    """TRU-R08, TRU-R10: not the members, not those they were meant for, and not in the tie-break."""
    players = FIVE.split()
    table = truce(FIVE, last=True)
    table.play(**{players[n]: f"support {players[(n + 1) % ring]}" for n in range(ring)})
    assert set(table.game.supporters) == {0}
    assert table.winners() == set(players)


@pytest.mark.parametrize("move", ["attack barney", "defend", "loot"])
def test_coins_just_received_allow_nothing(move: str) -> None:
    """TRU-R14, TRU-3.10: with Supply 0, gifts in Spoils change nothing in this round, but in the next."""
    table = truce(FOUR, supplies={"agatha": 0}).give("barney", 2, "agatha")
    assert table.refused("agatha", move).rule in {"TRU-3.3", "TRU-3.4", "TRU-3.5"}
    assert table.everybody("pass").legal("agatha", move)


def test_the_tie_break_looks_at_those_who_are_level() -> None:
    """TRU-R18: a player outside the tie cannot win; passed-along support counts for whoever it reached."""
    table = truce(FIVE, supplies={"agatha": 5, "barney": 5, "emmett": 4}, last=True)
    table.play(agatha="pass", barney="pass", charles="support darcy", darcy="support emmett", emmett="pass")
    assert table.supporters("emmett") == 2
    assert table.winners() == {"agatha", "barney"}


def test_an_action_may_be_taken_back() -> None:
    """TRU-R20: it leaves the player without one; a table waits again, and at the deadline it is a Pass."""
    table = truce(FOUR).submit(agatha="loot", barney="pass", charles="pass").withdraw("agatha")
    assert table.submit(darcy="pass").waiting() == {"agatha"}
    assert table.time_up().moves()["agatha"] == "pass"
    assert table.defaulted() == {"agatha"}


def test_a_bad_action_does_not_replace_a_good_one() -> None:
    """TRU-R21: the bad one is refused, the sender alone is told why, the good one stays."""
    table = truce(FOUR).submit(agatha="loot")
    refusal = table.refused("agatha", "attack agatha")
    assert refusal.rule == "TRU-3.2"
    assert table.nonsense("agatha", "gimme") is not None
    assert table.on_file("agatha") == "loot"


def test_on_a_finished_sheet_each_bad_entry_is_a_pass() -> None:
    """TRU-R21: where all actions arrive at once, there is nobody to ask again."""
    table = truce(FOUR, supplies={"barney": 0})
    sheet = {"agatha": "attack agatha", "barney": "loot", "charles": "support barney", "darcy": "attack 9"}
    for who, move in sheet.items():
        if table.legal(who, move):
            table.submit(**{who: move})
        else:
            table.refused(who, move)
    table.time_up()
    assert table.moves() == {"agatha": "pass", "barney": "pass", "charles": "support barney", "darcy": "pass"}
    assert table.defaulted() == {"agatha", "barney", "darcy"}


def test_that_somebody_has_handed_in_is_public() -> None:
    """TRU-R23: the content and the number of changes are not."""
    once, often = truce(FOUR), truce(FOUR)
    once.submit(agatha="loot")
    often.submit(agatha="defend").submit(agatha="attack barney").withdraw("agatha").submit(agatha="pass")
    for who in ("barney", None):
        assert once.view(who) == often.view(who)
        assert once.view(who).submitted == (True, False, False, False)
    assert once.game.requests == often.game.requests
    assert once.listener.heard == often.listener.heard


def test_an_action_that_an_own_gift_made_unusable_still_counts_as_handed_in() -> None:
    """TRU-R23: anything else would show that it was neither Support nor Pass."""
    spoilt, sound = (truce(FOUR).submit(agatha=move).give("agatha", 3, "barney") for move in ("loot", "pass"))
    assert spoilt.view(None) == sound.view(None)
    assert "agatha" not in spoilt.waiting()
    spoilt.submit(barney="pass", charles="pass", darcy="pass")
    assert (spoilt.round, spoilt.moves()["agatha"]) == (2, "pass")


def test_a_defaulted_pass_is_marked_the_same_for_missing_and_invalid() -> None:
    """TRU-R24: Pass, with a public mark; what was sent stays with its sender and the Arbiter."""

    def told(*moves: str) -> list[ActionsRevealed]:
        table = truce(FOUR)
        for move in moves:
            table.submit(agatha=move)
        return table.give("agatha", 3, "barney").time_up().told(ActionsRevealed)

    assert told("loot") == told() == told("defend", "attack darcy")
    assert told()[0].defaulted == (0, 1, 2, 3)


def test_a_chosen_pass_is_not_marked() -> None:
    """TRU-R24: the mark is for those who had no usable action."""
    assert truce(FOUR).play(agatha="pass").defaulted() == {"barney", "charles", "darcy"}


@pytest.mark.parametrize("move", ["defend", "loot", "pass"])
def test_a_needless_target_is_ignored(move: str) -> None:
    """TRU-R25: the action can be understood."""
    table = truce(FOUR)
    assert table.nonsense("agatha", {"type": move, "target": 1}) is None
    assert table.on_file("agatha") == move


def test_who_leaves_stays_in_the_game_with_pass() -> None:
    """TRU-R30: such a seat passes every round, and can be attacked and supported."""
    table = truce(FOUR)
    for _ in range(2):
        table.play(agatha="attack darcy", barney="support agatha", charles="support darcy")
        assert table.moves()["darcy"] == "pass"
        assert table.supporters("darcy") == 1
    assert table.coins()["darcy"] == 1
