"""Thrice: short fights, long talks, and three dice that pay for tricks."""
