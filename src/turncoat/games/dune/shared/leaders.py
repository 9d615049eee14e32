"""DUN-2.5: leaders: the living, the dead with how often they died, and those tied to a territory."""

from __future__ import annotations

from turncoat.games.dune.battle.events import LeaderKilled
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER, LEADER_NUMBER, LEADERS_OF, STRENGTH
from turncoat.games.dune.state import Dune
from turncoat.kernel import Tell

FREE = -1
"""The value for a leader who is tied to no territory."""


def living(game: Dune, seat: int) -> tuple[str, ...]:
    """The living leaders of a seat, in the order of the facts."""
    return tuple(leader for leader in LEADERS_OF[game.factions[seat]] if game.alive[LEADER_NUMBER[leader]])


def dead(game: Dune, seat: int) -> tuple[str, ...]:
    """The dead leaders of a seat, in the order of the facts."""
    return tuple(leader for leader in LEADERS_OF[game.factions[seat]] if not game.alive[LEADER_NUMBER[leader]])


def available(game: Dune, seat: int, territory: int) -> tuple[str, ...]:
    """DUN-4.8.6, DUN-4.8.10: living leaders who are not tied to another territory (DUN-2.5.1)."""
    return tuple(leader for leader in living(game, seat) if game.tied[LEADER_NUMBER[leader]] in (FREE, territory))


def died(game: Dune, leader: str, rule: str, tell: Tell) -> None:
    """A leader goes to the tanks."""
    number = LEADER_NUMBER[leader]
    game.alive[number] = False
    game.deaths[number] += 1
    tell.all(LeaderKilled, FACTION_IDS[FACTION_OF_LEADER[leader]], leader, rule=rule)


def comes_back(game: Dune, leader: str) -> None:
    """Bring a leader back from the tanks; with DUN-O-27 he remains tied to where he fought (DUN-R-83)."""
    number = LEADER_NUMBER[leader]
    game.alive[number] = True
    if not game.options.leaders_stay:
        game.tied[number] = FREE


def tie(game: Dune, leader: str, territory: int) -> None:
    """DUN-4.8.10: a leader used in a battle is tied to that territory until the end of the phase.

    This holds for every result of the battle; with DUN-O-27 also if he was killed and revived (DUN-R-83).
    """
    game.tied[LEADER_NUMBER[leader]] = territory


def untie_all(game: Dune) -> None:
    """DUN-4.8.10: free all leaders after the Battle Phase."""
    game.tied = [FREE] * len(game.tied)


def strength(leader: str | None) -> int:
    """DUN-1.1.3, DUN-7.6.1: the strength of a hero; it is 0 for a Cheap Hero and for no hero.

    A Cheap Hero replaces the leader, adds 0 and is worth 0 spice; he has the same right to play a weapon and a defence
    (``battle.plan.all_plans``) and cannot be a traitor (``battle.rules.callers``).
    """
    return STRENGTH.get(leader or "", 0)
