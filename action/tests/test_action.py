"""Tests of action.yml: each runs its steps in a project as GitHub's runner does.

    EYELINE=target/debug/eyeline python3 -m unittest discover -s action/tests
"""

import json
import os
import pathlib
import re
import unittest
import zipfile

from project import EYELINE, Project, comments, scene
from runner import ROOT, Runner, inputs_and_steps

HOSTILE = "b\n::error::x`<img src=x>|\"'$(touch pwned)@owner**[l](www.x.y)\u202e"
REFUSED = set('":<>|*?\r\n\\/')


class ActionTest(unittest.TestCase):
    def setUp(self):
        self.project = Project()
        self.addCleanup(self.project.close)

    def uploaded(self, step):
        """Imitates the actions of others: an upload accepts what GitHub accepts."""
        if "upload-artifact" not in step["uses"]:
            return {}
        path = pathlib.Path(step["with"]["path"])
        self.assertTrue(path.is_file(), path)
        self.assertFalse(set(path.name) & REFUSED, path.name)
        return {"artifact-url": f"https://github.com/owner/game/{path.suffix[1:]}"}

    def use(self, inputs=None, base=None, env=None, number=None, workspace=None):
        """Runs the action, for a pull request when there is a base."""
        pull = {"base": {"sha": base}} if base else {}
        event = {"pull_request": {**pull, "number": number}} if base or number else {}
        (self.project.temp / "event.json").write_text(json.dumps(event))
        env = {
            "XDG_CACHE_HOME": str(self.project.cache),
            "GITHUB_EVENT_PATH": str(self.project.temp / "event.json"),
            **(env or {}),
        }
        runner = Runner(
            workspace or self.project.root,
            self.project.temp,
            {"eyeline": EYELINE, **(inputs or {})},
            event,
            env,
            self.uploaded,
        )
        code = runner.run()
        return code, runner, runner.summary.read_text()

    def results(self):
        return json.loads((self.project.root / "check-report/results.json").read_text())

    def change(self, *names, z=1):
        for name in names:
            self.project.write(f"scenes/{name}.json", scene(z))

    def test_all_equal(self):
        code, runner, summary = self.use()
        self.assertEqual((code, runner.outputs["check"]["code"], runner.outputs["summary"]["failed"]), (0, "0", "0"), runner.log)
        self.assertIn("2 scenes: 2 equal.", summary)
        self.assertNotIn("### ", summary)
        self.assertNotIn("Build", runner.ran)

    def test_a_pull_request_checks_only_what_it_changes(self):
        self.change("a")
        self.project.commit()
        code, runner, summary = self.use(base=self.project.first)
        self.assertEqual((code, runner.outputs["summary"]["failed"]), (1, "1"), runner.log)
        self.assertEqual([one["scene"] for one in self.results()["scenes"]], ["scenes/a.json"])
        self.assertRegex(summary, r"(?m)^\| <code>scenes&#47;a&#46;json</code> \| <code>picture</code> \| .* \| [\d.]+ % \|$")
        self.assertIn("```sh\nLIBGL_ALWAYS_SOFTWARE=1 eyeline check --update scenes/a.json\n```", summary)
        self.assertIn("[page with all pictures](https://github.com/owner/game/html)", summary)
        self.assertIn("The pictures before and after are in the page.", summary)
        self.assertTrue(all(one.startswith("::error file=scenes/a.json,") for one in runner.commands()), runner.log)
        self.assertTrue(runner.commands())
        # What the summary says is what helps.
        command = summary.split("```sh\n")[1].split("\n```")[0]
        self.assertEqual(self.project.run("bash", "-c", command)[0], 0)
        self.assertEqual(self.use(base=self.project.first)[0], 0)

    def test_names_are_data(self):
        self.change(HOSTILE)
        self.project.commit()
        code, runner, summary = self.use(base=self.project.first)
        self.assertEqual(code, 1, runner.log)
        self.assertFalse((self.project.root / "pwned").exists())
        self.assertTrue(all(one.startswith("::error file=scenes/b%0A%3A%3Aerror") for one in runner.commands()), runner.commands())
        outside = re.sub(r"<code>[\w &#;]*</code>", "", re.sub(r"(?s)```+sh\n.*?\n```+", "", summary))
        for part in ("<img", "`<", "@owner", "**", "[l]", "$(", "::error", "\u202e"):
            self.assertNotIn(part, outside)
        self.assertNotIn("\u202e", summary)
        for row in (line for line in summary.splitlines() if line.startswith("| <code>")):
            self.assertEqual(row.count("|"), 5, row)
        command = re.search(r"(?s)```+sh\n(.*?)\n```+", summary)[1]
        self.assertNotIn("\n", command)
        self.assertEqual(self.project.run("bash", "-c", command)[0], 0, command)
        self.assertFalse((self.project.root / "pwned").exists())
        self.assertEqual(self.use(base=self.project.first)[0], 0)

    def test_the_report_has_all_files_and_no_links(self):
        self.change(HOSTILE)
        os.mkdir(self.project.root / "check-report")
        os.symlink("/etc/passwd", self.project.root / "check-report/secret")
        os.symlink("/etc", self.project.root / "check-report/folder")
        self.use()
        names = zipfile.ZipFile(self.project.temp / "eyeline-check.zip").namelist()
        self.assertIn("results.json", names)
        self.assertTrue(any(name.endswith(".front.png") for name in names), names)
        self.assertFalse([name for name in names if "secret" in name or "folder" in name])

    def test_results_of_the_repository_do_not_count(self):
        os.mkdir(self.project.root / "check-report")
        forged = {"eyeline_check": 1, "scenes": [{"scene": "forged", "state": "equal", "differences": [], "baselines": []}]}
        self.project.write("check-report/results.json", json.dumps(forged))
        code, _, summary = self.use({"memory": "1"})
        self.assertEqual(code, 2)
        self.assertIn("The check could not run.", summary)
        os.rename(self.project.root / "check-report", self.project.root / "elsewhere")
        os.symlink("elsewhere", self.project.root / "check-report")
        code, runner, _ = self.use()
        self.assertEqual(code, 2)
        self.assertIn("symbolic link", runner.log)

    def test_pictures_outside_of_the_report_are_not_read(self):
        self.change("a")
        self.use()
        report = self.project.root / "check-report"
        results = self.results()
        view = results["scenes"][0]["baselines"][1]
        outside = self.project.root / "screenshots/a.front.png"
        view["actual"], view["before"], view["difference"] = "../screenshots/a.front.png", str(outside), "link/a.front.png"
        os.symlink(outside.parent, report / "link")
        (report / "results.json").write_text(json.dumps(results))
        code = "import results, pictures; print(len(list(pictures.found('check-report'))))"
        done = self.project.run("env", f"PYTHONPATH={ROOT / 'action'}", "PYTHONDONTWRITEBYTECODE=1", "python3", "-c", code)
        self.assertEqual(done[:2], (0, "0\n"), done)

    def test_a_shallow_clone_fetches_the_base(self):
        self.change("a")
        self.project.commit()
        clone = self.project.temp / "clone"
        self.project.git("config", "uploadpack.allowAnySHA1InWant", "true")
        self.project.git("clone", "--quiet", "--depth=1", f"file://{self.project.root}", str(clone))
        code, runner, _ = self.use(base=self.project.first, workspace=clone)
        self.assertEqual(code, 1, runner.log)
        self.assertIn("1 of 2 scenes changed", runner.log)

    def test_without_the_base_all_scenes_are_checked(self):
        self.change("a")
        self.project.commit()
        for base in ("0" * 40, "1" * 40, "no-such-branch", "--upload-pack=touch pwned", "a:b"):
            with self.subTest(base=base):
                self.project.git("remote", "add", "origin", str(self.project.root))
                code, runner, _ = self.use({"base": base})
                self.project.git("remote", "remove", "origin")
                self.assertEqual((code, len(self.results()["scenes"])), (1, 2), runner.log)
                self.assertIn("no commit to compare with, so all scenes are checked", runner.log)
        self.assertFalse((self.project.root / "pwned").exists())

    def test_the_base_is_where_a_branch_began(self):
        self.project.git("checkout", "--quiet", "-b", "topic")
        self.change("a")
        self.project.commit()
        self.project.git("checkout", "--quiet", "main")
        self.change("still")
        self.project.commit()
        self.project.git("checkout", "--quiet", "topic")
        self.use({"base": "main"})
        self.assertEqual([one["scene"] for one in self.results()["scenes"]], ["scenes/a.json"])

    def test_deleted_and_renamed_scenes(self):
        self.project.git("rm", "--quiet", "scenes/still.json")
        self.project.git("mv", "scenes/a.json", "scenes/c.json")
        self.project.commit()
        code, runner, summary = self.use(base=self.project.first)
        self.assertEqual((code, [one["state"] for one in self.results()["scenes"]]), (1, ["missing"]), runner.log)
        for name in ("a", "still"):
            self.assertIn(f"- <code>screenshots&#47;{name}&#46;front&#46;png</code>", summary)
        self.assertIn("eyeline check --update scenes/c.json", summary)
        self.project.git("rm", "--quiet", "-r", "scenes/c.json", "screenshots")
        self.project.commit()
        code, runner, _ = self.use(base=self.project.first)
        self.assertEqual(code, 2, runner.log)

    def test_no_changed_scene(self):
        self.project.write("notes.txt", "a note")
        self.project.commit()
        code, _, summary = self.use(base=self.project.first)
        self.assertEqual(code, 0)
        self.assertIn("No scene changed.", summary)

    def test_a_broken_scene_is_an_error_and_not_accepted(self):
        self.project.write("scenes/a.json", '{ "eyeline": 1, "camera": [] }')
        code, runner, summary = self.use({"fail": "false"})
        self.assertEqual(code, 2, runner.log)
        self.assertIn("<code>error</code>", summary)
        self.assertNotIn("--update", summary)

    def test_a_difference_may_keep_the_job_green(self):
        self.change("a")
        code, runner, summary = self.use({"fail": "false", "scenes": "scenes/a.json\nscenes/still.json"})
        self.assertEqual((code, runner.outputs["check"]["code"]), (0, "1"))
        self.assertIn("2 scenes: 1 differs, 1 equal.", summary)

    def test_a_comment_is_written_once_and_changed_later(self):
        self.change("a")
        with comments() as server:
            server.comments.append({"id": 0, "body": "<!-- eyeline check: eyeline-check --> mine", "user": {"type": "User"}})
            env = {"GITHUB_API_URL": f"http://127.0.0.1:{server.server_port}"}
            for _ in range(2):
                code, runner, summary = self.use({"comment": "true"}, env=env, number=7)
                self.assertEqual((code, len(server.comments)), (1, 2), runner.log)
                self.assertNotIn("comment", summary)
            self.assertIn("eyeline check --update scenes/a.json", server.comments[1]["body"])
            self.change("a", z=0)
            self.use({"comment": "true"}, env=env, number=7)
            self.assertIn("2 scenes: 2 equal.", server.comments[1]["body"])
            self.assertTrue(server.comments[0]["body"].endswith("mine"))
            self.assertNotIn("secret-token", runner.log)

    def test_a_fork_has_its_comment_in_the_summary(self):
        self.change("a")
        with comments(status=403) as server:
            env = {"GITHUB_API_URL": f"http://127.0.0.1:{server.server_port}"}
            code, runner, summary = self.use({"comment": "true", "fail": "false"}, env=env, number=7)
            self.assertEqual((code, server.comments), (0, []), runner.log)
            self.assertIn("may not write comments", summary)
        code, _, summary = self.use({"comment": "true", "fail": "false"}, env=env, number=7)
        self.assertEqual(code, 0)
        self.assertIn("GitHub did not answer", summary)
        code, _, summary = self.use({"comment": "true", "fail": "false", "token": ""}, env=env, number=7)
        self.assertEqual(code, 0)
        self.assertIn("this run has no token", summary)

    def test_pictures_are_pushed_to_their_branch(self):
        self.change("a")
        remote = self.project.temp / "remote"
        self.project.git("clone", "--quiet", "--bare", str(self.project.root), str(remote))
        self.project.git("remote", "add", "origin", str(remote))
        for count in (1, 2):
            _, runner, summary = self.use({"pictures-branch": "shots"})
            addresses = re.findall(r'<img src="https://github\.com/owner/game/raw/(\w+)/(\w+\.png)" width="300">', summary)
            self.assertEqual(len(addresses), 3, runner.log + summary)
            commit, name = addresses[1]
            self.assertEqual(self.project.git("rev-list", "--count", "shots", cwd=remote), str(count))
            self.project.git("cat-file", "-e", f"{commit}:{name}", cwd=remote)
        before = self.project.git("rev-parse", "main", cwd=remote)
        _, _, summary = self.use({"pictures-branch": "main"})
        self.assertIn("the branch has other commits", summary)
        self.assertEqual(self.project.git("rev-parse", "main", cwd=remote), before)
        self.project.git("remote", "set-url", "origin", "/nowhere")
        code, _, summary = self.use({"pictures-branch": "shots", "fail": "false"})
        self.assertEqual(code, 0)
        self.assertIn("may not write to the repository", summary)

    def test_inputs_that_are_wrong(self):
        for inputs in ({"name": "a/b"}, {"name": "a\nb=c"}, {"eyeline": "/no/program"}, {"report": ""}, {"report": "-x"}):
            with self.subTest(inputs=inputs):
                code, runner, _ = self.use(inputs)
                self.assertNotEqual(code, 0)
                self.assertIn("error: ", runner.log)

    def test_a_build_is_kept_by_its_sources(self):
        runner = Runner(self.project.root, self.project.temp, {})
        runner.env = {"PATH": "/usr/bin:/bin"}
        self.assertEqual(runner.run_shell(runner.steps[0]), 0, runner.log)
        outputs = runner.outputs["program"]
        self.assertEqual((outputs["build"], outputs["program"]), ("true", f"{self.project.temp}/eyeline-build/bin/eyeline"))
        self.assertRegex(outputs["key"], r"^eyeline-Linux-X64-own-[0-9a-f]{40}$")

    def test_a_long_summary_stays_below_the_limits(self):
        for at in range(60):
            self.change(f"scene{at:03}{'!' * 100}")
        _, _, summary = self.use()
        comment = (self.project.temp / "eyeline-comment.md").read_text()
        self.assertLess(len(comment), 65_536)
        self.assertTrue("did not fit here" in comment)
        self.assertLess(len(summary.encode()), 1 << 20)
        self.assertTrue("eyeline check --update\n```" in summary)


class FileTest(unittest.TestCase):
    def test_commands_have_no_expressions_and_actions_of_others_have_a_commit(self):
        _, steps = inputs_and_steps(ROOT / "action.yml")
        self.assertGreater(len(steps), 10)
        for step in steps:
            self.assertNotIn("${{", step.get("run", ""))
            if "uses" in step:
                self.assertRegex(step["uses"], r"^actions/[\w/-]+@[0-9a-f]{40}$")

    def test_only_the_comment_has_the_token(self):
        _, steps = inputs_and_steps(ROOT / "action.yml")
        named = [step["name"] for step in steps if "token" in json.dumps([step["env"], step["with"]])]
        self.assertEqual(named, ["Comment"])


if __name__ == "__main__":
    unittest.main()
