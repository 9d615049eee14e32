"""LOY-3 and LOY-14.7: from the options to the first turn: cards, map, homes, colours, pieces."""

from __future__ import annotations

from turncoat.games.loyalty.actions import BuildCity, BuildRoad, ChooseColour, ChooseHome, ChooseRoad, LoyaltyAction
from turncoat.games.loyalty.events import (
    CardDealt,
    CityBuilt,
    ColourTaken,
    FirstPlayer,
    HomeTaken,
    PiecesPlaced,
    RoadBuilt,
)
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.map import CAPITAL, Map, custom_map, make_map, outer_cities, wheel
from turncoat.games.loyalty.options import Options, colours
from turncoat.games.loyalty.state import KING, NOBODY, POPE, Loyalty, Match, Preparation, add, banner
from turncoat.kernel import Box, Boxes, Chance, OneOf, Pending, Tell, box, decide, draw, flow, never, shuffle


def deck_size(seats: int) -> int:
    """LOY-4.2: two more cards than players, raised to an even number; for three players four (LOY-R2, LOY-4.3).

    Half of them are of each faction (``new_game``), so each team has at least one member (LOY-4.3).
    """
    return 4 if seats == 3 else (seats + 3) // 2 * 2


def new_game(options: Options, seats: int, key: bytes) -> Loyalty:
    """LOY-3.1 to LOY-3.4: make the map, choose the first player and deal the cards; no pieces are placed yet (LOY-R43).

    The cards that are left over stay face down in a row, each in its place; nobody looks at them (LOY-3.4). The stock
    of pieces and coins never runs out (LOY-1.2). See LOY-O32.
    """
    chance = Chance(key)
    first = draw(chance, seats)
    deck = [POPE, KING] * (deck_size(seats) // 2)
    shuffle(chance, deck)
    game = Loyalty(
        options=options,
        map=first_map(options, seats),
        cards=deck[:seats],
        unused=deck[seats:],
        first=first,
        coins=[0] * seats,
        colours=[seat % len(colours(options)) for seat in range(seats)] if options.factions else [],  # LOY-14.1a
        looked=[() for _ in deck[seats:]],
        landed=[False] * seats,
        chance=chance,
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
    )
    lay_out(game, game.map)
    return game


def first_map(options: Options, seats: int) -> Map:
    """LOY-3.1: the wheel, the map written down, or a capital from which the players build (LOY-14.7, LOY-O2).

    What is written down must be connected, with one capital and at most one road between two cities (``custom_map``),
    and have a home for everybody (``rules.conflicts``).
    """
    if options.board_mode == "custom":
        return custom_map(options)
    if options.board_mode == "constructed":
        return make_map(("C",), (), options)
    return wheel(outer_cities(options, seats), options)


def lay_out(game: Loyalty, board: Map) -> None:
    """LOY-3.7: lay out an empty map with every marker at 0, so that nothing is locked (LOY-O29, LOY-O31).

    With city economies each pot holds three times its income, or what was agreed on (LOY-14.5).
    """
    seats, options = len(game.coins), game.options
    game.map = board
    nobody, unarmed = (0,) * seats, (0,) * (len(colours(options)) or seats)
    game.citizens, game.priests = [nobody] * board.size, [nobody] * board.size
    game.militia = [unarmed] * board.size
    game.purses = [nobody] * board.size if options.coin_location == "city" else []
    game.tracks, game.broke = [0] * board.city_count, [0] * board.city_count
    factor = options.city_pot_factor
    game.pots = [factor * income for income in board.income] if options.city_economy else []
    game.drawn = sum(game.pots)


def turn_order(game: Loyalty) -> list[int]:
    """LOY-3.2: clockwise from the first player."""
    seats = len(game.coins)
    return [(game.first + step) % seats for step in range(seats)]


def deal(game: Loyalty, preparation: Preparation, tell: Tell) -> None:
    """LOY-3.2, LOY-3.3: announce the random first player; each player sees only their own card (LOY-R45)."""
    tell.all(FirstPlayer, game.first)
    for seat, card in enumerate(game.cards):
        tell.only((seat,), CardDealt, card)


# --- building ---------------------------------------------------------------------------------


def cities_missing(game: Loyalty) -> int:
    """LOY-14.7: the number of outer cities still to be built."""
    return outer_cities(game.options, len(game.coins)) + 1 - game.map.city_count


def builder(game: Loyalty, preparation: Preparation) -> list[int]:
    """LOY-14.7: players build in turn order until there are as many cities and roads as on the wheel of that size."""
    finished = len(game.map.roads) == 2 * outer_cities(game.options, len(game.coins))
    if game.options.board_mode != "constructed" or finished:
        return []
    return [turn_order(game)[preparation.built % len(game.coins)]]


def build_boxes(game: Loyalty, preparation: Preparation, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-14.7: first a new city with a road to any other, later a road between two cities that are not joined."""
    cities = game.map.cities
    if cities_missing(game):
        return Boxes(box(BuildCity, city=OneOf(cities, "place")))
    joined = game.map.road_between
    found: list[Box[LoyaltyAction]] = []
    for one, name in enumerate(cities):
        free = tuple(cities[other] for other in range(one + 1, len(cities)) if (one, other) not in joined)
        found.append(box(BuildRoad, one=OneOf((name,), "place"), other=OneOf(free, "place")))
    return Boxes(*found)


def first_choice(game: Loyalty, preparation: Preparation, seat: int) -> LoyaltyAction:
    """LOY-D12: a player who does not answer in time builds the first that is possible."""
    return build_boxes(game, preparation, seat).nth(0)


def build(game: Loyalty, preparation: Preparation, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-14.7: build a city or a road; they are named in the order of building."""
    ((seat, answer),) = pending.answers.items()
    preparation.built += 1
    board, number = game.map, len(game.map.roads) + 1
    if isinstance(answer, BuildCity):
        cities = (*board.cities, f"O{board.city_count}")
        road = (f"R{number}", board.places[answer.city], board.city_count)
        tell.all(CityBuilt, seat, cities[-1], answer.city, road[0])
    else:
        assert isinstance(answer, BuildRoad)
        cities = board.cities
        road = (f"R{number}", board.places[answer.one], board.places[answer.other])
        tell.all(RoadBuilt, seat, answer.one, answer.other, road[0])
    lay_out(game, make_map(cities, (*board.roads, road), game.options))


# --- homes ------------------------------------------------------------------------------------


def spread_homes(game: Loyalty, preparation: Preparation, tell: Tell) -> None:
    """LOY-3.5: seat i lives in outer city 1 + floor(i * k / n) of k (LOY-O4)."""
    if game.options.home_assignment == "choose" or game.options.board_mode == "constructed":
        return
    seats, outer = len(game.coins), game.map.city_count - 1
    for seat in range(seats):
        settle_home(game, preparation, seat, 1 + seat * outer // seats, tell)


def settle_home(game: Loyalty, preparation: Preparation, seat: int, city: int, tell: Tell) -> None:
    """LOY-3.5: note a player's home."""
    preparation.homes[seat] = city
    tell.all(HomeTaken, seat, game.map.cities[city])


def homeless(game: Loyalty, preparation: Preparation) -> list[int]:
    """LOY-D12: homes are chosen in reverse turn order."""
    return [seat for seat in reversed(turn_order(game)) if preparation.homes[seat] == NOBODY][:1]


def free_homes(game: Loyalty, preparation: Preparation) -> tuple[str, ...]:
    """LOY-3.5: the outer cities where nobody lives."""
    return tuple(name for city, name in enumerate(game.map.cities) if city not in (CAPITAL, *preparation.homes))


def home_boxes(game: Loyalty, preparation: Preparation, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-3.5: any outer city where nobody lives."""
    return Boxes(box(ChooseHome, city=OneOf(free_homes(game, preparation), "place")))


def first_home(game: Loyalty, preparation: Preparation, seat: int) -> LoyaltyAction:
    """LOY-D12: a player who does not answer in time lives in the free city whose name comes first."""
    return ChooseHome(min(free_homes(game, preparation)))


def take_home(game: Loyalty, preparation: Preparation, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-3.5: take the chosen home."""
    ((seat, answer),) = pending.answers.items()
    assert isinstance(answer, ChooseHome)
    settle_home(game, preparation, seat, game.map.places[answer.city], tell)


# --- first roads ------------------------------------------------------------------------------


def lay_first_roads(game: Loyalty, preparation: Preparation, tell: Tell) -> None:
    """LOY-3.6, LOY-14.7: choose the road from home to the capital, or the only road there is (LOY-O9)."""
    for seat, home in enumerate(preparation.homes):
        roads = game.map.roads_at[home]
        spoke = game.map.road_between.get((home, CAPITAL), NOBODY)
        if spoke != NOBODY:
            preparation.roads[seat] = spoke
        elif len(roads) == 1 or not game.options.start_spoke_citizens:
            preparation.roads[seat] = roads[0]


def roadless(game: Loyalty, preparation: Preparation) -> list[int]:
    """LOY-14.7: players whose home has no road to the capital choose a road; in reverse turn order."""
    return [seat for seat in reversed(turn_order(game)) if preparation.roads[seat] == NOBODY][:1]


def home_roads(game: Loyalty, preparation: Preparation, seat: int) -> tuple[str, ...]:
    """LOY-14.7: the roads at a player's home."""
    return tuple(game.map.names[road] for road in game.map.roads_at[preparation.homes[seat]])


def road_boxes(game: Loyalty, preparation: Preparation, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-14.7: any road at the home."""
    return Boxes(box(ChooseRoad, road=OneOf(home_roads(game, preparation, seat), "place")))


def first_road(game: Loyalty, preparation: Preparation, seat: int) -> LoyaltyAction:
    """LOY-D12: a player who does not answer in time takes the road whose name comes first."""
    return ChooseRoad(min(home_roads(game, preparation, seat)))


def take_road(game: Loyalty, preparation: Preparation, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-14.7: keep the chosen road; the event about its units comes when the pieces are placed."""
    ((seat, answer),) = pending.answers.items()
    assert isinstance(answer, ChooseRoad)
    preparation.roads[seat] = game.map.places[answer.road]


# --- colours ----------------------------------------------------------------------------------


def colourless(game: Loyalty, preparation: Preparation) -> list[int]:
    """LOY-14.1a: colours are chosen in reverse turn order (LOY-O34)."""
    if not game.colours or game.options.faction_start != "choose":
        return []
    done = len(preparation.dressed)
    return list(reversed(turn_order(game)))[done : done + 1]


def colour_boxes(game: Loyalty, preparation: Preparation, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-14.1a: every colour is allowed."""
    return Boxes(box(ChooseColour, colour=OneOf(colours(game.options), "colour")))


def first_colour(game: Loyalty, preparation: Preparation, seat: int) -> LoyaltyAction:
    """LOY-D12: a player who does not answer in time wears the first colour in the order of names."""
    return ChooseColour(min(colours(game.options)))


def take_first_colour(game: Loyalty, preparation: Preparation, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-14.1a: the colour is public."""
    ((seat, answer),) = pending.answers.items()
    assert isinstance(answer, ChooseColour)
    preparation.dressed.append(seat)
    game.colours[seat] = colours(game.options).index(answer.colour)
    tell.all(ColourTaken, seat, answer.colour)


# --- pieces -----------------------------------------------------------------------------------


def place_pieces(game: Loyalty, preparation: Preparation, tell: Tell) -> None:
    """LOY-14.1a: wear the chosen colour, which is public."""
    options, names = game.options, game.map.names
    for seat, (home, road) in enumerate(zip(preparation.homes, preparation.roads, strict=True)):
        add(game.citizens, home, seat, options.start_citizens)
        add(game.priests, home, seat, options.start_priests)
        add(game.militia, home, banner(game, seat), options.start_militia)
        add(game.citizens, road, seat, options.start_spoke_citizens)
        game.coins[seat] += options.start_coins
        game.drawn += options.start_coins
        if game.purses:  # LOY-14.8: at home first
            add(game.purses, home, seat, options.start_coins)
        tell.all(PiecesPlaced, seat, names[home], names[road])
    game.landed = [own > 0 for own in victory_points(game)]


def prepare(game: Loyalty, match: Match, tell: Tell) -> Preparation:
    """LOY-3: play everything before the first turn."""
    seats = len(game.coins)
    return Preparation(homes=[NOBODY] * seats, roads=[NOBODY] * seats)


PREPARATION = flow(
    Preparation,
    deal=deal,
    build=decide(build_boxes, build, default=first_choice, asked=builder, until=never),
    spread=spread_homes,
    homes=decide(home_boxes, take_home, default=first_home, asked=homeless, until=never),
    spokes=lay_first_roads,
    roads=decide(road_boxes, take_road, default=first_road, asked=roadless, until=never),
    colours=decide(colour_boxes, take_first_colour, default=first_colour, asked=colourless, until=never),
    pieces=place_pieces,
)
