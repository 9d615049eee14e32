"""Everything round the field: what is going on, the initiative board, the dice, the odds, the log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from turncoat.drawing.svg import el, words
from turncoat.games.thrice.dice import MOST_SWAPS, OPPONENT_DICE, attack_odds, dice
from turncoat.games.thrice.drawing import position as said
from turncoat.games.thrice.drawing.field import FRAME, die, small
from turncoat.games.thrice.drawing.position import Drawing, RollSeen, short
from turncoat.games.thrice.opponents import CROWDS
from turncoat.games.thrice.skills import STEP, STEPS
from turncoat.games.thrice.view import OUT, Combatant, Prospect, ThriceView

CROWD = 12
"""With more combatants than so many the initiative board has small faces, and one token for opponents alike."""


class Surroundings(Drawing):
    """The parts beside the field."""

    def face(self, who: int, kind: str = "") -> str:
        """A combatant's token as a small picture."""
        return small(self.figure(who, kind), box=FRAME)

    # --- what is going on ---------------------------------------------------------------------

    def band(self) -> str:
        """What is going on, and below it the initiative board."""
        return el("div", self.affair(), self.initiative(), class_="thr-band", id=self.id("band"))

    def affair(self) -> str:
        """What is going on, and whether the viewer must act."""
        now = self.now
        who = now.attacker if now.attacker >= 0 else now.turn
        face = self.face(who) if who >= 0 else ""
        kind = " thr-over" if now.result else " thr-fight" if now.attacker >= 0 else ""
        told = el("p", words(said.affair_words(self.position, self.names)))
        return el("div", face, told, class_=f"thr-affair{kind}", role="status", id=self.id("affair"))

    # --- the initiative board -----------------------------------------------------------------

    def initiative(self) -> str:
        """THR-7.5, THR-8.1: characters before, the opponents, characters after; those who have acted, on the right."""
        now = self.now
        if not now.combatants:
            return ""
        before = [character for character in now.characters if now.round and now.sheets[character.who].before]
        after = [character for character in now.characters if now.round and not now.sheets[character.who].before]
        middle = f"Opponents {now.opponents_initiative or '?'}"
        rolling = [] if now.round else [self.lane("To roll", now.characters)]
        lanes = rolling or [self.lane("Before", before)]
        lanes.append(self.lane(middle, now.opponents))
        lanes += [] if rolling else [self.lane("After", after)]
        title = el("h2", f"Round {now.round}" if now.round else "Initiative", class_="hidden")
        many = " thr-many" if len(now.combatants) > CROWD else ""
        return el("section", title, el("div", *lanes, class_=f"thr-lanes{many}"), class_="thr-initiative",
                  id=self.id("initiative"), aria_label="The initiative board")  # fmt: skip

    def lane(self, title: str, band: Sequence[Combatant]) -> str:
        """One field of the initiative board."""
        order = sorted(band, key=lambda one: (one.acted and one.who != self.now.turn, one.who))
        groups = (
            groupby(order, self.alike) if len(self.now.combatants) > CROWD else ((one.who, (one,)) for one in order)
        )
        made = "".join(self.pawns(tuple(one)) for _, one in groups)
        here = any(combatant.who == self.now.turn for combatant in band)
        return el("div", el("h3", words(title)), el("ul", made or el("li", "nobody", class_="muted")),
                  class_=f"thr-lane{' thr-here' if here else ''}")  # fmt: skip

    def alike(self, combatant: Combatant) -> tuple[object, ...]:
        """What is the same for opponents who share one token where there are many of one kind."""
        who, turn = combatant.who, combatant.who == self.now.turn
        if turn or not self.now.is_opponent(who):
            return (who,)
        return self.family(who), combatant.kind, combatant.acted, combatant.zone if combatant.zone in OUT else ""

    def family(self, who: int) -> str:
        """The name of an opponent's kind: ``Blade`` of ``Blade 3``."""
        return self.called(who).rpartition(" ")[0]

    def pawns(self, alike: Sequence[Combatant]) -> str:
        """A token for each of these, or one for all: ``12 × Blade``."""
        first = alike[0]
        if len(alike) == 1:
            return self.pawn(first)
        state = first.zone if first.zone in OUT else "acted" if first.acted else ""
        said = {"": "", "acted": ", have acted"}.get(state, f", {state}")
        names = f"{', '.join(short(self.names, one.who, self.now.gm) for one in alike)}"
        count = el("span", words(f"{len(alike)} × {self.family(first.who)}"), class_="thr-count")
        count += el("span", words(f"{said}: {names}"), class_="hidden")
        return el("li", self.face(first.who, first.kind), count, class_=f"thr-pawn thr-crowd {state}".strip(),
                  id=self.id(f"pawn-{first.who}"), data_tip=f"{self.family(first.who)} {names}{said}")  # fmt: skip

    def pawn(self, combatant: Combatant) -> str:
        """A token on the initiative board."""
        done = combatant.acted and combatant.who != self.now.turn
        state = (
            combatant.zone
            if combatant.zone in OUT
            else "acts"
            if combatant.who == self.now.turn
            else "has acted"
            if done
            else ""
        )
        told = f"{self.called(combatant.who)}{f', {state}' if state else ''}"
        turn, out = combatant.who == self.now.turn, combatant.zone in OUT
        kind = " ".join(["thr-pawn"] + ["turn"] * turn + ["acted"] * bool(done) + [combatant.zone] * out)
        return el("li", self.face(combatant.who, combatant.kind), el("span", words(told), class_="hidden"), class_=kind,
                  id=self.id(f"pawn-{combatant.who}"), data_tip=told)  # fmt: skip

    # --- dice ---------------------------------------------------------------------------------

    def tray(self) -> str:
        """THR-6: the latest dice, or an empty tray of the same size."""
        if not self.now.sheets:
            return ""
        made = "".join(map(self.roll, self.position.rolls)) or el("p", "Dice fall here when somebody rolls.")
        return el("section", made, class_="thr-tray", id=self.id("tray"), aria_label="Dice", tabindex=0)

    def roll(self, one: RollSeen) -> str:
        """One roll: who rolled, the dice, the total and the result."""
        sides = OPPONENT_DICE if self.now.is_opponent(one.who) else dice(one.swaps)
        thrown = "".join(
            die(self.id(f"die-{one.name}-{place}"), face, sides[place], place) for place, face in enumerate(one.dice)
        )
        total = f"= {one.total}" if one.total is not None else f"= {sum(one.dice)} + weapon"
        result = [el("b", words(total), class_="thr-total")]
        if one.gain:
            result.append(el("span", words(f"+{one.gain} advantage"), class_="thr-gain"))
        result += [
            el("span", words(f"{'hits' if loss else 'misses'} {self.called(target)}{f': −{loss}' if loss else ''}"),
               class_="thr-hit" if loss else "thr-miss")
            for target, loss in one.blows
        ]  # fmt: skip
        name = el("span", self.face(one.who), words(self.called(one.who)), class_="thr-roller")
        return el("div", name, el("span", thrown, class_="thr-dice"), el("span", *result, class_="thr-comes"),
                  class_="thr-roll", id=self.id(f"roll-{one.name}"))  # fmt: skip

    # --- odds ---------------------------------------------------------------------------------

    def odds(self) -> str:
        """THR-6.2: the odds of the roll with no, one and two swaps; the GM's hidden armour is not shown."""
        seen = self.now.prospects
        if seen:
            single = len({one.target for one in seen}) == 1
            title = f"Chance to hit {self.called(seen[0].target)}" if single else "Chance to hit"
            return self.odds_table(title, [self.prospect(one, single=single) for one in seen])
        if self.now.combatants and not (self.now.round or self.now.result or self.position.rolls):
            return self.odds_table("Chance to act before the opponents", self.initiative_odds())
        return ""

    def odds_table(self, title: str, lines: Sequence[str]) -> str:
        """A table of odds: with no swap, with one and with two."""
        head = el("tr", el("td"), *(el("th", one, scope="col") for one in ("no swap", "one", "two")))
        made = el("table", el("caption", words(title)), el("thead", head), el("tbody", *lines))
        return el("section", made, class_="thr-odds", id=self.id("odds"), aria_label="Odds")

    def line(self, title: str, needed: int) -> str:
        """One line: the total to reach, and its odds."""
        cells = [el("td", said.percent(attack_odds(needed, swaps))) for swaps in range(MOST_SWAPS + 1)]
        return el("tr", el("th", words(title), scope="row"), *cells)

    def prospect(self, one: Prospect, *, single: bool) -> str:
        """A line for one armour that a target can have; ``single``: the title names the target."""
        exact = sum(other.target == one.target for other in self.now.prospects) == 1
        case = f"{'armour' if exact else 'if armour is'} {one.armour}"
        title = case if single else f"{self.called(one.target)}: {case}"
        return el("tr", el("th", words(title), scope="row"), *(el("td", said.percent(each)) for each in one.odds))

    def initiative_odds(self) -> list[str]:
        """THR-7.3: the odds for each value that the opponents' initiative can have; a player sees his own."""
        now, own = self.now, self.scene.own
        seats = [own] if own is not None and own < now.gm else range(now.gm)
        base = now.options.enemy_initiative_base
        lines = []
        for seat in seats:
            skill = now.numbers(seat).initiative
            for value in initiative_values(now):
                known = f"they have {value}" if now.opponents_initiative else f"if they have {value}"
                title = known if seat == own else f"{self.called(seat)}, {known}"
                lines.append(self.line(title, base + value - skill))
        return lines


def initiative_values(now: ThriceView) -> tuple[int, ...]:
    """THR-5.6: the opponents' initiative for those who know it; else its possible values."""
    if now.opponents_initiative:
        return (now.opponents_initiative,)
    points = now.party_wealth + CROWDS[now.gm] - len(now.opponents)
    return tuple(1 + STEP * step for step in range(min(STEPS, points) + 1))
