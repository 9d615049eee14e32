"""Standing orders at the terminal, answers that are made up already, and what explains itself."""

from __future__ import annotations

import io
import re
from codecs import register_error
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from tests.kit import of_the_tree, says

from turncoat.bots import seat_names
from turncoat.bots.match import Match
from turncoat.cli import plainer, run
from turncoat.cli.against_bots import AgainstBots
from turncoat.cli.screen import Screen
from turncoat.cli.standing import listed
from turncoat.games import ruleset
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import SILENCE
from turncoat.kernel.standing_order import written
from turncoat.table.standing_orders import Order, orders_of, typed_order
from turncoat.table.talk_grammar import TalkGrammar

At = Callable[..., str]

PREDICTED = "keep beast!\npredict fre in turn 4!\n"
DUNE = "--seed newcomer --bots mentat"
"""Bene Gesserit is asked for a traitor and a prediction; then cards are auctioned."""


def test_a_question_can_be_answered_once_for_all(at: At) -> None:
    """DUN-2.7.3: whoever always passes is not asked in any auction, until they wish to be asked again."""
    told = at("dune", f"{PREDICTED}always pass\nalways\nquit", DUNE)
    says(told, "always pass or always pass as soon as 5 are bid: you are not asked this again")
    says(told, "Your turn to bid: you always pass", "Bene Gesserit passes.", "always 12 ask, always 12 pass")
    assert told.count("What do you bid?") == 1


def test_a_question_can_be_answered_above_a_number(at: At) -> None:
    told = at("dune", f"{PREDICTED}always pass as soon as 2 are bid\nalways 12 ask\nquit", DUNE)
    says(told, "Your turn to bid: you always pass as soon as 2 are bid", "Your turn to bid: you are asked")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("always win", "Write, for example, always 12 pass or always 12 pass as soon as 5 are bid."),
        ("always pass as soon as 99 are bid", "Give a whole number from 1 to 60."),
        ("always 99 pass", "Write always alone to list the repeated questions with their numbers."),
    ],
)
def test_an_order_that_cannot_be_left_is_refused(at: At, said: str, sentence: str) -> None:
    says(at("dune", f"{PREDICTED}{said}\nquit", DUNE), sentence)


def test_where_nothing_comes_again_nothing_is_listed(at: At) -> None:
    says(at("truce", "always\nquit"), "This game has no repeated questions.")


@pytest.mark.parametrize("game", of_the_tree())
def test_what_the_list_proposes_can_be_typed(game: str) -> None:
    """Every question by its number, and the open one without."""
    rules = ruleset(game)
    seats = rules.usual_seats
    started = rules.start(rules.read_options({}), seats, bytes(32), SILENCE)
    orders = orders_of(rules, rules.view(started, 0), *written(started.standing_orders[0], rules.write_action))
    assert [number for number, _ in read_all(orders)] == [
        number for number, one in enumerate(orders) for _ in one.question.choices
    ]
    for one in orders:
        for way in one.ways():
            assert typed_order(way.removeprefix("always "), orders, one.question.key)[1].actions
    if not orders:
        with pytest.raises(Refusal):
            list(listed(orders))


def read_all(orders: tuple[Order, ...]) -> list[tuple[int, object]]:
    """What the lines that are listed mean."""
    lines = [way for number, one in enumerate(orders, 1) for way in one.ways(f"{number} ")]
    return [typed_order(line.removeprefix("always "), orders, "") for line in lines]


def test_a_game_with_standing_orders_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was ordered is ordered in the game that is resumed; the record verifies."""
    file = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PREDICTED}always pass\n"))
    assert run(["play", "dune", *DUNE.split(), "--save", str(file)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("always\n"))
    assert run(["play", "--resume", str(file)]) == 0
    says(capsys.readouterr().out, "The game goes on where you stopped.", "Your turn to bid: you always pass")
    assert run(["replay", str(file), "--seat", "agatha"]) == 0


def test_a_character_that_is_made_up_already_is_called_by_its_name(at: At) -> None:
    """THR-3.6: the ready-made ones are listed below the menu; chance makes up another."""
    told = at("thrice", "menu\nthe boulder\nby lot\nthe smith!\nquit")
    says(told, "the boulder   Gund: troll, gentle, fearless.", "You will create troll: troll, gentle, fearless")
    assert told.count("You will create ") == 3
    says(told, "Isbrand, played by Agatha, is a duarg")


def test_a_question_mark_between_fields_tells_the_rule(at: At) -> None:
    says(at("loyalty", "permit\n?\n\nquit"), "LOY-8.8", "Forgotten.")


def test_words_of_the_menu_are_explained_by_their_rule_first(at: At) -> None:
    """LOY-10.3.1, and THR-3.5: what is worth knowing of a choice."""
    says(at("loyalty", "explain proselytize\nquit"), "LOY-10.3.1  Choose a city and a number up to your priests there.")
    says(at("thrice", "explain wise\nquit"), "wise: a trait: has seen much and knows why. Kin")


def test_the_first_words_of_an_answer_begin_it(at: At) -> None:
    """CON-5.c: only one answer begins with attack."""
    says(at("conspiracy", "note suns and 5!\nattack\n\nquit", "--seed newcomer"), "one part after the other", "coin (")


def test_a_line_that_is_too_long_goes_on_further_right() -> None:
    """As far right as its beginning and two more, or where it is told; never beyond the middle."""
    shown = io.StringIO()
    screen = Screen(0, Console(file=shown, width=20, force_terminal=True, color_system=None))
    screen.line(("  one two three four five six", ""))
    screen.line(("a command", ""), ("  does much that is said", ""), hang=11)
    screen.line(("0123456789" * 2, ""))
    lines = shown.getvalue().splitlines()
    assert lines == [
        "  one two three four",
        "    five six",
        "a command  does much",
        "          that is",
        "          said",
        "0123456789" * 2,
    ]


def test_a_drawn_board_is_shown_whole(at: At) -> None:
    """A row of it alone would not say which row it is."""
    told = at("conspiracy", "note suns and 5!\nplace moons blank on c1f1.se pointing north!\nquit", "--seed newcomer")
    assert told.count("F1  N │") >= 2


def test_people_and_leaders_are_explained(at: At) -> None:
    """DUN-2.5: a leader's strength, though no rule names the leader."""
    says(at("dune", "explain feyd\nquit", DUNE), "Feyd Rautha (Harkonnen leader): 6")


