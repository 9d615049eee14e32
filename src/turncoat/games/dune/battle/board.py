"""DUN-4.8: drawing and text of battles."""

from __future__ import annotations

from msgspec import Struct

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.battle import DEFENCE, DIAL, HERO, PLAY, WEAPON, Plan
from turncoat.games.dune.battle.plan import battles_of, combatants, contested, most_dialled
from turncoat.games.dune.battle.rules import explodes, struck, total
from turncoat.games.dune.drawing.moment import Moment, capital
from turncoat.games.dune.drawing.outlook import Lines
from turncoat.games.dune.drawing.tokens import (
    NOTHING,
    badge_svg,
    card_chip,
    faction_tag,
    full,
    kind_sign,
    leader_svg,
    leader_words,
    of,
    rule_link,
    target,
)
from turncoat.games.dune.drawing.words import name_of
from turncoat.games.dune.facts import STRENGTH
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.shared.cards import CHEAP_HERO, KIND, WEAPON_KINDS, WORTHLESS
from turncoat.games.dune.shared.map import TERRITORY, TERRITORY_IDS
from turncoat.games.dune.view_parts import BattleView
from turncoat.kernel import Names, listed


def meetings(now: Moment) -> tuple[tuple[str, str, str], ...]:
    """DUN-4.8.1: the battles that must be fought at present: territory, faction, faction."""
    game = now.known.game
    places = contested(game)
    found = [
        (territory, seat, foe)
        for seat in game.order
        for territory, foes in battles_of(game, seat, places)
        for foe in foes
        if seat < foe
    ]
    return tuple(
        (TERRITORY_IDS[at], now.known.faction(faction), now.known.faction(foe)) for at, faction, foe in sorted(found)
    )


def committed(now: Moment, faction: str, foe: str, territory: str) -> int:
    """DUN-4.8.5, DUN-R-54: the forces outside the storm, which a combatant can dial.

    With DUN-O-10 only those that can meet the foe.
    """
    seat, other = now.known.seat_of(faction), now.known.seat_of(foe)
    return most_dialled(now.known.game, Battle(TERRITORY[territory], seat, other), seat)


class Side(Struct, frozen=True):
    """One side of a battle after the plans were revealed.

    Attributes:
        total: DUN-4.8.16: dial and surviving hero; None: nothing is added up (treachery, explosion).
    """

    hero_dies: bool
    total: int | None


class Result(Struct, frozen=True):
    """The state of a battle, as far as the plans are revealed.

    Attributes:
        sides: Both sides' results; empty until both plans are open.
    """

    sides: dict[str, Side] = {}
    explodes: bool = False


def outcome(now: Moment) -> Result:
    """DUN-4.8.12 to DUN-4.8.16: the result of a battle."""
    game, it = now.known.game, now.known.battle()
    if any(seat not in it.plans for seat in combatants(it)):
        return Result()
    bang = explodes(game, it)
    return Result({now.known.faction(seat): _side(it, seat, bang) for seat in combatants(it)}, bang)


def _side(it: Battle, seat: int, bang: bool) -> Side:
    if it.calls:
        return Side(any(call != seat for call in it.calls), None)
    return Side(hero_dies=True, total=None) if bang else Side(struck(it, seat), total(it, seat))


