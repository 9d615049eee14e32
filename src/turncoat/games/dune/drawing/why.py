"""Why something cannot be chosen, such as a place where forces cannot go: one sentence with its rule.

It only explains; the boxes say what is legal.
"""

from __future__ import annotations

from turncoat.games.dune.battle import PLAY
from turncoat.games.dune.drawing.outlook import Foresight
from turncoat.games.dune.facts import LEADER_NUMBER, LEADERS_OF
from turncoat.games.dune.revival.board import not_revived
from turncoat.games.dune.shared.cards import CHEAP_HERO, DEFENCE_KINDS, KIND, WEAPON_KINDS
from turncoat.games.dune.shared.forces import at, closed_to, full_strongholds, occupants
from turncoat.games.dune.shared.leaders import FREE
from turncoat.games.dune.shared.map import LOCATION, NOWHERE, RALLY_AREA, TERRITORY_IDS, TERRITORY_OF, in_storm, reach
from turncoat.games.dune.shared.spice import help_for
from turncoat.games.dune.shipment.movement import range_of_move
from turncoat.games.dune.shipment.shipping import liftable, pays_half, rate_to
from turncoat.games.dune.truthtrance.promises import shunned
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Names


def not_in_plan(seen: Foresight, domain: str, value: str) -> str:
    """DUN-4.8.6, DUN-4.8.7, DUN-4.8.10, DUN-6.4.5: why a leader or a card cannot be in a plan."""
    if seen.view.battle is None:
        return ""
    if domain == "leader" and value in LEADER_NUMBER:
        return _cannot_lead(seen, value)
    if domain == "card" and value in KIND:
        return _cannot_be_played(seen, value)
    return ""


def _cannot_lead(seen: Foresight, leader: str) -> str:
    game, called = seen.game, seen.leader(leader)
    if leader not in LEADERS_OF[game.factions[seen.seat]]:
        return f"{called} is not your leader."
    number = LEADER_NUMBER[leader]
    if not game.alive[number]:
        return f"{called} is dead (DUN-4.8.6)."
    if game.tied[number] not in (FREE, seen.shadow.battle().territory):
        return f"{called} has fought in {seen.land(game.tied[number])} and stays there (DUN-4.8.10)."
    return ""


def _cannot_be_played(seen: Foresight, card: str) -> str:
    kind, called = KIND[card], seen.cards([card])
    if kind not in WEAPON_KINDS | DEFENCE_KINDS and card != CHEAP_HERO:
        return f"{called} is neither a weapon nor a defence (DUN-4.8.7)."
    battle = seen.shadow.battle()
    order = battle.voice if battle.commanded == seen.seat else None
    if order is None:
        return ""
    named = seen.names.label("kind", order.kind)
    if order.order != PLAY and kind == order.kind:
        return f"You must not play any {named} (DUN-6.4.5)."
    return f"You must play a {named} instead (DUN-6.4.5)." if order.order == PLAY and kind != order.kind else ""


SHIPPED, WALKED, RIDDEN = ("ship", "rally", "transfer"), ("move", "hajr"), ("ride",)
"""Kinds of journeys, by the tags of their answers."""
LIFTED = (*WALKED, *RIDDEN, "transfer", "withdraw")
"""Journeys that begin on the map."""


def why(view: DuneView, action: str, domain: str, value: str, names: Names) -> str:
    """Why an answer cannot aim at something; empty if no reason is known."""
    if view.own is None:
        return ""
    if action == "plan":
        return not_in_plan(Foresight(view, names), domain, value)
    if action == "revive":
        return not_revived(Foresight(view, names), domain, value)
    if domain != "location" or value not in LOCATION:
        return ""
    if action not in (*SHIPPED, *LIFTED):
        return ""
    seen, place = Foresight(view, names), LOCATION[value]
    if action == "withdraw":
        return _not_from_here(seen, place)
    told = _closed(seen, action, place) or _special(seen, action, place)
    return told or (_not_from_here(seen, place) if action in LIFTED else "")


