#!/usr/bin/env python3
"""Runs commands at a small memory budget with inputs that would exceed it, and reads the peak memory of each.

    EYELINE=path tools/attacks/budget.py [NAME …]

Without EYELINE the program is target/debug/eyeline. Each line has the peak, the exit code and the seconds of an attack. The
exit code is 1 when a peak exceeds the budget plus 256 MiB, when a command ends by a signal or a panic, or when it takes too
long. Linux only: the peak is VmHWM of /proc. Names choose attacks.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

MIB = 1 << 20
BUDGET = 64
BESIDES = 256
MOST_SECONDS = 40
ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("EYELINE", str(ROOT / "target" / "debug" / "eyeline"))

BALL = {"name": "ball", "shape": {"sphere": {"radius": 1}}}


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(size, bits, color, rows=b"", more=()):
    """A PNG of a size whose pixels are given by compressed rows, with more chunks before them."""
    header = struct.pack(">IIBBBBB", *size, bits, color, 0, 0, 0)
    chunks = [chunk(b"IHDR", header), *(chunk(*one) for one in more), chunk(b"IDAT", rows), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def zeros(count):
    """So many compressed bytes of 0."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(MIB)) for _ in range(count // MIB)]
    return b"".join([*parts, packer.compress(bytes(count % MIB)), packer.flush()])


def profile(count):
    """The iCCP chunk of a colour profile of so many bytes."""
    return b"iCCP", b"bomb\0\0" + zeros(count)


def scene(folder, name="a.json", **keys):
    (folder / name).write_text(json.dumps({"eyeline": 1, **keys}))


def walk(folder, first):
    """A recording of two frames; the first one has more keys."""
    frames = [{"time": t, "position": [0, 2, 0], "rotation": [0, 0, 0, 1], "fov_y": 60, "aspect": 1} for t in (0, 1)]
    frames[0].update(first)
    (folder / "walk.jsonl").write_text("".join(json.dumps(frame) + "\n" for frame in frames))


def taps(count):
    return [{"name": f"t{i}", "camera": "phone", "time": 0, "screen": [0.5, 0.5]} for i in range(count)]


PHONE = {
    "sessions": [{"name": "walk", "file": "walk.jsonl"}],
    "cameras": [{"name": "phone", "session": {"name": "walk"}}],
}


def views(folder, count, side, **more):
    scene(folder, objects=[BALL], check={"views": [{"name": f"v{i}", "size": [side, side], **more} for i in range(count)]})


def large_picture(folder):
    scene(folder, objects=[BALL])
    return ["render", "a.json", "-o", "a.png", "--size", "8192x8192"]


def large_window(folder):
    return [*large_picture(folder), "--ui"]


def large_clip(folder):
    scene(folder, objects=[BALL])
    return ["render", "a.json", "-o", "a.gif", "--turntable", "2", "--size", "4096x4096"]


def large_apng(folder):
    scene(folder, objects=[BALL])
    return ["render", "a.json", "-o", "a.apng", "--turntable", "2", "--size", "4096x4096"]


def large_view(folder):
    views(folder, 1, 8192)
    return ["check", "a.json"]


def large_views(folder):
    views(folder, 4, 8192)
    return ["check", "a.json"]


def large_window_view(folder):
    views(folder, 1, 8192, ui=True)
    return ["check", "a.json"]


def many_scenes(folder):
    for i in range(12):
        scene(folder, f"s{i}.json", objects=[BALL], check={"views": [{"name": "v", "size": [1400, 1000]}]})
    return ["check", ".", "--jobs", "8", "--out", "out"]


def occlusion(folder):
    pair = {"a": "ball", "b": "other", "method": "axes", "resolution": 512}
    other = {**BALL, "name": "other", "position": [1, 0, 0]}
    scene(folder, objects=[BALL, other], occlusion=[{"name": f"q{i}", **pair} for i in range(300)])
    return ["report", "a.json", "--only", "occlusion", "-o", "a.txt"]


def polygon(folder):
    corners = 300_000
    lines = [f"v {i % 1000} {i // 1000} 0" for i in range(corners)]
    (folder / "a.obj").write_text("\n".join([*lines, "f " + " ".join(str(i + 1) for i in range(corners))]))
    scene(folder, objects=[{"name": "mesh", "shape": {"mesh": {"file": "a.obj"}}}])
    return ["report", "a.json", "-o", "a.txt"]


