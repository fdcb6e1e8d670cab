"""`results.json` of a report of `eyeline check`. It is data: a path in it must be inside the folder of the report."""

import json
import os
import stat
import struct

PNG = b"\x89PNG\r\n\x1a\n"
# These are not baselines, so no `--update` changes them.
NOT_STORED = ("error", "expectation", "lesson")


def read(report):
    """The results of a finished run, or None when there are none."""
    try:
        with open(os.path.join(report, "results.json"), encoding="utf-8") as file:
            results = json.load(file)
    except (OSError, ValueError):
        return None
    if results.get("eyeline_check") != 1 or results.get("state", "done") != "done":
        return None
    return results


def failed(results):
    """The scenes that are not equal."""
    return [scene for scene in results["scenes"] if scene["state"] != "equal"]


def views(scene):
    """The baselines of a scene that are pictures and not equal."""
    return [one for one in scene["baselines"][1:] if one["state"] != "equal"]


def picture(report, path):
    """The bytes of a picture of a report, or None: when it is no regular PNG file inside the folder of the report."""
    if not path or os.path.isabs(path) or ".." in path.split("/"):
        return None
    # No folder on the way may be a link.
    inside = os.path.realpath(report)
    full = os.path.join(inside, path)
    if os.path.realpath(full) != full:
        return None
    try:
        if not stat.S_ISREG(os.lstat(full).st_mode):
            return None
        with open(full, "rb") as file:
            data = file.read()
    except OSError:
        return None
    return data if data.startswith(PNG) and len(data) > 24 else None


def share(report, view):
    """The share of pixels of a picture that differ, such as `26 %`, or an empty text."""
    pixels = view.get("pixels")
    data = picture(report, view.get("actual"))
    if pixels is None or data is None:
        return ""
    width, height = struct.unpack(">II", data[16:24])
    if width * height == 0:
        return ""
    percent = 100 * pixels["over"] / (width * height)
    if 0 < percent < 0.01:
        return "< 0.01 %"
    return f"{percent:.3g} %" if percent < 10 else f"{percent:.0f} %"
