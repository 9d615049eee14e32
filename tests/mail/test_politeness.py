"""Politeness beside commands, words with which one begins to speak, and what is nearly an order."""

from __future__ import annotations

import pytest
from tests.mail import mutants
from tests.mail.test_corpus import said
from tests.mail.test_lines import taken

from turncoat.server.mail.orders import Reader

COMMANDS = (
    *("help", "menu", "board", "log", "ledger", "talk", "pledges", "rules 8.2", "always", "status"),
    *("stop mail", "start mail", "ready", "not ready", "withdraw", "forget", "save defend", "back"),
    *("away 2026-12-20 to 2027-01-03", "propose draw", "propose extend 60", "propose concede to barney", "vote 3 yes"),
    *("agree agatha", "refuse agatha", "ask agatha: support me", "promise agatha: not attack agatha for 2 rounds"),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_politeness_stands_beside_every_command(command: str) -> None:
    """Above an order, below one, and on a line with one; the order itself has it, too."""
    for around in ("{} please", "{}, thanks!", "Please {}", "P.S. {}", "PS: {}", "My order: {}", "P.S. {} please :)"):
        line = around.format(command)
        assert taken(line) == ([command], []), line
        assert taken(f"attack barney\r\n\r\n{line}") == (["attack Barney", command], []), line
        assert taken(f"{line}\r\nattack barney, thanks") == ([command, "attack Barney"], []), line
        assert taken(f"attack barney please; {line}") == (["attack Barney", command], []), line


def test_politeness_beside_preview_and_end() -> None:
    plan = Reader(mutants.table(), 4).read(said("preview please\r\nattack agatha\r\nend, thanks\r\ndefend").written)
    assert ([order.text for order in plan.orders], plan.preview) == (["attack Agatha"], True)


@pytest.mark.parametrize("line", ["leave for good please", "again, thanks", "withdraw?", "stop mail please?"])
def test_nobody_leaves_by_a_polite_phrase(line: str) -> None:
    assert taken(line)[0] == []


def test_what_is_said_keeps_its_please() -> None:
    assert taken("tell agatha: come here please") == (["tell agatha: come here please"], [])
    assert taken("say P.S. board games please") == (["say P.S. board games please"], [])
    assert taken("tell agatha: hello\r\nBoard games please me.") == (
        ["tell agatha: hello Board games please me."],
        [],
    )


def test_what_is_missing_is_named_without_the_words_of_politeness() -> None:
    """It was said that ``to`` is missing before *please*."""
    with_please, without = (Reader(mutants.table(), 4).read(said(f"give 2{end}").written) for end in (" please", ""))
    assert [fault.why for fault in with_please.faults] == [fault.why for fault in without.faults]


@pytest.mark.parametrize(
    "line", ["Ok then. Attack Barney.", "Well, attack barney", "Alright: attack barney", "Hmm... attack barney please"]
)
def test_a_word_with_which_one_begins_to_speak_may_stand_before_an_order(line: str) -> None:
    assert taken(f"Hello,\r\n\r\n{line}") == (["attack Barney"], [])


@pytest.mark.parametrize(
    "line",
    [
        "Ok then, attack Barney next time.",
        "Well, attack barney or agatha",
        "So attack me, Barney",
        "Ok then, I said: attack barney",
        '"Ok then. Attack Barney."? No.',
        "Ok, pass.",
        "Well, loot :-)",
    ],
)
def test_other_words_before_an_order_are_prose(line: str) -> None:
    assert taken(line)[0] == []


@pytest.mark.parametrize(
    "line",
    ["I attack Barney.", "I'll attack Barney", "I will attack barney", "Ok, I attack Barney", "ok attack barney"],
)
def test_what_is_nearly_an_order_is_told_back(line: str) -> None:
    """Prose is no order; but who has written nothing else learns what to write, once."""
    plan = Reader(mutants.table(), 4).read(said(f"Hello,\r\n{line}").written)
    assert (plan.orders, plan.ignored) == ((), ("Hello,",))
    assert [(one.line, one.why) for one in plan.faults] == [(line, "It is no order as it stands. Write: attack Barney")]


def test_beside_an_order_such_a_line_speaks_about_it() -> None:
    assert taken("attack barney\r\n\r\nI attack Barney.") == (["attack Barney"], [])
    assert taken("I attack Barney next time if he lies.") == ([], [])
