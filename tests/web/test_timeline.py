"""A game on one line of time: it opens at its beginning, goes on from part to part, and tells nothing too early."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests import telling
from tests.leaks.on_pages import NOON, Gallery

from turncoat.drawing.scene import Frame
from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.kernel.promise import Message, Say
from turncoat.table.table_view import MessageView, events_heard, table_view
from turncoat.web.pages import ReplayPage, Shell, render_replay
from turncoat.web.table_display import TableDisplay
from turncoat.web.timeline import part_asked, reached, timeline

SHORT: dict[str, tuple[int, dict[str, object]]] = {
    "truce": (4, {"rounds": 3}),
    "conspiracy": (4, {"rounds": 3}),
    "loyalty": (4, {"round_limit": 2}),
    "dune": (3, {"turns": 1}),
    "thrice": (4, {"round_limit": 2}),
}


@cache
def over(game: str) -> Gallery:
    """A short game that is over."""
    gallery = Gallery(game, *SHORT[game][:1], "random", SHORT[game][1], 2)
    while not play.over(gallery.game):
        gallery.move()
    return gallery


def display_at(game: str, number: int | None, seat: int | None = None) -> tuple[TableDisplay, int]:
    """The game as a seat has heard it, with the stills of one part, or of the first."""
    table, story = over(game).table, game_of(game).story
    assert story is not None
    seen, heard = table_view(table, seat), events_heard(table, seat)
    part = part_asked(seen, heard, None) if number is None else number
    assert part is not None
    viewer = story.viewer(seat, table.header.seats)
    return TableDisplay(seen, heard).seeing(telling.told(story, over(game).reels[viewer], part)), part


def page(game: str, **asked: int) -> str:
    display, number = display_at(game, asked.get("round"))
    given = {"table_view": display.table_view, "heard": tuple(display.heard), "told": display.told, "now": NOON}
    return render_replay(ReplayPage(shell=Shell(), **{"round": number, **given, **asked}))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", SHORT)
def test_a_replay_opens_at_the_beginning(game: str) -> None:
    """The first part is the first that is told, whoever looks."""
    display, number = display_at(game, None, 0)
    assert number == display.rounds[0]
    line = timeline(display, (), number, 0)
    assert line.before is None
    assert line.after == display.rounds[1]


@pytest.mark.parametrize("game", SHORT)
def test_every_part_leads_to_the_next_and_back(game: str) -> None:
    numbers, found = display_at(game, None)[0].rounds, list[int]()
    step: int | None = numbers[0]
    while step is not None:
        found.append(step)
        display, _ = display_at(game, step)
        line = timeline(display, (), step, 0)
        assert line.before == (found[-2] if len(found) > 1 else None)
        step = line.after
    assert tuple(found) == numbers


@pytest.mark.parametrize("game", SHORT)
def test_nothing_is_told_before_its_still(game: str) -> None:
    """The list grows from still to still; only the last still of the last part has told how the game ended."""
    display, number = display_at(game, over_rounds(game)[-1])
    frames = display.telling(number).frames
    told = [timeline(display, (), number, at).told for at in range(len(frames))]
    assert [len(one) for one in told] == sorted(len(one) for one in told)
    ending = {line.text for line in display.ending}
    assert ending
    last = {one.line.text for one in told[-1] if one.line}
    assert ending <= last or game == "dune"
    if len(frames) > 1:
        assert not ending & {one.line.text for one in told[0] if one.line}


def over_rounds(game: str) -> tuple[int, ...]:
    return display_at(game, None)[0].rounds


@pytest.mark.parametrize("game", SHORT)
def test_every_event_has_its_moment(game: str) -> None:
    """An address with an event shows the part that has it; what is asked for stands on the line."""
    table = over(game).table
    seen, heard = table_view(table, None), events_heard(table, None)
    display = TableDisplay(seen, heard)
    for part in display.parts:
        for moment in (part.first, part.last - 1):
            assert part_asked(seen, heard, moment) == part.number
    middle = display.parts[len(display.parts) // 2]
    shown = page(game, round=middle.number, moment=middle.first)
    assert f'max="{len(display.events)}"' in shown
    assert f'value="{middle.first}"' in shown


def test_stills_tell_events_in_order() -> None:
    """An event that no caption has belongs to the still before."""
    frames: list[Frame[object]] = [Frame("", words, "", None) for words in ("Start.", "A hits. B hits.", "C hits.")]
    assert reached(["Start.", "A hits.", "unsaid", "B hits.", "C hits."], frames) == (0, 1, 1, 1, 2)


def test_what_was_said_stands_where_it_was_said() -> None:
    """Every message is in the list of one part, in that which told the events round it, and is marked on the line."""
    numbers, listed = over_rounds("truce"), list[int]()
    heard = len(display_at("truce", None, 0)[0].heard)
    said = [
        MessageView(place + 1, NOON, Message(1, Say(text=f"Word {place}")), after=after)
        for place, after in enumerate((0, 1, heard // 2, heard - 1, heard))
    ]
    for number in numbers:
        display, _ = display_at("truce", number, 0)
        line = timeline(display, said, number, len(display.telling(number).frames) - 1)
        assert line.drawn.count("Barney says something") == len(said)
        listed += [one.said.number for one in line.told if one.said]
    assert listed == [1, 2, 3, 4, 5]


def test_a_step_back_from_the_first_still_is_the_last_one_of_the_part_before() -> None:
    number = over_rounds("truce")[1]
    assert f"round={over_rounds('truce')[0]}&amp;frame=999" in re.sub(r"\s+", "", page("truce", round=number, frame=0))
