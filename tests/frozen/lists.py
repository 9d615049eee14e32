"""What others hold of this program, one line each: lists that only grow.

A line says what something is called, and of a field its type and its default: ``event attack_judged.attack: int``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast, get_args

import msgspec
from msgspec import NODEFAULT, Struct, inspect
from sqlalchemy import MetaData
from tests.kit import of_the_tree
from tests.serving import open_services

from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel.decision import Decision
from turncoat.kernel.flows import parts_of
from turncoat.server.api.document import document as of_app
from turncoat.server.app import compose
from turncoat.server.schema import METADATA
from turncoat.table import record, record_file
from turncoat.table.proof import Receipt
from turncoat.table.table import Phase, TableState
from turncoat.table.table_events import TABLE_EVENTS

FOLDER = Path(__file__).parent

Lines = set[str]

IN_SHORT: Mapping[type[inspect.Type], str] = {
    inspect.AnyType: "anything",
    inspect.NoneType: "none",
    inspect.BoolType: "bool",
    inspect.IntType: "int",
    inspect.FloatType: "float",
    inspect.StrType: "str",
    inspect.BytesType: "bytes",
    inspect.RawType: "anything",
    inspect.LiteralType: "choice",
}


# --- types in words -----------------------------------------------------------------------------


def structs(kinds: Iterable[type[Struct]], whose: str = "") -> Lines:
    """Tags and fields of these types, and of all types within them."""
    lines: Lines = set()
    waiting, seen = [cast("inspect.StructType", inspect.type_info(kind)) for kind in kinds], set[type]()
    while waiting:
        kind = waiting.pop()
        if kind.cls in seen:
            continue
        seen.add(kind.cls)
        name = f"{whose} {_name(kind)}".strip()
        lines.add(name)
        for field in kind.fields:
            place = f"{name}.{field.encode_name}"
            lines |= _choices(place, field.type)
            lines.add(f"{place}: {_in_words(field.type)}{_default(kind, field)}")
            waiting += _within(field.type)
    return lines


def _name(kind: inspect.StructType) -> str:
    return str(kind.tag) if isinstance(kind.tag, str) else kind.cls.__name__


def _default(kind: inspect.StructType, field: inspect.Field) -> str:
    usual = getattr(kind.cls, "usual_rule", "") if field.name == "rule" else ""
    value = field.default if field.default is not NODEFAULT else NODEFAULT
    if field.default_factory is not NODEFAULT:
        value = field.default_factory()
    if value is NODEFAULT:
        return ""
    return f" = {msgspec.json.encode(usual or value, order='deterministic', enc_hook=str).decode()}"


def _in_words(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType():
            return _name(kind)
        case inspect.EnumType():
            return kind.cls.__name__
        case inspect.UnionType():
            return " or ".join(sorted({_in_words(one) for one in kind.types}))
        case inspect.DictType():
            return f"{_in_words(kind.value_type)} by {_in_words(kind.key_type)}"
        case inspect.TupleType():
            return f"({', '.join(map(_in_words, kind.item_types))})"
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return f"list of {_in_words(kind.item_type)}"
        case inspect.Metadata():
            return _in_words(kind.type)
        case _:
            return IN_SHORT[type(kind)]


def _parts(kind: inspect.Type) -> Iterator[inspect.Type]:
    """A type and everything that it is made of, up to the fields of structs."""
    yield kind
    inside: Iterable[inspect.Type] = ()
    match kind:
        case inspect.UnionType():
            inside = kind.types
        case inspect.DictType():
            inside = (kind.key_type, kind.value_type)
        case inspect.TupleType():
            inside = kind.item_types
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            inside = (kind.item_type,)
        case inspect.Metadata():
            inside = (kind.type,)
    for one in inside:
        yield from _parts(one)


def _within(kind: inspect.Type) -> list[inspect.StructType]:
    return [part for part in _parts(kind) if isinstance(part, inspect.StructType)]


def _choices(place: str, kind: inspect.Type) -> Lines:
    """What may be chosen: a line each, so that a new choice is new and the others stay."""
    lines = set()
    for part in _parts(kind):
        if isinstance(part, inspect.EnumType):
            lines |= {f"{part.cls.__name__} may be {value.value!r}" for value in part.cls}
        elif isinstance(part, inspect.LiteralType):
            lines |= {f"{place} may be {value!r}" for value in part.values}
    return lines


# --- the lists ----------------------------------------------------------------------------------


def events(rules: AnyRuleset) -> Lines:
    return structs(rules.events, "event")


def actions(rules: AnyRuleset) -> Lines:
    return structs(rules.actions, "action")


def options(rules: AnyRuleset) -> Lines:
    return structs([rules.options], "option")


def views(rules: AnyRuleset) -> Lines:
    return structs([rules.views], "view")


def sections(rules: AnyRuleset) -> Lines:
    """A game's sections and steps, and for which of them standing orders are left."""
    lines = set()
    for section in parts_of(rules.state)[0]:
        tag = str(section.__struct_config__.tag)
        lines.add(f"section {tag}")
        for name, step in section.table_of_contents.items():
            asks = " asks" if isinstance(step, Decision) else ""
            orders = ", takes standing orders" if isinstance(step, Decision) and step.repeated else ""
            lines |= {f"section {tag}.{name}{asks}{orders}"} if name else set()
    return lines


