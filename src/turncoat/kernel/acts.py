"""Acts: public effects of answers that promises can be about, counted in turns.

An answer is judged when a reveal shows it (``Ruleset.revealed``). An act is judged by what everybody sees happen: to
enter a place, by ship, on foot or riding; to make war on somebody, to hand over coins. A promise of an act holds for
whole turns of the game, as in "not to enter this place in the next 3 turns".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Never, TypeVar

from msgspec import Struct

from turncoat.kernel.boxes import Action, Boxes, tag_of
from turncoat.kernel.events import Event
from turncoat.kernel.promise import PledgeState

G = TypeVar("G")


class Act(Action):
    """Something that players can promise although it is not an answer. No player submits it."""


def no_answers(_: Event) -> Mapping[int, Never]:
    """The default for games whose events show only the effects of answers."""
    return {}


def itself(action: Action, _: Struct) -> Iterable[Action]:
    """The default: an answer leads to no act but itself."""
    return (action,)


def nobody(_: Event) -> Iterable[int]:
    """The default for games in which no event puts a player out."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Acts(Generic[G]):
    """How a game finds out which acts were done.

    Attributes:
        kinds: The types of acts, and of optional actions of the game.
        boxes: The possible values of their fields, given a game that has begun.
        done: The acts in an event, by seat. Handing over 3 coins also counts as handing over 2 and 1, so all of these
            are listed.
        turn_over: Whether an event ends a turn (or a round, in games that count rounds), the last one included.
        would: The acts that an answer leads to if nobody prevents it, given the view of the seat that answers.
        out: The seats that an event puts out of the game: promises by or about them are void.
    """

    kinds: tuple[type[Action], ...]
    boxes: Callable[[G], Boxes[Action]]
    done: Callable[[G, Event], Iterable[tuple[int, Action]]]
    turn_over: Callable[[G, Event], bool]
    would: Callable[[Action, Struct], Iterable[Action]] = itself
    out: Callable[[Event], Iterable[int]] = nobody

    @cached_property
    def tags(self) -> frozenset[str]:
        """The names of the acts."""
        return frozenset(map(tag_of, self.kinds))

    def judge(self, pledges: Sequence[PledgeState], game: G, event: Event) -> None:
        """Judge promises by a public event."""
        if not any(pledge.by_turn for pledge in pledges):
            return
        done, out = tuple(self.done(game, event)), frozenset(self.out(event))
        over = self.turn_over(game, event)
        for pledge in pledges:
            for seat, act in done:
                pledge.did(seat, act)
            pledge.lose(out)
            if over:
                pledge.turn_over()
