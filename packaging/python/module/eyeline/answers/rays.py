"""What a ray hits."""

from __future__ import annotations

from dataclasses import dataclass

from .._answers import Answers
from .._record import Record, Vec3

__all__ = ["MistakenRay", "MistakenRayHit", "Ray", "RayHit"]


@dataclass(frozen=True, slots=True)
class RayHit(Record):
    """The answer of a ray about one object or image, hit or not."""

    object: str
    hit: bool
    t: float | None
    distance: float | None
    point: Vec3 | None
    normal: Vec3 | None
    feature: str | None
    interval: tuple[float | None, float | None] | None
    reason: str | None
    exact: str
    exact_interval: tuple[float, float] | None
    barycentric: Vec3 | None = None
    alpha: float | None = None


@dataclass(frozen=True, slots=True)
class MistakenRayHit(Record):
    """The answer of a wrong rule about one object."""

    object: str
    hit: bool
    t: float | None
    distance: float | None
    point: Vec3 | None
    normal: Vec3 | None
    feature: str | None
    interval: tuple[float, float] | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class MistakenRay(Record):
    """The answers of a wrong rule; `key` is that of `eyeline mistakes`."""

    key: str
    nearest: MistakenRayHit | None
    objects: Answers[MistakenRayHit]


@dataclass(frozen=True, slots=True)
class Ray(Record):
    """The answers of one ray. A point on it is `origin + t * direction`."""

    ray: str
    origin: Vec3
    direction: Vec3
    nearest: RayHit | None
    objects: Answers[RayHit]
    mistaken: MistakenRay | None = None
