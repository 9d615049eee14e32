"""What a template puts out is escaped once."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from turncoat.web.render import environment


def page(source: str, **values: object) -> str:
    return environment().from_string(source).render(**values)


@pytest.mark.parametrize("text", ["<b>", "a & b", '"', "'", "Agatha <script>alert(1)</script>"])
def test_text_is_escaped(text: str) -> None:
    assert page("{{ text }}", text=text) == str(Markup.escape(text))
    assert page('<a title="{{ text }}">', text=text) == f'<a title="{Markup.escape(text)}">'


def test_markup_stays_as_it_is() -> None:
    assert page("{{ text }}", text=Markup("<b>1 &amp; 2</b>")) == "<b>1 &amp; 2</b>"
    assert page("{% macro m(x) %}<b>{{ x }}</b>{% endmacro %}{{ m('<') }}{{ m(m(1)) }}") == "<b>&lt;</b><b><b>1</b></b>"


def test_text_joined_to_markup_is_escaped() -> None:
    assert page("{{ bold ~ text }}", bold=Markup("<b>"), text="<i>") == "<b>&lt;i&gt;"


def test_other_values_are_written_as_they_are_said() -> None:
    assert page("{{ 7 }} {{ none }} {{ number }} {{ list }}", number=2.5, list=["<"]) == "7 None 2.5 [&#39;&lt;&#39;]"


def test_what_does_not_exist_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        page("{{ nobody.name }}")
    with pytest.raises(UndefinedError):
        page("{{ nobody }}")
