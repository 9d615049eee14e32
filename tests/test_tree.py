"""The tree itself: what must be in it, and what must never be."""

from __future__ import annotations

import re
import subprocess
import tempfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FILE = 400  # lines
WELCOME = [
    ".github/ISSUE_TEMPLATE/fault.md",
    ".github/ISSUE_TEMPLATE/idea.md",
    ".github/ISSUE_TEMPLATE/rule.md",
    ".github/pull_request_template.md",
    ".github/workflows/test.yml",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "SECURITY.md",
]
NEEDED = [".ci/run", "LICENSE", "Makefile", "README.md", "pyproject.toml", "src/turncoat/py.typed", *WELCOME]
NEVER = re.compile(r"(^|/)(uv\.lock|pylock\.toml|node_modules|\.venv|\.tools|__pycache__)(/|$)|\.(pyc|sqlite3|db)$")
LOCKS = sorted(ROOT.glob("requirements*.lock"))
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", re.MULTILINE)
# Put together here, so that this file does not name them either.
REGISTRY_HOSTS = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))]


def tracked() -> list[Path]:
    """All files that are, or are about to be, in the repository; in an unpacked archive, all files."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not NEVER.search(path.relative_to(ROOT).as_posix())]
    return sorted(path for path in paths if path.is_file())


def texts() -> dict[str, str]:
    """The readable files of the tree that are ours, by their path."""
    ours = {}
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        data = path.read_bytes()
        if "/vendor/" not in name and b"\0" not in data:
            ours[name] = data.decode()
    return ours


def machine_places() -> list[str]:
    """Where this checkout and its user live, as they must not appear in a file."""
    places = {ROOT, Path.home()}
    if ROOT.parent not in {Path("/"), Path(tempfile.gettempdir())}:
        places.add(ROOT.parent)
    return [f"{place}/" for place in places if len(place.parts) > 1]


def pins(lock: str) -> dict[str, str]:
    """What a lock file pins: version by distribution."""
    return {name.lower(): version for name, version in PIN.findall((ROOT / lock).read_text())}


@pytest.mark.parametrize("name", NEEDED)
def test_the_tree_has(name: str) -> None:
    assert (ROOT / name).is_file()


@pytest.mark.parametrize("name", WELCOME)
def test_what_a_newcomer_reads_first_is_short(name: str) -> None:
    """40 lines; a changelog grows, so there each day has 40."""
    text = (ROOT / name).read_text()
    days = text.split("\n### ")[1:]
    assert all(len(part.splitlines()) <= 40 for part in days) if days else len(text.splitlines()) <= 40


def test_make_has_the_targets_the_readme_names() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"^\s*make ([a-z]+)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert {"play", "test"} <= set(named) <= set(targets)


def test_nothing_that_a_tool_makes_is_in_the_tree() -> None:
    assert [str(path) for path in tracked() if NEVER.search(path.relative_to(ROOT).as_posix())] == []


def test_no_lock_file_holds_an_address() -> None:
    assert LOCKS
    assert [lock.name for lock in LOCKS if "://" in lock.read_text()] == []


def test_every_pin_has_a_hash() -> None:
    for lock in LOCKS:
        for entry in re.split(r"\n(?=\S)", lock.read_text()):
            assert "==" not in entry or entry.startswith("#") or "--hash=sha256:" in entry, f"{lock.name}: {entry}"


def test_the_locks_pin_everything_the_package_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    for lock, needs in {
        "requirements.lock": project["project"]["dependencies"] + groups["build"],
        "requirements-dev.lock": project["project"]["dependencies"] + groups["build"] + groups["dev"],
        "requirements-bench.lock": project["project"]["dependencies"] + groups["build"] + groups["bench"],
        "requirements-tools.lock": groups["tools"],
        "requirements-clients.lock": groups["clients"],
    }.items():
        names = {re.split(r"[^A-Za-z0-9._-]", need)[0].lower() for need in needs}
        assert names - pins(lock).keys() == set(), lock


def test_what_is_played_is_what_is_tested() -> None:
    played = pins("requirements.lock")
    tested = pins("requirements-dev.lock")
    assert played == {name: tested.get(name) for name in played}


def test_no_file_names_a_package_registry() -> None:
    hosts = [(name, host) for name, text in texts().items() for host in REGISTRY_HOSTS if host in text]
    assert hosts == []


def test_no_file_holds_a_path_of_somebodys_machine() -> None:
    home = re.compile(r"(?<![\w.:/-])/(?:home|Users)/\w+")
    places = machine_places()
    found = [name for name, text in texts().items() if home.search(text) or any(place in text for place in places)]
    assert found == []


def test_no_file_of_code_is_too_long_to_read() -> None:
    lengths = {
        name: text.count("\n")
        for name, text in texts().items()
        if re.match(r"(src|tests)/(?!browser/vendor).*\.py$", name)
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_every_folder_with_code_is_type_checked() -> None:
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["files"]
    with_code = {name.split("/")[0] for name in texts() if name.endswith(".py") and "/" in name}
    assert with_code - {"docs"} <= set(checked)
