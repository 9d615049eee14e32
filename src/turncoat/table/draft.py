"""Changes of a table: every kind of entry, and its consequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turncoat.kernel import play
from turncoat.kernel.cloning import clone
from turncoat.kernel.errors import NotAllowed, NotYours, OutOfDate, Refusal, Unreadable
from turncoat.kernel.events import Event, Listener
from turncoat.kernel.promise import Judged, Message, Say
from turncoat.kernel.standing_order import read_like, write_like
from turncoat.table import binding, characters, clock, proof, saved, talk, votes, words
from turncoat.table import record as kept
from turncoat.table.entries import take
from turncoat.table.holders import Happened, Seat
from turncoat.table.ladder import Closed, climb
from turncoat.table.proof import Filed, Receipt
from turncoat.table.record import AnyEntry, Json, SeatKind, Spoken
from turncoat.table.table import Game, Phase, Pledged, Table, TableState, need
from turncoat.table.table_events import OrdersPublished, RulesReplaced, TurnsMissed
from turncoat.table.trial import Listen, Trial
from turncoat.table.unchanged import unchanged

LONGEST_ORDER = 8192
"""The greatest size of a stored standing order, in bytes."""

SALT = 16
"""The number of random bytes that are hashed together with a name."""


class RulesCrashed(Exception):
    """The code of the rules failed on an entry. The entry is rejected and the table stays as it was.

    Attributes:
        entry: The entry on which they failed.
    """

    def __init__(self, entry: AnyEntry) -> None:
        super().__init__(f"the rules failed on {entry!r}")
        self.entry = entry


class Mark(NamedTuple):
    """A point in a draft's changes to which the draft can go back. Its contents are never changed."""

    state: TableState
    game: Game | None
    entries: int
    happened: int
    talk: int
    judged: int


