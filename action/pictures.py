#!/usr/bin/env python3
"""Pushes the pictures of a report to a branch of their own, so that a summary and a comment can show them.

GitHub shows pictures in Markdown only from an address: it removes `data:` pictures, and files of artifacts have no address.
This needs `contents: write` and the credentials that actions/checkout keeps. Without them a sentence says so, and the step
succeeds.

Reads: BRANCH, REPORT, RUNNER_TEMP, GITHUB_SERVER_URL, GITHUB_REPOSITORY.
Writes eyeline-pictures.json into RUNNER_TEMP: the addresses of the pictures by their path in the report.
"""

import hashlib
import json
import os
import subprocess
import sys

import results as report_results

SUBJECT = "Pictures of eyeline check"
MOST_BYTES = 20_000_000
TRIES = 3
IDENTITY = {
    f"GIT_{who}_{key}": value
    for who in ("AUTHOR", "COMMITTER")
    for key, value in (("NAME", "eyeline check"), ("EMAIL", "eyeline@localhost"))
}


def git(*words, data=None):
    """The output of git, without hooks of the repository and without questions."""
    command = ["git", "-c", "core.hooksPath=/dev/null", *words]
    env = {**os.environ, **IDENTITY, "GIT_TERMINAL_PROMPT": "0"}
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, check=True)
    return done.stdout.decode().strip()


def found(report):
    """The pictures of views that differ: path in the report, and bytes."""
    results, left = report_results.read(report), MOST_BYTES
    for scene in report_results.failed(results) if results else []:
        for view in report_results.views(scene):
            for key in ("before", "actual", "difference"):
                data = report_results.picture(report, view.get(key))
                if data is not None and len(data) <= left:
                    left -= len(data)
                    yield view[key], data


def tree_of(pictures):
    """A tree of git with the pictures, and their names in it by their path in the report."""
    names, entries = {}, {}
    for path, data in pictures:
        name = hashlib.sha256(data).hexdigest()[:32] + ".png"
        entries[name] = git("hash-object", "-w", "--no-filters", "--stdin", data=data)
        names[path] = name
    lines = "".join(f"100644 blob {entries[name]}\t{name}\n" for name in sorted(entries))
    return git("mktree", data=lines.encode()), names


def tip(ref):
    """The last commit of the branch, or None when there is no such branch."""
    if not git("ls-remote", "origin", ref):
        return None
    git("fetch", "--quiet", "--no-tags", "--depth=1", "origin", ref)
    return git("rev-parse", "FETCH_HEAD")


def push(branch, pictures):
    """Pushes a commit with the pictures, and returns it and the names."""
    ref = f"refs/heads/{branch}"
    git("check-ref-format", ref)
    tree, names = tree_of(pictures)
    for left in reversed(range(TRIES)):
        parent = tip(ref)
        if parent and git("log", "-1", "--format=%s", parent) != SUBJECT:
            raise ValueError("the branch has other commits than those with pictures")
        commit = git("commit-tree", tree, *(["-p", parent] if parent else []), "-m", SUBJECT)
        try:
            git("push", "--quiet", "origin", f"{commit}:{ref}")
            return commit, names
        except subprocess.CalledProcessError:
            # Another run may have pushed meanwhile.
            if left == 0:
                raise
    raise AssertionError("the loop returns or raises")


def main(env):
    addresses, reason = {}, ""
    pictures = list(found(env["REPORT"]))
    if pictures:
        try:
            commit, names = push(env["BRANCH"], pictures)
            start = f"{env['GITHUB_SERVER_URL']}/{env['GITHUB_REPOSITORY']}/raw/{commit}/"
            addresses = {path: start + name for path, name in names.items()}
        except ValueError as error:
            reason = f"They were not pushed to the branch for pictures: {error}."
        except subprocess.CalledProcessError as error:
            reason = "They were not pushed to the branch for pictures: this run may not write to the repository, or git failed."
            sys.stderr.buffer.write(error.stderr)
    with open(os.path.join(env["RUNNER_TEMP"], "eyeline-pictures.json"), "w", encoding="utf-8") as file:
        json.dump({"addresses": addresses, "reason": reason}, file)


if __name__ == "__main__":
    sys.exit(main(os.environ))
