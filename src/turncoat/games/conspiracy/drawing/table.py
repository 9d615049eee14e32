"""What is drawn round the columns: the players, the bag, the dice, and the viewer's own pieces."""

from __future__ import annotations

from turncoat.drawing import pieces
from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.conspiracy.drawing import position as said
from turncoat.games.conspiracy.drawing.pieces import COIN, coin_face, die, suit, tile_face, whole_coin
from turncoat.games.conspiracy.drawing.position import Die, Position
from turncoat.games.conspiracy.pieces import PIECES, RANKS, SUIT_NAMES
from turncoat.games.conspiracy.state import Goal
from turncoat.games.conspiracy.text import coin_name, coin_number, face, tile_name
from turncoat.games.conspiracy.view import ConspiracyView, PlayerView
from turncoat.kernel import Names

_BAG = "M-16-14C-30 2-34 26-22 34H22C34 26 30 2 16-14L22-28L8-22L0-30L-8-22L-22-28Z"


class Surroundings:
    """Everything except the columns, as small drawings that fit any screen."""

    def __init__(self, now: Position, names: Names, scene: Scene, letters: tuple[str, ...]) -> None:
        self.now, self.view, self.scene, self.letters = now, now.view, scene, letters
        self.called = tuple(names.label("seat", seat) for seat in range(len(now.view.players)))

    def id(self, name: str) -> str:
        """An id that is unique on the page."""
        return f"{self.scene.id}-{name}"

    # --- players ------------------------------------------------------------------------------

    def players(self) -> str:
        """All players, the viewer first, then clockwise."""
        count = len(self.view.players)
        first = self.scene.own or 0
        return el("div", *(self.player((first + step) % count) for step in range(count)), class_="con-players",
                  id=self.id("players"), role="group", aria_label="Players")  # fmt: skip

    def player(self, seat: int) -> str:
        """One player: name, place in the order, saved coin, tiles, coins."""
        one, own = self.view.players[seat], seat == self.scene.own
        legal = seat in self.scene.legal
        active = seat == self.view.active
        facts = {"own": own, "legal target": legal, "active": active, "won": seat in self.view.winners}
        inside = el("svg", pieces.badge(seat, self.letters[seat]), class_="con-badge", viewBox="-24 -24 48 48",
                    aria_hidden=True)  # fmt: skip
        inside += el("span", words(self.called[seat]), class_="con-name")
        inside += el("span", self.turn(seat) or "&#8203;", class_="con-turn", aria_hidden=True)
        inside += self.goods(one)
        told = said.player_words(self.view, seat, self.called[seat], own=own)
        if legal:
            inside += el("span", words(told.removeprefix(self.called[seat])), class_="hidden")
        return el(
            "a" if legal else "div",
            inside,
            id=self.id(f"seat-{seat}"),
            class_=" ".join(["con-player", "seat", *(name for name, true in facts.items() if true)]),
            href="#composer" if legal else None,
            role="button" if legal else "img",
            aria_label=None if legal else told,
            data_domain="seat" if legal else None,
            data_value=seat if legal else None,
            data_whose=seat,
        )

    def turn(self, seat: int) -> str:
        """CON-O: the player whose turn it is, with the points left; the next players; the free players."""
        now = self.view
        if seat in now.winners:
            return "wins"
        if seat == now.active:
            pips = "".join(el("i", "&#8203;", class_="con-pip") for _ in range(now.points))
            return f"turn {pips}" if pips else "turn"
        if seat in now.free:
            return "free: may jump in"
        if seat in now.order:
            place = now.order.index(seat)
            return f"{place + 1}. to come" if place else "next"
        return "has gone" if now.active is not None else ""

    def goods(self, player: PlayerView) -> str:
        """CON-I.2: the saved coin, and the numbers of other tiles and coins."""
        saved = (
            el("circle", class_="con-no-coin", r=COIN - 2)
            if player.saved is None
            else coin_face(player.saved, None, "", symbol_up=False)
        )
        made = el("svg", saved, class_="con-saved", viewBox="-30 -30 60 60")
        made += el("span", f"{player.tiles}", class_="con-count con-count-tiles")
        if player.hand:
            made += el("span", f"{player.hand}", class_="con-count con-count-coins")
        if player.gifts:
            made += el("span", f"+{player.gifts}", class_="con-count con-count-gifts")
        if player.mark:
            made += el("span", words(player.mark), class_="con-count con-count-mark")
        if player.goal:
            made += goal_signs(player.goal)
        return el("span", made, class_="con-goods", aria_hidden=True)

    # --- bag and dice -------------------------------------------------------------------------

    def middle(self) -> str:
        """The bag, the dice and the buttons that enlarge the columns."""
        larger = el("button", "Larger", type="button", class_="button small con-zoom", data_root="zoomed")
        return el("div", self.bag(), self.tray(), larger, class_="con-middle", id=self.id("middle"))

    def bag(self) -> str:
        """CON-R40: the bag and how many coins are in it."""
        drawing = el(
            "svg",
            el("path", class_="con-bag-cloth", d=_BAG),
            el("path", class_="con-bag-cord", d="M-17-13Q0-6 17-13"),
            el("text", str(self.view.bag), class_="con-bag-count", y=20, font_size=26, text_anchor="middle"),
            viewBox="-36 -34 72 72",
            class_="con-bag",
            role="img",
            aria_label=f"The bag holds {self.view.bag} coins",
        )
        return el("div", drawing, class_="con-bag-place", id=self.id("bag"))

    def tray(self) -> str:
        """CON-C.5: the dice that have just been rolled."""
        if not self.now.dice:
            return el("div", "&#8203;", class_="con-tray empty", id=self.id("tray"))
        dice = "".join(self.die(die, place) for place, die in enumerate(self.now.dice))
        return el("div", dice, class_="con-tray", id=self.id("tray"))

    def die(self, one: Die, place: int) -> str:
        """One die; its id is new for every roll, so that it is animated again."""
        whose = self.called[one.whose] if one.whose is not None else ""
        verdict = "" if one.good is None else ", success" if one.good else ", no success"
        label = f"{whose or SUIT_NAMES.get(one.suit, 'Die')}: {face(one.face)}{verdict}"
        drawing = el("svg", die(one.suit, one.face, good=one.good), viewBox="-28 -28 56 64", role="img",
                     aria_label=label, id=self.id(f"die-{self.now.moment}-{place}"))  # fmt: skip
        return el(
            "span", drawing, el("small", words(whose), class_="con-whose") if whose else "", class_="con-die-place"
        )

    # --- the own things -----------------------------------------------------------------------

    def own(self) -> str:
        """CON-I.1: the goal, the hand and the tiles of the viewer; no other player's page shows them."""
        mine = self.view.own
        if mine is None:
            return ""
        coins = mine.goal_coins or mine.hand
        made = el("h2", "Only you see this")
        made += el("button", "Cover it", type="button", class_="button small con-cover", data_root="covered")
        if mine.goal:
            name = f"{SUIT_NAMES[mine.goal.suit]} and {mine.goal.number}"
            made += self.shelf("goal", "Your goal", goal_signs(mine.goal) + el("b", words(name)))
        if coins:
            made += self.shelf("hand", "Coins drawn" if mine.goal_coins else "Coins in hand", self.coins(coins))
        elif mine.saved:
            made += self.shelf("hand", "Coin saved", self.coin(mine.saved, "saved"))
        if mine.received:
            made += self.shelf(
                "received",
                "Received, for your next turn",
                "".join(self.coin(coin, f"received-{place}") for place, coin in enumerate(mine.received)),
            )
        if mine.given:
            made += self.shelf("given", "Given, still waiting", "".join(
                el("span", self.coin(coin, f"given-{place}"), el("small", words(f"to {self.called[to]}")))
                for place, (coin, to) in enumerate(mine.given)))  # fmt: skip
        if mine.tiles:
            made += self.shelf("tiles", "Your tiles", "".join(map(self.tile, mine.tiles)))
        return el("section", made, class_="con-own", id=self.id("own"), aria_label="Only you see this")

    def shelf(self, name: str, title: str, inside: str) -> str:
        """A row of the viewer's own pieces."""
        body = el("div", inside, class_="con-shelf-row secret")
        return el("div", el("h3", words(title)), body, class_=f"con-shelf con-shelf-{name}", id=self.id(name))

    def coins(self, coins: tuple[str, ...]) -> str:
        """Coins in hand, which can be tapped."""
        legal = self.scene.places.get("coin", frozenset())
        return "".join(self.coin(coin, f"hand-{coin}", legal=coin in legal) for coin in coins)

    def coin(self, coin: str, name: str, *, legal: bool = False) -> str:
        """A coin of the viewer, with both of its sides."""
        drawing = el("svg", el("g", whole_coin(coin), data_picture="coin", data_of=coin), viewBox="-32 -32 64 64",
                     aria_hidden=True)  # fmt: skip
        return self.piece("coin", coin, coin_name(coin), drawing, name, legal=legal)

    def tile(self, tile: str) -> str:
        """A tile of the viewer, which can be tapped."""
        legal = tile in self.scene.places.get("tile", frozenset())
        drawing = el("svg", tile_face(tile), viewBox="-80 -80 160 160", aria_hidden=True)
        return self.piece("tile", tile, tile_name(tile), drawing, f"held-{tile}", legal=legal)

    def piece(self, domain: str, value: str, label: str, drawing: str, name: str, *, legal: bool) -> str:
        """A piece of the viewer."""
        return el(
            "a" if legal else "span",
            drawing,
            id=self.id(name),
            class_=f"con-piece con-piece-{domain}{' target legal' if legal else ''}",
            href="#composer" if legal else None,
            role="button" if legal else "img",
            aria_label=label,
            title=label,
            data_domain=domain if legal else None,
            data_value=value if legal else None,
        )

    # --- what has been seen -------------------------------------------------------------------

    def count(self) -> str:
        """CON-I.6: how many coins and tiles the viewer has not seen, by suit and number."""
        tiles = self.view.unseen_tiles
        made = el("p", words(count_words(self.view)))
        made += pack("Coins", self.view.seen.placed, "coin")
        made += pack("Tiles", tuple(piece for piece in PIECES if piece not in tiles), "tile")
        return el("details", el("summary", "What has been seen"), made, class_="con-seen", id=self.id("seen"))


