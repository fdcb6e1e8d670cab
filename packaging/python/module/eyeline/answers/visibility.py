"""Which pixels of a camera's picture show an object, and why none does."""

from __future__ import annotations

from dataclasses import dataclass

from .._answers import Answers
from .._record import Record

__all__ = ["Cover", "Seen", "Visibility"]


@dataclass(frozen=True, slots=True)
class Cover(Record):
    """An object that covers another one, with the share of the other's pixels that it has."""

    object: str
    share: float


@dataclass(frozen=True, slots=True)
class Seen(Record):
    """The answer for one object. `rect` is x, y, width and height in pixels."""

    object: str
    seen: bool
    pixels: int
    share: float | None
    rect: tuple[int, int, int, int] | None
    reason: str | None
    covered_by: Answers[Cover]


@dataclass(frozen=True, slots=True)
class Visibility(Record):
    """The answers of one camera. `size` is that of its picture in pixels."""

    camera: str
    size: tuple[int, int]
    objects: Answers[Seen]
