"""THR-9: the field: the distant zone, in it the free zone, in that the engagements, and the tokens and pieces.

THR-7.5: the opponents stand between the two fields of characters; the program moves all tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from turncoat.drawing import pieces
from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.thrice.drawing import position as said
from turncoat.games.thrice.drawing.position import Drawing, Position
from turncoat.games.thrice.view import DISTANT, FREE, OUT, Combatant, ThriceView
from turncoat.kernel import Names

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a d6 are, in steps from its middle."""

FRAME = "-24 -24 48 48"
"""The room that a combatant's token takes."""

DROP = "M0-9C4-3 6 0 6 3.500A6 6 0 0 1-6 3.500C-6 0-4-3 0-9Z"
"""The outline of a drop of blood."""

_KITE = "M0-20L18-5V5L0 20L-18 5V-5Z"
_EDGES = "M0-20L11 4L0 20L-11 4ZM-18 5L-11 4M18 5L11 4M-18-5L0-20L18-5"
"""A d10 from the front: its outline, and the edges of its faces."""


def d6(face: int, kind: str = "") -> str:
    """A die of six sides, drawn round its own middle, 36 across."""
    pips = "".join(el("circle", class_="thr-pip", cx=9 * x, cy=9 * y, r=3.4) for x, y in _PIPS[face])
    return el("g", el("rect", class_="thr-cube", x=-17, y=-17, width=34, height=34, rx=7), pips, class_=kind or None)


def d10(face: int) -> str:
    """A die of ten sides, drawn round its own middle, 40 high."""
    number = el("text", str(face), class_="thr-d10-number", y=5, font_size=16, text_anchor="middle")
    return el("path", class_="thr-kite", d=_KITE) + el("path", class_="thr-kite-edge", d=_EDGES) + number


def die(name: str, face: int, sides: int, place: int) -> str:
    """A die as a separate picture; the page animates it if its name is new."""
    drawn = d6(face) if sides == 6 else d10(face)  # its sides
    return el(
        "svg",
        drawn,
        id=name,
        class_=f"thr-die thr-die-{sides} thr-throw-{place}",
        viewBox="-22 -22 44 44",
        role="img",
        aria_label=f"d{sides} shows {face}",
    )


def small(drawn: str, kind: str = "thr-small", box: str = "-20 -20 40 40") -> str:
    """A small picture that screen readers skip."""
    return el("svg", drawn, class_=kind, viewBox=box, aria_hidden=True)


def drop(x: float, y: float, number: int) -> str:
    """A drop of blood with a number."""
    text = el("text", str(number), class_="thr-drop-number", y=6.5, font_size=10, text_anchor="middle")
    return el("g", el("path", class_="thr-drop", d=DROP, transform="scale(1.3)"), text,
              transform=f"translate({x:g} {y:g})", class_="thr-bleeds")  # fmt: skip


def disc(kind: str, x: float, y: float, text: str) -> str:
    """A small disc with a number."""
    size = 12.5 if len(text) < 3 else 10.0  # digits
    return el(
        "g",
        el("circle", r=9.5),
        el("text", words(text), y=4.4, font_size=size, text_anchor="middle"),
        class_=f"thr-disc {kind}",
        transform=f"translate({x:g} {y:g})",
    )


def advantage_dice(advantage: int, most: int = 8) -> tuple[list[int], int]:
    """THR-6.6: advantage as d6 on the sheet: the fewest dice that show it, and how many sixes found no room."""
    sixes, rest = divmod(advantage, 6)
    faces = [6] * min(sixes, most) + ([rest] if rest else [])
    return faces, max(0, sixes - most)


WIDTH, TALL = 480.0, 400.0
"""The width of the field, and its least height."""

STEP, ROW = 60.0, 64.0
EDGE = 16.0
TITLE = 24.0
IN_A_ROW = 7
RIM = 28.0
"""The radius of the ring round a token, where arrows begin and end."""

