"""A game told again from where it is known already: nothing of what is told depends on where it was begun."""

from __future__ import annotations

from functools import cache

import pytest
from tests.table.tables import SECRET, START

from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.errors import Refusal
from turncoat.table import proof, stills
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.record import Header, Record, SeatKind
from turncoat.table.stills import Path, told, views
from turncoat.table.table import Table

SEATS = 3


@cache
def a_record(game: str) -> Record:
    """A game in which deadlines pass and seat 0 answers by itself, over or far on."""
    rules = ruleset(game)
    header = Header("tab1e", game, rules.hash, "", {}, SEATS, proof.commitment(SECRET), START)
    draft = Draft(Table(header, SECRET))
    for seat in range(SEATS):
        draft.perform(kept.SeatTaken(START, seat, f"P{seat}", SeatKind.PERSON))
    draft.perform(kept.Began(START))
    while draft.game is not None and not play.over(draft.game) and len(draft.entries) < 300:
        if 0 in play.waiting(draft.game):
            action = rules.write_action(play.default_of(draft.game, 0))
            draft.perform(kept.Answered(START, 0, draft.game.requests[0], action))
        if not play.over(draft.game):
            draft.perform(kept.TimeUp(START))
    return Record(header, draft.entries, [], SECRET)


def stretches(record: Record) -> list[tuple[int, int]]:
    """Seven events at a time, as far as a spectator hears any."""
    heard = sum(len(still.events) for still in told(record, None, 0, 10_000).stills)
    return [(first, first + 7) for first in range(0, heard, 7)]


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("game", ["truce", "dune"])
def test_a_part_is_the_same_wherever_it_is_begun(game: str, order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forwards or backwards, from places that are marked on the way, every stretch is told as from the beginning."""
    monkeypatch.setattr(stills, "EVERY", 4)
    record, path = a_record(game), Path()
    for first, last in stretches(record)[::order]:
        assert told(record, None, first, last, path) == told(record, None, first, last)
    assert len(path) > 2


@pytest.mark.parametrize("game", ["truce", "dune"])
def test_what_was_seen_is_the_same_wherever_one_begins_to_look(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a ledger looks at, all at once or only what is new."""
    monkeypatch.setattr(stills, "EVERY", 4)
    record, path = a_record(game), Path()
    counts = tuple(last for _, last in stretches(record)[:-1])
    whole = views(record, None, counts, path).views
    assert len(whole) == len(counts) > 3
    assert all(views(record, None, counts[at:], path).views == whole[at:] for at in range(1, len(counts)))


def test_what_is_told_later_begins_where_the_game_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a game that has been told is told again without its beginning."""
    monkeypatch.setattr(stills, "EVERY", 4)
    record, path = a_record("dune"), Path()
    half = len(record.entries) // 2
    first, last = stretches(record)[-1]
    told(record, None, first, last, path)
    forgotten = [kept.Paused(START)] * half  # they could not be played from the beginning
    later = Record(record.header, [*forgotten, *record.entries[half:]], [], SECRET)
    assert told(later, None, first, last, path) == told(record, None, first, last)
    with pytest.raises(Refusal):
        told(later, None, first, last)
