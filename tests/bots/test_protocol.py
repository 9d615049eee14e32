"""A bot that is sent bytes does what it would do if it were shown the game itself, and is sent nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from turncoat.bots import RandomBot, protocol, usual_bot
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.outside import AnyBot
from turncoat.bots.process import BotProcess
from turncoat.bots.protocol import ENCODER, REPLIES, BotIdentity, BotReply, BotRequest, Failed, Forgotten
from turncoat.games import AnyRuleset, game_ids, ruleset
from turncoat.kernel import play
from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Message, Say


class Twins(Bot[Any, Any]):
    """Two bots alike at one seat: one is shown the game, the other what was sent. They must never differ."""

    def __init__(self, rules: AnyRuleset, shown: AnyBot, sent: AnyBot) -> None:
        super().__init__(shown.seat, shown.seats, shown.chance)
        self.rules, self.shown, self.sent = rules, shown, sent
        self.agreed = 0

    def hear(self, event: Event) -> None:
        self.shown.hear(event)
        (again,) = protocol.read_events(self.rules, protocol.written([event]))
        self.sent.hear(again)

    def read(self, message: Message) -> None:
        self.shown.read(message)
        self.sent.read(msgspec.msgpack.decode(ENCODER.encode(message), type=Message))

    def talk(self, view: Any, boxes: Any) -> list[Say]:
        return self._alike(self.shown.talk(view, boxes), self.sent.talk(*self._carried(view, boxes)))

    def beside(self, view: Any, boxes: Any) -> Action | None:
        return self._alike(self.shown.beside(view, boxes), self.sent.beside(*self._carried(view, boxes)))

    def answer(self, view: Any, boxes: Any) -> Action:
        self.agreed += 1
        return self._alike(self.shown.answer(view, boxes), self.sent.answer(*self._carried(view, boxes)))

    def _carried(self, view: Any, boxes: Boxes[Action]) -> tuple[Any, Boxes[Action]]:
        sent = ENCODER.encode(protocol.spelt_out(boxes))
        choices = msgspec.msgpack.decode(sent, type=protocol.Choices)
        shown = protocol.read_view(self.rules, msgspec.Raw(ENCODER.encode(view)))
        return shown, protocol.read_boxes(self.rules, choices)

    def _alike(self, one: Any, other: Any) -> Any:
        assert one == other
        return one


@pytest.mark.parametrize("game", game_ids())
def test_a_whole_game_is_the_same_for_bots_that_are_sent_bytes(game: str) -> None:
    rules = ruleset(game)
    seats = rules.suggested[0]
    names = [usual_bot(game, seat, seats) for seat in range(seats)]
    pairs = zip(seat_bots(game, names, 5).values(), seat_bots(game, names, 5).values(), strict=True)
    twins = {seat: Twins(rules, *pair) for seat, pair in enumerate(pairs)}
    result = Match(rules, rules.read_options(rules.brief), seats, derive(5, "game"), twins).play()
    assert result.faults == []
    assert all(twin.agreed for twin in twins.values())


# --- what is remembered -----------------------------------------------------------------------


TRUCE = ruleset("truce")
SITTER = BotIdentity("random", 3, bytes(32))


def request(
    seat: int = 0, number: int = 0, identity: BotIdentity | None = SITTER, view: msgspec.Raw | None = None
) -> bytes:
    """A turn at a table of Truce that has just begun."""
    match = Match(TRUCE, TRUCE.read_options({}), 3, bytes(32), {})
    asked = protocol.question(match.game, TRUCE, seat, may_act=False, may_talk=True)
    if view is not None:
        asked = msgspec.structs.replace(asked, view=view)
    return ENCODER.encode(BotRequest("truce", "t", seat, identity, number, protocol.written([]), (), (), asked))


def test_who_is_not_known_or_knows_too_little_must_be_told_everything() -> None:
    mind = BotProcess()
    assert REPLIES.decode(mind.think(request(identity=None))) == Forgotten()
    assert isinstance(REPLIES.decode(mind.think(request())), BotReply)
    assert isinstance(REPLIES.decode(mind.think(request(number=1, identity=None))), BotReply)
    assert REPLIES.decode(mind.think(request(number=1, identity=None))) == Forgotten()


def test_of_more_bots_than_are_remembered_the_one_asked_least_recently_is_forgotten() -> None:
    mind = BotProcess(most=2)
    for seat in (0, 1, 2):
        mind.think(request(seat))
    assert REPLIES.decode(mind.think(request(0, 1, None))) == Forgotten()
    assert isinstance(REPLIES.decode(mind.think(request(2, 1, None))), BotReply)


def test_whatever_goes_wrong_is_the_bots_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(RandomBot):
        def answer(self, view: Any, boxes: Any) -> Action:
            return object()  # type: ignore[return-value]

    spoilt = REPLIES.decode(BotProcess().think(request(view=msgspec.Raw(b"\xc0"))))
    monkeypatch.setattr("turncoat.bots.process.bot_factory", lambda _game, _name: Odd)
    odd = REPLIES.decode(BotProcess().think(request()))
    unknown = REPLIES.decode(BotProcess().think(b"nonsense"))
    assert [type(one) for one in (spoilt, odd, unknown)] == [Failed] * 3


def test_a_bot_is_sent_its_own_question_alone() -> None:
    """Another seat's sealed answer changes no byte of what is sent."""
    match = Match(TRUCE, TRUCE.read_options({"show_submitted": False}), 3, bytes(32), {})
    before = ENCODER.encode(protocol.question(match.game, TRUCE, 0, may_act=True, may_talk=True))
    play.submit(match.game, 1, TRUCE.read_action({"type": "loot"}))
    assert ENCODER.encode(protocol.question(match.game, TRUCE, 0, may_act=True, may_talk=True)) == before