def _closed(seen: Foresight, action: str, place: int) -> str:
    """DUN-2.1.5 to DUN-2.1.7, DUN-TT-M1: what closes a place to all forces, however they come."""
    game, seat, territory = seen.game, seen.seat, TERRITORY_OF[place]
    where = seen.land(territory)
    if in_storm(place, game.storm) and not (action == "rally" and game.options.rally_into_storm):
        return f"The storm is in sector {game.storm}: nobody can go there (DUN-2.1.5)."
    if territory not in closed_to(game, seat):
        return ""
    if territory in full_strongholds(game, seat):
        there = seen.all_of(occupant for occupant in occupants(game, territory) if occupant != seat)
        return f"{where} is full: {there} are there (DUN-2.1.6)."
    if TERRITORY_IDS[territory] in shunned(game, seat):
        return f"You have promised to bring no forces to {where} this turn (DUN-7.12.3)."
    return f"Your ally is in {where}, and allies do not share a territory (DUN-2.1.7)."


def _special(seen: Foresight, action: str, place: int) -> str:
    """What closes a place to this kind of journey."""
    territory = TERRITORY_OF[place]
    if action == "rally" and territory not in RALLY_AREA:
        flat = seen.names.label("territory", "great-flat")
        return f"{seen.land(territory)} is more than two territories from {flat} (DUN-6.1.2)."
    sources = {TERRITORY_OF[own[0][0]] for own in liftable(seen.game.forces[seen.seat], seen.game.storm)}
    if action == "transfer" and sources == {territory}:
        return f"Forces that leave {seen.land(territory)} by ship must go to another territory (DUN-6.5.2)."
    if action in ("ship", "transfer"):
        return _dear(seen, territory)
    if action in WALKED:
        return _far(seen, place)
    if action in RIDDEN and TERRITORY_IDS[territory] == seen.view.devoured and not seen.game.options.ride_at_home:
        return f"The ride begins in {seen.land(territory)} and must end in another territory (DUN-6.1.7)."
    return ""


def _dear(seen: Foresight, territory: int) -> str:
    """DUN-4.7.2, DUN-2.3.1: the player cannot pay for a single force."""
    game, seat = seen.game, seen.seat
    price = rate_to(territory, half=pays_half(game, seat)).price(1)
    owned = game.spice[seat] + help_for(game, seat)
    if price <= owned:
        return ""
    return f"A force costs {seen.spice(price)} there, and you have {owned} (DUN-4.7.2)."


def _far(seen: Foresight, place: int) -> str:
    """DUN-4.7.7: the place is too far for all forces, or the storm and full strongholds bar the way."""
    game, seat = seen.game, seen.seat
    stacks = game.forces[seat]
    steps = range_of_move(game, seat, stacks)
    full = full_strongholds(game, seat)
    if at(game, seat, place) and len(stacks) == 1:
        return "They are there already."
    if any(place in reach(start, steps, game.storm, full) for start, _ in stacks):
        return "" if len(stacks) == 1 else "The forces that you have chosen cannot come there (DUN-4.7.7)."
    if any(place in reach(start, steps, NOWHERE) for start, _ in stacks):
        return f"The storm or a full stronghold bars the way to {seen.place(place)} (DUN-4.7.7)."
    far = f"{steps} territories" if steps > 1 else "1 territory"
    return f"{seen.place(place)} is too far: your forces can go {far} (DUN-4.7.7)."


def _not_from_here(seen: Foresight, place: int) -> str:
    """DUN-2.1.5: forces in the storm cannot leave; or there are no forces there."""
    game = seen.game
    if not at(game, seen.seat, place):
        return f"You have no forces in {seen.place(place)}."
    if in_storm(place, game.storm):
        return f"Your forces in {seen.place(place)} are in the storm and cannot leave (DUN-2.1.5)."
    return ""
