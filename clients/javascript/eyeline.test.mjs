import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, off, toFile } from './eyeline.mjs';

const folder = mkdtempSync(join(tmpdir(), 'eyeline-client-'));
after(() => rmSync(folder, { recursive: true }));

const BALL = { sphere: { radius: 1 } };
const UNIT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

const parse = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));

let files = 0;

/** The lines of what `use` does with a client that writes a file, and the client. */
async function traced(use, name = 'test') {
  const path = join(folder, `${++files}.jsonl`);
  const client = toFile(name, path);
  await use(client);
  await client.close();
  return { lines: parse(readFileSync(path, 'utf8')), client };
}

/** Reads lines as eyeline does, and fails where eyeline would complain. Returns the world after each line. */
function replay(lines) {
  let world = null;
  let time = -Infinity;
  return lines.map((line) => {
    assert.ok(line.time >= time, `time ${line.time} after ${time}`);
    time = line.time;
    const known = (name) => assert.ok(world.has(name), `unknown name ${name}`);
    const add = ({ objects = [], cameras = [] }) => {
      for (const [kind, entries] of Object.entries({ objects, cameras })) {
        for (const { name, ...entry } of entries) {
          assert.ok(!world.has(name), `${name} is there already`);
          world.set(name, { kind, ...entry });
        }
      }
    };
    if (line.eyeline_trace !== undefined) {
      assert.equal(line.eyeline_trace, 1);
      assert.equal(line.scene.eyeline, 1);
      world = new Map();
      add(line.scene);
    }
    for (const [name, entry] of Object.entries(line.set ?? {})) {
      known(name);
      const { matrix, position, rotation, scale, look_at, ...others } = world.get(name);
      const pose = entry.matrix ? {} : { position, rotation, scale, ...(entry.position ? {} : { matrix }) };
      const direction = entry.matrix || entry.rotation ? {} : { look_at };
      world.set(name, JSON.parse(JSON.stringify({ ...others, ...pose, ...direction, ...entry })));
    }
    add(line.add ?? {});
    for (const name of line.remove ?? []) {
      known(name);
      world.delete(name);
    }
    return new Map(world);
  });
}

