"""The board of Dune put together, and what the pages ask of it."""

from __future__ import annotations

from turncoat.drawing.scene import Board, Scene, Status
from turncoat.drawing.svg import el
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.board.cards import CARDS
from turncoat.games.dune.board.map import Map
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.outlook import outlook
from turncoat.games.dune.board.panels import Panels
from turncoat.games.dune.board.why import why
from turncoat.games.dune.board.words import in_words
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Names


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


def status(view: DuneView) -> Status:
    """DUN-4: which turn it is."""
    if view.result is not None:
        return Status("The game is over", view.options.turns, view.options.turns)
    if not view.turn:
        return Status("Setup", 0, view.options.turns)
    return Status(f"Turn {view.turn} of {view.options.turns}", view.turn - 1, view.options.turns)


BOARD: Board[DuneView, DuneAction] = Board(
    CARDS,
    draw=lambda view, names, scene: drawing(Moment(view), names, scene),
    in_text=lambda view, names, scene: (f"{status(view).text}.", *in_words(Moment(view), names)),
    status=status,
    aside=lambda view, names, scene: aside(Moment(view), names, scene),
    outlook=outlook,
    why=why,
)
