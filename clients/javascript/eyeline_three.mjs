// What a program with three.js sends to eyeline, in the terms of three.js. Entries have the `name` of their Object3D.
// The module imports nothing, so it does not matter where a program has three.js from.

const WEBGPU_COORDINATES = 2001; // WebGPUCoordinateSystem of three.js

/** Adds a camera of any kind, or updates it: its `matrixWorld` and projection as they are now. */
export function threeCamera(client, camera) {
  const depth = camera.reversedDepth ? 'reversed' : camera.coordinateSystem === WEBGPU_COORDINATES ? '0..1' : '-1..1';
  const projection = { matrix: camera.projectionMatrix.elements };
  client.camera(camera.name, { projection, depth, matrix: camera.matrixWorld.elements });
}

/** The planes of a Frustum in the order of eyeline. three.js has right, left, bottom, top, far, near. */
export function threePlanes(frustum) {
  const [right, left, bottom, top, far, near] = frustum.planes;
  return [left, right, bottom, top, near, far].map(({ normal, constant }) => [normal.x, normal.y, normal.z, constant]);
}

/**
 * Sends what `frustum.intersectsObject(mesh)` answered. It tests the sphere around the mesh in world space.
 * @param {object[]} planes - From `threePlanes`, once for all meshes.
 */
export function threeVisibility(client, camera, planes, mesh, visible) {
  const local = mesh.boundingSphere ?? mesh.geometry.boundingSphere; // SkinnedMesh, InstancedMesh and BatchedMesh have their own
  const sphere = local.clone().applyMatrix4(mesh.matrixWorld);
  const told = { center: sphere.center.toArray(), radius: sphere.radius };
  client.saidVisibility(camera.name, mesh.name, visible ? 'visible' : 'culled', { planes, sphere: told });
}

/**
 * Sends what a Raycaster hit.
 * @param {object} [hit] - The first of the intersections, if any.
 */
export function threeRay(client, raycaster, hit) {
  const { origin, direction } = raycaster.ray;
  const ray = { origin: origin.toArray(), direction: direction.toArray() };
  if (Number.isFinite(raycaster.far)) ray.length = raycaster.far;
  if (!hit) return client.saidRay(ray, null);
  // A normal is transformed by the inverse transpose. The one of an intersection is in local space.
  const normal = hit.face?.normal.clone().transformDirection(hit.object.matrixWorld.clone().invert().transpose());
  const t = hit.distance / direction.length(); // a distance is in metres
  client.saidRay(ray, hit.object.name, { t, point: hit.point.toArray(), normal: normal?.toArray() });
}
