"""Which objects are in the view of a camera."""

from __future__ import annotations

from dataclasses import dataclass

from .._answers import Answers
from .._record import Record, Vec3
from .parts import Bounds, Side, Verdict

__all__ = ["Distances", "Frustum", "InView", "MistakenDistances", "MistakenFrustum", "MistakenInView", "SidePlane"]


@dataclass(frozen=True, slots=True)
class SidePlane(Record):
    """A plane of a camera: a point x is in front when `normal · x + d >= 0`. A plane at infinity has None."""

    side: Side
    normal: Vec3 | None
    d: float | None


@dataclass(frozen=True, slots=True)
class Distances(Record):
    """The corners of a box that are furthest along a plane's normal and against it, with their distances from the plane."""

    side: Side
    p_vertex: Vec3 | None
    p_distance: float | None
    n_vertex: Vec3 | None
    n_distance: float | None


@dataclass(frozen=True, slots=True)
class InView(Record):
    """The answer for one object. `exact` is about the box itself, `mesh` about the triangles in it."""

    object: str
    aabb: Bounds
    verdict: Verdict
    rejected_by: Side | None
    margin: float
    planes: Answers[Distances]
    exact: Verdict
    mesh: Verdict | None = None


@dataclass(frozen=True, slots=True)
class MistakenDistances(Record):
    """The distances of a wrong rule."""

    side: Side
    p_distance: float | None
    n_distance: float | None


@dataclass(frozen=True, slots=True)
class MistakenInView(Record):
    """The answer of a wrong rule for one object."""

    object: str
    aabb: Bounds
    verdict: Verdict
    rejected_by: Side | None
    margin: float | None
    planes: Answers[MistakenDistances]


@dataclass(frozen=True, slots=True)
class MistakenFrustum(Record):
    """The answers of a wrong rule; `key` is that of `eyeline mistakes`."""

    key: str
    planes: Answers[SidePlane]
    objects: Answers[MistakenInView]


@dataclass(frozen=True, slots=True)
class Frustum(Record):
    """The answers of one camera."""

    camera: str
    planes: Answers[SidePlane]
    objects: Answers[InView]
    mistaken: MistakenFrustum | None = None
