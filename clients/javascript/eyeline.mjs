// The client of eyeline for JavaScript. It sends the world of a program, and what the program itself answered, as a trace: one
// JSON object a line. In Node the lines go over TCP or into a file, in a web page over WebSocket.
// Coordinates are right-handed with +Y up, in metres; times are in seconds; quaternions are x, y, z, w.
//
// The calls of a program only note numbers. At the end of a tick these go to a worker, which composes the lines and writes them. Where
// no worker can be started, and with `worker: false`, the thread of the program does it.
// Lines are composed as bytes by the code of this file: JSON.stringify takes several times as long.

const MAX_LINE = 16 * 1024 * 1024;
const MAX_ITEM = MAX_LINE / 4; // of a line
const MAX_QUEUE = 4 * 1024 * 1024;
const MAX_FILE_QUEUE = 64 * 1024 * 1024;
const MAX_BUFFERED = 1024 * 1024; // of a WebSocket
const MAX_F32 = 3.4028235677973366e38; // from here on, a number rounds to an infinite f32
const KEYFRAME_EVERY = 5; // seconds of trace time
const RETRY_AFTER = 1000; // milliseconds
const CLOSE_WITHIN = 1000; // milliseconds
const END_WITHIN = 5000; // milliseconds, for the worker to compose what waits and to close a connection
const WRITE_WITHIN = 60000; // milliseconds, into a file
const LOOK_EVERY = 20; // milliseconds, in which the worker looks whether the connection has changed
const WORKER = 'eyeline client'; // its name

// The parts of a pose. An entry has either a matrix or some of the others.
const POSITION = 1;
const ROTATION = 2;
const SCALE = 4;
const MATRIX = 8;

const encoder = new TextEncoder();
const encode = (text) => encoder.encode(text);
const VERDICTS = new Map(
  ['inside', 'outside', 'intersect', 'visible', 'culled'].map((word) => [word, encode(JSON.stringify(word))]),
);
const SIZES = ['half_extents', 'radius', 'half_height', 'height'];
const NOTHING = {};
const IN_NODE = typeof process !== 'undefined' && process.versions?.node !== undefined;
const NO_KEYS = [];

/**
 * A client that sends to `eyeline live`: in Node over TCP, in a web page over WebSocket. An address that begins with `ws://` is
 * that of a WebSocket everywhere.
 * @param {string} name - The name of the trace.
 * @param {string} [address]
 * @param {{queue?: number, worker?: boolean}} [options] - `queue`: the bytes that may wait, 4 MiB by default. `worker`: whether a
 *   worker composes and writes the lines, which is so by default.
 * @returns {Client}
 */
export function connect(name, address = '127.0.0.1:7420', { queue = MAX_QUEUE, worker = true } = NOTHING) {
  const target = IN_NODE && !address.startsWith('ws://')
    ? { tcp: parseAddress(address) }
    : { web: address.startsWith('ws://') ? address : `ws://${address}` };
  return worker ? new WorkerClient(name, queue, target) : makeClient(name, queue, target);
}

/**
 * A client that writes a new file, in Node. The error of a file that cannot be opened is thrown.
 * @param {string} name - The name of the trace.
 * @param {string} path
 * @param {{queue?: number, worker?: boolean}} [options] - As those of `connect`; 64 MiB may wait by default. A program that runs faster
 *   than the worker, as one does that never waits, loses no lines with `worker: false`.
 * @returns {Client}
 */
export function toFile(name, path, { queue = MAX_FILE_QUEUE, worker = true } = NOTHING) {
  const target = { file: process.getBuiltinModule('node:fs').openSync(path, 'w') };
  return worker ? new WorkerClient(name, queue, target) : makeClient(name, queue, target);
}

/**
 * A client that does nothing. Each call costs one branch.
 * @returns {Client}
 */
export function off() {
  return new Client('', new Queue(0), null);
}

/** A client that composes and writes on this thread. */
function makeClient(name, limit, { tcp, web, file }) {
  const lines = new Queue(limit);
  const sink = tcp ? new TcpSink(lines, tcp) : web ? new WebSink(lines, web) : new FileSink(lines, file);
  return new Client(name, lines, sink);
}

function parseAddress(address) {
  const colon = address.lastIndexOf(':');
  const port = Number(address.slice(colon + 1));
  if (colon < 1 || !(port > 0 && port < 65536)) throw new Error(`the address \`${address}\` is not HOST:PORT`);
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port, noDelay: true };
}

/**
 * The world of a program and what changed in it since the last tick. Made by `connect`, `toFile` and `off`.
 *
 * No call throws because of what a game computes: an entry that eyeline could not read, such as a pose with NaN, is left out and
 * counted in `refused`.
 */
export class Client {
  #refused = 0;
  #name;
  #queue;
  #sink; // null when the client is off
  #entries = new Map(); // by name: objects and cameras
  #added = []; // entries that eyeline does not have yet
  #changed = []; // entries that eyeline has, with a new pose or new fields
  #removed = new Map(); // by name: entries that eyeline still has
  #said = new Text();
  #saidEnd = 0; // of the last answer that is valid
  #blockStart = 0;
  #saidBlocks = []; // where the answers are divided so that they fit into several lines
  #lines;
  #lastPlanes = new Float32Array(24);
  #lastPlanesText = null;
  #time = -Infinity;
  #offset = 0;
  #nextKeyframe = -Infinity;

  /** @private */
  constructor(name, queue, sink) {
    this.#name = JSON.stringify(String(name).replace(/\p{Surrogate}/gu, '\ufffd'));
    this.#queue = queue;
    this.#sink = sink;
    this.#lines = new Lines();
  }

  /** The number of entries that were left out: a number is not finite, a size or scale is 0, or a name is unknown. */
  get refused() {
    return this.#refused;
  }

  /**
   * The number of lines that were dropped, because the queue was full or a connection ended. A tick that did not fit on its way to
   * the worker counts as one.
   */
  get dropped() {
    return this.#queue.dropped;
  }

  /** Whether eyeline is connected, or the file is open. */
  get connected() {
    return this.#sink !== null && this.#sink.connected;
  }

  /**
   * Adds an object, or replaces the object or camera of this name.
   * @param {string} name
   * @param {object} shape - As in a scene file, such as `{ box: { half_extents: [1, 1, 1] } }`.
   * @param {object} [fields] - `position`, `rotation` and `scale`, or `matrix`; and further keys of an object in a scene file,
   *   such as `layers`.
   */
  object(name, shape, fields = NOTHING) {
    if (this.#sink === null) return;
    const { position, rotation, scale, matrix, ...others } = fields;
    const texts = { shape: shapeText(shape) };
    for (const key in others) if (others[key] !== undefined) texts[key] = json(others[key]);
    this._put('objects', name, texts, position, rotation, scale, matrix);
  }

