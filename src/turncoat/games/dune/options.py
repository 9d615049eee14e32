"""DUN-10: what the players agree on. Defaults follow the rulebook; one preset plays like the live site.

DUN-O-01 is the number of seats; deadlines (DUN-O-11), the secret seed (DUN-O-15) and talk (DUN-O-16) are settings
of the table.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, structs

from turncoat.games.dune.facts import FACTION_IDS, FACTS, SECTORS
from turncoat.kernel import about, number, text

RULEBOOK, TREACHERY_ONLINE = "rulebook", "treachery-online"
WINDOWS = tuple(f"W-{number}" for number in range(1, 12))
"""DUN-2.7.1: the windows by number."""


class Options(Struct, frozen=True):
    """DUN-10: everything that can be agreed on."""

    preset: Annotated[
        Literal["rulebook", "treachery-online"],
        about(
            "DUN-O-00",
            "Preset",
            "rulebook: the options below count. treachery-online: where that site plays differently, its "
            "rules count instead.",
        ),
    ] = "rulebook"
    turns: Annotated[int, number("DUN-O-02", "Turns", "The game lasts at most this many turns.", 1, 20)] = 10
    factions: Annotated[
        str,
        text(
            "DUN-O-03",
            "Factions",
            "Who plays which faction: one id for each seat in the order of seats, with commas "
            f"({', '.join(FACTION_IDS)}). Empty: drawn at random.",
            200,
        ),
    ] = ""
    seating: Annotated[
        Literal["random", "as_seated"],
        about("DUN-O-04", "Markers", "random: markers are dealt round the map. as_seated: in the order of seats."),
    ] = "random"
    first_sector: Annotated[
        int,
        number(
            "DUN-O-05",
            "Start of the first storm",
            "The sector from which the first storm is counted; 10 is uppermost.",
            0,
            SECTORS - 1,
        ),
    ] = FACTS.uppermost
    two_player_strongholds: Annotated[
        Literal[3, 4],
        about("DUN-O-06", "Strongholds for two", "Strongholds that a player needs to win a two-player game alone."),
    ] = 4
    two_player_alliances: Annotated[
        bool, about("DUN-O-07", "Alliances of two", "Alliances are possible in a two-player game.")
    ] = False
    most_strongholds: Annotated[
        bool,
        about(
            "DUN-O-08",
            "Most strongholds",
            "At the end of a game that nobody won, the most strongholds win; else nobody.",
        ),
    ] = True
    nomads_by_default: Annotated[
        bool,
        about(
            "DUN-O-09",
            "The desert wins by default",
            "Without the carriers' faction, the nomads win a game that nobody else won.",
        ),
    ] = True
    battle_scope: Annotated[
        Literal["territory", "connected"],
        about(
            "DUN-O-10",
            "Split territories",
            "If the storm cuts a territory in two. territory: all forces there fight and are lost. "
            "connected: only those that can meet.",
        ),
    ] = "territory"
    stops: Annotated[
        str,
        text(
            "DUN-O-12",
            "Stops",
            "Windows (DUN-W-1 to DUN-W-11) in which everybody is asked whether to act, with commas: W-1, W-3. "
            "In all others you pass until you say otherwise.",
            100,
        ),
    ] = "W-1"
    reveal_at_end: Annotated[
        bool, about("DUN-O-13", "Open at the end", "All secrets are shown when the game has ended.")
    ] = True
    lend_all_foresight: Annotated[
        bool,
        about(
            "DUN-O-14",
            "All foresight is lent",
            "The faction that foresees cards and spice shows its ally all that it sees.",
        ),
    ] = False
    karama_bids: Annotated[
        bool,
        about(
            "DUN-O-17",
            "Bids backed by Karama",
            "A player who holds Karama may bid more than they can pay; if they win, the card pays.",
        ),
    ] = False
    own_explosion: Annotated[
        bool,
        about(
            "DUN-O-18",
            "Lasgun and Shield in one plan",
            "Lasgun and Shield explode also in one plan; otherwise only in different plans.",
        ),
    ] = True
    leader_revival: Annotated[
        Literal["no_living_leader", "all_died_once"],
        about(
            "DUN-O-19",
            "Revival of leaders opens",
            "When a player may first revive leaders: when no leader lives, or when all have died at least once.",
        ),
    ] = "no_living_leader"
    ghola_forces: Annotated[
        Literal[3, 5], about("DUN-O-20", "Forces by Ghola", "Forces that one card brings back.")
    ] = 3
    still_storm: Annotated[
        Literal["spares", "strikes"],
        about(
            "DUN-O-21",
            "A storm that stays",
            "What the storm destroys in its own sector if it does not move (DUN-R-03).",
        ),
    ] = "spares"
    ally_territory: Annotated[
        Literal["closed", "deadly"],
        about(
            "DUN-O-22",
            "Territory of the ally",
            "closed: it cannot be entered. deadly: forces that are still there after the move die (DUN-R-22).",
        ),
    ] = "closed"
    prediction: Annotated[
        Literal["after_forces", "first"],
        about(
            "DUN-O-23",
            "Prediction",
            "When the prediction is made: after forces are placed, or before anything is dealt (DUN-R-23).",
        ),
    ] = "after_forces"
    passed_cards: Annotated[
        Literal["same_order", "shuffled"],
        about("DUN-O-24", "Cards nobody wanted", "How cards that nobody wanted go back on top of the deck (DUN-R-25)."),
    ] = "same_order"
    revival_order: Annotated[
        Literal["storm_order", "together"],
        about(
            "DUN-O-25",
            "Order of revival",
            "Players revive one after the other in storm order, or all at once (DUN-R-34).",
        ),
    ] = "storm_order"
    rally_into_storm: Annotated[
        bool,
        about(
            "DUN-O-26",
            "Rally into the storm",
            "The nomads' reserves may be placed in the storm sector; they die there (DUN-R-39).",
        ),
    ] = False
    leaders_stay: Annotated[
        bool,
        about(
            "DUN-O-27",
            "Leaders stay where they fought",
            "Leaders stay also after a treachery call that was won, and after death and Ghola (DUN-R-56, DUN-R-83).",
        ),
    ] = True
    voice_kinds: Annotated[
        Literal["six", "seven"],
        about(
            "DUN-O-28",
            "Kinds the Voice can name",
            "The six kinds of weapons and defences, or worthless cards as well (DUN-R-59).",
        ),
    ] = "six"
    ride_at_home: Annotated[
        bool,
        about(
            "DUN-O-29",
            "Ride within the territory",
            "A worm may be ridden to a location of its own territory (DUN-R-16).",
        ),
    ] = False
    skin: Annotated[
        Literal["dune", "neutral"],
        about("DUN-O-30", "Names", "Which names factions, places and cards have; nothing else changes."),
    ] = "dune"


LIVE_SITE: dict[str, object] = {
    "first_sector": 0,
    "two_player_alliances": True,
    "lend_all_foresight": True,
    "karama_bids": True,
    "leader_revival": "all_died_once",
    "ghola_forces": 5,
    "still_storm": "strikes",
    "ally_territory": "deadly",
    "prediction": "first",
    "passed_cards": "shuffled",
    "revival_order": "together",
    "rally_into_storm": True,
    "leaders_stay": False,
    "voice_kinds": "seven",
    "ride_at_home": True,
}
"""DUN-O-00: what the preset ``treachery-online`` sets."""


def settled(options: Options) -> Options:
    """DUN-O-00: the options as they are played, with what the preset sets."""
    return structs.replace(options, **LIVE_SITE) if options.preset == TREACHERY_ONLINE else options


def listed(text: str) -> tuple[str, ...]:
    """The parts of a list with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def conflicts(options: Options, seats: int) -> str:
    """One sentence about options that cannot go together; empty if all can."""
    chosen = listed(options.factions)
    unknown = [name for name in chosen if name not in FACTION_IDS]
    if unknown:
        return f"There is no faction {unknown[0]}; the factions are {', '.join(FACTION_IDS)} (DUN-O-03)."
    if chosen and (len(chosen) != seats or len(set(chosen)) != seats):
        return f"Name {seats} different factions for {seats} seats, not {len(set(chosen))} (DUN-1.2.1)."
    strange = [name for name in listed(options.stops) if name not in WINDOWS]
    if strange:
        return f"There is no window {strange[0]} to stop at; the windows are {', '.join(WINDOWS)} (DUN-O-12)."
    return ""
