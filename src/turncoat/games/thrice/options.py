"""THR-O: the options that the table agrees on before a combat."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from turncoat.kernel import about, number, text


class Options(Struct, frozen=True):
    """THR-O: all options. Skills, advantage and wealth are whole numbers."""

    # THR-2.5: explained is usual because its tricks alone are explained, and it alone fits the course of a combat.
    profile: Annotated[
        Literal["explained", "sheet"],
        about(
            "THR-O1",
            "Profile",
            "explained: as the designer's rules say. sheet: tricks and numbers as printed on the character sheets.",
        ),
    ] = "explained"  # THR-2.5: only its tricks are explained, and only it fits the course of a combat
    zones: Annotated[
        Literal["auto", "on", "off"],
        about("THR-O2", "Zones", "auto: on in the profile “explained”, off in the profile “sheet”."),
    ] = "auto"
    character_condition_start: Annotated[
        int,
        number(
            "THR-O3",
            "Condition of characters",
            "The condition with which characters start. 0: as the profile says, 4 in “explained” and 6 in “sheet”.",
            0,
            15,
        ),
    ] = 0
    enemy_condition_start: Annotated[
        int,
        number(
            "THR-O4",
            "Condition of opponents",
            "The condition with which opponents start; each step that the GM buys adds 3.",
            1,
            100,
        ),
    ] = 6
    creation_points: Annotated[
        int,
        number("THR-O5", "Points of a new character", "Steps that a player spends on a new character's skills.", 0, 50),
    ] = 3
    starting_wealth: Annotated[
        int,
        number(
            "THR-O6",
            "Wealth at the start",
            "The wealth of characters made at the table; it decides how many skills they have.",
            1,
            10,
        ),
    ] = 1
    party_wealth: Annotated[
        Literal["highest", "lowest", "average_down"],
        about(
            "THR-O7",
            "Party wealth",
            "Which wealth in the party decides how many points the GM has. average_down: the average, rounded down.",
        ),
    ] = "highest"
    enemy_removals: Annotated[
        Literal["once", "repeat"],
        about("THR-O8", "Removing opponents", "How many opponents the GM can remove, for a point each."),
    ] = "once"
    enemy_initiative_base: Annotated[
        int,
        number(
            "THR-O9",
            "Initiative to beat",
            "This number plus the opponents' initiative is what a character has to roll to act first.",
            0,
            30,
        ),
    ] = 10
    enemy_condition_penalty: Annotated[
        bool, about("THR-O10", "Penalty for opponents", "Low condition lowers the skills of opponents, too.")
    ] = False
    trick_cost: Annotated[int, number("THR-O11", "Cost of a trick", "Advantage that a trick costs.", 0, 50)] = 3
    activation_window: Annotated[
        Literal["own_turn", "any_roll"],
        about(
            "THR-O12",
            "When tricks can be activated",
            "own_turn: only in your own turn. any_roll: also before you roll for a counter-attack.",
        ),
    ] = "own_turn"
    attack_into_engagement: Annotated[
        bool, about("THR-O13", "Attacks into engagements", "A fighter who is not engaged may attack one who is.")
    ] = True
    advance_from_distant: Annotated[
        bool, about("THR-O14", "Advance", "A distant fighter may step into the free zone instead of engaging.")
    ] = True
    intercept_mode: Annotated[
        Literal["bodyguard", "gather"],
        about("THR-O15", "Intercept", "bodyguard: step in the way of an attack. gather: draw opponents to yourself."),
    ] = "bodyguard"
    counter_chain: Annotated[
        bool, about("THR-O16", "Chains of counters", "A fighter may strike back at a counter-attack that missed.")
    ] = False
    swipe_roll: Annotated[
        Literal["single", "per_target"],
        about("THR-O17", "Rolls of a swipe", "single: one roll for all. per_target: one roll for each target."),
    ] = "single"
    token_value_character: Annotated[
        int, number("THR-O18", "Token of a character", "What a skill token is worth on a character.", 0, 20)
    ] = 4
    token_value_enemy: Annotated[
        int, number("THR-O18", "Token of an opponent", "What a skill token is worth on an opponent.", 0, 20)
    ] = 3
    lock_duration: Annotated[
        Literal["combat", "round"],
        about(
            "THR-O19",
            "Locks",
            "How long a locked trick stays locked. combat: until somebody neutralizes the lock. round: until the "
            "end of the next round.",
        ),
    ] = "combat"
    flanking: Annotated[
        bool, about("THR-O20", "Flanking", "The side with more fighters in an engagement has a bonus.")
    ] = False
    automatic_win: Annotated[
        bool,
        about(
            "THR-O21", "Automatic win", "A side of which more than half have fallen surrenders at the end of the round."
        ),
    ] = False
    open_enemies: Annotated[
        bool, about("THR-O22", "Open opponents", "Everybody sees the opponents' numbers from the start.")
    ] = False
    round_limit: Annotated[
        int, number("THR-O23", "Round limit", "The combat stops unfinished after this many rounds; 0: never.", 0, 1000)
    ] = 0
    dice: Annotated[
        Literal["table", "hand"],
        about("THR-O24", "Dice", "table: the program rolls. hand: you roll real dice and enter the result."),
    ] = "table"
    characters: Annotated[
        str,
        text(
            "THR-O25",
            "Characters",
            "For programs: character sheets in the order of the seats, as a JSON list; null: made at the table. "
            "People leave this empty.",
            20000,
        ),
    ] = ""
    gm_overrules: Annotated[
        bool,
        about(
            "THR-O26",
            "The GM may overrule",
            "The GM can change a condition, let somebody go or in, end the fight, or take a step back. All are told.",
        ),
    ] = False


def zoned(options: Options) -> bool:
    """THR-2.3, THR-R17: whether there are zones."""
    return options.zones == "on" or (options.zones == "auto" and options.profile == "explained")
