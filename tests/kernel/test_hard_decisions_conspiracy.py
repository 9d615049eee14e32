"""The hardest decisions of Conspiracy in miniature: gaps in which free players jump in, and placing a coin."""

from __future__ import annotations

from typing import ClassVar

import pytest

from turncoat.kernel import play
from turncoat.kernel.box import Action, Box, Boxes, box
from turncoat.kernel.chance import KEY_BYTES, Chance, draw
from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.kernel.events import Event, Listener, Tell
from turncoat.kernel.flow import Pending, Play, Section, decide, each, flow, within
from turncoat.kernel.grammar import read
from turncoat.kernel.ladder import Ladder
from turncoat.kernel.space import OneOf


class Now(Action, frozen=True, tag="now"):
    """CON-O.4.g: the next turn is mine."""

    phrase: ClassVar[str] = "now"


class Wait(Action, frozen=True, tag="wait"):
    """CON-O.4.g: not yet."""

    phrase: ClassVar[str] = "wait"


class Place(Action, frozen=True, tag="place"):
    """CON-5.a: a coin from the hand on an empty space, pointing somewhere."""

    phrase: ClassVar[str] = "place {coin} on {space} pointing {direction}"

    coin: str
    space: str
    direction: str


class Lay(Action, frozen=True, tag="lay"):
    """CON-5.a.iii: a held tile goes on the board first, and the coin on it."""

    phrase: ClassVar[str] = "lay {tile} in {cell} and place {coin} on {space} pointing {direction}"

    tile: str
    cell: str
    coin: str
    space: str
    direction: str


class Stop(Action, frozen=True, tag="stop"):
    """CON-5: points may be left unspent."""

    phrase: ClassVar[str] = "stop"


ConspiracyAction = Now | Wait | Place | Lay | Stop
NOW, WAIT, STOP = Now(), Wait(), Stop()


class Spoke(Event, frozen=True):
    """Who said now in a gap, and what they rolled for it."""

    now: tuple[int, ...]
    rolls: tuple[int, ...]


class Round(Section[ConspiracyAction], tag="round"):
    """CON-O: one round: the determined order, and the free players who have not had a turn."""

    order: list[int]
    free: list[int]


class Gap(Section[ConspiracyAction], tag="gap"):
    """CON-O.4.g: before every turn of the round."""

    next: int = -1


class Turn(Section[ConspiracyAction], tag="turn"):
    """CON-5: up to two points of actions."""

    player: int
    points: int = 2


class Conspiracy(Play[Round | Gap | Turn, ConspiracyAction]):
    """As much of Conspiracy as these decisions need. Spaces hold the directions that are lawful from there."""

    hands: list[list[str]]
    tiles: list[list[str]]
    spaces: dict[str, list[str]]
    cells: dict[str, dict[str, list[str]]]
    turns: list[int] = []


def conspiracy(order: list[int], free: list[int], *dice: int) -> Conspiracy:
    """A round; ``dice`` are what the players in a roll-off roll, 0 to 5."""
    game = Conspiracy(
        hands=[["3 of crowns", "spiral"], ["1 of crowns"], ["5 of swords"], []],
        tiles=[[], ["tower"], [], []],
        spaces={"nw": ["north", "east"], "ne": ["north", "east"], "sw": ["south"], "se": []},
        cells={"f1": {"f1 nw": ["north"], "f1 sw": ["east"]}},
        chance=Chance(bytes(KEY_BYTES), script=list(dice)),
        stack=[],
        requests=[0] * 4,
        standing=[{} for _ in range(4)],
    )
    play.begin(game, Round(order=order, free=free))
    return game


# --- gaps -------------------------------------------------------------------------------------------


def next_gap(game: Conspiracy, round_: Round, tell: Tell) -> Gap | None:
    """CON-O.4.g: after every turn there is a new gap."""
    return Gap() if round_.order or round_.free else None


def free_players(game: Conspiracy, gap: Gap) -> list[int]:
    """CON-O.4: whoever saved a spiral and has not had a turn; CON-O.4.b: without an order left, they must go."""
    round_ = within(game, Round)
    return round_.free if round_.order else []


def speak_boxes(game: Conspiracy, gap: Gap, seat: int) -> Boxes[ConspiracyAction]:
    """CON-D2: now or wait."""
    return Boxes(box(Now, "CON-O.4.g"), box(Wait, "CON-O.4.g"))


