"""A month of tables in which people come, go, fall ill, return, vote and are replaced: every rule of time is kept.

Nothing of it is real but the tables: the clock is a number, people are drawn from a seed. Time goes on in steps of six
hours, and at every alarm, as the server does it (``close_if_late``).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal

import pytest
from tests.table.tables import NAMES, START, Sitting, header

from turncoat.kernel import play
from turncoat.kernel.errors import Refusal
from turncoat.server import keeper
from turncoat.table import clock
from turncoat.table import record as kept
from turncoat.table.away import days_away, is_away
from turncoat.table.deadline import After, AtTimes, Deadline, running
from turncoat.table.draft import Draft
from turncoat.table.milliseconds import DAY
from turncoat.table.pace import Away, Ladder, Pace
from turncoat.table.proposals import Abandon, ChooseHost, Draw, Extension, GoOn, Pause, Proposal, is_secret
from turncoat.table.record import AnyEntry, SeatKind
from turncoat.table.table import OVER, Phase, TableState
from turncoat.table.table_events import PlanTakenUp
from turncoat.table.verify import verify
from turncoat.table.votes import LASTS

HOUR = 3_600_000
STEP = 6 * HOUR
DAYS = 30
TABLES = 200
DEADLINES: tuple[Deadline, ...] = (
    After(720),
    After(1440, days=(0, 1, 2, 3, 4)),
    After(480, hours=("08:00", "22:00"), zone="Europe/Berlin"),
    AtTimes(("08:00", "20:00"), "Europe/Berlin", notice=60),
)
LONGEST = 5 * DAY
"""The longest that any of these leaves a decision open, weekends included."""


FULL: Literal["full"] = "full"

Given = kept.Answered | kept.AnswerSaved | kept.AnswerPlanned


class Month:
    """One table of three to five people for a month.

    Attributes:
        faults: What was not as it was agreed on.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        seats = self.chance.randint(3, 5)
        self.deadline = self.chance.choice(DEADLINES)
        ladder = Ladder(2, self.chance.choice((0, 4)), self.chance.choice((0, 5)), ("random",) * seats)
        away = Away(21, self.chance.choice((0, 3)))
        self.table = Sitting(header(seats, {"rounds": 60}, self.deadline))
        begins = self.chance.choice((FULL, START + self.chance.randint(0, 3) * DAY + HOUR))
        agreed = Pace(ladder=ladder, away=away, begins=begins)
        self.table.perform(kept.PaceAgreed(START, self.deadline, agreed))
        self.there = [self.chance.random() for _ in range(seats)]
        self.comes = [START + self.chance.randint(0, 4) * STEP for _ in range(seats)]
        self.ill: dict[int, int] = {}
        self.gone = START + 2 * DAY if seed % 8 == 0 else START + 60 * DAY
        self.faults: list[str] = []
        self.returned = self.replaced = 0

    @property
    def state(self) -> TableState:
        return self.table.table.state

    def run(self) -> Month:
        """Play the month; what is wrong is noted at once."""
        step = START
        while step < START + DAYS * DAY and self.state.phase not in OVER:
            step += STEP
            self.alarms(step)
            self.table.now = step
            self.people()
            self.alarms(step)
            self.bots()
            self.check()
        return self

    def alarms(self, until: int) -> None:
        """Every alarm rings that is set for a time before this one."""
        while (alarm := self.state.alarm) is not None and alarm < until and self.state.phase not in OVER:
            self.ring(alarm + 1)
            self.bots()

    def ring(self, at: int) -> None:
        """The alarm rings, and the server does what is to be done."""
        self.table.now = max(self.table.now, at)
        draft = Draft(self.table.table)
        keeper.close_if_late(draft, self.table.now)
        if self.state.begins is not None and self.state.begins < self.table.now:
            self.begin(draft)
        self.keep(draft)
        if not draft.entries:
            raise AssertionError("an alarm rings for nothing, and would for ever")

    def begin(self, draft: Draft) -> None:
        """The game begins although no host says so; bots take the seats that are free."""
        for number, seat in enumerate(draft.state.seats):
            if seat.kind is SeatKind.OPEN:
                draft.perform(kept.SeatTaken(self.table.now, number, seat.name, SeatKind.BOT, "random"))
        draft.perform(kept.Began(self.table.now))

    def keep(self, draft: Draft) -> None:
        draft.accept()
        self.table.entries += draft.entries

    def attempt(self, *entries: AnyEntry) -> bool:
        """Do something, unless it is refused."""
        draft = Draft(self.table.table)
        try:
            keeper.close_if_late(draft, self.table.now)
            for entry in entries:
                draft.perform(entry)
        except Refusal:
            return False
        self.keep(draft)
        return True

    # --- who does what --------------------------------------------------------------------------

    def bots(self) -> None:
        """Bots answer at once."""
        for seat, there in enumerate(self.state.seats):
            if there.bot:
                self.answer(seat)

    def answer(self, seat: int, how: type[Given] = kept.Answered) -> None:
        game = self.table.table.game
        if self.state.phase is not Phase.PLAYING or game is None or play.answer_of(game, seat) is not None:
            return
        boxes = play.boxes(game, seat)
        if boxes:
            move = self.table.table.rules.write_action(boxes.nth(self.chance.randrange(boxes.count)))
            self.attempt(how(self.table.now, seat, game.requests[seat], move))

    def people(self) -> None:
        now = self.table.now
        for seat in range(len(self.there)):
            if self.chance.random() < 0.01:
                self.ill[seat] = now + self.chance.choice((2, 5, 60)) * DAY
            if now > self.gone or self.ill.get(seat, 0) > now or self.chance.random() > self.there[seat]:
                continue
            if self.state.phase is Phase.GATHERING:
                self.arrive(seat)
            else:
                self.visit(seat)
        if self.state.phase is not Phase.CLOSED and self.chance.random() < 0.1:
            self.stranger()

    def arrive(self, seat: int) -> None:
        """A person sits down before the game."""
        if self.table.now >= self.comes[seat] and self.state.seats[seat].kind is SeatKind.OPEN:
            self.attempt(kept.SeatTaken(self.table.now, seat, NAMES[seat], SeatKind.PERSON, by=NAMES[seat]))

    def visit(self, seat: int) -> None:
        """A person looks at the table: sits down again, announces, proposes, votes, answers or saves."""
        now, there, mine = self.table.now, self.state.seats[seat], NAMES[seat]
        if there.by != mine or self.state.phase in OVER:
            return
        if there.stands_in:
            if not self.attempt(kept.SeatTaken(now, seat, there.name, SeatKind.PERSON, by=mine)):
                self.faults.append("whoever returns before somebody else has sat down does not sit")
            self.returned += 1
        if self.chance.random() < 0.03:
            start, length = self.chance.randint(0, 3), self.chance.randint(1, 9)
            bot = "" if self.state.pace.away.wait else "random"
            self.attempt(kept.AwayAnnounced(now, seat, now + start * DAY, now + (start + length) * DAY, bot))
        for vote in self.state.votes:
            self.attempt(kept.VoteCast(now, seat, vote.number, self.chance.random() < 0.4))
        if self.chance.random() < 0.05:
            self.propose(seat)
        if self.chance.random() < 0.2:
            self.answer(seat, kept.AnswerPlanned)
        self.answer(seat, kept.AnswerSaved if self.chance.random() < 0.2 else kept.Answered)

    def propose(self, seat: int) -> None:
        times = isinstance(self.deadline, AtTimes)
        more = Extension(times=1) if times else Extension(minutes=60)
        proposal: Proposal = self.chance.choice((more, Pause(2), GoOn(), Draw(), Abandon(), ChooseHost(seat)))
        number, now = self.state.proposed + 1, self.table.now
        if is_secret(proposal):
            self.attempt(kept.Proposed(now, None, proposal), kept.VoteCast(now, seat, number, True))
        else:
            self.attempt(kept.Proposed(now, seat, proposal))

    def stranger(self) -> None:
        offered = [number for number, seat in enumerate(self.state.seats) if seat.offered]
        if offered:
            seat = self.chance.choice(offered)
            name = f"Newcomer {self.replaced}"
            self.attempt(kept.SeatTaken(self.table.now, seat, name, SeatKind.PERSON, by=name))
            self.replaced += 1

    def plans(self) -> list[bool]:
        """What became of answers that were planned: whether each was possible when its question came."""
        events = (one.event for one in self.table.table.happened)
        return [event.saved for event in events if isinstance(event, PlanTakenUp)]

    # --- what must hold -------------------------------------------------------------------------

    def check(self) -> None:
        self.faults += self.wrong()

    def wrong(self) -> Iterator[str]:
        """What is not as it was agreed on."""
        state, now, agreed = self.state, self.table.now, self.state.pace
        last = self.table.entries[-1].at
        if state.phase is Phase.GATHERING and state.begins is not None and now > state.begins + STEP:
            yield "a game did not begin by itself"
        if state.phase is Phase.PLAYING and now - last > 2 * LONGEST + agreed.away.wait * DAY:
            yield "nothing has happened for longer than anything was agreed to last"
        if state.phase is Phase.PLAYING and state.due is None:
            yield "a decision has no end"
        if state.phase is Phase.PAUSED and state.until is None and state.asleep is None:
            yield "a pause has no end"
        if state.asleep is not None and state.phase is Phase.PAUSED and now > state.asleep + STEP:
            yield "a table sleeps for too long"
        if any(now > vote.until + STEP for vote in state.votes):
            yield "a vote did not lapse"
        if isinstance(self.deadline, AtTimes) and state.due is not None and not self._on_the_grid(state.due):
            yield "a decision is closed beside the agreed hours"
        if not isinstance(self.deadline, AtTimes) and state.due is not None:
            before = running(self.deadline).between(state.due - 1, state.due)
            if not before:
                yield "a decision is closed while no time runs"
        yield from self._wrong_at_seats()

    def _on_the_grid(self, due: int) -> bool:
        return (due + 2 * HOUR) % DAY in (8 * HOUR, 20 * HOUR) or (due + HOUR) % DAY in (8 * HOUR, 20 * HOUR)

    def _wrong_at_seats(self) -> Iterator[str]:
        agreed, now = self.state.pace, self.table.now
        for seat in self.state.seats:
            if seat.kind is SeatKind.PERSON and seat.absent >= agreed.ladder.stand_in:
                yield "no bot stands in for one who misses turns"
            if agreed.ladder.offer and seat.stands_in and seat.absent >= agreed.ladder.offer and not seat.offered:
                yield "the seat of one who is gone is not offered"
            if seat.absences and days_away(seat.absences, max(one.end for one in seat.absences)) > agreed.away.days:
                yield "somebody is away for longer than was agreed on"
            if (
                not agreed.away.wait
                and seat.kind is SeatKind.PERSON
                and any(one.bot and one.start + STEP < now < one.end for one in seat.absences)
                and self.state.phase is Phase.PLAYING
                and is_away(seat, now)
            ):
                yield "no bot stands in for one who is away"


