"""How the documentation site is built: ``make docs`` writes it to ``build/site``."""

from __future__ import annotations

from sphinx.application import Sphinx

from turncoat import __version__

project = "Turncoat"
author = "The Turncoat authors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["screens/README.md"]
html_theme = "furo"
html_title = "Turncoat"
html_show_copyright = False
html_copy_source = False
myst_heading_anchors = 4
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints = "description"


def only_in_the_index(_: Sphinx, page: str, source: list[str]) -> None:
    """Keep the single decisions out of the side bar: their index links to them."""
    if page.startswith("decisions/0"):
        source[0] = f"---\norphan: true\n---\n{source[0]}"


def setup(app: Sphinx) -> None:
    """Register what Sphinx is to call."""
    app.connect("source-read", only_in_the_index)
