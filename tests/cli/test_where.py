"""``turncoat rules --where``: from the number of a rule to the file and line that decide it, and to its tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.kit import of_the_tree, says

from turncoat.cli import run
from turncoat.cli.rulebook import locate
from turncoat.games import AnyRuleset, ruleset
from turncoat.table.rulebook import look_up, rules_of

RULEBOOK = "# Mini\n\n- **TRU-1.1** One.\n- **TRU-1.2** Two.\n- **TRU-1.3** Three.\n- **TRU-R-7** A ruling.\n"
ROUND = '''"""TRU-1.2 in passing."""
LIMIT = 3
"""TRU-1.1: never more."""
def first():
    """TRU-1.1, TRU-1.3: both."""
class Hall:
    def only(self):
        """TRU-1.1: alone."""
        return "TRU-1.15"  # TRU-R-7
NAMES = {"first": "TRU-1.1"}
'''
EVENTS = 'class One(rule="TRU-1.1"):\n    """TRU-1.1: told."""\n'
CHOICES = 'def boxes():\n    """TRU-1.1: offered."""\n'
AUDIT = 'def audit():\n    """TRU-1.1: checked."""\n'
TESTS = 'def test_two():\n    """TRU-1.1 to TRU-1.3."""\n\ndef helper():\n    """TRU-1.1."""\n'


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
    """A game in a folder of its own, without tests."""
    package = tmp_path / "src" / tmp_path.name
    package.mkdir(parents=True)
    for name, text in (
        ("__init__", ""),
        ("a_round", ROUND),
        ("audit", AUDIT),
        ("choices", CHOICES),
        ("events", EVENTS),
    ):
        (package / f"{name}.py").write_text(text)
    (package / "rules.md").write_text(RULEBOOK)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    monkeypatch.chdir(tmp_path)
    return replace(ruleset("truce"), package=package.name)


@pytest.mark.parametrize("game", of_the_tree())
def test_every_rule_is_found_in_its_rulebook_and_in_a_test(game: str) -> None:
    rules = ruleset(game)
    lines = rules.rulebook.splitlines()
    found = locate(rules, rules_of(rules))
    assert len(found) == sum(line.startswith("- **") for line in lines)
    assert [rule.number for rule in found if f"**{rule.number}**" not in lines[rule.line - 1]] == []
    assert [rule.number for rule in found if not rule.tested] == []


def test_where_one_looks_first_comes_first(planted: AnyRuleset) -> None:
    """First a docstring that begins with the number alone, one with others, what offers, names, tells and checks it."""
    found = {
        rule.number: [(place.name, place.line) for place in rule.cited] for rule in locate(planted, rules_of(planted))
    }
    assert found["TRU-1.1"] == [
        ("LIMIT", 2),
        ("only", 7),
        ("first", 4),
        ("boxes", 1),
        ("NAMES", 10),
        ("One", 1),
        ("audit", 1),
    ]
    assert found["TRU-1.2"] == [("", 1)]
    assert found["TRU-1.3"] == [("first", 4)]
    assert found["TRU-R-7"] == [("only", 7)]


def test_the_tests_are_those_of_the_checkout(planted: AnyRuleset, tmp_path: Path) -> None:
    (rule, *_) = locate(planted, rules_of(planted))
    assert rule.tested is None
    tests = tmp_path / "tests" / "games" / "truce"
    tests.mkdir(parents=True)
    (tests / "test_round.py").write_text(TESTS)
    (tmp_path / "pyproject.toml").touch()
    found = locate(planted, rules_of(planted))
    assert [[place.name for place in rule.tested or ()] for rule in found] == [["test_two"]] * 3 + [[]]


def test_it_is_said_where_a_rule_is(capsys: pytest.CaptureFixture[str]) -> None:
    """DUN-4.8.14 is decided in a module of the battle; TRU-11.2 is where the winners are found."""
    assert run(["rules", "dune", "4.8.14", "--where"]) == 0
    says(
        capsys.readouterr().out,
        "  source    src/turncoat/games/dune/",
        "  test      tests/games/dune/test_battle_resolution.py:",
        "/rules.md:",
    )
    (rule,) = [rule for rule in locate(ruleset("truce"), rules_of(ruleset("truce"))) if rule.number == "TRU-11.2"]
    assert rule.cited[0].name == "find_winners"


def test_the_place_that_carries_a_rule_out_is_first_not_what_counts_or_teaches_it() -> None:
    """TRU-8.2 is judged in attack.py; statistics and the lesson cite it too."""
    (found,) = locate(ruleset("truce"), look_up(ruleset("truce"), "8.2"))
    files = [Path(place.file).name for place in found.cited]
    assert files[0] == "attack.py"
    assert {"statistics.py", "lesson.py"} <= {*files}


@pytest.mark.parametrize("game", of_the_tree())
def test_statistics_come_first_for_no_rule_that_is_carried_out_elsewhere(game: str) -> None:
    for rule in locate(ruleset(game), rules_of(ruleset(game))):
        files = [Path(place.file).name for place in rule.cited]
        if "statistics.py" in files[:1]:
            assert {*files} <= {"statistics.py", "audit.py", "findings.py"}, rule.number
