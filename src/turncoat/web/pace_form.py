"""The form for deadline and pace of a table: reads what was chosen, and writes what was agreed on."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, cast

from turncoat.kernel.errors import BadSetup
from turncoat.table.deadline import EVERY_DAY, After, AtTimes, Deadline, NoDeadline
from turncoat.table.pace import MOST_MISSED, Away, Ladder, Pace
from turncoat.table.running_time import local_time, moment, zone_of
from turncoat.web.form import Form, first

LENGTHS = {"minutes": 1, "hours": 60, "days": 1440}
"""The units for lengths of time, each in minutes."""

UNIT = {"length": "unit", "quick": "quick.unit", "grace": "grace.unit", "notice": "notice.unit"}
"""For each length of time in the form, the field with its unit."""

_LARGEST = sorted(LENGTHS.items(), key=lambda unit: -unit[1])

_KINDS = {NoDeadline: "none", After: "after", AtTimes: "at"}


def read_deadline(form: Form) -> Deadline:
    """Read the deadline from a form; ``table.deadline.check`` checks it.

    Args:
        form: Has ``deadline`` (``none``, ``after``, ``at``); ``length`` and ``unit``, ``from`` and ``to``, or ``times``
            and ``notice``; ``zone`` and ``days``.

    Raises:
        BadSetup: naming the field that is wrong.
    """
    kind = first(form, "deadline", "none")
    days = tuple(sorted(int(day) for day in form.get("days", ()) if day.isdecimal())) or EVERY_DAY
    zone = first(form, "zone", "UTC")
    if kind == "after":
        hours = (first(form, "from"), first(form, "to"))
        return After(_length(form, "length"), days, hours if any(hours) else None, zone)
    if kind == "at":
        times = tuple(first(form, "times").replace(",", " ").split())
        return AtTimes(times, zone, days, _length(form, "notice"))
    return NoDeadline()


def read_pace(form: Form) -> Pace:
    """Read the pace from a form; ``table.pace.check`` checks it.

    Args:
        form: Has ``quick`` and ``grace``, each with its unit (``quick.unit``), or empty; ``early``; and, where there is
            a deadline, ``stand_in``, ``offer``, ``sleep``, ``away`` and ``wait``; before the game, ``begins_at``, and
            ``begins`` (``host``, ``full``, ``at``).

    Raises:
        BadSetup: naming the field that is wrong.
    """
    early = first(form, "early", "all in")
    if early not in ("all in", "never"):
        raise BadSetup(
            "Choose whether the game goes on at once when all are in, or never before the deadline.",
            field="early",
            choices=("all in", "never"),
        )
    quick = _length(form, "quick") or None
    ladder = Ladder(_whole(form, "stand_in"), _whole(form, "offer"), _whole(form, "sleep"))
    away = Away(_whole(form, "away"), _whole(form, "wait"))
    if first(form, "deadline", "none") == "none":
        ladder, away = Ladder(), Away()
    early = cast("Literal['all in', 'never']", early)
    return Pace(quick, early, _length(form, "grace"), ladder, away, _begins(form))


def _begins(form: Form) -> int | Literal["host", "full"]:
    kind = first(form, "begins", "host")
    if kind != "at":
        return "full" if kind == "full" else "host"
    try:
        local = datetime.fromisoformat(first(form, "begins_at"))
    except ValueError:
        raise BadSetup(
            "Give the day and the time at which the game begins, like 2026-12-01T18:00.", field="begins_at"
        ) from None
    return moment(local.date(), 60 * local.hour + local.minute, zone_of(first(form, "zone", "UTC")))


def _whole(form: Form, field: str) -> int:
    text = first(form, field, "0") or "0"
    if not text.isdecimal() or not 0 <= int(text) <= MOST_MISSED:
        raise BadSetup(
            f"Write missed turns and days away as whole numbers from 0 to {MOST_MISSED}, not {text!r}.", field=field
        )
    return int(text)


def _length(form: Form, field: str) -> float:
    """A length of time in minutes; 0 if the field is empty."""
    text = first(form, field).replace(",", ".") or "0"
    try:
        return float(text) * LENGTHS.get(first(form, UNIT[field], "minutes"), 1)
    except ValueError:
        raise BadSetup(f"A length of time must be a number, not {text!r}.", field=field) from None


def fields_of(deadline: Deadline, pace: Pace) -> dict[str, str]:
    """A deadline and a pace as they are typed into the form, without days, of which a ``Form`` has several."""
    ladder = pace.ladder
    fields = {"deadline": _KINDS[type(deadline)], "early": pace.early}
    fields |= {"away": str(pace.away.days), "wait": str(pace.away.wait)}
    fields |= {"stand_in": str(ladder.stand_in), "offer": str(ladder.offer), "sleep": str(ladder.sleep)}
    fields |= {"begins": pace.begins} if isinstance(pace.begins, str) else {"begins": "at"}
    if not isinstance(pace.begins, str):
        fields["begins_at"] = local_time(pace.begins, getattr(deadline, "zone", "UTC"))
    lengths = {"quick": pace.quick, "grace": pace.grace}
    if isinstance(deadline, After):
        lengths["length"] = deadline.minutes
        fields |= dict(zip(("from", "to"), deadline.hours or ("", ""), strict=True)) | {"zone": deadline.zone}
    elif isinstance(deadline, AtTimes):
        lengths["notice"] = deadline.notice
        fields |= {"times": " ".join(deadline.times), "zone": deadline.zone}
    if not isinstance(deadline, NoDeadline):
        fields["days"] = "".join(map(str, deadline.days))
    for field, minutes in lengths.items():
        unit = next((unit for unit, size in _LARGEST if minutes and minutes % size == 0), "minutes")
        fields |= {field: f"{(minutes or 0) / LENGTHS[unit]:g}" if minutes else "", UNIT[field]: unit}
    return fields
