"""What can happen in Dune, one file for each part of the turn. What one learns and what all learn are two events."""