def test_a_month_of_200_tables_keeps_every_rule_of_time() -> None:
    months = [Month(seed).run() for seed in range(TABLES)]
    assert sorted({fault for month in months for fault in month.faults}) == []
    assert sum(month.returned for month in months) > TABLES / 2
    assert sum(month.replaced for month in months) > TABLES / 20
    assert any(month.state.asleep and month.state.phase is Phase.CLOSED for month in months)
    assert all(month.state.begins is None for month in months)
    assert sum(month.state.phase is Phase.GATHERING for month in months) < TABLES / 10
    plans = [possible for month in months for possible in month.plans()]
    assert (plans.count(True) > TABLES, plans.count(False) > 0) == (True, True)
    kinds = {type(entry).__name__ for month in months for entry in month.table.entries}
    assert kinds >= {"AwayAnnounced", "AnswerSaved", "Proposed", "VoteCast", "VoteLapsed", "TimeUp", "Resumed"}
    assert {month.state.verdict.how for month in months if month.state.verdict} == {"drawn", "abandoned"}
    for month in months[::20]:
        assert verify(month.table.record(), month.table.receipts) == []


def faults(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, planted: object) -> set[str]:
    """What the same month finds with a fault in it."""
    monkeypatch.setattr(owner, name, planted)
    return {fault for seed in range(40) for fault in Month(seed).run().faults}


def test_a_planted_stand_in_that_never_comes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = faults(monkeypatch, TableState, "leaves", property(lambda _: []))
    assert "no bot stands in for one who is away" in found


def test_a_planted_vote_that_never_lapses_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    alarm = property(lambda state: state.rings if state.begins is None else state.begins)
    found = faults(monkeypatch, TableState, "alarm", alarm)
    assert "a vote did not lapse" in found or "no bot stands in for one who is away" in found
    assert LASTS < DAYS * DAY


def test_a_planted_wait_off_the_grid_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def to_the_hour(_: object, __: object, seats: object, due: int, at: int) -> int:
        return due + HOUR

    assert "a decision is closed beside the agreed hours" in faults(monkeypatch, clock, "later_for", to_the_hour)


def test_a_planted_game_that_never_begins_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = faults(monkeypatch, TableState, "alarm", property(lambda state: state.rings))
    assert "a game did not begin by itself" in found


def test_a_planted_sleep_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = keeper.close_if_late

    def asleep(draft: Draft, at: int) -> None:
        if draft.state.asleep is None:
            honest(draft, at)

    with pytest.raises(AssertionError, match="rings for nothing"):
        faults(monkeypatch, keeper, "close_if_late", asleep)
