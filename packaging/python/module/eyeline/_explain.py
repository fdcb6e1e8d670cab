"""The steps of an answer."""

from __future__ import annotations

from collections.abc import Iterable

from ._program import StrPath, option, run
from ._read import ends, moment, reading, without_file
from ._scene import SceneLike, opened
from .answers.explanation import Explained

__all__ = ["explain"]


def explain(
    scene: SceneLike,
    *names: str,
    tick: int | None = None,
    time: float | None = None,
    why: bool = False,
    pairs: bool = False,
    vertex: int | None = None,
    joint: str | None = None,
    root: StrPath | None = None,
    tree: str | None = None,
    trees: Iterable[StrPath] | StrPath = (),
    memory: str | int | None = None,
    timeout: float | None = None,
) -> Explained:
    """Explain an answer.

    `names` are those of a camera or ray and an object, of two objects, or of one item; without names it is the answer that the scene
    selects. `why` explains why a camera sees an object or not, `pairs` which objects cause the most pairs of the octree, `vertex` and
    `joint` those of a skinned mesh.
    """
    options = [
        "--json",
        *moment(tick, time),
        *option("--why", why),
        *option("--pairs", pairs),
        *option("--vertex", vertex),
        *option("--joint", joint),
        *reading(root, tree, trees, memory),
    ]
    with opened(scene) as file:
        return ends(without_file(run("explain", options, [file, *names], timeout=timeout), file), Explained)
