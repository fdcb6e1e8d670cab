#!/usr/bin/env python3
"""Attacks the outputs of eyeline with hostile names: every special character of Unicode in names of scenes, objects, rays,
cameras, views and files.

Runs `report`, `explain` and `check --out --format github` on generated scenes, and fails when a character reaches an output
raw, when an output is not valid (junit.xml is no XML, index.html has foreign markup, results.json is no JSON or has lost a
name), or when a line of the log is a command of GitHub Actions that eyeline did not write.

EYELINE is the path of the program (default: target/debug/eyeline). Exit code 0 when every output is safe, else 1.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree
from html.parser import HTMLParser

PROGRAM = os.environ.get("EYELINE", "target/debug/eyeline")

# Characters that must not be in any output. Joiners and variation selectors are harmless in emoji, so they are tested apart.
ALWAYS = sorted(
    {c for c in range(0x110000) if unicodedata.category(chr(c)) in ("Cc", "Zl", "Zp")}
    | {0xAD, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200E, 0x200F, 0x3164, 0xFEFF, 0xFFA0}
    | set(range(0x202A, 0x202F)) | set(range(0x2060, 0x2070)) | set(range(0xFFF0, 0xFFFC)) | set(range(0xFDD0, 0xFDF0))
    | set(range(0x1BCA0, 0x1BCA4)) | set(range(0x1D173, 0x1D17B)) | set(range(0xE0000, 0xE0080))
    | {plane << 16 | end for plane in range(17) for end in (0xFFFE, 0xFFFF)}
)
# Invisible runs that carry data: joiners and variation selectors beside ASCII, and several in a row.
RUNS = ["a\u200db", "a\ufe0fb", "😀\U000e0101\U000e0142\U000e0153", "\u200c\u200d\u200c", "é\ufe00\ufe01"]
MARKUP = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x", "]]>", "&lt;b&gt;", "<!--", "%41%00"]
COMMANDS = ["::error::x", "  ::stop-commands::x", "##[add-mask]x", "x ##[error]y", "\n::set-output name=a::b"]
FORBIDDEN = {chr(c) for c in ALWAYS} - {"\n"}

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)


def shown(text):
    return text.encode("unicode_escape").decode()[:160]


def clean(text, what):
    found = sorted({c for c in text if c in FORBIDDEN})
    expect(not found, f"{what}: raw {[f'U+{ord(c):04X}' for c in found][:8]}")
    for run in RUNS:
        expect(run not in text, f"{what}: the invisible run {shown(run)} is not marked")


def run(folder, *args):
    command = [str(pathlib.Path(PROGRAM).resolve()), *args]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=20, env={**os.environ, "NO_COLOR": "1"})
    what = f"{args[0]} {shown(' '.join(args[1:]))}"
    expect(done.returncode in (0, 1, 2), f"{what}: exit code {done.returncode}")
    texts = []
    for bytes_ in (done.stdout, done.stderr):
        try:
            texts.append(bytes_.decode())
        except UnicodeDecodeError as error:
            expect(False, f"{what}: not UTF-8: {error}")
            texts.append("")
    expect("panicked" not in texts[1], f"{what}: {texts[1][:300]}")
    return done.returncode, *texts


def scene(names):
    """A scene with these names, in every kind of entry that has one."""
    first = names[0]
    return {
        "eyeline": 1,
        "title": first,
        "about": " ".join(names),
        "cameras": [{"name": "camera " + first, "position": [0, 0, 20]}],
        "objects": [
            {"name": name, "shape": {"sphere": {"radius": 0.4}}, "position": [2 * i, 0, 0]} for i, name in enumerate(names)
        ],
        "rays": [{"name": "ray " + name, "origin": [-9, 0, 0], "direction": [1, 0, 0]} for name in names[:3]],
        "octree": {},
        "expect": [{"ray": "ray " + first, "nearest": names[-1]}],
        "check": {"views": [{"name": view_name(first), "size": [32, 24]}]},
    }


def view_name(name):
    """A part of a file name: without separators and control characters, and not too long for a file system."""
    return "".join(c for c in name if c not in "/\\" and not unicodedata.category(c) == "Cc")[:12] or "view"


class Page(HTMLParser):
    """The elements of a page that is not ours."""

    KNOWN = set(
        "html head meta title style body header h1 p nav button input main details summary kbd b section h2 h3 span bdi small"
        " ul li figure figcaption div img code table tr th td script svg rect text line".split()
    )

    def __init__(self):
        super().__init__()
        self.foreign = []
        self.scripts = 0

    def handle_starttag(self, tag, attrs):
        if tag not in self.KNOWN or any(name.startswith("on") for name, _ in attrs):
            self.foreign.append((tag, attrs))
        self.scripts += tag == "script"


def safe_log(text, what):
    for line in text.split("\n"):
        ours = re.match(r"::error file=[^:,\n]*,line=\d+::", line)
        expect(ours or not line.lstrip().startswith("::"), f"{what}: a command in the log: {shown(line)}")
        expect(ours or "##[" not in line, f"{what}: a command in the log: {shown(line)}")


def attack(folder, stem, names):
    (folder / "scenes").mkdir(parents=True)
    path = f"scenes/{stem}.json"
    (folder / path).write_text(json.dumps(scene(names)))
    code, out, err = run(folder, "report", path)
    expect(code == 0, f"report of {shown(stem)}: exit code {code}: {shown(err)}")
    clean(out, "report")
    clean(err, "messages of report")
    try:
        report = json.loads(out)
        objects = {one["object"] for one in report["frusta"][0]["objects"]}
        expect(objects == set(names), "report: a name has changed")
    except (ValueError, KeyError, IndexError) as error:
        expect(False, f"report: {error!r}")
    for asked in (["ray " + names[0]], ["camera " + names[0], names[-1]], [names[0]], ["nothing " + names[0]]):
        if any("\0" in name for name in asked):
            continue  # No argument can have this character.
        _, out, err = run(folder, "explain", path, "--", *asked)
        clean(out, "explain")
        clean(err, "messages of explain")
    code, out, err = run(folder, "check", path, "--out", "out", "--format", "github")
    expect(code in (1, 2), f"check: exit code {code}")
    for text, what in ((out, "check"), (err, "messages of check")):
        clean(text, what)
        safe_log(text, what)
    if not (folder / "out/junit.xml").is_file():
        expect(False, f"check wrote no junit.xml: {shown(err)}")
        return
    texts = {name: (folder / "out" / name).read_text() for name in ("junit.xml", "index.html", "results.json")}
    for name, text in texts.items():
        clean(text, name)
    try:
        suites = xml.etree.ElementTree.fromstring(texts["junit.xml"])
        expect(suites.tag == "testsuites" and len(suites.findall("testsuite/testcase")) == 1, "junit.xml: its structure")
    except xml.etree.ElementTree.ParseError as error:
        expect(False, f"junit.xml: {error}")
    page = Page()
    page.feed(texts["index.html"])
    expect(not page.foreign and page.scripts == 1, f"index.html: foreign markup {page.foreign[:3]}, {page.scripts} scripts")
    try:
        result = json.loads(texts["results.json"])["scenes"][0]
        expect(result["scene"] == path, "results.json: the path has changed")
    except (ValueError, KeyError, IndexError) as error:
        expect(False, f"results.json: {error!r}")
    for written in (folder / "out").rglob("*"):
        clean(str(written.relative_to(folder)), "a file name")


def main():
    chunks = [ALWAYS[i : i + 40] for i in range(0, len(ALWAYS), 40)]
    # Unpaired halves of UTF-16 are no characters, so no JSON text can have them.
    attacks = [[f"{chr(c)}a{chr(c)}" for c in chunk] for chunk in chunks]
    attacks += [["run " + run for run in RUNS], MARKUP, COMMANDS]
    stems = ["plain", "a\u202eb", "a\ufffeb", "<i>a", "a&b'\"", "a%2Eb", "::a", "##[a]", "a\u2028b", "a\U000e0041b"]
    with tempfile.TemporaryDirectory() as root:
        for i, names in enumerate(attacks):
            attack(pathlib.Path(root) / str(i), stems[i % len(stems)], names)
        for i, stem in enumerate(stems[len(attacks) :], len(attacks)):
            attack(pathlib.Path(root) / str(i), stem, ["a", "b"])
    for failure in dict.fromkeys(failures):
        print(f"breach: {failure}")
    print(f"{len(attacks)} scenes, {sum(map(len, attacks))} names: {len(set(failures))} breaches")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
