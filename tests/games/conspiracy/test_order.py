"""CON-O, CON-Q: who goes when."""

from __future__ import annotations

from random import Random

from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, Table

from turncoat.games.conspiracy.actions import Now, Wait
from turncoat.games.conspiracy.events import GapAnswered, OrderDetermined, RolledOff, RoundBegan, TurnBegan
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE, Listener

NOW, WAIT = Now(), Wait()


def turns(table: Table) -> list[int]:
    return [event.seat for event in table.told(TurnBegan)]


def pass_turn(table: Table) -> None:
    active = table.turn.seat
    while (
        play.over(table.game) is False
        and table.key != "round.gap"
        and len(table.game.stack) > 2
        and table.turn.seat == active
    ):
        table.time_up()


def test_the_highest_saved_number_goes_first() -> None:
    """CON-O.1: a blank is 0."""
    table = Table(saved={ANN: "C0", BEN: "C5", CLEO: "S2", DORA: "M3"}).new_round()
    assert table.last(OrderDetermined).order == (BEN, DORA, CLEO, ANN)
    assert table.told(RolledOff) == []
    assert table.last(RoundBegan).saved == (0, 5, 2, 3)


def test_ties_roll_among_themselves() -> None:
    """CON-O.2: a re-roll never changes the order against players outside the tie; the higher group rolls first."""
    table = Table(saved={ANN: "C2", BEN: "S2", CLEO: "C4", DORA: "S4"}).dice(3, 3, 1, 5, 0, 4).new_round()
    assert [(event.seats, event.faces) for event in table.told(RolledOff)] == [
        ((CLEO, DORA), (3, 3)),
        ((CLEO, DORA), (1, 5)),
        ((ANN, BEN), (0, 4)),
    ]
    assert table.last(OrderDetermined).order == (DORA, CLEO, BEN, ANN)


def test_without_a_coin_one_is_level_with_a_blank() -> None:
    """CON-O.3, CON-R37: one group, all of which roll."""
    table = Table(saved={ANN: "C0", BEN: "S3"}).dice(1, 4, 2).new_round()
    assert table.told(RolledOff)[0].seats == (ANN, CLEO, DORA)
    assert table.last(OrderDetermined).order == (BEN, CLEO, DORA, ANN)


def test_in_round_one_the_dice_alone_decide() -> None:
    """CON-O.3: everybody is tied."""
    listener = Listener()
    game = RULES.start(Options(), 4, bytes(32), SILENCE)
    game.chance.script = [5, 2, 0, 3]
    play.time_up(game, listener)
    rolled = [event for _, event in listener.heard if isinstance(event, RolledOff)]
    assert rolled[0].seats == (0, 1, 2, 3)
    assert [event.order for _, event in listener.heard if isinstance(event, OrderDetermined)] == [(0, 3, 1, 2)]


def test_a_saved_spiral_makes_free() -> None:
    """CON-O.4, CON-O.5: left out of the order; the first player is the first of the others."""
    table = Table(saved={ANN: "S1", BEN: "C5", CLEO: "S2", DORA: "M3"}).new_round()
    order = table.last(OrderDetermined)
    assert (order.order, order.free, order.first) == ((BEN, DORA, CLEO), (ANN,), BEN)
    assert table.view(BEN).free == (ANN,)


def test_a_free_player_is_asked_in_every_gap() -> None:
    """CON-O.4.g, CON-D2: before every turn of the order; whoever says now has the next turn."""
    table = Table(saved={ANN: "S1", BEN: "C5", CLEO: "S2", DORA: "M3"}).new_round()
    assert (table.key, play.asked(table.game)) == ("round.gap", [ANN])
    table.act(WAIT)
    assert turns(table) == [BEN]
    pass_turn(table)
    assert table.key == "round.gap"
    table.act(NOW)
    assert turns(table) == [BEN, ANN]
    pass_turn(table)
    assert turns(table) == [BEN, ANN, DORA]


