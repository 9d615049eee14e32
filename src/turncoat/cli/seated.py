"""What a person at the terminal sees of a game, at a table on this machine or on a server."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import SystemRandom

from msgspec import Struct

from turncoat.cli.guide import commands, map_of, menu
from turncoat.cli.screen import Screen, board_of, ledger_of
from turncoat.drawing.scene import Ready
from turncoat.drawing.terminal import Line
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import either, plain
from turncoat.kernel.promise import Fate, Pledge
from turncoat.table.rulebook import Rule
from turncoat.table.standing_orders import Order, Wanted
from turncoat.table.talk_grammar import TalkGrammar

HELP_WIDTH = 28
"""The width of the column of commands; after a longer command its description follows directly."""

SHORT = 12
"""A board with fewer lines than this is printed in full each time."""


class Seated(ABC):
    """A seat of a game, as the terminal shows it.

    Args:
        screen: Prints output and reads input.
        rules: The game.
        me: The seat of the person.
        talk_grammar: Reads the person's talk; knows all names.

    Attributes:
        events: The events that this seat has heard.
        told: The number of events that have been printed.
        last: The number of events when this seat last answered.
        exemplified: The kinds of answers for which an example was shown.
        hinted: The questions at which the terminal mentioned standing orders.
        shown: The table as it was printed last.
        answered: Whether the person has been told how to answer an offer.
    """

    def __init__(self, screen: Screen, rules: AnyRuleset, me: int, talk_grammar: TalkGrammar) -> None:
        self.screen, self.rules, self.me, self.talk_grammar = screen, rules, me, talk_grammar
        self.names = talk_grammar.names
        self.events: list[Event] = []
        self.told = self.last = 0
        self.exemplified, self.hinted = set[type[Action]](), set[str]()
        self.shown: list[Line] = []
        self.answered = False

    # --- whoever keeps the table --------------------------------------------------------------

    @abstractmethod
    def view(self) -> Struct:
        """The game as the seat may see it."""

    @abstractmethod
    def boxes(self) -> Boxes[Action]:
        """What the seat may answer."""

    @abstractmethod
    def beside(self) -> Boxes[Action]:
        """The seat's optional actions."""

    @abstractmethod
    def question(self) -> str:
        """What the seat is asked."""

    @abstractmethod
    def at_once(self) -> bool:
        """Whether an answer takes effect at once."""

    @abstractmethod
    def pledged(self) -> Iterable[tuple[int, Pledge, Fate]]:
        """The promises that this seat has heard: who promised, what, and what became of it."""

    @abstractmethod
    def hand_in(self, action: Action) -> None:
        """Seal an answer, or take an optional action.

        Raises:
            Refusal: it is not accepted; nothing has changed.
        """

    @abstractmethod
    def take_back(self) -> None:
        """Withdraw the sealed answer, if that is possible."""

    @abstractmethod
    def key(self) -> str:
        """The key of the question that the seat is asked; empty: it is asked nothing."""

    @abstractmethod
    def orders(self) -> tuple[Order, ...]:
        """Every repeated question, with the seat's standing order for it."""

    @abstractmethod
    def order(self, key: str, wanted: Wanted) -> None:
        """Leave a standing order for a question, or cancel it.

        Raises:
            Refusal: this question takes no standing order.
        """

    @abstractmethod
    def wait(self) -> None:
        """Let another seat answer, if one answer is enough."""

    def view_if_begun(self) -> Struct | None:
        """The game as the seat may see it; None before it has begun."""
        with suppress(Refusal):
            return self.view()
        return None

    def _open(self) -> Boxes[Action]:
        own, beside = self.boxes(), self.beside()
        return Boxes(*own.boxes, *beside.boxes, closed=(*own.closed, *beside.closed))

    # --- what is shown ------------------------------------------------------------------------

    def _tell_of(self, events: Sequence[Event]) -> None:
        for event in game_of(self.rules.id).terminal.told(events):
            self.screen.told(event.say(self.names), event.rule, getattr(event, "tone", None) or "")

    def _log(self) -> None:
        """Print what has happened since this seat last answered."""
        new = self.events[self.last :]
        self._tell_of(new)
        if not new:
            self.screen.write("Nothing has happened since your last answer; write ledger to see all rounds.", "dim")

    def _verdict(self, winners: Sequence[int]) -> None:
        self.screen.rule("The game is over")
        self._board()
        self._ledger()
        if not winners:
            self.screen.write("Nobody wins.", "bad")
        elif self.me in winners:
            self.screen.write("You win." if len(winners) == 1 else "You share the victory.", "good")
        else:
            who = " and ".join(self.talk_grammar.name(seat) for seat in winners)
            self.screen.write(f"You lose; {who} {'wins' if len(winners) == 1 else 'share the victory'}.", "bad")

    def _help(self) -> None:
        for command, meaning in commands(self.rules, self._open(), self.talk_grammar):
            self._command_line(command, meaning)

    def _tell_command(self, word: str) -> bool:
        """Explain a command; returns False if no command begins with this word."""
        every = commands(self.rules, self._open(), self.talk_grammar)
        found = [(said, does) for said, does in every if word.casefold() in re.findall(r"(?:^|, )([a-z]+)", said)]
        for said, does in found:
            self._command_line(said, does)
        return bool(found)

    def _command_line(self, command: str, meaning: str) -> None:
        if len(command) > HELP_WIDTH:
            self.screen.line((f"  {command}", "you"))
            command = ""
        self.screen.line((f"  {command.ljust(HELP_WIDTH)}", "you"), (f"  {meaning}", ""), hang=HELP_WIDTH + 4)

    def _whole_menu(self) -> None:
        self.exemplified.clear()
        self.hinted.clear()
        self._menu(folded=False)

    def _menu(self, *, folded: bool = True) -> None:
        for one in self._ready().values():
            self.screen.line((f"  {one.title.casefold()}", "you"), (f"   {one.words}", ""))
        self.screen.lines(menu(self._open(), self.names, self.exemplified, self._outlook, folded=folded))
        asked = next((one for one in self.orders() if one.question.key == self.key()), None)
        if asked is not None and asked.question.key not in self.hinted:
            self.hinted.add(asked.question.key)
            self.screen.line((f"  {either(asked.ways())}", "you"), (": you are not asked this again", "dim"))

    def _outlook(self, action: Action) -> tuple[str, ...]:
        """What an answer would come to, and cost, as the pages say it."""
        board = game_of(self.rules.id).board
        return board.outlook(self.view(), action, self.names) if board is not None else ()

    def _ready(self) -> dict[str, Ready]:
        """Prepared answers by the words to type for them; and a random one."""
        board, boxes = game_of(self.rules.id).board, self.boxes()
        ready = board.ready(self.view(), self.names) if board is not None and boxes else ()
        found = [one for one in ready if one.action in boxes]
        if found:
            lot = boxes.nth(SystemRandom().randrange(boxes.count))
            found.append(Ready("By lot", "A random character.", lot))
        return {plain(one.title): one for one in found}

    def _board(self) -> None:
        view = self.view()
        self.shown = board_of(self.rules, view, self.names)
        self.screen.lines(self.shown)

    def _table(self) -> None:
        """Print the table under its title, or only what is new."""
        self.screen.rule(self.rules.title)
        self._news()

    def _news(self) -> None:
        """The table; if only a few lines changed since it was shown, only these, unless it is a drawn board."""
        before, view = self.shown, self.view()
        now = board_of(self.rules, view, self.names)
        new = [line for line in now if line not in before]
        drawn = any("│" in text for line in new for text, _ in line)
        if drawn or len(now) < SHORT or len(new) > len(now) // 4:
            self._board()
            return
        self.shown = now
        self.screen.lines(new)
        self.screen.write("Nothing else at the table has changed; write board to see the whole table.", "dim")

    def _board_part(self, number: str = "1") -> None:
        self.shown = board_of(self.rules, self.view(), self.names)
        self.screen.part(self.shown, number, "board")

    def _map_part(self, number: str = "1") -> None:
        self.screen.part(map_of(self.rules, self.view(), self.names, "", self.screen.wide), number, "map")

    def _map(self, name: str) -> None:
        self.screen.lines(map_of(self.rules, self.view(), self.names, name, self.screen.wide))

    def _ledger(self) -> None:
        self.screen.lines(ledger_of(self.rules, self.events, self.names))

    def _pledges(self) -> None:
        shown = list(self.pledged())
        if not shown:
            self.screen.write("Nobody has promised you anything, and you have promised nothing.", "dim")
        roles = {Fate.KEPT: "good", Fate.BROKEN: "bad", Fate.OPEN: "dim", Fate.VOID: "dim"}
        for sender, pledge, fate in shown:
            who, action = self.talk_grammar.name(sender), self.talk_grammar.action_words(pledge)
            self.screen.line((f"  {who}: {action}  ", ""), (fate.value, roles[fate]))

    def _tell_rules(self, found: Iterable[Rule]) -> None:
        for rule in found:
            self.screen.line((f"{rule.number}  ", "title"), (rule.text.replace("*", ""), ""))
