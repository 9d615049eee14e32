"""Every page in every state, made from games that are really played, as files to look at.

``.venv/bin/python -m tests.pictures.preview OUT`` writes ``OUT/<state>.html`` and ``OUT/static``.
``.venv/bin/python -m tests.pictures.preview OUT --shots`` also shows each page to Chromium under the server's
strict policy, takes pictures at 360 and 1280 pixels in both themes, looks for barriers with axe, and reports errors.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from threading import Thread

from playwright.sync_api import BrowserContext, sync_playwright
from tests.pictures.dune_states import dune_pages
from tests.pictures.loyalty_states import loyalty_pages
from tests.pictures.states import states

from turncoat.web import assets, joined, paths

ROOT = Path(__file__).parents[2]
CSP = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"


class Quiet(SimpleHTTPRequestHandler):
    """Serves the files under the policy that the server will send."""

    def end_headers(self) -> None:
        """Add the policy."""
        self.send_header("Content-Security-Policy", CSP)
        super().end_headers()

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.replace(f"{paths.VERSIONED}/", f"{paths.STATIC}/"))

    def log_message(self, *what: object) -> None:
        """Say nothing."""


def lay_out(out: Path) -> None:
    """Put the files that pages load where the server has them."""
    shutil.copytree(assets.FILES, out / "static", dirs_exist_ok=True)
    (out / "static/games").mkdir(exist_ok=True)
    for name, text in joined.files().items():
        (out / "static" / name).write_text(text, encoding="utf-8")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which the pages of a folder are served meanwhile."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def look(out: Path, names: list[str], kinds: str = "") -> int:
    """Show every page to Chromium, in all sizes and themes or in some; returns how many things are wrong."""
    wrong: list[str] = []
    with served(out) as address, sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for width, height in ((360, 740), (1280, 800)):
            for theme in ("light", "dark"):
                if kinds and f"{width}-{theme}" not in kinds.split(","):
                    continue
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
                )
                wrong += _pictures(context, address, out, names, f"{width}-{theme}", axe=True)
                context.close()
        browser.close()
    print("\n".join(wrong) or "nothing wrong")
    return len(wrong)


def _pictures(context: BrowserContext, address: str, out: Path, names: list[str], kind: str, *, axe: bool) -> list[str]:
    axe_source = (ROOT / "tests/browser/vendor/axe.min.js").read_text()
    context.add_init_script("sessionStorage.clear()")  # else a story is told that came after the page before
    page, wrong = context.new_page(), list[str]()
    page.on("console", lambda message: wrong.append(f"{kind}: {message.text}") if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(f"{kind}: {error}"))
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    for name in names:
        page.goto(f"{address}/{name}.html")
        page.evaluate("document.getElementById('reconnecting')?.remove()")
        page.screenshot(path=out / "shots" / f"{name}-{kind}.png", full_page=True)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            wrong.append(f"{name} {kind}: {wide} px too wide")
        wrong += [f"{name} {kind}: {text}" for text in page.evaluate(OUTSIDE)]
        page.evaluate(axe_source)
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})") if axe else {"violations": []}
        wrong += [
            f"{name} {kind}: {one['id']}: {[node['target'] for node in one['nodes']][:4]}"
            for one in found["violations"]
        ]
    return wrong


OUTSIDE = """() => [...document.querySelectorAll('.seat:has(.mat)')].flatMap(seat => {
  const [mat, name] = ['.mat', '.seat-name'].map(one => seat.querySelector(one).getBoundingClientRect());
  const outside = name.left < mat.left - 1 || name.right > mat.right + 1 || name.top < mat.top - 1;
  return outside ? [`the name of ${seat.id} leaves its mat`] : [];
})"""


def _pages(only: str) -> Iterator[tuple[str, str]]:
    """All pages; where only some of Dune's are asked for, no others are made."""
    if not all(part.startswith("dune") for part in only.split(",")):
        yield from chain(states(), loyalty_pages())
    if not only or "dune" in only:
        yield from dune_pages(only)


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    reader.add_argument("out", type=Path)
    reader.add_argument("--shots", action="store_true")
    reader.add_argument("--only", default="", help="parts of names, with commas")
    reader.add_argument("--kinds", default="", help="sizes and themes, with commas: 1280-light,360-dark")
    given = reader.parse_args()
    (given.out / "shots").mkdir(parents=True, exist_ok=True)
    lay_out(given.out)
    names = []
    for name, page in _pages(given.only):
        (given.out / f"{name}.html").write_text(page, encoding="utf-8")
        names.append(name)
    print(f"{len(names)} pages in {given.out}")
    picked = [name for name in names if any(part in name for part in given.only.split(","))]
    return 1 if given.shots and look(given.out, picked, given.kinds) else 0


if __name__ == "__main__":
    sys.exit(main())
