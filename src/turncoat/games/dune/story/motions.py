"""What moves and what is lit up in a still: forces on their way, places where something happens, who acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar, cast

from turncoat.games.dune.board.moment import OFF_PLANET, TANKS, March, Moment
from turncoat.games.dune.events import anytime, battle, bidding, end, movement, spice_blow, storm
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.map import LOCATION_IDS, POLE_LOCATION, SHIELD_WALL, TERRITORY_IDS
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel.events import Event

E = TypeVar("E", bound=Event)
Way = Literal["ship", "rally", "move", "ride", "transfer", "withdraw", "revive"]
Standing = tuple[dict[int, int], ...]
"""Forces on the map, by seat and location."""

DEADLY: frozenset[type[Event]] = frozenset(
    (
        storm.StormStruck,
        storm.WallDestroyed,
        spice_blow.WormStruck,
        movement.AlliesParted,
        battle.Exploded,
        battle.ForcesLost,
    )
)
"""Events in which forces die; where they stood is seen from what is missing afterwards."""


NOTHING_DIES: Standing = ()
HOW = {"ship": "ships", "rally": "ships", "transfer": "ships", "withdraw": "ships", "move": "moves", "ride": "rides"}
"""What somebody does whose forces are on their way."""


def standing(event: Event, game: Dune) -> Standing:
    """Who stands where, if forces are about to die."""
    return tuple(dict(stacks) for stacks in game.forces) if event.__class__ in DEADLY else NOTHING_DIES


class Motions:
    """What a still shows besides the position, gathered from the events that it tells."""

    def __init__(self) -> None:
        self.marches: list[March] = []
        self.lit: dict[str, str] = {}
        self.swept: tuple[int, ...] = ()
        self.speaking: dict[str, str] = {}

    def see(self, event: Event, game: Dune, before: Standing) -> None:
        """An event has happened; ``before`` is where forces stood until then."""
        show = SHOWN.get(event.__class__)
        if show is not None:
            show(self, event)
        if before:
            self.fall(game, before)

    def fall(self, game: Dune, before: Standing) -> None:
        """DUN-1.1.2: whoever is missing has gone to the tanks."""
        for seat, stacks in enumerate(map(dict, game.forces)):
            for place, number in before[seat].items():
                dead = number - stacks.get(place, 0)
                if dead > 0:
                    self.marches.append(March(faction_id(game, seat), dead, LOCATION_IDS[place], TANKS, "die"))

    @property
    def fallen(self) -> tuple[str, ...]:
        """The territories in which forces have died."""
        return tuple(dict.fromkeys(one.origin.partition("/")[0] for one in self.marches if one.kind == "die"))

    def go(self, faction: str, forces: Mapping[str, int], to: str, kind: Way) -> None:
        """Forces go from several places to one."""
        self.marches += [March(faction, number, place, to, kind) for place, number in forces.items()]
        self.speaking[faction] = HOW[kind]

    def onto(self, moment: Moment) -> Moment:
        """The moment with all this in it."""
        return Moment(
            view=moment.view,
            told=moment.told,
            stage=moment.stage,
            marches=together(self.marches),
            lit=dict(self.lit),
            swept=self.swept,
            speaking=dict(self.speaking),
        )


def together(marches: Sequence[March]) -> tuple[March, ...]:
    """Forces of one faction that go the same way in one still go together."""
    found: dict[tuple[str, str, str, Way | Literal["die"]], int] = {}
    for one in marches:
        key = (one.faction, one.origin, one.to, one.kind)
        found[key] = found.get(key, 0) + one.number
    return tuple(March(faction, number, origin, to, kind) for (faction, origin, to, kind), number in found.items())


# --- storm and spice ------------------------------------------------------------------------------


def stormed(now: Motions, one: storm.StormMoved) -> None:
    """DUN-4.1.4: the storm passes over every sector on its way."""
    start = one.storm - one.sectors if one.start < 0 else one.start
    steps = range(1, one.sectors + 1) if one.start >= 0 else range(one.sectors, one.sectors + 1)
    now.swept = tuple((start + step) % SECTORS for step in steps)


def struck(now: Motions, one: storm.StormStruck) -> None:
    """DUN-4.1.5: the storm kills in a sector."""
    now.swept = (*now.swept, one.sector)


def ordered(now: Motions, one: storm.OrderDetermined) -> None:
    """DUN-2.2.2: the First Player."""
    now.speaking[one.factions[0]] = "first"


def dialled(now: Motions, one: storm.StormDialled) -> None:
    """DUN-4.1.3: who dials."""
    now.speaking |= dict.fromkeys(one.factions, "dials")


def destroyed(now: Motions, one: storm.WallDestroyed) -> None:
    """DUN-7.9.2: the Shield Wall explodes."""
    now.lit[TERRITORY_IDS[SHIELD_WALL]] = "explosion"


def blew(now: Motions, one: spice_blow.SpiceBlew) -> None:
    """DUN-4.2.1: spice comes up."""
    now.lit[one.location] = "blow"


def worm(now: Motions, one: spice_blow.WormStruck) -> None:
    """DUN-4.2.2: a worm."""
    if one.territory:
        now.lit[one.territory] = "worm"


def ridden(now: Motions, one: spice_blow.WormRidden) -> None:
    """DUN-6.1.7: a ride."""
    now.go(one.faction, one.forces, one.to, "ride")


def proposed(now: Motions, one: spice_blow.AllianceProposed) -> None:
    """DUN-4.3.2: a proposal."""
    now.speaking[one.faction] = "proposes"


def allied(now: Motions, one: spice_blow.AllianceFormed) -> None:
    """DUN-4.3.3: two allies."""
    now.speaking |= dict.fromkeys(one.factions, "allies")


def broken(now: Motions, one: spice_blow.AllianceBroken) -> None:
    """DUN-4.3.2: an alliance breaks."""
    now.speaking |= {one.faction: "breaks", one.ally: "left"}


def charity(now: Motions, one: spice_blow.CharityGiven) -> None:
    """DUN-4.4.1: charity."""
    now.speaking[one.faction] = "gains"


# --- bidding, revival, movement -------------------------------------------------------------------


def bids(now: Motions, one: bidding.BidMade) -> None:
    """DUN-4.5.4: a bid."""
    now.speaking[one.faction] = "bids"


def passes(now: Motions, one: bidding.BidPassed) -> None:
    """DUN-4.5.5: a pass."""
    now.speaking[one.faction] = "passes"


def buys(now: Motions, one: bidding.CardSold) -> None:
    """DUN-4.5.6: a card is bought."""
    now.speaking[one.faction] = "buys"


def revived(now: Motions, one: bidding.ForcesRevived) -> None:
    """DUN-4.6.2: forces come back."""
    now.marches.append(March(one.faction, one.forces, TANKS, OFF_PLANET, "revive"))
    now.speaking[one.faction] = "revives"


def leader_revived(now: Motions, one: bidding.LeaderRevived) -> None:
    """DUN-4.6.4: a leader comes back."""
    now.speaking[one.faction] = "revives"


def ghola(now: Motions, one: anytime.GholaUsed) -> None:
    """DUN-7.8.1: back from the dead."""
    if one.forces:
        now.marches.append(March(one.faction, one.forces, TANKS, OFF_PLANET, "revive"))
    now.speaking[one.faction] = "revives"


def shipped(now: Motions, one: movement.Shipped) -> None:
    """DUN-4.7.2: a shipment."""
    now.go(one.faction, {OFF_PLANET: one.forces}, one.to, "ship")


def rallied(now: Motions, one: movement.Rallied) -> None:
    """DUN-6.1.2: a rally."""
    now.go(one.faction, {OFF_PLANET: one.forces}, one.to, "rally")


def accompanied(now: Motions, one: movement.Accompanied) -> None:
    """DUN-6.4.3: a companion."""
    now.go(one.faction, {OFF_PLANET: 1}, LOCATION_IDS[POLE_LOCATION], "ship")


def transferred(now: Motions, one: movement.Transferred) -> None:
    """DUN-6.5.2: across the planet, or back to the reserves."""
    now.go(one.faction, one.forces, one.to or OFF_PLANET, "transfer" if one.to else "withdraw")


def moved(now: Motions, one: movement.Moved) -> None:
    """DUN-4.7.6: a move."""
    now.go(one.faction, one.forces, one.to, "move")


# --- battles and the end --------------------------------------------------------------------------


def chosen(now: Motions, one: battle.BattleChosen) -> None:
    """DUN-4.8.2: a battle."""
    now.lit[one.territory] = "battle"
    now.speaking |= {one.aggressor: "attacks", one.defender: "defends"}


def ordering(now: Motions, one: battle.VoiceUsed) -> None:
    """DUN-6.4.4: the Voice."""
    now.speaking[one.faction] = "voice"


def foreseeing(now: Motions, one: battle.PrescienceUsed) -> None:
    """DUN-6.2.3: Prescience."""
    now.speaking[one.faction] = "prescience"


def called(now: Motions, one: battle.TreacheryCalled) -> None:
    """DUN-4.8.11: treachery."""
    now.speaking[one.faction] = "traitor"


def exploded(now: Motions, one: battle.Exploded) -> None:
    """DUN-4.8.14: an explosion."""
    now.lit[one.territory] = "explosion"


def won(now: Motions, one: battle.BattleDecided | battle.BattleByTreachery) -> None:
    """DUN-4.8.16: winner and loser."""
    now.speaking |= {one.winner: "wins", one.loser: "loses"}


def lost(now: Motions, one: battle.ForcesLost | movement.AlliesParted) -> None:
    """DUN-4.8.18: losses."""
    now.lit[one.territory] = "battle"


def collected(now: Motions, one: end.SpiceCollected) -> None:
    """DUN-4.9.1: spice is gathered."""
    now.lit[one.location] = "collected"
    now.speaking[one.faction] = "gains"


def ended(now: Motions, one: end.GameEnded) -> None:
    """DUN-4.10: the winners."""
    now.speaking |= dict.fromkeys(one.winners, "wins")


Show = Callable[[Motions, Event], None]

SHOWN: dict[type[Event], Show] = cast("dict[type[Event], Show]", {
    storm.StormMoved: stormed,
    storm.StormStruck: struck,
    storm.OrderDetermined: ordered,
    storm.StormDialled: dialled,
    storm.WallDestroyed: destroyed,
    spice_blow.SpiceBlew: blew,
    spice_blow.WormStruck: worm,
    spice_blow.WormRidden: ridden,
    spice_blow.AllianceProposed: proposed,
    spice_blow.AllianceFormed: allied,
    spice_blow.AllianceBroken: broken,
    spice_blow.CharityGiven: charity,
    bidding.BidMade: bids,
    bidding.BidPassed: passes,
    bidding.CardSold: buys,
    bidding.ForcesRevived: revived,
    bidding.LeaderRevived: leader_revived,
    anytime.GholaUsed: ghola,
    movement.Shipped: shipped,
    movement.Rallied: rallied,
    movement.Accompanied: accompanied,
    movement.Transferred: transferred,
    movement.Moved: moved,
    movement.AlliesParted: lost,
    battle.BattleChosen: chosen,
    battle.VoiceUsed: ordering,
    battle.PrescienceUsed: foreseeing,
    battle.TreacheryCalled: called,
    battle.Exploded: exploded,
    battle.BattleDecided: won,
    battle.BattleByTreachery: won,
    battle.ForcesLost: lost,
    end.SpiceCollected: collected,
    end.GameEnded: ended,
})  # fmt: skip
"""What each event shows."""
