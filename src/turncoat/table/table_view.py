"""The view of a table from one seat; players receive nothing else of the table.

A *table view* is complete: a client needs no other data to draw the table and to answer. It holds nothing the seat may
not know, and it changes only when something changes that the seat may know.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Fate, Message, Pledge
from turncoat.kernel.schema import AnswerData, BoxesView, OptionsData, boxes_view
from turncoat.kernel.standing_order import written
from turncoat.table.deadline import Deadline
from turncoat.table.holders import Heard, Viewer, reach
from turncoat.table.offers import OfferState
from turncoat.table.pace import Pace
from turncoat.table.proposals import Verdict
from turncoat.table.record import Json
from turncoat.table.seat_view import SeatView, seat_view
from turncoat.table.table import Game, Phase, Table, TableState
from turncoat.table.table_events import Judgement, PledgeJudged
from turncoat.table.talk_grammar import TalkGrammar, fluent
from turncoat.table.vote_view import VoteView, votes_seen

_ENCODER = msgspec.json.Encoder(order="deterministic")

OfGame = Annotated[
    Any, Meta(extra_json_schema={"type": ["object", "null"], "description": "`view` in `/api/games/{game}/schema`."})
]
"""The game as a seat may see it."""

_TAG = {"type": "string", "description": "Which event it is: `event` in `/api/games/{game}/schema`."}

_RULE = {"type": "string", "description": "The number of the rule that caused it; empty: the table reports it."}
_EVENT = {"required": ["type", "rule"], "properties": {"type": _TAG, "rule": _RULE}, "additionalProperties": True}

OfEvent = Annotated[Any, Meta(extra_json_schema={"type": "object", **_EVENT})]
"""Any event of a game or of the table."""


class Question(Struct, frozen=True):
    """The question that a seat has to answer.

    Attributes:
        key: The key of the decision, such as ``"round.choose"``.
        text: The question in words.
        request: The number of the question; an answer should contain it.
        boxes: The possible answers.
        beside: The actions that the seat can take at once, besides its answer.
        filed: The seat's own submitted answer while it is secret.
        default: The answer that counts for the seat when its time is up.
        repeated: Whether the seat can give a standing order for this question.
        saved: The seat's own answer that is saved and not handed in; it is handed in when time is up.
        planned: The answer that the seat has prepared for its next question.
        at_once: Whether nobody else is asked, or the first answer settles it: it takes effect and nothing is sealed.
    """

    key: str
    text: str
    request: int
    boxes: BoxesView
    beside: BoxesView
    filed: AnswerData | None
    default: AnswerData
    repeated: bool
    at_once: bool
    saved: AnswerData | None = None
    planned: AnswerData | None = None


class PledgeView(Struct, frozen=True):
    """A promise that this seat has heard, with its state. Older promises are in the messages, with their results.

    Attributes:
        sender: The seat that made it.
        to: The seats that heard it; empty: all.
        pledge: The promise.
        fate: Whether it is open, kept, broken, or cannot be judged.
    """

    sender: int
    to: tuple[int, ...]
    pledge: Pledge
    fate: Fate


class TableView(Struct, frozen=True):
    """A table as one seat sees it, or as a spectator does (``seat`` is None).

    Attributes:
        table: The id of the table.
        game: The game.
        title: The title that the host gave the table.
        ruleset: The hash of the rules of the game.
        options: The options of the game.
        talk: The talk that is allowed: ``full`` (public and private), ``public`` or ``none``.
        deadline: The deadline of every decision.
        phase: The present phase of the table.
        due: When the open decision is closed, or (``opening``) words are left out, in milliseconds since the epoch.
        left: During a pause, the milliseconds that were left until the deadline.
        seat: The seat that the view is for.
        seats: All seats with their players.
        waiting: The seats that still have to answer; None if that is secret.
        view: The game as the seat may see it; None before it begins.
        question: The question that the seat has to answer; None: there is none.
        standing_orders: By question, the answers of the seat's standing order; the first legal one is given.
        unless: For orders that do not always hold: while an answer like one of these is legal, the seat is asked.
        pledges: Promises that the seat has heard and that are open or were judged at the last reveal.
        winners: The seats that have won.
        scores: The score of each seat after the game.
        events: The number of events that the seat has heard.
        messages: The number of messages that the seat has heard.
        commitment: The digest that the table published before the game; it hides seed and salt.
        chain: The last link of the public chain.
        pace: The other agreements about time.
        until: While paused, when the clock goes on by itself, in milliseconds since the epoch; None: not by itself.
        overtime: Whether the open decision has got its extra time.
        asleep: While it is paused because no player is there, when it is closed, in milliseconds since the epoch.
        votes: The open votes.
        host: The seat that the players have chosen as host; None: the host is the person who made the table.
        programs: Whether programs, such as language models, may take seats.
        verdict: The agreement by which the players ended the game; None: there is none.
    """

    table: str
    game: str
    title: str
    ruleset: str
    options: OptionsData
    talk: Literal["full", "public", "none"]
    deadline: Deadline
    phase: Phase
    due: int | None
    left: int | None
    seat: int | None
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...] | None
    view: OfGame
    question: Question | None
    standing_orders: dict[str, list[AnswerData]]
    unless: dict[str, list[AnswerData]]
    pledges: tuple[PledgeView, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    events: int
    messages: int
    commitment: str
    chain: str
    pace: Pace = Pace()
    until: int | None = None
    overtime: bool = False
    asleep: int | None = None
    votes: tuple[VoteView, ...] = ()
    host: int | None = None
    verdict: Verdict | None = None
    programs: bool = True


class Kept(Struct):
    """A view that was made, and its JSON if a client has already asked for it."""

    table_view: TableView
    json: bytes = b""


def table_view(table: Table, seat: int | None, holder: int | None = None) -> TableView:
    """What this seat is shown now; made once for every change that it may know of, however many people look.

    Here and below, ``holder`` is the number of the seat's holder; None: the present one (``Table.hearing``).
    """
    return _kept(table, seat, holder).table_view


def shown(table: Table, seat: int | None, holder: int | None = None) -> bytes:
    """The view as JSON; it is encoded once."""
    kept = _kept(table, seat, holder)
    if not kept.json:
        kept.json = as_json(kept.table_view)
    return kept.json


def still_shown(table: Table, viewer: Viewer, seen: bytes) -> bool:
    """Whether this is the very JSON that this viewer is shown; made again it may still be the same."""
    kept = table.kept.get(viewer)
    return isinstance(kept, Kept) and kept.json is seen


def _kept(table: Table, seat: int | None, holder: int | None = None) -> Kept:
    viewer = table.viewer(seat) if holder is None else (seat, holder)
    kept = table.kept.get(viewer)
    if not isinstance(kept, Kept):
        kept = table.kept[viewer] = Kept(make_table_view(table, *viewer))
    return kept


def make_table_view(table: Table, seat: int | None, holder: int | None = None) -> TableView:
    """Make the present view of a seat anew."""
    header, state, game = table.header, table.state, table.game
    heard = table.hearing(seat, holder)
    finished = state.phase is Phase.FINISHED and game is not None
    waiting = table.rules.shown_waiting(game) if game is not None else []
    return TableView(
        header.table,
        header.game,
        header.title,
        table.ruleset,
        msgspec.to_builtins(table.options),
        header.talk,
        table.deadline,
        state.phase,
        state.due,
        state.left,
        seat,
        tuple(seat_view(table, number) for number in range(len(state.seats))),
        None if waiting is None else tuple(waiting),
        None if game is None else table.rules.view(game, seat),
        question(table, seat),
        *_standing(table, seat),
        pledges_heard(table, seat, holder),
        tuple(table.rules.winners(game)) if finished and game is not None else won_by_agreement(state),
        tuple(table.rules.scores(game)) if finished and game is not None else (),
        len(heard.events),
        len(heard.said),
        header.commitment,
        state.chain,
        state.pace, state.until, state.overtime, state.asleep,
        votes_seen(table, seat),
        state.host,
        state.verdict,
        header.programs is not False,
    )  # fmt: skip


def won_by_agreement(state: TableState) -> tuple[int, ...]:
    """The seats that have won because the other players conceded the game."""
    return state.verdict.winners if state.verdict else ()


def pledges_heard(table: Table, seat: int | None, holder: int | None = None) -> tuple[PledgeView, ...]:
    """The promises at the table that this seat has heard, with their states."""
    holder = table.hearing(seat, holder).holder
    heard = (pledge for pledge in table.state.pledges if reach(pledge.hearers, seat, holder))
    return tuple(PledgeView(was.sender, was.to, was.state.pledge, table.at_last(was.state.fate)) for was in heard)


def question(table: Table, seat: int | None) -> Question | None:
    """The open question of the seat; None if it has none or the table is paused."""
    game, write = table.game, table.rules.write_action
    if game is None or seat is None or table.state.phase is not Phase.PLAYING:
        return None
    step = play.decision(game)
    if step is None or seat not in play.asked(game):
        return None
    filed = play.answer_of(game, seat)
    return Question(
        step.key,
        table.rules.question(step.key),
        game.requests[seat],
        boxes_view(play.boxes(game, seat)),
        boxes_view(play.beside(game, seat)),
        None if filed is None else write(filed),
        write(play.default_of(game, seat)),
        step.repeated,
        takes_effect_at_once(table.rules, game),
        saved.action if (saved := table.state.saved.get(seat)) and saved.request == game.requests[seat] else None,
        planned.action if (planned := table.state.planned.get(seat)) else None,
    )


def takes_effect_at_once(rules: AnyRuleset, game: Game) -> bool:
    """Whether the first answer closes the open decision, all may know that, and no time is kept before it is closed."""
    step = play.decision(game)
    public = rules.shown_waiting(game) is not None
    return step is not None and step.hold is None and public and (step.first or len(play.asked(game)) == 1)


def _standing(table: Table, seat: int | None) -> tuple[dict[str, list[Json]], dict[str, list[Json]]]:
    """The seat's standing orders and their exceptions, as plain data."""
    if table.game is None or seat is None:
        return {}, {}
    return written(table.game.standing_orders[seat], table.rules.write_action)


