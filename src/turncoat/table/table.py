"""A live table: all that the server knows about a game.

A change is made on a *draft* of the table (``turncoat.table.draft``), which collects the entries, events and messages
that have to be stored. When they are safely stored, the table takes over the draft and all players see the change. A
replay takes the same steps, so that its result cannot differ from the real game.

"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import UNSET, Struct

from turncoat.games import ruleset
from turncoat.kernel.boxes import Action
from turncoat.kernel.characters import Outcome
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.events import Event
from turncoat.kernel.flows import Play
from turncoat.kernel.promise import Fate, Judged, Message, Pledge, PledgeState
from turncoat.kernel.space import Names
from turncoat.table.deadline import Deadline
from turncoat.table.holders import NOBODY, SPECTATOR, Happened, Heard, Planned, Seat, Viewer, viewer_at
from turncoat.table.offers import OfferState, answered, given_for, is_offer, overtaken
from turncoat.table.pace import Pace
from turncoat.table.proof import Filed, opening
from turncoat.table.proposals import DECIDED, Verdict, Vote
from turncoat.table.record import Header, Hearers, Saved, SeatKind, Secret, Spoken
from turncoat.table.talk_grammar import never_sealed

Game = Play[object, Action]


class Phase(StrEnum):
    """The phases of a table."""

    GATHERING = "gathering"
    OPENING = "opening"
    PLAYING = "playing"
    PAUSED = "paused"
    STOPPED = "stopped"
    """The rules have changed so that a replay differs; this phase is never stored (``turncoat.table.replay``)."""
    FINISHED = "finished"
    CLOSED = "closed"


IN_PHASE = {
    Phase.GATHERING: "The game has not begun yet.",
    Phase.OPENING: "The game is about to begin.",
    Phase.PLAYING: "The game is under way.",
    Phase.PAUSED: "The table is paused; the host can resume it.",
    Phase.STOPPED: "This table is stopped. The server has a new version of the rules, and by these the game would have "
    "gone differently. Nothing is lost: it goes on when the person who runs this server installs the previous version.",
    Phase.FINISHED: "The game is over.",
    Phase.CLOSED: "The host has closed this table.",
}
"""For each phase, the reason why a table refuses an action."""


ASLEEP = {
    Phase.PAUSED: "All players have missed their turns, so the game stopped; it goes on when one comes back.",
    Phase.CLOSED: "The table was closed, because no player came back.",
}
"""The reasons why a sleeping table refuses an action."""

BEFORE = (Phase.GATHERING, Phase.OPENING)
"""The phases before the game."""

OVER = (Phase.FINISHED, Phase.CLOSED)
"""The phases in which the game is over."""


class Pledged(Struct):
    """A pledge that was made at the table: who hears of it, its state, and its message's number among all messages."""

    sender: int
    to: tuple[int, ...]
    state: PledgeState
    hearers: Hearers | None = None
    said: int = 0

    def heard_by(self, seat: int | None) -> bool:
        """Whether this seat made the promise or heard it."""
        return not self.to or (seat is not None and (seat == self.sender or seat in self.to))


class Words(Struct, frozen=True):
    """Random words of a player, mixed into the game's chance, so that nobody, not even the host, can choose cards.

    Attributes:
        digest: The digest of the words, which the seat published first.
        kept: The words themselves, if the server keeps them for the seat; empty: it does not.
        opened: The words after they were revealed; empty before.
    """

    digest: str
    kept: str = ""
    opened: str = ""


class Character(Struct, frozen=True):
    """A character that a seat has brought into the game.

    Attributes:
        mark: A random name for this use of the character.
        name: The name of the character.
        line: A one-line description that all players see.
        sheet: The complete character as JSON.
        outcome: What the end of the game means for it; None: it is not over, or was closed before its end.
    """

    mark: str
    name: str
    line: str
    sheet: str
    outcome: Outcome | None = None


