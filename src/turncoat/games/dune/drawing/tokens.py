"""Small parts of panels and map: badges, discs, cards, links to rules, elements to tap."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import Attribute, el, number, words
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER, STRENGTH
from turncoat.games.dune.shared.cards import KIND
from turncoat.games.dune.shipment.shipping import RESERVES
from turncoat.kernel import Names


def reserves(drawn: str, scene: Scene, *, own: bool) -> str:
    """DUN-4.7.2: the reader's reserves, which can be tapped while they can be shipped.

    They lie in a group of their own in every drawing: where a group came and went, script would lose what lies in it.
    """
    ships = own and RESERVES in scene.places.get("unit", frozenset())
    return el("g", drawn, class_="tap target legal" if ships else None, data_domain="unit" if ships else None,
              data_value=RESERVES if ships else None)  # fmt: skip


_OUTLINES: Mapping[str, str] = {
    "seers": "M-18-18Q0-23 18-18V1C18 12 9 18 0 22C-9 18-18 12-18 1Z",
    "schemers": "M-19-19L-6-16H6L19-19L16-6V6L19 19L6 16H-6L-19 19L-16 6V-6Z",
    "nomads": "M0-24L20-6V6L0 24L-20 6V-6Z",
    "throne": "M-20-17L-10-11L0-21L10-11L20-17L17 19Q0 23-17 19Z",
    "carriers": "M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z",
    "sisters": "M-12-20H12L21-7V7L12 20H-12L-21 7V-7Z",
}
"""Outlines: shield, barbed square, standing lozenge, crown, roundel, octagon."""

_EMBLEMS: Mapping[str, str] = {
    "seers": "M-13 0Q0-13 13 0Q0 13-13 0ZM0-5.5A5.5 5.5 0 1 0 0 5.5A5.5 5.5 0 1 0 0-5.5Z",
    "schemers": "M-11-11C-12-1-9 6-3 11L-5-2ZM11-11C12-1 9 6 3 11L5-2ZM0-12L4 0L0 13L-4 0Z",
    "nomads": "M0-15C4-7 9-2 9 5A9 9 0 0 1-9 5C-9-2-4-7 0-15ZM-3 2A5 5 0 0 0 2 10A7 7 0 0 1-3 2Z",
    "throne": "M-12-6L-6 1L0-9L6 1L12-6L9 8H-9ZM-9 10H9V13H-9Z",
    "carriers": "M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8ZM-15 6C-10 12 12-1 15-7C14 3-9 14-15 6Z",
    "sisters": "M5-13A13 13 0 1 0 11 8A11 11 0 0 1 5-13ZM7-3L9 1L13 2L10 5L11 9L7 7L3 9L4 5L1 2L5 1Z",
}
"""Emblems: eye, claws, drop, crown, a world and its ship's path, moon and star."""

_HEAP = "M-25 14C-17 10-15-3-9-9Q-5-14-1-8Q4-18 10-11C15-5 17 10 25 14Q0 21-25 14Z"
_WORM = (
    "M0-22A22 22 0 1 1 0 22A22 22 0 1 1 0-22ZM0-15L3-8L9-12L9-5L15-3L9 1L13 8L6 7L3 14L0 8L-4 14L-6 7L-13 8L-9 1L-15-3"
    "L-9-5L-9-12L-3-8Z"
)


def of(name: str) -> str:
    """The class that gives a drawing the colours of a faction: ``dune-f dune-f-seers``.

    Raises:
        KeyError: if there is no such faction.
    """
    if name not in FACTION_IDS:
        raise KeyError(name)
    return f"dune-f dune-f-{name}"


def placed(x: float, y: float, scale: float = 1) -> str:
    """A ``transform`` with the position, in whole units, and the size."""
    return f"translate({round(x)} {round(y)})" + (f" scale({scale:.3g})" if scale != 1 else "")


def outline(faction: str) -> str:
    """The outline of a faction's pieces, in its colour."""
    return el("path", class_="dune-shape", d=_OUTLINES[faction])


def counter(
    faction: str, amount: int, x: float = 0, y: float = 0, scale: float = 1, *, node: str | None = None, state: str = ""
) -> str:
    """Forces of a faction: its outline in its colour, with their number.

    Args:
        faction: The faction that owns the forces.
        amount: The number of forces; at most two digits fit.
        x: The position of its middle from the left, in units of the drawing.
        y: The position of its middle from the top.
        scale: The size; 1 is about 40 units across.
        node: Its id; the same id in the next drawing makes it glide to its new place.
        state: Further classes (``"own"``).
    """
    small = amount > 9
    text = el("text", str(amount), class_="dune-number", y=9.0 if small else 10.5, font_size=26 if small else 30)
    return el("g", outline(faction), text, id=node, class_=f"dune-counter {of(faction)} {state}".strip(),
              transform=placed(x, y, scale))  # fmt: skip


