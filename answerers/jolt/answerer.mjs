// Answers of Jolt Physics' bindings for JavaScript (WebAssembly, f32) for `eyeline hunt`.
// Set it up in this folder with
//     npm ci
// It answers ray-box, ray-sphere, ray-cylinder, ray-cone, ray-capsule, box-box and transformed-box:
//     eyeline hunt ray-cylinder --ask "node answerer.mjs"
// The bindings have no TriangleShape, and a MeshShape rounds its corners to a grid, so ray-triangle is not answered.
import initJolt from 'jolt-physics';
import { serve, versionOf } from '../wire.mjs';
import { endOf, localRay } from '../local.mjs';

const Jolt = await initJolt();

const vector = ([x, y, z]) => new Jolt.Vec3(x, y, z);
const numbers = (v) => [v.GetX(), v.GetY(), v.GetZ()];

// Objects of WebAssembly are not collected: each answer frees what it made.
function withAll(objects, use) {
  const result = use(...objects);
  for (const object of objects) Jolt.destroy(object);
  return result;
}

// The overload of CastRay that tells the closest hit takes convex shapes as solid. A ray of Jolt is a segment from its
// origin to origin + direction. `end` is the t of its end, and mFraction is a part of it.
function hit(shape, origin, direction, end, worldNormal) {
  shape.AddRef();
  const centre = numbers(shape.GetCenterOfMass()); // of which a TransformedShape tells the place
  const parts = [
    new Jolt.TransformedShape(), new Jolt.RayCastResult(), new Jolt.RVec3(...origin), vector(direction.map((x) => x * end)),
    new Jolt.RVec3(...centre),
  ];
  const answer = withAll(parts, (placed, result, from, along, at) => {
    placed.mShape = shape;
    placed.mShapePositionCOM = at;
    return withAll([new Jolt.RRayCast(from, along)], (ray) => {
      result.Reset();
      placed.CastRay(ray, result);
      if (result.mFraction > 1) return { hit: false };
      const normal = numbers(placed.GetWorldSpaceSurfaceNormal(result.mSubShapeID2, ray.GetPointOnRay(result.mFraction)));
      return { hit: true, t: result.mFraction * end, normal: worldNormal(normal) };
    });
  });
  shape.Release();
  return answer;
}

// Jolt's scales do not fit all shapes, so the ray goes to local space in f64.
function solid(make) {
  const answer = (item) => {
    const ray = localRay(item);
    const { shape, up = 0 } = make(Object.values(item.shape)[0]);
    return hit(shape, [ray.origin[0], ray.origin[1] + up, ray.origin[2]], ray.direction, endOf(ray, item), ray.worldNormal);
  };
  return { says: { inside: 'solid', normals: true }, answer };
}

// The last argument of boxes and cylinders is the radius of their rounded edges: none.
const makeBox = ({ half_extents }) => ({ shape: withAll([vector(half_extents)], (half) => new Jolt.BoxShape(half, 0)) });

// A cone is a tapered cylinder whose top has no radius. The apex of a cone of a case is the local origin; that of the
// tapered cylinder is half of the height above it.
function makeCone({ radius, height }) {
  const shape = withAll([new Jolt.TaperedCylinderShapeSettings(height / 2, 0, radius, 0)], (settings) => settings.Create().Get());
  return { shape, up: height / 2 };
}

function aabb({ min, max }, use) {
  return withAll([vector(min), vector(max)], (low, high) => withAll([new Jolt.AABox(low, high)], use));
}

function transformedBox(item) {
  return aabb(item, (local) => {
    const m = item.world_from_local;
    const columns = [0, 4, 8, 12].map((i) => new Jolt.Vec4(m[i], m[i + 1], m[i + 2], m[i + 3]));
    return withAll(columns, (...columns) => withAll([new Jolt.Mat44()], (matrix) => {
      columns.forEach((column, i) => matrix.SetColumn4(i, column));
      const world = local.TransformedMat44(matrix);
      return { min: numbers(world.mMin), max: numbers(world.mMax) };
    }));
  });
}

serve({ name: 'Jolt Physics (JavaScript)', version: await versionOf('jolt-physics', import.meta.url) }, {
  'ray-box': solid(makeBox),
  'ray-sphere': solid(({ radius }) => ({ shape: new Jolt.SphereShape(radius) })),
  'ray-cylinder': solid(({ radius, half_height }) => ({ shape: new Jolt.CylinderShape(half_height, radius, 0) })),
  'ray-capsule': solid(({ radius, half_height }) => ({ shape: new Jolt.CapsuleShape(half_height, radius) })),
  'ray-cone': solid(makeCone),
  'box-box': { answer: (item) => ({ overlap: aabb(item.a, (a) => aabb(item.b, (b) => a.OverlapsAABox(b))) }) },
  'transformed-box': { answer: transformedBox },
});
