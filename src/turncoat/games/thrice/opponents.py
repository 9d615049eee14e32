"""THR-5: the GM's tool kit. The number of opponents, and what the GM's points buy for them."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.thrice import clues
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import Ambush, Build, Call, Mask, Name, ThriceAction, Word
from turncoat.games.thrice.bestiary import BESTIARY, COLOURS, FACE_NAMES, HELMET
from turncoat.games.thrice.characters import tidy
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import (
    ARMOUR,
    CONDITION,
    DAMAGE,
    ENFORCED,
    INITIATIVE,
    SKILLS,
    STEP,
    STEPS,
    WEAPON,
    enemy_start,
    tricks,
)
from turncoat.games.thrice.state import Kind, Match, Thrice, band, kind_of, master
from turncoat.kernel import Amounts, Between, Box, Boxes, OneOf, Pending, Some, Tell, always, box
from turncoat.kernel.space import Words

CROWDS = {1: 3, 2: 4, 3: 6, 4: 6, 5: 9, 6: 9, 7: 12, 8: 12}
"""THR-5.1: the number of opponents for each number of players (THR-R9).

One meets 3, two meet 4, three or four meet 6, five or six meet 9, seven or eight meet 12.
"""

ONE, OTHER = "A", "B"
"""THR-5.4: the names of the two kinds."""

KIND_SKILLS = tuple(skill for skill in SKILLS if skill != INITIATIVE)
"""THR-5.5: the skills that a point raises by one step for one kind; in ``set_skills`` all start at the lowest value."""


def most_removed(options: Options, players: int) -> int:
    """THR-5.3: how many opponents can be removed; one always stays (THR-R10, THR-O8)."""
    return 1 if options.enemy_removals == "once" else CROWDS[players] - 1


def purchases(options: Options, kind: str) -> tuple[tuple[str, int], ...]:
    """THR-5.5, THR-5.7: what can be bought for one kind, and how often."""
    skills = tuple((f"{skill} {kind}", STEPS) for skill in KIND_SKILLS)
    return skills + tuple((f"{trick} {kind}", 1) for trick in tricks(options))


@lru_cache(maxsize=256)
def building_boxes(options: Options, players: int, wealth: int) -> Boxes[ThriceAction]:
    """THR-5.2 to THR-5.8: as many points as the party wealth, one more for each removal; some may stay unspent.

    The opponents are of one kind or of two, at least one of each.
    """
    found: list[Box[ThriceAction]] = []
    for removed in range(most_removed(options, players) + 1):
        left, points = CROWDS[players] - removed, wealth + removed
        shared = ((INITIATIVE, STEPS), *purchases(options, ONE))
        gone = OneOf((removed,))
        found.append(box(Build, removed=gone, second=OneOf((0,)), points=_budget(shared, points)))
        if left > 1:
            both = (*shared, *purchases(options, OTHER))
            found.append(box(Build, removed=gone, second=Between(1, left - 1), points=_budget(both, points)))
    return Boxes(*found)


def _budget(caps: tuple[tuple[str, int], ...], points: int) -> Amounts:
    return Amounts(caps, 0, min(points, sum(cap for _, cap in caps)), "purchase")


def build_boxes(game: Thrice, match: Match, seat: int) -> Boxes[ThriceAction]:
    """THR-D2: everything that the points of the party wealth can buy."""
    return building_boxes(game.options, game.players, game.wealth)


def usual_build(game: Thrice, match: Match, seat: int) -> ThriceAction:
    """THR-D2: one kind, no removals, the points on weapon, armour, damage and condition in turn.

    Prepared opponents first get their typical purchases (THR-5.10).
    """
    caps = dict(((INITIATIVE, STEPS), *purchases(game.options, ONE)))
    points, left = dict[str, int](), game.wealth
    prepared = BESTIARY[game.beast].points if game.beast else ()
    for wanted in (prepared, (WEAPON, ARMOUR, DAMAGE, CONDITION)):
        names = [one if one == INITIATIVE else f"{one} {ONE}" for one in wanted]
        turns = [name for _ in range(STEPS) for name in names]
        for name in turns:
            if left and points.get(name, 0) < caps.get(name, 0):
                points[name] = points.get(name, 0) + 1
                left -= 1
    return Build(0, 0, points)


LONGEST_NAME, LONGEST_WORD = 24, 200
"""THR-5.11: the most characters of the name, and of the text about the opponents."""

NAMING: Boxes[ThriceAction] = Boxes(
    box(Call, beast=OneOf(tuple(BESTIARY), "beast")),
    box(Name, called=Words(LONGEST_NAME)),
    box(Mask, face=OneOf((*FACE_NAMES, HELMET), "face"), colour=OneOf(COLOURS, "colour")),
    box(Word, word=Words(LONGEST_WORD)),
)
"""THR-5.10, THR-5.11: the GM's optional actions while building opponents."""

