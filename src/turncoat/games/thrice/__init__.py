"""Thrice: a short fight, a long talk, and three dice that pay for tricks."""
