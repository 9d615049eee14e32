"""Promises at a table of Conspiracy: what everybody sees of an action, and what a plotter makes of a word."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, NAMES, Table, sat_down

from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import ruleset
from turncoat.games.conspiracy.actions import AdvanceColumn, AttackCoin, Place, RevealCoin, RevealTile, Stop, Wait
from turncoat.games.conspiracy.bot import Plotter
from turncoat.games.conspiracy.bot.confidence import lying, told
from turncoat.games.conspiracy.bot.judgement import Judgement, World
from turncoat.games.conspiracy.bot.pacts import TERM
from turncoat.games.conspiracy.events import ColumnAdvanced, GapAnswered
from turncoat.games.conspiracy.events.turn import ActionChosen, CoinGiven, Stopped, TileMarked, as_shown, revealed
from turncoat.games.conspiracy.geometry import NUMBERS
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Goal
from turncoat.kernel import Chance, play
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.promise import HIDDEN, Answer, Fate, Message, Pledge, PledgeState, Say
from turncoat.table import talk
from turncoat.table.talk_grammar import TalkGrammar

PEACE = Pledge(BEN, "attack", {}, False, 2)


def board(hand: str = "C5 M2 S0") -> Table:
    """Two coins that can be attacked."""
    return Table(hand, tiles="c1F1 A3; c2F1 C3", coins="c1F1.NW A4 N; c2F1.NW S3 N")


def attacked() -> Table:
    """Ann attacks a 4 with a 5 and gives a coin to Ben."""
    return board().act(AttackCoin("C5", "c1F1.NE", "W", "M2", BEN))


def test_everybody_sees_which_action_was_chosen() -> None:
    """CON-D3, CON-I.6: the action and where it is directed at; neither the coin nor the gift (CON-R20)."""
    chosen = attacked().last(ActionChosen)
    assert chosen.action == AttackCoin(HIDDEN, "c1F1.NE", "W", HIDDEN, BEN, None, HIDDEN)
    assert chosen.say(RULES.names(NAMES)) == "Ann chooses Attack Coin against the coin on space c1F1.NW."
    assert RULES.revealed(chosen) == {ANN: chosen.action}


def test_whose_roll_it_is_for_a_column_can_be_read() -> None:
    """CON-5.e.ii: the log names the player and the column before the dice."""
    table = Table(tiles="c1F1 A3").act(AdvanceColumn("c2"))
    assert table.last(ActionChosen).say(RULES.names(NAMES)) == "Ann chooses Advance Column in column c2."


@pytest.mark.parametrize(
    ("action", "shown"),
    [
        (Place("S1", "c1F1.NE", "N", "A3"), Place(HIDDEN, "c1F1.NE", "N", HIDDEN)),
        (Place("S1", "c1F1.NE", "N"), Place(HIDDEN, "c1F1.NE", "N", None)),
        (RevealCoin("c1F1.NE", "S1", BEN), RevealCoin("c1F1.NE", HIDDEN, BEN)),
        (RevealTile("c1F1", "S1", BEN), RevealTile("c1F1", HIDDEN, BEN)),
        (AdvanceColumn("c1"), AdvanceColumn("c1")),
    ],
)
def test_what_is_shown_of_each_action(action: Place, shown: Place) -> None:
    """CON-D3a, CON-D3b, CON-D3d, CON-D3e: cell, space and direction, that a tile was laid, and who was given a coin."""
    assert as_shown(action) == shown


def test_to_stop_is_seen_as_well() -> None:
    """CON-5, CON-O.4.g: whoever stops has answered; to wait in a gap is no action."""
    assert revealed(Table("C5").stop().last(Stopped)) == {ANN: Stop()}
    assert revealed(GapAnswered((), (ANN,))) == {}


def test_a_promise_not_to_attack_is_judged_action_by_action() -> None:
    """CON-I.5: kept after so many actions without an attack, broken by the first one."""
    standing = PledgeState(Pledge(ANN, "attack", {}, False, 2), 2)
    fates = []
    for action in (AdvanceColumn("c1"), attacked().last(ActionChosen).action):
        standing.judge(ANN, action)
        fates.append(standing.fate)
    assert fates == [Fate.OPEN, Fate.BROKEN]


def test_a_promise_that_names_a_coin_is_judged_by_what_shows() -> None:
    """CON-R20, CON-I.5: to give Ben the Moons 2 is kept as far as anybody can see, to give it to Cleo is not."""
    action = attacked().last(ActionChosen).action
    assert Pledge(ANN, "attack", {"gift": "M2", "to": BEN}).covers(action)
    assert Pledge(ANN, "attack", {"gift": "S0", "to": BEN}).covers(action)
    assert not Pledge(ANN, "attack", {"gift": "M2", "to": CLEO}).covers(action)


def test_what_nobody_sees_cannot_be_promised() -> None:
    """CON-I.5: whether somebody marks, saves or waits is not judged; the table says so instead of judging wrongly."""
    table = sat_down().table
    talk.check(Message(BEN, Say((ANN,), promise=PEACE)), table.header, table.state)
    for act in ("wait", "save", "mark", "goal"):
        with pytest.raises(NotAllowed, match=f"Nobody could see later whether you {act}"):
            talk.check(Message(BEN, Say((ANN,), promise=Pledge(BEN, act))), table.header, table.state)


def test_promises_are_said_in_actions() -> None:
    """CON-I.5: a promise speaks of the next actions, not of rounds."""
    table = board()
    tongue = TalkGrammar(RULES.names(NAMES), 4, BEN)
    tongue.learn(play.boxes(table.game, ANN))  # type: ignore[arg-type]
    assert tongue.statement(PEACE) == "You will not attack in the next 2 actions"
    assert tongue.action_words(Pledge(ANN, "attack", {"to": BEN, "gift": "C5"})) == "attack (gift Crowns 5, to you)"
    assert tongue.statement(Pledge(ANN, "advance", {"column": "c2"})) == "Ann will advance c2 with the next action"
    assert tongue.pledge(ANN, "advance c2 for 3 actions") == Pledge(ANN, "advance", {"column": "c2"}, True, 3)


# --- the plotter --------------------------------------------------------------------------------


def plotter() -> Plotter:
    return Plotter(ANN, 4, Chance(bytes([1]) * 32))


def asked(bot: Plotter, request: Pledge, table: Table) -> Say:
    """What the plotter replies to a request of Ben."""
    bot.read(Message(BEN, Say((ANN,), request=request)))
    (reply,) = [say for say in bot.talk(table.view(), table.boxes()) if say.answer is not UNSET]
    return reply


def exchange(one: int, other: int) -> tuple[Pledge, Pledge]:
    """A coin of one player for a coin of the other."""
    return Pledge(one, "favour", {"to": other}, times=TERM), Pledge(other, "favour", {"to": one}, times=TERM)


def owing(bot: Plotter, table: Table, *creditors: int) -> list[Say]:
    """What the plotter says when these players offer it a coin for a coin."""
    for number, seat in enumerate(creditors, 1):
        request, offer = exchange(ANN, seat)
        bot.read(Message(seat, Say((ANN,), request=request, offer=offer), number))
    return bot.talk(table.view(), table.boxes())


def test_it_proposes_a_coin_for_a_coin_and_settles_it_when_the_other_promises() -> None:
    """CON-5.g, CON-R14: one proposal a round, to one player; its own word when it has been given the other's."""
    bot, table = plotter(), board()
    (proposal,) = bot.talk(table.view(), table.boxes())
    assert (proposal.to, proposal.request, proposal.offer) == ((BEN,), *exchange(BEN, ANN))
    assert bot.talk(table.view(), table.boxes()) == []
    bot.read(Message(BEN, Say((ANN,), promise=proposal.request)))
    (settled,) = bot.talk(table.view(), table.boxes())
    assert settled.promise == proposal.offer
    assert bot.pacts.owed() == [BEN]


