#!/usr/bin/env python3
"""Writes the summary of a check in Markdown, and the text of a comment on a pull request.

Reads: REPORT (the folder of the report), CODE (the exit code of the check), PAGE_URL and REPORT_URL (the uploaded page and
report), RUNNER_TEMP with eyeline-unused.txt and eyeline-pictures.json, GITHUB_STEP_SUMMARY.
Writes the summary at the end of GITHUB_STEP_SUMMARY, and eyeline-comment.md into RUNNER_TEMP.
Outputs: failed (the number of scenes that are not equal; empty when the check could not run).
"""

import json
import os
import sys

import results as report_results
from text import block, code, plural, shell_word

# GitHub takes 1 MiB for a summary and 65,536 characters for a comment.
MOST_OF_SUMMARY = 900_000
MOST_OF_COMMENT = 60_000
# With more scenes, the command accepts all.
MOST_NAMES = 30
MOST_UNUSED = 50


class Run:
    """What is known about a check."""

    def __init__(self, env):
        self.report = env["REPORT"]
        self.code = env["CODE"]
        self.links = [("page with all pictures", env.get("PAGE_URL", "")), ("report", env.get("REPORT_URL", ""))]
        self.results = report_results.read(self.report)
        self.failed = report_results.failed(self.results) if self.results else []
        self.unused = unused(os.path.join(env["RUNNER_TEMP"], "eyeline-unused.txt"))
        self.pictures = pictures(os.path.join(env["RUNNER_TEMP"], "eyeline-pictures.json"))


def unused(file):
    """The baselines that no scene uses."""
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as lines:
            return [line[8:].rstrip("\n") for line in lines if line.startswith("unused  ")]
    except OSError:
        return []


def pictures(file):
    """The addresses of pictures by their path in the report, and why there are none."""
    try:
        with open(file, encoding="utf-8") as text:
            return json.load(text)
    except (OSError, ValueError):
        return {"addresses": {}, "reason": ""}


def rows(run, scene):
    """The rows of the table for a scene: a row for each difference, with the share of pixels for a picture."""
    shares = {one["baseline"]: report_results.share(run.report, one) for one in report_results.views(scene)}
    for difference in scene["differences"]:
        text = difference["text"]
        is_picture = difference["kind"] in ("picture", "missing")
        named = [part for path, part in shares.items() if is_picture and text.startswith(path)]
        yield f"| {code(scene['scene'])} | {code(difference['kind'])} | {code(text)} | {named[0] if named else ''} |\n"
        for one in difference.get("consequences", []):
            yield f"| {code(scene['scene'])} | follows from it | {code(one['text'])} | |\n"


def picture_rows(run, scene):
    """The pictures of a scene, for each view that differs."""
    for view in report_results.views(scene):
        cells = []
        for key in ("before", "actual", "difference"):
            address = run.pictures["addresses"].get(view.get(key) or "")
            cells.append(f'<img src="{address}" width="300">' if address else "–")
        if any(cell != "–" for cell in cells):
            yield f"| {code(view['baseline'])} | {cells[0]} | {cells[1]} | {cells[2]} |\n"


def accepting(run):
    """How to accept the differences, or an empty text when no baseline would change."""
    stored = [
        scene["scene"]
        for scene in run.failed
        if any(one["kind"] not in report_results.NOT_STORED for one in scene["differences"])
        and scene["state"] != "error"
    ]
    if not stored:
        return ""
    names = " ".join(shell_word("./" + path if path.startswith("-") else path) for path in stored)
    if len(stored) > MOST_NAMES:
        names = ""
    text = "\n### Accept\n\nThis command draws again and accepts the differences of answers and pictures as baselines:\n\n"
    text += block(f"LIBGL_ALWAYS_SOFTWARE=1 eyeline check --update {names}".rstrip())
    if any(one["kind"] in report_results.NOT_STORED for scene in run.failed for one in scene["differences"]):
        text += "\nIt does not accept errors, expectations that are not met, and lessons: change the scene for these.\n"
    return text


def heading(run):
    """The title and the counts."""
    if run.results is None:
        return "## eyeline check\n\nThe check could not run. The log of its step says why.\n"
    scenes = run.results["scenes"]
    if not scenes:
        return "## eyeline check\n\nNo scene changed.\n"
    counts = {}
    for scene in scenes:
        counts[scene["state"]] = counts.get(scene["state"], 0) + 1
    words = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
    text = f"## eyeline check\n\n{plural(len(scenes), 'scene')}: {words}.\n"
    if not run.failed and run.code != "0":
        text += "\nThe check ended with an error. The log of its step says why.\n"
    return text


def links(run):
    """Links to the uploaded files. Only addresses of the runner are in them."""
    parts = [f"[{word}]({address})" for word, address in run.links if address.startswith("https://")]
    if not parts:
        return ""
    text = "\nUploaded: " + ", ".join(parts) + ".\n"
    shown = run.pictures["addresses"]
    if run.failed and not shown and any(report_results.views(scene) for scene in run.failed):
        reason = run.pictures["reason"] or "GitHub shows no pictures of uploaded files in a summary."
        text += f"\nThe pictures before and after are in the page. {reason}\n"
    return text


def listed(parts, head, most, used):
    """The parts of a table that fit, with a last line for those that do not."""
    text = head
    for at, part in enumerate(parts):
        if used + len((text + part).encode("utf-8", "replace")) > most:
            return text + f"\n{plural(len(parts) - at, 'more row')} did not fit here. All are in the report.\n", False
        text += part
    return text, True


def markdown(run, most):
    """The whole text, of at most about `most` bytes."""
    text = heading(run) + links(run) + accepting(run)
    table = [row for scene in run.failed for row in rows(run, scene)]
    if table:
        head = "\n### Differences\n\n| scene | kind | difference | changed pixels |\n|---|---|---|--:|\n"
        part, fits = listed(table, head, most, len(text.encode("utf-8", "replace")))
        text += part
        shown = [row for scene in run.failed for row in picture_rows(run, scene)]
        if shown and fits:
            head = "\n### Pictures\n\n| baseline | before | after | difference |\n|---|---|---|---|\n"
            text += listed(shown, head, most, len(text.encode("utf-8", "replace")))[0]
    if run.unused and len(text) < most - 20_000:
        lines = "".join(f"- {code(path)}\n" for path in run.unused[:MOST_UNUSED])
        more = len(run.unused) - MOST_UNUSED
        lines += f"- and {more} more\n" if more > 0 else ""
        text += f"\n### Baselines that no scene uses\n\n{lines}\n`eyeline check --prune` deletes them.\n"
    return text


def main(env):
    run = Run(env)
    with open(env["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8", errors="replace") as file:
        file.write("\n" + markdown(run, MOST_OF_SUMMARY))
    with open(os.path.join(env["RUNNER_TEMP"], "eyeline-comment.md"), "w", encoding="utf-8", errors="replace") as file:
        file.write(markdown(run, MOST_OF_COMMENT))
    with open(env["GITHUB_OUTPUT"], "a", encoding="utf-8") as file:
        file.write(f"failed={len(run.failed) if run.results else ''}\n")


if __name__ == "__main__":
    sys.exit(main(os.environ))
