"""DUN-1.5: what a seat may see of Dune: what is listed here, with all that it could work out (DUN-2.9)."""

from __future__ import annotations

from turncoat.games.dune.advantages import PREDICTION, owner_of
from turncoat.games.dune.anytime import stops_of
from turncoat.games.dune.battle import Plan
from turncoat.games.dune.battle.plan import combatants
from turncoat.games.dune.battle.voice_and_prescience import answer_for
from turncoat.games.dune.facts import LEADER_IDS, LEADERS_OF
from turncoat.games.dune.sections import (
    Auction,
    Battle,
    Bidding,
    FactionTurn,
    Nexus,
    Revival,
    ShipmentAndMovement,
    SpiceBlow,
    Storm,
    Truthtrance,
)
from turncoat.games.dune.shared.hands import known_hand, limit, returned, safe_leaders, unseen
from turncoat.games.dune.shared.map import LOCATION_IDS, NOWHERE, TERRITORY_IDS
from turncoat.games.dune.shared.spice import named, pledged
from turncoat.games.dune.state import NOBODY, Dune, Stacks, faction_id, faction_ids, playing, seats_of
from turncoat.games.dune.view_parts import AuctionView, BattleView, DuneView, FactionView, OwnView, QuestionView
from turncoat.kernel import within


def by_location(stacks: Stacks) -> dict[str, int]:
    """Stacks with the ids of their locations."""
    return {LOCATION_IDS[place]: number for place, number in stacks}


def battle_view(game: Dune, battle: Battle, seat: int | None) -> BattleView:
    """DUN-1.5: what a seat (None: a spectator) sees of a battle."""
    return BattleView(
        territory=TERRITORY_IDS[battle.territory],
        aggressor=named(game, battle.aggressor),
        defender=named(game, battle.defender),
        order=() if battle.voice is None else (battle.voice.order, battle.voice.kind),
        commanded=named(game, battle.commanded),
        element="" if battle.prescience is None else battle.prescience.element,
        foreseen=named(game, battle.foreseen),
        answer=answer_for(game, battle, seat),
        sealed=tuple(named(game, plan) for plan in sorted(battle.plans)),
        plans=plans_for(game, battle, seat),
        lifted=tuple(battle.lifted),
        calls=tuple(named(game, seat) for seat in battle.calls),
        resolved=battle.resolved,
        winner=named(game, battle.winner),
        played=battle.played,
    )


def plans_for(game: Dune, battle: Battle, seat: int | None) -> dict[str, Plan]:
    """DUN-4.8.8: the plans that a seat may see."""
    open_to = [combatant for combatant in combatants(battle) if battle.revealed or combatant == seat]
    return {named(game, seat): battle.plans[seat] for seat in open_to if seat in battle.plans}


def view(game: Dune, seat: int | None) -> DuneView:
    """DUN-1.5: what this seat may see."""
    opened = game.result is not None and game.options.reveal_at_end
    storm, blow, nexus = playing(game, Storm), playing(game, SpiceBlow), playing(game, Nexus)
    auction, battle, turn = playing(game, Auction), playing(game, Battle), playing(game, FactionTurn)
    trance = playing(game, Truthtrance)
    queue = playing(game, Revival) or playing(game, ShipmentAndMovement)
    return DuneView(
        seat=seat,
        options=game.options,
        turn=game.turn,
        phase=tuple(str(section.__struct_config__.tag) for section in game.stack),
        storm=game.storm,
        wall=game.wall,
        circle=game.circle,
        order=tuple(faction_id(game, seat) for seat in game.order),
        fighters=tuple(faction_id(game, fighter) for fighter in game.fighters),
        factions=tuple(faction_view(game, seat, owner) for owner in seats_of(game)),
        own=None if seat is None else own_view(game, seat),
        fields=by_location(game.fields),
        treachery=len(game.treachery),
        treachery_discards=tuple(game.treachery_discards),
        spice_deck=len(game.spice_deck),
        spice_discards=tuple(game.spice_discards),
        latest="" if game.latest == NOWHERE else TERRITORY_IDS[game.latest],
        aside=game.aside,
        prevented=tuple(game.prevented),
        promises=tuple(game.promises),
        proposals=tuple((named(game, proposer), named(game, to)) for proposer, to in nexus.proposals) if nexus else (),
        bound=faction_ids(game, nexus.bound) if nexus else (),
        dials={faction_id(game, seat): number for seat, number in storm.dials.items()} if storm else {},
        movement=storm.movement if storm and storm.movement >= 0 else None,
        worms=blow.worms if blow else 0,
        rides=blow.rides if blow else 0,
        devoured=TERRITORY_IDS[blow.devoured] if blow and blow.devoured != NOWHERE else "",
        to_act=faction_ids(game, queue.left) if queue else (),
        acting=named(game, turn.seat) if turn else "",
        auction=auction_view(game, auction, seat) if auction and (auction.step or auction.high != NOBODY) else None,
        battle=battle_view(game, battle, seat) if battle else None,
        question=question_view(game, trance) if trance and trance.step else None,
        result=game.result,
        hands=tuple(game.hands) if opened else (),
        traitors=tuple(game.traitors) if opened else (),
        returned=tuple(returned(game, seat) for seat in seats_of(game)) if opened else (),
        prediction=game.prediction if opened or game.foretold else None,
        denied=game.denied,
        hand_facts=game.hand_facts,
    )


