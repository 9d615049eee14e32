"""DUN-2.6, DUN-2.7: actions that are possible at any time, and the windows in which everybody is asked.

A window is a decision that asks everybody; the only answer is to pass, and all anytime actions are possible beside it.
A *stop* is a window for which a player has no standing order to pass: if nobody has a stop, the window closes at once.
Windows are named by the key of their step; ``KEYS`` has them by number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from turncoat.games.dune.actions import NOTHING, PASS, DuneAction, Pass
from turncoat.games.dune.alliances import Allow, Give, Permit, PermitRevivals
from turncoat.games.dune.alliances.rules import alliance_boxes, allow, give, permit, permit_revivals
from turncoat.games.dune.events import GholaUsed
from turncoat.games.dune.karama import GholaForces, GholaLeader, Prevent
from turncoat.games.dune.karama.rules import prevent, prevent_boxes
from turncoat.games.dune.options import WINDOWS, listed
from turncoat.games.dune.sections import Battle, Sections
from turncoat.games.dune.shared.cards import GHOLA, KARAMA, TRUTHTRANCE
from turncoat.games.dune.shared.forces import revive
from turncoat.games.dune.shared.hands import use
from turncoat.games.dune.shared.leaders import comes_back, dead
from turncoat.games.dune.state import Dune, faction_id, playing, seats_of
from turncoat.games.dune.truthtrance import QUESTIONS
from turncoat.games.dune.truthtrance.rules import ask_boxes, put_to
from turncoat.kernel import Action, Between, Boxes, Closed, Exit, OneOf, Pending, Section, Tell, always, box, decide
from turncoat.kernel.decision import Decision
from turncoat.kernel.play import reopen


def ghola_boxes(game: Dune, section: Section[DuneAction], seat: int) -> Boxes[DuneAction]:
    """DUN-DK-24: revive one dead leader, or one to three dead forces (DUN-O-20, DUN-R-74)."""
    if GHOLA not in game.hands[seat]:
        return NOTHING
    most = min(game.options.ghola_forces, game.tanks[seat])
    return Boxes(box(GholaForces, forces=Between(1, most)), box(GholaLeader, leader=OneOf(dead(game, seat), "leader")))


def ghola_for_forces(game: Dune, section: Section[DuneAction], seat: int, action: GholaForces, tell: Tell) -> None:
    """DUN-7.8.1: free, at once, without regard to the limits of revival (DUN-4.6.6)."""
    use(game, seat, GHOLA, "DUN-7.8.1", tell)
    revive(game, seat, action.forces)
    tell.all(GholaUsed, faction_id(game, seat), None, action.forces)


def ghola_for_leader(game: Dune, section: Section[DuneAction], seat: int, action: GholaLeader, tell: Tell) -> None:
    """DUN-7.8.1: a leader who comes back during a Battle Phase may fight at once, in one territory (``comes_back``).

    The leader does not count against the limits of revival, either (DUN-4.6.6).
    """
    use(game, seat, GHOLA, "DUN-7.8.1", tell)
    comes_back(game, action.leader)
    tell.all(GholaUsed, faction_id(game, seat), action.leader, 0)


AnySection = Section[DuneAction]
Effect = Callable[[Dune, AnySection, int, DuneAction, Tell], Sections | None]
"""A function that carries out an action beside a decision; it may start a section, which suspends the decision."""
S = TypeVar("S", bound=AnySection)
A = TypeVar("A", bound=Action)

ANYTIME_CARDS = (TRUTHTRANCE, KARAMA, GHOLA)
SEALED = "Your plan is sealed: take it back first, or wait until the battle is resolved"


def effect(kind: type[A], carry_out: Callable[[Dune, AnySection, int, A, Tell], Sections | None]) -> Effect:
    """The function for one type of action."""

    def act(game: Dune, section: AnySection, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
        assert isinstance(action, kind)
        return carry_out(game, section, seat, action, tell)

    return act


EFFECTS: dict[type[DuneAction], Effect] = {
    Prevent: effect(Prevent, prevent),
    GholaForces: effect(GholaForces, ghola_for_forces),
    GholaLeader: effect(GholaLeader, ghola_for_leader),
    Allow: effect(Allow, allow),
    Permit: effect(Permit, permit),
    PermitRevivals: effect(PermitRevivals, permit_revivals),
    Give: effect(Give, give),
    **{kind: effect(kind, put_to) for kind in QUESTIONS},
}
"""DUN-2.6.1: the effect of each anytime action."""


def sealed(game: Dune, seat: int) -> bool:
    """DUN-2.6.3: whether a combatant's plan is sealed and its battle not yet resolved (DUN-R-86)."""
    battle = playing(game, Battle)
    if battle is None or battle.resolved:
        return False
    handed_in = battle.at("plans") and battle.pending is not None and seat in battle.pending.answers
    return handed_in or seat in battle.plans


def anytime(game: Dune, section: AnySection, seat: int) -> Boxes[DuneAction]:
    """DUN-2.6.1: what this seat can do now beside the decision.

    Anytime means: whenever the program waits for any decision, except while a Truthtrance question is unanswered.
    Anytime actions: Truthtrance, Karama prevention, Tleilaxu Ghola, permissions between allies, Emperor gift.
    """
    found = alliance_boxes(game, section, seat)
    if not any(card in game.hands[seat] for card in ANYTIME_CARDS):
        return found
    if sealed(game, seat):
        shut = tuple(Closed(kind, "DUN-2.6.3", SEALED) for kind in (Prevent, GholaForces, GholaLeader, *QUESTIONS))
        return found + Boxes(closed=shut)
    for boxes in (prevent_boxes, ghola_boxes, ask_boxes):
        more = boxes(game, section, seat)
        if more is not NOTHING:
            found = found + more
    return found


