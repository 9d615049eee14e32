"""Places and pieces that a message can point at: those that everybody's board draws and calls by a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

from turncoat.table.table import Table
from turncoat.table.table_view import events_heard, table_view
from turncoat.web.table_display import TableDisplay

_DRAWN = re.compile(r"<(?:a|article|div|g|path|span|use)(\s[^<>]*)>(?:<title>([^<]*)</title>)?")
_ID = re.compile(r'\sid="table-(\w+-[\w.-]+)"')
_LABEL = re.compile(r'\saria-label="([^"]*)"')


def named_things(drawing: str) -> Mapping[str, str]:
    """The names of the things in a drawing, by id without the table's prefix: ``{"place-O1": "Avignon"}``."""
    found: dict[str, str] = {}
    for written, title in _DRAWN.findall(drawing):
        which, label = _ID.search(written), _LABEL.search(written)
        words = unescape(title or (label[1] if label else ""))
        if which and words:
            found[which[1]] = (words.partition(":") if ":" in words else re.split(r"[,.]", words))[0]
    return found


def seen_by_all(table: Table) -> Mapping[str, str]:
    """What a message can point at now: what a spectator's board shows, so that no secret place is betrayed."""
    viewer = table.viewer(None)
    display = TableDisplay(table_view(table, *viewer), events_heard(table, *viewer))
    if display.board is None or not display.playing:
        return {}
    return named_things(display.now_drawn() + display.aside_drawn())
