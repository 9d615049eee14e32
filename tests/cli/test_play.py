"""A person at the terminal: everything typed through a pipe, everything read from it."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests import outside

from turncoat.bots import seat_names
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.cli import run
from turncoat.cli.guide import commands
from turncoat.cli.screen import Screen, board_of, ledger_of
from turncoat.drawing.terminal import Terminal
from turncoat.games import game_ids, game_of, ruleset
from turncoat.kernel import play
from turncoat.kernel.events import Event
from turncoat.kernel.grammar import Grammar
from turncoat.table.rulebook import look_up, search
from turncoat.table.talk_grammar import TalkGrammar

Printed = pytest.CaptureFixture[str]
TRUCE = ruleset("truce")
NAMES = TRUCE.names(("Agatha", "Barney", "Celeste", "Darcy"))


class Piped:
    """``turncoat play`` with these lines piped into it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, lines: str, options: str = "--rounds 2 --bots random --seed s") -> str:
        typed = "\n".join(line.strip() for line in lines.strip().splitlines()) + "\n"
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert run(["play", "truce", *options.split()]) == 0
        out, err = self.capsys.readouterr()
        assert err == ""
        return out


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> Piped:
    return Piped(monkeypatch, capsys)


def test_a_whole_game_is_played_to_the_verdict(piped: Piped) -> None:
    told = piped("loot\nseal\ndefend\n\nquit")
    assert "The game is over" in told
    assert re.search(r"^(You win\.|You share the victory\.|You lose; .+\.)$", told, re.MULTILINE)
    assert "The seals are broken: Agatha loots" in told


def test_the_same_seed_and_the_same_words_give_the_same_game(piped: Piped) -> None:
    lines = "attack barney\nseal\npass\nseal\n"
    assert piped(lines) == piped(lines)


def test_the_reveal_is_told_line_by_line_with_its_rules(piped: Piped) -> None:
    """TRU-2.4: every line of the reveal ends with the number of its rule."""
    told = piped("loot\nseal\npass\nseal\n").splitlines()
    (start,) = [place for place, line in enumerate(told) if line.startswith("The seals") and "Agatha loots" in line]
    end = next(place for place, line in enumerate(told[start:], start) if "TRU-10.1" in line)
    assert end > start
    assert all(re.search(r"  TRU-\d+\.\d+$", line) for line in told[start : end + 1])


def test_the_board_shows_coins_stash_seals_and_who_you_are(piped: Piped) -> None:
    told = piped("quit", "--players 4 --bots random --seed s --name Zoe")
    assert "Round 1 of 10   the Stash: ● 1" in told
    assert re.search(r"Zoe \(you\) +●●● +3 +… thinking", told)
    assert re.search(r"Barney +●●● +3 +◉ sealed", told)


def test_leaving_says_how_to_come_back(piped: Piped) -> None:
    assert "You leave the table. To play it again from the start: --seed s." in piped("quit")


def test_when_the_input_ends_the_person_has_left(piped: Piped) -> None:
    assert "You leave the table." in piped("loot")


def test_nothing_is_sealed_before_it_is_confirmed(piped: Piped) -> None:
    told = piped("loot\nundo\nseal\nquit")
    assert (
        "You will loot when everybody has answered. Press Enter or write yes to do it, no to choose again, or write "
        "another answer. An answer that ends with ! is done at once." in told
    )
    assert "Forgotten." in told
    assert "You have not chosen anything yet; menu shows what you may do." in told
    assert "The seals are broken" not in told


def test_another_choice_replaces_the_first(piped: Piped) -> None:
    assert "Agatha defends" in piped("loot\ndefend\nseal\nquit")


def test_names_may_be_cut_short(piped: Piped) -> None:
    assert "You will attack Celeste" in piped("attack cel\nquit")


def test_what_cannot_be_done_is_answered_with_one_sentence_and_its_rule(piped: Piped) -> None:
    told = piped("attack agatha\nattack nobody\ngive 9 to barney\nfly away\nquit")
    assert told.count("target must be Barney, Celeste, Darcy, Emmett or Freja") == 2
    assert "coins must be 1 to 3 (TRU-4.1)." in told
    assert "“fly” is nothing that you can do now; choose attack, defend, support, loot, pass or give." in told


def test_a_gift_is_made_at_once_and_confirmed_first(piped: Piped) -> None:
    """TRU-4.2 and TRU-R17: it cannot be taken back, and the terminal says so."""
    told = piped("give 2 to barney\nseal\nboard\nquit")
    assert "You will give 2 to Barney at once; everybody sees it, and you cannot take it back." in told
    assert "Agatha gives 2 coins to Barney.  TRU-4.2" in told
    assert re.search(r"Barney +●●● +3  \+2 in Spoils", told)


