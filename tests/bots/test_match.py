"""A match between bots: the same door, the same secrets, the same outcome from the same seed."""

from __future__ import annotations

from typing import Any

import pytest

from turncoat.bots import TURNS_TO_TALK, RandomBot, bot_factory, bots_for, seat_names, strongest
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.result import Result
from turncoat.games import ruleset
from turncoat.games.truce.events import GiftGiven
from turncoat.kernel import play
from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.chance import Chance
from turncoat.kernel.cloning import clone
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.kernel.events import SILENCE, Event
from turncoat.kernel.promise import Message, Pledge, Say

RULES = ruleset("truce")
PASS = RULES.read_action({"type": "pass"})


class Spy(Bot[Any, Action]):
    """Passes, and keeps everything it is given."""

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.heard: list[Event] = []
        self.messages: list[Message] = []
        self.views: list[Any] = []
        self.whispers: list[Say] = []

    def hear(self, event: Event) -> None:
        self.heard.append(event)

    def read(self, message: Message) -> None:
        self.messages.append(message)

    def talk(self, view: Any, boxes: Boxes[Action]) -> list[Say]:
        said, self.whispers = self.whispers, []
        return said

    def answer(self, view: Any, boxes: Boxes[Action]) -> Action:
        self.views.append(view)
        return PASS


def spies(rounds: int = 2, **instead: Bot[Any, Any]) -> tuple[Match, list[Any]]:
    """Three spies at a table, some of them replaced: ``spies(seat1=...)``."""
    bots: list[Any] = [Spy(seat, 3, Chance(bytes(32))) for seat in range(3)]
    for name, bot in instead.items():
        bots[int(name.removeprefix("seat"))] = bot
    return Match(RULES, RULES.read_options({"rounds": rounds}), 3, bytes(32), dict(enumerate(bots))), bots


def played(names: list[str], seed: str, **options: object) -> Result:
    match = Match(RULES, RULES.read_options(options), len(names), derive(seed, "game"), seat_bots("truce", names, seed))
    return match.play()


def test_a_whole_game_is_played_and_somebody_wins() -> None:
    result = played(["random"] * 6, "a")
    assert result.winners
    assert result.faults == []
    assert result.questions == 10
    assert result.decisions >= 60


@pytest.mark.parametrize("name", bots_for("truce"))
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    assert played([name] * 4, "b", rounds=3) == played([name] * 4, "b", rounds=3)


def test_another_seed_gives_another_match() -> None:
    assert played(["random"] * 6, "a") != played(["random"] * 6, "b")


def test_correspondence_is_closed_when_all_are_in() -> None:
    """TRU-13.3: by correspondence the reveal waits for its time; between bots that time has come when all are in."""
    result = played(["random"] * 4, "c", reveal="correspondence", rounds=3)
    assert result.questions == 3


def test_a_whisper_reaches_its_audience_and_nobody_else() -> None:
    match, bots = spies()
    bots[0].whispers = [Say((2,), "psst"), Say((), "hello")]
    match.step()
    assert [message.said.text for message in bots[2].messages] == ["psst", "hello"]
    assert [message.said.text for message in bots[1].messages] == ["hello"]
    assert bots[0].messages == []


def test_every_seat_gets_its_own_view() -> None:
    match, bots = spies()
    match.play()
    assert [bot.views[0].seat for bot in bots] == [0, 1, 2]


def test_sealed_answers_reach_nobody() -> None:
    """TRU-12.3: what is on file is secret until the reveal."""
    match, bots = spies(rounds=1)
    match.submit(0, RULES.read_action({"type": "loot"}))
    assert all(type(event).__name__ != "ActionsRevealed" for bot in bots for event in bot.heard)
    assert "loot" not in repr(RULES.view(match.game, 1)).lower()


def test_a_private_event_reaches_its_audience_and_nobody_else() -> None:
    match, bots = spies()
    told = [len(bot.heard) for bot in bots]
    assert match.listener is not None
    match.listener.only((1,), GiftGiven, 0, 1, 1)
    match._deliver()
    assert [len(bot.heard) - before for bot, before in zip(bots, told, strict=True)] == [0, 1, 0]


def test_talk_is_bounded() -> None:
    class Chatterbox(Spy):
        def talk(self, view: Any, boxes: Boxes[Action]) -> list[Say]:
            return [Say((), "and another thing")]

    match, _ = spies(1, seat0=Chatterbox(0, 3, Chance(bytes(32))))
    match.confer()
    assert len(match.messages) == TURNS_TO_TALK


