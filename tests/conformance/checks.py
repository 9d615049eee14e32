"""What must hold in every game at every step, one function each. They raise ``AssertionError`` with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, structs
from tests.conformance.walk import Move, Walk, perform, worth_a_look

from turncoat.bots import protocol
from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.errors import NotYours, OutOfDate, Refusal, Unreadable
from turncoat.kernel.events import Listener
from turncoat.kernel.space import Words

GUESSES: tuple[object, ...] = (0, "nobody", (), {}, None)
"""Something for every type of field."""

CLOSELY = 30
"""So many steps of a game are looked at one by one, later ones ever more rarely."""

SAMPLED = 40
"""Of larger sets of answers so many are tried."""

JUNK: tuple[object, ...] = (None, 7, "attack", [], {}, {"type": 1}, {"type": "no such thing"}, {"kind": "pass"})
"""What no game can read."""


# --- the state --------------------------------------------------------------------------------


def encoding(rules: AnyRuleset, game: Any) -> None:
    """A state survives writing and reading, and is written the same way again."""
    written = rules.encode(game)
    back = rules.decode(written)
    assert back == game, "decode(encode(state)) is another state"
    assert rules.encode(back) == written, "a state that was read is written differently"
    assert rules.encode(game) == written, "the same state is written differently the second time"


def copying(rules: AnyRuleset, game: Any) -> None:
    """A clone is equal and shares nothing that can change."""
    other = rules.clone(game)
    assert other == game, "the clone is not equal"
    assert rules.encode(other) == rules.encode(game), "the clone is written differently"
    shared = {id(one): path for path, one in changeable(game)}
    for path, one in changeable(other):
        assert id(one) not in shared, f"the clone shares {path}"


def changeable(value: Any, path: str = "game") -> Iterator[tuple[str, object]]:
    """Everything in a state that can be changed in place, with the way to it.

    What is frozen, as answers are, is shared on purpose with all that it holds.
    """
    if isinstance(value, Struct):
        if value.__struct_config__.frozen:
            return
        yield path, value
        parts = [(f"{path}.{name}", getattr(value, name)) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        yield path, value
        parts = [(f"{path}[{key!r}]", part) for key, part in value.items()]
    elif isinstance(value, list | tuple | set | frozenset):
        if not isinstance(value, tuple | frozenset):
            yield path, value
        parts = [(f"{path}[{place}]", part) for place, part in enumerate(value)]
    else:
        parts = []
    for where, part in parts:
        yield from changeable(part, where)


def soundness(rules: AnyRuleset, game: Any) -> None:
    """The audit finds nothing."""
    found = rules.audit(game)
    assert found == [], f"the audit says: {found}"


def winners(rules: AnyRuleset, game: Any) -> None:
    """Somebody has won exactly when the game is over, and everybody has a score."""
    won = rules.winners(game)
    over = play.over(game)
    assert bool(won) == over or (over and rules.winnerless), f"winners {won} although over is {over}"
    assert won == sorted(set(won)), "winners are not in ascending order"
    assert len(rules.scores(game)) == len(game.requests), "not everybody has a score"


# --- what may be answered ---------------------------------------------------------------------


def waiting(rules: AnyRuleset, game: Any) -> None:
    """Nobody is waited for who has nothing to answer; and somebody is, or the decision waits for its time."""
    for seat in play.asked(game):
        assert play.boxes(game, seat).count > 0, f"seat {seat} is asked and has nothing to answer"
    for seat in range(len(game.requests)):
        if seat not in play.asked(game):
            assert not play.boxes(game, seat), f"seat {seat} is not asked and has something to answer"
    if play.over(game):
        assert play.asked(game) == [], "somebody is asked after the end"
        return
    step = play.decision(game)
    assert step is not None, "the game is not over and nothing is asked"
    held = step.hold is not None and step.hold(game, game.stack[-1])
    assert play.waiting(game) or held, "everybody has answered and the game does not go on"


def enumeration(rules: AnyRuleset, game: Any) -> None:
    """All answers are numbered, different, in the boxes, and accepted."""
    for seat in range(len(game.requests)):
        for boxes in (play.boxes(game, seat), play.beside(game, seat)):
            listed = some_of(boxes)
            assert len(set(map(repr, listed))) == len(listed), f"seat {seat}: an answer occurs twice"
            assert boxes.count == sum(box.count() for box in boxes.boxes), f"seat {seat}: the count is wrong"
            numbering(boxes)
            for action in listed:
                assert action in boxes, f"seat {seat}: {action} is listed and not in the boxes"
                accepted(rules, game, seat, action)


def numbering(boxes: Boxes[Action]) -> None:
    """Answers that are drawn without making any box are numbered as the boxes number them."""
    made = Boxes(*boxes.boxes)
    for number in range(min(boxes.count, SAMPLED)):
        index = number * boxes.count // min(boxes.count, SAMPLED)
        drawn, listed = boxes.nth(index), made.nth(index)
        assert same(drawn, listed), f"the answer with the number {index} is {drawn}, and {listed} in its box"


def some_of(boxes: Boxes[Action]) -> list[Action]:
    """All answers, or some that are spread over all of them."""
    if boxes.count <= SAMPLED:
        return list(boxes)
    return [boxes.nth(number * boxes.count // SAMPLED) for number in range(SAMPLED)]


def accepted(rules: AnyRuleset, game: Any, seat: int, action: Action) -> None:
    """An answer from the boxes can be written, read and handed in."""
    again = rules.read_action(msgspec.json.decode(msgspec.json.encode(rules.write_action(action))))
    assert again == action, f"{action} is read as {again}"
    trial = rules.clone(game)
    refusal = refusal_of(lambda: play.submit(trial, seat, action, request=trial.requests[seat]))
    assert refusal is None, f"seat {seat}: {action} is in the boxes and refused: {refusal}"


def default(rules: AnyRuleset, game: Any) -> None:
    """What is answered for a missing player is legal, and once time is up the game has moved on."""
    for seat in play.asked(game):
        answer = play.default_of(game, seat)
        assert answer in play.boxes(game, seat), f"seat {seat}: the default {answer} is not legal"
    if play.over(game):
        return
    trial = rules.clone(game)
    play.time_up(trial)
    assert place(trial) != place(game), "time was up and nothing happened"


def place(game: Any) -> object:
    """Where a game is: the open sections with their steps, and what has been asked."""
    return [(type(section), section.step) for section in game.stack], list(game.requests)


# --- what must be refused ---------------------------------------------------------------------


def refused(rules: AnyRuleset, game: Any, seat: int, action: Action, *, request: int | None = None) -> Refusal:
    """Hand in something that must be refused with a sentence and without any change; the refusal."""
    before, listener = rules.encode(game), Listener()
    refusal = refusal_of(lambda: play.submit(game, seat, action, listener, request=request))
    assert refusal is not None, f"{action} by seat {seat} is not in the boxes and was accepted"
    assert rules.encode(game) == before, f"{action} by seat {seat} was refused and has changed the game"
    assert listener.heard == [], f"{action} by seat {seat} was refused and told"
    assert refusal.sentence.endswith("."), f"not a sentence: {refusal.sentence!r}"
    return refusal


def refusal_of(attempt: Callable[[], object]) -> Refusal | None:
    """How an attempt is refused, if it is."""
    try:
        attempt()
    except Refusal as refusal:
        return refusal
    return None


def forgery(rules: AnyRuleset, game: Any, chance: Random) -> None:
    """Answers from outside the boxes, from the wrong seat and to earlier questions are refused."""
    seats = len(game.requests)
    for seat in range(seats):
        for action in forged(rules, game, seat, chance):
            if not mended(rules, game, seat, action):
                refused(rules, game, seat, action)
    for stranger in (-1, seats, seats + 70):
        assert isinstance(refused(rules, game, stranger, any_action(rules)), NotYours)
    out_of_date(rules, game)
    unreadable(rules)


def mended(rules: AnyRuleset, game: Any, seat: int, action: Action) -> bool:
    """Whether the rules make a legal answer of a bad one, instead of refusing it."""
    step = play.decision(game)
    if step is None or step.mend is None or seat not in play.asked(game):
        return False
    if play.beside(game, seat).speak_of(action.__class__):
        return False
    trial = rules.decode(rules.encode(game))
    return step.mend(trial, trial.stack[-1], seat, action) is not None


def out_of_date(rules: AnyRuleset, game: Any) -> None:
    """An answer to an earlier or a later question is refused, and the present one is named."""
    for seat in play.asked(game):
        now = game.requests[seat]
        for request in (now - 1, now + 1):
            refusal = refused(rules, game, seat, play.default_of(game, seat), request=request)
            assert isinstance(refusal, OutOfDate), f"seat {seat}: request {request} is not called out of date"
            assert refusal.request == now, "the refusal does not name the present request"


def unreadable(rules: AnyRuleset) -> None:
    """What cannot be read is called unreadable."""
    for data in JUNK:
        refusal = refusal_of(lambda data=data: rules.read_action(data))  # type: ignore[misc]
        assert isinstance(refusal, Unreadable), f"{data!r} was read as an answer"
        assert refusal.sentence.endswith("."), f"not a sentence: {refusal.sentence!r}"


def after_the_end(rules: AnyRuleset, game: Any) -> None:
    """Once the game is over nothing is accepted any more."""
    for seat in range(len(game.requests)):
        assert isinstance(refused(rules, game, seat, any_action(rules)), NotYours)
    for late in (lambda: play.time_up(game), lambda: play.withdraw(game, 0)):
        assert isinstance(refusal_of(late), NotYours), "something happened after the end"


def forged(rules: AnyRuleset, game: Any, seat: int, chance: Random) -> list[Action]:
    """Answers that look like legal ones and are not in the boxes of this seat."""
    boxes, beside = play.boxes(game, seat), play.beside(game, seat)
    near: list[Action] = [blank(kind) for kind in rules.actions]
    for other in range(len(game.requests)):
        known = (play.boxes(game, other), play.beside(game, other))
        near += [one.sample(chance.randrange) for one in known if one]
    bent = [twisted for action in near for twisted in twist(action, chance)]
    outside = [action for action in (*near, *bent) if not listed_in(boxes, action) and not listed_in(beside, action)]
    return list({repr(action): action for action in outside}.values())


def listed_in(boxes: Boxes[Action], action: Action) -> bool:
    """Whether an answer, once sets and amounts are in order, is among those that are numbered.

    Free text is not numbered: where there is some, the boxes themselves are asked.
    """
    settled = boxes.settle(action)
    free = any(isinstance(space, Words) for box in boxes.boxes if box.has(action) for _, space in box.fields)
    if settled is None or free or not boxes.answers:
        return settled is not None
    return any(same(settled, answer) for answer in boxes.answers)


def same(action: Action, other: Action) -> bool:
    """Whether two answers are the same, down to the type of what they hold."""
    return repr(action) == repr(other)


def twist(action: Action, chance: Random) -> list[Action]:
    """The action with one field set to something odd."""
    odd: dict[type, list[object]] = {
        int: [-1, 99, 10**9, True],
        str: ["", "nobody"],
        type(None): ["nobody", -1],
        tuple: [(), ("nobody",)],
        dict: [{"nobody": 1}, {}],
    }
    found: list[Action] = []
    for name in action.__struct_fields__:
        value = getattr(action, name)
        found += [structs.replace(action, **{name: strange}) for strange in odd.get(type(value), [])]
        if isinstance(value, tuple) and value:
            found.append(structs.replace(action, **{name: (*value, value[0])}))
        if isinstance(value, dict):
            found += [structs.replace(action, **{name: value | {key: -1}}) for key in value]
    return found


@cache
def blank(kind: type[Action]) -> Action:
    """An action of a type, with something in every field."""
    values: dict[str, object] = {}
    for field in structs.fields(kind):
        for guess in GUESSES:
            try:
                values[field.name] = msgspec.convert(guess, field.type)
                break
            except msgspec.ValidationError:
                continue
    return kind(**values)


def thinking(rules: AnyRuleset, game: Any) -> None:
    """Whoever thinks in another process sees and may do what the seat sees and may do."""
    for seat in play.asked(game):
        asked = protocol.question(game, rules, seat, may_act=True, may_talk=True)
        assert protocol.read_view(rules, asked.view) == rules.view(game, seat), "the view is read as another"
        for known, sent in ((play.boxes(game, seat), asked.boxes), (play.beside(game, seat), asked.beside)):
            read = protocol.read_boxes(
                rules, msgspec.msgpack.decode(protocol.ENCODER.encode(sent), type=protocol.Choices)
            )
            assert read == known, f"{known} are read as {read}"
            assert read.count == known.count, f"{known} are counted as {read.count}"


def any_action(rules: AnyRuleset) -> Action:
    return blank(rules.actions[0])


# --- what is told -----------------------------------------------------------------------------


def events(rules: AnyRuleset, listener: Listener, seats: int) -> None:
    """Every event survives JSON, can be said, and names a rule that is in the rulebook."""
    names = rules.names(f"Player {number}" for number in range(seats))
    for audience, event in listener.heard:
        assert rules.read_event(msgspec.json.encode(event)) == event, f"{event} does not survive JSON"
        assert protocol.read_events(rules, protocol.written([event])) == [event], f"{event} does not reach a bot"
        sentence = event.say(names)
        assert sentence.strip(), f"nothing is said about {event}"
        assert f"**{event.rule}**" in rules.rulebook, f"{event} names the rule {event.rule!r}, which nobody can look up"
        assert event.rule.startswith(f"{rules.prefix}-"), f"{event} names a rule of another game"
        assert audience is None or list(audience) == sorted(set(audience)), f"{event} has the audience {audience}"


# --- whole games ------------------------------------------------------------------------------


def replay(walk: Walk) -> None:
    """The same moves from the same key give the same bytes and the same events."""
    listener = Listener()
    game = walk.rules.start(walk.rules.read_options(walk.options), walk.seats, walk.key, listener)
    for move in walk.moves:
        perform(game, carried(walk.rules, move), listener)
    assert walk.rules.encode(game) == walk.rules.encode(walk.game), "a replay ends in another state"
    assert listener.heard == walk.listener.heard, "a replay tells something else"


def carried(rules: AnyRuleset, move: Move) -> Move:
    """The move as it comes back from a file."""
    if move.action is None:
        return move
    action = rules.read_action(msgspec.json.decode(msgspec.json.encode(rules.write_action(move.action))))
    return Move(move.what, move.seat, action, move.key)


def doors(rules: AnyRuleset, options: dict[str, object], seats: int, chance: Random) -> None:
    """A trusted play-out and the checked door give the same game for the same answers."""
    key = chance.randbytes(32)
    trusted = rules.start(rules.read_options(options), seats, key, Listener())
    checked = rules.clone(trusted)
    given: list[Action] = []

    def pick(boxes: Boxes[Action]) -> Action:
        given.append(boxes.sample(chance.randrange))
        return given[-1]

    play.play_out(trusted, pick)
    answers = iter(given)
    while not play.over(checked):
        if missing := play.waiting(checked):
            play.submit(checked, missing[0], next(answers))
        else:
            play.time_up(checked)
    assert next(answers, None) is None, "the play-out asked more often"
    assert rules.encode(checked) == rules.encode(trusted), "a play-out ends in another state than checked play"


def at_every_step(walk: Walk) -> None:
    """Play on, checking everything before each move and at the end; late in a long game not before every move."""
    told = 0
    for number, game in enumerate(walk.steps()):
        if not worth_a_look(number, CLOSELY) and not play.over(game):
            continue
        for check in (encoding, copying, soundness, winners, waiting, enumeration, default, thinking):
            check(walk.rules, game)
        forgery(walk.rules, game, walk.chance)
        heard = Listener()
        heard.heard = walk.listener.heard[told:]
        events(walk.rules, heard, walk.seats)
        told = len(walk.listener.heard)
    after_the_end(walk.rules, walk.game)
    replay(walk)
    doors(walk.rules, walk.options, walk.seats, walk.chance)
