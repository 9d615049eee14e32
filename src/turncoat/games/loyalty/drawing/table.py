"""What is drawn round the map: players, how near each end is, the matter in progress, the viewer's secrets."""

from __future__ import annotations

from turncoat.drawing import pieces
from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.loyalty.drawing import position as said
from turncoat.games.loyalty.drawing.pieces import emblem, flag, sign
from turncoat.games.loyalty.drawing.position import banner, won_over
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import FACTIONS
from turncoat.games.loyalty.text import FACTION_NAMES
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Names, listed


class Surroundings:
    """Everything except the map, as small drawings that fit any screen."""

    def __init__(self, now: LoyaltyView, names: Names, scene: Scene, letters: tuple[str, ...]) -> None:
        self.now, self.names, self.scene, self.letters = now, names, scene, letters
        self.called = tuple(names.label("seat", seat) for seat in range(len(now.coins)))

    def id(self, name: str) -> str:
        """An id that is unique on the page."""
        return f"{self.scene.id}-{name}"

    # --- players ------------------------------------------------------------------------------

    def players(self) -> str:
        """All players, the viewer first, then clockwise."""
        count = len(self.now.coins)
        first = self.scene.own or 0
        return el("div", *(self.player((first + step) % count) for step in range(count)), class_="loy-players",
                  id=self.id("players"), role="group", aria_label="Players")  # fmt: skip

    def player(self, seat: int) -> str:
        """One player: name, victory points and how many are missing, coins, colour, whose turn it is."""
        now, own, legal = self.now, seat == self.scene.own, seat in self.scene.legal
        won = now.result is not None and seat in now.result.winners
        last = bool(now.turn) and seat in now.last
        facts = {"own": own, "legal target": legal, "active": seat == now.active, "won": won, "last": last}
        inside = el("svg", pieces.badge(seat, self.letters[seat]), class_="loy-badge", viewBox="-24 -24 48 48",
                    aria_hidden=True)  # fmt: skip
        inside += el("span", words(self.called[seat]), class_="loy-name")
        inside += el("span", self.turn(seat) or "&#8203;", class_="loy-turn", aria_hidden=True)
        inside += self.goods(seat)
        told = said.player_words(now, seat, self.called[seat], own=own)
        if legal:
            inside += el("span", words(told.removeprefix(self.called[seat])), class_="hidden")
        return el(
            "a" if legal else "div",
            inside,
            id=self.id(f"seat-{seat}"),
            class_=" ".join(["loy-player", "seat", *(name for name, true in facts.items() if true)]),
            href="#composer" if legal else None,
            role="button" if legal else "img",
            aria_label=None if legal else told,
            data_domain="seat" if legal else None,
            data_value=seat if legal else None,
            data_whose=seat,
        )

    def turn(self, seat: int) -> str:
        """LOY-9.1: whose turn it is, with the actions left; LOY-13.12: the winners; LOY-4.5: who is last."""
        now = self.now
        if now.result is not None and seat in now.result.winners:
            return "wins"
        if seat == now.active:
            left = now.actions_left
            pips = "".join(el("i", "&#8203;", class_="loy-pip") for _ in range(min(left, 5)))
            more = f" {left}" if left > 5 else ""
            actions = el("span", f"turn {pips}{more}", class_="loy-actions")
            return f"{actions}{said.requests(now).replace(', ', ' · ', 1)}"
        return ""

    def goods(self, seat: int) -> str:
        """LOY-7.2: victory points as a bar up to a revolution; coins; the present colour; the card once it is shown."""
        now = self.now
        share = min(1.0, now.vp[seat] / now.needed)
        bar = el("svg", el("rect", class_="loy-bar", width=100, height=8, rx=4),
                 el("rect", class_="loy-bar-full", width=round(100 * share, 1), height=8, rx=4),
                 class_="loy-progress", viewBox="0 0 100 8", preserveAspectRatio="none")  # fmt: skip
        made = el("span", el("b", str(now.vp[seat])), " VP", class_="loy-vp")
        coin = el("svg", el("circle", class_="loy-coin", r=9), class_="loy-purse", viewBox="-10 -10 20 20")
        made += el("span", coin, str(now.coins[seat]), class_="loy-money")
        if now.colours:
            worn = banner(now, seat)
            drawn = el(
                "svg", flag(worn, said.initial(colours(now.options), worn)), viewBox="-18 -18 36 42", class_="loy-wears"
            )
            made += el("span", drawn, words(now.colours[seat]), class_="loy-colour")
        if now.cards:
            made += self.face(now.cards[seat])
        if now.turn and seat in now.last and len(now.last) < len(now.vp):
            made += el("span", "last place", class_="loy-last")
        return el("span", bar, made, class_="loy-goods", aria_hidden=True)

    @staticmethod
    def face(card: str) -> str:
        """LOY-4.1: a loyalty card, face up."""
        drawn = el("rect", class_=f"loy-card loy-card-{card}", x=-15, y=-20, width=30, height=40, rx=4)
        return el("svg", drawn, emblem(card, 0, 0, 1.15), class_="loy-face", viewBox="-17 -22 34 44", role="img",
                  aria_label=FACTION_NAMES[card])  # fmt: skip

    # --- the ends -----------------------------------------------------------------------------

    def ends(self) -> str:
        """LOY-13: how near each end of the game is, as a line of its own for each."""
        now, options = self.now, self.now.options
        made = [self.diplomacy(faction) for faction in FACTIONS]
        if options.revolution_end and now.round:
            best = max(now.vp)
            made.append(self.end("Revolution", f"{best} of {now.needed} VP", best >= now.needed, self.who(best)))
        if options.military_end and now.round:
            least = min(now.vp)
            made.append(self.end("Military", f"{least} VP left", least == 0, self.who(least)))
        if now.faction:
            made.append(el("li", words(said.final_words(now)), class_="loy-final", id=self.id("final")))
        return el("ul", *made, class_="loy-ends", id=self.id("ends"), aria_label="How near each end is")

    def who(self, points: int) -> str:
        """The badges of all players with this many victory points."""
        seats = [seat for seat, own in enumerate(self.now.vp) if own == points]
        drawn = "".join(
            el(
                "svg",
                pieces.badge(seat, self.letters[seat], letter=30),
                class_="loy-tiny",
                viewBox="-24 -24 48 48",
                aria_hidden=True,
            )
            for seat in seats
        )
        return drawn + el("span", words(listed((self.called[seat] for seat in seats), "nobody")), class_="hidden")

    def end(self, title: str, state: str, reached: bool, more: str) -> str:
        """One end: its name, how near it is, and for which players."""
        kind = "loy-end-line reached" if reached else "loy-end-line"
        return el("li", el("b", words(title)), el("span", words(state)), more, class_=kind)

    def diplomacy(self, faction: str) -> str:
        """LOY-13.7: the cities that are loyal to a faction; the capital is marked if it must be one of them."""
        now = self.now
        held, needed = won_over(now, faction), now.options.lock_cities_needed
        capital = now.cities[0].name
        pips = "".join(
            el("i", "★" if place < len(held) and held[place] == capital else "●" if place < len(held) else "○")
            for place in range(max(needed, len(held)))
        )
        wanting = now.options.lock_capital_required and capital not in held
        state = f"{len(held)} of {needed} {'city' if needed == 1 else 'cities'}"
        state += f", {self.names.label('place', capital)} needed" if wanting else ""
        drawn = el("svg", emblem(faction), class_="loy-tiny", viewBox="-12 -12 24 24", aria_hidden=True)
        made = el("b", said.TITLES[faction]) + el("span", pips, class_="loy-pips", aria_hidden=True)
        cities = (
            el("span", words(f": {listed([self.names.label('place', city) for city in held])}"), class_="hidden")
            if held
            else ""
        )
        reached = "loy-end-line reached" if now.faction == faction else "loy-end-line"
        return el("li", drawn, made, el("span", words(state)), cities, class_=reached)

    # --- what is being settled ----------------------------------------------------------------

    def affair(self) -> str:
        """LOY-8.5, LOY-10.2: the request or attack in progress, at the top."""
        lines = said.affair_words(self.now, self.names)
        if not lines:
            return ""
        kind = "military" if self.now.battle else "owner"
        drawn = el("svg", sign(kind, 0, 0, 1.1), class_="loy-affair-sign", viewBox="-12 -12 24 24", aria_hidden=True)
        told = el("div", *(el("p", words(line)) for line in lines), role="status")
        link = el("a", "Your answer", class_="button small", href="#composer") if self.wanted() else ""
        return el("div", drawn, told, link, class_=f"loy-affair loy-affair-{kind}", id=self.id("affair"))

    def wanted(self) -> bool:
        """LOY-8.5b, LOY-10.2.6: whether the viewer is asked for leave or help."""
        now, own = self.now, self.scene.own
        if own is None:
            return False
        if now.request is not None and own in now.request.offers:
            return True
        battle = now.battle
        if battle is None or own == battle.attacker or own in battle.joined or battle.won:
            return False
        field = next(place for place in now.places if place.name == battle.field)
        return own in battle.targets or bool(field.militia[banner(now, own)])

    def leaves(self) -> str:
        """LOY-8.8: the standing permissions in force."""
        if not self.now.leaves:
            return ""
        lines = [el("li", words(said.leave_words(self.now, leave, self.names))) for leave in self.now.leaves]
        title = el("summary", f"Standing permissions ({len(lines)})")
        return el("details", title, el("ul", *lines), class_="loy-leaves", id=self.id("leaves"))

    # --- cards --------------------------------------------------------------------------------

    def own(self) -> str:
        """LOY-1.3: the viewer's loyalty card and the unused cards the viewer has seen; no other page shows them."""
        now = self.now
        if now.card is None or now.result is not None:
            return ""
        name = FACTION_NAMES[now.card]
        made = el("h2", "Only you see this")
        made += el("button", "Cover it", type="button", class_="button small loy-cover", data_root="covered")
        card = self.face(now.card) + el("p", "You serve ", el("b", words(name)), ".")
        made += el("div", card, class_="loy-secret secret", id=self.id("card"))
        if now.seen:
            seen = "".join(
                el("span", self.face(face), el("small", f"unused {number}"))
                for number, face in sorted(now.seen.items())
            )
            made += el("div", seen, class_="loy-secret secret", id=self.id("peeked"))
        return el("section", made, class_="loy-own", id=self.id("own"), aria_label="Only you see this")

    def row(self) -> str:
        """LOY-3.4, LOY-14.4: the unused cards, each with the players who have looked at it."""
        now = self.now
        if not now.looked or not (now.options.lock_peek or now.unused):
            return ""
        made = "".join(self.unused(number) for number in range(len(now.looked)))
        return el("div", el("h2", "Unused cards"), made, class_="loy-row", id=self.id("unused"))

    def unused(self, number: int) -> str:
        """One unused card: its back, or its face once the game is over."""
        now = self.now
        legal = str(number + 1) in self.scene.places.get("card", frozenset())
        if now.unused:
            drawn = self.face(now.unused[number])
        else:
            back = el("rect", class_="loy-card loy-back", x=-15, y=-20, width=30, height=40, rx=4)
            inside = back + el("path", class_="loy-back-line", d="M-9-14H9V14H-9ZM-9-14L9 14M9-14L-9 14")
            drawn = el("svg", inside, class_="loy-face", viewBox="-17 -22 34 44", aria_hidden=True)
        lookers = listed((self.called[seat] for seat in now.looked[number]), "nobody")
        told = f"U{number + 1}" + (f", seen by {lookers}" if now.looked[number] else "")
        return el(
            "a" if legal else "span",
            drawn,
            el("small", words(told)),
            class_=f"loy-unused{' target legal' if legal else ''}",
            href="#composer" if legal else None,
            role="button" if legal else None,
            data_domain="card" if legal else None,
            data_value=number + 1 if legal else None,
            id=self.id(f"unused-{number + 1}"),
        )
