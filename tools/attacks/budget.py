#!/usr/bin/env python3
"""Runs commands of eyeline at a small memory budget on large inputs, and reads the peak memory of each run.

Usage: budget.py [SECONDS [SEED [NAME …]]] (default: 20 seconds, a random seed, which is printed).

The inputs are generated from SEED, in random order and of random sizes, for at least SECONDS; 0 runs each attack once at its full
size. Names choose attacks. Each line has the peak, the exit code and the seconds of a run.

EYELINE is the path of the program (default: target/debug/eyeline).

The exit code is 1 when a peak exceeds the budget plus 256 MiB, when a command ends by a signal or by a panic, or when it takes
more than 60 seconds. Linux only: the peak is VmHWM of /proc.
"""

import json
import math
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time
import zlib

MIB = 1 << 20
BUDGET = 64
BESIDES = 256
MOST_SECONDS = 60
ROOT = pathlib.Path(__file__).resolve().parents[2]

BALL = {"name": "ball", "shape": {"sphere": {"radius": 1}}}
IDENTITY = [0, 0, 0, 1]
REPORT = ["report", "a.json", "-o", "out.json"]


class Folder:
    """A folder with generated files. `size` scales their contents."""

    def __init__(self, path, size):
        self.path = pathlib.Path(path)
        self.size = size

    def many(self, count):
        """A number of items, scaled."""
        return max(1, round(count * self.size))

    def write(self, name, contents):
        data = contents if isinstance(contents, bytes) else contents.encode()
        (self.path / name).write_bytes(data)

    def scene(self, name="a.json", **keys):
        self.write(name, json.dumps({"eyeline": 1, **keys}))

    def walk(self, first, others=({},)):
        """A recording whose frames have more keys."""
        frames = [
            {"time": t, "position": [0, 2, 0], "rotation": IDENTITY, "fov_y": 60, "aspect": 1, **more}
            for t, more in enumerate([first, *others])
        ]
        self.write("walk.jsonl", "".join(json.dumps(frame) + "\n" for frame in frames))

    def phone(self, **keys):
        """A scene with a camera that follows the recording."""
        session = [{"name": "walk", "file": "walk.jsonl"}]
        camera = [{"name": "phone", "position": [0, 2, 0], "session": {"name": "walk"}}]
        self.scene(sessions=session, cameras=camera, **keys)

    def session(self, file, text, **more):
        """A scene with a recording in a file."""
        self.write(file, text)
        self.scene(sessions=[{"name": "walk", "file": file, **more}])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def zeros(count):
    """So many compressed bytes of 0."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(MIB)) for _ in range(count // MIB)]
    return b"".join([*parts, packer.compress(bytes(count % MIB)), packer.flush()])


def png(side, bits=8, color=6, more=()):
    """A square PNG whose bytes are all 0, with more chunks before its pixels."""
    channels = {0: 1, 2: 3, 3: 1, 6: 4}[color]
    header = struct.pack(">IIBBBBB", side, side, bits, color, 0, 0, 0)
    rows = zeros(side * (side * channels * bits // 8 + 1))
    chunks = [chunk(b"IHDR", header), *(chunk(*one) for one in more), chunk(b"IDAT", rows), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def glb(document, data):
    """A GLB with one buffer."""
    text = json.dumps({"asset": {"version": "2.0"}, "buffers": [{"byteLength": len(data)}], **document}).encode()
    text += b" " * (-len(text) % 4)
    data += bytes(-len(data) % 4)
    parts = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(parts)) + parts


def taps(count):
    return [{"name": f"t{i}", "camera": "phone", "time": 0.5, "screen": [0.5, 0.9]} for i in range(count)]


def anchors(count):
    return {"add": [{"id": f"a{i}", "center": [0, 0, 0], "extent": [9, 9]} for i in range(count)]}


def balls(count, **more):
    return [{**BALL, "name": f"b{i}", "position": [i % 100, 0, i // 100], **more} for i in range(count)]


# Pictures.


def large_picture(folder):
    folder.scene(objects=[BALL])
    side = folder.many(8192)
    return ["render", "a.json", "-o", "a.png", "--size", f"{side}x{side}"]


def large_window(folder):
    return [*large_picture(folder), "--ui"]


def looking(made, side, objects):
    """A camera that is asked what it sees of objects, in a square picture."""
    projection = {"orthographic": {"height": 2, "aspect": 1}}
    eye = {"name": "eye", "projection": projection, "near": 0, "far": 1000, "size": [side, side]}
    made.scene(cameras=[eye], objects=objects)
    return [*REPORT, "--only", "visibility"]


def seen_walls(folder):
    """Walls one behind the other: a large picture in which each pixel is hit by all of them."""
    wall = {"shape": {"box": {"half_extents": [2, 2, 0.01]}}}
    walls = [{**wall, "name": f"w{i}", "position": [0, 0, -1 - i / 10]} for i in range(folder.many(400))]
    return looking(folder, 4096, walls)


def seen_triangles(folder):
    """A mesh with many triangles in the picture."""
    side = folder.many(900)
    lines = [f"v {x / side - 0.5} {y / side - 0.5} {(x * 7 + y * 3) % 5 / 99}" for y in range(side) for x in range(side)]
    for y in range(side - 1):
        for x in range(side - 1):
            a = y * side + x + 1
            lines += [f"f {a} {a + 1} {a + side + 1}", f"f {a} {a + side + 1} {a + side}"]
    folder.write("a.obj", "\n".join(lines))
    return looking(folder, 2048, [{"name": "m", "shape": {"mesh": {"file": "a.obj"}}, "position": [0, 0, -5]}])


def large_clip(folder, name="a.gif"):
    folder.scene(objects=[BALL])
    side = folder.many(4096)
    return ["render", "a.json", "-o", name, "--turntable", "2", "--size", f"{side}x{side}"]


def large_apng(folder):
    return large_clip(folder, "a.apng")


def large_sequence(folder):
    return large_clip(folder, "a-##.png")


def clip_that_fits(folder):
    """A GIF whose pictures fit: the encoder is within the budget too."""
    folder.scene(objects=[BALL])
    return ["render", "a.json", "-o", "a.gif", "--turntable", "3", "--size", "1500x1200"]


# Questions.


def occlusion(folder):
    pair = {"a": "ball", "b": "other", "method": "axes", "resolution": 512}
    shape = {"box": {"half_extents": [1, 1, 1]}}
    objects = [{"name": name, "shape": shape, "position": [x, 0, 0]} for name, x in (("ball", 0), ("other", 1))]
    queries = [{"name": f"q{i}", **pair} for i in range(folder.many(1000))]
    folder.scene(objects=objects, occlusion=queries)
    return [*REPORT, "--only", "occlusion"]


def occlusion_in_window(folder):
    occlusion(folder)
    return ["render", "a.json", "-o", "a.png", "--size", "640x480", "--ui"]


def occlusion_drawn(folder):
    occlusion(folder)
    return ["render", "a.json", "-o", "a.png", "--size", "320x240"]


def occlusion_explained(folder):
    occlusion(folder)
    return ["explain", "a.json", "q0"]


def occlusion_among(folder):
    count = folder.many(30)
    objects = [{**BALL, "name": f"b{i}", "position": [i / 100, 0, 0]} for i in range(count)]
    folder.scene(objects=objects, occlusion=[{"name": "all", "among": [one["name"] for one in objects], "resolution": 64}])
    return [*REPORT, "--only", "occlusion", "--brief"]


def many_taps(folder):
    folder.walk(anchors(folder.many(5000)))
    folder.phone(taps=taps(folder.many(400)))
    return [*REPORT, "--brief"]


def many_taps_in_full(folder):
    folder.walk(anchors(folder.many(5000)))
    folder.phone(taps=taps(folder.many(300)))
    return REPORT


def many_taps_drawn(folder):
    many_taps(folder)
    return ["render", "a.json", "-o", "a.png", "--size", "320x240"]


def many_taps_compared(folder):
    many_taps(folder)
    return ["diff", "a.json", "a.json"]


def many_taps_explained(folder):
    many_taps(folder)
    return ["explain", "a.json", "t0"]


def many_taps_of_ticks(folder):
    folder.walk(anchors(folder.many(3000)))
    folder.phone(taps=taps(folder.many(100)))
    return [*REPORT, "--ticks", "0..3", "--brief"]


def many_answers(folder):
    cameras = [{"name": f"c{i}"} for i in range(folder.many(200))]
    folder.scene(objects=balls(folder.many(1000)), cameras=cameras)
    return [*REPORT, "--brief"]


def many_pairs(folder):
    folder.scene(objects=balls(folder.many(2000), position=[0, 0, 0]), octree={})
    return [*REPORT, "--only", "octree"]


def many_rays(folder):
    rays = [{"name": f"r{i}", "origin": [0, 0, 9], "direction": [0, 0, -1]} for i in range(folder.many(1000))]
    folder.scene(objects=balls(folder.many(500)), rays=rays)
    return [*REPORT, "--brief"]


def long_path(folder):
    points = [[i, i % 7, 0] for i in range(folder.many(400_000))]
    folder.scene(objects=[{**BALL, "path": {"points": points, "speed": 1}}])
    return REPORT


def many_cells(folder):
    folder.write("a.png", png(1024))
    folder.scene(images=[{"name": f"i{i}", "file": "a.png", "divisions": [1024, 1024]} for i in range(folder.many(8))])
    return REPORT


def long_text(folder):
    folder.scene(title="t" * folder.many(20 * MIB), about="a" * folder.many(20 * MIB), objects=[BALL])
    return ["render", "a.json", "-o", "a.png", "--size", "320x240"]


def long_names(folder):
    objects = [{**BALL, "name": f"{i}" + "n" * 20_000} for i in range(folder.many(1000))]
    folder.scene(objects=objects, cameras=[{"name": "c"}])
    return REPORT


def same_name(folder):
    folder.scene(objects=[BALL] * folder.many(100_000))
    return REPORT


def deep_list(folder):
    folder.write("a.json", '{"eyeline": 1, "objects": ' + "[" * folder.many(2_000_000))
    return REPORT


def wrong_type(folder):
    folder.write("a.json", '{"eyeline": 1, "objects": [' + ",".join(["[]"] * folder.many(8_000_000)) + "]}")
    return REPORT


def large_tree(folder):
    nodes = "<AlwaysSuccess/>" * folder.many(400_000)
    folder.write("a.xml", f'<root BTCPP_format="4"><BehaviorTree ID="m"><Sequence>{nodes}</Sequence></BehaviorTree></root>')
    folder.scene(agents=[{"name": "guard", "tree": {"file": "a.xml"}}])
    return REPORT


def many_events(folder):
    nodes = "<AlwaysFailure/>" * folder.many(3000)
    folder.write("a.xml", f'<root BTCPP_format="4"><BehaviorTree ID="m"><Fallback>{nodes}</Fallback></BehaviorTree></root>')
    folder.scene(agents=[{"name": "guard", "tree": {"file": "a.xml"}}])
    return [*REPORT, "--tick", "300"]


def many_attributes(folder):
    ports = " ".join(f'p{i}="{i}"' for i in range(folder.many(20_000)))
    nodes = f"<AlwaysSuccess {ports}/>"
    folder.write("a.xml", f'<root BTCPP_format="4"><BehaviorTree ID="m"><Sequence>{nodes}</Sequence></BehaviorTree></root>')
    folder.scene(agents=[{"name": "guard", "tree": {"file": "a.xml"}}])
    return REPORT


# Files.


def polygon(folder):
    corners = folder.many(300_000)
    lines = [f"v {i % 1000} {i // 1000} 0" for i in range(corners)]
    folder.write("a.obj", "\n".join([*lines, "f " + " ".join(str(i + 1) for i in range(corners))]))
    folder.scene(objects=[{"name": "mesh", "shape": {"mesh": {"file": "a.obj"}}}])
    return REPORT


def polygon_drawn(folder):
    polygon(folder)
    return ["render", "a.json", "-o", "a.png", "--size", "320x240"]


def many_polygons(folder):
    lines = [f"v {i % 10} {i // 10} 0\nv {i} 1 0\nv 0 {i} 1\nf -3 -2 -1" for i in range(folder.many(150_000))]
    folder.write("a.obj", "\n".join(lines))
    folder.scene(objects=[{"name": "mesh", "shape": {"mesh": {"file": "a.obj"}}}])
    return REPORT


def crossing_triangles(folder):
    """Triangles of which each crosses all others."""
    count = folder.many(30_000)
    corners = [(math.cos(i / count), i / 1e6, math.sin(i / count)) for i in range(count)]
    lines = [f"v {x} {y} {z}\nv {-x} {y} {-z}\nv {x} {2 + y} {z}\nf -3 -2 -1" for x, y, z in corners]
    folder.write("a.obj", "\n".join(lines))
    folder.scene(objects=[{"name": "mesh", "shape": {"mesh": {"file": "a.obj"}}}])
    return REPORT


def balls_in_balls(folder):
    """Closed meshes of 3040 triangles, each inside the next one."""
    side = 40
    ring = [(math.sin(math.pi * i / side), math.cos(math.pi * i / side)) for i in range(1, side)]
    turn = [(math.cos(2 * math.pi * j / side), -math.sin(2 * math.pi * j / side)) for j in range(side)]
    lines = ["v 0 1 0", *(f"v {r * x} {y} {r * z}" for r, y in ring for x, z in turn), "v 0 -1 0"]
    last = len(lines)

    def at(i, j):
        return 2 + (i - 1) * side + j % side

    for j in range(side):
        lines += [f"f 1 {at(1, j)} {at(1, j + 1)}", f"f {last} {at(side - 1, j + 1)} {at(side - 1, j)}"]
        for i in range(1, side - 1):
            lines += [f"f {at(i, j)} {at(i + 1, j)} {at(i, j + 1)}", f"f {at(i, j + 1)} {at(i + 1, j)} {at(i + 1, j + 1)}"]
    folder.write("a.obj", "\n".join(lines))
    mesh = {"mesh": {"file": "a.obj"}}
    objects = [{"name": f"m{i}", "shape": mesh, "scale": [1 + i / 100] * 3} for i in range(folder.many(300))]
    folder.scene(objects=objects)
    return REPORT


def many_groups(folder):
    lines = [f"o part{i}\nv {i} 0 0\nv {i} 1 0\nv {i} 0 1\nf -3 -2 -1" for i in range(folder.many(60_000))]
    folder.write("a.obj", "\n".join(lines))
    folder.scene(models=[{"name": "level", "file": "a.obj"}])
    return REPORT


def stl_triangles(folder):
    """Each corner is another vertex."""
    count = folder.many(400_000)
    triangles = (struct.pack("<12fH", 0, 0, 1, i, 0, 0, i, 1, 0, i, 0, 1, 0) for i in range(count))
    folder.write("a.stl", bytes(80) + struct.pack("<I", count) + b"".join(triangles))
    folder.scene(models=[{"name": "level", "file": "a.stl"}])
    return REPORT


def facet(i):
    return f"facet normal 0 0 1 outer loop vertex {i} 0 0 vertex {i} 1 0 vertex {i} 0 1 endloop endfacet "


def stl_solids(folder):
    folder.write("a.stl", "".join(f"solid part{i}\n{facet(i)}\nendsolid\n" for i in range(folder.many(60_000))))
    folder.scene(models=[{"name": "level", "file": "a.stl"}])
    return REPORT


def stl_line(folder):
    """All facets in one line, with numbers that are not finite, and without an end."""
    one = "facet normal 0 0 1 outer loop vertex nan {0} 0 vertex {0} 1 0 vertex {0} 0 1 endloop endfacet "
    facets = "".join(one.format(i) for i in range(folder.many(200_000)))
    folder.write("a.stl", "solid\n" + facets)
    folder.scene(models=[{"name": "level", "file": "a.stl"}])
    return REPORT


def stl_name(folder):
    folder.write("a.stl", "solid " + "n" * folder.many(40 * MIB) + "\n" + facet(0))
    folder.scene(models=[{"name": "level", "file": "a.stl"}])
    return REPORT


def ply_header(vertices, faces, encoding="ascii"):
    axes = "".join(f"property char {axis}\n" for axis in "xyz")
    corners = "property list int int vertex_indices\n"
    return f"ply\nformat {encoding} 1.0\nelement vertex {vertices}\n{axes}element face {faces}\n{corners}end_header\n"


def ply_faces(folder):
    count = folder.many(600_000)
    rows = struct.pack("<4i", 3, 0, 1, 2) * count
    folder.write("a.ply", ply_header(3, count, "binary_little_endian").encode() + bytes([0, 0, 0, 1, 0, 0, 0, 1, 0]) + rows)
    folder.scene(models=[{"name": "level", "file": "a.ply"}])
    return REPORT


def ply_polygon(folder):
    count = folder.many(1_500_000)
    rows = "".join(f"{i % 100} {i % 9} {i % 7}\n" for i in range(count))
    folder.write("a.ply", ply_header(count, 1) + rows + f"{count} " + " ".join(str(i) for i in range(count)) + "\n")
    folder.scene(models=[{"name": "level", "file": "a.ply"}])
    return REPORT


def ply_vertices(folder):
    """Vertices of 3 bytes, which take 12, and properties of a long header."""
    count = folder.many(8_000_000)
    others = "element x 0\n" + "".join(f"property uchar p{i}\n" for i in range(20_000))
    header = ply_header(count, 1, "binary_big_endian").replace("element face", others + "element face")
    folder.write("a.ply", header.encode() + bytes(3 * count) + struct.pack(">4i", 3, 0, 1, 2))
    folder.scene(models=[{"name": "level", "file": "a.ply"}])
    return REPORT


def map_braces(folder):
    """Brushes without planes."""
    folder.write("a.map", "{\n" + "{\n}\n" * folder.many(2_000_000) + "}\n")
    folder.scene(models=[{"name": "level", "file": "a.map"}])
    return REPORT


def map_brushes(folder):
    plane = "( {0} 0 0 ) ( {0} 1 0 ) ( {0} 0 1 ) a 0 0 0 1 1\n( 8 0 {0} ) ( 9 0 {0} ) ( 8 1 {0} ) b 0 0 0 1 1\n"
    brushes = "".join("{\n" + plane.format(i) * 60 + "}\n" for i in range(folder.many(5_000)))
    folder.write("a.map", "{\n" + brushes + "}\n")
    folder.scene(models=[{"name": "level", "file": "a.map"}])
    return REPORT


def bsp(lumps):
    """A compiled map in BSP2: the contents of some of its 15 lumps."""
    contents = [lumps.get(number, b"") for number in range(15)]
    table, at = b"BSP2", 4 + 8 * 15
    for lump in contents:
        table += struct.pack("<2I", at, len(lump))
        at += len(lump)
    return table + b"".join(contents)


def bsp_face(corners):
    return struct.pack("<5I4si", 0, 0, 0, corners, 0, bytes(4), -1)


def bsp_model(faces):
    return struct.pack("<9f5i2I", *[0.0] * 9, *[0] * 5, 0, faces)


def bsp_corners(folder):
    """Many faces of the same corners."""
    faces, corners = folder.many(100_000), 1000
    ring = [(math.cos(math.tau * i / corners), math.sin(math.tau * i / corners), 0) for i in range(corners)]
    edges = b"".join(struct.pack("<2I", i, (i + 1) % corners) for i in range(corners))
    lumps = {
        3: b"".join(struct.pack("<3f", *corner) for corner in ring),
        7: bsp_face(corners) * faces,
        12: edges,
        13: b"".join(struct.pack("<i", i) for i in range(corners)),
        14: bsp_model(faces),
    }
    folder.write("a.bsp", bsp(lumps))
    folder.scene(models=[{"name": "level", "file": "a.bsp"}])
    return REPORT


def bsp_models(folder):
    """Many models of the same faces, which have no corner."""
    faces = folder.many(200_000)
    folder.write("a.bsp", bsp({7: bsp_face(0) * faces, 14: bsp_model(faces) * folder.many(240)}))
    folder.scene(models=[{"name": "level", "file": "a.bsp"}])
    return REPORT


def bsp_entities(folder):
    """Many entities with the same model."""
    entity = '{ "classname" "door" "model" "*1" "origin" "1 2 3" }\n'
    text = '{ "classname" "world" }\n' + entity * folder.many(20_000)
    corners = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    edges = struct.pack("<6I", 0, 1, 1, 2, 2, 0)
    lumps = {0: text.encode(), 3: corners, 7: bsp_face(3), 12: edges, 13: struct.pack("<3i", 0, 1, 2), 14: bsp_model(1) * 2}
    folder.write("a.bsp", bsp(lumps))
    folder.scene(models=[{"name": "level", "file": "a.bsp"}])
    return REPORT


def large_accessor(folder):
    count = folder.many(3_000_000)
    view = {"buffer": 0, "byteLength": 36}
    accessor = {"componentType": 5126, "count": count, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}
    document = {
        "bufferViews": [view],
        "accessors": [accessor],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
    }
    folder.write("a.glb", glb(document, bytes(36)))
    folder.scene(models=[{"name": "level", "file": "a.glb"}])
    return REPORT


def many_nodes(folder):
    count = folder.many(200_000)
    corners = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    accessor = {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}
    document = {
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [accessor],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}] * count,
        "scenes": [{"nodes": list(range(count))}],
    }
    folder.write("a.glb", glb(document, corners))
    folder.scene(models=[{"name": "level", "file": "a.glb"}])
    return REPORT


def profile_image(folder):
    bomb = b"iCCP", b"bomb\0\0" + zeros(folder.many(1024 * MIB))
    folder.write("a.png", png(2, 8, 2, [bomb]))
    folder.scene(images=[{"name": "leaf", "file": "a.png", "divisions": [1, 1]}])
    return REPORT


def deep_image(folder):
    folder.write("a.png", png(folder.many(6000), 16))
    folder.scene(images=[{"name": "leaf", "file": "a.png", "divisions": [1, 1]}])
    return REPORT


def many_cameras(folder):
    folder.scene(cameras=[{"name": f"c{i}"} for i in range(folder.many(30_000))], objects=[BALL])
    return [*REPORT, "--brief"]


def many_ray_names(folder):
    rays = [{"name": f"r{i}", "origin": [0, 0, 9], "direction": [0, 0, -1]} for i in range(folder.many(50_000))]
    folder.scene(rays=rays, objects=[BALL])
    return REPORT


def cameras_in_window(folder):
    folder.scene(cameras=[{"name": f"c{i}"} for i in range(folder.many(3_000))], objects=balls(folder.many(200)))
    return ["render", "a.json", "-o", "a.png", "--size", "640x480", "--ui"]


def missing_sessions(folder):
    folder.scene(sessions=[{"name": f"s{i}", "file": f"{i}.txt"} for i in range(folder.many(100_000))])
    return REPORT


def missing_sessions_that_fit(folder):
    folder.scene(sessions=[{"name": f"s{i}", "file": f"{i}.txt"} for i in range(folder.many(15_000))])
    return REPORT


def missing_trees_that_fit(folder):
    folder.scene(agents=[{"name": f"a{i}", "tree": {"file": f"{i}.xml"}} for i in range(folder.many(15_000))])
    return REPORT


def missing_models_that_fit(folder):
    folder.scene(models=[{"name": f"m{i}", "file": f"{i}.glb"} for i in range(folder.many(15_000))])
    return REPORT


def missing_images(folder):
    folder.scene(images=[{"name": f"s{i}", "file": f"{i}.png"} for i in range(folder.many(100_000))])
    return REPORT


def missing_meshes(folder):
    folder.scene(objects=[{"name": f"o{i}", "shape": {"mesh": {"file": f"{i}.obj"}}} for i in range(folder.many(100_000))])
    return REPORT


def missing_trees(folder):
    folder.scene(agents=[{"name": f"a{i}", "tree": {"file": f"{i}.xml"}} for i in range(folder.many(100_000))])
    return REPORT


def missing_models(folder):
    folder.scene(models=[{"name": f"m{i}", "file": f"{i}.glb"} for i in range(folder.many(100_000))])
    return REPORT


# Recordings.


def many_rows(folder):
    folder.session("walk.txt", "".join(f"{i} 0 0 0 0 0 0 1\n" for i in range(folder.many(2_000_000))))
    return REPORT


def rows_that_fit(folder):
    folder.session("walk.txt", "".join(f"{i} 0 0 0 0 0 0 1\n" for i in range(folder.many(500_000))))
    return REPORT


def late_rows(folder):
    folder.session("walk.txt", "1 0 0 0 0 0 0 1\n" * folder.many(1_500_000))
    return REPORT


def kitti_rows(folder):
    folder.session("walk.txt", "1 0 0 0 0 1 0 0 0 0 1 0\n" * folder.many(1_500_000))
    return REPORT


def euroc_rows(folder):
    rows = "".join(f"{i}000000000,0,0,0,1,0,0,0\n" for i in range(1, folder.many(1_000_000) + 1))
    folder.session("data.csv", "#timestamp,p_x,p_y,p_z,q_w,q_x,q_y,q_z\n" + rows)
    return REPORT


def empty_lists(folder):
    matrix = '{"transform_matrix": [' + ",".join(["[]"] * folder.many(8_000_000)) + "]}"
    folder.session("transforms.json", '{"frames": [' + matrix + "]}")
    return REPORT


def empty_frames(folder):
    frames = ",".join(['{"transform_matrix":[]}'] * folder.many(1_000_000))
    folder.session("transforms.json", '{"frames": [' + frames + "]}")
    return REPORT


def many_matrices(folder):
    frame = '{"transform_matrix":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}'
    folder.session("transforms.json", '{"frames": [' + ",".join([frame] * folder.many(400_000)) + "]}")
    return REPORT


def other_keys(folder):
    """Keys that a format does not use."""
    others = ",".join(f'"k{i}": [{{}}]' for i in range(folder.many(1_500_000)))
    frame = '{"transform_matrix":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}'
    folder.session("transforms.json", "{" + others + f', "frames": [{frame}]}}')
    return REPORT


def record3d(folder):
    poses = ",".join(["[0,0,0,1,0,0,0]"] * folder.many(1_500_000))
    folder.session("metadata.json", '{"w": 4, "h": 3, "fps": 30, "poses": [' + poses + "]}", format="record3d")
    return REPORT


def record3d_lists(folder):
    poses = ",".join(["[]"] * folder.many(8_000_000))
    folder.session("metadata.json", '{"w": 4, "h": 3, "fps": 30, "poses": [' + poses + "]}", format="record3d")
    return REPORT


def colmap(folder):
    folder.write("cameras.txt", "1 PINHOLE 640 480 500 500 320 240\n")
    rows = "".join(f"{i} 1 0 0 0 {i} 0 0 1 {i}.png\n\n" for i in range(1, folder.many(500_000) + 1))
    folder.session("images.txt", rows)
    return REPORT


def colmap_cameras(folder):
    folder.write("cameras.txt", "".join(f"{i} PINHOLE 640 480 500 500 320 240\n" for i in range(folder.many(700_000))))
    folder.session("images.txt", "1 1 0 0 0 0 0 0 1 a.png\n\n")
    return REPORT


def many_points(folder):
    folder.walk({"points": [[i % 100, i % 7, i % 11] for i in range(folder.many(1_500_000))]})
    folder.phone(taps=taps(1))
    return REPORT


def anchor_polygon(folder):
    boundary = [[(i % 1000) / 100, (i // 1000) / 100] for i in range(folder.many(300_000))]
    folder.walk({"add": [{"id": "floor", "center": [0, 0, 0], "polygon": boundary}]})
    folder.phone(taps=taps(50))
    return REPORT


def anchor_updates(folder):
    boundary = [[(i % 100) / 100, (i // 100) / 100] for i in range(10_000)]
    update = {"update": [{"id": "floor", "extent": [1, 1]}] * folder.many(5000)}
    folder.walk({"add": [{"id": "floor", "center": [0, 0, 0], "polygon": boundary}]}, [update])
    folder.phone()
    return REPORT


def many_anchors(folder):
    folder.walk(anchors(folder.many(200_000)))
    folder.phone()
    return REPORT


def unknown_anchors(folder):
    folder.walk({"remove": [f"a{i}" for i in range(folder.many(800_000))]})
    folder.phone()
    return REPORT


def jumping_rows(folder):
    rows = "".join(f"{i} {i % 2 * 999} 0 0 0 0 0 1\n" for i in range(folder.many(400_000)))
    folder.session("walk.txt", rows)
    return REPORT


# Other commands.


def large_diff(folder):
    report = '{"eyeline_report": 1, "tick": 0, "x": [' + ",".join(["[]"] * folder.many(4_000_000)) + "]}"
    folder.write("a.json", report)
    folder.write("b.json", report.replace("[],[]", "[],{}", 1))
    return ["diff", "a.json", "b.json"]


def many_differences(folder):
    for name, y in (("a.json", 0), ("b.json", 0.5)):
        objects = [{**BALL, "name": f"b{i}", "position": [i % 100, y, i // 100]} for i in range(folder.many(2000))]
        cameras = [{"name": f"c{i}", "position": [0, 0, 9]} for i in range(40)]
        folder.scene(name, objects=objects, cameras=cameras)
    return ["diff", "a.json", "b.json"]


def many_differences_as_json(folder):
    return [*many_differences(folder), "--json"]


def imported(folder):
    many_groups(folder)
    return ["import", "a.obj", "-o", "made.json"]


def level_alone(folder):
    polygon(folder)
    return ["report", "a.obj", "-o", "out.json"]


def generated(folder):
    return ["generate", "-o", "made.json", "--objects", str(folder.many(500_000))]


def attacks_of(functions):
    """The functions of this file that make an input in a folder."""
    return [one for one in functions if getattr(one, "__code__", None) and one.__code__.co_varnames[:1] == ("folder",)]


ATTACKS = attacks_of(list(globals().values()))


def peak_of(pid):
    """The peak memory of a process in MiB; 0 when it has ended."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    lines = (line for line in text.splitlines() if line.startswith("VmHWM:"))
    return next((int(line.split()[1]) // 1024 for line in lines), 0)


def run(program, attack, size):
    """The peak, exit code, seconds and messages of an attack. One that takes too long is killed, and its code is None."""
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(name, size)
        args = attack(folder)
        memory = [] if args[0] == "generate" else ["--memory", f"{BUDGET}MiB"]
        with open(folder.path / "out.log", "wb") as out, open(folder.path / "err.log", "wb") as err:
            began = time.monotonic()
            child = subprocess.Popen(
                [program, *args, *memory], cwd=name, stdin=subprocess.DEVNULL, stdout=out, stderr=err
            )
            peak = 0
            while child.poll() is None:
                peak = max(peak, peak_of(child.pid))
                if time.monotonic() - began > MOST_SECONDS or peak > 4096:
                    child.kill()
                    child.wait()
                    return peak, None, time.monotonic() - began, ""
                time.sleep(0.001)
        with open(folder.path / "err.log", "rb") as err:
            said = err.read(1 << 16).decode(errors="replace")
        return peak, child.returncode, time.monotonic() - began, said


def main():
    arguments = sys.argv[1:]
    program = str(pathlib.Path(os.environ.get("EYELINE", ROOT / "target/debug/eyeline")).resolve())
    seconds = float(arguments[0]) if arguments else 20
    seed = int(arguments[1]) if len(arguments) > 1 else random.randrange(1 << 32)
    print(f"seed {seed}")
    source = random.Random(seed)
    attacks = [attack for attack in ATTACKS if not arguments[2:] or attack.__name__ in arguments[2:]]
    if seconds > 0:
        source.shuffle(attacks)
    began, count, broken = time.monotonic(), 0, 0
    while seconds == 0 and count < len(attacks) or time.monotonic() - began < seconds:
        attack = attacks[count % len(attacks)]
        size = 1 if seconds == 0 else source.uniform(0.2, 1)
        peak, code, took, said = run(program, attack, size)
        is_right = code in (0, 1, 2) and peak < BUDGET + BESIDES
        first = said.strip().splitlines()[0][:110] if said.strip() else ""
        mark = "ok" if is_right else "BROKEN"
        print(f"{mark:6} {attack.__name__:24} x{size:.2f} {peak:5} MiB  exit {code}  {took:5.1f} s  {first}", flush=True)
        count, broken = count + 1, broken + (not is_right)
    print(f"{count} runs at a budget of {BUDGET} MiB: {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
