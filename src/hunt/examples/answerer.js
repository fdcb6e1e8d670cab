// An example answerer for `eyeline hunt`, for Node without packages.
// It answers the questions ray-sphere and frustum-box. Run it with
//     eyeline hunt ray-sphere --ask "node answerer.js"
//     eyeline hunt frustum-box --ask "node answerer.js"
// To test your engine, put a call to it in place of raySphere or frustumBox.
// The numbers of a case are f32 values: Float32Array reads them as f32. The sums here are f64.
'use strict';

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

function raySphere(item) {
  const m = Float32Array.from(item.world_from_local); // column by column
  const [x, y, z] = [m.subarray(0, 3), m.subarray(4, 7), m.subarray(8, 11)];
  const inverse = [cross(y, z), cross(z, x), cross(x, y)]; // rows, each to be divided by the determinant
  const determinant = dot(x, inverse[0]);
  if (determinant === 0) return { hit: false }; // the matrix has no inverse
  const start = item.origin.map((value, i) => Math.fround(value) - m[12 + i]);
  const origin = inverse.map((row) => dot(row, start) / determinant);
  const direction = inverse.map((row) => dot(row, Float32Array.from(item.direction)) / determinant);
  const radius = Math.fround(item.shape.sphere.radius);
  if (dot(origin, origin) <= radius * radius) return { hit: true, t: 0 }; // the sphere is solid
  const length2 = dot(direction, direction);
  if (length2 === 0) return { hit: false };
  const middle = -dot(origin, direction) / length2; // where the ray is closest to the center
  const closest = origin.map((value, i) => value + middle * direction[i]);
  const rest = radius * radius - dot(closest, closest);
  if (middle < 0 || rest < 0) return { hit: false };
  return { hit: true, t: Math.max(0, middle - Math.sqrt(rest / length2)) };
}

function frustumBox(item) {
  const [m, low, high] = [item.clip_from_world, item.min, item.max].map((list) => Float32Array.from(list));
  // One plane: row 4 plus `factor` times row `index`. Rows count from 0 in the array.
  const plane = (factor, index) => [0, 4, 8, 12].map((column) => m[column + 3] + factor * m[column + index]);
  const row3 = [m[2], m[6], m[10], m[14]];
  const depth = {
    '-1..1': [plane(1, 2), plane(-1, 2)],
    '0..1': [row3, plane(-1, 2)],
    'reversed': [plane(-1, 2), row3],
  }[item.depth];
  const culled = [plane(1, 0), plane(-1, 0), plane(1, 1), plane(-1, 1), ...depth].some((p) => {
    // The corner furthest along the normal. When it is behind the plane, the whole box is.
    const corner = [0, 1, 2].map((i) => (p[i] > 0 ? high[i] : low[i]));
    return dot(p, corner) + p[3] < 0;
  });
  return { verdict: culled ? 'culled' : 'visible' };
}

const answers = { 'ray-sphere': raySphere, 'frustum-box': frustumBox };
let answer = null; // known after the first line
let pending = ''; // the start of a line whose end was not read yet

process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (pending + chunk).split('\n');
  pending = lines.pop();
  let output = '';
  for (const line of lines) {
    const message = JSON.parse(line);
    if (answer) {
      output += JSON.stringify({ id: message.id, ...answer(message) }) + '\n';
      continue;
    }
    const question = message.question;
    answer = answers[question];
    if (!answer) {
      console.error(`this example answers ray-sphere and frustum-box; add a function to it for ${question}`);
      process.exit(1);
    }
    // The plane test keeps some boxes that are outside, so the hello says "conservative".
    const conservative = question === 'frustum-box';
    output += JSON.stringify({ name: 'example in JavaScript', version: '1', conservative, inside: 'solid' }) + '\n';
  }
  process.stdout.write(output);
});
