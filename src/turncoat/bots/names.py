"""Names for seats that nobody has named."""

from __future__ import annotations

NAMES = (
    *("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja", "Gideon", "Hester", "Ingram", "Juno"),
    *("Kasper", "Lavinia", "Magnus", "Nerys", "Oswald", "Petra", "Quentin", "Rosalind", "Silas", "Tamsin"),
    *("Ulric", "Violet", "Walter", "Xenia", "Yorick", "Zelda", "Ambrose", "Beatrix", "Cosmo", "Dorothea"),
)


def seat_names(seats: int) -> tuple[str, ...]:
    """A different name for each seat."""
    extra = [f"Seat {number}" for number in range(len(NAMES) + 1, seats + 1)]
    return (*NAMES[:seats], *extra)