class Draft:
    """A changed copy of a table, with all entries that must be stored before the change counts.

    Args:
        table: The table.
        draw: Draws this many random bytes for salts, as hexadecimal digits; None: a replay, whose entries have salts.
        listen: Makes the listener that receives the events of the rules.

    Attributes:
        table: The table, which does not change before ``accept``.
        state: The state after the change; read it freely, but change it only by entries.
        entries: Entries that were accepted since the draft was made.
        happened: Events since the draft was made.
        talk: Messages since the draft was made.
        judged: Promises that were judged since the draft was made, each with the place of its message in all talk.
        receipt: The receipt for the last answer that a player submitted.
    """

    def __init__(self, table: Table, draw: Callable[[int], str] | None = None, listen: Listen = Listener) -> None:
        self.table = table
        self._draw, self._listen = draw, listen
        self.state = table.state
        self.game = table.game
        self.entries: list[AnyEntry] = []
        self.happened: list[Happened] = []
        self.talk: list[Spoken] = []
        self.judged: list[tuple[int, Judged]] = []
        self.receipt: Receipt | None = None
        self.also: list[Callable[[Any], None]] = []  # given the connection, in the transaction that stores it

    def accept(self) -> None:
        """Let the draft replace the table, and keep views that it does not change; first store what it holds."""
        table = self.table
        state, game, kept = table.state, table.game, dict(table.kept)
        table.accept(self.state, self.game, self.happened, self.talk, self.judged)
        table.kept.update(unchanged(table, state, game, kept))

    def mark(self) -> Mark:
        """The present point of the draft."""
        return Mark(self.state, self.game, len(self.entries), len(self.happened), len(self.talk), len(self.judged))

    def back_to(self, mark: Mark) -> None:
        """Undo all changes since a mark."""
        self.state, self.game = mark.state, mark.game
        del self.entries[mark.entries :], self.happened[mark.happened :]
        del self.talk[mark.talk :], self.judged[mark.judged :]

    # --- talk ---------------------------------------------------------------------------------

    def say(self, message: Message, at: int, after: int | None = None) -> None:
        """Say something at the table; ``about`` is the number of the offer in the record of all talk.

        Raises:
            NotAllowed: the table's talk setting does not permit it, it names a seat that is not there, it is empty
                or too long, it answers what cannot be answered (any more), or the table is closed.
        """
        self._need(Phase.GATHERING, Phase.OPENING, Phase.PLAYING, Phase.PAUSED, Phase.FINISHED)
        meanwhile = talk.Meanwhile(self.table, self.state, self.talk, self.happened)
        spoken, pledges = talk.said(message, at, self.state.entries if after is None else after, meanwhile)
        self.talk.append(spoken)
        if pledges:
            self.state = clone(self.state)
            self.state.pledges += pledges

    def speak(self, seat: int, holder: int, said: Say, at: int) -> None:
        """Say something from a seat; ``about`` is the number of an offer among the messages that this holder has heard.

        Raises:
            NotAllowed: as for ``say``.
        """
        self.say(Message(seat, talk.numbered(said, self.table.hearing(seat, holder))), at)

    # --- entries ------------------------------------------------------------------------------

    def perform(self, entry: AnyEntry) -> None:
        """Carry out an entry and add it to the record.

        Raises:
            Refusal: it is not possible now; the draft is unchanged.
            RulesCrashed: the code of the rules failed; the draft is unchanged.
        """
        mark = self.mark()
        self.state = clone(self.state)
        if isinstance(entry, kept.SeatTaken) and self._draw is not None:
            entry = replace(entry, salt=self._draw(SALT))
        try:
            read = self._carry_out(entry)
        except Refusal:
            self.back_to(mark)
            raise
        except Exception as fault:
            self.back_to(mark)
            raise RulesCrashed(entry) from fault
        self.state.entries += 1
        self.entries.append(read)

    def _carry_out(self, entry: AnyEntry) -> AnyEntry:
        """Carry out an entry; returns the entry to store, without any data that the table did not read."""
        if isinstance(entry, binding.PUBLIC) and not isinstance(entry, kept.CharacterTaken):
            binding.bind(self.state, entry)
        match entry:
            case kept.Answered():
                return self._answer(entry)
            case kept.StandingOrderLeft():
                return self._order(entry)
            case kept.CharacterTaken():
                return self._bring(entry)
            case kept.AnswerSaved() | kept.AnswerPlanned():
                return saved.keep(self.table, self.state, self._try(entry.seat, entry.request), entry)
            case kept.Withdrew():
                self._withdraw(entry)
            case kept.TimeUp():
                self._time_up(entry)
            case kept.Garbled():
                self._garble(entry)
            case kept.RulesChanged():
                self._change_rules(entry)
            case _:
                self._manage(entry)
        return entry

    def _manage(self, entry: AnyEntry) -> None:
        match entry:
            case kept.SeatTaken():
                self._take_seat(entry)
            case kept.WordsSealed():
                self._seal_words(entry)
            case kept.WordsCalled():
                self._call_words(entry)
            case kept.WordsOpened():
                self._open_words(entry)
            case kept.Began():
                self._begin(entry)
            case kept.TableClosed():
                self._shut(entry)
            case kept.AwayAnnounced() | kept.BackAnnounced():
                self._seat(entry.seat)
                self._tell_all(entry.at, clock.away(self.table, self.state, self.game, entry))
            case kept.Proposed() | kept.VoteCast() | kept.VoteLapsed():
                self._tell_all(entry.at, votes.move(self.table, self.state, self.game, entry))
            case _ if isinstance(entry, clock.ClockEntry):
                self._tell_all(entry.at, clock.move(self.table, self.state, self.game, entry))

    def _need(self, *phases: Phase) -> None:
        need(self.state, *phases)

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.state.seats):
            raise NotYours(
                f"There is no such seat; this table has the seats 0 to {len(self.state.seats) - 1}.", field="seat"
            )
        return self.state.seats[number]

    def _take_seat(self, entry: kept.SeatTaken) -> None:
        self._need(Phase.GATHERING, Phase.PLAYING, Phase.PAUSED)
        before = self._seat(entry.seat).holder
        self._tell_all(entry.at, [take(self.state, entry, self.table.header)])
        if entry.kind is SeatKind.PERSON:
            clock.wake(self.table, self.state, self.game, entry.at)
        if self._seat(entry.seat).holder != before and self._seat(entry.seat).away is None:
            saved.forget_those_of(self.state, entry.seat)
        if self._seat(entry.seat).holder != before:
            self._tell_fates(entry.at, talk.void(self.state, entry.seat))

    def _seal_words(self, entry: kept.WordsSealed) -> None:
        self._need(Phase.GATHERING)
        self._seat(entry.seat)
        self._tell_all(entry.at, [words.seal(self.table.header.table, self.state, entry)])

    def _call_words(self, entry: kept.WordsCalled) -> None:
        self._need(Phase.GATHERING)
        self._ready()
        self._tell_all(entry.at, words.call(self.state, entry.at))

    def _open_words(self, entry: kept.WordsOpened) -> None:
        self._need(Phase.OPENING)
        self._seat(entry.seat)
        self._tell_all(entry.at, [words.disclose(self.table.header.table, self.state, entry)])

    def _bring(self, entry: kept.CharacterTaken) -> kept.CharacterTaken:
        self._need(Phase.GATHERING)
        self._seat(entry.seat)
        told, read = characters.bring(self.table, self.state, entry)
        self._tell_all(entry.at, [told])
        binding.bind(self.state, read)
        return read

    def _ready(self) -> Struct:
        """The options with which the game could begin now."""
        empty = [seat.name for seat in self.state.seats if seat.kind is SeatKind.OPEN]
        if empty:
            raise NotAllowed(f"Nobody sits at {', '.join(empty)} yet: invite people or seat bots.", field="seats")
        return characters.agreed(self.table, self.state)

    def _begin(self, entry: kept.Began) -> None:
        self._need(Phase.GATHERING, Phase.OPENING)
        table, options, listener = self.table, self._ready(), self._listen()
        self._tell_all(entry.at, words.end(self.state, entry.at))
        key = proof.game_key(table.secret, words.opened(self.state))
        game = table.rules.start(options, table.header.seats, key, listener)
        self.state.phase, self.state.due = Phase.PLAYING, None
        binding.bind_kept(table, self.state, entry.at, {})
        self._after(entry.at, Trial(game, listener, begins=True))

    def _answer(self, entry: kept.Answered) -> kept.Answered:
        trial = self._try(entry.seat, entry.request)
        action = self.table.rules.read_action(entry.action)
        accepted = play.submit(
            trial.game, entry.seat, action, trial.listener, request=entry.request, names=self.table.names
        )
        read = replace(entry, action=self.table.rules.write_action(accepted))
        aside = trial.answers.get(entry.seat) is not accepted
        self._file(entry, read.action, trial, aside=aside)
        if not aside:
            self.state.saved.pop(entry.seat, None)
        self._after(entry.at, trial)
        return read

    def _garble(self, entry: kept.Garbled) -> None:
        trial = self._try(entry.seat, entry.request)
        unreadable = Unreadable("This answer cannot be understood.")
        accepted = play.submit_unreadable(trial.game, entry.seat, unreadable, trial.listener)
        self._file(entry, self.table.rules.write_action(accepted), trial, aside=False)
        self._after(entry.at, trial)

    def _file(self, entry: kept.Answered | kept.Garbled, action: Json, trial: Trial, *, aside: bool) -> None:
        """Make out the receipt of an answer that is on file from now on, or of something done at once."""
        filed = Filed(entry.at, entry.request, self.state.chain)
        self.receipt = proof.receipt(self.table.secret, self.table.header.table, entry.seat, action, filed)
        if aside:
            binding.keep(self.table, self.state, replace(entry, action=action))
        else:
            binding.file(self.state, trial.depth, entry.seat, filed)

    def _withdraw(self, entry: kept.Withdrew) -> None:
        trial = self._try(entry.seat, None)
        play.withdraw(trial.game, entry.seat)
        if not binding.take_back(self.state, trial.depth, entry.seat):
            binding.keep(self.table, self.state, entry)
        self.game = trial.game

    def _order(self, entry: kept.StandingOrderLeft) -> kept.StandingOrderLeft:
        trial = self._try(entry.seat, None)
        rules = self.table.rules
        unless = tuple(read_like(like, rules.actions) for like in entry.unless)
        actions = [rules.read_action(action) for action in entry.actions]
        read = replace(
            entry, actions=tuple(map(rules.write_action, actions)), unless=tuple(write_like(like) for like in unless)
        )
        if len(msgspec.json.encode(read)) > LONGEST_ORDER:
            raise Unreadable(f"This standing order is too long: it has at most {LONGEST_ORDER} bytes.", field="actions")
        play.order_standing(trial.game, entry.seat, entry.question, *actions, unless=unless, tell=trial.listener)
        binding.keep(self.table, self.state, read)
        self._after(entry.at, trial)
        return read

    def _time_up(self, entry: kept.TimeUp) -> None:
        self._need(Phase.PLAYING)
        trial = Trial(clone(self._game()), self._listen())
        play.time_up(trial.game, trial.listener)
        self._after(entry.at, trial)

    def _shut(self, entry: kept.TableClosed) -> None:
        self._need(Phase.GATHERING, Phase.OPENING, Phase.PLAYING, Phase.PAUSED)
        clock.shut(self.table, self.state, entry.at)

    def _change_rules(self, entry: kept.RulesChanged) -> None:
        self._need(Phase.GATHERING, Phase.OPENING, Phase.PLAYING, Phase.PAUSED)
        self.state.ruleset = entry.ruleset
        self._tell_all(entry.at, [RulesReplaced(entry.ruleset)])

    # --- what follows -------------------------------------------------------------------------

    def _game(self) -> Game:
        if self.game is None:
            raise NotAllowed("The game has not begun yet.", field="phase")
        return self.game

    def _try(self, seat: int, request: int | None) -> Trial:
        """A copy of the game in which an answer can be tried."""
        self._need(Phase.PLAYING)
        self._seat(seat)
        trial = Trial(clone(self._game()), self._listen())
        now = trial.game.requests[seat]
        if request is not None and request != now:
            which = "an earlier question" if request < now else f"question {request}, which is not asked yet"
            raise OutOfDate(f"This answers {which}; look at the table and choose again.", now)
        return trial

    def _tell_all(self, at: int, events: Sequence[Event]) -> None:
        """Tell all players what the table did; the public chain contains the entries that caused it."""
        self.happened += [Happened(at, None, event) for event in events]

    def _after(self, at: int, trial: Trial) -> None:
        """After a closed decision, publish receipts, tell players the events, judge promises and set the clock."""
        self.game = trial.game
        if trial.closed:
            self._count_missed(at, trial)
            self._publish(at, trial)
        elif play.over(trial.game):
            binding.bind_kept(self.table, self.state, at, {})
        binding.forget_returned(self.state, trial.game)
        saved.forget_passed(self.state, trial.game)
        self.happened += [Happened(at, audience, event) for audience, event in trial.listener.heard]
        public = [event for audience, event in trial.listener.heard if audience is None]
        if public:
            self.state.chain = proof.link(self.state.chain, at, public)
        for event in public:
            self._tell_fates(at, talk.settle(self.state, self.table.rules, trial.game, event))
        if play.over(trial.game):
            self.state.phase, self.state.due, self.state.votes = Phase.FINISHED, None, []
            characters.note_end(self.table, self.state, trial.game)
        elif play.pending(trial.game) is not trial.now:
            clock.begin_decision(self.table, self.state, trial.game, at)
            self.happened += saved.take_up(self.table, self.state, trial.game, at)
            self._tell_all(at, clock.sleep_if_deserted(self.table, self.state, trial.game, at))

    def _count_missed(self, at: int, trial: Trial) -> None:
        """Update the count only when a decision is closed: earlier, it would show who has answered (TRU-O5)."""
        late = tuple(sorted(trial.now.missed)) if trial.now else ()
        for seat in trial.answers:
            player = self.state.seats[seat]
            player.missed = player.missed + 1 if seat in late else 0
        if late:
            self._tell_all(at, [TurnsMissed(late)])
        self.happened += saved.answered(self.table, self.state, at, {seat: trial.answers[seat] for seat in late})
        self._tell_all(at, votes.lapse_with_the_decision(self.state))
        self._tell_all(at, climb(self.state, Closed(at, trial.answers, late, trial.repeated)))

    def _publish(self, at: int, trial: Trial) -> None:
        digests = binding.digests_of(self.table, self.state, at, trial)
        binding.bind_kept(self.table, self.state, at, digests)
        binding.forget_closed(self.state, trial.depth)
        published = OrdersPublished(tuple(sorted(digests.items())), self.state.chain)
        self.happened.append(Happened(at, None, published))

    def _tell_fates(self, at: int, pledges: Sequence[Pledged]) -> None:
        for pledged in pledges:
            told, kept_with_message = talk.judged(pledged, at)
            self.happened.append(told)
            self.judged.append(kept_with_message)
