"""Draws the table of Truce from a view or from a still of the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from turncoat.drawing import pieces
from turncoat.drawing.ring import FEW, MAT_HEIGHT, MAT_WIDTH, POUCH, Place, Point, Ring, ring
from turncoat.drawing.scene import Board, Card, Scene, SeatMark, Status
from turncoat.drawing.svg import el, fit, words
from turncoat.games.truce.state import TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Names, amount

CARDS: Mapping[str, Card] = {
    "attack": Card(
        "Attack",
        "attack",
        "Take a coin and all Spoils of a player who loots, or who has less defence than you have support.",
        "TRU-3.3",
    ),
    "defend": Card("Defend", "defend", "Stand firm. Your defence is the number of your supporters.", "TRU-3.4"),
    "support": Card(
        "Support", "support", "Add 1 to the strength of another player, whether they attack or defend.", "TRU-3.6"
    ),
    "loot": Card("Loot", "loot", "Share the Stash with all other looters. Anybody can rob you.", "TRU-3.5"),
    "pass": Card("Pass", "pass", "Do nothing in this round.", "TRU-3.7"),
    "give": Card(
        "Give coins",
        "give",
        "You put coins from your Supply into another player's Spoils, at once and for all to see.",
        "TRU-4.1",
    ),
}
"""The actions as cards."""

SHOWN = 12
"""The most coins of a Supply that are drawn; the number beside them is exact."""

HEAPED = 36
"""How many coins of the Stash are drawn."""

COIN = 9.5
"""Radius of a coin."""

READ, READ_WIDE = 20.0, 24.0
"""The type size of all words on the table, with few seats and with more: 11 px when a phone shows all of it."""

BIG_COIN = 12.0
"""Radius of a coin of the Stash."""


class Arrow(Struct, frozen=True):
    """Something that goes from one seat to another.

    Attributes:
        kind: ``attack``, ``support`` or ``gift``.
        path: The seats along it, from first to last.
        state: ``aim``, ``flow``, ``won`` or ``lost``.
    """

    kind: str
    path: tuple[int, ...]
    state: str = "aim"


class Pile(Struct, frozen=True):
    """Coins in one place: their number, and the ids of those that are drawn."""

    count: int
    coins: tuple[str, ...]


class Position(Struct, frozen=True, kw_only=True):
    """The table at one moment. Tuples are by seat; everything is counted in coins.

    Attributes:
        supplies: Coins owned.
        spoils: Coins gained this round.
        seals: ``""``, ``set`` or ``broken``.
        actions: Tag of the revealed action; empty: not revealed.
        strength: Supporters so far; -1: not counted.
        marks: ``""``, ``robbed``, ``held`` or ``won``.
    """

    supplies: tuple[Pile, ...]
    spoils: tuple[Pile, ...]
    stash: Pile
    gone: Pile = Pile(0, ())
    seals: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    strength: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    caption: str = ""


def at_rest(count: int, place: str, shown: int) -> Pile:
    """Coins that do not move, with ids by their place."""
    return Pile(count, tuple(f"{place}-{number}" for number in range(min(count, shown))))


def position(view: TruceView) -> Position:
    """The table as a view shows it."""
    seats = range(len(view.supplies))
    filed = view.submitted or tuple(False for _ in seats)
    return Position(
        supplies=tuple(at_rest(view.supplies[seat], f"supply-{seat}", SHOWN) for seat in seats),
        spoils=tuple(at_rest(view.spoils[seat], f"spoils-{seat}", SHOWN) for seat in seats),
        stash=at_rest(view.stash, "stash", HEAPED),
        seals=tuple("set" if answered else "" for answered in filed),
        marks=tuple("won" if seat in view.winners else "" for seat in seats),
        caption=status(view).text,
    )


class Picture:
    """One drawing: a position as one reader sees it."""

    def __init__(self, now: Position, names: Names, scene: Scene) -> None:
        self.now, self.names, self.scene = now, names, scene
        seats = len(now.supplies)
        self.ring: Ring = ring(seats)
        self.read = READ if seats <= FEW else READ_WIDE
        self.called = tuple(names.label("seat", seat) for seat in range(seats))
        self.letters = pieces.initials(self.called)

    def place(self, seat: int) -> Place:
        """The place of a seat round the table."""
        return self.ring.of(seat, self.scene.own)

    def id(self, name: str) -> str:
        """An id that is unique on the page."""
        return f"{self.scene.id}-{name}"

    def svg(self) -> str:
        """The table as an SVG element."""
        seats = range(len(self.now.supplies))
        return el(
            "svg",
            el("g", el("path", class_="rim", d=self.ring.rim), el("path", class_="felt", d=self.ring.felt),
               el("path", class_="stitch", d=self.ring.line), class_="furniture", aria_hidden=True),
            self.middle(),
            el("g", *(self.pouch(seat) for seat in seats), id=self.id("pouches")),
            el("g", *map(self.arrow, self.now.arrows), id=self.id("arrows"), aria_hidden=True),
            el("g", *(self.seat(seat) for seat in seats), id=self.id("seats")),
            el("g", *self.coins(), id=self.id("coins"), aria_hidden=True),
            id=self.id("board"),
            class_=f"board{' still' if self.scene.still else ''}",
            viewBox=f"0 0 {self.ring.width} {self.ring.height}",
            role="group",
            aria_label="The table",
        )  # fmt: skip

    def middle(self) -> str:
        """The Stash with its coins, and the stage of the game."""
        x, y = self.ring.middle
        number = el("text", words(f"Stash {self.now.stash.count}"), id=self.id("stash-count"), class_="stash-count",
                    x=x, y=y + 88.0, text_anchor="middle", font_size=24)  # fmt: skip
        caption = pieces.label(self.now.caption, x, y + 113, self.read, 290, kind="table-caption")
        cloth = el("circle", class_="cloth", cx=x, cy=y - 4, r=56) + el(
            "circle", class_="cloth-line", cx=x, cy=y - 4, r=50
        )
        return el("g", cloth, number, caption, id=self.id("stash"), role="img",
                  aria_label=f"The Stash holds {amount(self.now.stash.count, 'coin')}")  # fmt: skip

    def pouch(self, seat: int) -> str:
        """The Spoils of a seat: a small cloth beside the mat, shown while there are coins on it."""
        count, (x, y) = self.now.spoils[seat].count, self.place(seat).pouch
        shown = "" if count else " empty"
        number = el("text", str(count), class_="pouch-count", x=x, y=y + 7, text_anchor="middle", font_size=self.read)
        return el("g", el("circle", class_="pouch-cloth", cx=x, cy=y, r=POUCH), number if count > 4 else "",
                  id=self.id(f"pouch-{seat}"), class_=f"pouch{shown}", aria_hidden=True)  # fmt: skip

    def arrow(self, arrow: Arrow) -> str:
        """An arrow from mat to mat."""
        points = [self.place(seat).anchor for seat in arrow.path]
        name = self.id(f"arrow-{arrow.kind}-{arrow.path[0]}")
        return pieces.arrow(name, arrow.kind, arrow.state, points, self.ring.middle)

    def seat(self, seat: int) -> str:
        """A mat: name, badge, the tray for the Supply, the seal.

        A seat that can be chosen and one that cannot are the same kind of node, so that an update of the page keeps the
        contents.
        """
        legal = seat in self.scene.legal
        inside = el("title", words(self.told(seat))) + self.mat(seat)
        x, y = self.place(seat).mat
        return el(
            "a",
            inside,
            id=self.id(f"seat-{seat}"),
            class_=self.seat_class(seat, legal=legal),
            transform=f"translate({x:.1f} {y:.1f})",
            href="#composer" if legal else None,
            role="button" if legal else "img",
            data_domain="seat" if legal else None,
            data_value=seat if legal else None,
            data_whose=seat,
        )

    def seat_class(self, seat: int, *, legal: bool) -> str:
        """The classes of a seat for the style sheet."""
        facts = {
            "own": seat == self.scene.own,
            "legal": legal,
            f"aimed aimed-{self.scene.verb}": seat in self.scene.chosen,
            self.mark(seat): True,
            "broke": not self.now.supplies[seat].count,
            "low": self.ring.mat_height < MAT_HEIGHT,
        }
        return " ".join(["seat", *(name for name, true in facts.items() if true and name)])

    def mark(self, seat: int) -> str:
        """What has just happened to the seat: robbed, held or won."""
        return self.now.marks[seat] if self.now.marks else ""

    def mat(self, seat: int) -> str:
        """The mat, drawn round its own middle."""
        tall, wide = self.ring.mat_height, MAT_WIDTH
        low = tall < 60
        top, size, tray = -tall / 2, self.read, 20 if low else 28
        base = tall / 2 - (4 if low else 5) - tray
        left = -wide / 2 + (27 if self.stood_in(seat) else 10)
        held = el("text", str(self.now.supplies[seat].count), class_="supply-count", x=wide / 2 - 15,
                  y=base + tray / 2 + size * 0.35, text_anchor="end", font_size=size)  # fmt: skip
        called = fit(self.called[seat], size, wide / 2 - 24 - left)
        return (
            el("rect", class_="reach", x=-wide / 2 - 4, y=top - 14, width=wide + 8, height=tall + 28)
            + el("rect", class_="mat", x=-wide / 2, y=top, width=wide, height=tall, rx=9)
            + el("rect", class_="tray", x=-wide / 2 + 40, y=base, width=wide - 46, height=tray, rx=tray / 2)
            + el(
                "text",
                words(called),
                class_="seat-name",
                x=left,
                y=top + (size * 0.87 if low else size + 3),
                font_size=size,
            )
            + pieces.badge(
                seat,
                self.letters[seat],
                -wide / 2 + 21,
                base + tray / 2 + (1 if low else -2),
                0.62 if low else 0.8,
                letter=15 if low else self.read,
            )
            + held
            + self.extras(seat, top)
        )

    def stood_in(self, seat: int) -> bool:
        """Whether a bot or another program plays at a seat."""
        return self.player(seat).kind in ("bot", "program") or self.player(seat).stands_in

    def player(self, seat: int) -> SeatMark:
        """The player at a seat: name, kind, and whether a bot stands in."""
        return self.scene.seats[seat] if seat < len(self.scene.seats) else SeatMark("")

    def extras(self, seat: int, top: float) -> str:
        """Seal, revealed action, strength, and a note if a program plays there."""
        made = ""
        if self.stood_in(seat):
            made += el(
                "use", href="#icon-bot", class_="seat-kind", x=-MAT_WIDTH / 2 + 5, y=top + 4, width=17, height=17
            )
        if self.now.seals and self.now.seals[seat]:
            made += pieces.seal(self.id(f"seal-{seat}"), MAT_WIDTH / 2 - 8, top + 10, self.now.seals[seat])
        if self.now.actions and self.now.actions[seat]:
            made += self.action(seat, MAT_WIDTH / 2 - 8, top + 10)
        return made

    def action(self, seat: int, x: float, y: float) -> str:
        """The revealed action as a token, with the number of supporters once they are counted."""
        tag = self.now.actions[seat]
        made = el("circle", class_="token", r=16) + el("use", href=f"#icon-{tag}", x=-11, y=-11, width=22, height=22)
        strength = self.now.strength[seat] if self.now.strength else -1
        if strength > 0:
            across, up = (-24, 0) if self.ring.mat_height < 60 else (0, -21)
            made += el("circle", class_="strength", cx=across, cy=up, r=12.5)
            made += el("text", str(strength), class_="strength-count", x=across, y=up + 7, text_anchor="middle",
                       font_size=self.read)  # fmt: skip
        return el(
            "g",
            made,
            id=self.id(f"revealed-{seat}"),
            class_=f"revealed revealed-{tag}",
            transform=f"translate({x:.1f} {y:.1f})",
        )

    def told(self, seat: int) -> str:
        """The accessible name of a seat."""
        now = self.now
        parts = [
            f"{self.called[seat]}{' (you)' if seat == self.scene.own else ''}",
            amount(now.supplies[seat].count, "coin"),
        ]
        if now.spoils[seat].count:
            parts.append(f"{amount(now.spoils[seat].count, 'coin')} in the Spoils")
        if now.seals and now.seals[seat] == "set":
            parts.append("has sealed an action")
        if now.actions and now.actions[seat]:
            parts.append(CARDS[now.actions[seat]].title)
        if self.mark(seat):
            parts.append({"won": "wins", "held": "holds", "robbed": "is robbed"}[self.mark(seat)])
        return ", ".join(parts)

    def coins(self) -> list[str]:
        """All coins in one layer, so that moving coins are above everything else."""
        made: list[str] = []
        for seat, pile in enumerate(self.now.supplies):
            x, y = self.place(seat).mat
            tall = self.ring.mat_height
            tray = 28 if tall > 60 else 21
            middle = y + tall / 2 - 5 - tray / 2
            room = MAT_WIDTH - 64 - 12 * len(str(pile.count))
            across = pieces.row(len(pile.coins), x - MAT_WIDTH / 2 + 44, room, COIN)
            made += self.lay(pile, [(column, middle) for column in across])
        for seat, pile in enumerate(self.now.spoils):
            made += self.lay(pile, pieces.heap(len(pile.coins), self.place(seat).pouch, 7.5), "spoil")
        x, y = self.ring.middle
        made += self.lay(self.now.stash, pieces.heap(len(self.now.stash.coins), (x, y - 4), 9.4), "stashed")
        made += self.lay(self.now.gone, [(x, y + 30)] * len(self.now.gone.coins), "gone")
        return made

    def lay(self, pile: Pile, points: Sequence[Point], kind: str = "") -> list[str]:
        """The coins of a pile."""
        return [
            pieces.coin(self.id(f"coin-{name}"), x, y, BIG_COIN if kind == "stashed" else COIN, kind)
            for name, (x, y) in zip(pile.coins, points, strict=False)
        ]


def status(view: TruceView) -> Status:
    """TRU-2.7: the number of the round, and of all rounds."""
    rounds = view.options.rounds
    over = bool(view.winners)
    return Status("The game is over" if over else f"Round {view.round} of {rounds}", view.round - (not over), rounds)


def draw(view: TruceView, names: Names, scene: Scene) -> str:
    """The table as inline SVG."""
    return Picture(position(view), names, scene).svg()


def in_text(view: TruceView, names: Names, scene: Scene) -> tuple[str, ...]:
    """The table as sentences, for screen readers and for pages without drawings."""
    picture = Picture(position(view), names, scene)
    gone = f"{amount(view.removed, 'coin')} {'has' if view.removed == 1 else 'have'}"
    stash = f"The Stash holds {amount(view.stash, 'coin')}; {gone} left the game."
    return (f"{status(view).text}.", stash, *(f"{picture.told(seat)}." for seat in range(len(view.supplies))))


BOARD: Board[TruceView, TruceAction] = Board(CARDS, draw, in_text, status, scored="coins")
