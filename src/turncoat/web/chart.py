"""A chart of totals in each round, as SVG in the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from turncoat.drawing.pieces import badge, colour, initials
from turncoat.drawing.scene import Ledger
from turncoat.drawing.svg import el, words

WIDTH, HEIGHT = 600, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 84, 30, 54
_Scale = Callable[[int], float]

DASHES = ("", "9 4", "2 4", "12 4 2 4", "5 5", "1 5")
"""The dash pattern of each line, for readers who cannot tell the colours apart."""


def chart(ledger: Ledger, names: Sequence[str]) -> str:
    """One line per seat from the start to the last finished round; each ends in the seat's badge and its total."""
    totals = [
        [start, *(round_.actions[seat].total for round_ in ledger.rounds)] for seat, start in enumerate(ledger.start)
    ]
    about = f"{ledger.unit} of each seat after every round; the numbers are in the table below"
    return plot(totals, names, about, ["start", *map(str, range(1, len(ledger.rounds) + 1))])


def plot(totals: Sequence[Sequence[int]], names: Sequence[str], about: str, labels: Sequence[str]) -> str:
    """One line per seat through its numbers, which are named below; each ends in the seat's badge and last number.

    Args:
        totals: For each seat, its number in each round.
        names: The names of the seats.
        about: A description of the numbers for readers who cannot see the chart.
        labels: The name of each round.
    """
    rounds, most = max(1, len(totals[0]) - 1), max(1, *map(max, totals))

    def x(number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / rounds

    def y(total: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * total / most

    lines = [
        _line(seat, [(x(number), y(total)) for number, total in enumerate(totals_of_seat)])
        for seat, totals_of_seat in enumerate(totals)
    ]
    letters = initials(names)
    heights = _apart([y(totals_of_seat[-1]) for totals_of_seat in totals])
    ends = [
        badge(seat, letters[seat], x(rounds) + 18, height, 0.52)
        + el(
            "text",
            words(str(totals[seat][-1])),
            class_="chart-label",
            x=x(rounds) + 36,
            y=height + 5,
            data_name=names[seat],
        )
        for seat, height in enumerate(heights)
    ]
    return el(
        "svg",
        *_grid(x, y, labels, most),
        *lines,
        *ends,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="chart",
        role="img",
        aria_label=about,
    )


def _apart(wanted: Sequence[float]) -> list[float]:
    """Heights as near as possible to those wanted, with room between them, none below the lowest line of the grid."""
    order = sorted(range(len(wanted)), key=lambda seat: (wanted[seat], seat))
    room = min(26.0, (HEIGHT - BOTTOM - 14.0) / len(wanted))
    places, least = [0.0] * len(wanted), 14.0
    for seat in order:
        places[seat] = max(wanted[seat], least)
        least = places[seat] + room
    most = float(HEIGHT - BOTTOM)
    for seat in reversed(order):
        places[seat] = min(places[seat], most)
        most = places[seat] - room
    return places


def _line(seat: int, points: list[tuple[float, float]]) -> str:
    drawn = " ".join(f"{x:.1f},{y + (seat % 5 - 2) * 1.2:.1f}" for x, y in points)
    dashes = DASHES[seat % len(DASHES)]
    return el("polyline", points=drawn, class_="chart-line", stroke=colour(seat), stroke_dasharray=dashes or None)


def _grid(x: _Scale, y: _Scale, labels: Sequence[str], most: int) -> list[str]:
    made = []
    for total in range(0, most + 1, max(1, -(-most // 5))):
        made.append(el("path", class_="chart-grid", d=f"M{LEFT} {y(total):.1f}H{WIDTH - RIGHT}"))
        made.append(el("text", words(str(total)), class_="chart-label", x=LEFT - 10, y=y(total) + 5, text_anchor="end"))
    for number in range(0, len(labels), max(1, -(-(len(labels) - 1) // 10))):
        text = words(labels[number])
        made.append(el("text", text, class_="chart-label", x=x(number), y=HEIGHT - 12, text_anchor="middle"))
    return made
