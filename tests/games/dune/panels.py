"""Panels of Dune for tests: a table in each phase, and what is drawn of it for whom."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html.parser import HTMLParser

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, clash, fid, phase, plan

from turncoat.drawing.scene import Scene
from turncoat.games.dune.battle import Prescience, Voice
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.board import BOARD
from turncoat.games.dune.drawing.affair import affair
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.panels import FactionPanels, track
from turncoat.games.dune.drawing.shield import Shield
from turncoat.games.dune.spice_blow import Propose
from turncoat.games.dune.text import DuneNames
from turncoat.kernel import Names, play
from turncoat.web.composer import compose

PEOPLE = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
NAMES = DuneNames(PEOPLE)
PARTS: Mapping[str, Callable[[Moment, Names, Scene], str]] = {
    "track": track,
    "factions": lambda now, names, scene: FactionPanels(now, names, scene).all(),
    "affair": affair,
    "own": lambda now, names, scene: Shield(now, names, scene).drawn(),
}
EYES: tuple[int | None, ...] = (ATR, HAR, FRE, EMP, GUI, BG, None)


def part(table: Table, faction: int | None, name: str, names: DuneNames = NAMES, scene: Scene | None = None) -> str:
    """A panel as a faction sees it; None: a spectator."""
    return PARTS[name](Moment(table.view(faction)), names, scene or Scene())


def everything(table: Table, faction: int | None) -> str:
    """All panels together, with all that can be tapped."""
    seat = None if faction is None else table.seat(faction)
    boxes = None if seat is None else play.boxes(table.game, seat) + play.beside(table.game, seat)
    places = compose(boxes, NAMES, BOARD.cards, None, BOARD.joined).places if boxes else {}
    return "".join(part(table, faction, name, scene=Scene(own=seat, places=places)) for name in PARTS)


def text(markup: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup)).replace("&#8203;", "")


def tables() -> dict[str, Table]:
    duel = clash(BG, ATR, hands={BG: "Lasgun", ATR: "Shield, Chaumas"})
    duel.do(BG, Voice("do-not-play", "lasgun")).do(ATR, Prescience("weapon"))
    over = clash(hands={HAR: "Lasgun", EMP: "Shield"})
    over.fought({HAR: plan(3, "Feyd Rautha", "Lasgun"), EMP: plan(4, "Bashar", "", "Shield")})
    ended = Table("mentat", forces={FRE: "Arrakeen 9: 3, Carthag 10: 2, Sietch Tabr 13: 1"})
    return {
        "setup": Table(),
        "storm": Table("storm", stops="W-1"),
        "storm known": Table("storm", stops="W-1").time_up(),
        "blow": Table("spice_blow", spice_deck="worm, Old Gap", latest="Red Chasm", stops="W-2"),
        "nexus": Table("nexus").do(ATR, Propose(fid(HAR))).do(EMP, Propose(fid(GUI))),
        "bidding": Table("bidding", deck="Lasgun, Shield", stops="W-4"),
        "auction": Table("bidding", first=ATR, deck="Lasgun, Shield").do(ATR, Bid(2)),
        "revival": Table("revival", tanks={HAR: 5}, dead="Stilgar, Chani"),
        "shipment": phase(hands={HAR: "Karama, Hajr"}, allies=((ATR, GUI),)),
        "battles": Table("battles", forces={ATR: "Arrakeen 9: 5", HAR: "Arrakeen 9: 3"}),
        "battle": clash(hands={HAR: "Lasgun", EMP: "Shield"}),
        "voice": duel,
        "explosion": over,
        "collection": Table("collection", forces={ATR: "Old Gap 9: 3"}, fields="Old Gap 9: 6", stops="W-10"),
        "end": ended,
    }


TABLES = tables()
IN_EACH = pytest.mark.parametrize("table", list(TABLES.values()), ids=list(TABLES))


def panel(table: Table, faction: int, reader: int | None = None, scene: Scene | None = None) -> str:
    """The panel of a faction, as a reader sees it."""
    drawn = part(table, reader, "factions", scene=scene)
    return drawn.partition(f'id="table-faction-{fid(faction)}"')[2].partition("</article>")[0]


class Closed(HTMLParser):
    """Finds elements that are closed at once, although browsers would leave them open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "svg" not in self.open:
            self.wrong.append(tag)
