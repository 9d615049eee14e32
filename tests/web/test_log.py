"""The log on the ledger page, and the bar that says what is new."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace
from tests import telling
from tests.leaks.on_pages import Gallery

from turncoat.drawing.log import ids_in, log_of, seats_in
from turncoat.drawing.scene import Line, Log
from turncoat.games.dune.battle.events import Outcome, PlansRevealed
from turncoat.games.dune.story import STORY as DUNE
from turncoat.games.truce import events as truce
from turncoat.games.truce.story import STORY
from turncoat.kernel.space import PLAIN
from turncoat.table.table import Phase
from turncoat.table.table_view import events_heard, table_view
from turncoat.web import pages
from turncoat.web.contexts import LedgerPage, Shell, TablePage
from turncoat.web.log import EVERYTHING, FIRST_SHOWN, KEYS, Search, choices, find, missed
from turncoat.web.table_display import TableDisplay

TITLES = {11: "Turn 1 · Storm", 17: "Turn 1 · Battles", 21: "Turn 2 · Storm"}
WHO = {0: "Atreides", 1: "Harkonnen"}
PLACES = {"east-city": "Arrakeen", "west-city": "Carthag"}


def line(number: int, part: int, stage: str, seats: tuple[int, ...] = (), *places: str, key: int = 0) -> Line:
    return Line(f"Line {number}.", "DUN-1.1", stage, seats, places, number, part, key)


LINES = (
    line(1, 11, "Storm"),
    line(3, 17, "Battles", (0, 1), "east-city", key=3),
    line(4, 17, "Battles", (0,), "west-city"),
    line(6, 21, "Storm", (1,)),
)
LOG = Log(LINES, ("Storm", "Battles", "Mentat"), WHO, PLACES)


def shown(search: Search) -> list[int]:
    return [line.number for group in find(LOG, search, TITLES).groups for line in group.lines]


@pytest.mark.parametrize(
    ("search", "numbers"),
    [
        (EVERYTHING, [6, 3, 4, 1]),
        (Search(who=0), [3, 4]),
        (Search(stage="Storm"), [6, 1]),
        (Search(place="west-city"), [4]),
        (Search(who=1, stage="Battles"), [3]),
        (Search(since=3), [6, 4]),
        (Search(who=9), []),
        (Search(stage="<b>"), []),
    ],
)
def test_lines_are_picked_by_who_what_where_and_when(search: Search, numbers: list[int]) -> None:
    """All wishes hold at once; the latest part comes first, and within a part the first line."""
    assert shown(search) == numbers


def test_a_long_log_shows_its_end_until_all_is_asked_for() -> None:
    long = replace(LOG, lines=tuple(line(number, 11, "Storm") for number in range(1, FIRST_SHOWN + 31)))
    latest = find(long, EVERYTHING, TITLES)
    assert (latest.shown, latest.matching, latest.total) == (FIRST_SHOWN, FIRST_SHOWN + 30, FIRST_SHOWN + 30)
    assert latest.groups[0].lines[-1].number == FIRST_SHOWN + 30
    assert find(long, Search(all=True), TITLES).shown == FIRST_SHOWN + 30
    assert find(long, Search(stage="Storm"), TITLES).shown == FIRST_SHOWN + 30


def test_only_what_has_happened_can_be_asked_for() -> None:
    """Each choice says how many lines it has; what has none is not offered."""
    made = choices(LOG)
    assert [(choice.label, choice.lines) for choice in made["stage"]] == [("Storm", 2), ("Battles", 2)]
    assert [(choice.value, choice.label, choice.lines) for choice in made["who"]] == [
        ("0", "Atreides", 2),
        ("1", "Harkonnen", 2),
    ]
    assert [choice.label for choice in made["place"]] == ["Arrakeen", "Carthag"]
    assert choices(Log(LINES[:1])) == {}


# --- what is new ------------------------------------------------------------------------------------


def test_the_bar_begins_with_the_first_part_that_was_missed() -> None:
    found = missed(LINES[1:], 2, None, TITLES)
    assert found is not None
    assert (found.lines, found.parts, found.first, found.watch) == (3, 2, "Turn 1 · Battles", 17)


def test_what_matters_most_is_said_in_the_order_in_which_it_happened() -> None:
    """Of many lines those with the most weight; what is about the reader counts more than what is not."""
    many = [line(number, 17, "Battles", (number % 2,), key=number % 3) for number in range(1, 40)]
    found = missed(many, 0, 1, TITLES)
    assert found is not None
    assert len(found.keys) == KEYS
    assert all(one.key == 2 and 1 in one.seats for one in found.keys)
    assert [one.number for one in found.keys] == sorted(one.number for one in found.keys)


def test_nothing_new_is_no_bar() -> None:
    assert missed((), 5, 0, TITLES) is None


# --- how games write ----------------------------------------------------------------------------------


def test_seats_are_read_from_the_fields_that_hold_seats() -> None:
    """TRU-8.2: an attack is about its attacker and its target, not about the number of their coins."""
    judged = truce.AttackJudged(2, 4, 3, 1, looting=False, success=True)
    assert seats_in(judged, 5) == (2, 4)
    assert seats_in(judged, 3) == (2, 3)
    assert ids_in(judged) == []


def test_a_part_that_is_not_over_has_no_number() -> None:
    began = truce.RoundBegan(1, 5, 10, rule="TRU-4.1")
    log = log_of(STORY.stages, (began, began), PLAIN, 2, [(1, 0, 1)], MappingProxyType({}))
    assert [line.part for line in log.lines] == [1, None]


# --- on the pages -------------------------------------------------------------------------------------


GAMES = (("truce", 3), ("conspiracy", 3), ("loyalty", 4), ("thrice", 4), ("dune", 3))


def a_gallery(game: str, seats: int) -> Gallery:
    gallery = Gallery(game, seats, "random", {}, luck=4)
    for _ in gallery.looks(60):
        pass
    return gallery


@pytest.fixture(scope="module")
def galleries() -> dict[str, Gallery]:
    return {game: a_gallery(game, seats) for game, seats in GAMES}


def seen(gallery: Gallery, seat: int | None) -> dict[str, Any]:
    return {
        "table_view": table_view(gallery.table, seat),
        "heard": events_heard(gallery.table, seat),
        "now": 0,
        "shell": Shell(),
    }


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_every_game_writes_its_log(game: str, galleries: dict[str, Gallery]) -> None:
    """Every line has its sentence, its rule and its number, and can be found by the choices that are offered."""
    gallery = galleries[game]
    display = TableDisplay(table_view(gallery.table, 0), events_heard(gallery.table, 0))
    log = display.whole_log
    assert log.lines
    assert all(line.text and line.rule and line.number for line in log.lines)
    assert {line.stage for line in log.lines} <= set(log.stages)
    for name, offered in display.choices.items():
        for choice in offered:
            search = {
                "who": Search(who=int(choice.value) if name == "who" else None),
                "stage": Search(stage=choice.value),
                "place": Search(place=choice.value),
            }[name]
            assert display.found(search).matching == choice.lines > 0


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_a_log_goes_on_where_it_is_told_to(game: str, galleries: dict[str, Gallery]) -> None:
    """What is new is the end of what there is."""
    gallery = galleries[game]
    display = TableDisplay(table_view(gallery.table, 1), events_heard(gallery.table, 1))
    half = len(display.events) // 2
    assert display.log(half).lines == tuple(line for line in display.whole_log.lines if line.number > half)


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_the_ledger_can_be_searched_without_script(game: str, galleries: dict[str, Gallery]) -> None:
    """A form of plain fields that asks by address; nothing found is said in words."""
    told = seen(galleries[game], 0)
    page = pages.render_ledger(LedgerPage(**told))
    assert '<form class="log-filter" method="get"' in page
    assert '<select name="who"' in page
    nothing = pages.render_ledger(LedgerPage(**told, search=Search(stage="Nowhere")))
    assert "Nothing of that kind has happened." in nothing
    assert "0 of" in nothing


def test_a_game_without_a_story_has_its_lines(monkeypatch: pytest.MonkeyPatch, galleries: dict[str, Gallery]) -> None:
    """The ledger of such a game is not empty: it has every line, and no choices where none can be told apart."""
    plain = TableDisplay(table_view(galleries["dune"].table, None), events_heard(galleries["dune"].table, None))
    plain.story = None
    assert len(plain.whole_log.lines) == len(plain.events)
    assert plain.choices == {}
    monkeypatch.setattr("turncoat.web.pages.TableDisplay", lambda *given, **named: plain)
    page = pages.render_ledger(LedgerPage(**seen(galleries["dune"], None)))
    assert plain.whole_log.lines[-1].text.replace("'", "&#39;") in page
    assert "From the beginning" in page
    assert "log-filter" not in page


def test_the_bar_is_on_the_table_and_goes_when_a_story_is_watched(galleries: dict[str, Gallery]) -> None:
    told = seen(galleries["dune"], 0)
    display = TableDisplay(table_view(galleries["dune"].table, 0), events_heard(galleries["dune"].table, 0))
    page = pages.render_table(TablePage(**told, since=5))
    assert 'id="since"' in page
    assert '<input type="hidden" name="since" value="5">' in page
    assert 'id="since"' not in pages.render_table(TablePage(**told))
    assert 'id="since"' not in pages.render_table(TablePage(**told, since=len(display.events)))
    stills = telling.told(DUNE, galleries["dune"].reels[None], display.rounds[0])
    page = pages.render_table(TablePage(**told, since=5, round=display.rounds[0], told=stills))
    assert 'id="since"' not in page


def test_of_dune_storms_spice_blows_and_battles_play_by_themselves() -> None:
    """Phases are many: of a battle those who fought it are told, of treachery everybody is."""
    gallery = Gallery("dune", 3, "random", {}, luck=4)
    while not any(isinstance(event, Outcome) for event in events_heard(gallery.table, None)):
        for _ in range(20):
            gallery.move()
    everybody = {seat: display_of(gallery, seat) for seat in (None, *range(3))}
    told = {seat: [display.chapters[part.number] for part in display.moments] for seat, display in everybody.items()}
    assert all(called[:2] == ["Turn 1 · Storm", "Turn 1 · Spice Blow and Nexus"] for called in told.values())
    assert sum(any(title.startswith("Battle in") for title in called) for called in told.values()) >= 2
    for seat, display in everybody.items():
        assert display.own_parts == set(display.rounds)
        assert all(not moment.fought or seat in moment.fought for moment in display.moments)
        assert f'data-revealed="{display.news}"' in pages.render_table(TablePage(**seen(gallery, seat)))


def test_the_end_of_a_game_of_dune_plays_to_its_last_step() -> None:
    """DUN-4.10: whoever looks on: all battles of the last turn, Spice Collection and Mentat, one after the other."""
    gallery = Gallery("dune", 3, "random", {"turns": 1}, luck=4)
    while gallery.table.state.phase is not Phase.FINISHED:
        gallery.move()
    for seat in (None, *range(3)):
        display = display_of(gallery, seat)
        scenes = [part.number for part in display.moments]
        titles = [display.chapters[number] for number in scenes]
        battles = sum(isinstance(event, PlansRevealed) for event in display.events)
        assert sum(title.startswith("Battle in") for title in titles) == battles
        assert titles[-1] == "Turn 1 · Mentat"
        assert [display.part_after(number) for number in scenes] == [*scenes[1:], None]
        assert display.moments[-1].last == len(display.events)
        assert all(map(display.is_news, scenes))


def display_of(gallery: Gallery, seat: int | None) -> TableDisplay:
    return TableDisplay(table_view(gallery.table, seat), events_heard(gallery.table, seat))


def test_nobodys_own_turn_is_told_to_them_by_itself(galleries: dict[str, Gallery]) -> None:
    """It can be seen again; the turns of others begin to play."""
    gallery = galleries["loyalty"]
    for seat in range(gallery.table.header.seats):
        display = TableDisplay(table_view(gallery.table, seat), events_heard(gallery.table, seat))
        own = display.own_parts
        assert own < set(display.rounds)
        assert display.news == max(set(display.rounds) - own)
        assert pages.render_table(TablePage(**seen(gallery, seat))).count(" data-own") == len(own & {*display.near()})
    assert not TableDisplay(table_view(gallery.table, None), events_heard(gallery.table, None)).own_parts
