"""What an action would come to, from what everybody sees: losses of an attack, land that changes hands, leave needed.

Nothing here changes or guesses: it is the arithmetic of LOY-7 and LOY-10.2.9 to LOY-10.2.13 on the present map.
"""

from __future__ import annotations

from turncoat.games.loyalty import actions as act
from turncoat.games.loyalty.actions import LoyaltyAction, Numbers
from turncoat.games.loyalty.board_position import Position, position
from turncoat.games.loyalty.campaign import TICK_PRICE
from turncoat.games.loyalty.majority import strict_most
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.state import CITIZENS, KING, POPE
from turncoat.games.loyalty.text import FACTION_NAMES, coins
from turncoat.games.loyalty.view import LoyaltyView, PlaceView
from turncoat.kernel.lexicon import listed
from turncoat.kernel.space import Names


def outlook(view: LoyaltyView, action: LoyaltyAction, names: Names) -> tuple[str, ...]:
    """What an action would come to, in sentences; nothing where there is nothing to foresee."""
    now = position(view)
    if view.seat is None:
        return ()
    if isinstance(action, act.Attack | act.AskToAttack):
        return tuple(_attack(now, view.seat, action, names))
    if isinstance(action, act.Move | act.AskToMove):
        return tuple(_move(now, view.seat, action, names))
    if isinstance(action, act.Proselytize):
        return tuple(_recruits(now, view.seat, action, names))
    if isinstance(action, act.CallToArms | act.CallToFaith):
        return tuple(_conversion(now, view.seat, action.city, action.citizens, names))
    return tuple(_campaign(now, view.seat, action)) if isinstance(action, act.Campaign) else ()


# --- attacks ----------------------------------------------------------------------------------


def defence(now: Position, place: PlaceView, targets: tuple[int, ...]) -> int:
    """LOY-10.2.7: the militia of the targets; with colours all militia of their colours."""
    return sum(place.militia[banner] for banner in {now.banner(seat) for seat in targets})


def helpers(now: Position, place: PlaceView, seat: int, targets: tuple[int, ...]) -> dict[str, int]:
    """LOY-10.2.6: who might join the defence, and with how many at most."""
    out = {now.banner(seat), *(now.banner(one) for one in targets)}
    titles = now.colours or tuple(str(one) for one in range(now.seats))
    return {titles[banner]: number for banner, number in enumerate(place.militia) if number and banner not in out}


def _attack(now: Position, seat: int, action: act.Attack | act.AskToAttack, names: Names) -> list[str]:
    place = now.place(action.to)
    strength, force = defence(now, place, action.targets), action.militia
    lines = [f"{force} against {strength}: {_verdict(now, place, action, strength, names)}"]
    friends = helpers(now, place, seat, action.targets)
    if friends:
        more = strength + sum(friends.values())
        who = listed(_titled(one, number, names) for one, number in friends.items())
        lines.append(f"If {who} joined, {force} against {more}: {_verdict(now, place, action, more, names)}")
    return lines


def _titled(who: str, number: int, names: Names) -> str:
    return f"{names.label('seat', int(who)) if who.isdecimal() else who} ({number})"


def _verdict(now: Position, place: PlaceView, action: act.Attack | act.AskToAttack, strength: int, names: Names) -> str:
    """LOY-10.2.9 to LOY-10.2.13."""
    left = action.militia - strength
    if left <= 0:
        lost = min(action.militia, strength)
        return f"you lose {lost} militia, they lose {lost}, and you do not win."
    civilians = sum(place.citizens[seat] + place.priests[seat] for seat in action.targets)
    dead = min(left, civilians)
    falls = f", {dead} of {civilians} civilian{'s' if civilians > 1 else ''} of theirs killed" if civilians else ""
    into = f" and advance into {place.name}" if action.to != action.origin else ""
    return f"you win with {left} left{falls}{into}.{_fallout(now, place, action.targets, dead, civilians, names)}"


def _fallout(now: Position, place: PlaceView, targets: tuple[int, ...], dead: int, civilians: int, names: Names) -> str:
    """LOY-13.4: whether somebody is left without land when all civilians there die."""
    if dead < civilians or place.owner not in targets or not now.options.military_end:
        return ""
    owner = place.owner
    assert owner is not None
    ruined = now.vp[owner] == place.worth
    end = " and leaves nothing: the game ends" if ruined else ""
    return f" That takes {place.name} from {names.label('seat', owner)}{end}."


# --- land -------------------------------------------------------------------------------------


def moved(row: Row, who: int, number: int) -> Row:
    """A row in which somebody has so many more."""
    return (*row[:who], row[who] + number, *row[who + 1 :])


def _owner_after(place: PlaceView, seat: int, citizens: int) -> int | None:
    who = strict_most(moved(place.citizens, seat, citizens))
    return None if who < 0 else who


def land(now: Position, changes: dict[str, int], seat: int, names: Names) -> list[str]:
    """LOY-7.1, LOY-7.2: who would own what, if so many citizens came to these places."""
    lines, points = [], list(now.vp)
    for name, number in changes.items():
        place = now.place(name)
        after = _owner_after(place, seat, number)
        if after == place.owner:
            continue
        if place.owner is not None:
            points[place.owner] -= place.worth
        if after is not None:
            points[after] += place.worth
        lines.append(
            f"{name} goes to {names.label('seat', after)}." if after is not None else f"{name} has no owner then."
        )
    if points[seat] != now.vp[seat]:
        lines.append(f"You have {points[seat]} VP instead of {now.vp[seat]}.")
    if points[seat] >= now.needed and now.options.revolution_end:
        lines.append("That is a revolution: you win alone.")
    return lines


def _move(now: Position, seat: int, action: act.Move | act.AskToMove, names: Names) -> list[str]:
    number = action.units.get(CITIZENS, 0)
    lines = land(now, {action.origin: -number, action.to: number}, seat, names) if number else []
    if isinstance(action, act.AskToMove):
        lines.insert(0, _asked(action.prices, names))
    return lines


def _asked(prices: Numbers, names: Names) -> str:
    offers = [f"{coins(price)} to {names.label('seat', int(who))}" for who, price in prices.items() if price]
    return f"It needs leave; you offer {listed(offers)}." if offers else "It needs leave; you offer no coins."


def _recruits(now: Position, seat: int, action: act.Proselytize, names: Names) -> list[str]:
    return [f"It costs {coins(action.citizens)}.", *land(now, {action.city: action.citizens}, seat, names)]


def _conversion(now: Position, seat: int, city: str, citizens: int, names: Names) -> list[str]:
    return land(now, {city: -citizens}, seat, names)


# --- campaigns --------------------------------------------------------------------------------


def _campaign(now: Position, seat: int, action: act.Campaign) -> list[str]:
    city = next(one for one in now.cities if one.name == action.city)
    marker = city.marker + (action.ticks if action.faction == POPE else -action.ticks)
    lines = [f"It costs {coins(TICK_PRICE * action.ticks)}."]
    if abs(marker) < now.options.track_length:
        return lines
    faction = POPE if marker > 0 else KING
    word = "locks" if now.options.track_lock else "brings"
    lines.append(f"That {word} {city.name} for {FACTION_NAMES[faction]}.")
    held = {*now.won_over(faction), city.name}
    capital = now.cities[0].name in held or not now.options.lock_capital_required
    if len(held) >= now.options.lock_cities_needed and capital and not now.faction:
        lines.append("The final round begins.")
    return lines
