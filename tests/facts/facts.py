"""What games come to, in plain facts: which words were typed, who was asked, which rules were cited, what was seen.

No name of a class, a field or an event enters: the rules may be written anew, and the same words must give the same
facts. A difference is a mended fault or a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel import play
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.events import Listener, hears
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.space import Names

FOLDER = Path(__file__).parent
"""Where the facts lie: for each game one file, a line for each game that was played."""

MOMENTS = 10
"""At so many moments of a game, spread over it, the facts are kept."""

DIGITS = 6
"""Hexadecimal digits of a digest."""

PEOPLE = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja", "Greta", "Hugo")


class Move(Struct, array_like=True, omit_defaults=True):
    """One thing that was done, in words.

    Attributes:
        seat: Whose doing it is; -1: the clock's.
        do: ``answer``, ``garbled``, ``withdraw``, ``order`` (the same from now on), ``cancel`` or ``time up``.
        words: The answer as it is typed.
        draws: What the dice and draws come up with, where it is not left to the key.
    """

    seat: int
    do: str
    words: str = ""
    draws: list[int] = []


class Game(Struct):
    """A game that was played.

    Attributes:
        options: What was agreed on, with every option that there was; what came later has its default.
        key: The key of the generator, hexadecimal.
        moments: For each moment digests: who is asked, which rules were cited to whom since the last moment, and what
            a spectator and each seat see.
    """

    seats: int
    options: dict[str, Any]
    key: str
    moves: list[Move]
    winners: list[int] = []
    scores: list[int] = []
    moments: list[str] = []


class Moment(Struct):
    """The facts at one moment, in full."""

    after: int
    facts: dict[str, Any]

    @property
    def digests(self) -> str:
        """The facts, made short."""
        return " ".join(sha256(written(fact)).hexdigest()[:DIGITS] for fact in self.facts.values())


def written(fact: Any) -> bytes:
    """A fact as bytes, the same for the same fact."""
    return msgspec.json.encode(fact, order="deterministic")


def plain(data: Any, later: frozenset[str] = frozenset()) -> Any:
    """What is seen, without the names of fields: parts of a record stand in the order of what they hold.

    Args:
        data: What is seen.
        later: Options that nobody knew when the game was written down: what is called so is left out.
    """
    if isinstance(data, Struct):
        parts = [plain(getattr(data, name), later) for name in data.__struct_fields__ if name not in later]
        return sorted((part for part in parts if part not in (None, "", [], {})), key=written)
    if isinstance(data, dict):
        return sorted(([plain(key, later), plain(value, later)] for key, value in data.items()), key=written)
    if isinstance(data, set | frozenset):
        return sorted((plain(one, later) for one in data), key=written)
    if isinstance(data, list | tuple):
        return [plain(one, later) for one in data]
    return data.value if isinstance(data, Enum) else data


def people(seats: int) -> list[str]:
    return [PEOPLE[seat] if seat < len(PEOPLE) else f"Player {seat + 1}" for seat in range(seats)]


class Sitting:
    """A game that is being played by words."""

    def __init__(self, rules: AnyRuleset, game: Game) -> None:
        self.rules, self.seats, self.listener = rules, game.seats, Listener()
        options = rules.read_options(game.options)
        self.names: Names = rules.names(people(game.seats), options)
        self.game: Any = rules.start(options, game.seats, bytes.fromhex(game.key), self.listener)
        self.later = frozenset(rules.option_schema) - game.options.keys()
        self.told = 0

    def grammar(self, seat: int) -> Grammar[Any]:
        return grammar(self.game, seat, self.names)

    def do(self, move: Move) -> None:
        """Do what was done.

        Raises:
            Refusal: it cannot be done any more.
            ValueError: other draws follow from it.
        """
        game, listener = self.game, self.listener
        game.chance.script = list(move.draws)
        match move.do:
            case "answer":
                play.submit(game, move.seat, self.grammar(move.seat).read(move.words), listener)
            case "garbled":
                play.submit_unreadable(game, move.seat, Unreadable("This cannot be understood."), listener)
            case "withdraw":
                play.withdraw(game, move.seat)
            case "order":
                action = self.grammar(move.seat).read(move.words)
                play.order_standing(game, move.seat, open_offer(game), action, tell=listener)
            case "cancel":
                play.order_standing(game, move.seat, open_offer(game), tell=listener)
            case "time up":
                play.time_up(game, listener)
            case _:
                raise ValueError(f"nobody can {move.do}")
        if game.chance.script:
            raise ValueError(f"draws are left over: {move}")

    def moment(self, after: int) -> Moment:
        rules, game, heard = self.rules, self.game, self.listener.heard[self.told :]
        self.told += len(heard)
        viewer = (None, *range(self.seats))
        cited = [[event.rule for audience, event in heard if hears(audience, seat)] for seat in viewer]
        facts: dict[str, Any] = {"asked": [play.asked(game), play.waiting(game)], "rules": cited}
        for seat in viewer:
            facts["all see" if seat is None else f"{people(self.seats)[seat]} sees"] = plain(
                rules.view(game, seat), self.later
            )
        return Moment(after, facts)


def grammar(game: Any, seat: int, names: Names) -> Grammar[Any]:
    """Reads and writes what a seat may do now, asked or not."""
    return Grammar(play.boxes(game, seat) + play.beside(game, seat), names)


def open_offer(game: Any) -> str:
    """What the open decision is called where standing orders are left.

    Raises:
        ValueError: nothing is open.
    """
    step = play.decision(game)
    if step is None:
        raise ValueError("nothing is asked")
    return step.key


def moments(rules: AnyRuleset, game: Game) -> Iterator[Moment]:
    """Play a game again; the facts at each moment. Winners and scores are those of the end."""
    sitting, last = Sitting(rules, game), len(game.moves)
    due = {last * number // (MOMENTS - 1) for number in range(MOMENTS)}
    for number in range(last + 1):
        if number:
            sitting.do(game.moves[number - 1])
        if number in due:
            game.winners, game.scores = rules.winners(sitting.game), rules.scores(sitting.game)
            yield sitting.moment(number)


def played(rules: AnyRuleset, game: Game) -> Game:
    now = msgspec.structs.replace(game)
    now.moments = [moment.digests for moment in moments(rules, now)]
    return now


def differences(rules: AnyRuleset, game: Game) -> list[str]:
    """What comes out in another way than it was written down, one sentence for each moment; empty if nothing does."""
    now, found = msgspec.structs.replace(game), []
    for kept, moment in zip(game.moments, moments(rules, now), strict=True):
        pairs = zip(moment.facts, kept.split(), moment.digests.split(), strict=True)
        if other := [about for about, before, after in pairs if before != after]:
            found.append(f"after {moment.after} moves: {', '.join(other)}")
    if (now.winners, now.scores) != (game.winners, game.scores):
        found.append(f"the winners are {now.winners} with {now.scores}, not {game.winners} with {game.scores}")
    return found


def path_of(game_id: str) -> Path:
    return FOLDER / f"{game_id}.jsonl"


def read(game_id: str) -> list[Game]:
    return msgspec.json.decode(b"[" + b",".join(path_of(game_id).read_bytes().splitlines()) + b"]", type=list[Game])


def write(games: list[Game]) -> str:
    return "".join(f"{msgspec.json.encode(game).decode()}\n" for game in games)


def in_full(game_id: str, game: Game) -> str:
    """Every fact of a game as text, to be compared with that of other rules."""
    lines = [f"{number}. {move.seat} {move.do} {move.words}" for number, move in enumerate(game.moves, 1)]
    for moment in moments(ruleset(game_id), msgspec.structs.replace(game)):
        lines += [f"after {moment.after}: {about}: {written(fact).decode()}" for about, fact in moment.facts.items()]
    return "\n".join([*lines, f"winners {game.winners}, scores {game.scores}", ""])
