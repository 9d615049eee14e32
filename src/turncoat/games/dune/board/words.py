"""The table in sentences, for those who do not see the drawing."""

from __future__ import annotations

from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.standing import (
    SHARED,
    holders,
    listing,
    occupied,
    phase_number,
    phase_title,
    substep,
)
from turncoat.games.dune.board.words_affair import affair_words
from turncoat.games.dune.board.words_factions import faction_words, known_words, several
from turncoat.games.dune.board.words_own import own_words
from turncoat.games.dune.facts import FACTS
from turncoat.games.dune.map import LOCATION, SECTOR_OF, TERRITORY
from turncoat.kernel import Names, amount, listed

KINDS = {"stronghold": "stronghold", "sand": "sand", "rock": "rock", "polar": "safe from everything"}
"""DUN-2.1.3: what a territory is."""


def in_words(now: Moment, names: Names) -> tuple[str, ...]:
    """The whole table in sentences: phase, affair, storm, decks, factions, places, what only the reader knows."""
    factions = [
        line
        for name in listing(now)
        for line in (
            faction_words(now, name, names),
            *(f"{names.label('faction', name)}: {more}" for more in known_words(now, name, names)),
        )
    ]
    return (
        *phase_words(now, names),
        *affair_words(now, names),
        *storm_words(now, names),
        *factions,
        *place_words(now, names),
        *own_words(now, names),
    )


def phase_words(now: Moment, names: Names) -> list[str]:
    """DUN-1.4.1: the phase, and what is going on within it."""
    number = phase_number(now)
    if number < 0:
        return []
    more = substep(now, names)
    return [f"Phase {number + 1} of 9: {phase_title(number, names)}{f', {more}' if more else ''}."]


def storm_words(now: Moment, names: Names) -> list[str]:
    """DUN-2.1.4, DUN-2.2.3: the storm, the Shield Wall, storm order, both decks."""
    view, spice = now.view, names.label("word", "spice")
    wall = names.label("territory", "shield-wall")
    lines = [f"The storm is in sector {view.storm}." if view.storm >= 0 else "There is no storm yet."]
    lines.append(f"The {wall} {'stands' if view.wall else 'is gone'}.")
    if view.order:
        lines.append(f"Storm order: {listed([names.label('faction', one) for one in view.order])}.")
    latest = f"; the latest card was {names.label('territory', view.latest)}" if view.latest else ""
    return [*lines, f"{amount(view.spice_deck, 'card')} in the {spice} deck{latest}.", *deck_words(now, names)]


def deck_words(now: Moment, names: Names) -> list[str]:
    """DUN-1.5: the treachery deck and its discards."""
    view = now.view
    gone = several(names.label("card", card) for card in view.treachery_discards)
    return [f"{amount(view.treachery, 'card')} in the treachery deck; discarded: {listed(gone)}."]


def place_words(now: Moment, names: Names) -> list[str]:
    """DUN-2.1: every location in which something lies, and every stronghold in which nobody is."""
    lines = [place_line(now, place, there, names) for place, there in occupied(now).items()]
    empty = [names.label("territory", where) for where, who in holders(now).items() if not who]
    return lines + ([f"Strongholds without forces: {listed(empty)}."] if empty else [])


def place_line(now: Moment, place: str, there: dict[str, int], names: Names) -> str:
    """``Arrakeen 9 (stronghold): Atreides 5 and Harkonnen 3; 6 spice``."""
    view = now.view
    territory = place.partition("/")[0]
    notes = [KINDS[FACTS.territories[TERRITORY[territory]].kind]]
    if view.storm == SECTOR_OF[LOCATION[place]] >= 0:
        notes.append("in the storm")
    if holders(now).get(territory) == SHARED:
        notes.append("shared")
    inside = [listed([f"{names.label('faction', one)} {number}" for one, number in there.items()])] if there else []
    if place in view.fields:
        inside.append(f"{view.fields[place]} {names.label('word', 'spice')}")
    return f"{names.label('location', place)} ({', '.join(notes)}): {'; '.join(inside)}."
