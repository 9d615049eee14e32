"""The panels: the turn with its phases, and the factions."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.scene import PlayerKind, Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.drawing.moment import (
    PHASES,
    Moment,
    capital,
    held,
    listing,
    phase_number,
    phase_title,
    strongholds_needed,
    substep,
)
from turncoat.games.dune.drawing.tokens import (
    badge_svg,
    blank_disc,
    full,
    hidden,
    leader_disc,
    leader_words,
    of,
    rule_link,
    spice_svg,
    target,
)
from turncoat.games.dune.drawing.words import against, faction_words, known_words, turn_of
from turncoat.games.dune.facts import FACTION_IDS, LEADERS_OF
from turncoat.games.dune.view_parts import FactionView
from turncoat.kernel import Names

IN = "in "
"""The words before the place of a battle: ``Battle in Arrakeen``."""


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
    told = hidden("Storm order: " + ", ".join(names.label("faction", faction) for faction in now.view.order) + ".")
    row = "".join(badge_svg(faction) for faction in now.view.order)
    return el("span", told, el("small", "Storm order", aria_hidden="true"), row, class_="dune-storm-order")


PLAYER_KINDS: Mapping[PlayerKind, str] = {
    "person": "",
    "program": ", a program",
    "bot": ", a bot",
    "open": ", open seat",
}
"""The notes on seats that no person holds."""
ADVANTAGES = ("voice", "prescience")
"""Advantages whose names differ between sets of names."""
SAID: Mapping[str, str] = {"first": "first player", "left": "is left", "traitor": "treachery!"}
"""The caption for what happens to a faction in a still, if it differs from the style sheet's word."""


