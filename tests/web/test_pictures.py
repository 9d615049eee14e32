"""The pictures of the rulebooks: every board draws its own, and says it in words."""

from __future__ import annotations

import pytest

from turncoat.games import game_ids, game_of
from turncoat.web.pictures import pictures_of

GAMES = [game for game in game_ids() if game_of(game).lesson]


@pytest.mark.parametrize("game", GAMES)
def test_every_rulebook_has_a_picture_that_its_board_draws(game: str) -> None:
    """With a caption that names the game, and all that is seen in sentences."""
    figures = pictures_of(game)
    assert figures
    for number, figure in enumerate(figures):
        assert f'<svg id="picture{number}-' in figure.svg
        assert figure.svg.count("<svg") == figure.svg.count("</svg>")
        assert figure.caption.startswith(game_of(game).rules.title)
        assert figure.told
    assert pictures_of(game) is figures
