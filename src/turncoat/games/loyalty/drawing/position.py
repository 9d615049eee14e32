"""The table at one moment, with moving units and highlighted places, and the same in words.

The drawings use nothing but this. In words it tells what each place and each player has, and how near each end is.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from turncoat.games.loyalty.actions import AskToAttack, AskToMove, Attack, LoyaltyAction, Move, Numbers
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import CITIZENS, FACTIONS, KING, MILITIA, POPE, PRIESTS, Leave
from turncoat.games.loyalty.text import FACTION_NAMES, paid, proposed
from turncoat.games.loyalty.view import CityView, LoyaltyView, PlaceView
from turncoat.kernel import Names, amount, listed
from turncoat.kernel.lexicon import amounts


class March(Struct, frozen=True):
    """Units that move or are about to move. ``kind``: ``move``, ``ask`` or ``attack``."""

    seat: int
    units: Numbers
    origin: str
    to: str
    arrived: bool
    kind: str


class Picture(Struct, frozen=True):
    """The table at one moment. ``lit`` has the style sheet's word for what happens at each place."""

    now: LoyaltyView
    march: March | None = None
    lit: Mapping[str, str] = field(default_factory=dict)


def banner(now: LoyaltyView, seat: int) -> int:
    """LOY-14.1b: the place of a player's militia in a row."""
    return colours(now.options).index(now.colours[seat]) if now.colours else seat


def won_over(now: LoyaltyView, faction: str) -> tuple[str, ...]:
    """LOY-13.7: the cities whose marker is at the end of a faction."""
    end = now.options.track_length * (1 if faction == POPE else -1)
    return tuple(city.name for city in now.cities if city.marker == end)


def lean(marker: int) -> str:
    """LOY-5.7: the faction a marker leans towards; empty in the middle."""
    return POPE if marker > 0 else KING if marker < 0 else ""


def marching(view: LoyaltyView) -> March | None:
    """The attack, or the request for leave, that a view shows."""
    if view.battle is not None:
        battle = view.battle
        return (
            March(battle.attacker, {MILITIA: battle.force}, battle.origin, battle.field, False, "attack")
            if battle.force
            else None
        )
    if view.request is not None and view.request.action is not None and view.active is not None:
        return declared(view.active, view.request.action)
    return None


def declared(seat: int, action: LoyaltyAction) -> March | None:
    """LOY-8.5a: the units that ask for leave; None: there are none."""
    match action:
        case Move() | AskToMove():
            kind = "move" if isinstance(action, Move) else "ask"
            return March(seat, action.units, action.origin, action.to, False, kind)
        case Attack() | AskToAttack():
            return March(seat, {MILITIA: action.militia}, action.origin, action.to, False, "attack")
    return None


TITLES = {POPE: "Pope", KING: "King"}
"""LOY-4.1: short names of the factions."""


def initial(colours: tuple[str, ...], colour: int) -> str:
    """LOY-14.1: the first letters of a colour, enough to tell it from the others."""
    name = colours[colour]
    alike = [other for other in colours if other != name and other[:1].lower() == name[:1].lower()]
    return name[: 2 if alike else 1].upper()


def called(now: LoyaltyView, names: Names, who: int | None, *, soldiers: bool) -> str:
    """The name of a player, of a colour with soldiers, or ``nobody``."""
    if who is None:
        return "nobody"
    return colours(now.options)[who] if soldiers and colours(now.options) else names.label("seat", who)


def place_words(now: LoyaltyView, place: PlaceView, names: Names) -> str:
    """The accessible name of a place: its worth, its owner and its units."""
    kind = "road" if place.ends else "capital" if place.name == now.cities[0].name else "city"
    called_so = names.label("place", place.name)
    ends = [names.label("place", end) for end in place.ends]
    kind += f" from {ends[0]} to {ends[1]}" if ends and called_so == place.name else ""
    parts = [f"{called_so[:1].upper()}{called_so[1:]}, {kind}, {place.worth} VP", *_holders(now, place, names)]
    city = next((each for each in now.cities if each.name == place.name), None)
    if city is not None:
        parts.append(city_words(now, city, names))
    return ". ".join((", ".join(parts[:1]), *parts[1:], troops(now, place, names))) + "."


