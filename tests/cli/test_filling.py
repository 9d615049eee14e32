"""Answers field by field, names by their last word, and drawn maps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.kit import of_the_tree, says

from turncoat.bots import seat_names
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.cli.filling import Filling, begun
from turncoat.drawing.terminal import WIDE, Drawing
from turncoat.games import game_of, ruleset
from turncoat.kernel import play
from turncoat.kernel.lexicon import Lexicon, cut
from turncoat.kernel.phrase import leading
from turncoat.kernel.place import Place

At = Callable[..., str]


def test_a_word_alone_is_asked_for_field_by_field(at: At) -> None:
    """LOY-10.1.2: what is asked for is what is still possible after what was said; a command may come between."""
    told = at("loyalty", "move\no1\nmars\nrules 13.1\nr1\n2 mil\n\nquit")
    says(
        told,
        "origin (O1, S1) > o1",
        "to must be S1, R1, R8 or C, not “mars”.",
        "to (S1, R1, R8, C) > rules 13.1",
        "LOY-13.1",
    )
    says(told, "You will move 2 militia from O1 to R1", "Agatha moves 2 militia from O1 to R1.")


def test_choices_are_told_with_what_they_mean(at: At) -> None:
    """THR-3.5: what a trait is for; the first trait follows from the kin, and is not asked for."""
    told = at("thrice", "create\ntroll\nwise\nfierce\n3 armour\nquit")
    says(
        told, "wise (has seen much and knows why)", "fierce (fights hard)", "You will create troll: troll, wise, fierce"
    )


@pytest.mark.parametrize("stop", ["", "no", "undo"])
def test_a_half_made_answer_can_be_forgotten(at: At, stop: str) -> None:
    told = at("truce", f"give\n1\n{stop}\n\nquit")
    says(told, "Forgotten.", "You have not chosen anything yet")


@pytest.mark.parametrize("game", of_the_tree())
def test_every_answer_can_be_made_field_by_field(game: str) -> None:
    """What is offered is written as the phrase writes it, and leads to an answer that is legal."""
    rules, seats = ruleset(game), ruleset(game).suggested[0]
    options = rules.read_options(rules.brief)
    names = rules.names(seat_names(seats), options)
    match = Match(rules, options, seats, derive(game, "fields"), seat_bots(game, ["random"] * seats, "fields"))
    made = 0
    for step in range(40):
        if play.over(match.game):
            break
        boxes = play.boxes(match.game, step % seats)
        for alike in [begun(leading(kind), boxes) for kind in {box.action for box in boxes.boxes}]:
            if alike:
                wanted = alike[-1].nth(alike[-1].count() - 1)
                filling = Filling(boxes, alike, names)
                while filling.field:
                    spaces = [box.space(filling.field) for box in filling.left if box.has(wanted)]
                    said = Place(filling.field, spaces, names).write(getattr(wanted, filling.field), True, False)
                    filling.take(said)
                assert filling.action() in boxes
                made += 1
        match.step()
    assert made


def test_one_line_is_enough(at: At) -> None:
    """``!`` seals; where only one answer has parts, they will do."""
    told = at("truce", "loot!\nquit", "--seed a --bots random --rounds 1")
    says(told, "You will loot when everybody has answered.", "The game is over")
    told = at("thrice", "create troll: troll, wise, fierce, raising 3 armour!\n9\n2!\nquit")
    says(told, "You will swap 2 ", "swap: dice must be 0 to 2")


def test_an_example_stands_with_a_line_whose_choices_are_left_out(at: At) -> None:
    """LOY-10: what may be done is told at every turn, with an example; so does menu."""
    told = at("loyalty", "pass!\nmenu\nquit")
    assert [part.count("for example: move ") for part in told.split("> menu")] == [1, 1]
    assert told.split("> menu")[0].count("move <units> from <origin> to <to>") == 1


def test_what_is_declared_and_done_is_told_once(at: At) -> None:
    """LOY-9.1: a turn begins with a line of its own."""
    told = at("loyalty", "move 1 militia from o1 to r1!\npass!\nquit")
    assert "Agatha moves 1 militia from O1 to R1." in told
    assert "declares a move" not in told
    assert "\n\nRound 1: Barney's turn begins." in told


def test_the_last_word_of_a_name_will_do() -> None:
    """``a`` is Opponent A where nobody's name begins so; where somebody's does, that one is meant."""
    names = ruleset("thrice").names(("Agatha", "Barney", "Greta"))
    foes, all_ = (Lexicon(range(low, 6), "combatant", names) for low in (2, 0))
    assert [entry.label for entry in foes.find(cut("b"), "b")[0]] == ["Opponent B"]
    assert [entry.label for entry in all_.find(cut("b"), "b")[0]] == ["Barney"]
    assert [entry.label for entry in all_.find(cut("c"), "c")[0]] == ["Opponent C"]


@pytest.mark.parametrize(("game", "shows"), [("dune", "▲Arrakeen"), ("loyalty", "[O1] Aga"), ("conspiracy", "F1")])
def test_a_map_is_drawn(at: At, game: str, shows: str) -> None:
    """DUN-2.1, LOY-5.1, CON-G.1: all places, in 79 columns."""
    told = at(game, "map\nquit").split("\n> ")[0]
    assert shows in told
    assert all(len(line) <= WIDE for line in told.splitlines()[:-3])
    terminal = game_of(game).terminal
    assert terminal.drawn is not None


def test_everything_on_a_map_can_be_read() -> None:
    """What would lie on something else moves to where there is room; ways run below it."""
    chart = Drawing([(0, 0), (100, 60)])
    chart.way((0, 0), (100, 60))
    for name in ("Arrakeen", "Carthag", "Tabr"):
        chart.put((50, 30), [(name, ""), ("10", "")])
    told = "\n".join("".join(text for text, _ in line) for line in chart.lines())
    assert [told.count(name) for name in ("Arrakeen", "Carthag", "Tabr", "10", "·")][:4] == [1, 1, 1, 3]
    assert "·" in told
