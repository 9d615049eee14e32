"""The frame of a table in real Chromium: the whole board, the answer's button and the talk in sight, in all games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from tests import telling
from tests.browser.loyalty_table import picks
from tests.browser.players import turn_to
from tests.kit import sure
from tests.leaks.on_pages import NOON, Gallery
from tests.pictures import preview

from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.table.table_view import events_heard, table_view
from turncoat.web import pages

TABLES = {"truce": (6, 26), "conspiracy": (4, 60), "loyalty": (5, 120), "dune": (6, 260), "thrice": (5, 90)}
"""How many sit there, and how many answers bots have given before anybody looks."""
STATES = ("first", "late", "told")
DESKS = ((1280, 800), (1920, 1080), (2560, 1440))

SEEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const within = ({left, top, right, bottom}) => [Math.max(left, 0), Math.max(top, 0),
    Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
  const area = (one) => box(one).width * box(one).height;
  const board = [...document.querySelectorAll('.stage svg')].sort((a, b) => area(b) - area(a))[0];
  let [left, top, right, bottom] = within(box(board));
  for (let one = board.parentElement; one; one = one.parentElement) {
    if (getComputedStyle(one).overflow === 'visible') continue;
    const edge = box(one);
    [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
    [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
  }
  return {
    share: Math.max(0, right - left) * Math.max(0, bottom - top) / area(board),
    board: [box(board).x, box(board).y, box(board).width, box(board).height].map(Math.round),
    longer: document.documentElement.scrollHeight - innerHeight,
  };
}"""
SMALL = """() => {
  const size = (one) => {
    if (one.matches('.dots a')) one = one.closest('.dots');
    const box = one.getBoundingClientRect();
    const more = one.matches('.rule') ? getComputedStyle(one, '::after') : {};
    return [Math.max(box.width, parseFloat(more.width) || 0), Math.max(box.height, parseFloat(more.height) || 0)];
  };
  const found = ['a', 'button', 'select', 'summary', 'textarea', 'label', 'input:not([type=radio], [type=checkbox])'];
  const small = [...document.querySelectorAll(`main :is(${found})`)].filter((one) => {
    if (!one.checkVisibility({visibilityProperty: true})) return false;
    if (one.closest('.stage svg, .stage .plain, .dune-phases, [data-domain]')) return false;
    if (one.matches('label:has(input:not([type=radio], [type=checkbox]), select)')) return false;
    const {width, height} = one.getBoundingClientRect();
    return width > 1 && height > 1 && Math.min(...size(one)) < 43.9;
  });
  const parts = small.map((one) => `${one.outerHTML.slice(0, 90)} ${size(one).map(Math.round)}`);
  return [...new Set(small.map((one, at) => (one.closest('.dots') ? 'steps ' + size(one) : parts[at] + at)))];
}"""
"""What is smaller than a thumb, beside boards and their pieces: a rule's number with the air round it, the steps of a
story as the one line they are."""
SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) sum += one.value; })
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 300);
})"""


def page_of(gallery: Gallery, *, told: bool = False) -> str:
    """The table as its first seat sees it, now or while the last part of the story is told."""
    table, game = gallery.table, gallery.game
    more: dict[str, Any] = {"boxes": play.boxes(game, 0), "beside": play.beside(game, 0)}
    story = game_of(table.header.game).story
    heard = events_heard(table, 0)
    if told:
        assert story is not None
        part = telling.told(story, gallery.reels[story.viewer(0, table.header.seats)], None)
        view = table_view(table, 0)
        last = story.parts(view.view, tuple(heard))[-1].number if view.view is not None else None
        more |= {"told": part, "round": last}
    return pages.render_table(
        pages.TablePage(shell=pages.Shell(), table_view=table_view(table, 0), heard=heard, now=NOON, **more)
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the pages are served."""
    folder = tmp_path_factory.mktemp("frames")
    preview.lay_out(folder)
    for game, (seats, answers) in TABLES.items():
        gallery = Gallery(game, seats, "random", {}, 3)
        while 0 not in play.waiting(gallery.game):
            gallery.move()
        (folder / f"{game}-first.html").write_text(page_of(gallery), encoding="utf-8")
        for _ in range(answers):
            gallery.move()
        while 0 not in play.waiting(gallery.game):
            gallery.move()
        (folder / f"{game}-late.html").write_text(page_of(gallery), encoding="utf-8")
        (folder / f"{game}-told.html").write_text(page_of(gallery, told=True), encoding="utf-8")
    (folder / "truce-crowd.html").write_text(page_of(Gallery("truce", 30, "random", {}, 3)), encoding="utf-8")
    with preview.served(folder) as address:
        yield address


