"""The drawings of Conspiracy: the columns, what lies round them, and the same in words."""
