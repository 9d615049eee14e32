"""What happens in setup, Storm, Spice Blow, Nexus and Charity, in sentences."""

from __future__ import annotations

from turncoat.games.dune.events import setup, spice_blow, storm
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import amount, listed
from turncoat.kernel.space import Names


def say_openings(event: Event, names: Names) -> str:
    """An event of the first half of a turn, or of setup, as a sentence; an empty text for any other."""
    return _setup(event, names) or _prediction(event, names) or _storm(event, names) or _spice_blow(event, names)


def _who(names: Names, faction: str) -> str:
    return names.label("faction", faction)


def _leaders(names: Names, leaders: tuple[str, ...]) -> str:
    return listed([names.label("leader", leader) for leader in leaders])


def _placed(names: Names, forces: dict[str, int]) -> str:
    return listed([f"{number} in {names.label('location', place)}" for place, number in forces.items()])


def _lost(names: Names, forces: dict[str, int], spice: int) -> str:
    lost = [f"{amount(number, 'force')} of {_who(names, one)}" for one, number in forces.items()]
    return listed([*lost, f"{spice} {names.label('word', 'spice')}"] if spice else lost)


def _setup(event: Event, names: Names) -> str:
    match event:
        case setup.FactionsTaken():
            round_the_map = [_who(names, event.factions[seat]) for seat in event.circle]
            return f"Round the map sit {listed(round_the_map)}."
        case setup.TraitorsDealt():
            return f"You are dealt the traitors {_leaders(names, event.leaders)}."
        case setup.TraitorsKept():
            return f"You keep {_leaders(names, event.leaders)}."
        case setup.TraitorsChosen():
            return "Everybody has chosen traitors."
        case setup.ForcesPlaced():
            where = f"has {_placed(names, event.forces)}" if event.forces else "has all forces in reserve"
            spice = f" and takes {event.spice} {names.label('word', 'spice')}" if event.spice else ""
            return f"{_who(names, event.faction)} {where}{spice}."
    return ""


def _prediction(event: Event, names: Names) -> str:
    match event:
        case setup.PredictionMade():
            return f"{_who(names, event.faction)} has predicted who will win."
        case setup.PredictionNoted():
            return f"You predict that {_who(names, event.winner)} wins in turn {event.turn}."
        case setup.CardsDealt():
            return "Treachery cards are dealt."
        case setup.CardReceived():
            return f"You get {names.label('card', event.card)}."
    return ""


def _storm(event: Event, names: Names) -> str:
    match event:
        case storm.TurnBegan():
            return f"Turn {event.turn} begins."
        case storm.StormDialled():
            dials = zip(event.factions, event.numbers, strict=True)
            return f"Dials for the storm: {listed([f'{_who(names, one)} {number}' for one, number in dials])}."
        case storm.StormMoved():
            if event.start < 0:
                return f"The storm is in sector {event.storm}."
            return f"The storm moves {amount(event.sectors, 'sector')}, to sector {event.storm}."
        case storm.StormStruck():
            return f"The storm in sector {event.sector} destroys {_lost(names, event.forces, event.spice)}."
    return _order(event, names)


def _order(event: Event, names: Names) -> str:
    match event:
        case storm.OrderDetermined():
            return f"Storm order: {', '.join(_who(names, one) for one in event.factions)}."
        case storm.WallDestroyed():
            wall = names.label("territory", "shield-wall")
            lost = f" and destroys {_lost(names, event.forces, 0)}" if event.forces else ""
            return f"{_who(names, event.faction)} blows up {wall}{lost}."
        case storm.WeatherControlled():
            return f"{_who(names, event.faction)} moves the storm {amount(event.sectors, 'sector')}."
    return ""


def _spice_blow(event: Event, names: Names) -> str:
    worm = names.label("word", "worm")
    match event:
        case spice_blow.SpiceBlew():
            where = names.label("location", event.location)
            lies = f"{event.spice} {names.label('word', 'spice')} in {where}"
            return f"Spice blow: {lies}." if event.spice else f"Spice blow in {where}, where the storm takes it."
        case spice_blow.WormSetAside():
            return f"A {worm} of the first turn is set aside."
        case spice_blow.WormStruck():
            if not event.territory:
                return f"A {worm} comes before there is any spice."
            where, lost = names.label("territory", event.territory), _lost(names, event.forces, event.spice)
            return f"A {worm} comes in {where} and devours {lost}."
        case spice_blow.SpiceDeckShuffled():
            return f"The spice deck is shuffled: {amount(event.cards, 'card')}."
        case spice_blow.WormRidden():
            where = names.label("location", event.to)
            return f"{_who(names, event.faction)} rides the {worm} with {_forces(names, event.forces)} to {where}."
    return _alliances(event, names)


def _forces(names: Names, forces: dict[str, int]) -> str:
    riding = [f"{amount(number, 'force')} from {names.label('location', place)}" for place, number in forces.items()]
    return listed(riding)


def _alliances(event: Event, names: Names) -> str:
    match event:
        case spice_blow.NexusOpened():
            return "Nexus: alliances can be broken and made."
        case spice_blow.AllianceProposed():
            return f"{_who(names, event.faction)} proposes an alliance to {_who(names, event.to)}."
        case spice_blow.ProposalWithdrawn():
            return f"{_who(names, event.faction)} withdraws the proposal to {_who(names, event.to)}."
        case spice_blow.AllianceFormed():
            one, other = event.factions
            return f"{_who(names, one)} and {_who(names, other)} are allies."
        case spice_blow.AllianceBroken():
            return f"{_who(names, event.faction)} breaks the alliance with {_who(names, event.ally)}."
        case spice_blow.CharityGiven():
            return f"{_who(names, event.faction)} gets {event.spice} {names.label('word', 'spice')} of charity."
    return ""
