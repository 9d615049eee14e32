"""The drawings of Conspiracy: the columns, everything round them, and the same in words."""
