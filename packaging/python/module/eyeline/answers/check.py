"""The results of a check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .._answers import Answers
from .._record import Record

__all__ = ["Baseline", "CheckResults", "Difference", "Expectation", "Pixels", "SceneResult", "State", "StepTime"]

State: TypeAlias = Literal["equal", "differs", "missing", "error"]


@dataclass(frozen=True, slots=True)
class Difference(Record):
    """A difference. `line` is in `file`, or in the scene; `consequences` are those that follow from this error."""

    kind: str
    text: str
    line: int
    file: str | None = None
    consequences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Expectation(Record):
    """An expectation with the answer that was found."""

    text: str
    line: int
    met: bool


@dataclass(frozen=True, slots=True)
class StepTime(Record):
    """When a step began and how long it took, in seconds."""

    step: str
    start: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Pixels(Record):
    """The numbers of pixels that differ. `sweep` has pairs of a limit and the pixels over it."""

    exact: int
    over: int
    antialiased: int
    limit: float
    allowed: int
    sweep: tuple[tuple[float, int], ...]
    other_renderer: str | None = None


@dataclass(frozen=True, slots=True)
class Baseline(Record):
    """A stored file, compared. `before`, `actual` and `difference` are paths in the folder of the run."""

    baseline: str
    state: State
    written: bool
    unstable: bool = False
    view: str | None = None
    before: str | None = None
    actual: str | None = None
    difference: str | None = None
    pixels: Pixels | None = None


@dataclass(frozen=True, slots=True)
class SceneResult(Record):
    """The result of one scene."""

    scene: str
    name: str
    state: State
    differences: tuple[Difference, ...]
    baselines: tuple[Baseline, ...]
    expectations: tuple[Expectation, ...] = ()
    digest: str | None = None
    changed_inputs: tuple[str, ...] = ()
    cached: bool = False
    steps: tuple[StepTime, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckResults(Record):
    """The results of all scenes, with the keys of `results.json`."""

    eyeline_check: int
    version: str
    renderer: str
    scenes: Answers[SceneResult]
    state: str = "done"
    directory: str | None = None
    baselines: str | None = None
    shard: str | None = None

    @property
    def failed(self) -> tuple[SceneResult, ...]:
        """The scenes that are not equal to their baselines, or could not be read."""
        return tuple(one for one in self.scenes if one.state != "equal")
