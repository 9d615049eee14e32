"""Plays a game: runs its steps, finds legal answers, submits answers.

Two functions run the same steps. ``submit`` checks, seals and tells; ``play_out`` trusts its answers and tells nobody,
for searching bots and the lab.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from turncoat.kernel.boxes import NOTHING, Action, Boxes, tag_of
from turncoat.kernel.decision import AnyDecision, Decision
from turncoat.kernel.errors import NotAllowed, NotYours, OutOfDate, Unreadable
from turncoat.kernel.events import SILENCE, Tell
from turncoat.kernel.flows import AnyPlay, AnySection, Pending, Play, Section, enter, parts_of
from turncoat.kernel.space import PLAIN, Names
from turncoat.kernel.standing_order import ConditionalOrder, Like
from turncoat.kernel.still import Watcher

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def begin(game: Play[S, A], section: S, tell: Tell = SILENCE) -> None:
    """Begin the first section of a new game and play on until a player must decide."""
    plain = cast("AnyPlay", game)
    enter(plain, cast("AnySection", section))
    run(game, tell)


def run(game: Play[S, A], tell: Tell = SILENCE) -> None:
    """Play on until a player must decide or the game is over."""
    plain = cast("AnyPlay", game)
    stack = plain.stack
    if tell.watching:
        _run_watched(plain, cast("Watcher", tell))
        return
    while stack:
        section = stack[-1]
        if section.table_of_contents[section.step].advance(plain, section, tell):
            return


def _run_watched(game: AnyPlay, watcher: Watcher) -> None:
    """Play on like ``run``, and yield a still after each step that had an event."""
    stack, waits = game.stack, False
    while stack and not waits:
        section = stack[-1]
        watcher.enters(game, section)
        waits = section.table_of_contents[section.step].advance(game, section, watcher)
        watcher.still()


def over(game: Play[S, A]) -> bool:
    """Whether the game has ended."""
    return not game.stack


def _open(game: Play[S, A]) -> tuple[AnyDecision, AnySection, Pending[Action]] | None:
    stack = cast("AnyPlay", game).stack
    if not stack or (now := stack[-1].pending) is None:
        return None
    section = stack[-1]
    return cast("AnyDecision", section.table_of_contents[section.step]), section, now


def pending(game: Play[S, A]) -> Pending[A] | None:
    """The open decision; None when the game is over. Its answers are secret."""
    stack = cast("AnyPlay", game).stack
    return cast("Pending[A] | None", stack[-1].pending) if stack else None


def decision(game: Play[S, A]) -> AnyDecision | None:
    """The step whose decision is open."""
    now = _open(game)
    return now[0] if now else None


def asked(game: Play[S, A]) -> list[int]:
    """The seats that the open decision asks, whether or not they have answered."""
    now = _open(game)
    return list(now[2].asked) if now else []


def waiting(game: Play[S, A]) -> list[int]:
    """The seats that have not answered yet."""
    now = _open(game)
    return now[2].waiting() if now else []


def holds(game: Play[S, A]) -> bool:
    """Whether the open decision stays open until its time is up, even when all have answered."""
    now = _open(game)
    return now is not None and now[0].holds(cast("AnyPlay", game), now[1], now[2])


def boxes(game: Play[S, A], seat: int) -> Boxes[A]:
    """The legal answers of this seat to the open decision, even after it has answered; else empty."""
    now = _open(game)
    if now is None or seat not in now[2].asked:
        return cast("Boxes[A]", NOTHING)
    return cast("Boxes[A]", now[0].boxes(game, now[1], seat))


def beside(game: Play[S, A], seat: int) -> Boxes[A]:
    """The optional actions of this seat beside the open decision; none for a spectator."""
    now = _open(game) if 0 <= seat < len(game.requests) else None
    return cast("Boxes[A]", now[0].standing_boxes(cast("AnyPlay", game), now[1], seat) if now else NOTHING)


def is_beside(game: Play[S, A], seat: int, tag: str) -> bool:
    """Whether an action of this type is optional beside the open decision, even if it is closed now."""
    extra = beside(game, seat)
    return tag in extra.tags or any(tag_of(shut.action) == tag for shut in extra.closed)


def answer_of(game: Play[S, A], seat: int) -> A | None:
    """The sealed answer of this seat; secret from the others."""
    now = _open(game)
    return cast("A | None", now[2].answers.get(seat)) if now else None


def alike(one: Play[S, A], other: Play[S, A]) -> bool:
    """Whether two moments of a game differ only in sealed answers and standing orders."""
    return _without_answers(cast("AnyPlay", one)) == _without_answers(cast("AnyPlay", other))


def _without_answers(game: AnyPlay) -> AnyPlay:
    now = _open(game)
    if now is None:
        return game
    _, section, pending = now
    asking = replace(section, pending=replace(pending, answers={}))
    return replace(game, stack=[*game.stack[:-1], asking], standing_orders=[])


def default_of(game: Play[S, A], seat: int) -> A:
    """The answer that the rules will give for this seat when its time is up.

    Raises:
        NotYours: if the seat is not asked.
    """
    now = _open(game)
    if now is None or seat not in now[2].asked:
        raise NotYours("You are not asked anything now.")
    return cast("A", now[0].default(game, now[1], seat))


def submit(
    game: Play[S, A],
    seat: int,
    action: A,
    tell: Tell = SILENCE,
    *,
    request: int | None = None,
    names: Names = PLAIN,
    known: Boxes[A] | None = None,
) -> A:
    """Submit an answer, or take an optional action; returns what was accepted.

    An answer is sealed; submitting another one changes it. After the last missing answer the game plays on.

    Args:
        game: The game; it is unchanged if the answer is refused.
        seat: The seat that answers.
        action: The answer.
        tell: Receives the events that follow.
        request: The number of the question, if the caller knows it.
        names: The names for the text of a refusal.
        known: The result of ``boxes`` for this seat and moment, if the caller has it: an answer drawn from it is not
            checked again.

    Raises:
        NotYours: the seat is not asked or does not exist, or the game is over.
        OutOfDate: the request has passed.
        NotAllowed: the answer is not in the seat's boxes.
    """
    now = _open(game)
    if known is not None and known.drawn is action and now is not None:
        now[2].answers[seat] = action
        if now[2].due or now[0].complete(cast("AnyPlay", game), now[1], now[2]):
            run(game, tell)
        return action
    if now is None:
        raise NotYours("The game is over; nothing is asked any more.")
    step, section, open_now = now
    plain = cast("AnyPlay", game)
    _check_seat(plain, seat)
    if request is not None and request != game.requests[seat]:
        raise OutOfDate("This answers an earlier question; look at the table and choose again.", game.requests[seat])
    extra = step.standing_boxes(plain, section, seat)
    settled = extra.settle(action)
    if settled is not None:
        _act(plain, seat, settled, tell, step, section)
        return cast("A", settled)
    aside = extra.speak_of(action.__class__)
    if seat not in open_now.asked:
        if aside:
            extra.check(action, names)
        raise NotYours("You are not asked anything now.")
    legal = step.boxes(game, section, seat)
    accepted = legal.settle(action)
    if accepted is None and step.mend is not None and not aside:
        accepted = step.mend(game, section, seat, action)
    if accepted is None:
        raise (extra if aside else legal).refusal(action, names)
    open_now.answers[seat] = accepted
    run(game, tell)
    return cast("A", accepted)


def _check_seat(game: AnyPlay, seat: int) -> None:
    """Refuse a caller without a seat.

    Raises:
        NotYours: if the table has no such seat.
    """
    if not 0 <= seat < len(game.requests):
        raise NotYours(f"There is no seat {seat} at this table; the seats are 0 to {len(game.requests) - 1}.")


def submit_unreadable(game: Play[S, A], seat: int, refusal: Unreadable, tell: Tell = SILENCE) -> A:
    """Handle an answer that cannot be understood: refuse it, unless the rules turn it into an answer.

    Raises:
        Unreadable: the given refusal, if the rules refuse the answer.
    """
    now = _open(game)
    if now is not None and seat in now[2].asked and now[0].mend is not None:
        mended = now[0].mend(game, now[1], seat, None)
        if mended is not None:
            now[2].answers[seat] = mended
            run(game, tell)
            return cast("A", mended)
    raise refusal


def _act(game: AnyPlay, seat: int, action: Action, tell: Tell, step: AnyDecision, section: AnySection) -> None:
    """Take an optional action; answers that have become illegal go back to their owners."""
    if tell.watching:
        cast("Watcher", tell).enters(game, section)
    outcome = step.act(game, section, seat, action, tell) if step.act else None
    step.renew(game, section)
    if outcome is not None:
        enter(game, outcome)
    tell.still()
    run(game, tell)


def reopen(section: Section[A]) -> None:
    """Ask the open decision of this section again, called from an optional action.

    All answers go back. Who is asked, what they may answer and what they have ordered to be answered for them
    is looked up again: a window opens once more for everybody who left no standing pass; a decision for which
    nobody is left to be asked is passed over.
    """
    section.pending = None


def withdraw(game: Play[S, A], seat: int) -> None:
    """Withdraw the sealed answer without submitting another.

    Raises:
        NotYours: the seat has no sealed answer.
    """
    now = _open(game)
    if now is None or seat not in now[2].answers:
        raise NotYours("You have no answer to withdraw.")
    del now[2].answers[seat]


def order_standing(
    game: Play[S, A], seat: int, key: str, *actions: A, unless: tuple[Like, ...] = (), tell: Tell = SILENCE
) -> None:
    """Leave a standing order for a repeated question, or cancel it by giving no answers. It applies from now on.

    Args:
        game: The game.
        seat: The seat that leaves the order.
        key: The key of the question (``"battle.voice"``).
        actions: The answers: the first legal one is given; if none is legal, the seat is asked.
        unless: While an answer like one of these is legal, the seat is asked instead.
        tell: Receives the events that follow, if the game plays on.

    Raises:
        NotYours: if there is no such question or no such seat.
        NotAllowed: if the order has exceptions but no answers.
    """
    plain = cast("AnyPlay", game)
    _check_seat(plain, seat)
    if key not in repeated_questions(game):
        raise NotYours(
            f"There is no repeated question {key}; you can leave standing orders for "
            f"{', '.join(repeated_questions(game)) or 'none'}."
        )
    if not actions:
        if unless:
            raise NotAllowed(
                "A standing order needs an answer, not only the cases in which you want to be asked.", field="actions"
            )
        game.standing_orders[seat].pop(key, None)
        return
    game.standing_orders[seat][key] = ConditionalOrder(actions, unless) if unless else actions
    now = _open(game)
    if now and now[0].key == key and seat in now[2].waiting() and now[0].order(plain, now[1], seat):
        run(game, tell)


@cache
def decisions_of(game: Hashable) -> tuple[AnyDecision, ...]:
    """All steps of this type of game that ask."""
    sections, _ = parts_of(cast("type[Struct]", game))
    steps = [step for section in sections for step in section.table_of_contents.values()]
    return tuple(step for step in steps if isinstance(step, Decision))


def repeated_questions(game: Play[S, A]) -> list[str]:
    """The keys of all questions that take standing orders in this game."""
    return [step.key for step in decisions_of(game.__class__) if step.repeated]


def time_up(game: Play[S, A], tell: Tell = SILENCE) -> None:
    """Time is up: close the open decision, with the default for each player who has not answered.

    Raises:
        NotYours: if no question is open.
    """
    now = _open(game)
    if now is None:
        raise NotYours("The game is over; nothing is asked any more.")
    step, section, open_now = now
    for seat in _needed(step, open_now):
        open_now.answers[seat] = step.default(game, section, seat)
        open_now.missed.append(seat)
    open_now.due = True
    run(game, tell)


def _needed(step: AnyDecision, now: Pending[Action]) -> list[int]:
    """The seats whose answers are still needed to close a decision."""
    missing = now.waiting()
    if not step.first:
        return missing
    return [] if now.answers else missing[:1]


Pick = Callable[[Boxes[Action]], Action]
"""A function that chooses among the legal answers without looking at the game."""


def play_out(game: Play[S, A], pick: Callable[[Boxes[A]], A]) -> None:
    """Play to the end with trusted answers, telling nobody. If one answer is enough, the first seat gives it."""
    plain = cast("AnyPlay", game)
    choose = cast("Pick", pick)
    stack = plain.stack
    run(game)
    while stack:
        section = stack[-1]
        step = cast("AnyDecision", section.table_of_contents[section.step])
        now = cast("Pending[Action]", section.pending)
        answers, offered = now.answers, step.boxes
        for seat in _needed(step, now) if step.first else now.asked:
            if seat not in answers:
                answers[seat] = choose(offered(game, section, seat))
        now.due = True
        run(game)
