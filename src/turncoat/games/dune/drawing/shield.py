"""DUN-1.5: the reader's own shield: hand, traitors, prediction, foresight, the ally's spice, unseen cards."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.tokens import card_face, hidden, kind_of, leader_tag, rule_link, target
from turncoat.games.dune.drawing.words import ally_words, foresight_words, owner_of, prediction_words, unseen_kinds
from turncoat.games.dune.facts import FACTION_IDS, LEADERS_OF
from turncoat.games.dune.view_parts import OwnView
from turncoat.kernel import Names

USES: Mapping[str, tuple[str, str]] = {
    "projectile": ("Weapon. Kills the other hero, unless {shield} is played.", "DUN-7.2.1"),
    "poison": ("Weapon. Kills the other hero, unless {snooper} is played.", "DUN-7.2.1"),
    "lasgun": ("Weapon. Kills for sure; with any {shield} in the battle everything explodes.", "DUN-7.3.1"),
    "shield": ("Defence. Saves your hero from a {projectile}.", "DUN-7.4.1"),
    "snooper": ("Defence. Saves your hero from a {poison}.", "DUN-7.4.1"),
    "cheap-hero": ("Leads a battle in place of a leader: strength 0, never a traitor.", "DUN-7.6.1"),
    "worthless": ("Fills the place of a weapon or defence in a plan, and does nothing else.", "DUN-7.5.1"),
    "ghola": ("Any time: one of your leaders, or up to {forces} forces, back from the tanks.", "DUN-7.8.1"),
    "atomics": ("Before the storm moves, with forces near the {wall}: it is gone for good.", "DUN-7.9.1"),
    "hajr": ("One more move in your turn of Shipment and Movement.", "DUN-7.10.1"),
    "karama": ("Take the card on auction, ship at half price, or prevent an advantage.", "DUN-7.11.1"),
    "truthtrance": ("Any time: one question that must be answered truthfully.", "DUN-7.12.1"),
    "weather-control": ("Before the storm moves: you say how far, 0 to 10.", "DUN-7.14.1"),
}
"""DUN-7: the use of each kind of card, or special card, with its rule."""


def use_of(card: str, names: Names, forces: int) -> tuple[str, str]:
    """The use of a card in a line, with its rule."""
    text, rule = USES.get(card, USES.get(kind_of(card), ("", "")))
    called = {kind: names.label("kind", kind) for kind in ("shield", "snooper", "projectile", "poison")}
    return text.format(**called, wall=names.label("territory", "shield-wall"), forces=forces), rule


class Shield:
    """The secrets behind the reader's shield; spectators and stories have none."""

    def __init__(self, now: Moment, names: Names, scene: Scene) -> None:
        self.now, self.names, self.scene = now, names, scene

    def drawn(self) -> str:
        """The player's own shield as markup; empty in a reveal."""
        own = self.now.view.own
        if self.now.told:
            return ""
        if self.now.view.hands:
            return self.empty("The game is over: all hands are shown above.")
        if own is None or not self.now.own:
            return self.empty("You are a spectator; hidden cards are not shown.")
        title = el("h2", "Behind your shield")
        cover = el("button", "Cover it", type="button", class_="button small dune-cover", data_root="covered")
        inside = self.hand(own) + self.people(own) + self.notes(own) + self.unseen(own)
        return el("section", title, cover, el("div", inside, class_="dune-secrets secret"), class_="dune-own",
                  id=f"{self.scene.id}-own", aria_label="Only you see this")  # fmt: skip

    def empty(self, text: str) -> str:
        """The reason why there is nothing to see."""
        return el("p", words(text), class_="dune-own dune-empty", id=f"{self.scene.id}-own")

    # --- cards --------------------------------------------------------------------------------

    def hand(self, own: OwnView) -> str:
        """DUN-2.4.1: the cards in hand; each can be tapped if an answer needs it."""
        faction = self.now.faction(self.now.own)
        title = el("h3", f"Your cards: {faction.cards} of {faction.limit} ", rule_link("DUN-2.4.1"))
        cards = [self.card(card, own.hand[:place].count(card)) for place, card in enumerate(own.hand)]
        if not cards:
            text = "You hold no cards. You may get one at the next auction."
            cards = [el("li", text, class_="dune-empty")]
        made = el("ul", *cards, class_="dune-hand", id=f"{self.scene.id}-hand")
        return el("div", title, made, class_="dune-hand-part")

    def card(self, card: str, copy: int) -> str:
        """One card: its face, and its use with its rule, to be opened."""
        node = f"{self.scene.id}-hand-{card}-{copy}"
        said, rule = use_of(card, self.names, self.now.view.options.ghola_forces)
        face = target(self.scene, "card", card, card_face(card, self.names), class_="dune-held", id=node)
        asks = hidden(f"What it is for: {self.names.label('card', card)}")
        title = el("summary", el("span", "?", aria_hidden="true"), asks)
        use = el("details", title, el("p", words(said), " ", rule_link(rule)), class_="dune-use", id=f"{node}-use")
        return el("li", face, use)

    # --- leaders ------------------------------------------------------------------------------

    def people(self, own: OwnView) -> str:
        """DUN-2.5, DUN-3.2: the reader's leaders, and the kept traitors; before the choice, those that were dealt."""
        faction = self.now.faction(self.now.own)
        leaders = LEADERS_OF[FACTION_IDS.index(faction.faction)]
        mine = "".join(
            self.leader(leader, self.state(leader, own), dead=leader in faction.dead, part="mine") for leader in leaders
        )
        dealt = own.traitors or own.dealt
        title = "Your traitors" if own.traitors else "Traitor cards dealt to you"
        theirs = "".join(self.leader(leader, self.owner(leader), dead=False, part="traitor") for leader in dealt)
        made = el("div", el("h3", "Your leaders ", rule_link("DUN-2.5.1")), el("ul", mine, class_="dune-people"))
        if theirs:
            made += el("div", el("h3", f"{title} ", rule_link("DUN-4.8.11")), el("ul", theirs, class_="dune-people"))
        return made

    def leader(self, leader: str, more: str, *, dead: bool, part: str) -> str:
        """A leader with a note; it can be tapped if an answer needs it."""
        node = f"{self.scene.id}-{part}-{leader}"
        tag = leader_tag(leader, self.names, more, dead=dead)
        return el("li", target(self.scene, "leader", leader, tag, class_="dune-person", id=node))

    def state(self, leader: str, own: OwnView) -> str:
        """The state of one's own leader: dead, tied, safe from treason."""
        faction = self.now.faction(self.now.own)
        if leader in faction.dead:
            return "in the tanks"
        if leader in faction.tied:
            return f"fought in {self.names.label('territory', faction.tied[leader])}"
        return "safe from treason" if leader in own.dealt else ""

    def owner(self, leader: str) -> str:
        """The faction of a traitor."""
        owner = owner_of(leader)
        return "of your own" if owner == self.now.own else f"of {self.names.label('faction', owner)}"

    # --- notes --------------------------------------------------------------------------------

    def notes(self, own: OwnView) -> str:
        """DUN-3.4.1, DUN-6.2, DUN-5.2: prediction, foresight, and what allies lend each other."""
        lines: list[tuple[str, str]] = []
        if own.prediction is not None:
            lines.append((f"You predicted {prediction_words(self.now, own.prediction, self.names)}.", "DUN-4.10.4"))
        lines += [(f"{line}.", "DUN-6.2.2") for line in foresight_words(own, self.names)]
        lines += [(f"{line}.", "DUN-5.2.1") for line in ally_words(self.now, own, self.names)]
        if not lines:
            return ""
        rules = [rule for _, rule in lines]
        made = "".join(
            el("li", words(text), *([] if rule in rules[:place] else [" ", rule_link(rule)]))
            for place, (text, rule) in enumerate(lines)
        )
        return el("div", el("h3", "Your notes"), el("ul", made, class_="dune-notes"), class_="dune-note-part")

    def unseen(self, own: OwnView) -> str:
        """DUN-2.9.1: cards whose place the reader cannot know, by kind."""
        found = unseen_kinds(own, self.names)
        total = sum(number for _, number in found)
        rows = "".join(el("li", el("b", f"{number} × "), words(text)) for text, number in found)
        title = el("summary", f"Somewhere else: {total} cards you have not seen")
        return el("details", title, el("ul", rows, class_="dune-unseen"), el("p", rule_link("DUN-2.9.1")),
                  id=f"{self.scene.id}-unseen")  # fmt: skip
