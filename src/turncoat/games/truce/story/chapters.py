"""A game cut into rounds, and a round into groups of events that happen in one still."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from turncoat.drawing.scene import Frame
from turncoat.games.truce import events as happened
from turncoat.games.truce.board import Position
from turncoat.games.truce.story.telling import Telling
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

_OF_A_ROUND = tuple(kind for kind in happened.EVENTS if kind not in (happened.RoundBegan, happened.GameEnded))


def _key(one: Event) -> tuple[str, object]:
    """Events with the same key happen in one still."""
    match one:
        case happened.SupportArrived():
            return "support", one.path[-1]
        case happened.SupportLost():
            return "support", None
        case happened.AttackJudged():
            return "attack", one.target
        case happened.VictimRobbed():
            return "rob", None if one.rule == "TRU-9.6" else one.victim
    return "", id(one)


def _sorted(events: Sequence[Event]) -> list[Event]:
    """Supports to one receiver and attacks on one target side by side; everything else stays where it is."""
    order = {happened.SupportArrived: 1, happened.SupportLost: 1, happened.StashLooted: 2, happened.AttackJudged: 3,
             happened.VictimRobbed: 4, happened.SpoilsBanked: 5}  # fmt: skip
    seen: dict[tuple[str, object], int] = {}

    def place(numbered: tuple[int, Event]) -> tuple[int, int, int]:
        number, one = numbered
        key = _key(one)
        group = seen.setdefault(key, number) if key[0] in ("support", "attack") else number
        return order.get(one.__class__, 0), group, number

    return [one for _, one in sorted(enumerate(events), key=place)]


class Chapter(Struct, frozen=True):
    """One round: what was there before, what happened, and what came next."""

    number: int
    supplies: tuple[int, ...]
    stash: int
    events: tuple[Event, ...]
    next: happened.RoundBegan | happened.GameEnded | None = None


def chapters(start: Sequence[int], events: Sequence[Event]) -> list[Chapter]:
    """The rounds that have begun, from all events in their order."""
    made: list[Chapter] = []
    supplies = tuple(start)
    for one in events:
        if isinstance(one, happened.RoundBegan | happened.GameEnded) and made:
            made[-1] = Chapter(made[-1].number, made[-1].supplies, made[-1].stash, made[-1].events, one)
        if isinstance(one, happened.RoundBegan):
            made.append(Chapter(one.round, supplies, one.stash, ()))
        elif made and isinstance(one, _OF_A_ROUND):
            last = made[-1]
            made[-1] = Chapter(last.number, last.supplies, last.stash, (*last.events, one), last.next)
        if isinstance(one, happened.SpoilsBanked):
            supplies = one.supplies
    return made


def around(events: Sequence[Event], number: int) -> Sequence[Event]:
    """The events of one round, with those of the round before (whose end it began with) and what came next.

    It looks from the end: the last rounds, which are seen most, are found at once, however long the game.
    """
    until = len(events)
    for place in range(len(events) - 1, -1, -1):
        one = events[place]
        if isinstance(one, happened.RoundBegan):
            if one.round == number + 1:
                until = place + 1
            if one.round < number:
                return events[place:until]
    return events[:until]


def is_over(chapter: Chapter) -> bool:
    """Whether a round has been settled."""
    return any(isinstance(one, happened.SpoilsBanked) for one in chapter.events)


def tell(chapter: Chapter, names: Names) -> tuple[Frame[Position], ...]:
    """The stills of a round that is over."""
    telling = Telling(chapter.number, chapter.supplies, chapter.stash, names)
    for (kind, _), found in groupby(_sorted(chapter.events), key=_key):
        group = list(found)
        one = group[0]
        match one:
            case happened.GiftGiven():
                telling.window(one)
            case happened.ActionsRevealed():
                telling.reveal(one)
            case happened.StashLooted():
                telling.loot(one)
            case happened.SpoilsBanked():
                telling.bank(one)
        if kind == "support":
            telling.support([g for g in group if isinstance(g, happened.SupportArrived | happened.SupportLost)])
        elif kind == "attack":
            telling.judge([g for g in group if isinstance(g, happened.AttackJudged)])
        elif kind == "rob":
            telling.rob([g for g in group if isinstance(g, happened.VictimRobbed)])
    if chapter.next is not None:
        telling.following(chapter.next)
    return tuple(telling.frames)
