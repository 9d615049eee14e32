"""115 letters at tables of all five games, by somebody who has not seen the reader."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.games.conspiracy import story as conspiracy
from tests.games.dune import story as dune
from tests.games.loyalty.story import loyalty
from tests.games.thrice import story as thrice
from tests.mail.test_corpus import bare
from tests.mail.test_other_games import OF_A_QUESTION, table
from tests.table.tables import Sitting, header

from turncoat.games.thrice.actions import Attack, Take
from turncoat.kernel.errors import Refusal
from turncoat.server.mail.orders import Reader
from turncoat.server.mail.plan import Plan
from turncoat.server.mail.reading import read_mail
from turncoat.table.table import Table

CORPUS = Path(__file__).parent / "corpus" / "fifth.json.xz"
NAMES = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
AGATHA, BARNEY, CELESTE, DARCY, EMMETT = range(5)

OTHER_MENU = {"conspiracy-061", "conspiracy-064", "conspiracy-065", "conspiracy-066"}
"""Their author took for optional what the menu at that table demands (``with <tile>``), so they are counted apart."""

TOLD_BACK = {"truce-054", "truce-055", "truce-056", "dune-089"} | OTHER_MENU
"""Two answers, *I attack Barney*, a misspelt one, a number alone; and what the menu does not have."""


def truce() -> Table:
    """Round 3 of a table of five."""
    sitting = Sitting(header(5)).begun()
    sitting.table.state.seats[DARCY].name = "Darcy"
    assert sitting.table.game is not None
    sitting.table.game.round = 3  # type: ignore[attr-defined]  # the letters answer mails of this round
    return sitting.table


def placing() -> Any:
    """Agatha has an action point, and each space that the letters name needs a tile."""
    coins = "c1F1.NW S0 NE; c1F1.SE M4 N; c1F1.SW S4 NE; c3F1.NW M3 NE"
    coins += "; c1F1.NE S1 SW; c3F1.SE C3 N; c3F1.SW S3 N; c3F1.NE A3 SW"
    return conspiracy.Table("M5 C5", "c1F1 A0; c3F1 C3", coins, held={AGATHA: "A3 C1 M0 M4 M5"}, points=1).game


def saving() -> Any:
    """Celeste has a coin left."""
    return conspiracy.Table("A1", tiles="c2F1 C3", active=CELESTE, points=1).stop().game


def at_home() -> Any:
    """Loyalty of four; it is Celeste's turn, and what the letters attack and convert stands there."""
    story = loyalty(" ".join(NAMES[:4]), first="Celeste")
    return story.put("C", Barney="1 militia").put("O3", Agatha="1 citizens").game


def asked() -> Any:
    """Barney asks Agatha to let him into the capital."""
    story = loyalty(" ".join(NAMES[:4]), first="Barney").put("C", Agatha="2 militia")
    story.do("Barney", "ask to move 1 citizens from S2 to C for nothing")
    return story.game


def moving() -> Any:
    """Celeste moves a stack."""
    story = dune.phase(CELESTE, forces={CELESTE: "Habbanya Sietch 16: 10"})
    return (story.passes(CELESTE) if story.key == "faction_turn.ship" else story).game


MOMENTS: dict[str, tuple[str, int, Callable[[], Any], int]] = {
    "conspiracy": ("conspiracy", 4, placing, AGATHA),
    "conspiracy, saving": ("conspiracy", 4, saving, CELESTE),
    "loyalty": ("loyalty", 4, at_home, CELESTE),
    "loyalty, asked": ("loyalty", 4, asked, AGATHA),
    "thrice": ("thrice", 4, lambda: thrice.Table(3).do(BARNEY, Take()).game, BARNEY),
    "thrice, dice": ("thrice", 4, lambda: thrice.Table(3).do(AGATHA, Take(), Attack(3)).game, AGATHA),
    "dune, bidding": ("dune", 6, lambda: dune.Table("bidding", first=DARCY, spice={DARCY: 12}).game, DARCY),
    "dune, shipping": ("dune", 6, lambda: dune.phase(EMMETT).game, EMMETT),
    "dune, moving": ("dune", 6, moving, CELESTE),
}
"""The game, the number of seats, how the position comes about, and who writes; in Dune seats are factions."""


@cache
def reader(moment: str) -> Reader:
    """Reads mails at a moment of a game."""
    if moment == "truce":
        return Reader(truce(), AGATHA)
    game, seats, position, seat = MOMENTS[moment]
    return Reader(table(game, seats, position(), NAMES), seat)


def letters() -> list[tuple[str, str, bool, list[str], str]]:
    """Name, moment, whether the author holds it for clear, what it has to do in the author's words, and the mail."""
    found: list[tuple[str, str, bool, list[str], str]] = json.loads(lzma.decompress(CORPUS.read_bytes()))
    return found


def plainly(at: Reader, order: str) -> str:
    """An order as the game writes it, where it is an answer: its author and the reader may leave out other words."""
    with suppress(Refusal):
        order = at.grammar.write(at.grammar.read(order))
    return OF_A_QUESTION.sub("always ", bare(order.replace("tell all: ", "say ")))


def intended(at: Reader, wanted: str) -> str:
    """What ``seal: loot``, ``do: pass``, ``show: board`` and ``say all: hello`` have to do."""
    for written, order in (("seal: ", ""), ("do: ", ""), ("show: ", ""), ("say all: ", "say ")):
        if wanted.startswith(written):
            return plainly(at, order + wanted.removeprefix(written))
    return plainly(at, wanted)


def plan_of(moment: str, mail: str) -> Plan:
    """What a mail asks for."""
    return reader(moment).read(read_mail(mail.encode("latin-1")).written)


def measured() -> tuple[Counter[str], dict[str, set[str]], set[str], set[str]]:
    """How much was intended and taken; the letters that do something else, are told back, and are passed over."""
    count, wrong, told, lost = Counter[str](), dict[str, set[str]](), set[str](), set[str]()
    for letter, moment, clear, wanted, mail in letters():
        plan, at = plan_of(moment, mail), reader(moment)
        done = {plainly(at, order.text) for order in plan.orders}
        orders = [intended(at, one) for one in wanted]
        if others := done.difference(orders):
            wrong[letter] = others
        taken = len([one for one in orders if one in done])
        if taken < len(orders):
            (told if plan.faults else lost).add(letter)
        kind = "other menu" if letter in OTHER_MENU else "clear" if clear else "unclear"
        count["letters"] += 1
        count[kind] += len(orders)
        count[f"{kind}, taken"] += taken
    return count, wrong, told, lost


def test_what_a_fifth_stranger_has_written_is_read() -> None:
    """At first sight 109 of 110, 3 of 8, and 1 of 5 for another menu."""
    count, wrong, told, lost = measured()
    assert wrong == {}
    assert lost == set()
    assert told == TOLD_BACK
    assert (count["letters"], count["clear"], count["unclear"], count["other menu"]) == (115, 110, 8, 5)
    assert (count["clear, taken"], count["unclear, taken"], count["other menu, taken"]) == (110, 4, 1)


def test_what_is_missing_is_named_without_the_words_of_politeness() -> None:
    mail = next(mail for letter, _, _, _, mail in letters() if letter == "conspiracy-066")
    assert ["tile is missing" in fault.why for fault in plan_of("conspiracy", mail).faults] == [True]


def test_a_command_that_is_read_with_its_politeness_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the reader did when it first met these letters: ``P.S. board`` was lost."""
    monkeypatch.setattr(Reader, "_is_command", lambda reader, line: False)
    assert measured()[3] == {"truce-049"}
