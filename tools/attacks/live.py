#!/usr/bin/env python3
"""Sends hostile lines to `eyeline live` from several clients at once, and looks at how it ends.

Usage: live.py [SECONDS [SEED]] (default: 20 seconds, a random seed, which is printed).

In each round the program listens, records, keeps a short time and a small memory. Clients send valid lines between wrong ones: text
that is not JSON, numbers that are not finite, names twice, objects that do not exist, deep nesting, long lines, half lines, times that go
back, bytes of HTTP and TLS; some close in the middle of a line or read nothing.

EYELINE is the path of the program (default: target/debug/eyeline).

The exit code is 1 when the program ends by a signal, by a panic or with another exit code than 0 or 2, when it does not end by itself, when
its report is not JSON, or when its recording is not a trace.
"""

import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Each round runs in a folder of its own, so a relative path is made absolute here.
EYELINE = str(pathlib.Path(os.environ.get("EYELINE", ROOT / "target/debug/eyeline")).resolve())
ROUND = 3
MOST_SECONDS = 90
BALL = {"sphere": {"radius": 1}}


def keyframe(rng, time_of):
    count = rng.choice([0, 1, 5, 200])
    objects = [{"name": f"o{i}", "shape": BALL, "position": [i, 0, -5]} for i in range(count)]
    scene = {"eyeline": 1, "tick_rate": rng.choice([1, 10, 60]), "cameras": [{"name": "eye"}], "objects": objects}
    return json.dumps({"eyeline_trace": 1, "name": rng.choice(["game", "a\u202eb", "\x1b[31m"]), "time": time_of, "scene": scene})


def valid(rng, time_of):
    name = f"o{rng.randrange(6)}"
    line = {"time": time_of}
    if rng.random() < 0.7:
        line["set"] = {name: {"position": [rng.uniform(-9, 9) for _ in range(3)]}}
    if rng.random() < 0.5:
        line["said"] = [{"camera": "eye", "object": name, "verdict": rng.choice(["visible", "culled"])} for _ in range(rng.choice([1, 40]))]
    if rng.random() < 0.1:
        line["add"] = {"objects": [{"name": f"new{rng.randrange(9)}", "shape": BALL}]}
    if rng.random() < 0.1:
        line["remove"] = [name]
    return json.dumps(line)


def wrong(rng, time_of):
    return rng.choice(
        [
            lambda: "",
            lambda: "not JSON",
            lambda: "[" * 100_000,
            lambda: '{"time":' + "9" * 400 + "}",
            lambda: '{"time":1e999}',
            lambda: '{"time":-1}',
            lambda: '{"time":%s,"set":{"o1":{"position":[1e39,0,0]},"o1":{"scale":[0,0,0]}}}' % time_of,
            lambda: '{"time":%s,"set":{"none":{"matrix":[1]}}}' % time_of,
            lambda: '{"time":%s,"said":[{"ray":{"origin":[0,0,0],"direction":[0,0,0]},"hit":null},{"pairs":[["a"]]},7]}' % time_of,
            lambda: '{"time":%s,"add":{"objects":[{"name":"","shape":{"mesh":{"file":"../../etc/passwd"}}}]}}' % time_of,
            lambda: '{"eyeline_trace":2,"time":0,"scene":{}}',
            lambda: '{"eyeline_trace":1,"time":0,"scene":{"eyeline":1,"trace":{"file":"live.jsonl"}}}',
            lambda: '{"time":%s,"remove":["eye","eye","o1"]}' % time_of,
            lambda: keyframe(rng, rng.choice([time_of, -5, 0])),
            lambda: "x" * rng.choice([1000, 17 << 20]),
            lambda: bytes(rng.randrange(256) for _ in range(200)).decode("latin-1").replace("\n", ""),
        ]
    )()


def client(address, seed, end):
    """Sends lines until the time is over."""
    rng = random.Random(seed)
    try:
        with socket.create_connection(address, timeout=5) as stream:
            stream.settimeout(5)
            first = rng.random()
            if first < 0.05:
                stream.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return
            if first < 0.1:
                stream.sendall(bytes([0x16, 0x03, 0x01, 0x00, 0xA5, 0x01]))
                return
            if first < 0.9:
                stream.sendall(keyframe(rng, 0).encode() + b"\n")
            time_of = 0.0
            faults = rng.choice([0, 0.05, 0.9])
            while time.monotonic() < end:
                time_of += rng.choice([0, 1 / 60, 0.5])
                line = (wrong if rng.random() < faults else valid)(rng, round(time_of, 4))
                data = line.encode("utf-8", "surrogatepass") + b"\n"
                if rng.random() < 0.002:
                    stream.sendall(data[: len(data) // 2])
                    return
                stream.sendall(data)
    except OSError:
        pass  # The program has closed the connection, or has ended.


def round_of(rng):
    """One run of the program. Returns what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "run.jsonl"
        keep = rng.choice([["--keep", "2s"], ["--keep", "0.1s"], []])
        arguments = [EYELINE, "live", "127.0.0.1:0", "--headless", "--for", f"{ROUND}s", "--memory", "32MiB", "--record", str(record), *keep]
        with subprocess.Popen(arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            first = program.stderr.readline().decode()
            port = int(first.rsplit(":", 1)[1])
            end = time.monotonic() + ROUND + 1
            threads = [
                threading.Thread(target=client, args=(("127.0.0.1", port), rng.randrange(1 << 30), end)) for _ in range(rng.choice([1, 3, 12]))
            ]
            for thread in threads:
                thread.start()
            try:
                out, err = program.communicate(timeout=MOST_SECONDS)
            except subprocess.TimeoutExpired:
                program.kill()
                return ["it does not end"]
            for thread in threads:
                thread.join()
        wrongs = []
        if b"panicked" in err or program.returncode not in (0, 2):
            wrongs.append(f"exit code {program.returncode}: {err[-2000:].decode(errors='replace')}")
        if any(byte < 32 and byte not in b"\n\t" for byte in err):
            wrongs.append("a message has control characters")
        if program.returncode == 0:
            try:
                json.loads(out)
            except ValueError as error:
                wrongs.append(f"the report is not JSON: {error}")
        if record.exists():
            read = subprocess.run(
                [EYELINE, "report", str(record), "--only", "said"], capture_output=True, timeout=MOST_SECONDS, check=False
            )
            if read.returncode != 0:
                wrongs.append(f"the recording cannot be opened: {read.stderr[-800:].decode(errors='replace')}")
        return wrongs


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    end, rounds, breaches = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        rounds += 1
        for wrong_end in round_of(rng):
            breaches += 1
            print(f"round {rounds}: {wrong_end}", flush=True)
    print(f"{rounds} rounds, {breaches} breaches")
    sys.exit(breaches > 0)


if __name__ == "__main__":
    main()
