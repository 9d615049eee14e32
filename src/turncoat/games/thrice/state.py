"""The state of Thrice: where and how all combatants are, and the records of sections in progress.

Combatants are numbered: the characters by their seats, then the opponents. A ``Band`` is a set of them as bits.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct, field

from turncoat.games.thrice.actions import ThriceAction
from turncoat.games.thrice.characters import Character
from turncoat.games.thrice.options import Options
from turncoat.kernel import Play, Section

Band = int
"""A set of combatants: bit ``1 << who`` for each of them."""

Coins = dict[str, tuple[Band, ...]]
"""For each trick, by giver: the combatants who have an unused coin of it from this giver (THR-11.4)."""


class Kind(Struct, frozen=True):
    """THR-5.4: one kind of opponents: steps on the scales of THR-2.3, and bought tricks in the order of the profile.

    Attributes:
        damage: Steps of damage.
        weapon: Steps of the weapon.
        armour: Steps of armour.
        condition: Steps of condition.
        tricks: Tricks that were bought.
    """

    damage: int = 0
    weapon: int = 0
    armour: int = 0
    condition: int = 0
    tricks: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """THR-5.5, THR-5.7: the points that the GM has spent on this kind."""
        return self.damage + self.weapon + self.armour + self.condition + len(self.tricks)


class Clues(Struct):
    """What everybody could have worked out about each opponent, in the order of the opponents.

    Bit ``step`` stands for a step on the scale that is still possible; weapon and armour have four bits for each step
    of condition, because low condition may weaken them (THR-O10). ``bought`` and ``unbought`` are tricks of which it
    has been seen that the opponent's kind has, or has not, bought them.
    """

    condition: list[int] = []
    damage: list[int] = []
    weapon: list[int] = []
    armour: list[int] = []
    bought: list[tuple[str, ...]] = []
    unbought: list[tuple[str, ...]] = []


class Match(Section[ThriceAction], tag="match"):
    """THR-7, THR-8: the whole combat. ``swaps``: how many dice each player swaps in the initiative roll, by seat."""

    swaps: tuple[int, ...] = ()


class Round(Section[ThriceAction], tag="round"):
    """THR-8.1: one round.

    Attributes:
        first: The characters who act before the opponents in this round.
        acted: The combatants who have had their turn.
        again: The last target of an opponent in this round; -1 is nobody.
    """

    first: Band
    acted: Band = 0
    again: int = -1


class Lead(Section[ThriceAction], tag="lead"):
    """THR-8.6: several opponents take their turns by one command of the GM.

    Attributes:
        who: Those who have not acted yet.
        target: Their target; -1 is the nearest combatant to each.
    """

    who: list[int]
    target: int = -1


class Turn(Section[ThriceAction], tag="turn"):
    """THR-8.4: the turn of one combatant.

    Attributes:
        begun: The combatant has engaged, advanced or attacked, and so can no longer disengage; an opponent can no
            longer use tricks.
        engaged: The engagement of the turn is used.
        stepped_back: A coin of Disengage is used, so an opponent has no whole turn left.
        aim: The target of an opponent who acts by a command to several (THR-8.6); -1: the GM decides in the turn.
    """

    who: int
    aim: int = -1
    activated: tuple[str, ...] = ()
    begun: bool = False
    stepped_back: bool = False
    engaged: bool = False
    attacked: bool = False
    over: bool = False


class Strike(Section[ThriceAction], tag="strike"):
    """THR-10.3: an attack.

    Attributes:
        targets: The targets, with interceptors in the place of those they protect.
        covered: The places in ``targets`` that an interceptor has taken.
        guarded: Nobody else wants to intercept.
        missed: Those who were missed and have not been asked to counter.
        rewards: Those who may enforce a skill afterwards.
        activated: Tricks activated before the roll of a counter-attack (THR-O12).
        ready: The players want to use no more tricks.
    """

    attacker: int
    targets: list[int]
    counter: bool = False
    covered: list[int] = []
    interceptors: list[int] = []
    guarded: bool = False
    rolled: int = 0
    missed: list[int] = []
    rewards: list[int] = []
    activated: tuple[str, ...] = ()
    ready: bool = False


class Interception(Section[ThriceAction], tag="interception"):
    """THR-D7: players decide who steps in the way of an attack."""


class Preparation(Section[ThriceAction], tag="preparation"):
    """THR-R20: a player uses tricks before a counter-attack roll."""


class Roll(Section[ThriceAction], tag="roll"):
    """THR-6.1: one roll of an attack. ``dice``: the result, if it was rolled by hand."""

    swaps: int = 0
    dice: tuple[int, ...] = ()


class Riposte(Section[ThriceAction], tag="riposte"):
    """THR-D8: a combatant who was missed may strike back."""

    who: int


class Reward(Section[ThriceAction], tag="reward"):
    """THR-D10: a combatant who was attacked on purpose may enforce a skill."""

    who: int


ThriceSection = Match | Round | Lead | Turn | Strike | Interception | Preparation | Roll | Riposte | Reward


class LastStep(Struct, frozen=True):
    """THR-17.4: the last step, if the GM may still take it back.

    Attributes:
        who: The combatant who took it; -1: the GM overruled, or led several opponents.
        what: The type of its action.
        before: The combat before it, packed; secret.
        clues: What everybody could know about the opponents before it, packed.
    """

    who: int
    what: str
    before: bytes
    clues: bytes


class Thrice(Play[ThriceSection, ThriceAction]):
    """A combat of Thrice. Skills, condition and advantage are whole numbers without limit (THR-1.2).

    Round a real table sheets, an initiative board, zones, dice, coins and tokens are used;
    their number never limits play.

    The view explains the fields that it has, too.

    Attributes:
        players: The number of characters; the seat after theirs is the GM's.
        tricks: The tricks that can be activated.
        removed: How many opponents were removed for points.
        second: How many opponents are of the second kind; they come last.
        beast: The prepared opponents that were called up; empty: none.
        initiative: Present skill by combatant, steps and tokens included; so are ``damage``, ``weapon`` and
            ``armour``, without the penalty for low condition.
        condition: Present condition by combatant.
        bleeding: What each combatant will lose at the end of the round.
        active: Those who still take part in the combat.
        free: Those who stand in the free zone and are not engaged.
        locks: For each trick: those who cannot use it because of a lock.
        fresh_locks: Those whose lock began in this round.
        steps: For each skill that can be enforced, by combatant: steps gained in this combat.
        tokens: The same for tokens.
        advantage: Advantage by seat.
        before: The characters before the opponents on the initiative board.
        revealed: Whether everybody knows the opponents' initiative.
        clues: What everybody could know about the opponents.
        last_step: The last step, where the GM may overrule; None: it cannot be taken back.
    """

    options: Options
    players: int
    zones: bool
    tricks: tuple[str, ...]
    characters: list[Character] = []
    wealth: int = 1
    removed: int = 0
    second: int = 0
    kinds: list[Kind] = []
    beast: str = ""
    called: str = ""
    face: str = ""
    colour: str = ""
    word: str = ""
    initiative: list[int] = []
    damage: list[int] = []
    weapon: list[int] = []
    armour: list[int] = []
    condition: list[int] = []
    bleeding: list[int] = []
    active: Band = 0
    fled: Band = 0
    free: Band = 0
    distant: Band = 0
    groups: list[Band] = []
    coins: Coins = {}
    locks: dict[str, Band] = {}
    fresh_locks: dict[str, Band] = {}
    steps: dict[str, tuple[int, ...]] = {}
    tokens: dict[str, tuple[int, ...]] = {}
    advantage: list[int] = []
    before: Band = 0
    revealed: bool = False
    round: int = 0
    clues: Clues = field(default_factory=Clues)
    result: str = ""
    last_step: LastStep | None = None


# --- who is who -------------------------------------------------------------------------------


@cache
def members(band: Band) -> tuple[int, ...]:
    """The combatants in a band, in order."""
    return tuple(who for who in range(band.bit_length()) if band >> who & 1)


def band(who: tuple[int, ...] | list[int]) -> Band:
    """The band of these combatants."""
    return sum(1 << member for member in set(who))


def party(game: Thrice) -> Band:
    """All characters, as a set of bits by combatant."""
    return (1 << game.players) - 1


def enemies(game: Thrice) -> Band:
    """All opponents, as a set of bits by combatant."""
    return (1 << len(game.condition)) - (1 << game.players)


def allies(game: Thrice, who: int) -> Band:
    """The active combatants on the side of a combatant, himself included."""
    own = (1 << game.players) - 1
    return game.active & own if who < game.players else game.active & ~own


def foes(game: Thrice, who: int) -> Band:
    """The active combatants on the other side."""
    own = (1 << game.players) - 1
    return game.active & ~own if who < game.players else game.active & own


def master(game: Thrice) -> int:
    """THR-1.1: the seat of the GM."""
    return game.players


def seat_of(game: Thrice, who: int) -> int:
    """The seat that decides for a combatant."""
    return min(game.players, who)


def kind_of(game: Thrice, who: int) -> Kind:
    """THR-5.4: the kind of an opponent."""
    last = len(game.condition) - game.second
    return game.kinds[0] if who < last else game.kinds[1]


def wealth_of(game: Thrice, who: int) -> int:
    """THR-4.8, THR-14.5: a character's own wealth; for opponents the party's wealth.

    Opponents' coins follow the same rules as those of characters.
    """
    return game.characters[who].wealth if who < game.players else game.wealth


def engagement(game: Thrice, who: int) -> Band:
    """THR-9.1: everybody in a combatant's engagement; empty if he is free or distant.

    ``zones`` changes engagements; they are inside the free zone.
    """
    bit = 1 << who
    for group in game.groups:
        if group & bit:
            return group
    return 0


def put(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """The row with one number replaced."""
    return (*row[:at], value, *row[at + 1 :])


def is_locked(game: Thrice, who: int, trick: str) -> bool:
    """THR-13.5: whether a combatant of either side can neither activate a trick nor use its coins.

    Until the lock is neutralized (``tricks.neutralize``) or the combat ends (``end.recover``).
    """
    return bool(game.locks) and bool(game.locks[trick] >> who & 1)
