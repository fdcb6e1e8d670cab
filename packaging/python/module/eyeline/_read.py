"""What the commands that read a scene have in common: their options, and how their JSON is read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from ._errors import EyelineError
from ._program import Finished, StrPath, option, several
from ._record import Record
from ._scene import PREFIX

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ends", "moment", "read_json", "reading", "without_file"]

R = TypeVar("R", bound=Record)


def reading(
    root: StrPath | None, tree: str | None, trees: Iterable[StrPath] | StrPath, memory: str | int | None
) -> Iterator[str]:
    """Return the options of all commands that read a scene."""
    yield from option("--root", root)
    yield from option("--tree", tree)
    for folder in several(trees):
        yield from option("--trees", folder)
    yield from option("--memory", memory)


def moment(tick: int | None, time: float | None) -> Iterator[str]:
    """Return the options of the time of an answer."""
    if tick is not None and time is not None:
        raise ValueError("give `tick` or `time`, not both")
    yield from option("--tick", tick)
    yield from option("--time", time)


def read_json(of: type[R], text: str | bytes) -> R:
    """Read the JSON of the program."""
    try:
        return of.from_json(json.loads(text))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise EyelineError(
            f"cannot read what the program has written as {of.__name__}: {type(error).__name__}: {error}; "
            "this package and the program that it has found are of different versions"
        ) from error


def without_file(finished: Finished, file: Path) -> Finished:
    """Return the messages with `<scene>` in place of the file into which a dict was written."""
    if not file.name.startswith(PREFIX):
        return finished
    messages = finished.messages.replace(str(file), "<scene>").replace(file.name, "<scene>")
    return Finished(finished.exit_code, finished.output, messages)


def ends(finished: Finished, of: type[R]) -> R:
    """Read the answer of a command, and raise its error with what it has answered."""
    if finished.exit_code == 0:
        finished.warn()
        return read_json(of, finished.output)
    raise finished.error(read_json(of, finished.output) if finished.output else None)