def waiting(game: Conspiracy, gap: Gap, seat: int) -> ConspiracyAction:
    """CON-D2: wait."""
    return WAIT


def hear(game: Conspiracy, gap: Gap, pending: Pending[ConspiracyAction], tell: Tell) -> None:
    """CON-O.4.g: the choices are shown at once; CON-O.4.a: several who say now roll for it."""
    eager = [seat for seat in pending.asked if isinstance(pending.answers[seat], Now)]
    if eager:
        gap.next = roll_off(game, eager, tell)


def roll_off(game: Conspiracy, seats: list[int], tell: Tell) -> int:
    """CON-O.4.a: one die each, ties roll again among themselves, the highest goes."""
    while len(seats) > 1:
        rolls = [draw(game.chance, 6) for _ in seats]
        tell.all(Spoke, "CON-O.4.a", tuple(seats), tuple(rolls))
        seats = [seat for seat, number in zip(seats, rolls, strict=True) if number == max(rolls)]
    return seats[0]


def take_turn(game: Conspiracy, gap: Gap, tell: Tell) -> Turn:
    """CON-O.4.g: who jumped in, else the next of the order; CON-O.4.b: at the end the free ones, by the die."""
    round_ = within(game, Round)
    if gap.next < 0:
        gap.next = round_.order[0] if round_.order else roll_off(game, list(round_.free), tell)
    (round_.free if gap.next in round_.free else round_.order).remove(gap.next)
    game.turns.append(gap.next)
    return Turn(player=gap.next)


# --- the turn ---------------------------------------------------------------------------------------


def action_boxes(game: Conspiracy, turn: Turn, seat: int) -> Boxes[ConspiracyAction]:
    """CON-D3a: any coin in hand, on any space from which it can point somewhere; a held tile may be laid first."""
    hand = OneOf(tuple(game.hands[seat]), "coin")
    found: list[Box[ConspiracyAction]] = [box(Stop, "CON-5")]
    for spaces, directions in _alike(game.spaces):
        found.append(box(Place, "CON-5.a.ii", coin=hand, space=OneOf(spaces), direction=OneOf(directions)))
    tiles = OneOf(tuple(game.tiles[seat]), "tile")
    for cell, inside in game.cells.items():
        for spaces, directions in _alike(inside):
            found.append(
                box(
                    Lay,
                    "CON-5.a.iii",
                    tile=tiles,
                    cell=OneOf((cell,)),
                    coin=hand,
                    space=OneOf(spaces),
                    direction=OneOf(directions),
                )
            )
    return Boxes(*found)


