"""A person at the terminal plays against bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from turncoat.bots.match import Match
from turncoat.cli.guide import COMMANDS, commands, map_of, words_of
from turncoat.cli.rulebook import about, find
from turncoat.cli.screen import Screen, board_of, ledger_of, typed_as
from turncoat.drawing.terminal import Line
from turncoat.games import game_of
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes, typed
from turncoat.kernel.errors import Refusal, Unreadable
from turncoat.kernel.events import Event
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.phrase import opening
from turncoat.kernel.promise import Answer, Fate, Say
from turncoat.table.table import audible
from turncoat.table.table_events import Judgement
from turncoat.table.table_view import takes_effect_at_once
from turncoat.table.talk_grammar import TalkGrammar, split

HELP_WIDTH = 28
"""Signs before what a command does; a longer one has it right behind."""

HOW_TO_SEAL = "Enter or yes to do it, no to think again, or write another answer."
"""What is said of an answer that waits to be sealed."""

SHORT = 12
"""A table of fewer lines is shown anew each time."""

YES, NO = "Agreed.", "No."
"""What is said with ``agree`` and ``refuse``."""


class Left(Exception):
    """The person has left the table."""


class Session:
    """One game at the terminal."""

    def __init__(self, screen: Screen, me: int, talk_grammar: TalkGrammar) -> None:
        self.screen, self.me, self.talk_grammar, self.names = screen, me, talk_grammar, talk_grammar.names
        self.events: list[Event] = []
        self.told = self.read = self.last = 0
        self.judged: set[int] = set()
        self.staged: Action | None = None
        self.shown: list[Line] = []
        screen.known = self._words

    def hear(self, event: Event) -> None:
        """Something happened that this seat learns of."""
        self.events.append(event)

    def play(self, match: Match, *, later: bool = False) -> None:
        """Play to the end.

        Args:
            match: The game with its bots; its ``ear`` is this session's ``hear``.
            later: What has happened so far is known.

        Raises:
            Left: the person has had enough, or the input has ended.
        """
        self.match, self.rules = match, match.rules
        if later:
            self.told = self.last = len(self.events)
            self.read = len(match.messages)
            self.judged = {id(one) for one in match.pledges if one.state.fate is not Fate.OPEN}
        while not play.over(match.game):
            self._one_decision()
        self._tell()
        self.screen.rule("The game is over")
        self._board()
        self.screen.lines(ledger_of(self.rules, self.events, self.names))
        self._verdict()

    def _verdict(self) -> None:
        winners = self.rules.winners(self.match.game)
        if not winners:
            self.screen.write("Nobody wins.", "bad")
        elif self.me in winners:
            self.screen.write("You win." if len(winners) == 1 else "You share the victory.", "good")
        else:
            who = " and ".join(self.talk_grammar.name(seat) for seat in winners)
            self.screen.write(f"You lose; {who} {'wins' if len(winners) == 1 else 'share the victory'}.", "bad")

    # --- one decision -------------------------------------------------------------------------

    def _one_decision(self) -> None:
        match = self.match
        now = play.pending(match.game)
        self._tell()
        if self.me not in play.asked(match.game):
            match.step()
            self._talk()
            return
        self.talk_grammar.learn(self._open())
        self._bots_think(answering=not self._first_come())
        self._tell()
        self.screen.rule(self.rules.title)
        self._news()
        self._talk()
        self.screen.write(self._question(), "title")
        self._menu()
        while play.pending(match.game) is now:
            self._one_line()
            if play.pending(match.game) is now and not play.waiting(match.game):
                match.close()

    def _words(self, begun: str) -> Iterator[str]:
        """What may come next in a line that has been begun: commands and answers, then names."""
        boxes = self._open()
        if " " not in begun.strip():
            yield from (*map(typed, dict.fromkeys(box.action for box in boxes.boxes)), *COMMANDS)
        yield from words_of(boxes, self.names)
        yield from (self.names.label("seat", seat) for seat in range(self.talk_grammar.seats))

    def _first_come(self) -> bool:
        """Whether the first who answers decides for all who are asked: then bots leave the first word to people."""
        step = play.decision(self.match.game)
        return step is not None and step.first

    def _bots_think(self, *, answering: bool = True) -> None:
        self.match.confer()
        self.match.act()
        if answering:
            self.match.answer(again=True)

    def _wait(self) -> None:
        """Let somebody else answer where one answer is enough."""
        if not self._first_come() or len(play.asked(self.match.game)) == 1:
            self.screen.write("Nobody else can answer for you.", "bad")
            return
        self.last = len(self.events)
        self.match.answer()

    def _question(self) -> str:
        step = play.decision(self.match.game)
        return self.rules.question(step.key) if step else ""

    def _open(self) -> Boxes[Action]:
        game = self.match.game
        own, beside = play.boxes(game, self.me), play.beside(game, self.me)
        return Boxes(*own.boxes, *beside.boxes, closed=(*own.closed, *beside.closed))

    def _one_line(self) -> None:
        """Read one command and carry it out; whatever is wrong with it is one sentence."""
        said = self.screen.ask("> " if self.staged is None else "seal it? > ")
        if said is None:
            raise Left
        try:
            self._carry_out(said)
        except Refusal as refusal:
            self.screen.write(refusal.sentence, "bad")

    def _carry_out(self, said: str) -> None:
        word, _, rest = said.partition(" ")
        alone: dict[str, Callable[[], None]] = {
            "": self._seal,
            "seal": self._seal,
            "undo": self._undo,
            "help": self._help,
            "?": self._help,
            "map": lambda: self.screen.lines(self._map()),
            "menu": self._menu,
            "board": self._board,
            "ledger": self._ledger,
            "log": self._log,
            "pledges": self._pledges,
            "wait": self._wait,
            "quit": self._quit,
            "exit": self._quit,
        }
        with_more: dict[str, Callable[[str], None]] = {
            "say": self._say,
            "tell": self._whisper,
            "ask": lambda text: self._speak(self.talk_grammar.request(text)),
            "promise": lambda text: self._speak(self.talk_grammar.promise(text)),
            "agree": partial(self._reply, Answer.AGREE),
            "refuse": partial(self._reply, Answer.NO),
            "counter": partial(self._reply, Answer.COUNTER),
            "rules": self._look_up,
            "explain": self._explain,
            "?": self._explain,
            "neighbours": lambda name: self.screen.lines(self._map(name)),
        }
        if self.staged is not None:
            alone |= dict.fromkeys(("yes", "y"), self._seal) | dict.fromkeys(("no", "n"), self._undo)
        elif word.casefold() in ("yes", "y") and not self._is_word_of_the_game(word.casefold(), said):
            alone[said.casefold()] = self._seal
        if not rest and word.casefold() in alone:
            alone[word.casefold()]()
        elif rest and word.casefold() in with_more:
            self._talk_or_answer(said, word.casefold(), partial(with_more[word.casefold()], rest.strip()))
        else:
            self._stage(said)

    def _talk_or_answer(self, said: str, word: str, talk: Callable[[], None]) -> None:
        """What begins like a command is an answer first, where the game has that word; a near miss is none of talk.

        Raises:
            Refusal: it is neither; the sentence is the game's, if the game has the word.
        """
        try:
            self._stage(said)
        except Refusal as refusal:
            if not self._is_word_of_the_game(word, said):
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

    def _talk_after_all(self, talk: Callable[[], None], refusal: Refusal) -> None:
        try:
            talk()
        except Refusal:
            raise refusal from None

    # --- answers ------------------------------------------------------------------------------

    def _stage(self, said: str) -> None:
        boxes = self._open()
        grammar = Grammar(boxes, self.names)
        self.staged = grammar.read(said)
        beside = self.staged in play.beside(self.match.game, self.me)
        when = "when the seals are broken"
        if beside or takes_effect_at_once(self.rules, self.match.game):
            when = (
                "at once; everybody sees it, and you cannot take it back"
                if beside
                else "at once; you cannot take it back"
            )
        for sentence in self._outlook(self.staged):
            self.screen.write(sentence, "dim")
        self.screen.line(("You will ", ""), (grammar.say(self.staged), "you"), (f" {when}. {HOW_TO_SEAL}", ""))

    def _outlook(self, action: Action) -> tuple[str, ...]:
        """What an answer would come to, and cost, as the pages say it."""
        board = game_of(self.rules.id).board
        return board.outlook(self.rules.view(self.match.game, self.me), action, self.names) if board is not None else ()

    def _seal(self) -> None:
        if self.staged is None:
            self.screen.write("You have not chosen anything yet; menu shows what you may do.", "bad")
            return
        action, self.staged = self.staged, None
        now, before = play.pending(self.match.game), self.last
        self.last = len(self.events)
        try:
            self.match.submit(self.me, action)
        except Refusal:
            self.last = before
            raise
        if play.pending(self.match.game) is now:
            self._tell()
            self._after_words()

    def _undo(self) -> None:
        self.screen.write("Forgotten." if self.staged is not None else "There is nothing to take back.")
        self.staged = None

    def _quit(self) -> None:
        raise Left

    # --- talk ---------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self._speak(Say((), text))

    def _whisper(self, text: str) -> None:
        to, words = split(text, "tell NAME, NAME: WORDS")
        self._speak(Say(self.talk_grammar.audience(to), words))

    def _reply(self, answer: Answer, text: str) -> None:
        """Answer what somebody has asked for last."""
        said = Say((), YES if answer is Answer.AGREE else NO)
        if answer is Answer.COUNTER:
            said = self.talk_grammar.request(text, "counter NAME: what you wish [in return for: what you would do]")
        seat = said.to[0] if said.to else self.talk_grammar.seat(text)
        self._speak(replace(said, to=(), about=self._asked_by(seat), answer=answer))

    def _asked_by(self, seat: int) -> int:
        """The number of the last offer that somebody has made to this seat."""
        if asked := self.match.asked(seat, self.me):
            return asked[-1]
        raise Unreadable(f"{self.talk_grammar.name(seat)} has not asked you for anything.", field="to")

    def _speak(self, said: Say) -> None:
        self.match.say(self.me, said)
        self._after_words()

    def _after_words(self) -> None:
        """Let the bots answer, and change their minds."""
        now = play.pending(self.match.game)
        self._bots_think(answering=not self._first_come())
        self._talk()
        if play.pending(self.match.game) is now:
            self._tell()

    # --- what is shown ------------------------------------------------------------------------

    def _tell(self) -> None:
        """Everything that has happened since, line by line, each with its rule."""
        while self.told < len(self.events):
            event = self.events[self.told]
            self.told += 1
            self.screen.told(event.say(self.names), event.rule)
        for pledged in self.match.pledges:
            pledge, fate = pledged.state.pledge, pledged.state.fate
            if fate is not Fate.OPEN and pledged.heard_by(self.me) and id(pledged) not in self.judged:
                self.judged.add(id(pledged))
                self.screen.write(
                    Judgement(pledged.sender, fate, self.talk_grammar.action_words(pledge)).say(self.names)
                )

    def _talk(self) -> None:
        """Everything that was said to this seat since."""
        for message in self.match.messages[self.read :]:
            if audible(message, self.me):
                self.screen.write(self.talk_grammar.sentence(message), "talk")
        self.read = len(self.match.messages)

    def _help(self) -> None:
        for command, meaning in commands(self.rules, self._open(), self.talk_grammar):
            self.screen.line((f"  {command.ljust(HELP_WIDTH)}", "you"), (f"  {meaning}", ""))

    def _menu(self) -> None:
        boxes = self._open()
        for kind in dict.fromkeys(box.action for box in boxes.boxes):
            alike = [box for box in boxes.boxes if box.action is kind]
            self.screen.line((f"  {typed_as(alike, self.names)}", "you"), (f"  {alike[0].rule}", "rule"))
            if len(alike[0].fields) > 1:
                example = Grammar(boxes, self.names).write(alike[0].nth(alike[0].count() // 2)).casefold()
                self.screen.line((f"    for example: {example}", "dim"))
        for shut in boxes.closed:
            self.screen.line((f"  {shut.why}.", "dim"), (f"  {shut.rule}", "rule"))

    def _board(self) -> None:
        view = self.rules.view(self.match.game, self.me)
        self.shown = board_of(self.rules, view, self.names)
        self.screen.lines(self.shown)

    def _news(self) -> None:
        """The table; where little of it has changed since it was shown, that alone."""
        before, view = self.shown, self.rules.view(self.match.game, self.me)
        now = board_of(self.rules, view, self.names)
        new = [line for line in now if line not in before]
        if len(now) < SHORT or len(new) > len(now) // 4:
            self._board()
            return
        self.shown = now
        self.screen.lines(new)
        self.screen.write("The rest of the table is as it was; board shows it.", "dim")

    def _map(self, name: str = "") -> list[Line]:
        return map_of(self.rules, self.rules.view(self.match.game, self.me), self.names, name)

    def _ledger(self) -> None:
        self.screen.lines(ledger_of(self.rules, self.events, self.names))

    def _log(self) -> None:
        for event in self.events[self.last :]:
            self.screen.told(event.say(self.names), event.rule)

    def _pledges(self) -> None:
        shown = [pledge for pledge in self.match.pledges if pledge.heard_by(self.me)]
        if not shown:
            self.screen.write("Nobody has promised you anything, and you have promised nothing.", "dim")
        roles = {Fate.KEPT: "good", Fate.BROKEN: "bad", Fate.OPEN: "dim", Fate.VOID: "dim"}
        for pledged in shown:
            who, action = self.talk_grammar.name(pledged.sender), self.talk_grammar.action_words(pledged.state.pledge)
            self.screen.line((f"  {who}: {action}  ", ""), (pledged.state.fate.value, roles[pledged.state.fate]))

    def _look_up(self, wanted: str) -> None:
        for rule in find(self.rules, wanted.split()):
            self.screen.line((f"{rule.number}  ", "title"), (rule.text.replace("*", ""), ""))

    def _explain(self, name: str) -> None:
        """What the rulebook says of a card, a trick, a place or whatever has a name."""
        for rule in about(self.rules, name):
            self.screen.line((f"{rule.number}  ", "title"), (rule.text.replace("*", ""), ""))
