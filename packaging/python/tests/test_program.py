"""The program is found, and its run ends when it has to."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import eyeline
from tests import SCENES


@unittest.skipIf(sys.platform == "win32", "the programs are shell scripts")
class Found(unittest.TestCase):
    """The order of the places: EYELINE, beside the interpreter, PATH."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("named", "beside", "on_path"):
            (self.folder / name).mkdir()
            self.program(name, f"echo {name} >&2; exit 2")

    def program(self, folder: str, script: str) -> Path:
        file = self.folder / folder / "eyeline"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        return file

    def found(self, *places: str) -> str:
        environment = {"PATH": str(self.folder / "on_path") if "on_path" in places else str(self.folder)}
        if "named" in places:
            environment["EYELINE"] = str(self.folder / "named" / "eyeline")
        beside = [self.folder / "beside"] if "beside" in places else []
        with (
            mock.patch.dict(os.environ, environment, clear=True),
            mock.patch("eyeline._program._scripts", return_value=beside),
        ):
            return eyeline.executable().parent.name

    def test_the_first_place_counts(self) -> None:
        self.assertEqual(self.found("named", "beside", "on_path"), "named")
        self.assertEqual(self.found("beside", "on_path"), "beside")
        self.assertEqual(self.found("on_path"), "on_path")
        with self.assertRaisesRegex(eyeline.EyelineError, "pip install eyeline"):
            self.found()

    def test_a_relative_name_counts_from_the_working_folder(self) -> None:
        self.program("named", "pwd >&2; exit 2")
        named = os.path.relpath(self.folder / "named" / "eyeline")
        with (
            mock.patch.dict(os.environ, {"EYELINE": named}),
            self.assertRaisesRegex(eyeline.EyelineError, "on_path"),
        ):
            eyeline.check(folder=self.folder / "on_path")

    def test_a_name_without_a_file(self) -> None:
        with (
            mock.patch.dict(os.environ, {"EYELINE": "/no/such/program"}),
            self.assertRaisesRegex(
                eyeline.EyelineError, "`/no/such/program`, which the environment variable EYELINE names"
            ),
        ):
            eyeline.report("a.json")

    def error(self, script: str) -> eyeline.EyelineError:
        program = self.program("named", script)
        with mock.patch.dict(os.environ, {"EYELINE": str(program)}), self.assertRaises(eyeline.EyelineError) as raised:
            eyeline.report("a.json")
        return raised.exception

    def test_strange_ends(self) -> None:
        self.assertEqual(str(self.error("echo it cannot be >&2; exit 2")), "it cannot be")
        self.assertIn("exit code 7 and without a message", str(self.error("exit 7")))
        self.assertIn("ended by SIGKILL", str(self.error("kill -9 $$")))
        self.assertIn("different versions", str(self.error("echo '{}'")))
        self.assertIn("different versions", str(self.error("echo '[1, 2]'")))
        self.assertIn("different versions", str(self.error("echo no JSON")))

    def test_a_file_that_cannot_be_started(self) -> None:
        program = self.program("named", "")
        program.chmod(0o644)
        with (
            mock.patch.dict(os.environ, {"EYELINE": str(program)}),
            self.assertRaisesRegex(eyeline.EyelineError, "cannot start"),
        ):
            eyeline.report("a.json")


@unittest.skipIf(sys.platform == "win32", "signals of POSIX")
class Ended(unittest.TestCase):
    """The program ends with the call that runs it."""

    def test_a_timeout(self) -> None:
        started = time.monotonic()
        with self.assertRaisesRegex(eyeline.EyelineError, "has not ended within 0.3 seconds"):
            eyeline.recording(SCENES / "guard.json", 0, 100_000, timeout=0.3)
        self.assertLess(time.monotonic() - started, 10)

    def test_an_interrupt_ends_the_program(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        program = folder / "eyeline"
        sleep = shutil.which("sleep")
        program.write_text(f"#!/bin/sh\necho $$ > {folder}/pid\nexec {sleep} 60\n")
        program.chmod(0o755)
        # A shell starts programs in the background with SIGINT ignored, and their child processes inherit that.
        code = (
            "import eyeline, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "try: eyeline.report('a.json')\nexcept KeyboardInterrupt: print('interrupted')"
        )
        child = subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "EYELINE": str(program)},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        pid = folder / "pid"
        while not (pid.exists() and pid.read_text().strip()):
            self.assertIsNone(child.poll())
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=20)
        self.assertEqual(output, "interrupted\n")
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)


if __name__ == "__main__":
    unittest.main()
