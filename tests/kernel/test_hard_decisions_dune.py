"""The hardest decisions of Dune in miniature: one shipment, one battle, one window.

Four factions: Atreides (0) fights the Emperor (1); Harkonnen (2) is the ally of Atreides; the Guild (3) watches.
"""

from __future__ import annotations

from typing import ClassVar

import pytest

from turncoat.kernel import play
from turncoat.kernel.box import Action, Box, Boxes, Closed, box
from turncoat.kernel.chance import KEY_BYTES, Chance
from turncoat.kernel.clone import clone
from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.kernel.events import Event, Listener, Tell
from turncoat.kernel.flow import Pending, Play, Section, decide, flow, within
from turncoat.kernel.grammar import read
from turncoat.kernel.ladder import Ladder
from turncoat.kernel.space import Amounts, Between, OneOf

ATR, EMP, HAR, GUI = range(4)
STRONGHOLDS = ("arrakeen", "carthag")
DESERT = ("polar_sink", "meridian", "cielago")
LEADERS = {ATR: ("duncan", "gurney"), EMP: ("hasimir", "caid")}
POISONS, PROJECTILES, WORTHLESS = ("chaumas", "chaumurky"), ("crysknife", "maula"), ("baliset", "jubba")
KINDS = {"poison": POISONS, "projectile": PROJECTILES, "shield": ("shield",), "worthless": WORTHLESS}


class Pass(Action, frozen=True, tag="pass"):
    """DUN-2.7.1: nothing, this time."""

    phrase: ClassVar[str] = "pass"


class Ship(Action, frozen=True, tag="ship"):
    """DUN-4.7.2: forces from the reserves to one location; the ally may pay a part."""

    phrase: ClassVar[str] = "ship {forces} to {to} with {help} from the ally"

    to: str
    forces: dict[str, int]
    help: int


class Voice(Action, frozen=True, tag="voice"):
    """DUN-6.4.4: the opponent must, or must not, play a kind."""

    phrase: ClassVar[str] = "voice {order} {kind}"

    order: str
    kind: str


class Foresee(Action, frozen=True, tag="foresee"):
    """DUN-6.2.3: one element of the opposing plan."""

    phrase: ClassVar[str] = "foresee {element}"

    element: str


class Plan(Action, frozen=True, tag="plan"):
    """DUN-4.8.5: dial, hero, weapon, defence."""

    phrase: ClassVar[str] = "dial {dial}, {hero}, {weapon}, {defence}"

    dial: int
    hero: str
    weapon: str | None
    defence: str | None


class Call(Action, frozen=True, tag="call"):
    """DUN-4.8.11: treachery."""

    phrase: ClassVar[str] = "call treachery"


class Ask(Action, frozen=True, tag="ask"):
    """DUN-7.12.1: Truthtrance; will the dial be higher than ``dial`` (TT-B5)?"""

    phrase: ClassVar[str] = "ask {target} whether the dial is higher than {dial}"

    target: int
    dial: int


class Reply(Action, frozen=True, tag="reply"):
    """DUN-7.12.2: yes or no."""

    phrase: ClassVar[str] = "{reply}"

    reply: str


class Ghola(Action, frozen=True, tag="ghola"):
    """DUN-2.7.1: a card played in a window; it takes a force of the Emperor's away here, so that plans may go wrong."""

    phrase: ClassVar[str] = "play ghola"


class Karama(Action, frozen=True, tag="karama"):
    """DUN-7.11, K-03: Prescience is prevented."""

    phrase: ClassVar[str] = "karama"


DuneAction = Pass | Ship | Voice | Foresee | Plan | Call | Ask | Reply | Ghola | Karama
PASS = Pass()


class Shown(Event, frozen=True):
    """Something became known."""

    what: str


class Shipping(Section[DuneAction], tag="shipping"):
    """DUN-4.7: one faction ships."""


class Battle(Section[DuneAction], tag="battle"):
    """DUN-4.8.4: one battle, from the Voice to the calls. What only means something here lives here."""

    voice: Voice | None = None
    foreseen: str = ""
    plans: dict[int, Plan] = {}
    calls: list[int] = []
    higher_than: dict[int, int] = {}
    at_most: dict[int, int] = {}


class Truthtrance(Section[DuneAction], tag="truthtrance"):
    """DUN-7.12: a question that must be answered before anything else."""

    target: int
    dial: int


