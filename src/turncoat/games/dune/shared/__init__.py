"""The parts of the rules that all phases share: the map, forces, cards, hands, leaders, spice, and knowledge."""
