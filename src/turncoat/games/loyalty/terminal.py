"""The table of Loyalty as text for a terminal: nearness of the ends, cities and roads, players, the rounds so far.

A line is a list of spans: texts with their roles. The program that shows the lines chooses the colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from msgspec.structs import replace

from turncoat.drawing.terminal import WIDE, Drawing, Line, Span, Terminal
from turncoat.games.loyalty.actions import AskToAttack, AskToMove
from turncoat.games.loyalty.drawing.layout import layout
from turncoat.games.loyalty.events import Campaigned, Converted, Declared, LoyaltyEvent, Moved, Recruited, TurnBegan
from turncoat.games.loyalty.events.war import AttackAnnounced, GameEnded
from turncoat.games.loyalty.state import FACTIONS, POPE, Leave
from turncoat.games.loyalty.text import FACTION_NAMES, LoyaltyNames, paid, proposed
from turncoat.games.loyalty.view import CityView, LoyaltyView, PlaceView
from turncoat.kernel import Event, Names, amount, listed

SCALE = 6
"""The most characters between the middle of a loyalty track and either end."""

MARKER, FREE, LOCKED = "●", "·", "■"

SIGNS = {"citizens": "c", "priests": "p", "militia": "m"}
"""The letters for the kinds of units."""

LEGEND = "3c 1p 2m: citizens, priests, militia. ♔ whose a place is, ⚔ who controls it, ✝ who taxes it."


def board(view: LoyaltyView, names: Names) -> list[Line]:
    """LOY-1.3: the table as this seat may see it."""
    return [
        *_heading(view, names),
        *_ends(view, names),
        *_cities(view, names),
        *_roads(view, names),
        ((f"  {LEGEND}", "dim"),),
        *(_player(view, seat, names) for seat in range(len(view.vp))),
        *_leaves(view, names),
        *_open(view, names),
    ]


def who(view: LoyaltyView, seat: int | None, names: Names) -> str:
    """The name of a seat; the reader's own seat is marked."""
    if seat is None:
        return "nobody"
    return names.label("seat", seat) + (" (you)" if seat == view.seat else "")


# --- what the game is about -------------------------------------------------------------------


def _heading(view: LoyaltyView, names: Names) -> list[Line]:
    """LOY-9.1: the round, whose turn it is, the actions left, and the seat's own card."""
    title = f"Round {view.round}" if view.round else "The map is being prepared"
    spans: list[Span] = [(title, "title")]
    if view.active is not None:
        spans.append((f"   {who(view, view.active, names)} to act, actions: ", ""))
        spans.append(("●" * view.actions_left or "none", "coin"))
    if view.card is not None:
        spans.append((f"   You serve {FACTION_NAMES[view.card]}.", "you"))
    seen = [f"{place} is loyal to {FACTION_NAMES[card]}" for place, card in view.seen.items()]
    return [tuple(spans), *([((f"  Unused cards you have seen: {listed(seen)}.", "dim"),)] if seen else [])]


def _ends(view: LoyaltyView, names: Names) -> list[Line]:
    """LOY-13.1: how near each end is."""
    if view.result is not None:
        marked = LoyaltyNames(who(view, seat, names) for seat in range(len(view.vp)))
        return [((GameEnded(view.result).say(marked), "good"),)]
    if not view.round:
        return []
    options, most, least = view.options, max(view.vp), min(view.vp)
    rows: list[tuple[str, str]] = []
    if options.revolution_end:
        rows.append(("Revolution", f"{_those(view, most, names)} with {most} of {view.needed} points"))
    if options.military_end:
        rows.append(("Ruin", f"{_those(view, least, names)} with {least} points left"))
    rows.append(("Diplomacy", _diplomacy(view)))
    return [((f"  {title}: ".ljust(14), "dim"), (said, "")) for title, said in rows]


def _those(view: LoyaltyView, points: int, names: Names) -> str:
    return listed(who(view, seat, names) for seat, own in enumerate(view.vp) if own == points)


