"""Pictures of every state of a table's page in all games, and of the first minutes on a phone, by one command.

``.venv/bin/python -m tests.pictures.screens OUT`` writes ``OUT/<game>-<state>-<kind>.png``, the steps of the first
minutes as ``OUT/first-minutes-<game>-<number>.png``, a stranger's first five minutes in the lesson of each game as
``OUT/stranger-<game>-<number>.png``, and what the other commands here picture. With ``--keep`` those that
``docs/screens`` has are replaced there; ``--only`` takes parts of names: ``--only stranger``.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.players import BOARD, PATIENCE, Server, players, turn_to, unfold
from tests.pictures import preview
from tests.pictures.camera import SIZES, studio
from tests.pictures.tables import GAMES, tables_of

from turncoat.web import paths

SCREENS = Path(__file__).parents[2] / "docs/screens"
MOST, LARGEST = 60, 10_000_000
"""How many pictures are kept, and how many bytes they may have in all."""

KINDS: dict[str, dict[str, Any]] = {
    "1280-light": {},
    "1280-dark": {"color_scheme": "dark"},
    "360-light": {"is_mobile": True, "has_touch": True},
    "360-dark": {"is_mobile": True, "has_touch": True, "color_scheme": "dark"},
    "360-plain": {"is_mobile": True, "has_touch": True, "java_script_enabled": False},
}
"""Width and what is meant: by day, in the dark, plain: without script."""

PAGES = "home,create,lobby-host,ledger-finished,replay,table-"
"""Parts of the names of other pages that are pictured."""

OTHERS = ("conspiracy_pictures", "loyalty_pictures", "dune_pictures")
"""The commands that bring one game to certain moments and picture them."""


def states(browser: Browser, out: Path, only: str) -> None:
    """Every state of every game, in every kind."""
    with TemporaryDirectory() as folder:
        preview.lay_out(Path(folder))
        names = []
        for game in GAMES:
            for state, page in tables_of(game):
                names.append(f"{game}-{state}")
                (Path(folder) / f"{names[-1]}.html").write_text(page, encoding="utf-8")
        with preview.served(Path(folder)) as address:
            for kind, settings in KINDS.items():
                wanted = [name for name in names if only in f"{name}-{kind}"]
                pictures(browser, address, wanted, kind, settings, out)


def pictures(browser: Browser, address: str, names: list[str], kind: str, settings: dict[str, Any], out: Path) -> None:
    """Pages of one kind; on a phone with the hand open."""
    width = int(kind.partition("-")[0])
    size = {"width": width, "height": SIZES[width]}
    context = browser.new_context(viewport=size, reduced_motion="reduce", **settings)  # type: ignore[arg-type]
    context.add_init_script("sessionStorage.clear()")  # else a story is told that came after the state before
    page = context.new_page()
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    for name in names:
        page.goto(f"{address}/{name}.html")
        turn_to(page, "Hand")
        if settings.get("java_script_enabled", True):
            strip = page.locator("#reconnecting")
            expect(strip).to_be_visible() if name.endswith("-lost") else strip.evaluate("one => one.remove()")
        page.screenshot(path=out / f"{name}-{kind}.png")
    context.close()


# --- the first minutes on a phone ------------------------------------------------------------------

Step = Callable[[Page], object]


def first_steps(game: str) -> Iterator[Step]:
    """What a newcomer does in a game, from the front page to the first round that is told."""
    yield lambda page: page.get_by_label("Your name").fill("Agatha")
    yield lambda page: started(page, game)
    yield lambda page: turn_to(page, "Hand")
    yield {"truce": attack, "conspiracy": goal}[game]
    yield sealed
    yield told
    yield lambda page: turn_to(page, "Talk")
    yield lambda page: turn_to(page, "Story")


def started(page: Page, game: str) -> None:
    """Press the button of the game and wait for its table."""
    page.locator(f'button[name="play"][value="{game}"]').click()
    page.wait_for_url("**/tables/**")
    expect(page.locator("#board-frame svg").first).to_be_visible(timeout=PATIENCE)
    page.evaluate("document.getElementById('toasts').replaceChildren()")


def attack(page: Page) -> None:
    """Attack whoever sits first, by a tap on the table."""
    page.locator("label.card-attack").locator("visible=true").first.click()
    page.locator("#table-seat-1").click()


def goal(page: Page) -> None:
    """Choose the first of everything that is asked."""
    unfold(page)
    for field in page.locator(".hand > .composer fieldset.chips").locator("visible=true").all():
        field.locator(".chip").first.click()


def sealed(page: Page) -> None:
    """Hand it in."""
    with page.expect_response(lambda response: response.url.partition("?")[0].endswith("/answer")):
        page.locator(".hand > .composer .commit .primary").locator("visible=true").first.click()
    page.wait_for_timeout(1000)


def told(page: Page) -> None:
    """Step once through what is told, if something is."""
    page.wait_for_timeout(2000)
    if page.locator("a#step-next").count():
        page.locator("a#step-next").click()
        page.wait_for_timeout(300)


def first_minutes(browser: Browser, server: Server, game: str, out: Path) -> None:
    """Stills of a newcomer's first minutes, numbered."""
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    with players(browser, server, 1, **phone) as (newcomer,):
        page = newcomer.visit("/").page
        for number, step in enumerate(first_steps(game), 1):
            step(page)
            page.screenshot(path=out / f"first-minutes-{game}-{number}.png")


