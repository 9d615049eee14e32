"""Talk in words: promises, requests and offers as people write and read them, in pages, terminal and API alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec import UNSET, Struct, structs

from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel import play
from turncoat.kernel.acts import Act, no_answers
from turncoat.kernel.boxes import Action, Box, Boxes, tag_of
from turncoat.kernel.chance import KEY_BYTES
from turncoat.kernel.errors import NotAllowed, Unreadable
from turncoat.kernel.events import SILENCE
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.lexicon import listed
from turncoat.kernel.phrase import clause_of
from turncoat.kernel.promise import Answer, Message, Pledge, Say
from turncoat.kernel.space import PLAIN, Between, Names, OneOf, Some, Space, Value, id_of
from turncoat.table.pledge_words import OPEN_GIFT, left_open, read, split, verb

_HOW = "in|from|with|to|for"
"""Words that introduce a part of an action: if the promise leaves the part open, they are left out too."""

EVERYBODY = ("all", "everybody", "everyone")
"""The words that mean all players."""

HOST = "the host"
"""The speaker's name in a message that no seat has sent."""

_ANSWERS = {
    Answer.AGREE: ("agrees", "agree"),
    Answer.NO: ("says no", "say no"),
    Answer.COUNTER: ("makes another offer", "make another offer"),
}
"""The replies to an offer: for another player (``agrees``), and for the reader (``agree``)."""

_TIMES = re.compile(r"\s+(?:for|in the next)\s+(\d{1,4})\s+(?:rounds?|turns?|answers?|actions?|times?)$", re.IGNORECASE)
_BEFORE = re.compile(r"^(?:(?:please|i will|i'll|to)\s+)+", re.IGNORECASE)
_NOT = re.compile(r"^(?:not|never|no)\s+(?:to\s+)?", re.IGNORECASE)
_COINS = re.compile(r"(?<=\d) coins?\b|(?<=give) coins\b", re.IGNORECASE)
_RETURN = re.compile(r"\s+(?:in return for|in return|;)\s*(?::\s*)?", re.IGNORECASE)


