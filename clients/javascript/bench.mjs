// The time that the client takes on a program's thread in a tick with 500 objects that move and 500 answers.
//     node bench.mjs
import { createServer } from 'node:net';
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { connect } from './eyeline.mjs';

const OBJECTS = 500;
const TICKS = 800;
const WARM_UP = 200;
const PAUSE = 5; // milliseconds between ticks

const names = Array.from({ length: OBJECTS }, (_, i) => `object ${i}`);
const random = (count) => Array.from({ length: count }, () => Math.fround(20 * Math.random() - 10));

const CASES = {
  'pose and verdict': (client, name, { position, rotation }) => {
    client.pose(name, position, rotation);
    client.saidVisibility('eye', name, 'visible');
  },
  'pose and verdict with planes and sphere': (client, name, { position, rotation, planes, sphere }) => {
    client.pose(name, position, rotation);
    client.saidVisibility('eye', name, 'visible', { planes, sphere });
  },
  'matrix and verdict': (client, name, { matrix }) => {
    client.matrix(name, matrix);
    client.saidVisibility('eye', name, 'visible');
  },
};

function frame() {
  const planes = Array.from({ length: 6 }, () => random(4));
  return names.map(() => {
    const position = random(3);
    return { position, rotation: random(4), matrix: random(16), sphere: { center: position, radius: 1 }, planes };
  });
}

async function measure(port, call, worker) {
  const client = connect('bench', `127.0.0.1:${port}`, { worker });
  client.camera('eye');
  for (const name of names) client.object(name, { box: { half_extents: [1, 1, 1] } });
  const times = [];
  for (let tick = 0; tick < TICKS; tick++) {
    const inputs = frame();
    const start = performance.now();
    for (let i = 0; i < OBJECTS; i++) call(client, names[i], inputs[i]);
    client.tick(tick / 60);
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  if (client.dropped || client.refused) console.log(`${client.dropped} lines dropped, ${client.refused} entries refused`);
  await client.close();
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1], least: sorted[Math.floor(0.1 * sorted.length)] };
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  const [port] = await once(worker, 'message');
  for (const [name, call] of Object.entries(CASES)) {
    for (const inWorker of [true, false]) {
      const { median, least } = await measure(port, call, inWorker);
      const where = inWorker ? 'with the worker' : 'without';
      console.log(`${name}, ${where}: ${median.toFixed(3)} ms a tick; one of ten under ${least.toFixed(3)} ms`);
    }
  }
  await worker.terminate();
} else {
  const server = createServer((socket) => socket.resume());
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
}
