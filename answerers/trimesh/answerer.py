# Answers of trimesh for `eyeline hunt`.
# Set it up in this folder with
#     python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
# It answers ray-triangle, ray-box and transformed-box:
#     eyeline hunt ray-triangle --ask ".venv/bin/python answerer.py"
# The numbers of trimesh are f64, so the f32 values of a case enter it unchanged.
import sys
from pathlib import Path

import numpy as np
import trimesh
from trimesh.ray.ray_triangle import RayMeshIntersector  # the one without Embree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from wire import serve


def matrix(case):
    return np.array(case["world_from_local"]).reshape(4, 4).T  # a case has it column by column


def first_hit(mesh, case):
    origin, direction = np.array(case["origin"]), np.array(case["direction"])
    # The documentation does not ask for directions of length 1.
    points, _, triangles = RayMeshIntersector(mesh).intersects_location([origin], [direction])
    if len(points) == 0:
        return {"hit": False}
    ts = (points - origin) @ direction / (direction @ direction)
    first = ts.argmin()
    return {"hit": True, "t": ts[first], "normal": mesh.face_normals[triangles[first]].tolist()}


def ray_triangle(case):
    # process=False keeps the corners as they are given.
    return first_hit(trimesh.Trimesh([case["a"], case["b"], case["c"]], [[0, 1, 2]], process=False), case)


def ray_box(case):
    mesh = trimesh.creation.box(extents=2 * np.array(case["shape"]["box"]["half_extents"]))
    return first_hit(mesh.apply_transform(matrix(case)), case)


def transformed_box(case):
    corners = trimesh.bounds.corners([case["min"], case["max"]])
    world = trimesh.transform_points(corners, matrix(case))
    return {"min": world.min(axis=0).tolist(), "max": world.max(axis=0).tolist()}


# A mesh is a surface: a ray from the inside of a box hits the far side.
serve({"name": "trimesh", "version": trimesh.__version__}, {
    "ray-triangle": ({"normals": True}, ray_triangle),
    "ray-box": ({"normals": True, "inside": "hollow"}, ray_box),
    "transformed-box": ({}, transformed_box),
})
