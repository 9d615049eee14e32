"""Thrice told: the stills of the rules in their order, with the dice and what has just happened on top."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, PROFILES, Table, walk
from tests.telling import Audience

from turncoat.drawing.scene import Frame, Scene
from turncoat.games import ruleset
from turncoat.games.thrice.actions import DONE, Attack, Disengage, Dismiss, Give, Heal, Hurt, PushBack, Settle, Undo
from turncoat.games.thrice.drawing.position import Position
from turncoat.games.thrice.events import CharacterMade, InitiativeRolled
from turncoat.games.thrice.story import STORY
from turncoat.kernel import Names

RULES = ruleset("thrice")
NAMES = RULES.names(["Agatha", "Barney", "Celeste", "The GM"])
GM = 3


def begin(players: int = 2, seat: int | None = None, **facts: object) -> tuple[Table, Audience]:
    """A combat at its first turn, and somebody who watches it."""
    ears = Audience(RULES, seat)
    return Table(players, listener=ears, **facts), ears  # type: ignore[arg-type]


def walked(seed: int, seat: int | None = None, profile: int = 0) -> Audience:
    """A random combat of three, watched."""
    ears = Audience(RULES, seat)
    for _ in walk(seed, 3, ears, **PROFILES[profile]):
        pass
    return ears


def parts(ears: Audience) -> tuple[int, ...]:
    return STORY.rounds(ears.reel.stills[-1].view, ears.events)


def stills(table: Table, ears: Audience, number: int) -> tuple[Frame[Position], ...]:
    return ears.frames(STORY, number, table.names)


def everything(ears: Audience, names: Names = NAMES) -> list[Frame[Position]]:
    return [still for number in parts(ears) for still in ears.frames(STORY, number, names)]


def condition(still: Frame[Position], who: int) -> int:
    numbers = still.picture.view.combatants[who].numbers
    assert numbers is not None
    return numbers.condition


# --- in the order of the rules --------------------------------------------------------------------


@pytest.mark.parametrize("profile", range(len(PROFILES)))
def test_every_still_has_a_sentence_and_a_rule_and_can_be_drawn(profile: int) -> None:
    """THR-8.1: before and after the opponents, and the end of each round; every line of the log is told."""
    ears = walked(2, 0, profile)
    numbers, scene = parts(ears), Scene(own=0)
    assert list(numbers) == sorted(set(numbers))
    assert numbers[0] == 1
    assert set(STORY.called(ears.reel.stills[-1].view, ears.events, NAMES)) == set(numbers)
    shown = everything(ears)
    assert all(still.rule.startswith("THR-") and still.caption.endswith(".") for still in shown)
    assert all(STORY.draw(still, NAMES, scene) and STORY.in_text(still, NAMES, scene) for still in shown[::7])
    captions = " ".join(still.caption for still in shown)
    said = [event.say(NAMES) for event in ears.events]
    assert all(one in captions for one in said if not one.startswith("The turn of"))


def test_dice_are_seen_before_what_they_do() -> None:
    """THR-10.3, THR-10.4: the attack, then the dice and advantage, then the damage."""
    table, ears = begin()
    table.go(ADAM, Attack(table.foe(0)))
    table.roll(ADAM, 10, 10, 6)
    table.do(ADAM, DONE)
    table.turns(BREE)
    attack, dice, blow = stills(table, ears, 11)[:3]
    assert [frame.stage for frame in (attack, dice, blow)] == ["Attack", "Dice", "Blow"]
    assert attack.caption == "Round 1 begins. Adam takes the turn. Adam attacks Opponent A."
    assert [frame.picture.view.sheets[ADAM].advantage for frame in (attack, dice)] == [6, 12]
    assert [frame.picture.view.combatants[table.foe(0)].lost for frame in (dice, blow)] == [0, 1]
    assert [roll.blows for frame in (dice, blow) for roll in frame.picture.rolls] == [(), ((table.foe(0), 1),)]
    assert blow.picture.lit == {table.foe(0): "struck"}
    assert blow.picture.view.attacker == ADAM


def test_the_end_of_a_round_is_told_one_thing_after_the_other() -> None:
    """THR-15.1, THR-15.2: advantage first, then all marks of bleeding."""
    table, ears = begin(advantage=3, after=(ADAM, BREE))
    table.stand_down()
    table.go(ADAM, Give("bleed", ADAM))
    table.hit(ADAM, table.foe(0))
    table.do(ADAM, DONE)
    table.turns(BREE)
    gain, bleeding = stills(table, ears, 14)
    assert gain.caption.startswith("The round ends; Adam gains")
    assert bleeding.caption == "Opponent A loses 1 condition by bleeding."
    assert STORY.in_text(bleeding, table.names, Scene())[0] == "The round is over."
    foe = [frame.picture.view.combatants[table.foe(0)] for frame in (gain, bleeding)]
    assert [(combatant.bleeding, combatant.lost) for combatant in foe] == [(1, 1), (0, 2)]


def test_wounds_are_healed_only_when_the_combat_is_seen_to_be_over() -> None:
    """THR-15.6, THR-15.8: the last one flees, and then the combat ends."""
    table, ears = begin(1, ambush=(ADAM,), advantage=9, after=(ADAM,))
    table.game.condition[ADAM] = 1
    table.stand_down()
    table.go(ADAM, Give("disengage", ADAM), Disengage())
    *_, flight, end = stills(table, ears, 13)
    assert (flight.stage, end.stage) == ("Zones", "The end")
    assert [condition(frame, ADAM) for frame in (flight, end)] == [1, 4]


def test_what_the_gm_overrules_is_told_where_it_happened() -> None:
    """THR-17.3: after a turn, and the field stays over; and before anybody had a turn."""
    table, ears = begin(2, gm_overrules=True)
    table.turns(ADAM, BREE)
    assert parts(ears) == (1, 2, 11)
    table.do(2, Hurt(table.foe(0), 2))
    assert parts(ears) == (1, 2, 11)
    assert stills(table, ears, 11)[-1].caption == "The GM takes 2 off the condition of Opponent A."
    table.stand_down().do(2, Settle())
    assert parts(ears) == (1, 2, 11, 12, 14, 24)
    assert "The fight is ended by talk: nobody has won" in stills(table, ears, 24)[-1].caption


def test_what_the_gm_has_just_overruled_stands_over_the_field_until_the_next_turn() -> None:
    """THR-17.3: everybody is told."""
    table, ears = begin(2, gm_overrules=True)
    said = "The GM adds 1 to the condition of Adam."

    def told() -> bool:
        return f"<p>{said} Bree" in STORY.now(table.view(BREE), ears.events, table.names, Scene())

    table.turns(ADAM)
    assert not told()
    table.do(2, Heal(ADAM, 1))
    assert told()
    table.go(BREE)
    assert not told()


def test_the_ledger_says_what_the_gm_overruled() -> None:
    """THR-17.3: and who was let go is put out of the fight."""
    table, ears = begin(2, gm_overrules=True)
    table.do(2, Hurt(ADAM, 1), Dismiss(table.foe(0)), Settle())
    views = [still.view for still in ears.reel.stills]
    (told,) = STORY.ledger(views[-1], ears.events, views, table.names).rounds
    assert told.actions[2].words == "takes 1 off Adam; lets Opponent A go"
    assert [action.total for action in told.actions] == [1, 1, 0]


def test_what_was_taken_back_stands_in_the_ledger_and_counts_no_more() -> None:
    """THR-17.4: neither as somebody put out of the fight nor as a trick."""
    table, ears = begin(2, gm_overrules=True, advantage=9)
    table.do(2, Dismiss(table.foe(0)), Undo()).go(ADAM, Give("bleed", BREE)).do(2, Undo()).do(ADAM, DONE).do(
        2, Settle()
    )
    views = [still.view for still in ears.reel.stills]
    (told,) = STORY.ledger(views[-1], ears.events, views, table.names).rounds
    assert told.actions[2].words.startswith("lets Opponent A go; takes back what the GM did last; takes back what Adam")
    assert [action.total for action in told.actions] == [0, 0, 0]
    assert [one.what for one in STORY.statistics(views[-1], ears.events)] == []


def test_a_field_that_goes_on_after_all_is_told_again_when_it_is_over() -> None:
    """THR-17.4: the last turn of the field was ended by mistake."""
    table, ears = begin(2, gm_overrules=True)
    table.turns(ADAM, BREE)
    assert parts(ears) == (1, 2, 11)
    table.do(2, Undo())
    assert parts(ears) == (1, 2)
    table.do(BREE, DONE)
    assert parts(ears) == (1, 2, 11)


# --- its parts ------------------------------------------------------------------------------------


def test_who_comes_is_told_before_the_dice_are_thrown() -> None:
    """THR-3, THR-7.1: once the GM has said who has sneaked up; a still for each character."""
    ears = walked(2, 0, 0)
    (rolled,) = [place for place, event in enumerate(ears.events) if isinstance(event, InitiativeRolled)][:1]
    seen = ears.events[:rolled]
    view = next(still.view for still in ears.reel.stills if seen[-1] in still.events)
    assert [part.number for part in STORY.parts(view, seen)] == [1]
    assert not STORY.parts(view, seen[:-1])
    assert STORY.parts(view, seen)[0].seat == view.gm, "it does not play by itself to the GM, who has made it"
    made = [event for event in seen if isinstance(event, CharacterMade)]
    assert sum(still.caption == made[0].say(NAMES) for still in everything(ears)) == 1


def test_initiative_is_told_roll_by_roll() -> None:
    """THR-7.2, THR-7.4: a still for each roll, with the dice so far, and then who acts when; no caption is long."""
    table, ears = begin(4, after=(BREE,))
    shown = stills(table, ears, 2)
    rolled = [event.say(table.names) for event in ears.events if isinstance(event, InitiativeRolled)]
    assert [still.caption for still in shown[:-1]] == rolled
    assert [len(still.picture.rolls) for still in shown] == [1, 2, 3, 4, 4]
    assert shown[-1].caption.endswith("Adam, Charlie and Dora act before them, Bree acts after them.")
    assert max(len(still.caption) for still in shown) < 180


def test_a_field_can_be_told_as_soon_as_all_of_it_have_acted() -> None:
    """THR-8.1: not only when the next one of another field takes the turn."""
    table, ears = begin(2, after=(BREE,))
    assert parts(ears) == (1, 2)
    table.go(ADAM)
    assert parts(ears) == (1, 2)
    table.do(ADAM, DONE)
    assert parts(ears) == (1, 2, 11)
    for who in table.foes[:-1]:
        table.send(who, DONE)
        assert parts(ears) == (1, 2, 11)
    table.send(table.foes[-1], DONE)
    assert parts(ears) == (1, 2, 11, 12)
    table.turns(BREE)
    assert parts(ears) == (1, 2, 11, 12, 13, 14)


def test_who_is_pushed_back_is_told_of_in_another_field_from_the_next_round_on() -> None:
    """THR-8.1, THR-13.3: an opponent spends its turn on pushing Adam behind the opponents."""
    table, ears = begin(2, profile="sheet")
    table.turns(ADAM, BREE)
    table.send(table.foe(0), PushBack(ADAM))
    for who in table.foes[1:]:
        table.send(who, DONE)
    assert parts(ears) == (1, 2, 11, 12, 14)
    table.turns(BREE)
    table.stand_down()
    table.turns(ADAM)
    assert parts(ears) == (1, 2, 11, 12, 14, 21, 22, 23, 24)


# --- who is told what -----------------------------------------------------------------------------


def test_only_the_gm_is_told_what_the_opponents_are() -> None:
    """THR-1.3: all others are told the same; numbers, kinds and totals of opponents are the GM's."""
    assert [STORY.viewer(seat, 4) for seat in (None, 0, 1, 2, GM)] == [None, None, None, None, GM]
    hidden = {
        seat: [
            bool(still.picture.view.kinds or any(opponent.numbers for opponent in still.picture.view.opponents))
            or any(roll.total is not None for roll in still.picture.rolls if roll.who >= GM)
            for still in everything(walked(5, seat))
        ]
        for seat in (None, GM)
    }
    assert not any(hidden[None])
    assert any(hidden[GM])


