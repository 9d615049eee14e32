"""DUN-6, DUN-5.2.4, DUN-7.11.3: the table of advantages says what the rulebook says, and who has one."""

from __future__ import annotations

import ast
import re
from importlib import resources
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table

from turncoat.games.dune.advantages import (
    ADVANTAGES,
    ALLYS_HALF_PRICE,
    BATTLE,
    COMPANION,
    ENTRIES,
    FREE_REVIVALS,
    HALF_PRICE,
    INSTANCE,
    JOURNEYS,
    PHASE,
    PRESCIENCE,
    REVIVALS,
    SHIPPING_INCOME,
    TRANSFERS,
    VOICE,
    WORM_PROTECTION,
    WORM_SURVIVAL,
    Advantage,
    has,
    lendable,
)
from turncoat.games.dune.alliances import Permit
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import Battles, Bidding, Revival, ShipmentAndMovement, SpiceBlow, Turn

OWNERS = {"Atreides": ATR, "Harkonnen": HAR, "Fremen": FRE, "Emperor": EMP, "Guild": GUI, "Bene Gesserit": BG}
PHASES = {
    "Bidding": (Bidding,),
    "Revival, Shipment and Movement up to the end of DUN-W-6": (Revival, ShipmentAndMovement),
    "Battle": (Battles,),
    "Spice Blow, before it is turned": (SpiceBlow,),
    "Spice Blow": (SpiceBlow,),
    "Shipment and Movement": (ShipmentAndMovement,),
    "any": (Turn,),
    "Revival": (Revival,),
}
ENDS = ((r"this phase|the running phase|Shipment and Movement", PHASE), (r"this battle", BATTLE), (r".", INSTANCE))
LINE = re.compile(
    r"- \*\*DUN-(K-\d\d)\*\* Against ([\w ]+?)(?: and ally|'s ally)?: .*?Phase: (.*?)\. Ends after: (.*?)\."
)
"""A line of the list of what Karama can prevent."""
LENT = re.compile(r"^\| (\w+) \| ([\w ]+) \| (DUN-[\d.]+) \|$", re.MULTILINE)
"""A line of the table of what is lent, but for what the owner decides itself."""
OWN_WORDS = {"Guild shipping": JOURNEYS}
NUMBER = "number 0..3 of paid extra revivals"


Line = tuple[str, int, tuple[type, ...], str, bool]
"""Entry, owner, phases, end, and whether it comes too late after the first window."""


def rulebook() -> str:
    """The rulebook, each rule on one line."""
    return re.sub(r"\n  +", " ", RULES.rulebook)


def read(line: re.Match[str]) -> Line:
    """Entry, owner, phases and end of a line of the list."""
    entry, owner, phase, end = line.groups()
    ends = next(kind for words, kind in ENDS if re.match(words, end))
    return entry, OWNERS[owner], PHASES[phase], ends, bool(re.search(r"up to the end of|before it", phase))


def in_table(table: dict[str, Advantage]) -> list[Line]:
    """The same of each advantage that can be prevented."""
    return [
        (entry, advantage.owner, advantage.phases, advantage.ends, advantage.early)
        for entry, advantage in table.items()
    ]


def test_what_karama_prevents_is_the_list_of_the_rulebook() -> None:
    """DUN-7.11.3, DUN-7.11.4, DUN-TC-223: seventeen, in order; against whom, in which phases, and until when."""
    assert in_table(ENTRIES) == [read(line) for line in LINE.finditer(rulebook())]
    assert len(ENTRIES) == len([advantage for advantage in ADVANTAGES if advantage.entry]) == 17


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_advantage_taken_out_of_prevention_would_be_found(entry: str) -> None:
    """DUN-7.11.3: the fault is planted: one entry is missing, or ends in another way."""
    listed = [read(line) for line in LINE.finditer(rulebook())]
    assert in_table({one: ENTRIES[one] for one in ENTRIES if one != entry}) != listed
    other = BATTLE if ENTRIES[entry].ends == PHASE else PHASE
    assert in_table({**ENTRIES, entry: replace(ENTRIES[entry], ends=other)}) != listed


@pytest.mark.parametrize("advantage", ADVANTAGES, ids=lambda one: one.rule)
def test_every_advantage_stands_in_the_section_of_its_owner(advantage: Advantage) -> None:
    """DUN-6.1.1 to DUN-6.6.4: 6.1 is the Fremen's, and so on; nothing else is an advantage."""
    section = {FRE: "6.1", ATR: "6.2", HAR: "6.3", BG: "6.4", GUI: "6.5", EMP: "6.6"}[advantage.owner]
    assert advantage.rule.startswith(f"DUN-{section}.")
    assert f"- **{advantage.rule}** " in RULES.rulebook