  /**
   * Adds a camera, or replaces the object or camera of this name.
   * @param {string} name
   * @param {object} [fields] - The keys of a camera in a scene file, such as `position`, `look_at` and `projection`; or `matrix`.
   */
  camera(name, fields = NOTHING) {
    if (this.#sink === null) return;
    const { position, rotation, matrix, ...others } = fields;
    const texts = {};
    for (const key in others) if (others[key] !== undefined) texts[key] = json(others[key]);
    this._put('cameras', name, texts, position, rotation, undefined, matrix);
  }

  /** Removes an object or a camera. */
  remove(name) {
    if (this.#sink === null) return;
    const entry = this.#entries.get(name);
    if (entry === undefined) return this.#refuse();
    this.#entries.delete(name);
    entry.removed = true;
    if (entry.sent) this.#removed.set(name, entry);
  }

  /**
   * Moves an object or a camera. What is left out stays; after a `matrix` it is no rotation, and a scale of 1.
   * @param {string} name
   * @param {ArrayLike<number>} position
   * @param {ArrayLike<number>} [rotation] - A quaternion x, y, z, w.
   * @param {ArrayLike<number>} [scale] - A camera has none, and it is ignored there.
   */
  pose(name, position, rotation, scale) {
    if (this.#sink === null) return;
    const entry = this.#entries.get(name);
    if (entry === undefined || !isPose(position, rotation, scale)) return this.#refuse();
    this.#mark(entry, entry.setPose(position, rotation, scale));
  }

  /**
   * Moves an object or a camera.
   * @param {string} name
   * @param {ArrayLike<number>} numbers - `world_from_local`, 16 numbers column by column.
   */
  matrix(name, numbers) {
    if (this.#sink === null) return;
    const entry = this.#entries.get(name);
    if (entry === undefined || !isMatrix(numbers)) return this.#refuse();
    this.#mark(entry, entry.setMatrix(numbers));
  }

  /** Changes the shape of an object. */
  shape(name, shape) {
    if (this.#sink === null) return;
    const entry = this.#entries.get(name);
    const text = shapeText(shape);
    if (entry?.kind !== 'objects' || text === undefined) return this.#refuse();
    this._setShape(name, text);
  }

  /** @private */
  _setShape(name, text) {
    const entry = this.#entries.get(name);
    this.#mark(entry, 0, entry.setTexts({ ...entry.texts, shape: text }));
  }

  /** @private */
  _has(name) {
    return this.#entries.has(name);
  }

  /** Whether answers have a place to go. @private */
  get _accepts() {
    return this.#sink !== null && this.#sink.accepts;
  }

  /** Writes all into a file, at the end of a process. @private */
  _finish() {
    this.#sink?.finish();
  }

  /** The next tick begins with a keyframe. @private */
  _gap() {
    this.#nextKeyframe = -Infinity;
  }

  /**
   * Sends whether the program took an object as visible to a camera.
   * @param {string} camera
   * @param {string} object
   * @param {'inside' | 'outside' | 'intersect' | 'visible' | 'culled'} verdict
   * @param {object} [inputs] - What the program tested: `planes`, six inward `[nx, ny, nz, d]` in the order left, right, bottom,
   *   top, near, far; `box: { min, max }`; `sphere: { center, radius }`.
   */
  saidVisibility(camera, object, verdict, { planes, box, sphere } = NOTHING) {
    if (!this.#sink?.accepts) return;
    const from = this.#entries.get(camera);
    const of = this.#entries.get(object);
    const word = VERDICTS.get(verdict);
    if (from?.kind !== 'cameras' || of?.kind !== 'objects' || word === undefined) return this.#refuse();
    const said = this.#beginSaid();
    said.ascii('{"camera":').bytes(from.quoted).ascii(',"object":').bytes(of.quoted).ascii(',"verdict":').bytes(word);
    let valid = true;
    if (planes) valid = this.#planes(planes);
    if (box) {
      valid = said.ascii(',"box":{"min":').vector(box.min, 3) && valid;
      valid = said.ascii(',"max":').vector(box.max, 3) && valid;
      said.ascii('}');
    }
    if (sphere) {
      valid = said.ascii(',"sphere":{"center":').vector(sphere.center, 3) && valid;
      valid = said.ascii(',"radius":').finite(sphere.radius) && valid;
      said.ascii('}');
    }
    this.#endSaid(valid);
  }

  /**
   * Sends what a ray of the program hit.
   * @param {string | {origin, direction, length?: number, mask?: number[]}} ray - The name of a ray of the scene that eyeline
   *   has open, or the ray itself.
   * @param {string | null} hit - The name of the object, or null.
   * @param {object} [answer] - `t`: the point is origin + t · direction; `point`; `normal`.
   */
  saidRay(ray, hit, { t, point, normal } = NOTHING) {
    if (!this.#sink?.accepts) return;
    const object = hit === null ? null : this.#entries.get(hit);
    if (object === undefined || (object && object.kind !== 'objects') || !ray) return this.#refuse();
    const said = this.#beginSaid().ascii('{"ray":');
    let valid = true;
    if (typeof ray === 'string') {
      valid = said.json(ray);
    } else {
      valid = said.ascii('{"origin":').vector(ray.origin, 3) && valid;
      valid = said.ascii(',"direction":').vector(ray.direction, 3) && valid;
      if (ray.length !== undefined) valid = said.ascii(',"length":').finite(ray.length) && valid;
      if (ray.mask !== undefined) valid = said.ascii(',"mask":').json(ray.mask) && valid;
      said.ascii('}');
    }
    said.ascii(',"hit":');
    if (object) said.bytes(object.quoted);
    else said.ascii('null');
    if (t !== undefined) valid = said.ascii(',"t":').finite(t) && valid;
    if (point) valid = said.ascii(',"point":').vector(point, 3) && valid;
    if (normal) valid = said.ascii(',"normal":').vector(normal, 3) && valid;
    this.#endSaid(valid);
  }

  /**
   * Sends all pairs of objects that the program took as touching at this tick.
   * @param {Iterable<[string, string]>} pairs
   */
  saidPairs(pairs) {
    if (!this.#sink?.accepts) return;
    const said = this.#beginSaid().ascii('{"pairs":[');
    const start = said.length;
    for (const [a, b] of pairs) {
      const first = this.#entries.get(a);
      const second = this.#entries.get(b);
      if (first?.kind !== 'objects' || second?.kind !== 'objects') {
        this.#refused += 1;
        continue;
      }
      said.ascii(said.length > start ? ',[' : '[').bytes(first.quoted).ascii(',').bytes(second.quoted).ascii(']');
    }
    said.ascii(']');
    this.#endSaid(true);
  }

  /**
   * Sends the state of an agent of the scene that eyeline has open.
   * @param {string} agent
   * @param {object} [state] - `status` and `running`.
   */
  saidAgent(agent, { status, running } = NOTHING) {
    if (!this.#sink?.accepts) return;
    const said = this.#beginSaid().ascii('{"agent":');
    let valid = said.json(agent);
    if (status !== undefined) valid = said.ascii(',"status":').json(status) && valid;
    if (running !== undefined) valid = said.ascii(',"running":').json(running) && valid;
    this.#endSaid(valid);
  }

  /**
   * Ends a tick: all that was added, moved, removed and said since the last one goes into the queue.
   * @param {number} time - Seconds. A trace's time does not decrease: after a time below the last one, as when a level begins
   *   again, the trace goes on from the last one.
   */
  tick(time) {
    if (this.#sink === null) return;
    if (!Number.isFinite(time)) return this.#refuse();
    if (time + this.#offset < this.#time) this.#offset = this.#time - time;
    this.#time = Math.max(this.#time, time + this.#offset); // the sum is rounded
    if (this.#sink.accepts) {
      let keyframe = this.#queue.needsKeyframe || this.#time >= this.#nextKeyframe;
      this.#compose(keyframe);
      if (!this.#queue.makeRoom(this.#lines.length) && !keyframe) {
        keyframe = true;
        this.#compose(true);
      }
      this.#queue.push(this.#lines.take(), keyframe);
      if (keyframe) this.#nextKeyframe = this.#time + KEYFRAME_EVERY;
      this.#sink.flush();
    }
    // Without a connection there is nothing to keep: the next one begins with a keyframe.
    for (const entry of this.#added) entry.sent = true;
    for (const entry of this.#changed) entry.clearChanges();
    this.#added = [];
    this.#changed = [];
    this.#removed.clear();
    this.#said.length = 0;
    this.#saidEnd = 0;
    this.#blockStart = 0;
    this.#saidBlocks = [];
  }

  /**
   * Turns the client off. The promise resolves when all lines are written, for a connection after a second at most.
   * @returns {Promise<void>}
   */
  async close() {
    const sink = this.#sink;
    this.#sink = null;
    await sink?.close();
  }

  #refuse() {
    this.#refused += 1;
  }

  /** @private */
  _put(kind, name, texts, position, rotation, scale, matrix) {
    const place = position ?? [0, 0, 0];
    const valid = isName(name) && !Object.values(texts).includes(undefined);
    if (!valid || !(matrix ? isMatrix(matrix) : isPose(place, rotation, scale))) return this.#refuse();
    const entry = new Entry(kind, name);
    entry.setTexts(texts);
    if (matrix) entry.setMatrix(matrix);
    else if (position || rotation || scale) entry.setPose(place, rotation, scale);
    const old = this.#entries.get(name);
    if (old?.hasKeysOf(entry)) {
      // `set` leaves what it does not name, so it is enough when no key goes away.
      const parts = matrix ? old.setMatrix(matrix) : entry.form ? old.setPose(place, rotation, scale) : 0;
      return this.#mark(old, parts, old.setTexts(texts));
    }
    if (old) this.remove(name);
    this.#entries.set(name, entry);
    this.#added.push(entry);
  }

  #mark(entry, parts, texts = NO_KEYS) {
    if (!entry.sent || (parts === 0 && texts.length === 0)) return;
    if (entry.changed === 0 && entry.changedTexts === null) this.#changed.push(entry);
    entry.changed |= parts;
    if (texts.length > 0) entry.changedTexts = new Set([...(entry.changedTexts ?? []), ...texts]);
  }

  #beginSaid() {
    const said = this.#said;
    said.length = this.#saidEnd; // without what is left of a call that threw
    if (said.length - this.#blockStart > MAX_ITEM) {
      this.#blockStart = said.length;
      this.#saidBlocks.push(said.length);
    }
    if (said.length > this.#blockStart) said.ascii(',');
    return said;
  }

  #endSaid(valid) {
    const said = this.#said.ascii('}');
    if (valid && said.length - this.#saidEnd <= MAX_ITEM) {
      this.#saidEnd = said.length;
    } else {
      said.length = this.#saidEnd;
      this.#refused += 1;
    }
  }

  // All objects are tested with the same planes, so their text is kept. The numbers are compared, not the array: a program may
  // write new numbers into the same array.
  #planes(planes) {
    const last = this.#lastPlanes;
    let same = this.#lastPlanesText !== null;
    if (planes.length !== 6) return false;
    for (let i = 0; i < 6; i++) if (planes[i]?.length !== 4) return false;
    for (let i = 0; i < 24; i++) {
      const number = Math.fround(planes[i >> 2][i & 3]);
      if (number !== last[i]) same = false;
      last[i] = number;
    }
    if (!same) {
      const text = new Text().ascii(',"planes":[');
      for (let i = 0; i < 6; i++) {
        if (i > 0) text.ascii(',');
        if (!text.vector(planes[i], 4)) {
          this.#lastPlanesText = null;
          return false;
        }
      }
      this.#lastPlanesText = text.ascii(']').copy();
    }
    this.#said.bytes(this.#lastPlanesText);
    return true;
  }

  #compose(keyframe) {
    const lines = this.#lines;
    lines.begin(this.#time);
    let placed = this.#added; // entries whose matrix has to follow
    if (keyframe) {
      placed = [...this.#entries.values()];
      lines.beginKeyframe(this.#name);
      this.#composeEntries(placed);
      lines.endLine();
    } else {
      // eyeline adds before it removes: a name that goes and comes back in one tick needs two lines.
      const returns = [...this.#removed.keys()].some((name) => this.#entries.has(name));
      if (returns) {
        this.#composeRemoved();
        lines.endLine();
      }
      for (const entry of this.#changed) {
        if (entry.removed) continue;
        lines.beginItem('set');
        entry.writeChanges(lines);
        lines.endItem();
      }
      this.#composeEntries(placed);
      if (!returns) this.#composeRemoved();
    }
    // An entry of a scene has no matrix, and eyeline sets before it adds: another line sets the matrices.
    placed = placed.filter((entry) => entry.form === MATRIX && !entry.removed);
    if (placed.length > 0 && !keyframe) lines.endLine();
    for (const entry of placed) {
      lines.beginItem('set');
      entry.writeMatrix(lines);
      lines.endItem();
    }
    let start = 0;
    for (const end of [...this.#saidBlocks, this.#said.length]) {
      if (end > start) {
        lines.beginItem('said');
        lines.bytes(this.#said.view(start, end));
        lines.endItem();
      }
      start = end;
    }
    lines.end();
  }

  #composeEntries(entries) {
    for (const kind of ['objects', 'cameras']) {
      for (const entry of entries) {
        if (entry.kind !== kind || entry.removed) continue;
        this.#lines.beginItem(kind);
        entry.write(this.#lines);
        this.#lines.endItem();
      }
    }
  }

  #composeRemoved() {
    for (const entry of this.#removed.values()) {
      this.#lines.beginItem('remove');
      this.#lines.bytes(entry.quoted);
      this.#lines.endItem();
    }
  }
}

/** An object or a camera. */
class Entry {
  sent = false; // whether eyeline has it
  removed = false;
  form = 0; // the parts that `numbers` has
  changed = 0; // the parts that changed since the last tick
  texts = {}; // JSON by key: all but the pose
  changedTexts = null; // the keys of `texts` that changed
  numbers = new Float32Array(16); // the matrix, or position at 0, rotation at 3, scale at 7

  constructor(kind, name) {
    this.kind = kind;
    this.name = name;
    this.quoted = encode(JSON.stringify(name));
  }

  /** Returns the parts that differ from before. */
  setPose(position, rotation, scale) {
    let parts = 0;
    if ((this.form & (MATRIX | POSITION)) !== POSITION) {
      // All parts follow a matrix, so that nothing of it stays.
      const all = this.kind === 'objects' ? POSITION | ROTATION | SCALE : POSITION | ROTATION;
      parts = this.form === MATRIX ? all : POSITION;
      this.form = parts;
      this.numbers.set([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    }
    if (this.#store(0, position)) parts |= POSITION;
    if (rotation && (this.#store(3, rotation) || !(this.form & ROTATION))) parts |= ROTATION;
    if (scale && this.kind === 'objects' && (this.#store(7, scale) || !(this.form & SCALE))) parts |= SCALE;
    this.form |= parts;
    if (parts & ROTATION) this.#forgetDirection();
    return parts;
  }

  setMatrix(numbers) {
    const same = !this.#store(0, numbers) && this.form === MATRIX;
    this.form = MATRIX;
    this.#forgetDirection();
    return same ? 0 : MATRIX;
  }

  /** Returns the keys whose text differs from before. */
  setTexts(texts) {
    const changed = Object.keys(texts).filter((key) => texts[key] !== this.texts[key]);
    this.texts = texts;
    return changed;
  }

  hasKeysOf(other) {
    const keys = (texts) => Object.keys(texts).sort().join();
    return this.kind === other.kind && this.form === other.form && keys(this.texts) === keys(other.texts);
  }

  clearChanges() {
    this.changed = 0;
    this.changedTexts = null;
  }

  /** The entry as in a scene, without a matrix. */
  write(out) {
    out.ascii('{"name":').bytes(this.quoted);
    for (const key in this.texts) out.text(`,"${key}":${this.texts[key]}`);
    this.#writeParts(out, this.form & ~MATRIX, true);
    out.ascii('}');
  }

  writeChanges(out) {
    out.bytes(this.quoted).ascii(':{');
    const start = out.length;
    for (const key of this.changedTexts ?? NO_KEYS) {
      if (key in this.texts) out.text(`${out.length > start ? ',' : ''}"${key}":${this.texts[key]}`);
    }
    this.#writeParts(out, this.changed & this.form, out.length > start);
    out.ascii('}');
  }

  writeMatrix(out) {
    out.bytes(this.quoted).ascii(':{');
    this.#writeParts(out, MATRIX, false);
    out.ascii('}');
  }

  #writeParts(out, parts, comma) {
    if (parts & MATRIX) out.ascii(comma ? ',"matrix":' : '"matrix":').vector(this.numbers, 16, 0);
    if (parts & POSITION) out.ascii(comma ? ',"position":' : '"position":').vector(this.numbers, 3, 0);
    if (parts & ROTATION) out.ascii(comma || parts & POSITION ? ',"rotation":' : '"rotation":').vector(this.numbers, 4, 3);
    if (parts & SCALE) {
      out.ascii(comma || parts & (POSITION | ROTATION) ? ',"scale":' : '"scale":').vector(this.numbers, 3, 7);
    }
  }

  #store(at, list) {
    let differs = false;
    for (let i = 0; i < list.length; i++) {
      const number = Math.fround(list[i]);
      if (this.numbers[at + i] !== number) {
        this.numbers[at + i] = number;
        differs = true;
      }
    }
    return differs;
  }

  // A camera has at most one of `look_at`, `euler` and a rotation.
  #forgetDirection() {
    if ('look_at' in this.texts || 'euler' in this.texts) {
      const { look_at, euler, ...others } = this.texts;
      this.texts = others;
    }
  }
}

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const POWERS = Array.from({ length: 15 }, (_, power) => 10 ** power);
const DIGITS = encode(Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0')).join(''));

/** Bytes of JSON that grow. */
class Text {
  length = 0;
  #bytes = new Uint8Array(1024);

  /** Text of ASCII characters alone. */
  ascii(text) {
    this.#reserve(text.length);
    const into = this.#bytes;
    const at = this.length;
    for (let i = 0; i < text.length; i++) into[at + i] = text.charCodeAt(i);
    this.length = at + text.length;
    return this;
  }

  text(text) {
    this.#reserve(3 * text.length); // a UTF-16 unit is three bytes at most
    this.length += encoder.encodeInto(text, this.#bytes.subarray(this.length)).written;
    return this;
  }

  bytes(bytes) {
    this.#reserve(bytes.length);
    const into = this.#bytes;
    const at = this.length;
    if (bytes.length > 64) into.set(bytes, at); // which has a cost of its own
    else for (let i = 0; i < bytes.length; i++) into[at + i] = bytes[i];
    this.length = at + bytes.length;
    return this;
  }

  /** Returns whether the value can be written. */
  json(value) {
    const text = json(value);
    if (text !== undefined) this.text(text);
    return text !== undefined;
  }

  /** `count` numbers of a list as an array. Returns whether there are so many and all are finite. */
  vector(list, count, from = 0) {
    if (!(list?.length >= from + count)) return false;
    this.ascii('[');
    let valid = true;
    for (let i = from; i < from + count; i++) {
      if (i > from) this.ascii(',');
      valid = this.finite(list[i]) && valid;
    }
    this.ascii(']');
    return valid;
  }

  /** A number, rounded to f32, with digits that tell it from all others. Returns whether it is finite. */
  finite(number) {
    let x = Math.fround(number);
    if (!(Math.abs(x) < Infinity)) return false;
    this.#reserve(32);
    const bytes = this.#bytes;
    let at = this.length;
    if (x < 0 || (x === 0 && 1 / x < 0)) {
      bytes[at++] = MINUS;
      x = -x;
    }
    this.length = at;
    if (x === 0 || x === 1) {
      bytes[this.length++] = ZERO + x;
      return true;
    }
    if (x < 1e-5 || x >= 1e9 || x === Math.floor(x)) {
      this.ascii(String(x));
      return true;
    }
    // Nine digits tell all f32 apart. The product is rounded, by far less than the distance of two f32.
    let whole = 0; // digits before the point
    let places; // digits after the point
    if (x >= 1) {
      whole = 1;
      while (x >= POWERS[whole]) whole += 1;
      places = 9 - whole;
      at += 1; // room to move digits to the left, before the point
    } else {
      bytes[at++] = ZERO;
      bytes[at++] = POINT;
      for (places = 9; x * POWERS[places - 8] < 1; places++) bytes[at++] = ZERO;
    }
    const digits = (x * POWERS[places] + 0.5) | 0;
    const high = (digits / 1e6) | 0;
    const middle = ((digits - high * 1e6) / 1000) | 0;
    const low = digits - high * 1e6 - middle * 1000;
    this.#threeDigits(at, high);
    this.#threeDigits(at + 3, middle);
    this.#threeDigits(at + 6, low);
    let end = at + 9;
    while (bytes[end - 1] === ZERO) end -= 1; // not all are zeros: x is no whole number
    if (whole > 0) {
      for (let i = at; i < at + whole; i++) bytes[i - 1] = bytes[i];
      bytes[at + whole - 1] = POINT;
    }
    this.length = end;
    return true;
  }

  view(start, end) {
    return this.#bytes.subarray(start, end);
  }

  /** A copy of the bytes. */
  copy(start = 0) {
    return this.#bytes.slice(start, this.length);
  }

  #threeDigits(at, number) {
    const bytes = this.#bytes;
    bytes[at] = DIGITS[3 * number];
    bytes[at + 1] = DIGITS[3 * number + 1];
    bytes[at + 2] = DIGITS[3 * number + 2];
  }

  #reserve(count) {
    if (this.length + count <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * (this.length + count));
    bytes.set(this.view(0, this.length));
    this.#bytes = bytes;
  }
}

const OPENINGS = {
  set: ',"set":{', objects: ',"add":{"objects":[', cameras: ',"add":{"cameras":[', remove: ',"remove":[', said: ',"said":[',
};
const CLOSINGS = { set: '}', objects: ']}', cameras: ']}', remove: ']', said: ']' };

/** The lines of a tick. The items of a section follow one another; a line that would be too long goes on in another one. */
class Lines extends Text {
  #time = 0;
  #ends = []; // of the lines
  #open = false;
  #keyframe = false;
  #section = null;
  #lineStart = 0;
  #sectionBefore = null; // of the item
  #separatorStart = 0;
  #itemStart = 0;

  begin(time) {
    this.length = 0;
    this.#time = time;
    this.#ends = [];
  }

  beginKeyframe(name) {
    this.#beginLine(`{"eyeline_trace":1,"name":${name},"time":${this.#time},"scene":{"eyeline":1`);
    this.#keyframe = true;
  }

  beginItem(section) {
    if (!this.#open) this.#beginLine(`{"time":${this.#time}`);
    this.#separatorStart = this.length;
    this.#sectionBefore = this.#section;
    if (section === this.#section) {
      this.ascii(',');
    } else if (section === 'cameras' && this.#section === 'objects') {
      this.ascii('],"cameras":[');
    } else {
      this.#closeSection();
      this.ascii(this.#keyframe ? `,"${section}":[` : OPENINGS[section]);
    }
    this.#section = section;
    this.#itemStart = this.length;
  }

  endItem() {
    if (this.length - this.#lineStart + 8 <= MAX_LINE) return; // the line's end has less than 8 bytes
    const item = this.copy(this.#itemStart);
    const section = this.#section;
    this.length = this.#separatorStart;
    this.#section = this.#sectionBefore;
    this.endLine();
    this.beginItem(section);
    this.bytes(item);
  }

  endLine() {
    if (!this.#open) return;
    this.#closeSection();
    this.ascii(this.#keyframe ? '}}\n' : '}\n');
    this.#ends.push(this.length);
    this.#open = false;
  }

  /** Ends the tick. A tick in which nothing happened is a line too: it has the time. */
  end() {
    if (this.length === 0) this.#beginLine(`{"time":${this.#time}`);
    this.endLine();
  }

  /** The bytes, and where each line ends. */
  take() {
    return { bytes: this.copy(), ends: this.#ends };
  }

  #beginLine(start) {
    this.#lineStart = this.length;
    this.text(start);
    this.#open = true;
    this.#keyframe = false;
    this.#section = null;
  }

  #closeSection() {
    if (this.#section !== null) this.ascii(this.#keyframe ? ']' : CLOSINGS[this.#section]);
  }
}

/**
 * The lines that wait, as groups of one tick. When a group would not fit, the oldest ones are dropped, and so are those up to the
 * next keyframe: they refer to a world that eyeline then does not have.
 */
class Queue {
  dropped = 0;
  needsKeyframe = true; // whether the next group has to begin with one
  #limit;
  #groups = [];
  #length = 0; // bytes

  constructor(limit) {
    this.#limit = limit;
  }

  get empty() {
    return this.#groups.length === 0;
  }

  /** Returns whether the group may follow the last one. If not, it has to begin with a keyframe. */
  makeRoom(length) {
    if (this.empty) return true; // one group always fits
    while (!this.empty && this.#length + length > this.#limit) {
      do this.#drop();
      while (!this.empty && !this.#groups[0].keyframe);
    }
    return !this.empty;
  }

  push(group, keyframe) {
    this.#groups.push({ ...group, keyframe });
    this.#length += group.bytes.length;
    this.needsKeyframe = false;
  }

  /** The oldest group, or undefined. */
  take() {
    const group = this.#groups.shift();
    if (group) this.#length -= group.bytes.length;
    return group;
  }

  clear() {
    while (!this.empty) this.#drop();
    this.needsKeyframe = true;
  }

  #drop() {
    this.dropped += this.take().ends.length;
  }
}

// A sink writes what is in the queue. `accepts`: whether new lines should go into the queue. That is so while the first attempt
// to connect lasts, and while there is a connection.

class TcpSink {
  accepts = true;
  connected = false;
  #queue;
  #address;
  #socket;
  #retry;
  #closing = false;
  #onEmpty = null;

  constructor(queue, address) {
    this.#address = address;
    this.#queue = queue;
    this.#connect();
  }

  flush() {
    while (this.connected && !this.#socket.writableNeedDrain && !this.#queue.empty) {
      this.#socket.write(this.#queue.take().bytes);
    }
    if (this.#queue.empty) this.#onEmpty?.();
  }

  close() {
    this.#closing = true;
    clearTimeout(this.#retry);
    if (!this.accepts) return Promise.resolve();
    this.#socket.ref();
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.#socket.destroy(), CLOSE_WITHIN);
      this.#socket.on('close', () => {
        clearTimeout(limit);
        resolve();
      });
      this.#onEmpty = () => this.#socket.end();
      this.flush();
    });
  }

  #connect() {
    const socket = process.getBuiltinModule('node:net').connect(this.#address);
    this.#socket = socket;
    socket.unref(); // the client does not keep a program from its end
    socket.resume(); // the end of a connection is told after what came before it
    socket.on('connect', () => {
      this.accepts = true;
      this.connected = true;
      this.flush();
    });
    socket.on('drain', () => this.flush());
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => {
      this.accepts = false;
      this.connected = false;
      this.#queue.clear();
      if (!this.#closing) this.#retry = setTimeout(() => this.#connect(), RETRY_AFTER).unref();
    });
  }
}

class WebSink {
  accepts = true;
  connected = false;
  #queue;
  #address;
  #socket;
  #retry;
  #closing = false;
  #poll;
  #onEmpty = null;

  constructor(queue, address) {
    this.#queue = queue;
    this.#address = address;
    this.#connect();
  }

  flush() {
    clearTimeout(this.#poll);
    while (this.connected && !this.#queue.empty && this.#socket.bufferedAmount < MAX_BUFFERED) {
      const { bytes, ends } = this.#queue.take();
      const decoder = new TextDecoder();
      let start = 0;
      for (const end of ends) {
        this.#socket.send(decoder.decode(bytes.subarray(start, end - 1)));
        start = end;
      }
    }
    // A WebSocket does not tell when its buffer has room again.
    if (this.connected && !this.#queue.empty) this.#poll = setTimeout(() => this.flush(), 20);
    if (this.#queue.empty) this.#onEmpty?.();
  }

  close() {
    this.#closing = true;
    clearTimeout(this.#retry);
    if (!this.accepts) return Promise.resolve();
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        this.#socket.close();
        resolve();
      }, CLOSE_WITHIN);
      this.#socket.addEventListener('close', () => {
        clearTimeout(limit);
        resolve();
      });
      this.#onEmpty = () => this.#socket.close();
      this.flush();
    });
  }

  #connect() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.accepts = true;
      this.connected = true;
      this.flush();
    });
    socket.addEventListener('close', () => {
      this.accepts = false;
      this.connected = false;
      this.#queue.clear();
      if (!this.#closing) this.#retry = setTimeout(() => this.#connect(), RETRY_AFTER);
    });
  }
}

class FileSink {
  accepts = true;
  connected = true;
  #queue;
  #fs = process.getBuiltinModule('node:fs');
  #file;
  #position = 0; // of what is being written
  #writing = null;
  #onEmpty = null;

  constructor(queue, file) {
    this.#queue = queue;
    this.#file = file;
    process.on('exit', this.finish);
  }

  flush() {
    if (this.#writing || !this.connected) return;
    this.#writing = this.#queue.take()?.bytes ?? null;
    if (this.#writing) this.#write();
    else this.#onEmpty?.();
  }

  close() {
    if (!this.connected) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onEmpty = () => {
        this.#end();
        resolve();
      };
      this.flush();
    });
  }

  #write() {
    this.#fs.write(this.#file, this.#writing, 0, this.#writing.length, this.#position, (error, written) => {
      if (error) {
        this.#end();
        return this.#onEmpty?.();
      }
      this.#position += written;
      this.#writing = this.#writing.length > written ? this.#writing.subarray(written) : null;
      if (this.#writing) this.#write();
      else this.flush();
    });
  }

  #end() {
    this.accepts = false;
    this.connected = false;
    this.#queue.clear();
    this.#fs.close(this.#file, () => {});
    process.off('exit', this.finish);
  }

  // At the end of a process nothing waits for a write that has begun, so that one is done again, at the same place.
  finish = () => {
    let bytes = this.#writing;
    while (bytes) {
      for (let at = 0; at < bytes.length; ) {
        const written = this.#fs.writeSync(this.#file, bytes, at, bytes.length - at, this.#position);
        at += written;
        this.#position += written;
      }
      bytes = this.#queue.take()?.bytes;
    }
  };
}

/** JSON, or undefined where eyeline could not read it: a number is not finite as f32, or text is not Unicode. */
function json(value) {
  let valid = true;
  const text = JSON.stringify(value, (_, part) => {
    if (typeof part === 'number') valid &&= Math.abs(part) < MAX_F32;
    if (typeof part === 'string') valid &&= !/\p{Surrogate}/u.test(part);
    return ArrayBuffer.isView(part) ? Array.from(part) : part;
  });
  return valid && text?.length < MAX_ITEM / 3 ? text : undefined;
}

function shapeText(shape) {
  const [kind, ...others] = Object.values(shape ?? NOTHING);
  if (typeof kind !== 'object' || kind === null || others.length > 0) return undefined;
  const corners = kind.points?.length ?? 4;
  const sizes = SIZES.flatMap((size) => (kind[size]?.length ? Array.from(kind[size]) : kind[size] ?? []));
  return corners >= 4 && corners <= 256 && sizes.every((size) => Math.fround(size) > 0) ? json(shape) : undefined;
}

const isName = (name) => typeof name === 'string' && name !== '' && json(name) !== undefined;

function isVector(list, count) {
  if (list?.length !== count) return false;
  for (let i = 0; i < count; i++) {
    if (!(Math.abs(list[i]) < MAX_F32)) return false;
  }
  return true;
}

const isTurn = (number) => Math.fround(number) !== 0;

function isPose(position, rotation, scale) {
  if (!isVector(position, 3)) return false;
  if (rotation) {
    if (!isVector(rotation, 4)) return false;
    if (!(isTurn(rotation[0]) || isTurn(rotation[1]) || isTurn(rotation[2]) || isTurn(rotation[3]))) return false;
  }
  if (!scale) return true;
  return isVector(scale, 3) && hasInverse(scale[0]) && hasInverse(scale[1]) && hasInverse(scale[2]);
}

function isMatrix(m) {
  return isVector(m, 16) && hasInverse(
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]),
  );
}

// eyeline refuses a pose that has no inverse in f32.
const hasInverse = (factor) => 1 / Math.abs(factor) < MAX_F32;

// What goes to the worker for a tick: `{ time, log, length, calls }`. `log` has doubles, up to `length`: a record a call, which begins with
// one of these codes. The logs are used again, because a new array for each tick takes as long as all the rest.
// The calls that a record CALL means are in `calls`, in their order.
const CALL = 0;
const POSE = 1; // id, parts, position, rotation, scale
const PLACE = 2; // id, the 16 numbers of a matrix
const PLANES = 3; // 24 numbers: those of the answers that follow
const VISIBLE = 4; // ids of camera and object, verdict + inputs, box, sphere
const RAY = 5; // parts, id of the hit or -1, origin, direction, length, t, point, normal
const PAIRS = 6; // the number of them, their ids
const VERDICT_NAMES = [...VERDICTS.keys()];
const VERDICT_CODES = new Map(VERDICT_NAMES.map((word, code) => [word, code]));
const WITH_PLANES = 8;
const WITH_BOX = 16;
const WITH_SPHERE = 32;
const WITH_LENGTH = 1;
const WITH_T = 2;
const WITH_POINT = 4;
const WITH_NORMAL = 8;

function recordLength(log, at) {
  switch (log[at]) {
    case CALL: return 1;
    case POSE: return 6 + (log[at + 2] & ROTATION ? 4 : 0) + (log[at + 2] & SCALE ? 3 : 0);
    case PLACE: return 18;
    case PLANES: return 25;
    case VISIBLE: return 4 + (log[at + 3] & WITH_BOX ? 6 : 0) + (log[at + 3] & WITH_SPHERE ? 4 : 0);
    case PAIRS: return 2 + 2 * log[at + 1];
    default: {
      const parts = log[at + 1];
      return 9 + (parts & WITH_LENGTH ? 1 : 0) + (parts & WITH_T ? 1 : 0) + (parts & WITH_POINT ? 3 : 0) + (parts & WITH_NORMAL ? 3 : 0);
    }
  }
}

// What the worker reports: bytes that it has taken, lines dropped, entries refused, and these.
const TAKEN = 0;
const DROPPED = 1;
const REFUSED = 2;
const CONNECTED = 3;
const ACCEPTS = 4;
const READY = 5;
const ENDED = 6; // an Int32 at 2 * ENDED
const RUN = 7; // an Int32 at 2 * RUN: the ticks that the worker has no need of any more
const STATUS_LENGTH = 8;

/** A client whose calls are made again in a worker. */
class WorkerClient extends Client {
  #refused = 0;
  #lost = 0; // ticks that did not fit into the queue
  #log; // null when the client is off
  #length = 0; // of what is in `#log`
  #calls = [];
  #entries = new Map(); // by name: id, and whether it is a camera
  #nextId = 0;
  #planes = new Float64Array(24);
  #hasPlanes = false; // whether `#planes` are in `#log`
  #limit;
  #queue = []; // ticks that wait
  #queued = 0; // their bytes
  #posted = 0; // bytes that went to the worker, all in all
  #postedTicks = 0;
  #lent = []; // logs that the worker reads in shared memory, the oldest first
  #free = []; // logs
  #changes = new Changes(); // of the ticks that were dropped
  #status;
  #worker = null;
  #asked = false;
  #replay = null; // in place of a worker that could not be started
  #start; // name, limit and target
  #ended = null; // what close() waits for

  constructor(name, limit, target) {
    super('', new Queue(0), null);
    this.#limit = limit;
    this.#start = { name: String(name), limit, target };
    const shared = typeof SharedArrayBuffer !== 'undefined' && (IN_NODE || globalThis.crossOriginIsolated);
    this.#status = new Float64Array(shared ? new SharedArrayBuffer(8 * STATUS_LENGTH) : STATUS_LENGTH);
    this.#log = this.#newLog(8192);
    this.#status[ACCEPTS] = 1;
    this.#status[CONNECTED] = target.file === undefined ? 0 : 1;
    const onMessage = ({ status, log }) => {
      if (status) this.#status.set(status); // without shared memory
      if (log) this.#free.push(log);
      this.#asked = false;
      this.#flush();
      if (this.#status[ENDED]) this.#ended?.();
    };
    const onError = () => this.#fallBack();
    try {
      this.#worker = startWorker({ ...this.#start, status: shared ? this.#status.buffer : null }, onMessage, onError);
    } catch {
      this.#fallBack();
    }
    if (IN_NODE) process.on('exit', this.#finish);
  }

  get refused() {
    return this.#refused + (this.#replay?.client.refused ?? this.#status[REFUSED]);
  }

  get dropped() {
    return this.#lost + (this.#replay?.client.dropped ?? this.#status[DROPPED]);
  }

  get connected() {
    return this.#log !== null && (this.#replay ? this.#replay.client.connected : this.#status[CONNECTED] === 1);
  }

  object(name, shape, fields = NOTHING) {
    if (this.#log === null) return;
    const { position, rotation, scale, matrix, ...others } = fields;
    const texts = { shape: shapeText(shape) };
    for (const key in others) if (others[key] !== undefined) texts[key] = json(others[key]);
    this._put('objects', name, texts, position, rotation, scale, matrix);
  }

  camera(name, fields = NOTHING) {
    if (this.#log === null) return;
    const { position, rotation, matrix, ...others } = fields;
    const texts = {};
    for (const key in others) if (others[key] !== undefined) texts[key] = json(others[key]);
    this._put('cameras', name, texts, position, rotation, undefined, matrix);
  }

  remove(name) {
    if (this.#log === null) return;
    const entry = this.#entries.get(name);
    if (entry === undefined) return this.#refuse();
    this.#entries.delete(name);
    this.#call('remove', name, entry.id);
  }

  pose(name, position, rotation, scale) {
    if (this.#log === null) return;
    const entry = this.#entries.get(name);
    if (entry === undefined || !isPose(position, rotation, scale)) return this.#refuse();
    const log = this.#reserve(13);
    let at = this.#length;
    log[at] = POSE;
    log[at + 1] = entry.id;
    log[at + 2] = (rotation ? ROTATION : 0) | (scale ? SCALE : 0);
    log[at + 3] = position[0];
    log[at + 4] = position[1];
    log[at + 5] = position[2];
    at += 6;
    if (rotation) {
      log[at] = rotation[0];
      log[at + 1] = rotation[1];
      log[at + 2] = rotation[2];
      log[at + 3] = rotation[3];
      at += 4;
    }
    if (scale) at = copy(log, at, scale, 3);
    this.#length = at;
  }

  matrix(name, numbers) {
    if (this.#log === null) return;
    const entry = this.#entries.get(name);
    if (entry === undefined || !isMatrix(numbers)) return this.#refuse();
    const log = this.#reserve(18);
    const at = this.#length;
    log[at] = PLACE;
    log[at + 1] = entry.id;
    this.#length = copy(log, at + 2, numbers, 16);
  }

  shape(name, shape) {
    if (this.#log === null) return;
    const entry = this.#entries.get(name);
    const text = shapeText(shape);
    if (entry === undefined || entry.camera || text === undefined) return this.#refuse();
    this.#call('shape', entry.id, text);
  }

  saidVisibility(camera, object, verdict, inputs) {
    if (this.#log === null || this.#status[ACCEPTS] === 0) return;
    const from = this.#entries.get(camera);
    const of = this.#entries.get(object);
    let what = VERDICT_CODES.get(verdict);
    if (!from?.camera || of === undefined || of.camera || what === undefined) return this.#refuse();
    const { planes, box, sphere } = inputs ?? NOTHING;
    if (planes) {
      if (!this.#see(planes)) return this.#refuse();
      what |= WITH_PLANES;
    }
    const log = this.#reserve(14);
    let at = this.#length + 4;
    if (box) {
      if (!hasVector(box.min) || !hasVector(box.max)) return this.#refuse();
      what |= WITH_BOX;
      at = copy(log, copy(log, at, box.min, 3), box.max, 3);
    }
    if (sphere) {
      if (!hasVector(sphere.center) || !isFloat(sphere.radius)) return this.#refuse();
      what |= WITH_SPHERE;
      at = copy(log, at, sphere.center, 3);
      log[at++] = sphere.radius;
    }
    log[this.#length] = VISIBLE;
    log[this.#length + 1] = from.id;
    log[this.#length + 2] = of.id;
    log[this.#length + 3] = what;
    this.#length = at;
  }

  saidRay(ray, hit, { t, point, normal } = NOTHING) {
    if (this.#log === null || this.#status[ACCEPTS] === 0) return;
    const object = hit === null ? null : this.#entries.get(hit);
    if (object === undefined || object?.camera || !ray) return this.#refuse();
    const valid = (t === undefined || isFloat(t)) && (!point || hasVector(point)) && (!normal || hasVector(normal));
    if (!valid) return this.#refuse();
    if (typeof ray === 'string' || ray.mask !== undefined) {
      const copied = typeof ray === 'string' ? plain(ray) : plainRay(ray);
      if (copied === undefined) return this.#refuse();
      const answer = { t, point: point && Array.from(point), normal: normal && Array.from(normal) };
      return this.#call('ray', copied, hit, answer);
    }
    const { origin, direction, length } = ray;
    if (!hasVector(origin) || !hasVector(direction) || (length !== undefined && !isFloat(length))) return this.#refuse();
    const log = this.#reserve(17);
    let at = this.#length;
    let parts = 0;
    log[at] = RAY;
    log[at + 2] = object === null ? -1 : object.id;
    at = copy(log, copy(log, at + 3, origin, 3), direction, 3);
    if (length !== undefined) {
      parts |= WITH_LENGTH;
      log[at++] = length;
    }
    if (t !== undefined) {
      parts |= WITH_T;
      log[at++] = t;
    }
    if (point) {
      parts |= WITH_POINT;
      at = copy(log, at, point, 3);
    }
    if (normal) {
      parts |= WITH_NORMAL;
      at = copy(log, at, normal, 3);
    }
    log[this.#length + 1] = parts;
    this.#length = at;
  }

  saidPairs(pairs) {
    if (this.#log === null || this.#status[ACCEPTS] === 0) return;
    const ids = [];
    for (const [a, b] of pairs) {
      const first = this.#entries.get(a);
      const second = this.#entries.get(b);
      if (first === undefined || first.camera || second === undefined || second.camera) this.#refuse();
      else ids.push(first.id, second.id);
    }
    const log = this.#reserve(2 + ids.length);
    log[this.#length] = PAIRS;
    log[this.#length + 1] = ids.length / 2;
    this.#length = copy(log, this.#length + 2, ids, ids.length);
  }

  saidAgent(agent, { status, running } = NOTHING) {
    if (this.#log === null || this.#status[ACCEPTS] === 0) return;
    const state = {};
    const name = plain(agent);
    if (status !== undefined) state.status = plain(status);
    if (running !== undefined) state.running = plain(running);
    if (name === undefined || Object.values(state).includes(undefined)) return this.#refuse();
    this.#call('agent', name, state);
  }

  tick(time) {
    if (this.#log === null) return;
    if (!Number.isFinite(time)) return this.#refuse();
    const bytes = 8 * this.#length + 256 * this.#calls.length + 64;
    const tick = { time, log: this.#log, length: this.#length, calls: this.#calls, bytes };
    this.#log = this.#nextLog();
    this.#length = 0;
    this.#calls = [];
    this.#hasPlanes = false;
    if (this.#replay) return this.#again(tick);
    while (this.#queue.length > 0 && this.#posted - this.#status[TAKEN] + this.#queued + tick.bytes > this.#limit) {
      const oldest = this.#queue.shift();
      this.#queued -= oldest.bytes;
      this.#lost += 1;
      this.#changes.add(oldest);
      this.#free.push(oldest.log);
    }
    this.#queue.push(tick);
    this.#queued += tick.bytes;
    this.#flush();
  }

  async close() {
    if (this.#log === null) return;
    this.#log = null;
    if (IN_NODE) process.off('exit', this.#finish);
    if (!this.#replay) {
      const limit = this.#start.target.file === undefined ? END_WITHIN : WRITE_WITHIN;
      this.#worker.ref();
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, limit);
        this.#ended = () => {
          clearTimeout(timer);
          resolve();
        };
        this.#flush(true);
        if (!this.#replay) this.#worker?.post({ end: true });
      });
      this.#worker?.terminate();
    }
    await this.#replay?.client.close();
  }

  /** @private */
  _put(kind, name, texts, position, rotation, scale, matrix) {
    const place = position ?? [0, 0, 0];
    const valid = isName(name) && !Object.values(texts).includes(undefined);
    if (!valid || !(matrix ? isMatrix(matrix) : isPose(place, rotation, scale))) return this.#refuse();
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = { id: this.#nextId++, camera: false };
      this.#entries.set(name, entry);
    }
    entry.camera = kind === 'cameras';
    const [at, turn, size, numbers] = [position, rotation, scale, matrix].map((list) => (list ? Array.from(list) : undefined));
    this.#call('put', name, entry.id, kind, texts, at, turn, size, numbers);
  }

  #refuse() {
    this.#refused += 1;
  }

  #call(...call) {
    this.#reserve(1)[this.#length++] = CALL;
    this.#calls.push(call);
  }

  #reserve(count) {
    if (this.#length + count > this.#log.length) {
      const log = this.#newLog(2 * (this.#length + count));
      log.set(this.#log);
      this.#log = log;
    }
    return this.#log;
  }

  #newLog(length) {
    const shared = !(this.#status.buffer instanceof ArrayBuffer);
    return new Float64Array(shared ? new SharedArrayBuffer(8 * length) : length);
  }

  #nextLog() {
    if (this.#lent.length > 0) {
      const run = Atomics.load(new Int32Array(this.#status.buffer), 2 * RUN);
      while (this.#lent.length > 0 && this.#postedTicks - this.#lent.length < run) this.#free.push(this.#lent.shift());
    }
    this.#free.length = Math.min(this.#free.length, 8);
    return this.#free.pop() ?? this.#newLog(8192);
  }

  // All objects are tested with the same planes, so they are sent once a tick. The numbers are compared, not the array: a program may
  // write new numbers into the same array.
  #see(planes) {
    if (planes.length !== 6) return false;
    let same = this.#hasPlanes;
    for (let i = 0; i < 6; i++) {
      const plane = planes[i];
      if (plane?.length !== 4) return this.#forgetPlanes();
      for (let j = 0; j < 4; j++) {
        if (plane[j] !== this.#planes[4 * i + j]) {
          if (!isFloat(plane[j])) return this.#forgetPlanes();
          this.#planes[4 * i + j] = plane[j];
          same = false;
        }
      }
    }
    if (same) return true;
    const log = this.#reserve(25);
    log[this.#length] = PLANES;
    this.#length = copy(log, this.#length + 1, this.#planes, 24);
    this.#hasPlanes = true;
    return true;
  }

  #forgetPlanes() {
    this.#hasPlanes = false;
    return false;
  }

  /** Posts what the worker has room for, or all. */
  #flush(all = this.#log === null) {
    if (this.#replay || (this.#status[READY] === 0 && !all)) return;
    while (this.#queue.length > 0) {
      const waits = this.#posted - this.#status[TAKEN];
      if (!all && waits > 0 && waits + this.#queue[0].bytes > this.#limit / 2) break;
      if (!this.#changes.empty) this.#post(this.#changes.take());
      const tick = this.#queue.shift();
      this.#queued -= tick.bytes;
      this.#post(tick);
    }
    if (this.#queue.length === 0 || this.#asked) return;
    this.#asked = true;
    this.#worker.post({ ask: true }); // the answer comes when there is room again
  }

  #post(tick) {
    this.#posted += tick.bytes;
    this.#postedTicks += 1;
    if (tick.log.buffer instanceof ArrayBuffer) return this.#worker.post(tick, [tick.log.buffer]);
    this.#lent.push(tick.log);
    this.#worker.post(tick, []);
  }

  #again(tick) {
    this.#replay.run(tick);
    this.#free.push(tick.log);
    this.#status[ACCEPTS] = this.#replay.client._accepts ? 1 : 0;
  }

  /** Does the work of the worker on this thread. */
  #fallBack() {
    if (this.#replay || this.#status[READY] === 1) return; // a worker that has started does not fail
    this.#worker?.terminate();
    this.#worker = null;
    const { name, limit, target } = this.#start;
    this.#replay = new Replay(makeClient(name, limit, target));
    if (!this.#changes.empty) this.#again(this.#changes.take());
    for (const tick of this.#queue.splice(0)) this.#again(tick);
    this.#ended?.();
  }

  // At the end of a process nothing waits for the worker, so this thread does.
  #finish = () => {
    if (this.#replay) return;
    const file = this.#start.target.file !== undefined;
    if (file && this.#status[READY] === 0) {
      this.#fallBack();
      this.#replay.client._finish();
      return;
    }
    this.#flush(true);
    this.#worker.post({ end: true });
    if (this.#status.buffer instanceof ArrayBuffer) return;
    Atomics.wait(new Int32Array(this.#status.buffer), 2 * ENDED, 0, file ? WRITE_WITHIN : END_WITHIN);
  };
}

const isFloat = (number) => Math.abs(number) < MAX_F32;

// As Text.vector: a longer list is read too.
const hasVector = (list) => list?.length >= 3 && isFloat(list[0]) && isFloat(list[1]) && isFloat(list[2]);

function copy(into, at, list, count) {
  for (let i = 0; i < count; i++) into[at + i] = list[i];
  return at + count;
}

/** A copy of a value, or undefined where eyeline could not read it. */
function plain(value) {
  const text = json(value);
  return text === undefined ? undefined : JSON.parse(text);
}

function plainRay({ origin, direction, length, mask }) {
  const copied = { mask: plain(mask) };
  if (copied.mask === undefined || !hasVector(origin) || !hasVector(direction)) return undefined;
  copied.origin = Array.from(origin);
  copied.direction = Array.from(direction);
  if (length === undefined) return copied;
  return isFloat(length) ? { ...copied, length } : undefined;
}

/** What ticks that are dropped have changed, the last of it for each entry. */
class Changes {
  #entries = new Map(); // by id

  get empty() {
    return this.#entries.size === 0;
  }

  add({ log, length, calls }) {
    let next = 0;
    for (let at = 0; at < length; ) {
      const end = at + recordLength(log, at);
      if (log[at] === CALL) this.#addCall(calls[next++]);
      else if (log[at] === POSE) this.#addPose(this.#entry(log[at + 1]), log.subarray(at, end));
      else if (log[at] === PLACE) Object.assign(this.#entry(log[at + 1]), { matrix: log.slice(at, end), pose: null });
      at = end;
    }
  }

  /** A tick without a time, after which there are no changes. Entries that went away come first. */
  take() {
    const all = [...this.#entries.values()];
    const calls = all.flatMap(({ removed }) => (removed ? [removed] : []));
    const log = calls.map(() => CALL);
    for (const { put, shape, matrix, pose } of all) {
      for (const call of [put, shape]) {
        if (!call) continue;
        log.push(CALL);
        calls.push(call);
      }
      if (matrix) log.push(...matrix);
      if (pose) {
        const { position, rotation, scale } = pose.parts;
        log.push(POSE, pose.id, (rotation ? ROTATION : 0) | (scale ? SCALE : 0), ...position, ...(rotation ?? []), ...(scale ?? []));
      }
    }
    this.#entries.clear();
    return { time: null, log: Float64Array.from(log), length: log.length, calls, bytes: 0 };
  }

  #entry(id) {
    let entry = this.#entries.get(id);
    if (entry === undefined) this.#entries.set(id, (entry = { removed: null, put: null, shape: null, matrix: null, pose: null }));
    return entry;
  }

  #addCall(call) {
    const [kind] = call;
    if (kind === 'remove') {
      this.#entries.delete(call[2]);
      this.#entry(call[2]).removed = call;
    } else if (kind === 'put') {
      this.#entries.delete(call[2]);
      this.#entry(call[2]).put = call;
    } else if (kind === 'shape') {
      this.#entry(call[1]).shape = call;
    }
  }

  #addPose(entry, record) {
    const id = record[1];
    const { position, rotation, scale } = readPose(record, 0);
    const before = entry.pose?.parts ?? NOTHING;
    entry.pose = { id, parts: { position, rotation: rotation ?? before.rotation, scale: scale ?? before.scale } };
  }
}

function readPose(log, at) {
  const parts = log[at + 2];
  const turned = parts & ROTATION ? at + 10 : at + 6;
  return {
    position: log.slice(at + 3, at + 6),
    rotation: parts & ROTATION ? log.slice(at + 6, at + 10) : undefined,
    scale: parts & SCALE ? log.slice(turned, turned + 3) : undefined,
  };
}

/** Makes the calls of a program again. */
class Replay {
  #names = new Map(); // by id
  #planes = [];

  constructor(client) {
    this.client = client;
  }

  run({ time, log, length, calls }) {
    const { client } = this;
    let next = 0;
    for (let at = 0; at < length; ) {
      const end = at + recordLength(log, at);
      switch (log[at]) {
        case CALL: {
          const [kind, ...values] = calls[next++];
          this[kind](...values);
          break;
        }
        case POSE: {
          const { position, rotation, scale } = readPose(log, at);
          client.pose(this.#names.get(log[at + 1]), position, rotation, scale);
          break;
        }
        case PLACE:
          client.matrix(this.#names.get(log[at + 1]), log.subarray(at + 2, end));
          break;
        case PLANES:
          this.#planes = Array.from({ length: 6 }, (_, i) => log.subarray(at + 1 + 4 * i, at + 5 + 4 * i));
          break;
        case VISIBLE:
          this.#visible(log, at);
          break;
        case PAIRS:
          client.saidPairs(Array.from({ length: log[at + 1] }, (_, i) => [
            this.#names.get(log[at + 2 + 2 * i]), this.#names.get(log[at + 3 + 2 * i]),
          ]));
          break;
        default:
          this.#castRay(log, at);
      }
      at = end;
    }
    if (time === null) client._gap();
    else client.tick(time);
  }

  put(name, id, kind, texts, position, rotation, scale, matrix) {
    this.#names.set(id, name);
    this.client._put(kind, name, texts, position, rotation, scale, matrix);
  }

  remove(name, id) {
    this.#names.delete(id);
    if (this.client._has(name)) this.client.remove(name); // it may have come and gone in ticks that were dropped
  }

  shape(id, text) {
    this.client._setShape(this.#names.get(id), text);
  }

  ray(ray, hit, answer) {
    this.client.saidRay(ray, hit, answer);
  }

  agent(agent, state) {
    this.client.saidAgent(agent, state);
  }

  #visible(log, at) {
    const what = log[at + 3];
    const inputs = {};
    let next = at + 4;
    if (what & WITH_PLANES) inputs.planes = this.#planes;
    if (what & WITH_BOX) {
      inputs.box = { min: log.subarray(next, next + 3), max: log.subarray(next + 3, next + 6) };
      next += 6;
    }
    if (what & WITH_SPHERE) inputs.sphere = { center: log.subarray(next, next + 3), radius: log[next + 3] };
    this.client.saidVisibility(this.#names.get(log[at + 1]), this.#names.get(log[at + 2]), VERDICT_NAMES[what & 7], inputs);
  }

  #castRay(log, at) {
    const parts = log[at + 1];
    const ray = { origin: log.subarray(at + 3, at + 6), direction: log.subarray(at + 6, at + 9) };
    const answer = {};
    let next = at + 9;
    if (parts & WITH_LENGTH) ray.length = log[next++];
    if (parts & WITH_T) answer.t = log[next++];
    if (parts & WITH_POINT) {
      answer.point = log.subarray(next, next + 3);
      next += 3;
    }
    if (parts & WITH_NORMAL) answer.normal = log.subarray(next, next + 3);
    this.client.saidRay(ray, log[at + 2] < 0 ? null : this.#names.get(log[at + 2]), answer);
  }
}

/** Starts this file as a worker, in Node and in pages. */
function startWorker(start, onMessage, onError) {
  if (!IN_NODE) {
    const worker = new Worker(new URL('./eyeline.mjs', import.meta.url), { type: 'module', name: WORKER });
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = onError;
    worker.postMessage(start);
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      ref: () => {},
      terminate: () => worker.terminate(),
    };
  }
  const { Worker: NodeWorker } = process.getBuiltinModule('node:worker_threads');
  const worker = new NodeWorker(new URL(import.meta.url), {
    workerData: { [WORKER]: true }, name: WORKER, argv: [], execArgv: [], env: {}, trackUnmanagedFds: false,
  });
  worker.on('message', onMessage);
  worker.on('error', onError);
  worker.postMessage(start);
  worker.unref(); // the client does not keep a program from its end
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    ref: () => worker.ref(),
    terminate: () => worker.terminate(),
  };
}

/** What the worker does. */
function work(receive, send) {
  let replay = null;
  let status = null;
  let shared = false;
  let taken = 0;
  let last = '';
  let run = 0;
  const report = (reply, log = null) => {
    const { client } = replay;
    status[TAKEN] = taken;
    status[DROPPED] = client.dropped;
    status[REFUSED] = client.refused;
    status[ACCEPTS] = client._accepts ? 1 : 0; // before the next, for a program that waits for the connection
    status[CONNECTED] = client.connected ? 1 : 0;
    status[READY] = 1;
    const now = status.join();
    if (!shared && (log || now !== last)) send({ status, log }, log ? [log.buffer] : []);
    else if (reply) send({}, []);
    last = now;
  };
  const end = async () => {
    await replay.client.close();
    report(false);
    status[CONNECTED] = status[ACCEPTS] = 0;
    if (shared) {
      const ended = new Int32Array(status.buffer);
      Atomics.store(ended, 2 * ENDED, 1);
      Atomics.notify(ended, 2 * ENDED);
    } else {
      status[ENDED] = 1;
    }
    send(shared ? {} : { status }, []);
  };
  receive((message) => {
    if (replay === null) {
      const { name, limit, target } = message;
      shared = message.status !== null;
      status = new Float64Array(shared ? message.status : STATUS_LENGTH);
      replay = new Replay(makeClient(name, limit, target));
      report(true);
      setInterval(() => report(false), LOOK_EVERY);
    } else if (message.end) {
      end();
    } else if (message.ask) {
      report(true);
    } else {
      replay.run(message);
      taken += message.bytes;
      run += 1;
      if (shared) Atomics.store(new Int32Array(status.buffer), 2 * RUN, run);
      report(false, shared ? null : message.log);
    }
  });
}

if (IN_NODE) {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  if (workerData?.[WORKER]) work((handler) => parentPort.on('message', handler), (message, logs) => parentPort.postMessage(message, logs));
} else if (typeof WorkerGlobalScope !== 'undefined' && globalThis instanceof WorkerGlobalScope && globalThis.name === WORKER) {
  work((handler) => (globalThis.onmessage = ({ data }) => handler(data)), (message, logs) => globalThis.postMessage(message, logs));
}
