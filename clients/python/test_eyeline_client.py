"""Tests of the client, without eyeline: `python3 -m unittest` in this folder."""

import array
import json
import math
import os
import pathlib
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from unittest import mock

import eyeline_client
from eyeline_client import connect, off, to_file

FOLDER = pathlib.Path(__file__).resolve().parent
BALL = {"sphere": {"radius": 1}}
UNIT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
MOVED = [*UNIT[:12], 1, 2, 3, 1]
RAY = {"origin": [0, 0, 0], "direction": [0, 0, 1]}


def parse(data):
    return [json.loads(line) for line in data.decode().splitlines()]


def f32(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def replay(lines):
    """Reads lines as eyeline does, and fails where eyeline would complain. Returns the world after each line."""
    world = None
    last = -math.inf
    worlds = []

    def add(entries):
        for kind in ("objects", "cameras"):
            for entry in entries.get(kind, []):
                assert entry["name"] not in world, f"{entry['name']} is there already"
                world[entry["name"]] = {"kind": kind, **{key: value for key, value in entry.items() if key != "name"}}

    for line in lines:
        assert line["time"] >= last, f"time {line['time']} after {last}"
        last = line["time"]
        if "eyeline_trace" in line:
            assert line["eyeline_trace"] == 1 and line["scene"]["eyeline"] == 1
            world = {}
            add(line["scene"])
        for name, fields in line.get("set", {}).items():
            gone = set()
            if "matrix" in fields:
                gone |= {"position", "rotation", "scale", "look_at"}
            if "position" in fields:
                gone |= {"matrix"}
            if "rotation" in fields:
                gone |= {"look_at"}
            world[name] = {**{key: value for key, value in world[name].items() if key not in gone}, **fields}
        add(line.get("add", {}))
        for name in line.get("remove", []):
            del world[name]
        worlds.append(dict(world))
    return worlds


class Files(unittest.TestCase):
    """With a child process. `FilesOfAThread` has the same tests without one."""

    process = True

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "trace.jsonl")

    def trace(self, use, name="test"):
        """The lines of what `use` does with a client that writes a file, and the client."""
        with to_file(name, self.path, process=self.process) as client:
            use(client)
        return parse(self.path.read_bytes()), client

    def test_a_file_begins_with_a_keyframe_and_each_tick_is_a_line(self):
        def use(client):
            client.camera("eye", position=[0, 1, 5], look_at=[0, 1, 0], projection={"perspective": {"fov_y": 60}}, far=None)
            client.object("ball", BALL, position=(1, 2, 3), layers=[2])
            client.tick(0)
            client.pose("ball", [1, 2, 4])
            client.tick(0.5)
            client.tick(1)

        lines, _ = self.trace(use, "a game")
        eye = {"look_at": [0, 1, 0], "projection": {"perspective": {"fov_y": 60}}, "far": None, "position": [0, 1, 5]}
        scene = {
            "eyeline": 1,
            "objects": [{"name": "ball", "shape": BALL, "layers": [2], "position": [1, 2, 3]}],
            "cameras": [{"name": "eye", **eye}],
        }
        self.assertEqual(
            lines,
            [
                {"eyeline_trace": 1, "name": "a game", "time": 0, "scene": scene},
                {"time": 0.5, "set": {"ball": {"position": [1, 2, 4]}}},
                {"time": 1},
            ],
        )

    def test_an_f32_is_read_back_exactly(self):
        edges = [[-0.0, 1, -1], [f32(0.1), 1e9, 999999936.0], [16777216.0, 8388607.5, f32(1 / 3)], [2.0**-149, 2.0**-126, 0]]
        numbers = random.Random(1)
        bits = (struct.unpack("<3f", numbers.randbytes(12)) for _ in range(20000))
        sent = edges + [list(vector) for vector in bits if all(map(math.isfinite, vector))]

        def use(client):
            client.tick(0)
            for vector in sent:
                client.said_ray({"origin": vector, "direction": [0, 0, 1]}, None)
            client.tick(1)

        _, client = self.trace(use)
        line = self.path.read_text().splitlines()[-1]
        said = json.loads(line, parse_int=float)["said"]  # an integer has no -0
        read = [repr([f32(number) for number in entry["ray"]["origin"]]) for entry in said]  # -0.0 is equal to 0.0
        self.assertEqual(read, [repr(list(map(float, vector))) for vector in sent])
        self.assertEqual(client.refused, 0)

    def test_names_are_escaped(self):
        names = ['a "quoted" one', "back\\slash", "new\nline and \0 and \x7f", "Größe 大 🎲", "\u2028", "\\ud800"]

        def use(client):
            for name in names:
                client.object(name, BALL)
            client.tick(0)
            for name in names:
                client.pose(name, [1, 1, 1])
            client.said_pairs([(names[0], names[3])])
            client.said_ray(names[1], names[2])
            client.tick(1)

        lines, _ = self.trace(use, ",".join(names))
        self.assertEqual(lines[0]["name"], ",".join(names))
        self.assertEqual([entry["name"] for entry in lines[0]["scene"]["objects"]], names)
        self.assertEqual(list(lines[1]["set"]), names)
        self.assertEqual(lines[1]["said"], [{"pairs": [[names[0], names[3]]]}, {"ray": names[1], "hit": names[2]}])

    def test_a_tick_has_one_entry_for_all_that_happened_to_a_name(self):
        def use(client):
            client.tick(0)
            client.object("ball", BALL)
            client.pose("ball", [1, 0, 0])
            client.pose("ball", [2, 0, 0], [0, 0, 0, 1])
            client.object("short", BALL)
            client.remove("short")
            client.tick(1)
            client.pose("ball", [3, 0, 0])
            client.pose("ball", [4, 0, 0])
            client.tick(2)
            client.pose("ball", [4, 0, 0], [0, 0, 0, 1])
            client.tick(3)
            client.pose("ball", [5, 0, 0])
            client.remove("ball")
            client.tick(4)

        lines, _ = self.trace(use)
        ball = {"name": "ball", "shape": BALL, "position": [2, 0, 0], "rotation": [0, 0, 0, 1]}
        self.assertEqual(
            lines[1:],
            [
                {"time": 1, "add": {"objects": [ball]}},
                {"time": 2, "set": {"ball": {"position": [4, 0, 0]}}},
                {"time": 3},
                {"time": 4, "remove": ["ball"]},
            ],
        )

    def test_a_matrix_follows_the_entry_that_it_places(self):
        def use(client):
            client.object("first", BALL, matrix=MOVED)
            client.tick(0)
            client.object("second", BALL)
            client.matrix("second", MOVED)
            client.tick(1)
            client.pose("first", [7, 7, 7])
            client.matrix("second", UNIT)
            client.tick(2)

        lines, _ = self.trace(use)
        first = {"position": [7, 7, 7], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]}
        self.assertEqual(
            lines[1:],
            [
                {"time": 0, "set": {"first": {"matrix": MOVED}}},
                {"time": 1, "add": {"objects": [{"name": "second", "shape": BALL}]}},
                {"time": 1, "set": {"second": {"matrix": MOVED}}},
                {"time": 2, "set": {"first": first, "second": {"matrix": UNIT}}},
            ],
        )

    def test_a_rotation_takes_the_place_of_look_at(self):
        def use(client):
            client.camera("eye", position=[0, 0, 5], look_at=[0, 0, 0])
            client.tick(0)
            client.pose("eye", [0, 0, 6], [0, 1, 0, 0], [2, 2, 2])
            client.tick(1)
            client.tick(6)

        lines, _ = self.trace(use)
        turned = {"position": [0, 0, 6], "rotation": [0, 1, 0, 0]}
        self.assertEqual(lines[1]["set"], {"eye": turned})
        self.assertEqual(lines[2]["scene"]["cameras"], [{"name": "eye", **turned}])

    def test_an_entry_that_is_replaced(self):
        def use(client):
            client.object("thing", BALL, position=[1, 1, 1], layers=[1])
            client.tick(0)
            client.object("thing", BALL, position=[1, 1, 1], layers=[2])
            client.tick(1)
            client.object("thing", BALL)
            client.tick(2)
            client.camera("thing")
            client.tick(3)
            client.shape("thing", BALL)
            client.remove("thing")
            client.object("thing", BALL)
            client.remove("thing")
            client.tick(4)

        lines, client = self.trace(use)
        self.assertEqual(
            lines[1:],
            [
                {"time": 1, "set": {"thing": {"layers": [2]}}},
                {"time": 2, "remove": ["thing"]},
                {"time": 2, "add": {"objects": [{"name": "thing", "shape": BALL}]}},
                {"time": 3, "remove": ["thing"]},
                {"time": 3, "add": {"cameras": [{"name": "thing"}]}},
                {"time": 4, "remove": ["thing"]},
            ],
        )
        self.assertEqual(client.refused, 1)

    def test_what_is_said(self):
        planes = [[i, 0, -0.5, 1] for i in range(6)]
        first = [list(plane) for plane in planes]
        ray = {**RAY, "length": 5, "mask": [0]}

        def use(client):
            client.camera("eye")
            client.object("a", BALL)
            client.object("b", BALL)
            client.said_visibility("eye", "a", "visible")
            client.said_visibility("eye", "a", "inside", planes=planes, sphere={"center": [1, 2, 3], "radius": 0.5})
            planes[5][3] = 2  # in the same list
            client.said_visibility("eye", "b", "culled", planes=planes, box={"min": [0, 0, 0], "max": [1, 1, 1]})
            client.said_ray(ray, "a", t=0.5, point=[0, 0, 0.5], normal=[0, 0, -1])
            client.said_pairs([("a", "b")])
            client.said_pairs([])
            client.said_agent("guard", status="running", running=["chase"])
            client.tick(0)

        lines, _ = self.trace(use)
        self.assertEqual(
            lines[1]["said"],
            [
                {"camera": "eye", "object": "a", "verdict": "visible"},
                {
                    "camera": "eye",
                    "object": "a",
                    "verdict": "inside",
                    "planes": first,
                    "sphere": {"center": [1, 2, 3], "radius": 0.5},
                },
                {
                    "camera": "eye",
                    "object": "b",
                    "verdict": "culled",
                    "planes": planes,
                    "box": {"min": [0, 0, 0], "max": [1, 1, 1]},
                },
                {"ray": ray, "hit": "a", "t": 0.5, "point": [0, 0, 0.5], "normal": [0, 0, -1]},
                {"pairs": [["a", "b"]]},
                {"pairs": []},
                {"agent": "guard", "status": "running", "running": ["chase"]},
            ],
        )

    def test_what_eyeline_could_not_read_is_refused_and_counted(self):
        nan, inf = math.nan, math.inf
        planes = [[0, 0, 1, nan]] * 6
        refusals = [
            lambda client: client.object("new", BALL, position=[nan, 0, 0]),
            lambda client: client.object("new", BALL, scale=[1, 0, 1]),
            lambda client: client.object("new", BALL, color="\ud800"),
            lambda client: client.object("new", {"sphere": {"radius": inf}}),
            lambda client: client.object("new", {"sphere": {"radius": 1e39}}),
            lambda client: client.object("new", {"box": {"half_extents": [1, -1, 1]}}),
            lambda client: client.object("new", {"hull": {"points": [[0, 0, 0]]}}),
            lambda client: client.object("new", None),
            lambda client: client.object("", BALL),
            lambda client: client.object("\ud800", BALL),
            lambda client: client.camera("new", near=nan),
            lambda client: client.camera("new", matrix=UNIT[:15]),
            lambda client: client.pose("ball", [0, 0, 1e39]),
            lambda client: client.pose("ball", [0, 0]),
            lambda client: client.pose("ball", None, [0, 0, 0, inf]),
            lambda client: client.pose("ball", [0, 0, 0], [0, 0, 0, 0]),
            lambda client: client.pose("ball", "abc"),
            lambda client: client.pose("nobody", [0, 0, 0]),
            lambda client: client.matrix("ball", [0] * 16),
            lambda client: client.matrix("ball", [*UNIT[:15], nan]),
            lambda client: client.matrix("nobody", UNIT),
            lambda client: client.shape("ball", {"sphere": {"radius": 0}}),
            lambda client: client.shape("eye", BALL),
            lambda client: client.remove("nobody"),
            lambda client: client.said_visibility("eye", "nobody", "visible"),
            lambda client: client.said_visibility("ball", "eye", "visible"),
            lambda client: client.said_visibility("eye", "ball", "perhaps"),
            lambda client: client.said_visibility("eye", "ball", "visible", sphere={"center": [0, 0, 0], "radius": nan}),
            lambda client: client.said_visibility("eye", "ball", "visible", planes=planes[:1]),
            lambda client: client.said_visibility("eye", "ball", "visible", planes=planes),
            lambda client: client.said_ray({"origin": [0, 0, 0], "direction": [0, nan, 0]}, None),
            lambda client: client.said_ray(RAY, "nobody"),
            lambda client: client.said_ray(RAY, "ball", t=inf),
            lambda client: client.said_agent(nan),
            lambda client: client.tick(nan),
        ]

        def use(client):
            client.object("ball", BALL)
            client.camera("eye")
            client.tick(0)
            for count, refusal in enumerate(refusals, 1):
                refusal(client)
                if not self.process:
                    self.assertEqual(client.refused, count)
            client.said_pairs([("ball", "nobody"), ("ball", "ball")])
            client.tick(1)

        lines, client = self.trace(use)
        self.assertEqual(lines[1], {"time": 1, "said": [{"pairs": [["ball", "ball"]]}]})
        self.assertEqual(client.refused, len(refusals) + 1)

    def test_a_keyframe_comes_every_five_seconds_and_the_time_does_not_decrease(self):
        def use(client):
            client.object("ball", BALL)
            for moment in [0, 4.9, 5.1, 10, 10.2, 0, 0.3]:
                client.tick(moment)

        lines, _ = self.trace(use)
        replay(lines)
        self.assertEqual([line["time"] for line in lines], [0, 4.9, 5.1, 10, 10.2, 10.2, 10.5])
        self.assertEqual(["scene" in line for line in lines], [True, False, True, False, True, False, False])

    def test_any_sequence_of_calls_gives_the_world_that_the_program_has(self):
        numbers = random.Random(7)
        world = {}
        worlds = {}

        def call(client):
            name = numbers.choice("abcd")
            position = [numbers.randrange(5) for _ in range(3)]
            rotation = numbers.choice([[0, 0, 0, 1], [0, 1, 0, 0], None])
            entry = world.get(name, {})
            kind = numbers.randrange(8)
            if kind == 0:
                client.object(name, BALL, position=position)
                world[name] = {"kind": "objects", "shape": BALL, "position": position}
            elif kind == 1:
                client.camera(name, position=position, look_at=[9, 9, 9])
                world[name] = {"kind": "cameras", "look_at": [9, 9, 9], "position": position}
            elif kind == 2:
                client.object(name, BALL, matrix=MOVED)
                world[name] = {"kind": "objects", "shape": BALL, "matrix": MOVED}
            elif not entry:
                return
            elif kind == 3:
                client.remove(name)
                del world[name]
            elif kind == 4:
                client.matrix(name, MOVED)
                kept = {key: value for key, value in entry.items() if key in ("kind", "shape")}
                world[name] = {**kept, "matrix": MOVED}
            else:
                client.pose(name, position, rotation)
                entry = {**entry, "position": position}
                if entry.pop("matrix", None):
                    entry["rotation"] = [0, 0, 0, 1]
                    if entry["kind"] == "objects":
                        entry["scale"] = [1, 1, 1]
                if rotation:
                    entry.pop("look_at", None)
                    entry["rotation"] = rotation
                world[name] = entry

        def use(client):
            for tick in range(3000):
                for _ in range(numbers.randrange(6)):
                    call(client)
                client.tick(tick / 60)
                worlds[tick / 60] = dict(world)

        lines, client = self.trace(use)
        self.assertEqual((client.refused, client.dropped), (0, 0))
        read = {line["time"]: state for line, state in zip(lines, replay(lines))}  # the last line of each time
        self.assertEqual(read, worlds)

    def test_a_line_that_would_be_longer_than_16_mib_goes_on_in_others(self):
        points = [[i / 3, i / 7, i / 11] for i in range(256)]
        ray = {"origin": [1 / 3, 1 / 3, 1 / 3], "direction": [1 / 3, 1 / 3, 1 / 3]}

        def use(client):
            for i in range(1500):
                client.object(f"hull {i}", {"hull": {"points": points}})
            client.camera("eye")
            for _ in range(200000):
                client.said_ray(ray, None)
            client.tick(0)

        lines, client = self.trace(use)
        lengths = [len(line) for line in self.path.read_bytes().splitlines()]
        self.assertLess(max(lengths), 16 * 1024 * 1024)
        self.assertGreater(max(lengths), 15 * 1024 * 1024)
        self.assertGreater(len(lines), 3)
        self.assertEqual(len(replay(lines)[-1]), 1501)
        self.assertEqual(sum(len(line.get("said", [])) for line in lines), 200000)
        self.assertEqual(client.dropped, 0)

    def test_a_client_that_is_off_does_nothing(self):
        client = off()
        client.object("ball", BALL)
        client.pose("nobody", [math.nan])
        client.said_pairs(None)
        client.tick(0)
        client.close()
        self.assertEqual((client.connected, client.refused, client.dropped), (False, 0, 0))

    def test_a_file_that_cannot_be_opened_is_an_error(self):
        self.assertRaises(FileNotFoundError, to_file, "test", self.path / "no" / "such")
        self.assertRaises(ValueError, connect, "test", "localhost")

    def start(self, code):
        program = f"""
import os, time
from eyeline_client import to_file
client = to_file("test", {str(self.path)!r}, process={self.process})
client.object("ball", {BALL!r})
def tick(number):
    client.pose("ball", [number, 0, 0])
    client.tick(number / 60)
"""
        return subprocess.Popen([sys.executable, "-c", program + code], cwd=FOLDER, stdout=subprocess.PIPE)

    def test_a_program_that_ends_leaves_all_lines(self):
        with self.start("for i in range(1000): tick(i)\nraise SystemExit(3)") as program:
            self.assertEqual(program.wait(), 3)
        lines = parse(self.path.read_bytes())
        replay(lines)
        self.assertEqual(lines[-1]["time"], 999 / 60)

    def test_a_program_that_is_killed_leaves_all_but_its_last_lines(self):
        code = "i = 0\nwhile True:\n  tick(i); i += 1; time.sleep(0.005)\n  if i == 200: print(flush=True)"
        with self.start(code) as program:
            program.stdout.readline()
            program.kill()
            self.assertEqual(program.wait(), -signal.SIGKILL)
        text = self.path.read_bytes()
        self.assertGreater(len(parse(text[: text.rindex(b"\n")])), 170)


