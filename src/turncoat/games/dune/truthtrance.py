"""DUN-7.12: Truthtrance: one question that must be answered truthfully before anything else happens.

Facts are answered at once from the true state. Whoever is asked for an intention answers, and is bound by it.
"""

from __future__ import annotations

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.cards import TRUTHTRANCE
from turncoat.games.dune.events.anytime import Answered, Asked
from turncoat.games.dune.hands import use
from turncoat.games.dune.questioning import promise_of, question_boxes, subject
from turncoat.games.dune.questions import NO, REPLIES, UNKNOWN, YES, AskFreely, AskPass, Question, Reply
from turncoat.games.dune.sections import Truthtrance
from turncoat.games.dune.state import Dune, faction_id, seat_of
from turncoat.games.dune.truths import all_learn, possible, truth
from turncoat.kernel import Boxes, OneOf, Pending, Section, Tell, box, decide, flow
from turncoat.kernel.boxes import tag_of


def ask_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DK-22: one other player and one question of the closed list."""
    return question_boxes(game, seat) if TRUTHTRANCE in game.hands[seat] else NOTHING


def ask(game: Dune, section: Section[DuneAction], seat: int, action: Question, tell: Tell) -> Truthtrance | None:
    """DUN-7.12.1, DUN-7.12.2: a fact is answered at once (R-78), anything else by whoever was asked."""
    use(game, seat, TRUTHTRANCE, "DUN-7.12.1", tell)
    about, number = subject(action)
    tell.all(Asked, faction_id(game, seat), action.faction, tag_of(action.__class__), about, number)
    known = truth(game, action)
    if known is None:
        return Truthtrance(asker=seat, target=seat_of(game, action.faction), question=action)
    answered(game, action, YES if known else NO, tell)
    return None


def answered(game: Dune, question: Question, reply: str, tell: Tell) -> None:
    """DUN-7.12.1: the answer is public; everybody draws conclusions, and whoever answered is bound."""
    binding = False
    if not isinstance(question, AskFreely):
        binding = all_learn(game, question, reply == YES)
    tell.all(Answered, question.faction, reply, binding=binding)


def the_target(game: Dune, trance: Truthtrance) -> tuple[int, ...]:
    """DK-23: whoever was asked."""
    return (trance.target,)


def open_replies(game: Dune, trance: Truthtrance) -> tuple[str, ...]:
    """DK-23: yes or no, as far as it can be kept (R-95); to a free question also that one cannot know."""
    if isinstance(trance.question, AskFreely):
        return REPLIES
    return tuple(
        reply for reply in (YES, NO) if possible(game, promise_of(game, trance.question, yes=reply == YES))
    ) or (NO,)


def reply_boxes(game: Dune, trance: Truthtrance, seat: int) -> Boxes[DuneAction]:
    """DK-23: one of the answers that are open."""
    return Boxes(box(Reply, reply=OneOf(open_replies(game, trance), "reply")))


def default_reply(game: Dune, trance: Truthtrance, seat: int) -> DuneAction:
    """DK-23: an intention is denied, but one passes; or the only answer open. A free question cannot be answered."""
    if isinstance(trance.question, AskFreely):
        return Reply(UNKNOWN)
    usual = YES if isinstance(trance.question, AskPass) else NO
    replies = open_replies(game, trance)
    return Reply(usual if usual in replies else replies[0])


def answer(game: Dune, trance: Truthtrance, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-7.12.1: the answer is public."""
    reply = pending.answers[trance.target]
    assert isinstance(reply, Reply)
    answered(game, trance.question, reply.reply, tell)


flow(Truthtrance, reply=decide(reply_boxes, answer, default=default_reply, asked=the_target))
