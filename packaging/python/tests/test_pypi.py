"""The examples of PYPI.md run as they are written."""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import subprocess
import tempfile
import unittest
from pathlib import Path

import eyeline
from tests import REPOSITORY


class Text(unittest.TestCase):
    """The text of the package on PyPI."""

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "needs NumPy")
    def test_examples(self) -> None:
        text = REPOSITORY / "packaging" / "python" / "PYPI.md"
        example = [str(eyeline.executable()), "hunt", "ray-sphere", "--example", "python"]
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            Path("answerer.py").write_bytes(subprocess.check_output(example))
            results = doctest.testfile(str(text), module_relative=False, encoding="utf-8")
        self.assertGreater(results.attempted, 5)
        self.assertEqual(results.failed, 0)


if __name__ == "__main__":
    unittest.main()