def test_help_menu_rules_ledger_and_log(piped: Piped) -> None:
    told = piped("help\nmenu\nrules 8.2\nrules circle outside\nrules 99\nledger\nloot\nseal\nledger\nlog\nquit")
    assert "propose a deal; bots understand it" in told
    assert "attack <target>   (target: Barney, Celeste, Darcy, Emmett, Freja)  TRU-3.3" in told
    assert "strictly stronger" in told
    assert "TRU-9.7" in told
    assert "Truce has no rule 99" in told
    assert "No round has been settled yet." in told
    assert re.search(r"^  Agatha +\$ +\d+$", told, re.MULTILINE)
    assert told.count("The seals are broken: Agatha loots") == 2


@pytest.mark.parametrize("game", game_ids())
def test_what_help_proposes_can_be_typed_in_this_game(game: str) -> None:
    """Its examples are in the words of the game, whichever it is."""
    rules = ruleset(game)
    seats = rules.usual_seats
    match = Match(rules, rules.read_options({}), seats, bytes(32), {})
    names = rules.names(seat_names(seats))
    talk, boxes = TalkGrammar(names, seats, 0), play.boxes(match.game, play.asked(match.game)[0])
    talk.learn(boxes)
    said = [command for command, _ in commands(rules, boxes, talk)]
    assert Grammar(boxes, names).read(said[0]) in boxes
    for command in said:
        word, _, rest = command.partition(" ")
        if word == "ask":
            assert talk.request(rest).offer
        if word == "promise":
            assert talk.promise(rest).promise
        if word == "rules":
            number, words = rest.split(", rules ")
            assert look_up(rules, number)
            assert search(rules, words)


def test_bots_reply_to_a_proposal(piped: Piped) -> None:
    told = piped("ask barney: support me in return for attack celeste\nquit", "--rounds 5 --bots schemer --seed s")
    assert "You to Barney: (ask Barney to support you; offer to attack Celeste)" in told
    assert re.search(r"^Barney to you: “.+”", told.split("offer to attack Celeste)")[1], re.MULTILINE)


def test_promises_are_listed_and_judged(piped: Piped) -> None:
    told = piped(
        """pledges
        promise barney: not attack barney for 2 rounds
        promise all: loot
        loot
        seal
        pledges
        quit"""
    )
    assert "Nobody has promised you anything" in told
    assert "You to Barney: (promise to not attack Barney for 2 rounds)" in told
    assert "  you: loot  kept" in told
    assert "\nAgatha has kept a promise: loot.\n" in told
    assert told.count("has kept a promise") == 1
    assert "  you: not attack Barney for 2 rounds  open" in told


def test_a_proposal_is_agreed_to_with_two_words(piped: Piped) -> None:
    told = piped("agree barney\npledges\nquit", "--rounds 5 --bots schemer --seed 10")
    ((wish, price),) = re.findall(r"^Barney to you: “.+” \(asks you to (.+); offers to (.+)\)$", told, re.MULTILINE)
    assert f"You to Barney: “Agreed.” (agree; promise to {wish})" in told
    assert f"  Barney: {price}  open" in told


def test_a_proposal_is_refused_with_two_words(piped: Piped) -> None:
    told = piped("refuse barney\nrefuse barney\nquit", "--rounds 5 --bots schemer --seed 10")
    assert "You to Barney: “No.” (say no)" in told
    assert "This offer was refused already" in told


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("agree barney", "Barney has not asked you for anything."),
        ("ask barney", "Write it like this: ask NAME: what you wish"),
        ("ask barney: dance", "“dance” cannot be promised; you can promise to give, attack, defend"),
        ("ask me: loot", "Ask somebody other than yourself."),
        ("ask barney: attack barney", "Barney cannot attack Barney: that is the same seat."),
        ("tell nobody: hello", "nobody is not at this table; the players are Agatha, Barney"),
        ("promise all loot", "Write it like this: promise NAME: what you will do."),
        ("tell me: hello", "Name somebody else who is to hear it, or all."),
    ],
)
def test_talk_that_makes_no_sense_is_one_sentence(piped: Piped, typed: str, sentence: str) -> None:
    assert sentence in piped(f"{typed}\nquit")


