// Rays in the local space of a solid, for engines whose poses have no uneven or mirroring scale.
// The ray goes there by the inverse of the linear map, in f64, so that no rounding of a runner is taken for one of its engine.
// Its direction is not of length 1, and t stays the same.

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** The ray of a case in local space, and the map of local normals to world space. */
export function localRay(item) {
  const m = item.world_from_local; // column by column
  const [x, y, z] = [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)];
  const determinant = dot(x, cross(y, z));
  const rows = [cross(y, z), cross(z, x), cross(x, y)].map((row) => row.map((value) => value / determinant));
  const start = item.origin.map((value, i) => value - m[12 + i]);
  return {
    origin: rows.map((row) => dot(row, start)),
    direction: rows.map((row) => dot(row, item.direction)),
    worldNormal: (n) => [0, 1, 2].map((i) => rows[0][i] * n[0] + rows[1][i] * n[1] + rows[2][i] * n[2]),
  };
}

/** The t at which a local ray has certainly left a solid: the end of the segment for engines that cast segments. */
export function endOf({ origin, direction }, item) {
  const sizes = Object.values(Object.values(item.shape)[0]).flat();
  const reach = sizes.reduce((sum, size) => sum + size, 0); // more than the distance of any point from the local origin
  return (Math.hypot(...origin) + 2 * reach) / Math.hypot(...direction);
}
