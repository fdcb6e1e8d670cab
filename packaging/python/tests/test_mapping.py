"""The dataclasses hold all that the program writes: they are read from its JSON and written back."""

from __future__ import annotations

import json
import tempfile
import unittest
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from eyeline import Answers, Record, Recording, Report
from eyeline._program import run
from eyeline.answers.explanation import Explained
from eyeline.answers.frusta import Frustum
from eyeline.answers.sessions import Session
from tests import SCENES

SECTIONS = (
    "frusta,visibility,rays,octree,agents,images,occlusion,sessions,taps,skins,cuts,leaks,colliders,said,problems"
)


LOST = {
    "eyeline": 1,
    "objects": [
        {"name": "statue", "shape": {"mesh": {"file": "lost.obj"}}},
        {"name": "crate", "shape": {"sphere": {"radius": 1}}},
    ],
    "models": [{"name": "level", "file": "lost.glb"}],
    "cameras": [
        {"name": "phone", "session": {"name": "walk"}},
        {"name": "on the statue", "attach": "statue"},
        {"name": "eye", "position": [0, 0, 5]},
    ],
    "rays": [{"name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1]}],
    "octree": {},
    "agents": [{"name": "guard", "tree": {"file": "lost.xml"}}],
    "images": [{"name": "leaf", "file": "lost.png"}],
    "occlusion": [{"name": "touch", "a": "statue", "b": "crate"}],
    "sessions": [{"name": "walk", "file": "lost.tum"}],
    "taps": [{"name": "tap", "camera": "phone", "time": 0, "screen": [0.5, 0.5]}],
    "cuts": [{"name": "cut", "object": "statue", "point": [0, 0, 0], "normal": [1, 0, 0]}],
    "leaks": [{"name": "leak", "from": [0, 0, 0], "objects": ["statue"]}],
    "colliders": [{"name": "fits", "render": "statue", "collider": "crate"}],
}
"""A scene none of whose files exists."""


def files() -> list[Path]:
    """Return all files of the repository's scenes that are no part of another one."""
    return [*sorted(SCENES.glob("*.json")), *sorted(SCENES.glob("*.gl[bt]*")), *sorted(SCENES.glob("*.jsonl"))]


def records(value: object, path: str = "") -> Iterator[tuple[str, Record]]:
    """Return all records in a value, each with its path."""
    if isinstance(value, Record):
        yield path, value
        fields = [name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())]
        for name in fields:
            yield from records(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from records(one, f"{path}.{name}")
    elif isinstance(value, (tuple, Answers)):
        for one in value:
            yield from records(one, f"{path}[]")


class Mapped(unittest.TestCase):
    """Every section of every scene."""

    def is_mapped(self, written: Any, of: type[Record]) -> Any:
        record = of.from_json(written)
        # As text, because 1, 1.0 and True are equal values.
        self.assertEqual(json.dumps(record.to_json(), sort_keys=True), json.dumps(written, sort_keys=True))
        self.assertEqual(of.from_json(record.to_json()), record)
        for path, one in records(record):
            self.assertEqual(dict(one.extra), {}, f"keys without a field at {path}")
        return record

    def test_all_sections_of_all_scenes(self) -> None:
        found: set[str] = set()
        for file in files():
            for options in ([f"--only={SECTIONS}"], ["--tick=37"], ["--all"]):
                with self.subTest(file=file.name, options=options):
                    finished = run("report", options, [file])
                    if options == ["--all"] and finished.exit_code == 2:
                        continue  # a scene without a trace
                    self.assertEqual(finished.exit_code, 0, finished.messages)
                    written = json.loads(finished.output)
                    self.is_mapped(written, Report)
                    found.update(written)
        self.assertGreaterEqual(found, set(SECTIONS.split(",")), "a section is in no scene")

    def test_recordings(self) -> None:
        for name in ("guard.json", "lost.json", "sword.json", "engine_said.json"):
            with self.subTest(scene=name):
                self.is_mapped(json.loads(run("report", ["--ticks=0..3"], [SCENES / name]).output), Recording)

    def test_explanations(self) -> None:
        for file in files():
            with self.subTest(file=file.name):
                finished = run("explain", ["--json"], [file])
                if finished.exit_code == 0:  # else the scene selects nothing
                    self.is_mapped(json.loads(finished.output), Explained)

    def test_files_that_cannot_be_read(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            scene = Path(folder, "lost.json")
            scene.write_text(json.dumps(LOST))
            finished = run("report", [f"--only={SECTIONS}"], [scene])
            self.assertEqual(finished.exit_code, 2)
            report = self.is_mapped(json.loads(finished.output), Report)
        lists = {name: getattr(report, name) for name in SECTIONS.split(",")}
        unanswered = {name for name, one in lists.items() if isinstance(one, Answers) and one.unanswered}
        self.assertEqual(
            unanswered,
            {"frusta", "visibility", "agents", "images", "occlusion", "sessions", "taps", "cuts", "leaks", "colliders"},
        )
        self.assertEqual([one.name for one in report.rays["aim"].objects.unanswered], ["statue", "leaf"])
        self.assertEqual([one.name for one in report.octree.objects.unanswered], ["statue"])
        self.assertEqual(report.models[0].model, "level")


class Kept(unittest.TestCase):
    """What other versions of the program write."""

    def test_new_keys_are_kept(self) -> None:
        written = {
            "eyeline_report": 2,
            "scene": "a",
            "tick": 0,
            "time": 0.0,
            "sounds": [{"sound": "drip", "heard": [1]}],
        }
        report = Report.from_json(written)
        self.assertEqual(report.extra["sounds"], ({"sound": "drip", "heard": (1,)},))
        self.assertEqual(report.to_json(), written)

    def test_null_and_absent_are_two_things(self) -> None:
        nothing: dict[str, Any] = {}
        for error in (nothing, {"error": None}):
            written = {
                "session": "walk", "frames": 0, "start": 0.0, "duration": 0.0, "tracked_ratio": 1.0, "lost": [],
                "path_length": 0.0, "jumps": [], "anchors": [], "pose": None, **error,
            }  # fmt: skip
            session = Session.from_json(written)
            self.assertIsNone(session.error)
            self.assertEqual(session.to_json(), written)

    def test_a_list_with_an_error_is_kept(self) -> None:
        written = {
            "eyeline_report": 1,
            "scene": "a",
            "tick": 0,
            "time": 0.0,
            "occlusion": {"error": "there is no OpenGL"},
        }
        report = Report.from_json(written)
        self.assertEqual((len(report.occlusion), report.occlusion.error), (0, "there is no OpenGL"))
        with self.assertRaisesRegex(KeyError, "there is no OpenGL"):
            report.occlusion["touch"]
        self.assertEqual(report.to_json(), written)

    def test_entries_without_an_answer_keep_their_places(self) -> None:
        lost = {"camera": "lost", "error": "no such mesh"}
        eye = {"camera": "eye", "planes": [], "objects": []}
        for written in ([lost, eye], [eye, lost], [lost, {**lost, "camera": "other"}, eye], []):
            report = Report.from_json({"eyeline_report": 1, "scene": "a", "tick": 0, "time": 0.0, "frusta": written})
            self.assertEqual(report.to_json()["frusta"], written)
            self.assertTrue(all(isinstance(one, Frustum) for one in report.frusta))


if __name__ == "__main__":
    unittest.main()
