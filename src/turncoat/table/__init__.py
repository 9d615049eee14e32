"""A live table: its record, seats, talk and clock. This package does no I/O and does not read the time."""
