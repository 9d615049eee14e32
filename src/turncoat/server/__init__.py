"""The server: the store, the one writer of every table, the clock, and the doors of HTTP."""