def entries() -> Lines:
    """What a record holds, what a player keeps of an order, and what the table keeps besides."""
    kinds = (
        record.Header,
        record.Secret,
        record.Spoken,
        record_file.End,
        Receipt,
        TableState,
        *get_args(record.AnyEntry),
    )
    return structs(kinds) | _choices("", inspect.type_info(Phase)) | {f"format {record.FORMAT}"}


def columns(metadata: MetaData = METADATA) -> Lines:
    """Every table of the database and its columns."""
    lines = set()
    for table in metadata.tables.values():
        lines.add(table.name)
        for column in table.columns:
            null = "" if column.nullable else ", never empty"
            key = ", key" if column.primary_key else ""
            lines.add(f"{table.name}.{column.name}: {column.type}{null}{key}")
    return lines


def api(document: Mapping[str, Any]) -> Lines:
    """The operations of the API, their parameters and bodies, and the fields of what they answer."""
    lines = set()
    for path, methods in document["paths"].items():
        for method, said in methods.items():
            operation = f"{method.upper()} {path}"
            lines.add(operation)
            for one in said.get("parameters", ()):
                need = "needed" if one.get("required") else "may be left out"
                lines.add(f"{operation} {one['in']} {one['name']}: {_schema(one['schema'])}, {need}")
            for kind, body in said.get("requestBody", {}).get("content", {}).items():
                lines.add(f"{operation} takes {kind}: {_schema(body['schema'])}")
            for status, answer in said["responses"].items():
                for kind, body in answer.get("content", {}).items() if status < "300" else ():
                    lines.add(f"{operation} {status} {kind}: {_schema(body['schema'])}")
    for name, schema in document["components"]["schemas"].items():
        lines |= _fields(name, schema)
    return lines


def _fields(name: str, schema: Mapping[str, Any]) -> Lines:
    lines = {f"{name} may be {one!r}" for one in schema.get("enum", ())}
    for field, kind in schema.get("properties", {}).items():
        need = "always there" if field in schema.get("required", ()) else "may be left out"
        lines.add(f"{name}.{field}: {_schema(kind)}, {need}")
        lines |= {
            f"{name}.{field} may be {one!r}" for one in kind.get("enum", [kind["const"]] if "const" in kind else [])
        }
    return lines


def _schema(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for many in ("oneOf", "anyOf", "allOf"):
        if many in schema:
            return " or ".join(sorted({_schema(one) for one in schema[many]}))
    if schema.get("type") == "array":
        return f"list of {_schema(schema.get('items', {}))}"
    if isinstance(more := schema.get("additionalProperties"), Mapping):
        return f"{_schema(more)} by str"
    kind = schema.get("type", "choice" if "enum" in schema else "anything")
    return " or ".join(sorted(kind)) if isinstance(kind, list) else str(kind)


@cache
def document() -> Mapping[str, Any]:
    with TemporaryDirectory() as folder:
        services = open_services(Path(folder))
        made = of_app(compose(services), games=())  # what views hold is in the list of each game
        services.store.close()
    return made


def of_game(game: str) -> Lines:
    """All that others hold of a game."""
    rules = ruleset(game)
    return set[str]().union(*(make(rules) for make in (events, actions, options, views, sections)))


LISTS: Mapping[str, Callable[[], Lines]] = {
    **{game: partial(of_game, game) for game in of_the_tree()},
    "table": lambda: structs(TABLE_EVENTS, "event") | entries(),
    "columns": columns,
    "api": lambda: api(document()),
}
"""Every list by its name: how it is made."""


# --- comparing and keeping ----------------------------------------------------------------------


def kept(name: str, folder: Path = FOLDER) -> Lines:
    """A list as it is kept."""
    path = folder / f"{name}.txt"
    return set(path.read_text(encoding="utf-8").splitlines()) if path.exists() else set()


def write(name: str, lines: Lines, folder: Path = FOLDER) -> None:
    (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")


GONE = """These lines of {name}.txt are gone or changed, and others may hold them. Leave them as they were, and add
a new tag, field, option, column or operation beside them (docs/decisions/0024-what-is-frozen.md).
As long as nobody uses a release, names may still change: .venv/bin/python -m tests.frozen --keep --anew
"""

NEW = """These lines are new in {name}.txt, and are kept for ever from now on: .venv/bin/python -m tests.frozen --keep
"""


def findings(name: str, folder: Path = FOLDER, now: Lines | None = None) -> str:
    """What is not as it is kept, and what to do; empty if everything is."""
    held, here = kept(name, folder), LISTS[name]() if now is None else now
    found = ((GONE, held - here), (NEW, here - held))
    return "".join(said.format(name=name) + _listed(lines) for said, lines in found if lines)


def _listed(lines: Lines) -> str:
    return "".join(f"  {line}\n" for line in sorted(lines))
