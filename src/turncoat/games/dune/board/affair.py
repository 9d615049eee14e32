"""What is being settled, as a stage of its own above the map: one drawing for each phase, one for the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.board.affair_auction import auction
from turncoat.games.dune.board.affair_battle import battle
from turncoat.games.dune.board.affair_end import end
from turncoat.games.dune.board.affair_nexus import nexus
from turncoat.games.dune.board.affair_phases import (
    battles,
    blow,
    charity,
    collection,
    mentat,
    revival,
    setup,
    shipment,
    storm,
)
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.standing import PHASES, phase_number, phase_title
from turncoat.games.dune.board.tokens import rule_link
from turncoat.games.dune.board.words_affair import main_words, question_words
from turncoat.games.dune.board.words_factions import promise_words
from turncoat.kernel import Names

Draw = Callable[[Moment, Names, Scene], str]


class Matter(Struct, frozen=True):
    """What is being settled.

    Attributes:
        kind: A word for the style sheet.
        title: What it is called.
        rule: Where the rulebook begins with it.
        draw: Draws it.
    """

    kind: str
    title: str
    rule: str
    draw: Draw


_PHASES: Mapping[str, Draw] = {
    "storm": storm,
    "spice_blow": blow,
    "charity": charity,
    "bidding": auction,
    "revival": revival,
    "shipment_and_movement": shipment,
    "battles": battles,
    "collection": collection,
    "mentat": mentat,
}
"""How each phase is drawn, by the name of its section."""


def matter(now: Moment, names: Names) -> Matter:
    """What is being settled in this moment."""
    view = now.view
    if view.result is not None:
        return Matter("end", "The game is over", view.result.rule, end)
    if view.battle is not None:
        where = names.label("territory", view.battle.territory)
        return Matter("battle", f"Battle in {where}", "DUN-4.8.4", battle)
    if "nexus" in view.phase:
        return Matter("nexus", "Nexus", "DUN-4.3.1", nexus)
    number = phase_number(now)
    if number < 0:
        return Matter("setup", "Setup", "DUN-3.1.1", setup)
    phase = PHASES[number]
    return Matter(phase.tag.replace("_", "-"), phase_title(number, names), phase.rule, _PHASES[phase.tag])


def affair(now: Moment, names: Names, scene: Scene) -> str:
    """The stage: title, an open question or the first sentence, drawing, and what binds besides."""
    it = matter(now, names)
    title = el("h2", words(it.title), " ", rule_link(it.rule))
    head = el("header", title, question(now, names) or el("p", words(summary(now, names)), role="status"),
              class_="dune-affair-head")  # fmt: skip
    floor = el("div", it.draw(now, names, scene), class_="dune-floor")
    return el("section", head, floor, bindings(now, names), id=f"{scene.id}-affair",
              class_=f"dune-affair dune-affair-{it.kind}", aria_label=it.title)  # fmt: skip


def summary(now: Moment, names: Names) -> str:
    """The first sentence; of a battle only who attacks whom, because the wheels tell the rest."""
    it = now.view.battle
    if it is not None and now.view.result is None:
        return f"{names.label('faction', it.aggressor)} attacks {names.label('faction', it.defender)}."
    return main_words(now, names)[0]


def question(now: Moment, names: Names) -> str:
    """DUN-7.12: a question that must be answered before anything else."""
    if now.view.question is None:
        return ""
    (asked,) = question_words(now.view.question, names)
    return el("p", words(asked), " ", rule_link("DUN-7.12.1"), class_="dune-question", role="status")


def bindings(now: Moment, names: Names) -> str:
    """DUN-7.11.4, DUN-7.12.3: preventions in force and promises that bind."""
    view = now.view
    lines = [(f"Prevented: {names.label('prevention', entry)}", "DUN-7.11.4") for entry in view.prevented]
    for one in view.promises:
        faction = names.label("faction", view.factions[one.seat].faction)
        lines.append((f"{faction}: {promise_words(one, names)}", "DUN-7.12.3"))
    made = "".join(el("li", words(text), " ", rule_link(rule)) for text, rule in lines)
    return el("ul", made, class_="dune-bindings", aria_label="What binds just now") if made else ""
