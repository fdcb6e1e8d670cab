"""A temporary project with a scene and baselines, and an imitation of GitHub's comments."""

import contextlib
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading

EYELINE = os.environ.get("EYELINE") or shutil.which("eyeline")
if EYELINE is None:
    raise SystemExit("error: eyeline is not in PATH. Set EYELINE to the path of the program.")
EYELINE = str(pathlib.Path(EYELINE).resolve())
SCENE = """{ "eyeline": 1,
  "cameras": [{ "name": "guard", "position": [0, 1, 5], "look_at": [0, 0, 0] }],
  "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, Z] }],
  "check": { "views": [{ "name": "front", "size": [160, 120] }] } }
"""


def scene(z):
    """A scene whose only object is at this distance."""
    return SCENE.replace("Z", str(z))


class Project:
    """A git repository with the scenes `a` and `still` and their baselines, in the commit `first`."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        base = pathlib.Path(self.folder.name)
        self.root, self.temp, self.cache = base / "game", base / "temp", base / "cache"
        for path in (self.root / "scenes", self.temp, self.cache):
            path.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")
        for name in ("a", "still"):
            self.write(f"scenes/{name}.json", scene(0))
        self.eyeline("check", "--update")
        self.first = self.commit()

    def close(self):
        self.folder.cleanup()

    def env(self):
        return {
            **os.environ,
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "XDG_CACHE_HOME": str(self.cache),
            **{f"GIT_{who}_{key}": "test@localhost" for who in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")},
            "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": f"{pathlib.Path(EYELINE).parent}:{os.environ['PATH']}",
        }

    def run(self, *command, cwd=None):
        done = subprocess.run(
            command, cwd=cwd or self.root, env=self.env(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def git(self, *words, cwd=None):
        code, out, err = self.run("git", *words, cwd=cwd)
        assert code == 0, (words, err)
        return out.strip()

    def eyeline(self, *words):
        return self.run(EYELINE, *words)

    def write(self, path, text):
        (self.root / path).write_text(text, encoding="utf-8")

    def commit(self):
        self.git("add", "--all", ":!check-report")
        self.git("commit", "--quiet", "--message", "a commit")
        return self.git("rev-parse", "HEAD")


class Comments(http.server.BaseHTTPRequestHandler):
    """GitHub's comments of one pull request, in memory."""

    def answer(self, status, value):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]

    def do_GET(self):
        self.answer(200, self.server.comments)

    def do_POST(self):
        body = self.body()
        if self.server.status != 201:
            return self.answer(self.server.status, {})
        self.server.comments.append({"id": len(self.server.comments), "body": body, "user": {"type": "Bot"}})
        return self.answer(201, {})

    def do_PATCH(self):
        self.server.comments[int(self.path.rsplit("/", 1)[1])]["body"] = self.body()
        self.answer(200, {})

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def comments(status=201):
    """A server with comments. New comments are answered with the status."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Comments) as server:
        server.comments, server.status = [], status
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
