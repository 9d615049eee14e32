"""DUN-1.4.1: the nine phases of the turn, where the game is among them, the storm and who comes when."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.board.counters import badge_svg
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.standing import PHASES, capital, phase_number, phase_title, substep
from turncoat.games.dune.board.tokens import hidden, rule_link
from turncoat.kernel import Names

IN = "in "
"""What the place of a battle begins with: ``Battle in Arrakeen``."""


def track(now: Moment, names: Names, scene: Scene) -> str:
    """The turn, the nine phases with the present one marked, and storm order."""
    number = phase_number(now)
    steps = "".join(_step(now, place, number, names) for place in range(len(PHASES)))
    ol = el("ol", steps, class_="dune-phases", id=f"{scene.id}-phases", aria_label="Phases of the turn")
    made = el("p", *_heading(now, number, names), class_="dune-now", id=f"{scene.id}-now")
    return el("div", made, ol, class_="dune-track", id=f"{scene.id}-track", role="region", aria_label="Turn and phase")


def _step(now: Moment, place: int, number: int, names: Names) -> str:
    """One phase: over, present, or to come."""
    phase = PHASES[place]
    state = "now" if place == number else "over" if place < number or now.view.result is not None else "next"
    short = phase.short.format(spice=capital(names.label("word", "spice")))
    title = phase_title(place, names)
    inside = el("b", str(place + 1)) + el("span", words(short))
    return el(
        "li",
        el("a", inside, href=f"/rules/dune#{phase.rule}", title=f"{title}, {phase.rule}"),
        class_=f"dune-phase {state}",
        aria_current="step" if place == number else None,
    )


def _heading(now: Moment, number: int, names: Names) -> list[str]:
    """``Turn 3 of 10: Bidding, card 2 of 5``; then storm order."""
    view = now.view
    if view.result is not None:
        return [el("b", f"The game is over after turn {view.turn}"), rule_link(view.result.rule)]
    if number < 0:
        return [el("b", "Setup"), rule_link("DUN-3.1.1")]
    more = substep(now, names)
    title = phase_title(number, names) + (f"{' ' if more.startswith(IN) else ': '}{more}" if more else "")
    return [
        el("span", f"Turn {view.turn} of {view.options.turns}", class_="dune-turn-number"),
        el("b", words(title)),
        rule_link(PHASES[number].rule),
        order(now, names),
    ]


def order(now: Moment, names: Names) -> str:
    """DUN-2.2.3: storm order as a row of badges."""
    if not now.view.order:
        return ""
    told = hidden("Storm order: " + ", ".join(names.label("faction", one) for one in now.view.order) + ".")
    row = "".join(badge_svg(one) for one in now.view.order)
    return el("span", told, el("small", "Storm order", aria_hidden="true"), row, class_="dune-storm-order")
