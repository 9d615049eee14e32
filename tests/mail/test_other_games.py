"""The third stranger's letters of Loyalty, Conspiracy and Dune, read at tables of these games."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.games.conspiracy import story as conspiracy
from tests.games.dune import story as dune
from tests.games.loyalty.story import loyalty
from tests.mail.test_corpus import bare
from tests.table.tables import Sitting, header

from turncoat.server.mail.orders import Reader
from turncoat.server.mail.reading import read_mail
from turncoat.table import record as kept
from turncoat.table.record import SeatKind
from turncoat.table.table import Table

CORPUS = Path(__file__).parent / "corpus" / "other_games.json.xz"
NAMES = ("Alda", "Barney", "Caid", "Darcy", "Egmont", "Flora", "Gawain", "Hild")
"""Alda writes, from seat 0."""

OF_A_QUESTION = re.compile(r"^always \d+ ")
"""A standing order for the question that is open; the reader adds the number of that question."""


def table(game: str, seats: int, state: Any, names: Sequence[str] = NAMES) -> Table:
    """A table in the middle of a game."""
    sitting = Sitting(header(seats, game=game))
    for seat in range(seats):
        sitting.perform(kept.SeatTaken(sitting.now, seat, names[seat], SeatKind.PERSON))
    sitting.perform(kept.Began(sitting.now))
    sitting.table.game = state
    return sitting.table


def actions() -> Any:
    """Alda has two action points, the coins that the letters name, and a coin to attack."""
    return conspiracy.Table("M5 C1 S2", tiles="c1F1 A3; c2F1 C3; c1F2 M3", coins="c2F1.NW S3 N").game


def moving() -> Any:
    """Alda moves a stack."""
    story = dune.phase(dune.ATR, forces={dune.ATR: "Sietch Tabr 13: 10"})
    return (story.passes(dune.ATR) if story.key == "faction_turn.ship" else story).game


@cache
def reader(moment: str) -> Reader:
    """Reads mails at a moment of a game."""
    match moment:
        case "loyalty":
            return Reader(table("loyalty", 8, loyalty(" ".join(NAMES), first="Alda").game), 0)
        case "conspiracy":
            return Reader(table("conspiracy", 4, actions()), 0)
        case "dune, bidding":
            return Reader(table("dune", 6, dune.Table("bidding", first=dune.ATR).game), 0)
        case "dune, rallying":
            rallying = dune.phase(dune.FRE)
            return Reader(table("dune", 6, rallying.game), dune.FRE)
        case _:
            return Reader(table("dune", 6, moving()), 0)


def letters() -> list[tuple[str, str, bool, list[str], str]]:
    """Name, moment, whether the author holds it for clear, what it has to do, and the mail."""
    found: list[tuple[str, str, bool, list[str], str]] = json.loads(lzma.decompress(CORPUS.read_bytes()))
    return found


def measured() -> tuple[Counter[str], dict[str, set[str]], list[str]]:
    """How much was intended and taken, what else was taken, and what of the clear letters was not."""
    count, wrong, missing = Counter[str](), dict[str, set[str]](), list[str]()
    for letter, moment, clear, wanted, mail in letters():
        plan = reader(moment).read(read_mail(mail.encode("latin-1")).written)
        got = {OF_A_QUESTION.sub("always ", bare(order.text)) for order in plan.orders}
        if others := got.difference(wanted):
            wrong[letter] = others
        left = [one for one in wanted if one not in got]
        missing += left if clear else []
        count["clear" if clear else "unclear"] += len(wanted)
        count["clear, taken" if clear else "unclear, taken"] += len(wanted) - len(left)
    return count, wrong, missing


def test_what_a_stranger_has_written_at_tables_of_other_games_is_read() -> None:
    count, wrong, missing = measured()
    assert wrong == {}
    assert missing == []
    assert (len(letters()), count["clear"], count["unclear"], count["unclear, taken"]) == (48, 33, 7, 0)


def test_a_letter_that_is_read_at_another_moment_is_found() -> None:
    """Nothing is taken from a letter whose words are not legal: at each other table it does nothing."""
    bidding = [mail for _, moment, _, wanted, mail in letters() if moment == "dune, bidding" and "bid 3" in wanted]
    for moment in ("loyalty", "conspiracy", "dune, moving", "dune, rallying"):
        plans = [reader(moment).read(read_mail(mail.encode("latin-1")).written) for mail in bidding]
        assert [plan.orders for plan in plans] == [()] * len(bidding)
