// The client of eyeline for JavaScript. It sends the world of a program, and what the program itself answered, as a trace: one
// JSON object a line. In Node the lines go over TCP or into a file, in a web page over WebSocket.
// Coordinates are right-handed with +Y up, in metres; times are in seconds; quaternions are x, y, z, w.
//
// Lines are composed as bytes by the code of this file: JSON.stringify takes several times as long, and a game has little time
// in a frame.

const MAX_LINE = 16 * 1024 * 1024;
const MAX_ITEM = MAX_LINE / 4; // of a line
const MAX_QUEUE = 4 * 1024 * 1024;
const MAX_BUFFERED = 1024 * 1024; // of a WebSocket
const MAX_F32 = 3.4028235677973366e38; // from here on, a number rounds to an infinite f32
const KEYFRAME_EVERY = 5; // seconds of trace time
const RETRY_AFTER = 1000; // milliseconds
const CLOSE_WITHIN = 1000; // milliseconds

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
const NO_KEYS = [];

/**
 * A client that sends to `eyeline live`: in Node over TCP, in a web page over WebSocket. An address that begins with `ws://` is
 * that of a WebSocket everywhere.
 * @param {string} name - The name of the trace.
 * @param {string} [address]
 * @param {{queue?: number}} [options] - `queue`: the bytes that may wait, 4 MiB by default.
 * @returns {Client}
 */
export function connect(name, address = '127.0.0.1:7420', { queue = MAX_QUEUE } = NOTHING) {
  const lines = new Queue(queue);
  const inNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
  if (inNode && !address.startsWith('ws://')) return new Client(name, lines, new TcpSink(lines, address));
  return new Client(name, lines, new WebSink(lines, address.startsWith('ws://') ? address : `ws://${address}`));
}

/**
 * A client that writes a new file, in Node. The error of a file that cannot be opened is thrown.
 * @param {string} name - The name of the trace.
 * @param {string} path
 * @param {{queue?: number}} [options] - `queue`: the bytes that may wait, 4 MiB by default.
 * @returns {Client}
 */
export function toFile(name, path, { queue = MAX_QUEUE } = NOTHING) {
  const lines = new Queue(queue);
  return new Client(name, lines, new FileSink(lines, path));
}

/**
 * A client that does nothing. Each call costs one branch.
 * @returns {Client}
 */
export function off() {
  return new Client('', new Queue(0), null);
}

/**
 * The world of a program and what changed in it since the last tick. Made by `connect`, `toFile` and `off`.
 *
 * No call throws because of what a game computes: an entry that eyeline could not read, such as a pose with NaN, is left out and
 * counted in `refused`.
 */
export class Client {
  /** The number of entries that were left out: a number is not finite, a size or scale is 0, or a name is unknown. */
  refused = 0;

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

  /** The number of lines that were dropped, because the queue was full or a connection ended. */
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
    this.#put('objects', name, texts, position, rotation, scale, matrix);
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
    this.#put('cameras', name, texts, position, rotation, undefined, matrix);
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
    this.#mark(entry, 0, entry.setTexts({ ...entry.texts, shape: text }));
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
        this.refused += 1;
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
    this.refused += 1;
  }

  #put(kind, name, texts, position, rotation, scale, matrix) {
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
      this.refused += 1;
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
    const colon = address.lastIndexOf(':');
    const port = Number(address.slice(colon + 1));
    if (colon < 1 || !(port > 0 && port < 65536)) throw new Error(`the address \`${address}\` is not HOST:PORT`);
    this.#address = { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port, noDelay: true };
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

  constructor(queue, path) {
    this.#queue = queue;
    this.#file = this.#fs.openSync(path, 'w');
    process.on('exit', this.#finish);
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
    process.off('exit', this.#finish);
  }

  // At the end of a process nothing waits for a write that has begun, so that one is done again, at the same place.
  #finish = () => {
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

function isPose(position, rotation, scale) {
  if (!isVector(position, 3)) return false;
  if (rotation) {
    if (!isVector(rotation, 4)) return false;
    const [x, y, z, w] = rotation;
    if (Math.fround(Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w))) === 0) return false;
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
