"""Leaving a question to a bot, once: a GM has many opponents to lead, and may let the bot play one of them."""

from __future__ import annotations

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from turncoat.drawing.scene import LetBot
from turncoat.games import game_of
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server import table_actions
from turncoat.server.bot_processes import ProcessLost
from turncoat.server.bots import BotFailed
from turncoat.web.site.looking import Look, look_at
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import after, show

LONGEST = 12
"""The most answers that a bot gives for one press; the turn of an opponent with all tricks takes nine."""

NO_ANSWER = "The bot has no answer just now: choose for yourself."


def offer(look: Look) -> LetBot | None:
    """Whether the reader may let a bot answer the open question."""
    seen, board = look.table_view(), game_of(look.table.header.game).board
    if board is None or seen.view is None or seen.question is None:
        return None
    found: LetBot | None = board.let_bot(seen.view)
    return found


@post("/tables/{table:str}/let-bot")
async def let_bot(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Let the usual bot answer for the reader, until all questions that belong together are answered."""
    look = await look_at(page_request, table)
    try:
        own = await look.acting()
        if offer(look) is None:
            raise NotAllowed("This question is yours: it cannot be left to a bot.")
        page_request.services.limits.check("let_bot", f"{table}/{own}")
        for _ in range(LONGEST):
            await _answer(look, own)
            left = offer(look)
            if left is None or not left.goes_on:
                break
    except Refusal as refusal:
        return await show(look, live=page_request.by_script, refusal=refusal)
    except (BotFailed, ProcessLost, TimeoutError):
        return await show(look, live=page_request.by_script, refusal=NotAllowed(NO_ANSWER))
    return await after(look, "counted")


async def _answer(look: Look, own: int) -> None:
    """One answer of the bot, which knows only what the reader knows.

    Raises:
        NotAllowed: the bot has no answer.
    """
    services, table = look.page_request.services, look.table
    action = await services.bots.advise(table, own)
    if action is None or table.game is None:
        raise NotAllowed(NO_ANSWER)
    await table_actions.answer(services, table.header.table, own, table.game.requests[own], action)


HANDLERS = (let_bot,)