NOTHING: Boxes[ThriceAction] = Boxes()


def naming_boxes(game: Thrice, match: Match, seat: int) -> Boxes[ThriceAction]:
    """THR-5.11: the GM names the opponents, as often as he likes, until they come."""
    return NAMING if seat == master(game) else NOTHING


def christen(game: Thrice, match: Match, seat: int, action: ThriceAction, tell: Tell) -> None:
    """THR-5.10, THR-5.11: store names and looks, in secret until the opponents come; line breaks become spaces."""
    match action:
        case Call():
            game.beast, beast = action.beast, BESTIARY[action.beast]
            game.called, game.face, game.colour, game.word = beast.called, beast.face, beast.colour, beast.word
        case Name():
            game.called = tidy(action.called)
        case Mask():
            game.face, game.colour = ("", "") if action.face == HELMET else (action.face, action.colour)
        case Word():
            game.word = tidy(action.word)


def the_gm(game: Thrice, section: object) -> tuple[int, ...]:
    """THR-1.1: asks the GM."""
    return (master(game),)


def kind_from(points: dict[str, int], name: str, options: Options) -> Kind:
    """THR-5.5, THR-5.7: one kind with its purchases."""
    levels = {skill: points.get(f"{skill} {name}", 0) for skill in KIND_SKILLS}
    return Kind(**levels, tricks=tuple(trick for trick in tricks(options) if points.get(f"{trick} {name}")))


def build(game: Thrice, match: Match, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-5: let the opponents come; everybody sees how many, only the GM what they can do."""
    (action,) = pending.answers.values()
    assert isinstance(action, Build)
    number = CROWDS[game.players] - action.removed
    kinds = [kind_from(action.points, name, game.options) for name in (ONE, OTHER)]
    game.removed, game.second = action.removed, action.second
    game.kinds = kinds if action.second else kinds[:1]
    game.clues = clues.nothing_known(number)
    enlist(game, number, action.points.get(INITIATIVE, 0))
    tell.all(happened.OpponentsCame, number, action.removed)
    if game.called or game.word:
        tell.all(happened.OpponentsNamed, game.called, game.word)
    if tell.listening:
        sizes = (number - action.second, action.second)[: len(game.kinds)]
        facts = (game.initiative[-1], tuple(game.kinds), sizes)
        if game.options.open_enemies:
            tell.all(happened.KindsBuilt, *facts)
        else:
            tell.only((master(game),), happened.KindsBuilt, *facts)


def enlist(game: Thrice, number: int, initiative: int) -> None:
    """THR-2.3, THR-5.6: give the opponents their skills, and everybody a place in the free zone (THR-7.1).

    Both kinds have the same initiative; one point raises it for all (THR-5.6).
    """
    everybody = game.players + number
    more = (0,) * number
    for rows in (game.coins, game.steps, game.tokens):
        for name in rows:
            rows[name] += more
    game.bleeding += [0] * number
    for skill in SKILLS:
        getattr(game, skill)[game.players :] = [0] * number
    set_skills(game, initiative)
    game.active = game.free = (1 << everybody) - 1


def set_skills(game: Thrice, initiative: int) -> None:
    """THR-5.5: set the skills of all opponents of a kind, which are alike except for tokens (THR-R11)."""
    options = game.options
    for who in range(game.players, len(game.condition)):
        kind = kind_of(game, who)
        steps = {
            INITIATIVE: initiative,
            DAMAGE: kind.damage,
            WEAPON: kind.weapon,
            ARMOUR: kind.armour,
            CONDITION: kind.condition,
        }
        for skill in SKILLS:
            token = clues.token_part(game, who, skill) if skill in ENFORCED else 0
            getattr(game, skill)[who] = enemy_start(options, skill) + STEP * steps[skill] + token


def ambushing(game: Thrice, match: Match) -> tuple[int, ...]:
    """THR-7.1: asks the GM who has sneaked up, if there are zones."""
    return the_gm(game, match) if game.zones else ()


@lru_cache(maxsize=64)
def everybody_or_less(number: int) -> Boxes[ThriceAction]:
    """THR-7.1: any of these combatants."""
    return Boxes(box(Ambush, who=Some(tuple(range(number)), 0, number, "combatant")))


def ambush_boxes(game: Thrice, match: Match, seat: int) -> Boxes[ThriceAction]:
    """THR-7.1: any combatants of either side."""
    return everybody_or_less(len(game.condition))


nobody_sneaked = always(Ambush(()))
"""THR-D2: nobody starts in the distant zone."""


def ambush(game: Thrice, match: Match, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-7.1: put those who sneaked up into the distant zone."""
    (action,) = pending.answers.values()
    assert isinstance(action, Ambush)
    game.distant = band(action.who)
    game.free &= ~game.distant
    tell.all(happened.SneakedUp, action.who)
