"""DUN-4.10: the Mentat Pause."""
