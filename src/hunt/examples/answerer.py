# An example answerer for `eyeline hunt`, for Python 3 without packages.
# It answers the questions ray-sphere and frustum-box. Run it with
#     eyeline hunt ray-sphere --ask "python3 answerer.py"
#     eyeline hunt frustum-box --ask "python3 answerer.py"
# To test your engine, put a call to it in place of ray_sphere or frustum_box.
# The numbers of a case are f32 values: array("f", ...) reads them as f32. The sums here are f64.
import json, math, sys
from array import array


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def ray_sphere(case):
    m = array("f", case["world_from_local"])  # column by column
    x, y, z = m[0:3], m[4:7], m[8:11]
    inverse = [cross(y, z), cross(z, x), cross(x, y)]  # rows, each to be divided by the determinant
    determinant = dot(x, inverse[0])
    if determinant == 0:
        return {"hit": False}  # the matrix has no inverse
    start = [a - b for a, b in zip(array("f", case["origin"]), m[12:15])]
    origin = [dot(row, start) / determinant for row in inverse]
    direction = [dot(row, array("f", case["direction"])) / determinant for row in inverse]
    radius = array("f", [case["shape"]["sphere"]["radius"]])[0]
    if dot(origin, origin) <= radius * radius:
        return {"hit": True, "t": 0}  # the sphere is solid
    length2 = dot(direction, direction)
    if length2 == 0:
        return {"hit": False}
    middle = -dot(origin, direction) / length2  # where the ray is closest to the center
    closest = [o + middle * d for o, d in zip(origin, direction)]
    rest = radius * radius - dot(closest, closest)
    if middle < 0 or rest < 0:
        return {"hit": False}
    return {"hit": True, "t": max(0, middle - math.sqrt(rest / length2))}


def frustum_box(case):
    m, low, high = (array("f", case[key]) for key in ("clip_from_world", "min", "max"))
    row1, row2, row3, row4 = m[0::4], m[1::4], m[2::4], m[3::4]
    plus = lambda a, b: [p + q for p, q in zip(a, b)]
    minus = lambda a, b: [p - q for p, q in zip(a, b)]
    depth = {
        "-1..1": [plus(row4, row3), minus(row4, row3)],
        "0..1": [row3, minus(row4, row3)],
        "reversed": [minus(row4, row3), row3],
    }[case["depth"]]
    for plane in [plus(row4, row1), minus(row4, row1), plus(row4, row2), minus(row4, row2)] + depth:
        # The corner furthest along the normal. When it is behind the plane, the whole box is.
        corner = [high[i] if plane[i] > 0 else low[i] for i in range(3)]
        if dot(plane, corner) + plane[3] < 0:
            return {"verdict": "culled"}
    return {"verdict": "visible"}


answers = {"ray-sphere": ray_sphere, "frustum-box": frustum_box}
question = json.loads(sys.stdin.readline() or "{}").get("question")
if question not in answers:
    sys.exit(f"this example answers ray-sphere and frustum-box; add a function to it for {question}")
# The plane test keeps some boxes that are outside, so the hello says "conservative".
hello = {"name": "example in Python", "version": "1", "conservative": question == "frustum-box", "inside": "solid"}
print(json.dumps(hello), flush=True)
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], **answers[question](case)}), flush=True)
