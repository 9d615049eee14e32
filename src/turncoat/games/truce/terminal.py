"""The table of Truce as text for a terminal: the board from a view, the ledger from events.

A line is a list of spans: texts with their roles. The program that shows the lines chooses the colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.drawing.terminal import Line, Span, Terminal
from turncoat.games.truce.events import ActionsRevealed, SpoilsBanked
from turncoat.games.truce.state import Attack, Support, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Event, Names, amount, tag_of

COIN = "●"
PILE = 12
"""The most coins that are drawn; for more, only the number is shown."""

COLUMNS = 8
"""How many rounds the ledger puts side by side."""

LEGEND = "→ attacks, + supports, = defends, $ loots, . passes; then the Supply after the round"


def board(view: TruceView, names: Names) -> list[Line]:
    """TRU-12.5: the table as this seat may see it."""
    seats = range(len(view.supplies))
    width = max(len(_name(view, seat, names)) for seat in seats)
    heading = f"Round {view.round} of {view.options.rounds}"
    lines: list[Line] = [
        ((heading, "title"), ("   the Stash: ", ""), (pile(view.stash), "coin"), (f" {view.stash}", "coin")),
    ]
    deepest = min(PILE, max(*view.supplies, 1))
    lines += [_seat(view, seat, names, width, deepest) for seat in seats]
    if view.removed:
        lines.append(((f"{amount(view.removed, 'coin')} left the game.", "dim"),))
    return lines


def pile(number: int) -> str:
    """A number of coins as signs; empty for 0."""
    return COIN * number if number <= PILE else f"{COIN * (PILE - 1)}…"


def _name(view: TruceView, seat: int, names: Names) -> str:
    return names.label("seat", seat) + (" (you)" if seat == view.seat else "")


def _seat(view: TruceView, seat: int, names: Names, width: int, deepest: int) -> Line:
    own, gained = view.supplies[seat], view.spoils[seat]
    spans: list[Span] = [
        ("  ", ""),
        (_name(view, seat, names).ljust(width), "you" if seat == view.seat else "name"),
        ("  ", ""),
        (pile(own).ljust(deepest), "coin"),
        (f" {own:3d}", "coin"),
        ((f"  +{gained} in Spoils" if gained else "").ljust(15), "gift"),
    ]
    if view.winners:
        spans.append(("winner", "good") if seat in view.winners else ("", ""))
    elif view.submitted is not None:
        spans.append(("◉ sealed", "seal") if view.submitted[seat] else ("… thinking", "dim"))
    return tuple(spans)


def ledger(events: Iterable[Event], names: Names) -> list[Line]:
    """TRU-10.2: every round with all actions and Supplies."""
    happened = list(events)
    actions = {event.round: event.actions for event in happened if isinstance(event, ActionsRevealed)}
    banked = {event.round: event.supplies for event in happened if isinstance(event, SpoilsBanked)}
    lines: list[Line] = []
    for start in range(0, len(banked), COLUMNS):
        lines += _page(sorted(banked)[start : start + COLUMNS], actions, banked, names)
    return [*lines, ((LEGEND, "dim"),)] if lines else [(("No round has been settled yet.", "dim"),)]


def _page(
    rounds: list[int], actions: dict[int, tuple[TruceAction, ...]], banked: dict[int, tuple[int, ...]], names: Names
) -> list[Line]:
    seats = range(len(banked[rounds[0]]))
    width = max(len(names.label("seat", seat)) for seat in seats)
    lines: list[Line] = [((" " * (width + 2) + "".join(f"{round_:>8}" for round_ in rounds), "title"),)]
    for seat in seats:
        spans: list[Span] = [(f"  {names.label('seat', seat).ljust(width)}", "name")]
        for round_ in rounds:
            spans.append((f"{short(actions[round_][seat], names):>5}", ""))
            spans.append((f"{banked[round_][seat]:3d}", "coin"))
        lines.append(tuple(spans))
    return lines


def short(action: TruceAction, names: Names) -> str:
    """An action in at most four signs: ``→Bar`` attacks Barney, ``+Bar`` supports him."""
    if isinstance(action, Attack):
        return f"→{names.label('seat', action.target)[:3]}"
    if isinstance(action, Support):
        return f"+{names.label('seat', action.target)[:3]}"
    return {"defend": "=", "loot": "$"}.get(tag_of(action.__class__), ".")


TERMINAL = Terminal(board, ledger)
