"""What the answers of several questions have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .._record import Record, Vec3

__all__ = ["Bounds", "Side", "Verdict"]

Side: TypeAlias = Literal["left", "right", "bottom", "top", "near", "far"]
Verdict: TypeAlias = Literal["inside", "intersect", "outside"]


@dataclass(frozen=True, slots=True)
class Bounds(Record):
    """A box whose sides are parallel to the axes."""

    min: Vec3
    max: Vec3
