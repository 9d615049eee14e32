"""What is a page of a table like in a browser? The board in sight, shift, requests, kB, ms, work; then and now.

Two servers, one of an earlier commit and one of what is here, take turns before one Chromium. It needs Playwright, and
Chromium where the system has it, so it runs in the environment of the tests:

    .venv/bin/python bench/pages.py --before COMMIT --games truce dune
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "ec884cf"
"""The commit at which people first looked hard at the pages."""

SEEN = """() => {
  const boxes = [...document.querySelectorAll('main svg')].map(one => one.getBoundingClientRect());
  const board = boxes.sort((a, b) => b.width * b.height - a.width * a.height)[0];
  const wide = Math.max(0, Math.min(board.right, innerWidth) - Math.max(board.left, 0));
  const high = Math.max(0, Math.min(board.bottom, innerHeight) - Math.max(board.top, 0));
  return 100 * wide * high / (board.width * board.height);
}"""
SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) sum += one.value; })
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 300);
})"""
FETCH = """async (path) => {
  const taken = [];
  for (let turn = 0; turn < 5; turn++) {
    const begin = performance.now();
    await (await fetch(location.pathname + path)).text();
    taken.push(performance.now() - begin);
  }
  return taken.sort((a, b) => a - b)[2];
}"""
ASKED, BURSTS = 10, 6
"""How often a page is asked for in a burst, and how many bursts there are: the one with the least work counts, since
other programs only ever add to it."""
ASK = f"""async (path) => {{
  for (let turn = 0; turn < {ASKED}; turn++) await (await fetch(location.pathname + path)).text();
}}"""
TAP = """() => new Promise(done => {
  const button = [...document.querySelectorAll('.commit button, .seal-button')].find(one => one.checkVisibility());
  if (!button) return done(null);
  const begin = performance.now();
  new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - begin)))
    .observe(document.getElementById('main'), {childList: true, subtree: true, attributes: true});
  button.click();
})"""
"""From the tap on the button to the first change of the page that follows."""


@contextmanager
def server(tree: Path, game: str) -> Iterator[tuple[str, int]]:
    """A server with a demo table of what lies in a folder; gives the link to a seat, and its process."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "turncoat", "serve", "--demo", "--game", game, "--port", "0",
                   "--db", f"{folder}/bench.db"]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        running = subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True)
        assert running.stdout
        try:
            links = (re.search(r"http://\S+/join/\S+", line) for line in running.stdout)
            yield next(link[0] for link in links if link), running.pid
        finally:
            running.terminate()
            running.wait(30)


def looked(browser: Browser, link: str, process: int, width: int, height: int) -> dict[str, float]:
    """What one look at a table comes to, in a browser that has kept nothing."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(link)
    page.locator("main form button").first.click()
    page.wait_for_url("**/tables/**")
    address = page.url
    page.close()
    page = context.new_page()
    figures = visit(page, address)
    for what, path in (("work for a page, ms", ""), ("work for a live update, ms", "/live")):
        figures[what] = min(burst(page, path, process) for _ in range(BURSTS)) / ASKED
    context.close()
    return figures


def burst(page: Page, path: str, process: int) -> float:
    """The ms for which a burst of requests keeps the server's threads busy."""
    before = busy(process)
    page.evaluate(ASK, path)
    return (busy(process) - before) / 1e6


def busy(process: int) -> int:
    """Nanoseconds for which the threads of a process have run."""
    return sum(int(one.read_text().split()[0]) for one in Path(f"/proc/{process}/task").glob("*/schedstat"))


def visit(page: Page, address: str) -> dict[str, float]:
    """Open a table and measure."""
    line, asked, sent = page.context.new_cdp_session(page), list[str](), list[float]()
    line.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    line.on("Network.dataReceived", lambda event: sent.append(event["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(address, wait_until="load")
    page.wait_for_timeout(500)
    figures = {
        "board in sight, %": page.evaluate(SEEN),
        "height of the page, windows": page.evaluate("document.documentElement.scrollHeight / innerHeight"),
        "layout shift": page.evaluate(SHIFT),
        "requests": len(asked),
        "kB sent": sum(sent) / 1000,
        "page, ms": page.evaluate(FETCH, ""),
        "live update, ms": page.evaluate(FETCH, "/live"),
    }
    if page.locator("label.card-pass").count():
        page.evaluate("document.querySelector('label.card-pass').click()")
        taken = page.evaluate(TAP)
        if taken is not None:
            figures["tap to change, ms"] = taken
    return figures


def compare(browser: Browser, trees: dict[str, Path], game: str, turns: int) -> None:
    """Print each figure then and now, and now compared with then."""
    for width, height in ((1280, 800), (360, 740)):
        found: dict[str, list[dict[str, float]]] = {name: [] for name in trees}
        for _ in range(turns):
            for name, tree in trees.items():  # a new table each time: the other's bots must not be at work
                with server(tree, game) as (link, process):
                    found[name].append(looked(browser, link, process, width, height))
        print(f"\n{game}, {width} x {height}: then, now, now / then")
        for what in found["now"][0]:
            then, now = ([one[what] for one in found[name] if what in one] for name in trees)
            if then and now:
                ratio = f"{median(now) / median(then):.2f}" if median(then) else "-"
                print(f"  {what:<28} {median(then):9.2f} {median(now):9.2f} {ratio:>7}")


def ask() -> int:
    """Measure; 0 where there is no Playwright, as in the environment of the other figures."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("--before", default=BEFORE, metavar="COMMIT")
    reader.add_argument("--games", nargs="+", default=["truce", "conspiracy", "loyalty", "dune", "thrice"])
    reader.add_argument("--turns", type=int, default=3)
    given, _ = reader.parse_known_args()
    if find_spec("playwright") is None:
        print("pages.py is left out: it needs Playwright. Use .venv/bin/python bench/pages.py")
        return 0
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # the other figures do without

    with ExitStack() as stack, sync_playwright() as playwright:
        folder = Path(stack.enter_context(TemporaryDirectory())) / "before"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", str(folder), given.before], cwd=ROOT, check=True)
        stack.callback(subprocess.run, ["git", "worktree", "remove", "--force", str(folder)], cwd=ROOT)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for game in given.games:
            compare(browser, {"then": folder, "now": ROOT}, game, given.turns)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(ask())
