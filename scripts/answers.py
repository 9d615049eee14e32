"""Answer all questions in docs/lab/questions, and write docs/lab/answers.md with a picture for each.

    python -m scripts.answers [--minutes 1]

What was played is kept beside the questions: run it again, and it goes on.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from pathlib import Path

LAB = Path(__file__).parents[1] / "docs" / "lab"
HEAD = """# Answers

`make answers` wrote this page after about a minute of play for each question; the next run goes on from there.
An answer that is not settled says so. How to read an interval: see [the lab](README.md).
"""


PAGE = LAB / "answers.md"


def main() -> None:
    """Ask one after the other; Ctrl-C keeps every answer that the page holds already."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="for each question")
    minutes = str(parser.parse_args().minutes)
    (LAB / "answers").mkdir(exist_ok=True)
    files = sorted((LAB / "questions").glob("*.toml"))
    asked = {file: tomllib.loads(file.read_text(encoding="utf-8"))["question"] for file in files}
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    parts = {part.partition("\n")[0]: f"## {part.strip()}\n" for part in page.split("\n## ")[1:]}
    for file in files:
        print(f"{file.stem} ...", file=sys.stderr, flush=True)
        try:
            parts[asked[file]] = answer(file, minutes)
        except KeyboardInterrupt:
            sys.exit("Stopped. What was played is kept: the same command goes on from there.")
        found = [parts[question] for question in asked.values() if question in parts]
        PAGE.write_text("\n".join([HEAD, *found]), encoding="utf-8")


def answer(file: Path, minutes: str) -> str:
    """The part of the page for one question.

    Raises:
        KeyboardInterrupt: somebody stops it; the question has then ended by itself, and has kept its games.
    """
    drawn = LAB / "answers" / f"{file.stem}.svg"
    command = [sys.executable, "-m", "turncoat", "lab", "ask", str(file), "--minutes", minutes, "--picture", str(drawn)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asking:
        try:
            said = asking.communicate()[0].splitlines()
        except KeyboardInterrupt:
            asking.wait()
            raise
    if asking.returncode:
        sys.exit(f"{file.name} cannot be asked.")
    picture = [f"![{said[0]}](answers/{drawn.name})"] if drawn.exists() else []
    return "\n\n".join([f"## {said[0]}", *said[1:], *picture]) + "\n"


if __name__ == "__main__":
    main()
