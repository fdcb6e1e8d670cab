"""What the functions of this package raise."""

from __future__ import annotations

__all__ = ["EyelineError", "EyelineWarning"]


class EyelineError(Exception):
    """The program could not run, or could not read a file.

    `exit_code` is that of the program: 2, or a negative number for a signal; None when it has not ended by itself. `partial` is what it
    answered all the same, such as a `Report` with `unanswered` entries for a mesh that could not be read; None without an answer.
    """

    __module__ = "eyeline"

    def __init__(self, message: str, exit_code: int | None = None, partial: object = None) -> None:
        """Make an error with the message of the program."""
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code
        self.partial = partial


class EyelineWarning(UserWarning):
    """A warning of the program, such as a texture that is missing. The answers are whole."""

    __module__ = "eyeline"
