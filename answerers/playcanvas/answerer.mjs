// Answers of PlayCanvas for `eyeline hunt`.
// Set it up in this folder with
//     npm ci
// It answers frustum-box, frustum-sphere, ray-box, ray-sphere, ray-triangle, box-box and transformed-box:
//     eyeline hunt ray-sphere --ask "node answerer.mjs"
// Vectors of PlayCanvas are f64, its matrices and the planes of its Frustum f32.
import { BoundingBox, BoundingSphere, Frustum, Mat4, OrientedBox, Ray, Tri, Vec3, version } from 'playcanvas';
import { serve } from '../wire.mjs';
import { localRay } from '../local.mjs';

const vector = (list) => new Vec3(...list);
const numbers = ({ x, y, z }) => [x, y, z];
const matrix = (list) => new Mat4().set(list); // column by column, as in a case

function box({ min, max }) {
  const result = new BoundingBox();
  result.setMinMax(vector(min), vector(max));
  return result;
}

// The projections of PlayCanvas have the depth -1..1, and setFromMat4 takes the near and far planes of it. For the other depths
// one of these planes is further out, which is conservative. There the runner answers only visible or culled.
function frustum(item) {
  const result = new Frustum();
  result.setFromMat4(matrix(item.clip_from_world));
  return result;
}

const frustumBox = (item) => ({ verdict: frustum(item).containsAabb(box(item)) ? 'visible' : 'culled' });

function frustumSphere(item) {
  const found = frustum(item).containsSphere(new BoundingSphere(vector(item.center), item.radius));
  const words = item.depth === '-1..1' ? ['outside', 'intersect', 'inside'] : ['culled', 'visible', 'visible'];
  return { verdict: words[found] };
}

// intersectsRay asks for directions of length 1. It tells the point, and t is its distance divided by the length.
function hit(body, origin, direction) {
  const [start, point] = [vector(origin), new Vec3()];
  if (!body.intersectsRay(new Ray(start, vector(direction).normalize()), point)) return { hit: false };
  return { hit: true, t: point.distance(start) / vector(direction).length() };
}

// An OrientedBox assumes a scale of one in its matrix, so the scale goes into the half extents. Columns of length 1 up to
// rounding stay as they are.
function rayBox(item) {
  const m = item.world_from_local.slice();
  const half = item.shape.box.half_extents.slice();
  for (const axis of [0, 1, 2]) {
    const length = Math.hypot(m[4 * axis], m[4 * axis + 1], m[4 * axis + 2]);
    if (Math.abs(length - 1) < 1e-6) continue;
    half[axis] *= length;
    for (const row of [0, 1, 2]) m[4 * axis + row] /= length;
  }
  return hit(new OrientedBox(matrix(m), vector(half)), item.origin, item.direction);
}

// A BoundingSphere has no uneven scale, so the ray goes to local space.
function raySphere(item) {
  const { origin, direction } = localRay(item);
  return hit(new BoundingSphere(new Vec3(), item.shape.sphere.radius), origin, direction);
}

const rayTriangle = (item) => hit(new Tri(vector(item.a), vector(item.b), vector(item.c)), item.origin, item.direction);

function transformedBox(item) {
  const world = new BoundingBox();
  world.setFromTransformedAabb(box(item), matrix(item.world_from_local));
  return { min: numbers(world.getMin()), max: numbers(world.getMax()) };
}

// The documentation calls the tests of Frustum conservative, and does not tell what intersectsRay does from the inside: a box
// is asked as a solid body. A sphere is asked as a hollow one, because its t from the inside is above 0.
serve({ name: 'PlayCanvas', version }, {
  'frustum-box': { says: { conservative: true }, answer: frustumBox },
  'frustum-sphere': { says: { conservative: true }, answer: frustumSphere },
  'ray-box': { answer: rayBox },
  'ray-sphere': { says: { inside: 'hollow' }, answer: raySphere },
  'ray-triangle': { answer: rayTriangle },
  'box-box': { answer: (item) => ({ overlap: box(item.a).intersects(box(item.b)) }) },
  'transformed-box': { answer: transformedBox },
});
