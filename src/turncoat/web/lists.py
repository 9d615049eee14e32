"""Long lists of choices as HTML, made once for each list: maps of eighty places are on every page of a game."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from turncoat.web.controls import Choice, Control

OPTION = Markup('<option value="{}">{}</option>')
CHOICE = Markup('<option data-choice data-n="{}" value="{}"{}>{}</option>')
HEADING = Markup('<optgroup label="{}">{}</optgroup>')
SELECTED, NOT = Markup(" selected"), Markup("")


def choices_of(control: Control, entered: str = "") -> Markup:
    """The choices of a drop-down under their headings, with what is picked, or was entered before, selected."""
    return _grouped(control.name, control.choices, entered)


@lru_cache(maxsize=512)
def options_of(choices: tuple[Choice, ...]) -> Markup:
    """The choices of a drop-down one after the other."""
    return Markup("").join(OPTION.format(one.value, one.label) for one in choices)


@lru_cache(maxsize=512)
def _grouped(name: str, choices: tuple[Choice, ...], entered: str) -> Markup:
    made = Markup("")
    for group, members in Control(name, "", "", "one", "", choices).groups:
        inside = Markup("").join(
            CHOICE.format(number, one.value, SELECTED if one.picked or entered == one.value else NOT, one.label)
            for number, one in members
        )
        made += HEADING.format(group, inside) if group else inside
    return made