def _holders(now: LoyaltyView, place: PlaceView, names: Names) -> list[str]:
    control = called(now, names, place.control, soldiers=True)
    by = (
        f", {names.label('seat', place.gatekeeper)} decides about entry"
        if colours(now.options) and place.gatekeeper is not None
        else ""
    )
    return [f"Owned by {called(now, names, place.owner, soldiers=False)}, military control {control}{by}"]


def city_words(now: LoyaltyView, city: CityView, names: Names) -> str:
    """LOY-5.7, LOY-7.8: the track, the religious control, the pot."""
    parts = [track_words(now, city), f"religious control {called(now, names, city.religious, soldiers=False)}"]
    if now.options.taxes:
        parts.append(f"income {amount(city.income, 'coin')}")
    if city.pot is not None:
        parts.append(f"pot {amount(city.pot, 'coin')}{riot_words(now) if not city.pot else ''}")
    return ", ".join(parts)


def riot_words(now: LoyaltyView) -> str:
    """LOY-14.6: when an empty pot leads to a riot."""
    patience = now.options.riot_patience
    if not now.options.riots:
        return ""
    when = "the round ends" if patience == 1 else f"{patience} rounds in a row have ended"
    return f", no coins: it riots if it still has none when {when}"


def track_words(now: LoyaltyView, city: CityView) -> str:
    """LOY-5.7: the position of the loyalty marker."""
    faction = lean(city.marker)
    if not faction:
        return "Loyalty in the middle"
    if city.locked:
        return f"Locked for {FACTION_NAMES[faction]}"
    return f"Loyalty {abs(city.marker)} of {now.options.track_length} towards {FACTION_NAMES[faction]}"


def troops(now: LoyaltyView, place: PlaceView, names: Names) -> str:
    """The units in a place."""
    found = []
    for seat in range(len(now.coins)):
        held = {CITIZENS: place.citizens[seat], PRIESTS: place.priests[seat]}
        if not colours(now.options):
            held[MILITIA] = place.militia[seat]
        own = {kind: number for kind, number in held.items() if number}
        money = place.coins[seat] if place.coins else 0
        if own or money:
            held_there = (amounts(own, "unit", names, ""), amount(money, "coin") if money else "")
            found.append(f"{names.label('seat', seat)} {' with '.join(filter(None, held_there))}")
    found += [
        f"{colour} {number} militia"
        for colour, number in zip(colours(now.options), place.militia, strict=False)
        if number
    ]
    return "; ".join(found) if found else "Nobody stands there"


def player_words(now: LoyaltyView, seat: int, name: str, *, own: bool) -> str:
    """The possessions of a player, as a sentence."""
    parts = [f"{name}{' (you)' if own else ''}", f"{now.vp[seat]} VP", amount(now.coins[seat], "coin")]
    if now.turn and seat in now.last:
        parts.append("in last place")
    if now.colours:
        parts.append(f"wears {now.colours[seat]}")
    if now.cards:
        parts.append(f"served {FACTION_NAMES[now.cards[seat]]}")
    if seat == now.active:
        parts.append(f"has the turn with {amount(now.actions_left, 'action')} left{requests(now)}")
    if now.result is not None and seat in now.result.winners:
        parts.append("wins")
    return f"{', '.join(parts)}."


def requests(now: LoyaltyView) -> str:
    """LOY-8.5e: how many requests can still fail in this turn, once one has."""
    left = now.requests_left
    if left >= now.options.request_limit:
        return ""
    return f", {left} more request{'' if left == 1 else 's'} possible"


