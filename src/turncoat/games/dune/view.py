"""DUN-1.5: what a seat may see of Dune: a whitelist, with everything it could have deduced (DUN-2.9)."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.dune.battle_view import BattleView, battle_view
from turncoat.games.dune.factions import predictor
from turncoat.games.dune.facts import LEADER_IDS, LEADERS_OF
from turncoat.games.dune.hands import limit
from turncoat.games.dune.knowledge import known_hand, safe_leaders
from turncoat.games.dune.map import LOCATION_IDS, NOWHERE, TERRITORY_IDS
from turncoat.games.dune.options import Options
from turncoat.games.dune.sections import Auction, Battle, Bidding, FactionTurn, Nexus, Storm, Truthtrance
from turncoat.games.dune.state import NOBODY, Dune, Prediction, Promise, Result, Stacks, faction_id, seats_of


class FactionView(Struct, frozen=True):
    """What is known of a faction.

    Attributes:
        seat: Who plays it.
        faction: Its id.
        spice: Spice owned.
        reserves: Forces in reserve.
        tanks: Dead forces.
        forces: Forces on the map, by location.
        cards: How many cards it holds.
        limit: How many it can hold.
        known: The cards that this seat knows to be among them.
        dead: Its dead leaders.
        tied: Territories its leaders are tied to, by leader.
        ally: The ally's faction; empty: none.
        shown_traitors: Its traitors that have been revealed.
        revival_open: Whether leaders can be revived.
    """

    seat: int
    faction: str
    spice: int
    reserves: int
    tanks: int
    forces: dict[str, int]
    cards: int
    limit: int
    known: tuple[str, ...]
    dead: tuple[str, ...]
    tied: dict[str, str]
    ally: str
    shown_traitors: tuple[str, ...]
    revival_open: bool


class OwnView(Struct, frozen=True):
    """What a seat knows of itself and lends to its ally.

    Attributes:
        hand: Its treachery cards.
        traitors: Its traitors.
        dealt: The traitor cards it was dealt: these leaders are nobody else's traitors.
        prediction: What it predicted; None: nothing.
        allowance: Spice its ally may use.
        lent: Advantages lent to its ally.
        extra_revivals: Extra revivals paid for the ally at most.
        helped: Spice of the ally that it may use.
        borrowed: Advantages the ally lends.
        top_card: The treachery card known to be on top of the deck; empty: none.
        spice_card: The spice card known to be on top of the deck; empty: none.
    """

    hand: tuple[str, ...]
    traitors: tuple[str, ...]
    dealt: tuple[str, ...]
    prediction: Prediction | None
    allowance: int
    lent: tuple[str, ...]
    extra_revivals: int
    helped: int
    borrowed: tuple[str, ...]
    top_card: str
    spice_card: str


class AuctionView(Struct, frozen=True):
    """DUN-4.5: the auction.

    Attributes:
        number: The number of the card, from 1.
        total: How many are auctioned in this turn.
        card: The card, for who sees it; else empty.
        bidder: Whose turn it is.
        high: Who holds the standing bid; empty: nobody.
        bid: The standing bid.
        help: How much of it the ally pays.
    """

    number: int
    total: int
    card: str
    bidder: str
    high: str
    bid: int
    help: int


class DuneView(Struct, frozen=True):
    """The table as a seat sees it.

    Attributes:
        seat: Whose view it is; None for a spectator.
        options: What was agreed on.
        turn: The present turn, from 1; 0 during setup.
        phase: What is being played: the sections from the outermost, by their names.
        storm: The sector in storm; -1 before it is placed.
        wall: Whether the Shield Wall stands.
        circle: Seats counterclockwise round the map.
        order: Storm order, by faction.
        fighters: The last two combatants.
        factions: All factions, by seat.
        own: What the seat knows of itself; None for a spectator.
        fields: Spice on the map, by location.
        treachery: Cards in the treachery deck.
        treachery_discards: The treachery discards, in order.
        spice_deck: Cards in the spice deck.
        spice_discards: The spice discards, in order.
        latest: The territory that a worm would strike; empty: none.
        aside: Worms set aside.
        prevented: Preventions in force.
        promises: Promises that bind.
        proposals: Proposals in the Nexus, as pairs of factions.
        movement: Sectors the storm will move; None: not known.
        acting: Whose turn it is in Shipment and Movement; empty: nobody's.
        auction: The auction; None: there is none.
        battle: The battle; None: there is none.
        question: An open Truthtrance question: asker and target; empty: none.
        result: How the game ended; None while it goes on.
        hands: All hands, by seat, once the game is over and secrets are opened; else empty.
        traitors: All traitors likewise.
        prediction: The prediction likewise.
    """

    seat: int | None
    options: Options
    turn: int
    phase: tuple[str, ...]
    storm: int
    wall: bool
    circle: tuple[int, ...]
    order: tuple[str, ...]
    fighters: tuple[str, ...]
    factions: tuple[FactionView, ...]
    own: OwnView | None
    fields: dict[str, int]
    treachery: int
    treachery_discards: tuple[str, ...]
    spice_deck: int
    spice_discards: tuple[str, ...]
    latest: str
    aside: int
    prevented: tuple[str, ...]
    promises: tuple[Promise, ...]
    proposals: tuple[tuple[str, str], ...]
    movement: int | None
    acting: str
    auction: AuctionView | None
    battle: BattleView | None
    question: tuple[str, ...]
    result: Result | None
    hands: tuple[tuple[str, ...], ...]
    traitors: tuple[tuple[str, ...], ...]
    prediction: Prediction | None


def named(game: Dune, seat: int) -> str:
    """The faction of a seat; empty for nobody."""
    return "" if seat == NOBODY else faction_id(game, seat)


def by_location(stacks: Stacks) -> dict[str, int]:
    """Stacks with the ids of their locations."""
    return {LOCATION_IDS[place]: number for place, number in stacks}


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
        fighters=tuple(faction_id(game, one) for one in game.fighters),
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
        movement=here.movement,
        acting=here.acting,
        auction=here.auction,
        battle=here.battle,
        question=here.question,
        result=game.result,
        hands=tuple(game.hands) if opened else (),
        traitors=tuple(game.traitors) if opened else (),
        prediction=game.prediction if opened else None,
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
        tied={LEADER_IDS[number]: TERRITORY_IDS[game.tied[number]] for number in numbers if game.tied[number] >= 0},
        ally=named(game, game.ally[seat]),
        shown_traitors=tuple(leader for owner, leader in game.shown_traitors if owner == seat),
        revival_open=game.revival_open[seat],
    )


def own_view(game: Dune, seat: int) -> OwnView:
    """What a seat knows of itself, and of what its ally lends."""
    ally = game.ally[seat]
    return OwnView(
        hand=game.hands[seat],
        traitors=game.traitors[seat],
        dealt=safe_leaders(game, seat),
        prediction=game.prediction if seat == predictor(game) else None,
        allowance=game.allowance[seat],
        lent=game.lent[seat],
        extra_revivals=game.extra_revivals[seat],
        helped=0 if ally == NOBODY else game.allowance[ally],
        borrowed=() if ally == NOBODY else game.lent[ally],
        top_card=game.known_top[seat],
        spice_card=game.known_spice[seat],
    )


class Here:
    """What is going on in the open sections, as far as a seat may see it."""

    def __init__(self, game: Dune, seat: int | None) -> None:
        self.proposals: tuple[tuple[str, str], ...] = ()
        self.movement: int | None = None
        self.acting = ""
        self.auction: AuctionView | None = None
        self.battle: BattleView | None = None
        self.question: tuple[str, ...] = ()
        bidding = None
        for section in game.stack:
            match section:
                case Nexus():
                    self.proposals = tuple((named(game, one), named(game, to)) for one, to in section.proposals)
                case Storm():
                    self.movement = None if section.movement < 0 else section.movement
                case FactionTurn():
                    self.acting = named(game, section.seat)
                case Bidding():
                    bidding = section
                case Auction():
                    assert bidding is not None
                    self.auction = auction_view(game, bidding, section, seat)
                case Battle():
                    self.battle = battle_view(game, section, seat)
                case Truthtrance():
                    self.question = (named(game, section.asker), named(game, section.target))


def auction_view(game: Dune, bidding: Bidding, auction: Auction, seat: int | None) -> AuctionView:
    """DUN-1.5: bids are public, the card is not."""
    return AuctionView(
        number=bidding.total - len(bidding.cards),
        total=bidding.total,
        card=auction.card if seat is not None and seat in auction.seen_by else "",
        bidder=named(game, auction.turn),
        high=named(game, auction.high),
        bid=auction.bid,
        help=auction.help,
    )
