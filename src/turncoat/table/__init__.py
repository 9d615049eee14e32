"""One live table: its record, its seats, its talk and its clock. No I/O and no reading of the time."""
