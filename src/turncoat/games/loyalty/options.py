"""LOY-O: the options that players agree on before the deal."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from turncoat.kernel import about, number, text

SAMPLE_MAP = """\
# One capital, then cities and roads. A road may have a name before the colon.
capital Rome
city Avignon
city Burgos
city Cluny
city Dublin
city Esztergom
city Florence
city Genoa
city Hamburg
road Rome - Florence
road Rome - Genoa
road Rome - Esztergom
road Via Francigena: Rome - Cluny
road Florence - Genoa
road Genoa - Avignon
road Avignon - Cluny
road Avignon - Burgos
road Burgos - Dublin
road Dublin - Cluny
road Cluny - Hamburg
road Hamburg - Esztergom
road Esztergom - Florence
"""
"""The map that players can edit if they want one of their own."""


class Options(Struct, frozen=True):
    """LOY-O: all options. Victory points, coins, ticks and units are whole numbers."""

    board_size: Annotated[
        Literal["auto", "small", "large"],
        about("LOY-O1", "Board", "small: 5 cities. large: 9 cities. auto: small for up to four players, else large."),
    ] = "auto"
    board_mode: Annotated[
        Literal["fixed", "constructed", "custom"],
        about(
            "LOY-O2",
            "Map",
            "fixed: the map of the rules. constructed: the players build it. custom: the map written below.",
        ),
    ] = "fixed"
    custom_board: Annotated[
        str,
        text(
            "LOY-O3",
            "Custom map",
            "Used only if the map is custom. One line for every city and road: capital NAME, city NAME or road NAME - "
            "NAME. A semicolon can stand instead of a new line.",
            4000,
        ),
    ] = SAMPLE_MAP
    home_assignment: Annotated[
        Literal["spread", "choose"],
        about(
            "LOY-O4",
            "Homes",
            "spread: homes are spread evenly round the map. choose: players choose in reverse turn order.",
        ),
    ] = "spread"
    city_vp: Annotated[
        int,
        number("LOY-O5", "Victory points of a city", "Victory points for an outer city that a player owns.", 1, 100),
    ] = 5
    road_vp: Annotated[
        int, number("LOY-O5", "Victory points of a road", "Victory points for a road that a player owns.", 1, 100)
    ] = 2
    capital_vp: Annotated[
        int, number("LOY-O6", "Victory points of the capital", "Victory points for owning the capital.", 1, 100)
    ] = 5
    track_length: Annotated[
        int,
        number(
            "LOY-O7", "Length of the loyalty tracks", "Steps from the middle of a loyalty track to either end.", 1, 50
        ),
    ] = 4
    income_city: Annotated[
        int, number("LOY-O8", "Income of a city", "Coins that an outer city yields to the player who taxes it.", 0, 100)
    ] = 2
    income_capital: Annotated[
        int,
        number("LOY-O8", "Income of the capital", "Coins that the capital yields to the player who taxes it.", 0, 100),
    ] = 4
    start_citizens: Annotated[int, number("LOY-O9", "Citizens at the start", "Citizens in every home.", 0, 50)] = 4
    start_militia: Annotated[int, number("LOY-O9", "Militia at the start", "Militia in every home.", 0, 50)] = 2
    start_priests: Annotated[int, number("LOY-O9", "Priests at the start", "Priests in every home.", 0, 50)] = 1
    start_spoke_citizens: Annotated[
        int, number("LOY-O9", "Citizens on the first road", "Citizens on the road from home to the capital.", 0, 50)
    ] = 1
    start_coins: Annotated[int, number("LOY-O9", "Coins at the start", "Coins of every player.", 0, 200)] = 4
    turn_actions: Annotated[
        int, number("LOY-O10", "Actions in a turn", "How many actions a player has in a turn.", 1, 10)
    ] = 2
    request_limit: Annotated[
        int,
        number(
            "LOY-O11",
            "Failed requests in a turn",
            "After this many failed requests a player can make no more in the turn; 0: no requests at all.",
            0,
            20,
        ),
    ] = 3
    standing_permissions: Annotated[
        bool,
        about(
            "LOY-O12",
            "Standing permissions",
            "A player can announce in advance who may pass a road or enter a place, and at what price.",
        ),
    ] = True
    gifts: Annotated[
        Literal["any_time", "deals_only", "none"],
        about(
            "LOY-O13",
            "Gifts",
            "any_time: players give coins between actions. deals_only: coins change hands only as the price of a "
            "permission. none: never; permissions are free as well.",
        ),
    ] = "any_time"
    dual_permission: Annotated[
        Literal["off", "move", "move_and_attack"],
        about(
            "LOY-O14",
            "Road owned by one player and controlled by another",
            "A player who crosses a road needs its owner's permission. If another player controls the road, "
            "must that player permit it, too? off: no. move: yes, for a move. move_and_attack: yes, for a move and for "
            "an attack.",
        ),
    ] = "move"
    encirclement: Annotated[
        Literal["override", "tie_break", "off"],
        about(
            "LOY-O15",
            "Encirclement",
            "Does a player who controls all roads at a city control the city? override: yes, even against more militia "
            "inside. tie_break: only if both are equally strong. off: no.",
        ),
    ] = "override"
    follow_up: Annotated[
        Literal["any", "civilians", "none"],
        about("LOY-O16", "Followers", "Which other units may follow the survivors after an attack is won."),
    ] = "any"
    civilian_loss_choice: Annotated[
        Literal["defender", "attacker"],
        about("LOY-O17", "Choice of victims", "Who chooses which civilians die in an attack."),
    ] = "defender"
    track_lock: Annotated[bool, about("LOY-O18", "Locks", "A track whose marker reaches an end never moves again.")] = (
        True
    )
    lock_peek: Annotated[
        bool, about("LOY-O19", "Look at a card", "The player who locks a city may look at one unused loyalty card.")
    ] = False
    lock_cities_needed: Annotated[
        int,
        number(
            "LOY-O20",
            "Cities for the diplomatic end",
            "How many cities must be loyal to one faction to end the game.",
            3,
            5,
        ),
    ] = 3
    lock_capital_required: Annotated[
        bool,
        about("LOY-O20", "Capital for the diplomatic end", "The game ends only if the capital is one of these cities."),
    ] = True
    final_round: Annotated[
        Literal["all", "others"],
        about(
            "LOY-O21",
            "Final round",
            "all: everybody has one more turn. others: everybody but the player who triggered it.",
        ),
    ] = "all"
    last_place_both_teams: Annotated[
        Literal["opposing", "none", "original"],
        about("LOY-O22", "Both teams in last place", "Who wins if both teams have a member in last place."),
    ] = "opposing"
    vp_tie: Annotated[
        Literal["shared", "ladder"],
        about(
            "LOY-O23", "Ties", "shared: tied players win together. ladder: coins, then citizens, then priests decide."
        ),
    ] = "shared"
    mutual_ruin: Annotated[
        Literal["no_winner", "actor_loses"],
        about("LOY-O24", "Mutual ruin", "Who wins when players of both teams are knocked out at once."),
    ] = "no_winner"
    military_end: Annotated[bool, about("LOY-O25", "Military end", "A player without land ends the game.")] = True
    revolution_end: Annotated[
        bool, about("LOY-O25", "Revolution end", "A player with more than half of all victory points wins.")
    ] = True
    taxes: Annotated[
        bool, about("LOY-O26", "Taxes", "Cities bring coins to the player who has the right to tax them.")
    ] = True
    tax_right: Annotated[
        Literal["religious", "ownership"],
        about("LOY-O27", "Right to tax", "Who taxes a city: the one with most priests, or its owner."),
    ] = "religious"
    tax_timing: Annotated[
        Literal["end", "start"],
        about(
            "LOY-O28", "When taxes are collected", "Players collect taxes at the end or at the start of their turns."
        ),
    ] = "end"
    city_economy: Annotated[
        bool,
        about(
            "LOY-O29",
            "City economies",
            "Every city has a pot of coins: its taxes are paid out of the pot, and coins spent there go into it.",
        ),
    ] = False
    city_pot_factor: Annotated[
        int,
        number("LOY-O29", "Coins in the pots", "Each city's pot begins with this many times the city's income.", 0, 50),
    ] = 3
    riots: Annotated[bool, about("LOY-O30", "Riots", "A city whose pot stays empty riots at the end of a round.")] = (
        False
    )
    riot_patience: Annotated[
        int, number("LOY-O30", "Patience", "A city riots when this many rounds have ended with its pot empty.", 1, 20)
    ] = 1
    coin_location: Annotated[
        Literal["player", "city"],
        about(
            "LOY-O31",
            "Where coins lie",
            "player: your coins are always with you. city: they lie on the map, and your units can carry them.",
        ),
    ] = "player"
    factions: Annotated[
        bool,
        about(
            "LOY-O32",
            "Colours",
            "Militia belong to a colour. All see which colour each player has; players can change theirs.",
        ),
    ] = False
    faction_colours: Annotated[
        str,
        text("LOY-O33", "Names of the colours", "Two or more names, separated by commas.", 200),
    ] = "red, blue, green"
    faction_start: Annotated[
        Literal["round_robin", "choose"],
        about(
            "LOY-O34",
            "First colours",
            "round_robin: colours are dealt out by seat. choose: players choose in reverse turn order.",
        ),
    ] = "round_robin"
    faction_switch: Annotated[
        Literal["action", "action_coins", "free", "off"],
        about(
            "LOY-O35",
            "Change of colour",
            "What a change of colour costs: an action, an action and coins, or nothing; off: no change is possible.",
        ),
    ] = "action"
    faction_switch_cost: Annotated[
        int, number("LOY-O35", "Price of a change", "Coins that a change of colour costs, if it costs coins.", 0, 100)
    ] = 2
    single_faction_swing: Annotated[
        Literal["off", "not_contested", "occupied"],
        about(
            "LOY-O36",
            "Contested cities",
            "Where a Campaign is possible. off: anywhere. not_contested: not where the armies of two players stand. "
            "occupied: only where exactly one army stands.",
        ),
    ] = "off"
    round_limit: Annotated[
        int, number("LOY-O37", "Round limit", "The game stops unfinished after this many rounds; 0: never.", 0, 1000)
    ] = 0
    city_names: Annotated[
        str,
        text(
            "LOY-O38",
            "Names of the cities",
            "The capital first, then the other cities, separated by commas. A custom map has its own names.",
            600,
        ),
    ] = "Rome, Avignon, Burgos, Cluny, Dublin, Esztergom, Florence, Genoa, Hamburg"


def colours(options: Options) -> tuple[str, ...]:
    """LOY-14.1: the names of the colours, in order; empty without the option."""
    if not options.factions:
        return ()
    return tuple(name.strip() for name in options.faction_colours.split(",") if name.strip())