def _diplomacy(view: LoyaltyView) -> str:
    """LOY-13.7, LOY-13.8: the cities that are completely loyal, or the turns that are left."""
    if view.faction:
        left = view.turns_left or 0
        turns = "this is the last turn" if not left else f"{left} more turn{'s' if left > 1 else ''} after this one"
        return f"the final round for {FACTION_NAMES[view.faction]}; {turns}"
    end, needed = view.options.track_length, view.options.lock_cities_needed
    counts = []
    for faction in FACTIONS:
        loyal = [city.name for city in view.cities if city.marker == (end if faction == POPE else -end)]
        named = f" ({listed(loyal)})" if loyal else ""
        counts.append(f"{FACTION_NAMES[faction]} {len(loyal)}{named}")
    must = f", {view.cities[0].name} among them" if view.options.lock_capital_required else ""
    return f"{', '.join(counts)}; {needed} cities needed{must}"


# --- the map ----------------------------------------------------------------------------------


def _cities(view: LoyaltyView, names: Names) -> list[Line]:
    """LOY-5.7, LOY-7: every city with its track, its owner and controllers, and the units there."""
    wide = max(len(city.name) for city in view.cities)
    scale = min(SCALE, view.options.track_length)
    ends = f"King{'-' * max(1, 2 * scale - 7)}Pope"
    head = f"  {'City'.ljust(max(wide, 4))}  VP  {ends.ljust(2 * scale + 1)}  at  tax"
    lines: list[Line] = [((head, "title"),)]
    for place, city in zip(view.places, view.cities, strict=False):
        spans: list[Span] = [(f"  {place.name.ljust(max(wide, 4))}", "title"), (f"  {place.worth:2d}  ", "")]
        spans.append((track(city, view.options.track_length), "seal" if city.locked else "coin"))
        spans.append((f"  {_tax(city)}".ljust(9), "dim"))
        lines.append((*spans, *_stand(view, place, city.religious, names)))
    return lines


def track(city: CityView, end: int) -> str:
    """LOY-5.7: a loyalty track from the King's end to the Pope's, with the number beside it: ``····●····  0``."""
    scale = min(SCALE, end)
    middle = round(city.marker * scale / end)
    signs = [FREE] * (2 * scale + 1)
    signs[scale + middle] = LOCKED if city.locked else MARKER
    return f"{''.join(signs)} {city.marker:+3d}" if city.marker else f"{''.join(signs)}   0"


def _tax(city: CityView) -> str:
    """LOY-5.6, LOY-14.5: the income, and what is left in the pot."""
    return f"+{city.income}" if city.pot is None else f"+{city.income} of {city.pot}"


def _roads(view: LoyaltyView, names: Names) -> list[Line]:
    """LOY-5.1: every road with its ends."""
    roads = [place for place in view.places if place.ends]
    if not roads:
        return []
    wide = max(len(name) for name in ("Road", *(road.name for road in roads)))
    ways = [f"{road.ends[0]} - {road.ends[1]}" for road in roads]
    long = max(map(len, ways))
    lines: list[Line] = [((f"  {'Road'.ljust(wide)}  VP  {'from - to'.ljust(long)}", "title"),)]
    for road, way in zip(roads, ways, strict=True):
        spans: list[Span] = [
            (f"  {road.name.ljust(wide)}", "title"),
            (f"  {road.worth:2d}  ", ""),
            (way.ljust(long), ""),
        ]
        lines.append((*spans, *_stand(view, road, None, names)))
    return lines


def _stand(view: LoyaltyView, place: PlaceView, tax: int | None, names: Names) -> Line:
    """LOY-7: who owns, controls and taxes a place, and everybody's units."""
    wide = max(len(names.label("seat", seat)) for seat in range(len(view.vp)))
    owner = "" if place.owner is None else f"♔{names.label('seat', place.owner)}"
    control = "" if place.control is None else f"⚔{_banner(view, place.control, names)}"
    taxer = "" if tax is None else f"✝{names.label('seat', tax)}"
    return (
        (f"  {owner.ljust(wide + 1)}", "you" if place.owner == view.seat else "name"),
        (f" {control.ljust(wide + 1)}", "bad"),
        (f" {taxer.ljust(wide + 1)}" if view.places.index(place) < len(view.cities) else "", "coin"),
        (f" {_units(view, place, names)}", ""),
    )


