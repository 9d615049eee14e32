"""DUN-7.12: Truthtrance: one question that must be answered truthfully before anything else happens."""

from __future__ import annotations

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.cards import TRUTHTRANCE
from turncoat.games.dune.events.anytime import Answered, Asked
from turncoat.games.dune.hands import use
from turncoat.games.dune.questions import LONGEST_QUESTION, NO, REPLIES, UNKNOWN, YES, AskFreely, Question, Reply
from turncoat.games.dune.sections import Truthtrance
from turncoat.games.dune.state import Dune, faction_id, faction_ids, others, seat_of
from turncoat.kernel.box import Box, Boxes, box, tag_of
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending, Section, decide, flow
from turncoat.kernel.space import OneOf, Words


def ask_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DK-22: one other player and one question of the closed list."""
    if TRUTHTRANCE not in game.hands[seat]:
        return NOTHING
    found: list[Box[DuneAction]] = []
    everybody = OneOf(faction_ids(game, others(game, seat)), "faction")
    found.append(box(AskFreely, "DUN-7.12.5", faction=everybody, words=Words(LONGEST_QUESTION)))
    return Boxes(*found)


def ask(game: Dune, section: Section[DuneAction], seat: int, action: Question, tell: Tell) -> Truthtrance:
    """DUN-7.12.1: question and answer are public."""
    use(game, seat, TRUTHTRANCE, "DUN-7.12.1", tell)
    about = action.words if isinstance(action, AskFreely) else ""
    tell.all(Asked, "DUN-7.12.1", faction_id(game, seat), action.faction, tag_of(action.__class__), about, 0)
    return Truthtrance(asker=seat, target=seat_of(game, action.faction), question=action)


def the_target(game: Dune, trance: Truthtrance) -> tuple[int, ...]:
    """DK-23: whoever was asked."""
    return (trance.target,)


def reply_boxes(game: Dune, trance: Truthtrance, seat: int) -> Boxes[DuneAction]:
    """DK-23: yes or no; to a free question also that one cannot know."""
    replies = REPLIES if isinstance(trance.question, AskFreely) else (YES, NO)
    return Boxes(box(Reply, "DUN-7.12.1", reply=OneOf(replies, "reply")))


def default_reply(game: Dune, trance: Truthtrance, seat: int) -> DuneAction:
    """DK-23: an intention is denied, a free question cannot be answered."""
    return Reply(UNKNOWN if isinstance(trance.question, AskFreely) else NO)


def answer(game: Dune, trance: Truthtrance, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-7.12.1: the answer is public."""
    reply = pending.answers[trance.target]
    assert isinstance(reply, Reply)
    tell.all(Answered, "DUN-7.12.1", faction_id(game, trance.target), reply.reply, binding=False)


flow(Truthtrance, reply=decide(reply_boxes, answer, default=default_reply, asked=the_target))