# --- a stranger's first five minutes ----------------------------------------------------------------

ANSWERS = 4
"""How many answers of a lesson are pictured."""


def stranger(browser: Browser, server: Server, game: str, out: Path) -> None:
    """From the front page into the lesson of a game, answer by answer, with a still of each round that is told."""
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    with players(browser, server, 1, **phone) as (newcomer,):
        page, numbers = newcomer.visit("/").page, count(1)

        def still() -> None:
            page.evaluate("document.getElementById('toasts').replaceChildren()")
            page.screenshot(path=out / f"stranger-{game}-{next(numbers):02}.png")

        still()
        page.locator(f'a[href="{paths.learn(game)}"]').click()
        page.get_by_label("Your name").fill("Agatha")
        still()
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/tables/**")
        expect(page.locator(BOARD).first).to_be_visible(timeout=PATIENCE)
        for _ in range(ANSWERS):
            still()
            turn_to(page, "Hand")
            answer = page.locator("#guide button, .hand > .composer .commit .primary").locator("visible=true").first
            either = page.locator("#answer-now").locator("visible=true").or_(answer).first
            expect(either).to_be_visible(timeout=PATIENCE)
            still()
            if page.locator("#answer-now").is_visible():
                page.locator("#answer-now").click()
                expect(answer).to_be_visible(timeout=PATIENCE)
                still()
            with page.expect_response(lambda response: response.request.method == "POST"):
                answer.click()
            turn_to(page, "Board")
            told(page)
        still()


def keep(out: Path) -> int:
    """Put the new pictures in the place of those that are kept; 1 if there are too many, or too much."""
    for old in sorted(SCREENS.glob("*.png")):
        new = next((path for path in (out / old.name, out / "shots" / old.name) if path.exists()), None)
        print(f"{old.name}: {'as it was: nothing pictures it' if new is None else 'new'}")
        if new is not None:
            shutil.copyfile(new, old)
    sizes = [path.stat().st_size for path in SCREENS.glob("*.png")]
    print(f"{len(sizes)} pictures, {sum(sizes) / 1e6:.1f} MB")
    return int(len(sizes) > MOST or sum(sizes) > LARGEST)


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    reader.add_argument("out", type=Path)
    reader.add_argument("--only", default="", help="a part of the names")
    reader.add_argument("--keep", action="store_true", help="replace those that docs/screens has")
    given = reader.parse_args()
    out: Path = given.out
    out.mkdir(parents=True, exist_ok=True)
    with studio() as (browser, server):
        states(browser, out, given.only)
        for game in ("truce", "conspiracy"):
            if given.only in f"first-minutes-{game}":
                first_minutes(browser, server, game, out)
        for game in GAMES:
            if given.only in f"stranger-{game}":
                stranger(browser, server, game, out)
    if not given.only:
        for name in OTHERS:
            subprocess.run([sys.executable, "-m", f"tests.pictures.{name}", str(out)], check=True)
        pages = [sys.executable, "-m", "tests.pictures.preview", str(out), "--shots", "--only", PAGES]
        subprocess.run(pages, check=False)
    return keep(out) if given.keep else 0


if __name__ == "__main__":
    sys.exit(main())
