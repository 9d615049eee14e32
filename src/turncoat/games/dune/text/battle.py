"""What happens in battles, in sentences."""

from __future__ import annotations

from turncoat.games.dune.events import battle as happened
from turncoat.games.dune.plan_limits import PLAY
from turncoat.games.dune.prescience import DIAL, HERO
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import amount, listed
from turncoat.kernel.space import Names

ADVANTAGES = {"K-03": "prescience", "K-17": "voice"}
"""What an order that is void was given by."""


def say_battle(event: Event, names: Names) -> str:
    """An event of the Battle Phase as a sentence; an empty text for any other."""
    match event:
        case happened.BattleChosen():
            where = names.label("territory", event.territory)
            return f"{_who(names, event.aggressor)} attacks {_who(names, event.defender)} in {where}."
        case happened.NoHero():
            return f"{_who(names, event.faction)} has nobody who could lead the battle."
        case happened.VoiceUsed() | happened.PrescienceUsed() | happened.OrderVoid() | happened.ElementSeen():
            return _before_plans(event, names)
        case happened.PlansRevealed():
            return " ".join(_plan(event, side, names) for side in range(len(event.factions)))
        case happened.TreacheryCalled():
            side = "" if event.side == event.faction else f" for {_who(names, event.side)}"
            return f"{_who(names, event.faction)} calls treachery{side}: {names.label('leader', event.leader)}!"
        case happened.NobodyCalled():
            return "Nobody calls treachery."
        case _:
            return _outcome(event, names)


def _who(names: Names, faction: str) -> str:
    return names.label("faction", faction)


def _before_plans(event: Event, names: Names) -> str:
    match event:
        case happened.VoiceUsed():
            order = "must" if event.order == PLAY else "must not"
            voice, kind = names.label("word", "voice"), names.label("kind", event.kind)
            return f"{_who(names, event.faction)} uses the {voice}: {_who(names, event.to)} {order} play: {kind}."
        case happened.PrescienceUsed():
            foresight = names.label("word", "prescience")
            return (
                f"{_who(names, event.faction)} uses {foresight}: "
                f"{_who(names, event.of)} seals a plan first and shows the {event.element}."
            )
        case happened.OrderVoid():
            what = names.label("word", ADVANTAGES[event.entry])
            return f"The {what} of {_who(names, event.faction)} has no effect in this battle."
        case happened.ElementSeen():
            return f"{_who(names, event.of)} shows you the {event.element}: {_element(event, names)}."
    return ""


def _element(event: happened.ElementSeen, names: Names) -> str:
    if event.element == DIAL:
        return str(event.dial)
    return names.label("leader", event.hero) if event.element == HERO else names.label("card", event.card)


def _plan(event: happened.PlansRevealed, side: int, names: Names) -> str:
    hero, weapon, defence = event.heroes[side], event.weapons[side], event.defences[side]
    cards = listed([names.label("card", card) for card in (weapon, defence) if card is not None] or ["no card"])
    led = "nobody" if hero is None else names.label("leader", hero)
    return f"{_who(names, event.factions[side])} dials {event.dials[side]}, led by {led}, with {cards}."


def _outcome(event: Event, names: Names) -> str:
    match event:
        case happened.Exploded():
            where = names.label("territory", event.territory)
            lost = [f"{amount(number, 'force')} of {_who(names, one)}" for one, number in event.forces.items()]
            spice = [f"{event.spice} spice"] if event.spice else []
            return f"Everything in {where} explodes: {listed([*lost, *spice])} gone."
        case happened.LeaderKilled():
            return f"{names.label('leader', event.leader)} of {_who(names, event.faction)} is dead."
        case happened.BattleDecided():
            best, other = event.totals
            return f"{_who(names, event.winner)} beats {_who(names, event.loser)}, {best} to {other}."
        case happened.BattleByTreachery():
            return f"{_who(names, event.winner)} beats {_who(names, event.loser)} by treachery."
        case happened.NobodyWon():
            return f"Neither {_who(names, event.factions[0])} nor {_who(names, event.factions[1])} wins."
        case happened.ForcesLost():
            where = names.label("territory", event.territory)
            return f"{_who(names, event.faction)} loses {amount(event.forces, 'force')} in {where}."
        case happened.CardsKept():
            return f"{_who(names, event.faction)} keeps {listed([names.label('card', card) for card in event.cards])}."
    return ""
