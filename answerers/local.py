# Rays in the local space of a solid, for engines whose poses have no uneven or mirroring scale.
# The ray goes there by the inverse of the linear map, in f64, so that no rounding of a runner is taken for one of its engine.
# Its direction is not of length 1, and t stays the same.
from math import hypot


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


class LocalRay:
    """The ray of a case in local space."""

    def __init__(self, case):
        m = case["world_from_local"]  # column by column
        x, y, z = m[0:3], m[4:7], m[8:11]
        determinant = dot(x, cross(y, z))
        self._rows = [[value / determinant for value in row] for row in (cross(y, z), cross(z, x), cross(x, y))]
        start = [case["origin"][i] - m[12 + i] for i in range(3)]
        self.origin = [dot(row, start) for row in self._rows]
        self.direction = [dot(row, case["direction"]) for row in self._rows]

    def world_normal(self, n):
        """The world normal of a local one."""
        return [sum(self._rows[axis][i] * n[axis] for axis in range(3)) for i in range(3)]

    def end(self, reach):
        """The t at which the ray has certainly left a solid whose points are within `reach` of the local origin."""
        return (hypot(*self.origin) + 2 * reach) / hypot(*self.direction)
