"""Interfaces for learning programs: a game as a series of small choices, and what a seat knows as numbers."""
