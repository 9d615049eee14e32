"""The drawings of Loyalty: the map, the pieces, everything round them, and the same in words."""
