"""Lay out the templates and style sheets of the pages; with ``--check``, name those that are not, and change nothing.

Templates by ``scripts/templates.py``, style sheets by cssbeautifier: one property a line, at most 120 columns.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cssbeautifier  # type: ignore[import-untyped]
from scripts.templates import formatted

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/turncoat"
WIDTH = 120


def main(arguments: list[str]) -> int:
    """Lay all of them out, or say what is wrong with which; 1 if something is."""
    wrong = []
    for path in pages():
        source = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        try:
            wanted = laid_out(path.suffix, source)
        except ValueError as error:
            wrong.append(f"{name}: {error}.")
            continue
        if wanted != source and "--check" in arguments:
            wrong.append(f"{name} is not laid out as it should be: `make format` does it.")
        elif wanted != source:
            path.write_text(wanted, encoding="utf-8")
        wrong.extend(f"{name}:{line} is longer than {WIDTH} columns: end it earlier." for line in too_long(wanted))
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def pages() -> list[Path]:
    """Every template, style sheet and script of ours."""
    found = [path for suffix in ("html", "css", "js") for path in SOURCE.rglob(f"*.{suffix}")]
    return sorted(path for path in found if "vendor" not in path.parts)


def laid_out(suffix: str, source: str) -> str:
    """Give a file of this kind as it should be; a script as it is."""
    if suffix == ".html":
        return formatted(source)
    if suffix == ".css":
        options = cssbeautifier.default_options()
        options.indent_size, options.end_with_newline = 2, True
        return str(cssbeautifier.beautify(source, options))
    return source


def too_long(source: str) -> list[int]:
    """The numbers of the lines that are too long."""
    return [number for number, line in enumerate(source.splitlines(), 1) if len(line) > WIDTH]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
