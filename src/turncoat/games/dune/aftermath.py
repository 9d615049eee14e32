"""DUN-4.8.17, DUN-7.1.1: which of the cards played the winner keeps; and what ends with a battle."""

from __future__ import annotations

from turncoat.games.dune.actions import Discard, DuneAction
from turncoat.games.dune.events.battle import CardsKept
from turncoat.games.dune.hands import discard
from turncoat.games.dune.karama import use_up
from turncoat.games.dune.plan_limits import PLAN_QUESTIONS
from turncoat.games.dune.promises import drop
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.kernel import Boxes, Pending, Some, Tell, box


def keeper(game: Dune, battle: Battle) -> tuple[int, ...]:
    """DK-20: the winner, if there is anything to keep."""
    return (battle.winner,) if battle.winner != NOBODY and battle.played else ()


def discard_boxes(game: Dune, battle: Battle, seat: int) -> Boxes[DuneAction]:
    """DK-20: any of the cards that were played."""
    cards = Some(battle.played, 0, len(battle.played), "card")
    return Boxes(box(Discard, cards=cards))


def keep_all(game: Dune, battle: Battle, seat: int) -> DuneAction:
    """DK-20: nothing is discarded."""
    return Discard(())


def keep_or_discard(game: Dune, battle: Battle, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-7.1.1: a card that is kept is known to all, as it has been since the plans were shown."""
    action = pending.answers[battle.winner]
    assert isinstance(action, Discard)
    discard(game, battle.winner, action.cards, "DUN-4.8.17", tell)
    kept = tuple(card for card in battle.played if card not in action.cards)
    if kept:
        tell.all(CardsKept, faction_id(game, battle.winner), kept)


def end_battle(game: Dune, battle: Battle, tell: Tell) -> None:
    """DUN-7.11.4, DUN-7.12.3: preventions of this battle and promises about its plans are over."""
    for entry in battle.lifted:
        use_up(game, entry, tell)
    drop(game, *PLAN_QUESTIONS)
