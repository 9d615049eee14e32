"""Notices to people who are not looking at a table, and the channels that carry them."""
