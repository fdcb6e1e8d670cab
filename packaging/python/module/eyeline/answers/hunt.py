"""The results of a hunt."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from .._record import Json, Record

__all__ = ["Answerer", "Example", "Family", "HuntResults", "Message", "Mistake", "Tolerance"]


@dataclass(frozen=True, slots=True)
class Tolerance(Record):
    """What the program that answers allows itself."""

    t: float | None
    normal: float | None


@dataclass(frozen=True, slots=True)
class Answerer(Record):
    """The program that answers, as it described itself."""

    name: str
    version: str | None
    conservative: bool
    inside: str
    normals: bool
    tolerance: Tolerance


@dataclass(frozen=True, slots=True)
class Family(Record):
    """The numbers of a family of cases."""

    cases: int
    faults: int


@dataclass(frozen=True, slots=True)
class Mistake(Record):
    """A known mistake whose answers are those of the program. `keys` has others with the same answers."""

    key: str
    share: float
    cases: int
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Message(Record):
    """What the program did that belongs to no case."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Example(Record):
    """A fault. `shrunk` is a small case with the same kind of fault, `words` the same in words, `scene` a path in the folder of the run."""

    kind: str
    family: str
    case: Mapping[str, Json] = dataclasses.field(hash=False)
    answer: Json
    truth: Json
    shrunk: Mapping[str, Json] = dataclasses.field(hash=False)
    scene: str | None
    index: int | None = None
    words: str | None = None
    shrunk_answer: Json = None
    shrunk_truth: Json = None


@dataclass(frozen=True, slots=True)
class HuntResults(Record):
    """The results, with the keys of `results.json`. `faults` has the number of each kind that was found."""

    question: str
    answerer: Answerer
    seed: int
    cases: int
    undecided: int
    faults: Mapping[str, int] = dataclasses.field(hash=False)
    families: Mapping[str, Family] = dataclasses.field(hash=False)
    needless: float | None
    mistakes: tuple[Mistake, ...]
    examples: tuple[Example, ...]
    messages: tuple[Message, ...] = ()
    ended_early: bool = False
