"""Lists of answers: lookups, and arrays of NumPy."""

from __future__ import annotations

import unittest
from typing import Any

import eyeline
from tests import GUARD, SCENES

try:
    import numpy as np
except ImportError:
    HAS_NUMPY = False
else:
    HAS_NUMPY = True


class Lookups(unittest.TestCase):
    """An answer is found by its number and by its name."""

    def setUp(self) -> None:
        self.objects = eyeline.report(GUARD).frusta["guard"].objects

    def test_by_number_and_by_name(self) -> None:
        self.assertEqual(self.objects.names, ("crate", "ball"))
        self.assertIs(self.objects["ball"], self.objects[1])
        self.assertIs(self.objects[-1], self.objects[1])
        self.assertEqual(self.objects[:1], (self.objects["crate"],))
        self.assertIn("crate", self.objects)
        self.assertIn(self.objects[0], self.objects)
        self.assertNotIn("cup", self.objects)
        self.assertEqual(len(self.objects), 2)

    def test_an_unknown_name_names_those_that_there_are(self) -> None:
        with self.assertRaisesRegex(KeyError, "no answer named `cup`; there are crate, ball"):
            self.objects["cup"]
        with self.assertRaisesRegex(KeyError, "the list is empty"):
            eyeline.report({}).rays["aim"]

    def test_a_name_of_several_answers(self) -> None:
        problems = eyeline.report(SCENES / "courtyard.json").problems
        self.assertGreater(len(problems.named("open_edges")), 1)
        with self.assertRaisesRegex(KeyError, "are named `open_edges`"):
            problems["open_edges"]

    def test_answers_are_values(self) -> None:
        again = eyeline.report(GUARD).frusta["guard"].objects
        self.assertEqual(self.objects, again)
        self.assertEqual(hash(self.objects), hash(again))
        self.assertIn("crate", repr(again))
        with self.assertRaises(AttributeError):
            self.objects[0].margin = 1.0  # type: ignore[misc]


@unittest.skipUnless(HAS_NUMPY, "needs NumPy")
class Arrays(unittest.TestCase):
    """Fields of many answers."""

    def test_columns(self) -> None:
        report = eyeline.report(GUARD)
        objects = report.frusta["guard"].objects
        self.equal(objects.array("margin"), [one.margin for one in objects])
        self.equal(objects.array("verdict"), ["inside", "outside"])
        self.equal(objects.array("aabb.min"), [[-0.5, 0.5, -4.5], [-0.5, 0.5, 3.5]])
        self.assertEqual(objects.array("planes.p_distance").shape, (2, 6))
        self.assertEqual(objects.array("planes.p_vertex").shape, (2, 6, 3))
        hits = report.rays["aim"].objects
        self.equal(hits.array("hit"), [True, False])
        self.assertEqual(hits.array("hit").dtype, bool)
        self.equal(hits.array("t"), [3.5, np.nan])
        self.equal(hits.array("point"), [[0, 1, -3.5], [np.nan] * 3])
        self.assertIsNone(hits.array("reason")[0])

    def test_a_far_plane_at_infinity(self) -> None:
        camera = {"name": "eye", "far": None}
        objects = eyeline.report({**GUARD, "cameras": [camera]}).frusta["eye"].objects
        distances = objects.array("planes.p_distance")
        self.assertTrue(np.isnan(distances[:, 5]).all())
        self.assertTrue(np.isfinite(distances[:, :5]).all())
        self.assertTrue(np.isnan(objects.array("planes.p_vertex")[:, 5]).all())

    def test_lists_of_several_lengths_are_no_array(self) -> None:
        with self.assertRaisesRegex(ValueError, "`objects.object` is no array"):
            ragged().array("objects.object")

    def test_empty_lists(self) -> None:
        self.assertEqual(eyeline.report({}).rays.array("origin").shape, (0,))

    def test_images(self) -> None:
        image = eyeline.report(SCENES / "leaf.json").images[0]
        self.equal(np.array(image.solid), np.array(image.alpha) >= image.threshold)

    def equal(self, found: Any, expected: Any) -> None:
        np.testing.assert_array_equal(found, np.array(expected))


def ragged() -> eyeline.Answers[Any]:
    """Return answers whose lists have several lengths."""
    frusta = eyeline.report(GUARD).frusta
    one = frusta[0].to_json()
    one["objects"] = one["objects"][:1]
    written = [frusta[0].to_json(), one]
    return eyeline.Report.from_json(
        {"eyeline_report": 1, "scene": "", "tick": 0, "time": 0.0, "frusta": written}
    ).frusta


if __name__ == "__main__":
    unittest.main()