def _alike(spaces: dict[str, list[str]]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Spaces from which the same directions are lawful, together."""
    kinds: dict[tuple[str, ...], list[str]] = {}
    for space, directions in spaces.items():
        kinds.setdefault(tuple(directions), []).append(space)
    return [(tuple(found), directions) for directions, found in kinds.items()]


def act(game: Conspiracy, turn: Turn, pending: Pending[ConspiracyAction], tell: Tell) -> None:
    """CON-5: action after action, as far as points and coins suffice."""
    action = pending.answers[turn.player]
    turn.points -= 1
    if isinstance(action, Stop):
        turn.points = 0
        return
    assert isinstance(action, Place | Lay)
    game.hands[turn.player].remove(action.coin)
    if isinstance(action, Lay):
        game.tiles[turn.player].remove(action.tile)
        game.spaces |= game.cells.pop(action.cell)
    del game.spaces[action.space]


def stopping(game: Conspiracy, turn: Turn, seat: int) -> ConspiracyAction:
    """CON-D3: stop."""
    return STOP


def spent(game: Conspiracy, turn: Turn) -> bool:
    """CON-5: up to two points."""
    return turn.points == 0


flow(Round, turns=each(next_gap))
flow(Gap, speak=decide(speak_boxes, hear, default=waiting, asked=free_players, offer=True), turn=take_turn)
flow(Turn, act=decide(action_boxes, act, default=stopping, asked=lambda game, turn: [turn.player], until=spent))


def say(game: Conspiracy, **said: ConspiracyAction) -> None:
    """In the present gap: ``a=NOW, c=WAIT`` for seats 0 and 2."""
    for letter, answer in said.items():
        play.submit(game, "abcd".index(letter), answer)


def stop(game: Conspiracy) -> None:
    """Whoever has the turn stops."""
    play.submit(game, play.waiting(game)[0], STOP)


def test_without_free_players_the_order_is_the_order() -> None:
    """CON-O.1: nobody is asked in the gaps."""
    game = conspiracy([2, 0, 1, 3], [])
    for _ in range(4):
        stop(game)
    assert game.turns == [2, 0, 1, 3]
    assert game.requests == [1, 1, 1, 1]


def test_free_players_speak_in_every_gap_all_at_once() -> None:
    """CON-O.4.g: simultaneously; nobody knows what the other said."""
    game = conspiracy([1, 2], [0, 3])
    assert play.waiting(game) == [0, 3]
    say(game, a=WAIT)
    assert play.waiting(game) == [3]
    say(game, d=WAIT)
    assert play.waiting(game) == [1]
    stop(game)
    assert play.waiting(game) == [0, 3]


def test_exactly_one_who_says_now_has_the_next_turn() -> None:
    """CON-O.4.g: and is not asked again this round."""
    game = conspiracy([1, 2], [0, 3])
    say(game, a=NOW, d=WAIT)
    assert play.waiting(game) == [0]
    stop(game)
    assert play.waiting(game) == [3]


def test_several_who_say_now_roll_until_one_is_highest() -> None:
    """CON-O.4.a: ties roll again; the loser may speak in the very next gap."""
    game, heard = conspiracy([1, 2], [0, 3], 4, 4, 1, 5), Listener()
    play.submit(game, 0, NOW, heard)
    play.submit(game, 3, NOW, heard)
    assert [event for _, event in heard.heard] == [
        Spoke("CON-O.4.a", (0, 3), (4, 4)),
        Spoke("CON-O.4.a", (0, 3), (1, 5)),
    ]
    assert play.waiting(game) == [3]
    stop(game)
    assert play.waiting(game) == [0]


def test_free_players_who_waited_to_the_end_go_by_the_die() -> None:
    """CON-O.4.b: nobody is asked any more."""
    game = conspiracy([1], [0, 3], 2, 5)
    say(game, a=WAIT, d=WAIT)
    stop(game)
    assert play.waiting(game) == [3]
    stop(game)
    stop(game)
    assert game.turns == [1, 3, 0]
    assert play.over(game)


def test_a_free_player_can_leave_word_to_wait() -> None:
    """CON-D2: by letter, gap after gap need not cost a day."""
    game = conspiracy([1, 2], [0])
    play.order_standing(game, 0, "gap.speak", WAIT)
    assert play.waiting(game) == [1]
    stop(game)
    assert play.waiting(game) == [2]


def test_the_direction_depends_on_the_space() -> None:
    """CON-5.a.ii.c: the position a coin points at holds a coin or belongs to a face-up tile."""
    game = conspiracy([0], [])
    found = play.boxes(game, 0)
    assert Place("spiral", "nw", "east") in found
    assert Place("spiral", "sw", "east") not in found
    assert found.count == 1 + 2 * (2 * 2 + 1)
    with pytest.raises(NotAllowed, match=r"^place: direction must be south here \(CON-5\.a\.ii\)\.$"):
        play.submit(game, 0, Place("spiral", "sw", "north"))


def test_a_space_from_which_nothing_can_be_pointed_at_is_not_offered() -> None:
    """CON-5.a.ii.c: (c) implies (b)."""
    ladder = Ladder(play.boxes(conspiracy([0], []), 0))
    ladder.take(ladder.choices()[1])
    ladder.choose(0)
    assert [choice.value for choice in ladder.choices()] == ["nw", "ne", "sw"]
    ladder.choose(2)
    assert [choice.value for choice in ladder.choices()] == ["south"]


def test_a_held_tile_may_be_laid_under_the_coin() -> None:
    """CON-5.a.iii: the coin is placed on exactly that tile, whose spaces are free afterwards."""
    game = conspiracy([1], [])
    found = play.boxes(game, 1)
    lay = Lay("tower", "f1", "1 of crowns", "f1 sw", "east")
    assert read("lay tower in f1 and place 1 of crowns on f1 sw pointing east", found) == lay
    play.submit(game, 1, lay)
    assert "f1 nw" in game.spaces
    assert play.boxes(game, 1).tags == ("stop",)


def test_two_points_are_two_actions() -> None:
    """CON-5: then the turn is over."""
    game = conspiracy([0, 1], [])
    play.submit(game, 0, Place("spiral", "nw", "north"))
    play.submit(game, 0, Place("3 of crowns", "ne", "east"))
    assert play.waiting(game) == [1]
    with pytest.raises(NotYours):
        play.submit(game, 0, STOP)
