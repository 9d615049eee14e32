"""The table of Dune as text for a terminal: factions, territories, the present matter, the own cards, the turns.

A line is a list of spans: texts with their roles. The program that shows the lines chooses the colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from turncoat.drawing.terminal import WIDE, Drawing, Line, Point, Span, Terminal
from turncoat.games.dune.drawing.affair import affair_words
from turncoat.games.dune.drawing.ground import anchor
from turncoat.games.dune.drawing.moment import Moment, phase_number, phase_title
from turncoat.games.dune.drawing.shield import use_of
from turncoat.games.dune.drawing.words import known_words, own_words
from turncoat.games.dune.events import DuneEvent
from turncoat.games.dune.facts import FACTS, LEADERS_OF, SECTORS, STRENGTH
from turncoat.games.dune.shared.cards import KIND
from turncoat.games.dune.shared.map import (
    BORDERING,
    LOCATION_IDS,
    LOCATIONS_OF,
    SECTOR_OF,
    TERRITORY,
    TERRITORY_IDS,
    TERRITORY_OF,
)
from turncoat.games.dune.text import Skin, skin
from turncoat.games.dune.view_parts import DuneView, FactionView
from turncoat.kernel import Event, Names, listed
from turncoat.kernel.space import Id

SIGNS = {"stronghold": "▲", "rock": "^", "sand": "·", "polar": "*"}
"""DUN-2.1.3: the kinds of territories."""
LEGEND = "▲ stronghold, ^ rock, · sand, * {pole}; the number behind a name is the sector; ◆ spice, ☼ in the storm."


def board(view: DuneView, names: Names) -> list[Line]:
    """DUN-1.5: the table as this seat may see it."""
    worn = skin(view.options.skin)
    return [
        *_heading(view, worn, names),
        *_factions(view, worn, names),
        *_places(view, worn),
        ((f"  {LEGEND.format(pole=worn.territory['pole'])}", "dim"),),
        *_going_on(view, names),
    ]


# --- the turn ---------------------------------------------------------------------------------


def _heading(view: DuneView, worn: Skin, names: Names) -> list[Line]:
    """DUN-1.4.1, DUN-2.1.4: turn and phase, the storm, the First Player, and the sizes of the decks."""
    if view.result is not None:
        winners = ", ".join(names.label("seat", seat) for seat in view.result.winners) or "nobody"
        return [(("The game is over: ", "title"), (f"{winners} won by {view.result.rule}.", "good"))]
    phase = phase_number(Moment(view))
    title = f"Turn {view.turn} of {view.options.turns}: {phase_title(phase, names)}" if view.turn else "Setup"
    storm = f"storm in sector {view.storm}" if view.storm >= 0 else "no storm yet"
    wall = "" if view.wall else f", the {worn.territory['shield-wall']} is gone"
    lines: list[Line] = [((title, "title"), (f"   {storm}{wall}", "bad"))]
    if view.order:
        lines.append((("Storm order: ", "dim"), (" → ".join(worn.faction[faction] for faction in view.order), "name")))
    worm = f"; a worm would strike {worn.territory[view.latest]}" if view.latest else ""
    decks = f"Spice deck {view.spice_deck} cards{worm}; treachery deck {view.treachery} cards, "
    gone = ", ".join(_counted(worn.card[card] for card in view.treachery_discards)) or "none"
    return [*lines, ((f"{decks}discarded: {gone}.", "dim"),)]


def _counted(texts: Iterable[str]) -> list[str]:
    """``Shield, Snooper ×2``: names in order, with how many there are of each."""
    return [text if number == 1 else f"{text} ×{number}" for text, number in Counter(texts).items()]


# --- the factions -----------------------------------------------------------------------------


def _factions(view: DuneView, worn: Skin, names: Names) -> list[Line]:
    """DUN-1.5: spice, reserves, tanks, cards, leaders, ally of each faction, in storm order."""
    shown = sorted(
        view.factions, key=lambda faction: view.order.index(faction.faction) if faction.faction in view.order else 0
    )
    wide = max(len(worn.faction[faction.faction]) for faction in shown)
    people = max(len(names.label("seat", faction.seat)) for faction in shown) + len(" (you)")
    head = f"  {'Faction'.ljust(wide)}  {'Player'.ljust(people)}  Spice  Reserves  Tanks  Cards"
    return [((head, "title"),), *(_faction(view, faction, worn, names, wide, people) for faction in shown)]


def _faction(view: DuneView, faction: FactionView, worn: Skin, names: Names, wide: int, people: int) -> Line:
    you = faction.seat == view.seat
    player = names.label("seat", faction.seat) + (" (you)" if you else "")
    spans: list[Span] = [
        (f"  {worn.faction[faction.faction].ljust(wide)}", "you" if you else "name"),
        (f"  {player.ljust(people)}", ""),
        (f"  {faction.spice:5d}", "coin"),
        (f"  {faction.reserves:8d}  {faction.tanks:5d}  {faction.cards:2d}/{faction.limit}", ""),
    ]
    if faction.ally:
        spans.append((f"  allied with {worn.faction[faction.ally]}", "good"))
    if faction.dead:
        spans.append((f"  dead: {', '.join(_leader(leader, worn) for leader in faction.dead)}", "bad"))
    if faction.known and not you:
        spans.append((f"  holds {', '.join(_counted(worn.card[card] for card in faction.known))}", "dim"))
    if faction.shown_traitors:
        spans.append((f"  traitors: {', '.join(worn.leader[leader] for leader in faction.shown_traitors)}", "seal"))
    return tuple(spans)


def _leader(leader: str, worn: Skin) -> str:
    """``Stilgar 7``."""
    return f"{worn.leader[leader]} {STRENGTH[leader]}"


# --- the map ----------------------------------------------------------------------------------


def _places(view: DuneView, worn: Skin) -> list[Line]:
    """DUN-2.1: all strongholds, and every other territory that is not empty."""
    lines: list[Line] = [(("  Territories", "title"),)]
    wide = max(map(len, worn.territory.values())) + len(" 17")
    occupied = {place for faction in view.factions for place in faction.forces} | set(view.fields)
    for number, place in enumerate(LOCATION_IDS):
        kind = FACTS.territories[TERRITORY_OF[number]].kind
        if kind == "stronghold" or place in occupied:
            lines.append(_place(view, place, number, kind, worn, wide))
    return lines


def _place(view: DuneView, place: str, number: int, kind: str, worn: Skin, wide: int) -> Line:
    sector = SECTOR_OF[number]
    name = worn.territory[TERRITORY_IDS[TERRITORY_OF[number]]] + (f" {sector}" if sector >= 0 else "")
    stormy = "☼" if sector == view.storm >= 0 else " "
    spans: list[Span] = [(f"  {SIGNS[kind]} {name.ljust(wide)}{stormy}", "title" if kind == "stronghold" else "")]
    if spice := view.fields.get(place):
        spans.append((f" ◆{spice}", "coin"))
    spans += [
        (f"  {worn.faction[faction.faction]} {faction.forces[place]}", "you" if faction.seat == view.seat else "name")
        for faction in view.factions
        if place in faction.forces
    ]
    if len(spans) == 1:
        spans.append(("  nobody", "dim"))
    return tuple(spans)


# --- what is going on, and what is one's own ----------------------------------------------------


def _going_on(view: DuneView, names: Names) -> list[Line]:
    """DUN-4: the present matter and the restrictions; DUN-1.5: this seat's secrets, in the board's words."""
    now = Moment(view)
    settled = affair_words(now, names)
    roles = ("title", *("" for _ in settled[1:]))
    told: list[Line] = [((f"  {line}", role),) for line, role in zip(settled, roles, strict=True)]
    own = (*own_words(now, names), *known_words(now, now.own, names)) if now.own else ()
    return told + [((f"  {line}", "you"),) for line in own]


# --- the turns so far -------------------------------------------------------------------------


def ledger(events: Iterable[Event], names: Names) -> list[Line]:
    """DUN-1.4.1: turn by turn storms, spice, alliances, sales, journeys, battles, victories."""
    lines: list[Line] = [
        ((event.say(names) if event.tone == "title" else f"  {event.say(names)}", event.tone),)
        for event in events
        if isinstance(event, DuneEvent) and event.tone is not None
    ]
    return lines or [(("Nothing has happened yet.", "dim"),)]


def beside(view: DuneView, names: Names) -> dict[str, list[str]]:
    """DUN-2.1: the territories that each territory touches."""
    called = [skin(view.options.skin).territory[territory] for territory in TERRITORY_IDS]
    return {called[territory]: [called[other] for other in touched] for territory, touched in enumerate(BORDERING)}


def drawn(view: DuneView, names: Names, wide: int = WIDE) -> list[Line]:
    """DUN-2.1: the planet: every territory with its contents, sector by sector."""
    worn = skin(view.options.skin)
    places = {
        territory: [place for place in LOCATION_IDS if place.partition("/")[0] == territory]
        for territory in TERRITORY_IDS
    }
    points = {territory: _middle([anchor(place) for place in within]) for territory, within in places.items()}
    planet = Drawing(list(points.values()), wide)
    for territory in sorted(
        places, key=lambda territory: FACTS.territories[TERRITORY_IDS.index(territory)].kind != "stronghold"
    ):
        kind = FACTS.territories[TERRITORY_IDS.index(territory)].kind
        role = "title" if kind == "stronghold" else "" if kind == "sand" else "dim"
        found = [spans for place in places[territory] if (spans := _lying(view, place, worn))]
        within = [place.partition("/")[2] for place in places[territory]]
        planet.put(
            points[territory],
            [(f"{SIGNS[kind]}{worn.territory[territory]}{_sectors(within, view.storm)}", role), *found],
        )
    storm = f"; ☼ the storm is in sector {view.storm}" if view.storm >= 0 else ""
    legend = f"▲ stronghold, ^ rock, · sand; numbers are sectors, ◆ spice{storm}."
    return [*planet.lines(), ((legend, "dim"),), (("neighbours PLACE says what a place touches.", "dim"),)]


def _sectors(within: Sequence[str], storm: int) -> str:
    """`` 1-3``: the sectors of a territory, with a sign if the storm is in one of them; none in the middle."""
    numbers = {int(sector) for sector in within if sector}
    if not numbers:
        return ""
    first = next(sector for sector in numbers if (sector - 1) % SECTORS not in numbers)
    last = next(sector for sector in numbers if (sector + 1) % SECTORS not in numbers)
    return f" {first}{f'-{last}' if last != first else ''}{'☼' if storm in numbers else ''}"


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _lying(view: DuneView, place: str, worn: Skin) -> Span | None:
    """``10: ATR 4 ◆6``: the contents of a sector; empty if there are none."""
    who = [(player.faction, player.forces[place]) for player in view.factions if place in player.forces]
    things = [f"{worn.short[faction]} {number}" for faction, number in who]
    things += [f"◆{view.fields[place]}"] if place in view.fields else []
    sector = place.partition("/")[2]
    stormy = "☼" if sector == str(view.storm) else ""
    own = view.seat is not None and any(faction == view.factions[view.seat].faction for faction, _ in who)
    at = f"{sector}{stormy}: " if sector else ""
    return (f"{at}{' '.join(things)}", "you" if own else "name" if who else "coin") if things else None


def parts(view: DuneView, names: Names) -> dict[str, int]:
    """DUN-3.1.1: the seats by their factions, as events name them."""
    worn = skin(view.options.skin)
    return {worn.faction[player.faction]: player.seat for player in view.factions}


def there(view: DuneView, names: Names) -> dict[str, str]:
    """DUN-2.1.4: the sectors of each territory, which of them the storm is in, and what stands and lies where."""
    called = skin(view.options.skin)
    return {called.territory[one]: _contents(view, at, called) for at, one in enumerate(TERRITORY_IDS)}


def _contents(view: DuneView, territory: int, worn: Skin) -> str:
    """``sectors 8, 9 and 10, 9 in the storm; Atreides 4 in 10; 6 spice in 8``."""
    sectors = [SECTOR_OF[place] for place in LOCATIONS_OF[territory] if SECTOR_OF[place] >= 0]
    where = f"sector{'s' if len(sectors) > 1 else ''} {listed(map(str, sectors))}" if sectors else "in no sector"
    stormy = "in the storm" if len(sectors) == 1 else f"{view.storm} in the storm"
    said = [f"{where}, {stormy}" if view.storm in sectors else where]
    for place in (LOCATION_IDS[at] for at in LOCATIONS_OF[territory]):
        at = f" in {place.partition('/')[2]}" if len(sectors) > 1 else ""
        stand = [one for one in view.factions if place in one.forces]
        said += [f"{worn.faction[one.faction]} {one.forces[place]}{at}" for one in stand]
        said += [f"{view.fields[place]} {worn.word['spice']}{at}"] if place in view.fields else []
    return "; ".join(said if len(said) > 1 else (*said, "nobody"))


def means(view: DuneView, names: Names, kind: str, value: Id) -> str:
    """DUN-2.1.3, DUN-7: what a card does, and what a territory is."""
    if isinstance(value, str) and (kind == "card" or (kind == "kind" and value in skin(view.options.skin).kind)):
        return use_of(value, names, view.options.ghola_forces)[0]
    if kind == "territory" and value in TERRITORY:
        at = TERRITORY[str(value)]
        return f"{KINDS[FACTS.territories[at].kind]}; {_contents(view, at, skin(view.options.skin))}."
    return ""


WEAPONS, DEFENCES = ("projectile", "poison", "lasgun"), ("shield", "snooper")

KINDS = {"stronghold": "A stronghold", "rock": "Rock", "sand": "Sand", "polar": "The middle of the map"}
"""DUN-2.1.3: the kinds of territories in sentences."""


def groups(view: DuneView, names: Names) -> dict[str, list[tuple[str, Id]]]:
    """DUN-2: the factions, the leaders, the strongholds, the cards and the sorts of cards."""
    factions: list[tuple[str, Id]] = [("faction", one.faction) for one in view.factions]
    leaders: list[tuple[str, Id]] = [("leader", one) for group in LEADERS_OF for one in group]
    cards: list[tuple[str, Id]] = [("card", card.id) for card in FACTS.treachery]
    weapons = [card for card in cards if KIND.get(str(card[1]), "") in WEAPONS]
    defences = [card for card in cards if KIND.get(str(card[1]), "") in DEFENCES]
    strong: list[tuple[str, Id]] = [("territory", land.id) for land in FACTS.territories if land.kind == "stronghold"]
    sorted_ = {"weapons": weapons, "defences": defences, "strongholds": strong}
    return {"factions": factions, "leaders": leaders, "cards": cards, "treachery cards": cards, **sorted_}


TERMINAL = Terminal(board, ledger, beside=beside, there=there, drawn=drawn, parts=parts, means=means, groups=groups)
