"""All answers of players and the GM in Thrice."""

from __future__ import annotations

from typing import Annotated

from turncoat.kernel import Action, Kind

Kin = Annotated[str, Kind("kin")]
Trait = Annotated[str, Kind("trait")]


class Create(Action, rule="THR-3.2", omit_defaults=True):
    """THR-3: a new character: kin, two traits of the kin, a printed one, the skills that are raised, and a name.

    Without a name, the character is called as its player is.
    """

    phrase = "create {kin}: {first}, {second}, {third}, raising {points}, called {name}"
    briefs = ("create {kin}: {first}, {second}, {third}, raising {points}",)
    field_rules = {"kin": "THR-3.1", "third": "THR-3.4", "points": "THR-3.6"}

    kin: Kin
    first: Trait
    second: Trait
    third: Trait
    points: dict[str, int]
    name: str = ""


class Build(Action, rule="THR-5.4"):
    """THR-5: the opponents: how many are removed, how many are of the second kind, and what the points buy."""

    phrase = "build without {removed}, {second} of the second kind, buying {points}"
    clause = "buy {points}, with {removed} removed and {second} of the second kind"
    field_rules = {"removed": "THR-5.3", "points": "THR-5.2"}

    removed: int
    second: int
    points: dict[str, int]


class Call(Action, rule="THR-5.10"):
    """THR-5.10: prepared opponents: their name, face and word, and what the points usually buy."""

    phrase = "call up {beast}"

    beast: Annotated[str, Kind("beast")]


class Name(Action, rule="THR-5.11"):
    """THR-5.11: the name of all opponents, put before their numbers; empty: Opponent."""

    phrase = "name them {called}"

    called: str


class Mask(Action, rule="THR-5.11"):
    """THR-5.11: the face of the opponents, and its colour."""

    phrase = "show them as {face} in {colour}"

    face: Annotated[str, Kind("face")]
    colour: Annotated[str, Kind("colour")]


class Word(Action, rule="THR-5.11"):
    """THR-5.11: the text that players read about the opponents or the place."""

    phrase = "describe them: {word}"

    word: str


class Hurt(Action, rule="THR-17.3"):
    """THR-17.3: the GM takes some condition off a combatant."""

    phrase = "take {loss} off the condition of {who}"

    who: int
    loss: int


class Heal(Action, rule="THR-17.3"):
    """THR-17.3: the GM adds to the condition of a combatant."""

    phrase = "add {gain} to the condition of {who}"

    who: int
    gain: int


class Dismiss(Action, rule="THR-17.3"):
    """THR-17.3: the GM lets a combatant leave the combat."""

    phrase = "dismiss {who}"
    clause = "let {who} go"

    who: int


class Admit(Action, rule="THR-17.3"):
    """THR-17.3: a combatant who has left comes back, or comes as a second wave."""

    phrase = "admit {who}"
    clause = "let {who} come in"

    who: int


class HoldBack(Action, rule="THR-17.3"):
    """THR-17.3: several opponents leave the combat; the GM can let them come in later, as a second wave."""

    phrase = "hold back {who}"
    clause = "keep {who} back for a second wave"

    who: tuple[int, ...]


class Wave(Action, rule="THR-17.3"):
    """THR-17.3: opponents who have left come in together."""

    phrase = "send a second wave of {who}"
    clause = "let {who} come in as a second wave"

    who: tuple[int, ...]


class Settle(Action, rule="THR-17.3"):
    """THR-17.3: the GM ends the combat, because it was settled by talk."""

    phrase = "settle it"
    clause = "end the fight by talk"


class Undo(Action, rule="THR-17.4"):
    """THR-17.4: the GM undoes the last step."""

    phrase = "undo the last step"
    clause = "undo the last step"


class Ambush(Action, rule="THR-7.1"):
    """THR-7.1: the combatants who have sneaked up and start in the distant zone."""

    phrase = "ambush with {who}"

    who: tuple[int, ...]


class Swap(Action, rule="THR-6.2"):
    """THR-6.2: replace this many d10 by d6."""

    phrase = "swap {dice}"

    dice: int


class Dice(Action, rule="THR-O24"):
    """THR-O24: the result of three dice rolled by hand, the d10 first."""

    phrase = "dice {first}, {second}, {third}"
    clause = "enter {first}, {second} and {third}"

    first: int
    second: int
    third: int


