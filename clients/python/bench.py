"""The time that the client takes on a program's thread in a tick with 500 objects that move and 500 answers.

    python3 bench.py

The times are those of the calls of a tick with `tick()`, as medians: the time that passes, and the processor time of the program's thread.
With the child process the client has no other thread in the program; without it, the thread that writes also takes some time.
"""

import array
import random
import subprocess
import sys
import time

from eyeline_client import connect

OBJECTS = 500
TICKS = 400
WARM_UP = 50
PAUSE = 0.012  # seconds between ticks
NAMES = [f"object {i}" for i in range(OBJECTS)]

READER = """
import socket
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        connection, _ = server.accept()
        while connection.recv(1 << 20):
            pass
"""


def numbers(count):
    return [random.uniform(-10, 10) for _ in range(count)]


def pose(client, group, inputs):
    for name, of in zip(NAMES, inputs["rows"]):
        client.pose(name, of["position"], of["rotation"])
        client.said_visibility("eye", name, "visible")


def pose_and_inputs(client, group, inputs):
    for name, of in zip(NAMES, inputs["rows"]):
        client.pose(name, of["position"], of["rotation"])
        client.said_visibility("eye", name, "visible", planes=inputs["planes"], sphere=of["sphere"])


def matrix(client, group, inputs):
    for name, of in zip(NAMES, inputs["rows"]):
        client.matrix(name, of["matrix"])
        client.said_visibility("eye", name, "visible")


def poses(client, group, inputs):
    client.poses(group, inputs["positions"], inputs["rotations"])
    client.said_visibilities("eye", group, inputs["visible"], planes=inputs["planes"])


def poses_and_rays(client, group, inputs):
    client.poses(group, inputs["positions"], inputs["rotations"])
    client.said_rays(group, inputs["positions"], inputs["directions"], inputs["hits"], t=inputs["t"], points=inputs["directions"])


def frame():
    rows = [
        {"position": numbers(3), "rotation": numbers(4), "matrix": numbers(16), "sphere": {"center": numbers(3), "radius": 1.0}}
        for _ in NAMES
    ]
    doubles = {"positions": 3, "rotations": 4, "directions": 3, "t": 1}
    return {
        "rows": rows,
        "planes": [numbers(4) for _ in range(6)],
        **{key: array.array("d", numbers(count * OBJECTS)) for key, count in doubles.items()},
        "visible": bytes(random.randrange(2) for _ in NAMES),
        "hits": array.array("q", (random.randrange(-1, OBJECTS) for _ in NAMES)),
    }


def measure(port, call, process, frames):
    wall, thread = [], []
    with connect("bench", f"127.0.0.1:{port}", process=process) as client:
        client.camera("eye")
        for name in NAMES:
            client.object(name, {"box": {"half_extents": [1, 1, 1]}})
        group = client.group(NAMES)
        for tick in range(TICKS):
            inputs = frames[tick % len(frames)]
            begin, begin_thread = time.perf_counter(), time.thread_time()
            call(client, group, inputs)
            client.tick(tick / 60)
            thread.append(time.thread_time() - begin_thread)
            wall.append(time.perf_counter() - begin)
            time.sleep(PAUSE)
        if client.dropped or client.refused:
            print(f"{client.dropped} lines dropped, {client.refused} entries refused")
    return [sorted(times[WARM_UP:]) for times in (wall, thread)]


def main():
    frames = [frame() for _ in range(20)]
    with subprocess.Popen([sys.executable, "-c", READER], stdout=subprocess.PIPE, text=True) as reader:
        port = int(reader.stdout.readline())
        for title, call in [
            ("pose() and said_visibility()", pose),
            ("with planes and spheres", pose_and_inputs),
            ("matrix() and said_visibility()", matrix),
            ("poses() and said_visibilities() with planes", poses),
            ("poses() and said_rays()", poses_and_rays),
        ]:
            for process in (True, False):
                texts = []
                for label, times in zip(("wall", "processor"), measure(port, call, process, frames)):
                    median, least = (1000 * times[len(times) * part // 10] for part in (5, 1))
                    texts.append(f"{label} {median:.3f} ms, one of ten under {least:.3f} ms")
                print(f"{title}, {'with' if process else 'without'} the child process: {'; '.join(texts)}", flush=True)
        reader.kill()


main()
