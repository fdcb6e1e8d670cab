// The scene of the examples: 20 carousels of 25 meshes, and a camera that turns. Each tick asks three.js what the camera sees and
// what 30 rays hit, and sends the answers to eyeline.
import * as THREE from 'three';
import { threeCamera, threePlanes, threeRay, threeVisibility } from './eyeline_three.mjs';

const CAROUSELS = 20;
const SEATS = 25;
const RAYS = 30;

/** @param {import('./eyeline.mjs').Client} client */
export function makeScene(client) {
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(50, 16 / 9, 0.1, 40);
  camera.name = 'camera';
  scene.add(camera);

  const boxes = [new THREE.BoxGeometry(1, 1, 1), new THREE.BoxGeometry(0.6, 1.6, 0.4)];
  const ball = new THREE.SphereGeometry(0.5, 10, 6);
  const material = new THREE.MeshNormalMaterial();
  const carousels = [];
  const meshes = [];
  for (let i = 0; i < CAROUSELS; i++) {
    const carousel = new THREE.Group();
    carousel.position.set(12 * (i % 5) - 24, 0, 12 * Math.floor(i / 5) - 18);
    carousel.rotation.set(0.1 * (i % 4), 0, 0.15 * (i % 3));
    carousel.scale.set(1, 1 + 0.2 * (i % 4), 1 + 0.1 * (i % 2)); // with a turned child, this shears
    carousels.push(carousel);
    scene.add(carousel);
    for (let j = 0; j < SEATS; j++) {
      const geometry = j % 4 === 0 ? ball : boxes[j % 2];
      const mesh = new THREE.Mesh(geometry, material);
      mesh.name = `carousel ${i} ${j % 4 === 0 ? 'ball' : 'box'} ${j}`;
      const angle = (j / SEATS) * 2 * Math.PI;
      mesh.position.set((2 + (j % 3)) * Math.cos(angle), 1.5 * (j % 5) - 3, (2 + (j % 3)) * Math.sin(angle));
      mesh.scale.setScalar(0.6 + 0.1 * (j % 6));
      carousel.add(mesh);
      meshes.push(mesh);
      client.object(mesh.name, shapeOf(geometry));
    }
  }

  const frustum = new THREE.Frustum();
  const clip = new THREE.Matrix4();
  const box = new THREE.Box3();
  const raycaster = new THREE.Raycaster();
  const point = new THREE.Vector2();

  function tick(time) {
    for (const [i, carousel] of carousels.entries()) {
      carousel.rotation.y = (0.3 + 0.05 * i) * time;
      for (const [j, mesh] of carousel.children.entries()) mesh.rotation.set(0.7 * time + j, 0.4 * time, 0);
    }
    camera.position.set(6 * Math.sin(0.3 * time), 9, 6 * Math.cos(0.3 * time));
    camera.lookAt(20 * Math.sin(0.5 * time), 0, 20 * Math.cos(0.5 * time));
    scene.updateMatrixWorld();

    threeCamera(client, camera);
    for (const mesh of meshes) client.matrix(mesh.name, mesh.matrixWorld.elements);

    frustum.setFromProjectionMatrix(clip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const planes = threePlanes(frustum);
    for (const [i, mesh] of meshes.entries()) {
      if (i % 5 > 0) {
        threeVisibility(client, camera, planes, mesh, frustum.intersectsObject(mesh));
      } else {
        // The box around the turned box of the geometry, which is larger than the one around the mesh.
        if (!mesh.geometry.boundingBox) mesh.geometry.computeBoundingBox();
        box.copy(mesh.geometry.boundingBox).applyMatrix4(mesh.matrixWorld);
        const told = { min: box.min.toArray(), max: box.max.toArray() };
        client.saidVisibility(camera.name, mesh.name, frustum.intersectsBox(box) ? 'visible' : 'culled', { planes, box: told });
      }
    }

    for (let i = 0; i < RAYS; i++) {
      point.set(((i % 6) - 2.5) / 3, (Math.floor(i / 6) - 2) / 2.5);
      raycaster.setFromCamera(point, camera);
      threeRay(client, raycaster, raycaster.intersectObjects(meshes, false)[0]);
    }
    client.tick(time);
  }

  return { scene, camera, tick };
}

// A ray of three.js hits the triangles of a ball, so eyeline gets the hull of its corners and not the round sphere.
function shapeOf(geometry) {
  if (geometry instanceof THREE.BoxGeometry) {
    const { width, height, depth } = geometry.parameters;
    return { box: { half_extents: [width / 2, height / 2, depth / 2] } };
  }
  const { array } = geometry.attributes.position;
  const corners = new Map(); // a corner of several faces is stored several times
  for (let i = 0; i < array.length; i += 3) corners.set(array.slice(i, i + 3).join(), [...array.slice(i, i + 3)]);
  return { hull: { points: [...corners.values()] } };
}
