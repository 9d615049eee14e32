"""What a seat may see of a combat (THR-1.3): everything except what the GM hides about the opponents."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from turncoat.games.thrice import clues
from turncoat.games.thrice.characters import Character
from turncoat.games.thrice.dice import MOST_SWAPS, Odds, attack_odds, weakness, weapon_bonus
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import ENFORCED, INITIATIVE, SKILLS
from turncoat.games.thrice.state import (
    Kind,
    Reward,
    Riposte,
    Roll,
    Round,
    Strike,
    Thrice,
    Turn,
    engagement,
    is_locked,
    kind_of,
    master,
    members,
)
from turncoat.kernel import Seat, message, play, within

Skill = Annotated[str, message.Kind("skill")]
Trick = Annotated[str, message.Kind("trick")]
Fighter = Annotated[int, message.Kind("combatant")]
"""A character or an opponent, by number."""

ENGAGED, FREE, DISTANT, HELPLESS, FLED = "engaged", "free", "distant", "helpless", "fled"
"""THR-9.1: the places of a combatant; in the last two a combatant is out of the fight."""

OUT = (HELPLESS, FLED)


class Token(Struct, frozen=True):
    """THR-13.2: skill steps and tokens on a combatant.

    Attributes:
        skill: The skill.
        steps: Steps on its scale, up or down.
        tokens: The number of tokens that lie on the skill.
    """

    skill: Skill
    steps: int
    tokens: int


class Coin(Struct, frozen=True):
    """THR-11.4: an unused coin and who gave it.

    Attributes:
        trick: The trick that the coin pays for.
        giver: The combatant who gave it.
    """

    trick: Trick
    giver: Fighter


class LockSeen(Struct, frozen=True):
    """THR-13.5: a locked trick; ``until`` is the last round, 0 for the whole combat.

    Attributes:
        trick: The trick that is locked.
    """

    trick: Trick
    until: int


class Numbers(Struct, frozen=True):
    """Present skills, with steps, tokens and penalty; ``condition`` included.

    Attributes:
        initiative: Present initiative.
        damage: Present damage.
        weapon: Present weapon.
        armour: Present armour.
    """

    initiative: int
    damage: int
    weapon: int
    armour: int
    condition: int


class Combatant(Struct, frozen=True):
    """The public facts of a combatant; ``numbers`` and ``kind`` are only for those who may know them.

    Attributes:
        who: The number of the combatant.
        zone: ``engaged``, ``free`` or ``distant``; ``helpless`` or ``fled`` for a combatant who takes no part any more.
        acted: Whether it has had its turn in this round.
        bleeding: How much it will lose at the end of the round.
        kind: ``A`` or ``B`` for an opponent.
        armours: The possible armour of an active opponent, by what the reader knows.
        lost: The net loss of condition of an active opponent.
        coins: Unused coins on it.
        locks: Tricks that are locked.
        tokens: Skill steps and tokens on it.
    """

    who: Fighter
    zone: str
    acted: bool
    bleeding: int
    coins: tuple[Coin, ...]
    locks: tuple[LockSeen, ...]
    tokens: tuple[Token, ...]
    numbers: Numbers | None
    kind: str
    armours: tuple[int, ...] = ()
    lost: int = 0


class Sheet(Struct, frozen=True):
    """The additional facts of a character: the sheet, the advantage, and whether he acts before the opponents.

    Attributes:
        seat: The seat that plays the character.
        character: The character sheet.
        advantage: Advantage that can be spent.
        before: Whether the character acts before the opponents.
    """

    seat: Seat
    character: Character
    advantage: int
    before: bool

    def numbers(self, options: Options) -> Numbers:
        """THR-2.3: the skills on the sheet, before anything has happened."""
        return Numbers(*(self.character.value(skill, options) for skill in SKILLS))


class Prospect(Struct, frozen=True):
    """The odds of hitting a target with this armour, with no, one or two swaps.

    Attributes:
        target: The combatant who is attacked.
        armour: The armour for which the odds are.
        odds: The odds with no, one and two swaps.
    """

    target: Fighter
    armour: int
    odds: tuple[Odds, ...]


class ThriceView(Struct, frozen=True):
    """What a seat may see.

    Attributes:
        seat: The seat that sees this view; None is a spectator.
        gm: The seat of the GM.
        profile: Which of the two forms of the game is played.
        options: The options of the game, as chosen for this table.
        zones: Whether the field is divided into zones.
        round: The present round; 0 before the first one.
        turn: The combatant whose turn it is; -1 is nobody.
        attacker: The combatant who attacks now; -1 is nobody.
        targets: The combatants who are attacked.
        party_wealth: The wealth that gives the GM's points.
        opponents_initiative: The opponents' initiative once it is known; 0 before.
        sheets: The characters.
        combatants: All combatants, those who are out included.
        engagements: Who is engaged with whom.
        kinds: The kinds of opponents, for those who may know them.
        prospects: The odds of the attack that is about to be rolled: for each target one line, or one for each number
            that its armour can still be.
        result: The result; empty while the combat goes on.
        again: The last target of an opponent in this round; -1 is nobody.
        called: The name of each opponent, before its number, once they have come; empty: Opponent.
        face: The face of all opponents; empty: a helmet.
        colour: The colour of the face.
        word: The GM's text about them.
        reacting: The combatant who may do something after the attack; -1 is nobody.
        reaction: What that is: ``riposte`` (strike back after a miss) or ``reward`` (enforce a skill).
    """

    seat: Seat | None
    gm: Seat
    profile: str
    options: Options
    zones: bool
    round: int
    turn: Fighter
    attacker: Fighter
    targets: tuple[Fighter, ...]
    party_wealth: int
    opponents_initiative: int
    sheets: tuple[Sheet, ...]
    combatants: tuple[Combatant, ...]
    engagements: tuple[tuple[Fighter, ...], ...]
    kinds: tuple[Kind, ...]
    prospects: tuple[Prospect, ...]
    result: str
    again: Fighter = -1
    called: str = ""
    face: str = ""
    colour: str = ""
    word: str = ""
    reacting: Fighter = -1
    reaction: Literal["", "riposte", "reward"] = ""

    @property
    def opponents(self) -> tuple[Combatant, ...]:
        """The combatants on the GM's side."""
        return self.combatants[self.gm :]

    @property
    def characters(self) -> tuple[Combatant, ...]:
        """The combatants on the players' side."""
        return self.combatants[: self.gm]

    def is_opponent(self, who: int) -> bool:
        """Whether a combatant is one of the GM's."""
        return who >= self.gm

    def numbers(self, seat: int) -> Numbers:
        """A character's present skills; before the combat the skills on the sheet."""
        known = self.combatants[seat].numbers if self.combatants else None
        return known or self.sheets[seat].numbers(self.options)

    @property
    def up(self) -> tuple[int, ...]:
        """THR-8.1: the combatants of the present field of the initiative board who have not acted in this round."""
        left = [combatant.who for combatant in self.combatants if not combatant.acted and combatant.zone not in OUT]
        opponents = [who for who in left if self.is_opponent(who)]
        characters = [who for who in left if not self.is_opponent(who)]
        return tuple([who for who in characters if self.sheets[who].before] or opponents or characters)


