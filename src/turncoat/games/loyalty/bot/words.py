"""What a courtier says beside its pledges. The pledges themselves are put into words by whoever shows them."""

from __future__ import annotations

from collections.abc import Callable

LEADER = (
    "Somebody is {points} points from a revolution. Whoever can, take something away.",
    "Are we to watch a coronation? {points} more points and it is over.",
)
TRUCE = (
    "Your soldiers look tired, and so do mine. Let us leave each other alone.",
    "I would rather have you as a neighbour than as an enemy.",
)
PLEA = ("Let my people through, and I will not forget it.", "A small favour between neighbours?")
GIFT = ("Take this. It would be a pity if you came last.", "From one servant to another, perhaps.")
AGREED = ("So be it.", "You have my word, for what a courtier's word is worth.", "With pleasure.")
DECLINED = ("I am afraid not.", "My steward advises against it.", "Ask me again when you are weaker.")

ALL = (*LEADER, *TRUCE, *PLEA, *GIFT, *AGREED, *DECLINED)


def one_of(lines: tuple[str, ...], draw: Callable[[int], int]) -> str:
    """One of these lines."""
    return lines[draw(len(lines))]
