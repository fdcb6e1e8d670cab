"""The way of a sphere out of a room."""

from __future__ import annotations

from dataclasses import dataclass

from .._record import Record, Vec3

__all__ = ["Leak", "Narrowest"]


@dataclass(frozen=True, slots=True)
class Narrowest(Record):
    """The narrowest place of a way. `width` is None when nothing is near."""

    point: Vec3
    width: float | None


@dataclass(frozen=True, slots=True)
class Leak(Record):
    """Whether the sphere gets out. `leaks` is None when that is not known; `reason` says why."""

    leak: str
    leaks: bool | None
    path: tuple[Vec3, ...] | None
    length: float | None
    narrowest: Narrowest | None
    resolution: float | None
    reason: str | None = None
