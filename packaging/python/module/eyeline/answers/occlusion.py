"""Whether two objects touch, by tests of depth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .._record import Record, Vec3

__all__ = ["DepthView", "Occlusion"]


@dataclass(frozen=True, slots=True)
class DepthView(Record):
    """The tests from one direction."""

    direction: Vec3
    a_before_b_back: bool
    b_before_a_back: bool
    pixel_size: float


@dataclass(frozen=True, slots=True)
class Occlusion(Record):
    """The answer about one pair. `exact` is computed from the meshes."""

    name: str
    a: str
    b: str
    method: Literal["view", "fixed", "axes"]
    resolution: int
    views: tuple[DepthView, ...]
    collides: bool
    exact: bool
    verdict: Literal["true_positive", "true_negative", "false_positive", "false_negative"]
    separation: float
    limits: tuple[str, ...]
    draws: int
    queries: int
    fatten: bool = False
