"""Questions under Truthtrance, Spice Collection and the end of the game, in sentences."""

from __future__ import annotations

from turncoat.games.dune.events import anytime, end
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import listed
from turncoat.kernel.space import Names

ASKED = {
    "ask_card": ("Do you hold a card of this kind: {about}?", "kind"),
    "ask_traitor": ("Is {about} one of your traitors?", "leader"),
    "ask_prediction": ("Did you predict {about} in turn {number}?", "faction"),
    "ask_hero": ("Will {about} be your hero in this battle?", "leader"),
    "ask_plan": ("Will a card of this kind be in your plan: {about}?", "kind"),
    "ask_weapon": ("Will your weapon be of this kind: {about}?", "kind"),
    "ask_defence": ("Will your defence be of this kind: {about}?", "kind"),
    "ask_dial": ("Will your dial be higher than {number}?", ""),
    "ask_entry": ("Will you bring forces into {about} in this turn?", "territory"),
    "ask_pass": ("Will you pass when it is next your turn in this auction?", ""),
    "ask_proposal": ("Will you propose to {about} in this Nexus?", "faction"),
    "ask_break": ("Will you break your alliance in this Nexus?", ""),
    "ask_freely": ("{about}", ""),
}
"""DUN-7.12.2: the closed list in words, and what names what each question is about."""
REPLIED = {"yes": "Yes", "no": "No", "cannot-know": "I cannot know"}


def say_endings(event: Event, names: Names) -> str:
    """A question, an answer, or an event of the end of a turn as a sentence; an empty text for any other."""
    return _truth(event, names) or _end(event, names)


def question_in_words(question: str, about: str, number: int, names: Names) -> str:
    """A question of the closed list, as it is put: ``Is Stilgar one of your traitors?``."""
    words, domain = ASKED[question]
    label = about
    if domain:
        label = names.label("card" if domain == "kind" and _is_special(names, about) else domain, about)
    return words.format(about=label, number=number)


def _is_special(names: Names, about: str) -> bool:
    return names.label("kind", about) == about


def _who(names: Names, faction: str) -> str:
    return names.label("faction", faction)


def _truth(event: Event, names: Names) -> str:
    match event:
        case anytime.Asked():
            words = question_in_words(event.question, event.about, event.number, names)
            return f"{_who(names, event.faction)} asks {_who(names, event.to)}: “{words}”"
        case anytime.Answered():
            return f"{_who(names, event.faction)} answers: “{REPLIED[event.reply]}.”"
        case anytime.PromiseLapsed():
            about = question_in_words(event.question, event.about, 0, names)
            return f"{_who(names, event.faction)} cannot keep the promise: “{about}”"
    return ""


def _end(event: Event, names: Names) -> str:
    match event:
        case end.SpiceCollected():
            spice = f"{event.spice} {names.label('word', 'spice')}"
            return f"{_who(names, event.faction)} collects {spice} in {names.label('location', event.location)}."
        case end.StrongholdsCounted():
            held = [
                f"{names.label('territory', where)}: {_who(names, one) if one else 'nobody'}"
                for where, one in zip(event.strongholds, event.holders, strict=True)
            ]
            return f"Strongholds: {', '.join(held)}."
        case end.PredictionFulfilled():
            foretold = f"that {_who(names, event.winner)} would win in turn {event.turn}"
            return f"{_who(names, event.faction)} predicted {foretold}."
        case end.GameEnded():
            if not event.winners:
                return "Nobody has won."
            won = "have" if len(event.winners) > 1 else "has"
            return f"{listed([_who(names, one) for one in event.winners])} {won} won."
        case end.SecretsOpened():
            cards = listed([names.label("card", card) for card in event.cards])
            traitors = listed([names.label("leader", leader) for leader in event.traitors])
            back = listed([names.label("leader", leader) for leader in event.returned])
            given = f"; dealt and given back: {back}" if back else ""
            return f"{_who(names, event.faction)} held {cards or 'no cards'}; traitors: {traitors}{given}."
    return ""