class TalkGrammar:
    """Reads promises and requests in words, and writes them.

    A promise can be about another player's answers, and about answers that are not possible now. So it remembers every
    box that it has seen, and allows every seat where any seat is allowed.

    Args:
        names: The names of seats, cards and so on.
        seats: The number of seats.
        me: Whose talk_grammar it is: ``me`` and ``you`` are understood from there; None: everybody is called by name.
        known: Possible answers that the grammar has seen before.
        kinds: All actions of the game; an action that was never offered has no fields in the sentence.
    """

    def __init__(
        self,
        names: Names,
        seats: int,
        me: int | None,
        known: Iterable[Box[Action]] = (),
        kinds: Iterable[type[Action]] = (),
    ) -> None:
        self.names, self.seats, self.me = names, seats, me
        self.parts: Mapping[str, int] = {}
        self._seen = {box.tag: box for box in known}
        self._kinds = {tag_of(kind): kind for kind in kinds}
        self._grammar: Grammar[Action] | None = None

    @property
    def boxes(self) -> Boxes[Action]:
        """Everything that players can promise, ask for and offer."""
        return Boxes(*self._seen.values())

    @property
    def known(self) -> tuple[Box[Action], ...]:
        """The possible answers that the grammar has seen so far."""
        return tuple(self._seen.values())

    def learn(self, boxes: Boxes[Action]) -> None:
        """Remember possible answers, so that players can talk about them later."""
        for box in boxes.boxes:
            fields = tuple((name, self._widened(space)) for name, space in box.fields)
            wide = structs.replace(box, fields=fields)
            if box.tag not in self._seen or wide.count() > self._seen[box.tag].count():
                self._seen[box.tag], self._grammar = wide, None

    def _widened(self, space: Space) -> Space:
        if isinstance(space, OneOf) and space.domain == "seat":
            return OneOf((*range(self.seats), *(value for value in space.values if value is None)), "seat")
        if isinstance(space, Some) and space.domain == "seat":
            return structs.replace(space, values=tuple(range(self.seats)))
        return space

    # --- reading ------------------------------------------------------------------------------

    def seat(self, text: str) -> int:
        """The seat with this name; ``me`` is the speaker's own seat.

        Raises:
            Unreadable: nobody is called so, or several are.
        """
        wanted = text.strip().casefold()
        if wanted in ("me", "myself") and self.me is not None:
            return self.me
        labels = [self.names.label("seat", seat) for seat in range(self.seats)]
        exact = [seat for seat, label in enumerate(labels) if label.casefold() == wanted]
        also = sorted(self.parts.items())
        exact = exact or [seat for part, seat in also if part.casefold() == wanted]
        called = [*enumerate(labels), *((seat, part) for part, seat in also)]
        alike = exact or [seat for seat, label in called if wanted and label.casefold().startswith(wanted)]
        if len(alike) != 1:
            choices = tuple(labels[seat] for seat in alike or range(self.seats))
            how = "could be" if alike else "is not at this table; the players are"
            raise Unreadable(f"{text.strip() or 'That'} {how} {', '.join(choices)}.", field="to", choices=choices)
        return alike[0]

    def audience(self, text: str) -> tuple[int, ...]:
        """The seats that a list of names, separated by commas, stands for; ``all`` gives an empty list.

        Raises:
            Unreadable: a name means nobody.
        """
        if text.strip().casefold() in EVERYBODY:
            return ()
        seats = sorted({self.seat(name) for name in re.split(r",|\band\b", text) if name.strip()} - {self.me})
        if not seats:
            raise Unreadable("Name somebody else who is to hear it, or all.", field="to")
        return tuple(seats)

    def pledge(self, who: int, text: str, you: int | None = None) -> Pledge:
        """A pledge: ``support barney``, ``not attack me for 3 rounds``; what it does not name may be anything.

        Args:
            who: The seat that is to act.
            text: The words of the promise.
            you: The seat that ``you`` means; None: the reader's.

        Raises:
            Unreadable: the action cannot be understood.
            NotAllowed: it can never be done.
        """
        times = 1
        if found := _TIMES.search(text):
            times, text = int(found[1]), text[: found.start()]
        text = _BEFORE.sub("", text.strip())
        will = not _NOT.match(text)
        action_words = _COINS.sub("", _NOT.sub("", text))
        for words, seat in (("me|myself", self.me), ("you|yourself", self.me if you is None else you)):
            if seat is not None:
                action_words = re.sub(
                    rf"\b({words})\b", self.names.label("seat", seat), action_words, flags=re.IGNORECASE
                )
        act, fields = self._action(action_words)
        pledge = Pledge(who, act, fields, will, max(1, times))
        self.check(pledge)
        return pledge

    def _action(self, text: str) -> tuple[str, dict[str, Value]]:
        """The action in a text that may leave some of its parts open."""
        try:
            action = self._of_actions().read(text)
        except NotAllowed:
            raise
        except Unreadable:
            bare = {act: kind for act, kind in self._kinds.items() if act not in self._seen}
            kind, fields = read(text, self._seen.values(), bare, self.names)
            return tag_of(kind), fields
        return tag_of(action.__class__), structs.asdict(action)

    def _of_actions(self) -> Grammar[Action]:
        """Reads the actions that the grammar has seen, by the present names."""
        if self._grammar is None or self._grammar.names is not self.names:
            self._grammar = Grammar(self.boxes, self.names)
        return self._grammar

    def check(self, pledge: Pledge) -> None:
        """Check a promise: a seat cannot do something to itself, and a gift names what is given and to whom.

        Raises:
            Unreadable: it does, or does not.
        """
        box = self._seen.get(pledge.act)
        if box is not None and (part := left_open(box.action, pledge)):
            raise Unreadable(OPEN_GIFT.format(part=part), field=part)
        for name, space in box.fields if box is not None else ():
            if isinstance(space, OneOf) and space.domain == "seat" and pledge.fields.get(name) == pledge.who:
                sentence = f"{_capital(self.name(pledge.who))} cannot {self._phrase(pledge)}: that is the same seat."
                raise Unreadable(sentence, field=name)

    def request(self, text: str, usage: str = "ask NAME: what you wish [in return for: what you would do]") -> Say:
        """Read a request, such as ``barney: attack celeste in return for support barney``.

        Raises:
            Unreadable: a part of the line cannot be understood.
            NotAllowed: it can never be done.
        """
        to, wish = split(text, usage)
        seat, me = self.seat(to), self._speaker()
        if seat == me:
            raise Unreadable("Ask somebody other than yourself.", field="to")
        wanted, *returned = _RETURN.split(wish, maxsplit=1)
        offer = self.pledge(me, returned[0], seat) if returned else None
        return Say((seat,), "", request=self.pledge(seat, wanted), offer=offer)

    def promise(self, text: str) -> Say:
        """Read a promise, such as ``barney: support barney`` or ``all: not attack celeste for 2 rounds``.

        Raises:
            Unreadable: something in it cannot be understood.
            NotAllowed: it can never be done.
        """
        to, action_words = split(text, "promise NAME: what you will do")
        heard = self.audience(to)
        you = heard[0] if len(heard) == 1 else None
        return Say(heard, "", promise=self.pledge(self._speaker(), action_words, you))

    def _speaker(self) -> int:
        if self.me is None:
            raise Unreadable("Only players at the table can promise or ask.", field="who")
        return self.me

    # --- saying -------------------------------------------------------------------------------

    def name(self, seat: int | None) -> str:
        """The name of a seat, or ``you`` for the reader's own seat."""
        return HOST if seat is None else "you" if seat == self.me else self.names.label("seat", seat)

    def action_words(self, pledge: Pledge) -> str:
        """The action of a promise in words: ``support Barney``, ``not attack you for 3 rounds``."""
        span = self.names.label("turns" if self._is_act(pledge) else "span", "rounds")
        long = f" for {pledge.times} {span}" if pledge.times > 1 else ""
        return f"{'' if pledge.will else 'not '}{self._phrase(pledge)}{long}"

    def statement(self, pledge: Pledge, round_: int | None = None) -> str:
        """A promise as a sentence: ``Barney will not attack Celeste in the next 3 rounds``.

        Args:
            pledge: The promise.
            round_: The round (or turn) in which it was said, if that is over; it then replaces "this round".
        """
        will = "will" if pledge.will else "will not"
        span = "turns" if self._is_act(pledge) else "span"
        once, often = self.names.label(span, "this round"), self.names.label(span, "rounds")
        when = once if pledge.times == 1 else f"in the next {pledge.times} {often}"
        if round_ is not None:
            unit = self.names.label("turns", "this round").removeprefix("this ")
            when = (
                f"in the {pledge.times} {often} from {unit} {round_} on" if pledge.times > 1 else f"in {unit} {round_}"
            )
        return f"{_capital(self.name(pledge.who))} {will} {self._phrase(pledge)} {when}"

    def _is_act(self, pledge: Pledge) -> bool:
        box = self._seen.get(pledge.act)
        return box is not None and issubclass(box.action, Act)

    def _phrase(self, pledge: Pledge) -> str:
        box = self._seen.get(pledge.act)
        if box is None:
            kind = self._kinds.get(pledge.act)
            return verb(clause_of(kind, self.names)) if kind is not None else pledge.act.replace("_", " ")
        said = {name: self._value(space, pledge.fields.get(name)) for name, space in box.fields}
        words = clause_of(box.action, self.names)
        for name in said.keys() - pledge.fields.keys():
            words = re.sub(rf"\s+(?:{_HOW})\s+\{{{name}\}}(?:\s+(?!(?:{_HOW})\b)\w+)*", "", words)
        for name in said.keys() - pledge.fields.keys():
            words = words.replace(f"}} {{{name}}}", "}")
        if sum(f"{{{name}}}" in words for name in said.keys() - pledge.fields.keys()) > 1:
            fixed = ", ".join(f"{name} {said[name]}" for name in said if name in pledge.fields)
            return f"{pledge.act.replace('_', ' ')}{f' ({fixed})' if fixed else ''}"
        return words.format(**said)

    def _value(self, space: Space, value: Value) -> str:
        if isinstance(value, dict):
            return listed(f"{number} {self._value(space, id_of(key))}" for key, number in value.items())
        if isinstance(value, tuple):
            return listed(self._value(space, item) for item in value)
        if value is None:
            return "anybody" if space.domain == "seat" else self._anything(space)
        if isinstance(space, Between) and space.domain == "coins":
            return "1 coin" if value == 1 else f"{value} coins"
        if space.domain == "seat" and isinstance(value, int):
            return self.name(value)
        return self.names.label(space.domain, value)

    def _anything(self, space: Space) -> str:
        """The words for a part that a promise leaves open: ``coins``, ``any city or road``."""
        if isinstance(space, Between):
            return self.names.label("word", space.domain) if space.domain else "any number"
        return self.anything(space.domain)

    def anything(self, domain: str) -> str:
        """The words for any value of a domain: ``any city or road``."""
        word = self.names.label("any", domain)
        return word if word != domain else f"any {domain}".strip()

    def act_words(self, act: str) -> str:
        """The words with which the sentence about an action begins: ``give …``, ``go to war with …``, ``pass``."""
        box = self._seen.get(act)
        if box is None:
            return act.replace("_", " ")
        before, gap, _ = clause_of(box.action, self.names).partition("{")
        return f"{before.strip()} …" if gap else before

    def needed(self, act: str) -> tuple[str, ...]:
        """The fields that a promise to do this must name."""
        return self._seen[act].action.named if act in self._seen else ()

    def speaker(self, seat: int | None, *, by_bot: bool = False) -> str:
        """The name of who said something; ``Barney's bot`` where it stood in for Barney."""
        own = "your" if seat is not None and seat == self.me else f"{self.name(seat)}'s"
        return f"{own} bot" if by_bot else self.name(seat)

    def sentence(self, message: Message, *, by_bot: bool = False) -> str:
        """A message as one line: its sender and readers, the words, and any promise, request and offer.

        Args:
            message: The message.
            by_bot: A bot said it that stood in for its player.
        """
        said, mine = message.said, message.sender is not None and message.sender == self.me and not by_bot
        parts = []
        if said.answer is not UNSET:
            parts.append(_ANSWERS[said.answer][mine])
        if said.promise is not None:
            parts.append(f"{'promise' if mine else 'promises'} to {self.action_words(said.promise)}")
        if said.request is not None:
            parts.append(
                f"{'ask' if mine else 'asks'} {self.name(said.request.who)} to {self.action_words(said.request)}"
            )
        if said.offer is not None:
            parts.append(f"{'offer' if mine else 'offers'} to {self.action_words(said.offer)}")
        if said.point is not UNSET:
            parts.append(f"{'point' if mine else 'points'} at {said.point.name}")
        who, to = _capital(self.speaker(message.sender, by_bot=by_bot)), ", ".join(map(self.name, said.to)) or "all"
        words = [f"“{said.text}”"] if said.text else []
        spoken = [f"({'; '.join(parts)})"] if parts else []
        return f"{who} to {to}: {' '.join([*words, *spoken])}"


