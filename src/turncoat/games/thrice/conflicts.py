"""THR-O: options that cannot go together."""

from __future__ import annotations

from turncoat.games.thrice.characters import read_sheets
from turncoat.games.thrice.options import Options, zoned
from turncoat.kernel.errors import BadSetup


def conflicts(options: Options, seats: int) -> str:
    """A sentence naming two options that exclude each other, or a sheet that breaks a rule; empty if all is well."""
    if options.flanking and not zoned(options):
        return "flanking: needs zones, which are off (THR-17.1)."
    if options.intercept_mode == "gather" and options.profile == "sheet":
        return "intercept_mode: gather does not go with the profile sheet, whose Intercept is plain (THR-R24)."
    if options.intercept_mode == "gather" and not zoned(options):
        return "intercept_mode: gather needs zones, which are off (THR-R24)."
    try:
        sheets = read_sheets(options)
    except BadSetup as bad:
        return bad.sentence
    if len(sheets) > seats - 1:
        return f"characters: {len(sheets)} sheets are too many for {seats - 1} players (THR-O25)."
    return ""
