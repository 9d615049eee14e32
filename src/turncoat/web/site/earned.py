"""What a game that is over means for the reader's character: how it can grow, or whether it can be kept."""

from __future__ import annotations

from turncoat.kernel.boxes import Boxes
from turncoat.server.api.characters import line_of
from turncoat.server.campaigns import party_of
from turncoat.server.character_store import State
from turncoat.table.table import OVER, Phase
from turncoat.web.earned import Earned
from turncoat.web.site.looking import Look


async def earned(look: Look) -> Earned | None:
    """What the reader's character has got from the game at this table; None: it is not over, or there is none."""
    rules, state, owners = look.table.rules.characters, look.table.state, look.page_request.caller.owners
    if rules is None or state.phase not in OVER or look.seat is None:
        return None
    services = look.page_request.services
    mine = await services.keeper.read(services.campaigns.fought, owners, look.id) if owners else None
    if mine is None:
        made = next((one for one in party_of(look.table) if one.seat == look.seat and not one.kept), None)
        if made is None or look.table.game is None or state.phase is not Phase.FINISHED:
            return None
        dead = rules.outcomes(look.table.game)[look.seat].dead
        return None if dead else Earned(kept=None, name=made.name or state.seats[look.seat].name)
    one = await services.keeper.read(services.characters.one, owners, mine)
    grows = one.state is State.ACTIVE and (one.owed > 0 or one.seasoned)
    return Earned(
        kept=line_of(one),
        points=rules.sheet(one.sheet, one.seasoned).points,
        version=one.version,
        growth=rules.growth(one.sheet, one.owed > 0) if grows else Boxes(),
        usual=rules.grown(one.sheet, None, True)[1] if one.state is State.ACTIVE and one.owed else "",
        name=line_of(one).name,
    )
