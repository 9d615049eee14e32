"""Builds: opponents that a person keeps under a name, to load them at another table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count

import msgspec
from sqlalchemy import delete, func, insert, select, update

from turncoat.kernel.errors import NotAllowed
from turncoat.server.character_store import Owners
from turncoat.server.problems import NotFound
from turncoat.server.schema import BUILDS
from turncoat.server.store import Store
from turncoat.table.record import Json

MOST = 100
"""How many builds an owner can keep, of each game."""

LONGEST = 40
"""The most characters of the name of a build."""


class BuildStore:
    """The store's part that knows builds. Their owner is a person or a browser; each method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    def of(self, owners: Owners, game: str) -> dict[str, list[Json]]:
        """The builds of an owner by name, in the order of the names: the actions that make each of them."""
        kind = BUILDS.c
        query = select(kind.name, kind.body).where(kind.owner.in_(owners), kind.game == game).order_by(kind.name)
        with self.reading() as connection:
            return {row.name: msgspec.json.decode(row.body, type=list[Json]) for row in connection.execute(query)}

    def one(self, owners: Owners, game: str, name: str) -> list[Json]:
        """The actions of one build.

        Raises:
            NotFound: the owner keeps none of this name.
        """
        found = self.of(owners, game).get(name)
        if found is None:
            raise NotFound("You keep no opponents of this name.", field="build")
        return found

    def keep(self, owner: str, game: str, name: str, actions: Sequence[Json]) -> None:
        """Keep a build, in place of one of the same name.

        Raises:
            NotAllowed: it has no name or too long a name, or its owner keeps too many.
        """
        if not 0 < len(name) <= LONGEST:
            raise NotAllowed(f"A name for these opponents has 1 to {LONGEST} characters.", field="build")
        kind = BUILDS.c
        own = (kind.owner == owner, kind.game == game)
        with self.engine.begin() as connection:
            connection.execute(delete(BUILDS).where(*own, kind.name == name))
            if (connection.scalar(select(func.count()).select_from(BUILDS).where(*own)) or 0) >= MOST:
                raise NotAllowed(f"You keep {MOST} builds already; delete one first.", field="build")
            row = {"owner": owner, "game": game, "name": name, "body": msgspec.json.encode(actions)}
            connection.execute(insert(BUILDS), [row])

    def remove(self, owners: Owners, game: str, name: str) -> None:
        """Delete a build."""
        kind = BUILDS.c
        with self.engine.begin() as connection:
            connection.execute(delete(BUILDS).where(kind.owner.in_(owners), kind.game == game, kind.name == name))

    def adopt(self, browser: str, person: str) -> None:
        """Give the builds of a browser to the person who signed in there; where a name is theirs already, numbered."""
        kind = BUILDS.c
        with self.engine.begin() as connection:
            both = connection.execute(select(kind.owner, kind.game, kind.name).where(kind.owner.in_((browser, person))))
            found = both.all()
            theirs = {(game, name) for owner, game, name in found if owner == person}
            taken = {(game, name) for _, game, name in found}
            for game, name in sorted((game, name) for owner, game, name in found if owner == browser):
                called = name
                if (game, name) in theirs:
                    called = _numbered(name, {other for there, other in taken if there == game})
                    taken.add((game, called))
                own = (kind.owner == browser, kind.game == game, kind.name == name)
                connection.execute(update(BUILDS).where(*own).values(owner=person, name=called))


def _numbered(name: str, taken: Collection[str]) -> str:
    """``Wolves 2``, or the first number that is not taken; a long name is cut for it."""
    tries = (f"{name[: LONGEST - len(f' {number}')].rstrip()} {number}" for number in count(2))
    return next(name for name in tries if name not in taken)
