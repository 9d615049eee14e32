"""A person at the terminal, at a local table or a live one: what can be typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from turncoat.cli import standing
from turncoat.cli.filling import Filling, begun, read
from turncoat.cli.guide import COMMANDS, example_of, explained, when_words, words_of
from turncoat.cli.rulebook import find, look_up
from turncoat.cli.screen import Screen
from turncoat.cli.seated import Seated
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.boxes import Action, typed
from turncoat.kernel.errors import BadSetup, NotYours, Refusal, Unreadable
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.lexicon import meant, plain
from turncoat.kernel.phrase import leading, opening
from turncoat.kernel.promise import Answer, Message, Say
from turncoat.table.talk_grammar import EVERYBODY, TalkGrammar, split

HOW_TO_SEAL = (
    "Press Enter or write yes to do it, no to choose again, or write another answer. "
    "An answer that ends with ! is done at once."
)
"""The notice about an answer that waits to be sealed."""

YES, NO = "Agreed.", "No."
"""The message that goes with ``agree`` and ``refuse``."""


TO_SOMEBODY = ("tell", "ask", "promise", "agree", "refuse", "counter")
"""Commands that are followed by a name."""


class Left(Exception):
    """The person has left the table."""


class Session(Seated):
    """A person who types at the terminal.

    Attributes:
        staged: An answer that waits to be sealed.
        filling: An answer that is put together field by field.
        knows: Whether the person has been told how to seal.
        answered: Whether the person has been told how to answer an offer.
    """

    def __init__(self, screen: Screen, rules: AnyRuleset, me: int, talk_grammar: TalkGrammar) -> None:
        super().__init__(screen, rules, me, talk_grammar)
        self.staged: Action | None = None
        self.filling: Filling | None = None
        self.knows = self.answered = False
        screen.known = self._words

    # --- one decision -------------------------------------------------------------------------

    def _words(self, begun: str) -> Iterator[str]:
        """What may come next in a line that has been begun: commands and answers, then names."""
        boxes, word = self._open(), begun.split(" ", maxsplit=1)[0].casefold()
        people = [self.names.label("seat", seat) for seat in range(self.talk_grammar.seats) if seat != self.me]
        if " " not in begun:
            yield from (*map(typed, dict.fromkeys(box.action for box in boxes.boxes)), *COMMANDS)
        elif word in TO_SOMEBODY and ":" not in begun and not self._is_word_of_the_game(word, begun):
            yield from (*people, *EVERYBODY[:1])
        else:
            after = Grammar(boxes, self.names).after(begun.rpartition(" ")[0])
            yield from after or (*words_of(boxes, self.names), *people)

    def _one_line(self) -> None:
        """Read one command and carry it out; whatever is wrong with it is one sentence."""
        said = self.screen.ask(self._prompt())
        if said is None:
            raise Left
        try:
            self._carry_out(said)
        except Refusal as refusal:
            self.screen.write(refusal.sentence, "bad")
            self.screen.lines(example_of(refusal.about, self._open(), self.names))

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
            Refusal: it is none of these, or is not accepted.
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
        """Give a field its value; what is none can be a command."""
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
        """Whether a line is a whole answer, which is then chosen instead of what is being filled in."""
        with suppress(Refusal):
            self._stage(said)
            return True
        return False

    def _do(self, said: str) -> None:
        said = f"? {said[1:].strip()}".strip() if said.startswith("?") else said
        word, _, rest = said.partition(" ")

        def explain(name: str) -> None:
            try:
                self.screen.lines(explained(self.rules, self._open(), self.names, self.view_if_begun(), name))
            except BadSetup:
                if not self._tell_command(name):
                    raise

        alone: dict[str, Callable[[], None]] = {
            "": self._seal,
            "seal": self._seal,
            "!": self._seal,
            "yes": self._seal,
            "y": self._seal,
            "undo": self._undo,
            "no": self._undo,
            "n": self._undo,
            "help": self._help,
            "?": self._help,
            "map": lambda: self.screen.lines(self._map()),
            "menu": self._whole_menu,
            "board": self._board,
            "ledger": self._ledger,
            "log": self._log,
            "pledges": self._pledges,
            "always": self._always,
            "wait": self.wait,
            "quit": self._quit,
            "exit": self._quit,
        }
        with_more: dict[str, Callable[[str], None]] = {
            "say": self._say,
            "tell": self._whisper,
            "ask": lambda text: self.speak(self.talk_grammar.request(text)),
            "promise": lambda text: self.speak(self.talk_grammar.promise(text)),
            "agree": partial(self._reply, Answer.AGREE),
            "refuse": partial(self._reply, Answer.NO),
            "counter": partial(self._reply, Answer.COUNTER),
            "rules": lambda wanted: self._tell_rules(find(self.rules, wanted.split())),
            "explain": explain,
            "?": explain,
            "always": self._order,
            "neighbours": lambda name: self.screen.lines(self._map(name)),
        }
        if (
            self.staged is None
            and word.casefold() in ("yes", "y", "no", "n")
            and self._is_word_of_the_game(word.casefold(), said)
        ):
            del alone[word.casefold()]
        if not rest and word.casefold() in alone:
            alone[word.casefold()]()
        elif not rest and word.casefold() in with_more and not self._is_word_of_the_game(word.casefold(), said):
            self.screen.write("Write more behind it:", "dim")
            self._tell_command(word)
        elif rest and word.casefold() in with_more:
            self._talk_or_answer(said, word.casefold(), partial(with_more[word.casefold()], rest.strip()))
        else:
            self._answer(said, word)

    def _answer(self, said: str, word: str) -> None:
        """Choose an answer; ``me`` is the own name there, and a command that was mistyped is named.

        Raises:
            Refusal: it is none.
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
        """Why a line is no answer, if it is one of another time, a command with too much, or mistyped; else nothing."""
        if ready := meant(said, self._ready()):
            return f"There is no “{said}”; did you mean {ready}?"
        line = f"{plain(said)} "
        shut = [kind for kind in self.rules.actions if line.startswith(f"{leading(kind) or plain(typed(kind))} ")]
        if shut:
            return f"You cannot {typed(shut[-1])} now ({shut[-1].usual_rule}); {self._open().instead}."
        like = meant(word, COMMANDS)
        if like == word.casefold():
            return f"Nothing stands behind {like}; write {like} alone."
        return f"There is no “{word}”; did you mean {like}?" if like else ""

    def _talk_or_answer(self, said: str, word: str, talk: Callable[[], None]) -> None:
        """What begins like a command is an answer first, where the game has that word; a near miss is none of talk.

        Raises:
            Refusal: it is neither; the sentence is the game's, if the game has the word.
        """
        try:
            self._stage(said)
        except Refusal as refusal:
            if not self._is_word_of_the_game(word, said) or self._is_addressed(said):
                talk()
            elif word == "say":
                raise Unreadable(f"{refusal.sentence} To talk, write tell all: WORDS.", field=refusal.field) from None
            else:
                self._talk_after_all(talk, refusal)

    def _is_word_of_the_game(self, word: str, said: str) -> bool:
        """Whether what is open, or closed for a reason, begins with this word, or another action with several words."""
        boxes = self._open()
        kinds = [*(box.action for box in boxes.boxes), *(shut.action for shut in boxes.closed)]
        long = [f"{typed(kind)} " for kind in self.rules.actions if " " in typed(kind)]
        return word in map(opening, kinds) or said.casefold().startswith(tuple(long))

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
        made_up = self._ready().get(plain(said))
        if alike := begun(said, boxes):
            self.filling, self.staged = Filling(boxes, alike, self.names), None
            if self.filling.field:
                self.screen.write("Write one part after the other; Enter alone drops the answer.", "dim")
                return
            self.filling = None
        self.knows |= at_once
        self._propose(read(said, boxes, self.names) if made_up is None else made_up.action)
        if at_once:
            self._seal()

    def _propose(self, action: Action) -> None:
        """Say what an answer would do, and wait for it to be sealed."""
        self.staged, self.filling = action, None
        when = when_words(beside=self.staged in self.beside(), at_once=self.at_once())
        for sentence in self._outlook(self.staged):
            self.screen.write(sentence, "dim")
        self.screen.line(
            ("You will ", ""),
            (Grammar(self._open(), self.names).say(self.staged), "you"),
            (f" {when}. {'' if self.knows else HOW_TO_SEAL}".rstrip(), ""),
        )
        self.knows = True

    def _outlook(self, action: Action) -> tuple[str, ...]:
        """What an answer would come to, and cost, as the pages say it."""
        board = game_of(self.rules.id).board
        return board.outlook(self.view(), action, self.names) if board is not None else ()

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

    # --- standing orders ----------------------------------------------------------------------

    def _always(self) -> None:
        self.screen.lines(standing.listed(self.orders()))

    def _order(self, said: str) -> None:
        number, wanted = standing.read(said, self.orders(), self.key())
        self.order(self.orders()[number].question.key, wanted)
        self.screen.line(*standing.confirmed(number, self.orders()[number]))

    # --- talk ---------------------------------------------------------------------------------

    def _hear_said(self, message: Message, *, waits: bool) -> None:
        """Print what somebody says; how to answer an offer is told with the first one."""
        self.screen.write(self.talk_grammar.sentence(message), "talk")
        request, who = message.said.request, self.talk_grammar.name(message.sender).casefold()
        if waits and request is not None and request.who == self.me and not self.answered:
            self.answered = True
            self.screen.write(f"To answer: agree {who}, refuse {who}, or counter {who}: WHAT YOU WISH.", "dim")

    def _say(self, text: str) -> None:
        self.speak(Say((), text))

    def _whisper(self, text: str) -> None:
        to, words = split(text, "tell NAME, NAME: WORDS")
        self.speak(Say(self.talk_grammar.audience(to), words))

    def _reply(self, answer: Answer, text: str) -> None:
        """Answer what somebody has asked for last."""
        said = Say((), YES if answer is Answer.AGREE else NO)
        if answer is Answer.COUNTER:
            said = self.talk_grammar.request(text, "counter NAME: what you wish [in return for: what you would do]")
        seat = said.to[0] if said.to else self.talk_grammar.seat(text)
        self.speak(replace(said, to=(), about=self._asked_by(seat), answer=answer))

    def _asked_by(self, seat: int) -> int:
        """The number of the last offer that somebody has made to this seat."""
        if asked := self.offers_of(seat):
            return asked[-1]
        raise Unreadable(f"{self.talk_grammar.name(seat)} has not asked you for anything.", field="to")
