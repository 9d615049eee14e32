"""TRU-R01 to TRU-R31: where players might read a rule in more than one way."""

from __future__ import annotations

import pytest
from tests.games.truce.story import Story, options, truce
from tests.games.truce.test_coins import beset, circle_with_tail

from turncoat.games.truce.events import ActionsRevealed, GiftGiven, SpoilsBanked, VictimRobbed
from turncoat.games.truce.rules import RULES
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup, NotYours, OutOfDate, Refusal
from turncoat.kernel.events import SILENCE

FOUR = "agatha barney charles darcy"
FIVE = f"{FOUR} emmett"


@pytest.mark.parametrize("rounds", [1, 2, 7, 16, 40])
def test_any_number_of_rounds_may_be_played(rounds: int) -> None:
    """TRU-R01: 8 to 15 is a suggestion; any whole number from 1, and 10 if nobody chooses."""
    assert options(rounds=rounds).rounds == rounds
    assert options().rounds == 10


@pytest.mark.parametrize("rounds", [0, -3, "many", 2.5])
def test_a_number_of_rounds_that_is_none_is_refused(rounds: object) -> None:
    """TRU-R01: any whole number from 1, and nothing else."""
    with pytest.raises(BadSetup, match="rounds: must be a whole number, 1 to") as refused:
        options(rounds=rounds)
    assert (refused.value.field, refused.value.rule) == ("rounds", "TRU-O1")


def test_the_number_of_rounds_cannot_be_changed_once_the_first_has_begun() -> None:
    """TRU-R01: what was agreed on is frozen with the set-up."""
    table = truce(FOUR, rounds=8)
    with pytest.raises(AttributeError):
        table.game.options.rounds = 9  # type: ignore[misc]


def test_the_rest_of_shared_spoils_is_removed() -> None:
    """TRU-R02: as everywhere else; TRU-O6 can leave it with the victim."""
    assert beset(2, supply=3, spoils=3).told(VictimRobbed)[0].removed == 1


def test_an_attacker_has_no_defence() -> None:
    """TRU-R03: Attack gives only an attack value, Defend only a defence value."""
    table = truce(FIVE)
    table.play(
        agatha="attack emmett",
        barney="support agatha",
        charles="attack agatha",
        darcy="support charles",
        emmett="pass",
    )
    assert (table.attack("charles").attack, table.attack("charles").defence) == (1, 0)
    assert table.attack("charles").success


def test_a_defender_does_not_strike_back() -> None:
    """TRU-R03: a defence that holds takes nothing from the attacker."""
    table = truce(FOUR).play(agatha="defend", barney="support agatha", charles="attack agatha", darcy="pass")
    assert set(table.coins().values()) == {3}


def test_the_numbered_rules_count_and_not_the_summary() -> None:
    """TRU-R04: the summary says "1 coin and everything gained"; with several attackers the full text rules."""
    table = beset(2, supply=1, spoils=3)
    assert (table.coins()["robber0"], table.coins()["victoria"]) == (4, 0)


def test_failed_attackers_are_not_counted() -> None:
    """TRU-R05: one coin is enough for the one attacker who succeeded."""
    table = truce(FIVE, supplies={"agatha": 1})
    table.play(agatha="pass", barney="attack agatha", charles="support barney", darcy="attack agatha", emmett="pass")
    assert (table.coins()["agatha"], table.coins()["barney"], table.coins()["darcy"]) == (0, 4, 3)


def test_the_last_attacker_of_a_chain_ends_with_everything() -> None:
    """TRU-R06: victim by victim, each after its own gains."""
    table = truce(FOUR, stash=2)
    table.play(agatha="loot", barney="attack agatha", charles="attack barney", darcy="support charles")
    assert table.coins()["charles"] == 3 + 1 + 3


def test_an_outsider_shares_with_the_circle() -> None:
    """TRU-R07: Agatha held 4 in Spoils; Barney and Emmett get 2 each, at the same instant."""
    robbed = {event.victim: event for event in circle_with_tail().told(VictimRobbed)}
    assert robbed[0].robbers == (1, 4)
    assert robbed[0].share == 2


@pytest.mark.parametrize("ring", [2, 3, 5])
def test_support_in_a_circle_helps_nobody(ring: int) -> None:
    """TRU-R08: not the members, not those they were meant for, and not in the tie-break."""
    players = FIVE.split()
    table = truce(FIVE, last=True)
    table.play(**{players[n]: f"support {players[(n + 1) % ring]}" for n in range(ring)})
    assert set(table.game.supporters) == {0}
    assert table.winners() == set(players)


def test_looters_and_passers_are_counted() -> None:
    """TRU-R09: counted, and nothing but the tie-break makes use of it."""
    table = truce(FIVE, stash=1, last=True)
    table.play(agatha="pass", barney="support agatha", charles="pass", darcy="pass", emmett="pass")
    assert (table.supporters("agatha"), table.winners()) == (1, {"agatha"})


