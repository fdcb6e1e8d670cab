"""The examples of the README run as they are written."""

from __future__ import annotations

import contextlib
import doctest
import subprocess
import tempfile
import unittest
from pathlib import Path

import eyeline
from tests import REPOSITORY


class Readme(unittest.TestCase):
    """The README of the package."""

    def test_examples(self) -> None:
        readme = REPOSITORY / "packaging" / "python" / "README.md"
        example = [eyeline.executable(), "hunt", "ray-sphere", "--example", "python"]
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            Path("answerer.py").write_bytes(subprocess.check_output(example))
            results = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
        self.assertGreater(results.attempted, 5)
        self.assertEqual(results.failed, 0)


if __name__ == "__main__":
    unittest.main()
