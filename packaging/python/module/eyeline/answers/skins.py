"""Skinned meshes: their weights, and the boxes around them."""

from __future__ import annotations

from dataclasses import dataclass

from .._answers import Answers
from .._record import Record
from .parts import Bounds

__all__ = ["Escape", "FirstEscape", "Furthest", "Skin", "SkinBounds", "Weights"]


@dataclass(frozen=True, slots=True)
class Weights(Record):
    """The vertices whose weights do not add up to 1. `displacement` is how far the worst of them would move, in metres."""

    off: int
    worst_vertex: int | None
    worst_sum: float | None
    displacement: float
    off_vertices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SkinBounds(Record):
    """The box of each method."""

    bind: Bounds
    root: Bounds
    joints: Bounds
    exact: Bounds
    given: Bounds | None = None


@dataclass(frozen=True, slots=True)
class Escape(Record):
    """How far vertices are out of the box of a method."""

    method: str
    distance: float
    vertex: int


@dataclass(frozen=True, slots=True)
class Furthest(Record):
    """The time at which a vertex is furthest out of a box."""

    time: float
    vertex: int
    distance: float


@dataclass(frozen=True, slots=True)
class FirstEscape(Record):
    """The first time in the animation at which a vertex is out of the box of a method; None when there is none."""

    method: str
    time: float | None
    vertex: int | None
    distance: float | None
    furthest: Furthest | None
    searched_until: float | None = None


@dataclass(frozen=True, slots=True)
class Skin(Record):
    """A skinned mesh. `enclosing` is the box around all animations of its file."""

    object: str
    joints: int
    vertices: int
    max_influences: int
    weights: Weights
    bounds: SkinBounds
    escapes: Answers[Escape]
    first_escape: Answers[FirstEscape]
    enclosing: Bounds | None
