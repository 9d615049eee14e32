"""The sheets: one for each character, one for each kind of opponents (the GM's screen), a line for each opponent."""

from __future__ import annotations

from turncoat.drawing.svg import el, words
from turncoat.games.thrice.characters import CIRCLES_IN_A_ROW, ROWS
from turncoat.games.thrice.drawing import position as said
from turncoat.games.thrice.drawing.faces import helm
from turncoat.games.thrice.drawing.field import DROP, FRAME, advantage_dice, d6, small
from turncoat.games.thrice.drawing.names import kind_names
from turncoat.games.thrice.drawing.position import Drawing
from turncoat.games.thrice.skills import (
    CONDITION,
    ENFORCE,
    LOCK,
    MOST_WEALTH,
    NEUTRALIZE,
    SKILLS,
    STEP,
    STEPS,
    TOPS,
    UNARMOURED,
    enemy_start,
    penalty,
    tricks,
)
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.view import OUT, Coin, Combatant, Sheet
from turncoat.kernel import listed

PENALISED = 3
"""THR-4.2: at this condition or below, weapon and armour are weaker."""


class Sheets(Drawing):
    """The sheets of all characters, and of the opponents' kinds."""

    def in_order(self) -> list[Sheet]:
        """All sheets, the viewer's own first."""
        return sorted(self.now.sheets, key=lambda sheet: (sheet.seat != self.scene.own, sheet.seat))

    def near(self) -> str:
        """The sheets that the viewer needs most: the own sheet and the opponents; for the GM only the screen."""
        own = [self.character(sheet) for sheet in self.now.sheets if sheet.seat == self.scene.own]
        return "".join(own) + self.screen()

    def others(self) -> str:
        """The sheets of the others, each folded to a line about its character."""
        lines = [self.folded(sheet) for sheet in self.in_order() if sheet.seat != self.scene.own]
        title = "The others' sheets" if len(lines) < len(self.now.sheets) else "Character sheets"
        return el("section", el("h2", title), *lines, class_="thr-others", aria_label=title) if lines else ""

    def folded(self, sheet: Sheet) -> str:
        """A sheet that opens when its line is tapped."""
        numbers = self.now.numbers(sheet.seat)
        badge = small(self.figure(sheet.seat), "thr-foe-face", FRAME)
        state = f"condition {numbers.condition} · advantage {sheet.advantage}"
        line = el("summary", badge, el("b", words(self.called(sheet.seat))), " ", el("span", words(state)))
        return el("details", line, self.character(sheet), class_="thr-fold", id=self.id(f"fold-{sheet.seat}"),
                  data_whose=sheet.seat)  # fmt: skip

    # --- a character --------------------------------------------------------------------------

    def character(self, sheet: Sheet) -> str:
        """THR-3: a character sheet, filled in."""
        own = sheet.seat == self.scene.own
        name = self.called(sheet.seat)
        player = self.names.label("seat", sheet.seat)
        told = el("p", words(said.sheet_words(self.now, sheet.seat, player)), class_="hidden")
        parts = (
            self.head(sheet, player),
            told,
            self.skills(sheet),
            self.advantage(sheet),
            self.coins(sheet),
            self.wealth(sheet),
        )
        zone = self.now.combatants[sheet.seat].zone if self.now.combatants else ""
        kind = " ".join(filter(None, ["thr-sheet", "own" if own else "", zone if zone in OUT else "",
                                      "turn" if sheet.seat == self.now.turn else ""]))  # fmt: skip
        return el("article", *parts, class_=kind, id=self.id(f"sheet-{sheet.seat}"), aria_label=f"Sheet of {name}")

    def head(self, sheet: Sheet, name: str) -> str:
        """THR-3.1 to THR-3.5: name, kin, traits; ``name`` is the player's."""
        who = sheet.character
        badge = small(self.figure(sheet.seat), "thr-head-badge", FRAME)
        title = el("h3", words(who.name or name))
        player = f" · played by {name}" if who.name not in ("", name) else ""
        kin = el("p", words(f"{who.kin.capitalize()}{player}"), class_="thr-kin")
        traits = el("p", words(" · ".join((who.first, who.second, who.third))), class_="thr-traits")
        return el("header", badge, el("div", title, kin, traits))

    def skills(self, sheet: Sheet) -> str:
        """THR-4: one row of numbers for each skill, the present one circled."""
        return el("div", *(self.skill(sheet, skill) for skill in SKILLS), class_="thr-skills", aria_hidden=True)

    def skill(self, sheet: Sheet, skill: str) -> str:
        """THR-2.3: the numbers of a skill; THR-4.2: if low condition weakens it, another one is circled."""
        value = getattr(self.now.numbers(sheet.seat), skill)
        normal = sheet.character.value(skill, self.now.options)
        if skill == CONDITION:
            scale = range(TOPS[CONDITION], -1, -1)
        else:
            least = UNARMOURED + 1 if TOPS[skill] > UNARMOURED else 1
            scale = range(min(least, value), max(TOPS[skill], value) + 1)
        most = max(value, normal) if skill == CONDITION else TOPS[skill]
        marks = "".join(self.number(skill, number, value, normal, most) for number in scale)
        note = self.note(sheet.seat, skill)
        return el("div", el("b", words(skill.capitalize())), el("span", marks, class_="thr-scale"), note,
                  class_=f"thr-skill thr-skill-{skill}")  # fmt: skip

    def number(self, skill: str, number: int, value: int, normal: int, most: int) -> str:
        """A number of a skill: plain, circled, or marked as the value without penalty and tricks."""
        kinds = ["thr-on"] if number == value else ["thr-normal"] if number == normal else []
        kinds += ["thr-above"] if number > most else []
        if skill == CONDITION and 0 < number <= PENALISED:
            kinds.append("thr-weak")
        return el("i", f"{number}".replace("-", "−"), class_=" ".join(kinds) or None)

    def note(self, seat: int, skill: str) -> str:
        """Penalty, steps and tokens beside the row."""
        notes = []
        condition = self.now.numbers(seat).condition
        if skill in ("weapon", "armour") and condition and penalty(condition):
            notes.append(f"−{penalty(condition)}")
        tokens = self.now.combatants[seat].tokens if self.now.combatants else ()
        notes += [f"{'▲' * token.steps}{'●' * token.tokens}" for token in tokens if token.skill == skill]
        return el("small", words(" ".join(notes)), class_="thr-note") if notes else ""

    def advantage(self, sheet: Sheet) -> str:
        """THR-6.6: advantage as d6; bleed marks as drops."""
        faces, more = advantage_dice(sheet.advantage)
        dice = "".join(small(d6(face), "thr-adv-die") for face in faces)
        rest = el("small", f"and {more} sixes") if more else ""
        bleeding = self.now.combatants[sheet.seat].bleeding if self.now.combatants else 0
        drops = "".join(small(el("path", class_="thr-drop", d=DROP), "thr-drop-mark", "-8 -11 16 22")
                        for _ in range(bleeding))  # fmt: skip
        bleed = el("span", drops, el("b", f"bleeds {bleeding}"), class_="thr-bleed-line") if bleeding else ""
        shown = el("span", dice, class_="thr-adv") if dice else ""
        return el("p", el("b", f"Advantage {sheet.advantage}"), shown, rest, bleed,
                  class_="thr-advantage-line", id=self.id(f"advantage-{sheet.seat}"))  # fmt: skip

    def coins(self, sheet: Sheet) -> str:
        """THR-11: the tricks of the profile with the coins on them; the giver of a trick pays."""
        cost = self.now.options.trick_cost
        lines = "".join(self.trick(sheet.seat, trick) for trick in tricks(self.now.options))
        title = el("h4", "Tricks ", el("small", words(f"{cost} advantage each, the giver pays")))
        return el("div", title, el("ul", lines), class_="thr-tricks")

    def trick(self, seat: int, trick: str) -> str:
        """A trick: its name, its coins with their givers, perhaps a lock. The reader's own tricks can be tapped."""
        combatant = self.now.combatants[seat] if self.now.combatants else None
        held = [coin for coin in combatant.coins if coin.trick == trick] if combatant else []
        locked = bool(combatant and any(lock.trick == trick for lock in combatant.locks))
        coins = "".join(self.coin(coin) for coin in held)
        given = trick not in (ENFORCE, LOCK, NEUTRALIZE)
        legal = given and seat == self.scene.own and trick in self.scene.places.get("trick", frozenset())
        name = el(
            "a" if legal else "span",
            words(trick.capitalize()),
            class_="target legal" if legal else None,
            href="#composer" if legal else None,
            role="button" if legal else None,
            data_domain="trick" if legal else None,
            data_value=trick if legal else None,
            data_act="give" if legal else None,
        )
        lock = el("small", " locked", class_="thr-lock") if locked else ""
        return el("li", name, coins, lock, class_=" ".join(filter(None, ["held" if held else "", "locked" if locked else
                  ""])) or None)  # fmt: skip

    def coin(self, coin: Coin) -> str:
        """THR-11.4: a coin with the letters of its giver."""
        letters = el("text", words(self.letters[coin.giver]), y=4.6, font_size=13, text_anchor="middle")
        drawn = el("svg", el("circle", class_="thr-coin", r=11), letters, class_="thr-coin-mark",
                   viewBox="-12 -12 24 24", aria_hidden=True)  # fmt: skip
        return drawn + el("span", words(f"coin of {self.called(coin.giver)}"), class_="hidden")

    def wealth(self, sheet: Sheet) -> str:
        """THR-16: wealth, and three rows of circles."""
        who = sheet.character
        scale = "".join(el("i", str(number), class_="thr-on" if number == who.wealth else None)
                        for number in range(1, MOST_WEALTH + 1))  # fmt: skip
        rows = "".join(
            el("span", words(row.capitalize()), el("span", "●" * getattr(who, row)
               + "○" * (CIRCLES_IN_A_ROW - getattr(who, row)), class_="thr-circles"))
            for row in ROWS
        )  # fmt: skip
        return el("div", el("div", el("b", "Wealth"), el("span", scale, class_="thr-scale"), class_="thr-skill"),
                  el("p", rows, class_="thr-rows"), class_="thr-wealth", aria_hidden=True)  # fmt: skip

    # --- opponents ----------------------------------------------------------------------------

    def screen(self) -> str:
        """The opponents, as far as the viewer may know them."""
        now = self.now
        if not now.combatants:
            return ""
        gm = self.scene.own == now.gm
        title = "Behind the GM's screen" if gm else "The opponents"
        kinds = el("div", *(self.kind(place, kind) for place, kind in enumerate(now.kinds)), class_="thr-sheets")
        lines = el("ul", *map(self.opponent, now.opponents), class_="thr-foes")
        return el("section", el("h2", title), kinds if now.kinds else "", lines,
                  class_=f"thr-screen{' secret' if gm else ''}", id=self.id("screen"), aria_label=title)  # fmt: skip

    def kind(self, place: int, one: Kind) -> str:
        """THR-5.4: the sheet of a kind: its skills, its bought tricks, how many there are."""
        now, options = self.now, self.now.options
        steps = {"initiative": (now.opponents_initiative - 1) // STEP if now.opponents_initiative else 0}
        rows = []
        for skill in SKILLS:
            step = steps.get(skill, getattr(one, skill, 0))
            numbers = "".join(
                el("i", str(enemy_start(options, skill) + STEP * number), class_="thr-on" if number == step else None)
                for number in range(STEPS + 1)
            )
            rows.append(el("div", el("b", words(skill.capitalize())), el("span", numbers, class_="thr-scale"),
                           class_="thr-skill"))  # fmt: skip
        name = kind_names(now.kinds)["AB"[place]]
        bought = f"Bought tricks: {listed(one.tricks)}" if one.tricks else "No bought tricks"
        drawn = small(helm("AB"[place], "AB"[place]), "thr-head-badge", FRAME)
        number = said.kind_sizes(now)[place]
        head = el("header", drawn, el("div", el("h3", words(name)), el("p", words(f"{number} of them, "
                  f"{said.kind_cost(now, one)}"), class_="thr-kin")))  # fmt: skip
        return el("article", head, el("div", *rows, class_="thr-skills"), el("p", words(bought), class_="thr-traits"),
                  class_="thr-sheet thr-kind-sheet", id=self.id(f"kind-{place}"),
                  aria_label=f"Sheet of their kind: {name}")  # fmt: skip

    def opponent(self, combatant: Combatant) -> str:
        """One opponent in a line: place, condition, and everything on it."""
        drawn = small(self.figure(combatant.who, combatant.kind), "thr-foe-face", FRAME)
        coins = "".join(map(self.coin_named, combatant.coins))
        name = self.called(combatant.who)
        rest = said.combatant_words(self.now, combatant, self.names).removeprefix(name).lstrip()
        turn, out = combatant.who == self.now.turn, combatant.zone in OUT
        kind = " ".join(["thr-foe"] + [combatant.zone] * out + ["turn"] * turn)
        return el("li", drawn, el("p", el("b", words(name)), " ", words(rest)), coins, class_=kind,
                  id=self.id(f"foe-{combatant.who}"))  # fmt: skip

    def coin_named(self, coin: Coin) -> str:
        """A coin on an opponent, with the name of its trick."""
        return el("span", words(coin.trick), class_="thr-coin-name", aria_hidden=True)
