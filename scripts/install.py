"""Make a Python environment from the hashed pins, or do nothing when it is already right.

    python3 scripts/install.py play    .venv with what playing needs
    python3 scripts/install.py dev     .venv with that, and what the tests need
    python3 scripts/install.py bench   .bench-venv with the libraries the benchmarks compare with
    python3 scripts/install.py clients .client-venv with the generators of clients that the tests try
    python3 scripts/install.py tools   .tools with the installer alone

The standard library is enough to run this, and any Python 3 can read it, so that an old one gets a clear sentence.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOOR = (3, 11)
LOCKS = {
    "play": "requirements.lock",
    "dev": "requirements-dev.lock",
    "bench": "requirements-bench.lock",
    "clients": "requirements-clients.lock",
}
FOLDERS = {"bench": ".bench-venv", "clients": ".client-venv"}
TOOLS_LOCK = "requirements-tools.lock"


def main() -> None:
    """Bring the environment of the named kind up to date."""
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind not in LOCKS and kind != "tools":
        sys.exit("usage: install.py tools|" + "|".join(LOCKS))
    if sys.version_info < FLOOR:
        found = "%d.%d" % sys.version_info[:2]
        sys.exit("Turncoat needs Python 3.11 or newer, and this python3 is %s; try: make PYTHON=python3.12" % found)
    os.chdir(ROOT)
    if kind == "tools":
        installer()
        return
    folder = FOLDERS.get(kind, ".venv")
    stamp = os.path.join(folder, "turncoat-installed")
    installed = read(stamp).split()
    if kind == "play" and installed[:1] == ["dev"]:
        kind = "dev"  # what the tests need includes what playing needs: never take it away
    wanted = [kind, fingerprint(LOCKS[kind])]
    python = os.path.join(folder, "Scripts" if os.name == "nt" else "bin", "python")
    if installed == wanted and os.path.exists(python):
        return
    print("Installing into %s (once) ..." % folder, flush=True)
    uv = installer()
    if os.path.exists(stamp):
        os.remove(stamp)
    if not same_python(folder, python):
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", "--without-pip", folder)
    run(uv, "pip", "sync", "--quiet", "-p", python, "--require-hashes", "--compile-bytecode", LOCKS[kind])
    if kind != "clients":
        run(uv, "pip", "install", "--quiet", "-p", python, "--no-deps", "--no-build-isolation", "--editable", ".")
        run(python, "-m", "compileall", "-q", "src")
    with open(stamp, "w", encoding="ascii") as file:
        file.write("\n".join(wanted) + "\n")


def installer() -> str:
    """Give the path of uv, kept apart in .tools because `sync` removes what a lock file does not name."""
    stamp = os.path.join(".tools", "turncoat-installed")
    uv = os.path.join(".tools", "Scripts" if os.name == "nt" else "bin", "uv")
    wanted = fingerprint(TOOLS_LOCK)
    if read(stamp).strip() != wanted or not os.path.exists(uv if os.name != "nt" else uv + ".exe"):
        shutil.rmtree(".tools", ignore_errors=True)
        try:
            run(sys.executable, "-m", "venv", ".tools")
        except subprocess.CalledProcessError:
            shutil.rmtree(".tools", ignore_errors=True)
            sys.exit("This python3 cannot make environments: install the system's python3-venv package.")
        python = os.path.join(os.path.dirname(uv), "python")
        run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "--requirement", TOOLS_LOCK)
        with open(stamp, "w", encoding="ascii") as file:
            file.write(wanted + "\n")
    return uv


def fingerprint(lock: str) -> str:
    """Digest everything that decides what is installed: the pins, the package's own description, this Python."""
    digest = hashlib.sha256((sys.version + sys.base_prefix).encode())
    for name in (lock, "pyproject.toml"):
        with open(name, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def same_python(folder: str, python: str) -> bool:
    """Say whether the environment exists and was made by the Python that runs this."""
    config = read(os.path.join(folder, "pyvenv.cfg"))
    return os.path.exists(python) and "version = %d.%d.%d" % sys.version_info[:3] in config


def read(path: str) -> str:
    """Read a small text file; an absent one is empty."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def run(*command: str) -> None:
    """Run a command; its failure ends this program with its own message."""
    subprocess.run(command, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit("Installing stopped: %s failed with status %d." % (" ".join(error.cmd[:3]), error.returncode))