def anchor_polygon(folder):
    boundary = [[(i % 1000) / 100, (i // 1000) / 100] for i in range(300_000)]
    walk(folder, {"add": [{"id": "floor", "center": [0, 0, 0], "polygon": boundary}]})
    scene(folder, **PHONE, taps=taps(1))
    return ["report", "a.json", "-o", "a.txt"]


def empty_lists(folder):
    matrix = '{"transform_matrix": [' + ",".join(["[]"] * 8_000_000) + "]}"
    (folder / "transforms.json").write_text('{"frames": [' + matrix + "]}")
    scene(folder, sessions=[{"name": "walk", "file": "transforms.json"}])
    return ["report", "a.json", "-o", "a.txt"]


def empty_frames(folder):
    matrix = '{"transform_matrix":[]}'
    (folder / "transforms.json").write_text('{"frames": [' + ",".join([matrix] * 1_000_000) + "]}")
    scene(folder, sessions=[{"name": "walk", "file": "transforms.json"}])
    return ["report", "a.json", "-o", "a.txt"]


def missing_sessions(folder):
    scene(folder, sessions=[{"name": f"s{i}", "file": f"{i}.txt"} for i in range(100_000)])
    return ["report", "a.json", "-o", "a.txt"]


def missing_images(folder):
    scene(folder, images=[{"name": f"s{i}", "file": f"{i}.png"} for i in range(50_000)])
    return ["report", "a.json", "-o", "a.txt"]


def many_rows(folder):
    (folder / "walk.txt").write_text("".join(f"{i} 0 0 0 0 0 0 1\n" for i in range(2_000_000)))
    scene(folder, sessions=[{"name": "walk", "file": "walk.txt"}])
    return ["report", "a.json", "-o", "a.txt"]


def late_rows(folder):
    (folder / "walk.txt").write_text("1 0 0 0 0 0 0 1\n" * 1_500_000)
    scene(folder, sessions=[{"name": "walk", "file": "walk.txt"}])
    return ["report", "a.json", "-o", "a.txt"]


def many_taps(folder):
    walk(folder, {"add": [{"id": f"a{i}", "center": [0, 0, 0], "extent": [9, 9]} for i in range(5000)]})
    scene(folder, **PHONE, taps=taps(2000))
    return ["report", "a.json", "-o", "a.txt"]


def many_taps_briefly(folder):
    return [*many_taps(folder), "--brief"]


def many_taps_checked(folder):
    many_taps(folder)
    return ["check", "a.json"]


def many_anchors(folder):
    walk(folder, {"add": [{"id": f"a{i}", "center": [0, 0, 0], "extent": [9, 9]} for i in range(40_000)]})
    scene(folder, **PHONE, taps=taps(3))
    return ["report", "a.json", "-o", "a.txt"]


def broken_palette(folder):
    (folder / "a.png").write_bytes(png([2, 2], 8, 3, zeros(6), [(b"PLTE", bytes(4))]))
    scene(folder, images=[{"name": "leaf", "file": "a.png", "divisions": [1, 1]}])
    return ["report", "a.json"]


def baseline(folder, bytes_of):
    (folder / "scenes").mkdir()
    (folder / "screenshots").mkdir()
    for name in ("a", "b"):
        scene(folder, f"scenes/{name}.json", objects=[BALL], check={"views": [{"name": "v", "size": [64, 64]}]})
    (folder / "screenshots" / "a.v.png").write_bytes(bytes_of)
    return ["check", "scenes"]


def profile_baseline(folder):
    return baseline(folder, png([64, 64], 8, 2, zeros(64 * (3 * 64 + 1)), [profile(1024 * MIB)]))


def deep_baseline(folder):
    return baseline(folder, png([8192, 8192], 16, 6, zeros(8192 * (8 * 8192 + 1))))


def palette_baseline(folder):
    return baseline(folder, png([64, 64], 8, 3, zeros(64 * 65), [(b"PLTE", bytes(4))]))


def profile_image(folder):
    (folder / "a.png").write_bytes(png([2, 2], 8, 2, zeros(14), [profile(1024 * MIB)]))
    scene(folder, images=[{"name": "leaf", "file": "a.png", "divisions": [1, 1]}])
    return ["report", "a.json"]


def deep_list(folder):
    (folder / "a.json").write_text('{"eyeline": 1, "objects": ' + "[" * 2_000_000)
    return ["report", "a.json"]


def large_answers(folder):
    scene(folder, objects=[BALL], check={"views": [{"name": "v", "size": [64, 64]}]})
    (folder / "screenshots").mkdir()
    (folder / "a.answers.json").write_text('{"eyeline_report": 1, "x": [' + ",".join(["[]"] * 8_000_000) + "]}")
    return ["check", "a.json"]


ATTACKS = [
    large_picture,
    large_window,
    large_clip,
    large_apng,
    large_view,
    large_views,
    large_window_view,
    many_scenes,
    occlusion,
    polygon,
    anchor_polygon,
    empty_lists,
    empty_frames,
    missing_sessions,
    missing_images,
    many_rows,
    late_rows,
    many_taps,
    many_taps_briefly,
    many_taps_checked,
    many_anchors,
    broken_palette,
    palette_baseline,
    profile_baseline,
    deep_baseline,
    profile_image,
    deep_list,
    large_answers,
]


def peak_of(pid):
    """The peak memory of a process in MiB; 0 when it has ended."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    lines = (line for line in text.splitlines() if line.startswith("VmHWM:"))
    return next((int(line.split()[1]) // 1024 for line in lines), 0)


def run(attack):
    """Peak, exit code, seconds and messages of an attack. One that takes too long is killed, and its code is None."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        command = [PROGRAM, *attack(folder), "--memory", f"{BUDGET}MiB"]
        with open(folder / "out.log", "wb") as out, open(folder / "err.log", "wb") as err:
            began = time.monotonic()
            child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            peak = 0
            while child.poll() is None:
                peak = max(peak, peak_of(child.pid))
                if time.monotonic() - began > MOST_SECONDS or peak > 4096:
                    child.kill()
                    child.wait()
                    return peak, None, time.monotonic() - began, ""
                time.sleep(0.002)
        return peak, child.returncode, time.monotonic() - began, (folder / "err.log").read_text(errors="replace")


def main():
    is_broken = False
    attacks = [attack for attack in ATTACKS if not sys.argv[1:] or attack.__name__ in sys.argv[1:]]
    for attack in attacks:
        peak, code, seconds, said = run(attack)
        is_right = code in (0, 1, 2) and peak < BUDGET + BESIDES
        is_broken = is_broken or not is_right
        first = said.strip().splitlines()[0][:110] if said.strip() else ""
        mark = "ok" if is_right else "BROKEN"
        print(f"{mark:6} {attack.__name__:20} {peak:5} MiB  exit {code}  {seconds:5.1f} s  {first}", flush=True)
    sys.exit(1 if is_broken else 0)


if __name__ == "__main__":
    main()
