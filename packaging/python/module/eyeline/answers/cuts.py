"""Meshes that are cut by a plane."""

from __future__ import annotations

from dataclasses import dataclass

from .._record import Record

__all__ = ["Cut", "Half"]


@dataclass(frozen=True, slots=True)
class Half(Record):
    """One half. `volume` is None when it is not closed."""

    vertices: int
    triangles: int
    cap_triangles: int
    area: float
    volume: float | None


@dataclass(frozen=True, slots=True)
class Cut(Record):
    """A cut. `off_plane` is how far the furthest new vertex is off the plane, in metres."""

    cut: str
    object: str
    front: Half
    back: Half
    loops: int
    open_loops: int
    off_plane: float
