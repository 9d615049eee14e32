"""The server: storage, the one writer of all tables, the clock, and HTTP."""
