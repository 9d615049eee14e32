"""Carries out one order in a mail, and makes the sentence about it in the reply."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed, OutOfDate, Refusal
from turncoat.kernel.promise import Answer, Say
from turncoat.kernel.standing_order import write_like
from turncoat.server import correspondence, table_actions
from turncoat.server.at_seat import acting
from turncoat.server.auth import Caller
from turncoat.server.mail import turn_text
from turncoat.server.mail.kept_mails import Said
from turncoat.server.mail.letter import Paragraph
from turncoat.server.mail.plan import Kind, Order
from turncoat.server.mail.seat_words import offers_of, standing_order, standing_orders, talk_of
from turncoat.server.services import Services
from turncoat.table.pledge_words import split
from turncoat.table.standing_orders import ALWAYS, ASK_ME
from turncoat.table.table import Table
from turncoat.table.table_view import takes_effect_at_once

LEAVE = "leave for good"
"""Orders that the server carries out only after the player has confirmed them in a second mail."""

ASKED_BACK = f"To leave your seat for good, answer this mail with: {LEAVE}. A bot plays on then, and you cannot return."
"""The question in the reply to the first mail."""

TOLD = 12
"""The most events in a reply."""


class Writer:
    """A player who plays a seat by mail.

    Args:
        services: The server.
        caller: The player, with the player's keys.
        table_id: The table.
        seat: The seat.
        request: The number of the question to which the mail is an answer.
        moment: Puts a time into words, in the player's time zone.
        confirmed: Whether the mail confirms an order about which the server has asked.
    """

    def __init__(
        self,
        services: Services,
        caller: Caller,
        table_id: str,
        seat: int,
        request: int,
        moment: Callable[[int], str],
        *,
        confirmed: bool = False,
    ) -> None:
        self.services, self.caller, self.table_id, self.seat = services, caller, table_id, seat
        self.request, self.moment, self.confirmed = request, moment, confirmed
        self.names = caller.names(table_id, seat)

    async def table(self) -> Table:
        """The present table."""
        return await self.services.keeper.table(self.table_id)

    async def take_back_seat(self) -> None:
        """Take the seat back from a bot that stands in for the player.

        Raises:
            Refusal: the seat does not belong to the player any more.
        """
        await acting(self.services, self.caller, self.table_id, self.seat)

    async def do(self, order: Order) -> Said:
        """Carry out an order and return a sentence on the result; a refused order changes nothing."""
        try:
            text = await self._do(order)
        except OutOfDate:
            text = "That question is closed; a newer mail asks the next one."
            return Said(False, f"NOT TAKEN: {order.text}. {text}", order.text)
        except Refusal as refusal:
            rule = f" ({refusal.rule})" if refusal.rule and refusal.rule not in refusal.sentence else ""
            return Said(False, f"NOT TAKEN: {order.text}. {refusal.sentence}{rule}", order.text)
        return Said(text != ASKED_BACK, text, order.text)

    async def _do(self, order: Order) -> str:
        services, table_id, seat = self.services, self.table_id, self.seat
        match order.kind:
            case Kind.ANSWER:
                return await self._answer(order.text)
            case Kind.BESIDE:
                await table_actions.answer_text(services, table_id, seat, None, order.text)
                return f"DONE AT ONCE: {order.text}."
            case Kind.TALK:
                return await self._talk(order.text)
            case Kind.STANDING:
                return await self._stand(order.text)
            case Kind.MAIL:
                return await self._about_mail(order.text)
            case Kind.SHOW:
                return ""
            case _:
                if order.text.casefold() == LEAVE and not self.confirmed:
                    return ASKED_BACK
                done = await correspondence.carry_out(services, self.caller, table_id, seat, order.text)
                return f"{order.text}: {done}"

    async def _answer(self, text: str) -> str:
        table = await self.table()
        at_once = table.game is not None and takes_effect_at_once(table.rules, table.game)
        due = table.state.due
        receipt = await table_actions.answer_text(self.services, self.table_id, self.seat, self.request, text)
        until = f" until {self.moment(due)}" if due is not None else " until everybody has answered"
        sealed = "It took effect at once." if at_once else f"Sealed{until}. Write again to change it, or: withdraw."
        return f"TAKEN: {text}. {sealed} Your receipt: salt {receipt.salt}, digest {receipt.digest}."

    async def _stand(self, text: str) -> str:
        table = await self.table()
        number, want = standing_order(table, self.seat, text)
        asked, write = standing_orders(table, self.seat)[number].question, table.rules.write_action
        actions, unless = tuple(map(write, want.actions)), tuple(map(write_like, want.unless))
        await table_actions.order(self.services, self.table_id, self.seat, asked.key, actions, unless)
        now = standing_orders(await self.table(), self.seat)[number].now
        again = f" To be asked again, write: {ALWAYS} {number + 1} {ASK_ME}" if actions else ""
        return f"DONE: {asked.title}: {now}.{again}"

    # --- talk ---------------------------------------------------------------------------------

    async def _talk(self, line: str) -> str:
        table = await self.table()
        said = self._said(table, line)
        heard = await table_actions.say(self.services, self.table_id, self.seat, self.names, said)
        grammar = talk_of(await self.table(), self.seat)
        return f"SAID: {grammar.sentence(heard.message)}"

    def _said(self, table: Table, line: str) -> Say:
        """The message in a line of talk.

        Raises:
            Refusal: the line cannot be read.
        """
        grammar, (word, _, rest) = talk_of(table, self.seat), line.partition(" ")
        match word:
            case "say":
                return Say((), rest)
            case "tell":
                to, words = split(rest, "tell NAME, NAME: WORDS")
                return Say(grammar.audience(to), words)
            case "ask":
                return grammar.request(rest)
            case "promise":
                return grammar.promise(rest)
            case "counter":
                said = grammar.request(rest, "counter NAME: what you wish [in return for: what you would do]")
                return replace(said, to=(), about=self._offer(table, said.to[0]), answer=Answer.COUNTER)
        agrees, asker = word == "agree", grammar.seat(rest)
        words, answer = ("Agreed.", Answer.AGREE) if agrees else ("No.", Answer.NO)
        return Say((), words, about=self._offer(table, asker), answer=answer)

    def _offer(self, table: Table, asker: int) -> int:
        _, holder = table.viewer(self.seat, self.names)
        if found := offers_of(table, self.seat, asker, holder):
            return found[-1]
        raise NotAllowed(f"{table.names.label('seat', asker)} has not asked you for anything.", field="to")

    # --- mails --------------------------------------------------------------------------------

    async def _about_mail(self, text: str) -> str:
        services, person = self.services, self.caller.person
        assert person is not None
        match text:
            case "stop mail":
                await services.keeper.write(services.choices.refuse, person.id, self.table_id, "mail")
                return "You get no more mails about this table. To get them again, write: start mail"
            case "start mail":
                await services.keeper.write(services.choices.choose, person.id, self.table_id, {})
                return "You get mails about this table again, as you have chosen for all tables."
            case "accept":
                return "You have this seat already. To agree to an offer, write: agree NAME"
            case _:
                return f"To refuse an offer, write: refuse NAME. To give up your seat, write: {LEAVE}"

    # --- what a reply shows -------------------------------------------------------------------

    async def shown(self, text: str) -> list[Paragraph]:
        """The information that the player has asked for."""
        table, (word, _, rest) = await self.table(), text.partition(" ")
        viewer, holder = table.viewer(self.seat, self.names)
        assert viewer is not None
        now = self.services.keeper.now()
        match word.casefold():
            case "menu":
                return turn_text.asked(table, viewer) or [Paragraph("You are not asked anything now.")]
            case "board":
                return turn_text.board(table, viewer) or [Paragraph("The game has not begun.")]
            case "log" | "ledger" as which:
                return turn_text.happened(table, viewer, holder, TOLD if which == "log" else 5 * TOLD)
            case "talk":
                return turn_text.said_to(table, viewer, holder, now) or [Paragraph("Nothing was said lately.")]
            case "pledges":
                return turn_text.pledges(table, viewer, holder)
            case "always":
                return turn_text.standing(table, viewer)
            case "rules":
                return turn_text.rules_of(table, rest.split())
            case _:
                return turn_text.help_text(table)


def could(table: Table, seat: int, order: Order) -> str:
    """The effect that an order would have, in a few words."""
    if order.kind is Kind.ANSWER:
        game = table.game
        changes = game is not None and play.answer_of(game, seat) is not None
        return f"{'would replace your answer' if changes else 'would be your answer'}: {order.text}"
    words = {Kind.BESIDE: "would be done at once", Kind.TALK: "would be said", Kind.SHOW: "would be told"}
    with suppress(KeyError):
        return f"{words[order.kind]}: {order.text}"
    return f"would be done: {order.text}"