def test_what_is_asked_of_somebody_is_talk(at: At) -> None:
    """LOY-8.5: ``ask to move`` is an answer; with a name and a colon it is meant for that player."""
    told = at("loyalty", "ask freja: dance\nquit")
    says(told, "“dance” cannot be promised")
    assert "ask to move: " not in told


def test_a_bot_that_fails_is_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its game goes on: the rules answer for it."""
    lines = (
        "from turncoat.kernel import Bot",
        "class Magpie(Bot):",
        "    def answer(self, view, boxes):",
        "        1 / 0",
    )
    (tmp_path / "bad.py").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("loot\n\nloot\n\n"))
    assert run(["play", "--rounds", "2", "--players", "3", "--seed", "a", "--bots", "bad.py:Magpie,random"]) == 0
    told = capsys.readouterr().out
    failed = (
        "Barney: Magpie failed in bad.py, line 4: ZeroDivisionError('division by zero'). The rules choose its answer"
    )
    assert told.count(failed) == 1


@pytest.mark.parametrize(("seed", "shown"), [("a b", "--seed 'a b'."), ("tea", "--seed tea.")])
def test_a_seed_is_told_as_it_is_typed(
    seed: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(["play", "--seed", seed]) == 0
    says(capsys.readouterr().out, shown)
    assert run(["play", "--seed", " "]) == 2


@pytest.mark.parametrize("game", of_the_tree())
def test_plain_terminals_get_a_sign_for_each_sign(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no UTF-8: no question mark but those behind the last word of a question."""
    shown = io.TextIOWrapper(io.BytesIO(), "ascii", "plainer")
    register_error("plainer", plainer)
    monkeypatch.setattr("sys.stdin", io.StringIO("menu\nmap\n"))
    monkeypatch.setattr("sys.stdout", shown)
    assert run(["play", game, "--seed", "a"]) == 0
    shown.flush()
    told = shown.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert not [line for line in told.splitlines() if re.search(r"(?<!\w)\?", line)]


def test_a_refusal_is_followed_by_an_example(at: At) -> None:
    says(at("truce", "give 2 zoe\nquit"), "to must be Barney, Celeste", "    for example: give 2 to ")


def test_long_choices_are_listed_once(at: At) -> None:
    """And again where somebody asks for the menu."""
    told = at("loyalty", "call to arms 1 in o1!\nmenu\nquit")
    first, again = (told[place:] for place in (0, told.index("What will you do?")))
    assert first.index("move <units> from <origin> to <to>  LOY-10.1.2") < again.index("> menu") + len(told)
    says(again, "menu lists all choices", "move <units> from <origin> to <to>   (origin: O1")


def test_how_amounts_are_written_is_shown_between_fields(at: At) -> None:
    says(at("thrice", "create\ntroll\nwise\nloyal\n\nquit"), "condition up to 3); for example ")


def test_an_exclamation_mark_alone_seals(at: At) -> None:
    says(at("truce", "loot\n!\nquit"), "You will loot", "The seals are broken: Agatha loots")


def test_a_place_is_found_by_any_word_of_its_name(at: At) -> None:
    says(at("dune", "neighbours erg\n?karama\nquit"), "The Minor Erg: ", "Habbanya Erg: ", "DUN-7.11.1")


def test_tab_completes_names_behind_a_word() -> None:
    """Commands are for the beginning of a line."""
    rules = ruleset("truce")
    seats = rules.usual_seats
    names = rules.names(seat_names(seats), rules.read_options({}))
    session = AgainstBots(Screen(0), rules, 0, TalkGrammar(names, seats, 0))
    session.match = Match(rules, rules.read_options({}), seats, bytes(32), {})
    assert {"menu", "give"} <= {*session._words("gi")}
    assert "menu" not in {*session._words("give ")}


def test_help_asks_for_what_can_be_done_now(at: At) -> None:
    """CON-S.5: nobody is asked to note a goal; CON-5.g: a coin can be promised at any time."""
    told = at("conspiracy", "note suns and 5!\nhelp\nquit", "--seed newcomer")
    says(told, "ask barney: give a coin to celeste in return for give a coin to barney")
