"""Thrice in words: what is typed is understood, what is said can be read, and what opponents are called."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace
from tests.games.thrice.story import ADAM, BREE, Table

from turncoat.games.thrice.actions import Attack, Build, Dice, Engage, Give, Swap
from turncoat.games.thrice.drawing.names import OpponentNames, family, spoken
from turncoat.games.thrice.drawing.outlook import outlook
from turncoat.games.thrice.drawing.stakes import stakes
from turncoat.games.thrice.events import Activated, AdvantageGained, KindsBuilt, OpponentsCame, Rolled, SneakedUp
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.view import Prospect, Sheet
from turncoat.kernel import Event, play
from turncoat.kernel.events import Listener
from turncoat.kernel.grammar import read, write

NAMES = RULES.names(["Adam", "Bree", "Charlie", "the GM"])


@pytest.mark.parametrize(
    "options",
    [
        {"starting_wealth": 5},
        {"starting_wealth": 9, "profile": "sheet", "zones": "on", "swipe_roll": "per_target"},
        {"starting_wealth": 5, "intercept_mode": "gather", "dice": "hand"},
    ],
)
def test_every_answer_can_be_typed(options: dict[str, object]) -> None:
    """THR-8.4: and is read as the same answer."""
    for luck in range(3):
        chance = Random(luck)
        game = RULES.start(RULES.read_options(options | {"round_limit": 5}), 4, chance.randbytes(32), Listener())
        while not play.over(game):
            seat = play.waiting(game)[0]
            boxes = play.boxes(game, seat)
            action = boxes.sample(chance.randrange)
            assert read(write(action, boxes, NAMES), boxes, NAMES) == action
            play.submit(game, seat, action)


def test_how_a_turn_is_typed() -> None:
    """THR-8.4, THR-11.2: names may be cut short."""
    table = Table(3, advantage=9).go(ADAM)
    known = play.boxes(table.game, ADAM)
    assert read("give bleed to bree", known, table.names) == Give("bleed", BREE)
    assert read("engage opponent c", known, table.names) == Engage(5)
    assert write(Attack(3), known, table.names) == "attack Opponent A"
    table.do(ADAM, Attack(3))
    assert read("swap 2", play.boxes(table.game, ADAM), table.names) == Swap(2)


def test_opponents_are_called_by_letters() -> None:
    """THR-1.3: which say nothing about their kind; the GM is called like his player."""
    assert [NAMES.label("combatant", who) for who in (0, 2, 3, 14)] == ["Adam", "Charlie", "Opponent A", "Opponent L"]
    assert NAMES.label("seat", 3) == "the GM"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            KindsBuilt(4, (Kind(weapon=1, tricks=("bleed",)), Kind()), (4, 2)),
            (
                "The opponents have initiative 4. "
                "There are 4 with 1 step of weapon and the trick bleed and 2 with nothing bought."
            ),
        ),
        (OpponentsCame(6, 0), "6 opponents face the party."),
        (OpponentsCame(1, 2), "1 opponent faces the party (the GM has removed 2)."),
        (Activated(0, "bleed", 0, 3, False), "Adam activates the trick bleed for 3 advantage."),
        (
            Activated(3, "bleed", 4, 0, True),
            "Opponent A activates the trick bleed for Opponent B and uses the whole turn.",
        ),
        (Activated(3, "bleed", 3, 0, False), "Opponent A activates the trick bleed."),
        (Rolled(0, 0, (9, 8, 7), 0), "Adam rolls 9 + 8 + 7."),
        (Rolled(0, 1, (9, 8, 6), 6), "Adam rolls 9 + 8 + 6, with 1 d10 swapped for a d6, and gains 6 advantage."),
        (AdvantageGained((3, 0, 2)), "The round ends; Adam gains 3 advantage and Charlie gains 2 advantage."),
        (AdvantageGained((0, 0, 0)), "The round ends; nobody gains advantage."),
        (SneakedUp(()), "Nobody has sneaked up."),
        (SneakedUp((0,)), "Adam has sneaked up and starts in the distant zone."),
        (SneakedUp((0, 3)), "Adam and Opponent A have sneaked up and start in the distant zone."),
    ],
)
def test_what_is_said(event: Event, sentence: str) -> None:
    """THR-5.1, THR-5.4, THR-6.3, THR-7.1, THR-11.1, THR-14.2, THR-15.1."""
    assert event.say(NAMES) == sentence


def test_a_build_is_typed() -> None:
    """THR-5.7: points by name."""
    action = Build(1, 2, {"weapon A": 1, "bleed B": 1})
    table = Table(4)
    boxes = play.boxes(table.game, ADAM)
    assert write(action, boxes, table.names).startswith("build without 1, 2 of the second kind")


SEATS = ("Agatha", "Barney", "the GM")


def test_an_opponent_is_called_by_number_until_more_is_known() -> None:
    """THR-1.3: who may not know the kind hears a number."""
    names = OpponentNames(SEATS, {3: "Brute"})
    assert [names.label("combatant", who) for who in range(4)] == ["Agatha", "Barney", "Opponent 1", "Brute 2"]
    assert names.label("seat", 2) == "the GM"


def test_a_character_acts_under_its_own_name() -> None:
    """THR-3.1: fighters are called as the sheet says, players stay who they are; a name that is taken is not used."""
    names = OpponentNames(SEATS, {}, {0: "Ylva"})
    assert [names.label("combatant", 0), names.label("seat", 0)] == ["Ylva", "Agatha"]
    table = Table(3)
    sheets = [replace(table.game.characters[0], name=name) for name in ("Ylva", "Agatha", "")]
    view = RULES.view(table.game, None)
    now = replace(view, sheets=tuple(Sheet(at, one, 0, True) for at, one in enumerate(sheets)))
    called = spoken(now, RULES.names(("Agatha", "Barney", "Celeste", "GM")))
    assert [called.label("combatant", who) for who in range(3)] == ["Ylva", "Barney", "Celeste"]


def test_the_question_says_what_the_attack_comes_to() -> None:
    """THR-10.4, THR-1.3: the GM reads the chance, players read it for each weapon that can be."""
    table = Table(4)
    now = RULES.view(table.game, table.game.players)
    attack = {"attacker": table.game.players, "targets": (0,)}
    names = spoken(now, table.names)
    master = stakes(replace(now, **attack), names)
    player = stakes(replace(RULES.view(table.game, 1), **attack), names)
    assert re.fullmatch(r".*, armour \d+, condition \d+: [0-9.]+ % to be hit, for \d+\.", master[1])
    assert re.fullmatch(r".*: to be hit [0-9.]+ % if the weapon is 1, [0-9.]+ % if the weapon is 4.*\.", player[1])
    assert len(player) == len({0, 1}) + 1


def test_the_question_names_the_number_that_the_dice_need() -> None:
    """THR-10.3, THR-O24: armour less weapon, for each armour that can be."""
    table = Table(4)
    foe = table.game.players
    odds = tuple(Prospect(foe, armour, ()) for armour in (11, 14))
    now = replace(RULES.view(table.game, 0), attacker=0, targets=(foe,), prospects=odds)
    weapon = table.game.weapon[0]
    needed = f"{11 - weapon} for armour 11, {14 - weapon} for armour 14"
    sentence = f"To hit Opponent 1 the dice must come to {needed}."
    assert stakes(now, spoken(now, table.names))[-1] == sentence
    assert outlook(now, Dice(10, 5, 4), spoken(now, table.names)) == ("The dice come to 19.", sentence)


def test_a_kind_is_called_after_what_most_was_spent_on() -> None:
    """THR-5.5, THR-5.7: skills before tricks."""
    assert family(Kind(0, 2, 1, 0, ())) == "Blade"
    assert family(Kind(0, 0, 0, 0, ("counter",))) == "Trickster"
    assert family(Kind(0, 0, 0, 0, ())) == "Rogue"
