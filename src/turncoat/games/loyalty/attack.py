"""LOY-10.2.1 to LOY-10.2.9: an attack from its announcement to the losses of the militia.

The possible attacks are in ``choices`` and ``leave``, the losses and the advance in ``losses``.
"""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.loyalty.actions import AskToAttack, Attack, Decline, Join, LoyaltyAction
from turncoat.games.loyalty.events.war import AttackAnnounced, Fought, Volunteered
from turncoat.games.loyalty.losses import (
    advance,
    bring_boxes,
    bury,
    follow,
    kill_boxes,
    killer,
    kind_boxes,
    losers,
    luggage,
    name_victims,
    named_first,
    parley_over_civilians,
    stay_behind,
    stricken,
    take_default_kinds,
    take_default_victims,
    take_kinds,
    victors,
)
from turncoat.games.loyalty.majority import speaker
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import Battle, Loyalty, Parley, active, add, banner, from_left
from turncoat.kernel import Between, Boxes, Pending, Tell, always, box, decide, each, flow, never


def attack(game: Loyalty, seat: int, action: Attack | AskToAttack, tell: Tell) -> Battle:
    """LOY-10.2.5: announce the attack, which can no longer be withdrawn (LOY-R27).

    One or more of the militia in the attack's first place take part; the others do not (LOY-10.2.1, LOY-10.2.4).
    """
    places = game.map.places
    tell.all(AttackAnnounced, seat, action.origin, action.to, action.targets, action.militia)
    return Battle(origin=places[action.origin], field=places[action.to], targets=action.targets, force=action.militia)


# --- volunteers -------------------------------------------------------------------------------


def can_join(game: Loyalty, battle: Battle, seat: int) -> bool:
    """LOY-10.2.6: other players with militia there; LOY-14.1e: the speakers of other colours there.

    A volunteer's civilians are in no danger (``losses.civilians``).
    """
    own = banner(game, seat)
    if seat in battle.targets or not game.militia[battle.field][own]:
        return False
    if not game.colours:
        return True
    taken = {game.colours[member] for member in (active(game), *battle.targets)}
    return own not in taken and speaker(game, own) == seat


def next_volunteer(game: Loyalty, battle: Battle) -> list[int]:
    """LOY-10.2.6: asks the volunteers one by one, clockwise from the attacker's left (LOY-R23)."""
    for seat in from_left(game, active(game)):
        if seat not in battle.called and can_join(game, battle, seat):
            return [seat]
    return []


def join_boxes(game: Loyalty, battle: Battle, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.6: decline, or join with 1 up to all of the player's militia there."""
    return joining(game.militia[battle.field][banner(game, seat)])


@lru_cache(maxsize=1024)
def joining(militia: int) -> Boxes[LoyaltyAction]:
    """What a volunteer with this many militia can answer."""
    return Boxes(box(Decline), box(Join, militia=Between(1, militia, "militia")))


declining = always(Decline())
"""LOY-D4: a player who does not answer in time stays out of the fight."""


def join(game: Loyalty, battle: Battle, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-10.2.6: everybody learns each answer at once."""
    for seat, answer in pending.answers.items():
        battle.called.append(seat)
        number = answer.militia if isinstance(answer, Join) else 0
        if number:
            battle.joined[seat] = number
        tell.all(Volunteered, seat, number)


# --- the fight --------------------------------------------------------------------------------


def standard(game: Loyalty, seat: int) -> str:
    """The key for a player's militia: the seat, or the name of the colour (LOY-14.1b).

    Call to Arms makes militia of the colour that the player wears now (``recruit.call``).
    """
    return colours(game.options)[game.colours[seat]] if game.colours else str(seat)


def defence(game: Loyalty, battle: Battle) -> dict[str, int]:
    """LOY-10.2.7: all militia of the targets there and those that joined, in the order of LOY-10.2.8 (LOY-R22)."""
    row = game.militia[battle.field]
    found = {standard(game, seat): row[banner(game, seat)] for seat in battle.targets}
    for seat, number in battle.joined.items():
        found[standard(game, seat)] = number
    return {who: number for who, number in found.items() if number}


def parley_over_militia(game: Loyalty, battle: Battle, tell: Tell) -> Parley | None:
    """LOY-10.2.8: two or more defenders may agree on whose militia fall, if not all of them do (LOY-D5).

    They speak in the order of the defence; each may make one proposal, until all agree to one.
    """
    caps = defence(game, battle)
    row = game.militia[battle.field]
    parties = [seat for seat in battle.targets if row[banner(game, seat)]] + list(battle.joined)
    if battle.terms or battle.heard >= len(parties) or len(caps) < 2 or battle.force >= sum(caps.values()):
        return None
    battle.heard += 1
    return Parley(
        speaker=parties[battle.heard - 1],
        parties=tuple(parties),
        caps=tuple(caps.items()),
        total=battle.force,
        civilians=False,
    )


def strike(game: Loyalty, battle: Battle, tell: Tell) -> None:
    """LOY-10.2.9: militia fall one for one; LOY-10.2.12: the attacker wins if any of his are left.

    The attacker wins if there were more attackers than defenders; civilians that survive do not matter.
    """
    caps = defence(game, battle)
    strength = sum(caps.values())
    fallen = min(battle.force, strength)
    losses = battle.terms or named_first(tuple(caps.items()), fallen)
    seat = active(game)
    add(game.militia, battle.origin, banner(game, seat), -fallen)
    places = {standard(game, member): banner(game, member) for member in (*battle.targets, *battle.joined)}
    for who, number in losses.items():
        add(game.militia, battle.field, places[who], -number)
    battle.won = battle.force > strength
    tell.all(Fought, seat, battle.force, strength, losses, battle.won)
    battle.force -= fallen
    battle.terms, battle.heard = {}, 0


BATTLE = flow(
    Battle,
    volunteers=decide(join_boxes, join, default=declining, asked=next_volunteer, until=never, repeated=True),
    order=each(parley_over_militia),
    strike=strike,
    split=each(parley_over_civilians),
    stricken=stricken,
    victims=decide(kill_boxes, name_victims, default=take_default_victims, asked=killer),
    kinds=decide(kind_boxes, take_kinds, default=take_default_kinds, asked=losers),
    bury=bury,
    advance=advance,
    follow=decide(bring_boxes, follow, default=stay_behind, asked=victors),
    luggage=luggage,
)
