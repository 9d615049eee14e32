"""What the author of a game is told to mend: no game has any of it, and every planted fault is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests import outside

from turncoat.cli.faults import faults
from turncoat.games import game_ids, game_of, left_out
from turncoat.kernel.errors import BadSetup

Changes = dict[str, tuple[str, str]]


@pytest.mark.parametrize("game", game_ids())
def test_a_game_has_no_faults(game: str) -> None:
    assert faults(game) == []


def test_the_example_with_a_board_has_no_faults(tmp_path: Path) -> None:
    outside.write(tmp_path)
    with outside.found(tmp_path):
        assert faults("undercut") == []


FAULTS: dict[str, tuple[Changes, str]] = {
    "a wrong key of a question": (
        {"rules.py": ('"round.say"', '"round.choose"')},
        '`questions` names "round.choose", but there is no such decision. .* the decisions are round.say.',
    ),
    "a word of talk": (
        {"rules.py": ('"choose {number}"', '"say {number}"')},
        'Number is typed as "say {number}", but "say" begins what people say to each other',
    ),
    "an unknown icon of a card": (
        {"board.py": ('"card", "The', '"axe", "The')},
        'There is no icon "axe", as the Card of number has it: draw a <symbol id="icon-axe"> in assets/icons.svg',
    ),
    "an unknown icon in a drawing": ({"board.py": ("#icon-coat", "#icon-axe")}, 'no icon "axe", as a drawing has it'),
    "an id without the prefix": (
        {"board.py": ('id="{scene.id}-all"', 'id="all"')},
        'A drawing has id="all": begin ids with scene.id',
    ),
    "a style": (
        {"board.py": ('id="{scene.id}-all"', 'style="fill:red"')},
        'A drawing has style="fill:red", which browsers drop, .*: write attributes',
    ),
    "a style sheet in a drawing": ({"board.py": ("<use", "<style>g{{}}</style><use")}, "A drawing has <style>, which"),
    "no card": ({"board.py": ('{"number": ', '{"numbr": ')}, 'BOARD has no Card for number: add cards={..., "number"'),
    "a card of nothing": ({"board.py": ('{"number": ', '{"numbr": ')}, "a Card for numbr, but no action is called so"),
    "an action without a rule": (
        {"rules.py": ('class Number(Action, rule="UND-2.1")', "class Number(Action)")},
        r'Number has no rule: write class Number\(Action, rule="UND-..."\).',
    ),
    "an action that cites a rule that is not there": (
        {"rules.py": ('class Number(Action, rule="UND-2.1")', 'class Number(Action, rule="UND-9.1")')},
        r'Number cites UND-9.1, but undercut/rules.md has no item "- \*\*UND-9.1\*\* ...": write one.',
    ),
    "an event that cites a rule that is not there": (
        {"rules.md": ("UND-3.1", "UND-3.2")},
        "Over cites UND-3.1, but undercut/rules.md has no item",
    ),
    "an option of a rule that is not there": ({"rules.md": ("**UND-O1**", "**UND-O2**")}, "The option rounds cites"),
    "a card of a rule that is not there": ({"board.py": ("UND-2.1", "UND-2.9")}, "The Card of number cites UND-2.9"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_named(name: str, tmp_path: Path) -> None:
    changes, sentence = FAULTS[name]
    outside.change(outside.write(tmp_path), changes)
    with outside.found(tmp_path):
        assert [said for said in faults("undercut") if re.search(sentence, said)], faults("undercut")


BROKEN: dict[str, tuple[Changes, str]] = {
    "it needs what is not there": (
        {"rules.py": ("from msgspec", "import nopkg\nfrom msgspec")},
        r"ModuleNotFoundError: No module named 'nopkg' \(.*undercut/rules.py, line \d+\)\.",
    ),
    "it is no Python": ({"rules.py": ("class Number", "klass Number")}, r"SyntaxError: .* \(rules.py, line \d+\)"),
    "a section without a tag": (
        {"rules.py": ('Section[Number], tag="round"', "Section[Number]")},
        r'Undercut: give Round a tag: class Round\(Section\[...\], tag="round"\)',
    ),
    "another id": ({"rules.py": ('id="undercut"', 'id="cut"')}, 'undercut has RULES with id="cut"'),
    "no rules": ({"rules.py": ("RULES: Ruleset", "RULEZ: Ruleset")}, "has no attribute 'RULES'"),
    "rules that are none": ({"rules.py": ("\nRULES: Ruleset", "\nRULES = 5\nX: Ruleset")}, "is no Ruleset"),
    "a board that is none": ({"board.py": ("BOARD = Board(", "BOARD = dict(); Board(")}, "is no Board"),
    "a board that fails": ({"board.py": ("BOARD = Board(", "BOARD = Plank(")}, "NameError: name 'Plank' is not"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_left_out_with_a_sentence(name: str, tmp_path: Path) -> None:
    """The others go on."""
    changes, sentence = BROKEN[name]
    outside.change(outside.write(tmp_path), changes)
    with outside.found(tmp_path):
        assert "undercut" not in game_ids()
        assert {"truce", "dune"} <= set(game_ids())
        assert re.search(sentence, left_out()["undercut"])
        with pytest.raises(BadSetup, match=r"^The game undercut of the distribution cutlery is left out: "):
            game_of("undercut")


def test_a_game_without_its_rulebook_is_left_out(tmp_path: Path) -> None:
    (outside.write(tmp_path) / "rules.md").unlink()
    with outside.found(tmp_path):
        assert "put its rules into undercut/rules.md" in left_out()["undercut"]


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ("undercut = undercut", 'its entry point is "undercut", but must be like "yourpackage.rules:RULES"'),
        ("undercut = undercut.rules:GAME", 'must be like "yourpackage.rules:RULES"'),
        ("undercut = undercut.rulez:RULES", "should have its RULES in undercut.rulez: no such module"),
        ("cut = undercut.rules:RULES", 'the game cut has RULES with id="undercut"'),
        ("gone = nopkg.rules:RULES", "No module named 'nopkg'"),
        ("my-game = my-game.rules:RULES", 'its entry point is "my-game.rules:RULES", but must be like "yourpackage.'),
        ("script = undercut.script:RULES", "SystemExit: 3"),
        ("truce = undercut.rules:RULES", "Turncoat has a game of this name already"),
    ],
)
def test_an_entry_point_that_leads_nowhere_says_so(point: str, words: str, tmp_path: Path) -> None:
    """The games of Turncoat can be played all the same."""
    (outside.write(tmp_path, f"[turncoat.games]\n{point}\n") / "script.py").write_text("raise SystemExit(3)\n")
    with outside.found(tmp_path):
        said = left_out()[point.split(maxsplit=1)[0]]
        assert words in said
        assert ", line" not in said or "script.py" in said, "it names a place that its author cannot mend"
        assert "truce" in game_ids()
        assert game_of("truce").package == "turncoat.games.truce"
