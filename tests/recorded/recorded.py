"""Recorded games: what was agreed on, what everybody did, and what must come of it, byte for byte."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel import play
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.events import Listener

FOLDER = Path(__file__).parent
"""Where the recorded games lie, one file each."""


class Step(Struct, omit_defaults=True):
    """One thing that was done.

    Attributes:
        do: ``answer`` (also what is done beside a decision), ``garbled``, ``withdraw``, ``order`` or ``time_up``.
        seat: Whose doing it is.
        action: The answer.
        offer: For a standing order, the offer.
        draws: What the dice and draws come up with that follow from it, in order, where it is not left to the key;
            dice count from 0, coins and cards by their place in the bag or pile.
    """

    do: str
    seat: int = -1
    action: Any = None
    offer: str = ""
    draws: list[int] = []


class Expected(Struct):
    """What must come of it.

    Attributes:
        winners: By seat.
        scores: By seat.
        state: SHA-256 of the final state as it is encoded.
        course: SHA-256 over the states after the set-up and after every step.
        events: Audience, event and sentence, in order.
    """

    winners: list[int]
    scores: list[int]
    state: str
    course: str
    events: list[Any]


class Recorded(Struct):
    """A recorded game.

    Attributes:
        about: What it shows.
        options: What was agreed on.
        key: The key of the generator, hexadecimal.
        expected: What must come of it.
    """

    about: str
    game: str
    options: dict[str, Any]
    players: list[str]
    key: str
    steps: list[Step]
    expected: Expected | None = None


def played(recorded: Recorded) -> Expected:
    """Play a recorded game again: what comes of it now.

    Raises:
        Refusal: something that was accepted then is refused now.
    """
    rules, listener, course = ruleset(recorded.game), Listener(), sha256()
    options = rules.read_options(recorded.options)
    game = rules.start(options, len(recorded.players), bytes.fromhex(recorded.key), listener)
    course.update(position(rules, game))
    for step in recorded.steps:
        perform(recorded.game, game, step, listener)
        course.update(position(rules, game))
    names = rules.names(recorded.players)
    events = [[audience, event, event.say(names)] for audience, event in listener.heard]
    state = sha256(position(rules, game)).hexdigest()
    return Expected(rules.winners(game), rules.scores(game), state, course.hexdigest(), as_read(events))


def position(rules: AnyRuleset, game: Any) -> bytes:
    """The whole state without options that have their default: a new option changes no game played without it."""
    state = msgspec.json.decode(rules.encode(game))
    usual = msgspec.to_builtins(rules.read_options({}))
    state["options"] = {name: value for name, value in state["options"].items() if value != usual[name]}
    return msgspec.json.encode(state, order="deterministic")


def as_read(data: Any) -> Any:
    """Data as it comes back from a file."""
    return msgspec.json.decode(msgspec.json.encode(data))


def perform(game_id: str, game: Any, step: Step, listener: Listener) -> None:
    """Do what was done.

    Raises:
        ValueError: nobody can do it, or more draws are named than follow from it.
    """
    game.chance.script = list(step.draws)
    do(ruleset(game_id), game, step, listener)
    if game.chance.script:
        raise ValueError(f"{len(game.chance.script)} draws too many are given for {step}")


def do(rules: AnyRuleset, game: Any, step: Step, listener: Listener) -> None:
    """Do what was done, whatever the dice may come up with."""
    match step.do:
        case "answer":
            play.submit(game, step.seat, rules.read_action(step.action), listener)
        case "garbled":
            play.submit_unreadable(game, step.seat, Unreadable("This cannot be understood."), listener)
        case "withdraw":
            play.withdraw(game, step.seat)
        case "order":
            actions = [rules.read_action(one) for one in step.action or []]
            play.order_standing(game, step.seat, step.offer, *actions, tell=listener)
        case "time_up":
            play.time_up(game, listener)
        case _:
            raise ValueError(f"nobody can {step.do}")


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.json"))


def read(path: Path) -> Recorded:
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


def write(recorded: Recorded) -> str:
    """A recorded game as the text of its file: one step and one event a line, so that differences can be read."""
    data = msgspec.to_builtins(recorded)
    expected = data["expected"]
    lists = {"steps": data["steps"], "events": expected.pop("events") if expected else []}
    marked = msgspec.to_builtins({**data, "steps": "@steps"})
    if expected:
        marked["expected"]["events"] = "@events"
    text = msgspec.json.format(msgspec.json.encode(marked), indent=1).decode()
    for name, rows in lists.items():
        lines = ",\n".join(f"  {msgspec.json.encode(row).decode()}" for row in rows)
        text = text.replace(f'"@{name}"', f"[\n{lines}\n ]" if rows else "[]")
    return f"{text}\n"
