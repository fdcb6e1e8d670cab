"""The steps of an answer."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from .._record import Json, Record

__all__ = ["Explained", "Explanation", "Step"]


@dataclass(frozen=True, slots=True)
class Step(Record):
    """A step of an algorithm. `values` has the numbers of a plane, with the keys of a report."""

    title: str
    formula: tuple[str, ...]
    numbers: tuple[str, ...]
    outcome: str
    tone: str
    values: Mapping[str, Json] | None = dataclasses.field(default=None, hash=False)

    def __str__(self) -> str:
        """Return the step as text."""
        return "\n".join([self.title, *(f"    {line}" for line in (*self.formula, *self.numbers)), f"  {self.outcome}"])


@dataclass(frozen=True, slots=True)
class Explanation(Record):
    """An answer with its steps. `decided_by` is the number of the step without which the answer would differ, from 0."""

    title: str
    answer: str
    tone: str
    disagreement: str | None
    decided_by: int | None
    steps: tuple[Step, ...]
    wrong_step: int | None = None

    @property
    def deciding_step(self) -> Step | None:
        """The step without which the answer would differ."""
        return None if self.decided_by is None else self.steps[self.decided_by]

    def __str__(self) -> str:
        """Return the answer and its steps as text."""
        return "\n\n".join([f"{self.title}\n{self.answer}", *map(str, self.steps)])


@dataclass(frozen=True, slots=True)
class Explained(Record):
    """All explanations. `figures` has those of recordings that are compared."""

    eyeline_explanation: int
    tick: int
    explanations: tuple[Explanation, ...]
    figures: Mapping[str, Json] | None = dataclasses.field(default=None, hash=False)
