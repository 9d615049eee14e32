"""What can happen in Thrice. Everything is public but what the GM hides of his opponents (THR-1.3)."""

from __future__ import annotations

from turncoat.games.thrice.characters import Character
from turncoat.games.thrice.state import Kind
from turncoat.kernel.events import Event


class CharacterMade(Event, frozen=True, tag="character_made"):
    """A character takes part; his sheet is open to all."""

    seat: int
    character: Character


class OpponentsCame(Event, frozen=True, tag="opponents_came"):
    """So many opponents stand there, some of the table's number having been removed."""

    opponents: int
    removed: int


class KindsBuilt(Event, frozen=True, tag="kinds_built"):
    """What the opponents are made of; ``sizes`` says how many there are of each kind."""

    initiative: int
    kinds: tuple[Kind, ...]
    sizes: tuple[int, ...]


class SneakedUp(Event, frozen=True, tag="sneaked_up"):
    """These combatants start in the distant zone."""

    who: tuple[int, ...]


class InitiativeRolled(Event, frozen=True, tag="initiative_rolled"):
    """A player has rolled for initiative; ``total`` counts the skill, ``gain`` is the new advantage."""

    seat: int
    swaps: int
    dice: tuple[int, ...]
    total: int
    gain: int


class InitiativeCompared(Event, frozen=True, tag="initiative_compared"):
    """The opponents' initiative is shown, and with it who acts before and who after them."""

    value: int
    number: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round begins."""

    round: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """Somebody takes the turn."""

    who: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """Somebody's turn is done."""

    who: int


class Activated(Event, frozen=True, tag="activated"):
    """A trick was activated: ``price`` is the advantage paid; opponents pay the ``whole_turn`` or have bought it."""

    giver: int
    trick: str
    to: int
    price: int
    whole_turn: bool


class Strengthened(Event, frozen=True, tag="strengthened"):
    """Somebody's condition has risen by so much."""

    who: int
    gain: int


class Enforced(Event, frozen=True, tag="enforced"):
    """A skill has risen by a step, or the steps have become a ``token``."""

    who: int
    skill: str
    token: bool


class Locked(Event, frozen=True, tag="locked"):
    """Somebody can no longer use a trick."""

    who: int
    trick: str


class LocksExpired(Event, frozen=True, tag="locks_expired"):
    """Locks of an earlier round are over."""

    who: int
    trick: str


class Neutralized(Event, frozen=True, tag="neutralized"):
    """Somebody has lost a token."""

    who: int
    token: str


class FieldChanged(Event, frozen=True, tag="field_changed"):
    """A character's token on the initiative board has moved, for the rounds to come."""

    who: int
    before: bool


class Moved(Event, frozen=True, tag="moved"):
    """Somebody has moved to the free or to the distant zone."""

    who: int
    zone: str


class Engaged(Event, frozen=True, tag="engaged"):
    """Two have become engaged, and with them everybody named."""

    who: int
    target: int
    together: tuple[int, ...]


class Gathered(Event, frozen=True, tag="gathered"):
    """Somebody has drawn opponents into his engagement."""

    who: int
    targets: tuple[int, ...]
    together: tuple[int, ...]


class Fled(Event, frozen=True, tag="fled"):
    """Somebody has left the combat."""

    who: int


class Declared(Event, frozen=True, tag="declared"):
    """An attack, or a ``counter``-attack, is declared."""

    attacker: int
    targets: tuple[int, ...]
    counter: bool


class Intercepted(Event, frozen=True, tag="intercepted"):
    """Somebody steps in the way of an attack."""

    who: int
    target: int


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice have fallen for an attack; ``gain`` is the new advantage of the roller."""

    who: int
    swaps: int
    dice: tuple[int, ...]
    gain: int


class TotalCounted(Event, frozen=True, tag="total_counted"):
    """What an attack roll comes to; that of an opponent is the GM's business."""

    who: int
    total: int


class Struck(Event, frozen=True, tag="struck"):
    """An attack has hit, and taken ``loss`` of the target's condition."""

    attacker: int
    target: int
    loss: int


class Missed(Event, frozen=True, tag="missed"):
    """An attack has missed."""

    attacker: int
    target: int


class Marked(Event, frozen=True, tag="marked"):
    """Somebody bleeds: so much will be lost at the end of the round."""

    who: int
    marks: int


class Bled(Event, frozen=True, tag="bled"):
    """Somebody has lost condition by bleeding."""

    who: int
    loss: int


class FellHelpless(Event, frozen=True, tag="fell_helpless"):
    """Somebody is helpless."""

    who: int


class AdvantageGained(Event, frozen=True, tag="advantage_gained"):
    """The end of the round brings advantage, by seat."""

    gains: tuple[int, ...]


class CombatEnded(Event, frozen=True, tag="combat_ended"):
    """The combat is over."""

    result: str
    rounds: int


EVENTS: tuple[type[Event], ...] = (
    CharacterMade,
    OpponentsCame,
    KindsBuilt,
    SneakedUp,
    InitiativeRolled,
    InitiativeCompared,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    Activated,
    Strengthened,
    Enforced,
    Locked,
    LocksExpired,
    Neutralized,
    FieldChanged,
    Moved,
    Engaged,
    Gathered,
    Fled,
    Declared,
    Intercepted,
    Rolled,
    TotalCounted,
    Struck,
    Missed,
    Marked,
    Bled,
    FellHelpless,
    AdvantageGained,
    CombatEnded,
)
