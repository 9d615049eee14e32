"""Answer all questions in docs/lab/questions, and write docs/lab/answers.md with a picture for each.

    python -m scripts.answers [--minutes 1]

What was played is kept beside the questions: run it again, and it goes on.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

LAB = Path(__file__).parents[1] / "docs" / "lab"
HEAD = """# Answers

`make answers` has made this page: a minute of play for each question, at most half an hour for all, and on from there
the next time. What is not settled says so. How to read an interval: see [the lab](README.md).
"""


def main() -> None:
    """Ask one after the other."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="for each question")
    minutes = str(parser.parse_args().minutes)
    (LAB / "answers").mkdir(exist_ok=True)
    parts = [HEAD]
    for file in sorted((LAB / "questions").glob("*.toml")):
        print(f"{file.stem} ...", file=sys.stderr, flush=True)
        parts.append(answer(file, minutes))
        (LAB / "answers.md").write_text("\n".join(parts), encoding="utf-8")


def answer(file: Path, minutes: str) -> str:
    """The part of the page for one question."""
    drawn = LAB / "answers" / f"{file.stem}.svg"
    command = [sys.executable, "-m", "turncoat", "lab", "ask", str(file), "--minutes", minutes, "--picture", str(drawn)]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    picture = [f"![{said[0]}](answers/{drawn.name})"] if drawn.exists() else []
    return "\n\n".join([f"## {said[0]}", *said[1:], *picture]) + "\n"


if __name__ == "__main__":
    main()
