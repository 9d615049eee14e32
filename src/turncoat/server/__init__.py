"""The server: the store, the one writer of all tables, the clock, and HTTP."""
