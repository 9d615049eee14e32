"""DUN-2.1.4: the storm as a wedge that turns counterclockwise, what it has swept, and where it will go."""

from __future__ import annotations

from math import cos, pi, sin

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.dune.board.geography import RADIUS, polar
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.facts import SECTORS

INNER = 152
"""Where sectors begin."""
NOTE_AT = (1150, -1110)
"""Where a note on the storm ends."""
TRACK = RADIUS + 29
"""The middle of the rim, along which the storm's path is drawn."""


def storm(now: Moment, scene: Scene) -> str:
    """Everything about the storm that lies on the land."""
    swept = "".join(el("path", class_="dune-swept", d=_wedge(sector, sector + 1)) for sector in now.swept)
    at = now.view.storm
    if at < 0:
        return el("g", swept, id=f"{scene.id}-storm-layer", class_="dune-weather")
    body = el("path", class_="dune-storm-body", d=_wedge(-0.5, 0.5))
    swirls = el("path", class_="dune-storm-swirls", d=_swirls())
    eye = el("path", class_="dune-storm-rim", d=_arc(RADIUS + 29, -0.5, 0.5))
    wedge = el("g", body, swirls, eye, id=f"{scene.id}-storm", class_="dune-storm", transform=_turned(at + 0.5))
    return el("g", swept, wedge, id=f"{scene.id}-storm-layer", class_="dune-weather")


def forecast(now: Moment, scene: Scene) -> str:
    """DUN-4.1.3: the way of the next move, on the rim, for who knows it."""
    at, far = now.view.storm, now.view.movement
    if far is None or at < 0 or not far:
        return ""
    end = at + 0.5 + far
    (x, y), (u, v) = polar(TRACK + 30, end), polar(TRACK - 30, end)
    a, b = polar(TRACK, end + 0.32)
    head = f"M{round(x)} {round(y)}L{round(a)} {round(b)}L{round(u)} {round(v)}Z"
    line = el("path", class_="dune-forecast-line", d=_arc(TRACK, at + 1, end))
    last = el("path", class_="dune-forecast-end", d=_wedge(at + far, at + far + 1))
    return el("g", last, line, el("path", class_="dune-forecast-head", d=head), id=f"{scene.id}-forecast",
              class_="dune-forecast", aria_hidden="true")  # fmt: skip


def note(now: Moment) -> str:
    """What is known of the storm, in the upper right corner: that there is none yet, or how far it will go."""
    at, far = now.view.storm, now.view.movement
    if at < 0:
        said = "No storm yet"
    elif far is None:
        return ""
    else:
        said = "The storm stays" if not far else f"Storm moves {far}, to {(at + far) % SECTORS}"
    return el("text", said, class_="dune-note", x=NOTE_AT[0], y=NOTE_AT[1], aria_hidden="true")


def _turned(sector: float) -> str:
    """As a matrix, which the browser turns the short way round; the wedge is drawn round due east."""
    angle = (sector - 6) * 2 * pi / SECTORS
    c, s = round(cos(angle), 4), round(sin(angle), 4)
    return f"matrix({c:g} {-s:g} {s:g} {c:g} 0 0)"


def _at(far: float, sector: float) -> str:
    x, y = polar(far, sector)
    return f"{round(x)} {round(y)}"


def _arc(far: float, start: float, end: float) -> str:
    """Counterclockwise along the rim; sectors grow from due east at sector 6."""
    shift = 6 if start < 0 else 0
    large = int(end - start > SECTORS / 2)
    return f"M{_at(far, start + shift)}A{far} {far} 0 {large} 0 {_at(far, end + shift)}"


def _wedge(start: float, end: float) -> str:
    shift = 6 if start < 0 else 0
    one, other = start + shift, end + shift
    return (
        f"M{_at(INNER, one)}L{_at(RADIUS, one)}A{RADIUS} {RADIUS} 0 0 0 {_at(RADIUS, other)}L{_at(INNER, other)}"
        f"A{INNER} {INNER} 0 0 1 {_at(INNER, one)}Z"
    )


def _swirls() -> str:
    """Sand in the wind: curls, larger towards the rim."""
    made = ""
    for place in range(7):
        far = 230 + place * 112
        size = 0.105 * far
        y = (-1) ** place * far * 0.05
        made += (
            f"M{round(far - size)} {round(y)}c{round(size * 0.1)}{round(-size)} {round(size * 1.5)}{round(-size)} "
            f"{round(size * 1.6)} 0s{round(-size * 1.1)} {round(size * 0.8)} {round(-size)} 0"
        )
    return made