def ends_words(now: LoyaltyView, names: Names) -> list[str]:
    """LOY-13: how near each end of the game is."""
    lines = []
    options = now.options
    if options.revolution_end and now.round:
        best = max(now.vp)
        leaders = listed(names.label("seat", seat) for seat, own in enumerate(now.vp) if own == best)
        lines.append(
            f"Revolution at {now.needed} VP: {leaders} {_has(now, best)} {best}, {max(0, now.needed - best)} to go."
        )
    if options.military_end and now.round:
        least = min(now.vp)
        lowest = listed(names.label("seat", seat) for seat, own in enumerate(now.vp) if own == least)
        lines.append(f"The game ends if a player falls to 0 VP; fewest: {lowest} with {least}.")
    lines += [diplomacy_words(now, faction, names) for faction in FACTIONS]
    if now.faction:
        lines.append(final_words(now))
    return lines


def _has(now: LoyaltyView, number: int) -> str:
    return "has" if now.vp.count(number) == 1 else "have"


def diplomacy_words(now: LoyaltyView, faction: str, names: Names) -> str:
    """LOY-13.7: how many cities are loyal to a faction."""
    options, held = now.options, won_over(now, faction)
    cities = listed([names.label("place", city) for city in held]) if held else "none"
    capital = ", the capital among them" if options.lock_capital_required else ""
    loyal = f"{options.lock_cities_needed} cities are loyal to {FACTION_NAMES[faction]}{capital}"
    return f"The game ends when {loyal}; now: {cities}."


def final_words(now: LoyaltyView) -> str:
    """LOY-13.8: how long the final round lasts."""
    why = f"The final round is on, because enough cities are loyal to {FACTION_NAMES[now.faction]}"
    if now.turns_left is None:
        return f"{why}."
    more = "this is the last turn" if now.turns_left <= 0 else f"{amount(now.turns_left, 'more turn')} after this one"
    return f"{why}: {more}."


def leave_words(now: LoyaltyView, leave: Leave, names: Names) -> str:
    """LOY-8.8: a standing permission."""
    place = names.label("place", now.places[leave.place].name)
    price = f"for {amount(leave.price, 'coin')}" if leave.price else "free of charge"
    verb = "enter" if leave.leave == "enter" else "pass over"
    return f"{names.label('seat', leave.giver)} lets {names.label('seat', leave.to)} {verb} {place} {price}."


def stakes(now: LoyaltyView, names: Names) -> tuple[str, ...]:
    """LOY-8.5, LOY-10.2: the matter in progress; the asked player's coins, and the actions left (LOY-9.1)."""
    if now.seat is None or not now.turn:
        return ()
    own = f"You have {amount(now.coins[now.seat], 'coin')}"
    left = f" and {amount(now.actions_left, 'action')} left" if now.seat == now.active else ""
    return *affair_words(now, names), f"{own}{left}."


def affair_words(now: LoyaltyView, names: Names) -> list[str]:
    """LOY-8.5, LOY-10.2, LOY-14.8: the request, attack, proposal or payment in progress."""
    lines = []
    request, battle = now.request, now.battle
    if request is not None and request.action is not None and now.active is not None:
        action = request.action
        asker = names.label("seat", now.active)
        if isinstance(action, AskToMove | AskToAttack):
            lines.append(f"{asker} {action.says.about(action, names)}.")
        offers = [f"{names.label('seat', seat)} for {amount(price, 'coin')}" for seat, price in request.offers.items()]
        lines.append(f"Leave is asked of {listed(offers)}.")
    if battle is not None:
        foes = listed(names.label("seat", seat) for seat in battle.targets)
        attacker = names.label("seat", battle.attacker)
        field, origin = names.label("place", battle.field), names.label("place", battle.origin)
        lines.append(f"{attacker} attacks {foes} in {field} with {battle.force} militia from {origin}.")
        lines += [
            f"{names.label('seat', seat)} joins the defence with {many} militia."
            for seat, many in battle.joined.items()
        ]
        if battle.won:
            lines.append(f"The attack is won; {battle.force} of the attackers are left.")
    if now.proposal is not None:
        lines.append(f"{proposed(now.proposal, names)}.")
    if now.payment is not None:
        lines.append(f"{paid(now.payment, names)}.")
    return lines
