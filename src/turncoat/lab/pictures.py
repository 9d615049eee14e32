"""Pictures of a report, narrow enough for a phone, as SVG without scripts.

Needs the extra ``lab`` (Altair and vl-convert).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from msgspec import Struct, to_builtins

from turncoat.kernel.errors import BadSetup

WIDTH = 230
"""The width of the drawn area in pixels, without the labels at its left."""

COLOURS = ["#1b5e8c", "#b3541e", "#3d7a3a", "#7a3d76", "#8a6d00", "#555555"]

NEEDED = 'Pictures need more libraries: install them with pip install "turncoat[lab]".'


class Dot(Struct, frozen=True):
    """A value with its interval.

    Attributes:
        label: The name of the value.
        group: The group of games.
        value: The measured value.
        low: Lower end of the interval.
        high: Upper end of the interval.
    """

    label: str
    group: str
    value: float
    low: float
    high: float


class Point(Struct, frozen=True):
    """A value at a place on an axis."""

    x: float
    y: float
    group: str


def library(name: str) -> Any:
    """A library of the extra ``lab``.

    Raises:
        BadSetup: the library is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        raise BadSetup(NEEDED) from None


def dots(rows: Sequence[Dot], title: str, *, share: bool, even: float | None = None) -> str:
    """Dots with intervals, a line for each label; a dashed line marks the value without any effect."""
    alt = library("altair")
    tall = max(20, 11 * len({row.group for row in rows}) + 6)
    x = alt.X("value:Q", title=wrap(title, 36), axis=alt.Axis(format=".0%" if share else ",~r", tickCount=4))
    y = alt.Y("label:N", sort=None, title=None, axis=alt.Axis(labelLimit=150))
    offset, colour = alt.YOffset("group:N", sort=None), _colour(alt, rows)
    base = alt.Chart(_data(alt, rows)).encode(y=y, yOffset=offset, color=colour)
    layers = [
        base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=wrap(title, 36)), x2="high:Q"),
        base.mark_point(filled=True, size=45, opacity=1).encode(x=x),
    ]
    if even is not None:
        line = alt.Chart(alt.Data(values=[{"even": even}])).mark_rule(strokeDash=[4, 3], color="#777")
        layers.insert(0, line.encode(x="even:Q"))
    return _drawn(alt, alt.layer(*layers).properties(width=WIDTH, height={"step": tall, "for": "position"}))


def lines(rows: Sequence[Point], across: str, up: str, *, share: bool = False) -> str:
    """A line for each group, over the course of a game, 0 to 1."""
    alt = library("altair")
    x = alt.X("x:Q", title=across, axis=alt.Axis(format=".0%", tickCount=5))
    y = alt.Y("y:Q", title=up, axis=alt.Axis(format=".0%" if share else ",~r", tickCount=5))
    chart = alt.Chart(_data(alt, rows)).mark_line(point=True).encode(x=x, y=y, color=_colour(alt, rows))
    return _drawn(alt, chart.properties(width=WIDTH, height=150))


def columns(rows: Sequence[Point], across: str, *, share: bool = False, of: str = "the games") -> str:
    """The distribution of the games of each group (or of ``of``): the share (``y``) at each value (``x``)."""
    alt = library("altair")
    x = alt.X("x:Q", title=across, axis=alt.Axis(format=".0%" if share else ",~r", tickCount=6))
    y = alt.Y("y:Q", title=f"part of {of}", axis=alt.Axis(format=".0%", tickCount=4))
    line = alt.Chart(_data(alt, rows)).mark_line(interpolate="step-after", strokeWidth=2)
    chart = line.encode(x=x, y=y, color=_colour(alt, rows))
    return _drawn(alt, chart.properties(width=WIDTH, height=150))


def parts(rows: Sequence[Dot], title: str) -> str:
    """One bar for each group, divided into parts (``label``) that add up to 1."""
    alt = library("altair")
    colour = alt.Color("label:N", sort=None, title=None, scale=alt.Scale(range=COLOURS), legend=_legend(alt, 2))
    x = alt.X(
        "value:Q", title=wrap(title, 36), axis=alt.Axis(format=".0%", tickCount=5), scale=alt.Scale(domain=[0, 1])
    )
    y = alt.Y("group:N", sort=None, title=None, axis=alt.Axis(labelLimit=150))
    chart = alt.Chart(_data(alt, rows)).mark_bar().encode(x=x, y=y, color=colour)
    return _drawn(alt, chart.properties(width=WIDTH, height=alt.Step(26)))


def _data(alt: Any, rows: Sequence[Struct]) -> Any:
    return alt.Data(values=to_builtins(list(rows)))


def _legend(alt: Any, columns: int) -> Any:
    return alt.Legend(orient="top", columns=columns, labelLimit=320, direction="horizontal")


def _colour(alt: Any, rows: Sequence[Dot] | Sequence[Point]) -> Any:
    """A colour for each group; a legend above the picture names them if there are several."""
    groups = list(dict.fromkeys(row.group for row in rows))
    legend = _legend(alt, 1) if len(groups) > 1 else None
    return alt.Color(
        "group:N", sort=None, title=None, scale=alt.Scale(domain=groups, range=COLOURS[: len(groups)]), legend=legend
    )


def _drawn(alt: Any, chart: Any) -> str:
    """The picture as SVG as wide as its place on the page."""
    whole = chart.configure(
        font="sans-serif", background="white", padding={"left": 18, "right": 14, "top": 5, "bottom": 5}
    ).configure_axis(labelFontSize=12, titleFontSize=12)
    svg: str = library("vl_convert").vegalite_to_svg(whole.configure_legend(labelFontSize=12).to_dict())
    return re.sub(
        r'<svg class="marks" width="([\d.]+)" height="([\d.]+)"', r'<svg class="marks" width="\1"', svg, count=1
    )
