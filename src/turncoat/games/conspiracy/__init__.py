"""Conspiracy: players place coins and tiles to bring their secret goals into the Present."""
