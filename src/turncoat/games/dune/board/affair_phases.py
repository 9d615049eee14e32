"""Storm, Spice Blow, Charity, Revival, Shipment, the choice of battles, Collection and Mentat as small drawings."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.board.counters import leader_svg, spice_svg, worm
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.standing import SHARED, committed, dialers, holders, meetings, occupied
from turncoat.games.dune.board.tokens import card_back, faction_tag, rule_link, standing, target
from turncoat.games.dune.board.words_own import spice_card_words
from turncoat.games.dune.cards import TERRITORY_OF_CARD, WORM
from turncoat.games.dune.facts import FACTION_IDS, FACTS, SECTORS, SISTERS
from turncoat.games.dune.map import BLOOM
from turncoat.kernel import Names, amount

SHOWN_CARDS = 4
"""So many of the latest spice cards are shown."""


def setup(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-3: what happens before the first turn, step by step."""
    sisters = names.label("faction", FACTION_IDS[SISTERS])
    steps = [
        (
            "Traitors",
            "Everybody is dealt four leaders and keeps one in secret: whoever leads with it is betrayed.",
            "DUN-3.2.2",
        ),
        ("Forces", f"Forces and {names.label('word', 'spice')} take their places.", "DUN-3.3.1"),
        ("Prediction", f"{sisters} write down who will win, and in which turn.", "DUN-3.4.1"),
        ("Cards", "Everybody is dealt a treachery card.", "DUN-3.5.1"),
    ]
    if SISTERS not in [FACTION_IDS.index(one) for one in now.factions]:
        del steps[2]
    made = "".join(
        el("li", el("b", words(title)), el("span", words(text)), rule_link(rule)) for title, text, rule in steps
    )
    return el("ol", made, class_="dune-steps")


# --- storm --------------------------------------------------------------------------------------


def storm(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.1: both dials, closed or open, and the way of the storm."""
    view = now.view
    made = "".join(dial(one, view.dials.get(one), names, scene) for one in dialers(now))
    way = "" if view.movement is None else path(view.storm, view.movement)
    wall = names.label("territory", "shield-wall")
    state = el("p", words(f"The {wall} {'stands' if view.wall else 'is gone'}."), class_="dune-remarks")
    return el("div", made, way, state, class_="dune-row")


def dial(faction: str, number: int | None, names: Names, scene: Scene) -> str:
    """A dial for the storm: its number once both are in."""
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
    made = "".join(el("li", str(one), class_="from" if not place else None) for place, one in enumerate(entered))
    return el("ol", made, class_="dune-way", aria_label="Sectors on the way of the storm")


# --- spice --------------------------------------------------------------------------------------


def blow(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.2: the deck, the latest cards turned over, and what the worms did."""
    view = now.view
    shown = view.spice_discards[-SHOWN_CARDS:]
    back = card_back(str(view.spice_deck), node=f"{scene.id}-spice-deck", kind="spice")
    first = len(view.spice_discards) - len(shown)
    cards = "".join(spice_card(card, f"{scene.id}-spice-{first + place}", names) for place, card in enumerate(shown))
    notes = []
    if view.devoured:
        notes.append(f"Devoured: {names.label('territory', view.devoured)}")
    if view.aside:
        notes.append(f"Set aside: {amount(view.aside, names.label('word', 'worm'))}")
    if view.latest:
        notes.append(f"Next strike: {names.label('territory', view.latest)}")
    said = el("ul", *(el("li", words(one)) for one in notes), class_="dune-remarks") if notes else ""
    return el("div", back, cards, said, class_="dune-row")


def spice_card(card: str, node: str, names: Names) -> str:
    """A card of the spice deck, face up: a territory with its spice, or a worm."""
    if card == WORM:
        drawn = el("svg", worm(), class_="dune-worm-picture", viewBox="-24 -24 48 48", aria_hidden="true")
    else:
        drawn = spice_svg(BLOOM[TERRITORY_OF_CARD[card]][1])
    said = el("b", words(spice_card_words(card, names)))
    return el("span", drawn, said, class_=f"dune-card dune-spice-card{' worm' if card == WORM else ''}", id=node)


def charity(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.4.1: what everybody owns."""
    made = [el("span", faction_tag(one.faction, names), spice_svg(), str(one.spice), class_="dune-entry")
            for one in now.view.factions]  # fmt: skip
    return el("div", *made, class_="dune-row")


# --- revival and shipment -----------------------------------------------------------------------


def revival(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.6: the tanks of each faction in storm order, and who is still to decide."""
    made = "".join(tank(now, one, names, scene) for one in now.view.order or now.factions)
    return el("ul", made, class_="dune-tank-row")


def tank(now: Moment, faction: str, names: Names, scene: Scene) -> str:
    """The tanks of a faction: dead forces, dead leaders, how many come back free of charge."""
    one = now.faction(faction)
    free = FACTS.factions[FACTION_IDS.index(faction)].free_revivals
    dead = "".join(leader_svg(leader, names.label("leader", leader), dead=True) for leader in one.dead)
    waits = faction in now.view.to_act
    alone = now.view.options.revival_order == "storm_order" and now.view.to_act[:1] == (faction,)
    state = "acts now" if alone else "to act" if waits else ""
    inside = faction_tag(faction, names) + el("span", el("b", str(one.tanks)), " forces, ", f"{free} free")
    inside += el("span", dead or "no leader", class_="dune-fallen")
    return el("li", inside, el("small", state) if state else "", class_="waits" if state else None,
              id=f"{scene.id}-tank-{faction}")  # fmt: skip


def shipment(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.7.1: the factions in storm order: done, acting, to come."""
    view = now.view
    made = ""
    for one in view.order:
        acting, waits = one == view.acting, one in view.to_act
        state = "now" if acting else "later" if waits or not view.acting else "done"
        said = {"now": "acts now", "later": "to come", "done": "done"}[state]
        made += standing(now, one, names, state, said, f"{scene.id}-turn-{one}")
    return el("ol", made, class_="dune-turns dune-movers")


# --- battles and the end of the turn ------------------------------------------------------------


def battles(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.8.1: the battles that must be fought."""
    made = ""
    for where, one, other in meetings(now):
        sides = [
            target(
                scene,
                "faction",
                side,
                faction_tag(side, names, str(committed(now, side, foe, where))),
                class_="dune-foe",
            )
            for side, foe in ((one, other), (other, one))
        ]
        title = el("b", words(names.label("territory", where)))
        inside = target(scene, "territory", where, title, class_="dune-where") + el("small", "against").join(sides)
        made += el("li", inside, id=f"{scene.id}-meeting-{where}-{one}-{other}")
    return el("ul", made, class_="dune-meetings") if made else el("p", "Peace, for now.", class_="dune-empty")


def collection(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.9.1: where spice lies, and who stands there."""
    made = ""
    for place, there in occupied(now).items():
        if place in now.view.fields:
            inside = el("b", words(names.label("location", place)), " ", spice_svg(), str(now.view.fields[place]))
            inside += "".join(faction_tag(one, names, str(number)) for one, number in there.items())
            made += el("li", inside if there else inside + el("small", "nobody"))
    return el("ul", made, class_="dune-meetings") if made else el("p", "Nothing lies on the sand.", class_="dune-empty")


def mentat(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.10.1: the strongholds and who holds them."""
    made = ""
    for where, who in holders(now).items():
        held_by = faction_tag(who, names) if who and who != SHARED else el("small", "shared" if who else "nobody")
        made += el("li", el("b", words(names.label("territory", where))), held_by)
    return el("ul", made, class_="dune-meetings")