def test_talk_is_told_with_its_audience(piped: Piped) -> None:
    told = piped("say hello everybody\ntell barney, celeste: a word in private\nquit")
    assert "You to all: “hello everybody”" in told
    assert "You to Barney, Celeste: “a word in private”" in told


def test_by_correspondence_the_round_ends_when_you_have_sealed(piped: Piped) -> None:
    """TRU-13.3: at the terminal the hour has come when all are in."""
    told = piped("loot\nseal\nloot\nseal\n", "--rounds 2 --bots random --seed s --option reveal=correspondence")
    assert "The game is over" in told


def test_every_option_of_the_game_can_be_set(piped: Piped) -> None:
    told = piped(
        "quit", "--option coins=5 --option show_submitted=false --option rounds=4 --players 3 --bots random --seed s"
    )
    assert "Round 1 of 4" in told
    assert "●●●●●   5" in told
    assert "◉ sealed" not in told
    assert "… thinking" not in told


# --- the board of a game without one ----------------------------------------------------------


def test_a_game_without_a_terminal_board_shows_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(game_of("truce")), "terminal", Terminal())
    bots = seat_bots("truce", ["random"] * 4, "s")
    heard: list[Event] = []
    match = Match(TRUCE, TRUCE.read_options({"rounds": 1}), 4, derive("s"), bots, ear=heard.append)
    lines = board_of(TRUCE, TRUCE.view(match.game, 0), NAMES)
    assert any("stash" in name for (name, _), _ in lines)
    match.play()
    told = ledger_of(TRUCE, heard, NAMES)
    assert any("The seals are broken" in line[0][0] for line in told)


def test_names_with_brackets_are_only_names(capsys: Printed) -> None:
    Screen(0).line(("[bold]Agatha[/bold]", "name"))
    assert capsys.readouterr().out == "[bold]Agatha[/bold]\n"


# --- words ------------------------------------------------------------------------------------


def test_a_near_miss_of_an_answer_is_judged_as_one(at: Callable[..., str], tmp_path: Path) -> None:
    """A word that begins both an answer and talk is an answer first; talk is said where it makes sense."""
    outside.change(outside.write(tmp_path), {"rules.py": ('"choose {number}"', '"say {number}"')})
    with outside.found(tmp_path):
        told = at("undercut", "say 9\nsay nothing\ntell all: nine")
    assert "say: number must be 1 to 6 (UND-2.1). To talk, write tell all: WORDS." in told
    assert "To talk, write tell all" in told.split("> say nothing")[1]
    assert told.count("You to all: ") == 1
    told = at("loyalty", "ask to move 1 militia from O1 to C for 2\nask barney: pass\nask nobody: pass")
    assert "No move that you can make needs leave (LOY-8.3)." in told
    assert "You to Barney: (ask Barney to pass)" in told
    assert "nobody is not at this table" in told


def test_a_refusal_names_what_can_be_typed(at: Callable[..., str]) -> None:
    """Never a tag."""
    told = at("loyalty", "xyz")
    assert "choose pass, move, proselytize, call to arms, call to faith" in told
    assert "_" not in told


def test_nobody_is_told_to_choose_choose(at: Callable[..., str], tmp_path: Path) -> None:
    outside.write(tmp_path)
    with outside.found(tmp_path):
        told = at("undercut", "zork")
    assert "“zork” is nothing that you can do now; write choose." in told


def test_places_and_cards_are_explained(at: Callable[..., str]) -> None:
    """What lies beside what, and the rule of a card before rulings that mention it."""
    told = at("dune", "neighbours arr\nneighbours mars\nexplain ghola\n? xyzzy\nneighbours wind pass")
    assert "\nArrakeen: sector 9; nobody\n  Imperial Basin: sectors 8, 9 and 10; nobody\n" in told
    assert "There is no place mars; map shows all." in told
    of_ghola = [line for line in told.split("> explain ghola\n")[1].splitlines() if line.startswith("DUN-")]
    assert of_ghola[0].startswith("DUN-7.8.1  Ghola")
    assert "No rule of Dune mentions xyzzy." in told
    assert "Wind Pass North: sectors 16 and 17; nobody\n  Cielago North" in told
    assert "O1: C by S1, O2 by R1, O8 by R8" in at("loyalty", "neighbours o1")
    assert "O1: C by S1, O2 by R1, O8 by R8" in at("loyalty", "neighbors o1")
    assert "Truce has no map." in at("truce", "map")


