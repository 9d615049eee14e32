"""DUN-4.2, DUN-4.3: drawing and text of Spice Blow and Nexus."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, number, words
from turncoat.games.dune.drawing.moment import Moment, listing
from turncoat.games.dune.drawing.outlook import Lines
from turncoat.games.dune.drawing.tokens import badge, badge_svg, card_back, faction_tag, hidden, spice_svg, target, worm
from turncoat.games.dune.drawing.words import name_of, spice_card_words
from turncoat.games.dune.shared.cards import TERRITORY_OF_CARD, WORM
from turncoat.games.dune.shared.map import BLOOM
from turncoat.kernel import Names, amount

SHOWN_CARDS = 4
"""How many of the latest spice cards are shown."""


def blow(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.2: the deck, the latest cards, and what the worms did."""
    view = now.view
    shown = view.spice_discards[-SHOWN_CARDS:]
    back = card_back(str(view.spice_deck), node=f"{scene.id}-spice-deck", kind="spice")
    first = len(view.spice_discards) - len(shown)
    cards = "".join(spice_card(card, f"{scene.id}-spice-{first + place}", names) for place, card in enumerate(shown))
    notes = blow_words(now, names)[1:]
    said = el("ul", *(el("li", words(note)) for note in notes), class_="dune-remarks") if notes else ""
    return el("div", back, cards, said, class_="dune-row")


def spice_card(card: str, node: str, names: Names) -> str:
    """A card of the spice deck, face up: a territory with its spice, or a worm."""
    if card == WORM:
        drawn = el("svg", worm(), class_="dune-worm-picture", viewBox="-24 -24 48 48", aria_hidden="true")
    else:
        drawn = spice_svg(BLOOM[TERRITORY_OF_CARD[card]][1])
    said = el("b", words(spice_card_words(card, names)))
    return el("span", drawn, said, class_=f"dune-card dune-spice-card{' worm' if card == WORM else ''}", id=node)


def blow_words(now: Moment, names: Names) -> Lines:
    """DUN-4.2: the cards turned over, worms, what they devoured, and the rides left."""
    view, worm = now.view, names.label("word", "worm")
    spice = names.label("word", "spice")
    lines = [f"The top card of the deck says where {spice} blows."]
    if view.rides:
        lines = [f"{amount(view.rides, f'{worm} ride')} can be taken."]
    elif view.worms:
        lines = [f"{amount(view.worms, worm)} came up."]
    if view.devoured:
        lines.append(f"Devoured: {names.label('territory', view.devoured)}.")
    if view.latest:
        lines.append(f"A {worm} would strike {names.label('territory', view.latest)}.")
    if view.aside:
        lines.append(f"{amount(view.aside, worm)} set aside in turn 1.")
    return lines


def nexus_words(now: Moment, names: Names) -> Lines:
    """DUN-4.3: alliances, proposals, and factions whose alliance is fixed until the next Nexus."""
    view = now.view
    lines = ["Alliances can be broken and made."]
    lines += [
        f"{name_of(faction.faction, names)} and {name_of(faction.ally, names)} are allied"
        + (", bound until the next Nexus." if faction.faction in view.bound else ".")
        for faction in view.factions
        if faction.ally and faction.faction < faction.ally
    ]
    return lines + [f"{name_of(proposer, names)} proposes to {name_of(to, names)}." for proposer, to in view.proposals]


WIDE, HIGH = 128.0, 64.0
"""Half the width and height of the ring of factions."""
NEAR = 26.0
"""The distance between an arrow's end and the middle of a badge."""

Point = tuple[float, float]


