"""Which objects could collide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .._answers import ABSENT, Answers
from .._record import Record, Vec3
from .parts import Bounds

__all__ = ["Cell", "Culling", "InTree", "Octree", "OtherMethod", "Pair", "PairsBy"]

Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class InTree(Record):
    """The place of one object. The codes of an object that reaches out of the region are None."""

    object: str
    aabb: Bounds
    min_morton: int | None
    max_morton: int | None
    xor: int | None
    level: int
    morton: int | None
    index: int
    outside: bool
    straddles: tuple[Literal["x", "y", "z"], ...] | None


@dataclass(frozen=True, slots=True)
class Cell(Record):
    """A cell with objects."""

    index: int
    level: int
    morton: int
    min: Vec3
    max: Vec3
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairsBy(Record):
    """The structures that have found the pairs: `octree` or `packed_tree`."""

    candidate_pairs: str
    overlap_pairs: str


@dataclass(frozen=True, slots=True)
class OtherMethod(Record):
    """The number of pairs of the same objects in a tree of the other method."""

    method: str
    candidate_count: int


@dataclass(frozen=True, slots=True)
class Culling(Record):
    """The tests of boxes that a camera needs with the tree, and how many fewer these are than one for each object."""

    camera: str
    cell_tests: int
    object_tests: int
    saved: int


@dataclass(frozen=True, slots=True)
class Octree(Record):
    """The tree. Pairs are None when there are too many."""

    min: Vec3
    max: Vec3
    depth: int
    method: Literal["tight", "loose"]
    unit: Vec3
    objects: Answers[InTree]
    cells: tuple[Cell, ...]
    candidate_count: int
    candidate_pairs: tuple[Pair, ...] | None
    overlap_pairs: tuple[Pair, ...] | None
    brute_force_pairs: int
    pairs_by: PairsBy
    other: OtherMethod
    culling: Answers[Culling] = ABSENT
    overlap_pairs_error: str | None = None
