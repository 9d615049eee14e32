"""The actions of Truce as numbers 0, 1, 2, ..., which both frameworks ask for.

0 is Pass; then come Support for each player, an Attack on each player, Defend, and Loot: the order in which the plain
version lists what is legal. A player's own number takes a place among the targets, so that a number means the same for
everybody; it is never legal.
"""

from __future__ import annotations

from baselines.plain_truce import Action, Game, Kind


class Numbering:
    """The numbers for a game of so many players."""

    def __init__(self, players: int) -> None:
        """Make the list of all actions in the order of their numbers."""
        self.actions = [Action(Kind.PASS)]
        self.actions += [Action(Kind.SUPPORT, target) for target in range(players)]
        self.actions += [Action(Kind.ATTACK, target) for target in range(players)]
        self.actions += [Action(Kind.DEFEND), Action(Kind.LOOT)]
        self.first = {
            Kind.PASS: 0,
            Kind.SUPPORT: 1,
            Kind.ATTACK: 1 + players,
            Kind.DEFEND: 1 + 2 * players,
            Kind.LOOT: 2 + 2 * players,
        }

    def number(self, action: Action) -> int:
        """The number of an action."""
        return self.first[action.kind] + (action.target or 0)

    def legal(self, game: Game, player: int) -> list[int]:
        """The numbers of all actions the player may choose now, smallest first."""
        return [self.number(action) for action in game.legal_actions(player)]
