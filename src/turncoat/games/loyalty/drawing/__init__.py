"""The drawings of Loyalty: the map, the pieces, what lies round them, and the same in words."""
