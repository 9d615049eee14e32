"""The combat as text for a terminal: the initiative board, zones, sheets, and what is known of opponents.

A line is a list of spans: texts with their roles. The program that shows the lines chooses the colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.drawing.terminal import Line, Span, Terminal
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.drawing.position import short
from turncoat.games.thrice.drawing.stakes import stakes
from turncoat.games.thrice.skills import ENFORCED, STEP, tricks
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.text import NOTES, RESULTS, kind_title, sheet_words
from turncoat.games.thrice.text import means as meaning
from turncoat.games.thrice.view import DISTANT, FREE, OUT, Combatant, Numbers, Prospect, Sheet, ThriceView
from turncoat.kernel import Event, Names, listed
from turncoat.kernel.space import Id

FULL, TURN, ADVANTAGE = "●", "▸", "◆"
MOST_PIPS = 15
"""The most condition that is drawn as signs; more is only a number."""

LEGEND = "● condition, ◆ advantage, ▸ whose turn it is, ✓ has had the turn; coins are tricks not used yet"


def board(view: ThriceView, names: Names) -> list[Line]:
    """THR-1.3: the combat as this seat may see it."""
    lines = [_heading(view, names)]
    if view.combatants:
        lines += [*_initiative_board(view, names), *_zones(view, names), *_attack(view, names)]
    lines += [_sheet(view, sheet, names) for sheet in view.sheets]
    lines += [_opponent(view, opponent, names) for opponent in view.opponents]
    lines += [_kind(view.called, letter, kind) for letter, kind in zip("AB", view.kinds, strict=False)]
    lines += _prospects(view, names)
    return [*lines, ((LEGEND, "dim"),)] if view.combatants else lines


def _attack(view: ThriceView, names: Names) -> list[Line]:
    """THR-12.2, THR-12.5: the attack that is going on, and what a viewer who may react to it must know."""
    if view.attacker < 0 or view.result:
        return []
    first, *others = stakes(view, names)
    return [((first, "title"),), *[((f"  {line}", ""),) for line in others]]


def _heading(view: ThriceView, names: Names) -> Line:
    """THR-8.1: the round and whose turn it is, or the result."""
    title = (f"Round {view.round}" if view.round else "Before the combat", "title")
    if view.result:
        return (title, ("   ", ""), (RESULTS[view.result], "good" if view.result.startswith("victory") else "bad"))
    wealth = f"   wealth of the party: {view.party_wealth}" if view.sheets else ""
    whose = f"   {_name(view, view.turn, names)} to act" if view.turn >= 0 else ""
    return (title, (whose, ""), (wealth, "dim"))


def _name(view: ThriceView, who: int, names: Names) -> str:
    return names.label("combatant", who) + (" (you)" if who == view.seat and who < view.gm else "")


def _role(view: ThriceView, combatant: Combatant) -> str:
    """The colour role of a name."""
    if combatant.zone in OUT:
        return "dim"
    return "you" if combatant.who == view.seat else "name" if combatant.who < view.gm else "bad"


# --- the initiative board, the zones ----------------------------------------------------------


def _initiative_board(view: ThriceView, names: Names) -> list[Line]:
    """THR-7.4, THR-7.5: the characters before the opponents, the opponents, the characters after them."""
    if not view.round:
        return []
    fields = (
        [sheet.seat for sheet in view.sheets if sheet.before],
        range(view.gm, len(view.combatants)),
        [sheet.seat for sheet in view.sheets if not sheet.before],
    )
    value = f" (initiative {view.opponents_initiative})" if view.opponents_initiative else ""
    spans: list[Span] = [("Order  ", "title")]
    for place, field in enumerate(fields):
        spans += [("  →  ", "dim")] if place else []
        spans += _tokens(view, field, names)
        spans += [(value, "dim")] if place == 1 else []
    return [tuple(spans)]


def _tokens(view: ThriceView, who: Iterable[int], names: Names) -> list[Span]:
    """Names of combatants, each with a mark for its state in the round."""
    spans: list[Span] = []
    for combatant in (view.combatants[at] for at in who):
        if combatant.zone in OUT:
            continue
        mark = TURN if combatant.who == view.turn else "✓" if combatant.acted else ""
        spans += [(", ", "")] if spans else []
        spans.append((mark + short(names, combatant.who, view.gm), _role(view, combatant)))
    return spans or [("nobody", "dim")]


def _zones(view: ThriceView, names: Names) -> list[Line]:
    """THR-9.1: engagements, the free zone and the distant one, with the combatants there."""
    if not view.zones:
        return []
    places = [("Engaged", list(group)) for group in view.engagements]
    places += [
        (zone.capitalize(), [combatant.who for combatant in view.combatants if combatant.zone == zone])
        for zone in (FREE, DISTANT)
    ]
    return [((f"{title:<8} ", "title"), *_sides(view, who, names)) for title, who in places if who]


def _sides(view: ThriceView, who: list[int], names: Names) -> list[Span]:
    own, other = [one for one in who if one < view.gm], [one for one in who if one >= view.gm]
    spans = _tokens(view, own, names) if own else []
    spans += [("  against  ", "dim")] if own and other else []
    return spans + (_tokens(view, other, names) if other else [])


# --- sheets -----------------------------------------------------------------------------------


def _sheet(view: ThriceView, sheet: Sheet, names: Names) -> Line:
    """THR-4: a character on one line: condition, advantage, skills; then tokens, coins and locks."""
    width = max(len(_name(view, one.seat, names)) for one in view.sheets)
    called = _name(view, sheet.seat, names).ljust(width)
    if not view.combatants:
        return (
            ("  ", ""),
            (called, "you" if sheet.seat == view.seat else "name"),
            (f"  {sheet_words(sheet.character)}", ""),
        )
    combatant = view.combatants[sheet.seat]
    numbers = combatant.numbers
    assert numbers is not None
    return (
        ("  ", ""),
        (called, _role(view, combatant)),
        (f"  {numbers.condition:2d} {pips(numbers.condition)}".ljust(MOST_PIPS + 5), "good"),
        (f"{ADVANTAGE}{sheet.advantage:<3d}", "coin"),
        (_skills(numbers), ""),
        *_state(view, combatant, names),
    )


def pips(condition: int) -> str:
    """Condition as signs, up to the most that is drawn."""
    return FULL * condition if condition <= MOST_PIPS else f"{FULL * (MOST_PIPS - 1)}…"


def _skills(numbers: Numbers) -> str:
    """THR-2.3: the skills except condition, penalties included."""
    said = (f"{skill} {getattr(numbers, skill)}" for skill in ENFORCED)
    return "  " + ", ".join(said)


def _state(view: ThriceView, combatant: Combatant, names: Names) -> list[Span]:
    """A combatant's place, bleeding, coins, tokens and locks."""
    said: list[Span] = []
    if view.zones or combatant.zone in OUT:
        said.append((f"  {combatant.zone}", "bad" if combatant.zone in OUT else "dim"))
    if combatant.bleeding:
        said.append((f"  bleeds for {combatant.bleeding}", "bad"))
    if combatant.coins:
        coins = [
            coin.trick + (f" of {short(names, coin.giver, view.gm)}" if coin.giver != combatant.who else "")
            for coin in combatant.coins
        ]
        said.append((f"  coins: {listed(coins)}", "coin"))
    for token in combatant.tokens:
        parts = [f"{token.tokens} token{'s' if token.tokens > 1 else ''}"] if token.tokens else []
        parts += [f"{token.steps} step{'s' if token.steps > 1 else ''}"] if token.steps else []
        said.append((f"  {token.skill}: {listed(parts)}", "good"))
    if combatant.locks:
        said.append((f"  locked: {listed(lock.trick for lock in combatant.locks)}", "bad"))
    return said