def nexus(now: Moment, names: Names, scene: Scene) -> str:
    """The ring of factions, and the same in words beside it."""
    view, seats = now.view, listing(now)
    places = {seat: _place(number_, len(seats)) for number_, seat in enumerate(seats)}
    pairs = allied(now)
    made = "".join(_bond(places[one], places[other], one in view.bound) for one, other in pairs)
    made += "".join(
        _arrow(places[proposer], places[to], f"{scene.id}-proposal-{proposer}-{to}") for proposer, to in view.proposals
    )
    made += "".join(badge(faction, x, y, 0.85) + _name(faction, x, y, names) for faction, (x, y) in places.items())
    head = el("path", d="M0 0L8 4L0 8Z", class_="dune-arrow-head")
    marker = el("marker", head, id=f"{scene.id}-arrow", viewBox="0 0 8 8", refX=6, refY=4, markerWidth=5,
                markerHeight=5, orient="auto")  # fmt: skip
    ring = el("svg", el("defs", marker), made, class_="dune-ring", viewBox="-262 -92 524 184", aria_hidden="true")
    lines = [_line(one, other, "bound to" if one in view.bound else "allied with", "=", names) for one, other in pairs]
    lines += [_line(proposer, to, "proposes to", "→", names) for proposer, to in view.proposals]
    if not lines:
        lines = [el("li", "Nobody has proposed an alliance yet.", class_="dune-empty")]
    pacts = el("ul", *lines, class_="dune-pacts", id=f"{scene.id}-proposals")
    return ring + el("div", pacts, aims(now, names, scene))


def aims(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.3.2: the factions to whom a proposal can be made, or from whom it can be taken back, to be tapped."""
    legal = scene.places.get("faction", frozenset())
    made = "".join(
        target(
            scene, "faction", faction, badge_svg(faction), words(names.label("faction", faction)), class_="dune-chip"
        )
        for faction in listing(now)
        if faction in legal
    )
    return el("p", made, class_="dune-aims dune-envoys") if made else ""


def allied(now: Moment) -> list[tuple[str, str]]:
    """DUN-5.1.1: the alliances, each once."""
    return [
        (faction.faction, faction.ally)
        for faction in now.view.factions
        if faction.ally and faction.faction < faction.ally
    ]


def _line(one: str, other: str, said: str, sign: str, names: Names) -> str:
    """A proposal or an alliance in one line of text."""
    between = el("span", sign, aria_hidden="true") + hidden(said)
    return el("li", faction_tag(one, names), between, faction_tag(other, names))


def _name(faction: str, x: float, y: float, names: Names) -> str:
    """The name of a faction, beside its badge."""
    side, anchor = (-1, "end") if x < 0 else (1, "start")
    text = words(names.label("faction", faction))
    return el("text", text, class_="dune-ring-name", x=x + 28 * side, y=y + 6, text_anchor=anchor)


def _place(number_: int, seats: int) -> Point:
    """The position of a faction: the first one at the bottom, the next ones clockwise."""
    turn = pi / 2 + 2 * pi * number_ / seats
    return round(WIDE * cos(turn)), round(HIGH * sin(turn))


def _arrow(start: Point, end: Point, node: str) -> str:
    """The arrow of a proposal, bent so that two opposite ones do not cover each other."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    middle = (start[0] + end[0]) * 0.2 - dy * 14, (start[1] + end[1]) * 0.2 + dx * 14
    x, y = _towards(start, middle)
    u, v = _towards(end, middle)
    line = f"M{number(x)} {number(y)}Q{number(middle[0])} {number(middle[1])} {number(u)} {number(v)}"
    head = f"url(#{node.partition('-proposal-')[0]}-arrow)"
    return el("path", class_="dune-proposal", d=line, id=node, marker_end=head)


def _towards(start: Point, goal: Point) -> Point:
    """The point outside a badge on the way to another point."""
    far = hypot(goal[0] - start[0], goal[1] - start[1]) or 1
    return start[0] + (goal[0] - start[0]) / far * NEAR, start[1] + (goal[1] - start[1]) / far * NEAR


def _bond(point: Point, other: Point, bound: bool) -> str:
    """An alliance: a double line, heavier when it was made in this Nexus."""
    line = f"M{number(point[0])} {number(point[1])}L{number(other[0])} {number(other[1])}"
    outer = el("path", class_=f"dune-bond{' bound' if bound else ''}", d=line)
    return outer + el("path", class_="dune-bond-core", d=line)
