"""The courtier at a table of Loyalty: what it does in positions where it is clear what is right."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.walk import mixes
from tests.games.loyalty.story import Story, loyalty

from turncoat.games import ruleset
from turncoat.games.loyalty.actions import (
    Agree,
    AskToAttack,
    AskToMove,
    Attack,
    Bring,
    Campaign,
    Counter,
    Decline,
    Give,
    Grant,
    Join,
    LoyaltyAction,
    Object,
    Refuse,
)
from turncoat.games.loyalty.bot import Courtier
from turncoat.games.loyalty.bot.judgement import Prospects
from turncoat.games.loyalty.bot.memory import Suspicions
from turncoat.games.loyalty.bot.plans import Purse, plans
from turncoat.games.loyalty.events import Campaigned, Given, TurnBegan
from turncoat.games.loyalty.events.war import LossesProposed
from turncoat.games.loyalty.known import after, imagined
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import KING, POPE, Loyalty, active
from turncoat.kernel import Boxes, Chance, draw, play
from turncoat.kernel.promise import Message, Pledge, Say
from turncoat.lab.batches import Batch, run

RED, BLUE, YELLOW, GREEN = range(4)


def courtier(seat: int = RED, seats: int = 4, key: int = 1) -> Courtier:
    return Courtier(seat, seats, Chance(bytes([key]) * 32))


def answer(table: Story, player: str = "red", bot: Courtier | None = None) -> LoyaltyAction:
    """What a courtier in this player's place answers; it must be legal."""
    seat = table.seat(player)
    boxes: Boxes[Any] = play.boxes(table.game, seat)
    chosen = (bot or courtier(seat, len(table.players))).answer(table.view(player), boxes)
    assert chosen in boxes
    return chosen


def serves(bot: Courtier, seat: int, faction: str) -> Courtier:
    """Somebody has campaigned for a faction, again and again."""
    for _ in range(4):
        bot.hear(Campaigned(seat, "C", faction, 4, 4))
    return bot


# --- the ends ---------------------------------------------------------------------------------


def nearly_king(**options: Any) -> Story:
    """Red owns 19 of 41 points; a road next door is free."""
    table = loyalty(bare=True, **options)
    for place in ("C", "O1", "O2", "S1", "S2"):
        table.put(place, red="2 citizens")
    return table.put("O3", blue="3 citizens").put("O4", yellow="3 citizens").put("R3", green="3 citizens")


def test_a_revolution_that_is_one_road_away_is_made() -> None:
    """LOY-13.2: more than half of all points."""
    table = nearly_king()
    chosen = answer(table)
    play.submit(table.game, RED, chosen, table.listener)
    assert table.result.end == "revolution"
    assert table.winners() == {"red"}


def test_nobody_is_let_through_to_a_revolution_at_any_price() -> None:
    """LOY-8.2: blue controls the road by which red would win."""
    table = nearly_king().put("R2", blue="1 militia").coins(red=40)
    table.do("red", "ask to move 1 citizens from O2 to R2 for 40 blue")
    assert isinstance(answer(table, "blue"), Refuse)


@pytest.mark.parametrize(("card", "strikes"), [(KING, True), (POPE, False)])
def test_a_player_is_ruined_if_that_is_an_enemy(card: str, strikes: bool) -> None:
    """LOY-13.4, LOY-13.5: the team of the ruined player has lost; red serves the Pope and leads it."""
    table = loyalty(bare=True).cards("pope king king pope")
    table.put("O1", red="6 citizens, 3 militia").put("C", red="3 citizens").put("R1", blue="1 citizens")
    table.put("O3", yellow="3 citizens").put("O4", green="3 citizens")
    table.game.landed = [True] * 4
    bot = serves(courtier(), BLUE, card)
    play.submit(table.game, RED, answer(table, bot=bot), table.listener)
    if any(box.action is Bring for box in play.boxes(table.game, RED).boxes):
        play.submit(table.game, RED, answer(table, bot=bot), table.listener)
    assert table.over == strikes


