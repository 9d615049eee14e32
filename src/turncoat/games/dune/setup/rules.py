"""DUN-3: setup: factions, traitors, forces, prediction, cards."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import PREDICTION, owner_of
from turncoat.games.dune.anytime import no_stops
from turncoat.games.dune.facts import (
    FACTION_IDS,
    FACTION_OF_LEADER,
    FACTS,
    LEADER_IDS,
    LEADERS_OF,
    STRENGTH,
    TRAITORS_DEALT,
)
from turncoat.games.dune.options import Options, listed, settled
from turncoat.games.dune.sections import Setup
from turncoat.games.dune.setup import KeepTraitor, PlaceForces, Predict
from turncoat.games.dune.setup.events import (
    CardsDealt,
    FactionsTaken,
    ForcesPlaced,
    PredictionMade,
    PredictionNoted,
    TraitorsChosen,
    TraitorsDealt,
    TraitorsKept,
)
from turncoat.games.dune.shared.cards import SPICE_DECK, TREACHERY_CARDS
from turncoat.games.dune.shared.forces import muster
from turncoat.games.dune.shared.hands import draw_treachery, take
from turncoat.games.dune.shared.map import LOCATION, LOCATION_IDS, LOCATIONS_OF, TERRITORY
from turncoat.games.dune.state import (
    NOBODY,
    Dune,
    Prediction,
    blank,
    faction_id,
    faction_ids,
    facts_of,
    others,
    seat_of,
    seats_of,
)
from turncoat.kernel import Amounts, Between, Boxes, Chance, OneOf, Pending, Tell, box, decide, draw, flow, shuffle


def new_game(options: Options, seats: int, key: bytes) -> Dune:
    """DUN-1.2.1, DUN-3.1.1: one faction each, no faction twice; markers are dealt (DUN-2.2.1), decks shuffled.

    Leaders of absent factions are no traitors (``deal_traitors``); absent factions have no forces, marker, seat or
    abilities (``advantages.has``), the bank is paid instead (``pay``). With two players a solo victory takes four
    strongholds (``needed``, DUN-O-06) and alliances are off (``nexus.parties``, DUN-O-07). If nobody has
    won after the last turn, DUN-4.10.7 and DUN-4.10.8 say who wins.
    """
    chance, agreed = Chance(key), settled(options)
    factions = _factions(agreed, seats, chance)
    game = blank(agreed, factions, _circle(agreed, seats, chance), chance)
    game.reserves = [sum(FACTS.factions[faction].forces.values()) + _unplaced(faction) for faction in factions]
    game.treachery, game.spice_deck = list(TREACHERY_CARDS), list(SPICE_DECK)
    shuffle(chance, game.treachery)
    shuffle(chance, game.spice_deck)
    no_stops(game)
    return game


def _unplaced(faction: int) -> int:
    """Forces that are not on the map at the start, and those that their owner places."""
    facts = FACTS.factions[faction]
    return facts.reserves + facts.placed


def _factions(options: Options, seats: int, chance: Chance) -> tuple[int, ...]:
    """DUN-3.1.1, DUN-O-03: the faction of each seat."""
    chosen = listed(options.factions)
    if chosen:
        return tuple(FACTION_IDS.index(name) for name in chosen)
    numbers = list(range(len(FACTION_IDS)))
    shuffle(chance, numbers)
    return tuple(numbers[:seats])


def _circle(options: Options, seats: int, chance: Chance) -> tuple[int, ...]:
    """DUN-2.2.1, DUN-O-04: the seats, dealt at random, counterclockwise round the map (DUN-R-01)."""
    order = list(range(seats))
    if options.seating == "random":
        shuffle(chance, order)
    return tuple(order)


def show_factions(game: Dune, setup: Setup, tell: Tell) -> None:
    """DUN-3.1.1: factions and markers are public."""
    tell.all(FactionsTaken, faction_ids(game, seats_of(game)), game.circle)


# --- traitors -----------------------------------------------------------------------------------


def deal_traitors(game: Dune, setup: Setup, tell: Tell) -> None:
    """DUN-3.2.1: one card for every leader of every faction in play; four to each faction."""
    cards = [leader for leader in LEADER_IDS if FACTION_OF_LEADER[leader] in game.factions]
    shuffle(game.chance, cards)
    for seat in seats_of(game):
        mine = tuple(sorted((cards.pop() for _ in range(TRAITORS_DEALT)), key=LEADER_IDS.index))
        game.dealt[seat] = mine
        tell.only((seat,), TraitorsDealt, faction_id(game, seat), mine)
    game.undealt = tuple(sorted(cards, key=LEADER_IDS.index))


def choosers(game: Dune, setup: Setup) -> tuple[int, ...]:
    """DUN-3.2.2, DUN-6.3.1: everybody but the schemers (Harkonnen), who keep all four."""
    return tuple(seat for seat in seats_of(game) if facts_of(game, seat).traitors < TRAITORS_DEALT)


def traitor_boxes(game: Dune, setup: Setup, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-01: one of the four cards dealt; it may be that of one's own leader (DUN-3.2.3)."""
    return Boxes(box(KeepTraitor, leader=OneOf(game.dealt[seat], "leader")))


def strongest_stranger(game: Dune, setup: Setup, seat: int) -> DuneAction:
    """DUN-DK-01: the strongest leader of another faction; if all four are the player's own, the strongest."""
    own = LEADERS_OF[game.factions[seat]]
    return KeepTraitor(max(game.dealt[seat], key=lambda leader: (leader not in own, STRENGTH[leader])))


