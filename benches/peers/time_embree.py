"""Times Embree 4 on the terrain and the rays that benches/mesh.rs has written, and stores the figures for the table.

Usage: time_embree.py TARGET_FOLDER. Embree comes with its Python binding (`pip install embreex numpy`), which loops over the rays in
compiled code and casts one at a time. Without it the table has no figures of Embree.
"""

import json
import os
import statistics
import sys
import time
from importlib.metadata import version
from pathlib import Path

# One thread, as for the other peers. Embree counts the processors that it may use when it is loaded.
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import numpy
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

ROUNDS = 9


def timed(work):
    """The median time in nanoseconds, and the last result."""
    times = []
    for _ in range(ROUNDS):
        before = time.perf_counter_ns()
        result = work()
        times.append(time.perf_counter_ns() - before)
    return statistics.median(times), result


def main():
    folder = Path(sys.argv[1]) / "tmp"
    positions = numpy.fromfile(folder / "mesh-positions.f32", numpy.float32).reshape(-1, 3)
    triangles = numpy.fromfile(folder / "mesh-triangles.u32", numpy.uint32).reshape(-1, 3).astype(numpy.int32)

    def build():
        scene = EmbreeScene()
        TriangleMesh(scene, positions, triangles)
        # The first ray lets Embree build its tree.
        scene.run(numpy.zeros((1, 3), numpy.float32), numpy.ones((1, 3), numpy.float32))
        return scene

    built, scene = timed(build)
    result = {"build": built, "version": version("embreex").split(".post")[0]}
    for name, query, last in [("primary", "DISTANCE", 1e30), ("sight", "OCCLUDED", 1.0)]:
        rays = numpy.fromfile(folder / f"mesh-{name}.f32", numpy.float32).reshape(-1, 2, 3)
        origins, directions = numpy.ascontiguousarray(rays[:, 0]), numpy.ascontiguousarray(rays[:, 1])
        limits = numpy.full(len(rays), last, numpy.float32)
        spent, answers = timed(lambda: scene.run(origins, directions, dists=limits, query=query))
        hits = int((answers < last).sum()) if query == "DISTANCE" else int((answers != -1).sum())
        expected = json.loads((folder / f"mesh-{name}.json").read_text())["hits"]
        if abs(hits - expected) > len(rays) // 100_000:
            sys.exit(f"embree: {hits} of {len(rays)} rays of {name} hit, instead of {expected}")
        result[name] = spent / len(rays)
    (folder / "mesh-embree.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main()
