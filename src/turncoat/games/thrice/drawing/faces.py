"""The faces of opponents: 24, put together from a few shapes, in eight colours.

Everything is drawn round the middle of a token, about 40 across; the number of the opponent stands below the eyes.
"""

from __future__ import annotations

from turncoat.drawing.svg import el, words

_HEADS = {
    "round": "M-17 0C-17-12-10-18 0-18S17-12 17 0S10 20 0 20S-17 12-17 0Z",
    "long": "M-16-14H16L15 6L0 22L-15 6Z",
    "square": "M-16-17H16V16L12 20H-12L-16 16Z",
    "skull": "M-17-4C-17-15-9-20 0-20S17-15 17-4C17 4 13 8 12 10V20H-12V10C-13 8-17 4-17-4Z",
    "sheet": "M-18 20C-20 0-15-19 0-19S20 0 18 20L12 15L6 20L0 15L-6 20L-12 15Z",
    "hood": "M0-25C12-21 18-6 18 20H-18C-18-6-12-21 0-25Z",
}

_ON_TOP = {
    "": "",
    "pointed": "M-16-10L-19-26L-5-16ZM16-10L19-26L5-16Z",
    "ears": "M-17-9C-25-20-12-26-7-17ZM17-9C25-20 12-26 7-17Z",
    "wide": "M-15-7L-28-13L-16 4ZM15-7L28-13L16 4Z",
    "horns": "M-11-15C-20-17-22-24-19-30C-16-23-11-21-5-18ZM11-15C20-17 22-24 19-30C16-23 11-21 5-18Z",
    "hat": "M-22-11H22L17-15H10L3-32L-10-15H-17Z",
    "tricorn": "M-23-11L-14-25C-6-21 6-21 14-25L23-11C8-17-8-17-23-11Z",
    "cap": "M-18-11C-15-26 15-26 18-11Z",
    "spikes": "M-14-14L-16-27L-7-19L0-30L7-19L16-27L14-14Z",
    "plume": "M-3-18C-4-31 8-31 14-24C8-26 4-24 3-18Z",
    "legs": "M-15-8L-28-18L-16-4L-29-2L-16 2L-28 12L-14 8ZM15-8L28-18L16-4L29-2L16 2L28 12L14 8Z",
}

_EYES = {
    "two": "M-9-6A3 3 0 1 0-3-6A3 3 0 1 0-9-6ZM3-6A3 3 0 1 0 9-6A3 3 0 1 0 3-6Z",
    "slits": "M-11-9L-3-5L-9-4ZM11-9L3-5L9-4Z",
    "holes": "M-11-6A4 5 0 1 0-3-6A4 5 0 1 0-11-6ZM3-6A4 5 0 1 0 11-6A4 5 0 1 0 3-6Z",
    "one": "M-6-7A6 5 0 1 0 6-7A6 5 0 1 0-6-7Z",
    "many": "M-10-8H-6V-4H-10ZM-4-11H-1V-8H-4ZM1-11H4V-8H1ZM6-8H10V-4H6ZM-3-5H3V-2H-3Z",
    "crossed": "M-11-10L-9-10L-3-4L-5-4ZM-5-10L-3-10L-9-4L-11-4ZM11-10L9-10L3-4L5-4ZM5-10L3-10L9-4L11-4Z",
    "visor": "M-16-8H16V-4H-16Z",
    "patch": "M-17-13L13-1L15-3L-2-10L-10-13ZM-12-9H-3V-2H-12ZM5-8H9V-4H5Z",
    "tusks": "M-9-8H-5V-4H-9ZM5-8H9V-4H5ZM-13 9L-15-2L-9 6ZM13 9L15-2L9 6Z",
    "beak": "M-10-10H-6V-6H-10ZM6-10H10V-6H6ZM-6-5H6L0 6Z",
}

FACES = {
    "wolf": ("long", "pointed", "slits"),
    "bear": ("round", "ears", "two"),
    "boar": ("round", "pointed", "tusks"),
    "rat": ("long", "ears", "two"),
    "bat": ("round", "wide", "two"),
    "raven": ("round", "plume", "beak"),
    "snake": ("long", "", "slits"),
    "spider": ("round", "legs", "many"),
    "skeleton": ("skull", "", "holes"),
    "ghost": ("sheet", "", "holes"),
    "dead": ("square", "", "crossed"),
    "goblin": ("long", "wide", "slits"),
    "orc": ("square", "pointed", "tusks"),
    "ogre": ("round", "", "one"),
    "demon": ("long", "horns", "slits"),
    "dragon": ("long", "spikes", "slits"),
    "golem": ("square", "", "visor"),
    "slime": ("sheet", "", "two"),
    "witch": ("round", "hat", "two"),
    "bandit": ("hood", "", "slits"),
    "cultist": ("hood", "", "holes"),
    "knight": ("square", "plume", "visor"),
    "pirate": ("round", "tricorn", "patch"),
    "sailor": ("round", "cap", "two"),
}
"""The parts of each face: a head, something on top, and eyes."""


def face(name: str, colour: str, kind: str) -> str:
    """The head of an opponent without its number; ``kind`` tells the GM's two kinds apart."""
    head, top, eyes = FACES[name]
    look = f"thr-helm thr-kind-{kind or 'none'}{f' thr-colour-{colour}' if colour else ''}"
    on_top = el("path", class_=look, d=_ON_TOP[top]) if top else ""
    return on_top + el("path", class_=look, d=_HEADS[head]) + el("path", class_="thr-eyes", d=_EYES[eyes])


HELM = "M-18-6C-18-17-9-21 0-21S18-17 18-6V8L10 20H-10L-18 8Z"
"""The outline of an opponent's token."""


CRESTS = (
    "M-14-17L-23-27L-21-10ZM14-17L23-27L21-10Z",
    "M-3-20C-4-30 8-30 14-23C8-25 4-23 3-20Z",
    "M-3-20L0-31L3-20Z",
    "M-12-19V-25H-7V-21M-3-21V-27H3V-21M7-21V-25H12V-19Z",
    "M-16-15C-22-24-10-30 0-22C10-30 22-24 16-15C8-22-8-22-16-15Z",
    "M-8-20C-8-30 8-30 8-20Z",
)
"""What opponents wear on their helmets, by number: horns, a plume, a spike, battlements, wings, a knob."""


def helm(letter: str, kind: str) -> str:
    """The token of an opponent: a helmet with its number or letter; ``kind`` tells the GM's two kinds apart."""
    number = int(letter) - 1 if letter.isdecimal() else ord(letter[:1] or "A") - ord("A")
    slit = el("path", class_="thr-slit", d="M-18-3H18M0-3V20")
    crest = el("path", class_=f"thr-helm thr-kind-{kind or 'none'}", d=CRESTS[number % len(CRESTS)])
    return crest + el("path", class_=f"thr-helm thr-kind-{kind or 'none'}", d=HELM) + slit + el(
        "circle", class_="thr-boss", cy=1, r=11
    ) + el("text", words(letter), class_="thr-letter", y=6.5, font_size=16, text_anchor="middle")  # fmt: skip


def mask(letter: str, kind: str, name: str, colour: str) -> str:
    """THR-5.11: the token of an opponent: the face that the GM has given to all, with its number; or a helmet."""
    if not name:
        return helm(letter, kind)
    number = el("circle", class_="thr-boss", cy=11, r=9.5) + el(
        "text", words(letter), class_="thr-letter", y=16, font_size=14, text_anchor="middle"
    )
    return face(name, colour, kind) + number
