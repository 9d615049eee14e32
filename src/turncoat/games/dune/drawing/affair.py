"""The present matter above the map: one drawing for each phase, one for the end."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.battle.board import battle, battle_words, battles, battles_words, committed, sides_of
from turncoat.games.dune.bidding.board import auction, auction_words
from turncoat.games.dune.drawing.moment import PHASES, Moment, occupied, phase_number, phase_title
from turncoat.games.dune.drawing.outlook import Lines
from turncoat.games.dune.drawing.tokens import faction_tag, rule_link, spice_svg
from turncoat.games.dune.drawing.words import name_of, promise_words
from turncoat.games.dune.mentat.board import end, end_words, mentat, mentat_words
from turncoat.games.dune.revival.board import revival, revival_words
from turncoat.games.dune.setup.board import setup, setup_words
from turncoat.games.dune.shipment.board import shipment, shipment_words
from turncoat.games.dune.spice_blow.board import blow, blow_words, nexus, nexus_words
from turncoat.games.dune.storm.board import storm, storm_words
from turncoat.games.dune.truthtrance.events import Put
from turncoat.games.dune.truthtrance.rules import subject
from turncoat.games.dune.view_parts import BattleView, QuestionView
from turncoat.kernel import Names, amount, tag_of


def question_words(question: QuestionView, names: Names) -> Lines:
    """DUN-7.12.1: a question with both factions."""
    asked = Put(tag_of(question.question.__class__), *subject(question.question)).say(names)
    return [f"{name_of(question.asker, names)} asks {name_of(question.target, names)}: “{asked}”"]


def charity_words(now: Moment, names: Names) -> Lines:
    """DUN-4.4.1: what each faction gets."""
    return [f"A faction with less than 2 {names.label('word', 'spice')} gets enough to have 2."]


def collection_words(now: Moment, names: Names) -> Lines:
    """DUN-4.9.1: the factions that collect spice."""
    spice = names.label("word", "spice")
    return [f"Forces collect the {spice} that lies where they stand: 2 each, 3 with a city held alone."]


def charity(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.4.1: the spice of all factions."""
    made = [el("span", faction_tag(faction.faction, names), spice_svg(), str(faction.spice), class_="dune-entry")
            for faction in now.view.factions]  # fmt: skip
    return el("div", *made, class_="dune-row")


