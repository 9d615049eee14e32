"""Everything that reaches a seat, as bytes by channel; two games that a seat cannot tell apart must give the same.

``channels(rules, game, seat, events)`` is the list to add to: whatever leaves the program for a seat is one more
function marked with ``@channel``. A spectator is the seat ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
from tests.conformance.checks import blank, listed_in, refusal_of, twist
from tests.table.tables import SECRET, header

from turncoat.adapters.seen import Seen, structured
from turncoat.bots import protocol
from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.events import Audience, Event, hears
from turncoat.kernel.schema import boxes_view
from turncoat.kernel.space import Names
from turncoat.server.mail.channel import shown
from turncoat.server.mail.letter import Letter, compose
from turncoat.server.settings import MailSettings
from turncoat.table.holders import Happened, Seat
from turncoat.table.milliseconds import DAY
from turncoat.table.notices import next_look, owed
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase, Table, TableState

Heard = Sequence[tuple[Audience, Event]]
Channel = Callable[[AnyRuleset, Any, int | None, Heard], object]

CHANNELS: dict[str, Channel] = {}
"""What reaches a seat, by name."""

RELAY = MailSettings(host="127.0.0.1", sender="arbiter@games.example")

_JSON = msgspec.json.Encoder(order="deterministic")


def channel(reaches: Channel) -> Channel:
    """Add a way on which something reaches a seat; its result must be plain data, a struct, text or bytes."""
    CHANNELS[reaches.__name__] = reaches
    return reaches


def channels(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> dict[str, bytes]:
    """Everything that reaches a seat, as bytes."""
    return {name: _bytes(reaches(rules, game, seat, events)) for name, reaches in CHANNELS.items()}


def _bytes(data: object) -> bytes:
    return data if isinstance(data, bytes) else _JSON.encode(msgspec.to_builtins(data, str_keys=True))


def differences(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The channels that tell two games apart, with what they say."""
    return [
        f"{name}: {one[name].decode(errors='replace')} or {other[name].decode(errors='replace')}"
        for name in one
        if one[name] != other[name]
    ]


