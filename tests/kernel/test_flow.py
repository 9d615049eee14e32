"""Sections: a list of named steps, each of which finishes, or asks, or starts another section."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.kernel.games import REST, Rest, Say, TinyAction

from turncoat.kernel import play
from turncoat.kernel.boxes import Boxes, box
from turncoat.kernel.chance import KEY_BYTES, Chance
from turncoat.kernel.decision import Decision, always, decide, everyone
from turncoat.kernel.errors import NotAllowed, NotYours, Unreadable
from turncoat.kernel.events import Tell
from turncoat.kernel.flows import GAME_OVER, LEAVE, Exit, Pending, Play, Section, each, flow
from turncoat.kernel.space import Between

Any_ = Section[TinyAction]


class Game(Play[Any_, TinyAction]):
    """Whatever a test plays; ``top`` is the highest number that may be said."""

    log: list[str] = []
    top: int = 9
    ready: bool = False


def begin(section: Any_, seats: int = 3) -> Game:
    """A game of one section, played on to the first decision."""
    chance = Chance(bytes(KEY_BYTES))
    game = Game(chance=chance, stack=[], requests=[0] * seats, standing_orders=[{} for _ in range(seats)])
    play.begin(game, section)
    return game


def numbers(game: Game, section: Any_, seat: int) -> Boxes[TinyAction]:
    return Boxes(box(Say, "TNY-1", number=Between(1, game.top)), box(Rest, "TNY-3"))


def said(game: Game, section: Any_, pending: Pending[TinyAction], tell: Tell) -> None:
    """Note who said what, and who missed it."""
    answers = [f"{seat}:{getattr(answer, 'number', '-')}" for seat, answer in pending.answers.items()]
    game.log.append(" ".join(answers) + "".join(f" late {seat}" for seat in pending.missed))


resting = always(REST)


def note(what: str) -> Callable[[Game, Any_, Tell], None]:
    """A step that notes this."""
    return lambda game, section, tell: game.log.append(what)


def asking(step: Decision[Any, Any]) -> Any_:
    """A section that asks this."""

    class Asking(Section[TinyAction], tag="asking"):
        """One step."""

    flow(Asking, ask=step).apply()
    return Asking()


# --- steps ------------------------------------------------------------------------------------------


def test_steps_are_played_in_the_order_in_which_they_are_written() -> None:
    class Round(Section[TinyAction], tag="round"):
        """Three plain steps."""

    def one(game: Game, section: Round, tell: Tell) -> None:
        game.log.append(f"one at {section.step}")

    flow(Round, first=one, second=note("two"), third=one).apply()
    game = begin(Round())
    assert game.log == ["one at first", "two", "one at third"]
    assert play.over(game)


def test_a_step_may_start_another_section_which_is_played_before_the_next_step() -> None:
    class Battle(Section[TinyAction], tag="battle"):
        """A section inside."""

    class Phase(Section[TinyAction], tag="phase"):
        """The section outside."""

    flow(Battle, fight=note("fight")).apply()
    flow(Phase, start=note("start"), battle=lambda game, section, tell: Battle(), end=note("end")).apply()
    assert begin(Phase()).log == ["start", "fight", "end"]


def test_each_is_played_again_after_every_section_it_starts() -> None:
    class Battle(Section[TinyAction], tag="battle"):
        number: int

    class Phase(Section[TinyAction], tag="phase"):
        left: int = 3

    def fight(game: Game, section: Battle, tell: Tell) -> None:
        game.log.append(f"fight {section.number}")

    def battles(game: Game, section: Phase, tell: Tell) -> Battle | None:
        section.left -= 1
        return Battle(number=section.left) if section.left >= 0 else None

    flow(Battle, fight=fight).apply()
    flow(Phase, battles=each(battles), end=note("end")).apply()
    assert begin(Phase()).log == ["fight 2", "fight 1", "fight 0", "end"]


@pytest.mark.parametrize(("turn", "log"), [(LEAVE, ["in", "outside"]), (GAME_OVER, ["in"])])
def test_a_step_may_leave_its_section_or_end_the_game(turn: Exit, log: list[str]) -> None:
    class Inside(Section[TinyAction], tag="inside"):
        """A section that ends early."""

    class Outside(Section[TinyAction], tag="outside"):
        """The one around it."""

    flow(Inside, begun=note("in"), stop=lambda game, section, tell: turn, never=note("never")).apply()
    flow(Outside, enter=lambda game, section, tell: Inside(), after=note("outside")).apply()
    game = begin(Outside())
    assert game.log == log
    assert play.over(game)


def test_each_can_be_left_as_well() -> None:
    class Loop(Section[TinyAction], tag="loop"):
        """It would go round for ever."""

    flow(Loop, rounds=each(lambda game, section, tell: LEAVE)).apply()
    assert play.over(begin(Loop()))


def test_a_section_has_steps() -> None:
    class Empty(Section[TinyAction], tag="empty"):
        """No steps."""

    with pytest.raises(TypeError, match="Empty needs steps"):
        flow(Empty)


# --- decisions --------------------------------------------------------------------------------------


def test_one_seat_asked_is_ordinary_sequential_play() -> None:
    game = begin(asking(decide(numbers, said, default=resting, asked=lambda game, section: [1])))
    assert play.asked(game) == [1]
    play.submit(game, 1, Say(4))
    assert game.log == ["1:4"]


def test_a_decision_for_nobody_is_passed_over() -> None:
    """What would follow from the answers does not happen either."""

    class Nobody(Section[TinyAction], tag="nobody"):
        """Nobody is asked."""

    nobody = decide(numbers, said, default=resting, asked=lambda game, section: [])
    flow(Nobody, ask=nobody, end=note("end")).apply()
    game = begin(Nobody())
    assert game.log == ["end"]
    assert game.requests == [0, 0, 0]


def test_unless_told_otherwise_everyone_is_asked() -> None:
    game = begin(asking(decide(numbers, said, default=resting)))
    assert play.asked(game) == list(everyone(game, game.stack[0])) == [0, 1, 2]


def test_where_any_one_may_answer_the_first_answer_closes_the_decision() -> None:
    """THR-8.2: any of those whose field it is may take the turn."""
    game, late, out = (begin(asking(decide(numbers, said, default=resting).any_one())) for _ in range(3))
    play.submit(game, 2, Say(5))
    assert game.log == ["2:5"]
    play.time_up(late)
    assert late.log == ["0:- late 0"]
    play.play_out(out, lambda boxes: boxes.nth(0))
    assert out.log == ["0:1"]


def test_a_decision_may_be_held_open_although_all_are_in() -> None:
    """TRU-13.3: by correspondence it ends at its hour; until then answers may be changed."""
    hour = decide(numbers, said, default=resting).held(lambda game, section: not game.ready)
    game, ready = begin(asking(hour), seats=1), begin(asking(hour), seats=1)
    play.submit(game, 0, Say(1))
    assert play.waiting(game) == []
    assert play.asked(game) == [0]
    play.submit(game, 0, Say(2))
    play.time_up(game)
    assert game.log == ["0:2"]
    ready.ready = True
    play.submit(ready, 0, Say(1))
    assert ready.log == ["0:1"]


def test_holding_and_first_together_wait_for_the_hour() -> None:
    game = begin(asking(decide(numbers, said, default=resting).any_one().held(lambda game, section: True)))
    play.submit(game, 2, Say(1))
    play.time_up(game)
    assert game.log == ["2:1"]


def test_a_decision_can_be_asked_again_until_something_is_true() -> None:
    """CON-5: action after action, until both points are spent or the player stops."""

    class Points(Section[TinyAction], tag="points"):
        """Two points to spend."""

        left: int = 2

    def spend(game: Game, section: Points, pending: Pending[TinyAction], tell: Tell) -> None:
        section.left -= 1
        said(game, section, pending, tell)

    flow(
        Points,
        act=decide(numbers, spend, default=resting, asked=lambda g, s: [0], until=lambda g, s: s.left == 0),
    ).apply()
    game = begin(Points())
    play.submit(game, 0, Say(1))
    play.submit(game, 0, Say(2))
    assert game.log == ["0:1", "0:2"]
    assert game.requests == [2, 0, 0]
    assert play.over(game)


def test_what_follows_a_decision_may_be_a_section_and_then_the_question_again() -> None:
    class Inner(Section[TinyAction], tag="inner"):
        """What an answer starts."""

    class Outer(Section[TinyAction], tag="outer"):
        """Asks until somebody rests."""

        done: bool = False

    def then(game: Game, section: Outer, pending: Pending[TinyAction], tell: Tell) -> Inner | None:
        section.done = pending.answers[0] == REST
        return None if section.done else Inner()

    flow(Inner, inside=note("inside")).apply()
    flow(Outer, ask=decide(numbers, then, default=resting, asked=lambda g, s: [0], until=lambda g, s: s.done)).apply()
    game = begin(Outer())
    play.submit(game, 0, Say(1))
    play.submit(game, 0, Say(1))
    play.submit(game, 0, REST)
    assert game.log == ["inside", "inside"]


@pytest.mark.parametrize(("turn", "log"), [(LEAVE, ["0:1"]), (GAME_OVER, ["0:1"])])
def test_the_answers_may_end_the_section_although_there_is_more_to_ask(turn: Exit, log: list[str]) -> None:
    def then(game: Game, section: Any_, pending: Pending[TinyAction], tell: Tell) -> Exit:
        said(game, section, pending, tell)
        return turn

    game = begin(asking(decide(numbers, then, default=resting, until=lambda g, s: False)), seats=1)
    play.submit(game, 0, Say(1))
    assert game.log == log
    assert play.over(game)


def lower(game: Game, section: Any_, seat: int, action: TinyAction, tell: Tell) -> None:
    """Beside the decision: the highest number that may be said sinks."""
    assert isinstance(action, Rest)
    game.top = 2


def restless(game: Game, section: Any_, seat: int) -> Boxes[TinyAction]:
    """Beside the decision anybody may rest."""
    return Boxes(box(Rest, "TNY-8"))


def only_numbers(game: Game, section: Any_, seat: int) -> Boxes[TinyAction]:
    return Boxes(box(Say, "TNY-1", number=Between(1, game.top)))


@pytest.mark.parametrize(("keep", "waiting"), [(True, [1]), (False, [0, 1])])
def test_answers_survive_an_action_beside_or_go_back(keep: bool, waiting: list[int]) -> None:
    """TRU-3.11 keeps what has become too dear until the reveal; DUN-2.6.2 gives it back for renewal."""
    ask = decide(only_numbers, said, default=resting).beside(restless, lower, keep=keep)
    game = begin(asking(ask), seats=2)
    play.submit(game, 0, Say(9))
    play.submit(game, 1, REST)
    assert play.waiting(game) == waiting


def test_the_rules_may_make_an_answer_of_a_bad_one() -> None:
    """TRU-O7: sending nonsense costs the round."""

    def mend(game: Game, section: Any_, seat: int, bad: TinyAction | None) -> TinyAction | None:
        return None if game.ready else REST

    harsh = decide(numbers, said, default=resting).mended(mend)
    game, ready = begin(asking(harsh), seats=2), begin(asking(harsh), seats=2)
    assert play.submit(game, 0, Say(99)) == REST
    assert play.submit_unreadable(game, 1, Unreadable("What?")) == REST
    assert game.log == ["0:- 1:-"]
    ready.ready = True
    with pytest.raises(NotAllowed):
        play.submit(ready, 0, Say(99))
    with pytest.raises(Unreadable):
        play.submit_unreadable(ready, 0, Unreadable("What?"))


def test_a_bad_action_beside_a_decision_is_never_mended() -> None:
    """A gift that one cannot afford is refused; it does not cost the answer on file."""
    two: Boxes[TinyAction] = Boxes(box(Say, "TNY-9", number=Between(1, 2)))
    rest: Boxes[TinyAction] = Boxes(box(Rest, "TNY-3"))
    asked = decide(always(rest), said, default=resting).beside(always(two), lower)
    game = begin(asking(asked.mended(lambda game, section, seat, bad: REST)))
    with pytest.raises(NotAllowed, match=r"say: number must be 1 to 2 \(TNY-9\)"):
        play.submit(game, 0, Say(3))
    assert play.answer_of(game, 0) is None


def test_a_seat_that_sits_nowhere_cannot_do_anything_beside() -> None:
    game = begin(asking(decide(only_numbers, said, default=resting).beside(restless, lower)))
    with pytest.raises(NotYours):
        play.submit(game, 9, REST)


def test_a_section_without_steps_says_what_is_missing() -> None:
    class Bare(Any_, tag="bare"):
        pass

    with pytest.raises(TypeError, match=r"Bare has no steps: write flow\(Bare, "):
        begin(Bare())
