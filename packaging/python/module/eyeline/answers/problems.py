"""Faults of a scene and of its levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .._record import Record, Vec3

__all__ = ["Item", "Problem"]

Item: TypeAlias = str | int | tuple[int, ...] | tuple[str, str]
"""The name of an object; the number of a triangle, vertex or joint; the triangles at an edge; or two faces."""


@dataclass(frozen=True, slots=True)
class Problem(Record):
    """A problem. `object` is None in an entry that counts the objects that are not listed."""

    kind: str
    object: str | None
    count: int
    items: tuple[Item, ...]
    message: str
    with_: str | None = None
    area: float | None = None
    camera: str | None = None
    distance: float | None = None
    separation: float | None = None
    resolution: float | None = None
    near: float | None = None
    inside: str | None = None
    width: float | None = None
    at: Vec3 | None = None