IN_A_POD = 4

Point = tuple[float, float]


class Pod(Struct, frozen=True):
    """THR-9.2: the position of an engagement in the drawing."""

    x: float
    y: float
    width: float
    height: float


class Layout(Struct, frozen=True):
    """The positions of everything in the drawing.

    Attributes:
        height: The height of the field without those who are out of the fight.
        whole: The height of the drawing.
        inner: Top and bottom of the free zone.
        spots: The position of each combatant.
    """

    height: float
    whole: float
    inner: tuple[float, float]
    spots: dict[int, Point]
    pods: tuple[Pod, ...]


def rows_of(band: Sequence[int], most: int = IN_A_ROW) -> list[Sequence[int]]:
    """Combatants divided into rows of about equal length."""
    if not band:
        return []
    number = -(-len(band) // most)
    size = -(-len(band) // number)
    return [band[start : start + size] for start in range(0, len(band), size)]


def _stand(spots: dict[int, Point], band: Sequence[int], middle: float, top: float, most: int = IN_A_ROW) -> float:
    """Put combatants in rows; returns the height of these."""
    rows = rows_of(band, most)
    for number, row in enumerate(rows):
        for place, who in enumerate(row):
            spots[who] = (middle + STEP * (place - (len(row) - 1) / 2), top + ROW * (number + 0.5))
    return ROW * len(rows)


def layout(now: ThriceView) -> Layout:
    """From top to bottom: distant opponents, free ones, engagements, free characters, distant ones, all others."""

    def band(zone: str, *, opponents: bool) -> list[int]:
        return [
            combatant.who
            for combatant in now.combatants
            if combatant.zone == zone and now.is_opponent(combatant.who) == opponents
        ]

    spots: dict[int, Point] = {}
    y = TITLE
    y += _stand(spots, band(DISTANT, opponents=True), WIDTH / 2, y) if now.zones else 0
    first = y
    y += TITLE if now.zones else 0
    y += max(ROW, _stand(spots, band(FREE, opponents=True), WIDTH / 2, y))
    pods, height = _pods(now, spots, y)
    y += max(height, 20.0)
    y += max(ROW, _stand(spots, band(FREE, opponents=False), WIDTH / 2, y))
    last = y
    y += max(_stand(spots, band(DISTANT, opponents=False), WIDTH / 2, y) if now.zones else 0, 14.0)
    out = [combatant.who for combatant in now.combatants if combatant.zone in OUT]
    whole = y + (TITLE + _stand(spots, out, WIDTH / 2, y + TITLE) if out else 0)
    return spread(Layout(y, whole, (first, last), spots, tuple(pods)))


def spread(place: Layout) -> Layout:
    """The same layout with more space between the rows, if the field was too low."""
    more = max(1.0, TALL / place.whole)
    top, bottom = place.inner
    return Layout(
        place.height * more,
        place.whole * more,
        (top * more, bottom * more),
        {who: (x, y * more) for who, (x, y) in place.spots.items()},
        tuple(Pod(one.x, one.y * more, one.width, one.height * more) for one in place.pods),
    )


def _pods(now: ThriceView, spots: dict[int, Point], top: float) -> tuple[list[Pod], float]:
    """The engagements side by side, in as many lines as they need; returns their height."""
    lines: list[list[tuple[tuple[list[int], list[int]], float, float]]] = []
    for group in now.engagements:
        sides = [one for one in group if now.is_opponent(one)], [one for one in group if not now.is_opponent(one)]
        rows = [rows_of(side, IN_A_POD) for side in sides]
        wide = STEP * max(len(row) for side in rows for row in side) + 14
        high = ROW * sum(map(len, rows)) + 12
        if not lines or sum(width + 10 for _, width, _ in lines[-1]) + wide > WIDTH - 2 * EDGE - 16:
            lines.append([])
        lines[-1].append((sides, wide, high))
    pods, y = list[Pod](), top
    for line in lines:
        x = (WIDTH - sum(width + 10 for _, width, _ in line) + 10) / 2
        for sides, wide, high in line:
            pods.append(Pod(x, y + 4, wide, high))
            half = _stand(spots, sides[0], x + wide / 2, y + 10, IN_A_POD)
            _stand(spots, sides[1], x + wide / 2, y + 10 + half, IN_A_POD)
            x += wide + 10
        y += max(high for *_, high in line) + 12
    return pods, y - top


class Field(Drawing):
    """One drawing of the field."""

    def __init__(self, position: Position, names: Names, scene: Scene, letters: Sequence[str]) -> None:
        super().__init__(position, names, scene, letters)
        self.place = layout(self.now)
        self.legal = scene.places.get("combatant", frozenset())

    def svg(self) -> str:
        """The field as an SVG element."""
        return el(
            "svg",
            self.ground(),
            el("g", *(self.pod(number) for number in range(len(self.place.pods))), id=self.id("pods")),
            el("g", *map(self.token, self.now.combatants), id=self.id("tokens")),
            el("g", *self.arrows(), id=self.id("arrows"), aria_hidden=True),
            id=self.id("board"),
            class_=f"thr-field{' still' if self.scene.still else ''}",
            viewBox=f"0 0 {WIDTH:g} {self.place.whole:g}",
            role="group",
            aria_label="The field",
        )

    def ground(self) -> str:
        """THR-9.1: the zones, each inside the next."""
        place, now = self.place, self.now
        top, bottom = place.inner
        made = el("rect", class_="thr-distant", x=1, y=1, width=WIDTH - 2, height=place.height - 2, rx=22)
        inside = el("rect", class_="thr-free", x=EDGE, y=top, width=WIDTH - 2 * EDGE, height=bottom - top, rx=26)
        titles = []
        if now.zones:
            titles = [self.title("Distant", 17), self.title("Free", top + 19)]
        if place.whole > place.height:
            titles.append(self.title("Out of the fight", place.height + 17, "thr-zone-out"))
        if not now.combatants:
            titles.append(self.title("Nobody stands here yet", place.height / 2 + 14, "thr-zone-none"))
        return el("g", made, inside, *titles, id=self.id("ground"), aria_hidden=True)

    def title(self, text: str, y: float, kind: str = "") -> str:
        """The name of a zone."""
        return el("text", words(text), class_=f"thr-zone-name {kind}".strip(), x=WIDTH / 2, y=y, font_size=14,
                  text_anchor="middle")  # fmt: skip

    def pod(self, number: int) -> str:
        """THR-9.2: the ring round an engagement."""
        one = self.place.pods[number]
        return el("rect", class_="thr-pod", x=one.x, y=one.y, width=one.width, height=one.height, rx=20,
                  id=self.id(f"pod-{min(self.now.engagements[number])}"), aria_hidden=True)  # fmt: skip

    def arrows(self) -> list[str]:
        """THR-10.3: the attack that is being made."""
        spots, who = self.place.spots, self.now.attacker
        if who not in spots:
            return []
        middle = (WIDTH * 0.9, self.place.height / 2)
        return [
            pieces.arrow(
                self.id(f"arrow-{target}"),
                "attack",
                "flow",
                [spots[who], spots[target]],
                middle,
                short=RIM + 6,
                late=RIM,
            )
            for target in dict.fromkeys(self.now.targets)
            if target in spots and target != who
        ]

    # --- tokens -------------------------------------------------------------------------------

    def token(self, combatant: Combatant) -> str:
        """The token of a combatant, always with the same id, so that the page animates it."""
        x, y = self.place.spots[combatant.who]
        legal = str(combatant.who) in self.legal
        opponent = self.now.is_opponent(combatant.who)
        told = said.combatant_words(self.now, combatant, self.names, own=combatant.who == self.scene.own)
        return el(
            "a",
            el("title", words(told)) + self.ring() + self.face(combatant) + self.marks(combatant),
            id=self.id(f"token-{combatant.who}"),
            class_=self.token_class(combatant, legal=legal),
            transform=f"translate({x:.1f} {y:.1f})",
            href="#composer" if legal else None,
            role="button" if legal else "img",
            tabindex=0 if legal else None,
            data_domain="combatant" if legal else None,
            data_value=combatant.who if legal else None,
            data_act=self.wish(opponent=opponent) if legal else None,
            data_x=f"{x:.0f}" if legal else None,
            data_tip=told,
            data_drag=self.drags(combatant),
            data_drop=combatant.who if self.victim(combatant) else None,
            data_who=combatant.who if self.drags(combatant) else None,
        )

    def drags(self, combatant: Combatant) -> str | None:
        """The action of dragging this token onto its victim: an opponent that the GM leads, or one's own character."""
        return "assault" if self.leads(combatant) else "attack" if self.strikes(combatant) else None

    def strikes(self, combatant: Combatant) -> bool:
        """THR-10.1: whether it is the viewer's own character, whose turn it is and who can still attack somebody."""
        now, who = self.now, combatant.who
        own = who == now.seat == now.turn and who != now.gm and now.attacker < 0
        return own and any(now.is_opponent(int(one)) for one in self.legal)

    def victim(self, combatant: Combatant) -> bool:
        """Whether a token that the viewer may drag can be let go on this one."""
        led = self.now.seat == self.now.gm
        return self.now.seat is not None and self.now.is_opponent(combatant.who) != led

    def leads(self, combatant: Combatant) -> bool:
        """THR-8.6: whether the viewer may drag this opponent onto its target."""
        now, who = self.now, combatant.who
        asked = now.seat == now.gm and now.round > 0 and now.turn < 0 and str(who) in self.legal
        return asked and now.is_opponent(who) and not combatant.acted

    def wish(self, *, opponent: bool) -> str:
        """The action that a tap means if the player has chosen none."""
        if self.now.turn < 0:
            return "send" if opponent else ""
        return "attack" if self.now.is_opponent(self.now.turn) != opponent else "give"

    def ring(self) -> str:
        """The ring round a combatant who acts, is attacked, or can be attacked."""
        return el("circle", class_="thr-ring", r=RIM)

    def token_class(self, combatant: Combatant, *, legal: bool) -> str:
        """The classes of a token for the style sheet."""
        now, who = self.now, combatant.who
        facts = {
            "own": who == self.scene.own,
            "target legal": legal,
            "turn": who == now.turn,
            "attacks": who == now.attacker,
            "attacked": who in now.targets,
            "acted": combatant.acted and who != now.turn,
            combatant.zone: combatant.zone in OUT,
            self.position.lit.get(who, ""): True,
        }
        return " ".join(["thr-token", *(name for name, true in facts.items() if true and name)])

    def face(self, combatant: Combatant) -> str:
        """The token of a combatant; a helpless one lies down."""
        return el("g", self.figure(combatant.who, combatant.kind), class_="thr-figure")

    def marks(self, combatant: Combatant) -> str:
        """Condition (where the viewer may not know it: what was lost), advantage, coins, bleed marks."""
        if combatant.zone in OUT:
            return ""
        made = ""
        if combatant.numbers is not None:
            made += disc("thr-condition", 19, 17, str(combatant.numbers.condition))
        elif combatant.lost:
            made += disc("thr-lost", 19, 17, f"−{combatant.lost}" if combatant.lost > 0 else f"+{-combatant.lost}")
        if not self.now.is_opponent(combatant.who):
            made += disc("thr-advantage", -19, 17, str(self.now.sheets[combatant.who].advantage))
        if combatant.coins:
            made += disc("thr-coins", 19, -17, str(len(combatant.coins)))
        if combatant.bleeding:
            made += drop(-20, -18, combatant.bleeding)
        return made
