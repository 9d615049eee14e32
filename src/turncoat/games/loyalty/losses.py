"""LOY-10.2.8 to LOY-10.2.14: the losses of an attack, how defenders share them, and the advance after it."""

from __future__ import annotations

from turncoat.games.loyalty.actions import Agree, Bring, Kill, LeaveIt, Lose, LoyaltyAction, Numbers, Object, Propose
from turncoat.games.loyalty.choices import amounts
from turncoat.games.loyalty.coins import baggage
from turncoat.games.loyalty.events.war import Advanced, CiviliansFell, LossesAgreed, LossesProposed
from turncoat.games.loyalty.move import here, shift
from turncoat.games.loyalty.state import CITIZENS, MILITIA, PRIESTS, Baggage, Battle, Loyalty, Parley, active, add
from turncoat.kernel import LEAVE, Amounts, Boxes, Exit, Pending, Tell, always, box, decide, flow

LEAVE_IT, OBJECT = LeaveIt(), Object()


def named_first(caps: tuple[tuple[str, int], ...], total: int) -> Numbers:
    """LOY-10.2.8: without agreement the defenders lose units one after the other, in the order given (LOY-R24)."""
    losses: Numbers = {}
    for who, number in caps:
        hit = min(total, number)
        if hit:
            losses[who] = hit
        total -= hit
    return losses


def speaker_of(game: Loyalty, parley: Parley) -> tuple[int, ...]:
    """LOY-D5: asks the defender whose turn it is to propose."""
    return (parley.speaker,)


