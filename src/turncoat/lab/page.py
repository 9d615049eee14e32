"""A report as one page that needs no network, program or other file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from turncoat.lab.groups import Group, Mean
from turncoat.lab.measures import GENERAL
from turncoat.lab.run_file import Head
from turncoat.lab.sections import Said, Section

STYLE = """
:root { color-scheme: light; font: 17px/1.5 Georgia, serif; color: #222; background: #f6f3ec; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.2rem; line-height: 1.25; margin: 0 0 0.5rem; }
.answer { background: #fff; border-left: 0.4rem solid #1b5e8c; padding: 0.6rem 1rem; font-size: 1.1rem; }
.sections { display: grid; align-items: start; gap: 1rem; margin: 1rem 0;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 25rem), 1fr)); }
section { background: #fff; border: 1px solid #d8d2c4; border-radius: 0.4rem; padding: 1rem; min-width: 0; }
section p, .answer p { margin: 0.3rem 0; overflow-wrap: anywhere; }
svg { display: block; max-width: 100%; height: auto; margin: 0.8rem auto 0; }
details { margin-top: 0.8rem; font-size: 0.9rem; color: #444; }
summary { cursor: pointer; padding: 0.4rem 0; color: #1b5e8c; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font: 0.9rem/1.4 sans-serif; }
th, td { text-align: left; padding: 0.25rem 0.8rem 0.25rem 0; border-bottom: 1px solid #e4dfd3; vertical-align: top; }
td { white-space: nowrap; }
"""


def page(head: Head, answer: Sequence[str], groups: Sequence[Group], sections: Sequence[Section]) -> str:
    """The whole report as HTML."""
    question = head.question
    body = [
        f"<h1>{escape(question.question)}</h1>",
        f'<div class="answer">{_paragraphs(answer)}</div>',
        f'<div class="sections">{"".join(map(_section, sections))}</div>',
        f'<section><h2>All measures</h2><div class="wide">{_table(groups)}</div>{_details(MEASURED)}</section>',
        f'<div class="sections">{_section(_rests(head, groups))}</div>',
    ]
    title = escape(question.question)
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    top = f'<!doctype html>\n<html lang="en"><head>{meta}<title>{title}</title><style>{STYLE}</style></head>'
    return f"{top}\n<body>\n" + "\n".join(body) + "\n</body></html>\n"


MEASURED = (
    "Mean over games, and in parentheses the 95 % interval: mean ± 1.96 standard errors. A measure is left out of "
    "games where it makes no sense. docs/lab of Turncoat says how each measure is counted. These intervals assume "
    "that the number of games was fixed beforehand; the interval of the answer above also holds if playing stopped at "
    "a good moment."
)


def _section(section: Section) -> str:
    told = f"{_told(section.said)}{section.picture}{_details(section.how)}"
    return f"<section><h2>{escape(section.title)}</h2>{told}</section>"


def _paragraphs(sentences: Sequence[str]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)


def _told(said: Sequence[Said]) -> str:
    """A paragraph for each group of games, with its name if there are several."""
    groups = dict.fromkeys(group for group, _ in said)
    return "".join(_about(group, [sentence for about, sentence in said if about == group]) for group in groups)


def _about(group: str, sentences: Sequence[str]) -> str:
    named = f"<b>{escape(group)}.</b> "
    return f"<p>{named}{escape(' '.join(sentences))}</p>" if group else _paragraphs(sentences)


def _details(how: str) -> str:
    return f"<details><summary>How this is measured</summary><p>{escape(how)}</p></details>" if how else ""


def _table(groups: Sequence[Group]) -> str:
    """A table with a line for each measure and a column for each group."""
    names = "".join(f"<th>{escape(group.name or 'all games')}</th>" for group in groups)
    lines = [f"<tr><th>games</th>{''.join(f'<td>{len(group.games):,}</td>' for group in groups)}</tr>"]
    for measure in GENERAL.values():
        means = [group.mean(measure) for group in groups]
        if any(means):
            form = "{:.1%}" if measure.share else "{:.3g}"
            cells = ["–" if mean is None else _cell(form, mean, share=measure.share) for mean in means]
            lines.append(f"<tr><th>{escape(measure.words)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f"<table><tr><th></th>{names}</tr>{''.join(lines)}</table>"


def _cell(form: str, found: Mean, *, share: bool) -> str:
    """A mean and its interval; a share is never below 0 or above 1."""
    numbers = [min(1.0, max(0.0, bound)) if share else bound for bound in (found.mean, found.low, found.high)]
    return "{} ({} to {})".format(*map(form.format, numbers))


def _rests(head: Head, groups: Sequence[Group]) -> Section:
    """What the report is based on."""
    question = head.question
    arms = [f"{name}: {_options({**question.options, **own})}" for name, own in question.arms.items()]
    games, python = sum(len(group.games) for group in groups), head.python or "unknown"
    played = f"{games:,} games of {question.game}, seed “{question.seed}”, Turncoat {head.turncoat}"
    meaning = (
        "An interval like 20 % (15 % to 25 %) says: if the same games were played many times, 95 of 100 such "
        "intervals would contain the true number."
    )
    bots = f"Played by {' and by '.join(question.bots)}. These results hold only with these players."
    said = (f"{played}, Python {python}, rules {head.ruleset}.", *arms, bots, meaning)
    return Section("What does this rest on?", tuple(("", sentence) for sentence in said), "")


def _options(options: dict[str, object]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in options.items()) or "no option is changed"