def battles(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.8.1: the battles that must be fought."""
    made = ""
    for where, one, other in meetings(now):
        sides = [
            target(
                scene,
                "faction",
                side,
                faction_tag(side, names, str(committed(now, side, foe, where))),
                class_="dune-foe",
            )
            for side, foe in ((one, other), (other, one))
        ]
        title = el("b", words(names.label("territory", where)))
        inside = target(scene, "territory", where, title, class_="dune-where") + el("small", "against").join(sides)
        made += el("li", inside, id=f"{scene.id}-meeting-{where}-{one}-{other}")
    return el("ul", made, class_="dune-meetings") if made else el("p", "There are no battles now.", class_="dune-empty")


def battles_words(now: Moment, names: Names) -> Lines:
    """DUN-4.8.1: the battles that must be fought, in words."""
    fights = [
        f"{name_of(one, names)} and {name_of(other, names)} must fight in {names.label('territory', where)}."
        for where, one, other in meetings(now)
    ]
    return fights or ["There is no battle left to fight."]


def battle_words(now: Moment, names: Names) -> list[str]:
    """A battle as sentences: who fights where, what is known, plans and result."""
    battle = now.view.battle
    assert battle is not None
    one, other = (names.label("faction", side) for side in (battle.aggressor, battle.defender))
    sizes = [committed(now, *sides, battle.territory) for sides in sides_of(battle)]
    where = names.label("territory", battle.territory)
    lines = [f"{one} ({sizes[0]}) attacks {other} ({sizes[1]}) in {where}; {one} wins ties."]
    lines += [f"{text}." for text in (voice_words(battle, names), prescience_words(battle, names)) if text]
    lines += [f"In this battle Karama stops {names.label('stopped', entry)}." for entry in battle.lifted]
    for side, _ in sides_of(battle):
        plan = battle.plans.get(side)
        if plan is not None:
            lines.append(f"{names.label('faction', side)}: {plan_words(plan, names)}.")
        elif side in battle.sealed:
            lines.append(f"{names.label('faction', side)} has sealed a plan.")
    return [*lines, *result_words(now, battle, names)]


def sides_of(battle: BattleView) -> tuple[tuple[str, str], tuple[str, str]]:
    """Both combatants with their foes, the aggressor first."""
    return (battle.aggressor, battle.defender), (battle.defender, battle.aggressor)


def voice_words(battle: BattleView, names: Names) -> str:
    """DUN-6.4.4: the order, and who must obey."""
    if not battle.order:
        return ""
    order, kind = battle.order
    must = "must play" if order == PLAY else "must not play"
    voice = names.label("word", "voice")
    return f"{voice}: {names.label('faction', battle.commanded)} {must} {names.label('kind', kind)}"


def prescience_words(battle: BattleView, names: Names) -> str:
    """DUN-6.2.3: the demanded element, and what this reader has been shown."""
    if not battle.element:
        return ""
    foresight = names.label("word", "prescience")
    asked = f"{foresight}: {names.label('faction', battle.foreseen)} shows the {battle.element}"
    return asked + (f", which is {answer_words(battle, names)}" if battle.answer is not None else "")


def answer_words(battle: BattleView, names: Names) -> str:
    """DUN-6.2.3: the element that this reader has been shown; empty: nothing."""
    seen = battle.answer
    if seen is None:
        return ""
    if seen.element == DIAL:
        return str(seen.dial)
    return names.label("leader", seen.hero) if seen.element == HERO else names.label("card", seen.card)


def plan_words(plan: Plan, names: Names) -> str:
    """DUN-4.8.5: dial, hero, cards."""
    hero = "nobody" if plan.hero is None else leader_words(plan.hero, names)
    cards = [names.label("card", card) for card in (plan.weapon, plan.defence) if card is not None]
    return f"dial {plan.dial}, led by {hero}, with {listed(cards) if cards else 'no card'}"


def result_words(now: Moment, battle: BattleView, names: Names) -> list[str]:
    """DUN-4.8.12 to DUN-4.8.17: treachery, explosion, totals, winner, cards that may be kept."""
    result = outcome(now)
    sides = result.sides.items()
    if not sides:
        return []
    lines = [f"Treachery is called for {names.label('faction', side)}." for side in battle.calls]
    if not battle.calls and result.explodes:
        both = f"{names.label('card', 'lasgun')} and {names.label('card', 'shield')}"
        lines.append(f"{both}: everything explodes{'' if battle.resolved else ', unless treachery is called'}.")
    totals = [
        f"{names.label('faction', one)} {side.total}" for one, side in result.sides.items() if side.total is not None
    ]
    if totals:
        lines.append(f"Totals: {listed(totals)}.")
    for one, side in sides:
        hero = battle.plans[one].hero
        if side.hero_dies and hero is not None:
            lines.append(f"{capital(names.label('leader', hero))} {'dies' if battle.resolved else 'would die'}.")
    if battle.winner:
        lines.append(f"{names.label('faction', battle.winner)} wins.")
    if battle.played:
        cards = listed([names.label("card", card) for card in battle.played])
        lines.append(f"{names.label('faction', battle.winner)} may keep {cards}.")
    return lines


SLOTS = {HERO: "Leader", WEAPON: "Weapon", DEFENCE: "Defence"}
"""DUN-4.8.5: the places of a plan besides the dial."""
_FACE_DOWN = el("span", "face down", class_="dune-facedown")
_SEAL = (
    "M0-17C4-19 9-14 13-13C18-10 16-5 18-1C19 5 15 8 14 12C10 17 5 15 1 18"
    "C-4 19-8 16-12 12C-17 10-15 5-17 1C-19-5-15-8-14-13C-9-17-5-17 0-17Z"
)


def battle(now: Moment, names: Names, scene: Scene) -> str:
    """The drawing of a battle: both sides, and its result between them."""
    it = now.view.battle
    assert it is not None
    drawn = DrawnBattle(now, it, names, scene)
    (one, foe), (other, _) = sides_of(it)
    return el("div", drawn.side(one, foe), drawn.middle(), drawn.side(other, one), class_="dune-battle")


class DrawnBattle:
    """The drawing of the open battle: both sides and, once revealed, their plans."""

    def __init__(self, now: Moment, it: BattleView, names: Names, scene: Scene) -> None:
        self.now, self.it, self.names, self.scene = now, it, names, scene
        self.outcome = outcome(now)

    # --- the middle ---------------------------------------------------------------------------

    def middle(self) -> str:
        """DUN-4.8.12 to DUN-4.8.17: treachery, explosion or totals, and their results."""
        it = self.it
        lines = [
            el("p", words(text), *([" ", rule_link(rule)] if rule else []), class_=kind or None)
            for text, rule, kind in self.verdict()
        ]
        if it.played and it.winner:
            chips = "".join(
                target(self.scene, "card", card, card_chip(card, self.names), class_="dune-kept") for card in it.played
            )
            lines.append(el("p", "May keep ", chips, rule_link("DUN-4.8.17"), class_="dune-chips"))
        lines += [el("p", words(f"Karama stops {self.names.label('stopped', prevention)}")) for prevention in it.lifted]
        return full("div", *lines, class_="dune-verdict", id=f"{self.scene.id}-verdict")

    def verdict(self) -> list[tuple[str, str, str]]:
        """The text in the middle: words, rule, and a word for the style sheet."""
        it, called = self.it, "" if not self.it.winner else self.names.label("faction", self.it.winner)
        if it.calls:
            winner = [(f"{called} wins", "", "won")] if called else []
            return [("Treachery!", "DUN-4.8.12" if len(it.calls) == 1 else "DUN-4.8.13", "dune-loud"), *winner]
        if not self.outcome.sides:
            return [("Plans are made in secret.", "DUN-4.8.8", "")]
        explosion = self.outcome.explodes
        if not it.resolved:
            more = [("If nobody does, everything explodes.", "DUN-4.8.14", "")] if explosion else []
            return [("Does anybody call treachery?", "DUN-4.8.11", ""), *more]
        return [("Explosion!", "DUN-4.8.14", "dune-loud") if explosion else (f"{called} wins", "DUN-4.8.16", "won")]

    # --- a side -------------------------------------------------------------------------------

    def side(self, faction: str, foe: str) -> str:
        """One side: name, wheel, leader, weapon, defence, and the orders on them."""
        it, names = self.it, self.names
        plan, fate = it.plans.get(faction), self.outcome.sides.get(faction)
        role = "attacks, wins ties" if faction == it.aggressor else "defends"
        head = badge_svg(faction) + el("b", words(names.label("faction", faction))) + el("small", role)
        states = ["dune-side", of(faction), *(["won"] if it.winner == faction else [])]
        size = committed(self.now, faction, foe, it.territory)
        return el(
            "div",
            el("p", head, class_="dune-side-head"),
            self.wheel(faction, plan, size),
            el("ul", self.slots(faction, plan, fate), class_="dune-slots"),
            self.sum(plan, fate),
            class_=" ".join(states),
            id=f"{self.scene.id}-side-{faction}",
        )

    def wheel(self, faction: str, plan: Plan | None, size: int) -> str:
        """The battle wheel: the dial if it may be seen, else a cover that shows whether the plan is sealed."""
        sealed = faction in self.it.sealed
        drawn = el("circle", class_="dune-wheel-rim", r=48) + el("circle", class_="dune-wheel-ticks", r=42)
        drawn += el("circle", class_="dune-hub", r=35)
        if plan is not None:
            said = f"Dial {plan.dial}"
            drawn += el("text", str(plan.dial), class_="dune-dialled", y=8, font_size=38)
            drawn += el("text", f"of {size}", class_="dune-of", y=25, font_size=13) if size >= plan.dial else ""
        elif sealed:
            said = f"A sealed plan, {size} forces at most"
            drawn += el("path", class_="dune-seal", d=_SEAL) + el(
                "path", class_="dune-seal-line", d="M-6-7L6 7M6-7L-6 7"
            )
        else:
            said = f"No plan yet, {size} forces at most"
            drawn += el("text", "?", class_="dune-dialled", y=8, font_size=34)
            drawn += el("text", f"0 to {size}", class_="dune-of", y=25, font_size=13)
        act = self.acts(DIAL, faction)
        wheel = el("svg", drawn, viewBox="-50 -50 100 100", role="img", aria_label=said)
        kind = "open" if plan is not None else "sealed" if sealed else "waiting"
        return el("span", wheel, act, class_=f"dune-wheel {kind}", id=f"{self.scene.id}-wheel-{faction}")

    def slots(self, faction: str, plan: Plan | None, fate: Side | None) -> str:
        """The places of the plan; those of which nothing is known yet share a line."""
        covered = [slot for slot in SLOTS if plan is None and not self.acts(slot, faction)]
        made = "".join(self.slot(slot, faction, plan, fate) for slot in SLOTS if slot not in covered)
        if not covered:
            return made
        called = el("small", capital(listed([SLOTS[slot].lower() for slot in covered])))
        return made + el("li", called, _FACE_DOWN, class_="dune-slot dune-slot-covered")

    def slot(self, slot: str, faction: str, plan: Plan | None, fate: Side | None) -> str:
        """A place of the plan: its card or leader, and the order or demand for it."""
        inside = el("small", SLOTS[slot]) + self.content(slot, plan, fate) + self.acts(slot, faction)
        return el("li", inside, class_=f"dune-slot dune-slot-{slot}")

    def content(self, slot: str, plan: Plan | None, fate: Side | None) -> str:
        """The card or leader at a place of the plan; hidden until both plans are sealed."""
        if plan is None:
            return _FACE_DOWN
        if slot != HERO:
            card = plan.weapon if slot == WEAPON else plan.defence
            return card_chip(card, self.names) if card else el("span", "none", class_="dune-none")
        if plan.hero is None:
            return el("span", "nobody", class_="dune-none")
        struck = fate is not None and fate.hero_dies
        dies = struck and self.it.resolved
        drawn = kind_sign(CHEAP_HERO) if plan.hero not in STRENGTH else leader_svg(
            plan.hero, f"Strength {STRENGTH[plan.hero]}", dead=dies
        )  # fmt: skip
        name = el("s" if dies else "span", words(self.names.label("leader", plan.hero)))
        return el(
            "span",
            drawn,
            el("span", name, el("small", " dies" if dies else " would die") if struck else ""),
            class_="dune-chip",
        )

    def acts(self, slot: str, faction: str) -> str:
        """DUN-6.4.4, DUN-6.2.3: the order of the Voice and the demand of Prescience, shown where they apply."""
        it, names, made = self.it, self.names, ""
        if it.order and faction == it.commanded and slot == _place_of(it.order[1]):
            must = "must be" if it.order[0] == PLAY else "not"
            voice = names.label("word", "voice")
            said = f"{voice}: {must} {names.label('kind', it.order[1])}"
            made += el("em", words(said), class_="dune-act dune-voice")
        if it.element == slot and faction == it.foreseen:
            answer = answer_words(it, names)
            said = names.label("word", "prescience") + (f": {answer}" if answer else ": asks")
            made += el("em", words(said), class_="dune-act dune-prescience")
        return made

    @staticmethod
    def sum(plan: Plan | None, fate: Side | None) -> str:
        """DUN-4.8.16: dial plus surviving hero; its space is kept free before."""
        if plan is None or fate is None or fate.total is None:
            return el("p", NOTHING, class_="dune-sum")
        hero = 0 if fate.hero_dies else STRENGTH.get(plan.hero or "", 0)
        return el("p", f"{plan.dial} + {hero} = ", el("b", str(fate.total)), class_="dune-sum")


def _place_of(kind: str) -> str:
    """DUN-6.4.4: the place of a kind of card in a plan; worthless cards are shown with the weapon."""
    if kind == CHEAP_HERO:
        return HERO
    return WEAPON if kind in WEAPON_KINDS or KIND.get(kind) == WORTHLESS else DEFENCE