def test_a_bot_that_answers_nonsense_plays_the_default_and_is_reported() -> None:
    class Cheat(Spy):
        def answer(self, view: Any, boxes: Boxes[Action]) -> Action:
            return RULES.read_action({"type": "attack", "target": self.seat})

    match, _ = spies(1, seat1=Cheat(1, 3, Chance(bytes(32))))
    result = match.play()
    assert [fault.seat for fault in result.faults] == [1]
    assert "target must be" in result.faults[0].sentence
    assert result.winners


def test_a_bot_that_crashes_stops_nobody() -> None:
    class Broken(Spy):
        def talk(self, view: Any, boxes: Boxes[Action]) -> list[Say]:
            raise ZeroDivisionError

    match, _ = spies(1, seat2=Broken(2, 3, Chance(bytes(32))))
    result = match.play()
    assert "ZeroDivisionError" in result.faults[0].sentence
    assert result.winners


def test_promises_are_judged_by_the_reveal() -> None:
    match, bots = spies(rounds=1)
    bots[0].whispers = [Say((1,), promise=Pledge(0, "pass"))]
    bots[1].whispers = [Say((0,), promise=Pledge(1, "loot"))]
    result = match.play()
    assert (result.kept, result.broken) == ([1, 0, 0], [0, 1, 0])


def test_an_answer_of_a_person_goes_through_the_same_check() -> None:
    match, _ = spies()
    del match.bots[0]
    with pytest.raises(Refusal, match="target must be"):
        match.submit(0, RULES.read_action({"type": "support", "target": 9}))
    match.answer()
    assert play.waiting(match.game) == [0]


def test_after_a_person_has_spoken_the_bots_may_reply() -> None:
    class Parrot(Spy):
        def talk(self, view: Any, boxes: Boxes[Action]) -> list[Say]:
            return [Say((), "what?")] if self.messages else []

    parrot = Parrot(1, 3, Chance(bytes(32)))
    match, _ = spies(1, seat1=parrot)
    del match.bots[0]
    for _ in range(TURNS_TO_TALK):
        match.confer()
    match.say(0, Say((1,), "anybody there?"))
    assert [message.said.text for message in match.confer()][:1] == ["what?"]


def test_an_unknown_bot_is_refused_with_the_choices() -> None:
    with pytest.raises(BadSetup, match=r"There is no bot nobody; the bots are random, schemer\."):
        bot_factory("truce", "nobody")


def test_every_game_has_a_random_bot_and_truce_has_better() -> None:
    assert list(bots_for("truce")) == ["random", "schemer"]
    assert strongest("truce") == "schemer"


def test_all_seats_have_different_names() -> None:
    assert len(set(seat_names(35))) == 35


class Blind(RandomBot):
    """Does not look, and fails if it is given a view."""

    def answer(self, view: Any, boxes: Boxes[Action]) -> Action:
        assert not view.__struct_fields__
        return super().answer(view, boxes)


class Sighted(Blind):
    """Looks, and so finds one."""

    looks = True


@pytest.mark.parametrize(("kind", "faults"), [(Blind, 0), (Sighted, 4)])
def test_no_view_is_made_for_bots_that_do_not_look(kind: type[Blind], faults: int) -> None:
    bots = {seat: kind(seat, 4, Chance(bytes(32))) for seat in range(4)}
    result = Match(RULES, RULES.read_options({"rounds": 1}), 4, bytes(32), bots).play()
    assert len(result.faults) == faults


def test_what_was_drawn_is_legal_and_all_else_is_checked() -> None:
    """An answer from the boxes of this moment is not checked again; one from elsewhere is, alike or not."""
    game = RULES.start(RULES.read_options({}), 4, bytes(32), SILENCE)
    boxes = play.boxes(game, 0)
    drawn = boxes.sample(lambda _: 0)
    assert boxes.drawn is drawn
    assert play.submit(clone(game), 0, drawn, known=boxes) == drawn
    other = play.boxes(RULES.start(RULES.read_options({}), 9, bytes(32), SILENCE), 0)
    attack = next(answer for answer in other if answer == RULES.read_action({"type": "attack", "target": 8}))
    with pytest.raises(Refusal):
        play.submit(game, 0, attack, known=boxes)
    assert not play.answer_of(game, 0)