class Window(Section[DuneAction], tag="window"):
    """DUN-2.7: everybody may do something or pass."""

    played: list[str] = []


class Dune(Play[Shipping | Battle | Truthtrance | Window, DuneAction]):
    """As much of Dune as these decisions need."""

    spice: list[int]
    forces: list[int]
    cards: list[list[str]]
    traitors: list[list[str]]
    lent: int = 0
    reserves: dict[str, int] = {}
    board: list[str] = []


def dune(section: Shipping | Battle | Window, **facts: object) -> Dune:
    """A position with these facts, played on to the first decision."""
    game = Dune(
        spice=[10, 10, 10, 10],
        forces=[5, 5, 0, 0],
        cards=[[], [], [], []],
        traitors=[[], [], [], []],
        chance=Chance(bytes(KEY_BYTES)),
        stack=[],
        requests=[0] * 4,
        standing=[{} for _ in range(4)],
    )
    for name, value in facts.items():
        setattr(game, name, value)
    play.begin(game, section)
    return game


def passing(game: Dune, section: Section[DuneAction], seat: int) -> DuneAction:
    """The default of nearly everything."""
    return PASS


# --- 4.7 Shipment -----------------------------------------------------------------------------------


def shipments(game: Dune, shipping: Shipping, seat: int) -> Boxes[DuneAction]:
    """DUN-4.7.2: for each number of forces and each price one box; what the own purse lacks, the ally pays."""
    caps = tuple(game.reserves.items())
    found: list[Box[DuneAction]] = [box(Pass, "DUN-4.7.1")]
    for number in range(1, sum(game.reserves.values()) + 1):
        for price, places in ((1, STRONGHOLDS), (2, DESERT)):
            cost = number * price
            found.append(
                box(
                    Ship,
                    "DUN-4.7.2",
                    to=OneOf(places, "territory"),
                    forces=Amounts(caps, number, number, "force"),
                    help=Between(max(0, cost - game.spice[seat]), min(cost, game.lent), "spice"),
                )
            )
    return Boxes(*found)


