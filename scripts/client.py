"""Make the client that waits out of the one that is awaited, so that there is one to change.

python -m scripts.client            write src/turncoat/client/synchronous.py
python -m scripts.client --check    say whether it is as it should be
"""

import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src/turncoat/client"
HEAD = '"""A client that waits, made by ``python -m scripts.client``: change ``turncoat.client.asynchronous``."""'
INSTEAD = (
    (r"from anyio import sleep", "from time import sleep"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(Client|Table|Generator)\b", r"\1"),
    (r"\bhttpx2\.AsyncBase", "httpx2.Base"),
    (r"\b__a(enter|exit)__", r"__\1__"),
    (r"\ba(close|read|iter_lines)\b", r"\1"),
)
"""What stands in one, and what stands in the other."""


def made() -> str:
    """The module as it should be."""
    text = (FOLDER / "asynchronous.py").read_text(encoding="utf-8")
    text = re.sub(r'\A""".*?"""', HEAD, text, count=1, flags=re.DOTALL)
    for pattern, other in INSTEAD:
        text = re.sub(pattern, other, text)
    for step in (["check", "--select", "I", "--fix"], ["format"]):
        command = [sys.executable, "-m", "ruff", *step, "--quiet", "--stdin-filename", "src/turncoat/client/it.py", "-"]
        text = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True).stdout
    return text


if __name__ == "__main__":
    (FOLDER / "synchronous.py").write_text(made(), encoding="utf-8")
