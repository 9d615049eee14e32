"""Say what others hold that is gone, and what is new; ``--keep`` takes what is new into the lists.

``--keep --anew`` writes the lists anew, whatever is gone: only as long as nobody uses a release.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.frozen import lists


def main(words: Sequence[str] | None = None, folder: Path = lists.FOLDER) -> int:
    """Compare or keep; 1 if something is gone, or new and not kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--keep", action="store_true", help="take what is new into the lists")
    parser.add_argument("--anew", action="store_true", help="forget what is gone")
    chosen = parser.parse_args(words)
    if chosen.keep:
        for name, make in lists.LISTS.items():
            lists.write(name, make() | (set() if chosen.anew else lists.kept(name, folder)), folder)
    found = "".join(lists.findings(name, folder) for name in lists.LISTS)
    sys.stdout.write(found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
