"""Recorded paths of cameras."""

from __future__ import annotations

from dataclasses import dataclass

from .._answers import Answers
from .._record import Record, Vec3, Vec4

__all__ = ["AnchorHistory", "Jump", "Lost", "PathError", "Pose", "Session"]


@dataclass(frozen=True, slots=True)
class Lost(Record):
    """A time without tracking, in seconds."""

    from_: float
    to: float
    reason: str | None


@dataclass(frozen=True, slots=True)
class Jump(Record):
    """A step that is too fast: metres, metres a second, and degrees a second."""

    frame: int
    time: float
    distance: float
    speed: float
    turn: float


@dataclass(frozen=True, slots=True)
class AnchorHistory(Record):
    """What happened to an anchor; `added` and `removed` are times."""

    id: str
    added: float
    updates: int
    removed: float | None
    merged_into: str | None


@dataclass(frozen=True, slots=True)
class Pose(Record):
    """Where the camera is at the tick of the report. `rotation` is x, y, z, w."""

    frame: int
    position: Vec3
    rotation: Vec4
    tracking: str


@dataclass(frozen=True, slots=True)
class PathError(Record):
    """How far the path is from that of the reference, in metres and degrees."""

    reference: str
    pairs: int
    unmatched: int
    rmse: float
    mean: float
    median: float
    max: float
    rpe_rmse: float | None
    turn_rmse: float
    rpe_turn_rmse: float | None
    segment_translation: float | None
    segment_turn: float | None


@dataclass(frozen=True, slots=True)
class Session(Record):
    """A recorded path. `error` is None without a reference, and when no frame of it has a partner."""

    session: str
    frames: int
    start: float
    duration: float
    tracked_ratio: float
    lost: tuple[Lost, ...]
    path_length: float
    jumps: tuple[Jump, ...]
    anchors: Answers[AnchorHistory]
    pose: Pose | None
    error: PathError | None = None