def test_support_may_help_an_attack_on_the_supporter() -> None:
    """TRU-R10: directly, and passed along."""
    directly = truce(FOUR).play(agatha="attack barney", barney="support agatha")
    passed = truce(FOUR).play(agatha="attack barney", barney="support charles", charles="support agatha")
    assert directly.coins()["barney"] == passed.coins()["barney"] == 2
    assert passed.attack("agatha").attack == 2


def test_support_never_comes_back_as_the_own() -> None:
    """TRU-R10: that would be a circle."""
    table = truce(FOUR).play(agatha="support barney", barney="support agatha")
    assert (table.supporters("agatha"), table.supporters("barney")) == (0, 0)


def test_being_hit_undoes_nothing() -> None:
    """TRU-R11: a robbed attacker's own attack stands."""
    table = truce(FOUR).play(agatha="attack barney", barney="attack charles", charles="loot", darcy="support agatha")
    assert (table.attack("agatha").success, table.attack("barney").success) == (True, True)


@pytest.mark.parametrize("deed", ["attack agatha", "support agatha"])
def test_nobody_is_the_own_target(deed: str) -> None:
    """TRU-R12: such an action is invalid, hence Pass."""
    table = truce(FOUR)
    table.refused("agatha", deed)
    assert table.time_up().deeds()["agatha"] == "pass"


@pytest.mark.parametrize("deed", ["attack darcy", "support darcy"])
def test_a_player_without_coins_may_be_a_target(deed: str) -> None:
    """TRU-R13: for both Attack and Support."""
    assert truce(FOUR, supplies={"darcy": 0}).submit(agatha=deed).on_file("agatha") == deed


@pytest.mark.parametrize("deed", ["attack barney", "defend", "loot"])
def test_coins_just_received_allow_nothing(deed: str) -> None:
    """TRU-R14: with Supply 0, gifts in Spoils change nothing in this round, but in the next."""
    table = truce(FOUR, supplies={"agatha": 0}).give("barney", 2, "agatha")
    assert table.refused("agatha", deed).rule in {"TRU-3.3", "TRU-3.4", "TRU-3.5"}
    assert table.everybody("pass").legal("agatha", deed)


def test_permission_is_checked_on_arrival_and_at_the_reveal() -> None:
    """TRU-R15: an action can become invalid, but never valid."""
    table = truce(FOUR, supplies={"agatha": 0, "barney": 2})
    assert not table.legal("agatha", "loot")
    table.submit(barney="loot").give("barney", 2, "charles").time_up()
    assert table.deeds()["barney"] == "pass"


def test_a_reward_after_the_round_is_a_gift_in_the_next() -> None:
    """TRU-R16: only in the open window, and none after the last round."""
    table = truce(FOUR, rounds=2).everybody("pass").give("agatha", 1, "barney")
    assert (table.round, table.spoils()["barney"]) == (2, 1)
    table.everybody("pass")
    assert isinstance(table.refused("agatha", "give 1 to barney"), NotYours)


def test_a_gift_takes_effect_when_it_is_announced() -> None:
    """TRU-R17: the receiver is not asked, and nothing takes it back."""
    table = truce(FOUR).give("agatha", 2, "barney")
    assert table.spoils()["barney"] == 2
    assert isinstance(table.refused("barney", "give 1 to barney"), Refusal)
    with pytest.raises(NotYours):
        table.withdraw("agatha")


def test_the_tie_break_looks_at_those_who_are_level() -> None:
    """TRU-R18: a player outside the tie cannot win; passed-along support counts for whoever it reached."""
    table = truce(FIVE, supplies={"agatha": 5, "barney": 5, "emmett": 4}, last=True)
    table.play(agatha="pass", barney="pass", charles="support darcy", darcy="support emmett", emmett="pass")
    assert table.supporters("emmett") == 2
    assert table.winners() == {"agatha", "barney"}


def test_the_tie_break_does_not_look_at_gains() -> None:
    """TRU-R19: Supply at the end, then supporters, then a shared victory."""
    table = truce(FOUR, supplies={"agatha": 4, "barney": 6}, stash=2, last=True)
    table.play(agatha="loot", barney="pass", charles="pass", darcy="pass")
    assert table.winners() == {"agatha", "barney"}


def test_an_action_may_be_taken_back() -> None:
    """TRU-R20: it leaves the player without one; a table waits again, and at the deadline it is a Pass."""
    table = truce(FOUR).submit(agatha="loot", barney="pass", charles="pass").withdraw("agatha")
    assert table.submit(darcy="pass").waiting() == {"agatha"}
    assert table.time_up().deeds()["agatha"] == "pass"
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
    for who, deed in sheet.items():
        if table.legal(who, deed):
            table.submit(**{who: deed})
        else:
            table.refused(who, deed)
    table.time_up()
    assert table.deeds() == {"agatha": "pass", "barney": "pass", "charles": "support barney", "darcy": "pass"}
    assert table.defaulted() == {"agatha", "barney", "darcy"}


