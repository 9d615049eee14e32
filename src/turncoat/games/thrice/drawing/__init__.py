"""The drawings of Thrice: the field, the sheets, everything round them, and the same in words."""
