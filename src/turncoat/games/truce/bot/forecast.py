"""What each own action is worth against what the others are expected to do."""

from __future__ import annotations

from collections import Counter

from turncoat.games.truce.attack import judge_attacks
from turncoat.games.truce.bot.imagine import imagined, prospects, resolved
from turncoat.games.truce.bot.memory import Draw, Guess
from turncoat.games.truce.round import count_supporters
from turncoat.games.truce.state import Attack, Loot, Round, Support, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.games.truce.window import PASS
from turncoat.kernel import Box, Boxes
from turncoat.kernel.events import SILENCE

EFFORT = 1600
"""How many players' actions are resolved for one thought: rounds played out, times players."""

FEWEST, MOST = 6, 32
"""How often the others' actions are guessed for one thought."""

BUSIEST = 8
"""With many players, so many targets are considered for each action."""

Gifts = tuple[tuple[int, int, int], ...]
"""Gifts to be made before the reveal: giver, receiver, coins."""


class Forecast:
    """Guesses of the others' sealed actions, and rounds played out against them.

    The same guesses serve all questions of one thought, so that answers differ by what was asked and not by luck.

    Args:
        view: The table as the seat sees it.
        boxes: What the seat may answer.
        guesses: What each rival may do.
        draw: The bot's own generator.

    Attributes:
        values: For each own action that is worth a thought, my prospects with it.
    """

    def __init__(self, view: TruceView, boxes: Boxes[TruceAction], guesses: dict[int, Guess], draw: Draw) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        seats = range(len(view.supplies))
        candidates = [action for box in boxes.boxes for action in self._worth_a_thought(box)]
        number = max(FEWEST, min(MOST, EFFORT // (len(candidates) * len(seats))))
        self.rivals: list[list[TruceAction]] = [
            [guesses[seat].sample(draw) if seat in guesses else PASS for seat in seats] for _ in range(number)
        ]
        self._position = imagined(view)
        self.values = {action: self.value(action) for action in candidates}

    def _worth_a_thought(self, box: Box[TruceAction]) -> list[TruceAction]:
        """All actions of the box, or at a large table those on the richest players."""
        actions = [box.nth(index) for index in range(box.count())]
        if len(actions) <= BUSIEST:
            return actions
        coins = self.view.supplies
        richest = sorted(range(len(coins)), key=lambda seat: (-coins[seat], seat))[: BUSIEST + 1]
        return [action for action in actions if not isinstance(action, Attack | Support) or action.target in richest][
            :BUSIEST
        ]

    def everybody(
        self, mine: TruceAction, given: dict[int, TruceAction] | None = None, gifts: Gifts = ()
    ) -> list[float]:
        """Everybody's prospects, by seat, if I do this.

        Args:
            mine: What I do.
            given: What some of the others do for certain.
            gifts: Gifts that are made before.
        """
        position = imagined(self.view, gifts) if gifts else self._position
        totals = [0.0] * len(self.view.supplies)
        for guessed in self._with(mine, given):
            outcome = prospects(resolved(position, guessed))
            totals = [total + more for total, more in zip(totals, outcome, strict=True)]
        return [total / len(self.rivals) for total in totals]

    def _with(self, mine: TruceAction, given: dict[int, TruceAction] | None) -> list[list[TruceAction]]:
        fixed = {**(given or {}), self.seat: mine}
        return [[fixed.get(seat, action) for seat, action in enumerate(guessed)] for guessed in self.rivals]

    def value(self, mine: TruceAction, given: dict[int, TruceAction] | None = None, gifts: Gifts = ()) -> float:
        """My prospects if I do this."""
        return self.everybody(mine, given, gifts)[self.seat]

    def best(self) -> TruceAction:
        """The best own action."""
        return max(self.values, key=self.values.__getitem__)

    def hope(self, attack: TruceAction) -> float:
        """TRU-8.2: how likely this attack is to succeed, 0 to 1."""
        return sum(self._robs(actions)[self.seat] >= 0 for actions in self._with(attack, None)) / len(self.rivals)

    def danger(self) -> float:
        """How likely I am to be robbed if I stand still, 0 to 1."""
        return sum(self.seat in self._robs(actions) for actions in self._with(PASS, None)) / len(self.rivals)

    def looters(self) -> Counter[int]:
        """TRU-7: how often each of the others is expected to loot."""
        return Counter(
            seat for guessed in self.rivals for seat, action in enumerate(guessed) if isinstance(action, Loot)
        )

    def _robs(self, actions: list[TruceAction]) -> list[int]:
        """TRU-8: whom each player would rob; -1 is nobody."""
        round_ = Round(actions=actions)
        count_supporters(self._position, round_, SILENCE)
        judge_attacks(self._position, round_, SILENCE)
        return round_.robs