def as_json(shown: TableView) -> bytes:
    """The view as JSON, the same bytes for the same view; keys that are numbers, such as seats, become text."""
    try:
        return _ENCODER.encode(shown)
    except TypeError:
        return _ENCODER.encode(msgspec.to_builtins(shown, str_keys=True))


class EventView(Struct, frozen=True):
    """An event as a seat hears it.

    Attributes:
        number: The number of the event among those that this seat has heard, from 1.
        at: The time of the event, in milliseconds since the epoch.
        rule: The rule that caused the event; empty if the table itself reports it.
        text: The event as a sentence.
        event: The event as data.
    """

    number: int
    at: int
    rule: str
    text: str
    event: OfEvent


class MessageView(Struct, frozen=True):
    """A message as a seat hears it, numbered like events, with the present state of its promise or offer.

    Attributes:
        number: The number of the message among those that this seat has heard, from 1.
        at: The time of the message, in milliseconds since the epoch.
        message: The message itself.
        fate: The state of the promise in ``promised``; null: there is no promise.
        offer: The state of the offer, if the message asks a seat for something.
        promised: What its sender has promised by it: at once, or by an offer that was agreed to.
        judged: When ``promised`` was judged, in milliseconds since the epoch; null: it was not, or nobody knows when.
        after: The number of events that this seat had heard before the message.
        judged_after: The number of events up to and including the one by which ``promised`` was judged; null: unknown.
        by_bot: Whether a bot said it that stood in for its player.
    """

    number: int
    at: int
    message: Message
    fate: Fate | None = None
    offer: OfferState | None = None
    promised: Pledge | None = None
    judged: int | None = None
    after: int = 0
    judged_after: int | None = None
    by_bot: bool = False


