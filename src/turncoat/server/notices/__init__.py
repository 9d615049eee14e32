"""What people are told while they are elsewhere, and the ways on which it reaches them."""
