"""LOY-8: leave to pass and to enter, prices, standing permissions, gifts."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.loyalty.story import Story, loyalty

from turncoat.games.loyalty.actions import AskToMove
from turncoat.games.loyalty.events import AnswersShown, Given, LeavePublished, RequestFailed, TollPaid
from turncoat.kernel import play

ASK = "ask to move 2 citizens from O1 to O2 for"


def toll_road(**options: Any) -> Story:
    """Red in O1; blue owns R1, the road to O2, where nobody controls anything."""
    table = loyalty(bare=True, **options).put("O1", red="4 citizens, 3 militia, 1 priests")
    return table.put("R1", blue="1 citizens").put("O3", blue="2 citizens").coins(red=5)


def two_masters(**options: Any) -> Story:
    """Yellow controls O2, green controls the road R1 that blue owns."""
    return toll_road(**options).put("O2", yellow="2 militia").put("R1", green="1 militia")


def test_a_move_across_a_road_for_a_toll() -> None:
    """LOY-E3, LOY-8.1, LOY-8.5c, LOY-10.1.2: one action instead of two, two coins change hands."""
    table = toll_road().do("red", f"{ASK} 2 blue")
    assert (table.key, table.asked) == ("action.answers", {"blue"})
    table.do("blue", "grant")
    assert table.units("O2") == {"red": {"citizens": 2}}
    assert (table.purse("red"), table.purse("blue"), table.actions_left) == (3, 6, 1)
    assert [(event.seat, event.to, event.coins) for event in table.told(TollPaid)] == [(0, 1, 2)]


def test_the_owner_of_a_road_passes_it_freely() -> None:
    """LOY-8.1, LOY-8.3: nobody is asked."""
    table = loyalty(bare=True).put("O1", red="4 citizens").put("R1", red="1 citizens")
    table.do("red", "move 4 citizens from O1 to O2")
    assert table.units("O2") == {"red": {"citizens": 4}}


def test_a_road_without_owner_cannot_be_passed() -> None:
    """LOY-8.1, LOY-R15, LOY-10.1.3: with nobody to ask there is no way across; the same for a tie."""
    table = loyalty(bare=True).put("O1", red="4 citizens, 1 militia").put("O2", blue="1 citizens")
    for move in ("move 1 citizens from O1 to O2", "ask to move 1 citizens from O1 to O2 for nothing"):
        table.cannot("red", move)
    table.cannot("red", "attack blue in O2 from O1 with 1")
    table.put("R1", blue="1 citizens", green="1 citizens")
    table.cannot("red", "ask to move 1 citizens from O1 to O2 for nothing")


def test_two_roads_are_too_many() -> None:
    """LOY-10.1.2, LOY-R15: only one road is passed in one action."""
    table = loyalty(bare=True).put("O1", red="4 citizens")
    for road in ("R1", "R2", "S1", "S3"):
        table.put(road, red="1 citizens")
    table.cannot("red", "move 1 citizens from O1 to O3")


def test_the_controller_decides_who_enters() -> None:
    """LOY-8.2, LOY-E8, LOY-7.7: refused, the move does not happen; an attack on units there needs no leave."""
    table = loyalty(bare=True).put("R1", red="1 citizens, 2 militia").put("O2", blue="3 militia, 1 citizens")
    table.cannot("red", "move 1 citizens from R1 to O2")
    table.do("red", "ask to move 1 citizens from R1 to O2 for nothing").do("blue", "refuse")
    assert table.units("O2") == {"blue": {"citizens": 1, "militia": 3}}
    assert table.actions_left == 2
    table.do("red", "attack blue in O2 from R1 with 2")
    assert table.units("O2") == {"blue": {"citizens": 1, "militia": 1}}


def test_nobody_needs_leave_where_nobody_else_controls() -> None:
    """LOY-8.2: neither into an uncontrolled place nor into one's own."""
    table = loyalty(bare=True).put("O1", red="4 citizens, 1 militia").put("R1", red="1 militia", blue="1 militia")
    table.can("red", "move 1 citizens from O1 to R1")
    assert table.put("R1", red="1 militia").legal("red", "move 1 citizens from O1 to R1")
    assert not table.put("R1", blue="5 militia").legal("red", "move 1 citizens from O1 to R1")


