"""The interface of a game: its rules as one record, and the labels of its options.

The module ``rules`` of a game has ``RULES``, a :class:`Ruleset`; ``turncoat.games.Game`` has its board, bots...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Generic, Protocol, TypeVar, cast

import msgspec
from msgspec import Meta, Struct

from turncoat.kernel.acts import Acts, no_answers
from turncoat.kernel.boxes import Action, tag_of
from turncoat.kernel.characters import Characters
from turncoat.kernel.cloning import clone
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import Event, Tell
from turncoat.kernel.flows import Flow, Play, parts_of
from turncoat.kernel.misread import in_words, not_an_answer
from turncoat.kernel.play import waiting
from turncoat.kernel.promise import Pledge, PledgeState
from turncoat.kernel.repeated_question import RepeatedQuestion
from turncoat.kernel.space import Id, Names


def about(rule: str, title: str, description: str) -> Meta:
    """The label of an option: the number of its rule, its name, and what it does."""
    return Meta(title=title, description=description, extra_json_schema={"rule": rule})


def number(rule: str, title: str, description: str, low: int, high: int) -> Meta:
    """The label of an option that is a whole number from ``low`` to ``high``."""
    return Meta(ge=low, le=high, title=title, description=description, extra_json_schema={"rule": rule})


def text(rule: str, title: str, description: str, longest: int) -> Meta:
    """The label of an option that is any text of at most ``longest`` characters."""
    return Meta(max_length=longest, title=title, description=description, extra_json_schema={"rule": rule})


Finding = str | int | tuple[str, ...]
"""A label, a number, or several labels that each count in part for the game."""

ROUNDS = "rounds"
"""The heading of the number of rounds in a game's findings."""

O = TypeVar("O", bound=Struct)  # noqa: E741
O_contra = TypeVar("O_contra", bound=Struct, contravariant=True)
A = TypeVar("A", bound=Action)
G = TypeVar("G", bound=Struct)
V = TypeVar("V", bound=Struct)


class SeatNames:
    """Names that know only seats; games with more names extend it."""

    def __init__(self, seats: Iterable[str], options: Struct | None = None) -> None:
        self.seats = tuple(seats)

    def label(self, domain: str, value: Id) -> str:
        """The name of a seat; other things have their ids as names."""
        if value is None:
            return "none"
        if domain == "seat" and isinstance(value, int) and 0 <= value < len(self.seats):
            return self.seats[value]
        return str(value)

    def ids(self, view: Struct | None) -> Mapping[str, Iterable[Id]]:
        """Every id that a view or an answer can hold, by kind."""
        return {"seat": range(len(self.seats))}


