// Answers of Babylon.js for `eyeline hunt`.
// Set it up in this folder with
//     npm ci
// It answers frustum-box, frustum-sphere, ray-box, ray-triangle, box-box and transformed-box:
//     eyeline hunt frustum-box --ask "node answerer.mjs"
// Vectors of Babylon.js are f64 and its matrices f32, so the f32 values of a case enter it unchanged.
// Ray.intersectsSphere tells no distance, so ray-sphere is not answered.
import {
  BoundingBox, BoundingSphere, Frustum, Logger, Matrix, MeshBuilder, NullEngine, Plane, Ray, Scene, Vector3,
} from '@babylonjs/core';
import { serve } from '../wire.mjs';

const vector = (list) => Vector3.FromArray(list);
// Babylon.js multiplies rows from the left; its array is the same as that of columns from the right.
const matrix = (list) => Matrix.FromArray(list);
const box = ({ min, max }) => new BoundingBox(vector(min), vector(max));

// Frustum.GetPlanes has one rule for all depths: a near plane at -1. For the other depths that plane is further out.
const planes = (item) => Frustum.GetPlanes(matrix(item.clip_from_world));

function frustumBox(item) {
  const [body, sides] = [box(item), planes(item)];
  if (!body.isInFrustum(sides)) return { verdict: 'outside' };
  return { verdict: body.isCompletelyInFrustum(sides) ? 'inside' : 'intersect' };
}

function frustumSphere(item) {
  const sphere = BoundingSphere.CreateFromCenterAndRadius(vector(item.center), item.radius);
  return { verdict: sphere.isInFrustum(planes(item)) ? 'visible' : 'culled' };
}

// The length of the direction is divided out here, because picking makes a direction of length 1 of it.
function ray(item) {
  return new Ray(vector(item.origin), vector(item.direction).normalize());
}

function answer(item, distance, normal) {
  const t = distance / vector(item.direction).length();
  return { hit: true, t, ...(normal && { normal: normal.asArray() }) };
}

// Ray tells no distance to a box, so the box is a mesh that is picked, with the matrix as its world matrix.
Logger.LogLevels = Logger.NoneLogLevel; // an engine prints a line to standard output when it is made
const scene = new Scene(new NullEngine());

function rayBox(item) {
  const [width, height, depth] = item.shape.box.half_extents.map((half) => 2 * half);
  const mesh = MeshBuilder.CreateBox('box', { width, height, depth }, scene);
  mesh.freezeWorldMatrix(matrix(item.world_from_local));
  const found = ray(item).intersectsMesh(mesh);
  const reply = found.hit ? answer(item, found.distance, found.getNormal(true, false)) : { hit: false };
  mesh.dispose();
  return reply;
}

// A ray has a tolerance for triangles, its `epsilon`. It stays at the default.
function rayTriangle(item) {
  const [a, b, c] = [item.a, item.b, item.c].map(vector);
  const found = ray(item).intersectsTriangle(a, b, c);
  return found ? answer(item, found.distance, Plane.FromPoints(a, b, c).normal) : { hit: false };
}

function transformedBox(item) {
  const { minimumWorld, maximumWorld } = new BoundingBox(vector(item.min), vector(item.max), matrix(item.world_from_local));
  return { min: minimumWorld.asArray(), max: maximumWorld.asArray() };
}

// The frustum is tested plane by plane. A mesh is a surface: a ray from the inside of a box hits the far side.
serve({ name: 'Babylon.js', version: NullEngine.Version }, {
  'frustum-box': { says: { conservative: true }, answer: frustumBox },
  'frustum-sphere': { says: { conservative: true }, answer: frustumSphere },
  'ray-box': { says: { inside: 'hollow', normals: true }, answer: rayBox },
  'ray-triangle': { says: { normals: true }, answer: rayTriangle },
  'box-box': { answer: (item) => ({ overlap: BoundingBox.Intersects(box(item.a), box(item.b)) }) },
  'transformed-box': { answer: transformedBox },
});
