"""DUN-4.6: drawing and text of Revival, and the outlook for its answers."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.outlook import Foresight, Lines, forces
from turncoat.games.dune.drawing.tokens import faction_tag, leader_svg
from turncoat.games.dune.drawing.words import everybody, name_of
from turncoat.games.dune.facts import LEADER_NUMBER, LEADERS_OF
from turncoat.games.dune.karama import GholaForces, GholaLeader
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.rules import (
    PRICE,
    free_forces,
    opens_revival,
    ordinary,
    revivable,
    revive_leader,
    sponsor,
    sponsored,
)
from turncoat.games.dune.shared.cards import GHOLA
from turncoat.games.dune.shared.leaders import strength
from turncoat.games.dune.state import Dune
from turncoat.kernel import Names, Tell, amount, listed

# --- drawn ---------------------------------------------------------------------------------------


def revival(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.6: the tanks of each faction in storm order, and the factions that still have to decide."""
    made = "".join(tank(now, faction, names, scene) for faction in now.view.order or now.factions)
    return el("ul", made, class_="dune-tank-row")


def tank(now: Moment, faction: str, names: Names, scene: Scene) -> str:
    """The tanks of a faction: dead forces, dead leaders, and the number of free revivals."""
    player = now.faction(faction)
    free = free_forces(now.known.game, now.known.seat_of(faction))
    dead = "".join(leader_svg(leader, names.label("leader", leader), dead=True) for leader in player.dead)
    waits = faction in now.view.to_act
    alone = now.view.options.revival_order == "storm_order" and now.view.to_act[:1] == (faction,)
    state = "acts now" if alone else "to act" if waits else ""
    inside = faction_tag(faction, names) + el("span", el("b", str(player.tanks)), " forces, ", f"{free} free")
    inside += el("span", dead or "no leader", class_="dune-fallen")
    return el("li", inside, el("small", state) if state else "", class_="waits" if state else None,
              id=f"{scene.id}-tank-{faction}")  # fmt: skip


# --- in words ------------------------------------------------------------------------------------


def revival_words(now: Moment, names: Names) -> Lines:
    """DUN-4.6: the factions that may still revive, and the contents of the tanks."""
    view = now.view
    left = f"Still to revive: {everybody(view.to_act, names)}." if view.to_act else "Revival is about to begin."
    tanks = [
        f"{name_of(faction.faction, names)} {amount(faction.tanks, 'force')}"
        for faction in view.factions
        if faction.tanks
    ]
    return [left, f"In the tanks: {listed(tanks)}."]


# --- foreseen ------------------------------------------------------------------------------------


def revival_foreseen(seen: Foresight, action: Revive) -> Lines:
    """DUN-4.6.2 to DUN-4.6.5, DUN-6.6.3: the free and the paid revivals, and who pays."""
    seat = seen.seat

    def comes(there: Dune, tell: Tell) -> None:
        revive_leader(there, seat, action.leader, tell)
        ordinary(there, seat, action.forces, tell)
        sponsored(there, seat, action.extra, tell)

    after, happened = seen.shadow.after(comes)
    free = min(action.forces, free_forces(seen.game, seat))
    lines: Lines = []
    if action.forces:
        paid = action.forces - free
        lines.append(f"{free} free" + (f", {paid} for {seen.spice(paid * PRICE)}." if paid else "."))
    if action.extra:
        payer = seen.who(sponsor(seen.game, seat))
        lines.append(f"{payer} pays {seen.spice(action.extra * PRICE)} for {action.extra} more.")
    if action.leader is not None:
        price = seen.spice(strength(action.leader))
        lines.append(f"{seen.leader(action.leader)} costs {price}, as much as the leader’s strength.")
    if not lines:
        return ["You revive nobody."]
    rest = f"You have {forces(after.reserves[seat])} in reserve then, and {after.tanks[seat]} in the tanks."
    return [*lines, *seen.payments(happened, 0), rest]


def ghola(seen: Foresight, action: GholaForces | GholaLeader) -> Lines:
    """DUN-7.8.1: free, at once, without the limits of revival."""
    card, seat = seen.cards([GHOLA]), seen.seat
    if isinstance(action, GholaForces):
        left = seen.game.tanks[seat] - action.forces
        reserve = seen.game.reserves[seat] + action.forces
        return [f"{card} is discarded. You have {forces(reserve)} in reserve then, and {left} in the tanks."]
    worth = strength(action.leader)
    return [f"{card} is discarded. {seen.leader(action.leader)} (strength {worth}) can fight at once."]


def not_revived(seen: Foresight, domain: str, value: str) -> str:
    """DUN-4.6.4, DUN-4.6.5: why a leader cannot be revived."""
    game, seat = seen.game, seen.seat
    if domain != "leader" or value not in LEADERS_OF[game.factions[seat]]:
        return ""
    called = seen.leader(value)
    if game.alive[LEADER_NUMBER[value]]:
        return f"{called} lives."
    if not game.revival_open[seat] and not opens_revival(game, seat):
        once = "none of yours lives" if game.options.leader_revival == "no_living_leader" else "all five have died once"
        return f"Leaders come back once {once} (DUN-4.6.4)."
    if value not in revivable(game, seat):
        return f"{called} has died more often than others, who come first (DUN-4.6.5)."
    price, owned = strength(value), game.spice[seat]
    return f"{called} costs {seen.spice(price)}, and you have {owned} (DUN-4.6.4)." if price > owned else ""


def foreseen(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-4.6, DUN-7.8: what the revival of forces and leaders would lead to."""
    match action:
        case Revive():
            return revival_foreseen(seen, action)
        case GholaForces() | GholaLeader():
            return ghola(seen, action)
    return []