def collection(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.9.1: the places with spice, and the forces there."""
    made = ""
    for place, there in occupied(now).items():
        if place in now.view.fields:
            inside = el("b", words(names.label("location", place)), " ", spice_svg(), str(now.view.fields[place]))
            inside += "".join(faction_tag(faction, names, str(number)) for faction, number in there.items())
            made += el("li", inside if there else inside + el("small", "nobody"))
    return (
        el("ul", made, class_="dune-meetings") if made else el("p", "No spice lies on the sand.", class_="dune-empty")
    )


class Matter(Struct, frozen=True):
    """A matter that the table is settling.

    Attributes:
        kind: A word for the style sheet.
        rule: The rule with which it begins.
        tell: A function that says it in sentences.
    """

    kind: str
    title: str
    rule: str
    draw: Callable[[Moment, Names, Scene], str]
    tell: Callable[[Moment, Names], Lines]


_PHASES = {
    "storm": (storm, storm_words),
    "spice_blow": (blow, blow_words),
    "charity": (charity, charity_words),
    "bidding": (auction, auction_words),
    "revival": (revival, revival_words),
    "shipment_and_movement": (shipment, shipment_words),
    "battles": (battles, battles_words),
    "collection": (collection, collection_words),
    "mentat": (mentat, mentat_words),
}
"""The drawing and the sentences of each phase, by the name of its section."""


def matter(now: Moment, names: Names) -> Matter:
    """The present matter: the end, a battle, a Nexus, setup, else the phase."""
    view = now.view
    if view.result is not None:
        return Matter("end", "The game is over", view.result.rule, end, end_words)
    if view.battle is not None:
        where = names.label("territory", view.battle.territory)
        return Matter("battle", f"Battle in {where}", "DUN-4.8.4", battle, battle_words)
    if "nexus" in view.phase:
        return Matter("nexus", "Nexus", "DUN-4.3.1", nexus, nexus_words)
    number = phase_number(now)
    if number < 0:
        return Matter("setup", "Setup", "DUN-3.1.1", setup, setup_words)
    phase = PHASES[number]
    return Matter(phase.tag.replace("_", "-"), phase_title(number, names), phase.rule, *_PHASES[phase.tag])


def affair_words(now: Moment, names: Names) -> Lines:
    """The present matter in words, and the restrictions in force."""
    view = now.view
    asked = question_words(view.question, names) if view.question is not None else []
    told = [*asked, *matter(now, names).tell(now, names)]
    bound = [f"{text}." for text, _ in binding(now, names)]
    return told + [text for text in bound if not any(text in line for line in told)]


def stakes(now: Moment, names: Names) -> tuple[str, ...]:
    """The present matter, and the reader's spice and forces: DUN-4.5.4 asks for bids, so a player needs both."""
    if not now.own or now.view.result is not None:
        return ()
    own = now.faction(now.own)
    means = f"You have {own.spice} {names.label('word', 'spice')} and {amount(own.reserves, 'force')} in reserve."
    auction, fight = now.view.auction, now.view.battle
    if fight is not None and not fight.resolved and now.view.question is None and now.own in dict(sides_of(fight)):
        return battle_stakes(now, fight, names), f"You have {own.spice} {names.label('word', 'spice')}."
    if auction is None:
        return (question_words(now.view.question, names)[0] if now.view.question else summary(now, names)), means
    cards = f"You have {own.spice} {names.label('word', 'spice')} and {own.cards} of {own.limit} cards."
    return f"Card {auction.number} of {auction.total}.", *auction_words(now, names)[1:2], cards


def battle_stakes(now: Moment, fight: BattleView, names: Names) -> str:
    """DUN-4.8.5: who attacks whom, the forces that each can dial, and where."""
    forces = {one: amount(committed(now, one, foe, fight.territory), "force") for one, foe in sides_of(fight)}
    one, other = (f"{names.label('faction', side)} ({number})" for side, number in forces.items())
    return f"{one} attacks {other} in {names.label('territory', fight.territory)}."


def affair(now: Moment, names: Names, scene: Scene) -> str:
    """The stage: title, an open question or the first sentence, drawing, and restrictions in force.

    Only screen readers get the title of a phase: the row of phases shows it.
    """
    it = matter(now, names)
    link = rule_link(it.rule)
    shown = phase_number(now) < 0 or it.title != phase_title(phase_number(now), names)
    title = el("h2", words(it.title), " ", link) if shown else el("h2", words(it.title), class_="hidden")
    first = el("p", words(summary(now, names)), "" if shown else f" {link}", role="status")
    head = el("header", title, question(now, names) or first, class_="dune-affair-head")
    floor = el("div", it.draw(now, names, scene), class_="dune-floor", id=f"{scene.id}-floor-{it.kind}")
    return el("section", head, floor, bindings(now, names), id=f"{scene.id}-affair",
              class_=f"dune-affair dune-affair-{it.kind}", aria_label=it.title)  # fmt: skip


def summary(now: Moment, names: Names) -> str:
    """The first sentence; of a battle only who attacks whom, because the wheels show the rest."""
    it = now.view.battle
    if it is not None and now.view.result is None:
        return f"{names.label('faction', it.aggressor)} attacks {names.label('faction', it.defender)}."
    return matter(now, names).tell(now, names)[0]


def question(now: Moment, names: Names) -> str:
    """DUN-7.12: a question that must be answered before anything else."""
    if now.view.question is None:
        return ""
    (asked,) = question_words(now.view.question, names)
    return el("p", words(asked), " ", rule_link("DUN-7.12.1"), class_="dune-question", role="status")


def binding(now: Moment, names: Names) -> list[tuple[str, str]]:
    """DUN-7.11.4, DUN-7.12.3: preventions in force and promises that bind, with their rules."""
    view = now.view
    lines = [(f"Karama stops {names.label('stopped', entry)}", "DUN-7.11.4") for entry in view.prevented]
    for promise in view.promises:
        faction = names.label("faction", view.factions[promise.seat].faction)
        lines.append((f"{faction}: {promise_words(promise, names)}", "DUN-7.12.3"))
    return lines


def bindings(now: Moment, names: Names) -> str:
    """The restrictions in force, as a list."""
    made = "".join(el("li", words(text), " ", rule_link(rule)) for text, rule in binding(now, names))
    return el("ul", made, class_="dune-bindings", aria_label="Restrictions in force") if made else ""