class TwoDice(Action, rule="THR-O24"):
    """THR-O24: the result of an opponent's two dice rolled by hand."""

    phrase = "rolled {first} and {second}"
    clause = "enter {first} and {second}"

    first: int
    second: int


class TableRolls(Action, rule="THR-O24"):
    """THR-O24: let the program roll after all."""

    phrase = "let the table roll"


class Take(Action, rule="THR-8.2"):
    """THR-8.2: take the next turn of these characters."""

    phrase = "go"
    clause = "take the next turn"


class Send(Action, rule="THR-8.3"):
    """THR-8.3: give this opponent the next turn."""

    phrase = "send {who}"

    who: int


class Charge(Action, rule="THR-8.6"):
    """THR-8.6: these opponents take their turns one after the other, and each attacks the nearest combatant."""

    phrase = "charge with {who}"
    clause = "let {who} attack the nearest"

    who: tuple[int, ...]


class Assault(Action, rule="THR-8.6"):
    """THR-8.6: these opponents take their turns one after the other, and each attacks this character."""

    phrase = "assault {target} with {who}"
    clause = "let {who} attack {target}"

    target: int
    who: tuple[int, ...]


class Give(Action, rule="THR-11.2"):
    """THR-11.2: activate a trick for oneself or for a friend."""

    phrase = "give {trick} to {to}"
    field_rules = {"trick": "THR-11.3"}

    trick: str
    to: int


class Enforce(Action, rule="THR-13.2"):
    """THR-13.2: raise a skill by a step, or give it a token."""

    phrase = "enforce {skill} of {to}"

    to: int
    skill: str


class PushBack(Action, rule="THR-13.3"):
    """THR-13.3: push a character back: he acts after the opponents from now on."""

    phrase = "push back {to}"

    to: int


class Lock(Action, rule="THR-13.5"):
    """THR-13.5: keep a combatant from using a trick."""

    phrase = "lock {trick} of {to}"

    to: int
    trick: str


class Neutralize(Action, rule="THR-13.6"):
    """THR-13.6: remove a token of a combatant."""

    phrase = "neutralize {token} of {to}"

    to: int
    token: str


class Disengage(Action, rule="THR-12.4"):
    """THR-12.4: one move away from the fight, for a coin."""

    phrase = "disengage"


class Engage(Action, rule="THR-9.2"):
    """THR-9.2: engage an opponent."""

    phrase = "engage {target}"

    target: int


class Advance(Action, rule="THR-9.7"):
    """THR-9.7: step from the distant zone into the free one."""

    phrase = "advance"


class Gather(Action, rule="THR-R24"):
    """THR-R24: draw opponents to oneself, for a coin of Intercept."""

    phrase = "gather {targets}"

    targets: tuple[int, ...]


class Attack(Action, rule="THR-10.2"):
    """THR-10.1: attack one opponent."""

    phrase = "attack {target}"

    target: int


class Swipe(Action, rule="THR-12.7"):
    """THR-12.7: attack several opponents with one attack, for a coin."""

    phrase = "swipe at {target} with {others}"

    target: int
    others: tuple[int, ...]


class Done(Action, rule="THR-8.4"):
    """THR-8.4: end the turn; as an answer to an offer: no."""

    phrase = "done"
    clause = "do nothing more"


class Intercept(Action, rule="THR-12.5"):
    """THR-12.5: become the target instead of an ally."""

    phrase = "intercept for {target}"

    target: int


class SendIn(Action, rule="THR-12.5"):
    """THR-12.5: an opponent becomes the target instead of another."""

    phrase = "send in {who} for {target}"

    who: int
    target: int


class Counter(Action, rule="THR-12.2"):
    """THR-12.2: strike back at the attacker who has just missed."""

    phrase = "counter"


ThriceAction = (
    Create
    | Build
    | Hurt
    | Heal
    | Dismiss
    | HoldBack
    | Wave
    | Admit
    | Settle
    | Undo
    | Call
    | Name
    | Mask
    | Word
    | Ambush
    | Swap
    | Dice
    | TwoDice
    | TableRolls
    | Take
    | Send
    | Charge
    | Assault
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

DONE = Done()
TABLE_ROLLS = TableRolls()
SWAPS = (Swap(0), Swap(1), Swap(2))
