"""DUN-1.5, DUN-2.9: nobody can tell games apart that differ in what is hidden; the audit; with planted faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from msgspec import structs
from tests.games.dune.story import ATR, HAR
from tests.games.dune.test_information import quiet

from turncoat.games.dune import redeal as dealing_again
from turncoat.games.dune import view as seeing
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.shared.hands import holds_at_least, note_all
from turncoat.games.dune.state import Dune as Game
from turncoat.games.dune.state import HandFact, Promise
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE


@pytest.mark.parametrize("seed", range(4))
def test_games_at_random(seed: int) -> None:
    """DUN-1.5, DUN-2.9.2: at every step of a game, with every card played at random, nothing can be told apart."""
    chance = Random(seed)
    preset = ("rulebook", "treachery-online")[seed % 2]
    options = RULES.read_options({"turns": 3, "preset": preset, "reveal_at_end": seed < 2})
    game = RULES.start(options, 3 + seed % 4, chance.randbytes(32), SILENCE)
    for step in range(600):
        if step % 5 == 0:
            look_around(game, chance)
        if play.over(game):
            return
        somebody_acts(game, chance)
        assert RULES.audit(game) == []
    raise AssertionError("the game did not end")


def look_around(game: Game, chance: Random) -> None:
    """Nobody sees that the game is another one.

    Raises:
        AssertionError: naming the seat that does.
    """
    for seat in (None, *range(len(game.factions))):
        other = RULES.redeal(game, seat, chance.randbytes(32))
        assert RULES.audit(other) == []
        assert RULES.view(other, seat) == RULES.view(game, seat), f"seat {seat} notices something"
        if seat is not None:
            assert play.boxes(other, seat) == play.boxes(game, seat), f"seat {seat} notices something"


def somebody_acts(game: Game, chance: Random) -> None:
    """Somebody answers, or does something beside the decision."""
    seat = chance.randrange(len(game.factions))
    free = play.beside(game, seat)
    if free and chance.random() < 0.1:
        play.submit(game, seat, free.nth(chance.randrange(free.count)))
        return
    seat = chance.choice(play.waiting(game))
    boxes = play.boxes(game, seat)
    play.submit(game, seat, boxes.nth(chance.randrange(boxes.count)))


# --- planted faults -----------------------------------------------------------------------------


def look_often(game: Game) -> None:
    """Look around several times.

    Raises:
        AssertionError: naming a seat that notices something.
    """
    for seed in range(12):
        look_around(game, Random(seed))


def hands_for_all(game: Game, seat: int | None) -> DuneView:
    return structs.replace(SEE(game, seat), hands=tuple(game.hands))


def prediction_for_all(game: Game, seat: int | None) -> DuneView:
    return structs.replace(SEE(game, seat), prediction=game.prediction)


def traitors_for_all(game: Game, seat: int | None) -> DuneView:
    return structs.replace(SEE(game, seat), traitors=tuple(game.traitors))


SEE = seeing.view


@pytest.mark.parametrize("fault", [hands_for_all, prediction_for_all, traitors_for_all])
def test_a_view_that_shows_too_much_is_noticed(
    fault: Callable[[Game, int | None], DuneView], monkeypatch: pytest.MonkeyPatch
) -> None:
    """DUN-1.5, DUN-2.9.2: the fault is planted."""
    monkeypatch.setitem(globals(), "RULES", replace(RULES, view=fault))
    with pytest.raises(AssertionError, match="notices something"):
        look_often(quiet(prediction=(HAR, 4)).game)


@pytest.mark.parametrize("fault", ["redeal_notes", "redeal_battle"])
def test_dealing_that_forgets_something_is_harmless_where_nothing_is_hidden(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DUN-1.5: parts that have nothing to deal change nothing."""
    monkeypatch.setattr(dealing_again, fault, lambda game, seat: None)
    look_around(quiet().game, Random(1))


def test_dealing_that_forgets_what_all_know_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-2.9.1: the fault is planted: hands are dealt without regard to known numbers of cards."""
    table = quiet()
    holds_at_least(table.game, HAR, "lasgun")
    table.game.hand_facts = (HandFact(HAR, "poison", 1, 1), HandFact(HAR, "shield", 0, 0))
    monkeypatch.setattr(dealing_again, "deal_hands", careless)
    with pytest.raises(AssertionError):
        look_often(table.game)


def careless(game: Game, known: list[tuple[str, ...]], loose: list[str]) -> list[str]:
    """Deals whatever comes."""
    for seat, kept in enumerate(known):
        number = len(game.hands[seat]) - len(kept)
        game.hands[seat] = tuple(sorted((*kept, *loose[:number])))
        del loose[:number]
    return loose


FAULTS: dict[str, Callable[[Game], object]] = {
    "DUN-1.1.2": lambda game: game.tanks.__setitem__(HAR, 1),
    "DUN-2.3.1": lambda game: game.spice.__setitem__(HAR, 11),
    "DUN-2.4.1": lambda game: game.hands.__setitem__(ATR, tuple(sorted((*game.hands[ATR], *game.treachery[:3])))),
    "DUN-1.3.1": lambda game: game.treachery.pop(),
    "DUN-2.9.1": lambda game: note_all(game, HAR, ("hajr",)),
    "DUN-1.1.3": lambda game: game.alive.__setitem__(0, False),
    "DUN-4.8.10": lambda game: game.tied.__setitem__(0, 3),
    "DUN-3.2.1": lambda game: setattr(game, "undealt", ()),
    "DUN-3.2.2": lambda game: game.traitors.__setitem__(ATR, (game.undealt[0],)),
    "DUN-4.8.11": lambda game: setattr(game, "shown_traitors", ((ATR, game.undealt[0]),)),
    "DUN-7.12.2": lambda game: setattr(game, "denied", (game.prediction,)),
    "DUN-7.12.3": lambda game: game.promises.extend([Promise(ATR, "ask_break"), Promise(ATR, "ask_break", yes=True)]),
    "DUN-5.1.1": lambda game: game.ally.__setitem__(ATR, HAR),
    "DUN-5.2.4": lambda game: game.allowance.__setitem__(ATR, 2),
    "DUN-4.10.10": lambda game: game.stack.clear(),
    "DUN-1.4.1": lambda game: setattr(game, "turn", 11),
}
"""For each invariant a state in which it does not hold."""


@pytest.mark.parametrize("rule", FAULTS)
def test_the_audit_finds_what_is_planted(rule: str) -> None:
    """DUN-1.1.2, DUN-2.3.1, DUN-2.4.1, DUN-1.3.1, DUN-2.9.1: the finding names the rule that does not hold."""
    game = quiet(prediction=(HAR, 4)).game
    assert RULES.audit(game) == []
    FAULTS[rule](game)
    assert any(sentence.startswith(f"{rule}:") for sentence in RULES.audit(game))
