"""The API can be read as a page: every operation, every type, nothing from elsewhere (``/docs``)."""

from __future__ import annotations

import re
from pathlib import Path

from markupsafe import escape
from tests.serving import client_of, open_services

from turncoat.server.api.examples import EXAMPLES
from turncoat.web.site.docs import as_json


def test_the_page_has_every_operation_and_every_type(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        answer, said = client.get("/docs"), client.get("/openapi.json").json()
    page = answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    for path, methods in said["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    for name in said["components"]["schemas"]:
        assert f'<h3 id="{name}">' in page
    for name, shown in EXAMPLES.items():
        assert f'id="{name}"' in page
        assert str(escape(as_json(shown))) in page
    assert "A bot for every game" in page
    links, places = set(re.findall(r'href="#([^"]+)"', page)), set(re.findall(r'id="([^"]+)"', page))
    assert links - places == set()
    assert not re.search(r"""(?:src|href)=["']https?:""", page)
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)
