"""Conspiracy: secret goals, open plots, and time that marches on over both."""
