"""The reveal as stills: what is shown is what the rules did, in their order."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from tests.telling import Audience

from turncoat.drawing.scene import Scene, SeatMark
from turncoat.drawing.story import Pieces
from turncoat.games import AnyRuleset
from turncoat.games.truce import events as happened
from turncoat.games.truce.board import BOARD, HEAPED, SHOWN
from turncoat.games.truce.round import share_stash
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Pass, Round, Support, Truce, TruceAction
from turncoat.games.truce.story import STORY
from turncoat.kernel import Tell, play

SIX = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
NAMES = RULES.names(SIX)


def begin(seats: int = 6, **options: object) -> tuple[Truce, Audience]:
    ears = Audience(cast("AnyRuleset", RULES))
    return RULES.start(RULES.read_options(options), seats, bytes(32), ears), ears


def play_round(game: Truce, ears: Audience, *actions: TruceAction) -> None:
    for seat, action in enumerate(actions):
        play.submit(game, seat, action, ears)


def example() -> tuple[Truce, Audience]:
    """TRU-X1: the worked round of six, as the second round."""
    game, ears = begin()
    play_round(game, ears, *[Pass()] * 6)
    play_round(game, ears, Defend(), Attack(4), Loot(), Support(1), Attack(0), Support(4))
    return game, ears


def captions(ears: Audience, number: int) -> list[tuple[str, str, str]]:
    return [(frame.stage, frame.rule, frame.caption) for frame in ears.frames(STORY, number, NAMES)]


def test_the_worked_round_is_told_in_the_order_of_the_rules() -> None:
    """TRU-2.5, TRU-X1: support, loot, judgement, coins; then settling (TRU-2.6) and the next coin (TRU-2.1)."""
    _, ears = example()
    assert captions(ears, 2) == [
        ("Reveal", "TRU-2.4", "The seals are broken."),
        (
            "Reveal",
            "TRU-2.4",
            (
                "The seals are broken: Agatha defends, Barney attacks Emmett, Celeste loots, Darcy supports Barney, "
                "Emmett attacks Agatha and Freja supports Emmett."
            ),
        ),
        ("Support", "TRU-5.1", "Darcy's support reaches Barney."),
        ("Support", "TRU-5.1", "Freja's support reaches Emmett."),
        ("Loot", "TRU-7.2", "Celeste loots the Stash: 2 coins."),
        ("Attack", "TRU-8.2", "Barney's attack on Emmett succeeds with strength 1 against 0."),
        ("Attack", "TRU-8.2", "Emmett's attack on Agatha succeeds with strength 1 against 0."),
        ("Coins", "TRU-9.3", "Emmett takes 1 coin from Agatha."),
        ("Coins", "TRU-9.3", "Barney takes 2 coins from Emmett."),
        ("Settling", "TRU-10.1", "Barney banks 2 coins and Celeste banks 2 coins from the Spoils."),
        ("Next", "TRU-2.1", "Round 3 of 10: the Stash holds 1 coin."),
    ]


def test_the_orders_of_many_are_told_in_groups_with_their_arrows() -> None:
    """TRU-2.4: kind by kind, the attackers of one player together, at most five targets at a time."""
    game, ears = begin(20)
    play_round(game, ears, *[Pass()] * 20)
    orders: list[TruceAction] = [Support(1), Support(1), *[Attack(seat) for seat in range(7)], Attack(0), *[Loot()] * 2]
    orders[1] = Defend()
    play_round(game, ears, *orders, *[Pass()] * (20 - len(orders)))
    names = RULES.names([f"P{seat}" for seat in range(20)])
    told = [frame for frame in ears.frames(STORY, 2, names) if frame.rule == "TRU-2.4"]
    assert [frame.caption for frame in told] == [
        "The seals are broken.",
        "P0 supports P1.",
        "P10 and P11 loot.",
        "P1 defends.",
        "P2 and P9 attack P0; P3 attacks P1; P4 attacks P2; P5 attacks P3; P6 attacks P4.",
        "P7 attacks P5; P8 attacks P6.",
        "P12, P13, P14, P15, P16, P17, P18 and P19 pass.",
    ]
    assert [len(frame.picture.arrows) for frame in told] == [0, 1, 1, 1, 7, 9, 9]


def test_who_gave_no_order_is_named_last_where_many_play() -> None:
    """TRU-3.8: as in one sentence for few."""
    game, ears = begin(9)
    play_round(game, ears, *[Pass()] * 8)
    play.time_up(game, ears)
    names = RULES.names([f"P{seat}" for seat in range(9)])
    told = [frame.caption for frame in ears.frames(STORY, 1, names) if frame.rule == "TRU-2.4"]
    assert told[-1] == "No usable order came in time from P8, so the rules answered: pass."


def test_support_is_shown_along_its_whole_way() -> None:
    """TRU-5.2: support is passed along visibly; TRU-5.4: in a circle it fades."""
    game, ears = begin(5)
    play_round(game, ears, Support(1), Support(2), Defend(), Support(4), Support(3))
    stills = ears.frames(STORY, 1, RULES.names(SIX[:5]))
    arrows = [still.picture.arrows for still in stills if still.stage == "Support"]
    assert [(arrow.path, arrow.state) for arrow in arrows[0] if arrow.state == "flow"] == [
        ((0, 1, 2), "flow"),
        ((1, 2), "flow"),
    ]
    assert [arrow.path for arrow in arrows[1] if arrow.state == "lost"] == [(3, 4, 3), (4, 3, 4)]


def test_a_gift_flies_from_a_supply_into_spoils() -> None:
    """TRU-4.2."""
    game, ears = begin(3)
    play.submit(game, 0, Gift(to=1, coins=2), ears)
    play_round(game, ears, Pass(), Pass(), Pass())
    first = ears.frames(STORY, 1, RULES.names(SIX[:3]))[0]
    assert (first.stage, first.rule) == ("Window", "TRU-4.2")
    assert [supply.count for supply in first.picture.supplies] == [1, 3, 3]
    assert [pile.count for pile in first.picture.spoils] == [0, 2, 0]


def random_game(trial: int) -> tuple[Truce, Audience]:
    random = Random(trial)
    seats = random.randint(3, 30)
    game, ears = begin(
        seats,
        rounds=5,
        coins=random.choice([1, 3, 20]),
        remainder=random.choice(["removed", "stays with victim"]),
        outsider=random.choice(["together", "circle first"]),
    )
    while not play.over(game):
        for seat in range(seats):
            gifts = play.beside(game, seat)
            if gifts and random.random() < 0.15:
                play.submit(game, seat, gifts.sample(random.randrange), ears)
        for seat in play.waiting(game):
            play.submit(game, seat, play.boxes(game, seat).sample(random.randrange), ears)
    return game, ears


def faults(ears: Audience) -> list[str]:
    """What the stills of a game get wrong: coins that are not there, twice there, or stages out of order."""
    view, found = ears.reel.stills[-1].view, []
    names = RULES.names([f"P{seat}" for seat in range(len(view.supplies))])
    banked = {event.round: event.supplies for event in ears.events if isinstance(event, happened.SpoilsBanked)}
    for number in STORY.rounds(view, ears.events):
        stills = ears.frames(STORY, number, names)
        stages = [STORY.stages.index(still.stage) for still in stills]
        settled = next(still.picture for still in stills if still.stage == "Settling")
        if tuple(pile.count for pile in settled.supplies) != banked[number]:
            found.append(f"round {number}: the Supplies differ from the rules'")
        if stages != sorted(stages):
            found.append(f"round {number}: {stages}")
        for still in stills:
            piles = (*still.picture.supplies, *still.picture.spoils, still.picture.stash, still.picture.gone)
            coins = [coin for pile in piles for coin in pile.coins]
            if len(coins) != len(set(coins)):
                found.append(f"round {number}: a coin lies in two places")
            if any(len(pile.coins) != min(pile.count, HEAPED if pile in piles[-2:] else SHOWN) for pile in piles):
                found.append(f"round {number}: another number of coins is drawn than lies there")
    return found


@pytest.mark.parametrize("trial", range(12))
def test_the_stills_end_where_the_rules_end(trial: int) -> None:
    """TRU-10.1: after settling every Supply is what the rules say, with every option, for 3 to 30 players."""
    game, ears = random_game(trial)
    assert len(STORY.rounds(RULES.view(game, 0), ears.events)) == 5
    assert faults(ears) == []


def test_a_coin_in_two_places_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRU-12.1: the detector sees a planted fault: new coins are called alike."""
    monkeypatch.setattr(Pieces, "_fresh", lambda self: "coin")
    assert "round 2: a coin lies in two places" in faults(example()[1])