class TableState(Struct):
    """Everything about a table that changes, except the game and its history. Its size does not grow during the game.

    Attributes:
        seats: The seats with their holders.
        phase: The present phase of the table.
        due: The deadline of the open decision, in milliseconds since the epoch.
        left: During a pause, the milliseconds that were left until the deadline.
        stood: During a pause, the deadline that the open decision had before.
        words: The random words that seats add to the game's chance.
        chain: The last link of the public chain.
        filed: When the sealed answers were handed in, by depth of the section that asks, and by seat. Secret.
        sealed: The digest of secret entries that count and are not in the chain yet. Secret.
        entries: The number of entries in the record. Secret.
        pledges: Promises that are open or were judged at the last reveal, in order.
        characters: The characters that seats have brought, by seat.
        ruleset: The hash of the present rules, if the server installed other rules after the game began.
        deadline: The present deadline, if the players have changed the one in the header.
        pace: The other agreements about time.
        until: During a pause, the time at which the clock restarts by itself; None: somebody must restart it.
        overtime: Whether the open decision has already got its extra time.
        asleep: While it is paused because no player is there, when it is closed; also once it is closed for that.
        votes: The open votes.
        proposed: The number of votes so far.
        host: The seat that the players have chosen as host; None: they have chosen none.
        verdict: The agreement by which the players ended the game; None: there is none.
        saved: Answers that are saved but not submitted, by seat. Secret.
        planned: Answers that players have prepared for their next question, by seat. Secret.
        opened: The time at which the open decision was opened; None: it was not stored.
        moved: When its deadline was moved last or the clock stopped, or the table was closed; None: neither.
    """

    seats: list[Seat]
    phase: Phase = Phase.GATHERING
    due: int | None = None
    left: int | None = None
    stood: int | None = None
    words: dict[int, Words] = {}
    chain: str = ""
    filed: list[dict[int, Filed]] = []
    sealed: str = ""
    entries: int = 0
    pledges: list[Pledged] = []
    characters: dict[int, Character] = {}
    ruleset: str = ""
    deadline: Deadline | None = None
    pace: Pace = Pace()
    until: int | None = None
    overtime: bool = False
    asleep: int | None = None
    votes: list[Vote] = []
    proposed: int = 0
    host: int | None = None
    verdict: Verdict | None = None
    saved: dict[int, Saved] = {}
    planned: dict[int, Planned] = {}
    opened: int | None = None
    moved: int | None = None

    @property
    def rings(self) -> int | None:
        """When the clock must do something: close a decision, go on after a pause, close a table that sleeps."""
        if self.phase is Phase.PAUSED:
            return self.asleep if self.until is None else self.until
        return self.due

    @property
    def alarm(self) -> int | None:
        """When something is to be done at the table although nobody asks for it, in milliseconds since the epoch."""
        times = [moment for moment in (self.rings, self.begins) if moment is not None]
        times += [vote.until for vote in self.votes]
        return min([*times, *(at for at, _ in self.leaves)], default=None)

    @property
    def begins(self) -> int | None:
        """When the game begins without the host, in milliseconds since the epoch; 0: at once; None: it does not."""
        kinds = {seat.kind for seat in self.seats}
        if self.phase is not Phase.GATHERING or SeatKind.PERSON not in kinds or self.pace.begins == "host":
            return None
        if self.pace.begins == "full":
            return None if SeatKind.OPEN in kinds else 0
        return self.pace.begins

    @property
    def leaves(self) -> list[tuple[int, int]]:
        """When a bot begins or ends to stand in for somebody who is away, and at which seat, the first one first."""
        if self.phase is not Phase.PLAYING or self.pace.away.wait:
            return []
        people = [(seat, number) for number, seat in enumerate(self.seats) if seat.kind is SeatKind.PERSON]
        begins = [(absence.start, number) for seat, number in people for absence in seat.absences if absence.bot]
        return sorted(begins + [(seat.leave, n) for n, seat in enumerate(self.seats) if seat.leave is not None])


