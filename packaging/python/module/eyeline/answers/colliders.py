"""Colliders against what is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from .._record import Record, Vec3

__all__ = ["Collider", "Deviation"]


@dataclass(frozen=True, slots=True)
class Deviation(Record):
    """The greatest distance from a point of one surface to the other. `point` is None at distance 0."""

    distance: float
    point: Vec3 | None


@dataclass(frozen=True, slots=True)
class Collider(Record):
    """A comparison of two surfaces. Its answers are None when it was not finished; `reason` says why."""

    collider: str
    render_to_collider: Deviation | None
    collider_to_render: Deviation | None
    within: bool | None
    reason: str | None = None
