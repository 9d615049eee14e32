"""Opponents that the GM keeps under a name: what belongs to them, and what another party's points buy of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turncoat.drawing.scene import Kept
from turncoat.games.thrice.actions import Build, Mask, Name, ThriceAction, Word
from turncoat.games.thrice.bestiary import COLOURS, HELMET
from turncoat.games.thrice.opponents import CROWDS, ONE, OTHER, most_removed, purchases
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import INITIATIVE, STEPS, party_wealth
from turncoat.games.thrice.text import kind_title
from turncoat.games.thrice.view import ThriceView

Parts = tuple[ThriceAction, ...]
"""Name, face and word, and last the build."""


def with_it(view: ThriceView, build: ThriceAction) -> Parts:
    """THR-5.11: name, face and word are kept with the build."""
    return (Name(view.called), Mask(view.face or HELMET, view.colour or COLOURS[0]), Word(view.word), build)


def fitted(view: ThriceView, parts: Parts) -> Parts:
    """THR-5.2: as much as this party's points buy, in the order of the form; what the profile does not have is left."""
    *others, build = parts
    return (*others, bought(view, build)) if isinstance(build, Build) else parts


def bought(view: ThriceView, build: Build) -> Build:
    """THR-5.2 to THR-5.7: what can be bought of a build here."""
    removed = min(build.removed, most_removed(view.options, view.gm))
    second = min(build.second, CROWDS[view.gm] - removed - 1)
    caps = dict(((INITIATIVE, STEPS), *purchases(view.options, ONE)))
    caps |= dict(purchases(view.options, OTHER)) if second else {}
    points, left = dict[str, int](), view.party_wealth + removed
    for name, wanted in build.points.items():
        if many := min(wanted, caps.get(name, 0), left):
            points[name] = many
            left -= many
    return Build(removed, second, points)


def line(view: ThriceView, parts: Parts) -> str:
    """THR-5.2: what a build costs, and what it costs here if that is less."""
    build = parts[-1]
    if not isinstance(build, Build):
        return ""
    cost, here = sum(build.points.values()), sum(bought(view, build).points.values())
    points = f"{cost} point{'' if cost == 1 else 's'}"
    return points if cost == here else f"{points}, {here} of them here"


def cells(view: ThriceView, domain: str, value: str) -> tuple[str, str, str] | None:
    """THR-5.4 to THR-5.7: a row for each skill and trick, a column for each kind; all share initiative.

    A column has the name that the GM gave the opponents, and the letter of its kind.
    """
    what, _, kind = value.partition(" ")
    return (what.capitalize(), kind_title(view.called) if kind else "", kind) if domain == "purchase" else None


def rehearsed(options: Struct, party: Sequence[Mapping[str, object]]) -> Mapping[str, object]:
    """THR-4.8: the bots' characters have the wealth of the party, so that there are as many points."""
    assert isinstance(options, Options)
    wealths = [wealth for one in party if isinstance(wealth := one.get("wealth"), int)]
    wealth = party_wealth(options, wealths) if wealths else options.starting_wealth
    plain = replace(options, starting_wealth=wealth, characters="")
    return dict(msgspec.to_builtins(plain))


KEPT: Kept[ThriceView, ThriceAction] = Kept("match.opponents", with_it, fitted, line, rehearsed)
"""THR-5: the GM's opponents."""
