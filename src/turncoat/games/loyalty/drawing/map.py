"""The map as a picture: cities with their dials, roads, units, and everything that can be tapped."""

from __future__ import annotations

from math import hypot

from turncoat.drawing import pieces
from turncoat.drawing.ring import path
from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, fit, width, words
from turncoat.games.loyalty.drawing import position as said
from turncoat.games.loyalty.drawing.layout import Layout, Point, layout
from turncoat.games.loyalty.drawing.names import numbered
from turncoat.games.loyalty.drawing.pieces import (
    DIAL,
    MARK,
    MARKED,
    READ,
    STEP,
    Army,
    Group,
    dial,
    figure,
    flag,
    seat_fill,
    sign,
    tint,
)
from turncoat.games.loyalty.drawing.position import March, Picture, banner
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import KINDS, MILITIA
from turncoat.games.loyalty.view import CityView, PlaceView
from turncoat.kernel import Names
from turncoat.kernel.lexicon import amounts

PLATE = 110.0
"""Half the width of a city's plate."""

FAR = 37.0
"""The type size of names when a phone shows the whole map: 11 px where it is 346 px wide."""

INSIDE = (138.0, 104.0)
"""The space for figures inside a dial."""

MIDWAY = (140.0, 68.0)
"""The space for figures on a road."""


