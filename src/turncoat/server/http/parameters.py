"""Parameters that an address does not have are refused by name, as fields of a body are."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from turncoat.kernel.errors import Unreadable


async def no_strange_parameter(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Guard: refuse what would be ignored.

    Raises:
        Unreadable: the address has no such parameter.
    """
    query = connection.scope["query_string"]
    if not query:
        return
    fields = handler.parsed_fn_signature.parameters.items()
    known = tuple(name for name, field in fields if isinstance(field.kwarg_definition, QueryParameter))
    for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name not in known:
            sentence = f"{name}: there is no such parameter; there are {', '.join(known) or 'none'}."
            raise Unreadable(sentence, field=name, choices=known)
