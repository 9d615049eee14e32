"""DUN-8: what is asked at each decision."""

from __future__ import annotations

QUESTIONS = {
    "setup.first_prediction": "Who will win, and in which turn?",
    "setup.traitors": "Which traitor do you keep?",
    "setup.placement": "Where do your forces stand?",
    "setup.prediction": "Who will win, and in which turn?",
    "storm.dial": "What do you dial for the storm?",
    "storm.window": "The storm is about to move. Do you play anything?",
    "spice_blow.window": "Spice is about to blow. Do you play anything?",
    "spice_blow.rides": "Do you ride the worm?",
    "nexus.alliances": "Nexus: do you break or make an alliance?",
    "auction.window": "A card is about to be auctioned. Do you play anything?",
    "auction.bid": "What do you bid?",
    "revival.window": "Revival is about to begin. Do you play anything?",
    "revival.revivals": "Whom do you revive?",
    "shipment_and_movement.window": "Shipment is about to begin. Do you play anything?",
    "faction_turn.ship": "Do you ship forces?",
    "faction_turn.companion": "Does a force of yours go along?",
    "faction_turn.move": "Do you move forces?",
    "battles.window": "Battles are about to begin. Do you play anything?",
    "battles.choose": "Which battle do you fight?",
    "battle.voice": "What do you command?",
    "battle.prescience": "Which element of the plan do you ask for?",
    "battle.window": "Plans are about to be made. Do you play anything?",
    "battle.first_plan": "What is your battle plan?",
    "battle.plans": "What is your battle plan?",
    "battle.treachery": "Do you call treachery?",
    "battle.discards": "Which of the cards you played do you discard?",
    "battle.after": "The battle is over. Do you play anything?",
    "collection.window": "Spice is about to be collected. Do you play anything?",
    "mentat.window": "Victory is about to be checked. Do you play anything?",
    "truthtrance.reply": "You must answer truthfully.",
}
"""The questions, by the key of the decision."""
