"""Conspiracy at the terminal: the board in text, phrases that read well, refusals that help."""

from __future__ import annotations

import pytest
from tests.games.conftest import Played
from tests.games.conspiracy.story import ANN, BEN, CLEO, DORA, NAMES, Table
from tests.kit import says

from turncoat.cli.screen import typed_as
from turncoat.games.conspiracy.actions import (
    AdvanceColumn,
    AttackCoin,
    ChooseGoal,
    Claim,
    ConspiracyAction,
    Mark,
    Now,
    Place,
    Remove,
    RevealCoin,
    RevealTile,
    Save,
)
from turncoat.games.conspiracy.events.turn import CoinGiven, CoinPlaced, CoinSaved, GiftSeen
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.terminal import ARROWS, board, ledger
from turncoat.kernel import Event, play
from turncoat.kernel.errors import NotAllowed, NotYours, OutOfDate, Refusal, Unreadable
from turncoat.kernel.events import SILENCE
from turncoat.kernel.grammar import Grammar

WORDS = RULES.names(NAMES)


def drawn(table: Table, seat: int | None = ANN) -> str:
    return "\n".join("".join(text for text, _ in line) for line in board(table.view(seat), WORDS))


def read(table: Table, text: str) -> ConspiracyAction:
    return Grammar(table.boxes(), WORDS).read(text)


FULL = Table(
    "S1 C0 C5",
    tiles="c1P A1+; c2F1 A3; c3F2 M0+",
    coins="c2F1.NW C3 N; c2F1.NE S2+ SW; c2F1.SE M1 W",
    saved={BEN: "C4"},
    goals={ANN: "A0", CLEO: "A2"},
    marks={CLEO: ("c1P", 1)},
    held={ANN: "S5"},
)


# --- the board --------------------------------------------------------------------------------


def test_the_board_shows_numbers_suits_and_arrows() -> None:
    """CON-C.4, CON-G.5: number side up the number, symbol side up the suit in brackets, and where each points."""
    told = drawn(FULL)
    says(told, "│  3↑   ▒ [S2]↙ ▒│", "@←", "Arms symbol", "⚑Cle", "Moons blank")


@pytest.mark.parametrize(("direction", "arrow"), ARROWS.items())
def test_every_direction_has_its_arrow(direction: str, arrow: str) -> None:
    """CON-G.5: eight of them."""
    table = Table(tiles="c2F2 A3", coins=f"c2F2.NW C3 {direction}")
    assert f"3{arrow}" in drawn(table)


def test_everything_public_and_everything_own_is_there() -> None:
    """CON-I.1, CON-I.2, CON-I.4, CON-R40: points, order, bag, saved coins, marks; the own goal, hand and tiles."""
    told = drawn(FULL)
    says(told, "Ann (you) to act, action points: ●●   the bag: 17 coins", "Ben → Cleo → Dora")
    says(told, "saved 4", "mark on c1P since round 1", "Your goal: Arms and 0")
    says(told, "Hand: Suns spiral, Crowns blank, Crowns 5", "Tiles: Suns 5")


def test_others_do_not_see_what_is_hidden() -> None:
    """CON-I.6: a planted look at Ann's board finds her hand, and nobody else's board has it."""
    secret = ("Suns spiral", "Your goal: Arms and 0", "Tiles: Suns 5")
    assert all(one in drawn(FULL, ANN) for one in secret)
    for seat in (BEN, CLEO, DORA, None):
        assert not any(one in drawn(FULL, seat) for one in secret)
    assert "3c↑" in drawn(FULL, DORA)
    assert "3c↑" not in drawn(FULL, BEN)


def test_dice_stand_in_the_ledger() -> None:
    """CON-R45: every roll."""
    table = Table("C5", tiles="c2F1 A3").dice(1, 1, 0, 5).act(AdvanceColumn("c2"))
    told = ["".join(text for text, _ in line) for line in ledger(table.told(Event), WORDS)]
    assert "  dice  c2: C*! A*! S0 M5, advances" in told


def test_acts_stand_in_the_ledger() -> None:
    """CON-5.g, CON-5.a.ii, CON-6: gifts, coins on the board and saved ones, as every player saw them."""
    happened = [CoinGiven(ANN, BEN), GiftSeen(ANN, BEN, "S5"), CoinPlaced(BEN, "c2F1.NW", 4, "N"), CoinSaved(CLEO, 3)]
    told = ["".join(text for text, _ in line) for line in ledger(happened, WORDS)]
    assert told == [
        "  act   Ann gives a coin to Ben.",
        "  act   Ben places a 4 on space c2F1.NW pointing north.",
        "  act   Cleo saves a 3.",
    ]