@pytest.fixture
def window(browser: Browser) -> Iterator[Page]:
    """A window, without motion and without a table behind the page."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    yield page
    context.close()


def boxes(found: Locator) -> list[FloatRect]:
    """The places of these elements on the screen."""
    return [sure(one.bounding_box()) for one in found.all()]


@pytest.mark.parametrize("game", TABLES)
def test_the_whole_board_is_in_sight_and_the_page_does_not_scroll(window: Page, address: str, game: str) -> None:
    """At the beginning, late, and while a story is told; a story moves no board."""
    for width, height in DESKS:
        window.set_viewport_size({"width": width, "height": height})
        boards = {}
        for state in STATES:
            window.goto(f"{address}/{game}-{state}.html")
            seen = window.evaluate(SEEN)
            assert (seen["share"], seen["longer"]) == (pytest.approx(1), 0), (state, width)
            boards[state] = seen["board"]
        assert boards["told"] == boards["late"]


@pytest.mark.parametrize("game", TABLES)
def test_choosing_moves_neither_board_nor_talk_and_the_button_stays(window: Page, address: str, game: str) -> None:
    window.goto(f"{address}/{game}-late.html")
    assert window.evaluate(SHIFT) < 0.01
    before, talk = window.evaluate(SEEN), window.locator("#talk").bounding_box()
    window.locator("#composer > .composer label.card").locator("visible=true").first.click()
    assert window.evaluate(SEEN) == before
    assert window.locator("#talk").bounding_box() == talk
    expect(window.locator("#composer > .composer .commit .primary")).to_be_in_viewport(ratio=1)
    expect(window.locator(".say textarea")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", TABLES)
def test_on_a_phone_the_button_is_on_every_tab_and_the_board_above_the_hand(
    window: Page, address: str, game: str
) -> None:
    window.set_viewport_size({"width": 360, "height": 740})
    window.goto(f"{address}/{game}-late.html")
    button = window.locator("#composer > .composer .commit .primary")
    for tab, shown in (("Board", "#stage"), ("Hand", "#hand-title"), ("Talk", ".say textarea"), ("Story", "#lately")):
        turn_to(window, tab)
        expect(window.locator(shown)).to_be_in_viewport()
        expect(button).to_be_in_viewport(ratio=1)
        assert window.evaluate("document.documentElement.scrollHeight <= innerHeight")
    turn_to(window, "Hand")
    assert window.evaluate(SEEN)["share"] == pytest.approx(1, abs=0.01)
    turn_to(window, "Talk")
    for link in window.locator(".tabs a, .say textarea, .say .to-whom").all():
        box = link.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize("game", TABLES)
def test_on_a_phone_a_story_moves_no_board(window: Page, address: str, game: str) -> None:
    """Whether it is looked at, or chosen on from the hand: there it is whole."""
    window.set_viewport_size({"width": 360, "height": 740})
    boards: dict[tuple[str, str], Any] = {}
    for tab in ("Board", "Hand"):
        for state in ("late", "told"):
            window.goto(f"{address}/{game}-{state}.html")
            turn_to(window, tab)
            boards[tab, state] = window.evaluate(SEEN)
    for tab in ("Board", "Hand"):
        assert boards[tab, "late"]["board"] == boards[tab, "told"]["board"]
    assert boards["Hand", "told"]["share"] == pytest.approx(1, abs=0.02)
    expect(window.locator("#answer-now")).to_be_in_viewport(ratio=1)


def test_what_is_told_covers_no_board(window: Page, address: str) -> None:
    """A caption of two lines is no higher than the strip in which it stands."""
    window.goto(f"{address}/dune-told.html")
    window.locator("#caption p").evaluate(
        "one => { one.textContent = 'Agatha attacks Barney, who defends. '.repeat(3); }"
    )
    stage, story = window.locator("#stage").bounding_box(), window.locator("#story").bounding_box()
    assert stage
    assert story
    assert stage["y"] + stage["height"] == pytest.approx(story["y"], abs=1)


def test_tabs_are_links_without_script(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{address}/truce-late.html")
    expect(page.locator("#hand-title")).to_be_hidden()
    turn_to(page, "Hand")
    expect(page.locator("#hand-title")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Seal it")).to_be_in_viewport()
    turn_to(page, "Talk")
    expect(page.locator(".say textarea")).to_be_in_viewport()
    context.close()


@pytest.mark.parametrize("game", TABLES)
def test_a_long_caption_lies_whole_over_the_edge_of_the_board(window: Page, address: str, game: str) -> None:
    """It moves neither the board nor the buttons, and has room on all sides."""
    window.goto(f"{address}/{game}-told.html")
    before, skip = window.evaluate(SEEN), window.locator("#skip").bounding_box()
    words = "Agatha attacks Barney with the support of Celeste. " * 4
    window.locator("#caption p").evaluate("(one, words) => { one.textContent = words; }", words)
    assert window.evaluate(SEEN) == before
    assert window.locator("#skip").bounding_box() == skip
    story, caption = window.locator("#story").bounding_box(), window.locator("#caption").bounding_box()
    assert story
    assert caption
    assert story["y"] + 5 <= caption["y"]
    assert caption["y"] + caption["height"] <= story["y"] + story["height"] - 5 <= 795
    assert window.locator("#caption").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_a_board_that_is_pushed_down_is_noticed(window: Page, address: str) -> None:
    """The detector sees a planted fault."""
    window.goto(f"{address}/truce-late.html")
    window.evaluate("() => { document.querySelector('.stage .board').style.marginTop = '20rem'; }")
    assert window.evaluate(SEEN)["share"] < 0.99


@pytest.mark.parametrize("tab", ["Hand", "Talk"])
def test_the_keyboard_of_a_phone_hides_neither_what_is_typed_nor_the_button(
    window: Page, address: str, tab: str
) -> None:
    """It takes its height from the page (interactive-widget); the board stays in sight above a number."""
    window.set_viewport_size({"width": 360, "height": 740})
    window.goto(f"{address}/loyalty-first.html")
    turn_to(window, tab)
    if tab == "Hand":
        window.locator("label.card-call_to_arms").click()
    field = window.locator("#composer > .composer input[type=number], .say textarea").locator("visible=true").first
    field.focus()
    window.set_viewport_size({"width": 360, "height": 420})
    field.scroll_into_view_if_needed()
    expect(field).to_be_in_viewport(ratio=1)
    expect(window.locator("#composer > .composer .commit .primary")).to_be_in_viewport(ratio=1)
    covered = "one => { const {x, y} = one.getBoundingClientRect(); return document.elementFromPoint(x + 9, y + 9) }"
    assert field.evaluate(f"one => ({covered})(one) === one")
    if tab == "Hand":
        assert window.evaluate(SEEN)["share"] == pytest.approx(1)


def test_on_a_phone_figures_are_moved_with_buttons_in_the_hand(phone: Page, address: str) -> None:
    """LOY-10.1: figures on the small map are no target for a thumb; their numbers come into sight with the map."""
    phone.goto(f"{address}/loyalty-first.html")
    turn_to(phone, "Hand")
    phone.locator("label.card-move").tap()
    picks(phone, "O1", "C")
    more = phone.locator("#act-move ~ .card-fields [data-step='1']").locator("visible=true")
    expect(more.first).to_be_in_viewport(ratio=1)
    for step in more.all()[:3]:
        expect(step).to_be_in_viewport(ratio=0.9)
        box = sure(step.bounding_box())
        assert min(box["width"], box["height"]) >= 44
    assert phone.evaluate(SEEN)["share"] == pytest.approx(1, abs=0.01)
    more.first.tap()
    expect(phone.locator("#composer > .composer .summary")).to_contain_text("1 citizen")


def test_on_a_phone_a_promise_has_a_row_for_each_part_and_its_button_at_the_end(phone: Page, address: str) -> None:
    phone.goto(f"{address}/truce-late.html")
    turn_to(phone, "Talk")
    phone.locator("#promise summary").tap()
    form = phone.locator(".promise-form")
    form.locator("[name=act]").select_option("attack")
    button = form.get_by_role("button", name="Promise to everybody")
    rows = [*boxes(form.locator("select").locator("visible=true")), *boxes(form.locator(".point-link")), *boxes(button)]
    assert len(rows) == 6
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(rows))
    assert min(row["height"] for row in rows) >= 44
    form.locator("[name=kind]").select_option("request")
    expect(form.get_by_role("button", name="Ask before everybody")).to_be_visible()


@pytest.mark.parametrize("game", TABLES)
def test_on_a_phone_whatever_is_tapped_beside_the_board_is_large_enough_for_a_thumb(
    phone: Page, address: str, game: str
) -> None:
    for state, tab in product(STATES, ("Board", "Hand", "Talk", "Story")):
        phone.goto(f"{address}/{game}-{state}.html")
        turn_to(phone, tab)
        if state != "told" and tab == "Hand":
            phone.locator("label.card, .ready-made button").locator("visible=true").first.tap()
        assert phone.evaluate(SMALL) == [], (state, tab)


def test_what_is_too_small_for_a_thumb_is_noticed(phone: Page, address: str) -> None:
    """The detector sees planted faults: a link, a rule's number, a choice and the steps of a story."""
    phone.goto(f"{address}/conspiracy-told.html")
    rules = phone.locator(".story .rule").locator("visible=true").count()
    phone.evaluate("""() => {
      const sheet = document.styleSheets[0];
      sheet.insertRule(".brand, .dots, .dots a { height: 20px !important; min-height: 0 !important }");
      sheet.insertRule(".rule::after { inset: 0 !important }");
    }""")
    assert len(phone.evaluate(SMALL)) == 2 + rules


