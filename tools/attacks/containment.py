#!/usr/bin/env python3
"""Attacks the root of `eyeline check`: hostile results.json, links, FIFOs and devices in place of files and folders, and a
folder that becomes a link while a command runs.

Usage: containment.py [SECONDS [SEED]] (default: 20 seconds, a random seed, which is printed).

Each round makes a project and a folder beside it, changes one to three things in the project, runs `check --update`,
`check --out` and `check --accept`, and fails when a file outside the project is new, changed or removed, when data from
outside was copied into a baseline, when a command does not end within 20 seconds, panics or ends by a signal.

EYELINE is the path of the program (default: target/debug/eyeline). Exit code 0 when nothing left the root, else 1.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = str(pathlib.Path(os.environ.get("EYELINE", "target/debug/eyeline")).resolve())
SECRET = b"eyeline-secret-of-another-project"
PICTURE = "screenshots/guard.small.png"
ANSWERS = "screenshots/guard.answers.json"

failures = []


def scene(x):
    """A guard and a box at x, with one view of 16 by 12 pixels."""
    return {
        "eyeline": 1,
        "cameras": [{"name": "guard", "position": [0, 0, 9]}],
        "objects": [{"name": "box", "shape": {"sphere": {"radius": 1}}, "position": [x, 0, 0]}],
        "check": {"views": [{"name": "small", "size": [16, 12]}]},
    }


def run(project, *args):
    """Runs `check` and returns its exit code and messages."""
    try:
        done = subprocess.run(
            [PROGRAM, "check", *args], cwd=project, capture_output=True, timeout=20, stdin=subprocess.DEVNULL,
            env={**os.environ, "NO_COLOR": "1"},
        )
    except subprocess.TimeoutExpired:
        return None, "does not end within 20 s"
    return done.returncode, done.stderr.decode(errors="replace")


def state(folder):
    """Every entry below a folder: its kind, and its content."""
    found = {}
    for base, folders, names in os.walk(folder):
        for name in folders + names:
            path = pathlib.Path(base) / name
            kind = path.lstat().st_mode
            found[str(path.relative_to(folder))] = (kind, path.read_bytes() if path.is_file() and not path.is_symlink() else b"")
    return found


def template(folder):
    """A project with baselines and a run in which its scene differs, and a folder `out` with the same and a secret."""
    for name in ("project", "out"):
        project = folder / name
        (project / ".git").mkdir(parents=True)
        (project / "scenes").mkdir()
        (project / "scenes/guard.json").write_text(json.dumps(scene(0)))
        assert run(project, "--update")[0] == 0, "a project's first baselines"
        (project / "scenes/guard.json").write_text(json.dumps(scene(4)))
        assert run(project, "--out", "run")[0] == 1, "a run that differs"
    (folder / "out/secret.txt").write_bytes(SECRET)
    (folder / "out/secret.png").write_bytes(SECRET)
    picture = (folder / "out" / PICTURE).read_bytes()
    (folder / "out" / PICTURE).write_bytes(picture + SECRET)  # A valid PNG that can be recognised.


def hostile(chance, folder):
    """A path that leads out of the project, or to no regular file."""
    up = "../" * chance.randint(1, 5)
    target = chance.choice(["out/secret.txt", "out/secret.png", f"out/{PICTURE}", "out/screenshots", "out", "out/new", "new"])
    return chance.choice(
        [
            up + target,
            str(folder / target),
            f"scenes/{up}{target}",
            f"v/{up}{target}",
            "/dev/zero",
            "/dev/full",
            "/etc/passwd",
            "..",
            ".",
            "",
            "a\0b",
            "x" * 300,
            "..\\out\\secret.txt",
            f"./{PICTURE}/../../{up}{target}",
        ]
    )


def edit_results(chance, folder):
    """Replaces one to three values in results.json, at any depth, by hostile ones."""
    path = folder / "project/run/results.json"
    if path.is_symlink() or not path.is_file():
        return  # An earlier change put a link, a FIFO or a folder in its place.
    try:
        results = json.loads(path.read_text())
    except (OSError, ValueError):
        return
    for _ in range(chance.randint(1, 3)):
        places = []

        def walk(value):
            children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            for key, child in children:
                if isinstance(child, (str, type(None), int)):
                    places.append((value, key))
                walk(child)

        walk(results)
        if not places:
            break
        within, key = chance.choice(places)
        within[key] = chance.choice([hostile(chance, folder)] * 6 + [None, 7, [], {}, True])
    path.write_text(json.dumps(results))


def replace_entry(chance, folder):
    """Puts a link, a FIFO or a folder in the place of a file or a folder of the project."""
    project = folder / "project"
    place = project / chance.choice(
        [PICTURE, ANSWERS, "screenshots", "run", "run/results.json", "run/index.html", "run/junit.xml", "run/actual", "run/before",
         "run/expected", "run/difference", f"run/actual/{PICTURE}", f"run/actual/{ANSWERS}", "run/actual/screenshots",
         "scenes/more", "scenes/more.json", "scenes/guard.json"]
    )
    if not place.parent.resolve().is_relative_to(project.resolve()):
        return  # The parent is a link already.
    if place.is_symlink() or place.is_file() or place.is_fifo():
        place.unlink()
    elif place.is_dir():
        shutil.rmtree(place)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        return  # An earlier change put a FIFO or a link to a file in the place of a folder above.
    way = chance.choice(["link", "link", "link", "fifo", "folder", "beside"])
    if way == "fifo":
        os.mkfifo(place)
    elif way == "folder":
        place.mkdir()
    else:
        above = os.path.relpath(folder, place.parent)
        target = {
            "link": chance.choice([f"{above}/out", f"{above}/new", f"{above}/out/{PICTURE}", f"{above}/out/secret.txt",
                                   "/dev/zero", "/etc/passwd", str(folder / "out/screenshots"), str(folder / "out/scenes")]),
            # The same entry of the project outside.
            "beside": str(folder / "out" / place.relative_to(project)),
        }[way]
        place.symlink_to(target)


def swap(project, ends):
    """Until `ends`: the folder of the baselines is a folder and a link to the one outside, in turns."""
    place, kept, link = project / "screenshots", project / "kept", project / "link"
    while not ends.is_set():
        try:
            os.rename(place, kept)
            os.symlink("../out/screenshots", place)
            os.unlink(place)
            os.rename(kept, place)
        except OSError:
            # The program has made a folder or a file in that place meanwhile.
            if place.is_symlink():
                place.unlink()
            else:
                shutil.rmtree(place, ignore_errors=True)
            if kept.is_dir() and not place.exists():
                os.rename(kept, place)


def attack(chance, made, folder):
    shutil.copytree(made, folder, symlinks=True)
    project = folder / "project"
    (project / "scenes/guard.json").write_text(json.dumps(scene(chance.choice([4, 5]))))
    done = []
    for _ in range(chance.randint(1, 3)):
        change = chance.choice([edit_results, replace_entry])
        change(chance, folder)
        done.append(change.__name__)
    ends = threading.Event()
    swapper = threading.Thread(target=swap, args=(project, ends))
    races = chance.random() < 0.3 and (project / "screenshots").is_dir() and not (project / "screenshots").is_symlink()
    if races:
        done.append("swap")
        swapper.start()
    before = state(folder / "out"), sorted(os.listdir(folder))
    for args in chance.sample(
        [("--update",), ("--out", "run"), ("--accept", "guard", "--out", "run"), ("--accept", "all", "--out", "run"), ()], 3
    ):
        code, said = run(project, *args)
        what = f"{' '.join(args) or 'check'} after {', '.join(done)}"
        if code not in (0, 1, 2) or "panicked" in said:
            failures.append(f"{what}: {code}: {said[:300]}")
        if before != (state(folder / "out"), sorted(os.listdir(folder))):
            failures.append(f"{what}: something outside the project has changed")
            break
    if races:
        ends.set()
        swapper.join()
    for name, (_, content) in state(project).items():
        if SECRET in content:
            failures.append(f"{', '.join(done)}: {name} has data from outside")
    shutil.rmtree(folder)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    chance = random.Random(seed)
    print(f"seed {seed}")
    begin, rounds = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as root:
        made = pathlib.Path(root) / "made"
        template(made)
        while time.monotonic() - begin < seconds and len(failures) < 10:
            attack(chance, made, pathlib.Path(root) / f"round{rounds}")
            rounds += 1
    for failure in dict.fromkeys(failures):
        print(f"breach: {failure}")
    print(f"{rounds} rounds: {len(failures)} breaches")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
