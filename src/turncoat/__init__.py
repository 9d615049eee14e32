"""Turncoat: a table for games of negotiation and betrayal."""

__version__ = "0.1.0"
