"""What is kept of people between two games, in words: which games keep something, and what is said of it."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games import game_ids
from turncoat.kernel.belongings import Belongings
from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.server.chest import Belonging, Chapter, Owners, State
from turncoat.server.outings import Outing
from turncoat.server.problems import NotFound
from turncoat.table import gear

LONGEST_NOTES = 4000
"""Characters of the owner's own words."""


class Whole(Struct, frozen=True):
    """A belonging with everything its owner may know.

    Attributes:
        belonging: The belonging.
        history: What has happened to it.
        outings: Where it is, or has been promised to be.
    """

    belonging: Belonging
    history: tuple[Chapter, ...]
    outings: tuple[Outing, ...]


def keeping_games() -> tuple[str, ...]:
    """The games that keep something of people."""
    return tuple(game for game in game_ids() if gear.belongings(game) is not None)


def rules_of(game: str) -> Belongings:
    """What a game keeps.

    Raises:
        NotFound: nothing, or there is no such game.
    """
    found = gear.belongings(game) if game in game_ids() else None
    if found is None:
        sentence = f"game: nothing is kept for {game[:40]!r}; there is {', '.join(keeping_games())}."
        raise NotFound(sentence, field="game", choices=keeping_games())
    return found


def check_notes(notes: str) -> str:
    """The owner's own words, without spaces around them.

    Raises:
        NotAllowed: there are too many.
    """
    tidy = notes.strip()
    if len(tidy) > LONGEST_NOTES:
        raise NotAllowed(f"notes: use at most {LONGEST_NOTES} characters.", field="notes")
    return tidy


def word_of(one: Belonging) -> str:
    """Where a belonging is in its life, in a word."""
    return rules_of(one.game).gone if one.state is State.LOST else str(one.state)


def need_active(one: Belonging, rules: Belongings) -> None:
    """Only what is active can come and grow.

    Raises:
        NotAllowed: it is retired or lost.
    """
    if one.state is not State.ACTIVE:
        raise NotAllowed(f"This {rules.noun} is {word_of(one)}.", field="state")


def need_owner(owners: Owners) -> str:
    """The one to whom something new belongs.

    Raises:
        NotYours: nobody is there.
    """
    if not owners:
        raise NotYours("What is kept belongs to a browser or a person: sign in, or come back with your cookie.")
    return owners[0]
