"""Each of eight bots has its own manner of speaking."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turncoat.kernel.bargaining import Bargainer, Offer, Worth
from turncoat.kernel.manners import MANNERS, PLAIN_TALK, Manner, manner_of
from turncoat.kernel.promise import Answer, Fate, Message, Pledge, Say

ME, BEN = 0, 1
LOOT = Pledge(BEN, "loot")
LINES = ("Do it.", "Please.")


def test_no_line_is_in_two_manners() -> None:
    lines = [line for manner in MANNERS for field in Manner.__struct_fields__ for line in getattr(manner, field)]
    assert [line for line, times in Counter(lines).items() if times > 1] == []
    assert all(line[0].isupper() and line[-1] in ".!?" for line in lines)
    assert manner_of(8) is MANNERS[0]


@pytest.mark.parametrize("field", Manner.__struct_fields__)
def test_for_each_occasion_there_are_two_lines_at_least(field: str) -> None:
    assert all(len(getattr(manner, field)) >= 2 for manner in MANNERS)


def test_bots_of_a_table_use_no_line_of_another_in_the_same_round_or_the_next() -> None:
    lines = tuple(f"Line {number}." for number in range(9))
    bots = [Bargainer(seat, 4, lambda sides: 0) for seat in range(4)]
    said = []
    for moment in range(2):
        for bot in bots:
            bot.moment = moment
            said.append(next(line for line in lines if bot.opened(lines).endswith(line)))
    assert len(set(said)) == 8


def unasked(_: Offer) -> Worth:
    raise AssertionError("nothing was asked")


def bargainer() -> Bargainer:
    return Bargainer(ME, 3, lambda sides: 0)


def heard(bot: Bargainer, said: Say, sender: int = BEN, number: int = 1) -> None:
    bot.read(Message(sender, said, number))


def broken(bot: Bargainer) -> None:
    """Ben promises to loot and does not."""
    heard(bot, Say((ME,), promise=LOOT))
    bot.taken[0].state.fate = Fate.BROKEN
    bot.judge({})


OCCASIONS = ("ask", "asked", "nonsense", "plain", "broken", "kept", "turn")


class Forgetful(Bargainer):
    """A planted fault: it does not know what it has said last."""

    def line(self, lines: tuple[str, ...]) -> str:
        """One of these lines."""
        return lines[self.below(len(lines))]


def evening(kind: type[Bargainer], manner: int, occasions: list[tuple[str, int]]) -> list[str]:
    """All that a bot says, in order, when this happens; the numbers are what it draws."""
    drawn = iter([number for _, number in occasions] * 9)
    bot = kind(manner, len(MANNERS), lambda sides: next(drawn) % sides)
    ben, said = (manner + 1) % len(MANNERS), list[Say]()
    loot = Pledge(ben, "loot")
    for number, (occasion, _) in enumerate(occasions, 1):
        match occasion:
            case "ask":
                said += bot.propose(ben, LINES, loot)
            case "asked" | "nonsense":
                heard(
                    bot,
                    Say((manner,), request=Pledge(manner, "pass", times=1 if occasion == "asked" else 99)),
                    ben,
                    number,
                )
            case "plain":
                heard(bot, Say((manner,), "Lovely weather."), ben)
            case "broken" | "kept":
                heard(bot, Say((manner,), promise=loot), ben)
                bot.taken[0].state.fate = Fate(occasion)
                bot.judge({})
            case _:
                bot.forget_offers()
        said += bot.replies(lambda offer: Worth(0.0))
    return [one.text for one in said]


def doubled(texts: list[str]) -> list[str]:
    """What was said twice in a row."""
    return [one for one, next_ in pairwise(texts) if one == next_]


evenings = st.lists(st.tuples(st.sampled_from(OCCASIONS), st.integers(0, 5)), min_size=2, max_size=30)


@given(manner=st.integers(0, len(MANNERS) - 1), occasions=evenings)
@settings(deadline=None)
def test_nobody_says_the_same_sentence_twice_in_a_row(manner: int, occasions: list[tuple[str, int]]) -> None:
    """Whatever happens, in whatever order, and whatever is drawn."""
    assert doubled(evening(Bargainer, manner, occasions)) == []


def test_a_bot_that_repeats_itself_is_found() -> None:
    """Every manner of a bot that does not know its last words is seen to repeat some."""
    asked = [("asked", 0)] * 4
    assert [manner for manner in range(len(MANNERS)) if not doubled(evening(Forgetful, manner, asked))] == []


def test_whoever_breaks_a_promise_to_a_bot_hears_of_it_once() -> None:
    bot = bargainer()
    broken(bot)
    assert [(say.to, say.text) for say in bot.replies(unasked)] == [((BEN,), MANNERS[ME].reproach[0])]
    assert bot.replies(unasked) == []


def test_what_it_asks_for_next_is_put_in_another_way() -> None:
    bot = bargainer()
    (before,) = bot.propose(BEN, LINES, LOOT)
    bot.forget_offers()
    broken(bot)
    bot.replies(unasked)
    (after,) = bot.propose(BEN, LINES, LOOT)
    assert before.text.startswith(MANNERS[ME].opening)
    assert after.text.startswith(MANNERS[ME].wary)


def test_bots_need_no_explanation_of_each_other() -> None:
    bot = bargainer()
    heard(bot, Say((ME,), MANNERS[BEN].reproach[0]))
    assert bot.replies(unasked) == []
    heard(bot, Say((ME,), "Lovely weather."))
    assert [say.text for say in bot.replies(unasked)] == [MANNERS[ME].puzzled[0]]
    assert set(MANNERS[BEN].reproach) <= PLAIN_TALK


# --- it begins anew, and is told what it has said itself ------------------------------------------


def test_after_a_restart_it_does_not_ask_again() -> None:
    bot = bargainer()
    (said,) = bot.propose(BEN, LINES, LOOT)
    again = bargainer()
    heard(again, said, ME)
    assert again.propose(BEN, LINES, LOOT) == []
    assert again.approached("loot") == [BEN]
    assert again.line((said.text, "Another one.")) == "Another one."


def test_after_a_restart_it_answers_nothing_twice_and_knows_its_promise() -> None:
    again = bargainer()
    heard(again, Say((ME,), request=Pledge(ME, "pass"), offer=LOOT))
    heard(again, Say((BEN,), "Done.", Pledge(ME, "pass"), about=1, answer=Answer.AGREE), ME, 2)
    assert again.replies(unasked) == []
    assert [held.state.pledge for held in again.given] == [Pledge(ME, "pass")]
    assert [held.state.pledge for held in again.taken] == [LOOT]


def test_after_a_restart_nobody_is_reproached_or_taught_twice() -> None:
    bot = bargainer()
    broken(bot)
    heard(bot, Say((ME,), "Lovely weather."))
    heard(bot, Say((BEN,), MANNERS[ME].reproach[1]), ME, 2)
    heard(bot, Say((BEN,), MANNERS[ME].puzzled[1]), ME, 3)
    assert bot.replies(unasked) == []


def test_a_warning_that_was_given_is_not_given_again() -> None:
    bot, other = bargainer(), Bargainer(BEN, 3, lambda sides: 0)
    said = bot.proclaim("Look out.")
    assert bot.has_heard("Look out.")
    heard(other, said, ME)
    assert other.has_heard("Look out.")
    other.forget_offers()
    assert not other.has_heard("Look out.", other.moment)
