"""The program: where it is, and how it is run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ._errors import EyelineError, EyelineWarning

__all__ = ["Finished", "StrPath", "executable", "option", "run", "several"]

StrPath: TypeAlias = str | os.PathLike[str]

_END_WITHIN = 5.0  # seconds, for the program to remove what it has written in part


@dataclass(frozen=True, slots=True)
class Finished:
    """What a run of the program has written."""

    exit_code: int
    output: bytes
    messages: str

    def error(self, partial: object = None) -> EyelineError:
        """Return the error with the program's message."""
        return EyelineError(self.messages.strip() or _end_in_words(self.exit_code), self.exit_code, partial)

    def warn(self) -> None:
        """Warn of what the program warns of."""
        for line in self.messages.splitlines():
            if line.startswith("warning: "):
                warnings.warn(line.removeprefix("warning: "), EyelineWarning, stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """Return the `stacklevel` at which the calls of this package end, for the function that calls this."""
    level, frame = 2, sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        level += 1
        frame = frame.f_back
    return level


def executable() -> Path:
    """Return the path of the program.

    It is the file that the environment variable `EYELINE` names, else the one beside the interpreter, where `pip` installs it, else the
    first one on the `PATH`.
    """
    named = os.environ.get("EYELINE")
    if named:
        if Path(named).is_file():
            return Path(named)
        raise EyelineError(f"there is no file `{named}`, which the environment variable EYELINE names")
    file = "eyeline.exe" if sys.platform == "win32" else "eyeline"
    for folder in _scripts():
        if (folder / file).is_file():
            return folder / file
    on_path = shutil.which("eyeline")
    if on_path:
        return Path(on_path)
    raise EyelineError(
        f"the program `{file}` is not beside the interpreter and not on the PATH; install it with `pip install eyeline`, "
        "or let the environment variable EYELINE name it"
    )


def _scripts() -> Iterator[Path]:
    """Return the folders in which `pip` installs executables."""
    yield Path(sys.executable).parent
    yield Path(sysconfig.get_path("scripts"))
    yield Path(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))


def option(name: str, value: object) -> Iterator[str]:
    """Return the words of an option: none for None and False, the name alone for True, one with the value else."""
    if value is True:
        yield name
    elif value is not None and value is not False:
        yield f"{name}={os.fspath(value) if isinstance(value, os.PathLike) else value}"


def several(values: Iterable[StrPath] | StrPath) -> list[str]:
    """Return a list of words; a single one may be given without a list."""
    return [os.fspath(one) for one in ([values] if isinstance(values, (str, os.PathLike)) else values)]


def run(
    command: str,
    options: Iterable[str],
    arguments: Sequence[StrPath] = (),
    *,
    timeout: float | None = None,
    folder: StrPath | None = None,
) -> Finished:
    """Run a command of the program, without a shell. The program ends when this is interrupted."""
    words = [str(executable().absolute()), command, *options, "--", *(os.fspath(word) for word in arguments)]
    try:
        child = subprocess.Popen(
            words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except (OSError, ValueError) as error:
        raise EyelineError(f"cannot start `{words[0]}`: {error}") from error
    with child:
        try:
            output, messages = child.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            _end(child)
            raise EyelineError(f"`eyeline {command}` has not ended within {timeout} seconds") from None
        except BaseException:
            _end(child)
            raise
    return Finished(child.returncode, output, messages.decode(errors="replace"))


def _end(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.communicate(timeout=_END_WITHIN)
    except subprocess.TimeoutExpired:
        child.kill()


def _end_in_words(exit_code: int) -> str:
    if exit_code >= 0:
        return f"the program has ended with exit code {exit_code} and without a message"
    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        name = f"signal {-exit_code}"
    return f"the program was ended by {name}"
