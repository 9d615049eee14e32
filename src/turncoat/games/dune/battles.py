"""DUN-4.8.2, DUN-4.8.3: battle after battle, and who chooses the next one."""

from __future__ import annotations

from turncoat.games.dune.actions import ChooseBattle, DuneAction
from turncoat.games.dune.anytime import anytime, at_once
from turncoat.games.dune.events.battle import BattleChosen
from turncoat.games.dune.leaders import untie_all
from turncoat.games.dune.map import TERRITORY, TERRITORY_IDS
from turncoat.games.dune.meetings import battles_of, contested
from turncoat.games.dune.sections import Battle, Battles
from turncoat.games.dune.state import NOBODY, Dune, faction_id, faction_ids, seat_of
from turncoat.games.dune.windows import everybody, in_window, pass_boxes, passing, shut
from turncoat.kernel import LEAVE, Box, Boxes, OneOf, Pending, Tell, box, decide, flow
from turncoat.kernel.flows import Turn


def next_chooser(game: Dune) -> int:
    """DUN-4.8.2: the first in storm order that has a battle; -1: there is none left."""
    places = contested(game)
    return next((seat for seat in game.order if any(battles_of(game, seat, places))), NOBODY) if places else NOBODY


def skip_peace(game: Dune, battles: Battles, tell: Tell) -> Turn | None:
    """DUN-4.8.1: without a battle the phase is over."""
    return None if next_chooser(game) != NOBODY else LEAVE


def chooser(game: Dune, battles: Battles) -> tuple[int, ...]:
    """DUN-4.8.2: whoever chooses keeps choosing as long as he has battles."""
    battles.chooser = next_chooser(game)
    return () if battles.chooser == NOBODY else (battles.chooser,)


def battle_boxes(game: Dune, battles: Battles, seat: int) -> Boxes[DuneAction]:
    """DK-15: one of the own battles: a territory and an opponent."""
    found: list[Box[DuneAction]] = []
    for territory, foes in battles_of(game, seat, contested(game)):
        where, whom = OneOf((TERRITORY_IDS[territory],), "territory"), OneOf(faction_ids(game, foes), "faction")
        found.append(box(ChooseBattle, territory=where, faction=whom))
    return Boxes(*found)


def first_battle(game: Dune, battles: Battles, seat: int) -> DuneAction:
    """DK-15: the first territory in facts order, the first opponent in storm order."""
    return battle_boxes(game, battles, seat).nth(0)


def start_battle(game: Dune, battles: Battles, pending: Pending[DuneAction], tell: Tell) -> Battle:
    """DUN-4.8.2, DUN-4.8.19: the chooser is the aggressor; these two dial the next storm."""
    ((aggressor, action),) = pending.answers.items()
    assert isinstance(action, ChooseBattle)
    defender = seat_of(game, action.faction)
    game.fighters = (aggressor, defender)
    tell.all(BattleChosen, faction_id(game, aggressor), action.faction, action.territory)
    return Battle(territory=TERRITORY[action.territory], aggressor=aggressor, defender=defender)


def peace(game: Dune, battles: Battles) -> bool:
    """DUN-4.8.3: nobody who could fight is left to fight."""
    return next_chooser(game) == NOBODY


def finish(game: Dune, battles: Battles, tell: Tell) -> None:
    """DUN-4.8.10: leaders are free again."""
    untie_all(game)


flow(
    Battles,
    peace=skip_peace,
    window=decide(pass_boxes, shut, default=passing, asked=everybody("W-7"), offer=True, beside=anytime, act=in_window),
    choose=decide(
        battle_boxes,
        start_battle,
        default=first_battle,
        asked=chooser,
        until=peace,
        beside=anytime,
        act=at_once,
    ),
    finish=finish,
)