def piles(ears: Audience, stage: str) -> list[int]:
    """How much lies in each pouch in the last still of a stage of the second round."""
    return [
        pile.count
        for pile in [frame for frame in ears.frames(STORY, 2, NAMES) if frame.stage == stage][-1].picture.spoils
    ]


def test_another_rule_is_another_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule lives in one place: with another reward of looting (TRU-7.2) the story shows that one, unasked."""
    assert piles(example()[1], "Loot") == [0, 0, 2, 0, 0, 0]

    def generous(game: Truce, round_: Round, tell: Tell) -> None:
        share_stash(game, round_, tell)
        game.spoils[2] += 5

    monkeypatch.setattr(Round.table_of_contents["loot"], "play", generous)
    assert piles(example()[1], "Loot") == [0, 0, 7, 0, 0, 0]


def test_the_ledger_has_every_action_and_every_supply() -> None:
    """TRU-10.2, TRU-X1."""
    game, ears = example()
    ledger = STORY.ledger(RULES.view(game, 0), ears.events, (), NAMES)
    second = ledger.rounds[1]
    assert [move.total for move in second.actions] == [2, 5, 5, 3, 2, 3]
    assert [move.change for move in second.actions] == [-1, 2, 2, 0, -1, 0]
    assert second.actions[4].words == "attacks Agatha"
    assert second.actions[4].mark == "success"
    assert all(line.rule.startswith("TRU-") for line in second.lines)


def test_a_round_that_is_not_over_cannot_be_told() -> None:
    """TRU-12.3: nothing is shown of a round before its reveal."""
    game, ears = begin()
    play.submit(game, 0, Loot(), ears)
    assert STORY.rounds(RULES.view(game, 0), ears.events) == ()
    assert ears.frames(STORY, 1, NAMES) == ()


def scene(own: int | None = 0, *, legal: bool = False) -> Scene:
    return Scene("table", tuple(SeatMark(name) for name in SIX), own, frozenset({1, 2}) if legal else frozenset())


def test_a_sealed_action_shows_as_a_seal_and_nothing_else() -> None:
    """TRU-R23: the board of a rival is the same whatever was sealed."""
    boards = []
    for action in (Attack(0), Loot(), Support(2)):
        game, _ = begin()
        play.submit(game, 1, action)
        boards.append(BOARD.draw(RULES.view(game, 0), NAMES, scene()))
    assert len(set(boards)) == 1
    assert 'id="table-seal-1"' in boards[0]


def test_seals_stay_hidden_where_the_table_wants_it() -> None:
    """TRU-O5."""
    game, _ = begin(show_submitted=False)
    play.submit(game, 1, Loot())
    assert "seal" not in BOARD.draw(RULES.view(game, 0), NAMES, scene())


def test_legal_targets_can_be_tapped_and_focused_and_others_cannot() -> None:
    """TRU-3.2: any other player can be chosen on the board, and nobody else."""
    game, _ = begin()
    board = BOARD.draw(RULES.view(game, 0), NAMES, scene(legal=True))
    assert board.count('data-domain="seat"') == 2
    assert '<a id="table-seat-1"' in board
    assert board.count('href="#composer"') == 2
    assert '<a id="table-seat-3"' in board


def test_the_board_in_words_names_everybody_and_every_supply() -> None:
    """TRU-12.1."""
    game, _ = begin()
    lines = BOARD.in_text(RULES.view(game, 0), NAMES, scene())
    assert lines[0] == "Round 1 of 10."
    assert "Agatha (you), 3 coins." in lines
    assert "Freja, 3 coins." in lines
