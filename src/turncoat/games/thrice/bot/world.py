"""The combat as one seat can imagine it from its view, so that the rules can try out tricks and moves.

It guesses what the GM hides from dice and wounds; for each guess that matters it keeps the other possibilities.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from turncoat.games.thrice import clues
from turncoat.games.thrice.skills import (
    ARMOUR,
    AT_ONCE,
    CONDITION,
    DAMAGE,
    ENFORCED,
    INITIATIVE,
    LOCK,
    SKILLS,
    STEP,
    STEPS,
    WEAPON,
    enemy_start,
    penalty,
    tricks,
)
from turncoat.games.thrice.state import Kind, Thrice, band, engagement
from turncoat.games.thrice.view import Combatant, ThriceView
from turncoat.kernel import Chance
from turncoat.kernel.chance import KEY_BYTES

Doubt = tuple[tuple[int, float], ...]
"""Other possible values of a number, as differences from the guess, each with its probability."""

CERTAIN: Doubt = ((0, 1.0),)

SPREAD = 4.0
"""THR-5.5: the bot assumes that a GM spreads points over this many skills; with as many points a next step is 50 %
likely."""


class Seen(Struct):
    """What a seat remembers of the opponents' attacks and falls.

    Attributes:
        damage: The most that one hit has cost a character.
        fallen: The least that an opponent had lost when it became helpless; 0: none has.
        lost: The net loss of each combatant.
    """

    damage: int = 0
    fallen: int = 0
    lost: dict[int, int] = {}


class World(Struct):
    """An imagined combat.

    Attributes:
        game: The combat, with the likeliest values of hidden numbers, without sections in progress.
        armour: Other possible values of the opponents' armour, by combatant.
        condition: Other possible values of their condition.
        acted: The combatants who have had their turn in this round, or have it now.
    """

    game: Thrice
    armour: dict[int, Doubt]
    condition: dict[int, Doubt]
    acted: int


def imagined(view: ThriceView, seen: Seen) -> World:
    """The combat from a view, with guesses for what is hidden."""
    options, players, many = view.options, view.gm, len(view.combatants)
    every = tricks(options)
    game = Thrice(
        options=options,
        players=players,
        zones=view.zones,
        tricks=every,
        characters=[sheet.character for sheet in view.sheets],
        wealth=view.party_wealth,
        second=sum(combatant.kind == "B" for combatant in view.combatants),
        kinds=list(view.kinds) or [Kind()],
        fled=_where(view.combatants, "fled"),
        free=_where(view.combatants, "free"),
        distant=_where(view.combatants, "distant"),
        groups=[band(group) for group in view.engagements],
        bleeding=[combatant.bleeding for combatant in view.combatants],
        advantage=[sheet.advantage for sheet in view.sheets],
        before=band([sheet.seat for sheet in view.sheets if sheet.before]),
        round=view.round,
        revealed=bool(view.opponents_initiative),
        clues=clues.nothing_known(many - players),
        chance=Chance(bytes(KEY_BYTES)),
        stack=[],
        requests=[0] * (players + 1),
        standing_orders=[{} for _ in range(players + 1)],
    )
    game.active = (1 << many) - 1 & ~game.fled & ~_where(view.combatants, "helpless")
    _lay_out(game, view)
    world = World(game, {}, {}, band([combatant.who for combatant in view.combatants if combatant.acted]))
    _fill_in(world, view, seen)
    return world


def _where(combatants: Iterable[Combatant], zone: str) -> int:
    return band([combatant.who for combatant in combatants if combatant.zone == zone])


def _lay_out(game: Thrice, view: ThriceView) -> None:
    """Put coins, locks, steps and tokens where the view shows them."""
    every, many = game.tricks, len(view.combatants)
    coins = {trick: [0] * many for trick in every if trick not in AT_ONCE}
    locks = dict.fromkeys(every, 0) if LOCK in every else {}
    for combatant in view.combatants:
        for coin in combatant.coins:
            coins[coin.trick][coin.giver] |= 1 << combatant.who
        for lock in combatant.locks:
            locks[lock.trick] |= 1 << combatant.who
    game.coins = {trick: tuple(given) for trick, given in coins.items()}
    game.locks, game.fresh_locks = locks, dict.fromkeys(locks, 0)
    if view.profile == "sheet":
        for skill in ENFORCED:
            rows = [{token.skill: token for token in combatant.tokens} for combatant in view.combatants]
            game.steps[skill] = tuple(row[skill].steps if skill in row else 0 for row in rows)
            game.tokens[skill] = tuple(row[skill].tokens if skill in row else 0 for row in rows)


def _fill_in(world: World, view: ThriceView, seen: Seen) -> None:
    """Fill in everybody's skills, seen or guessed."""
    game = world.game
    for skill in SKILLS:
        setattr(game, skill, [0] * len(view.combatants))
    guess = _guess(world, view, seen)
    for combatant in view.combatants:
        numbers = combatant.numbers
        if numbers is None:
            for skill, value in guess.items():
                token = clues.token_part(game, combatant.who, skill) if skill in ENFORCED else 0
                getattr(game, skill)[combatant.who] = value + token
            game.condition[combatant.who] = max(1, guess[CONDITION] - combatant.lost) if combatant.armours else 0
            continue
        weakened = combatant.who < game.players or game.options.enemy_condition_penalty
        less = penalty(numbers.condition) if weakened else 0
        for skill in SKILLS:
            more = less if skill in (WEAPON, ARMOUR) else 0
            getattr(game, skill)[combatant.who] = getattr(numbers, skill) + more


