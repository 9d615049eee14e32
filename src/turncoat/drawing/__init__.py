"""What boards are drawn with: SVG elements, seats round a table, coins, seals, and the words for a scene. No game."""