# --- what is typed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("place crowns 5 on c2F1.SW pointing north", Place("C5", "c2F1.SW", "N")),
        ("place crowns 5 c2F1.SW north", Place("C5", "c2F1.SW", "N")),
        ("place crowns 5 c2F1.SW NORTH-EAST", Place("C5", "c2F1.SW", "NE")),
        ("place crowns 5 on c1F1.NE pointing east with suns 5", Place("C5", "c1F1.NE", "E", "S5")),
        ("place crowns 5 c1F1.NE east with suns 5", Place("C5", "c1F1.NE", "E", "S5")),
        ("attack crowns 5 c2F1.SW north giving crowns blank to ben", AttackCoin("C5", "c2F1.SW", "N", "C0", BEN)),
        (
            "attack with suns spiral on c2F1.SW pointing north giving crowns 5 to dora and fail",
            AttackCoin("S1", "c2F1.SW", "N", "C5", DORA, aim="miss"),
        ),
        ("advance c2", AdvanceColumn("c2")),
    ],
)
def test_phrases_read_well(typed: str, action: ConspiracyAction) -> None:
    """CON-5.a, CON-5.c, CON-5.e: long or short; what is left out has its default."""
    assert read(FULL, typed) == action


def test_whatever_is_written_is_read() -> None:
    """CON-5: every answer of a full position, in words."""
    grammar = Grammar(FULL.boxes(), WORDS)
    for action in FULL.boxes():
        assert grammar.read(grammar.write(action)) == action


def test_a_tile_that_is_needed_is_asked_for() -> None:
    """CON-5.a.iii: where no tile lies, one must be laid."""
    with pytest.raises(Refusal) as refused:
        read(FULL, "place crowns 5 c1F1.NE east")
    assert (refused.value.field, refused.value.choices, refused.value.rule) == ("tile", ("Suns 5",), "CON-5.a.iii")


# --- what is refused --------------------------------------------------------------------------

READY = Table(
    "S4 C0 C5",
    tiles="c2F1 A3; c1F1 M1",
    coins="c2F1.NW C3 N; c2F1.NE S3 W; c1F1.NE S2+ N; c1F1.SE S5+ N",
    held={ANN: "S5"},
)


@pytest.mark.parametrize(
    ("action", "field", "choice", "rule"),
    [
        (Place("A5", "c2F1.SW", "N"), "coin", "Crowns 5", "CON-5.a.ii"),
        (Place("C5", "c2F1.NW", "N"), "space", "c2F1.SW", "CON-5.a.ii"),
        (Place("C5", "c3F1.NW", "N", "A5"), "tile", "Suns 5", "CON-5.a.iii"),
        (RevealCoin("c2F1.NE", "C0", BEN), "space", "c2F1.NW", "CON-5.b.iii"),
        (RevealCoin("c2F1.NW", "M5", BEN), "gift", "Crowns blank", "CON-5.b.iii"),
        (RevealCoin("c2F1.NW", "C0", ANN), "to", "Ben", "CON-5.b.iii"),
        (AttackCoin("C5", "c2F1.SW", "N", "C5", BEN), "gift", "Crowns blank", "CON-5.c.iii.a"),
        (AttackCoin("C5", "c2F1.SW", "N", "C0", 7), "to", "Dora", "CON-5.c.iii.a"),
        (AttackCoin("C5", "c2F1.SW", "N", "C0", BEN, aim="miss"), "aim", "succeed", "CON-5.c.iii.a"),
        (RevealTile("c2F1", "C0", BEN), "cell", "c1F1", "CON-5.d.iii"),
        (AdvanceColumn("c4"), "column", "c2", "CON-5.e.ii"),
    ],
)
def test_an_illegal_pick_names_field_choices_and_rule(
    action: ConspiracyAction, field: str, choice: str, rule: str
) -> None:
    """CON-5: one sentence; the choices by name."""
    refusal = READY.refused(READY.now, action)
    assert isinstance(refusal, NotAllowed)
    assert (refusal.field, refusal.rule) == (field, rule)
    assert choice in refusal.choices
    assert field in refusal.sentence
    assert rule in refusal.sentence
    assert "\n" not in refusal.sentence