# --- guesses ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def likely(steps: tuple[int, ...], points: int) -> tuple[tuple[int, float], ...]:
    """The possible steps of a skill, each with its probability if the GM has this many points to spread."""
    more = points / (points + SPREAD)
    weights = [more**step for step in steps]
    return tuple((step, weight / sum(weights)) for step, weight in zip(steps, weights, strict=True))


def expected(steps: tuple[int, ...], points: int) -> float:
    """The average of steps, weighted by probability."""
    return sum(step * chance for step, chance in likely(steps, points))


def _guess(world: World, view: ThriceView, seen: Seen) -> dict[str, int]:
    """THR-5.4: guess the opponents' skills as if all were of one kind, until the dice contradict that."""
    game, points = world.game, view.party_wealth
    hidden = [combatant for combatant in view.combatants if combatant.numbers is None]
    if not hidden:
        return {}
    every = tuple(range(STEPS + 1))
    common = expected(every, points)
    damage = enemy_start(game.options, DAMAGE)
    if seen.damage:
        damage += STEP * -(-max(0, seen.damage - damage) // STEP)
    else:
        damage += round(STEP * common)
    _doubt_armour(world, hidden, points)
    return {
        INITIATIVE: max(1, view.opponents_initiative),
        DAMAGE: damage,
        WEAPON: enemy_start(game.options, WEAPON) + round(STEP * common),
        ARMOUR: enemy_start(game.options, ARMOUR),
        CONDITION: _doubt_condition(world, hidden, points, seen),
    }


def _doubt_armour(world: World, hidden: list[Combatant], points: int) -> None:
    """The possible armours above the lowest: the same for all opponents, if that is possible."""
    game = world.game
    lowest = enemy_start(game.options, ARMOUR)
    sets = {
        combatant.who: {number - clues.token_part(game, combatant.who, ARMOUR) for number in combatant.armours}
        for combatant in hidden
        if combatant.armours
    }
    shared = set.intersection(*sets.values()) if sets else set()
    for who, numbers in sets.items():
        doubts = _above(tuple(sorted(numbers & shared or numbers)), lowest, points)
        world.armour[who] = doubts


@lru_cache(maxsize=4096)
def _above(numbers: tuple[int, ...], lowest: int, points: int) -> Doubt:
    more = points / (points + SPREAD)
    weights = [more ** max(0.0, (number - lowest) / STEP) for number in numbers]
    return tuple((number - lowest, weight / sum(weights)) for number, weight in zip(numbers, weights, strict=True))


def _doubt_condition(world: World, hidden: list[Combatant], points: int, seen: Seen) -> int:
    """The possible starting conditions: more than an active opponent has lost, no more than a fallen one had lost."""
    lowest = enemy_start(world.game.options, CONDITION)
    standing = [combatant for combatant in hidden if combatant.armours]
    most = max([combatant.lost for combatant in standing], default=0)
    steps = [step for step in range(STEPS + 1) if lowest + STEP * step > most]
    steps = [step for step in steps if not seen.fallen or lowest + STEP * step <= seen.fallen] or steps or [STEPS]
    guesses = likely(tuple(steps), points)
    best = max(guesses, key=lambda guess: guess[1])[0]
    doubt = tuple((STEP * (step - best), chance) for step, chance in guesses)
    for combatant in standing:
        world.condition[combatant.who] = doubt
    return lowest + STEP * best


# --- who is like whom -------------------------------------------------------------------------


def face(world: World, game: Thrice, who: int) -> object:
    """All differences between one opponent and another; characters are always different."""
    if who < game.players:
        return who
    bit = 1 << who
    return (
        who < len(game.condition) - game.second,
        game.condition[who],
        game.bleeding[who],
        bool(world.acted & bit),
        bool(game.distant & bit),
        engagement(game, who),
        world.armour.get(who),
        world.condition.get(who),
        tuple([given for given, held in _held(game) if held & bit]),
        tuple([trick for trick, locked in game.locks.items() if locked & bit]),
        tuple([row[who] for row in game.tokens.values()]),
    )


def _held(game: Thrice) -> list[tuple[tuple[str, int], int]]:
    """The tricks and givers of all unused coins, each with the combatants who have one."""
    return [
        ((trick, giver), held)
        for trick, given in game.coins.items()
        if any(given)
        for giver, held in enumerate(given)
        if held
    ]