class Table:
    """A live table. Read it freely, but change it only through a draft.

    Attributes:
        header: The agreed settings of the table.
        secret: The seed and the salt.
        rules: The game.
        options: The options of the game, after they were checked.
        state: The present seats, clock, votes and so on.
        game: The game; None before it begins.
        happened: All events so far.
        talk: All messages so far.
        size: The size of its record, events and talk in the store, in bytes; the store updates it.
        fates: The results of promises that have been judged, by the place of the promise in ``talk``.
        answers: The place in ``talk`` of the answer to each offer, by the place of the offer.
        stopped: The first difference between the stored game and its replay by the installed rules; empty: none.
            Secret: it may contain the number of entries.
        kept: The views of the table that were made, by viewer; ``accept`` deletes all of them.
    """

    def __init__(self, header: Header, secret: Secret) -> None:
        self.header = header
        self.secret = secret
        self.rules = ruleset(header.game)
        self.options = self.rules.read_options(header.options)
        self.state = TableState([Seat(f"Seat {number + 1}") for number in range(header.seats)], chain=opening(header))
        self.game: Game | None = None
        self.happened: list[Happened] = []
        self.talk: list[Spoken] = []
        self.size = 0
        self.fates: dict[int, Judged] = {}
        self.answers: dict[int, int] = {}
        self.stopped = ""
        self._names: tuple[tuple[str, ...], Names] | None = None
        self.kept: dict[Viewer, object] = {}
        self._heard: dict[Viewer, Heard] = {}

    @property
    def ruleset(self) -> str:
        """The hash of the rules by which the table is played now."""
        return self.state.ruleset or self.header.ruleset

    @property
    def deadline(self) -> Deadline:
        """The present deadline of the table's decisions."""
        return self.state.deadline or self.header.deadline

    @property
    def names(self) -> Names:
        """The names that texts use, including those of the seats."""
        seats = tuple(seat.name for seat in self.state.seats)
        if self._names is None or self._names[0] != seats:
            self._names = (seats, self.rules.names(seats, self.options))
        return self._names[1]

    def stream(self, seat: int | None, holder: int | None = None) -> list[Happened]:
        """The events that a seat has heard; their numbers count only these events; see ``hearing``."""
        return self.hearing(seat, holder).events

    def heard(self, seat: int | None, holder: int | None = None) -> list[Spoken]:
        """The messages that a seat has sent or may read; see ``hearing``."""
        return self.hearing(seat, holder).said

    def hearing(self, seat: int | None, holder: int | None = None) -> Heard:
        """The events and messages that a seat (``None``: a spectator) has heard.

        Made once for each viewer and kept up to date by ``accept``, so that nothing gets slower as a game goes on.

        Args:
            seat: The seat.
            holder: Which of its holders, such as the bot there (``Seat.holder``); None: the person who has the key to
                it.
        """
        viewer = seat, holder = self.viewer(seat) if holder is None else (seat, holder)
        if viewer not in self._heard:
            made = self._heard[viewer] = Heard(seat, holder)
            made.take(self.happened, self.talk, 0)
        return self._heard[viewer]

    def viewer(self, seat: int | None, names: Sequence[str] | None = None) -> Viewer:
        """A seat (``None``: a spectator), and which of its holders a person with these names is; see ``viewer_at``."""
        return SPECTATOR if seat is None else viewer_at(seat, self.state.seats[seat], names)

    def accept(
        self,
        state: TableState,
        game: Game | None,
        happened: list[Happened],
        talk: list[Spoken],
        judged: Iterable[tuple[int, Judged]] = (),
    ) -> None:
        """Replace the table's state by the state of a draft. Call this only after the draft is stored."""
        self.kept.clear()
        self.state, self.game = state, game
        for key, heard in list(self._heard.items()):
            if self._listens(*key):
                heard.take(happened, talk, len(self.talk))
            else:
                del self._heard[key]
        self.happened += happened
        self.answers.update(answers_in(talk, len(self.talk)))
        self.talk += talk
        self.fates.update(judged)

    @property
    def never_seen(self) -> frozenset[str]:
        """Actions that the game never shows, so that promises of them cannot be judged."""
        return never_sealed(self.header.game, self.options, self.header.seats)

    def offer_state(self, place: int) -> OfferState | None:
        """The state of the offer at this place in ``talk``; None if that message is no offer."""
        spoken = self.talk[place]
        if not is_offer(spoken.message):
            return None
        if place in self.answers:
            return answered(spoken.message, self.talk[self.answers[place]].message)
        gone = self.state.phase in OVER or overtaken(spoken, self.happened, self.passed)
        return OfferState.OVERTAKEN if gone else OfferState.OPEN

    def passed(self, request: Pledge, event: Event) -> bool:
        """Whether an event makes a request too late to answer."""
        return self.game is not None and self.rules.passed(request, self.game, event)

    def promised(self, place: int) -> Pledge | None:
        """What the message at this place in ``talk`` promised: at once, or when somebody agreed to its request."""
        message = self.talk[place].message
        if message.said.promise is not None or message.sender is None:
            return message.said.promise if message.sender is not None else None
        if self.offer_state(place) is not OfferState.AGREED:
            return None
        return given_for(message, self.never_seen)

    def judged(self, place: int) -> Judged:
        """The result of the promise in the message at this place in ``talk``."""
        known = self.fates.get(place, Judged(Fate.OPEN))
        fate = self.at_last(known.fate)
        return known if fate is known.fate else Judged(fate, self.happened[-1].at if self.happened else None)

    def at_last(self, fate: Fate) -> Fate:
        """What a promise has become; one that is open when the game is over can no longer be judged."""
        return Fate.VOID if fate is Fate.OPEN and self.state.phase in OVER else fate

    def _listens(self, seat: int | None, holder: int) -> bool:
        """Whether somebody still listens as this viewer; the views of others are made again when they are back."""
        if seat is None:
            return True
        there = self.state.seats[seat]
        return holder in (NOBODY, there.holder, there.away)

    def become(self, other: Table) -> None:
        """Take over the state of another copy of the same table, such as the stored one."""
        self.kept.clear()
        self._heard.clear()
        self.state, self.game = other.state, other.game
        self.happened, self.talk, self.fates = other.happened, other.talk, other.fates
        self.answers, self.size = other.answers, other.size
        self.stopped = other.stopped


def answers_in(talk: Sequence[Spoken], first: int) -> dict[int, int]:
    """Where offers are answered in a piece of talk that begins at this place: by the place of the offer."""
    abouts = ((spoken.message.said.about, place) for place, spoken in enumerate(talk, first))
    return {about - 1: place for about, place in abouts if about is not UNSET}


def audible(message: Message, seat: int | None) -> bool:
    """Whether a seat may read a message, as long as its holder has not changed since."""
    to = message.said.to
    return not to or (seat is not None and (seat == message.sender or seat in to))


def need(state: TableState, *phases: Phase) -> None:
    """Refuse an action that is not possible in the present phase of a table.

    Raises:
        NotAllowed: the table is in another phase.
    """
    if state.phase not in phases:
        why = ASLEEP.get(state.phase) if state.asleep else None
        decided = DECIDED[state.verdict.how] if state.verdict else None
        raise NotAllowed(decided or why or IN_PHASE[state.phase], field="phase")