def _banner(view: LoyaltyView, number: int, names: Names) -> str:
    """LOY-14.1b: the name of a player, or with colours of a colour."""
    return colour_names(view)[number] if view.options.factions else names.label("seat", number)


def colour_names(view: LoyaltyView) -> tuple[str, ...]:
    """LOY-14.1: the names of all colours."""
    return tuple(name.strip() for name in view.options.faction_colours.split(",") if name.strip())


def _units(view: LoyaltyView, place: PlaceView, names: Names) -> str:
    """LOY-6: ``Agatha 3c 1p 2m, Barney 1c``; with colours the militia follow under their colour."""
    found = []
    for seat in range(len(view.vp)):
        rows = (("citizens", place.citizens), ("priests", place.priests))
        own = [f"{row[seat]}{SIGNS[kind]}" for kind, row in rows if row[seat]]
        if not view.options.factions and place.militia[seat]:
            own.append(f"{place.militia[seat]}{SIGNS['militia']}")
        if place.coins and place.coins[seat]:
            own.append(amount(place.coins[seat], "coin"))
        if own:
            found.append(f"{names.label('seat', seat)} {' '.join(own)}")
    if view.options.factions:
        armies = zip(colour_names(view), place.militia, strict=True)
        found += [f"{colour} {number}{SIGNS['militia']}" for colour, number in armies if number]
    return ", ".join(found)


# --- the players ------------------------------------------------------------------------------


def _player(view: LoyaltyView, seat: int, names: Names) -> Line:
    """LOY-7.2, LOY-4.5: points, coins, last place; the card once the game is over."""
    width = max(len(who(view, other, names)) for other in range(len(view.vp)))
    spans: list[Span] = [("  ", ""), (who(view, seat, names).ljust(width), "you" if seat == view.seat else "name")]
    spans.append((f"  {view.vp[seat]:3d} points", "good"))
    spans.append((f"  {amount(view.coins[seat], 'coin')}".ljust(11), "coin"))
    if view.colours:
        spans.append((f"  wears {view.colours[seat]}", "name"))
    if seat == view.active:
        spans.append(("  to act", "title"))
    if view.round and seat in view.last:
        spans.append(("  in last place", "bad"))
    if view.cards:
        spans.append((f"  served {FACTION_NAMES[view.cards[seat]]}", "seal"))
    if view.result is not None and seat in view.result.winners:
        spans.append(("  winner", "good"))
    return tuple(spans)


def _leaves(view: LoyaltyView, names: Names) -> list[Line]:
    """LOY-8.8: the standing permissions."""
    return [((f"  {leave(view, given, names)}", "dim"),) for given in view.leaves]


def leave(view: LoyaltyView, given: Leave, names: Names) -> str:
    """``Barney may enter C by leave of Agatha, for 2 coins``."""
    giver, to = who(view, given.giver, names), who(view, given.to, names)
    price = f"for {amount(given.price, 'coin')}" if given.price else "free of charge"
    return f"{to} may {given.leave} {view.places[given.place].name} by leave of {giver}, {price}"


