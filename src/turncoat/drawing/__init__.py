"""The parts from which boards are drawn: SVG elements, seats round a table, coins, seals, and texts of a scene.

Nothing here belongs to one game.
"""
