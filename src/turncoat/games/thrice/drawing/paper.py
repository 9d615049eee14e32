"""The sheets to print: characters' sheets, blank ones, and on its own page what only the GM sees (THR-1.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.thrice.characters import CIRCLES_IN_A_ROW, ROWS
from turncoat.games.thrice.drawing.position import Position
from turncoat.games.thrice.drawing.sheet import PENALISED, Sheets
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import (
    AT_ONCE,
    CONDITION,
    MOST_WEALTH,
    SKILL_WORDS,
    SKILLS,
    TOPS,
    UNARMOURED,
    penalty,
    start,
    tricks,
)
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Names

SHEETS, SCREEN = "sheets", "screen"

COINS = 4
"""Boxes for the coins of a trick on a blank sheet."""

TALLY = 24
"""Boxes for advantage on a blank sheet."""


def papers(view: ThriceView, names: Names, own: int | None) -> Mapping[str, str]:
    """The sheets that can be printed, by name; the GM's secrets are on a separate sheet."""
    found = {SHEETS: "All characters"} if view.sheets else {}
    found |= {f"{sheet.seat}": sheet.character.name or names.label("seat", sheet.seat) for sheet in view.sheets}
    if view.combatants:
        found[SCREEN] = "Behind the GM's screen" if own == view.gm else "The opponents"
    return found


def printed(position: Position, names: Names, scene: Scene, letters: Sequence[str], paper: str) -> str:
    """One of these sheets, as HTML; empty if there is none with this name."""
    sheets = Sheets(position, names, scene, letters)
    if paper == SCREEN:
        return _page(scene.id, sheets.screen())
    order = [sheet for sheet in sheets.in_order() if paper in (SHEETS, f"{sheet.seat}")]
    return _page(scene.id, el("div", *map(sheets.character, order), class_="thr-sheets")) if order else ""


def blank_sheet(options: Options) -> str:
    """THR-3, THR-4: a sheet to fill in with a pencil, with boxes for condition, advantage and coins."""
    lines = [el("p", el("b", line), class_="thr-write") for line in ("Name", "Kin", "Traits", "Weapon and armour")]
    skills = el("div", *(_scale(options, skill) for skill in SKILLS), class_="thr-skills")
    advantage = el("div", el("b", "Advantage"), _boxes(TALLY), class_="thr-skill")
    cost = el("small", words(f"{options.trick_cost} advantage each, the giver pays"))
    coins = "".join(el("li", el("b", words(trick.capitalize())), "" if trick in AT_ONCE else _boxes(COINS))
                    for trick in tricks(options))  # fmt: skip
    given = el("div", el("h4", "Tricks ", cost), el("ul", coins), class_="thr-tricks")
    wealth = "".join(el("i", str(number)) for number in range(1, MOST_WEALTH + 1))
    rows = "".join(el("span", words(row.capitalize()), el("span", "○" * CIRCLES_IN_A_ROW, class_="thr-circles"))
                   for row in ROWS)  # fmt: skip
    gained = el("div", el("div", el("b", "Wealth"), el("span", wealth, class_="thr-scale"), class_="thr-skill"),
                el("p", rows, class_="thr-rows"), class_="thr-wealth")  # fmt: skip
    notes = el("p", el("b", "Notes"), class_="thr-write thr-notes")
    sheet = el("article", *lines, skills, advantage, given, gained, notes, class_="thr-sheet thr-blank",
               aria_label="A blank character sheet")  # fmt: skip
    return _page("blank", sheet)


def _scale(options: Options, skill: str) -> str:
    """THR-2.3: the numbers of a skill, to circle one; THR-4.2: for condition, with the penalty of low numbers."""
    if skill == CONDITION:
        low = "".join(el("i", str(number), el("small", f"−{penalty(number)}") if number <= PENALISED else "")
                      for number in range(TOPS[skill], 0, -1))  # fmt: skip
        first = f"starts at {start(options, skill)}; the small number is taken from weapon and armour"
        return el("div", el("b", "Condition"), el("span", low, class_="thr-scale"), el("small", words(first)),
                  class_="thr-skill thr-skill-condition")  # fmt: skip
    least = UNARMOURED + 1 if TOPS[skill] > UNARMOURED else 1
    numbers = "".join(el("i", str(number)) for number in range(least, TOPS[skill] + 1))
    return el("div", el("b", words(skill.capitalize())), el("span", numbers, class_="thr-scale"),
              el("small", words(SKILL_WORDS[skill])), class_="thr-skill")  # fmt: skip


def _boxes(number: int) -> str:
    return el("span", "□" * number, class_="thr-boxes", aria_hidden=True)


def _page(name: str, content: str) -> str:
    return el("div", content, class_="thr thr-print", id=f"{name}-thr") if content else ""
