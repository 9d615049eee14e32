"""Code that the bots of all phases share: the position, its value, and who is about to win."""
