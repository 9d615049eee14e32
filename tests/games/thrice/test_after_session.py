"""THR-16: after a session."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import PLAIN, sheet

from turncoat.games.thrice.after_session import (
    Grow,
    Improve,
    after_session,
    growth_boxes,
    improve,
    improvement_boxes,
    usual_growth,
)
from turncoat.games.thrice.characters import Character, fault
from turncoat.games.thrice.options import Options
from turncoat.kernel.errors import NotAllowed

OPTIONS = Options()


def test_a_circle_in_any_row() -> None:
    """THR-16.1: house, land or title, as the player likes."""
    for row in ("house", "land", "title"):
        grown = after_session(PLAIN, Grow(row, None), OPTIONS)
        assert getattr(grown, row) == 1
        assert grown.wealth == 1


def test_the_third_circle_is_a_step_of_wealth() -> None:
    """THR-16.2, THR-R34: and the three are emptied."""
    grown = after_session(sheet(house=1, title=1), Grow("land", "weapon"), OPTIONS)
    assert (grown.wealth, grown.circles, grown.weapon) == (2, 0, 1)


def test_wealth_ends_at_ten() -> None:
    """THR-16.2, THR-16.1: then circles stay, up to fifteen; after that there is none to fill."""
    rich = sheet(wealth=10, house=2)
    grown = after_session(rich, Grow("house", None), OPTIONS)
    assert (grown.wealth, grown.house) == (10, 3)
    full = sheet(wealth=10, house=5, land=5, title=5)
    assert after_session(full, usual_growth(full), OPTIONS).circles == 15
    assert fault(full, OPTIONS) is None


def test_a_point_for_a_skill() -> None:
    """THR-16.3, THR-2.3: one step, within the limits."""
    assert after_session(PLAIN, Grow("house", "armour"), OPTIONS).armour == 1
    with pytest.raises(NotAllowed, match="skill"):
        after_session(sheet(wealth=4, weapon=9), Grow("house", "weapon"), OPTIONS)


def test_a_point_can_be_kept() -> None:
    """THR-D11, THR-16.3: by default it is; and spent later."""
    grown = after_session(PLAIN, usual_growth(PLAIN), OPTIONS)
    assert (grown.house, grown.points) == (1, 1)
    later = improve(grown, Improve("damage"), OPTIONS)
    assert (later.damage, later.points) == (1, 0)
    assert not improvement_boxes(later, OPTIONS)
    with pytest.raises(NotAllowed):
        improve(later, Improve("damage"), OPTIONS)


def test_a_whole_life_keeps_the_rules() -> None:
    """THR-16.1 to THR-16.3: session after session, as the first choice has it."""
    character: Character = sheet(initiative=1, damage=1, weapon=1)
    for _ in range(60):
        character = after_session(character, growth_boxes(character, OPTIONS).nth(0), OPTIONS)
        assert fault(character, OPTIONS) is None
    assert (character.wealth, character.circles) == (10, 15)
