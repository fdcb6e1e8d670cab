// The scene of the examples without a window:
//     npm ci
//     node three.mjs                   sends ten seconds to `eyeline live`, as fast as they pass
//     node three.mjs --file PATH       writes three seconds into a trace
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, toFile } from './eyeline.mjs';
import { makeScene } from './example_scene.mjs';

const { values } = parseArgs({ options: { file: { type: 'string' } } });
const client = values.file ? toFile('three.js', values.file, { worker: false }) : connect('three.js');
const { tick } = makeScene(client);
const ticks = 60 * (values.file ? 3 : 10);
const start = performance.now();
for (let i = 0; i < ticks; i++) {
  tick(i / 60);
  // Without the worker, which this loop would outrun, a client writes while the program waits.
  await (values.file ? turn() : sleep(Math.max(0, start + (i * 1000) / 60 - performance.now())));
}
const connected = client.connected;
await client.close();
console.log(`${ticks} ticks, ${client.dropped} lines dropped, ${client.refused} entries refused`);
if (!connected) console.log('eyeline does not listen: start `eyeline live --headless` first');
