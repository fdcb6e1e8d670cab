"""What the behaviour trees of agents do."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .._answers import ABSENT, Answers
from .._record import Json, Record
from .parts import Verdict

__all__ = ["Agent", "Event", "LogMessage", "Node", "Sight", "Status"]

Status: TypeAlias = Literal["inactive", "running", "success", "failure", "skipped"]


@dataclass(frozen=True, slots=True)
class Node(Record):
    """A node of a tree. `index` counts in pre-order from 0."""

    index: int
    parent: int | None
    kind: str
    name: str | None
    status: Status
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Event(Record):
    """What happened to a node at a tick. `cause` is the node that caused it."""

    tick: int
    node: int
    event: Literal["start", "end", "abort", "reevaluate"]
    status: Status
    cause: int | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class LogMessage(Record):
    """A message of an action."""

    tick: int
    node: int
    text: str


@dataclass(frozen=True, slots=True)
class Sight(Record):
    """Whether an agent sees an object."""

    object: str
    seen: bool
    verdict: Verdict
    blocked_by: str | None


@dataclass(frozen=True, slots=True)
class Agent(Record):
    """An agent. `events` is None when there are too many; `error` is that of the node that has ended the agent."""

    agent: str
    tick: int
    status: Status
    nodes: tuple[Node, ...]
    events: tuple[Event, ...] | None
    blackboard: Mapping[str, Json] = dataclasses.field(hash=False)
    error: str | None = None
    log: tuple[LogMessage, ...] = ()
    sight: Answers[Sight] = ABSENT
