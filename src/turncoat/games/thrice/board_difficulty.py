"""How hard a fight against opponents is expected to be: plain attacks on both sides, averaged, without tricks."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.thrice.odds import attack_odds, opponent_odds
from turncoat.games.thrice.view import Numbers

FAIR, HARD, DEADLY = 0.62, 0.92, 1.2
"""From these shares on (what the party loses while it wins, against all it has) a fight is fair, hard, deadly."""

MOST_ROUNDS = 60


class Fighters(Struct, frozen=True):
    """So many who are alike."""

    number: int
    numbers: Numbers


class Forecast(Struct, frozen=True):
    """What plain attacks would come to on average.

    Attributes:
        to_win: Rounds until the opponents are out, if they only stood there.
        to_lose: Rounds until the party is out, if it only stood there.
    """

    to_win: float
    to_lose: float

    @property
    def share(self) -> float:
        """How much of the party is gone when the opponents are."""
        return self.to_win / self.to_lose

    @property
    def words(self) -> str:
        """The difficulty in one word."""
        if self.share >= DEADLY:
            return "deadly"
        return "hard" if self.share >= HARD else "fair" if self.share >= FAIR else "easy"


def forecast(party: list[Numbers], foes: list[Fighters]) -> Forecast:
    """Both sides against each other: characters hit the weakest kind first, opponents hit everybody alike."""
    return Forecast(_rounds(foes, party), _rounds_to_lose(party, foes))


def _rounds(foes: list[Fighters], party: list[Numbers]) -> float:
    """Rounds in which the whole party beats so many opponents."""
    total = 0.0
    for kind in foes:
        force = sum(
            one.damage * attack_odds(kind.numbers.armour - one.weapon, 0).chance / _over(one.damage, kind.numbers)
            for one in party
        )
        total += kind.number * kind.numbers.condition / force if force else MOST_ROUNDS
    return min(total, MOST_ROUNDS)


def _over(damage: int, numbers: Numbers) -> float:
    """By how much blows overshoot: a condition of 4 takes two blows of 3, which is as if it were 6."""
    blows = -(-numbers.condition // max(1, damage))
    return blows * damage / numbers.condition


def _rounds_to_lose(party: list[Numbers], foes: list[Fighters]) -> float:
    """Rounds in which all opponents beat the whole party."""
    total = 0.0
    for one in party:
        force = sum(
            kind.number
            * kind.numbers.damage
            * opponent_odds(one.armour - kind.numbers.weapon).chance
            / _over(kind.numbers.damage, one)
            for kind in foes
        )
        total += one.condition / force if force else MOST_ROUNDS
    return min(total, MOST_ROUNDS)
