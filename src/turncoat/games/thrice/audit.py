"""What must be true of every state of Thrice."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.thrice import clues
from turncoat.games.thrice.opponents import CROWDS
from turncoat.games.thrice.skills import CONDITION, ENFORCED, INITIATIVE, MOST_CONDITION, STEP, enemy_start
from turncoat.games.thrice.state import Thrice, enemies, kind_of, members, party
from turncoat.kernel import play

Finding = tuple[str, bool]


def audit(game: Thrice) -> list[str]:
    """Every invariant that does not hold, as a sentence with its rule."""
    if not game.kinds:
        return []
    checks = (_places, _shape, _pieces, _purchase, _evidence, _ending)
    return [sentence for check in checks for sentence, sound in check(game) if not sound]


def _places(game: Thrice) -> Iterator[Finding]:
    """THR-9: everybody who takes part is in exactly one place."""
    engaged = 0
    for group in game.groups:
        yield "THR-9.2: somebody is in two engagements", not engaged & group
        yield "THR-9.5: an engagement has only one side", bool(group & party(game)) and bool(group & enemies(game))
        engaged |= group
    places = (engaged, game.free, game.distant)
    yield (
        "THR-9.1: somebody is in two zones",
        sum(place.bit_count() for place in places) == (engaged | game.free | game.distant).bit_count(),
    )
    yield "THR-9.1: who takes part and who has a place are not the same", sum(places) == game.active
    yield "THR-15.6: somebody who fled still takes part", not game.fled & game.active


def _shape(game: Thrice) -> Iterator[Finding]:
    """THR-4.1: everybody's condition, and who is helpless because of it."""
    over = play.over(game)
    for who, condition in enumerate(game.condition):
        active = bool(game.active >> who & 1)
        helpless = not active and not game.fled >> who & 1
        yield f"THR-4.1: the condition of {who} is negative", condition >= 0
        yield f"THR-15.5: {who} is active with condition 0", not active or condition > 0
        yield f"THR-15.5: {who} is helpless with condition {condition}", over or not helpless or condition == 0
        if who < game.players:
            yield f"THR-12.6: the condition of {who} is above {MOST_CONDITION}", condition <= MOST_CONDITION
        yield f"THR-15.6: {who} has marks and takes no part", active or not game.bleeding[who]


def _pieces(game: Thrice) -> Iterator[Finding]:
    """THR-11: advantage and coins."""
    yield "THR-6.6: advantage is negative", min(game.advantage) >= 0
    for trick, given in game.coins.items():
        for giver, held in enumerate(given):
            own = party(game) if giver < game.players else enemies(game)
            yield f"THR-11.6: a coin of {trick} lies on somebody who takes no part", not held & ~game.active
            yield f"THR-11.2: a coin of {trick} lies on the other side", not held & ~own
    for skill in game.steps:
        for who in range(game.players):
            plain = game.characters[who].value(skill, game.options)
            steps, tokens = game.steps[skill][who], game.tokens[skill][who]
            present = plain + steps + game.options.token_value_character * tokens
            yield f"THR-13.8: the {skill} of {who} is not its steps and tokens", getattr(game, skill)[who] == present


def _purchase(game: Thrice) -> Iterator[Finding]:
    """THR-5: the opponents match what the points have bought."""
    number = len(game.condition) - game.players
    steps = (_initiative(game) - enemy_start(game.options, INITIATIVE)) // STEP
    spent = steps + sum(kind.cost for kind in game.kinds)
    points = game.wealth + game.removed
    yield "THR-5.1: the number of opponents is wrong", number == CROWDS[game.players] - game.removed
    yield f"THR-5.2: {spent} of {points} points are spent", spent <= points
    yield "THR-5.4: the kinds and their numbers do not agree", len(game.kinds) == 1 + (game.second > 0)
    yield "THR-5.4: a kind has nobody", 0 <= game.second < number
    for who in members(enemies(game)):
        for skill in ENFORCED:
            step = steps if skill == INITIATIVE else getattr(kind_of(game, who), skill)
            wanted = enemy_start(game.options, skill) + STEP * step + clues.token_part(game, who, skill)
            yield f"THR-5.5: the {skill} of {who} is not that of its kind", getattr(game, skill)[who] == wanted


def _initiative(game: Thrice) -> int:
    return game.initiative[game.players] - clues.token_part(game, game.players, INITIATIVE)


def _evidence(game: Thrice) -> Iterator[Finding]:
    """THR-1.3: what everybody can work out agrees with the truth."""
    for who in members(enemies(game)):
        kind, place, seen = kind_of(game, who), who - game.players, game.clues
        row = 4 * kind.condition
        yield (
            f"THR-1.3: the clues rule out the real {CONDITION} of {who}",
            bool(seen.condition[place] >> kind.condition & 1),
        )
        yield f"THR-1.3: the clues rule out the real damage of {who}", bool(seen.damage[place] >> kind.damage & 1)
        yield f"THR-1.3: the clues rule out the real weapon of {who}", bool(seen.weapon[place] >> row + kind.weapon & 1)
        yield f"THR-1.3: the clues rule out the real armour of {who}", bool(seen.armour[place] >> row + kind.armour & 1)
        bought, unbought = set(seen.bought[place]), set(seen.unbought[place])
        true = bought <= set(kind.tricks) and not unbought & set(kind.tricks)
        yield f"THR-1.3: the clues rule out the real tricks of {who}", true


def _ending(game: Thrice) -> Iterator[Finding]:
    """THR-15.4: the combat is over when a side has nobody left, and not before it has a result."""
    over = play.over(game)
    yield "THR-15.7: the combat is over without a result", bool(game.result) == over
    both = bool(game.active & party(game)) and bool(game.active & enemies(game))
    yield "THR-15.4: a side has nobody left and the combat goes on", over or both
    yield "THR-15.8: advantage is left after the combat", not over or not any(game.advantage)