def test_a_free_player_can_leave_word_to_wait() -> None:
    """CON-D2: by letter, gap after gap need not cost a day."""
    table = Table(saved={ANN: "S1", BEN: "C5", CLEO: "S2", DORA: "M3"})
    play.order_standing(table.game, ANN, "round.gap", WAIT)
    table.new_round()
    assert turns(table) == [BEN]
    pass_turn(table)
    assert turns(table) == [BEN, DORA]


def test_silence_is_waiting() -> None:
    """CON-R04, CON-D2: all speak at once, and the answers are shown together."""
    table = Table(saved={ANN: "S1", BEN: "A1", CLEO: "S2", DORA: "M3"}).new_round()
    assert play.asked(table.game) == [ANN, BEN]
    table.do(BEN, NOW)
    assert table.told(GapAnswered) == []
    table.time_up()
    assert (table.last(GapAnswered).now, table.last(GapAnswered).wait) == ((BEN,), (ANN,))
    assert turns(table) == [BEN]


def test_several_who_say_now_roll_for_it() -> None:
    """CON-O.4.a: ties for the highest roll again; the losers may speak in the next gap."""
    table = Table(saved={ANN: "S1", BEN: "A1", CLEO: "M1", DORA: "M3"}).new_round().dice(4, 2, 4, 0, 3)
    table.do(ANN, NOW).do(BEN, NOW).do(CLEO, NOW)
    assert [(event.seats, event.faces) for event in table.told(RolledOff)] == [
        ((ANN, BEN, CLEO), (4, 2, 4)),
        ((ANN, CLEO), (0, 3)),
    ]
    assert turns(table) == [CLEO]
    pass_turn(table)
    assert (table.key, play.asked(table.game)) == ("round.gap", [ANN, BEN])


def test_those_who_wait_to_the_end_must_go() -> None:
    """CON-O.4.b: several in the order of their dice."""
    table = Table(saved={ANN: "S1", BEN: "A1", CLEO: "S2", DORA: "M3"}).new_round()
    for _ in range(2):
        table.do(ANN, WAIT).do(BEN, WAIT)
        if turns(table) == [DORA, CLEO]:
            table.dice(2, 5)
            table.game.chance.script = []
        pass_turn(table)
    assert turns(table)[:2] == [DORA, CLEO]
    pass_turn(table)
    assert sorted(turns(table)) == [ANN, BEN, CLEO, DORA]
    assert table.last(RolledOff).rule == "CON-O.4.b"


def test_all_free_roll_once_for_everything() -> None:
    """CON-R05: one roll-off before the columns; the first of them is the first player, and nobody can jump in."""
    table = Table(saved={ANN: "S1", BEN: "A1", CLEO: "C1", DORA: "M1"}).dice(0, 5, 3, 2).new_round()
    order = table.last(OrderDetermined)
    assert (order.order, order.free, order.first, order.rule) == ((BEN, CLEO, DORA, ANN), (), BEN, "CON-R05")
    assert turns(table) == [BEN]


def test_everybody_has_one_turn_in_a_round() -> None:
    """CON-Q.1, CON-Q.2: order, columns, turns, and again; whoever jumps in has no second turn."""
    chance = Random(4)
    listener = Listener()
    game = RULES.start(Options(rounds=12), 4, bytes(32), listener)
    while not play.over(game):
        seat = play.waiting(game)[0]
        play.submit(game, seat, play.boxes(game, seat).sample(chance.randrange), listener)
    rounds: list[list[int]] = []
    for _, event in listener.heard:
        if isinstance(event, RoundBegan):
            rounds.append([])
        if isinstance(event, TurnBegan):
            rounds[-1].append(event.seat)
    assert all(sorted(one) == [0, 1, 2, 3] for one in rounds[:-1])
    assert len(rounds) > 3
    assert len(set(rounds[-1])) == len(rounds[-1])
