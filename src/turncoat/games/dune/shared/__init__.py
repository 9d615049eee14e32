"""What all phases share: the map, forces, cards, hands, leaders, spice, and who knows what."""
