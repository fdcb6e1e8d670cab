"""Scenes: a path, or the content of a scene file."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ._errors import EyelineError
from ._program import StrPath

__all__ = ["PREFIX", "Scene", "SceneLike", "opened"]

PREFIX = ".scene-"
"""The beginning of the name of a file into which a dict is written."""


class Scene:
    """A scene that a notebook shows as its picture.

    `source` is the path of a scene, a level, a recording, or of any other file that the program opens; or the content of a scene file as
    a dict. Paths in a dict are relative to the folder `base`, which is the working folder if it is not given. While the program runs,
    a dict is a file in that folder. The key `"eyeline": 1` of a dict may be left out.
    """

    __slots__ = ("base", "source")

    def __init__(self, source: StrPath | Mapping[str, Any], *, base: StrPath | None = None) -> None:
        """Make a scene. Nothing is read before it is used."""
        if base is not None and not isinstance(source, Mapping):
            raise ValueError("`base` is for a dict; the paths in a file are relative to that file")
        self.source = source
        self.base = base

    def __repr__(self) -> str:
        """Return the path, or the number of entries of each list of a dict."""
        if not isinstance(self.source, Mapping):
            return f"Scene({os.fspath(self.source)!r})"
        lists = [f"{len(value)} {key}" for key, value in self.source.items() if isinstance(value, list)]
        return f"<Scene: {', '.join(lists) or 'empty'}>"

    def _repr_png_(self) -> bytes:
        from ._render import render

        return render(self, size=(960, 540)).png


SceneLike: TypeAlias = StrPath | Mapping[str, Any] | Scene
"""A path, the content of a scene file, or a `Scene`."""


@contextlib.contextmanager
def opened(scene: SceneLike) -> Iterator[Path]:
    """Return the path of a scene; a dict is written into a file, which is removed at the end."""
    scene = scene if isinstance(scene, Scene) else Scene(scene)
    if not isinstance(scene.source, Mapping):
        yield Path(scene.source)
        return
    try:
        text = json.dumps({"eyeline": 1, **scene.source}, indent=1, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise EyelineError(f"the scene is no JSON: {error}") from error
    base = Path(scene.base if scene.base is not None else ".")
    try:
        handle, name = tempfile.mkstemp(dir=base, prefix=PREFIX, suffix=".json", text=True)
    except OSError as error:
        raise EyelineError(
            f"cannot write the scene into `{base}`: {error.strerror}; give a folder that can be written as the `base` of a `Scene`"
        ) from error
    try:
        with open(handle, "w", encoding="utf-8") as file:  # noqa: PTH123 -- a handle has no path
            file.write(text)
        yield Path(name)
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()
