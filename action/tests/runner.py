"""Runs the steps of action.yml on this machine as GitHub's runner does: the same commands, shells, values and files.

It reads the YAML and the expressions that action.yml uses, and no others. Actions of others (`uses`) are not run: a test says
what they put out.
"""

import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def text_of(value):
    """A YAML scalar as text."""
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def lines_of(path):
    """The lines of a YAML file with their indentation, without comments and empty lines."""
    for line in path.read_text(encoding="utf-8").splitlines():
        body = line.strip()
        if body and not body.startswith("#"):
            yield len(line) - len(line.lstrip()), body


def inputs_and_steps(path):
    """The default of each input, and the steps in their order."""
    defaults, steps, part, name, inner, block = {}, [], "", "", "", None
    for indent, body in lines_of(path):
        if block is not None and indent > block[0]:
            block[1].append(body)
            continue
        if block is not None:
            block[2][block[3]] = "\n".join(block[1]) + "\n"
            block = None
        if indent == 0:
            part = body.rstrip(":")
        elif part == "inputs" and indent == 2:
            name = body.rstrip(":")
        elif part == "inputs" and body.startswith("default: "):
            defaults[name] = text_of(body.removeprefix("default: "))
        elif part == "runs" and indent >= 4:
            if body.startswith("- "):
                steps.append({"env": {}, "with": {}})
                indent, body = indent + 2, body[2:]
            key, value = re.fullmatch(r"([\w-]+):(?: (.*))?", body).groups()
            target = steps[-1] if indent == 6 else steps[-1][inner]
            if value is None:
                inner = key
            elif value == "|":
                block = (indent, [], target, key)
            else:
                target[key] = text_of(value.split(" # ")[0] if key == "uses" else value)
    return defaults, steps


class Runner:
    """One use of the action in a workflow."""

    def __init__(self, workspace, temp, inputs, event=None, env=None, uses=None):
        self.workspace, self.temp, self.event = workspace, temp, event or {}
        self.defaults, self.steps = inputs_and_steps(ROOT / "action.yml")
        unknown = set(inputs) - set(self.defaults)
        assert not unknown, unknown
        self.inputs = {**self.defaults, **inputs}
        self.env, self.uses = env or {}, uses or (lambda step: {})
        self.outputs, self.ran, self.log = {}, [], ""
        self.summary = temp / "summary.md"
        self.summary.write_text("")

    def value(self, expression):
        """The value of an expression, as text."""
        for part in (one.strip() for one in expression.split("||")):
            if value := self.look_up(part.split(".")):
                return value
        return ""

    def look_up(self, path):
        if path[0] == "inputs":
            return self.fill(self.inputs[path[1]])
        if path[0] == "steps":
            return self.outputs.get(path[1], {}).get(path[3], "")
        if path == ["runner", "temp"]:
            return str(self.temp)
        if path[:2] == ["github", "event"]:
            found = self.event
            for key in path[2:]:
                found = found.get(key, {})
            return found if isinstance(found, str) else ""
        return {"github.token": "secret-token", "runner.os": "Linux"}.get(".".join(path), "1")

    def fill(self, text):
        return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: self.value(match[1]), text)

    def holds(self, condition):
        def one(part):
            left, operator, right = re.fullmatch(r"(\S+) (==|!=) '(.*)'", part.strip()).groups()
            return (self.value(left) == right) == (operator == "==")

        return all(one(part) for part in condition.split("&&"))

    def run(self):
        """Runs all steps up to the first that fails. Returns its exit code, else 0."""
        for step in self.steps:
            if "if" in step and not self.holds(step["if"]):
                continue
            self.ran.append(step["name"])
            if "uses" in step:
                given = {key: self.fill(value) for key, value in step["with"].items()}
                self.outputs[step.get("id", step["name"])] = self.uses({**step, "with": given}) or {}
                continue
            code = self.run_shell(step)
            if code:
                return code
        return 0

    def run_shell(self, step):
        assert "${{" not in step["run"], "a command has no expression"
        assert step["shell"] == "bash", step
        script, output = self.temp / "step.sh", self.temp / "output"
        script.write_text(step["run"] + "\n")
        output.write_text("")
        env = {
            **{key: os.environ[key] for key in ("PATH", "HOME")},
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_REPOSITORY": "owner/game",
            "GITHUB_SERVER_URL": "https://github.com",
            "RUNNER_TEMP": str(self.temp),
            "RUNNER_OS": "Linux",
            "RUNNER_ARCH": "X64",
            **self.env,
            **{key: self.fill(value) for key, value in step["env"].items()},
        }
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)]
        done = subprocess.run(command, cwd=self.workspace, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.log += done.stdout.decode("utf-8", "replace")
        if "id" in step:
            pairs = (line.split("=", 1) for line in output.read_text().splitlines())
            self.outputs[step["id"]] = dict(pairs)
        return done.returncode

    def commands(self):
        """The workflow commands in the log that the runner would execute."""
        found, stopped = [], None
        for line in self.log.splitlines():
            line = line.strip()
            if stopped is not None:
                stopped = None if line == f"::{stopped}::" else stopped
            elif line.startswith("::stop-commands::"):
                stopped = line.removeprefix("::stop-commands::")
            elif line.startswith("::") or "##[" in line:
                found.append(line)
        return found
