"""Exports: which parts of a record may leave the server, and for which reader.

No record is exported before its game is over. Afterwards everything opens except what stays between a player and the
Arbiter: earlier versions of an answer, answers that were taken back, and private talk (TRU-R24). A replay of the
exported part gives the same game.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import cast

from msgspec.structs import replace

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action
from turncoat.kernel.cloning import clone
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.flows import AnySection
from turncoat.table import record as kept
from turncoat.table.proposals import is_secret
from turncoat.table.record import AnyEntry, Record
from turncoat.table.replay import fresh, steps
from turncoat.table.table import Game, Phase, Table
from turncoat.table.table_events import OrdersPublished

SEALED = "The record can be read when the game is over."


def exported(record: Record, seat: int | None, holder: int | None = None) -> Record:
    """The record as this seat (``None``: a spectator) may have it: with the talk that its holder has heard.

    Without ``holder``, the last holder of the seat is meant. The export also leaves out answers that were still secret
    when the host closed the table, except those that have decided something (see ``_Sieve``).

    Raises:
        NotAllowed: the game is not over.
        Refusal: the record does not replay.
    """
    table = fresh(record)
    sieve = _Sieve(seat, table.rules)
    before: Game | None = None
    told = 0
    for number, entry in enumerate(steps(table, record)):
        closed = any(isinstance(happened.event, OrdersPublished) for happened in table.happened[told:])
        sieve.take(number, entry, before, table.game, closed=closed)
        before, told = table.game, len(table.happened)
    if table.state.phase not in (Phase.FINISHED, Phase.CLOSED):
        raise NotAllowed(SEALED, field="record")
    heard = table.hearing(seat, holder)
    ballots = _secret_ballots(record)
    saved = {number for number, entry in enumerate(record.entries) if isinstance(entry, OWN)}
    dropped = sorted(sieve.dropped | sieve.unrevealed() | ballots.keys() | saved)
    return Record(
        record.header,
        [entry for number, entry in enumerate(record.entries) if number not in set(dropped)]
        + _carried(table, list(ballots.values())),
        [
            replace(
                spoken,
                after=spoken.after - bisect_left(dropped, spoken.after),
                message=heard.as_numbered(spoken.message),
            )
            for spoken in heard.said
        ],
        record.secret,
        record.chain,
    )


def _secret_ballots(record: Record) -> dict[int, kept.VoteCast]:
    """The ballots of secret votes, by their place among the entries."""
    proposed = [entry.proposal for entry in record.entries if isinstance(entry, kept.Proposed)]
    casts = ((number, entry) for number, entry in enumerate(record.entries) if isinstance(entry, kept.VoteCast))
    return {number: entry for number, entry in casts if is_secret(proposed[entry.number - 1])}


def _carried(table: Table, ballots: list[kept.VoteCast]) -> list[AnyEntry]:
    """The ballots of the secret vote that has ended the game: all agreed, and who did so first stays unknown."""
    if table.state.verdict is None or table.state.verdict.how == "abandoned" or not ballots:
        return []
    last = ballots[-1]
    seats = sorted({ballot.seat for ballot in ballots if ballot.number == last.number})
    return [replace(last, seat=seat) for seat in seats]


OWN = kept.AnswerSaved | kept.AnswerPlanned
"""Entries that only their own player may see; no exported record contains them."""


class _Sieve:
    """Finds entries that had no effect on the game, such as replaced answers.

    An answer is identified by its seat and by how deep the section that asked is nested. Where a standing order
    answered first, every later change of that answer is kept: the replay would miss it. An answer that decided what an
    action beside the decision did, while it was still sealed, is part of the game and stays (DUN-R-78). One that an
    action gave back stays as well: the next request of its player has another number.
    """

    def __init__(self, seat: int | None, rules: AnyRuleset) -> None:
        self.seat, self.rules = seat, rules
        self.dropped: set[int] = set()
        self._on_file: dict[tuple[int, int], int] = {}
        self._ordered: set[tuple[int, int]] = set()
        self._used: set[tuple[int, int]] = set()

    def take(self, number: int, entry: AnyEntry, before: Game | None, after: Game | None, *, closed: bool) -> None:
        """Read an entry, the game before and after it, and whether it closed a decision."""
        if before is None or after is None:
            return
        depth = len(before.stack) - 1
        if isinstance(entry, kept.Answered) and self._on_file and _is_aside(entry, before):
            self._keep_used(entry, before, after)
        if isinstance(entry, kept.Answered | kept.Garbled | kept.Withdrew) and entry.seat != self.seat:
            self._note(number, entry, (depth, entry.seat), before)
        if closed:
            self._forget(depth)
        self._drop_returned(after)

    def _note(
        self, number: int, entry: kept.Answered | kept.Garbled | kept.Withdrew, key: tuple[int, int], before: Game
    ) -> None:
        seat = entry.seat
        if isinstance(entry, kept.Answered) and _is_aside(entry, before):
            return
        if key not in self._on_file and key not in self._used and play.answer_of(before, seat) is not None:
            self._ordered.add(key)
        if key in self._ordered:
            return
        if key in self._on_file:
            self.dropped.add(self._on_file.pop(key))
        if not isinstance(entry, kept.Withdrew):
            self._on_file[key] = number
        elif key in self._used:
            self._used.remove(key)
        else:
            self.dropped.add(number)

    def _keep_used(self, entry: kept.Answered, before: Game, after: Game) -> None:
        """Keep the sealed answers without which this action beside the decision would have done something else."""
        action = self.rules.read_action(entry.action)
        for key in list(self._on_file):
            if _does_otherwise(entry.seat, action, key, before, after):
                del self._on_file[key]
                self._used.add(key)

    def _forget(self, depth: int) -> None:
        """Keep the answers to a decision that was closed: they are part of the game."""
        self._on_file = {key: number for key, number in self._on_file.items() if key[0] < depth}
        self._ordered = {key for key in self._ordered if key[0] < depth}
        self._used = {key for key in self._used if key[0] < depth}

    def _drop_returned(self, after: Game) -> None:
        """Drop answers to a decision that was opened again: the rules gave them back to their players."""
        for key, number in list(self._on_file.items()):
            depth, seat = key
            pending = _pending_at(after, depth)
            if seat not in pending:
                del self._on_file[key]
                self.dropped.add(number)
        self._used = {(depth, seat) for depth, seat in self._used if seat in _pending_at(after, depth)}

    def unrevealed(self) -> set[int]:
        """The answers that the game never revealed."""
        return set(self._on_file.values())


def _is_aside(entry: kept.Answered, game: Game) -> bool:
    """Whether the entry is an action that a player took at once, beside the open decision."""
    return any(box.tag == entry.action.get("type") for box in play.beside(game, entry.seat).boxes)


def _does_otherwise(seat: int, action: Action, key: tuple[int, int], before: Game, after: Game) -> bool:
    """Whether an action beside the decision would have led to another game without one of the sealed answers."""
    without = _without(before, key)
    try:
        play.submit(without, seat, action)
    except Refusal:
        return True
    return without != _without(after, key)


def _without(game: Game, key: tuple[int, int]) -> Game:
    """A copy of a game from which one sealed answer is missing."""
    copy, (depth, seat) = clone(game), key
    section = cast("AnySection", copy.stack[depth]) if depth < len(copy.stack) else None
    if section is not None and section.pending is not None:
        section.pending.answers.pop(seat, None)
    return copy


def _pending_at(game: Game, depth: int) -> dict[int, object]:
    if depth >= len(game.stack):
        return {}
    section = cast("AnySection", game.stack[depth])
    return dict(section.pending.answers) if section.pending else {}
