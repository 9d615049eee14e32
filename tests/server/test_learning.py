"""A lesson at a server: a usual table whose bots play their parts, with a guide for the learner alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.keeping import Room, over, request, sits
from tests.server.test_next_game import until
from tests.serving import Browser, Sitting, another, client_of, open_services

from turncoat.games import game_ids, game_of
from turncoat.kernel import play
from turncoat.kernel.promise import Fate
from turncoat.server.bots import BotRunner
from turncoat.server.limits import Rate
from turncoat.table import lessons
from turncoat.table import record as kept
from turncoat.table.record import SeatKind
from turncoat.table.table import Table
from turncoat.web.site.learning import plan_of

LESSONS = [game for game in game_ids() if game_of(game).lesson]


async def lesson_at(desk: Room, game: str) -> Table:
    """The table of a lesson, at its first question."""
    lesson = game_of(game).lesson
    assert lesson is not None
    BotRunner(desk.keeper)
    table = await desk.keeper.create(plan_of(game, lesson, "Agatha"))
    await desk.keeper.perform(table.header.table, sits(lesson.learner))
    await desk.keeper.perform(table.header.table, kept.Began)
    return table


def asks(table: Table, step: int) -> bool:
    """Whether the learner is asked for this answer, or has given the last one."""
    guide = lessons.guidance(table, learner(table))
    return guide is not None and (guide.over or guide.suggested is not None) and guide.step == step


def learner(table: Table) -> int:
    course = lessons.course_of(table.header.game)
    assert course is not None
    return course.lesson.learner


@pytest.mark.parametrize("game", LESSONS)
async def test_a_lesson_is_played_to_its_end(desk: Room, game: str) -> None:
    """Who does what the guide suggests is led to the end; on the way a promise is broken."""
    table = await lesson_at(desk, game)
    seat, course = learner(table), lessons.course_of(game)
    assert course is not None
    for step in range(1, len(course.own) + 1):
        await desk.until(table, lambda table, step=step: asks(table, step))  # type: ignore[misc]
        guide = lessons.guidance(table, seat)
        assert guide is not None
        assert guide.suggested is not None
        action = table.rules.write_action(guide.suggested)
        await desk.keeper.answer(table.header.table, seat, request(table, seat), action)
    await desk.until(table, lambda table: bool((one := lessons.guidance(table, seat)) and one.over))
    assert table.game is not None
    assert play.alike(table.game, course.before[-1])
    assert Fate.BROKEN in {judged.fate for judged in table.fates.values()}


async def test_who_leaves_the_script_plays_on_with_bots(desk: Room) -> None:
    table = await lesson_at(desk, "truce")
    while not over(table):
        await desk.until(table, lambda table: over(table) or play.waiting(table.game) == [0])  # type: ignore[arg-type]
        if not over(table):
            await desk.answer(table, 0, "pass")
    guide = lessons.guidance(table, 0)
    assert guide is not None
    assert (guide.on_course, guide.text, guide.suggested) == (False, "", None)


async def test_after_the_script_the_guide_does_not_say_that_it_was_left(desk: Room) -> None:
    """The first round of Thrice is over, and the bots have gone on."""
    table = await lesson_at(desk, "thrice")
    course = lessons.course_of("thrice")
    assert course is not None
    for step in range(1, len(course.own) + 1):
        await desk.until(table, lambda table, step=step: asks(table, step))  # type: ignore[misc]
        guide = lessons.guidance(table, 0)
        assert guide is not None
        assert guide.suggested is not None
        await desk.keeper.answer(table.header.table, 0, request(table), table.rules.write_action(guide.suggested))
    await desk.until(table, lambda table: table.game is not None and course.place(table.game) is None)
    guide = lessons.guidance(table, 0)
    assert guide is not None
    assert (guide.on_course, guide.over, guide.text) == (True, True, course.lesson.closing)


async def test_a_bot_advises_by_what_the_seat_knows(desk: Room) -> None:
    """Its answer is legal; the bots at the other seats go on as before."""
    runner = BotRunner(desk.keeper)
    table = await desk.table(4, bots=["schemer"] * 3)
    action = await runner.advise(table, 0)
    assert action is not None
    assert table.game is not None
    assert table.rules.read_action(action) in play.boxes(table.game, 0)
    assert lessons.against_bots(table, 0)
    assert not lessons.against_bots(await desk.table(4, bots=["schemer"] * 2), 0)


async def test_where_a_bot_stands_in_for_somebody_there_is_no_advice(desk: Room) -> None:
    """The absent player comes back, and has not agreed to it."""
    table = await desk.table(3, bots=["schemer"])
    name = table.state.seats[1].name
    await desk.keeper.perform(
        table.header.table, lambda at: kept.SeatTaken(at, 1, name, SeatKind.BOT, "schemer", stands_in=True)
    )
    assert not lessons.against_bots(table, 0)


async def test_with_another_person_at_the_table_there_is_no_guide(desk: Room) -> None:
    """Whether the script still holds would tell what that person has sealed."""
    table = await lesson_at(desk, "truce")
    assert lessons.guidance(table, 0) is not None
    assert lessons.guidance(table, 1) is None
    await desk.keeper.perform(table.header.table, sits(1))
    assert lessons.guidance(table, 0) is None


def begun(browser: Browser) -> str:
    """Begin the lesson of Truce: the path of its table."""
    page = browser.post("/learn/truce", {"name": "Agatha"})
    return str(page.url.path)


def test_on_pages_one_button_does_what_the_guide_suggests(browser: Browser) -> None:
    """Without script; the guide speaks to the learner alone."""
    assert "Five minutes" in browser.get("/learn/truce").text
    table = begun(browser)
    page = browser.get(table).text
    assert "1 of 6" in page
    assert "It is chosen for you" in page
    assert "The guide" not in another(browser.client).get(table).text
    browser.post(f"{table}/guide")
    until(lambda: "2 of 6" in browser.get(table).text)


def test_the_name_of_the_learner_is_known_or_left_empty(browser: Browser) -> None:
    """As on the front page: who leaves it empty is Agatha; who has played is asked under that name."""
    table = browser.post("/learn/truce", {"name": " "}).url.path
    seats = browser.client.get(f"/api{table}").json()["seats"]
    assert [seat["name"] for seat in seats if seat["kind"] == "person"] == ["Agatha"]
    assert len({seat["name"] for seat in seats}) == len(seats)
    page = browser.get("/learn/conspiracy").text
    assert 'value="Agatha" autocomplete="nickname"' in page
    assert page.index("Begin</button>") < page.index("You play a first game")


def test_every_way_in_leads_to_the_lesson(browser: Browser) -> None:
    for path in ("/", "/rules/truce", "/new?game=truce"):
        assert 'href="/learn/truce"' in browser.get(path).text, path


def test_where_nothing_is_suggested_nothing_is_done(browser: Browser) -> None:
    table = browser.post("/new", {"game": "truce", "name": "Agatha", "seats": 4, "bots": 3, "start": "yes"})
    refused = browser.post(f"{table.url.path}/guide")
    assert "The guide suggests nothing now" in refused.text
    assert browser.get("/learn/chess").status_code == 404


def test_advice_is_for_those_who_play_against_bots_alone(browser: Browser, table: Sitting) -> None:
    """With its reason, and as often as the limit allows; at other tables there is none."""
    path = begun(browser)
    assert "What would you do?" in browser.get(path).text
    said = browser.post(f"{path}/advice").text
    assert "A bot that knows what you know would" in said
    assert "It is chosen for you" in said
    browser.join(table.link(0))
    path = f"/tables/{table.id}"
    assert "What would you do?" not in browser.get(path).text
    assert "only where you play against bots alone" in browser.post(f"{path}/advice").text


def test_advice_is_limited(tmp_path: Path) -> None:
    services = open_services(tmp_path, rates={"hint": Rate(2, 120, "questions to a bot")})
    with client_of(services) as client:
        browser = Browser(client)
        path = begun(browser)
        assert [browser.post(f"{path}/advice").status_code for _ in range(3)] == [200, 200, 429]


def test_a_lesson_counts_as_a_table(tmp_path: Path) -> None:
    services = open_services(tmp_path, rates={"create": Rate(2, 60, "new tables")})
    with client_of(services) as client:
        browser = Browser(client)
        made = [browser.post("/learn/truce", {"name": "Agatha"}) for _ in range(3)]
        assert [page.status_code for page in made] == [200, 200, 429]
