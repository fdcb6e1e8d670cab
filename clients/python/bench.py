"""The time that the client takes on a program's thread in a tick with 500 objects that move and 500 answers.

    python3 bench.py
"""

import random
import subprocess
import sys
import time

from eyeline_client import connect

OBJECTS = 500
TICKS = 600
WARM_UP = 100
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


def pose(client, name, inputs):
    client.pose(name, inputs["position"], inputs["rotation"])
    client.said_visibility("eye", name, "visible")


def pose_and_inputs(client, name, inputs):
    client.pose(name, inputs["position"], inputs["rotation"])
    client.said_visibility("eye", name, "visible", planes=inputs["planes"], sphere=inputs["sphere"])


def matrix(client, name, inputs):
    client.matrix(name, inputs["matrix"])
    client.said_visibility("eye", name, "visible")


def frame():
    planes = [numbers(4) for _ in range(6)]
    sphere = {"center": numbers(3), "radius": 1.0}
    return [
        {"position": numbers(3), "rotation": numbers(4), "matrix": numbers(16), "planes": planes, "sphere": sphere}
        for _ in NAMES
    ]


def measure(port, call):
    times = []
    with connect("bench", f"127.0.0.1:{port}") as client:
        client.camera("eye")
        for name in NAMES:
            client.object(name, {"box": {"half_extents": [1, 1, 1]}})
        for tick in range(TICKS):
            inputs = frame()
            start = time.perf_counter()
            for name, of in zip(NAMES, inputs):
                call(client, name, of)
            client.tick(tick / 60)
            times.append(1000 * (time.perf_counter() - start))
            time.sleep(0.002)
        if client.dropped or client.refused:
            sys.exit(f"{client.dropped} lines dropped, {client.refused} entries refused")
    times = sorted(times[WARM_UP:])
    return times[len(times) // 2], times[len(times) * 99 // 100]


def main():
    with subprocess.Popen([sys.executable, "-c", READER], stdout=subprocess.PIPE, text=True) as reader:
        port = int(reader.stdout.readline())
        for title, call in [
            ("pose and verdict", pose),
            ("pose and verdict with planes and sphere", pose_and_inputs),
            ("matrix and verdict", matrix),
        ]:
            median, most = measure(port, call)
            print(f"{title}: {median:.2f} ms a tick; 99 % of ticks under {most:.2f} ms")
        reader.kill()


main()
