"""THR-6, THR-10.4 and the table of odds: swaps, dice, the result of an attack roll, and its probabilities."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from turncoat.games.thrice import clues
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import SWAPS, TABLE_ROLLS, Dice, Swap, TableRolls, ThriceAction, TwoDice
from turncoat.games.thrice.end import wound
from turncoat.games.thrice.skills import BLEED, DIRECT, penalty, tier
from turncoat.games.thrice.state import Roll, Strike, Thrice, master, seat_of, wealth_of
from turncoat.games.thrice.taking_back import forget, undo, undo_boxes
from turncoat.games.thrice.tricks import use_all
from turncoat.games.thrice.zones import outnumbering
from turncoat.kernel import Between, Boxes, Pending, Tell, always, box, decide, flow, within
from turncoat.kernel.chance import roll

D10, D6 = 10, 6
MOST_SWAPS = 2

OPPONENT_DICE = (D10, D10)
"""THR-6.5: opponents roll these, and never have advantage (``roll_now``)."""


class Odds(Struct, frozen=True):
    """How many of all results of some dice reach a number.

    Attributes:
        ways: How many results reach the number.
        of: The number of all results.
    """

    ways: int
    of: int

    @property
    def chance(self) -> float:
        """The probability, 0 to 1."""
        return self.ways / self.of


def dice(swaps: int) -> tuple[int, ...]:
    """THR-6.1, THR-6.2: the sides of the three dice of a basic roll: the remaining d10, then the d6.

    Basic rolls are made for initiative (``opening.compare``), attacks and counter-attacks (``roll_now``).
    """
    return (D10,) * (MOST_SWAPS - swaps) + (D6,) * (1 + swaps)


@cache
def sums(sides: tuple[int, ...]) -> tuple[int, ...]:
    """How many results of dice with these sides have each sum; the index is the sum."""
    ways = [1]
    for most in sides:
        wider = [0] * (len(ways) + most)
        for total, number in enumerate(ways):
            for face in range(1, most + 1):
                wider[total + face] += number
        ways = wider
    return tuple(ways)


@cache
def reach(sides: tuple[int, ...], need: int) -> Odds:
    """THR-6.4: the odds that these dice show at least the needed sum.

    A roll succeeds if it is equal to or higher than the number to reach.
    """
    ways = sums(sides)
    return Odds(sum(ways[max(0, need) :]), sum(ways))


def attack_odds(need: int, swaps: int) -> Odds:
    """The odds that a basic roll with this many swaps shows at least the needed sum."""
    return reach(dice(swaps), need)


def opponent_odds(need: int) -> Odds:
    """The same for the two dice of an opponent."""
    return reach(OPPONENT_DICE, need)


def expected_advantage(swaps: int) -> float:
    """The average advantage of a roll with this many swaps (THR-6.3)."""
    return 3.5 * (1 + swaps)


DIRECTED = 2
"""THR-12.3: what one coin of Direct adds on the holder's next attack roll, counter-attacks included."""


@cache
def dice_boxes_for(sides: tuple[int, ...]) -> Boxes[ThriceAction]:
    """THR-O24: the possible results of dice with these sides, or let the program roll."""
    faces = [Between(1, most) for most in sides]
    let = box(TableRolls)
    if len(faces) == len(OPPONENT_DICE):
        return Boxes(box(TwoDice, first=faces[0], second=faces[1]), let)
    return Boxes(box(Dice, first=faces[0], second=faces[1], third=faces[2]), let)


def faces_of(action: ThriceAction) -> tuple[int, ...]:
    """The result that was entered by hand; empty if the program must roll."""
    if isinstance(action, Dice):
        return (action.first, action.second, action.third)
    return (action.first, action.second) if isinstance(action, TwoDice) else ()


def thrown(game: Thrice, sides: tuple[int, ...]) -> tuple[int, ...]:
    """THR-6.1: roll dice by the table's random generator."""
    chance = game.chance
    return tuple([roll(chance, most) for most in sides])