def test_what_is_lent_is_the_table_of_the_rulebook() -> None:
    """DUN-5.2.4: the Emperor's extra revivals are a number, all else is a switch."""
    rows = [(OWNERS[one], what) for one, what, _ in LENT.findall(rulebook()) if one in OWNERS]
    listed = {(owner, OWN_WORDS.get(what, what.replace(" ", "-"))) for owner, what in rows if what != NUMBER}
    assert listed == {(owner, one) for owner in SIX for one in lendable(owner)}


# --- who has one --------------------------------------------------------------------------------


def having(table: Table, advantage: Advantage) -> set[int]:
    return {one for one in SIX if has(table.game, table.seat(one), advantage)}


def test_the_owner_has_it_and_nobody_else() -> None:
    """DUN-6.5.1 to DUN-6.5.3, DUN-6.4.3, DUN-6.4.4; what is for the ally alone the owner has not."""
    table = Table("shipment_and_movement", stops="W-6")
    assert having(table, HALF_PRICE) == having(table, TRANSFERS) == having(table, SHIPPING_INCOME) == {GUI}
    assert having(table, COMPANION) == having(table, VOICE) == {BG}
    assert having(table, WORM_PROTECTION) == having(table, FREE_REVIVALS) == having(table, ALLYS_HALF_PRICE) == set()


def test_the_ally_has_what_is_lent_until_it_is_taken_back() -> None:
    """DUN-6.5.5, DUN-6.2.4, DUN-6.1.8, DUN-6.1.9; the Voice is not lent (DUN-6.4.6)."""
    table = Table("shipment_and_movement", stops="W-6", allies=((GUI, EMP), (ATR, BG), (FRE, HAR)))
    assert having(table, TRANSFERS) == {GUI, EMP}
    assert (having(table, HALF_PRICE), having(table, ALLYS_HALF_PRICE)) == ({GUI}, {EMP})
    assert having(table, PRESCIENCE) == {ATR, BG}
    assert having(table, VOICE) == {BG}
    assert (having(table, WORM_SURVIVAL), having(table, WORM_PROTECTION)) == ({FRE}, {HAR})
    table.do(GUI, Permit(JOURNEYS, "off")).do(FRE, Permit(REVIVALS, "off"))
    assert having(table, TRANSFERS) == {GUI}
    assert having(table, ALLYS_HALF_PRICE) == having(table, FREE_REVIVALS) == set()


def test_nobody_has_what_is_prevented() -> None:
    """DUN-7.11.4: for everybody it serves; the Guild's own half price and its ally's are two entries."""
    for advantage in (TRANSFERS, HALF_PRICE):
        table = Table("shipment_and_movement", stops="W-6", allies=((GUI, EMP),), hands={HAR: "Karama"})
        table.do(HAR, Prevent(advantage.entry))
        assert having(table, advantage) == set()
        assert having(table, ALLYS_HALF_PRICE) == {EMP}


def test_what_belongs_to_a_faction_that_nobody_plays_nobody_has() -> None:
    """DUN-1.2.1."""
    table = Table("shipment_and_movement", stops="W-6", factions=(ATR, HAR, FRE))
    assert not any(has(table.game, seat, HALF_PRICE) for seat in (-1, 0, 1, 2))


# --- one name -----------------------------------------------------------------------------------


PROPER = re.compile(r"atreides|harkonnen|fremen|emperor|guild|gesserit", re.IGNORECASE)
"""Names of the usual skin; code calls factions by their roles."""


def named(source: str) -> list[str]:
    """The identifiers of a module that hold such a name."""
    found = (getattr(node, "id", None) or getattr(node, "name", None) for node in ast.walk(ast.parse(source)))
    return [one for one in found if isinstance(one, str) and PROPER.search(one)]


def test_a_faction_has_one_name_in_code() -> None:
    """DUN-O-30: proper names are those of a skin; a variable, a function and a class that have one would be found."""
    modules = sorted(Path(str(resources.files("turncoat.games.dune"))).rglob("*.py"))
    assert {path.name: named(path.read_text()) for path in modules if named(path.read_text())} == {}
    assert not [path.name for path in modules if PROPER.search(path.name)]
    faults = "GUILD_SHIPPING = 1\ndef at_guild_rate(): pass\nclass Atreides: pass"
    assert set(named(faults)) == {"GUILD_SHIPPING", "at_guild_rate", "Atreides"}
