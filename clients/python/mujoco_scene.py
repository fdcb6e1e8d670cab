"""Bodies of MuJoCo that fall for three seconds. Contacts and rays are told to eyeline.

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
    .venv/bin/python mujoco_scene.py                 sends them to `eyeline live`, as fast as they pass
    .venv/bin/python mujoco_scene.py --file PATH     writes them into a trace

MuJoCo has +Z up and the axis of a cylinder along Z, eyeline has +Y for both. (x, y, z) of MuJoCo is (x, z, -y) here, in the world
and in the local space of each geom.
"""

import argparse
import random
import time

import mujoco
import numpy as np

from eyeline_client import connect, to_file

SECONDS = 3
TICK_RATE = 60
STEPS = 8  # of MuJoCo in a tick
BODIES = 60
RAYS = 25

GEOM = mujoco.mjtGeom


def model():
    numbers = random.Random(1)
    bodies = []
    for i in range(BODIES):
        kind = ("box", "sphere", "capsule", "cylinder")[i % 4]
        a, b, c = (numbers.uniform(0.1, 0.3) for _ in range(3))
        size = {"box": f"{a} {b} {c}", "sphere": f"{a}", "capsule": f"{a} {b}", "cylinder": f"{a} {b}"}[kind]
        at = f"{numbers.uniform(-1.5, 1.5)} {numbers.uniform(-1.5, 1.5)} {1 + 0.15 * i}"
        turn = " ".join(str(numbers.uniform(-180, 180)) for _ in range(3))
        bodies.append(
            f'<body pos="{at}" euler="{turn}"><freejoint/><geom name="{kind} {i}" type="{kind}" size="{size}"/></body>'
        )
    walls = [
        f'<geom name="wall {i}" type="box" size="{size}" pos="{at}"/>'
        for i, (size, at) in enumerate(
            [("0.1 2 0.5", "2 0 0.5"), ("0.1 2 0.5", "-2 0 0.5"), ("2 0.1 0.5", "0 2 0.5"), ("2 0.1 0.5", "0 -2 0.5")]
        )
    ]
    # A plane of MuJoCo has no end, and eyeline has no such shape: the floor is a box.
    return mujoco.MjModel.from_xml_string(f"""
        <mujoco>
          <option timestep="{1 / TICK_RATE / STEPS}"/>
          <worldbody>
            <geom name="floor" type="box" size="4 4 0.5" pos="0 0 -0.5"/>
            {"".join(walls)}
            {"".join(bodies)}
          </worldbody>
        </mujoco>""")


def point(v):
    x, y, z = v
    return [x, z, -y]


def rotation(matrix):
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, matrix)
    w, x, y, z = quaternion.tolist()
    return [x, z, -y, w]


def shape(kind, size):
    a, b, c = size
    if kind == GEOM.mjGEOM_BOX:
        return {"box": {"half_extents": [a, c, b]}}
    if kind == GEOM.mjGEOM_SPHERE:
        return {"sphere": {"radius": a}}
    if kind == GEOM.mjGEOM_CAPSULE:
        return {"capsule": {"radius": a, "half_height": b}}
    if kind == GEOM.mjGEOM_CYLINDER:
        return {"cylinder": {"radius": a, "half_height": b}}
    raise ValueError(f"a geom of type {kind}")


def cast(client, scene, data, names, origin, direction):
    """The direction of a ray of MuJoCo has any length, and the answer is in units of it."""
    geom, normal = np.zeros(1, dtype=np.int32), np.zeros(3)
    t = mujoco.mj_ray(scene, data, np.array(origin), np.array(direction), None, 1, -1, geom, normal)
    ray = {"origin": point(origin), "direction": point(direction)}
    if t < 0:
        client.said_ray(ray, None)
    else:
        hit = np.array(origin) + t * np.array(direction)
        client.said_ray(ray, names[geom[0]], t=t, point=point(hit), normal=point(normal))


def run(client, in_real_time):
    scene = model()
    data = mujoco.MjData(scene)
    names = [scene.geom(i).name for i in range(scene.ngeom)]
    client.camera("camera", position=[4, 4, 6], look_at=[0, 1, 0], projection={"perspective": {"fov_y": 45}})
    for i, name in enumerate(names):
        client.object(name, shape(scene.geom_type[i], scene.geom_size[i].tolist()))

    start = time.monotonic()
    for _ in range(SECONDS * TICK_RATE):
        # A step moves the bodies last. This brings the geoms and contacts to the same time.
        mujoco.mj_forward(scene, data)
        for i, name in enumerate(names):
            client.pose(name, point(data.geom_xpos[i].tolist()), rotation(data.geom_xmat[i]))
        touching = dict.fromkeys(map(tuple, data.contact.geom.tolist()))  # a pair has a contact for each point
        client.said_pairs([(names[a], names[b]) for a, b in touching])
        for i in range(RAYS):
            x, y = i % 5 - 2.0, i // 5 - 2.0
            if i % 2 == 0:
                cast(client, scene, data, names, [0.7 * x, 0.7 * y, 12.0], [0.1, 0.0, -2.0])
            else:
                cast(client, scene, data, names, [3.0, x, 0.4 * y + 1.2], [-1.0, 0.1 * x, 0.0])
        client.tick(data.time)
        mujoco.mj_step(scene, data, STEPS)
        if in_real_time:
            time.sleep(max(0.0, start + data.time - time.monotonic()))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--file", help="the trace to write")
    path = arguments.parse_args().file
    with to_file("MuJoCo", path, process=False) if path else connect("MuJoCo") as client:
        run(client, in_real_time=path is None)
        connected = client.connected
    print(f"{SECONDS * TICK_RATE} ticks, {client.dropped} lines dropped, {client.refused} entries refused")
    if not connected:
        print("eyeline does not listen: start `eyeline live --headless` first")


main()
