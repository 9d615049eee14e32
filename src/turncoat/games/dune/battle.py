"""DUN-4.8.4: one battle, step by step."""

from __future__ import annotations

from turncoat.games.dune.aftermath import discard_boxes, end_battle, keep_all, keep_or_discard, keeper
from turncoat.games.dune.anytime import anytime, at_once
from turncoat.games.dune.plan import announce_heroes, not_sealed, plan_boxes, reveal, weakest_plan
from turncoat.games.dune.prescience import element_boxes, foresee, foreseers, questioned, show_element
from turncoat.games.dune.preventions import in_battle, in_battle_window, lift
from turncoat.games.dune.resolution import resolve
from turncoat.games.dune.sections import Battle
from turncoat.games.dune.treachery import call, call_boxes, callers
from turncoat.games.dune.voice import command, voice_boxes, voices
from turncoat.games.dune.windows import everybody, in_window, pass_boxes, passing, shut
from turncoat.kernel import decide, flow

flow(
    Battle,
    preventions=lift,
    heroes=announce_heroes,
    voice=decide(voice_boxes, command, default=passing, asked=voices, offer=True, beside=anytime, act=in_battle),
    prescience=decide(
        element_boxes, foresee, default=passing, asked=foreseers, offer=True, beside=anytime, act=in_battle
    ),
    window=decide(
        pass_boxes, shut, default=passing, asked=everybody("W-8"), offer=True, beside=anytime, act=in_battle_window
    ),
    first_plan=decide(plan_boxes, show_element, default=weakest_plan, asked=questioned, beside=anytime, act=in_battle),
    plans=decide(plan_boxes, reveal, default=weakest_plan, asked=not_sealed, beside=anytime, act=in_battle),
    treachery=decide(call_boxes, call, default=passing, asked=callers, offer=True, beside=anytime, act=in_battle),
    resolve=resolve,
    discards=decide(
        discard_boxes, keep_or_discard, default=keep_all, asked=keeper, offer=True, beside=anytime, act=at_once
    ),
    end=end_battle,
    after=decide(pass_boxes, shut, default=passing, asked=everybody("W-9"), offer=True, beside=anytime, act=in_window),
)
