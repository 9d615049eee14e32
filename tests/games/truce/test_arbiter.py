"""TRU-13 and TRU-14: the Arbiter, time, and talk."""

from __future__ import annotations

import re

import pytest
from tests.games.truce.story import truce

from turncoat.games.truce.events import ActionsRevealed
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Pass
from turncoat.kernel import play
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.errors import OutOfDate

FOUR = "agatha barney charles darcy"


def test_the_arbiter_keeps_actions_secret_and_shows_all_at_the_end_of_the_round() -> None:
    """TRU-13.1: who has none passes, and all actions are shown to the group."""
    table = truce(FOUR, reveal="correspondence").submit(agatha="loot", barney="attack agatha")
    assert table.told(ActionsRevealed) == []
    table.time_up()
    assert table.moves() == {"agatha": "loot", "barney": "attack agatha", "charles": "pass", "darcy": "pass"}
    assert table.defaulted() == {"charles", "darcy"}


def test_the_public_ledger_is_brought_up_to_date_every_round() -> None:
    """TRU-13.2, TRU-R26: everybody can see everybody's coins after each round."""
    table = truce(FOUR)
    for supply in (4, 5, 6):
        table.play(agatha="loot", barney="pass", charles="pass", darcy="pass")
        assert all(table.view(who).supplies[0] == supply for who in (*table.players, None))


def test_by_correspondence_the_reveal_waits_for_its_time() -> None:
    """TRU-13.3, TRU-O3: not before, even when everybody has submitted."""
    table = truce(FOUR, reveal="correspondence").submit(**dict.fromkeys(FOUR.split(), "pass"))
    assert (table.round, table.waiting()) == (1, set())
    table.submit(agatha="loot").give("barney", 1, "charles")
    assert table.time_up().round == 2
    assert table.moves()["agatha"] == "loot"


def test_by_correspondence_nothing_but_a_deadline_ends_a_round() -> None:
    """TRU-13.3, TRU-O4: so a table that has none is told so before it begins."""
    assert re.search(
        "only with a deadline.*TRU-O4", RULES.needs_deadline(RULES.read_options({"reveal": "correspondence"}))
    )
    assert RULES.needs_deadline(RULES.read_options({})) == ""


def test_everybody_writes_then_everybody_reveals() -> None:
    """TRU-13.4, TRU-O5: nobody may look at another's slip; the marks show only who has written."""
    table = truce(FOUR).submit(agatha="attack darcy")
    assert table.view("darcy").submitted == (True, False, False, False)
    assert table.view("darcy") == truce(FOUR).submit(agatha="pass").view("darcy")


def test_what_is_handed_in_too_late_is_refused() -> None:
    """TRU-13.5, TRU-R22: it answers a question that has passed, and is not kept for the next round."""
    table = truce(FOUR).time_up()
    with pytest.raises(OutOfDate) as refused:
        play.submit(table.game, 0, table.action("loot"), request=1)
    assert refused.value.request == 2
    assert table.on_file("agatha") == ""


def test_the_rules_see_nothing_of_the_talk() -> None:
    """TRU-14.1: there is no action that speaks, and the state holds no word that was said."""
    assert {tag_of(kind) for kind in RULES.actions} == {
        "attack", "defend", "support", "loot", "pass", "spoilt", "give",
    }  # fmt: skip
    assert not {"talk", "messages", "promises"} & set(RULES.state.__struct_fields__)


def test_no_agreement_binds() -> None:
    """TRU-14.2, TRU-R10: whoever has asked for support may attack the supporter; nothing but the coins takes notice."""
    table = truce(FOUR).play(agatha="attack barney", barney="support agatha", charles="pass", darcy="pass")
    assert table.coins() == {"agatha": 4, "barney": 2, "charles": 3, "darcy": 3}
    assert Pass() in table.boxes("barney")
    assert table.boxes("agatha") == truce(FOUR).boxes("agatha")
