"""THR-5.10, THR-5.11: prepared opponents, and what the GM calls them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.thrice.story import ADAM, NEWCOMER, Table, fresh, heard

from turncoat.games.thrice.actions import Build, Call, Mask, Name, Word
from turncoat.games.thrice.bestiary import BESTIARY, COLOURS, FACE_NAMES, HELMET
from turncoat.games.thrice.board import BOARD
from turncoat.games.thrice.bot.master import DeadlyMaster, GameMaster, GentleMaster
from turncoat.games.thrice.drawing.builds import with_it
from turncoat.games.thrice.drawing.faces import FACES, face
from turncoat.games.thrice.drawing.names import spoken
from turncoat.games.thrice.events import OpponentsNamed
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Chance, play
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Listener
from turncoat.kernel.promise import Say
from turncoat.lab.batches import Batch, begin

GM = 4


def building(**options: Any) -> Thrice:
    """A table at which the GM builds."""
    game = fresh(**options)
    for seat in range(GM):
        play.submit(game, seat, NEWCOMER)
    return game


def seen(game: Thrice, seat: int) -> ThriceView:
    """What a seat sees."""
    return RULES.view(game, seat)


def test_twelve_prepared_opponents_for_every_profile() -> None:
    """THR-5.10: what the points buy for them can be bought, in both profiles, and all points are spent."""
    assert len(BESTIARY) == 12
    for profile in ("explained", "sheet"):
        for wealth in (1, 4, 10):
            for beast in BESTIARY:
                game = building(profile=profile)
                game.wealth = wealth
                play.submit(game, GM, Call(beast))
                usual = play.default_of(game, GM)
                assert isinstance(usual, Build)
                assert usual in play.boxes(game, GM)
                assert sum(usual.points.values()) == wealth


def test_what_is_typical_of_them_is_bought_first() -> None:
    """THR-5.10: of one point a bear has condition."""
    game = building()
    play.submit(game, GM, Call("bears"))
    assert play.default_of(game, GM) == Build(0, 0, {"condition A": 1})


def test_nobody_hears_of_a_name_before_they_come() -> None:
    """THR-5.11, THR-1.3: the GM may choose again; then everybody reads it."""
    game, listener = building(), Listener()
    for action in (Call("wolves"), Name("Drowned\nsailor"), Mask("sailor", "frost"), Word("  At the   weir. ")):
        play.submit(game, GM, action, listener)
    assert seen(game, GM).called == "Drowned sailor"
    assert not heard(listener, ADAM)
    assert seen(game, ADAM).called == seen(game, ADAM).face == seen(game, ADAM).word == ""
    play.submit(game, GM, Build(0, 0, {}), listener)
    (told,) = [one for one in heard(listener, ADAM) if isinstance(one, OpponentsNamed)]
    assert (told.called, told.word) == ("Drowned sailor", "At the weir.")
    assert seen(game, ADAM).face == "sailor"


def test_a_build_without_a_face_takes_the_face_away() -> None:
    """THR-5.11: what is kept says so, and a helmet stands for no face."""
    game = building()
    name, mask, word, build = with_it(seen(game, GM), Build(0, 0, {}))
    play.submit(game, GM, Call("wolves"))
    for action in (name, mask, word):
        play.submit(game, GM, action)
    shown = seen(game, GM)
    assert (shown.called, shown.face, shown.colour, shown.word) == ("", "", "", "")
    assert mask == Mask(HELMET, "iron")
    assert build == Build(0, 0, {})


@pytest.mark.parametrize("bot", [GentleMaster, GameMaster, DeadlyMaster])
def test_a_bot_as_gm_names_its_opponents_once(bot: type[GameMaster]) -> None:
    """THR-5.10: players meet wolves or bandits, and not only opponents with numbers."""
    game, gm = building(), bot(GM, GM + 1, Chance(bytes(32)))
    called = gm.beside(seen(game, GM), play.beside(game, GM))
    assert isinstance(called, Call)
    play.submit(game, GM, called)
    assert gm.beside(seen(game, GM), play.beside(game, GM)) is None


def test_who_names_nobody_tells_nothing() -> None:
    """THR-5.11: they are opponents."""
    assert not Table().heard(OpponentsNamed)


@pytest.mark.parametrize("action", [Name("x" * 25), Word("x" * 201), Mask("unicorn", "moss"), Call("dragons")])
def test_what_is_too_long_or_unknown_is_refused(action: Name | Word | Mask | Call) -> None:
    """THR-5.10, THR-5.11: with one sentence; nothing changes."""
    game = building()
    with pytest.raises(Refusal, match="THR-5"):
        play.submit(game, GM, action)
    assert not seen(game, GM).called


def test_a_player_names_nobody() -> None:
    """THR-5.11: the GM alone."""
    assert not play.beside(building(), ADAM)


def test_both_kinds_have_one_name_and_numbers() -> None:
    """THR-1.3, THR-5.11: a name tells no kind, and no number is a player's letter."""
    game = building()
    play.submit(game, GM, Call("wolves"))
    play.submit(game, GM, Build(0, 3, {"weapon B": 1}))
    names = RULES.names(["Ann", "Ben", "Cleo", "Dan", "GM"])
    for seat in (ADAM, GM):
        called = spoken(seen(game, seat), names)
        assert [called.label("combatant", 4 + number) for number in (0, 5)] == ["Wolf 1", "Wolf 6"]


def test_there_are_24_faces_that_differ_and_eight_colours() -> None:
    """THR-5.11: each is drawn, and those of the bestiary are among them."""
    assert len(FACES) == 24
    assert tuple(FACES) == FACE_NAMES
    assert len({face(name, "moss", "A") for name in FACES}) == 24
    assert len(COLOURS) == 8
    assert all(beast.face in FACES and beast.colour in COLOURS for beast in BESTIARY.values())


def test_the_gm_has_a_button_for_each_of_them() -> None:
    """THR-5.10: while he builds; the players have none."""
    game = building()
    names = RULES.names(["Ann", "Ben", "Cleo", "Dan", "GM"])
    assert [one.title for one in BOARD.quick(seen(game, GM), names)] == [beast.capitalize() for beast in BESTIARY]
    assert not BOARD.quick(seen(game, ADAM), names)


@pytest.mark.parametrize(("called", "said"), [("Wolf", "Wolf "), ("", "opponent ")])
def test_bots_call_the_opponents_as_the_gm_does(called: str, said: str) -> None:
    """THR-5.11: in what they say, and in what they point at."""
    match, plans = begin(Batch("thrice", {}, ("tactician",) * 5, 1, "wolves"), 0), list[Say]()
    assert isinstance(match.game, Thrice)
    while not plans:
        match.game.called = called
        match.step()
        plans = [one.said for one in match.messages if one.said.point]
    names = [one.point.name for one in plans if one.point]
    assert all(name.startswith(said) and name in one.text for name, one in zip(names, plans, strict=True))