def test_a_move_may_need_three_who_agree() -> None:
    """LOY-8.3, LOY-R19, LOY-O14: owner and controller of the road, and controller of the city."""
    table = two_masters().do("red", f"{ASK} 1 blue, 1 yellow")
    assert table.asked == {"blue", "yellow", "green"}
    table.do("blue", "grant").do("yellow", "grant")
    assert table.units("O2") == {"yellow": {"militia": 2}}
    table.do("green", "grant")
    assert table.units("O2")["red"] == {"citizens": 2}
    assert [table.purse(player) for player in table.players] == [3, 5, 5, 4]


@pytest.mark.parametrize(
    ("option", "movers", "attackers"),
    [
        ("off", {"blue", "yellow"}, {"blue"}),
        ("move", {"blue", "yellow", "green"}, {"blue"}),
        ("move_and_attack", {"blue", "yellow", "green"}, {"blue", "green"}),
    ],
)
def test_a_road_with_two_masters(option: str, movers: set[str], attackers: set[str]) -> None:
    """LOY-O14, LOY-R19, LOY-R20: who must agree to a move and to an attack across it."""
    assert two_masters(dual_permission=option).do("red", f"{ASK} nothing").asked == movers
    table = two_masters(dual_permission=option)
    assert table.do("red", "ask to attack yellow in O2 from O1 with 3 for nothing").asked == attackers


def test_the_controller_of_ones_own_road() -> None:
    """LOY-R19, LOY-8.3: the owner who moves still needs the controller; one who is both answers once (LOY-8.6)."""
    table = loyalty(bare=True).put("O1", red="4 citizens").put("R1", red="1 citizens", blue="1 militia")
    table.put("O2", blue="1 militia")
    table.do("red", "ask to move 1 citizens from O1 to O2 for 1 blue").do("blue", "grant")
    assert table.units("O2")["red"] == {"citizens": 1}
    assert len(table.told(AnswersShown)) == 1


def test_the_victim_may_own_the_road() -> None:
    """LOY-R20, LOY-8.3: and may refuse the attack its way."""
    table = toll_road().put("O2", blue="1 citizens")
    table.do("red", "ask to attack blue in O2 from O1 with 1 for nothing").do("blue", "refuse")
    assert table.units("O2") == {"blue": {"citizens": 1}}
    assert table.key == "action.choose"


def test_answers_are_shown_together() -> None:
    """LOY-8.5b, LOY-D2, LOY-1.3: until the last one is in nobody sees any."""
    table = two_masters().do("red", f"{ASK} nothing").do("blue", "refuse").do("yellow", "counter 3")
    assert table.told(AnswersShown) == []
    view = table.view("red")
    assert view.request is not None
    assert isinstance(view.request.action, AskToMove)
    table.do("blue", "grant").do("green", "grant")
    shown = table.told(AnswersShown)[-1]
    assert shown.seats == (1, 2, 3)
    assert [answer.phrase for answer in shown.answers] == ["grant", "counter {price}", "grant"]


def test_whoever_does_not_answer_refuses() -> None:
    """LOY-D2, LOY-8.5e: one refusal is enough, and no action is spent."""
    table = two_masters().do("red", f"{ASK} nothing").do("blue", "grant").do("green", "grant").time_up()
    assert (table.actions_left, table.view(None).requests_left) == (2, 2)
    assert [event.why for event in table.told(RequestFailed)] == ["refused"]


def test_a_counter_is_accepted_or_the_request_withdrawn() -> None:
    """LOY-8.5d, LOY-D3, LOY-R18: there is no second counter; whoever lets the time go by withdraws."""
    table = toll_road().do("red", f"{ASK} 1 blue").do("blue", "counter 4")
    assert (table.key, table.asked) == ("action.counters", {"red"})
    table.do("red", "accept")
    assert (table.purse("red"), table.purse("blue"), table.actions_left) == (1, 8, 1)
    other = toll_road().do("red", f"{ASK} 1 blue").do("blue", "counter 4").time_up()
    assert (other.purse("red"), other.actions_left, other.key) == (5, 2, "action.choose")
    assert not other.over