def ship(game: Dune, shipping: Shipping, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.7.4: the forces land, own and lent spice are paid."""
    action = pending.answers[ATR]
    if isinstance(action, Ship):
        cost = sum(action.forces.values()) * (1 if action.to in STRONGHOLDS else 2)
        game.spice[ATR] -= cost - action.help
        game.spice[GUI] += cost - action.help
        game.lent -= action.help
        game.board.append(action.to)


flow(Shipping, ship=decide(shipments, ship, default=passing, asked=lambda game, shipping: [ATR]))


def ships(spice: int, lent: int = 0, **reserves: int) -> Dune:
    """Atreides is about to ship."""
    return dune(Shipping(), spice=[spice, 0, 0, 0], lent=lent, reserves=reserves)


def test_a_shipment_is_as_large_as_reserves_and_purse_allow() -> None:
    """DUN-4.7.2: 1 spice for each force into a stronghold, 2 elsewhere."""
    game = ships(spice=3, force=20)
    found = play.boxes(game, ATR)
    assert Ship("arrakeen", {"force": 3}, 0) in found
    assert Ship("arrakeen", {"force": 4}, 0) not in found
    assert Ship("meridian", {"force": 1}, 0) in found
    assert Ship("meridian", {"force": 2}, 0) not in found
    assert found.count == 1 + 3 * len(STRONGHOLDS) + len(DESERT)


def test_special_forces_are_shipped_with_ordinary_ones() -> None:
    """DUN-4.7.2: any mixture, each force costs the same."""
    game = ships(spice=2, force=1, sardaukar=5)
    found = play.boxes(game, ATR)
    assert Ship("carthag", {"force": 1, "sardaukar": 1}, 0) in found
    assert Ship("carthag", {"force": 2}, 0) not in found
    assert found.count == 1 + len(STRONGHOLDS) * (2 + 2) + len(DESERT) * 2


def test_the_ally_pays_what_the_own_purse_lacks_and_never_too_much() -> None:
    """DUN-4.7.4: an ally's share is part of the price."""
    game = ships(spice=1, lent=3, force=20)
    found = play.boxes(game, ATR)
    assert Ship("arrakeen", {"force": 3}, 2) in found
    assert Ship("arrakeen", {"force": 3}, 1) not in found
    assert Ship("arrakeen", {"force": 1}, 2) not in found
    play.submit(game, ATR, Ship("arrakeen", {"force": 4}, 3))
    assert (game.spice, game.lent) == ([0, 0, 0, 1], 0)


def test_a_shipment_is_put_together_step_by_step() -> None:
    """DUN-4.7.2: where one goes leaves fewer forces, forces leave fewer shares."""
    ladder = Ladder(play.boxes(ships(spice=3, lent=1, force=20), ATR))
    ladder.take(next(choice for choice in ladder.choices() if choice.value == "ship"))
    ladder.take(next(choice for choice in ladder.choices() if choice.value == "polar_sink"))
    assert [choice.value for choice in ladder.choices()] == [1, 2]
    ladder.choose(1)
    assert [choice.value for choice in ladder.choices()] == [1]
    ladder.choose(0)
    assert ladder.answer == Ship("polar_sink", {"force": 2}, 1)


def test_a_shipment_is_written() -> None:
    """DUN-4.7.2, in the words of a letter."""
    found = play.boxes(ships(spice=9, lent=2, force=9, sardaukar=2), ATR)
    assert read("ship 3 force, 1 sard to carthag with 2 from the ally", found) == Ship(
        "carthag", {"force": 3, "sardaukar": 1}, 2
    )
    with pytest.raises(NotAllowed, match=r"DUN-4\.7\.2"):
        read("ship 9 force to meridian with 0 from the ally", found)


# --- 4.8 Battle -------------------------------------------------------------------------------------


def foe(seat: int) -> int:
    """The other combatant."""
    return EMP if seat == ATR else ATR


def voice_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-6.4.4: the Bene Gesserit, whom Atreides stands for here, may order."""
    kinds = OneOf(("poison", "projectile", "shield"), "kind")
    return Boxes(box(Pass, "DUN-6.4.4"), box(Voice, "DUN-6.4.4", order=OneOf(("play", "not")), kind=kinds))


def use_voice(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.4.5: the order is public."""
    action = pending.answers[ATR]
    battle.voice = action if isinstance(action, Voice) else None


def element_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-6.2.3: one of four elements, or none."""
    return Boxes(
        box(Pass, "DUN-6.2.3"), box(Foresee, "DUN-6.2.3", element=OneOf(("dial", "hero", "weapon", "defence")))
    )


def foresee(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.2.3: the demand is public."""
    action = pending.answers[ATR]
    battle.foreseen = action.element if isinstance(action, Foresee) else ""


def dials(game: Dune, battle: Battle, seat: int) -> Between:
    """DUN-4.8.5 and DUN-7.12.3: 0 up to the own forces, within what was promised."""
    return Between(
        battle.higher_than.get(seat, -1) + 1, min(game.forces[seat], battle.at_most.get(seat, game.forces[seat]))
    )


def plan_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-4.8.5 to 4.8.7, and the Voice as far as it can be obeyed (DUN-6.4.5)."""
    hand = game.cards[seat]
    weapons = tuple(card for card in hand if card in POISONS + PROJECTILES + WORTHLESS)
    defences = tuple(card for card in hand if card == "shield" or card in WORTHLESS)
    slots: tuple[Slot, Slot] = _voiced(battle.voice if seat == EMP else None, (*weapons, None), (*defences, None))
    return Boxes(
        box(
            Plan,
            "DUN-4.8.7",
            distinct=("weapon", "defence"),
            dial=dials(game, battle, seat),
            hero=OneOf(LEADERS[seat], "leader"),
            weapon=OneOf(slots[0], "card"),
            defence=OneOf(slots[1], "card"),
        )
    )


Slot = tuple[str | None, ...]


def _voiced(voice: Voice | None, weapons: Slot, defences: Slot) -> tuple[Slot, Slot]:
    """DUN-6.4.5: play it if you have it; leave it out; what cannot be obeyed binds nobody."""
    if voice is None:
        return weapons, defences
    kind, wanted = KINDS[voice.kind], voice.order == "play"
    if wanted and voice.kind == "shield":
        return weapons, tuple(card for card in defences if card in kind) or defences
    if wanted:
        return tuple(card for card in weapons if card in kind) or weapons, defences
    return tuple(card for card in weapons if card not in kind), tuple(card for card in defences if card not in kind)


def weakest(game: Dune, battle: Battle, seat: int) -> DuneAction:
    """DK-18: the lowest dial, the weakest leader, no card that is not compulsory."""
    found = play_boxes = plan_boxes(game, battle, seat)
    return (
        min(found, key=lambda plan: (plan.weapon is not None) if isinstance(plan, Plan) else 0) if play_boxes else PASS
    )


def asked_first(game: Dune, battle: Battle) -> list[int]:
    """DUN-4.8.8: when Prescience was asked, the questioned side seals first."""
    return [EMP] if battle.foreseen else []


def show_element(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.2.3: Atreides alone is shown the element."""
    plan = pending.answers[EMP]
    assert isinstance(plan, Plan)
    battle.plans[EMP] = plan
    tell.only((ATR,), Shown, "DUN-6.2.3", f"{battle.foreseen} {getattr(plan, battle.foreseen)}")


def rest_of_them(game: Dune, battle: Battle) -> list[int]:
    """DUN-4.8.8: whoever has not sealed yet."""
    return [seat for seat in (ATR, EMP) if seat not in battle.plans]


def reveal(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.8.8: with both in, both are shown to all."""
    for seat, plan in pending.answers.items():
        assert isinstance(plan, Plan)
        battle.plans[seat] = plan
    tell.all(Shown, "DUN-4.8.8", "both plans")


def callers(game: Dune, battle: Battle) -> list[int]:
    """DUN-4.8.11 and 2.9.3: both combatants and the ally who may call for one, whatever cards they hold."""
    return [ATR, EMP, HAR]


def call_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-4.8.11: call with the card of the opposing hero, or pass. Harkonnen calls for his ally (DUN-6.3.5)."""
    hero = battle.plans[EMP if seat == HAR else foe(seat)].hero
    if hero in game.traitors[seat]:
        return Boxes(box(Call, "DUN-4.8.11"), box(Pass, "DUN-4.8.11"))
    return Boxes(box(Pass, "DUN-4.8.11"), closed=(Closed(Call, "DUN-4.8.11", f"You hold no traitor card of {hero}"),))


def call_traitors(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.8.12: shown to all when all are in."""
    battle.calls = [seat for seat in pending.asked if isinstance(pending.answers[seat], Call)]


def anytime(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DUN-2.6.1: what can be played beside any decision of the battle; DUN-2.6.3: not with a sealed plan."""
    if battle.pending is not None and seat in battle.pending.answers:
        return Boxes(closed=(Closed(Ask, "DUN-2.6.3", "Your plan is sealed: take it back first"),))
    found: list[Box[DuneAction]] = []
    if "truthtrance" in game.cards[seat]:
        others = tuple(other for other in (ATR, EMP) if other != seat)
        found.append(box(Ask, "DUN-7.12.2", target=OneOf(others, "seat"), dial=Between(0, 20)))
    if "ghola" in game.cards[seat]:
        found.append(box(Ghola, "DUN-2.6.2"))
    if "karama" in game.cards[seat] and battle.foreseen and not battle.plans:
        found.append(box(Karama, "DUN-7.11"))
    return Boxes(*found)


def play_anytime(game: Dune, battle: Battle, seat: int, action: DuneAction, tell: Tell) -> Truthtrance | None:
    """DUN-2.6.2: carried out at once, in order of arrival."""
    if isinstance(action, Ask):
        game.cards[seat].remove("truthtrance")
        return Truthtrance(target=action.target, dial=action.dial)
    if isinstance(action, Ghola):
        game.cards[seat].remove("ghola")
        game.forces[EMP] -= 1
        return None
    game.cards[seat].remove("karama")
    battle.foreseen = ""
    play.reopen(battle)
    return None


def replies(game: Dune, trance: Truthtrance, seat: int) -> Boxes[DuneAction]:
    """DUN-7.12.2: yes or no, as far as a plan is open that keeps it; once sealed, the fact."""
    battle = within(game, Battle)
    sealed = battle.pending.answers.get(seat) if battle.pending else None
    open_now = dials(game, battle, seat)
    if isinstance(sealed, Plan):
        kept: tuple[str, ...] = ("yes",) if sealed.dial > trance.dial else ("no",)
    else:
        kept = tuple(
            reply
            for reply, possible in (("yes", open_now.high > trance.dial), ("no", open_now.low <= trance.dial))
            if possible
        )
    return Boxes(box(Reply, "DUN-7.12.2", reply=OneOf(kept)))


def bind(game: Dune, trance: Truthtrance, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-7.12.3: from the answer on only plans that keep it are open; both are public."""
    battle, reply = within(game, Battle), pending.answers[trance.target]
    assert isinstance(reply, Reply)
    (battle.higher_than if reply.reply == "yes" else battle.at_most)[trance.target] = trance.dial
    tell.all(Shown, "DUN-7.12.1", reply.reply)


def first_reply(game: Dune, trance: Truthtrance, seat: int) -> DuneAction:
    """DK-23: no, or the only answer open."""
    found = replies(game, trance, seat)
    return found.nth(found.count - 1)


flow(
    Battle,
    voice=decide(voice_boxes, use_voice, default=passing, asked=lambda game, battle: [ATR], offer=True),
    prescience=decide(element_boxes, foresee, default=passing, asked=lambda game, battle: [ATR], offer=True),
    first_plan=decide(plan_boxes, show_element, default=weakest, asked=asked_first, beside=anytime, act=play_anytime),
    plans=decide(plan_boxes, reveal, default=weakest, asked=rest_of_them, beside=anytime, act=play_anytime),
    traitors=decide(call_boxes, call_traitors, default=passing, asked=callers, offer=True),
)
flow(Truthtrance, reply=decide(replies, bind, default=first_reply, asked=lambda game, trance: [trance.target]))

HAND = ("chaumas", "crysknife", "shield", "baliset")


def battle(*extra: str, emp: tuple[str, ...] = HAND, voice: DuneAction = PASS, see: DuneAction = PASS) -> Dune:
    """A battle in which Voice and Prescience have been dealt with; ``extra`` are cards of Atreides."""
    game = dune(
        Battle(),
        cards=[["maula", "shield", *extra], list(emp), [], ["truthtrance", "karama", "ghola"]],
        traitors=[["hasimir"], ["caid", "gurney"], ["hasimir"], []],
    )
    play.submit(game, ATR, voice)
    play.submit(game, ATR, see)
    return game


def now(game: Dune) -> Battle:
    """The battle that is being fought."""
    return within(game, Battle)


def test_both_combatants_seal_at_once() -> None:
    """DUN-4.8.8: independently, replaceable until the other one is in."""
    game = battle()
    assert play.waiting(game) == [ATR, EMP]
    play.submit(game, EMP, Plan(3, "hasimir", "chaumas", "shield"))
    play.submit(game, EMP, Plan(0, "caid", None, None))
    play.withdraw(game, EMP)
    assert play.waiting(game) == [ATR, EMP]


def test_no_card_fills_both_slots() -> None:
    """DUN-4.8.7: a worthless card may be either, but not both."""
    found = play.boxes(battle(), EMP)
    assert Plan(0, "hasimir", "baliset", None) in found
    assert Plan(0, "hasimir", None, "baliset") in found
    assert Plan(0, "hasimir", "baliset", "baliset") not in found
    assert found.count == 6 * 2 * (4 * 3 - 1)


@pytest.mark.parametrize(
    ("voice", "legal", "illegal"),
    [
        (Voice("play", "poison"), Plan(1, "hasimir", "chaumas", None), Plan(1, "hasimir", None, None)),
        (Voice("play", "shield"), Plan(1, "hasimir", None, "shield"), Plan(1, "hasimir", None, None)),
        (Voice("not", "poison"), Plan(1, "hasimir", "crysknife", None), Plan(1, "hasimir", "chaumas", None)),
    ],
)
def test_the_voice_is_obeyed(voice: Voice, legal: Plan, illegal: Plan) -> None:
    """DUN-6.4.5: play it, or do not play it."""
    found = play.boxes(battle(voice=voice), EMP)
    assert legal in found
    assert illegal not in found


def test_a_voice_that_cannot_be_obeyed_binds_nobody() -> None:
    """DUN-6.4.5: without poison the opponent plans freely and says nothing."""
    free, voiced = battle(emp=("crysknife",)), battle(emp=("crysknife",), voice=Voice("play", "poison"))
    assert play.boxes(free, EMP) == play.boxes(voiced, EMP)


def test_the_questioned_side_seals_first_and_one_seat_sees_one_element() -> None:
    """DUN-6.2.3 and DUN-4.8.8: Atreides alone is told; the plan cannot be changed any more."""
    game, heard = battle(see=Foresee("weapon")), Listener()
    assert play.waiting(game) == [EMP]
    play.submit(game, EMP, Plan(2, "hasimir", "chaumas", None), heard)
    assert heard.heard == [((ATR,), Shown("DUN-6.2.3", "weapon chaumas"))]
    assert play.waiting(game) == [ATR]
    with pytest.raises(NotYours):
        play.submit(game, EMP, Plan(1, "hasimir", None, None))


def test_karama_takes_prescience_away_until_the_plan_is_sealed() -> None:
    """DUN-7.11, K-03: the question falls, and both seal at once, as if it had never been asked."""
    game = battle(see=Foresee("weapon"))
    play.submit(game, GUI, Karama())
    assert play.waiting(game) == [ATR, EMP]
    assert now(game).foreseen == ""


def test_a_question_suspends_plans_that_are_being_sealed() -> None:
    """DUN-7.12.1: nothing else happens until it is answered; sealed plans survive."""
    game = battle()
    play.submit(game, ATR, Plan(4, "duncan", "maula", None))
    play.submit(game, GUI, Ask(EMP, 2))
    assert play.waiting(game) == [EMP]
    with pytest.raises(NotYours):
        play.submit(game, ATR, Plan(0, "duncan", None, None))
    play.submit(game, EMP, Reply("no"))
    assert play.waiting(game) == [EMP]
    assert play.answer_of(game, ATR) == Plan(4, "duncan", "maula", None)
    assert Plan(2, "hasimir", None, None) in play.boxes(game, EMP)
    assert Plan(3, "hasimir", None, None) not in play.boxes(game, EMP)


def test_an_answer_about_a_sealed_plan_is_a_fact() -> None:
    """DUN-7.12.3: no other answer can be given, and a replacement of the plan may not contradict it."""
    game = battle()
    play.submit(game, EMP, Plan(4, "hasimir", None, None))
    play.submit(game, GUI, Ask(EMP, 2))
    assert list(play.boxes(game, EMP)) == [Reply("yes")]
    play.submit(game, EMP, Reply("yes"))
    assert play.waiting(game) == [ATR]
    with pytest.raises(NotAllowed, match=r"^plan: dial must be 3 to 5 \(DUN-4\.8\.7\)\.$"):
        play.submit(game, EMP, Plan(0, "hasimir", None, None))


def test_only_an_answer_that_some_plan_keeps_can_be_given() -> None:
    """DUN-7.12.2: with five forces the dial cannot be higher than five."""
    game = battle()
    play.submit(game, GUI, Ask(EMP, 5))
    assert list(play.boxes(game, EMP)) == [Reply("no")]


def test_a_plan_that_became_impossible_goes_back_to_its_owner() -> None:
    """DUN-2.6.2: a dial above the forces that are left is returned for renewal; the other plan stays."""
    game = battle()
    play.submit(game, EMP, Plan(5, "hasimir", None, None))
    before = clone(game)
    play.submit(game, GUI, Ghola())
    assert play.answer_of(game, EMP) is None
    assert play.waiting(game) == [ATR, EMP]
    assert game.requests[EMP] == before.requests[EMP] + 1
    assert game.requests[ATR] == before.requests[ATR]


def test_whoever_has_sealed_asks_no_questions() -> None:
    """DUN-2.6.3: he takes the plan back first."""
    game = battle("truthtrance")
    play.submit(game, ATR, Plan(1, "duncan", None, None))
    with pytest.raises(NotAllowed, match="take it back first"):
        play.submit(game, ATR, Ask(EMP, 1))
    play.withdraw(game, ATR)
    play.submit(game, ATR, Ask(EMP, 1))
    assert play.waiting(game) == [EMP]


def revealed() -> Dune:
    """Both plans are open."""
    game = battle()
    play.submit(game, ATR, Plan(1, "duncan", None, None))
    play.submit(game, EMP, Plan(2, "hasimir", None, None))
    return game


def test_all_who_might_call_are_asked_secretly() -> None:
    """DUN-4.8.11 and 2.9.3: combatants and ally alike, with or without the card."""
    game = revealed()
    assert play.waiting(game) == [ATR, EMP, HAR]
    assert play.boxes(game, ATR).tags == ("call", "pass")
    assert play.boxes(game, EMP).tags == ("pass",)
    with pytest.raises(NotAllowed, match="You hold no traitor card of duncan"):
        play.submit(game, EMP, Call())
    play.submit(game, HAR, Call())
    play.submit(game, ATR, PASS)
    play.submit(game, EMP, PASS)
    assert play.over(game)


def test_calling_if_possible_can_be_left_as_an_order() -> None:
    """DUN-2.7.3: call treachery if possible and pass otherwise."""
    game = dune(Battle(), traitors=[["hasimir"], ["gurney"], [], []])
    for seat in (ATR, EMP, HAR):
        play.order_standing(game, seat, "battle.traitors", Call(), PASS)
    play.submit(game, ATR, PASS)
    play.submit(game, ATR, PASS)
    fight = now(game)
    play.submit(game, ATR, Plan(1, "duncan", None, None))
    play.submit(game, EMP, Plan(2, "hasimir", None, None))
    assert play.over(game)
    assert fight.calls == [ATR]


# --- 2.7 Windows ------------------------------------------------------------------------------------


def pass_boxes(game: Dune, window: Window, seat: int) -> Boxes[DuneAction]:
    """DUN-2.7.1: pass."""
    return Boxes(box(Pass, "DUN-2.7.1"))


def window_cards(game: Dune, window: Window, seat: int) -> Boxes[DuneAction]:
    """DUN-2.7.2: whoever is in the window, with or without a stop, may play."""
    return Boxes(box(Ghola, "DUN-2.7.1")) if "ghola" in game.cards[seat] else Boxes()


def play_card(game: Dune, window: Window, seat: int, action: DuneAction, tell: Tell) -> None:
    """DUN-2.7.1: any action re-opens the window for everyone who gave no standing pass."""
    game.cards[seat].remove("ghola")
    window.played.append(f"ghola by {seat}")
    play.reopen(window)


def shut(game: Dune, window: Window, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-2.7.1: it closes when all have passed."""
    game.board = window.played


flow(
    Window,
    window=decide(pass_boxes, shut, default=passing, offer=True, beside=window_cards, act=play_card),
)


def window(*stops: int) -> Dune:
    """A window in which these seats have a stop: the others have ordered a pass."""
    game = dune(Window(), cards=[[], ["ghola"], [], ["ghola"]])
    for seat in range(4):
        if seat not in stops:
            play.order_standing(game, seat, "window.window", PASS)
    return game


def test_a_window_for_which_nobody_has_a_stop_closes_at_once() -> None:
    """DUN-2.7.2."""
    assert play.over(window())


def test_a_window_waits_only_for_those_with_a_stop() -> None:
    """DUN-2.7.2: but the others may act while it is open."""
    game = window(EMP)
    assert play.waiting(game) == [EMP]
    assert play.beside(game, GUI).tags == ("ghola",)


def test_an_action_opens_the_window_again_for_everyone_with_a_stop() -> None:
    """DUN-2.7.1: who has passed once is asked again; who has a standing pass is not."""
    game = window(ATR, EMP)
    play.submit(game, ATR, PASS)
    asked = game.requests[ATR]
    play.submit(game, GUI, Ghola())
    assert play.waiting(game) == [ATR, EMP]
    assert game.requests[ATR] == asked + 1
    play.submit(game, EMP, Ghola())
    play.submit(game, ATR, PASS)
    play.submit(game, EMP, PASS)
    assert game.board == ["ghola by 3", "ghola by 1"]


def test_a_window_looks_the_same_with_and_without_cards() -> None:
    """DUN-2.9.3: who is asked, and what about, does not depend on what anybody holds."""
    holding, empty = window(ATR, EMP, GUI), window(ATR, EMP, GUI)
    empty.cards = [[], [], [], []]
    assert play.waiting(holding) == play.waiting(empty)
    assert all(play.boxes(holding, seat) == play.boxes(empty, seat) for seat in range(4))


def test_a_window_closes_at_the_deadline() -> None:
    """DUN-2.7.1 and 2.8.1: the default is a pass."""
    game = window(ATR, EMP)
    play.time_up(game)
    assert play.over(game)