def _open(view: LoyaltyView, names: Names) -> list[Line]:
    """LOY-8.5, LOY-10.2: the request or attack in progress."""
    lines: list[Line] = []
    request = view.request
    if request is not None and isinstance(request.action, AskToMove | AskToAttack) and view.active is not None:
        offers = [f"{amount(price, 'coin')} to {who(view, seat, names)}" for seat, price in request.offers.items()]
        asked = replace(request.action, prices={})  # what is offered by now stands in the request, not in the action
        asks = f"{who(view, view.active, names)} {asked.says.about(asked, names)}"
        lines.append(((f"  {asks}; the price is {listed(offers)}", "title"),))
    if view.battle is not None:
        battle = view.battle
        foes = listed(who(view, seat, names) for seat in battle.targets)
        fight = f"{who(view, battle.attacker, names)} attacks {foes} in {battle.field} from {battle.origin}"
        after = "attackers left" if battle.won else "militia attack"
        lines.append(((f"  {fight}: {battle.force} {after}", "title"),))
        for seat, number in battle.joined.items():
            lines.append(((f"  {who(view, seat, names)} joins the defence with {number} militia", ""),))
        for seat, number in battle.falls.items():
            lines.append(((f"  {who(view, seat, names)} loses {amount(number, 'citizen')} or priests", "bad"),))
    if view.proposal is not None:
        lines.append(((f"  {proposed(view.proposal, names)}", "title"),))
    if view.payment is not None:
        lines.append(((f"  {paid(view.payment, names)}", "title"),))
    return lines


# --- the rounds so far ------------------------------------------------------------------------


def ledger(events: Iterable[Event], names: Names) -> list[Line]:
    """LOY-9: round by round the moves, fights, markers, coins that changed hands, and the end."""
    lines: list[Line] = []
    last = 0
    for event in events:
        if isinstance(event, TurnBegan):
            lines += [((f"Round {event.round}", "title"),)] if event.round != last else []
            last = event.round
        elif isinstance(event, LoyaltyEvent) and event.tone:
            lines.append(((f"  {event.say(names)}", event.tone),))
    return lines or [(("No round has begun yet.", "dim"),)]


def beside(view: LoyaltyView, names: Names) -> dict[str, list[str]]:
    """LOY-5.1: the cities to which a road leads from each city, and the ends of each road."""
    roads = [place for place in view.places if place.ends]
    ways = [(start, f"{end} by {road.name}") for road in roads for start, end in permutations(road.ends)]
    cities = {
        place.name: [way for start, way in ways if start == place.name] for place in view.places if not place.ends
    }
    return cities | {road.name: list(road.ends) for road in roads}


def told(events: Sequence[Event]) -> list[Event]:
    """LOY-9.1: events without a declaration whose action follows in the next line."""
    done = (Moved, Recruited, Converted, Campaigned, AttackAnnounced)
    pairs = zip(events, [*events[1:], None], strict=False)
    return [event for event, after in pairs if not (isinstance(event, Declared) and isinstance(after, done))]


def drawn(view: LoyaltyView, names: Names, wide: int = WIDE) -> list[Line]:
    """LOY-5.1: the map: cities, the roads between them, and the units."""
    roads = tuple((place.name, place.ends[0], place.ends[1]) for place in view.places if place.ends)
    points = layout(tuple(city.name for city in view.cities), roads).points
    chart = Drawing([points[city.name] for city in view.cities], wide)
    for _, start, end in roads:
        chart.way(points[start], points[end])
    for place in view.places:
        heading = place.name if place.ends else f"[{place.name}]"
        whose = "" if place.owner is None else names.label("seat", place.owner)[:3]
        spans = [(f"{heading} {whose}".rstrip(), "title")]
        spans += [(troop, "you" if seat == view.seat else "name") for seat, troop in _troops(view, place, names)]
        chart.put(points[place.name], spans)
    return [*chart.lines(), (("[city] road, then whose it is; 3c 1p 2m: citizens, priests, militia.", "dim"),)]


def _troops(view: LoyaltyView, place: PlaceView, names: Names) -> list[tuple[int, str]]:
    """``Aga 3c1p2m``, seat by seat."""
    rows = {"c": place.citizens, "p": place.priests, "m": () if view.options.factions else place.militia}
    found = []
    for seat in range(len(view.vp)):
        own = "".join(f"{row[seat]}{sign}" for sign, row in rows.items() if row and row[seat])
        found += [(seat, f"{names.label('seat', seat)[:3]} {own}")] if own else []
    return found


TERMINAL = Terminal(board, ledger, beside=beside, drawn=drawn, told=told)