@channel
def view(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """The position as the seat may see it."""
    return rules.view(game, seat)


@channel
def numbers(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """What a program that learns is given: the view as numbers, and as a dict."""
    if seat is None:
        return None
    view, seats = rules.view(game, seat), len(game.requests)
    return [Seen(seats).vector(view, seat).tolist(), structured(view, seat, seats)]


@channel
def boxes(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """What the seat may answer."""
    return [] if seat is None else _described(play.boxes(game, seat))


@channel
def beside(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """What the seat may do beside the decision."""
    return [] if seat is None else _described(play.beside(game, seat))


def _described(known: Boxes[Action]) -> object:
    return [boxes_view(known), known.count, list(known.tags)]


@channel
def thought_about(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """What a bot in another process is given."""
    if seat is None:
        return None
    own = [event for audience, event in events if hears(audience, seat)]
    return protocol.ENCODER.encode(
        [protocol.written(own), protocol.question(game, rules, seat, may_act=True, may_talk=True)]
    )


@channel
def question(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """What the seat is asked, what it has on file and what is put in for it when time is up."""
    step = play.decision(game)
    if seat is None or step is None or seat not in play.asked(game):
        return None
    filed = play.answer_of(game, seat)
    return [
        step.key,
        rules.question(step.key),
        step.repeated,
        None if filed is None else rules.write_action(filed),
        rules.write_action(play.default_of(game, seat)),
    ]


@channel
def request(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """The number of the seat's request."""
    return None if seat is None else game.requests[seat]


@channel
def standing(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """The seat's own standing orders."""
    return None if seat is None else game.standing_orders[seat]


@channel
def waiting(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """Who is waited for, as far as everybody may know."""
    return rules.shown_waiting(game)


@channel
def result(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """Whether the game is over and who has won; scores are shown at the end."""
    over = play.over(game)
    return [over, rules.winners(game), rules.scores(game) if over else None]


@channel
def stream(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """The seat's own events, numbered by itself, as JSON and as sentences."""
    names = rules.names(f"Player {number}" for number in range(len(game.requests)))
    own = [event for audience, event in events if hears(audience, seat)]
    return [[number, *_written(event, names, len(game.requests))] for number, event in enumerate(own)]


WRITTEN: dict[tuple[int, int], tuple[Event, bytes, str]] = {}
"""Each event that has been looked at with so many players, as JSON and as a sentence; both depend on nothing else."""


def _written(event: Event, names: Names, seats: int) -> tuple[bytes, str]:
    """An event as JSON and as a sentence, made once: every look at a game goes through all that has happened."""
    key = id(event), seats
    if key not in WRITTEN:
        WRITTEN[key] = event, _bytes(event), event.say(names)
    return WRITTEN[key][1:]


@channel
def mail(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """A notice by mail, as it goes to the relay. A planted view that no board can draw is the matter of ``view``."""
    names = rules.names(f"Player {number}" for number in range(len(game.requests)))
    step = play.decision(game)
    asked = seat is not None and step is not None and seat in play.asked(game)
    text = rules.question(step.key) if step is not None and asked else ""
    told = [event for audience, event in events if hears(audience, None)]
    view, true = rules.view(game, seat), ruleset(rules.id).view(game, seat)
    letter = Letter(
        to="player@example.org",
        subject="It is your turn: Thursday night",
        text=tuple(shown(rules, text, view if isinstance(view, type(true)) else true, names, told)),
        id="notice.abc",
    )
    return compose(letter, RELAY, "house", 0)


@channel
def notices(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """What the seat is told while its player is elsewhere, during a day, and when that changes."""
    many = len(game.requests)
    table = Table(header(many, game="truce"), SECRET)
    table.rules, table.game = rules, game
    seats = [Seat(f"Player {number}", SeatKind.PERSON, holder=1, holders=1) for number in range(many)]
    phase = Phase.FINISHED if play.over(game) else Phase.PLAYING
    table.state = TableState(seats, phase, due=DAY, opened=0)
    table.happened = [Happened(0, audience, event) for audience, event in events]
    return [[owed(table, seat, at), next_look(table, at)] for at in (0, DAY // 2, DAY - 1)]


@channel
def refusals(rules: AnyRuleset, game: Any, seat: int | None, events: Heard) -> object:
    """How bad answers of the seat are refused: kind, sentence, rule, field and choices."""
    if seat is None:
        return []
    names = rules.names(f"Player {number}" for number in range(len(game.requests)))
    trial, told = rules.clone(game), []
    for bad in some(bad_answers(rules, game, seat), len(events)):
        told.append(answer_to(trial, seat, bad, names))
        if told[-1][-1] == TAKEN:
            trial = rules.clone(game)
    return told


TAKEN = "taken"
BAD_ANSWERS = 48
"""Where there are more bad answers than this, so many of them are tried, others at each step of a game."""


def some(bad: list[Action], step: int) -> list[Action]:
    """All bad answers where they are few, else a choice that is the same for every deal of this step."""
    return bad if len(bad) <= BAD_ANSWERS else Random(step).sample(bad, BAD_ANSWERS)


def answer_to(trial: Any, seat: int, bad: Action, names: Names) -> list[object]:
    """How one bad answer is received by a copy of the game, which stays as it is unless the answer is taken."""
    refusal = refusal_of(lambda: play.submit(trial, seat, bad, names=names))
    if refusal is None:
        return [repr(bad), TAKEN]
    return [repr(bad), refusal.kind, refusal.sentence, refusal.rule, refusal.field, list(refusal.choices)]


def bad_answers(rules: AnyRuleset, game: Any, seat: int) -> list[Action]:
    """Answers that are not open to the seat, made of nothing but what the seat knows."""
    chance = Random(1)
    own = [play.boxes(game, seat), play.beside(game, seat)]
    near = [blank(kind) for kind in rules.actions] + [known.nth(0) for known in own if known]
    bent = [twisted for action in near for twisted in twist(action, chance)]
    outside = [action for action in (*near, *bent) if not any(listed_in(known, action) for known in own)]
    return list({repr(action): action for action in outside}.values())
