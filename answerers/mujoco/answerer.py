# Answers of MuJoCo for `eyeline hunt`.
# Set it up in this folder with
#     python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
# It answers ray-box, ray-sphere, ray-cylinder, ray-capsule and ray-triangle:
#     eyeline hunt ray-capsule --ask ".venv/bin/python answerer.py"
# The numbers of MuJoCo are f64, so the f32 values of a case enter it unchanged.
import sys
from pathlib import Path

import mujoco
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from local import LocalRay
from wire import serve

BOX, SPHERE = mujoco.mjtGeom.mjGEOM_BOX, mujoco.mjtGeom.mjGEOM_SPHERE
CYLINDER, CAPSULE = mujoco.mjtGeom.mjGEOM_CYLINDER, mujoco.mjtGeom.mjGEOM_CAPSULE
AT_ORIGIN, UNTURNED = np.zeros(3), np.eye(3).reshape(9)
FACE = np.array([[0, 1, 2]], dtype=np.int32)


def axis_to_z(v):
    """The axes in another order: that of a cylinder is y in a case and z in MuJoCo."""
    return np.array([v[2], v[0], v[1]])


def solid(kind, sizes):
    """Geoms have no scale, so the ray goes to local space. A distance of mju_rayGeom is x of pnt + x * vec, of any length of vec."""

    def answer(case):
        ray = LocalRay(case)
        normal = np.zeros(3)
        size = sizes(next(iter(case["shape"].values())))
        x = mujoco.mju_rayGeom(
            AT_ORIGIN, UNTURNED, np.array(size), axis_to_z(ray.origin), axis_to_z(ray.direction), kind, normal
        )
        if x < 0:
            return {"hit": False}
        z, x_axis, y = normal.tolist()
        return {"hit": True, "t": x, "normal": ray.world_normal([x_axis, y, z])}

    # The documentation calls the answer the distance to the nearest surface: a ray from the inside hits the far side.
    return {"inside": "hollow", "normals": True}, answer


def ray_triangle(case):
    """A skin of one triangle. Its corners are f32."""
    corners = np.array([case["a"], case["b"], case["c"]], dtype=np.float32)
    x = mujoco.mju_raySkin(1, 3, FACE, corners, np.array(case["origin"]), np.array(case["direction"]), None)
    return {"hit": False} if x < 0 else {"hit": True, "t": x}


def box_size(shape):
    x, y, z = shape["half_extents"]
    return [z, x, y]


serve({"name": "MuJoCo", "version": mujoco.__version__}, {
    "ray-box": solid(BOX, box_size),
    "ray-sphere": solid(SPHERE, lambda shape: [shape["radius"], 0, 0]),
    "ray-cylinder": solid(CYLINDER, lambda shape: [shape["radius"], shape["half_height"], 0]),
    "ray-capsule": solid(CAPSULE, lambda shape: [shape["radius"], shape["half_height"], 0]),
    "ray-triangle": ({}, ray_triangle),
})
