"""What a running program answered itself, beside the answers of eyeline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .._record import Json, Record

__all__ = ["Disagreement", "Said"]


@dataclass(frozen=True, slots=True)
class Disagreement(Record):
    """An answer of the program that differs.

    `said`, `ours` and `exact` are verdicts, or mappings for rays and agents. `ray` is a name or a mapping; `object` is a pair of names
    for the question `octree`. `tick` is there when the report is about the whole trace.
    """

    question: Literal["frusta", "rays", "octree", "agents"]
    said: Json
    ours: Json
    exact: Json
    cause: str
    of: Json
    tick: int | None = None
    camera: str | None = None
    ray: Json = None
    object: str | tuple[str, str] | None = None
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class Said(Record):
    """The answers of the program at the tick, or in the whole trace."""

    trace: str
    tick: int
    time: float
    answers: int
    disagreements: tuple[Disagreement, ...]
    unmatched: int = 0
