"""Scenes against their stored answers and pictures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from ._program import StrPath, option, run, several
from ._read import read_json, reading
from .answers.check import CheckResults

__all__ = ["check"]


def check(
    paths: Iterable[StrPath] | StrPath = (),
    *,
    update: Literal["all", "changed", "missing"] | None = None,
    out: StrPath | None = None,
    baselines: StrPath | None = None,
    only: Iterable[str] | str = (),
    expect: StrPath | None = None,
    max_failures: int | None = None,
    jobs: int | None = None,
    shard: str | None = None,
    cache: bool = True,
    folder: StrPath | None = None,
    root: StrPath | None = None,
    memory: str | int | None = None,
    timeout: float | None = None,
) -> CheckResults:
    """Check scenes, or the scenes of folders, against their baselines.

    Without `paths` these are the paths of the project file, or the folder `scenes`. `only` has the parts to check: `answers`, `pictures`
    and `expectations`. `update` writes baselines. `out` is the folder of the run's page and pictures; without it they are removed.
    `folder` is the one in which the program runs. A scene that differs or cannot be read is no exception: see `state` of its result, and
    `failed`.
    """
    parts = ",".join(several(only))
    options = [
        *(() if update is None else option("--update", True if update == "all" else update)),
        *option("--baselines", baselines),
        *option("--only", parts or None),
        *option("--expect", expect),
        *option("--max-failures", max_failures),
        *option("--jobs", jobs),
        *option("--shard", shard),
        *option("--no-cache", not cache),
        *reading(root, None, (), memory),
    ]
    with tempfile.TemporaryDirectory(prefix="eyeline-check-", ignore_cleanup_errors=True) as own:
        run_folder = Path(folder or ".", out) if out is not None else Path(own)
        results = run_folder / "results.json"
        before = _version(results)
        options += option("--out", out if out is not None else own)
        finished = run("check", options, several(paths), timeout=timeout, folder=folder)
        if _version(results) in (None, before):
            raise finished.error()
        finished.warn()
        return read_json(CheckResults, results.read_bytes())


def _version(file: Path) -> tuple[int, int] | None:
    """Return what differs for a file that was written anew; None when there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