def proposal_boxes(game: Loyalty, parley: Parley, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.8: any way of sharing the losses. Only numbers are shared out: militia are all alike."""
    rule = "LOY-10.2.10" if parley.civilians else "LOY-10.2.8"
    domain = "colour" if game.colours and not parley.civilians else "seat"
    return Boxes(
        box(Propose, rule, losses=Amounts(parley.caps, parley.total, parley.total, domain)), box(LeaveIt, rule)
    )


proposing_nothing = always(LEAVE_IT)
"""LOY-D5: a player who does not answer in time proposes nothing."""


def propose(game: Loyalty, parley: Parley, pending: Pending[LoyaltyAction], tell: Tell) -> Exit | None:
    """LOY-10.2.8: put the proposal to all others of the defence."""
    answer = pending.answers[parley.speaker]
    if not isinstance(answer, Propose):
        return LEAVE
    parley.terms = answer.losses
    rule = "LOY-10.2.10" if parley.civilians else "LOY-10.2.8"
    tell.all(LossesProposed, parley.speaker, answer.losses, rule=rule)
    return None


def others(game: Loyalty, parley: Parley) -> tuple[int, ...]:
    """LOY-10.2.8: everybody else of the defence must consent."""
    return tuple(seat for seat in parley.parties if seat != parley.speaker)


consent_boxes = always(Boxes[LoyaltyAction](box(Agree), box(Object)))
"""LOY-10.2.8: agree or not."""


objecting = always(OBJECT)
"""LOY-D5: a player who does not answer in time does not consent."""


def agree(game: Loyalty, parley: Parley, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-10.2.8: the proposal holds if nobody objects."""
    against = tuple([seat for seat in pending.asked if isinstance(pending.answers[seat], Object)])
    battle = game.stack[-2]
    assert isinstance(battle, Battle)
    if not against:
        battle.terms = parley.terms
    rule = "LOY-10.2.10" if parley.civilians else "LOY-10.2.8"
    tell.all(LossesAgreed, parley.terms, against, rule=rule)


PARLEY = flow(
    Parley,
    propose=decide(proposal_boxes, propose, default=proposing_nothing, asked=speaker_of, repeated=True),
    consent=decide(consent_boxes, agree, default=objecting, asked=others, repeated=True),
)


def civilians(game: Loyalty, battle: Battle) -> dict[int, int]:
    """LOY-10.2.10: the civilians of each target on the battlefield, in the order named (LOY-R25)."""
    field = battle.field
    found = {seat: game.citizens[field][seat] + game.priests[field][seat] for seat in battle.targets}
    return {seat: number for seat, number in found.items() if number}


def deaths(game: Loyalty, battle: Battle) -> int:
    """LOY-10.2.10: each surviving attacker kills one civilian while there are any; LOY-10.2.11: only after a win.

    No civilian dies while militia of the defence stand.
    """
    return min(battle.force, sum(civilians(game, battle).values())) if battle.won else 0


def attacker_chooses(game: Loyalty) -> bool:
    """LOY-14.10: whether the attacker chooses which civilians die (LOY-O17)."""
    return game.options.civilian_loss_choice == "attacker"


def parley_over_civilians(game: Loyalty, battle: Battle, tell: Tell) -> Parley | None:
    """LOY-10.2.10: targets with civilians agree on how many each of them loses, if not all die."""
    exposed = civilians(game, battle)
    total = deaths(game, battle)
    if not total or attacker_chooses(game) or len(exposed) < 2 or total == sum(exposed.values()):
        return None
    if battle.terms or battle.heard >= len(exposed):
        return None
    battle.heard += 1
    return Parley(
        speaker=tuple(exposed)[battle.heard - 1],
        parties=tuple(exposed),
        caps=tuple((str(seat), number) for seat, number in exposed.items()),
        total=total,
        civilians=True,
    )


def stricken(game: Loyalty, battle: Battle, tell: Tell) -> None:
    """LOY-10.2.10: how many civilians each target loses: as agreed, else the targets lose them in the order named."""
    exposed = civilians(game, battle)
    caps = tuple((str(seat), number) for seat, number in exposed.items())
    falls = battle.terms or named_first(caps, deaths(game, battle))
    battle.falls = {int(seat): number for seat, number in falls.items()}


def killer(game: Loyalty, battle: Battle) -> tuple[int, ...]:
    """LOY-D11: asks the attacker, if the attacker chooses and there is a choice."""
    total = deaths(game, battle)
    chooses = attacker_chooses(game) and 0 < total < sum(civilians(game, battle).values())
    return (active(game),) if chooses and len(victim_caps(game, battle)) > 1 else ()


def victim_caps(game: Loyalty, battle: Battle) -> tuple[tuple[str, int], ...]:
    """The civilians on the battlefield by owner and kind, targets in the order named, citizens before priests."""
    return tuple(
        (f"{seat} {kind}", rows[battle.field][seat])
        for seat in battle.targets
        for kind, rows in ((CITIZENS, game.citizens), (PRIESTS, game.priests))
        if rows[battle.field][seat]
    )


def kill_boxes(game: Loyalty, battle: Battle, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-14.10: any civilians of the targets, as many as must die."""
    total = deaths(game, battle)
    return Boxes(box(Kill, victims=Amounts(victim_caps(game, battle), total, total, "victim")))


def take_default_victims(game: Loyalty, battle: Battle, seat: int) -> LoyaltyAction:
    """LOY-D11: targets in the order named, citizens before priests."""
    return Kill(named_first(victim_caps(game, battle), deaths(game, battle)))


def name_victims(game: Loyalty, battle: Battle, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-14.10: store the victims that the attacker has named."""
    (answer,) = pending.answers.values()
    assert isinstance(answer, Kill)
    battle.victims = dict(answer.victims)


def losers(game: Loyalty, battle: Battle) -> list[int]:
    """LOY-10.2.10: asks each owner for the kinds of victims, if that makes a difference."""
    if battle.victims:
        return []
    field = battle.field
    return [
        seat
        for seat, number in battle.falls.items()
        if game.citizens[field][seat]
        and game.priests[field][seat]
        and number < game.citizens[field][seat] + game.priests[field][seat]
    ]


def own_civilians(game: Loyalty, battle: Battle, seat: int) -> tuple[tuple[str, int], ...]:
    """The player's own citizens and priests on the battlefield."""
    citizens, priests, _ = here(game, seat, battle.field)
    return ((CITIZENS, citizens), (PRIESTS, priests))


def kind_boxes(game: Loyalty, battle: Battle, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.10: any of the player's own civilians, as many as must die."""
    number = battle.falls[seat]
    return Boxes(box(Lose, units=Amounts(own_civilians(game, battle, seat), number, number, "unit")))


def take_default_kinds(game: Loyalty, battle: Battle, seat: int) -> LoyaltyAction:
    """LOY-D6: citizens before priests."""
    return Lose(named_first(own_civilians(game, battle, seat), battle.falls[seat]))


def take_kinds(game: Loyalty, battle: Battle, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-10.2.10: carry out the choices of all owners together."""
    for seat in pending.asked:
        answer = pending.answers[seat]
        assert isinstance(answer, Lose)
        battle.victims |= {f"{seat} {kind}": number for kind, number in answer.units.items()}


def bury(game: Loyalty, battle: Battle, tell: Tell) -> None:
    """LOY-6.6: remove dead civilians from the map; a change of control removes no units."""
    chosen = {int(victim.split()[0]) for victim in battle.victims}
    falls = {} if attacker_chooses(game) and chosen else battle.falls
    for seat, number in falls.items():
        if seat not in chosen:
            kinds = named_first(own_civilians(game, battle, seat), number)
            battle.victims |= {f"{seat} {kind}": dead for kind, dead in kinds.items()}
    for victim, number in battle.victims.items():
        owner, kind = victim.split()
        add(game.citizens if kind == CITIZENS else game.priests, battle.field, int(owner), -number)
    if battle.victims:
        tell.all(CiviliansFell, battle.victims)


def advance(game: Loyalty, battle: Battle, tell: Tell) -> None:
    """LOY-10.2.13: after a win in another place the survivors move there (LOY-R26, LOY-10.2.14).

    Without a win no unit moves.
    """
    if battle.won and battle.field != battle.origin:
        march(game, battle, {MILITIA: battle.force}, tell)


def march(game: Loyalty, battle: Battle, units: Numbers, tell: Tell) -> None:
    """LOY-10.2.13: units of the attacker move to the battlefield; no leave is needed."""
    shift(game, active(game), battle.origin, battle.field, units)
    names = game.map.names
    tell.all(Advanced, active(game), names[battle.origin], names[battle.field], units)


def followers(game: Loyalty, battle: Battle) -> tuple[int, int, int]:
    """LOY-10.2.13, LOY-O16: the other units that may follow: citizens, priests, militia."""
    if not battle.won or battle.field == battle.origin or game.options.follow_up == "none":
        return (0, 0, 0)
    citizens, priests, militia = here(game, active(game), battle.origin)
    return (citizens, priests, militia if game.options.follow_up == "any" else 0)


def victors(game: Loyalty, battle: Battle) -> tuple[int, ...]:
    """LOY-D7: asks the attacker after a win in another place, if other units can follow."""
    return (active(game),) if any(followers(game, battle)) else ()


def bring_boxes(game: Loyalty, battle: Battle, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-10.2.13: any of the other units in the place where the attack began."""
    return Boxes(box(Bring, units=amounts(followers(game, battle), low=0)))


stay_behind = always(Bring({}))
"""LOY-D7: a player who does not answer in time brings nobody."""


def follow(game: Loyalty, battle: Battle, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-10.2.13: let the chosen units follow."""
    answer = pending.answers[active(game)]
    assert isinstance(answer, Bring)
    if answer.units:
        march(game, battle, answer.units, tell)


def luggage(game: Loyalty, battle: Battle, tell: Tell) -> Baggage | None:
    """LOY-14.8: an advance can carry coins, too."""
    if not battle.won or battle.field == battle.origin:
        return None
    return baggage(game, active(game), battle.origin, battle.field)
