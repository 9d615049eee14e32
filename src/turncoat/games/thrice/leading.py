"""THR-8.3 and THR-8.6: the GM leads the opponents, one after the other or several by one command."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.thrice.actions import Assault, Charge, Send, ThriceAction
from turncoat.games.thrice.choices import reachable
from turncoat.games.thrice.state import (
    Band,
    Lead,
    Round,
    Thrice,
    Turn,
    enemies,
    engagement,
    master,
    members,
)
from turncoat.games.thrice.taking_back import remember
from turncoat.games.thrice.turn import begin
from turncoat.kernel import Box, Boxes, OneOf, Pending, Some, Tell, box, each, flow, within
from turncoat.kernel.play import reopen


def waiting_opponents(game: Thrice, round_: Round) -> Band:
    """THR-8.1: the opponents who have not taken their turn."""
    return enemies(game) & game.active & ~round_.acted


def sending(game: Thrice, round_: Round) -> tuple[int, ...]:
    """THR-8.3: asks the GM, as long as an opponent has not acted."""
    return (master(game),) if waiting_opponents(game, round_) else ()


# --- one after the other ----------------------------------------------------------------------


@lru_cache(maxsize=4096)
def send_boxes_for(waiting: Band) -> Boxes[ThriceAction]:
    """THR-8.3: any of these opponents."""
    return Boxes(box(Send, who=OneOf(members(waiting), "combatant")))


def send_boxes(game: Thrice, round_: Round, seat: int) -> Boxes[ThriceAction]:
    """THR-8.3: the GM chooses the order of the opponents."""
    return send_boxes_for(waiting_opponents(game, round_))


def first_listed(game: Thrice, round_: Round, seat: int) -> ThriceAction:
    """THR-D9: by default opponents go in the listed order (what they do: ``turn.usual_turn``)."""
    return Send(members(waiting_opponents(game, round_))[0])


def send(game: Thrice, round_: Round, pending: Pending[ThriceAction], tell: Tell) -> Turn:
    """THR-8.3: give this opponent the next turn."""
    (action,) = pending.answers.values()
    assert isinstance(action, Send)
    remember(game, action.who, action)
    return begin(round_, action.who, tell)


NOBODY: Boxes[ThriceAction] = Boxes()
"""THR-8.6: no opponents can be led together."""


# --- several by one word ----------------------------------------------------------------------


def lead_boxes(game: Thrice, round_: Round, seat: int) -> Boxes[ThriceAction]:
    """THR-8.6: the GM can also choose several opponents and a target that all of them can reach."""
    if seat != master(game):
        return NOBODY
    return lead_boxes_for(tuple((who, reachable(game, who)) for who in members(waiting_opponents(game, round_))))


@lru_cache(maxsize=1024)
def lead_boxes_for(reach: tuple[tuple[int, Band], ...]) -> Boxes[ThriceAction]:
    """THR-8.6: the possible targets of each opponent; those with the same targets can be sent together."""
    able = tuple([who for who, targets in reach if targets])
    if not able:
        return NOBODY
    found: list[Box[ThriceAction]] = [box(Charge, who=Some(able, 1, len(able), "combatant"))]
    for targets in dict.fromkeys([targets for _, targets in reach if targets]):
        alike = tuple([who for who, other in reach if other == targets])
        whom = OneOf(members(targets), "combatant")
        found.append(box(Assault, target=whom, who=Some(alike, 1, len(alike), "combatant")))
    return Boxes(*found)


def lead(game: Thrice, round_: Round, seat: int, action: ThriceAction, tell: Tell) -> Lead:
    """THR-8.6: let the opponents act one after the other; then the GM is asked who is next."""
    reopen(round_)
    remember(game, -1, action)
    if isinstance(action, Assault):
        return Lead(who=list(action.who), target=action.target)
    assert isinstance(action, Charge)
    return Lead(who=list(action.who))


def next_led(game: Thrice, lead: Lead, tell: Tell) -> Turn | None:
    """THR-8.6: the next opponent that can reach its target; an opponent that no longer can keeps its turn."""
    round_ = within(game, Round)
    while lead.who:
        who = lead.who.pop(0)
        targets = reachable(game, who) if waiting_opponents(game, round_) >> who & 1 else 0
        if lead.target >= 0:
            targets &= 1 << lead.target
        if targets:
            return begin(round_, who, tell, nearest(game, targets))
    return None


def nearest(game: Thrice, targets: Band) -> int:
    """THR-8.6: the nearest within reach: free before engaged, engaged before distant; then by condition, then by seat.

    An engaged opponent reaches only its own engagement.
    """

    def far(who: int) -> tuple[int, int, int]:
        zone = 2 if game.distant >> who & 1 else 1 if engagement(game, who) else 0
        return zone, game.condition[who], who

    return min(members(targets), key=far)


LEAD = flow(Lead, turns=each(next_led))
