"""The pictures of an installed Turncoat, made from its icon: ``.venv/bin/python -m scripts.icons``.

Telephones and desktops want squares of fixed sizes, on a ground of their own and with air round the shield, since they
cut circles and rounded squares out of them. Chromium draws them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "src/turncoat/web/static"
SIZES = (192, 512)
"""In pixels."""
PAGE = "<style>body {{ margin: 0; background: #f1e7d3; }} svg {{ display: block; margin: {air}px; }}</style>{svg}"


def main() -> None:
    """Draw ``icon-192.png`` and ``icon-512.png``."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    path = os.environ.get("TURNCOAT_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            inner = round(size * 0.66)
            drawn = svg.replace("<svg ", f'<svg width="{inner}" height="{inner}" ', 1)
            page.set_content(PAGE.format(air=(size - inner) / 2, svg=drawn))
            page.screenshot(path=STATIC / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