def _opponent(view: ThriceView, combatant: Combatant, names: Names) -> Line:
    """THR-1.3: an opponent's numbers for those who may know them; else its losses and its possible armour."""
    called = names.label("combatant", combatant.who) + (f" ({combatant.kind})" if combatant.kind else "")
    if combatant.zone in OUT:
        return (("  ", ""), (called, "dim"), (f"  {combatant.zone}", "dim"))
    if combatant.numbers is not None:
        known = f"  {combatant.numbers.condition:2d} {pips(combatant.numbers.condition)}{_skills(combatant.numbers)}"
    else:
        armour = " or ".join(map(str, combatant.armours))
        known = f"  armour {armour}, has lost {combatant.lost}" if combatant.lost else f"  armour {armour}"
    return (("  ", ""), (called, _role(view, combatant)), (known, ""), *_state(view, combatant, names))


def _kind(called: str, letter: str, kind: Kind) -> Line:
    """THR-5.4: a kind's skills and tricks, for those who may know them."""
    tricks = f"; bought: {listed(kind.tricks)}" if kind.tricks else ""
    raised = [(skill, getattr(kind, skill)) for skill in ("damage", "weapon", "armour", "condition")]
    steps = [f"{skill} +{STEP * many}" for skill, many in raised if many]
    return ((f"  {kind_title(called)} {letter}: {listed(steps) if steps else 'no skill raised'}{tricks}", "dim"),)


def _prospects(view: ThriceView, names: Names) -> list[Line]:
    """THR-1.3: the odds of the next roll with no, one and two swaps."""
    if not view.prospects:
        return []
    heading = f"{'Odds':<28}no swap  one swap  two swaps"
    return [((heading, "title"),), *(_odds(prospect, names) for prospect in view.prospects)]


def _odds(prospect: Prospect, names: Names) -> Line:
    said = f"  {names.label('combatant', prospect.target)}, if armour {prospect.armour}".ljust(28)
    chances = [f"{odds.chance:.0%}" for odds in prospect.odds]
    return ((said, ""), (f"{chances[0]:>7}  {chances[1]:>8}  {chances[2]:>9}", "coin"))


# --- the rounds so far ------------------------------------------------------------------------


def ledger(events: Iterable[Event], names: Names) -> list[Line]:
    """THR-8: round by round every roll, trick, move and wound, and the result."""
    lines: list[Line] = []
    for event in events:
        if isinstance(event, happened.RoundBegan):
            lines.append(((f"Round {event.round}", "title"),))
        elif isinstance(event, happened.ThriceEvent) and event.tone is not None:
            lines.append(((f"  {event.say(names)}", event.tone),))
    return lines or [(("Nobody has rolled yet.", "dim"),)]


def pointed(at: str, names: Names) -> str:
    """THR-10.1: the letter of an opponent to which pages give a number; empty: it is no token."""
    number = at.removeprefix("token-")
    return names.label("combatant", int(number)) if number != at and number.isdecimal() else ""


def means(view: ThriceView, names: Names, kind: str, value: Id) -> str:
    """THR-3, THR-4, THR-12: what a kin, a trait, a skill or a trick does."""
    return meaning(kind, value)


def groups(view: ThriceView, names: Names) -> dict[str, list[tuple[str, Id]]]:
    """THR-2.1, THR-3, THR-4: kins, traits, skills, and the tricks of this table."""
    every: dict[str, list[tuple[str, Id]]] = {f"{kind}s": [(kind, one) for one in ids] for kind, ids in NOTES.items()}
    return {**every, "tricks": [("trick", trick) for trick in tricks(view.options)]}


TERMINAL = Terminal(board, ledger, pointed=pointed, means=means, groups=groups)
