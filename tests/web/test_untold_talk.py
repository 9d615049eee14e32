"""While a round is told, nothing that is said or marked tells how it ends."""

from __future__ import annotations

from copy import copy

from tests.pictures.states import evening

from turncoat.kernel.promise import Fate
from turncoat.web import pages
from turncoat.web.conversation import Conversation, conversation
from turncoat.web.untold_talk import without_untold

VIEWER = 1
"""Barney, whom Darcy has promised support for round 2; Darcy, Emmett and Freja are bots."""


def talk(untold: int | None, thread: tuple[int, ...] = ()) -> Conversation:
    sitting = evening()
    return conversation(sitting.table, VIEWER, thread, untold=untold)


def test_what_bots_say_about_a_round_is_heard_after_its_telling() -> None:
    """What people say meanwhile is heard at once; without the bot's words there is no mark of them either."""
    sitting = evening()
    last = max(spoken.at for spoken in sitting.table.talk if spoken.message.sender == 4)
    told, untold = talk(None), talk(last)
    assert "Barney. BARNEY." in [one.message.said.text for one in told.said]
    assert "Barney. BARNEY." not in [one.message.said.text for one in untold.said]
    assert untold.circles[0].count == told.circles[0].count - 1
    assert untold.circles[0].newest != told.circles[0].newest
    own = [one.message.said.text for one in talk(last, (0,)).said]
    assert "Gladly. You first." in own


def test_an_offer_that_is_agreed_to_late_hides_no_other_promise_and_shows_none() -> None:
    """Promises stand in the order in which they became promises, not in that of the talk."""
    sitting = evening()
    heard = copy(sitting.table.hearing(VIEWER))
    bots = [place for place, one in enumerate(heard.said) if one.message.sender in (3, 4, 5)]
    early, late = bots[0], bots[-1]
    heard.promises = [late, early]
    untold = without_untold(sitting.table, heard, heard.said[late].at)
    assert heard.said[early].at < heard.said[late].at
    assert untold.promises == [early]


def test_the_fate_of_a_promise_is_marked_after_the_round_is_told() -> None:
    """In its thread and in the list of promises."""
    kept = [one for one in talk(None, (3,)).said if one.fate is Fate.KEPT]
    assert len(kept) == 1
    assert kept[0].judged is not None
    untold = talk(kept[0].judged, (3,))
    assert [one.fate for one in untold.said if one.promised] == [Fate.OPEN]
    assert Fate.KEPT not in {one.fate for one in untold.promises}
    assert untold.said[-1].judged_after is None


def test_the_scrubber_marks_a_betrayal_when_it_is_told() -> None:
    """TRU-14.4: before that, nothing says at which step a promise breaks."""
    sitting = evening()
    told: list[bool] = []
    while f'data-frame="{len(told)}"' in (page := pages.render_table_live(sitting.page(0, round=2, frame=len(told)))):
        dotted, struck = " betrayal" in page, 'data-broke=""' not in page
        assert dotted == struck
        told.append(struck)
    assert told == sorted(told)
    assert set(told) == {False, True}
