"""What a schemer says beside its pledges. The pledges themselves are put into words by whoever shows them."""

from __future__ import annotations

from collections.abc import Callable

PROPOSALS = {
    "support": (
        "Strike, and I stand behind you.",
        "You swing, I carry the ladder.",
        "Go for it. You will not be alone.",
    ),
    "attack": ("Lend me your weight, and somebody gets shorter.", "One push from you, and I do the rest."),
    "defend": ("Somebody has designs on me. Hold the door with me.", "Stand by me this once. I will remember it."),
    "give": ("There is a coin in it for you, before the seals are broken.", "I pay in advance. Coin now, help later."),
    "pact": ("Let us leave each other alone.", "I have no quarrel with you. Keep it that way?"),
}
AGREED = ("Agreed.", "Consider it done.", "You have my word, for what it is worth.", "So be it.")
DECLINED = ("Not this round.", "Ask somebody more desperate.", "I would rather not.", "Flattering, but no.")
CANNOT = ("I could not even if I wanted to.",)
CONFIRMED = ("Then it is settled.", "A pleasure doing business.", "Done. Seal it.")
PUZZLED = ("I only understand requests and promises.",)

ALL = (*(line for lines in PROPOSALS.values() for line in lines), *AGREED, *DECLINED, *CANNOT, *CONFIRMED, *PUZZLED)


def one_of(lines: tuple[str, ...], draw: Callable[[int], int]) -> str:
    """One of these lines."""
    return lines[draw(len(lines))]
