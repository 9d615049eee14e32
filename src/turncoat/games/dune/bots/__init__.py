"""What the bots of all phases share: what is on the board, what it is worth, who is about to win."""
