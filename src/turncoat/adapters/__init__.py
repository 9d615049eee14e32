"""Doors for programs that learn: a game as a row of small choices, and what a seat knows as numbers."""
