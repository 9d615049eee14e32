"""Covers: every game of the house has a drawn one, and whatever has none gets a plain one."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from turncoat.games import game_ids, quickest_first
from turncoat.web import assets, paths, render
from turncoat.web.contexts import Shell
from turncoat.web.invitation_pages import JoinPage
from turncoat.web.lists import GameOffer, HomePage

MOST = 6000
"""So many bytes a drawn cover may have."""


def faults(game: str, drawn: str) -> list[str]:
    """What a page would not take of a cover: too much, styles that its policy drops, ids of others, another shape."""
    found = [f"{len(drawn)} bytes"] if len(drawn.encode()) > MOST else []
    root = ET.fromstring(drawn)
    found += [f"{root.get('viewBox')}"] if root.get("viewBox") != "0 0 320 200" else []
    for one in root.iter():
        found += ["style"] if one.get("style") or one.tag.endswith(("style", "script")) else []
        found += [one.get("id", "")] if not one.get("id", f"cover-{game}").startswith(f"cover-{game}") else []
    return found


@pytest.mark.parametrize("game", game_ids())
def test_every_game_has_a_drawn_cover(game: str) -> None:
    file = assets.folder_of(game) / "cover.svg"
    assert faults(game, file.read_text("utf-8")) == []
    assert assets.preview(game).name == "cover.jpg"
    assert assets.preview(game).stat().st_size < 50_000


def test_a_cover_that_no_page_would_take_is_noticed() -> None:
    """The detector sees planted faults."""
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="all" style="fill:red"/></svg>'
    assert faults("truce", drawn) == ["0 0 9 9", "style", "all"]


def test_a_game_without_a_cover_gets_a_plain_one(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(assets, "folder_of", lambda game: tmp_path)
    assets.cover.cache_clear()
    plain = assets.cover("truce")
    assets.cover.cache_clear()
    assert faults("truce", plain) == []
    assert ">T</text>" in plain
    assert assets.preview("truce").name == "icon-512.png"


def test_the_front_page_shows_the_cover_of_each_game() -> None:
    offers = tuple(GameOffer(game=game, seats=4, bot="random") for game in quickest_first())
    page = HomePage(shell=Shell(site="https://there.example"), games=offers, open_tables=(), now=0)
    made = render.render("home.html", page)
    assert made.count('class="game-cover"') == len(game_ids())
    assert f'content="https://there.example{paths.preview(quickest_first()[0])}"' in made


def test_an_invitation_says_what_a_service_may_show_of_its_link() -> None:
    """The picture of the game by its whole address; nothing of who invites whom."""
    page = JoinPage(
        shell=Shell(site="https://there.example"),
        title="",
        game="dune",
        seat="",
        seated=("Agatha",),
        host="Agatha",
        action="/",
    )
    head = re.split("</head>", render.render("join.html", page))[0]
    assert f'property="og:image" content="https://there.example{paths.preview("dune")}"' in head
    assert "Agatha" not in head
