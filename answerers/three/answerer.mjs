// Answers of three.js for `eyeline hunt`.
// Set it up in this folder with
//     npm ci
// It answers frustum-box, frustum-sphere, ray-box, ray-sphere, ray-triangle, box-box and transformed-box:
//     eyeline hunt ray-box --ask "node answerer.mjs"
// The numbers of three.js are f64, so the f32 values of a case enter it unchanged.
import {
  Box3, Frustum, Matrix4, Ray, REVISION, Sphere, Triangle, Vector3, WebGLCoordinateSystem, WebGPUCoordinateSystem,
} from 'three';
import { serve } from '../wire.mjs';

const vector = (list) => new Vector3().fromArray(list);
const matrix = (list) => new Matrix4().fromArray(list); // column by column, as in a case
const box = ({ min, max }) => new Box3(vector(min), vector(max));

function frustum(item) {
  // A reversed depth is 0..1 with near at 1; setFromProjectionMatrix then ignores the coordinate system.
  const system = item.depth === '-1..1' ? WebGLCoordinateSystem : WebGPUCoordinateSystem;
  return new Frustum().setFromProjectionMatrix(matrix(item.clip_from_world), system, item.depth === 'reversed');
}

const verdict = (visible) => ({ verdict: visible ? 'visible' : 'culled' });

// Ray asks for a direction of length 1 in its documentation, and Raycaster passes one.
const ray = (item) => new Ray(vector(item.origin), vector(item.direction).normalize());

// The distance is measured from the start to the point in world space, as Mesh.raycast does. Divided by the length of the
// direction it is the t of the case.
function hit(item, point) {
  if (point === null) return { hit: false };
  return { hit: true, t: vector(item.origin).distanceTo(point) / vector(item.direction).length() };
}

// As in Mesh.raycast: the ray in local space by the inverse matrix, which makes its direction of length 1 again.
function solidHit(item, intersect) {
  const world = matrix(item.world_from_local);
  const point = intersect(ray(item).applyMatrix4(world.clone().invert()));
  return hit(item, point && point.applyMatrix4(world));
}

function rayBox(item) {
  const half = vector(item.shape.box.half_extents);
  const local = new Box3(half.clone().negate(), half);
  return solidHit(item, (ray) => ray.intersectBox(local, new Vector3()));
}

function raySphere(item) {
  const local = new Sphere(new Vector3(), item.shape.sphere.radius);
  return solidHit(item, (ray) => ray.intersectSphere(local, new Vector3()));
}

function rayTriangle(item) {
  const [a, b, c] = [item.a, item.b, item.c].map(vector);
  const answer = hit(item, ray(item).intersectTriangle(a, b, c, false, new Vector3())); // false: both sides count
  // The normal of the face, as an intersection of Mesh.raycast has it.
  if (answer.hit) answer.normal = Triangle.getNormal(a, b, c, new Vector3()).toArray();
  return answer;
}

function transformedBox(item) {
  const world = box(item).applyMatrix4(matrix(item.world_from_local));
  return { min: world.min.toArray(), max: world.max.toArray() };
}

// Frustum tests plane by plane. From a start inside, intersectBox and intersectSphere return the point where the ray leaves.
serve({ name: 'three.js', version: `r${REVISION}` }, {
  'frustum-box': { says: { conservative: true }, answer: (item) => verdict(frustum(item).intersectsBox(box(item))) },
  'frustum-sphere': {
    says: { conservative: true },
    answer: (item) => verdict(frustum(item).intersectsSphere(new Sphere(vector(item.center), item.radius))),
  },
  'ray-box': { says: { inside: 'hollow' }, answer: rayBox },
  'ray-sphere': { says: { inside: 'hollow' }, answer: raySphere },
  'ray-triangle': { says: { normals: true }, answer: rayTriangle },
  'box-box': { answer: (item) => ({ overlap: box(item.a).intersectsBox(box(item.b)) }) },
  'transformed-box': { answer: transformedBox },
});
