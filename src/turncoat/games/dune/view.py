"""DUN-1.5: what a seat may see of Dune: a whitelist, with everything it could have deduced (DUN-2.9)."""

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
    Sections,
    ShipmentAndMovement,
    SpiceBlow,
    Storm,
    Truthtrance,
)
from turncoat.games.dune.shared.hands import known_hand, limit, returned, safe_leaders, unseen
from turncoat.games.dune.shared.map import LOCATION_IDS, NOWHERE, TERRITORY_IDS
from turncoat.games.dune.shared.spice import named, pledged
from turncoat.games.dune.state import NOBODY, Dune, Stacks, faction_id, faction_ids, seats_of
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
        calls=tuple(named(game, one) for one in battle.calls),
        resolved=battle.resolved,
        winner=named(game, battle.winner),
        played=battle.played,
    )


def plans_for(game: Dune, battle: Battle, seat: int | None) -> dict[str, Plan]:
    """DUN-4.8.8: the plans that a seat may see."""
    open_to = [combatant for combatant in combatants(battle) if battle.revealed or combatant == seat]
    return {named(game, one): battle.plans[one] for one in open_to if one in battle.plans}


def view(game: Dune, seat: int | None) -> DuneView:
    """DUN-1.5: what this seat may see."""
    opened = game.result is not None and game.options.reveal_at_end
    here = Here(game, seat)
    return DuneView(
        seat=seat,
        options=game.options,
        turn=game.turn,
        phase=tuple(str(section.__struct_config__.tag) for section in game.stack),
        storm=game.storm,
        wall=game.wall,
        circle=game.circle,
        order=tuple(faction_id(game, one) for one in game.order),
        fighters=tuple(faction_id(game, fighter) for fighter in game.fighters),
        factions=tuple(faction_view(game, seat, one) for one in seats_of(game)),
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
        proposals=here.proposals,
        bound=here.bound,
        dials=here.dials,
        movement=here.movement,
        worms=here.worms,
        rides=here.rides,
        devoured=here.devoured,
        to_act=here.to_act,
        acting=here.acting,
        auction=here.auction,
        battle=here.battle,
        question=here.question,
        result=game.result,
        hands=tuple(game.hands) if opened else (),
        traitors=tuple(game.traitors) if opened else (),
        returned=tuple(returned(game, one) for one in seats_of(game)) if opened else (),
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


class Here:
    """What is going on in the open sections, as far as a seat may see it."""

    def __init__(self, game: Dune, seat: int | None) -> None:
        self.proposals: tuple[tuple[str, str], ...] = ()
        self.bound: tuple[str, ...] = ()
        self.dials: dict[str, int] = {}
        self.movement: int | None = None
        self.worms = self.rides = 0
        self.devoured = ""
        self.to_act: tuple[str, ...] = ()
        self.acting = ""
        self.auction: AuctionView | None = None
        self.battle: BattleView | None = None
        self.question: QuestionView | None = None
        for section in game.stack:
            self.before_battles(game, section)
            self.further(game, section, seat)

    def before_battles(self, game: Dune, section: Sections) -> None:
        """Storm, Spice Blow, Nexus, Revival, Shipment and Movement."""
        match section:
            case Nexus():
                self.proposals = tuple((named(game, one), named(game, to)) for one, to in section.proposals)
                self.bound = faction_ids(game, section.bound)
            case Storm():
                self.movement = None if section.movement < 0 else section.movement
                self.dials = {faction_id(game, one): number for one, number in section.dials.items()}
            case SpiceBlow():
                self.worms, self.rides = section.worms, section.rides
                self.devoured = "" if section.devoured == NOWHERE else TERRITORY_IDS[section.devoured]
            case Revival() | ShipmentAndMovement():
                self.to_act = faction_ids(game, section.left)
            case FactionTurn():
                self.acting = named(game, section.seat)

    def further(self, game: Dune, section: Sections, seat: int | None) -> None:
        """The parts of the view about auction, battle and question, where one is open."""
        match section:
            case Auction() if section.step or section.high != NOBODY:
                self.auction = auction_view(game, within(game, Bidding), section, seat)
            case Battle():
                self.battle = battle_view(game, section, seat)
            case Truthtrance() if section.step:
                people = named(game, section.asker), named(game, section.target)
                self.question = QuestionView(*people, section.question)


def auction_view(game: Dune, bidding: Bidding, auction: Auction, seat: int | None) -> AuctionView:
    """DUN-1.5: bids are public, the card is not."""
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
