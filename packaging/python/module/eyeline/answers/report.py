"""Every answer of a scene at a tick."""

from __future__ import annotations

from dataclasses import dataclass

from .._answers import ABSENT, Answers
from .._record import Record
from .agents import Agent
from .colliders import Collider
from .cuts import Cut
from .frusta import Frustum
from .images import Image
from .leaks import Leak
from .occlusion import Occlusion
from .octree import Octree
from .problems import Problem
from .rays import Ray
from .said import Said
from .sessions import Session
from .skins import Skin
from .taps import Tap
from .visibility import Visibility

__all__ = ["LostModel", "Recording", "Report"]


@dataclass(frozen=True, slots=True)
class LostModel(Record):
    """A model whose file could not be read."""

    model: str
    error: str


@dataclass(frozen=True, slots=True)
class Report(Record):
    """The answers of a scene. Lists that the scene does not use are empty; `octree` and `said` are None then."""

    eyeline_report: int
    scene: str
    tick: int
    time: float
    models: tuple[LostModel, ...] = ()
    frusta: Answers[Frustum] = ABSENT
    visibility: Answers[Visibility] = ABSENT
    rays: Answers[Ray] = ABSENT
    octree: Octree | None = None
    agents: Answers[Agent] = ABSENT
    images: Answers[Image] = ABSENT
    occlusion: Answers[Occlusion] = ABSENT
    sessions: Answers[Session] = ABSENT
    taps: Answers[Tap] = ABSENT
    skins: Answers[Skin] = ABSENT
    cuts: Answers[Cut] = ABSENT
    leaks: Answers[Leak] = ABSENT
    colliders: Answers[Collider] = ABSENT
    said: Said | None = None
    problems: Answers[Problem] = ABSENT


@dataclass(frozen=True, slots=True)
class Recording(Record):
    """A report for each tick of a range."""

    eyeline_recording: int
    scene: str
    ticks: tuple[Report, ...]
