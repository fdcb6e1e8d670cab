#!/usr/bin/env python3
"""Packs a report for the upload: NAME.zip with all its files, and NAME.html, its page.

GitHub's upload refuses a folder in which a file has a name with one of `"*:<>?|` or a line break. Scenes may have such names,
so the folder is one file here. Links are left out: they could name files outside of the folder.

Reads: REPORT (the folder of the report), NAME (of the artifacts), RUNNER_TEMP.
Outputs: report and page, the paths of the two files; empty when there is no report.
"""

import os
import re
import shutil
import sys
import zipfile


def files(folder):
    """The regular files below a folder, none through a link."""
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(root, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path


def main(env):
    report, name = env["REPORT"], env["NAME"]
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}", name):
        sys.exit("error: the input `name` may have letters, digits, `.`, `_` and `-`, and 100 of them")
    base = os.path.join(env["RUNNER_TEMP"], name)
    packed, page = "", ""
    if os.path.isfile(os.path.join(report, "results.json")) and not os.path.islink(report):
        packed = base + ".zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files(report):
                archive.write(path, os.path.relpath(path, report))
        index = os.path.join(report, "index.html")
        if os.path.isfile(index) and not os.path.islink(index):
            page = base + ".html"
            shutil.copyfile(index, page)
    with open(env["GITHUB_OUTPUT"], "a", encoding="utf-8") as file:
        file.write(f"report={packed}\npage={page}\n")


if __name__ == "__main__":
    sys.exit(main(os.environ))