def test_at_the_deadline_is_in_time_and_after_the_reveal_is_too_late() -> None:
    """TRU-R22: what arrives before the seals are broken counts; later, also after an early reveal, it is refused."""
    table = truce(FOUR).submit(agatha="loot").time_up()
    assert table.deeds()["agatha"] == "loot"
    table.everybody("pass")
    with pytest.raises(OutOfDate):
        play.submit(table.game, 0, table.action("loot"), request=2)


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
    spoilt, sound = (truce(FOUR).submit(agatha=deed).give("agatha", 3, "barney") for deed in ("loot", "pass"))
    assert spoilt.view(None) == sound.view(None)
    assert "agatha" not in spoilt.waiting()
    spoilt.submit(barney="pass", charles="pass", darcy="pass")
    assert (spoilt.round, spoilt.deeds()["agatha"]) == (2, "pass")


def test_a_defaulted_pass_is_marked_the_same_for_missing_and_invalid() -> None:
    """TRU-R24: Pass, with a public mark; what was sent stays with its sender and the Arbiter."""

    def told(*deeds: str) -> list[ActionsRevealed]:
        table = truce(FOUR)
        for deed in deeds:
            table.submit(agatha=deed)
        return table.give("agatha", 3, "barney").time_up().told(ActionsRevealed)

    assert told("loot") == told() == told("defend", "attack darcy")
    assert told()[0].defaulted == (0, 1, 2, 3)


def test_a_chosen_pass_is_not_marked() -> None:
    """TRU-R24: the mark is for those who had no usable action."""
    assert truce(FOUR).play(agatha="pass").defaulted() == {"barney", "charles", "darcy"}


@pytest.mark.parametrize("deed", ["defend", "loot", "pass"])
def test_a_needless_target_is_ignored(deed: str) -> None:
    """TRU-R25: the action can be understood."""
    table = truce(FOUR)
    assert table.nonsense("agatha", {"type": deed, "target": 1}) is None
    assert table.on_file("agatha") == deed


def test_nothing_lies_in_the_stash_before_the_first_round() -> None:
    """TRU-R26: so the first looter gets 1 coin."""
    table = truce(FOUR).play(agatha="loot", barney="pass", charles="pass", darcy="pass")
    assert table.coins()["agatha"] == 4


def test_coins_come_in_and_get_lost() -> None:
    """TRU-R27: the sum of all coins in play is not constant; the balance of TRU-15.1 is."""
    table = truce(FOUR, stash=3)
    in_play = sum(table.coins().values()) + table.stash
    table.play(agatha="loot", barney="loot", charles="pass", darcy="pass")
    assert sum(table.coins().values()) + table.stash == in_play - 1 + 1
    assert table.told(SpoilsBanked)[-1].supplies == (4, 4, 3, 3)
    table.play(agatha="pass", barney="pass", charles="pass", darcy="pass")
    assert sum(table.coins().values()) + table.stash == in_play + 1


@pytest.mark.parametrize("who", [*FOUR.split(), None])
def test_spoils_are_public(who: str | None) -> None:
    """TRU-R28: before the reveal they hold only gifts, which everybody saw."""
    assert truce(FOUR).give("agatha", 2, "barney").view(who).spoils == (0, 2, 0, 0)


def test_gifts_may_be_split_in_any_way() -> None:
    """TRU-R29: several coins, several players; each gift is announced."""
    table = truce(FOUR, supplies={"agatha": 5})
    table.give("agatha", 2, "barney").give("agatha", 1, "charles").give("agatha", 1, "barney")
    assert table.spoils() == {"agatha": 0, "barney": 3, "charles": 1, "darcy": 0}
    assert len(table.told(GiftGiven)) == 3


def test_who_leaves_stays_in_the_game_with_pass() -> None:
    """TRU-R30: such a seat passes every round, and can be attacked and supported."""
    table = truce(FOUR)
    for _ in range(2):
        table.play(agatha="attack darcy", barney="support agatha", charles="support darcy")
        assert table.deeds()["darcy"] == "pass"
        assert table.supporters("darcy") == 1
    assert table.coins()["darcy"] == 1


def test_nobody_is_robbed_twice_where_chains_meet() -> None:
    """TRU-R31: two chains that end at one victim are one settlement of that victim."""
    table: Story = truce("agatha barney charles darcy emmett freja greta", stash=6)
    table.play(
        agatha="loot",
        barney="attack agatha",
        charles="attack agatha",
        darcy="attack barney",
        emmett="support darcy",
        freja="attack charles",
        greta="support freja",
    )
    assert [event.victim for event in table.told(VictimRobbed)] == [0, 1, 2]
    assert table.coins() == {"agatha": 1, "barney": 2, "charles": 2, "darcy": 8, "emmett": 3, "freja": 8, "greta": 3}


def test_setting_up_says_which_option_is_unknown() -> None:
    """TRU-R01: a misspelt option is refused with the list of options."""
    with pytest.raises(BadSetup, match="no option round; it has rounds"):
        options(round=3)
    assert RULES.start(options(), 3, bytes(32), SILENCE).round == 1