def view(game: Thrice, seat: int | None) -> ThriceView:
    """The combat as this seat may see it; None is a spectator."""
    strike = next((part for part in reversed(game.stack) if isinstance(part, Strike)), None)
    turn = next((part.who for part in reversed(game.stack) if isinstance(part, Turn)), -1)
    told = knows(game, seat)
    began = bool(game.kinds)
    reaction = next((part for part in game.stack[-1:] if isinstance(part, Riposte | Reward)), None)
    return ThriceView(
        seat=seat,
        gm=master(game),
        profile=game.options.profile,
        options=game.options,
        zones=game.zones,
        round=game.round,
        turn=turn,
        attacker=strike.attacker if strike else -1,
        targets=tuple(strike.targets) if strike else (),
        party_wealth=game.wealth,
        opponents_initiative=opponents_initiative(game) if game.revealed or (told and began) else 0,
        sheets=tuple(
            Sheet(at, sheet, game.advantage[at], bool(game.before >> at & 1))
            for at, sheet in enumerate(game.characters)
        ),
        combatants=tuple(combatant(game, who, told) for who in range(len(game.condition))) if began else (),
        engagements=tuple(members(group) for group in game.groups),
        kinds=tuple(game.kinds) if told else (),
        prospects=prospects(game, seat),
        result=game.result,
        called=game.called if began or told else "",
        face=game.face if began or told else "",
        colour=game.colour if began or told else "",
        word=game.word if began or told else "",
        reacting=-1 if reaction is None else reaction.who,
        reaction="" if reaction is None else "riposte" if isinstance(reaction, Riposte) else "reward",
        again=next((part.again for part in game.stack if isinstance(part, Round)), -1),
    )