def events_after(
    table: Table, seat: int | None, number: int, holder: int | None = None, most: int | None = None
) -> list[EventView]:
    """What the seat has heard since the event with this number (0: everything), at most this much of it."""
    told = enumerate(table.stream(seat, holder)[number : None if most is None else number + most], number + 1)
    return [EventView(place, new.at, new.event.rule, _told(table, new.event), new.event) for place, new in told]


def events_heard(table: Table, seat: int | None, holder: int | None = None) -> tuple[Event, ...]:
    """All events that the seat has heard, as data."""
    return tuple(happened.event for happened in table.stream(seat, holder))


def _told(table: Table, event: Event) -> str:
    if isinstance(event, PledgeJudged):
        action = talk_grammar_at(table, None).action_words(event.pledge)
        return Judgement(event.sender, event.fate, action).say(table.names)
    return event.say(table.names)


def talk_grammar_at(table: Table, seat: int | None) -> TalkGrammar:
    """The grammar with which this seat (``None``: a spectator) reads and writes promises and requests."""
    return fluent(table.rules, table.options, table.names, table.header.seats, seat)


def messages_after(
    table: Table, seat: int | None, number: int, most: int | None = None, holder: int | None = None
) -> list[MessageView]:
    """The messages that the seat has heard since the message with this number (0: all), at most ``most`` of them."""
    heard = table.hearing(seat, holder)
    return messages_at(table, heard, range(len(heard.said))[number : None if most is None else number + most])


def messages_before(
    table: Table, seat: int | None, number: int | None, most: int, holder: int | None = None
) -> list[MessageView]:
    """The last messages that the seat has heard before the message with this number (None: up to now), in order."""
    heard = table.hearing(seat, holder)
    until = len(heard.said) if number is None else min(len(heard.said), max(0, number - 1))
    return messages_at(table, heard, range(max(0, until - most), until))


def messages_at(table: Table, heard: Heard, places: Iterable[int]) -> list[MessageView]:
    """The messages at these places in the list of messages that a viewer has heard."""
    return [_message(table, heard, place) for place in places]


def _message(table: Table, heard: Heard, place: int) -> MessageView:
    spoken, whole = heard.said[place], heard.places[place]
    message, offer, promised = heard.as_numbered(spoken.message), table.offer_state(whole), table.promised(whole)
    fate, at = (None, None) if promised is None else ((judged := table.judged(whole)).fate, judged.at)
    after = bisect_right(heard.events, spoken.at, key=lambda event: event.at)
    shown = None if at is None else bisect_left(heard.events, at, key=lambda event: event.at) + 1
    return MessageView(place + 1, spoken.at, message, fate, offer, promised, at, after, shown, heard.by_bot(spoken))
