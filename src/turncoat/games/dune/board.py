"""How Dune looks, drawn only from a view: the whole board, and the table in sentences."""

from __future__ import annotations

from turncoat.drawing.scene import Board, Scene, Status
from turncoat.drawing.svg import el
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import BATTLE, ENTRIES, INSTANCE, PHASE
from turncoat.games.dune.alliances import board as alliances
from turncoat.games.dune.battle import outlook as battle
from turncoat.games.dune.bidding import board as bidding
from turncoat.games.dune.drawing.affair import affair, affair_words, stakes
from turncoat.games.dune.drawing.cards import CARDS
from turncoat.games.dune.drawing.map import Map
from turncoat.games.dune.drawing.moment import (
    SHARED,
    Moment,
    listing,
    occupied,
    phase_number,
    phase_title,
    stronghold_holders,
    substep,
)
from turncoat.games.dune.drawing.outlook import Foresight, Lines
from turncoat.games.dune.drawing.panels import FactionPanels, track
from turncoat.games.dune.drawing.shield import Shield
from turncoat.games.dune.drawing.why import why
from turncoat.games.dune.drawing.words import faction_words, known_words, own_words, several
from turncoat.games.dune.facts import FACTS
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.revival import board as revival
from turncoat.games.dune.setup import board as setup
from turncoat.games.dune.shared.cards import KARAMA, TRUTHTRANCE
from turncoat.games.dune.shared.map import LOCATION, SECTOR_OF, TERRITORY
from turncoat.games.dune.shipment import board as shipment
from turncoat.games.dune.storm import board as storm
from turncoat.games.dune.truthtrance import QUESTIONS, AskCard, AskFreely, AskPrediction, AskTraitor, Reply
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Names, amount, listed

KINDS = {"stronghold": "stronghold", "sand": "sand", "rock": "rock", "polar": "safe from everything"}
"""DUN-2.1.3: the kinds of territories in words."""


def in_words(now: Moment, names: Names) -> tuple[str, ...]:
    """The whole table in sentences: phase, present matter, storm, decks, factions, places, and the reader's secrets."""
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
    """DUN-1.4.1: the phase, and how far it is."""
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
        lines.append(f"Storm order: {listed([names.label('faction', faction) for faction in view.order])}.")
    latest = f"; the latest card was {names.label('territory', view.latest)}" if view.latest else ""
    return [*lines, f"{amount(view.spice_deck, 'card')} in the {spice} deck{latest}.", *deck_words(now, names)]


def deck_words(now: Moment, names: Names) -> list[str]:
    """DUN-1.5: the treachery deck and its discards."""
    view = now.view
    gone = several(names.label("card", card) for card in view.treachery_discards)
    return [f"{amount(view.treachery, 'card')} in the treachery deck; discarded: {listed(gone)}."]


def place_words(now: Moment, names: Names) -> list[str]:
    """DUN-2.1: every location that is not empty, and every empty stronghold."""
    lines = [place_line(now, place, there, names) for place, there in occupied(now).items()]
    empty = [names.label("territory", where) for where, who in stronghold_holders(now).items() if not who]
    return lines + ([f"Strongholds without forces: {listed(empty)}."] if empty else [])


def place_line(now: Moment, place: str, there: dict[str, int], names: Names) -> str:
    """``Arrakeen 9 (stronghold): Atreides 5 and Harkonnen 3; 6 spice``."""
    view = now.view
    territory = place.partition("/")[0]
    notes = [KINDS[FACTS.territories[TERRITORY[territory]].kind]]
    if view.storm == SECTOR_OF[LOCATION[place]] >= 0:
        notes.append("in the storm")
    if stronghold_holders(now).get(territory) == SHARED:
        notes.append("shared")
    inside = (
        [listed([f"{names.label('faction', faction)} {number}" for faction, number in there.items()])] if there else []
    )
    if place in view.fields:
        inside.append(f"{view.fields[place]} {names.label('word', 'spice')}")
    return f"{names.label('location', place)} ({', '.join(notes)}): {'; '.join(inside)}."


