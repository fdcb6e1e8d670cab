# Answers of PyBullet for `eyeline hunt`.
# Set it up in this folder with
#     python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
# It answers ray-box, ray-sphere, ray-cylinder, ray-capsule and ray-triangle:
#     eyeline hunt ray-capsule --ask ".venv/bin/python answerer.py"
# PyBullet is Bullet in double precision, so the f32 values of a case enter it unchanged. rayTest asks a world with one body.
import sys
from importlib.metadata import version
from math import dist, hypot
from pathlib import Path

import pybullet

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from local import LocalRay
from wire import serve

pybullet.connect(pybullet.DIRECT)


def first_hit(shape, start, direction, end, world_normal):
    """A ray of PyBullet is a segment. `end` is the t of its end, and the fraction of the hit is a part of it."""
    body = pybullet.createMultiBody(0, shape)
    last = [start[i] + end * direction[i] for i in range(3)]
    found, _, fraction, _, normal = pybullet.rayTest(start, last)[0]
    pybullet.removeBody(body)
    return {"hit": False} if found < 0 else {"hit": True, "t": fraction * end, "normal": world_normal(normal)}


def solid(make):
    """Bodies have no scale, so the ray goes to local space. Its axes get another order: that of a cylinder is y in a case and z in
    PyBullet."""

    def answer(case):
        ray = LocalRay(case)
        shape, reach = make(next(iter(case["shape"].values())))
        (x, y, z), (dx, dy, dz) = ray.origin, ray.direction
        return first_hit(shape, [z, x, y], [dz, dx, dy], ray.end(reach), lambda n: ray.world_normal([n[1], n[2], n[0]]))

    # The documentation does not say what a ray from the inside hits: it is asked as of a solid body.
    return {"normals": True}, answer


def box(shape):
    x, y, z = shape["half_extents"]
    return pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[z, x, y]), hypot(x, y, z)


def sphere(shape):
    radius = shape["radius"]
    return pybullet.createCollisionShape(pybullet.GEOM_SPHERE, radius=radius), radius


def cylinder(shape):
    radius, half = shape["radius"], shape["half_height"]
    return pybullet.createCollisionShape(pybullet.GEOM_CYLINDER, radius=radius, height=2 * half), hypot(radius, half)


def capsule(shape):
    radius, half = shape["radius"], shape["half_height"]
    return pybullet.createCollisionShape(pybullet.GEOM_CAPSULE, radius=radius, height=2 * half), radius + half


def ray_triangle(case):
    """A mesh of one triangle. It is not made convex, which would give it a margin."""
    corners = [case["a"], case["b"], case["c"]]
    shape = pybullet.createCollisionShape(
        pybullet.GEOM_MESH, vertices=corners, indices=[0, 1, 2], flags=pybullet.GEOM_FORCE_CONCAVE_TRIMESH
    )
    far = max(dist(corner, case["origin"]) for corner in corners)
    return first_hit(shape, case["origin"], case["direction"], 2 * far / hypot(*case["direction"]), list)


serve({"name": "PyBullet", "version": version("pybullet")}, {
    "ray-box": solid(box),
    "ray-sphere": solid(sphere),
    "ray-cylinder": solid(cylinder),
    "ray-capsule": solid(capsule),
    "ray-triangle": ({"normals": True}, ray_triangle),
})