def badge(faction: str, x: float = 0, y: float = 0, scale: float = 1, *, node: str | None = None) -> str:
    """The mark of a faction: its outline with its emblem."""
    emblem = el("path", class_="dune-emblem", d=_EMBLEMS[faction], transform="scale(.85)")
    return el("g", outline(faction), emblem, id=node, class_=f"dune-badge {of(faction)}",
              transform=placed(x, y, scale))  # fmt: skip


def badge_svg(faction: str, label: str = "") -> str:
    """A faction's mark as a separate picture, for a line of text; without a label, screen readers skip it."""
    said = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return el("svg", badge(faction), class_="dune-badge-picture", viewBox="-25 -25 50 50", **said)


def blank_disc(faction: str, node: str | None = None) -> str:
    """The parts that all leader discs of a faction share: a disc in its colour with a small emblem."""
    disc = el("circle", class_="dune-disc", r=20) + el("circle", class_="dune-disc-ring", r=16.5)
    emblem = el("path", class_="dune-emblem", d=_EMBLEMS[faction], transform="translate(0 -8) scale(.42)")
    return el("g", disc, emblem, id=node)


def leader_disc(
    leader: str, x: float = 0, y: float = 0, scale: float = 1, *, dead: bool = False, blank: str = ""
) -> str:
    """A leader: the disc of the faction with the leader's strength; struck through when dead.

    Args:
        leader: The id of the leader.
        x: Where the disc's middle is, from the left.
        y: Where the disc's middle is, from the top.
        scale: How large the disc is drawn; 1 is the usual size.
        dead: Whether the leader is in the tanks.
        blank: Id of a disc of the faction that is in the drawing already; empty: there is none.

    Raises:
        KeyError: if there is no such leader.
    """
    faction = FACTION_IDS[FACTION_OF_LEADER[leader]]
    disc = el("use", href=f"#{blank}") if blank else blank_disc(faction)
    text = el("text", str(STRENGTH[leader]), class_="dune-number", y=13, font_size=19)
    cross = el("path", class_="dune-cross", d="M-15 15L15-15") if dead else ""
    states = ["dune-leader", *(["dead"] if dead else []), *([] if blank else [of(faction)])]
    return el("g", disc, text, cross, class_=" ".join(states), transform=placed(x, y, scale))


def leader_svg(leader: str, label: str = "", *, dead: bool = False) -> str:
    """A leader as a separate picture; without a label, screen readers skip it."""
    said = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return el("svg", leader_disc(leader, dead=dead), class_="dune-leader-picture", viewBox="-23 -23 46 46", **said)


def spice(amount: int, x: float = 0, y: float = 0, scale: float = 1, *, node: str | None = None) -> str:
    """A heap of spice with its amount."""
    heap = el("path", class_="dune-heap", d=_HEAP)
    text = el("text", str(amount), class_="dune-spice-number", y=13, font_size=28 if amount < 10 else 26)
    return el("g", heap, text, id=node, class_="dune-spice", transform=placed(x, y, scale))


def spice_svg(amount: int | None = None) -> str:
    """A small heap for a line of text, with a number if one is given."""
    heap = el("path", class_="dune-heap", d=_HEAP)
    text = "" if amount is None else el("text", str(amount), class_="dune-spice-number", y=13, font_size=28)
    return el("svg", heap, text, class_="dune-spice-picture", viewBox="-23 -17 46 36", aria_hidden="true")


def worm(x: float = 0, y: float = 0, scale: float = 1, *, node: str | None = None) -> str:
    """A sandworm, from above: only a mouth is seen."""
    mouth = el("path", class_="dune-mouth", d=_WORM, fill_rule="evenodd") + el("circle", class_="dune-throat", r=5)
    return el("g", el("circle", class_="dune-maw", r=22), mouth, id=node, class_="dune-worm",
              transform=f"translate({number(x)} {number(y)}) scale({scale:.3g})")  # fmt: skip