@pytest.mark.parametrize(
    ("table", "action", "field", "choice", "rule"),
    [
        (Table("S4 C0").stop(), Save("M5"), "coin", "Suns 4", "CON-6"),
        (Table(tiles="c1P A1+; c2P S5+", goals={ANN: "A0"}, points=0), Mark("c2P"), "cell", "c1P", "CON-9.b"),
        (
            Table(tiles="c1P A1+; c2P S5+", goals={ANN: "A0"}, marks={ANN: ("c1P", 1)}, points=0),
            Claim(),
            "type",
            "decline",
            "CON-10",
        ),
        (
            Table("C4 C0 C5", tiles="c2F1 A3", coins="c2F1.NW A3+ N").act(AttackCoin("C4", "c2F1.NE", "W", "C0", BEN)),
            Remove("C0", BEN),
            "gift",
            "Crowns 5",
            "CON-5.c.iv.c",
        ),
    ],
)
def test_so_do_saving_marking_claiming_and_removing(
    table: Table, action: ConspiracyAction, field: str, choice: str, rule: str
) -> None:
    """CON-5.c.iv.c, CON-6, CON-9.b, CON-10."""
    refusal = table.refused(ANN, action)
    assert (refusal.field, refusal.rule) == (field, rule)
    assert choice in refusal.choices


def test_a_goal_must_lie_on_the_coins_that_were_drawn() -> None:
    """CON-S.5."""
    game = RULES.start(RULES.read_options({}), 4, bytes(32), SILENCE)
    suits = {coin[0] for coin in game.goal_coins[ANN]}
    numbers = {int(coin[1]) for coin in game.goal_coins[ANN]}
    other = next(number for number in range(6) if number not in numbers)
    with pytest.raises(NotAllowed) as refused:
        play.submit(game, ANN, ChooseGoal(min(suits), other), names=WORDS)
    assert (refused.value.field, refused.value.rule) == ("number", "CON-S.5")
    assert set(refused.value.choices) == {str(number) for number in numbers}


def test_an_answer_that_comes_after_somebody_has_jumped_in_is_refused_kindly() -> None:
    """CON-O.4.g: Ann answers the first gap; Cleo has jumped in, and Ann is asked again under a new number."""
    table = Table(saved={ANN: "C1", BEN: "S5", CLEO: "S1", DORA: "S3"}).dice(*[0] * 40).new_round()
    old = table.game.requests[ANN]
    play.submit(table.game, CLEO, Now(), request=table.game.requests[CLEO])
    play.time_up(table.game)
    with pytest.raises(NotYours, match=r"."):
        play.submit(table.game, ANN, Now(), request=old)
    while table.key != "round.gap":
        play.time_up(table.game)
    before = RULES.encode(table.game)
    with pytest.raises(OutOfDate) as refused:
        play.submit(table.game, ANN, Now(), request=old)
    assert refused.value.request == table.game.requests[ANN] == old + 1
    assert RULES.encode(table.game) == before
    play.submit(table.game, ANN, Now(), request=refused.value.request)


@pytest.mark.parametrize("typed", ["place", "place crowns 5", "attack nothing", "fly", "note arms and 0", '"', "#2"])
def test_nonsense_is_one_sentence(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(FULL, typed)
    assert isinstance(refused.value, Unreadable | NotAllowed)
    assert refused.value.sentence.endswith(".")


# --- a game -----------------------------------------------------------------------------------


def test_a_game_is_played_through_a_pipe(played: Played) -> None:
    """CON-S.5, CON-5: the goal, the board, the menu with one line for each action, and whatever comes after."""
    typed = "note suns and 0\n\nmenu\nstop\n\nledger\nquit\n"
    told = played("conspiracy --players 4 --bots random --seed k --pace 0", typed)
    says(told, "Your goal: Suns and 0", "You will stop at once; you cannot take it back.")
    assert "place <coin> on <space> pointing <direction> [with <tile>]" in told
    says(told, "not all of these go together", "order ")


def test_a_part_that_may_be_left_out_stands_in_brackets() -> None:
    """CON-5.a.ii: a tile is laid only if one likes, where a tile lies already."""
    boxes = Table("S1 C0 C5", tiles="c1P A1+; c2F1 A3", held={ANN: "S5"}).boxes(ANN)
    line = typed_as([box for box in boxes.boxes if box.action is Place], WORDS)
    assert line.startswith("place <coin> on <space> pointing <direction> [with <tile>]   (")