def test_a_counter_is_another_price_within_the_purse() -> None:
    """LOY-8.5b, LOY-8.5f, LOY-D2: 0 to the coins of who asks, but not the price that was offered."""
    table = toll_road().do("red", f"{ASK} 2 blue")
    fits = {price for price in range(9) if table.legal("blue", f"counter {price}")}
    assert fits == {0, 1, 3, 4, 5}


def test_counters_that_cannot_be_paid_fail_at_once() -> None:
    """LOY-8.5d, LOY-8.5f: two want 3 of 5 coins."""
    table = two_masters().do("red", f"{ASK} nothing").do("blue", "counter 3").do("yellow", "counter 3")
    table.do("green", "grant")
    assert [event.why for event in table.told(RequestFailed)] == ["too dear"]
    assert table.key == "action.choose"


def test_prices_cannot_exceed_the_purse() -> None:
    """LOY-8.5a, LOY-8.5f: together they are at most the coins of who asks."""
    table = two_masters()
    table.can("red", f"{ASK} 2 blue, 3 yellow").cannot("red", f"{ASK} 3 blue, 3 yellow")


def test_three_failed_requests_are_all() -> None:
    """LOY-8.5e, LOY-O11, LOY-8.5: then nobody can be asked any more in this turn; the next turn begins anew."""
    table = toll_road()
    for _ in range(3):
        table.do("red", f"{ASK} nothing").do("blue", "refuse")
    assert table.refused("red", f"{ASK} nothing").rule == "LOY-8.5"
    table.can("red", "move 1 citizens from O1 to R1").pass_turn(4)
    assert table.turn_of == "red"
    table.can("red", f"{ASK} nothing")


def test_without_requests_only_published_leave_helps() -> None:
    """LOY-O11: a limit of 0."""
    table = toll_road(request_limit=0).cannot("red", f"{ASK} nothing")
    table.do("blue", "permit red to pass R1 for 1").do("red", "move 1 citizens from O1 to O2")
    assert table.purse("red") == 4


def test_a_grant_is_good_for_this_action_alone() -> None:
    """LOY-8.7, LOY-8.4: the next move needs a new one."""
    table = toll_road().do("red", f"{ASK} nothing").do("blue", "grant")
    table.cannot("red", "move 1 citizens from O1 to O2").can("red", f"{ASK} nothing")


def test_holders_are_settled_when_the_action_is_declared() -> None:
    """LOY-8.4, LOY-8.7: while answers are awaited nothing on the map changes."""
    table = toll_road().do("red", f"{ASK} nothing")
    for player in table.players:
        assert not play.beside(table.game, table.seat(player))


def test_published_leave_is_used_without_asking() -> None:
    """LOY-8.8, LOY-D8, LOY-R18, LOY-O12: the published price is paid when the move happens."""
    table = toll_road().do("blue", "permit red to pass R1 for 2")
    published = table.told(LeavePublished)[-1]
    assert (published.seat, published.to, published.leave, published.place, published.price) == (1, 0, "pass", "R1", 2)
    table.do("red", "move 2 citizens from O1 to O2")
    assert (table.purse("red"), table.purse("blue"), table.actions_left) == (3, 6, 1)
    assert table.view(None).leaves == tuple(table.game.leaves)


def test_published_leave_counts_only_while_its_publisher_holds_the_place() -> None:
    """LOY-8.8: blue publishes, but green owns the road now."""
    table = toll_road().do("blue", "permit red to pass R1 for 0").put("R1", green="2 citizens")
    table.cannot("red", "move 2 citizens from O1 to O2")
    assert table.do("red", f"{ASK} nothing").asked == {"green"}


def test_published_leave_is_for_one_player_and_one_thing() -> None:
    """LOY-8.8: leave to enter is not leave to pass, nor good for anybody else."""
    table = toll_road().do("blue", "permit red to enter R1 for 0").do("blue", "permit green to pass R1 for 0")
    table.cannot("red", "move 2 citizens from O1 to O2")


def test_published_leave_can_be_cancelled_and_changed() -> None:
    """LOY-8.8, LOY-D8: a new price takes the place of the old one."""
    table = toll_road().do("blue", "permit red to pass R1 for 4", "permit red to pass R1 for 1")
    assert len(table.game.leaves) == 1
    table.do("red", "move 1 citizens from O1 to O2")
    assert table.purse("red") == 4
    table.do("blue", "revoke red pass R1")
    table.cannot("red", "move 1 citizens from O1 to O2").cannot("blue", "revoke red pass R1")


