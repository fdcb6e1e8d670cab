"""What a tap on the picture of a recorded camera hits."""

from __future__ import annotations

from dataclasses import dataclass

from .._answers import Answers
from .._record import Record, Vec3

__all__ = ["Candidate", "Chosen", "Tap", "TapTest"]


@dataclass(frozen=True, slots=True)
class Candidate(Record):
    """A plane or point that the tap was tested against."""

    anchor: str | None
    hit: bool
    distance: float | None
    point: Vec3 | None
    margin: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class TapTest(Record):
    """The tests of one type."""

    type: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Chosen(Record):
    """The hit that a rule chooses."""

    type: str
    anchor: str | None
    distance: float
    point: Vec3


@dataclass(frozen=True, slots=True)
class Tap(Record):
    """A tap. `other_rule` is what the other rule would choose."""

    tap: str
    camera: str
    time: float
    origin: Vec3
    direction: Vec3
    tests: Answers[TapTest]
    chosen: Chosen | None
    other_rule: Chosen | None
    rules_differ: bool
