// Answers of Rapier's bindings for JavaScript (WebAssembly, f32) for `eyeline hunt`.
// Set it up in this folder with
//     npm ci
// It answers ray-box, ray-sphere, ray-cylinder, ray-cone, ray-capsule and ray-triangle:
//     eyeline hunt ray-cone --ask "node answerer.mjs"
// Rapier passes these questions on to its version of parry3d.
import RAPIER from '@dimforge/rapier3d-compat';
import { serve } from '../wire.mjs';
import { localRay } from '../local.mjs';

await RAPIER.init();

const vector = ([x, y, z]) => new RAPIER.Vector3(x, y, z);
const UNTURNED = { x: 0, y: 0, z: 0, w: 1 };
const ORIGIN = vector([0, 0, 0]);
const FARTHEST = 3.4028234663852886e38; // the largest f32

// `true`: a shape is solid. A direction need not be of length 1: the hit is at origin + dir * timeOfImpact.
function hit(shape, origin, direction, worldNormal) {
  const ray = new RAPIER.Ray(vector(origin), vector(direction));
  const found = shape.castRayAndGetNormal(ray, ORIGIN, UNTURNED, FARTHEST, true);
  if (!found) return { hit: false };
  const { x, y, z } = found.normal;
  return { hit: true, t: found.timeOfImpact, normal: worldNormal([x, y, z]) };
}

// Poses of Rapier have no scale, so the ray goes to local space in f64.
function solid(make) {
  const answer = (item) => {
    const { origin, direction, worldNormal } = localRay(item);
    const { shape, up = 0 } = make(Object.values(item.shape)[0]);
    return hit(shape, [origin[0], origin[1] + up, origin[2]], direction, worldNormal);
  };
  return { says: { inside: 'solid', normals: true }, answer };
}

function rayTriangle(item) {
  const shape = new RAPIER.Triangle(vector(item.a), vector(item.b), vector(item.c));
  return hit(shape, item.origin, item.direction, (normal) => normal);
}

serve({ name: 'Rapier (JavaScript)', version: RAPIER.version() }, {
  'ray-box': solid(({ half_extents }) => ({ shape: new RAPIER.Cuboid(...half_extents) })),
  'ray-sphere': solid(({ radius }) => ({ shape: new RAPIER.Ball(radius) })),
  'ray-cylinder': solid(({ radius, half_height }) => ({ shape: new RAPIER.Cylinder(half_height, radius) })),
  'ray-capsule': solid(({ radius, half_height }) => ({ shape: new RAPIER.Capsule(half_height, radius) })),
  // The apex of a cone of a case is the local origin; that of Rapier's is half of the height above it.
  'ray-cone': solid(({ radius, height }) => ({ shape: new RAPIER.Cone(height / 2, radius), up: height / 2 })),
  'ray-triangle': { says: { normals: true }, answer: rayTriangle },
});