def test_it_owes_a_coin_to_one_player_at_a_time() -> None:
    """CON-5.g: the second who asks is refused."""
    answers = owing(plotter(), board(), CLEO, DORA)
    assert [said.answer for said in answers[:2]] == [Answer.AGREE, Answer.NO]


def test_a_coin_that_is_given_goes_to_whom_it_is_owed() -> None:
    """CON-5.g: else the player with the lowest seat of those who are equally far from winning gets it."""
    table, creditor = Table("C4 C0 C5", tiles="c2F1 A3"), plotter()
    owing(creditor, table, DORA)
    given = []
    for bot in (plotter(), creditor):
        merit = {seat: bot.pacts.merit(seat) for seat in (BEN, CLEO, DORA)}
        given.append(Judgement(World(table.view(), bot.chance), bot.suspicions).receiver((BEN, CLEO, DORA), merit))
    assert given == [BEN, DORA]


def test_a_coin_that_was_given_keeps_the_promise() -> None:
    """CON-5.g: everybody sees who gives a coin to whom."""
    bot, table = plotter(), board()
    owing(bot, table, CLEO)
    bot.hear(CoinGiven(ANN, CLEO))
    bot.hear(CoinGiven(CLEO, ANN))
    assert bot.pacts.owed() == []
    assert bot.bargainer.word[CLEO] == [1, 0]