def test_a_throw_has_its_name_wherever_it_is_seen() -> None:
    """THR-6.1: what lies in the tray while the combat goes on is what is told of it afterwards; no two are alike."""
    ears = walked(3)
    thrown: dict[str, tuple[int, tuple[int, ...]]] = {}
    for still in everything(ears):
        for roll in still.picture.rolls:
            assert thrown.setdefault(roll.name, (roll.who, roll.dice)) == (roll.who, roll.dice)
    assert len(thrown) == sum(still.stage == "Dice" for still in everything(ears)) + GM
    last = list(thrown)[-1]
    assert f'id="table-roll-{last}"' in STORY.now(ears.reel.stills[-1].view, ears.events, NAMES, Scene())


# --- one rulebook ---------------------------------------------------------------------------------


def coins_after_an_attack() -> int:
    """How many coins of Direct lie on Adam after his attack, as the story shows it."""
    table, ears = begin(2, advantage=3)
    table.go(ADAM, Give("direct", ADAM))
    table.miss(ADAM, table.foe(0))
    table.do(ADAM, DONE)
    table.turns(BREE)
    return len(stills(table, ears, 11)[-1].picture.view.combatants[ADAM].coins)


def test_another_rule_is_another_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule lives in one place: where Direct is not used up by a roll (THR-12.8) the story shows that, unasked."""
    assert coins_after_an_attack() == 0
    monkeypatch.setattr("turncoat.games.thrice.attack.use_up", lambda game, who: None)
    assert coins_after_an_attack() == 1


# --- the ledger -----------------------------------------------------------------------------------


def test_the_ledger_has_every_line_and_what_everybody_did() -> None:
    """THR-1.3, THR-15.4: nothing that was heard is left out; totals are how many of the other side are out."""
    ears = walked(4, 0)
    view = ears.reel.stills[-1].view
    ledger = STORY.ledger(view, ears.events, (), NAMES)
    assert [line.text for one in ledger.rounds for line in one.lines] == [event.say(NAMES) for event in ears.events]
    assert all(len(one.actions) == 4 for one in ledger.rounds)
    out = [combatant.zone in ("helpless", "fled") for combatant in view.combatants]
    assert [move.total for move in ledger.rounds[-1].actions] == [sum(out[GM:])] * GM + [sum(out[:GM])]
    assert {one.told for one in ledger.rounds} <= set(parts(ears))
    assert [line.rule for line in ledger.ending] == ["THR-15.7"]
