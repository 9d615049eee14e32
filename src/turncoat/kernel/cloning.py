"""Generates a function that copies a state, from the annotations of its type.

``deepcopy`` inspects every object on every call; here the inspection is done once and leaves a piece of
straight code. Immutable parts (numbers, text, frozen structs) are shared, everything else is copied.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from enum import Enum
from typing import Literal, NewType, TypeVar, Union, cast, get_args, get_origin

from msgspec import Struct, structs

T = TypeVar("T")

_ATOMS = (int, str, bool, float, bytes, type(None))


class _Writer:
    """Collects one function for each struct type."""

    def __init__(self) -> None:
        self.names: dict[object, str] = {}
        self.lines: list[str] = []
        self.scope: dict[str, object] = {"BY_CLASS": {}}
        self.loops = 0

    def immutable(self, kind: object) -> bool:
        """Whether copies may share values of this type."""
        origin, parts = get_origin(kind), get_args(kind)
        if isinstance(kind, NewType):
            return self.immutable(kind.__supertype__)
        if origin is Literal:
            return True
        if origin in (Union, types.UnionType):
            return all(self.immutable(part) for part in parts)
        if origin is tuple:
            return all(self.immutable(part) for part in parts if part is not Ellipsis)
        plain = origin or kind
        if isinstance(plain, type):
            if issubclass(plain, Struct):
                return bool(plain.__struct_config__.frozen)
            return issubclass(plain, (*_ATOMS, Enum))
        return False

    def expression(self, kind: object, value: str) -> str:
        """Python code that copies ``value``, which has the type ``kind``."""
        if self.immutable(kind):
            return value
        origin, parts = get_origin(kind), get_args(kind)
        if isinstance(kind, NewType):
            return self.expression(kind.__supertype__, value)
        if origin is list:
            if self.immutable(parts[0]):
                return f"{value}[:]"
            item = self.item()
            return f"[{self.expression(parts[0], item)} for {item} in {value}]"
        if origin is dict:
            if self.immutable(parts[1]):
                return f"{value}.copy()"
            key, item = self.item(), self.item()
            return f"{{{key}: {self.expression(parts[1], item)} for {key}, {item} in {value}.items()}}"
        if origin in (Union, types.UnionType):
            return self.choice([part for part in parts if part is not type(None)], type(None) in parts, value)
        plain = origin or kind
        if isinstance(plain, type) and issubclass(plain, Struct):
            return f"{self.function(kind)}({value})"
        raise TypeError(f"cannot copy values of type {kind!r}: use structs, lists, dicts, text and numbers")

    def choice(self, parts: list[object], optional: bool, value: str) -> str:
        """Python code that copies one of several struct types."""
        if len(parts) == 1:
            body = self.expression(parts[0], value)
        else:
            table = cast("dict[object, str]", self.scope["BY_CLASS"])
            for part in parts:
                plain = get_origin(part) or part
                fits = isinstance(plain, type) and issubclass(plain, Struct)
                if not fits or table.setdefault(plain, self.function(part)) != self.function(part):
                    raise TypeError(
                        f"cannot copy a value that may be any of {parts!r}: each must be a struct, and another one"
                    )
            body = f"BY_CLASS[{value}.__class__]({value})"
        return f"(None if {value} is None else {body})" if optional else body

    def item(self) -> str:
        self.loops += 1
        return f"v{self.loops}"

    def function(self, kind: object) -> str:
        """The name of the function that copies a struct type; the function is written on first use."""
        if kind in self.names:
            return self.names[kind]
        plain = cast("type[Struct]", get_origin(kind) or kind)
        made = f"{plain.__name__}_{len(self.names)}"
        name = self.names[kind] = f"copy_{made}"
        self.scope[made] = plain
        config = plain.__struct_config__
        if config.frozen:
            self.lines.append(f"def {name}(x): return x")
            return name
        named = _keyword_only(plain)
        arguments = [
            f"{field.name}={text}" if field.name in named else text
            for field in structs.fields(kind)  # type: ignore[arg-type]
            for text in [self.expression(field.type, f"x.{field.name}")]
        ]
        self.lines.append(f"def {name}(x): return {made}({', '.join(arguments)})")
        return name


def _keyword_only(kind: type[Struct]) -> set[str]:
    """Fields that the constructor takes by name only: ``msgspec`` puts them behind all others."""
    count = len(kind.__match_args__)
    return set(kind.__struct_fields__[count:])


_CLONERS: dict[type, Callable[[object], object]] = {}


def _make(kind: type[Struct]) -> Callable[[object], object]:
    writer = _Writer()
    name = writer.function(kind)
    exec(compile("\n".join(writer.lines), f"<copy of {kind.__name__}>", "exec"), writer.scope)  # noqa: S102
    table = cast("dict[type, object]", writer.scope["BY_CLASS"])
    for part, function in table.items():
        table[part] = writer.scope[cast("str", function)]
    return cast("Callable[[object], object]", writer.scope[name])


def clone(state: T) -> T:
    """A copy of a struct that is equal to it and shares nothing that can change.

    Raises:
        TypeError: if a field's annotation is something that cannot be copied safely.
    """
    kind = state.__class__
    cloner = _CLONERS.get(kind)
    if cloner is None:
        cloner = _CLONERS[kind] = _make(cast("type[Struct]", kind))
    return cast("T", cloner(state))
