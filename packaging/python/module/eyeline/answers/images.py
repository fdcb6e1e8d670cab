"""Which part of an image is solid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .._record import Record

__all__ = ["Image"]


@dataclass(frozen=True, slots=True)
class Image(Record):
    """The cells of an image. `alpha` and `solid` have the top row first; `numpy.array(image.alpha)` is an array of them."""

    image: str
    size: tuple[int, int]
    divisions: tuple[int, int]
    method: Literal["exact", "odd_block"]
    threshold: float
    alpha: tuple[tuple[float, ...], ...]
    solid: tuple[tuple[bool, ...], ...]
    solid_cells: int
    uncovered_pixels: int
    has_alpha: bool