NOTHING = "&#8203;"
"""An invisible character that keeps an element from being empty."""
SPECIAL = "special"
_SIGNS: Mapping[str, str] = {
    "projectile": "M3 21L9 15M6 12L12 18M10 14L20 4M14 4H20V10",
    "poison": "M12 3C16 9 18 12 18 15A6 6 0 0 1 6 15C6 12 8 9 12 3ZM10 15A2.500 2.500 0 0 0 12 17.500",
    "lasgun": "M3 12H13M13 12L20 5M13 12L21 12M13 12L20 19M5 9V15",
    "shield": "M12 3L20 6V11C20 16 16 20 12 21C8 20 4 16 4 11V6Z",
    "snooper": "M4 4H20L15 11C15 14 18 15 18 18C18 21 6 21 6 18C6 15 9 14 9 11ZM8 7H16",
    "cheap-hero": "M12 3A4 4 0 1 1 12 11A4 4 0 1 1 12 3ZM5 21C5 15 8 13 12 13C16 13 19 15 19 21",
    "worthless": "M5 5L19 19M19 5L5 19",
    SPECIAL: "M12 3L14.500 9.500L21 12L14.500 14.500L12 21L9.500 14.500L3 12L9.500 9.500Z",
}
"""Signs of the kinds of cards: arrow, drop, beam, shield, goblet, figure, cross, star."""


def rule_link(rule: str) -> str:
    """A link to a rule."""
    return el("a", rule, class_="rule", href=f"/rules/dune#{rule}")


def full(name: str, *children: str, **attributes: Attribute) -> str:
    """An element that keeps its height, and its end tag, when it is empty."""
    return el(name, *(children if any(children) else (NOTHING,)), **attributes)


def hidden(text: str) -> str:
    """Text for screen readers only."""
    return el("span", words(text), class_="hidden")


def kind_of(card: str) -> str:
    """The kind of a card, for its sign and the style sheet."""
    return KIND.get(card, SPECIAL)


def kind_sign(kind: str) -> str:
    """The sign of a kind of cards."""
    return el("svg", el("path", d=_SIGNS[kind]), class_="dune-kind-sign", viewBox="0 0 24 24", aria_hidden="true")


def target(scene: Scene, domain: str, value: str, *children: str, class_: str, **more: Attribute) -> str:
    """An element that can be tapped if an open answer needs its value."""
    if value not in scene.places.get(domain, frozenset()):
        asked = f"{domain} {value}" if domain in scene.places else None
        return el("span", *children, class_=class_, data_why=asked, **more)
    return el(
        "a",
        *children,
        class_=f"{class_} dune-target target legal",
        href="#composer",
        role="button",
        data_domain=domain,
        data_value=value,
        **more,
    )


def card_chip(card: str, names: Names, *, node: str | None = None) -> str:
    """A card as a small label: sign and name."""
    kind = kind_of(card)
    name = el("span", words(names.label("card", card)))
    return el("span", kind_sign(kind), name, class_=f"dune-chip dune-kind-{kind}", id=node)


def card_back(text: str = "", *, node: str | None = None, kind: str = "treachery") -> str:
    """The back of a card, with a few words on it."""
    return el("span", el("span", words(text)) if text else "", class_=f"dune-back dune-back-{kind}", id=node)


def card_face(card: str, names: Names, *, node: str | None = None) -> str:
    """A card, face up: sign, name, kind."""
    kind = kind_of(card)
    label = names.label("kind", kind)
    name = names.label("card", card)
    made = kind_sign(kind) + el("b", words(name))
    if label != name:
        made += el("small", words(label))
    return el("span", made, class_=f"dune-card dune-kind-{kind}", id=node)


def leader_words(leader: str, names: Names) -> str:
    """``Stilgar 7``; only the name if there is no strength."""
    worth = STRENGTH.get(leader)
    name = names.label("leader", leader)
    return name if worth is None else f"{name} {worth}"


def faction_tag(faction: str, names: Names, more: str = "") -> str:
    """A faction in a line of text: its badge and its name, and a note."""
    said = el("b", words(names.label("faction", faction)))
    return el("span", badge_svg(faction), said, words(f" {more}") if more else "", class_="dune-tag")


def leader_tag(leader: str, names: Names, more: str = "", *, dead: bool = False) -> str:
    """A leader in a line of text: disc and name, and a note."""
    said = el("span", el("b", words(names.label("leader", leader))), words(f" {more}") if more else "")
    return el("span", leader_svg(leader, f"Strength {STRENGTH[leader]}", dead=dead), said,
              class_=f"dune-tag{' dead' if dead else ''}")  # fmt: skip


def standing(now: Moment, faction: str, names: Names, state: str, said: str, node: str) -> str:
    """A faction in a row of factions that act in turn: what it does, and what it owns.

    ``state`` is a word for the style sheet; ``now``: it is the faction's turn.
    """
    purse = el("span", spice_svg(), str(now.faction(faction).spice), class_="dune-purse")
    name = el("b", words(names.label("faction", faction)))
    return el("li", badge_svg(faction), name, el("small", words(said)), purse, class_=state, id=node,
              aria_current="step" if state == "now" else None)  # fmt: skip