class FactionPanels:
    """All factions, the reader's first, then in storm order."""

    def __init__(self, now: Moment, names: Names, scene: Scene) -> None:
        self.now, self.names, self.scene = now, names, scene

    def all(self) -> str:
        """The panels of all factions, in their order round the map."""
        made = "".join(self.panel(self.now.faction(name)) for name in listing(self.now))
        return el("div", made, class_="dune-factions", id=f"{self.scene.id}-factions", role="region",
                  aria_label="Factions")  # fmt: skip

    def panel(self, faction: FactionView) -> str:
        """One faction: names, whose turn it is, numbers, leaders, and more details to open."""
        return el(
            "article",
            self.who(faction),
            self.turn(faction),
            self.numbers(faction),
            self.discs(faction),
            self.more(faction),
            id=f"{self.scene.id}-faction-{faction.faction}",
            class_=" ".join(["dune-faction", of(faction.faction), *self.states(faction)]),
            aria_label=self.names.label("faction", faction.faction),
            data_whose=faction.seat,
        )

    def states(self, faction: FactionView) -> list[str]:
        """The classes of the panel for the style sheet: own, winner, active, speaking."""
        view, speaking = self.now.view, self.now.speaking.get(faction.faction, "")
        won = view.result is not None and faction.seat in view.result.winners
        facts = {
            "own": faction.faction == self.now.own,
            "won": won,
            "active": turn_of(self.now, faction.faction) in ("acts now", "bids now", "fights", "must answer"),
        }
        return [*(name for name, true in facts.items() if true), *([f"speaks speaks-{speaking}"] if speaking else [])]

    # --- who ----------------------------------------------------------------------------------

    def who(self, faction: FactionView) -> str:
        """Badge, player and faction; it can be tapped if an answer needs a faction."""
        player = self.names.label("seat", faction.seat)
        named = el("b", words(player)) + el(
            "small", words(self.names.label("faction", faction.faction) + self.player(faction.seat))
        )
        inside = badge_svg(faction.faction) + el("span", named, class_="dune-named")
        node = f"{self.scene.id}-who-{faction.faction}"
        return target(self.scene, "faction", faction.faction, inside, class_="dune-who", id=node)

    def player(self, seat: int) -> str:
        """A note on the player, if the player is not a person."""
        if seat >= len(self.scene.seats):
            return ""
        mark = self.scene.seats[seat]
        return ", a bot stands in" if mark.stands_in else PLAYER_KINDS[mark.kind]

    def turn(self, faction: FactionView) -> str:
        """What the faction is doing, and its ally."""
        ally = ""
        if faction.ally:
            ally = el("small", "ally") + badge_svg(faction.ally, self.names.label("faction", faction.ally))
        doing = self.doing(faction.faction)
        return full("span", el("span", words(doing), class_="dune-doing", aria_hidden="true") if doing else "", ally,
                  class_="dune-state")  # fmt: skip

    def doing(self, faction: str) -> str:
        """In a still, what the faction does in it; else what it has to do, or what it did last."""
        said, turn = self.said(faction), turn_of(self.now, faction)
        return said or turn if self.now.told else turn or said

    def said(self, faction: str) -> str:
        """What the faction does in this still; empty: nothing."""
        word = self.now.speaking.get(faction, "")
        return self.names.label("word", word) if word in ADVANTAGES else SAID.get(word, word)

    def numbers(self, faction: FactionView) -> str:
        """DUN-1.5: spice, forces, cards, strongholds as a row of numbers, and as a sentence for screen readers."""
        pledged = el("i", f"−{faction.pledged}") if faction.pledged else ""
        side = len(held(self.now, faction.faction)) + (len(held(self.now, faction.ally)) if faction.ally else 0)
        cells = (
            (
                "spice",
                f"{faction.spice}{pledged}" if pledged else f"{spice_svg()}{faction.spice}",
                self.names.label("word", "spice"),
            ),
            ("reserve", str(faction.reserves), "reserve"),
            ("map", str(sum(faction.forces.values())), "map"),
            ("tanks", str(faction.tanks), "tanks"),
            ("cards", f"{faction.cards}/{faction.limit}", "cards"),
            ("holds", f"{side}/{strongholds_needed(self.now, faction.faction)}", "holds"),
        )
        made = "".join(
            el("span", el("b", value), el("small", words(name)), class_=f"dune-cell dune-n-{kind}")
            for kind, value, name in cells
        )
        row = el("span", made, class_="dune-cells", aria_hidden="true")
        return row + hidden(faction_words(self.now, faction.faction, self.names))

    def discs(self, faction: FactionView) -> str:
        """DUN-2.5: five leaders with their strengths; dead ones are struck through, tied ones are marked."""
        blank = f"{self.scene.id}-disc-{faction.faction}"
        made = el("defs", blank_disc(faction.faction, blank))
        for place, leader in enumerate(LEADERS_OF[FACTION_IDS.index(faction.faction)]):
            x = 22 + 44 * place
            made += leader_disc(leader, x, 22, dead=leader in faction.dead, blank=blank)
            if leader in faction.tied:
                made += el("path", class_="dune-tied", d=f"M{x - 9} 43H{x + 9}")
        return el("svg", made, class_="dune-discs", viewBox="0 0 220 46", aria_hidden="true")

    # --- more ---------------------------------------------------------------------------------

    def more(self, faction: FactionView) -> str:
        """Details to open: leaders by name, known cards, traitors, restrictions."""
        summary = self.summary(faction)
        name = self.names.label("faction", faction.faction)
        aim = self.leaders(faction)
        lines = "".join(el("li", words(line)) for line in known_words(self.now, faction.faction, self.names))
        numbers = el("li", words(faction_words(self.now, faction.faction, self.names).partition(": ")[2]),
                     class_="dune-small-only")  # fmt: skip
        title = el("summary", el("span", words(summary)), hidden(f": more about {name}"))
        return el("details", title, aim, el("ul", numbers, lines), id=f"{self.scene.id}-more-{faction.faction}")

    def summary(self, faction: FactionView) -> str:
        """The number of details: known cards, preventions, promises, or only notes."""
        view = self.now.view
        found = {
            "known": len(faction.known) if faction.faction != self.now.own else 0,
            "prevented": sum(against(entry) == faction.faction for entry in view.prevented),
            "promised": sum(made.seat == faction.seat for made in view.promises),
        }
        return ", ".join(f"{number} {what}" for what, number in found.items() if number) or "Notes"

    def leaders(self, faction: FactionView) -> str:
        """Leaders that a question can be about; the reader's shield shows the reader's own ones."""
        own = self.now.view.own
        shown = frozenset() if own is None else frozenset(own.traitors or own.dealt)
        asked = self.scene.places.get("leader", frozenset()) - shown
        if faction.faction == self.now.own:
            return ""
        made = "".join(
            target(self.scene, "leader", leader, words(leader_words(leader, self.names)), class_="dune-chip")
            for leader in LEADERS_OF[FACTION_IDS.index(faction.faction)]
            if leader in asked
        )
        return el("p", made, class_="dune-aims") if made else ""
