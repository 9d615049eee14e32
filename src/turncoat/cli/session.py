"""What a person can type at the terminal, at a table on this machine or on a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial

from turncoat.cli import standing
from turncoat.cli.explaining import Explaining
from turncoat.cli.filling import Filling, begun, cut_short, first_words, is_called, read
from turncoat.cli.guide import COMMANDS, example_of, menu, when_words, words_of
from turncoat.cli.screen import Screen
from turncoat.cli.talking import Talking
from turncoat.drawing.scene import Ready
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.boxes import Action, Boxes, typed
from turncoat.kernel.errors import BadSetup, NotYours, Refusal, Unreadable
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.lexicon import listed, meant, plain
from turncoat.kernel.phrase import leading, opening
from turncoat.kernel.promise import Fate
from turncoat.table.rulebook import find, look_up
from turncoat.table.standing_orders import typed_order
from turncoat.table.talk import would_break
from turncoat.table.talk_grammar import EVERYBODY, TalkGrammar

HOW_TO_SEAL = (
    "Press Enter or write yes to do it, no to choose again, or write another answer. "
    "An answer that ends with ! is done at once."
)
"""The note on how to seal a chosen answer."""

TO_SOMEBODY = ("tell", "ask", "promise", "agree", "refuse", "counter")
"""Commands with a name after them."""


YES_OR_NO = ("yes", "y", "no", "n")
"""Commands that can also be answers in some games, when no answer waits to be sealed."""


class Left(Exception):
    """The person has left the table."""


class Session(Talking):
    """A person who types at the terminal.

    Attributes:
        staged: A chosen answer that is not sealed yet.
        filling: An answer that is being filled in.
        knows: Whether the person was told how to seal.
    """

    def __init__(self, screen: Screen, rules: AnyRuleset, me: int, talk_grammar: TalkGrammar) -> None:
        super().__init__(screen, rules, me, talk_grammar)
        self.staged: Action | None = None
        self.filling: Filling | None = None
        self.knows = False
        screen.known = self._words

    # --- one decision -------------------------------------------------------------------------

    def _words(self, begun: str) -> Iterator[str]:
        """Words that may come next in a line: commands and answers, then names; or the values of a field."""
        boxes, word = self._open(), begun.split(" ", maxsplit=1)[0].casefold()
        if self.filling is not None:
            yield from (*self.filling.words, "undo")
            return
        people = [self.names.label("seat", seat) for seat in range(self.talk_grammar.seats) if seat != self.me]
        if " " not in begun:
            yield from (*map(typed, dict.fromkeys(box.action for box in boxes.boxes)), *COMMANDS)
        elif word in TO_SOMEBODY and ":" not in begun and not self._is_word_of_the_game(word, begun):
            yield from (*people, *EVERYBODY[:1])
        elif word in ("explain", "?", "neighbours", "neighbors"):
            yield from self._explaining().terms(places=word.startswith("neigh"))
            yield from () if word.startswith("neigh") else (one.title for one in self._ready().values())
        elif word == "always":
            yield from self._words(begun.partition(" ")[2])
        else:
            after = Grammar(boxes, self.names).after(begun.rpartition(" ")[0])
            yield from after or (*words_of(boxes, self.names), *people)

    def _one_line(self) -> None:
        """Read one line and carry it out; an error becomes one sentence."""
        said = self.screen.ask(self._prompt())
        if said is None:
            raise Left
        try:
            self._carry_out(said)
        except Refusal as refusal:
            self.screen.write(self._why_not(refusal, said) or refusal.sentence, "bad")
            self.screen.lines(example_of(refusal.about, self._open(), self.names))
            if self.staged is not None:
                self.screen.line(("You have still chosen: ", "dim"), (self._said(self.staged), "you"), (".", "dim"))

    def _why_not(self, refusal: Refusal, said: str) -> str:
        """The game's reason why something cannot be chosen; empty: it has none."""
        boxes = self._open().boxes if self.filling is None else self.filling.left
        alike = [box for box in boxes if self.filling is not None or box.tag == refusal.about]
        return self._explaining().why_not(alike, refusal.field, said)

    def _said(self, action: Action) -> str:
        return Grammar(self._open(), self.names).say(action)

    def _prompt(self) -> str:
        if self.filling is None:
            return "> " if self.staged is None else "seal it? > "
        listed, prompt = self.filling.prompt()
        if listed:
            self.screen.line((listed, "dim"))
        return prompt

    def _carry_out(self, said: str) -> None:
        """Carry out a line: a field of an answer, a command, talk, or an answer.

        Raises:
            Refusal: the line is none of these, or is not accepted.
        """
        if (view := self.view_if_begun()) is not None:
            self.talk_grammar.parts = game_of(self.rules.id).terminal.parts(view, self.names)
        if self.filling is None:
            self._do(said)
        elif said.casefold() in ("", "no", "undo"):
            self.filling = None
            self.screen.write("Forgotten.")
        else:
            self._fill(self.filling, said)

    def _fill(self, filling: Filling, said: str) -> None:
        """Give a field its value; if the text is not a value, try it as a command."""
        if said == "?":
            self._tell_rules(look_up(self.rules, filling.left[0].rule)[:1])
            filling.list_again()
            return
        try:
            filling.take(said)
        except Refusal as refusal:
            if said.casefold().partition(" ")[0] in ("?", *COMMANDS):
                self._do(said)
            elif not self._is_answer(said):
                raise refusal from None
            return
        if not filling.field:
            self.filling = None
            self._propose(filling.action())

    def _is_answer(self, said: str) -> bool:
        """Whether a line is a complete answer, which then replaces the one being filled in."""
        with suppress(Refusal):
            self._stage(said)
            return True
        return False

    @cached_property
    def alone(self) -> Mapping[str, Callable[[], None]]:
        """Carry out a command without further words, or an empty line."""
        return {
            **dict.fromkeys(("", "!", "seal", "yes", "y"), self._seal),
            **dict.fromkeys(("undo", "no", "n"), self._undo),
            **dict.fromkeys(("help", "?"), self._help),
            **dict.fromkeys(("quit", "exit"), self._quit),
            **dict.fromkeys(("agree", "refuse", "offers"), self._offers),
            "map": self._map_part,
            "menu": self._whole_menu,
            "board": self._board_part,
            "ledger": self._ledger,
            "log": self._log,
            "pledges": self._pledges,
            "always": self._always,
            "wait": self.wait,
        }

    @cached_property
    def with_more(self) -> Mapping[str, Callable[[str], None]]:
        """Carry out a command with further words."""
        return {
            **dict.fromkeys(("explain", "?"), self._explain),
            "say": self._say,
            "tell": self._whisper,
            "ask": self._ask,
            "promise": self._promise,
            "agree": self._agree,
            "refuse": self._refuse,
            "counter": self._counter,
            "rules": self._look_up,
            "board": self._board_part,
            "map": self._map_part,
            "always": self._order,
            **dict.fromkeys(("neighbours", "neighbors"), self._map),
        }

    def _do(self, said: str) -> None:
        """Carry out a command or talk, or choose an answer; an answer of the game comes first.

        Raises:
            Refusal: it is none of these, or is not accepted.
        """
        said = f"? {said[1:].strip()}".strip() if said.startswith("?") else said
        word, rest = (part.strip() for part in said.partition(" ")[::2])
        word = word.casefold()
        of_game = self._is_word_of_the_game(word, said)
        if not rest and word in self.alone and not (of_game and self.staged is None and word in YES_OR_NO):
            self.alone[word]()
        elif rest and word in self.with_more:
            self._talk_or_answer(said, word, partial(self.with_more[word], rest))
        elif word in self.with_more and not of_game:
            self.screen.write("Write more behind it:", "dim")
            self._tell_command(word)
        else:
            self._answer(said, word)

    def _answer(self, said: str, word: str) -> None:
        """Choose an answer; ``me`` means the player; a mistyped command is named in the refusal.

        Raises:
            Refusal: the line is not an answer.
        """
        try:
            self._stage(said)
        except Refusal as refusal:
            own = re.sub(r"\b(me|myself)\b", self.names.label("seat", self.me), said, flags=re.IGNORECASE)
            if own != said:
                self._stage(own)
            elif (refusal.field, refusal.about, refusal.sentence[-1]) == ("type", "", ".") and (
                why := self._why_none(said, word)
            ):
                raise Unreadable(why, field="type") from None
            else:
                raise

    def _why_none(self, said: str, word: str) -> str:
        """Why a line is not an answer: it is closed now, has too many words, or is mistyped; else empty."""
        if ready := meant(said, self._ready()):
            return f"There is no “{said}”; did you mean {ready}?"
        line = f"{plain(said)} "
        shut = [kind for kind in self.rules.actions if line.startswith(f"{leading(kind) or plain(typed(kind))} ")]
        if shut:
            return f"“{typed(shut[-1])}” is not possible now ({shut[-1].usual_rule}); {self._open().instead}."
        like = meant(word, COMMANDS) or next((one for one in COMMANDS if sorted(one) == sorted(word.casefold())), "")
        if like == word.casefold():
            return f"{like} takes nothing more; write {like} alone."
        return f"There is no “{word}”; did you mean {like}?" if like else ""

    def _talk_or_answer(self, said: str, word: str, talk: Callable[[], None]) -> None:
        """Read a line as an answer if the game has its first word, else as talk.

        Raises:
            Refusal: the line is neither; the sentence is the game's, if the game has the word.
        """
        try:
            self._answer(said, word)
        except Refusal as refusal:
            if not self._is_word_of_the_game(word, said) or self._is_addressed(said):
                talk()
            elif word == "say":
                raise Unreadable(f"{refusal.sentence} To talk, write tell all: WORDS.", field=refusal.field) from None
            else:
                self._talk_after_all(talk, refusal)

    def _is_word_of_the_game(self, word: str, said: str) -> bool:
        """Whether an open action begins with this word, or a line with all first words of another one."""
        boxes = self._open()
        shut = [f"{first_words(shut.action)} " for shut in boxes.closed]
        long = [f"{typed(kind)} " for kind in self.rules.actions if " " in typed(kind)]
        open_now = word in (opening(box.action) for box in boxes.boxes)
        return open_now or f"{said.casefold()} ".startswith((*shut, *long))

    def _is_addressed(self, said: str) -> bool:
        """Whether a line names somebody before a colon: ``ask freja: not attack``."""
        to, colon, _ = said.partition(" ")[2].partition(":")
        with suppress(Refusal):
            return bool(colon and self.talk_grammar.audience(to))
        return False

    def _talk_after_all(self, talk: Callable[[], None], refusal: Refusal) -> None:
        try:
            talk()
        except Refusal:
            raise refusal from None

    # --- answers ------------------------------------------------------------------------------

    def _stage(self, said: str) -> None:
        boxes = self._open()
        if not boxes:
            raise NotYours("You have nothing to answer now; write help to see what else you can do.")
        at_once = said.endswith("!")
        said = said.rstrip("!")
        if alike := begun(said, boxes):
            if len({box.action for box in alike}) > 1:
                self.screen.write(f"What begins with {said} can go on like this:", "dim")
                closed = tuple(shut for shut in boxes.closed if is_called(shut.action, said))
                self.screen.lines(menu(Boxes(*alike, closed=closed), self.names, set(), self._outlook))
                return
            self.filling, self.staged = Filling(boxes, alike, self.names), None
            if self.filling.field:
                self.screen.write("Write one part after the other; Enter alone drops the answer.", "dim")
                return
            action, self.filling = self.filling.action(), None
        elif ready := self._made_up(said):
            action = ready.action
        else:
            try:
                action = read(said, boxes, self.names)
            except Refusal:
                if not (alike := cut_short(said, boxes)):
                    raise
                self._stage(f"{first_words(alike[0].action)}{'!' if at_once else ''}")
                return
        self.knows |= at_once
        self._propose(action)
        if at_once:
            self._seal()

    def _made_up(self, said: str) -> Ready | None:
        """The prepared answer with this name, which may be shortened or without its article."""
        ready, name = self._ready(), plain(said)
        alike = [one for one in ready if name and one.removeprefix("the ").startswith(name.removeprefix("the "))]
        return ready.get(name) or (ready[alike[0]] if len(alike) == 1 else None)

    def _propose(self, action: Action) -> None:
        """Print what an answer would do, and wait for the person to seal it."""
        self.staged, self.filling = action, None
        when = when_words(beside=self.staged in self.beside(), at_once=self.at_once())
        for sentence in self._outlook(self.staged):
            self.screen.write(sentence, "dim")
        for sender, pledge, fate in self.pledged():
            if fate is Fate.OPEN and sender == self.me and would_break(self.rules, self.view(), pledge, action):
                self.screen.write(f"This breaks your promise: {self.talk_grammar.action_words(pledge)}.", "bad")
        self.screen.line(
            ("You will ", ""),
            (self._said(self.staged), "you"),
            (f" {when}. {'' if self.knows else HOW_TO_SEAL}".rstrip(), ""),
        )
        self.knows = True

    def _seal(self) -> None:
        if self.staged is None:
            self.screen.write("You have not chosen anything yet; menu shows what you may do.", "bad")
            return
        action, self.staged = self.staged, None
        self.hand_in(action)

    def _undo(self) -> None:
        if self.staged is None:
            self.take_back()
            return
        self.screen.write("Forgotten.")
        self.staged = None

    def _quit(self) -> None:
        raise Left

    # --- looking things up --------------------------------------------------------------------

    def _look_up(self, wanted: str) -> None:
        self._tell_rules(find(self.rules, wanted.split()))

    def _explain(self, name: str) -> None:
        """Say who somebody is, what something is, or what a command does."""
        parts = self.talk_grammar.parts
        for seat in range(self.talk_grammar.seats):
            label, plays = (
                self.names.label("seat", seat),
                listed([part for part, whose in parts.items() if whose == seat]),
            )
            if plain(name) in map(plain, (label, plays)):
                who = f"You are {label}" if seat == self.me else f"{label} is a player at this table"
                self.screen.write(f"{who}; the part: {plays}." if seat in parts.values() else f"{who}.")
                if plain(name) == plain(label):
                    self.screen.lines(((f"  {said}", ""),) for said in self._explaining().seen(label))
                    return
        ready = self._made_up(name)
        if ready is not None:
            self.screen.line((f"  {ready.title}: {ready.words}", ""))
        try:
            self.screen.lines(self._explaining().lines(name))
        except BadSetup:
            if ready is None and not self._tell_command(name):
                raise

    def _explaining(self) -> Explaining:
        return Explaining(self.rules, self._open(), self.names, self.view_if_begun())

    # --- standing orders ----------------------------------------------------------------------

    def _always(self) -> None:
        self.screen.lines(standing.listed(self.orders()))

    def _order(self, said: str) -> None:
        number, wanted = typed_order(said, self.orders(), self.key())
        self.order(self.orders()[number].question.key, wanted)
        self.screen.line(*standing.confirmed(number, self.orders()[number]))
