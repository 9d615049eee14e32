"""The parts that the drawings of all phases share: the map, panels, small signs, words."""
