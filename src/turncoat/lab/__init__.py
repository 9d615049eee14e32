"""The lab: many games between bots, and what they show about the rules."""
