"""The page of a table in every state that it has, in all games, made from games that bots play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests import telling
from tests.leaks.on_pages import NOON, Gallery

from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.table.table_view import events_heard, table_view
from turncoat.web import pages

GAMES: dict[str, tuple[int, dict[str, object]]] = {
    "truce": (6, {"rounds": 4}),
    "conspiracy": (4, {"rounds": 4}),
    "loyalty": (5, {"round_limit": 4}),
    "dune": (6, {"turns": 2}),
    "thrice": (5, {"round_limit": 3}),
}
"""How many sit at a table of each game, and what makes it short."""

STATES = ("turn", "sealed", "waits", "told", "away", "lost", "watching", "over")
"""My turn; sealed; somebody else's turn; a round is told; I was away; the connection is lost; a spectator; the end."""

MISSED = 12
"""How many events whoever comes back has not seen."""

LATE = 12
"""After so many answers there is something to look at."""


def shown(gallery: Gallery, seat: int | None, *, told: bool = False, **more: Any) -> str:
    """A table as somebody sees it, now or in the middle of what was told last."""
    table, game = gallery.table, gallery.game
    story = game_of(table.header.game).story
    if seat is not None and not play.over(game):
        more |= {"boxes": play.boxes(game, seat), "beside": play.beside(game, seat)}
    view, heard = table_view(table, seat), events_heard(table, seat)
    if told and story is not None:
        part = telling.told(story, gallery.reels[story.viewer(seat, table.header.seats)], None)
        assert view.view is not None
        last = story.parts(view.view, tuple(heard))[-1].number
        more |= {"told": part, "round": last, "frame": len(part.stills) // 2}
    page = pages.TablePage(shell=pages.Shell(), table_view=view, heard=heard, now=NOON, **more)
    return pages.render_table(page)


def waiting(gallery: Gallery, seat: int) -> bool:
    """A seat is asked."""
    return seat in play.waiting(gallery.game)


def filed(gallery: Gallery, seat: int) -> bool:
    """A seat has answered, and others are waited for."""
    asked = table_view(gallery.table, seat).question
    return bool(play.waiting(gallery.game)) and asked is not None and asked.filed is not None


def idle(gallery: Gallery, seat: int) -> bool:
    """Others are asked."""
    return bool(play.waiting(gallery.game)) and table_view(gallery.table, seat).question is None


WANTED: dict[str, Callable[[Gallery, int], bool]] = {"turn": waiting, "sealed": filed, "waits": idle}


def tables_of(game: str) -> Iterator[tuple[str, str]]:
    """Every state of a table of this game that it has: what it is called, and the page.

    Where answers are given one by one nothing is sealed; where all are always asked nobody waits. Where answers to the
    first question are ready made, that is a state of its own.
    """
    seats, options = GAMES[game]
    gallery, wanted, number = Gallery(game, seats, "random", options, 3), dict(WANTED), 0
    if "ready-made" in (first := shown(gallery, play.waiting(gallery.game)[0])):
        yield "first", first
    while not play.over(gallery.game):
        number += 1
        gallery.move()
        if play.over(gallery.game):
            break
        for state, holds in list(wanted.items()):
            seat = next((seat for seat in range(seats) if holds(gallery, seat)), None)
            if seat is not None and (number >= LATE or state == "sealed"):
                del wanted[state]
                yield state, shown(gallery, seat)
        if number == LATE and play.waiting(gallery.game):
            seat = play.waiting(gallery.game)[0]
            yield "told", shown(gallery, seat, told=True)
            yield "lost", shown(gallery, seat)
            yield "away", shown(gallery, seat, since=max(1, len(events_heard(gallery.table, seat)) - MISSED))
            yield "watching", shown(gallery, None)
    yield "over", shown(gallery, 0)
