"""Dataclasses that follow JSON objects key by key.

A subclass of `Record` has a field for each key, with the key's name, or with a `_` at the end where the key is a word of Python. A field
with a default belongs to a key that may be absent. Keys without a field are kept in `extra`, so a newer program does not break this
package, and `to_json` writes what `from_json` read.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field
from typing import Any, Self, TypeAlias

from ._answers import Answers

__all__ = ["Json", "Record", "Vec3", "Vec4"]

Json: TypeAlias = Any
"""A value of JSON: None, bool, int, float, str, a tuple of values, or a mapping of names to values."""

Vec3: TypeAlias = tuple[float, float, float]
Vec4: TypeAlias = tuple[float, float, float, float]

_Convert: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A JSON object. `extra` has the keys for which there is no field."""

    extra: Mapping[str, Json] = field(default_factory=dict, hash=False, repr=False)
    _written: frozenset[str] = field(default=frozenset(), repr=False)
    """The fields that the JSON has although they have their default, such as a `null` where the key may be absent."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read a JSON object, as `json.loads` returns it. A key that is missing raises `KeyError`."""
        rest = dict(value)
        fields: dict[str, Any] = {}
        written: list[str] = []
        for name, key, convert, default in _plan(cls):
            if key in rest:
                found = rest.pop(key)
                fields[name] = found = found if convert is None else convert(found)
                if default is not MISSING and found == default:
                    written.append(name)
            elif default is MISSING:
                raise KeyError(key)
        if rest:
            fields["extra"] = {key: _frozen(value) for key, value in rest.items()}
        if written:
            fields["_written"] = frozenset(written)
        return cls(**fields)

    def to_json(self) -> dict[str, Any]:
        """Write the JSON object from which this was read."""
        written: dict[str, Any] = {}
        for name, key, _, default in _plan(type(self)):
            value = getattr(self, name)
            if default is MISSING or value != default or name in self._written:
                written[key] = _json(value)
        written.update((key, _json(value)) for key, value in self.extra.items())
        return written


_Plan: TypeAlias = tuple[tuple[str, str, _Convert | None, Any], ...]
_plans: dict[type[Record], _Plan] = {}


def _plan(cls: type[Record]) -> _Plan:
    """Return each field with its key, the function that reads its value, and its default."""
    plan = _plans.get(cls)
    if plan is None:
        plan = _plans[cls] = _made_plan(cls)
    return plan


def _made_plan(cls: type[Record]) -> _Plan:
    hints = typing.get_type_hints(cls)
    names = {one.name for one in dataclasses.fields(Record)}
    fields = [one for one in dataclasses.fields(cls) if one.name not in names]
    return tuple((one.name, one.name.rstrip("_"), _reader(hints[one.name]), one.default) for one in fields)


def required(cls: type[Record]) -> frozenset[str]:
    """Return the keys that are never absent."""
    return frozenset(key for _, key, _, default in _plan(cls) if default is MISSING)


def _reader(hint: Any) -> _Convert | None:
    """Return the function that reads a value of this type; None for one that is the same in JSON."""
    origin, of = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return _frozen
    if origin in (typing.Union, types.UnionType):
        some = [one for one in of if one is not types.NoneType]
        return _or_none(_reader(some[0])) if len(some) == 1 else _frozen
    if origin is tuple:
        return _tuple_of(_reader(of[0]))
    if origin is Answers:
        return functools.partial(Answers.read, of[0].from_json, required(of[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_of(_reader(of[1]))
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint.from_json
    return None


def _or_none(convert: _Convert | None) -> _Convert | None:
    return None if convert is None else lambda value: None if value is None else convert(value)


def _tuple_of(convert: _Convert | None) -> _Convert:
    return tuple if convert is None else lambda value: tuple(map(convert, value))


def _mapping_of(convert: _Convert | None) -> _Convert | None:
    return None if convert is None else lambda value: {name: convert(one) for name, one in value.items()}


def _frozen(value: Any) -> Json:
    """Return any JSON with tuples in place of lists."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return {name: _frozen(one) for name, one in value.items()}
    return value


def _json(value: Any) -> Any:
    if isinstance(value, (Record, Answers)):
        return value.to_json()
    if isinstance(value, tuple):
        return [_json(one) for one in value]
    if isinstance(value, Mapping):
        return {name: _json(one) for name, one in value.items()}
    return value