def test_it_proposes_peace_and_settles_it_when_the_other_promises() -> None:
    """CON-I.5, CON-R14: when it owes a coin already."""
    bot, table = plotter(), board()
    *_, proposal = owing(bot, table, CLEO)
    assert proposal.request == Pledge(BEN, "attack", {}, False, 2)
    bot.read(Message(BEN, Say((ANN,), promise=proposal.request)))
    (settled,) = bot.talk(table.view(), table.boxes())
    assert settled.promise == proposal.offer
    assert bot.pacts.spares(ANN, BEN)
    assert bot.pacts.spares(BEN, ANN)


def test_it_agrees_to_what_costs_little_and_is_bound_by_it() -> None:
    """CON-I.5: on a board with nothing to attack."""
    bot, table = plotter(), Table("C4 C0 C5", tiles="c1P A3+")
    reply = asked(bot, Pledge(ANN, "attack", {}, False, 3), table)
    assert reply.answer is Answer.AGREE
    assert reply.text in bot.bargainer.manner.agree
    assert bot.pacts.cost(AttackCoin("C4", "c1F1.NE", "W", "C0", BEN)) > 0
    assert bot.pacts.cost(Place("C4", "c1F1.NE", "N")) == 0


def test_it_promises_nothing_that_it_cannot_do() -> None:
    """CON-5.b: nothing on this board can be revealed, and a mark is no action."""
    bot, table = plotter(), Table("C4 C0 C5", tiles="c1P A3+")
    assert asked(bot, Pledge(ANN, "reveal", {"to": BEN}), table).text in bot.bargainer.manner.cannot
    assert asked(bot, Pledge(ANN, "mark"), table).answer is Answer.NO


def test_it_promises_nothing_for_ever() -> None:
    """CON-I.5: fifty actions are too many."""
    bot, table = plotter(), Table("C4 C0 C5", tiles="c1P A3+")
    assert asked(bot, Pledge(ANN, "attack", {}, False, 50), table).answer is Answer.NO


def test_it_promises_nothing_to_whoever_may_soon_win() -> None:
    """CON-10: Ben's mark and both of its possible partners lie in the Present."""
    table = Table("C4 C0 C5", tiles="c1P A0+; c2P A1+; c3P C0+", marks={BEN: ("c1P", 1)}, goals={BEN: "A0", ANN: "S5"})
    bot = plotter()
    bot.hear(TileMarked(BEN, "c1P", "A0"))
    assert asked(bot, Pledge(ANN, "attack", {}, False, 2), table).answer is Answer.NO


