"""The drawings of Thrice: the field, the sheets, what lies round them, and the same in words."""