def test_spaces_suits_and_spirals_of_conspiracy_are_explained(at: Callable[..., str]) -> None:
    """CON-C.1, CON-C.7, CON-G.4: what a space touches, what a suit is opposed to, what a spiral is worth."""
    told = at("conspiracy", "neighbours c2F1.NE\nexplain c2F1.NW\nexplain arms\nexplain spiral")
    assert "\nc2F1.NE: c2P.SE (north), c3P.SW (north-east), c3F1.NW (east)" in told
    assert "c2F1.NW lies beside c2P.SW (north), " in told
    assert "opposed to Crowns" in told.split("> explain arms\n")[1].splitlines()[0]
    assert "any number you wish" in told.split("> explain spiral\n")[1].splitlines()[0]


def test_a_note_is_said_once_and_made_up_characters_come_first(at: Callable[..., str]) -> None:
    told = at("thrice", "explain bleed\nmenu")
    assert told.count("those hit by the next attack lose condition") == 1
    assert told.index("the old soldier") < told.index("create <kin>")


def test_points_are_spent_in_either_order(at: Callable[..., str]) -> None:
    """THR-3.6: armour 3 is 3 armour."""
    told = at("thrice", "create\nhuman\nproud\ncalm\narmour 3")
    assert "raising 3 armour" in told
    assert "raising 2 weapon and 1 armour" in at(
        "thrice", "create human: savage, proud, calm, raising weapon 2, armour 1"
    )


def test_an_answer_with_several_parts_has_an_example_that_can_be_typed(at: Callable[..., str]) -> None:
    (example,) = re.findall(r"for example: (give .+)", at("truce", "menu"))
    assert "You will give" in at("truce", example)


def test_what_an_answer_would_come_to_is_said_before_it_is_sealed(at: Callable[..., str]) -> None:
    """As on the pages."""
    told = at("dune", "keep duncan")
    assert told.index("If Atreides ever leads with Duncan Idaho") < told.index("You will keep Duncan Idaho")


def test_the_menu_leaves_out_what_cannot_be_chosen(at: Callable[..., str]) -> None:
    """Who has no ally bids without help from one."""
    told = at("dune", "keep jamis\n\nmenu", "--seed a --bots random --players 3")
    assert "  bid <amount>   (amount: 1 to 5)  DUN-4.5.4" in told.rpartition("> menu")[2]


def test_a_yes_too_many_is_not_taken_for_an_answer(at: Callable[..., str]) -> None:
    assert "You have not chosen anything yet" in at("truce", "yes")


def test_where_little_has_changed_only_that_is_shown(at: Callable[..., str]) -> None:
    """Whoever has not shipped and moves next does not read all territories of Dune again; board lists them."""
    told = at("dune", "keep jamis\n\npass\n\npass\n\nboard", "--seed a --bots random --players 3")
    later = told.rpartition("> board")
    assert "Nothing else at the table has changed; write board to see the whole table." in later[0]
    assert later[0].count("▲ stronghold, ^ rock") < later[0].count("Dune ───")
    assert "▲ stronghold, ^ rock" in later[2]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--name ''", "A name has 1 to 40 visible characters"),
        ("--name Barney", "somebody here is already called Barney"),
    ],
)
def test_what_is_refused_is_refused_before_anything_is_said(options: str, words: str, capsys: Printed) -> None:
    assert run(["play", "truce", *shlex.split(options)]) == 2
    out, err = capsys.readouterr()
    assert (out, words in err) == ("", True)


# --- terminals --------------------------------------------------------------------------------


def program(arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a process of its own."""
    command = [sys.executable, "-c", "from turncoat.cli import main; main()", *arguments.split()]
    return subprocess.run(
        command, input=typed.encode(), capture_output=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize("game", game_ids())
def test_a_terminal_that_is_not_in_utf_8_gets_plainer_signs(game: str) -> None:
    done = program(f"play {game} --rounds 1 --seed a" if game == "truce" else f"play {game} --seed a", "board\n")
    plain = program(
        f"play {game} --rounds 1 --seed a" if game == "truce" else f"play {game} --seed a",
        "board\n",
        PYTHONIOENCODING="ascii",
    )
    assert (done.returncode, plain.returncode, plain.stderr) == (0, 0, b"")
    assert plain.stdout.isascii()
    assert not done.stdout.isascii()
    assert plain.stdout.count(b"\n") == done.stdout.count(b"\n")
    assert b"?" * 3 not in plain.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_is_one_sentence() -> None:
    command = f"{sys.executable} -c 'from turncoat.cli import main; main()' games >/dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (2, b"turncoat: nothing more can be written: the disk is full.\n")
