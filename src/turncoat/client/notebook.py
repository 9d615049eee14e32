"""Shows tables in notebooks."""

from __future__ import annotations

from base64 import b64encode
from html import escape

from msgspec.structs import replace

from turncoat.client.seen import Replayed, Seen
from turncoat.kernel.lexicon import listed
from turncoat.table.table import IN_PHASE, Phase
from turncoat.web.small_board import picture

WIDTH = 640
"""The width of a board in pixels."""


def drawn(seen: Seen) -> str:
    """The board as a picture, and below it the seat's question or the state of the game, as HTML."""
    svg = "" if seen.shown.view is None else picture(replace(seen.shown, view=seen.view), "light")
    said = escape(sentence(seen))
    if not svg:
        return f"<p>{said}</p>"
    data = b64encode(svg.encode()).decode()
    image = f'<img width="{WIDTH}" alt="The board" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{image}<figcaption>{said}</figcaption></figure>"


def sentence(seen: Seen) -> str:
    """A sentence with the table's name and the seat's question or the state of the game."""
    shown = seen.shown
    title = shown.title or seen.rules.title
    at = f", step {seen.step} of {seen.of}" if isinstance(seen, Replayed) else ""
    return f"{title}{at}. {_state(seen)}"


def _state(seen: Seen) -> str:
    shown, called = seen.shown, [seat.name for seat in seen.shown.seats]
    if shown.phase is Phase.FINISHED:
        won = listed(called[seat] for seat in shown.winners)
        return f"The game is over. {f'Won by {won}.' if won else 'Nobody has won.'}"
    if shown.question is not None:
        sealed = " Your answer is sealed." if shown.question.filed is not None else ""
        return f"{called[shown.seat or 0]}: {shown.question.text}{sealed}"
    return f"{IN_PHASE[shown.phase]} At the table: {listed(called)}."
