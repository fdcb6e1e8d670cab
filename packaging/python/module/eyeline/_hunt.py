"""Faults of another program."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Sequence

from ._program import StrPath, option, run, several
from ._read import read_json
from .answers.hunt import HuntResults

__all__ = ["hunt"]


def hunt(
    question: str,
    command: str | Sequence[StrPath],
    *,
    cases: int | None = None,
    seconds: int | None = None,
    seed: int | None = None,
    only: Iterable[str] | str = (),
    out: StrPath | None = None,
    folder: StrPath | None = None,
    timeout: float | None = None,
) -> HuntResults:
    """Ask another program cases where mistakes hide, and judge its answers.

    `question` is one such as `"ray-sphere"`. `command` starts the program: a list of words, or a text that is split into words as a shell
    does; no shell runs it. `only` has families of cases. `out` is the folder for the page and a scene of each fault. A fault is no
    exception: see `faults`.
    """
    ask = command if isinstance(command, str) else shlex.join(os.fspath(word) for word in command)
    families = ",".join(several(only))
    options = [
        "--json",
        f"--ask={ask}",
        *option("--cases", cases),
        *option("--for", None if seconds is None else f"{seconds}s"),
        *option("--seed", seed),
        *option("--only", families or None),
        *option("--out", out),
    ]
    finished = run("hunt", options, [question], timeout=timeout, folder=folder)
    if finished.exit_code not in (0, 1) or not finished.output:
        raise finished.error()
    finished.warn()
    return read_json(HuntResults, finished.output)