class FilesOfAThread(Files):
    process = False


class Connections(unittest.TestCase):
    """With a child process. `ConnectionsOfAThread` has the same tests without one."""

    process = True

    def listen(self, port=0):
        server = socket.create_server(("127.0.0.1", port))
        server.settimeout(5)
        self.addCleanup(server.close)
        return server, server.getsockname()[1]

    def accept(self, server):
        connection, _ = server.accept()
        connection.settimeout(5)
        self.addCleanup(connection.close)
        return connection

    def read(self, connection, end):
        data = b""
        while not (end in data and data.endswith(b"\n")):
            part = connection.recv(1 << 20)
            self.assertTrue(part, data[-200:])
            data += part
        return parse(data)

    def until(self, condition):
        for _ in range(500):
            if condition():
                return
            time.sleep(0.01)
        self.fail("it did not happen")

    def test_each_connection_begins_with_a_keyframe_of_the_present_world(self):
        server, port = self.listen()
        client = connect("test", f"127.0.0.1:{port}", process=self.process)
        self.addCleanup(client.close)
        client.object("ball", BALL)
        client.tick(0)  # before there is a connection
        client.pose("ball", [1, 0, 0])
        client.tick(1)
        connection = self.accept(server)
        self.assertEqual([line["time"] for line in self.read(connection, b'"time":1.0')], [0, 1])
        server.close()
        connection.close()

        self.until(lambda: client.tick(2) or not client.connected)  # a write fails when no program reads
        client.object("second", BALL)
        client.pose("ball", [2, 0, 0])
        client.tick(3)  # no program reads it
        server, _ = self.listen(port)
        connection = self.accept(server)
        self.until(lambda: client.connected)
        client.said_pairs([("ball", "second")])
        client.tick(4)
        objects = [{"name": "ball", "shape": BALL, "position": [2, 0, 0]}, {"name": "second", "shape": BALL}]
        self.assertEqual(
            self.read(connection, b"said"),
            [
                {"eyeline_trace": 1, "name": "test", "time": 4, "scene": {"eyeline": 1, "objects": objects}},
                {"time": 4, "said": [{"pairs": [["ball", "second"]]}]},
            ],
        )

    def test_when_no_program_reads_the_oldest_lines_are_dropped_and_a_keyframe_follows_them(self):
        server, port = self.listen()
        client = connect("test", f"127.0.0.1:{port}", queue=100000, process=self.process)
        self.addCleanup(client.close)
        client.object("ball", BALL)
        connection = self.accept(server)
        self.until(lambda: client.connected)
        slowest = 0.0
        for number in range(1, 1001):
            start = time.perf_counter()
            client.pose("ball", [number, 0, 0])
            for i in range(500):
                client.said_ray({"origin": [i, 0, 0], "direction": [0, 0, 1]}, "ball")
            client.tick(number / 100)
            slowest = max(slowest, time.perf_counter() - start)
        self.assertGreater(client.dropped, 100)
        self.assertLess(slowest, 0.5)
        if self.process:
            self.until(lambda: client.dropped and not client._messages)
        lines = self.read(connection, b'"time":10.0,')
        replay(lines)
        ticks = [round(100 * line["time"]) for line in lines if "said" in line]
        gaps = [after for before, after in zip(ticks, ticks[1:]) if after > before + 1]
        self.assertTrue(gaps)
        keyframes = {round(100 * line["time"]): line["scene"] for line in lines if "scene" in line}
        for number in gaps:
            self.assertEqual(keyframes[number]["objects"][0]["position"], [number, 0, 0])

    def test_a_closed_client_has_sent_all_lines(self):
        server, port = self.listen()
        with connect("test", f"127.0.0.1:{port}", process=self.process) as client:
            for number in range(100):
                client.tick(number)
        connection = self.accept(server)
        data = b""
        while part := connection.recv(1 << 20):
            data += part
        self.assertEqual(parse(data)[-1]["time"], 99)

    def test_the_client_does_not_keep_a_program_from_its_end(self):
        server, port = self.listen()
        program = f"""
from eyeline_client import connect
live = connect("test", "127.0.0.1:{port}", process={self.process})
none = connect("test", "127.0.0.1:1", process={self.process})
live.tick(0)
none.tick(0)
"""
        subprocess.run([sys.executable, "-c", program], cwd=FOLDER, check=True, timeout=10)
        self.assertEqual([line["time"] for line in self.read(self.accept(server), b"\n")], [0])


