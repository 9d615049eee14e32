"""DUN-10: the options that players agree on.

Defaults follow the rulebook; one preset plays like the website treachery.online.

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
    """DUN-10: all options."""

    preset: Annotated[
        Literal["rulebook", "treachery-online"],
        about(
            "DUN-O-00",
            "Preset",
            "rulebook: the options below count as they are set. treachery-online: wherever the website "
            "treachery.online plays differently, its rules replace these options.",
        ),
    ] = "rulebook"
    turns: Annotated[int, number("DUN-O-02", "Turns", "The game lasts at most this many turns.", 1, 20)] = 10
    factions: Annotated[
        str,
        text(
            "DUN-O-03",
            "Factions",
            "The faction of each seat, in the order of the seats, separated by commas: "
            "seers (Atreides), schemers (Harkonnen), nomads (Fremen), throne (Emperor), carriers (Guild), "
            "sisters (Bene Gesserit). If left empty, factions are drawn at random.",
            200,
        ),
    ] = ""
    seating: Annotated[
        Literal["random", "as_seated"],
        about(
            "DUN-O-04",
            "Markers",
            "random: the factions sit round the map by chance. as_seated: in the order of the seats.",
        ),
    ] = "random"
    first_sector: Annotated[
        int,
        number(
            "DUN-O-05",
            "Start of the first storm",
            "The sector in which the storm begins; 10 is the uppermost on the map.",
            0,
            SECTORS - 1,
        ),
    ] = FACTS.uppermost
    two_player_strongholds: Annotated[
        Literal[3, 4],
        about(
            "DUN-O-06",
            "Strongholds to win with two players",
            "How many strongholds a player needs to win alone in a two-player game.",
        ),
    ] = 4
    two_player_alliances: Annotated[
        bool, about("DUN-O-07", "Alliances with two players", "Alliances are possible in a two-player game.")
    ] = False
    most_strongholds: Annotated[
        bool,
        about(
            "DUN-O-08",
            "Most strongholds",
            "If nobody has won after the last turn, the side with most strongholds wins (no: nobody wins).",
        ),
    ] = True
    nomads_by_default: Annotated[
        bool,
        about(
            "DUN-O-09",
            "The Fremen win by default",
            "If nobody plays the Spacing Guild and nobody has won after the last turn, the Fremen win.",
        ),
    ] = True
    battle_scope: Annotated[
        Literal["territory", "connected"],
        about(
            "DUN-O-10",
            "Split territories",
            "When the storm cuts a territory in two. territory: all its forces fight that are not in the storm, and "
            "the loser loses everything there. connected: only forces that can reach each other fight.",
        ),
    ] = "territory"
    stops: Annotated[
        str,
        text(
            "DUN-O-12",
            "Stops",
            "The moments (DUN-W-1 to DUN-W-11 in the rules) at which everybody is asked whether to act, separated by "
            "commas: W-1, W-3. At all others you pass until you say otherwise.",
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
            "The ally sees all foresight",
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
            "Lasgun and Shield also explode if both are in one plan (no: only if they are in opposing plans).",
        ),
    ] = True
    leader_revival: Annotated[
        Literal["no_living_leader", "all_died_once"],
        about(
            "DUN-O-19",
            "First revival of leaders",
            "When a player may first revive leaders: when no leader lives, or when all have died at least once.",
        ),
    ] = "no_living_leader"
    ghola_forces: Annotated[
        Literal[3, 5], about("DUN-O-20", "Forces by Ghola", "How many forces one Ghola brings back.")
    ] = 3
    still_storm: Annotated[
        Literal["spares", "strikes"],
        about(
            "DUN-O-21",
            "A storm that does not move",
            "If the storm does not move (DUN-R-03). spares: it destroys nothing in its sector. strikes: it "
            "destroys everything there again.",
        ),
    ] = "spares"
    ally_territory: Annotated[
        Literal["closed", "deadly"],
        about(
            "DUN-O-22",
            "Territory of the ally",
            "closed: you cannot enter a territory with forces of your ally. deadly: you can, but forces of yours "
            "that share it with your ally's after your move die (DUN-R-22).",
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
        about(
            "DUN-O-24",
            "Cards nobody wanted",
            "In which order cards that nobody bid for go back on top of the deck (DUN-R-25).",
        ),
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
            "The Fremen may place reserves in the storm sector, where they die (DUN-R-39).",
        ),
    ] = False
    leaders_stay: Annotated[
        bool,
        about(
            "DUN-O-27",
            "Leaders stay where they fought",
            "A leader who has fought stays in that territory for the turn, even after a battle won by treachery, or "
            "if he died there and was revived by Ghola (DUN-R-56, DUN-R-83).",
        ),
    ] = True
    voice_kinds: Annotated[
        Literal["six", "seven"],
        about(
            "DUN-O-28",
            "Kinds the Voice can name",
            "six: the kinds of weapons and defences. seven: also worthless cards (DUN-R-59).",
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
        about(
            "DUN-O-30",
            "Names",
            "dune: the names of the original game. neutral: names without Dune. Nothing else changes.",
        ),
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
    """DUN-O-00: the options that apply, with those that the preset sets."""
    return structs.replace(options, **LIVE_SITE) if options.preset == TREACHERY_ONLINE else options


def listed(text: str) -> tuple[str, ...]:
    """The parts of a comma-separated list."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def conflicts(options: Options, seats: int) -> str:
    """One sentence about options that contradict each other; empty if none do."""
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