def test_a_broken_word_is_remembered() -> None:
    """CON-I.5: whoever breaks a promise is trusted and liked less."""
    bot, before = plotter(), plotter().bargainer.credit(BEN)
    bot.read(Message(BEN, Say((ANN,), promise=PEACE)))
    assert bot.pacts.calm() > 0
    bot.hear(ActionChosen(BEN, AttackCoin(HIDDEN, "c1F1.NE", "W", HIDDEN, ANN, None, HIDDEN), rule="CON-5.c"))
    assert bot.bargainer.credit(BEN) < before
    assert bot.suspicions.goodwill[BEN] < 0
    assert bot.pacts.calm() == 0


def test_a_kept_word_is_remembered() -> None:
    """CON-I.5: two actions without an attack."""
    bot, before = plotter(), plotter().bargainer.credit(BEN)
    bot.read(Message(BEN, Say((ANN,), promise=PEACE)))
    for _ in range(2):
        bot.hear(ActionChosen(BEN, AdvanceColumn("c1"), rule="CON-5.e"))
    assert bot.bargainer.credit(BEN) > before


def test_who_has_promised_peace_lets_it_hope_for_more() -> None:
    """CON-5.c, CON-I.5: a tile on its way is safer when fewer may attack what lies on it."""
    table, bot = Table("C4 C0 C5", tiles="c1F2 A3+; c2P S0+", goals={ANN: "A0"}), plotter()
    world = World(table.view(), bot.chance)
    wary, calm = (Judgement(world, bot.suspicions, share) for share in (0.0, 1.0))
    assert all(calm.near[cell] >= wary.near[cell] for cell in wary.near)
    assert sum(calm.near.values()) > sum(wary.near.values())


def test_plain_words_are_answered_once() -> None:
    """CON-I.5: it says what it understands."""
    bot, table, said = plotter(), Table("C4 C0 C5", tiles="c1P A3+"), []
    for _ in range(3):
        bot.read(Message(CLEO, Say((ANN,), "Shall we talk?")))
        said += [say for say in bot.talk(table.view(), table.boxes()) if say.text in bot.bargainer.manner.puzzled]
    assert [say.to for say in said] == [(CLEO,)]


def test_plotters_make_promises_that_the_table_judges() -> None:
    """CON-I.5: among four plotters promises are given, and most that were judged were kept."""
    game = ruleset("conspiracy")
    bots = seat_bots("conspiracy", ["plotter"] * 4, "pact")
    result = Match(game, game.read_options({"rounds": 8}), 4, derive("pact", "game"), bots).play()
    assert result.faults == []
    assert sum(result.kept) > sum(result.broken)
    assert not Pledge(ANN, "attack").covers(Wait())


# --- goals told in confidence -------------------------------------------------------------------


def whispers(bot: Plotter, text: str) -> None:
    """Ben whispers something to the plotter."""
    bot.read(Message(BEN, Say((ANN,), text)))


def allied(text: str = "I want arms and 3") -> Plotter:
    """A plotter to which Ben has whispered his goal."""
    bot, table = plotter(), board()
    whispers(bot, text)
    said = bot.talk(table.view(), table.boxes())[0]
    assert said.to == (BEN,)
    assert told(said.text) is not None
    return bot


def test_a_goal_for_a_goal() -> None:
    """CON-I.5: in plain words; who has told it is an ally and is believed."""
    bot = allied()
    assert bot.suspicions.ally == BEN
    assert bot.suspicions.belief(BEN) == {Goal("A", 3): 1.0}


def test_other_words_are_no_goal() -> None:
    """CON-S.5: a suit and a number of 0 to 5, one of each."""
    for text in ("I want arms.", "Arms or suns and 3?", "Moons 6", "hello"):
        assert told(text) is None
    assert told("crowns, 0!") == Goal("C", 0)


