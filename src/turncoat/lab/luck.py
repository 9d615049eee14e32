"""How much of the victories is explained by the seat, by cards and dice, and by the bot.

The same deals are played again with the bots at other seats, until every bot has had every seat of every deal.

Formula: analysis of variance of each seat's share of the victory with the factors seat, deal within seat, and bot; of
each the part explained is ω² = (SS − df · MS) / (SS of all + MS), where SS are sums of squares, df degrees of freedom
and MS is the mean square of the rest (W. L. Hays, "Statistics for Psychologists", 1963, chapter 12). A part below 0 is
due to chance and counts as 0. Each bot has each seat of each deal equally often, so the parts do not overlap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from msgspec import Struct


class Cell(Struct, frozen=True):
    """One seat's share in the victory of one game.

    Attributes:
        deal: The cards and dice: the number of the game with this seed.
        seat: The seat.
        bot: The bot that sat there.
        won: Its share of the victory, 0 to 1.
    """

    deal: int
    seat: int
    bot: str
    won: float


class Explained(Struct, frozen=True):
    """The explained parts of the victories, each 0 to 1.

    Attributes:
        seat: The part that the seat explains, whatever the cards.
        cards: The part that the cards and dice at a seat explain.
        bot: The part that the bot explains; None if all bots are of one kind.
        rest: The part that none of them explains.
    """

    seat: float
    cards: float
    bot: float | None
    rest: float


def explained(cells: Sequence[Cell]) -> Explained | None:
    """The parts that seat, cards and bot explain; None if all seats win equally often, or nothing was replayed."""
    seats, deals, bots = (len({part(cell) for cell in cells}) for part in (_seat, _deal, _bot))
    mean = sum(cell.won for cell in cells) / max(1, len(cells))
    total = sum((cell.won - mean) ** 2 for cell in cells)
    freedom = len(cells) - 1 - (seats * deals - 1) - (bots - 1)
    if total <= 0 or freedom <= 0:
        return None
    by_seat, by_bot = _between(cells, mean, _seat), _between(cells, mean, _bot)
    by_cards = _between(cells, mean, lambda cell: (cell.deal, cell.seat)) - by_seat
    noise = max(0.0, total - by_seat - by_cards - by_bot) / freedom

    def part(squares: float, degrees: int) -> float:
        return max(0.0, (squares - degrees * noise) / (total + noise))

    seat, cards, bot = part(by_seat, seats - 1), part(by_cards, seats * (deals - 1)), part(by_bot, bots - 1)
    return Explained(seat, cards, bot if bots > 1 else None, max(0.0, 1 - seat - cards - bot))


def _seat(cell: Cell) -> Hashable:
    return cell.seat


def _deal(cell: Cell) -> Hashable:
    return cell.deal


def _bot(cell: Cell) -> Hashable:
    return cell.bot


def _between(cells: Sequence[Cell], mean: float, factor: Callable[[Cell], Hashable]) -> float:
    """The sum of squares between the groups of a factor."""
    groups = defaultdict[Hashable, list[float]](list)
    for cell in cells:
        groups[factor(cell)].append(cell.won)
    return sum(len(group) * (sum(group) / len(group) - mean) ** 2 for group in groups.values())