ENDS = {
    INSTANCE: "The advantage is prevented once: the next time it would be used in this phase.",
    BATTLE: "The advantage is prevented in this battle. If there is none, or it is too late, it is prevented in the "
    "next battle of this phase.",
    PHASE: "The advantage is prevented until the end of this phase.",
}
"""DUN-7.11.4: the end of each kind of prevention."""

LONGER = "The advantage is prevented during this turn’s Shipment and Movement."
"""DUN-7.11.4: the same for an advantage that can be prevented before the phase in which it is used."""

FACT_QUESTIONS = (AskCard, AskTraitor, AskPrediction)
"""TT-F: questions that the program answers."""


def dealings(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-7.11.3, DUN-7.12: sentences about Karama and Truthtrance."""
    if isinstance(action, Prevent):
        card = seen.cards([KARAMA])
        prevents = ENTRIES[action.entry]
        return [f"{card} is discarded. {ENDS[prevents.ends] if len(prevents.phases) == 1 else LONGER}"]
    if isinstance(action, QUESTIONS):
        used = f"{seen.cards([TRUTHTRANCE])} is discarded."
        if isinstance(action, FACT_QUESTIONS):
            return [used, "The answer is true, and everybody hears it."]
        if isinstance(action, AskFreely):
            return [used, "Nothing checks the answer, and it binds nobody, like ordinary talk."]
        return [used, f"{seen.called(action.faction)} answers before anything else happens, and is bound by it."]
    if isinstance(action, Reply):
        return reply(seen)
    return []


def reply(seen: Foresight) -> Lines:
    """DUN-7.12.3: the warning that answers about intentions bind."""
    open_now = seen.view.question
    if open_now is None or isinstance(open_now.question, AskFreely):
        return ["Everybody hears it; it binds you to nothing."]
    return ["Everybody hears it, and it binds you as long as it can be kept."]


PARTS = (
    *(setup.foreseen, storm.foreseen, alliances.foreseen, bidding.foreseen, revival.foreseen),
    *(shipment.foreseen, battle.foreseen, dealings),
)
"""Functions that say what the answers of their section lead to."""


def outlook(view: DuneView, action: DuneAction, names: Names) -> tuple[str, ...]:
    """Sentences on what an answer would lead to; none if that cannot be foreseen."""
    if view.own is None:
        return ()
    seen = Foresight(view, names)
    return tuple(line for part in PARTS for line in part(seen, action))


def drawing(now: Moment, names: Names, scene: Scene) -> str:
    """The drawing of one moment: the turn, the present matter, the map."""
    board = Map(now, names, scene)
    return el(
        "div",
        track(now, names, scene),
        affair(now, names, scene),
        el("div", board.frame(), class_="dune-planet", id=f"{scene.id}-planet", role="region", aria_label="The map"),
        class_="dune",
        id=f"{scene.id}-dune",
        role="group",
        aria_label="The table",
    )


def aside(now: Moment, names: Names, scene: Scene) -> str:
    """The side column: first the reader's shield, because it is used most, then the factions."""
    shield, factions = Shield(now, names, scene).drawn(), FactionPanels(now, names, scene).all()
    return el("div", shield, factions, class_="dune-aside", id=f"{scene.id}-aside")


def status(view: DuneView) -> Status:
    """DUN-4: the number of the turn."""
    if view.result is not None:
        return Status("The game is over", view.options.turns, view.options.turns)
    if not view.turn:
        return Status("Setup", 0, view.options.turns)
    return Status(f"Turn {view.turn} of {view.options.turns}", view.turn - 1, view.options.turns)


BOARD: Board[DuneView, DuneAction] = Board(
    CARDS,
    draw=lambda view, names, scene: drawing(Moment(view), names, scene),
    in_text=lambda view, names, scene: (f"{status(view).text}.", *in_words(Moment(view), names)),
    scored="strongholds that each side holds",
    zooms="dune",
    stakes=lambda view, names: stakes(Moment(view), names),
    status=status,
    aside=lambda view, names, scene: aside(Moment(view), names, scene),
    outlook=outlook,
    why=why,
)
