"""DUN-7.11.3: the events of preventions."""

from __future__ import annotations

from typing import Annotated

from turncoat.games.dune.events import DuneEvent, Faction
from turncoat.games.dune.shared.cards import KARAMA
from turncoat.kernel import Kind, Message

Entry = Annotated[str, Kind("prevented")]


class Prevented(DuneEvent, rule="DUN-7.11.3", played=KARAMA, weight=2, tone="seal"):
    """DUN-7.11.3: an advantage will be prevented."""

    says = Message("{faction} prevents the {entry}.")

    faction: Faction
    entry: Entry


class PreventionEnded(DuneEvent, rule="DUN-7.11.4"):
    """DUN-7.11.4: a prevention has worked, or its time is over."""

    says = Message("The {entry} {effect:was prevented|is no longer prevented}.")

    entry: Entry
    effect: bool
