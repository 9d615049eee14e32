"""Why a leader cannot lead or come back, and why a card cannot be played: one sentence with its rule."""

from __future__ import annotations

from turncoat.games.dune.actions.battle import PLAY
from turncoat.games.dune.board.foreseen import Foresight
from turncoat.games.dune.cards import CHEAP_HERO, DEFENCE_KINDS, KIND, WEAPON_KINDS
from turncoat.games.dune.facts import LEADER_NUMBER, LEADERS_OF
from turncoat.games.dune.leaders import FREE, opens_revival, revivable, strength


def not_in_plan(seen: Foresight, domain: str, value: str) -> str:
    """DUN-4.8.6, DUN-4.8.7, DUN-4.8.10, DUN-6.4.5: what keeps a leader or a card out of a plan."""
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


def not_revived(seen: Foresight, domain: str, value: str) -> str:
    """DUN-4.6.4, DUN-4.6.5: what keeps a leader in the tanks."""
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