def keep_traitors(game: Dune, setup: Setup, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-3.2.2: the other cards go back, out of play and secret."""
    for seat in seats_of(game):
        action = pending.answers.get(seat)
        kept = (action.leader,) if isinstance(action, KeepTraitor) else game.dealt[seat]
        game.traitors[seat] = kept
        tell.only((seat,), TraitorsKept, faction_id(game, seat), kept)
    tell.all(TraitorsChosen, tuple(map(len, game.traitors)))


# --- forces and spice ---------------------------------------------------------------------------


def place_all(game: Dune, setup: Setup, tell: Tell) -> None:
    """DUN-3.3.1: give starting spice and place starting forces; the rest are reserves."""
    for seat in seats_of(game):
        facts = facts_of(game, seat)
        game.spice[seat] = facts.spice
        game.bank += facts.spice
        for place, number in facts.forces.items():
            muster(game, seat, LOCATION[place], number)
        tell.all(ForcesPlaced, facts.id, dict(facts.forces), facts.spice)


def placers(game: Dune, setup: Setup) -> tuple[int, ...]:
    """DUN-3.3.2: the factions that place forces."""
    return tuple(seat for seat in seats_of(game) if facts_of(game, seat).placed)


@cache
def _placements(faction: int) -> Boxes[DuneAction]:
    facts = FACTS.factions[faction]
    places = [LOCATION_IDS[place] for name in facts.placed_in for place in LOCATIONS_OF[TERRITORY[name]]]
    caps = tuple((place, facts.placed) for place in places)
    return Boxes(box(PlaceForces, forces=Amounts(caps, facts.placed, facts.placed, "location")))


def placement_boxes(game: Dune, setup: Setup, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-02: ten forces divided among the locations of three territories."""
    return _placements(game.factions[seat])


def all_in_one_place(game: Dune, setup: Setup, seat: int) -> DuneAction:
    """DUN-DK-02: all ten in the first location."""
    facts = facts_of(game, seat)
    first = LOCATIONS_OF[TERRITORY[facts.placed_in[0]]][0]
    return PlaceForces({LOCATION_IDS[first]: facts.placed})


def place_forces(game: Dune, setup: Setup, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-3.3.2: place the forces as their owner says.

    The nomads (Fremen) distribute ten forces over Sietch Tabr, False Wall South and False Wall West, naming locations.
    """
    for seat, action in pending.answers.items():
        assert isinstance(action, PlaceForces)
        for place, number in action.forces.items():
            muster(game, seat, LOCATION[place], number)
        tell.all(ForcesPlaced, faction_id(game, seat), action.forces, 0, rule="DUN-3.3.2")


# --- prediction and cards -----------------------------------------------------------------------


def predictors_first(game: Dune, setup: Setup) -> tuple[int, ...]:
    """DUN-O-23: the player who predicts before anything is dealt."""
    return _predictors(game) if game.options.prediction == "first" else ()


def predictors_late(game: Dune, setup: Setup) -> tuple[int, ...]:
    """DUN-3.4.1: the player who predicts after all forces are placed (DUN-R-23)."""
    return _predictors(game) if game.options.prediction == "after_forces" else ()


def _predictors(game: Dune) -> tuple[int, ...]:
    seat = owner_of(game, PREDICTION)
    return () if seat == NOBODY else (seat,)


def prediction_boxes(game: Dune, setup: Setup, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-03: another faction in play, and a turn (DUN-R-90)."""
    strangers = OneOf(faction_ids(game, others(game, seat)), "faction")
    return Boxes(box(Predict, faction=strangers, turn=Between(1, game.options.turns)))


def random_prediction(game: Dune, setup: Setup, seat: int) -> DuneAction:
    """DUN-DK-03: drawn at random (DUN-R-99)."""
    boxes = prediction_boxes(game, setup, seat)
    return boxes.nth(aside(game, seat, boxes.count))


def aside(game: Dune, seat: int, sides: int) -> int:
    """A number for a random default, made only from what this seat knows."""
    secret = "/".join((str(seat), str(game.turn), str(game.requests[seat]), *game.dealt[seat], *game.hands[seat]))
    return draw(Chance(sha256(secret.encode()).digest()), sides)


def predict(game: Dune, setup: Setup, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-3.4.1: the prediction is secret."""
    for seat, action in pending.answers.items():
        assert isinstance(action, Predict)
        game.prediction = Prediction(seat_of(game, action.faction), action.turn)
        tell.only((seat,), PredictionNoted, faction_id(game, seat), action.faction, action.turn)
        tell.all(PredictionMade, faction_id(game, seat))


def deal_cards(game: Dune, setup: Setup, tell: Tell) -> None:
    """DUN-3.5.1: one treachery card for each faction, two for the schemers (Harkonnen: DUN-6.3.2).

    Then turn 1 starts with the Storm Phase (``turn``). The number for each faction is in ``facts.json``.
    """
    for seat in seats_of(game):
        for _ in range(facts_of(game, seat).cards):
            take(game, seat, draw_treachery(game, tell), "DUN-3.5.1", tell)
    tell.all(CardsDealt, tuple(map(len, game.hands)))


SETUP = flow(
    Setup,
    factions=show_factions,
    first_prediction=decide(prediction_boxes, predict, default=random_prediction, asked=predictors_first),
    deal_traitors=deal_traitors,
    traitors=decide(traitor_boxes, keep_traitors, default=strongest_stranger, asked=choosers),
    forces=place_all,
    placement=decide(placement_boxes, place_forces, default=all_in_one_place, asked=placers),
    prediction=decide(prediction_boxes, predict, default=random_prediction, asked=predictors_late),
    cards=deal_cards,
)
