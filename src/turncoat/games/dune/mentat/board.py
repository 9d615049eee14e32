"""DUN-4.10: the strongholds and the end, as drawings and sentences."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.drawing.moment import SHARED, Moment, stronghold_holders
from turncoat.games.dune.drawing.outlook import Lines
from turncoat.games.dune.drawing.tokens import badge_svg, card_chip, faction_tag, leader_svg, leader_words
from turncoat.games.dune.drawing.words import everybody, name_of, prediction_words, several
from turncoat.kernel import Names, listed


def mentat(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.10.1: the strongholds and who holds them."""
    made = ""
    for where, who in stronghold_holders(now).items():
        held_by = faction_tag(who, names) if who and who != SHARED else el("small", "shared" if who else "nobody")
        made += el("li", el("b", words(names.label("territory", where))), held_by)
    return el("ul", made, class_="dune-meetings")


def mentat_words(now: Moment, names: Names) -> Lines:
    """DUN-4.10.1: the holder of each stronghold, in sentences."""
    said = {"": "nobody", SHARED: "shared"}
    found = [
        f"{names.label('territory', where)}: {said[holder] if holder in said else name_of(holder, names)}"
        for where, holder in stronghold_holders(now).items()
    ]
    return ["The strongholds of each faction are counted.", f"{'; '.join(found)}."]


BY: Mapping[str, str] = {
    "DUN-4.10.2": "alone, with enough strongholds",
    "DUN-4.10.3": "together, with four strongholds",
    "DUN-4.10.4": "alone: it was predicted",
    "DUN-4.10.5": "because the havens of the desert stayed free",
    "DUN-4.10.6": "because nobody else has",
    "DUN-4.10.7": "because nobody else has",
    "DUN-4.10.8": "with most strongholds",
}
"""DUN-4.10: the words for each kind of victory, by rule."""


def end_words(now: Moment, names: Names) -> Lines:
    """DUN-4.10: the winners and the rule, a victory taken by a prediction, and what everybody held."""
    view = now.view
    assert view.result is not None
    winners = tuple(view.factions[seat].faction for seat in view.result.winners)
    verb = "win" if len(winners) > 1 else "wins"
    lines = [
        f"{everybody(winners, names)} {verb} {BY.get(view.result.rule, '')}".rstrip() + "."
        if winners
        else "Nobody wins."
    ]
    lines += foretold(now, names)
    for faction, hand, traitors, returned in zip(view.factions, view.hands, view.traitors, view.returned, strict=False):
        cards = listed(several(names.label("card", card) for card in hand)) if hand else "no cards"
        known = listed([leader_words(leader, names) for leader in traitors])
        back = listed([leader_words(leader, names) for leader in returned])
        given = f"; dealt and given back: {back}" if back else ""
        lines.append(f"{name_of(faction.faction, names)} held {cards}; traitors: {known}{given}.")
    return lines


def foretold(now: Moment, names: Names) -> Lines:
    """DUN-4.10.4: the prediction, and the faction whose victory it took."""
    view, lines = now.view, Lines()
    if view.result is not None and view.result.predicted:
        robbed = tuple(view.factions[seat].faction for seat in view.result.predicted)
        lines.append(f"Without the prediction the winners would have been {everybody(robbed, names)}.")
    if view.prediction is not None:
        lines.append(f"The prediction was {prediction_words(now, view.prediction, names)}.")
    return lines


def end(now: Moment, names: Names, scene: Scene) -> str:
    """Winners, prediction, and all hands if secrets are shown."""
    result = now.view.result
    assert result is not None
    winners = "".join(_winner(now, seat, names) for seat in result.winners)
    notes = foretold(now, names)
    said = el("ul", *(el("li", words(note)) for note in notes), class_="dune-remarks") if notes else ""
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
    """DUN-10, DUN-O-13: everybody's hand and traitors, and the traitor cards that were given back."""
    view = now.view
    if not view.hands:
        return el("p", "Hidden cards stay hidden after this game.", class_="dune-empty")
    made = ""
    for faction, hand, traitors, returned in zip(view.factions, view.hands, view.traitors, view.returned, strict=False):
        cards = "".join(card_chip(card, names) for card in hand) or el("small", "no cards")
        back = el("span", el("small", "Dealt and given back"), _leaders(returned, names), class_="dune-chips")
        title = badge_svg(faction.faction) + el("b", words(names.label("faction", faction.faction)))
        made += el(
            "li",
            el("span", title, class_="dune-tag"),
            el("span", cards, class_="dune-chips"),
            el("span", el("small", "Traitors"), _leaders(traitors, names), class_="dune-chips"),
            back if returned else "",
            id=f"{scene.id}-open-{faction.faction}",
        )
    return el("ul", made, class_="dune-hands")
