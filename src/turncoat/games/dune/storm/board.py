"""DUN-4.1: drawing and text of the Storm Phase, and the outlook for its answers."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.outlook import Foresight, Lines
from turncoat.games.dune.drawing.tokens import faction_tag
from turncoat.games.dune.drawing.words import everybody, name_of
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.sections import Storm
from turncoat.games.dune.shared.map import WALLED
from turncoat.games.dune.state import Dune
from turncoat.games.dune.storm import Dial, UseAtomics, UseWeatherControl
from turncoat.games.dune.storm.events import OrderDetermined, StormMoved, StormStruck, WallDestroyed
from turncoat.games.dune.storm.rules import LATER_DIALS, blow_up, determine_order, dialers, move_storm
from turncoat.kernel import Between, Event, Names, Tell, amount, listed


def who_dials(now: Moment) -> tuple[str, ...]:
    """DUN-4.1.1, DUN-4.1.2: the factions that dial for the storm."""
    return tuple(map(now.known.faction, dialers(now.known.game, Storm())))


# --- in words ------------------------------------------------------------------------------------


def storm_words(now: Moment, names: Names) -> Lines:
    """DUN-4.1: the factions that dial, their numbers, and the storm's move."""
    view = now.view
    dialled = [f"{name_of(faction, names)} {number}" for faction, number in view.dials.items()]
    if view.movement is None:
        if dialled:
            return [f"Dialled: {listed(dialled)}."]
        return [f"{everybody(who_dials(now), names)} dial for the storm, in secret."]
    if view.storm < 0:
        return [f"Dialled: {listed(dialled)}. The storm is placed {amount(view.movement, 'sector')} from its start."]
    goal = (view.storm + view.movement) % SECTORS
    way = f"from sector {view.storm} to {goal}" if view.movement else "and stays where it is"
    return [f"The storm will move {amount(view.movement, 'sector')}, {way}.", f"Dialled: {listed(dialled)}."]


# --- drawn ---------------------------------------------------------------------------------------


def storm(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.1: both dials, closed or open, and the path of the storm."""
    view = now.view
    made = "".join(dial(faction, view.dials.get(faction), names, scene) for faction in who_dials(now))
    way = "" if view.movement is None else path(view.storm, view.movement)
    wall = names.label("territory", "shield-wall")
    state = el("p", words(f"The {wall} {'stands' if view.wall else 'is gone'}."), class_="dune-remarks")
    return el("div", made, way, state, class_="dune-row")


def dial(faction: str, number: int | None, names: Names, scene: Scene) -> str:
    """A dial for the storm, with its number once both are sealed."""
    shown = "?" if number is None else str(number)
    face = el("circle", class_="dune-wheel-rim", r=30) + el("circle", class_="dune-wheel-ticks", r=25)
    face += el("text", shown, class_="dune-dialled", y=10, font_size=28)
    drawn = el("svg", face, class_=f"dune-storm-dial{'' if number is None else ' open'}", viewBox="-32 -32 64 64",
               role="img", aria_label="not shown yet" if number is None else f"dialled {number}")  # fmt: skip
    return el("figure", drawn, el("figcaption", faction_tag(faction, names)), class_="dune-figure",
              id=f"{scene.id}-dial-{faction}")  # fmt: skip


def path(start: int, sectors: int) -> str:
    """DUN-4.1.4: the sectors that the storm will enter, in order."""
    if start < 0:
        return ""
    entered = [(start + step) % SECTORS for step in range(min(sectors, SECTORS) + 1)]
    made = "".join(el("li", str(sector), class_="from" if not place else None) for place, sector in enumerate(entered))
    return el("ol", made, class_="dune-way", aria_label="Sectors on the way of the storm")


# --- foreseen ------------------------------------------------------------------------------------


def dialled(seen: Foresight, number: int) -> Lines:
    """DUN-4.1.1 to DUN-4.1.5: how far the storm may go, depending on the other dial, and what it would destroy."""
    if seen.game.storm < 0:
        return ["Both numbers together place the storm: that can be anywhere."]
    dial = LATER_DIALS.boxes[0].space("number")
    assert isinstance(dial, Between)
    return [
        f"{sectors} in all: {damage(seen, sectors)}" for sectors in range(number + dial.low, number + dial.high + 1)
    ]


def swept(seen: Foresight, sectors: int) -> list[Event]:
    """DUN-4.1.4 to DUN-4.1.6: what the storm would do if it moved this far."""

    def moves(there: Dune, tell: Tell) -> None:
        phase = Storm(movement=sectors)
        move_storm(there, phase, tell)
        determine_order(there, phase, tell)

    return seen.shadow.after(moves)[1]


def storm_foreseen(seen: Foresight, sectors: int) -> Lines:
    """DUN-4.1.4 to DUN-4.1.6: where the storm would go, what it would destroy, and who would be first."""
    happened = swept(seen, sectors)
    lines = [event.say(seen.names) for event in happened if isinstance(event, StormMoved | StormStruck)]
    if len(lines) == 1:
        lines.append("It destroys nothing.")
    (order,) = [event for event in happened if isinstance(event, OrderDetermined)]
    return [*lines, f"{seen.called(order.factions[0])} is first in this turn."]


def damage(seen: Foresight, sectors: int) -> str:
    """What the storm would destroy if it moved this far, in a few words."""
    game = seen.game
    lost: dict[str, int] = {}
    spice = 0
    for event in swept(seen, sectors):
        if isinstance(event, StormStruck):
            spice += event.spice
            for faction, number in event.forces.items():
                lost[faction] = lost.get(faction, 0) + number
    words = [f"{number} of {seen.called(faction)}" for faction, number in lost.items()]
    words += [seen.spice(spice)] if spice else []
    return f"to sector {(game.storm + sectors) % SECTORS}, destroys {listed(words)}."


def atomics(seen: Foresight) -> Lines:
    """DUN-7.9.2, DUN-7.9.3: the forces that die on the wall, and what this same storm does afterwards."""
    movement = seen.view.movement or 0

    def explodes(there: Dune, tell: Tell) -> None:
        blow_up(there, seen.seat, tell)
        move_storm(there, Storm(movement=movement), tell)

    happened = seen.shadow.after(explodes)[1]
    (wall,) = [event for event in happened if isinstance(event, WallDestroyed)]
    lines = [wall.say(seen.names)] if wall.forces else ["Nobody stands on the wall."]
    lines.append(f"From now on the storm kills in {listed([seen.land(territory) for territory in sorted(WALLED)])}.")
    return lines + [event.say(seen.names) for event in happened if isinstance(event, StormStruck)]


def foreseen(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-4.1: what an answer of the Storm Phase would lead to."""
    match action:
        case Dial():
            return dialled(seen, action.number)
        case UseWeatherControl():
            return [*storm_foreseen(seen, action.sectors), "After this nothing can change the storm any more."]
        case UseAtomics():
            return atomics(seen)
    return []
