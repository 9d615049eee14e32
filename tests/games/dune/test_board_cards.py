"""Every action of Dune has a card of its own, called as the skin of the table calls things."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from turncoat.drawing.scene import Card
from turncoat.games.dune.board import BOARD
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.text import DuneNames, skin
from turncoat.games.dune.truthtrance import QUESTIONS
from turncoat.kernel import Action
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.space import named
from turncoat.web import assets, composer

SPRITE = Path(composer.__file__).parent / "templates" / "sprite.html"
ICONS = set(re.findall(r'id="icon-([a-z0-9-]+)"', SPRITE.read_text() + assets.icons("dune")))
TAGS = [tag_of(action) for action in RULES.actions]
USUAL, NEUTRAL = DuneNames(()), DuneNames((), skin("neutral"))


@pytest.mark.parametrize("tag", TAGS)
def test_every_action_has_a_card(tag: str) -> None:
    """DUN-8: all answers, Truthtrance questions (DUN-7.12.2) included."""
    card = BOARD.cards[tag]
    assert card.title
    assert card.help.endswith((".", "?"))
    assert card.icon in ICONS
    assert re.fullmatch(r"DUN-[0-9A-Z.-]+", card.rule)


def test_no_card_is_for_nothing() -> None:
    assert set(BOARD.cards) == set(TAGS)


@pytest.mark.parametrize("tag", TAGS)
def test_the_rule_of_a_card_stands_in_the_rulebook(tag: str) -> None:
    assert f"**{BOARD.cards[tag].rule}**" in RULES.rulebook


@pytest.mark.parametrize("action", RULES.actions, ids=tag_of)
def test_labels_are_for_fields_that_there_are(action: type[Action]) -> None:
    card = BOARD.cards[tag_of(action)]
    fields = set(action.__struct_fields__)
    assert set(card.labels) <= fields


@pytest.mark.parametrize("action", RULES.actions, ids=tag_of)
def test_a_clause_names_every_field_once(action: type[Action]) -> None:
    """The sentence before an answer is given leaves nothing out."""
    clause = named(action.clause, USUAL)
    named_in_it = [name for _, name, _, _ in Formatter().parse(clause) if name]
    assert not clause or sorted(named_in_it) == sorted(action.__struct_fields__)


@pytest.mark.parametrize("tag", TAGS)
def test_a_card_is_called_as_the_table_calls_things(tag: str) -> None:
    """DUN-O-30: another skin changes names and nothing else."""
    for names in (USUAL, NEUTRAL):
        card = BOARD.cards[tag].called(names)
        assert "{" not in f"{card.title}{card.help}{card.labels}".replace("{}", "").replace("{'", "'")
    words = " ".join((BOARD.cards[tag].title, BOARD.cards[tag].help, *BOARD.cards[tag].labels.values()))
    usual = skin()
    proper = {*usual.card.values(), *usual.faction.values(), *usual.territory.values(), usual.word["worm"]}
    assert not [name for name in proper - {"Shield", "Basin"} if name in words]


def test_names_are_filled_in() -> None:
    card = Card("{card:karama}", "x", "Like {word:worm} in {territory:pole}.", labels={"to": "{card:hajr}"})
    assert card.called(USUAL).title == "Karama"
    assert card.called(NEUTRAL).title == "Countermand"
    assert card.called(NEUTRAL).help == "Like worm in Pole."
    assert card.called(NEUTRAL).labels == {"to": "Forced March"}
    assert named("plain", USUAL) == "plain"


def test_titles_tell_cards_apart() -> None:
    """What stands side by side is called differently."""
    titles = [BOARD.cards[tag].title for tag in TAGS]
    assert len(set(titles)) == len(titles)


def test_questions_stand_together() -> None:
    """DUN-7.12.2: the closed list is one group, in its order; free questions say that they bind nobody."""
    cards = [BOARD.cards[tag_of(question)] for question in QUESTIONS]
    assert all(card.group for card in cards)
    assert "nothing makes the player keep it" in BOARD.cards["ask_freely"].help
