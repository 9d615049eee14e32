"""The small things that panels are made of: cards, leaders, links to rules, things that can be tapped."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import Attribute, el, words
from turncoat.games.dune.board.counters import badge_svg, leader_svg, spice_svg
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.cards import KIND
from turncoat.games.dune.facts import STRENGTH
from turncoat.kernel import Names

NOTHING = "&#8203;"
"""A character that is not seen: an element with it is not empty."""
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
"""What tells kinds of cards apart besides colour: arrow, drop, beam, shield, goblet, figure, cross, star."""


def rule_link(rule: str) -> str:
    """A rule that can be looked up."""
    return el("a", rule, class_="rule", href=f"/rules/dune#{rule}")


def full(name: str, *children: str, **attributes: Attribute) -> str:
    """An element that keeps its line, and its end tag, when there is nothing in it."""
    return el(name, *(children if any(children) else (NOTHING,)), **attributes)


def hidden(text: str) -> str:
    """Words for those who do not see the drawing."""
    return el("span", words(text), class_="hidden")


def kind_of(card: str) -> str:
    """The kind of a card, for sign and style sheet."""
    return KIND.get(card, SPECIAL)


def kind_sign(kind: str) -> str:
    """The sign of a kind of cards."""
    return el("svg", el("path", d=_SIGNS[kind]), class_="dune-kind-sign", viewBox="0 0 24 24", aria_hidden="true")


def target(scene: Scene, domain: str, value: str, *children: str, class_: str, **more: Attribute) -> str:
    """Something that can be tapped where an open answer asks for it; else it only stands there."""
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
    """``Stilgar 7``; the name alone where there is no strength."""
    worth = STRENGTH.get(leader)
    name = names.label("leader", leader)
    return name if worth is None else f"{name} {worth}"


def faction_tag(faction: str, names: Names, more: str = "") -> str:
    """A faction in a line of text: its badge and its name, and what is said of it."""
    said = el("b", words(names.label("faction", faction)))
    return el("span", badge_svg(faction), said, words(f" {more}") if more else "", class_="dune-tag")


def leader_tag(leader: str, names: Names, more: str = "", *, dead: bool = False) -> str:
    """A leader in a line of text: the disc, the name, and what is said of the leader."""
    said = el("span", el("b", words(names.label("leader", leader))), words(f" {more}") if more else "")
    return el("span", leader_svg(leader, f"Strength {STRENGTH[leader]}", dead=dead), said,
              class_=f"dune-tag{' dead' if dead else ''}")  # fmt: skip


def standing(now: Moment, faction: str, names: Names, state: str, said: str, node: str) -> str:
    """A faction in a row of factions that act one after the other: what it does, and what it owns.

    Args:
        now: The table.
        faction: Which one.
        names: What things are called.
        state: A word for the style sheet; ``now``: it is its turn.
        said: What it does or has done.
        node: Its id.
    """
    purse = el("span", spice_svg(), str(now.faction(faction).spice), class_="dune-purse")
    name = el("b", words(names.label("faction", faction)))
    return el("li", badge_svg(faction), name, el("small", words(said)), purse, class_=state, id=node,
              aria_current="step" if state == "now" else None)  # fmt: skip