def test_an_ally_is_helped_and_anybody_else_is_not() -> None:
    """CON-W.1: a tile nearer to the Present that only Ben wants is good with Ben as an ally, bad without."""
    table = Table("C4 C0 C5", tiles="c1F1 A3", goals={ANN: "S5"})
    friend, foe = plotter(), plotter()
    friend.suspicions.trust(BEN, Goal("A", 3))
    foe.suspicions.goals[BEN] = {Goal("A", 3): 1.0}
    value = {bot: Judgement(World(table.view(), bot.chance), bot.suspicions) for bot in (friend, foe)}
    assert value[friend].interest(NUMBERS["c1F1"], "A3") > 0 > value[foe].interest(NUMBERS["c1F1"], "A3")
    others = (BEN, CLEO, DORA)
    assert [value[bot].receiver(others) for bot in (friend, foe)] == [BEN, CLEO]


def test_a_lie_ends_the_alliance() -> None:
    """CON-9.b: a mark on a tile with neither half of the goal that was told."""
    bot, allies = allied(), []
    for cell, tile in (("c1P", "A5"), ("c2P", "M0")):
        bot.hear(TileMarked(BEN, cell, tile))
        allies.append(bot.suspicions.ally)
    assert allies == [BEN, None]
    assert bot.suspicions.goodwill[BEN] < 0


def test_the_goal_that_was_told_is_the_goal_that_is_noted() -> None:
    """CON-S.5: goals are told while they are chosen; two plotters beside two that say nothing become allies."""
    bots = seat_bots("conspiracy", ["plotter"] * 4, "told")
    for seat in (1, 2):
        bots[seat].talk = lambda view, boxes: []  # type: ignore[method-assign]
        bots[seat].read = lambda message: None  # type: ignore[method-assign]
    rules = ruleset("conspiracy")
    match = Match(rules, rules.read_options({}), 4, derive("told", "game"), bots)
    match.step()
    for seat, other in ((0, 3), (3, 0)):
        bot = bots[seat]
        assert isinstance(bot, Plotter)
        assert bot.suspicions.ally == other
        assert list(bot.suspicions.belief(other)) == [match.game.goals[other]]  # type: ignore[attr-defined]
    assert match.faults == []


def test_what_lies_hidden_is_told_to_the_ally_once() -> None:
    """CON-R14: the tile and the coin that it laid itself, where they lie; to nobody without an ally."""
    table = board()
    table.act(Place("C5", "c1F1.NE", "W"))
    bot = plotter()
    assert [said for said in bot.talk(table.view(), table.boxes()) if "lies" in said.text] == []
    bot.suspicions.trust(BEN, Goal("A", 3))
    for told_now in (["c1F1.NE"], []):
        says = [said for said in bot.talk(table.view(), table.boxes()) if "lies" in said.text]
        assert [where for said in says for where in lying(said.text)] == told_now
        assert all(said.to == (BEN,) for said in says)


def test_an_ally_is_believed_about_what_lies_hidden() -> None:
    """CON-R14: until the column moves; others are not, and what was seen elsewhere is not."""
    table, bot = board(), plotter()
    whispers(bot, "In c1F1 lies Moons 5.")
    assert bot.suspicions.laid == {}
    bot.suspicions.trust(BEN, Goal("A", 3))
    whispers(bot, "In c1F1 lies Moons 5. On c1F1.NW lies suns 4. In c2F1 lies Moons 5")
    world = World(table.view(), bot.chance, bot.suspicions.laid)
    assert world.game.tiles[NUMBERS["c1F1"]].tile == "M5"
    assert world.game.coins[NUMBERS["c1F1.NW"]].coin == "S4"
    assert len({*(tile.tile for tile in world.game.tiles.values())}) == 2
    bot.hear(ColumnAdvanced("c1", ("c1F1",)))
    assert bot.suspicions.laid == {}
