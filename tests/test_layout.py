"""Templates and style sheets are laid out by a tool, which changes nothing that a page shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts.pages import laid_out, pages, too_long
from scripts.templates import formatted, tokens


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_every_page_is_laid_out(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert laid_out(path.suffix, source) == source, "run: make format"
    assert too_long(source) == []


def test_blocks_stand_on_lines_of_their_own_and_inline_elements_keep_together() -> None:
    source = "<div><h2>Seats</h2><p>You are <b>Zoe</b>{% if host %}, the host{% endif %}.</p></div>"
    assert formatted(source) == (
        "<div>\n  <h2>Seats</h2>\n  <p>You are <b>Zoe</b>{% if host %}, the host{% endif %}.</p>\n</div>\n"
    )


def test_where_the_end_of_a_line_would_be_shown_it_is_dropped() -> None:
    words = "It is remembered for as long as the table lasts, and longer if somebody asks for the record of it"
    source = f"<p>{words}.{{% if due %}} Answer until {{{{ due }}}}.{{% endif %}}</p>"
    assert "\n  {%- if due %} Answer until {{ due }}.{% endif %}\n" in formatted(source)
    assert [node.space for node in tokens(formatted(source))] == [
        node.space for node in tokens(formatted(formatted(source)))
    ]


def test_the_attributes_of_a_long_tag_go_on_at_the_next_line() -> None:
    fields = 'name="name" maxlength="40" autocomplete="nickname" aria-describedby="name-help" value="{{ name }}"'
    source = f"<label>Your name<input {fields} required></label>"
    assert "\n      " in formatted(source)
    assert too_long(formatted(source)) == []


def test_what_is_not_laid_out_is_seen() -> None:
    assert laid_out(".css", ".seat { color: red; border: 0 }") == ".seat {\n  color: red;\n  border: 0\n}\n"
    assert too_long("x" * 121) == [1]
    with pytest.raises(ValueError, match="</p> ends what is not open; <div> is"):
        formatted("<div></p>")