def pips(faces: tuple[int, ...], swaps: int) -> int:
    """THR-6.3: the pips of all d6 of a basic roll become advantage; they count for the roll as well."""
    return sum(faces[MOST_SWAPS - swaps :])


# --- asking -----------------------------------------------------------------------------------


def needs_answers(game: Thrice, who: int) -> bool:
    """THR-6.2: whether anybody is asked before a roll: characters may swap; THR-O24: or roll by hand.

    Otherwise nobody is asked.
    """
    return who < game.players or game.options.dice == "hand"


def swapping(game: Thrice, section: Roll) -> tuple[int, ...]:
    """THR-6.2: the player of the character who rolls."""
    who = within(game, Strike).attacker
    return (who,) if who < game.players else ()


swap_boxes = always(Boxes[ThriceAction](box(Swap, dice=Between(0, MOST_SWAPS))))
"""THR-6.2: none, one or both d10."""


no_swap = always(SWAPS[0])
"""THR-D3, THR-D6: none."""


def take_swap(game: Thrice, section: Roll, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-6.2: store how many dice are swapped."""
    (action,) = pending.answers.values()
    if isinstance(action, Swap):
        section.swaps = action.dice


def rolling(game: Thrice, section: Roll) -> tuple[int, ...]:
    """THR-O24: the player who rolls by hand, if that was agreed."""
    return (seat_of(game, within(game, Strike).attacker),) if game.options.dice == "hand" else ()


def dice_boxes(game: Thrice, section: Roll, seat: int) -> Boxes[ThriceAction]:
    """THR-O24: the possible results."""
    return dice_boxes_for(OPPONENT_DICE if seat == master(game) else dice(section.swaps))


let_roll = always(TABLE_ROLLS)
"""THR-O24: let the program roll for a player who is late."""


def take_dice(game: Thrice, section: Roll, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-O24: use the dice that a player rolled by hand."""
    (action,) = pending.answers.values()
    section.dice = faces_of(action)


# --- the roll ---------------------------------------------------------------------------------


def land(game: Thrice, section: Roll, tell: Tell) -> None:
    """Roll the dice and carry out the result (THR-10.3)."""
    roll_now(game, within(game, Strike), tell, section.swaps, section.dice)


def roll_now(game: Thrice, strike: Strike, tell: Tell, swaps: int = 0, faces: tuple[int, ...] = ()) -> None:
    """THR-10.3: dice, total, comparison with each target, then advantage (THR-6.7, THR-6.6).

    Weapon is added to the dice; with a penalty it can be negative (THR-4.4). What a roll brings can be spent from the
    next turn on (THR-6.7): its tricks come before the roll; that of the initiative roll (``opening.compare``) from the
    first on. Advantage has no upper limit; it is kept until it is spent or the combat ends (THR-6.6, ``end.recover``).
    """
    forget(game)
    who = strike.attacker
    character = who < game.players
    faces = faces or thrown(game, dice(swaps) if character else OPPONENT_DICE)
    gain = 0
    if character:
        gain = pips(faces, swaps) + flank_gain(game, who)
        game.advantage[who] += gain
    shown, bonus = sum(faces), weapon_bonus(game, who)
    total = shown + game.weapon[who] - weakness(game, who) + bonus  # THR-4.4
    if tell.listening:
        tell.all(happened.Rolled, who, swaps, faces, gain, rule="THR-6.3" if character else "THR-6.5")
        _tell_total(game, who, total, tell)
    tell.still()
    if game.options.swipe_roll == "per_target":
        targets = strike.targets[strike.rolled : strike.rolled + 1]
    else:
        targets = strike.targets[strike.rolled :]
    strike.rolled += len(targets)
    compare(game, strike, targets, total, (shown + bonus, bleeding_worth(game, who)), tell)
    tell.still()


def _tell_total(game: Thrice, who: int, total: int, tell: Tell) -> None:
    """Announce a total; opponents' totals would reveal their weapon, so only the GM hears them (THR-R2, THR-O22).

    Everything else is public, except what ``view`` shows only to the GM (THR-1.3).
    """
    if who < game.players or game.options.open_enemies:
        tell.all(happened.TotalCounted, who, total)
    else:
        tell.only((master(game),), happened.TotalCounted, who, total)


def weakness(game: Thrice, who: int) -> int:
    """THR-4.2: the penalty of low condition on weapon and armour; for opponents only with THR-O10 (THR-R6).

    A condition of 3, 2 or 1 takes 1, 2 or 3 (``skills.penalty``).
    """
    if who < game.players or game.options.enemy_condition_penalty:
        return penalty(game.condition[who])
    return 0


def weapon_bonus(game: Thrice, who: int) -> int:
    """THR-12.3: Direct; THR-17.1: opponents who flank (THR-O20).

    Each coin of Direct is +2 on the next attack roll, counter-attacks included.
    """
    bonus = 0
    if DIRECT in game.coins:
        for held in game.coins[DIRECT]:
            if held >> who & 1:
                bonus += DIRECTED
    if game.options.flanking and who >= game.players:
        bonus += outnumbering(game, who)
    return bonus


def flank_gain(game: Thrice, who: int) -> int:
    """THR-17.1: extra advantage for every roll of a character who flanks, one for each character more.

    Opponents who flank have that much extra weapon (``weapon_bonus``); who counts is in ``zones.outnumbering``.
    """
    return outnumbering(game, who) if game.options.flanking else 0


def bleeding_worth(game: Thrice, who: int) -> int:
    """THR-12.1: the mark of everybody who is hit: the tiers of the wealth of those who gave the attacker Bleed.

    The coin is used up, hit or miss (``use_up``); the loss comes at the end of the round (``round.bleed``).
    """
    worth = 0
    if BLEED in game.coins:
        for giver, held in enumerate(game.coins[BLEED]):
            if held >> who & 1:
                worth += tier(wealth_of(game, giver))
    return worth


def use_up(game: Thrice, who: int) -> None:
    """THR-12.8: Bleed and Direct count for the next attack roll, hit or miss, wanted or not.

    Counter and Intercept (``attack``) and Swipe (``choices``) are offered, and used when the holder wants.
    """
    for trick in (BLEED, DIRECT):
        if trick in game.coins and any(game.coins[trick]):
            use_all(game, trick, who)


def compare(game: Thrice, strike: Strike, targets: list[int], total: int, worth: tuple[int, int], tell: Tell) -> None:
    """THR-10.4: equal or higher hits; each target by its own armour. ``worth``: total without weapon, bleed marks.

    See THR-R12.
    """
    who, players = strike.attacker, game.players
    numbers = [game.armour[target] - weakness(game, target) for target in targets]  # THR-4.3: the number to reach
    for target, number in zip(targets, numbers, strict=True):
        if target >= players:
            clues.saw_defence(game, target, total, total >= number)
        else:
            clues.saw_offence(game, who, number - worth[0], total >= number)
    for target, number in zip(targets, numbers, strict=True):
        if total >= number:
            hurt(game, who, target, worth[1], tell)
        else:
            strike.missed.append(target)
            tell.all(happened.Missed, who, target)


def hurt(game: Thrice, who: int, target: int, marks: int, tell: Tell) -> None:
    """THR-10.4, THR-4.5: the damage at once; THR-12.1: marks of Bleed for the end of the round.

    Somebody who stands in for an ally and is hit twice may be helpless already (THR-12.9).

    Damage is what a hit takes off the condition; the penalty does not reduce it.
    """
    if not game.active >> target & 1:
        return
    loss = game.damage[who]
    if target < game.players:
        before = game.condition[target]
        loss = min(loss, before)
        clues.saw_damage(game, who, before, loss)
    tell.all(happened.Struck, who, target, loss)
    wound(game, target, loss, tell)
    if marks and game.active >> target & 1:
        game.bleeding[target] += marks
        tell.all(happened.Marked, target, marks)


ROLL = flow(
    Roll,
    swap=decide(swap_boxes, take_swap, default=no_swap, asked=swapping).beside(undo_boxes, undo),
    dice=decide(dice_boxes, take_dice, default=let_roll, asked=rolling).beside(undo_boxes, undo),
    land=land,
)
