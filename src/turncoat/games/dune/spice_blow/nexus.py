"""DUN-4.3: the Nexus: players break and make alliances, openly and all at once."""

from __future__ import annotations

from turncoat.games.dune.actions import DONE, DuneAction
from turncoat.games.dune.alliances.rules import dissolve, form
from turncoat.games.dune.anytime import act_with, ask, beside_with
from turncoat.games.dune.sections import Nexus
from turncoat.games.dune.spice_blow import Break, Done, Propose, Unpropose
from turncoat.games.dune.spice_blow.events import (
    AllianceBroken,
    AllianceFormed,
    AllianceProposed,
    NexusOpened,
    ProposalWithdrawn,
)
from turncoat.games.dune.state import NOBODY, Dune, Promise, faction_id, faction_ids, others, seat_of, seats_of
from turncoat.games.dune.truthtrance import AskBreak, AskProposal
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.games.dune.truthtrance.promises import ANYBODY, drop, made_by
from turncoat.kernel import Box, Boxes, OneOf, Pending, Tell, always, box, flow, tag_of

ONLY_DONE: Boxes[DuneAction] = Boxes(box(Done))
"""DUN-DK-07: the only answer, to be done. All other actions are optional beside it, at once and in public."""

PAIR = 2


def open_nexus(game: Dune, nexus: Nexus, tell: Tell) -> None:
    """Begin one Nexus, after the spice lies on the map (DUN-4.2.6)."""
    tell.all(NexusOpened)


def parties(game: Dune, nexus: Nexus) -> list[int]:
    """DUN-4.3.2: everybody whose alliance is not new; nobody, in games without alliances (DUN-O-07, DUN-R-19)."""
    seats = seats_of(game)
    if len(seats) == PAIR and not game.options.two_player_alliances:  # DUN-1.2.1
        return []
    return [seat for seat in seats if seat not in nexus.bound]


def alliance_steps(game: Dune, nexus: Nexus, seat: int) -> Boxes[DuneAction]:
    """DUN-4.3.2, DUN-4.3.3: break; without an ally propose and withdraw; a bound faction can do nothing (DUN-R-18).

    Players act any number of times in any order; a player may have several open proposals. Alliances can be formed and
    broken only in a Nexus (DUN-4.3.1): nothing else calls ``propose`` and ``break_up``.
    """
    if seat not in parties(game, nexus):
        return Boxes()
    found: list[Box[DuneAction]] = []
    no_break = any(not promise.yes for promise in made_by(game, seat, AskBreak))
    if game.ally[seat] != NOBODY:
        return Boxes() if no_break else Boxes(box(Break))
    open_to = tuple(to for proposer, to in nexus.proposals if proposer == seat)
    refused = tuple(promise.about for promise in made_by(game, seat, AskProposal) if not promise.yes)
    new = faction_ids(game, [other for other in others(game, seat) if other not in open_to])
    new = tuple(name for name in new if name not in refused)
    found.append(box(Propose, faction=OneOf(new, "faction")))
    found.append(box(Unpropose, faction=OneOf(faction_ids(game, open_to), "faction")))
    return Boxes(*found)


def break_up(game: Dune, nexus: Nexus, seat: int, action: DuneAction, tell: Tell) -> None:
    """DUN-4.3.2: break an alliance, alone and at once (DUN-R-91); what the ally had answered about it is void."""
    ally = game.ally[seat]
    dissolve(game, seat)
    nexus.broke.append(seat)
    tell.all(AllianceBroken, faction_id(game, seat), faction_id(game, ally))
    if nexus.pending is not None:
        nexus.pending.answers.pop(ally, None)


def propose(game: Dune, nexus: Nexus, seat: int, action: DuneAction, tell: Tell) -> None:
    """DUN-4.3.3, DUN-4.3.4: two factions without ally that propose to each other are allied at once (DUN-R-82).

    A faction that broke an alliance in this Nexus may enter another one, or the same one. A proposal to a faction that
    has an ally stays open in case that faction breaks (DUN-4.3.4).
    """
    assert isinstance(action, Propose)
    to = seat_of(game, action.faction)
    nexus.proposals.append((seat, to))
    tell.all(AllianceProposed, faction_id(game, seat), action.faction)
    if (to, seat) in nexus.proposals and game.ally[to] == NOBODY:
        ally_now(game, nexus, seat, to, tell)