def faction_view(game: Dune, observer: int | None, seat: int) -> FactionView:
    """What an observer knows of a faction."""
    first = game.factions[seat] * len(LEADERS_OF[0])
    numbers = range(first, first + len(LEADERS_OF[0]))
    return FactionView(
        seat=seat,
        faction=faction_id(game, seat),
        spice=game.spice[seat],
        reserves=game.reserves[seat],
        tanks=game.tanks[seat],
        forces=by_location(game.forces[seat]),
        cards=len(game.hands[seat]),
        limit=limit(game, seat),
        known=known_hand(game, observer, seat),
        dead=tuple(LEADER_IDS[number] for number in numbers if not game.alive[number]),
        deaths={LEADER_IDS[number]: game.deaths[number] for number in numbers if game.deaths[number]},
        tied={LEADER_IDS[number]: TERRITORY_IDS[game.tied[number]] for number in numbers if game.tied[number] >= 0},
        ally=named(game, game.ally[seat]),
        pledged=pledged(game, seat),
        shown_traitors=tuple(leader for owner, leader in game.shown_traitors if owner == seat),
        cleared=tuple(leader for owner, leader in game.cleared if owner == seat),
        revival_open=game.revival_open[seat],
    )


def own_view(game: Dune, seat: int) -> OwnView:
    """What a seat knows of itself, and of what its ally lends."""
    ally = game.ally[seat]
    return OwnView(
        hand=game.hands[seat],
        traitors=game.traitors[seat],
        dealt=safe_leaders(game, seat),
        prediction=game.prediction if seat == owner_of(game, PREDICTION) else None,
        allowance=game.allowance[seat],
        lent=game.lent[seat],
        extra_revivals=game.extra_revivals[seat],
        helped=0 if ally == NOBODY else game.allowance[ally],
        sponsored=0 if ally == NOBODY else game.extra_revivals[ally],
        borrowed=() if ally == NOBODY else game.lent[ally],
        top_card=game.known_top[seat],
        spice_card=game.known_spice[seat],
        unseen=unseen(game, seat),
        stops=stops_of(game, seat),
    )


def question_view(game: Dune, trance: Truthtrance) -> QuestionView:
    """DUN-1.5, DUN-7.12: everybody hears the question."""
    return QuestionView(named(game, trance.asker), named(game, trance.target), trance.question)


def auction_view(game: Dune, auction: Auction, seat: int | None) -> AuctionView:
    """DUN-1.5: bids are public, the card is not."""
    bidding = within(game, Bidding)
    return AuctionView(
        number=bidding.total - len(bidding.cards),
        total=bidding.total,
        card=auction.card if seat is not None and seat in auction.seen_by else "",
        opener=named(game, auction.opener),
        bidder=named(game, auction.turn),
        high=named(game, auction.high),
        bid=auction.bid,
        help=auction.help,
        backed=auction.backed,
        passed=faction_ids(game, auction.passed),
    )
