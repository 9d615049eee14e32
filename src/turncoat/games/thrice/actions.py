"""What players and the GM can answer in Thrice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from turncoat.kernel.box import Action


class Create(Action, frozen=True, tag="create"):
    """THR-3: a new character: kin, two traits of the kin, a printed one, and the skills that are raised."""

    phrase: ClassVar[str] = "create {kin}: {first}, {second}, {third}, raising {points}"
    field_rules: ClassVar[Mapping[str, str]] = {"kin": "THR-3.1", "third": "THR-3.4", "points": "THR-3.6"}

    kin: str
    first: str
    second: str
    third: str
    points: dict[str, int]


class Build(Action, frozen=True, tag="build"):
    """THR-5: the opponents: how many are removed, how many are of the second kind, and what the points buy."""

    phrase: ClassVar[str] = "build without {removed}, {second} of the second kind, buying {points}"
    field_rules: ClassVar[Mapping[str, str]] = {"removed": "THR-5.3", "points": "THR-5.2"}

    removed: int
    second: int
    points: dict[str, int]


class Ambush(Action, frozen=True, tag="ambush"):
    """THR-7.1: who has sneaked up and starts in the distant zone."""

    phrase: ClassVar[str] = "ambush with {who}"

    who: tuple[int, ...]


class Swap(Action, frozen=True, tag="swap"):
    """THR-6.2: so many d10 are replaced by d6."""

    phrase: ClassVar[str] = "swap {dice}"

    dice: int


class Dice(Action, frozen=True, tag="dice"):
    """THR-O24: what fell, when three dice were rolled by hand; the d10 first."""

    phrase: ClassVar[str] = "dice {first}, {second}, {third}"
    clause: ClassVar[str] = "enter {first}, {second} and {third}"

    first: int
    second: int
    third: int


class TwoDice(Action, frozen=True, tag="two_dice"):
    """THR-O24: what fell, when an opponent's dice were rolled by hand."""

    phrase: ClassVar[str] = "rolled {first} and {second}"
    clause: ClassVar[str] = "enter {first} and {second}"

    first: int
    second: int


class TableRolls(Action, frozen=True, tag="table_rolls"):
    """THR-O24: the program rolls after all."""

    phrase: ClassVar[str] = "let the table roll"


class Take(Action, frozen=True, tag="take"):
    """THR-8.2: the next turn of the field is mine."""

    phrase: ClassVar[str] = "go"


class Send(Action, frozen=True, tag="send"):
    """THR-8.3: the next turn is that of this opponent."""

    phrase: ClassVar[str] = "send {who}"

    who: int


class Give(Action, frozen=True, tag="give"):
    """THR-11.2: activate a trick for oneself or for a friend."""

    phrase: ClassVar[str] = "give {trick} to {to}"
    field_rules: ClassVar[Mapping[str, str]] = {"trick": "THR-11.3"}

    trick: str
    to: int


class Enforce(Action, frozen=True, tag="enforce"):
    """THR-13.2: a step, or a token, for a skill."""

    phrase: ClassVar[str] = "enforce {skill} of {to}"

    to: int
    skill: str


class PushBack(Action, frozen=True, tag="push_back"):
    """THR-13.3: opponents flank: a character acts after them from now on."""

    phrase: ClassVar[str] = "push back {to}"

    to: int


class Lock(Action, frozen=True, tag="lock"):
    """THR-13.5: keep a combatant from using a trick."""

    phrase: ClassVar[str] = "lock {trick} of {to}"

    to: int
    trick: str


class Neutralize(Action, frozen=True, tag="neutralize"):
    """THR-13.6: remove a token of a combatant."""

    phrase: ClassVar[str] = "neutralize {token} of {to}"

    to: int
    token: str


class Disengage(Action, frozen=True, tag="disengage"):
    """THR-12.4: one move away from the fight, for a coin."""

    phrase: ClassVar[str] = "disengage"


class Engage(Action, frozen=True, tag="engage"):
    """THR-9.2: close in on an opponent."""

    phrase: ClassVar[str] = "engage {target}"

    target: int


class Advance(Action, frozen=True, tag="advance"):
    """THR-9.7: step from the distant zone into the free one."""

    phrase: ClassVar[str] = "advance"


class Gather(Action, frozen=True, tag="gather"):
    """THR-R24: draw opponents to oneself, for a coin of Intercept."""

    phrase: ClassVar[str] = "gather {targets}"

    targets: tuple[int, ...]


class Attack(Action, frozen=True, tag="attack"):
    """THR-10.1: attack one opponent."""

    phrase: ClassVar[str] = "attack {target}"

    target: int


class Swipe(Action, frozen=True, tag="swipe"):
    """THR-12.7: attack several opponents with one attack, for a coin."""

    phrase: ClassVar[str] = "swipe at {target} with {others}"

    target: int
    others: tuple[int, ...]


class Done(Action, frozen=True, tag="done"):
    """THR-8.4: nothing more; at an offer: no."""

    phrase: ClassVar[str] = "done"
    clause: ClassVar[str] = "do nothing more"


class Intercept(Action, frozen=True, tag="intercept"):
    """THR-12.5: become the target instead of an ally."""

    phrase: ClassVar[str] = "intercept for {target}"

    target: int


class SendIn(Action, frozen=True, tag="send_in"):
    """THR-12.5: an opponent becomes the target instead of another."""

    phrase: ClassVar[str] = "send in {who} for {target}"

    who: int
    target: int


class Counter(Action, frozen=True, tag="counter"):
    """THR-12.2: strike back at who has just missed."""

    phrase: ClassVar[str] = "counter"


ThriceAction = (
    Create
    | Build
    | Ambush
    | Swap
    | Dice
    | TwoDice
    | TableRolls
    | Take
    | Send
    | Give
    | Enforce
    | PushBack
    | Lock
    | Neutralize
    | Disengage
    | Engage
    | Advance
    | Gather
    | Attack
    | Swipe
    | Done
    | Intercept
    | SendIn
    | Counter
)

ACTIONS: tuple[type[ThriceAction], ...] = (
    Create,
    Build,
    Ambush,
    Swap,
    Dice,
    TwoDice,
    TableRolls,
    Take,
    Send,
    Give,
    Enforce,
    PushBack,
    Lock,
    Neutralize,
    Disengage,
    Engage,
    Advance,
    Gather,
    Attack,
    Swipe,
    Done,
    Intercept,
    SendIn,
    Counter,
)

DONE = Done()
TABLE_ROLLS = TableRolls()
SWAPS = (Swap(0), Swap(1), Swap(2))