class Map:
    """The drawing of the map."""

    def __init__(self, picture: Picture, names: Names, scene: Scene, letters: tuple[str, ...]) -> None:
        self.now = now = picture.now
        self.march, self.lit = picture.march, picture.lit
        self.names, self.scene, self.letters = names, scene, letters
        self.legal = scene.places.get("place", frozenset())
        self.layout: Layout = layout(
            tuple(city.name for city in now.cities),
            tuple((place.name, place.ends[0], place.ends[1]) for place in now.places if place.ends),
        )
        self.city = {city.name: city for city in now.cities}

    def id(self, name: str) -> str:
        """An id that is unique on the page."""
        return f"{self.scene.id}-{name}"

    def slug(self, name: str) -> str:
        """An id for a place: its name, or its number if the name has other characters than letters and digits."""
        return name if name.isalnum() else f"n{[place.name for place in self.now.places].index(name)}"

    def at(self, name: str) -> Point:
        """The middle of a place."""
        return self.layout.points[name]

    def svg(self) -> str:
        """The map as an SVG element."""
        roads = [place for place in self.now.places if place.ends]
        cities = [place for place in self.now.places if not place.ends]
        march = self.march
        return el(
            "svg",
            el("g", *map(self.way, roads), id=self.id("ways"), aria_hidden=True),
            el("g", self.arrow(march) if march else "", id=self.id("arrows"), aria_hidden=True),
            el("g", *map(self.road, roads), id=self.id("roads")),
            el("g", *map(self.town, cities), id=self.id("cities")),
            el("g", self.column(march) if march else "", id=self.id("marches")),
            id=self.id("board"),
            class_=f"loy-board{' still' if self.scene.still else ''}",
            viewBox=f"0 0 {self.layout.width:g} {self.layout.height:g}",
            role="group",
            aria_label="The map",
        )

    # --- grounds ------------------------------------------------------------------------------

    def way(self, place: PlaceView) -> str:
        """A road as a line between its cities, in the colour of its owner."""
        (x, y), (u, v) = (self.at(end) for end in place.ends)
        line = f"M{x:g} {y:g}L{u:g} {v:g}"
        made = el("path", class_="loy-way", d=line)
        if place.owner is not None:
            made += el("path", class_="loy-way-owner", d=line, stroke=seat_fill(place.owner))
        return made

    def road(self, one: PlaceView) -> str:
        """LOY-2.1: the middle of a road: its name, its owner, its controller and its units."""
        army = Army(self.now, one, MIDWAY)
        held = [pair for pair in (("owner", one.owner), ("military", one.control)) if pair[1] is not None]
        title = "" if numbered(one.name) else fit(one.name, READ, 130)
        heads = (26 if title else 0) + (34 if held else 0)
        deep = heads + army.deep
        across = max(width(title, READ) + 16, 58.0 * len(held), army.across(army.scale) + 8 if army.lines else 0, 52.0)
        high = max(26.0, deep + 8)
        box = el("rect", class_="loy-ground", x=-across / 2, y=-high / 2, width=across, height=high, rx=10)
        top = -deep / 2
        marks = el("text", words(title), class_="loy-road-name", y=top + 20, font_size=READ, text_anchor="middle")
        marks += "".join(
            self.held(kind, who, 58 * (place - len(held) / 2) + 15, top + heads - 17)
            for place, (kind, who) in enumerate(held)
        )
        return self.whole(one, box, marks, self.figures(army, (0.0, heads / 2)), "loy-road")

    def town(self, place: PlaceView) -> str:
        """LOY-2.1: a city: its dial, its units, its name and worth, its owner and its controllers."""
        city, army = self.city[place.name], Army(self.now, place, INSIDE)
        capital = place.name == self.now.cities[0].name
        tinted = seat_fill(place.owner) if place.owner is not None else ""
        ground = el("circle", class_="loy-halo", r=DIAL + 12) + el("circle", class_="loy-ground", r=DIAL - 8)
        if tinted:
            ground += el("circle", class_="loy-owned", r=DIAL - 11, stroke=tinted)
        if capital:
            ground = el("circle", class_="loy-capital", r=DIAL + 17) + ground
        inside = dial(city.marker, self.now.options.track_length, locked=city.locked) + self.plate(place, city)
        return self.whole(place, ground, inside, self.figures(army, (0.0, -12.0)), "loy-city")

    def whole(self, place: PlaceView, ground: str, above: str, army: str, kind: str) -> str:
        """A place: its ground, which can be tapped and selected, and everything on it."""
        x, y = self.at(place.name)
        legal = place.name in self.legal
        told = said.place_words(self.now, place, self.names)
        target = el(
            "a" if legal else "g",
            ground,
            id=self.id(f"place-{self.slug(place.name)}"),
            class_=f"loy-target{' target legal' if legal else ''}",
            href="#composer" if legal else None,
            role="button" if legal else "img",
            tabindex=0,
            aria_label=told,
            data_domain="place" if legal else None,
            data_value=place.name if legal else None,
            data_x=x,
            data_tip=told,
        )
        lit = self.lit.get(place.name, "")
        return el("g", target, el("g", above, class_="loy-above", aria_hidden=True), army,
                  class_=f"{kind} {lit}".strip(), transform=f"translate({x:g} {y:g})")  # fmt: skip

    def plate(self, one: PlaceView, city: CityView) -> str:
        """A city's name, its points and income, and three marks: owner, military control, religious control."""
        made = el("rect", class_="loy-plate", x=-PLATE, y=60, width=2 * PLATE, height=70, rx=9)
        right = PLATE - 8 - (32 if self.now.options.taxes else 0)
        worth, name = f"{one.worth} VP", self.names.label("place", one.name)
        room = right + PLATE - 12 - width(worth, READ)
        made += el(
            "text", words(fit(name, READ * 0.88, room)), class_="loy-city-name", x=-PLATE + 8, y=83, font_size=READ
        )
        far = words(fit(name, FAR * 0.88, 2 * PLATE - 8))
        made += el("text", far, class_="loy-city-name loy-far", y=88, font_size=FAR, text_anchor="middle")
        made += el("text", worth, class_="loy-worth", x=right, y=83, font_size=READ, text_anchor="end")
        lowest = self.at(one.name)[1] + 165 > self.layout.height
        beside, below, side = (PLATE + 8, 110, "start") if lowest else (0, 160, "middle")
        made += el("text", worth, class_="loy-worth loy-far", x=beside, y=below, font_size=FAR, text_anchor=side)
        if self.now.options.taxes:
            made += self.heap(city.income, PLATE - 20, 77, "income")
        slots = (("owner", one.owner), ("military", one.control), ("religious", city.religious))
        step = 66 if city.pot is None else 54
        for place, (kind, who) in enumerate(slots):
            made += self.held(kind, who, -PLATE + 18 + step * place, 111)
        if city.pot is not None:
            made += self.heap(city.pot, PLATE - 22, 110, "pot")
        return made

    def heap(self, number: int, x: float, y: float, kind: str) -> str:
        """LOY-14.5: coins that lie in a city."""
        count = el("text", str(number), class_="loy-coin-count", x=x, y=y + 7, font_size=READ, text_anchor="middle")
        if kind == "pot":
            return el("path", class_="loy-pot", d="M-12-10H12L10-6C15 0 13 11 7 11H-7C-13 11-15 0-10-6Z",
                      transform=f"translate({x:g} {y:g}) scale(1.3)") + count  # fmt: skip
        return el("circle", class_=f"loy-coin loy-coin-{kind}", cx=x, cy=y, r=14) + count

    def held(self, kind: str, who: int | None, x: float, y: float) -> str:
        """A sign with the badge of its player, or the flag of a colour; an empty ring if nobody has it."""
        made = sign(kind, x, y, 0.95)
        if who is None:
            return made + el("circle", class_="loy-nobody", cx=x + 27, cy=y, r=12)
        return made + self.mark(kind == "military" and bool(colours(self.now.options)), who, (x + 27, y))

    def mark(self, is_colour: bool, who: int, at: Point, scale: float = MARK) -> str:
        """A badge, or a flag."""
        if not is_colour:
            return pieces.badge(who, self.letters[who], at[0], at[1], scale, letter=READ)
        inside = flag(who, said.initial(colours(self.now.options), who))
        return el("g", inside, transform=f"translate({at[0]:.1f} {at[1]:.1f}) scale({MARK})")

    # --- figures ------------------------------------------------------------------------------

    def figures(self, army: Army, middle: Point) -> str:
        """A row for each player: a badge, then the figures of each kind with their number."""
        made, scale = "", army.scale
        for number, row in enumerate(army.lines):
            y = army.pitch * (number - (len(army.lines) - 1) / 2)
            x = -row.width(scale) / 2
            made += self.mark(row.colour is not None, row.who, (x + 17, y), max(0.5, min(MARK, army.pitch / 36)))
            x += MARKED
            for group in row.groups:
                made += self.group(army.place, row.who if row.colour is None else None, group, (x, y), scale)
                x += group.figures * scale + group.counted
            if row.coins:
                made += self.heap(row.coins, x + 16, y, "own")
        crowded = " loy-crowded" if army.pitch < READ * 0.8 else ""
        return el("g", made, class_=f"loy-army{crowded}", transform=f"translate({middle[0]:g} {middle[1]:g})")

    def group(self, place: str, seat: int | None, group: Group, at: Point, scale: float) -> str:
        """All units of a kind that a player has in a place: a row of figures, and their number."""
        (x, y), wide = at, group.figures * scale
        fill = seat_fill(seat) if seat is not None else tint(group.colour or 0)
        drawn = "".join(
            figure(group.kind, fill, round(x + (11 + STEP * step) * scale, 1), y, round(scale, 2))
            for step in range(group.shown)
        )
        if group.number > 1:
            drawn += el("text", str(group.number), class_="loy-count", x=x + wide - 2, y=y + 7, font_size=READ)
            drawn += el(
                "text", str(group.number), class_="loy-count loy-far", x=x + 19 * scale, y=y + 12, font_size=FAR
            )
        area = el("rect", class_="loy-area", x=x, y=y - 14 * scale, width=wide + group.counted, height=27 * scale, rx=4)
        aim, stands = self.aim(place, seat, group), f"{seat} {group.kind}|{place}|{group.number}"
        if not aim:
            return el("g", drawn, class_="loy-group", data_stands=stands)
        domain, value, needs, act, label = aim
        return el(
            "a",
            area + drawn,
            class_="loy-group target legal",
            id=self.id(f"unit-{self.slug(place)}-{seat}-{group.kind}"),
            href="#composer",
            role="button",
            tabindex=-1,
            aria_label=label,
            data_domain=domain,
            data_value=value,
            data_needs=needs,
            data_act=act,
            data_quiet=True,
            data_x=x,
            data_stands=stands,
        )

    def aim(self, place: str, seat: int | None, group: Group) -> tuple[str, str, str | None, str | None, str] | None:
        """The value that a tap on figures gives: one more of the viewer's units, or a target."""
        own, battle = self.scene.own, self.now.battle
        mine = seat == own or (group.colour is not None and own is not None and banner(self.now, own) == group.colour)
        kinds = self.scene.places.get("unit", frozenset()) | self.scene.places.get("count", frozenset())
        if own is None:
            return None
        units = amounts({group.kind: group.number}, "unit", self.names)
        if mine and group.kind in kinds:
            label = f"Your {units} in {self.names.label('place', place)}: take one"
            if battle is not None:
                return ("unit", group.kind, None, None, label) if place == battle.origin else None
            return "unit", group.kind, f"origin|city {place}", "move", label
        if seat is not None and seat in self.scene.legal and battle is None and place in self.legal:
            label = f"{self.names.label('seat', seat)}'s {units} in {self.names.label('place', place)}"
            return "seat", str(seat), f"to {place}", None, label
        return None

    # --- what moves ---------------------------------------------------------------------------

    def arrow(self, march: March) -> str:
        """The line along which units move on a road, drawn below all units there."""
        if march.origin == march.to:
            return ""
        (x, y), (u, v) = self.at(march.origin), self.at(march.to)
        far = max(1.0, hypot(u - x, v - y))
        dx, dy = (u - x) / far, (v - y) / far
        start, end = self.clear(march.origin), self.clear(march.to) + 16
        tip = (u - dx * end, v - dy * end)
        line = f"M{x + dx * start:.1f} {y + dy * start:.1f}L{tip[0]:.1f} {tip[1]:.1f}"
        head = path(
            [
                (tip[0] + dx * 18, tip[1] + dy * 18),
                (tip[0] - dy * 15, tip[1] + dx * 15),
                (tip[0] + dy * 15, tip[1] - dx * 15),
            ]
        )
        made = el("path", class_="loy-arrow-under", d=line) + el("path", class_="loy-arrow-line", d=line)
        return el(
            "g", made + el("path", class_="loy-arrow-head", d=f"{head}Z"), class_=f"loy-arrow loy-arrow-{march.kind}"
        )

    def clear(self, name: str) -> float:
        """The approximate distance from a place's middle to the edge of its drawing."""
        return DIAL + 14 if name in self.city else 26.0

    def column(self, march: March) -> str:
        """The moving figures, on a small tray that slides to their destination."""
        x, y = self.at(march.to if march.arrived else march.origin)
        shown = [(kind, march.units[kind]) for kind in KINDS if march.units.get(kind)]
        across = 44 + 44 * len(shown)
        made = el("rect", class_="loy-column-tray", x=-across / 2, y=-21, width=across, height=42, rx=21)
        made += pieces.badge(march.seat, self.letters[march.seat], -across / 2 + 24, 0, MARK, letter=READ)
        for number_of, (kind, number) in enumerate(shown):
            left = -across / 2 + 56 + 44 * number_of
            coloured = kind == MILITIA and self.now.colours
            fill = tint(banner(self.now, march.seat)) if coloured else seat_fill(march.seat)
            made += figure(kind, fill, left, 1, 1.15)
            made += el("text", str(number), class_="loy-count", x=left + 13, y=7, font_size=READ)
        arrived = " arrived" if march.arrived else ""
        where = f"translate({x:g} {y - 60:g})"
        return el("g", made, id=self.id("march"), class_=f"loy-march{arrived}", transform=where, aria_hidden=True)
