"""THR-10.3: an attack from its declaration to the last counter-attack.

``choices`` decides the possible targets, ``dice`` whether it hits; ``skills.penalty`` weakens weapon and armour at low
condition.
"""

from __future__ import annotations

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import DONE, Counter, Done, Enforce, Intercept, SendIn, ThriceAction
from turncoat.games.thrice.choices import enforce_part, part, together, too_dear, trick_parts
from turncoat.games.thrice.dice import needs_answers, roll_now, use_up
from turncoat.games.thrice.end import decided, finish
from turncoat.games.thrice.skills import COUNTER, ENFORCED, INTERCEPT
from turncoat.games.thrice.state import (
    Band,
    Interception,
    Preparation,
    Reward,
    Riposte,
    Roll,
    Strike,
    Thrice,
    allies,
    members,
    seat_of,
)
from turncoat.games.thrice.taking_back import forget, remember, undo, undo_boxes
from turncoat.games.thrice.tricks import bought_skills, carry_out, enforce, holders, pay, trick_of, use_coin
from turncoat.games.thrice.zones import draw_in
from turncoat.kernel import Box, Boxes, OneOf, Outcome, Pending, Tell, always, box, decide, each, flow, within

NO_PART = part(box(Done, "THR-12.8"))
READY_PART = part(box(Done, "THR-R20"))


# --- THR-12.5: stepping in the way ------------------------------------------------------------


def guard(game: Thrice, strike: Strike, tell: Tell) -> Interception | None:
    """THR-D7: ask as long as a player could and wants to intercept; THR-12.10: not against a counter-attack.

    Nobody can counter or intercept a counter-attack.
    """
    if strike.counter or strike.guarded:
        return None
    if guards(game, strike):
        return Interception()
    close_ranks(game, strike, tell)
    return None


def close_ranks(game: Thrice, strike: Strike, tell: Tell) -> None:
    """THR-12.9: nobody else steps in; the interceptors draw the attacker into their engagement.

    See THR-R39, THR-R41.
    """
    strike.guarded = True
    draw_in(game, strike.attacker, strike.interceptors, tell)


def guards(game: Thrice, strike: Strike) -> Band:
    """THR-12.5: who could step in for an ally: holders of Intercept, if neither they nor the attacker are distant.

    The holder becomes the target (``protect``); one coin covers one ally in one attack. The attacker leaves any
    engagement and joins the holder's (``zones.draw_in``).

    See THR-O1, THR-O15.
    """
    ready, options = holders(game, INTERCEPT), game.options
    if not ready or game.distant >> strike.attacker & 1:
        return 0
    opponent = strike.targets[0] >= game.players
    if options.intercept_mode == "gather" or (opponent and options.profile == "sheet"):
        return 0
    ready &= allies(game, strike.targets[0]) & ~game.distant
    return sum([1 << who for who in members(ready) if endangered(strike, who)])


def endangered(strike: Strike, who: int) -> tuple[int, ...]:
    """THR-12.9: the targets for whom a combatant could step in: others, for whom nobody has stepped in yet.

    An interceptor replaces one ally; if it is a target already, the roll is compared with it twice (``dice.compare``).
    The other targets are still attacked.
    """
    open_ = [target for place, target in enumerate(strike.targets) if place not in strike.covered]
    return tuple(other for other in dict.fromkeys(open_) if other != who)


def protectors(game: Thrice, interception: Interception) -> list[int]:
    """THR-D7: the seats that decide for the possible interceptors."""
    ready = members(guards(game, within(game, Strike)))
    return list(dict.fromkeys(seat_of(game, who) for who in ready))


def intercept_boxes(game: Thrice, interception: Interception, seat: int) -> Boxes[ThriceAction]:
    """THR-12.5: step in for one of the targets, or not."""
    strike = within(game, Strike)
    if seat < game.players:
        return Boxes(box(Intercept, target=OneOf(endangered(strike, seat), "combatant")), *NO_PART.boxes)
    found: list[Box[ThriceAction]] = [
        box(SendIn, who=OneOf((who,), "combatant"), target=OneOf(endangered(strike, who), "combatant"))
        for who in members(guards(game, strike))
    ]
    return Boxes(*found, *NO_PART.boxes)


