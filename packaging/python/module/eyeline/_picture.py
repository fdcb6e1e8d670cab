"""Pictures of scenes, which notebooks show."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from ._program import StrPath

__all__ = ["Picture"]


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """A picture of a scene. A notebook shows it when it is the value of a cell."""

    png: bytes
    """The PNG file."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width, height = struct.unpack_from(">II", self.png, 16)
        return width, height

    def save(self, path: StrPath) -> None:
        """Write the PNG file, in place of an existing one."""
        Path(path).write_bytes(self.png)

    def __repr__(self) -> str:
        """Return the size."""
        width, height = self.size
        return f"<Picture: {width} x {height}>"

    def _repr_png_(self) -> bytes:
        return self.png
