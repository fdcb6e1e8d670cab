"""The functions, with the real program."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
import unittest
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import eyeline
from eyeline import Scene
from tests import GUARD, SCENES

ANSWERER = """
import json, sys
json.loads(sys.stdin.readline())
print(json.dumps({"name": "overlaps", "version": "1"}), flush=True)
for line in sys.stdin:
    case = json.loads(line)
    a, b = case["a"], case["b"]
    overlap = all(a["min"][i] OP b["max"][i] and b["min"][i] OP a["max"][i] for i in range(3))
    print(json.dumps({"id": case["id"], "overlap": overlap}), flush=True)
"""


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Make a folder, which is removed at the end."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


class Reports(unittest.TestCase):
    """`report` and `recording`."""

    def test_a_file_and_its_content_have_the_same_answers(self) -> None:
        with folder() as base:
            file = base / "guard.json"
            file.write_text(json.dumps({"eyeline": 1, **GUARD}))
            of_file, of_dict = eyeline.report(file), eyeline.report(GUARD)
            self.assertEqual(eyeline.report(str(file)), of_file)
            self.assertEqual(eyeline.report(Scene(file)), of_file)
            self.assertEqual({**of_dict.to_json(), "scene": "guard.json"}, of_file.to_json())
            self.assertEqual((of_dict.scene, of_dict.frusta["guard"].objects["crate"].verdict), ("<scene>", "inside"))

    def test_options(self) -> None:
        report = eyeline.report(SCENES / "guard.json", only=["agents"], tick=12)
        self.assertEqual((report.tick, report.frusta.is_written), (12, False))
        self.assertEqual(eyeline.report(SCENES / "guard.json", only="agents", time=1.25).tick, 12)
        self.assertEqual(eyeline.report(SCENES / "guard.json", only="agents", memory="512MiB").tick, 0)
        said = eyeline.report(SCENES / "engine_said.json", only="said", whole_trace=True).said
        assert said is not None
        self.assertEqual(said.disagreements[0].question, "frusta")

    def test_a_recording_has_a_report_for_each_tick(self) -> None:
        recording = eyeline.recording(SCENES / "guard.json", 2, 4, only="agents")
        self.assertEqual([one.tick for one in recording.ticks], [2, 3, 4])
        self.assertEqual([one.scene for one in eyeline.recording(GUARD, 0, 1).ticks], ["<scene>", "<scene>"])

    def test_the_paths_of_a_dict_are_relative_to_its_base(self) -> None:
        rock = {"models": [{"name": "rock", "file": "rock.obj"}]}
        before = sorted(SCENES.iterdir())
        camera = {"name": "eye", "position": [0, 2, 8], "look_at": [0, 0, 0]}
        report = eyeline.report(Scene({**rock, "cameras": [camera]}, base=SCENES))
        self.assertTrue(report.frusta["eye"].objects.names[0].startswith("rock/"))
        self.assertEqual(sorted(SCENES.iterdir()), before, "the file of the scene is left")

    def test_half_an_answer_is_an_error_that_has_it(self) -> None:
        lost = {**GUARD, "models": [{"name": "level", "file": "lost.glb"}]}
        with self.assertRaisesRegex(eyeline.EyelineError, "lost.glb") as raised:
            eyeline.report(lost)
        partial = raised.exception.partial
        assert isinstance(partial, eyeline.Report)
        self.assertEqual(raised.exception.exit_code, 2)
        self.assertEqual(partial.models[0].model, "level")
        self.assertEqual((partial.scene, partial.frusta["guard"].objects["crate"].verdict), ("<scene>", "inside"))

        mesh = {"name": "statue", "shape": {"mesh": {"file": "lost.glb"}}}
        with self.assertRaises(eyeline.EyelineError) as raised:
            eyeline.report({**GUARD, "objects": [*GUARD["objects"], mesh]})
        partial = raised.exception.partial
        assert isinstance(partial, eyeline.Report)
        objects = partial.frusta["guard"].objects
        self.assertEqual((objects.names, objects.unanswered[0].name), (("crate", "ball"), "statue"))
        with self.assertRaisesRegex(KeyError, "`statue` has no answer: .*lost.glb"):
            objects["statue"]

    def test_warnings_are_warnings_of_python(self) -> None:
        with self.assertWarnsRegex(eyeline.EyelineWarning, "fense.png") as caught:
            eyeline.report(SCENES / "missing.json")
        self.assertEqual(caught.filename, __file__)


class Explanations(unittest.TestCase):
    """`explain`."""

    def test_steps(self) -> None:
        explained = eyeline.explain(SCENES / "tour.json", "guard", "crate")
        [explanation] = explained.explanations
        self.assertIn("rejected by the right plane", explanation.answer)
        step = explanation.deciding_step
        assert step is not None
        assert step.values is not None
        self.assertEqual((step.title, step.values["side"]), ("Right plane", "right"))
        self.assertIn("rejects the box", str(explanation))

    def test_a_dict(self) -> None:
        explained = eyeline.explain(GUARD, "aim", "ball")
        self.assertIn("ball", explained.explanations[0].title)
        self.assertIn("layers", str(eyeline.explain(GUARD, "guard", "ball", why=True)))

    def test_names_that_are_no_options(self) -> None:
        with self.assertRaisesRegex(eyeline.EyelineError, "--help"):
            eyeline.explain(GUARD, "--help")


class Pictures(unittest.TestCase):
    """`render`, and what a notebook shows."""

    def test_a_picture(self) -> None:
        picture = eyeline.render(GUARD, size=(320, 200), camera="guard", theme="light", display="clay")
        self.assertEqual(picture.size, (320, 200))
        self.assertEqual(picture._repr_png_(), picture.png)
        self.assertEqual(repr(picture), "<Picture: 320 x 200>")
        with folder() as base:
            picture.save(base / "guard.png")
            self.assertEqual((base / "guard.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_a_scene_is_shown(self) -> None:
        self.assertEqual(eyeline.Picture(Scene(GUARD)._repr_png_()).size, (960, 540))
        self.assertEqual(repr(Scene(GUARD)), "<Scene: 1 cameras, 2 objects, 1 rays>")
        self.assertEqual(repr(Scene("a.json")), "Scene('a.json')")

    def test_half_a_picture_is_an_error_that_has_it(self) -> None:
        with self.assertRaises(eyeline.EyelineError) as raised:
            eyeline.render({"models": [{"name": "level", "file": "lost.glb"}]}, size=(64, 64))
        partial = raised.exception.partial
        assert isinstance(partial, eyeline.Picture)
        self.assertEqual(partial.size, (64, 64))


class Checks(unittest.TestCase):
    """`check`."""

    def test_from_missing_to_equal_to_differs(self) -> None:
        with folder() as base:
            (base / "scenes").mkdir()
            scene = base / "scenes" / "guard.json"
            scene.write_text(json.dumps({"eyeline": 1, **GUARD}))
            results = eyeline.check(folder=base, cache=False)
            self.assertEqual([one.state for one in results.failed], ["missing"])
            self.assertEqual(results, eyeline.check(folder=base, cache=False).from_json(results.to_json()))

            written = eyeline.check(folder=base, update="missing", out="run", cache=False)
            self.assertTrue(all(one.written for one in written.scenes[0].baselines))
            on_disk = json.loads((base / "run" / "results.json").read_text())
            self.assertEqual(written.to_json(), on_disk)
            self.assertEqual(eyeline.check(scene.relative_to(base), folder=base, cache=False).failed, ())

            scene.write_text(json.dumps({"eyeline": 1, **GUARD, "objects": GUARD["objects"][:1]}))
            [failed] = eyeline.check(["scenes/guard.json"], folder=base, cache=False, only="answers").failed
            self.assertEqual(failed.state, "differs")
            self.assertIn("ball", failed.differences[0].text)

            scene.write_text('{"eyeline": 1,')
            [failed] = eyeline.check("scenes", folder=base, out="run", cache=False).failed
            self.assertEqual(failed.state, "error")
            before = (base / "run" / "results.json").read_bytes()
            with self.assertRaises(eyeline.EyelineError):
                eyeline.check("nowhere", folder=base, out="run")
            self.assertEqual((base / "run" / "results.json").read_bytes(), before)


class Hunts(unittest.TestCase):
    """`hunt`."""

    def hunted(self, operator: str, **options: int) -> eyeline.HuntResults:
        with folder() as base:
            file = base / "it's an answerer.py"
            file.write_text(ANSWERER.replace("OP", operator))
            return eyeline.hunt("box-box", [sys.executable, file], **options)  # type: ignore[arg-type]

    def test_a_right_program_has_no_faults(self) -> None:
        results = self.hunted("<=", cases=500)
        self.assertEqual((results.answerer.name, results.cases, results.faults), ("overlaps", 500, {}))

    def test_a_mistake_is_found(self) -> None:
        results = self.hunted("<", cases=2000, seed=3)
        self.assertGreater(results.faults["wrong_value"], 0)
        self.assertIn(results.examples[0].kind, results.faults)
        self.assertEqual(results.seed, 3)
        self.assertEqual(results.from_json(results.to_json()), results)
        self.assertEqual({key for one in results.examples for key in one.extra}, set())

    def test_a_program_that_does_not_start(self) -> None:
        with self.assertRaisesRegex(eyeline.EyelineError, "no-such-program"):
            eyeline.hunt("box-box", "no-such-program --answer", cases=10)
        with self.assertRaisesRegex(eyeline.EyelineError, "no-such-question"):
            eyeline.hunt("no-such-question", ["true"])


class BadInput(unittest.TestCase):
    """What cannot be read is an `EyelineError` with the program's message."""

    def test_files(self) -> None:
        functions: list[Callable[[str | Path], object]] = [eyeline.report, eyeline.render, eyeline.explain]
        with folder() as base:
            (base / "half.json").write_text('{"eyeline": 1,')
            paths: list[tuple[str | Path, str]] = [
                (base / "no.json", "there is no such file"),
                (base / "half.json", "half.json:1"),
                ("-o", "there is no such file"),
            ]
            for path, message in paths:
                for function in functions:
                    with self.subTest(path=path, function=function):
                        with self.assertRaisesRegex(eyeline.EyelineError, message) as raised:
                            function(path)
                        self.assertEqual((raised.exception.exit_code, raised.exception.partial), (2, None))

    def test_a_dict_that_is_no_scene(self) -> None:
        with self.assertRaisesRegex(eyeline.EyelineError, "<scene>:"):
            eyeline.report({"objcts": []})
        for value in (float("nan"), {1, 2}):
            with self.assertRaisesRegex(eyeline.EyelineError, "the scene is no JSON"):
                eyeline.report({"objects": [{"name": "a", "position": [value, 0, 0]}]})
        with self.assertRaisesRegex(eyeline.EyelineError, "cannot write the scene into"):
            eyeline.report(Scene(GUARD, base="/no/such/folder"))
        with self.assertRaisesRegex(ValueError, "`base` is for a dict"):
            Scene("a.json", base=".")

    def test_options(self) -> None:
        with self.assertRaisesRegex(eyeline.EyelineError, "no such section"):
            eyeline.report(GUARD, only=["sounds"])
        with self.assertRaisesRegex(eyeline.EyelineError, "--tick"):
            eyeline.report(GUARD, tick=-1)
        with self.assertRaisesRegex(ValueError, "not both"):
            eyeline.report(GUARD, tick=1, time=1.0)
        with self.assertRaises(eyeline.EyelineError):
            eyeline.report("a\0b")

    def test_no_warning_is_left_behind(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            eyeline.report(GUARD)


if __name__ == "__main__":
    unittest.main()
