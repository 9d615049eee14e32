"""THR-8 and THR-15: rounds, whose turn it is, and what the end of a round brings."""

from __future__ import annotations

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import Take, ThriceAction
from turncoat.games.thrice.end import (
    DEFEAT_SURRENDER,
    MUTUAL_SURRENDER,
    UNFINISHED,
    VICTORY_SURRENDER,
    decided,
    finish,
    wound,
)
from turncoat.games.thrice.leading import first_listed, send, send_boxes, sending
from turncoat.games.thrice.overruling import act_beside, beside_boxes, overrule, overrule_boxes
from turncoat.games.thrice.state import Match, Round, Thrice, Turn, enemies, members, party
from turncoat.games.thrice.taking_back import forget, remember
from turncoat.games.thrice.turn import begin
from turncoat.kernel import Boxes, Exit, Outcome, Pending, Tell, always, box, decide, flow, never

TAKE = Take()


def next_round(game: Thrice, match: Match, tell: Tell) -> Outcome[ThriceAction]:
    """THR-8.1: begin another round, up to the limit if there is one.

    A round (``ROUND``): the characters before, all opponents, the characters after, the end. Everybody has one turn.
    """
    forget(game)
    limit = game.options.round_limit
    if limit and game.round >= limit:
        return finish(game, tell, UNFINISHED)
    game.round += 1
    game.fresh_locks = dict.fromkeys(game.locks, 0)
    tell.all(happened.RoundBegan, game.round)
    return Round(first=game.before)


# --- who is next ------------------------------------------------------------------------------


def waiting_before(game: Thrice, round_: Round) -> tuple[int, ...]:
    """THR-8.1, THR-8.5: the characters before the opponents who have not had their turn.

    Combatants who are helpless or have fled have no turn: only active ones are asked.
    """
    return members(round_.first & game.active & ~round_.acted)


def waiting_after(game: Thrice, round_: Round) -> tuple[int, ...]:
    """THR-8.1: the characters after the opponents."""
    return members(party(game) & ~round_.first & game.active & ~round_.acted)


take_boxes = always(Boxes[ThriceAction](box(Take)))
"""THR-8.2: any of these characters may go; they agree by talking."""


lowest = always(TAKE)
"""THR-D4: if nobody answers, the lowest seat goes."""


def take(game: Thrice, round_: Round, pending: Pending[ThriceAction], tell: Tell) -> Turn:
    """THR-8.2: give the turn to the player who answers first."""
    who = next(iter(pending.answers))
    remember(game, who, TAKE)
    return begin(round_, who, tell)


# --- the end of a round -----------------------------------------------------------------------


def end_of_round(game: Thrice, round_: Round, tell: Tell) -> Exit | None:
    """THR-15.3, THR-15.4: check for surrender and the end; THR-R30: remove locks of earlier rounds (THR-O21)."""
    if decided(game):
        return finish(game, tell)
    if game.options.automatic_win and (result := surrender(game)):
        return finish(game, tell, result)
    expire_locks(game, tell)
    return None


def gain_advantage(game: Thrice, round_: Round, tell: Tell) -> None:
    """THR-15.1, THR-4.6: give each active character as much advantage as his present initiative (THR-13.10).

    The initiative roll adds initiative as well (``opening.compare``). Steps and tokens of initiative count here; they
    do not change the initiative board.
    """
    gains = [value if game.active >> seat & 1 else 0 for seat, value in enumerate(game.initiative[: game.players])]
    game.advantage = [own + gain for own, gain in zip(game.advantage, gains, strict=True)]
    if tell.listening:
        tell.all(happened.AdvantageGained, tuple(gains))


def bleed(game: Thrice, round_: Round, tell: Tell) -> None:
    """THR-15.2: carry out all marks of Bleed at the same time, and remove them (THR-R22)."""
    if not any(game.bleeding):
        return
    marks, game.bleeding = game.bleeding, [0] * len(game.bleeding)
    for who, loss in enumerate(marks):
        if loss:
            tell.all(happened.Bled, who, loss)
            wound(game, who, loss, tell)


def surrender(game: Thrice) -> str:
    """THR-17.2: a side that has lost more than half of its starting number surrenders; THR-R35: both may.

    Opponents are counted after removals. Nobody dies (``end.deadly``).
    """
    opponents = len(game.condition) - game.players
    own = (game.active & party(game)).bit_count()
    other = (game.active & enemies(game)).bit_count()
    lost, won = 2 * (game.players - own) > game.players, 2 * (opponents - other) > opponents
    if lost and won:
        return MUTUAL_SURRENDER
    return DEFEAT_SURRENDER if lost else VICTORY_SURRENDER if won else ""


def expire_locks(game: Thrice, tell: Tell) -> None:
    """THR-R30: remove locks that last until the end of this round."""
    if not game.locks or game.options.lock_duration == "combat":
        return
    for trick, fresh in game.fresh_locks.items():
        for who in members(game.locks[trick] & ~fresh):
            tell.all(happened.LocksExpired, who, trick)
    game.locks = dict(game.fresh_locks)


ROUND = flow(
    Round,
    before=decide(take_boxes, take, default=lowest, asked=waiting_before, until=never)
    .any_one()
    .beside(overrule_boxes, overrule),
    opponents=decide(send_boxes, send, default=first_listed, asked=sending, until=never).beside(
        beside_boxes, act_beside
    ),
    after=decide(take_boxes, take, default=lowest, asked=waiting_after, until=never)
    .any_one()
    .beside(overrule_boxes, overrule),
    advantage=gain_advantage,
    bleeding=bleed,
    end=end_of_round,
)