class MakesNames(Protocol[O_contra]):
    """A function that makes the names for a game's texts."""

    def __call__(self, seats: Iterable[str], options: O_contra | None = None) -> Names:
        """The names, given the players' names and the table's options (None: the defaults)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset(Generic[G, O, A, V]):
    """One game: its set-up, its views, its texts. Stateless.

    Attributes:
        id: Its short name, also that of its package (``"truce"``).
        package: The package with its sources and its ``rules.md`` (``__package__``).
        summary: One inviting line about the game.
        prefix: The beginning of its rule numbers (``"TRU"``).
        seats: The allowed numbers of seats.
        suggested: The recommended numbers of seats.
        minutes: How long the rules take to learn; pages show the quickest game first.
        options: Type of the options, with a title, a description and a rule number for each.
        sections: The result of ``flow`` for each section: its steps.
        set_up: Sets up a game with checked options and seats and 32 secret bytes; plays on to the first decision.
        view: What a seat may know (``None``: a spectator): only what is listed in it.
        redeal: A copy in which everything the seat may not know is dealt again, consistent with what it knows.
        audit: Faults in a state, as sentences with rule numbers; empty if there are none.
        winners: The winning seats, ascending; empty while the game goes on or if nobody won.
        scores: The score of each seat, such as its coins.
        questions: The question of each decision (``"round.choose"``), as players read it.
        repeated_questions: The questions for which the seat with this view can leave standing orders.
        conflicts: A sentence about two options, or an option and the number of seats, that contradict each other.
        remarks: What players should know of these options and this number of seats before they agree on them.
        needs_deadline: Why these options need a deadline, as a sentence; empty if they do not.
        revealed: The answers that an event makes known, by seat; promises are judged by it.
        shown: Types of the answers that ``revealed`` can show; None: all types.
        acts: Public acts that promises can be about; None: only answers.
        shown_waiting: The seats that have not answered, if everybody may know; None if that is secret.
        endless: Why this game can never end any more, as a sentence with its rule; empty if it can.
        characters: How it handles characters, if players can bring some.
        winnerless: Whether a game can end without a winner.
        leader: What the last seat is called if it leads the game for the others and is no rival (``"GM"``); or empty.
        brief, for_beginners: Options with which random games end soon; those of a table that one button makes.
        with_a_person_leading: Options of a new table whose leader is a person, unless asked otherwise.
    """

    id: str
    package: str
    title: str
    summary: str
    prefix: str
    seats: range
    suggested: range
    minutes: int = 15
    state: type[G]
    options: type[O]
    sections: tuple[Flow[G], ...]
    events: tuple[type[Event], ...]
    views: type[V]
    set_up: Callable[[O, int, bytes, Tell], G]
    view: Callable[[G, int | None], V]
    redeal: Callable[[G, int | None, bytes], G]
    audit: Callable[[G], list[str]]
    winners: Callable[[G], list[int]]
    scores: Callable[[G], list[int]]
    names: MakesNames[O] = SeatNames
    questions: Mapping[str, str] = field(default_factory=dict)
    repeated_questions: Callable[[V], tuple[RepeatedQuestion, ...]] = lambda _: ()
    conflicts: Callable[[O, int], str] = lambda _, __: ""
    remarks: Callable[[O, int], tuple[str, ...]] = lambda _, __: ()
    needs_deadline: Callable[[O], str] = lambda _: ""
    revealed: Callable[[Event], Mapping[int, A]] = no_answers
    shown: tuple[type[Action], ...] | None = None
    acts: Acts[G] | None = None
    shown_waiting: Callable[[G], list[int] | None] = lambda game: waiting(cast("Play[object, Action]", game))
    endless: Callable[[G], str] = lambda _: ""
    characters: Characters[G, O] | None = None
    winnerless: bool = False
    leader: str = ""
    brief: Mapping[str, object] = field(default_factory=dict)
    for_beginners: Mapping[str, object] = field(default_factory=dict)
    with_a_person_leading: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Connect every section with its flow.

        Raises:
            TypeError: if a section has no tag, no flow, or two.
        """
        named = [section.section for section in self.sections]
        for kind in parts_of(self.state)[0]:
            name = kind.__name__
            if kind.__struct_config__.tag is None:
                raise TypeError(f'{self.title}: give {name} a tag: class {name}(Section[...], tag="{name.lower()}")')
            if named.count(kind) != 1:
                raise TypeError(
                    f"{self.title}: name the steps of {name} once in the sections of its rules: flow({name}, ...)"
                )
        for section in self.sections:
            section.apply()

    @cached_property
    def actions(self) -> tuple[type[A], ...]:
        """The types of all answers, which the state's type names: ``Play[..., Attack | Loot]``."""
        return cast("tuple[type[A], ...]", parts_of(self.state)[1])

    def question(self, key: str) -> str:
        """The question of a decision (``"round.choose"``), as players read it."""
        return self.questions.get(key, "What will you do?")

    def led_by(self, seats: int) -> int | None:
        """The seat of the player who leads the game, at a table with this many seats; None: there is no leader."""
        return seats - 1 if self.leader else None

    @property
    def usual_seats(self) -> int:
        """The default number of players: six, or the nearest number that the game recommends."""
        return max(self.suggested[0], min(self.suggested[-1], 6))

    def judges(self, act: str) -> bool:
        """Whether promises of this action or act will be judged."""
        seen = self.revealed is not no_answers and (self.shown is None or act in map(tag_of, self.shown))
        return seen or (self.acts is not None and act in self.acts.tags)

    def held(self, pledge: Pledge) -> PledgeState:
        """A new promise in its first state."""
        return PledgeState(pledge, pledge.times, by_turn=self.acts is not None and pledge.act in self.acts.tags)

    def judge(self, pledges: Sequence[PledgeState], game: G, event: Event) -> None:
        """Judge promises by a public event."""
        for seat, action in self.revealed(event).items():
            for pledge in pledges:
                pledge.judge(seat, action)
        if self.acts:
            self.acts.judge(pledges, game, event)

    def passed(self, request: Pledge, game: G, event: Event) -> bool:
        """Whether it is too late for a request: the asked answer was shown, or the turn for it is over."""
        acts = self.acts if self.acts and request.act in self.acts.tags else None
        return acts.turn_over(game, event) if acts else request.who in self.revealed(event)

    def accept(self, data: Mapping[str, object], seats: int) -> O:
        """The options of a table with this many seats.

        Raises:
            BadSetup: one sentence on what is wrong with an option, the number of seats, or both together.
        """
        options = self.read_options(data)
        self.check_seats(seats)
        if clash := self.conflicts(options, seats):
            raise BadSetup(clash, field="options")
        return options

    def check_seats(self, seats: int) -> None:
        """Accept a number of seats.

        Raises:
            BadSetup: the game is not for this number of players.
        """
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise BadSetup(f"{self.title} is for {low} to {high} players, not {seats}.", field="seats")

    def start(self, options: O, seats: int, key: bytes, tell: Tell) -> G:
        """Set up a game, with options that ``read_options`` has checked and 32 secret bytes for the generator.

        Raises:
            BadSetup: the number of seats is not allowed, or options exclude each other.
        """
        self.check_seats(seats)
        if clash := self.conflicts(options, seats):
            raise BadSetup(clash, field="options")
        return self.set_up(options, seats, key, tell)

    def read_options(self, data: Mapping[str, object]) -> O:
        """Options from plain data or from the strings of a form; what is missing has its default.

        Raises:
            BadSetup: one sentence naming the option and what it may be.
        """
        known = self.options.__struct_fields__
        for name in data:
            if name not in known:
                sentence = f"{self.title} has no option {name}; it has {', '.join(known)}."
                raise BadSetup(sentence, field=name, choices=known)
        for name, value in data.items():
            try:
                msgspec.convert({name: value}, self.options, strict=False)
            except msgspec.ValidationError as fault:
                raise self._bad_option(name, value, fault) from None
        return msgspec.convert(dict(data), self.options, strict=False)

    def _bad_option(self, name: str, value: object, fault: Exception) -> BadSetup:
        schema = self.option_schema[name]
        rule, title = str(schema.get("rule", "")), schema.get("title", name)
        choices = tuple(map(str, cast("list[object]", schema.get("enum", []))))
        if choices:
            wanted = f"must be {' or '.join(choices)}"
        elif schema.get("type") == "integer":
            top = f" to {schema['maximum']}" if "maximum" in schema else " or more"
            wanted = f"must be a whole number, {schema.get('minimum', 0)}{top}"
        elif schema.get("type") == "boolean":
            wanted = "must be true or false"
        elif isinstance(value, str) and len(value) > cast("int", schema.get("maxLength", len(value))):
            sentence = f"“{title}” must have at most {schema['maxLength']} characters, not {len(value)} ({rule})."
            return BadSetup(sentence, rule=rule, field=name)
        else:
            sentence = f"“{title}” cannot be read: {in_words(fault, self.options)} ({rule})."
            return BadSetup(sentence, rule=rule, field=name)
        return BadSetup(f"“{title}” {wanted}, not {value!r} ({rule}).", rule=rule, field=name, choices=choices)

    @cached_property
    def option_schema(self) -> dict[str, dict[str, object]]:
        """The JSON Schema of each option, with title, description, default and rule number."""
        schema = msgspec.json.schema(self.options)
        definition = schema["$defs"][self.options.__name__]
        return cast("dict[str, dict[str, object]]", definition["properties"])

    @cached_property
    def _action_type(self) -> object:
        union: object = self.actions[0]
        for action in self.actions[1:]:
            union = cast("type", union) | action
        return union

    def read_action(self, data: object) -> A:
        """An answer from plain data, ``{"type": "attack", "target": 2}``.

        Raises:
            Unreadable: with the path to the fault.
        """
        try:
            return cast("A", msgspec.convert(data, cast("type[Action]", self._action_type)))
        except msgspec.ValidationError as fault:
            kinds = {str(action.__struct_config__.tag): action for action in self.actions}
            act = str(data["type"]) if isinstance(data, Mapping) and "type" in data else ""
            if isinstance(data, Mapping) and act in kinds and (needless := data.keys() & {*kinds[act].needless}):
                return self.read_action({name: value for name, value in data.items() if name not in needless})
            raise not_an_answer(act, kinds, fault) from None

    def write_action(self, action: A) -> dict[str, object]:
        """An answer as plain data."""
        return cast("dict[str, object]", msgspec.to_builtins(action))

    def read_event(self, data: bytes, others: tuple[type[Event], ...] = ()) -> Event:
        """An event from its JSON; ``others`` are further kinds of events, besides the game's own."""
        return _event_decoder((*self.events, *others)).decode(data)

    def encode(self, game: G) -> bytes:
        """The whole state as JSON; equal states give equal bytes. Secret."""
        return _ENCODER.encode(msgspec.to_builtins(game, str_keys=True))

    def decode(self, data: bytes) -> G:
        """The state of a game from the bytes that ``encode`` made."""
        return self._decoder.decode(data)

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[G]:
        return msgspec.json.Decoder(self.state)

    def clone(self, game: G) -> G:
        """An equal state that shares nothing that can change with this one."""
        return clone(game)

    @cached_property
    def rulebook(self) -> str:
        """The rules as Markdown, every rule with its number."""
        return resources.files(self.package).joinpath("rules.md").read_text(encoding="utf-8")

    @cached_property
    def hash(self) -> str:
        """Identifies the present rules: a digest of the sources of this game and of the kernel (16 hex digits)."""
        digest = sha256()
        for package in ("turncoat.kernel", self.package):
            for name, text in _sources(package):
                digest.update(f"{package}/{name}\n".encode() + text)
        return digest.hexdigest()[:16]