def about_to_lock(**units: str) -> Story:
    """Two cities are loyal to the Pope, a tick is missing in O1, and red has a priest and coins there."""
    table = loyalty(bare=True).cards("pope king king pope").marker(C=4, O2=4, O1=3).coins(red=12)
    table.put("O1", red="3 citizens, 1 priests, 4 militia").put("O3", yellow="2 citizens, 3 militia")
    table.put("O4", green="3 citizens, 3 militia").put("R2", blue="2 citizens, 2 militia")
    for place, what in units.items():
        table.put(place, red=what)
    table.game.landed = [True] * 4
    return table


def test_who_leads_a_team_without_the_last_brings_on_the_final_round() -> None:
    """LOY-13.7, LOY-13.9: red is far ahead, and blue, in last place, serves the King."""
    table = about_to_lock(C="6 citizens, 6 militia", S1="3 citizens")
    bot = serves(serves(courtier(), BLUE, KING), YELLOW, KING)
    assert answer(table, bot=bot) == Campaign("O1", POPE, 1)


def test_who_would_lose_does_not_bring_on_the_final_round() -> None:
    """LOY-13.9: blue, in last place, serves the Pope as red does: the King's best would win."""
    table = about_to_lock()
    bot = serves(serves(serves(courtier(), BLUE, POPE), YELLOW, KING), GREEN, KING)
    chosen = answer(table, bot=bot)
    assert not isinstance(chosen, Campaign) or chosen.faction == KING


# --- help and harm ----------------------------------------------------------------------------


@pytest.mark.parametrize(("faction", "gift"), [(POPE, Give(BLUE, 2)), (KING, None)])
def test_an_ally_in_last_place_is_given_coins(faction: str, gift: Give | None) -> None:
    """LOY-8.9, LOY-Q18: its last place would be the ruin of the team."""
    table = loyalty().cards("pope pope king king").coins(red=9).put("O2", yellow="9 citizens")
    table.game.landed = [True] * 4
    bot = serves(courtier(), BLUE, faction)
    view, boxes = table.view("red"), play.beside(table.game, RED)
    assert table.vp("blue") < table.vp("red")
    assert bot.beside(view, boxes) == gift
    assert bot.beside(view, boxes) is None


def test_a_defence_that_holds_the_leader_back_is_joined() -> None:
    """LOY-10.2.6: if yellow falls in C, red has the points for a revolution."""
    table = nearly_king()
    table.game.citizens[0] = (2, 0, 3, 0)
    table.put("C", red="4 militia", yellow="2 militia", blue="3 militia")
    table.do("red", "attack yellow in C from C with 4")
    assert table.key == "battle.volunteers"
    assert isinstance(answer(table, "blue"), Join)


def test_a_fight_that_concerns_nobody_else_is_left_alone() -> None:
    """LOY-10.2.6: to join would cost militia and change nothing."""
    table = loyalty(bare=True).put("R3", red="1 militia", blue="1 militia", yellow="1 citizens, 9 militia")
    table.put("O1", red="3 citizens").put("O2", blue="3 citizens").put("O4", green="3 citizens")
    table.do("red", "attack yellow in R3 from R3 with 1")
    assert answer(table, "blue") == Decline()


@pytest.mark.parametrize(("losses", "expected"), [({"1": 2}, Agree), ({"2": 2}, Object)])
def test_losses_are_agreed_to_if_they_are_no_worse_than_the_usual_order(
    losses: dict[str, int], expected: type[LoyaltyAction]
) -> None:
    """LOY-10.2.8: blue is the target; yellow, who has joined, falls last without an agreement."""
    table = loyalty(bare=True).put("R3", red="2 militia", blue="2 citizens, 3 militia", yellow="3 militia")
    table.put("O1", red="3 citizens").put("O2", yellow="3 citizens").put("O4", green="3 citizens")
    table.do("red", "attack blue in R3 from R3 with 2").do("yellow", "join with 3")
    who = "blue" if "1" in losses else "yellow"
    table.do("blue", f"propose 2 {who}")
    bot = courtier(YELLOW)
    bot.hear(LossesProposed(BLUE, losses))
    assert isinstance(answer(table, "yellow", bot), expected)


