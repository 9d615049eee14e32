"""DUN-4.10: the end: who has won and how, and what everybody held."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.board.counters import badge_svg, leader_svg
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.tokens import card_chip
from turncoat.games.dune.board.words_factions import prediction_words
from turncoat.kernel import Names


def end(now: Moment, names: Names, scene: Scene) -> str:
    """Winners, prediction, and all hands where they are opened."""
    view, result = now.view, now.view.result
    assert result is not None
    winners = "".join(_winner(now, seat, names) for seat in result.winners)
    notes = []
    if result.predicted:
        robbed = ", ".join(names.label("faction", view.factions[seat].faction) for seat in result.predicted)
        notes.append(f"Without the prediction: {robbed}")
    if view.prediction is not None:
        notes.append(f"Predicted: {prediction_words(now, view.prediction, names)}")
    said = el("ul", *(el("li", words(one)) for one in notes), class_="dune-remarks") if notes else ""
    return el("div", winners, said, class_="dune-row dune-winners") + hands(now, names, scene)


def _winner(now: Moment, seat: int, names: Names) -> str:
    faction = now.view.factions[seat].faction
    called = el("b", words(names.label("seat", seat))) + el("small", words(names.label("faction", faction)))
    return el("span", badge_svg(faction), el("span", called, class_="dune-named"), class_="dune-winner")


def _leaders(leaders: tuple[str, ...], names: Names) -> str:
    return "".join(
        el("span", leader_svg(leader), words(names.label("leader", leader)), class_="dune-chip") for leader in leaders
    )


def hands(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-10, O-13: everybody's hand and traitors, and the traitor cards that were given back."""
    view = now.view
    if not view.hands:
        return el("p", "The shields stay up: nothing more is shown.", class_="dune-empty")
    made = ""
    for one, hand, traitors, returned in zip(view.factions, view.hands, view.traitors, view.returned, strict=False):
        cards = "".join(card_chip(card, names) for card in hand) or el("small", "no cards")
        back = el("span", el("small", "Dealt and given back"), _leaders(returned, names), class_="dune-chips")
        title = badge_svg(one.faction) + el("b", words(names.label("faction", one.faction)))
        made += el(
            "li",
            el("span", title, class_="dune-tag"),
            el("span", cards, class_="dune-chips"),
            el("span", el("small", "Traitors"), _leaders(traitors, names), class_="dune-chips"),
            back if returned else "",
            id=f"{scene.id}-open-{one.faction}",
        )
    return el("ul", made, class_="dune-hands")