def test_who_has_published_all_that_is_needed_is_not_asked_others_are() -> None:
    """LOY-8.8, LOY-8.6: blue owns the road and controls it; half of what is needed is not enough."""
    table = toll_road().put("R1", blue="1 militia").put("O2", yellow="2 militia")
    table.do("blue", "permit red to pass R1 for 1")
    assert table.do("red", f"{ASK} nothing").asked == {"blue", "yellow"}
    table.do("blue", "refuse").do("yellow", "grant").do("blue", "permit red to enter R1 for 2")
    assert table.do("red", f"{ASK} 2 yellow").asked == {"yellow"}
    table.do("yellow", "grant")
    assert [table.purse(player) for player in table.players] == [0, 7, 6, 4]


def test_published_leave_that_is_too_dear_does_not_shut_the_door() -> None:
    """LOY-8.8, LOY-8.5f: with 5 coins a price of 6 cannot be paid, but blue can still be asked."""
    table = toll_road().do("blue", "permit red to pass R1 for 6")
    table.cannot("red", "move 1 citizens from O1 to O2")
    assert table.do("red", f"{ASK} 4 blue").asked == {"blue"}
    table.do("blue", "grant")
    assert (table.purse("red"), table.purse("blue")) == (1, 8)


def test_published_prices_that_are_too_dear_together_are_asked_about_again() -> None:
    """LOY-8.8, LOY-8.5f: each of two prices could be paid, both cannot; leave given for nothing stays given."""
    table = toll_road().put("O2", yellow="2 militia")
    table.do("blue", "permit red to pass R1 for 3").do("yellow", "permit red to enter O2 for 3")
    table.cannot("red", "move 1 citizens from O1 to O2")
    assert table.do("red", f"{ASK} nothing").asked == {"blue", "yellow"}
    table.do("blue", "refuse").do("yellow", "grant").do("yellow", "permit red to enter O2 for 0")
    table.do("blue", "permit red to pass R1 for 6")
    assert table.do("red", f"{ASK} nothing").asked == {"blue"}


def test_standing_permissions_can_be_left_out() -> None:
    """LOY-O12: then nothing can be published."""
    refusal = toll_road(standing_permissions=False).refused("blue", "permit red to pass R1 for 0")
    assert refusal.rule == "LOY-O12"


def test_gifts_are_made_between_actions() -> None:
    """LOY-8.9, LOY-D9, LOY-R46: any number of one's coins, at once and in public, but not while a request is open."""
    table = toll_road().do("green", "give 3 to yellow")
    assert (table.purse("green"), table.purse("yellow")) == (1, 7)
    assert [(event.seat, event.to, event.coins) for event in table.told(Given)] == [(3, 2, 3)]
    table.cannot("green", "give 2 to yellow").do("red", f"{ASK} nothing")
    table.cannot("yellow", "give 1 to red")


@pytest.mark.parametrize("option", ["deals_only", "none"])
def test_gifts_can_be_left_out(option: str) -> None:
    """LOY-O13: deals only, or no coins change hands at all."""
    table = toll_road(gifts=option)
    assert table.refused("red", "give 1 to blue").rule == "LOY-O13"
    paid = option == "deals_only"
    assert table.legal("red", f"{ASK} 2 blue") == paid
    table.can("red", f"{ASK} nothing")
    assert table.legal("blue", "permit red to pass R1 for 1") == paid
    table.do("red", f"{ASK} nothing")
    assert table.legal("blue", "counter 1") == paid


def test_promises_bind_nobody() -> None:
    """LOY-8.10, LOY-1.4: the rules know no move for them; only coins and leave are enforced."""
    table = toll_road()
    assert table.open_to("green").tags == ("permit", "give")


def test_an_open_decision_never_waits_for_a_missing_player() -> None:
    """LOY-D1, LOY-D2, LOY-D3: each decision of a deal has a default."""
    table = two_masters().do("red", f"{ASK} nothing").time_up().time_up().time_up()
    assert table.turn_of == "blue"