def fluent(rules: AnyRuleset, options: Struct, names: Names, seats: int, me: int | None) -> TalkGrammar:
    """A talk grammar that knows every action of a game, and what can be done at its first decision."""
    return TalkGrammar(names, seats, me, first_words(rules.id, options, seats), rules.actions)


def first_words(game: str, options: Struct, seats: int) -> tuple[Box[Action], ...]:
    """What can be done at the first decision of a game: everybody can talk about it from the beginning.

    Raises:
        BadSetup: there is no such game, or options and seats do not fit.
    """
    return _at_first(game, msgspec.json.encode(options, order="deterministic"), seats)[0]


def never_sealed(game: str, options: Struct, seats: int) -> frozenset[str]:
    """Actions that no reveal shows, so that promises of them cannot be judged.

    They are done at once, beside a decision, or the game says itself which ones can be seen (``Ruleset.shown``).

    Raises:
        BadSetup: there is no such game, or options and seats do not fit.
    """
    return _at_first(game, msgspec.json.encode(options, order="deterministic"), seats)[1]


@lru_cache(maxsize=64)
def _at_first(game: str, options: bytes, seats: int) -> tuple[tuple[Box[Action], ...], frozenset[str]]:
    rules, talk_grammar = ruleset(game), TalkGrammar(PLAIN, seats, None)
    begun = rules.start(rules.read_options(msgspec.json.decode(options)), seats, bytes(KEY_BYTES), SILENCE)
    sealed, acts = set[str](), frozenset[str]()
    if rules.acts is not None:
        talk_grammar.learn(rules.acts.boxes(begun))
        acts = rules.acts.tags
    for seat in range(seats):
        answers = play.boxes(begun, seat)
        sealed.update(answers.tags)
        if rules.revealed is not no_answers:
            talk_grammar.learn(answers + play.beside(begun, seat))
    if rules.shown is not None:
        return talk_grammar.known, frozenset(map(tag_of, rules.actions)) - frozenset(map(tag_of, rules.shown)) - acts
    return talk_grammar.known, frozenset(box.tag for box in talk_grammar.known) - sealed - acts


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