def step_in(game: Thrice, interception: Interception, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-D7: at most one interceptor for each target, the lowest seat; one coin for one attack on one ally."""
    strike = within(game, Strike)
    forget(game)  # THR-17.4: what several answer in secret stays
    willing = False
    for seat in sorted(pending.asked):
        action = pending.answers[seat]
        if not isinstance(action, Intercept | SendIn):
            continue
        who = action.who if isinstance(action, SendIn) else seat
        if action.target in endangered(strike, who):
            willing = True
            protect(game, strike, who, action.target, tell)
    if not willing:
        close_ranks(game, strike, tell)


def protect(game: Thrice, strike: Strike, who: int, target: int, tell: Tell) -> None:
    """THR-12.5: the interceptor replaces the target; in profile sheet he may then enforce (THR-13.4)."""
    place = next(at for at, hit in enumerate(strike.targets) if hit == target and at not in strike.covered)
    use_coin(game, INTERCEPT, who)
    strike.targets[place] = who
    strike.covered.append(place)
    strike.interceptors.append(who)
    if game.options.profile == "sheet":
        strike.rewards.append(who)
    tell.all(happened.Intercepted, who, target)


# --- THR-R20: tricks before a counter-attack --------------------------------------------------


def prepare(game: Thrice, strike: Strike, tell: Tell) -> Preparation | None:
    """THR-R20: with that option a character may activate tricks before his counter-attack roll (THR-O11)."""
    options, who = game.options, strike.attacker
    if strike.ready or not strike.counter or options.activation_window == "own_turn" or who >= game.players:
        return None
    return Preparation() if game.advantage[who] >= options.trick_cost else None


def preparation_boxes(game: Thrice, preparation: Preparation, seat: int) -> Boxes[ThriceAction]:
    """THR-R21: each trick once before this roll."""
    if game.advantage[seat] < game.options.trick_cost:
        return together((READY_PART,), too_dear(game.options.trick_cost, game.options.profile))
    strike = within(game, Strike)
    return together((READY_PART, *trick_parts(game, seat, strike.activated, game.tricks)))


def prepare_trick(game: Thrice, preparation: Preparation, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-R20: pay for a trick with advantage, or go on to the roll."""
    strike = within(game, Strike)
    who, action = strike.attacker, pending.answers[strike.attacker]
    remember(game, who, action)
    if isinstance(action, Done):
        strike.ready = True
        return
    trick, to = trick_of(action), getattr(action, "to", who)
    strike.activated += (trick,)
    pay(game, who)
    tell.all(happened.Activated, who, trick, to, game.options.trick_cost, False, rule="THR-R20")
    carry_out(game, who, action, tell)


# --- the roll and what comes after ------------------------------------------------------------


def rolls(game: Thrice, strike: Strike, tell: Tell) -> Roll | None:
    """THR-10.3: one roll for all targets (THR-13.7); THR-R26: or one for each, passing over the helpless (THR-O17)."""
    while strike.rolled < len(strike.targets):
        alone = game.options.swipe_roll == "per_target"
        if alone and not game.active >> strike.targets[strike.rolled] & 1:
            strike.rolled += 1
            continue
        if needs_answers(game, strike.attacker):
            return Roll()
        roll_now(game, strike, tell)
    strike.missed.sort()
    use_up(game, strike.attacker)
    return None


def aftermath(game: Thrice, strike: Strike, tell: Tell) -> Outcome[ThriceAction]:
    """End the combat if it is over (THR-15.4); else ask those who were missed (THR-D8), then all targets (THR-D10)."""
    if decided(game):
        return finish(game, tell)
    while strike.missed:
        who = strike.missed.pop(0)
        if can_counter(game, strike, who):
            return Riposte(who=who)
    while strike.rewards:
        who = strike.rewards.pop(0)
        if game.active >> who & 1:
            return Reward(who=who)
    return None


def can_counter(game: Thrice, strike: Strike, who: int) -> bool:
    """THR-12.2, THR-13.1: a coin of Counter, and both still take part; THR-12.10: counter-attacks are not countered.

    See THR-O16.
    """
    if strike.counter and not game.options.counter_chain:
        return False
    there = game.active >> who & game.active >> strike.attacker & 1
    return bool(there) and bool(holders(game, COUNTER) >> who & 1)


counter_boxes = always(Boxes[ThriceAction](box(Counter), box(Done, "THR-12.8")))
"""THR-D8: strike back, or keep the coin (THR-R23)."""


def riposting(game: Thrice, riposte: Riposte) -> tuple[int, ...]:
    """THR-D8: the seat that decides for the combatant who was missed."""
    return (seat_of(game, riposte.who),)


def strike_back(game: Thrice, riposte: Riposte, pending: Pending[ThriceAction], tell: Tell) -> Outcome[ThriceAction]:
    """THR-12.2: the coin is used up; zones and engagements do not matter. The roll has swap, Direct and Bleed."""
    action = pending.answers[seat_of(game, riposte.who)]
    remember(game, riposte.who, action)
    if isinstance(action, Done):
        return None
    use_coin(game, COUNTER, riposte.who)
    against = within(game, Strike).attacker
    tell.all(happened.Declared, riposte.who, (against,), True, rule="THR-12.2")
    return Strike(attacker=riposte.who, targets=[against], counter=True)


def rewarded(game: Thrice, reward: Reward) -> tuple[int, ...]:
    """THR-D10: the seat that decides for the combatant who may enforce."""
    return (seat_of(game, reward.who),)


def reward_boxes(game: Thrice, reward: Reward, seat: int) -> Boxes[ThriceAction]:
    """THR-D10: a skill of one's own, for an opponent a bought one; or none."""
    who = reward.who
    skills = ENFORCED if who < game.players else bought_skills(game, who)
    return together((enforce_part(1 << who, skills), NO_PART))


def usual_reward(game: Thrice, reward: Reward, seat: int) -> ThriceAction:
    """THR-D10: none for a character; the first bought skill for an opponent."""
    skills = () if reward.who < game.players else bought_skills(game, reward.who)
    return Enforce(reward.who, skills[0]) if skills else DONE


def take_reward(game: Thrice, reward: Reward, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-13.4: after the attack, an active interceptor (``aftermath``) may enforce one own skill free (THR-R29).

    ``choices.taunting`` and ``turn.strike`` make each attack include an opponent who intercepts.
    """
    action = pending.answers[seat_of(game, reward.who)]
    remember(game, reward.who, action)
    if isinstance(action, Enforce):
        enforce(game, action.to, action.skill, tell)


no = always(DONE)
"""THR-D7, THR-D8, THR-D5: a missing answer means no."""


STRIKE = flow(
    Strike,  # THR-10.3: in this order; ``turn.strike`` declares the targets, the roll itself is ``dice.roll_now``
    interceptions=each(guard),
    tricks=each(prepare),
    rolls=each(rolls),
    after=each(aftermath),
)
INTERCEPTION = flow(
    Interception,
    choose=decide(intercept_boxes, step_in, default=no, asked=protectors, repeated=True).beside(undo_boxes, undo),
)
PREPARATION = flow(
    Preparation,
    tricks=decide(
        preparation_boxes,
        prepare_trick,
        default=no,
        asked=lambda game, section: (within(game, Strike).attacker,),
    ).beside(undo_boxes, undo),
)
RIPOSTE = flow(
    Riposte,
    choose=decide(counter_boxes, strike_back, default=no, asked=riposting, repeated=True).beside(undo_boxes, undo),
)
REWARD = flow(
    Reward, choose=decide(reward_boxes, take_reward, default=usual_reward, asked=rewarded).beside(undo_boxes, undo)
)