def goal_signs(goal: Goal) -> str:
    """CON-S.5: the two halves of a goal."""
    made = el("rect", class_="con-goal-card", x=-30, y=-21, width=60, height=42, rx=6)
    made += suit(goal.suit, 0.95, -13)
    made += el("text", str(goal.number), class_="con-number", x=14, y=9, font_size=26, text_anchor="middle")
    return el("svg", made, class_="con-goal", viewBox="-32 -23 64 46", role="img",
              aria_label=f"Goal: {SUIT_NAMES[goal.suit]} and {goal.number}")  # fmt: skip


def count_words(view: ConspiracyView) -> str:
    """CON-I.6: the visible numbers of coins whose suit the viewer does not know."""
    seen, tiles = view.seen, len(view.unseen_tiles)
    shown = [f"{many} {coin_number(rank)}" for rank, many in zip(RANKS, seen.numbers_open, strict=True) if many]
    open_numbers = f" Some of them lie on the board with only the number showing: {', '.join(shown)}." if shown else ""
    return f"You have not seen the symbols of {len(seen.unseen)} coins and {tiles} tiles.{open_numbers}"


def pack(title: str, known: tuple[str, ...], kind: str) -> str:
    """All pieces of a kind in rows by suit; those whose place the viewer knows are filled."""
    rows = "".join(
        el("tr", el("th", words(name), scope="row"), *(_box(f"{letter}{rank}", known, kind) for rank in RANKS))
        for letter, name in SUIT_NAMES.items()
    )
    return el("table", el("caption", title), el("tbody", rows), class_="con-pack")


def _box(piece: str, known: tuple[str, ...], kind: str) -> str:
    placed = piece in known
    rank = int(piece[1])
    shown = coin_number(rank) if kind == "coin" else face(rank)
    sign = shown if len(shown) == 1 else {"blank": "○", "spiral": "@", "symbol": "◆"}[shown]
    state = "seen" if placed else "not seen"
    return el("td", el("span", sign, aria_hidden=True), el("span", f"{shown} {state}", class_="hidden"),
              class_="con-placed" if placed else "con-unseen")  # fmt: skip
