"""All answers of a scene."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import TypeVar

from ._errors import EyelineError
from ._program import StrPath, option, run, several
from ._read import ends, moment, reading, without_file
from ._scene import PREFIX, SceneLike, opened
from .answers.report import Recording, Report

__all__ = ["recording", "report"]

R = TypeVar("R", Report, Recording)


def report(
    scene: SceneLike,
    *,
    only: Iterable[str] | str | None = None,
    tick: int | None = None,
    time: float | None = None,
    whole_trace: bool = False,
    root: StrPath | None = None,
    tree: str | None = None,
    trees: Iterable[StrPath] | StrPath = (),
    memory: str | int | None = None,
    timeout: float | None = None,
) -> Report:
    """Answer all questions of a scene at a tick.

    `only` has the sections to answer, such as `["rays", "visibility"]`. `whole_trace` compares what the program of a trace said in the
    whole trace. When a file that the scene names cannot be read, the `EyelineError` has the other answers as its `partial`.
    """
    options = [*_only(only), *moment(tick, time), *option("--all", whole_trace), *reading(root, tree, trees, memory)]
    return _answered(scene, options, Report, timeout)


def recording(
    scene: SceneLike,
    first: int,
    last: int,
    *,
    only: Iterable[str] | str | None = None,
    root: StrPath | None = None,
    tree: str | None = None,
    trees: Iterable[StrPath] | StrPath = (),
    memory: str | int | None = None,
    timeout: float | None = None,
) -> Recording:
    """Answer all questions of a scene at each tick from `first` to `last`. Each report has the events of its own tick alone."""
    options = [*_only(only), f"--ticks={first}..{last}", *reading(root, tree, trees, memory)]
    return _answered(scene, options, Recording, timeout)


def _only(only: Iterable[str] | str | None) -> Iterator[str]:
    return option("--only", None if only is None else ",".join(several(only)))


def _answered(scene: SceneLike, options: list[str], of: type[R], timeout: float | None) -> R:
    with opened(scene) as file:
        finished = without_file(run("report", options, [file], timeout=timeout), file)
    try:
        return _named(ends(finished, of), file.name)
    except EyelineError as error:
        if isinstance(error.partial, of):
            error.partial = _named(error.partial, file.name)
        raise


def _named(answer: R, name: str) -> R:
    """Return the answer with `<scene>` in place of the name of the file into which a dict was written."""
    if not name.startswith(PREFIX):
        return answer
    answer = dataclasses.replace(answer, scene="<scene>")
    if isinstance(answer, Recording):
        ticks = tuple(dataclasses.replace(one, scene="<scene>") for one in answer.ticks)
        return dataclasses.replace(answer, ticks=ticks)
    return answer
