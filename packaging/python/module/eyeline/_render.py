"""Pictures of scenes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ._picture import Picture
from ._program import StrPath, option, run
from ._read import moment, reading, without_file
from ._scene import SceneLike, opened

__all__ = ["render"]


def render(
    scene: SceneLike,
    *,
    size: tuple[int, int] = (1280, 720),
    camera: str | None = None,
    tick: int | None = None,
    time: float | None = None,
    display: Literal["material", "verdict", "clay", "wireframe", "orientation"] | None = None,
    theme: Literal["dark", "light"] | None = None,
    window: bool = False,
    panel: str | None = None,
    label_scale: float | None = None,
    root: StrPath | None = None,
    tree: str | None = None,
    trees: Iterable[StrPath] | StrPath = (),
    memory: str | int | None = None,
    timeout: float | None = None,
) -> Picture:
    """Draw a scene. `camera` looks through a camera of the scene; `window` draws the whole window, with the tab of `panel` open."""
    options = [
        "--output=-",
        f"--size={size[0]}x{size[1]}",
        *option("--camera", camera),
        *moment(tick, time),
        *option("--display", display),
        *option("--theme", theme),
        *option("--ui", window),
        *option("--panel", panel),
        *option("--label-scale", label_scale),
        *reading(root, tree, trees, memory),
    ]
    with opened(scene) as file:
        finished = without_file(run("render", options, [file], timeout=timeout), file)
    if finished.exit_code != 0:
        raise finished.error(Picture(finished.output) if finished.output else None)
    finished.warn()
    return Picture(finished.output)
