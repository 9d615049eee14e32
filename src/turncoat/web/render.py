"""Templates: the one environment in which pages are made."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def environment() -> Environment:
    """The templates, with everything escaped and nothing undefined allowed."""
    return Environment(
        loader=PackageLoader("turncoat.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, page: object) -> str:
    """A page from its template; the template knows its context as ``page``."""
    return environment().get_template(template).render(page=page)
