"""The board of Dune put together, and what the pages ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from turncoat.drawing.scene import Card, Scene, Status
from turncoat.drawing.svg import el
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.board.cards import CARDS
from turncoat.games.dune.board.map import Map
from turncoat.games.dune.board.moment import Moment, moment
from turncoat.games.dune.board.outlook import outlook
from turncoat.games.dune.board.panels import Panels
from turncoat.games.dune.board.why import why
from turncoat.games.dune.board.words import in_words
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel.space import Names


def drawing(now: Moment, names: Names, scene: Scene) -> str:
    """The stage for one moment: the turn, what is being settled, the map."""
    board, round_it = Map(now, names, scene), Panels(now, names, scene)
    return el(
        "div",
        round_it.track(),
        round_it.affair(),
        el("div", board.frame(), class_="dune-planet", id=f"{scene.id}-planet", role="region", aria_label="The map"),
        class_="dune",
        id=f"{scene.id}-dune",
        role="group",
        aria_label="The table",
    )


def aside(now: Moment, names: Names, scene: Scene) -> str:
    """What stands beside the stage: the reader's shield first, because it is looked at most, then the factions."""
    round_it = Panels(now, names, scene)
    return el("div", round_it.own(), round_it.factions(), class_="dune-aside", id=f"{scene.id}-aside")


class Board:
    """The board of Dune."""

    joined: Mapping[str, str] = MappingProxyType({})
    """Actions that are made up on the card of another one."""

    @property
    def cards(self) -> Mapping[str, Card]:
        """The actions as cards."""
        return CARDS

    @staticmethod
    def draw(view: DuneView, names: Names, scene: Scene) -> str:
        """The stage as a drawing."""
        return drawing(moment(view), names, scene)

    @staticmethod
    def aside(view: DuneView, names: Names, scene: Scene) -> str:
        """DUN-1.5: the reader's shield and all factions."""
        return aside(moment(view), names, scene)

    @staticmethod
    def in_text(view: DuneView, names: Names, scene: Scene) -> tuple[str, ...]:
        """The table in sentences."""
        return (f"{Board.status(view).text}.", *in_words(moment(view), names))

    @staticmethod
    def outlook(view: DuneView, action: DuneAction, names: Names) -> tuple[str, ...]:
        """What an action would come to."""
        return outlook(view, action, names)

    @staticmethod
    def why(view: DuneView, action: str, domain: str, value: str, names: Names) -> str:
        """Why an action cannot be aimed at something."""
        return why(view, action, domain, value, names)

    @staticmethod
    def status(view: DuneView) -> Status:
        """DUN-4: which turn it is."""
        if view.result is not None:
            return Status("The game is over", view.options.turns, view.options.turns)
        if not view.turn:
            return Status("Setup", 0, view.options.turns)
        return Status(f"Turn {view.turn} of {view.options.turns}", view.turn - 1, view.options.turns)


BOARD = Board()