/** A server that keeps what it reads. `reads: false` leaves what is sent in the buffers of the system. */
async function listen(t, port = 0, { reads = true } = {}) {
  const server = createServer((socket) => {
    const connection = { socket, text: '' };
    server.connections.push(connection);
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    if (reads) socket.on('data', (text) => (connection.text += text));
    else socket.pause();
  });
  server.connections = [];
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.end = async () => {
    for (const { socket } of server.connections) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  t.after(server.end);
  return server;
}

async function until(condition) {
  for (let i = 0; i < 500 && !condition(); i++) await sleep(10);
  assert.ok(condition(), condition.toString());
}

test('a file begins with a keyframe, and each tick is a line', async () => {
  const { lines } = await traced((client) => {
    client.camera('eye', { position: [0, 1, 5], look_at: [0, 1, 0], projection: { perspective: { fov_y: 60 } }, far: null });
    client.object('ball', BALL, { position: [1, 2, 3], layers: [2] });
    client.tick(0);
    client.pose('ball', [1, 2, 4]);
    client.tick(0.5);
    client.tick(1);
  }, 'a game');
  assert.deepEqual(lines, [
    {
      eyeline_trace: 1,
      name: 'a game',
      time: 0,
      scene: {
        eyeline: 1,
        objects: [{ name: 'ball', shape: BALL, layers: [2], position: [1, 2, 3] }],
        cameras: [
          { name: 'eye', look_at: [0, 1, 0], projection: { perspective: { fov_y: 60 } }, far: null, position: [0, 1, 5] },
        ],
      },
    },
    { time: 0.5, set: { ball: { position: [1, 2, 4] } } },
    { time: 1 },
  ]);
});

test('an f32 is read back exactly', async () => {
  const bits = new Uint32Array(3);
  const position = new Float32Array(bits.buffer);
  const sent = [];
  let state = 1;
  const { lines, client } = await traced((client) => {
    client.object('ball', BALL);
    client.tick(0);
    const powers = Array.from({ length: 76 }, (_, i) => [10 ** (i - 38), 9.999999 * 10 ** (i - 38), -(10 ** (i - 38))]);
    const edges = [[-0, 1, -1], [0.1, 1e-5, 9.99999e-6], [1e9, 999999936, 8388607.5], [16777216, 0.5, 1 / 3], ...powers];
    for (let i = 0; i < 20000; i++) {
      if (i < edges.length) position.set(edges[i]);
      else for (let j = 0; j < 3; j++) bits[j] = state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      if (!position.every(Number.isFinite)) continue;
      sent.push([...position]);
      client.saidRay({ origin: position, direction: [0, 0, 1] }, null);
    }
    client.tick(1);
  });
  const read = lines.at(-1).said.map(({ ray }) => ray.origin.map(Math.fround));
  assert.equal(read.length, sent.length);
  for (let i = 0; i < sent.length; i++) assert.deepEqual(read[i], sent[i]);
  assert.equal(client.refused, 0);
});

test('names are escaped', async () => {
  const names = ['a "quoted" one', 'back\\slash', 'new\nline and \u0000 and \u007f', 'Größe 大 🎲', '\u2028', '\\ud800'];
  const { lines } = await traced((client) => {
    for (const name of names) client.object(name, BALL);
    client.tick(0);
    for (const name of names) client.pose(name, [1, 1, 1]);
    client.saidPairs([[names[0], names[3]]]);
    client.saidRay(names[1], names[2]);
    client.tick(1);
  }, names.join());
  assert.equal(lines[0].name, names.join());
  assert.deepEqual(lines[0].scene.objects.map(({ name }) => name), names);
  assert.deepEqual(Object.keys(lines[1].set), names);
  assert.deepEqual(lines[1].said, [{ pairs: [[names[0], names[3]]] }, { ray: names[1], hit: names[2] }]);
});

test('a tick has one entry for all that happened to a name', async () => {
  const { lines } = await traced((client) => {
    client.tick(0);
    client.object('ball', BALL);
    client.pose('ball', [1, 0, 0]);
    client.pose('ball', [2, 0, 0], [0, 0, 0, 1]);
    client.object('short', BALL);
    client.remove('short');
    client.tick(1);
    client.pose('ball', [3, 0, 0]);
    client.pose('ball', [4, 0, 0]);
    client.tick(2);
    client.pose('ball', [4, 0, 0], [0, 0, 0, 1]);
    client.tick(3);
    client.pose('ball', [5, 0, 0]);
    client.remove('ball');
    client.tick(4);
  });
  assert.deepEqual(lines.slice(1), [
    { time: 1, add: { objects: [{ name: 'ball', shape: BALL, position: [2, 0, 0], rotation: [0, 0, 0, 1] }] } },
    { time: 2, set: { ball: { position: [4, 0, 0] } } },
    { time: 3 },
    { time: 4, remove: ['ball'] },
  ]);
});

test('a matrix follows the entry that it places', async () => {
  const matrix = [...UNIT.slice(0, 12), 1, 2, 3, 1];
  const { lines } = await traced((client) => {
    client.object('first', BALL, { matrix });
    client.tick(0);
    client.object('second', BALL);
    client.matrix('second', matrix);
    client.tick(1);
    client.pose('first', [7, 7, 7]);
    client.matrix('second', UNIT);
    client.tick(2);
  });
  assert.deepEqual(lines.slice(1), [
    { time: 0, set: { first: { matrix } } },
    { time: 1, add: { objects: [{ name: 'second', shape: BALL }] } },
    { time: 1, set: { second: { matrix } } },
    { time: 2, set: { first: { position: [7, 7, 7], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }, second: { matrix: UNIT } } },
  ]);
});

test('a rotation takes the place of look_at', async () => {
  const { lines } = await traced((client) => {
    client.camera('eye', { position: [0, 0, 5], look_at: [0, 0, 0] });
    client.tick(0);
    client.pose('eye', [0, 0, 6], [0, 1, 0, 0], [2, 2, 2]);
    client.tick(1);
    client.tick(6);
  });
  const rotated = { position: [0, 0, 6], rotation: [0, 1, 0, 0] };
  assert.deepEqual(lines[1].set, { eye: rotated });
  assert.deepEqual(lines[2].scene.cameras, [{ name: 'eye', ...rotated }]);
});

test('an entry that is replaced', async () => {
  const { lines } = await traced((client) => {
    client.object('thing', BALL, { position: [1, 1, 1], layers: [1] });
    client.tick(0);
    client.object('thing', BALL, { position: [1, 1, 1], layers: [2] });
    client.tick(1);
    client.object('thing', BALL);
    client.tick(2);
    client.camera('thing');
    client.tick(3);
    client.shape('thing', BALL);
    client.remove('thing');
    client.object('thing', BALL);
    client.remove('thing');
    client.tick(4);
  });
  assert.deepEqual(lines.slice(1), [
    { time: 1, set: { thing: { layers: [2] } } },
    { time: 2, remove: ['thing'] },
    { time: 2, add: { objects: [{ name: 'thing', shape: BALL }] } },
    { time: 3, remove: ['thing'] },
    { time: 3, add: { cameras: [{ name: 'thing' }] } },
    { time: 4, remove: ['thing'] },
  ]);
});

test('what is said', async () => {
  const planes = Array.from({ length: 6 }, (_, i) => [i, 0, -0.5, 1]);
  const { lines } = await traced((client) => {
    client.camera('eye');
    client.object('a', BALL);
    client.object('b', BALL);
    client.saidVisibility('eye', 'a', 'visible');
    client.saidVisibility('eye', 'a', 'inside', { planes, sphere: { center: [1, 2, 3], radius: 0.5 } });
    planes[5][3] = 2; // in the same array
    client.saidVisibility('eye', 'b', 'culled', { planes, box: { min: [0, 0, 0], max: [1, 1, 1] } });
    client.saidRay({ origin: [0, 0, 0], direction: [0, 0, 1], length: 5, mask: [0] }, 'a', {
      t: 0.5, point: [0, 0, 0.5], normal: [0, 0, -1],
    });
    client.saidPairs([['a', 'b']]);
    assert.throws(() => client.saidPairs([['b', 'a'], null]), TypeError);
    client.saidPairs([]);
    client.saidAgent('guard', { status: 'running', running: ['chase'] });
    client.tick(0);
  });
  const first = planes.map((plane, i) => (i === 5 ? [5, 0, -0.5, 1] : plane));
  assert.deepEqual(lines[1].said, [
    { camera: 'eye', object: 'a', verdict: 'visible' },
    { camera: 'eye', object: 'a', verdict: 'inside', planes: first, sphere: { center: [1, 2, 3], radius: 0.5 } },
    { camera: 'eye', object: 'b', verdict: 'culled', planes, box: { min: [0, 0, 0], max: [1, 1, 1] } },
    {
      ray: { origin: [0, 0, 0], direction: [0, 0, 1], length: 5, mask: [0] },
      hit: 'a', t: 0.5, point: [0, 0, 0.5], normal: [0, 0, -1],
    },
    { pairs: [['a', 'b']] },
    { pairs: [] },
    { agent: 'guard', status: 'running', running: ['chase'] },
  ]);
});

test('what eyeline could not read is refused and counted', async () => {
  const refusals = [
    (client) => client.object('new', BALL, { position: [NaN, 0, 0] }),
    (client) => client.object('new', BALL, { scale: [1, 0, 1] }),
    (client) => client.object('new', BALL, { color: '\ud800' }),
    (client) => client.object('new', { sphere: { radius: Infinity } }),
    (client) => client.object('new', { box: { half_extents: [1, -1, 1] } }),
    (client) => client.object('new', { hull: { points: [[0, 0, 0]] } }),
    (client) => client.object('new', null),
    (client) => client.object('', BALL),
    (client) => client.object('\ud800', BALL),
    (client) => client.camera('new', { near: NaN }),
    (client) => client.pose('ball', [0, 0, 1e39]),
    (client) => client.pose('ball', [0, 0]),
    (client) => client.pose('ball', [0, 0, 0], [0, 0, 0, 0]),
    (client) => client.pose('nobody', [0, 0, 0]),
    (client) => client.matrix('ball', UNIT.map(() => 0)),
    (client) => client.matrix('ball', [...UNIT.slice(0, 15), NaN]),
    (client) => client.shape('ball', { sphere: { radius: 0 } }),
    (client) => client.shape('eye', BALL),
    (client) => client.remove('nobody'),
    (client) => client.saidVisibility('eye', 'nobody', 'visible'),
    (client) => client.saidVisibility('ball', 'eye', 'visible'),
    (client) => client.saidVisibility('eye', 'ball', 'perhaps'),
    (client) => client.saidVisibility('eye', 'ball', 'visible', { sphere: { center: [0, 0, 0], radius: NaN } }),
    (client) => client.saidVisibility('eye', 'ball', 'visible', { planes: [[0, 0, 1, NaN]] }),
    (client) => client.saidVisibility('eye', 'ball', 'visible', { planes: Array(6).fill([0, 0, 1, NaN]) }),
    (client) => client.saidRay({ origin: [0, 0, 0], direction: [0, NaN, 0] }, null),
    (client) => client.saidRay({ origin: [0, 0, 0], direction: [0, 1, 0] }, 'nobody'),
    (client) => client.saidRay({ origin: [0, 0, 0], direction: [0, 1, 0] }, 'ball', { t: Infinity }),
    (client) => client.saidAgent(NaN),
    (client) => client.tick(NaN),
  ];
  const { lines, client } = await traced((client) => {
    client.object('ball', BALL);
    client.camera('eye');
    client.tick(0);
    for (const [i, refusal] of refusals.entries()) {
      refusal(client);
      assert.equal(client.refused, i + 1, refusal.toString());
    }
    client.saidPairs([['ball', 'nobody'], ['ball', 'ball']]);
    client.tick(1);
  });
  assert.deepEqual(lines[1], { time: 1, said: [{ pairs: [['ball', 'ball']] }] });
  assert.equal(client.refused, refusals.length + 1);
});

test('a keyframe comes every five seconds, and the time does not decrease', async () => {
  const { lines } = await traced((client) => {
    client.object('ball', BALL);
    for (const time of [0, 4.9, 5.1, 10, 10.2, 0, 0.3]) client.tick(time);
  });
  replay(lines);
  assert.deepEqual(lines.map(({ time }) => time), [0, 4.9, 5.1, 10, 10.2, 10.2, 10.5]);
  assert.deepEqual(lines.map(({ scene }) => scene !== undefined), [true, false, true, false, true, false, false]);
});

test('any sequence of calls gives the world that the program has', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const matrix = UNIT.map((number, i) => (i > 11 && i < 15 ? i : number));
  let state = 7;
  const random = (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const world = new Map();
  const worlds = new Map();
  const { lines } = await traced((client) => {
    for (let tick = 0; tick < 3000; tick++) {
      for (let call = random(6); call > 0; call--) {
        const name = names[random(names.length)];
        const position = [random(5), random(5), random(5)];
        const rotation = [[0, 0, 0, 1], [0, 1, 0, 0]][random(2)];
        const entry = world.get(name);
        const kind = random(8);
        if (kind === 0) {
          client.object(name, BALL, { position });
          world.set(name, { kind: 'objects', shape: BALL, position });
        } else if (kind === 1) {
          client.camera(name, { position, look_at: [9, 9, 9] });
          world.set(name, { kind: 'cameras', look_at: [9, 9, 9], position });
        } else if (kind === 2) {
          client.object(name, BALL, { matrix });
          world.set(name, { kind: 'objects', shape: BALL, matrix });
        } else if (!entry) {
          continue;
        } else if (kind === 3) {
          client.remove(name);
          world.delete(name);
        } else if (kind === 4) {
          client.matrix(name, matrix);
          const { position, rotation, scale, look_at, ...others } = entry;
          world.set(name, { ...others, matrix });
        } else {
          const { matrix, look_at, ...others } = entry;
          const turned = kind > 5 ? { rotation } : {};
          const kept = matrix
            ? { rotation: [0, 0, 0, 1], ...(entry.kind === 'objects' ? { scale: [1, 1, 1] } : {}) }
            : look_at && kind === 5 ? { look_at } : {};
          client.pose(name, position, kind > 5 ? rotation : undefined);
          world.set(name, { ...others, ...kept, position, ...turned });
        }
      }
      client.tick(tick / 60);
      worlds.set(tick / 60, new Map(world));
    }
  });
  const sorted = (world) => [...world].sort(([a], [b]) => (a < b ? -1 : 1));
  const read = replay(lines);
  for (const [i, { time }] of lines.entries()) {
    if (lines[i + 1]?.time !== time) assert.deepEqual(sorted(read[i]), sorted(worlds.get(time)), `at ${time}`);
  }
});

test('a line that would be longer than 16 MiB goes on in others', async () => {
  const points = Array.from({ length: 256 }, (_, i) => [i / 3, i / 7, i / 11]);
  const { lines, client } = await traced(async (client) => {
    for (let i = 0; i < 1500; i++) client.object(`hull ${i}`, { hull: { points } });
    client.camera('eye');
    for (let i = 0; i < 200000; i++) client.saidRay({ origin: [1 / 3, 1 / 3, i], direction: [1 / 3, 1 / 3, 1 / 3] }, null);
    client.tick(0);
  });
  assert.ok(lines.length > 3);
  const texts = readFileSync(join(folder, `${files}.jsonl`), 'utf8').split('\n');
  assert.ok(texts.every((text) => text.length < 16 * 1024 * 1024));
  assert.ok(texts.some((text) => text.length > 15 * 1024 * 1024));
  assert.equal(replay(lines).at(-1).size, 1501);
  assert.equal(lines.flatMap(({ said }) => said ?? []).length, 200000);
  assert.equal(client.dropped, 0);
});

test('a client that is off does nothing', async () => {
  const client = off();
  client.object('ball', BALL);
  client.pose('nobody', [NaN]);
  client.saidPairs(null);
  client.tick(0);
  await client.close();
  assert.deepEqual([client.connected, client.refused, client.dropped], [false, 0, 0]);
});

test('a file that cannot be opened is an error', () => {
  assert.throws(() => toFile('test', join(folder, 'no', 'such', 'folder')), /ENOENT/);
  assert.throws(() => connect('test', 'localhost'), /HOST:PORT/);
});

test('lines go over TCP, and each connection begins with a keyframe of the present world', async (t) => {
  let server = await listen(t);
  const { port } = server.address();
  const client = connect('test', `127.0.0.1:${port}`);
  client.object('ball', BALL);
  client.tick(0); // before there is a connection
  client.pose('ball', [1, 0, 0]);
  client.tick(1);
  await until(() => server.connections[0]?.text.endsWith('}\n') && server.connections[0].text.includes('"time":1'));
  assert.deepEqual(parse(server.connections[0].text).map(({ time }) => time), [0, 1]);
  await server.end();
  await until(() => !client.connected);

  client.object('second', BALL);
  client.pose('ball', [2, 0, 0]);
  client.tick(2); // no program reads it
  server = await listen(t, port);
  // The client may have connected to the server that was closed, and notice it later.
  await until(() => server.connections.length > 0);
  await until(() => client.connected);
  client.saidPairs([['ball', 'second']]);
  client.tick(3);
  await until(() => server.connections[0].text.includes('said'));
  await client.close();
  assert.deepEqual(parse(server.connections[0].text), [
    {
      eyeline_trace: 1, name: 'test', time: 3,
      scene: { eyeline: 1, objects: [{ name: 'ball', shape: BALL, position: [2, 0, 0] }, { name: 'second', shape: BALL }] },
    },
    { time: 3, said: [{ pairs: [['ball', 'second']] }] },
  ]);
});

test('when no program reads, the oldest lines are dropped, and a keyframe follows them', async (t) => {
  const server = await listen(t, 0, { reads: false });
  const client = connect('test', `127.0.0.1:${server.address().port}`, { queue: 100000 });
  client.object('ball', BALL);
  await until(() => client.connected);
  const tick = (number) => {
    client.pose('ball', [number, 0, 0]);
    for (let i = 0; i < 500; i++) client.saidRay({ origin: [i, 0, 0], direction: [0, 0, 1] }, 'ball');
    client.tick(number / 100);
  };
  let slowest = 0;
  for (let number = 1; number <= 1000; number++) {
    const start = performance.now();
    tick(number);
    slowest = Math.max(slowest, performance.now() - start);
    if (number % 10 === 0) await sleep(1);
  }
  assert.ok(client.dropped > 100);
  assert.ok(slowest < 500, `a tick took ${slowest} ms`);
  const { socket } = server.connections[0];
  let text = '';
  socket.on('data', (part) => (text += part));
  socket.resume();
  await until(() => text.includes('"time":10,') && text.endsWith('\n'));
  const lines = parse(text);
  replay(lines);
  const ticks = lines.filter((line) => line.said).map(({ time }) => Math.round(100 * time));
  const gaps = ticks.flatMap((number, i) => (i > 0 && number > ticks[i - 1] + 1 ? [number] : []));
  assert.ok(gaps.length > 0);
  for (const number of gaps) {
    const line = lines.find(({ time, scene }) => scene && Math.round(100 * time) === number);
    assert.deepEqual(line?.scene.objects[0].position, [number, 0, 0], `a keyframe before tick ${number}`);
  }
  await client.close();
});

test('a page sends one message a line over WebSocket', async () => {
  const sockets = [];
  globalThis.WebSocket = class extends EventTarget {
    bufferedAmount = 0;
    messages = [];
    constructor(address) {
      super();
      this.address = address;
      sockets.push(this);
    }
    send(message) {
      this.messages.push(message);
      this.bufferedAmount += message.length;
    }
    close() {
      this.dispatchEvent(new Event('close'));
    }
  };
  const client = connect('test', 'ws://127.0.0.1:7420', { worker: false });
  client.object('Größe', BALL, { matrix: UNIT });
  client.tick(0);
  const [socket] = sockets;
  assert.equal(socket.address, 'ws://127.0.0.1:7420');
  assert.deepEqual(socket.messages, []);
  socket.dispatchEvent(new Event('open'));
  assert.ok(client.connected);
  assert.equal(socket.messages.length, 2);
  assert.ok(socket.messages.every((message) => !message.includes('\n')));
  assert.equal(JSON.parse(socket.messages[0]).scene.objects[0].name, 'Größe');
  socket.bufferedAmount = 2 ** 24;
  client.tick(1);
  assert.equal(socket.messages.length, 2);
  socket.bufferedAmount = 0;
  await until(() => socket.messages.length === 3);
  socket.close();
  assert.equal(client.connected, false);
  client.tick(2);
  await until(() => sockets.length === 2);
  sockets[1].dispatchEvent(new Event('open'));
  client.tick(3);
  assert.equal(JSON.parse(sockets[1].messages[0]).time, 3);
  await client.close();
  delete globalThis.WebSocket;
});

test('a program that ends or is killed leaves a file with all but its last lines', async () => {
  const run = (code) => {
    const path = join(folder, `${++files}.jsonl`);
    const client = new URL('eyeline.mjs', import.meta.url);
    const program = `
      import { toFile } from ${JSON.stringify(client)};
      const client = toFile('test', ${JSON.stringify(path)});
      client.object('ball', { sphere: { radius: 1 } });
      const tick = (number) => { client.pose('ball', [number, 0, 0]); client.tick(number / 60); };
      ${code}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    return { path, child };
  };
  const ended = run('for (let i = 0; i < 100; i++) tick(i); process.exit(3);');
  await once(ended.child, 'exit');
  const lines = parse(readFileSync(ended.path, 'utf8'));
  replay(lines);
  assert.equal(lines.length, 100);

  const killed = run('let i = 0; setInterval(() => { tick(i++); if (i === 200) console.log("now"); }, 5);');
  await once(killed.child.stdout, 'data');
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const text = readFileSync(killed.path, 'utf8');
  assert.ok(parse(text.slice(0, text.lastIndexOf('\n') + 1)).length >= 170);
});

test('the client does not keep a program from its end', async (t) => {
  const server = await listen(t);
  const client = new URL('eyeline.mjs', import.meta.url);
  const program = `
    import { connect } from ${JSON.stringify(client)};
    const live = connect('test', '127.0.0.1:${server.address().port}');
    const none = connect('test', '127.0.0.1:1');
    live.tick(0);
    setTimeout(() => live.tick(1), 100);`;
  const start = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.ok(performance.now() - start < 5000);
});

function randomNumbers(seed) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { random, below: (count) => Math.floor(random() * count), of: (list) => list[Math.floor(random() * list.length)] };
}

/** Calls of all kinds, some of them with what eyeline could not read. */
function anyCalls(client, seed, ticks) {
  const { random, below, of } = randomNumbers(seed);
  const names = ['a', 'b', 'eye', 'Größe 大 🎲', 'c', '\ud800'];
  const odd = [NaN, Infinity, -Infinity, 1e39, 1e-46, -0, 0, 3, Math.fround(0.1), undefined, 'x'];
  const number = () => (random() < 0.04 ? of(odd) : (random() - 0.5) * 10 ** (below(7) - 3));
  const vector = (count) => {
    const list = Array.from({ length: random() < 0.97 ? count : below(5) }, number);
    return of([list, list, Float32Array.from(list), Float64Array.from(list)]);
  };
  for (let tick = 0; tick < ticks; tick++) {
    const planes = Array.from({ length: random() < 0.95 ? 6 : 5 }, () => vector(4));
    for (let call = below(12); call > 0; call--) {
      const name = of(names);
      const other = of(names);
      switch (below(12)) {
        case 0:
          client.object(name, of([BALL, { sphere: { radius: number() } }]), {
            position: vector(3), ...of([{}, { layers: [1] }, { color: '\ud800' }, { scale: vector(3) }, { matrix: UNIT }]),
          });
          break;
        case 1:
          client.camera(name, { position: vector(3), look_at: [1, 2, 3] });
          break;
        case 2:
          if (random() < 0.5) client.remove(name);
          break;
        case 3:
        case 4:
          client.pose(name, vector(3), of([undefined, vector(4), [0, 0, 0, 0]]), of([undefined, undefined, vector(3)]));
          break;
        case 5:
          client.matrix(name, of([UNIT, Array.from({ length: 16 }, number)]));
          break;
        case 6:
          client.shape(name, { sphere: { radius: number() } });
          break;
        case 7:
        case 8: {
          const inputs = {};
          if (random() < 0.5) inputs.planes = planes;
          if (random() < 0.3) inputs.box = { min: vector(3), max: vector(3) };
          if (random() < 0.3) inputs.sphere = { center: vector(3), radius: number() };
          client.saidVisibility('eye', name, of(['inside', 'outside', 'intersect', 'visible', 'culled', 'perhaps']), inputs);
          planes[below(5)] = vector(4); // in the same array
          break;
        }
        case 9: {
          const ray = of(['aim', { origin: vector(3), direction: vector(3), ...of([{}, { length: number() }, { mask: [1] }]) }]);
          const answer = {};
          if (random() < 0.5) answer.t = number();
          if (random() < 0.5) answer.point = vector(3);
          if (random() < 0.5) answer.normal = vector(3);
          client.saidRay(ray, of([name, null]), answer);
          break;
        }
        case 10:
          client.saidPairs([[name, other], ['a', 'b']]);
          break;
        default:
          client.saidAgent(name, { status: of([undefined, 'runs', NaN]), running: of([undefined, [name, 1]]) });
      }
    }
    client.tick(tick % 50 === 7 ? NaN : tick / 60);
  }
}

test('the worker writes what the client without one writes', async () => {
  const write = async (seed, worker) => {
    const path = join(folder, `${++files}.jsonl`);
    const client = toFile('test', path, { queue: 2 ** 30, worker });
    anyCalls(client, seed, 500);
    await client.close();
    assert.equal(client.dropped, 0);
    return { lines: readFileSync(path, 'utf8').split('\n'), refused: client.refused };
  };
  for (let seed = 1; seed <= 8; seed++) {
    const expected = await write(seed, false);
    assert.ok(expected.refused > 100 && expected.lines.length > 490);
    assert.deepEqual(await write(seed, true), expected);
    // Pages without isolation have no shared memory.
    const shared = globalThis.SharedArrayBuffer;
    globalThis.SharedArrayBuffer = undefined;
    try {
      assert.deepEqual(await write(seed, true), expected);
    } finally {
      globalThis.SharedArrayBuffer = shared;
    }
  }
});

test('a worker that is slower than the program stops nothing, and the oldest ticks are dropped', async () => {
  for (let seed = 1; seed <= 4; seed++) {
    const path = join(folder, `${++files}.jsonl`);
    const client = toFile('test', path, { queue: 20000 });
    client.tick(0);
    await sleep(200); // in which the worker starts
    for (let i = 0; i < 200000; i++) client.saidRay({ origin: [1 / 3, i, 1 / 7], direction: [0, 0, 1] }, null);
    client.tick(0); // which keeps the worker busy
    const start = performance.now();
    anyCalls(client, seed, 600);
    assert.ok(performance.now() - start < 5000);
    await client.close();
    assert.ok(client.dropped > 100, `${client.dropped}`);
    const lines = parse(readFileSync(path, 'utf8'));
    const whole = await traced((plain) => anyCalls(plain, seed, 600));
    const sent = new Set(lines.map(({ time }) => time)).size;
    assert.ok(Math.abs(sent + client.dropped - 600) < 20, `${sent} + ${client.dropped}`);
    const sorted = (world) => [...world].sort(([a], [b]) => (a < b ? -1 : 1));
    assert.deepEqual(sorted(replay(lines).at(-1)), sorted(replay(whole.lines).at(-1)));
  }
});

test('a program that ends has sent all lines', async (t) => {
  const server = await listen(t);
  const client = new URL('eyeline.mjs', import.meta.url);
  const program = `
    import { connect } from ${JSON.stringify(client)};
    const client = connect('test', '127.0.0.1:${server.address().port}');
    setTimeout(() => { for (let i = 0; i < 500; i++) client.tick(i); process.exit(3); }, 300);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  assert.deepEqual(await once(child, 'exit'), [3, null]);
  await until(() => server.connections[0]?.text.includes('"time":499}'));
  assert.equal(parse(server.connections[0].text).length, 500);
});

test('where no worker can be started, the thread of the program does its work', async (t) => {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { Worker } = threads;
  t.after(() => (threads.Worker = Worker));
  const failures = [
    class { constructor() { throw new Error('no workers'); } },
    class extends Worker { constructor(_, options) { super('throw new Error("not allowed")', { ...options, eval: true }); } },
  ];
  for (const failure of failures) {
    threads.Worker = failure;
    const { lines, client } = await traced(async (client) => {
      client.object('ball', BALL);
      client.tick(0);
      await sleep(200);
      client.pose('ball', [1, 2, 3]);
      client.pose('nobody', [1, 2, 3]);
      client.tick(1);
    });
    assert.deepEqual(lines[1], { time: 1, set: { ball: { position: [1, 2, 3] } } });
    assert.deepEqual([lines.length, client.refused, client.dropped], [2, 1, 0]);
  }
});

// Node in the place of a browser: without `process`, and with the Worker, WebSocket and globals of pages.
test('in a page, the worker sends one message a line over WebSocket', async () => {
  const path = join(folder, `${++files}.jsonl`);
  const inWorker = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { appendFileSync } = require('node:fs');
    const early = [];
    globalThis.WorkerGlobalScope = class { static [Symbol.hasInstance](value) { return value === globalThis; } };
    globalThis.name = workerData.name;
    globalThis.postMessage = (message, list) => parentPort.postMessage(message, list);
    parentPort.on('message', (data) => (globalThis.onmessage ? globalThis.onmessage({ data }) : early.push(data)));
    globalThis.WebSocket = class extends EventTarget {
      bufferedAmount = 0;
      constructor(address) {
        super();
        if (address !== 'ws://127.0.0.1:7420') throw new Error(address);
        setTimeout(() => this.dispatchEvent(new Event('open')), 10);
      }
      send(message) { appendFileSync(${JSON.stringify(path)}, message + '\\n'); }
      close() { this.dispatchEvent(new Event('close')); }
    };
    globalThis.process = undefined;
    import(workerData.url).then(() => { for (const data of early) globalThis.onmessage({ data }); });`;
  const program = `
    import { Worker as NodeWorker } from 'node:worker_threads';
    globalThis.Worker = class {
      constructor(url, { name }) {
        this.worker = new NodeWorker(${JSON.stringify(inWorker)}, { eval: true, execArgv: [], workerData: { url: url.href, name } });
        this.worker.on('message', (data) => this.onmessage({ data }));
        this.worker.on('error', (error) => this.onerror(error));
      }
      postMessage(message, list) { this.worker.postMessage(message, list); }
      terminate() { this.worker.terminate(); }
    };
    globalThis.process = undefined;
    const { connect } = await import(${JSON.stringify(new URL('eyeline.mjs', import.meta.url))});
    const client = connect('test');
    client.object('Größe', { sphere: { radius: 1 } });
    client.tick(0);
    while (!client.connected) await new Promise((resolve) => setTimeout(resolve, 5));
    for (let i = 1; i <= 200; i++) {
      client.pose('Größe', [i, 0, 0]);
      client.tick(i / 60);
      if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await client.close();
    console.log(client.dropped, client.refused);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.equal(output, '0 0\n');
  const lines = parse(readFileSync(path, 'utf8'));
  assert.equal(lines.length, 201);
  assert.deepEqual(replay(lines).at(-1).get('Größe').position, [200, 0, 0]);
});