def knows(game: Thrice, seat: int | None) -> bool:
    """THR-1.3, THR-O22: whether a seat may know the opponents' numbers."""
    return seat == master(game) or game.options.open_enemies


def opponents_initiative(game: Thrice) -> int:
    """THR-5.6: the opponents' initiative without tokens."""
    return game.initiative[game.players] - clues.token_part(game, game.players, INITIATIVE)


def combatant(game: Thrice, who: int, told: bool) -> Combatant:
    """One combatant; an opponent's numbers only for those who may know them."""
    opponent, there = who >= game.players, bool(game.active >> who & 1)
    round_ = next((part for part in game.stack if isinstance(part, Round)), None)
    kind = "AB"[game.kinds.index(kind_of(game, who)) if game.second else 0] if opponent and told else ""
    return Combatant(
        who=who,
        zone=zone_of(game, who),
        acted=bool(round_ and round_.acted >> who & 1),
        bleeding=game.bleeding[who],
        coins=tuple(
            Coin(trick, at) for trick, given in game.coins.items() for at, held in enumerate(given) if held >> who & 1
        ),
        locks=tuple(
            LockSeen(trick, _last_round(game, trick, who)) for trick in game.locks if is_locked(game, who, trick)
        ),
        tokens=tuple(
            Token(skill, game.steps[skill][who], game.tokens[skill][who])
            for skill in game.steps
            if game.steps[skill][who] or game.tokens[skill][who]
        ),
        numbers=numbers_of(game, who) if told or not opponent else None,
        kind=kind,
        armours=armours_of(game, who, told) if opponent and there else (),
        lost=clues.wear(game, who) if opponent and there else 0,
    )


def armours_of(game: Thrice, who: int, told: bool) -> tuple[int, ...]:
    """An opponent's armour for those who may know it; else every possible value."""
    return (game.armour[who] - weakness(game, who),) if told else clues.armours(game, who)


def _last_round(game: Thrice, trick: str, who: int) -> int:
    """THR-R30: the last round of a lock; 0: the whole combat."""
    if game.options.lock_duration == "combat":
        return 0
    return game.round + (game.fresh_locks[trick] >> who & 1)


def zone_of(game: Thrice, who: int) -> str:
    """THR-9.1: the place of a combatant."""
    if game.fled >> who & 1:
        return FLED
    if not game.active >> who & 1:
        return HELPLESS
    if game.distant >> who & 1:
        return DISTANT
    return ENGAGED if engagement(game, who) else FREE


def numbers_of(game: Thrice, who: int) -> Numbers:
    """THR-4: present skills, penalty included."""
    less = weakness(game, who)
    initiative, damage, weapon, armour = (getattr(game, skill)[who] for skill in ENFORCED)
    return Numbers(initiative, damage, weapon - less, armour - less, game.condition[who])


def prospects(game: Thrice, seat: int | None) -> tuple[Prospect, ...]:
    """The odds of a character's next roll.

    The GM sees them for the real armour, everybody else for each possible one.
    """
    if not game.stack or not isinstance(game.stack[-1], Roll) or not play.asked(game):
        return ()
    strike = within(game, Strike)
    if strike.attacker >= game.players:
        return ()
    who = strike.attacker
    plus = game.weapon[who] - weakness(game, who) + weapon_bonus(game, who)
    found = []
    for target in dict.fromkeys(strike.targets[strike.rolled :]):
        numbers = armours_of(game, target, knows(game, seat))
        found += [Prospect(target, number, _with_swaps(number - plus)) for number in numbers]
    return tuple(found)


def _with_swaps(need: int) -> tuple[Odds, ...]:
    return tuple(attack_odds(need, swaps) for swaps in range(MOST_SWAPS + 1))
