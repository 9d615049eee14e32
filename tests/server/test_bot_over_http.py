"""The bot of the API's documentation plays whole games of everything over a socket."""

from __future__ import annotations

import re
import runpy
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.kit import of_the_tree
from tests.serving import NAMES, gather, on_the_wire, open_services
from tests.test_examples import lines_of_code

from turncoat.games import ruleset

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "examples" / "bot_over_http.py"


@pytest.mark.parametrize("game", of_the_tree())
def test_a_bot_over_http_plays_a_whole_game(game: str, tmp_path: Path) -> None:
    play: Any = runpy.run_path(str(FILE))["play"]
    rules = ruleset(game)
    seats = rules.seats[0]
    options = {**rules.brief, **({"rounds": 2} if "rounds" in rules.option_schema else {})}
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        table = gather(client, NAMES[:seats], game=game, options=options)
        for seat in range(seats):
            assert table.post("sit", seat).status_code == 204
        with ThreadPoolExecutor(seats) as threads:
            players = [threads.submit(play, f"{address}{table.path()}", key) for key in table.keys]
            assert table.do("start").status_code == 204
            ends = [one.result(timeout=200) for one in players]
        assert {end["phase"] for end in ends} == {"finished"}
        assert len(ends[0]["scores"]) == seats


def test_it_is_as_short_as_it_says_and_stands_in_the_documentation() -> None:
    code = FILE.read_text(encoding="utf-8")
    assert lines_of_code(FILE.name) <= 30
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/api/README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code.partition('"""\n\n')[2].strip() in [block.strip() for block in blocks]