_ENCODER = msgspec.json.Encoder(order="deterministic")


@lru_cache(maxsize=64)
def _event_decoder(kinds: tuple[type[Event], ...]) -> msgspec.json.Decoder[Event]:
    union: object = kinds[0]
    for kind in kinds[1:]:
        union = cast("type", union) | kind
    return msgspec.json.Decoder(cast("type[Event]", union))


_OUTSIDE_THE_RULES = (
    *("board", "bot", "bots", "drawing", "events", "findings"),
    *("known", "outlook", "terminal", "text", "story", "skins"),
    *("grammar", "lesson", "lexicon", "message", "phrase", "schema"),
)
"""Modules and folders of these names cannot change how a game is played: drawings, bots, events and their wording; ways
of putting an answer together. Folders whose files never belong to the rules.
"""


_KEPT = (".py", ".json")
"""The endings of source files and files of facts."""


@lru_cache(maxsize=32)
def _sources(package: str) -> tuple[tuple[str, bytes], ...]:
    return tuple(sorted(_files(resources.files(package), "")))


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    """The sources and folders in a folder, by path, without those outside the rules."""
    for entry in folder.iterdir():
        stem, dot, _ = entry.name.partition(".")
        if stem in _OUTSIDE_THE_RULES:
            continue
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        elif dot and entry.name.endswith(_KEPT):
            yield path + entry.name, entry.read_bytes()
