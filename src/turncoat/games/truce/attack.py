"""TRU-6, TRU-8 and TRU-9: which attacks succeed, and which coins they move. Support is counted in ``round``."""

from __future__ import annotations

from turncoat.games.truce.events import AttackJudged, VictimRobbed
from turncoat.games.truce.state import Attack, Defend, Loot, Round, Truce
from turncoat.kernel import Tell


def judge_attacks(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-8.4: every attack is judged before any coin moves (TRU-R03, TRU-R11).

    Looters cannot resist, not even an unsupported attack (TRU-8.1). Any other attack succeeds if it is strictly
    stronger than the defence; on equal strength it fails, so an unsupported attack always fails (TRU-8.2). Players who
    do not defend have a defence of 0, even with supporters: attackers, supporters, looters and passers (TRU-6.3).
    Several attacks on one target are compared one by one: they neither add up nor hinder each other (TRU-8.3). An
    attack does not undo the target's own action (TRU-5.7).
    """
    actions, supporters = round_.actions, round_.supporters
    robs = round_.robs = [-1] * len(actions)
    for seat, action in enumerate(actions):  # TRU-5.7
        if action.__class__ is not Attack:
            continue
        target = action.target
        kind = actions[target].__class__
        attack = supporters[seat]  # TRU-6.1: as strong as there are supporters, 0 without any
        defence = supporters[target] if kind is Defend else 0  # TRU-6.2, TRU-6.3
        looting = kind is Loot
        if looting or attack > defence:  # TRU-8.3
            robs[seat] = target
        if tell.listening:
            rule = "TRU-8.1" if looting else "TRU-8.2"
            tell.all(AttackJudged, seat, target, attack, defence, looting, robs[seat] >= 0, rule=rule)


def settlements(robs: list[int]) -> list[list[int]]:
    """TRU-9.5, TRU-9.6: the victims in the order in which they are robbed; a circle is one group (TRU-R06, TRU-R31).

    A victim is a player against whom at least one attack succeeded; ``robs`` holds only those (TRU-9.1). Chains: a
    victim who robbed another victim is settled after that victim, so that the gains can be taken. In other words, the
    work begins with the victim who robbed nobody and goes back along the attackers.
    """
    groups: list[list[int]] = []
    done: set[int] = set()
    for victim in sorted({target for target in robs if target >= 0}):  # TRU-9.1
        path: list[int] = []
        while victim >= 0 and victim not in done and victim not in path:
            path.append(victim)
            victim = robs[victim]
        if victim in path:
            start = path.index(victim)
            groups.append(path[start:])
            done.update(path[start:])
            del path[start:]
        for seat in reversed(path):
            groups.append([seat])
            done.add(seat)
    return groups


def move_coins(game: Truce, round_: Round, tell: Tell) -> None:
    """TRU-9.8: rob every victim exactly once (TRU-R05, TRU-R07).

    Chains that do not touch do not influence each other.

    Circles with tails (TRU-9.7): an outsider who attacked a member of a circle shares at the same moment, and the
    attackers of that outsider are settled afterwards; with TRU-O8 the circle is settled first.
    """
    robs = round_.robs
    if max(robs) < 0:
        return
    for group in settlements(robs):
        robbers = {victim: [seat for seat, target in enumerate(robs) if target == victim] for victim in group}
        if len(group) > 1 and game.options.outsider == "circle first":
            settle(game, {victim: [seat for seat in robbers[victim] if seat in group] for victim in group}, tell)
            robbers = {victim: [seat for seat in robbers[victim] if seat not in group] for victim in group}
            settle(game, {victim: who for victim, who in robbers.items() if who}, tell, "TRU-O8")
        else:
            settle(game, robbers, tell)  # TRU-9.7


def settle(game: Truce, robbers: dict[int, list[int]], tell: Tell, rule: str = "") -> None:
    """TRU-9.6: first all coins are taken from all victims of the group, then the robbers receive them (TRU-R02).

    Coins received in this step cannot be robbed in the same step. TRU-9.2: each robber takes 1 coin of the victim's
    Supply; if it holds
    fewer than there are robbers, nobody gets any and it is removed. TRU-9.3: the victim's Spoils are shared equally,
    also when the Supply gave nothing; the rest is removed (TRU-9.4, TRU-O6). A victim with an empty Supply can still be
    robbed of Spoils; if both are empty, the attack yields nothing (TRU-9.9).

    ``rule`` is given if it is not the usual rule for these robbers.
    """
    supplies, spoils = game.supplies, game.spoils
    gains: list[tuple[int, int]] = []
    for victim, who in robbers.items():
        coin = 1 if supplies[victim] >= len(who) else 0
        share, rest = divmod(spoils[victim], len(who))  # TRU-9.9
        if game.options.remainder == "stays with victim":
            rest, spoils[victim] = 0, rest
        else:
            spoils[victim] = 0
        lost = rest if coin else rest + supplies[victim]
        supplies[victim] = supplies[victim] - len(who) if coin else 0
        game.removed += lost  # TRU-9.4; no amount gets negative, and nothing takes from what was removed (TRU-15.2)
        gains.extend((robber, coin + share) for robber in who)
        tell.all(VictimRobbed, victim, tuple(who), coin, share, lost, rule=rule or _settling_rule(robbers, coin))
    for robber, coins in gains:
        spoils[robber] += coins
    tell.still()


def _settling_rule(robbers: dict[int, list[int]], coin: int) -> str:
    """The rule to show for a robbery: a circle, too small a Supply, or the ordinary case."""
    return "TRU-9.6" if len(robbers) > 1 else "TRU-9.3" if coin else "TRU-9.2"
