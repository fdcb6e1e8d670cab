// Answers of cannon-es for `eyeline hunt`.
// Set it up in this folder with
//     npm ci
// It answers ray-box, ray-sphere, ray-triangle, box-box and transformed-box:
//     eyeline hunt ray-box --ask "node answerer.mjs"
// The numbers of cannon-es are f64. Its cylinders have flat sides and its triangle meshes are f32.
import { AABB, Body, Box, Ray, RaycastResult, Sphere, Trimesh, Vec3 } from 'cannon-es';
import { serve, versionOf } from '../wire.mjs';
import { endOf, localRay } from '../local.mjs';

const vector = (list) => new Vec3(...list);
const aabb = ({ min, max }) => new AABB({ lowerBound: vector(min), upperBound: vector(max) });

// A ray of cannon-es is a segment. `end` is the t of its end.
function hit(shape, origin, direction, end, worldNormal) {
  const start = vector(origin);
  const ray = new Ray(start, start.addScaledVector(end, vector(direction)));
  ray.mode = Ray.CLOSEST;
  const result = new RaycastResult();
  ray.intersectBody(new Body({ shape }), result);
  if (!result.hasHit) return { hit: false };
  return { hit: true, t: result.distance / Math.hypot(...direction), normal: worldNormal(result.hitNormalWorld.toArray()) };
}

// Bodies of cannon-es have no scale, so the ray goes to local space.
function solid(make) {
  const answer = (item) => {
    const ray = localRay(item);
    return hit(make(Object.values(item.shape)[0]), ray.origin, ray.direction, endOf(ray, item), ray.worldNormal);
  };
  // A ray from the inside hits the far side.
  return { says: { inside: 'hollow', normals: true }, answer };
}

function rayTriangle(item) {
  const shape = new Trimesh([...item.a, ...item.b, ...item.c], [0, 1, 2]);
  const far = Math.max(...[item.a, item.b, item.c].map((corner) => vector(corner).distanceTo(vector(item.origin))));
  const end = (2 * far) / vector(item.direction).length();
  return hit(shape, item.origin, item.direction, end, (normal) => normal);
}

// cannon-es asks for the box of the points of a body under its position and rotation. It has no scale, so the corners are
// mapped by the matrix here and AABB.setFromPoints finds their box.
function transformedBox(item) {
  const m = item.world_from_local;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
    const p = [0, 1, 2].map((axis) => ((i >> axis) & 1 ? item.max : item.min)[axis]);
    return new Vec3(...[0, 1, 2].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]));
  });
  const { lowerBound, upperBound } = new AABB().setFromPoints(corners);
  return { min: lowerBound.toArray(), max: upperBound.toArray() };
}

serve({ name: 'cannon-es', version: await versionOf('cannon-es', import.meta.url) }, {
  'ray-box': solid(({ half_extents }) => new Box(vector(half_extents))),
  'ray-sphere': solid(({ radius }) => new Sphere(radius)),
  'ray-triangle': { says: { normals: true }, answer: rayTriangle },
  'box-box': { answer: (item) => ({ overlap: aabb(item.a).overlaps(aabb(item.b)) }) },
  'transformed-box': { answer: transformedBox },
});
