"""Undercut: a complete game in a hundred lines, in a package of its own."""
