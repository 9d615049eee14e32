"""What happens in Shipment and Movement, in sentences."""

from __future__ import annotations

from turncoat.games.dune.cards import HAJR, TERRITORY_OF_CARD
from turncoat.games.dune.events import movement as happened
from turncoat.games.dune.map import POLE, TERRITORY_IDS
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import amount, listed
from turncoat.kernel.space import Names


def say_travels(event: Event, names: Names) -> str:
    """An event of Shipment and Movement as a sentence; an empty text for any other."""
    return _arrivals(event, names) or _across(event, names) or _other(event, names)


def _who(names: Names, faction: str) -> str:
    return names.label("faction", faction)


def _where(names: Names, location: str) -> str:
    return names.label("location", location)


def _from(names: Names, forces: dict[str, int]) -> str:
    """``3 forces from Old Gap 9``; ``2 forces from Pasty Mesa 4 and 1 from Pasty Mesa 5``."""
    (first, number), *others = forces.items()
    more = [f"{count} from {_where(names, place)}" for place, count in others]
    return listed([f"{amount(number, 'force')} from {_where(names, first)}", *more])


def _price(names: Names, amount: int) -> str:
    return f"for {amount} {names.label('word', 'spice')}"


def _arrivals(event: Event, names: Names) -> str:
    match event:
        case happened.Shipped():
            forces, where = amount(event.forces, "force"), _where(names, event.to)
            return f"{_who(names, event.faction)} ships {forces} to {where} {_price(names, event.spice)}."
        case happened.Rallied():
            forces, where = amount(event.forces, "force"), _where(names, event.to)
            return f"{_who(names, event.faction)} rallies {forces} in {where}."
        case happened.Accompanied():
            where = names.label("territory", TERRITORY_IDS[POLE])
            return f"{_who(names, event.faction)} sends 1 force along to {where}."
    return ""


def _across(event: Event, names: Names) -> str:
    match event:
        case happened.Transferred():
            where = _where(names, event.to) if event.to else "the reserves"
            forces = _from(names, event.forces)
            return f"{_who(names, event.faction)} ships {forces} to {where} {_price(names, event.spice)}."
        case happened.Moved():
            extra = f" by {names.label('card', HAJR)}" if event.hajr else ""
            forces, where = _from(names, event.forces), _where(names, event.to)
            return f"{_who(names, event.faction)} moves {forces} to {where}{extra}."
    return ""


def _other(event: Event, names: Names) -> str:
    match event:
        case happened.SpiceCardForeseen():
            return f"You see the next spice card: {_card(names, event.card)}."
        case happened.AlliesParted():
            forces, where = amount(event.forces, "force"), names.label("territory", event.territory)
            return f"{_who(names, event.faction)} loses {forces} beside the ally in {where}."
    return ""


def _card(names: Names, card: str) -> str:
    if not card:
        return "there is none"
    if card in TERRITORY_OF_CARD:
        return names.label("territory", TERRITORY_IDS[TERRITORY_OF_CARD[card]])
    return names.label("word", card)