def ally_now(game: Dune, nexus: Nexus, one: int, other: int, tell: Tell) -> None:
    """DUN-4.3.3: make an alliance: the other proposals of both are void, and both are bound for the rest of this Nexus.

    Proposals to them stay open, and end with the Nexus (DUN-4.3.2, DUN-4.3.5). Everybody is told: alliances and their
    members are public (DUN-5.1.2).
    """
    form(game, one, other)
    nexus.bound += [one, other]
    nexus.proposals = [pair for pair in nexus.proposals if pair[0] not in (one, other)]
    tell.all(AllianceFormed, (faction_id(game, one), faction_id(game, other)))
    if nexus.pending is not None:
        for seat in (one, other):
            nexus.pending.answers.pop(seat, None)
            nexus.pending.asked.remove(seat)


def unpropose(game: Dune, nexus: Nexus, seat: int, action: DuneAction, tell: Tell) -> None:
    """DUN-4.3.2: withdraw a proposal (DUN-R-17)."""
    assert isinstance(action, Unpropose)
    nexus.proposals.remove((seat, seat_of(game, action.faction)))
    tell.all(ProposalWithdrawn, faction_id(game, seat), action.faction)


def close(game: Dune, nexus: Nexus, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-7.12.3, DUN-TT-N1, DUN-TT-N2: carry out promises that their makers have not kept yet (DUN-R-98).

    If that changed anything, the Nexus continues, because others may want to answer.
    """
    nexus.again = False
    for promise in [*made_by(game, ANYBODY, AskBreak), *made_by(game, ANYBODY, AskProposal)]:
        if promise.yes and promise in game.promises:
            game.promises.remove(promise)
            if not kept(game, nexus, promise):
                carry_out(game, nexus, promise, tell)


def kept(game: Dune, nexus: Nexus, promise: Promise) -> bool:
    """Whether a promise is kept already: the proposal is open or accepted, or the alliance was broken before."""
    if promise.question == tag_of(AskBreak):
        return promise.seat in nexus.broke
    to = seat_of(game, promise.about)
    return (promise.seat, to) in nexus.proposals or game.ally[promise.seat] == to


def carry_out(game: Dune, nexus: Nexus, promise: Promise, tell: Tell) -> None:
    """DUN-7.12.4: break or propose as promised; if that is impossible, drop the promise."""
    seat, ally = promise.seat, game.ally[promise.seat]
    breaking = promise.question == tag_of(AskBreak)
    if seat in nexus.bound or (ally == NOBODY) is breaking:
        tell.all(PromiseLapsed, faction_id(game, seat), promise.question, promise.about)
        return
    nexus.again = True
    if breaking:
        break_up(game, nexus, seat, Break(), tell)
    else:
        propose(game, nexus, seat, Propose(promise.about), tell)


def at_an_end(game: Dune, nexus: Nexus) -> bool:
    """DUN-4.3.5: whether everybody is done or bound, and no promise had to be carried out."""
    return not nexus.again


def end(game: Dune, nexus: Nexus, tell: Tell) -> None:
    """DUN-4.3.5: drop all proposals, and promises about this Nexus."""
    nexus.proposals.clear()
    drop(game, AskBreak, AskProposal)


NEXUS = flow(
    Nexus,
    opening=open_nexus,
    alliances=ask(
        always(ONLY_DONE),  # DUN-4.3.2: like every answer, being done can be taken back until all are in
        close,
        default=always(DONE),
        asked=parties,
        repeated=True,
        until=at_an_end,
        beside=beside_with(alliance_steps),
        act=act_with({Break: break_up, Propose: propose, Unpropose: unpropose}),
    ),
    end=end,
)
