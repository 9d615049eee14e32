"""THR-2.3 and THR-4: the skills: where they start and end, and what follows from them."""

from __future__ import annotations

from turncoat.games.thrice.options import Options, zoned

INITIATIVE, DAMAGE, WEAPON, ARMOUR, CONDITION = "initiative", "damage", "weapon", "armour", "condition"
SKILLS = (INITIATIVE, DAMAGE, WEAPON, ARMOUR, CONDITION)
"""THR-2.3: the five skills, in the order of the sheet."""
ENFORCED = (INITIATIVE, DAMAGE, WEAPON, ARMOUR)
"""THR-13.2: the skills that can be enforced (THR-R27)."""

ON_SKILL, LOCK_ON = " token", "lock on "
"""What a token of a skill and a lock on a trick are called (THR-13.6); a coin of a trick has the name of its trick."""

SKILL_WORDS = {
    INITIATIVE: "acts earlier, and brings that much advantage each round",
    DAMAGE: "what a hit of yours takes away",
    WEAPON: "is added to your attacks",
    ARMOUR: "what an attack on you must reach",
    CONDITION: "how much you can take",
}
"""THR-4: what each skill does, in a few words."""

UNARMOURED = 10
"""THR-2.4: the number that an attack must reach if the sheet says armour 0; each point of armour adds 1."""

STARTS = {INITIATIVE: 1, DAMAGE: 1, WEAPON: 1, ARMOUR: UNARMOURED + 1}
TOPS = {INITIATIVE: 10, DAMAGE: 10, WEAPON: 10, ARMOUR: UNARMOURED + 10, CONDITION: 15}
"""THR-2.3: skills start at ``STARTS`` and end at ``TOPS``; condition starts at 4, in the profile ``sheet`` at 6."""

MOST_CONDITION = TOPS[CONDITION]
CONDITION_STARTS = {"explained": 4, "sheet": 6}

STEP = 3
"""THR-5.5: the value of one step of an opponent's skill."""
STEPS = 3
"""THR-5.5: how many steps an opponent's skill has above its start."""

MOST_WEALTH = 10
"""THR-3.8: the highest wealth; wealth starts at 1 (``options.starting_wealth``)."""

BLEED, COUNTER, DIRECT, DISENGAGE = "bleed", "counter", "direct", "disengage"
INTERCEPT, STRENGTHEN, SWIPE = "intercept", "strengthen", "swipe"
ENFORCE, FLANK, LOCK, NEUTRALIZE = "enforce", "flank", "lock", "neutralize"

TRICKS = {
    "explained": (BLEED, COUNTER, DIRECT, DISENGAGE, INTERCEPT, STRENGTHEN, SWIPE),
    "sheet": (COUNTER, ENFORCE, FLANK, INTERCEPT, LOCK, NEUTRALIZE, SWIPE),
}
"""THR-2.1, THR-2.2: the tricks of each profile; zones: ``options.zoned``, condition: ``CONDITION_STARTS``.

Both profiles call the sheet's attack and defence weapon and armour here; ``explained`` is the default (``options``).
"""

TRICK_WORDS = {
    BLEED: "those hit by the next attack lose condition at the end of the round",
    COUNTER: "strike back at an attack that misses",
    DIRECT: "+2 on the next attack",
    DISENGAGE: "one move away before the attack",
    INTERCEPT: "step in the way of an attack on a friend",
    STRENGTHEN: "condition rises at once",
    SWIPE: "attack several at once",
    ENFORCE: "a skill rises for the rest of the combat",
    FLANK: "a character acts after the opponents",
    LOCK: "somebody cannot use a trick",
    NEUTRALIZE: "take off a token, a coin or a lock",
}
"""THR-12, THR-13: what each trick does, in a few words."""

AT_ONCE = frozenset((STRENGTHEN, ENFORCE, LOCK, NEUTRALIZE))
"""Tricks that take effect at once and leave no coin."""

_PENALTIES = (0, 3, 2, 1)


def start(options: Options, skill: str) -> int:
    """THR-2.3: the start of a character's skill (THR-O3)."""
    if skill == CONDITION:
        return options.character_condition_start or CONDITION_STARTS[options.profile]
    return STARTS[skill]


def enemy_start(options: Options, skill: str) -> int:
    """THR-2.3: the start of an opponent's skill."""
    return options.enemy_condition_start if skill == CONDITION else STARTS[skill]


def room(options: Options, skill: str) -> int:
    """THR-2.3: how many steps a character's skill can be raised."""
    return TOPS[skill] - start(options, skill)


def tricks(options: Options) -> tuple[str, ...]:
    """THR-2.1, THR-2.2: the tricks of a table; without zones there is no Disengage (THR-R17, THR-R4)."""
    every = TRICKS[options.profile]
    return every if zoned(options) else tuple(trick for trick in every if trick != DISENGAGE)


def penalty(condition: int) -> int:
    """THR-4.2: the penalty of low condition on weapon and armour (THR-4.1); for opponents see ``dice.weakness``.

    At condition 3, 2 or 1 they are 1, 2 or 3 lower.
    """
    return _PENALTIES[condition] if condition < len(_PENALTIES) else 0


def tier(wealth: int) -> int:
    """THR-4.9: 1 for a wealth of 1 or 2, and 1 more from 3, 6 and 9 on (THR-R8)."""
    return 1 + wealth // 3


def target_number(written: int) -> int:
    """THR-2.4: the number to reach for an armour or defence written as 1 to 10 (THR-R3)."""
    return UNARMOURED + written


def party_wealth(options: Options, wealths: list[int]) -> int:
    """THR-4.8: the party wealth, the highest wealth among the characters unless THR-O7 says otherwise (THR-R7)."""
    if options.party_wealth == "highest":
        return max(wealths)
    return min(wealths) if options.party_wealth == "lowest" else sum(wealths) // len(wealths)