def asking(bot: Courtier | None = None) -> tuple[Story, Courtier]:
    """Red asks blue for leave to enter a road that blue controls and nobody wants."""
    table = loyalty(coin_location="player").put("R1", blue="1 militia").coins(red=8)
    table.do("red", "ask to move 1 citizens from O1 to R1 for 0 blue")
    return table, bot or courtier(BLUE)


def test_who_has_been_kind_is_let_through_for_less() -> None:
    """LOY-8.5b: gifts received make a courtier generous."""
    table, friend = asking()
    friend.hear(Given(RED, BLUE, 8))
    prices = []
    for bot in (friend, courtier(BLUE)):
        chosen = answer(table, "blue", bot)
        prices.append(0 if isinstance(chosen, Grant) else chosen.price if isinstance(chosen, Counter) else 99)
    assert prices[0] < prices[1] or prices[0] == 0


# --- what it thinks ---------------------------------------------------------------------------

MATES = {3: 1 / 3, 4: 2 / 5, 5: 3 / 7, 6: 3 / 7, 7: 4 / 9, 8: 4 / 9}
"""LOY-4.2: the chance that a given other player is on my team."""


@pytest.mark.parametrize("seats", MATES)
def test_at_first_everybody_is_an_ally_as_likely_as_the_deck_says(seats: int) -> None:
    """LOY-4.2: the last column of the table."""
    table = loyalty(" ".join(f"p{seat}" for seat in range(seats)), first="p0")
    deals = Suspicions(0, seats).deals(table.view("p0"))
    assert sum(deal.weight for deal in deals) == pytest.approx(1)
    prospects = Prospects(0, deals, 4.0)
    assert [prospects.ally(seat) for seat in range(1, seats)] == pytest.approx([MATES[seats]] * (seats - 1))


def test_an_unused_card_that_was_seen_is_reckoned_with() -> None:
    """LOY-14.4: of three cards of the King red holds one and has seen one; one is left for three players."""
    table = loyalty(lock_peek=True).cards("king pope king pope")
    table.game.unused = [KING, POPE]
    table.game.looked = [(RED,), ()]
    prospects = Prospects(RED, Suspicions(RED, 4).deals(table.view("red")), 4.0)
    assert prospects.ally(BLUE) == pytest.approx(1 / 4)


def test_who_campaigns_for_the_pope_probably_serves_him() -> None:
    """LOY-Q17: and after that the others probably do not."""
    table = loyalty().cards("pope pope king king")
    bot = serves(courtier(), BLUE, POPE)
    prospects = Prospects(RED, bot.suspicions.deals(table.view("red")), 4.0)
    assert prospects.ally(BLUE) > 0.9
    assert prospects.ally(YELLOW) < 2 / 5


def test_with_one_player_in_last_place_the_faction_of_the_diplomacy_does_not_matter() -> None:
    """LOY-4.6, LOY-13.9: whoever triggers it, the team without the last-placed player wins."""
    table = loyalty()
    odds = Prospects(RED, Suspicions(RED, 4).deals(table.view("red")), 0.3).odds((9, 7, 12, 2))
    assert odds.pope == pytest.approx(odds.king, abs=0.01)


def test_promised_peace_is_believed_until_it_is_used_up() -> None:
    """LOY-8.10."""
    bot = courtier()
    peace = Pledge(BLUE, "war", {"whom": RED}, will=False)
    bot.read(Message(BLUE, Say((RED,), promise=peace)))
    assert bot.memory.received == {BLUE}
    bot.hear(TurnBegan(BLUE, 2, 1))
    assert bot.memory.received == {BLUE}
    bot.hear(TurnBegan(RED, 5, 2))
    assert bot.memory.received == frozenset()