def test_a_finger_beside_a_road_of_the_board_means_the_road(phone: Page, address: str) -> None:
    """LOY-10.1: what can be picked and is smaller than a fingertip is hit beside it, unless something else is there."""
    phone.goto(f"{address}/loyalty-first.html")
    turn_to(phone, "Hand")
    phone.locator("label.card-move").tap()
    picks(phone, "O1")
    turn_to(phone, "Board")
    phone.evaluate("() => document.getElementById('reconnecting').remove()")
    road = phone.locator("#table-place-R1")
    expect(road).to_have_class(re.compile(r"\bopen\b"))
    box = sure(road.bounding_box())
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 20
    assert phone.evaluate("([x, y]) => document.elementFromPoint(x, y).matches('#stage :not([data-tip] *)')", [x, y])
    phone.touchscreen.tap(x, y)
    expect(road).to_have_class(re.compile(r"\baimed\b"))


def test_beside_the_map_of_loyalty_nothing_is_cut_off_and_a_hand_that_goes_on_says_so(
    window: Page, address: str
) -> None:
    """At 1280 px in one's own turn: the button of the answer casts a shadow on what goes on if motion is welcome."""
    window.emulate_media(reduced_motion="no-preference")
    window.goto(f"{address}/loyalty-first.html")
    window.locator("label.card-move").click()
    picks(window, "O1", "C")
    assert window.locator(".loy-beside").evaluate("one => one.scrollHeight <= one.clientHeight")
    shadow = window.locator("#composer > .composer > .commit")
    expect(shadow).to_have_css("box-shadow", re.compile("px -6px$"))
    window.locator("#composer").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(shadow).to_have_css("box-shadow", re.compile("^none$| 0px$"))


