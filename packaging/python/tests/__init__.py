"""Tests against the real program, over the scenes of the repository."""

from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[3]
SCENES = REPOSITORY / "scenes"

GUARD: dict[str, Any] = {
    "cameras": [{"name": "guard", "position": [0, 1, 0], "look_at": [0, 1, -5]}],
    "objects": [
        {"name": "crate", "shape": {"box": {"half_extents": [0.5, 0.5, 0.5]}}, "position": [0, 1, -4]},
        {"name": "ball", "shape": {"sphere": {"radius": 0.5}}, "position": [0, 1, 4]},
    ],
    "rays": [{"name": "aim", "origin": [0, 1, 0], "direction": [0, 0, -1]}],
}