def test_peace_is_offered_as_a_promise_that_the_table_can_judge() -> None:
    """LOY-8.10: to the strongest neighbour, and not again at once."""
    table = loyalty().put("O2", blue="3 militia")
    bot = courtier()
    view, boxes = table.view("red"), play.boxes(table.game, RED)
    (said,) = [say for say in bot.talk(view, boxes) if say.offer is not None and say.to == (BLUE,)]
    assert said.offer == Pledge(RED, "war", {"whom": BLUE}, will=False, times=3)
    assert not [say for say in bot.talk(view, boxes) if say.to == (BLUE,) and say.request == said.request]


def test_who_never_answers_is_not_asked_again() -> None:
    """LOY-8.10: after two offers without an answer."""
    table, bot = loyalty().put("O2", blue="3 militia"), courtier()
    view, boxes = table.view("red"), play.boxes(table.game, RED)
    asked = []
    for round_ in range(1, 5):
        asked.append(bool([say for say in bot.talk(view, boxes) if say.to == (BLUE,)]))
        for turn in range(4):
            bot.hear(TurnBegan(turn, 4 * round_ + turn + 1, round_ + 1))
    assert asked == [True, True, False, False]
    bot.read(Message(BLUE, Say((), "I am here.")))
    assert [say for say in bot.talk(view, boxes) if say.to == (BLUE,)]


def test_the_table_is_warned_of_a_leader_once_a_round() -> None:
    """LOY-13.2: 19 points of 21."""
    table = nearly_king().pass_to("blue")
    bot = courtier(BLUE)
    view, boxes = table.view("blue"), play.boxes(table.game, BLUE)
    warnings = [say for say in bot.talk(view, boxes) if not say.to]
    assert len(warnings) == 1
    assert "2" in warnings[0].text
    assert not [say for say in bot.talk(view, boxes) if not say.to]


# --- imagination ------------------------------------------------------------------------------

MIXES = mixes(ruleset("loyalty"), 4)


@pytest.mark.parametrize("agreed", [{}, *MIXES])
def test_what_is_thought_of_is_legal_and_would_do_what_it_does(agreed: dict[str, object]) -> None:
    """LOY-10: at every move of random games, each plan is in the boxes, and peaceful ones come out as imagined."""
    game = RULES.start(RULES.read_options(agreed), 4, bytes(32), loyalty().listener)
    chance = Chance(b"plans" * 6 + b"12")
    for _ in range(150):
        step = play.decision(game)
        if step is None:
            break
        if step.key == "action.choose":
            seat = active(game)
            _check_plans(game, seat, chance)
        for seat in play.waiting(game):
            play.submit(game, seat, play.boxes(game, seat).sample(lambda sides: draw(chance, sides)))


def _check_plans(game: Loyalty, seat: int, chance: Chance) -> None:
    view = RULES.view(game, seat)
    world, boxes = imagined(view), play.boxes(game, seat)
    assert victory_points(world) == list(view.vp)
    found = list(plans(world, seat, Purse(view.requests_left > 0, {})))
    assert all(plan.action in boxes for plan in found)
    plan = found[draw(chance, len(found))]
    if plan.tolls or isinstance(plan.action, Attack | AskToMove | AskToAttack):
        return
    trial = RULES.clone(game)
    turn = game.turn
    play.submit(trial, seat, plan.action)
    if trial.turn == turn and trial.result is None:
        expected = after(world, seat, plan.action)
        rows = (trial.citizens, trial.priests, trial.militia, trial.coins, trial.tracks)
        assert rows == (expected.citizens, expected.priests, expected.militia, expected.coins, expected.tracks)


# --- whole games ------------------------------------------------------------------------------


def test_two_courtiers_beat_two_random_players() -> None:
    """Seats rotated: of twenty games at least thirteen, where equal strength would be ten."""
    tally = run(Batch("loyalty", {"round_limit": 60}, ("courtier", "random", "courtier", "random"), 20, "beat"))
    assert tally.errors == 0
    assert tally.kinds["courtier"].wins >= 13