def test_where_characters_are_ready_made_a_bar_leads_from_every_tab_to_them(phone: Page, address: str) -> None:
    """THR: before anybody stands on the field the next thing is one tap away, as where something is sealed."""
    phone.goto(f"{address}/thrice-first.html")
    choose = phone.locator(".to-hand").get_by_role("link", name="Choose")
    for tab in ("Board", "Talk", "Story"):
        turn_to(phone, tab)
        expect(choose).to_be_in_viewport(ratio=1)
    choose.tap()
    expect(choose).to_be_hidden()
    expect(phone.locator(".ready-made button").first).to_be_in_viewport(ratio=1)


def test_at_a_table_of_thirty_part_of_a_name_finds_a_player(phone: Page, address: str) -> None:
    """On a phone the names with their signs stand open in the hand, three in a row, and none is cut off in height."""
    phone.goto(f"{address}/truce-crowd.html")
    turn_to(phone, "Hand")
    phone.locator("label.card-attack").tap()
    names = phone.locator("#act-attack ~ .card-fields .chip")
    expect(names.locator(".chip-badge")).to_have_count(29)
    expect(names.nth(4)).to_be_in_viewport(ratio=1)
    find = phone.get_by_role("searchbox").locator("visible=true")
    find.fill("wil")
    expect(names.locator("visible=true")).to_have_text([re.compile("Wilhelmina")])
    find.press("Enter")
    expect(phone.locator("#composer > .composer .summary")).to_have_text("You will attack Wilhelmina.")
    expect(phone.locator("#composer > .composer .commit .primary")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [360, 1280])
def test_of_many_threads_a_part_of_the_next_row_is_in_sight(browser: Browser, address: str, width: int) -> None:
    """It says that there are more; the messages keep their room."""
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    page.goto(f"{address}/truce-late.html")
    turn_to(page, "Talk")
    threads = page.locator(".threads")
    assert threads.evaluate("row => row.scrollHeight <= row.clientHeight"), "six are in sight"
    threads.evaluate("row => { for (let n = 0; n < 20; n++) row.append(row.firstElementChild.cloneNode(true)); }")
    cut = """row => [...row.children].filter((one) => {
      const [thread, all] = [one, row].map((box) => box.getBoundingClientRect());
      return thread.top < all.bottom - 4 && thread.bottom > all.bottom + 4;
    }).length"""
    assert threads.evaluate(cut) > 0
    assert threads.evaluate("row => row.clientHeight") <= 120
    context.close()