def at_once(game: Dune, section: AnySection, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-2.6.2: carry out an anytime action; these happen in order of arrival and are never undone (DUN-R-87).

    A decision that becomes illegal through one is returned to its owner for renewal (``Decision.renew``): for example a
    dial above the forces that are left (DUN-2.6.2). An illegal action changes nothing and is reported only to its
    sender (``play.submit``); steps without a decision happen as a whole (``play.run``; DUN-2.9.4).
    """
    return EFFECTS[action.__class__](game, section, seat, action, tell)


def beside_with(own: Callable[[Dune, S, int], Boxes[DuneAction]]) -> Callable[[Dune, S, int], Boxes[DuneAction]]:
    """What a phase offers beside its decision, together with all anytime actions."""

    def boxes(game: Dune, section: S, seat: int) -> Boxes[DuneAction]:
        more = own(game, section, seat)
        always = anytime(game, section, seat)
        return always if more is NOTHING else more + always

    return boxes


def act_with(
    own: dict[type[DuneAction], Callable[[Dune, S, int, DuneAction, Tell], Sections | None]],
) -> Callable[[Dune, S, int, DuneAction, Tell], Sections | None]:
    """A function that carries out what a phase offers beside its decision, and all anytime actions."""

    def act(game: Dune, section: S, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
        doing = own.get(action.__class__)
        return doing(game, section, seat, action, tell) if doing else at_once(game, section, seat, action, tell)

    return act


KEYS = dict(
    zip(
        WINDOWS,
        (
            "storm.window",
            "spice_blow.window",
            "nexus.alliances",
            "auction.window",
            "revival.window",
            "shipment_and_movement.window",
            "battles.window",
            "battle.window",
            "battle.after",
            "collection.window",
            "mentat.window",
        ),
        strict=True,
    )
)
"""DUN-2.7.1: the decision of each window. DUN-W-3 is the Nexus itself and has no standing order to pass."""
NEXUS_WINDOW = "W-3"

ONLY_PASS: Boxes[DuneAction] = Boxes(box(Pass))
"""The only answer in every window."""


def no_stops(game: Dune) -> None:
    """DUN-2.7.2: at the start everybody has a standing order to pass in every window except those of DUN-O-12.

    ``text.offers`` lists all possible standing orders; ``play.order_standing`` takes and cancels them, and ``Decision``
    answers by them (DUN-2.7.3).
    """
    stops = listed(game.options.stops)
    for window, key in KEYS.items():
        if window not in (*stops, NEXUS_WINDOW):
            for orders in game.standing_orders:
                orders[key] = (PASS,)


def everybody(window: str) -> Callable[[Dune, Section[DuneAction]], range | tuple[int, ...]]:
    """The seats that the window of this rule asks: all if any seat has a stop there, else none.

    A seat without a stop passes by its standing order, but may act while the window is open (DUN-2.7.2). See DUN-R-81,
    DUN-R-100.
    """
    key = KEYS[window.removeprefix("DUN-")]

    def asked(game: Dune, section: Section[DuneAction]) -> range | tuple[int, ...]:
        return () if all(key in orders for orders in game.standing_orders) else seats_of(game)

    return asked


pass_boxes = always(ONLY_PASS)
"""DUN-DK-06: pass; for standing orders and stops see ``no_stops``."""
passing = always(PASS)
"""DUN-DK-06, and the default of most decisions: pass."""


def shut(game: Dune, section: Section[DuneAction], pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-2.7.1: the window closes when all have passed, or at the deadline."""


def in_window(game: Dune, section: Section[DuneAction], seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-2.7.1: any action except a pass opens the window again for all players without a standing order."""
    started = at_once(game, section, seat, action, tell)
    reopen(section)
    return started


def ask(  # noqa: PLR0913  # a decision has as many parts as it has
    boxes: Callable[[Dune, S, int], Boxes[DuneAction]],
    then: Callable[[Dune, S, Pending[DuneAction], Tell], Sections | Exit | None],
    *,
    asked: Callable[[Dune, S], Iterable[int]],
    default: Callable[[Dune, S, int], DuneAction] = passing,
    until: Callable[[Dune, S], bool] | None = None,
    repeated: bool = False,
    beside: Callable[[Dune, S, int], Boxes[DuneAction]] = anytime,
    act: Callable[[Dune, S, int, DuneAction, Tell], Sections | None] = at_once,
) -> Decision[Dune, S]:
    """DUN-2.6.1: a decision as described for ``decide``, with all anytime actions beside it."""
    return decide(boxes, then, asked=asked, default=default, until=until, repeated=repeated).beside(beside, act)


def window(
    number: str,
    *,
    asked: Callable[[Dune, S], Iterable[int]] | None = None,
    beside: Callable[[Dune, S, int], Boxes[DuneAction]] = anytime,
    act: Callable[[Dune, S, int, DuneAction, Tell], Sections | None] = in_window,
) -> Decision[Dune, S]:
    """DUN-2.7.1: the window of this rule; ``beside`` and ``act`` are the phase's own actions in it.

    At fixed points a window opens so that players can use cards before something final happens. Everybody may act or
    pass.
    """
    return ask(pass_boxes, shut, asked=asked or everybody(number), repeated=True, beside=beside, act=act)


def stops_of(game: Dune, seat: int) -> tuple[str, ...]:
    """DUN-2.7.2: the windows in which a seat has no standing order to pass; secret from the others.

    Each player has a private stop switch per window, to keep asynchronous play moving; the program may not treat card
    holders differently from non-holders (DUN-2.7.2).
    """
    return tuple(
        window for window, key in KEYS.items() if window != NEXUS_WINDOW and key not in game.standing_orders[seat]
    )