class ConnectionsOfAThread(Connections):
    process = False


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Processes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def until(self, condition, seconds=5):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def any_calls(self, client, numbers, ticks):
        """Calls of all kinds, some of them with what eyeline could not read."""
        names = ["a", "b", "eye", "\ud800", "Größe 大 🎲", "c"]
        group = client.group(["a", "b", "c", "Größe 大 🎲"])
        odd = [math.nan, math.inf, -math.inf, 1e39, 1e-46, -0.0, 0, 3, True, "x", None, 2**70, 1e400, f32(0.1)]

        def number():
            return numbers.choice(odd) if numbers.random() < 0.04 else numbers.uniform(-100, 100) * 10 ** numbers.randrange(-3, 4)

        def vector(count):
            length = count if numbers.random() < 0.98 else numbers.randrange(5)
            made = [number() for _ in range(length)]
            return numbers.choice([made, tuple(made)])

        def flat(count):
            made = [numbers.choice([math.nan, 1e39]) if numbers.random() < 0.02 else numbers.gauss(0, 9) for _ in range(count)]
            if numbers.random() < 0.05:
                made.append(1.0)
            kind = numbers.randrange(4)
            if kind == 3:
                return [made[i : i + 3] for i in range(0, len(made), 3)]
            return made if kind == 2 else array.array("fd"[kind], made)

        for tick in range(ticks):
            planes = [vector(4) for _ in range(6)]
            for _ in range(numbers.randrange(12)):
                name, other = numbers.choice(names), numbers.choice(names)
                kind = numbers.randrange(15)
                if kind == 0:
                    fields = numbers.choice([{}, {"layers": [1]}, {"color": "\ud800"}, {"scale": vector(3)}])
                    client.object(name, numbers.choice([BALL, {"sphere": {"radius": number()}}]), vector(3), **fields)
                elif kind == 1:
                    client.camera(name, position=vector(3), look_at=[1, 2, 3])
                elif kind == 2 and numbers.random() < 0.5:
                    client.remove(name)
                elif kind in (3, 4):
                    rotation = numbers.choice([None, vector(4), [0, 0, 0, 0]])
                    client.pose(name, vector(3), rotation, numbers.choice([None, None, vector(3)]))
                elif kind == 5:
                    client.matrix(name, [*vector(15), 1] if numbers.random() < 0.5 else MOVED)
                elif kind == 6:
                    client.shape(name, {"sphere": {"radius": number()}})
                elif kind in (7, 8):
                    inputs = {}
                    if numbers.random() < 0.5:
                        inputs["planes"] = planes
                    if numbers.random() < 0.3:
                        inputs["box"] = {"min": vector(3), "max": vector(3)}
                    if numbers.random() < 0.3:
                        inputs["sphere"] = {"center": vector(3), "radius": number()}
                    verdict = numbers.choice(["inside", "outside", "intersect", "visible", "culled", "perhaps"])
                    client.said_visibility("eye", name, verdict, **inputs)
                    planes[numbers.randrange(6)] = vector(4)  # in the same list
                elif kind == 9:
                    ray = {"origin": vector(3), "direction": vector(3)}
                    ray.update(numbers.choice([{}, {"length": number()}, {"mask": [1]}]))
                    answer = {"t": number(), "point": vector(3), "normal": vector(3)}
                    kept = {key: value for key, value in answer.items() if numbers.random() < 0.5}
                    client.said_ray(numbers.choice([ray, "aim"]), numbers.choice([name, None]), **kept)
                elif kind == 10:
                    client.said_pairs([(name, other), ("a", "b")])
                    client.said_agent(name, numbers.choice([None, "runs", math.nan]), numbers.choice([None, [name, 1]]))
                elif kind == 11:
                    only = numbers.choice([None, [2, 0], array.array("q", [3]), [4], [-1]])
                    count = 4 if only is None else len(only)
                    client.poses(group, flat(3 * count), numbers.choice([None, flat(4 * count)]), only)
                elif kind == 12:
                    client.matrices(group, flat(64))
                elif kind == 13:
                    visible = numbers.choice([bytes([1, 0, 1, 0]), [True, False, False, True], [1, 0]])
                    client.said_visibilities("eye", group, visible, numbers.choice([None, planes]))
                elif kind == 14:
                    hits = [numbers.randrange(-1, 5) for _ in range(6)]
                    answer = {"t": flat(6), "points": flat(18), "normals": flat(18), "length": 4}
                    kept = {key: value for key, value in answer.items() if numbers.random() < 0.5}
                    client.said_rays(group, flat(18), flat(18), hits, **kept)
            client.tick(numbers.choice([math.nan, tick / 60]) if tick % 50 == 7 else tick / 60)

    def test_the_child_process_writes_what_the_client_without_one_writes(self):
        for seed in range(6):
            traces, refused = [], []
            for process in (True, False):
                path = self.folder / f"{seed} {process}.jsonl"
                with to_file("test", path, queue=1 << 30, process=process) as client:
                    self.any_calls(client, random.Random(seed), 400)
                self.assertEqual(client.dropped, 0)
                traces.append(path.read_bytes().splitlines())
                refused.append(client.refused)
            self.assertGreater(len(traces[0]), 390)
            for line, expected in zip(*traces):
                self.assertEqual(line, expected)
            self.assertEqual(*map(len, traces))
            self.assertEqual(*refused)
            self.assertGreater(refused[0], 100)

    def test_a_child_process_that_is_stopped_stops_nothing_and_the_oldest_ticks_are_dropped(self):
        for seed in range(4):
            path, whole = self.folder / "stopped.jsonl", self.folder / "whole.jsonl"
            ticks = 600
            with to_file("test", whole, process=False) as client:
                self.any_calls(client, random.Random(seed), ticks)
            with to_file("test", path, queue=20000) as client:
                self.until(lambda: path.stat().st_size == 0)
                client._process.send_signal(signal.SIGSTOP)
                client._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
                push = client._push
                slowest = longest = 0

                def watched(message):
                    nonlocal slowest, longest
                    start = time.thread_time()
                    push(message)
                    slowest = max(slowest, time.thread_time() - start)
                    longest = max(longest, client._length - len(message))

                with mock.patch.object(client, "_push", watched):
                    self.any_calls(client, random.Random(seed), ticks)
                self.assertLess(slowest, 0.1)
                self.assertLessEqual(longest, 20000)
                self.assertGreater(client.dropped, 100)
                client._process.send_signal(signal.SIGCONT)
            lines, expected = (parse(file.read_bytes()) for file in (path, whole))
            sent = len({line["time"] for line in lines})
            self.assertLessEqual(abs(sent + client.dropped - ticks), 12 + 8)  # ticks without a time, and ends of the queue
            found = replay(lines)
            times = {line["time"]: world for line, world in zip(expected, replay(expected))}
            last = {line["time"]: world for line, world in zip(lines, found)}
            # A time that is no time belongs to the next tick, so only ticks after the gap are compared.
            for moment in list(last)[-5:]:
                self.assertEqual(last[moment], times[moment], moment)

    def program(self, code):
        return subprocess.Popen(
            [sys.executable, "-c", code], cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def test_the_child_process_ends_with_a_program_that_is_killed(self):
        server = socket.create_server(("127.0.0.1", 0))  # which never reads
        self.addCleanup(server.close)
        # A shell starts programs in the background with SIGINT ignored, and their child processes inherit that.
        code = f"""
import signal, time
from eyeline_client import connect
signal.signal(signal.SIGINT, signal.default_int_handler)
client = connect("test", "127.0.0.1:{server.getsockname()[1]}")
print(client._process.pid, flush=True)
client.object("ball", {BALL!r})
for i in range(1000000):
    for j in range(100): client.said_ray({RAY!r}, "ball")
    client.tick(i / 60)
"""
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            with self.program(code) as program:
                pid = int(program.stdout.readline())
                time.sleep(0.5)
                self.assertTrue(is_running(pid))
                program.send_signal(how)
                program.wait(12)
            self.until(lambda: not is_running(pid))

    def test_a_child_process_that_is_killed_turns_the_client_off(self):
        client = to_file("test", self.folder / "killed.jsonl")
        client.object("ball", BALL)
        client.tick(0)
        client._process.kill()
        client._process.wait()
        for number in range(10):
            client.pose("ball", [number, 0, 0])
            client.said_ray(RAY, "ball")
            client.tick(number)
        self.assertFalse(client.connected)
        self.assertGreater(client.dropped, 0)
        client.close()

    def test_a_copy_of_the_program_by_fork_sends_nothing(self):
        path = self.folder / "forked.jsonl"
        with to_file("test", path) as client:
            client.object("ball", BALL)
            client.tick(0)
            copy = os.fork()
            if copy == 0:
                client.pose("ball", [9, 9, 9])
                client.tick(1)
                client.close()
                os._exit(0)
            self.assertEqual(os.waitpid(copy, 0)[1], 0)
            client.tick(2)
        self.assertEqual([line["time"] for line in parse(path.read_bytes())], [0, 2])

    def test_a_program_that_is_not_a_plain_python_has_no_child_process(self):
        for changes in ({"executable": "/opt/game/game"}, {"executable": None}, {"frozen": True}):
            with mock.patch.multiple(sys, create=True, **changes), to_file("test", self.folder / "plain.jsonl") as client:
                self.assertIs(type(client), eyeline_client.Client)

    def test_a_client_that_is_off_returns_at_its_first_branch(self):
        client = off()
        group = client.group(["a"])
        for call in (
            lambda: client.poses(group, None),
            lambda: client.matrices(group, None),
            lambda: client.said_visibilities("eye", group, None),
            lambda: client.said_rays(group, None, None, None),
        ):
            self.assertIsNone(call())
        with to_file("test", self.folder / "closed.jsonl") as client:
            pass
        client.object("ball", BALL)
        client.pose("ball", None)
        client.poses(group, None)
        client.said_ray(None, None)
        client.tick(math.nan)
        self.assertEqual((client.refused, client.dropped, client.connected), (0, 0, False))


if __name__ == "__main__":
    unittest.main()
