"""One sentence for each event, without the rule number. Each part of the turn has a file of its own."""

from __future__ import annotations

from turncoat.kernel.events import Event
from turncoat.kernel.space import Names


def say(event: Event, names: Names) -> str:
    """An event as a sentence."""
    kind = str(event.__struct_config__.tag).replace("_", " ")
    facts = [str(getattr(event, name)) for name in event.__struct_fields__ if name != "rule"]
    return f"{kind.capitalize()}: {', '.join(facts)}."
