# A client of eyeline for Godot 3: it sends the world of a game, and what the engine itself answered, to `eyeline live`.
#
# Add this file under Project Settings > AutoLoad as `Eyeline`, or make a node of it:
#     Eyeline.connect_to("my game")               # or Eyeline.to_file("my game", "user://trace.jsonl")
#     Eyeline.object("crate", Eyeline.box(Vector3(0.5, 0.5, 0.5)), $Crate.translation)
#     Eyeline.follow("crate", $Crate)
#     Eyeline.said_cast(from, to, "crate", hit.position, hit.normal)
#     Eyeline.tick(time)
#
# The coordinates of Godot are those of eyeline: right-handed, +Y up, metres, a camera looks along its -Z. Names are Strings. Arrays and
# dictionaries must not be changed after they have been passed, because the thread reads them.
#
# The game's thread only appends the arguments of each call to an array, the batch, because GDScript formats text slowly. follow() and the
# calls that take arrays, such as poses() and said_casts(), cost the least, because each call of a function costs 0.1 to 0.4 µs. At the end
# of a tick the batch goes into a queue that is bounded in bytes. A thread takes the batches out of it in their order, applies them to
# its copy of the world, formats the lines and writes them. `refused` therefore counts an entry when the thread has reached it.
#
# The calls that Godot 4 has renamed are in the class _Godot at the end of this file; README.md has that class for Godot 4.
extends Node

const KEYFRAME_SECONDS = 5.0
const RECONNECT_MSEC = 1000
const FLUSH_MSEC = 1000
const CLOSE_MSEC = 1000 # how long close() waits for the queue to be written
const IDLE_MSEC = 2
const BYTES_PER_VALUE = 40 # a Variant of a batch, and what it keeps outside of itself
# eyeline reads lines of at most 16 MiB. Lines are measured in characters here, and one character is at most 4 bytes.
const LINE_CHARACTERS = 4 * 1024 * 1024

enum { ADD, REMOVE, POSE, MATRIX, SHAPE, BAD_TIME, POSES, MATRICES, SAID_VISIBILITY, SAID_RAY, SAID_CAST, SAID_PAIRS, SAID_AGENT, SAID_VISIBILITIES, SAID_CASTS }
# How many values of a batch each of them has, with itself.
const VALUES = [7, 2, 5, 3, 3, 1, 4, 3, 7, 6, 7, 2, 4, 6, 7]

# The bound of the queue; connect_to() and to_file() read it.
var queue_bytes = 4 * 1024 * 1024

var _on = false
var _batch = []
var _in_arrays = 0 # values that the arrays in the batch have
var _followed = {} # nodes by the names of their entries
var _follow_names = [] # of those that are in the tree, and their nodes; arrays that are replaced, not changed
var _follow_nodes = []
var _follow_changed = false
var _worker
var _thread

# Starts to send to the `eyeline live` that listens at the address, and connects again, once a second, when the connection breaks.
func connect_to(title, address = "127.0.0.1:7420"):
	close()
	_worker = _Worker.new(title, queue_bytes)
	var colon = address.rfind(":")
	_worker.host = address.substr(0, colon)
	_worker.port = int(address.substr(colon + 1, address.length()))
	_start()

# Starts to write the trace into a file, which it replaces.
func to_file(title, path):
	close()
	_worker = _Worker.new(title, queue_bytes)
	_worker.path = path
	_start()

# Ends the client: every further call costs one branch, until connect_to() or to_file() starts it again.
func off():
	close()

# Adds or replaces an object. `shape` is a dictionary as in the scene file, which box(), sphere() and the others below make; `rotation`
# is a Quat; `layers` is an array of integers.
func object(entry, shape, position = Vector3(), rotation = null, scale = null, layers = null):
	if _on:
		_batch.append(ADD)
		_batch.append(entry)
		_batch.append(shape)
		_batch.append(position)
		_batch.append(rotation)
		_batch.append(scale)
		_batch.append(layers)

# Adds or replaces a camera. `lens` is a dictionary with keys of the scene file's cameras, which perspective() and the others below make.
func camera(entry, lens, position = Vector3(), rotation = null):
	if _on:
		_batch.append(ADD)
		_batch.append(entry)
		_batch.append(null)
		_batch.append(position)
		_batch.append(rotation)
		_batch.append(null)
		_batch.append(lens)

func remove(entry):
	if _on:
		if _followed.erase(entry):
			_follow_changed = true
		_batch.append(REMOVE)
		_batch.append(entry)

# Moves an object or a camera. What is null stays as it is.
func pose(entry, position, rotation = null, scale = null):
	if _on:
		_batch.append(POSE)
		_batch.append(entry)
		_batch.append(position)
		_batch.append(rotation)
		_batch.append(scale)

# Moves an object or a camera to a Transform, or to a matrix of 16 numbers, column by column.
func matrix(entry, transform):
	if _on:
		_batch.append(MATRIX)
		_batch.append(entry)
		_batch.append(transform)

func shape(entry, shape):
	if _on:
		_batch.append(SHAPE)
		_batch.append(entry)
		_batch.append(shape)

# Moves many objects or cameras: arrays of their names, of positions and of rotations, or null. Arrays of different lengths are refused.
func poses(entries, positions, rotations = null):
	if _on:
		_batch.append(POSES)
		_batch.append(entries)
		_batch.append(positions)
		_batch.append(rotations)
		_in_arrays += 3 * entries.size()

# As matrix(), with arrays of names and of Transforms.
func matrices(entries, transforms):
	if _on:
		_batch.append(MATRICES)
		_batch.append(entries)
		_batch.append(transforms)
		_in_arrays += 3 * entries.size()

# Lets an object follow the global transform of a node at each tick, until it is removed or the node is freed, which removes it.
# While the node is not in the tree, the object stays where it is.
func follow(entry, node):
	if _on:
		_followed[entry] = node
		_follow_changed = true
		_Godot.on_tree_exited(node, self, "_node_left")

# What the engine answered about an object and a camera: "visible" or "culled", or "inside", "intersect" or "outside".
# `planes` are those of Camera.get_frustum(), or six [nx, ny, nz, d] whose normals point inward: left, right, bottom, top, near, far.
# `box` is an AABB, `sphere` is [center, radius]. Pass the same array of planes for all objects of a tick: it is then formatted once.
func said_visibility(camera, object, verdict, planes = null, box = null, sphere = null):
	if _on:
		_batch.append(SAID_VISIBILITY)
		_batch.append(camera)
		_batch.append(object)
		_batch.append(verdict)
		_batch.append(planes)
		_batch.append(box)
		_batch.append(sphere)

# What the engine answered about a ray: the name of a ray of the scene, or { "origin", "direction", "length"?, "mask"? }.
# `hit` is the name of an object, or null for a miss; `t` counts in lengths of the direction.
func said_ray(ray, hit, t = null, point = null, normal = null):
	if _on:
		_batch.append(SAID_RAY)
		_batch.append(ray)
		_batch.append(hit)
		_batch.append(t)
		_batch.append(point)
		_batch.append(normal)

# As said_ray, for PhysicsDirectSpaceState.intersect_ray(from, to, [], collision_mask). The t of the hit is its distance in metres.
func said_cast(from, to, hit, point = null, normal = null, collision_mask = null):
	if _on:
		_batch.append(SAID_CAST)
		_batch.append(from)
		_batch.append(to)
		_batch.append(hit)
		_batch.append(point)
		_batch.append(normal)
		_batch.append(collision_mask)

# As said_visibility, of many objects: arrays of their names, of verdicts, where true is "visible" and false is "culled", and of boxes.
func said_visibilities(camera, objects, verdicts, planes = null, boxes = null):
	if _on:
		_batch.append(SAID_VISIBILITIES)
		_batch.append(camera)
		_batch.append(objects)
		_batch.append(verdicts)
		_batch.append(planes)
		_batch.append(boxes)
		_in_arrays += 4 * objects.size()

# As said_cast, of many rays: arrays of Vector3, such as PoolVector3Array, and `hits`, an array of names or null. The points and normals
# of rays that hit nothing are not read.
func said_casts(froms, tos, hits, points = null, normals = null, collision_mask = null):
	if _on:
		_batch.append(SAID_CASTS)
		_batch.append(froms)
		_batch.append(tos)
		_batch.append(hits)
		_batch.append(points)
		_batch.append(normals)
		_batch.append(collision_mask)
		_in_arrays += 5 * hits.size()

# All pairs of objects that could collide: an array of [name, name].
func said_pairs(pairs):
	if _on:
		_batch.append(SAID_PAIRS)
		_batch.append(pairs)

func said_agent(agent, status = null, running = null):
	if _on:
		_batch.append(SAID_AGENT)
		_batch.append(agent)
		_batch.append(status)
		_batch.append(running)

# Ends a tick: all calls since the last one become one line. `time` is in seconds; a time before that of the last tick counts as that one.
# A tick whose time is not finite is refused, and its calls belong to the next one.
func tick(time):
	if not _on:
		return
	if is_nan(time) or is_inf(time):
		_batch.append(BAD_TIME)
		return
	if _follow_changed:
		_follow()
	if _follow_nodes.size() > 0:
		var transforms = []
		transforms.resize(_follow_nodes.size())
		var i = 0
		for node in _follow_nodes:
			transforms[i] = node.global_transform
			i += 1
		matrices(_follow_names, transforms)
	_worker.put(time, _batch, BYTES_PER_VALUE * (_batch.size() + _in_arrays))
	_batch = []
	_in_arrays = 0

# Whether a connection, or the file, is open.
func connected():
	return _worker != null and _worker.connected

# The number of lines that were not sent: they did not fit into the queue, their connection broke, or close() came before.
func dropped():
	return 0 if _worker == null else _worker.dropped

# The number of entries left out: not finite, impossible, or with an unknown name.
func refused():
	return 0 if _worker == null else _worker.refused

# Writes what is in the queue, for at most a second, and ends the connection or the file.
func close():
	if not _on:
		return
	_on = false
	_worker.closing = true
	_thread.wait_to_finish()
	_thread = null
	_batch = []
	_in_arrays = 0
	_followed = {}
	_follow_names = []
	_follow_nodes = []

# Finds the nodes to follow again. To ask for each node at each tick whether it has been freed would take as long as to read all transforms.
func _follow():
	_follow_names = []
	_follow_nodes = []
	_follow_changed = false
	var freed = []
	for entry in _followed:
		var node = _followed[entry]
		if not is_instance_valid(node):
			freed.append(entry)
		elif node.is_inside_tree():
			_follow_names.append(entry)
			_follow_nodes.append(node)
		else:
			_follow_changed = true
	for entry in freed:
		var others = _follow_changed
		remove(entry)
		_follow_changed = others

func _node_left():
	_follow_changed = true

func _notification(what):
	if what == NOTIFICATION_PREDELETE:
		close()

# Shapes of the scene file. Their axis is Y; the capsule of Godot 3 has the axis Z.

static func box(half_extents):
	return {"box": {"half_extents": half_extents}}

static func sphere(radius):
	return {"sphere": {"radius": radius}}

static func cylinder(radius, half_height):
	return {"cylinder": {"radius": radius, "half_height": half_height}}

static func capsule(radius, half_height):
	return {"capsule": {"radius": radius, "half_height": half_height}}

static func cone(radius, height):
	return {"cone": {"radius": radius, "height": height}}

static func hull(points):
	return {"hull": {"points": points}}

# Lenses of the scene file's cameras. `fov_y` is in degrees; `far` may be null.

static func perspective(fov_y, aspect, near, far):
	return {"projection": {"perspective": {"fov_y": fov_y, "aspect": aspect}}, "near": near, "far": far}

static func orthographic(height, aspect, near, far):
	return {"projection": {"orthographic": {"height": height, "aspect": aspect}}, "near": near, "far": far}

static func frustum(left, right, bottom, top, near, far):
	return {"projection": {"frustum": {"left": left, "right": right, "bottom": bottom, "top": top}}, "near": near, "far": far}

# The lens of a Camera of Godot in its viewport. Its pose is that of get_camera_transform().
static func lens_of(node):
	var size = node.get_viewport().get_visible_rect().size
	var aspect = size.x / size.y
	var keeps_width = node.keep_aspect == 0
	if node.projection == 0:
		var tangent = tan(_Godot.radians(node.fov) / 2)
		if keeps_width:
			tangent /= aspect
		return perspective(_Godot.degrees(2 * atan(tangent)), aspect, node.near, node.far)
	var height = node.size / aspect if keeps_width else node.size
	if node.projection == 1:
		return orthographic(height, aspect, node.near, node.far)
	var middle = node.frustum_offset
	var up = height / 2
	return frustum(middle.x - up * aspect, middle.x + up * aspect, middle.y - up, middle.y + up, node.near, node.far)

func _start():
	_on = true
	_thread = Thread.new()
	_Godot.start(_thread, _worker, "work")

# The queue, and what the thread does. An object whose function runs in a thread cannot be freed, so it is not the node itself.
class _Worker:
	var host = ""
	var port = 0
	var path = ""
	var world
	var connected = false
	var closing = false
	var dropped = 0
	var refused = 0
	var queued_bytes = 0

	var _limit
	var _queue = [] # of [time, batch, bytes], the oldest first
	var _queued = 0 # its length, which the other thread may read
	var _mutex = Mutex.new() # held only to add or take a batch

	func _init(title, limit):
		world = _World.new(title)
		_limit = limit

	func put(time, batch, bytes):
		_mutex.lock()
		_queue.append([time, batch, bytes])
		_queued += 1
		queued_bytes += bytes
		_mutex.unlock()

	func take():
		_mutex.lock()
		var oldest = _queue.pop_front()
		if oldest != null:
			_queued -= 1
			queued_bytes -= oldest[2]
		_mutex.unlock()
		return oldest

	func work(_unused = null):
		var output = _Output.new(self)
		var deadline = null
		while true:
			if closing:
				if deadline == null:
					deadline = _Godot.msec() + CLOSE_MSEC
				if _queued == 0 or _Godot.msec() > deadline:
					break
			drop()
			if not output.ready():
				if closing and not output.connecting():
					break
				OS.delay_msec(IDLE_MSEC)
				continue
			var batch = take()
			if batch == null:
				output.idle()
				OS.delay_msec(IDLE_MSEC)
				continue
			if output.begins:
				output.begins = false
				world.keyframe_due = true
			world.apply(batch[0], batch[1])
			var bytes = _Godot.utf8(world.lines(batch[1]))
			refused = world.refused
			if not output.write(bytes, deadline):
				dropped += 1
		output.close()
		connected = false
		dropped += _queued

	# Drops the oldest batches until the others fit; the newest stays, whatever its size. The world keeps their changes. Only this thread
	# drops, so the queue may have a few ticks more while the thread formats a line.
	func drop():
		while queued_bytes > _limit and _queued > 1:
			var oldest = take()
			world.apply(oldest[0], oldest[1])
			world.keyframe_due = true
			dropped += 1

# The connection or the file.
class _Output:
	var begins = true # whether the next line is the first of a connection
	var _worker
	var _stream = null
	var _file = null
	var _tried = -RECONNECT_MSEC
	var _flushed = 0

	func _init(worker):
		_worker = worker
		if _worker.path != "":
			_file = _Godot.open_file(_worker.path, true)
			if _file == null:
				push_error("eyeline: cannot write " + _worker.path)

	func ready():
		if _worker.path != "":
			_worker.connected = _file != null
			return _file != null
		if _stream != null:
			var status = _Godot.status(_stream)
			if status == StreamPeerTCP.STATUS_CONNECTED:
				if not _worker.connected:
					_stream.set_no_delay(true)
					begins = true
					_worker.connected = true
				return true
			if status == StreamPeerTCP.STATUS_CONNECTING:
				return false
			_lose()
		if not _worker.closing and _Godot.msec() - _tried >= RECONNECT_MSEC:
			_tried = _Godot.msec()
			_stream = StreamPeerTCP.new()
			if _stream.connect_to_host(_worker.host, _worker.port) != OK:
				_lose()
		return false

	func connecting():
		return _stream != null

	# Returns false when not all was written.
	func write(bytes, deadline):
		if _file != null:
			_file.store_buffer(bytes)
			idle()
			return true
		while bytes.size() > 0:
			var result = _stream.put_partial_data(bytes)
			if result[0] != OK:
				_lose()
				return false
			if result[1] == bytes.size():
				return true
			if result[1] > 0:
				bytes = _Godot.rest(bytes, result[1])
			else:
				_worker.drop()
				OS.delay_msec(IDLE_MSEC)
			if _worker.closing and deadline == null:
				deadline = _Godot.msec() + CLOSE_MSEC
			if deadline != null and _Godot.msec() > deadline:
				return false
		return true

	func idle():
		if _file != null and _Godot.msec() - _flushed >= FLUSH_MSEC:
			_flushed = _Godot.msec()
			_file = _Godot.flush(_file)

	func _lose():
		_stream = null
		_worker.connected = false

	func close():
		if _file != null:
			_Godot.close_file(_file)
		if _stream != null:
			_stream.disconnect_from_host()

class _Entry:
	var is_camera = false
	var quoted = "" # the name, as JSON
	var shape = "" # `"shape":{…}`, of an object
	var rest = "" # the keys that are neither the name, the shape nor the pose
	var position = null
	var rotation = null
	var scale = null
	var transform = null # in place of the pose
	var _texts = ["", "", "", ""] # of the position, rotation, scale and matrix; empty when they have not been made yet

	func set_position(value):
		position = value
		_texts[0] = ""

	func set_rotation(value):
		rotation = value
		_texts[1] = ""

	func set_scale(value):
		scale = value
		_texts[2] = ""

	func set_transform(value):
		transform = value
		_texts[3] = ""

	# `"position":[…]`, `"rotation":[…]`, `"scale":[…]` or `"matrix":[…]`. They are made when a line needs them, not when they change.
	func text(i):
		if _texts[i] == "":
			if i == 0:
				_texts[i] = "\"position\":[" + _World.triple(position) + "]"
			elif i == 1:
				_texts[i] = "\"rotation\":[" + _World.triple(Vector3(rotation.x, rotation.y, rotation.z)) + "," + _World.number(rotation.w) + "]"
			elif i == 2:
				_texts[i] = "\"scale\":[" + _World.triple(scale) + "]"
			else:
				_texts[i] = _World.matrix_text(transform)
		return _texts[i]

	func pose_text():
		var text = ""
		if position != null:
			text += "," + text(0)
		if rotation != null:
			text += "," + text(1)
		if scale != null:
			text += "," + text(2)
		return text

	func entry_text():
		var text = "{\"name\":" + quoted
		if shape != "":
			text += "," + shape
		if rest != "":
			text += "," + rest
		return text + (pose_text() if transform == null else "") + "}"

# The present world, and the lines that tell of its changes.
class _World:
	enum { NEW_POSITION = 1, NEW_ROTATION = 2, NEW_SCALE = 4, NEW_MATRIX = 8, NEW_SHAPE = 16 }
	enum { SET, OBJECTS, CAMERAS, REMOVED, SAID }

	var keyframe_due = true
	var refused = 0
	var line_characters = LINE_CHARACTERS

	var _title
	var _time = -INF
	var _keyframe_time = 0.0
	var _entries = {}
	# What has changed since the last lines.
	var _replaced = {} # names whose entry eyeline has to forget before the new one is added
	var _added = {}
	var _changed = {} # flags by names
	var _removed = {}
	var _said = [] # where in the batch something was said
	# The line that is being made.
	var _lines
	var _parts
	var _size
	var _in_keyframe
	# Every said of a tick has the same planes, as a rule.
	var _planes = null
	var _planes_text = ""
	var _verdicts = {} # as JSON

	func _init(title):
		_title = quote(title)

	# Applies the changes of a batch.
	func apply(time, batch):
		if time > _time: # max() of Godot 3 rounds to 32 bits
			_time = time
		_said = []
		var i = 0
		while i < batch.size():
			var code = batch[i]
			if code == MATRIX:
				_matrix(batch[i + 1], batch[i + 2])
			elif code >= SAID_VISIBILITY:
				_said.append(i)
			elif code == POSE:
				_pose(batch[i + 1], batch[i + 2], batch[i + 3], batch[i + 4])
			elif code == ADD:
				if batch[i + 2] == null:
					_add(batch[i + 1], true, "", _lens_text(batch[i + 6]), batch[i + 3], batch[i + 4], null)
				else:
					_add(batch[i + 1], false, _shape_text(batch[i + 2]), _layers_text(batch[i + 6]), batch[i + 3], batch[i + 4], batch[i + 5])
			elif code == MATRICES:
				_matrices(batch[i + 1], batch[i + 2])
			elif code == POSES:
				_poses(batch[i + 1], batch[i + 2], batch[i + 3])
			elif code == SHAPE:
				_shape(batch[i + 1], _shape_text(batch[i + 2]))
			elif code == BAD_TIME:
				refused += 1
			else:
				_remove(batch[i + 1])
			i += VALUES[code]

	# The lines of all changes since the last call, and of what the last batch said.
	func lines(batch):
		_lines = []
		_begin(false)
		if keyframe_due or _time - _keyframe_time >= KEYFRAME_SECONDS:
			keyframe_due = false
			_keyframe_time = _time
			_begin(true)
			for key in _entries:
				_add_item(_entries[key])
			_added = _entries
		else:
			if _replaced.size() > 0:
				for key in _replaced:
					_item(REMOVED, quote(key))
				_end()
			for key in _changed:
				_item(SET, _set_text(_entries[key], _changed[key]))
			for key in _added:
				_add_item(_entries[key])
			for key in _removed:
				_item(REMOVED, quote(key))
		# An entry of a scene has no matrix, and a line applies `set` before `add`, so the matrices of added entries need a line of their own.
		var ended = false
		for key in _added:
			var entry = _entries[key]
			if entry.transform != null:
				if not ended:
					_end()
					ended = true
				_item(SET, entry.quoted + ":{" + entry.text(3) + "}")
		if _in_keyframe:
			_end()
		for i in _said:
			if batch[i] == SAID_VISIBILITIES:
				_said_visibilities(batch[i + 1], batch[i + 2], batch[i + 3], batch[i + 4], batch[i + 5])
			elif batch[i] == SAID_CASTS:
				_said_casts(batch[i + 1], batch[i + 2], batch[i + 3], batch[i + 4], batch[i + 5], batch[i + 6])
			else:
				_said_item(_said_text(batch, i))
		if _lines.size() == 0 or _size > 0:
			_end()
		_replaced = {}
		_added = {}
		_changed = {}
		_removed = {}
		return _Godot.join(_lines, "\n") + "\n"

	func _begin(in_keyframe):
		_parts = [[], [], [], [], []]
		_size = 0
		_in_keyframe = in_keyframe

	func _item(section, text):
		if text.length() + 1000 > line_characters:
			refused += 1
			return
		if _size + text.length() + 1000 > line_characters:
			_end()
		_parts[section].append(text)
		_size += text.length() + 1

	func _add_item(entry):
		_item(CAMERAS if entry.is_camera else OBJECTS, entry.entry_text())

	func _end():
		var time = "\"time\":%.9f" % _time
		if _in_keyframe:
			_lines.append("{\"eyeline_trace\":1,\"name\":" + _title + "," + time + ",\"scene\":{\"eyeline\":1" + _scene_text() + "}}")
		else:
			var line = "{" + time
			if _parts[SET].size() > 0:
				line += ",\"set\":{" + _joined(SET) + "}"
			if _parts[OBJECTS].size() + _parts[CAMERAS].size() > 0:
				line += ",\"add\":{" + _scene_text().substr(1, -1) + "}"
			if _parts[REMOVED].size() > 0:
				line += ",\"remove\":[" + _joined(REMOVED) + "]"
			if _parts[SAID].size() > 0:
				line += ",\"said\":[" + _joined(SAID) + "]"
			_lines.append(line + "}")
		_begin(false)

	func _scene_text():
		var text = ""
		if _parts[OBJECTS].size() > 0:
			text += ",\"objects\":[" + _joined(OBJECTS) + "]"
		if _parts[CAMERAS].size() > 0:
			text += ",\"cameras\":[" + _joined(CAMERAS) + "]"
		return text

	func _joined(section):
		return _Godot.join(_parts[section], ",")

	func _add(key, is_camera, shape_text, rest, position, rotation, scale):
		if shape_text == null or rest == null or not _pose_is_valid(position, rotation, scale) or position == null:
			refused += 1
			return
		var old = _entries.get(key)
		if old != null and old.is_camera == is_camera and old.shape == shape_text and old.rest == rest:
			# Only the pose may be another one. The whole pose is replaced, with what is not given at its default.
			_pose(key, position, _or(rotation, _Godot.identity() if old.rotation != null else null), _or(scale, Vector3(1, 1, 1) if old.scale != null else null))
			return
		var entry = _Entry.new()
		entry.is_camera = is_camera
		entry.quoted = quote(key)
		entry.shape = shape_text
		entry.rest = rest
		_entries[key] = entry
		_put_pose(entry, position, rotation, scale)
		if _removed.erase(key) or (old != null and not _added.has(key)):
			_replaced[key] = true
		_changed.erase(key)
		_added[key] = true

	func _remove(key):
		if not _entries.erase(key):
			refused += 1
		elif not _added.erase(key):
			_changed.erase(key)
			_removed[key] = true

	func _pose(key, position, rotation, scale):
		var entry = _entries.get(key)
		if entry == null or not _pose_is_valid(position, rotation, scale):
			refused += 1
			return
		if entry.transform != null:
			# A matrix stood in place of the pose, so all of the pose is told again.
			entry.transform = null
			position = _or(position, _or(entry.position, Vector3()))
			rotation = _or(rotation, _Godot.identity())
			scale = _or(scale, Vector3(1, 1, 1))
			entry.position = null
			entry.rotation = null
			entry.scale = null
		_change(key, _put_pose(entry, position, rotation, scale))

	# Returns the flags of what is not as it was.
	func _put_pose(entry, position, rotation, scale):
		var flags = 0
		if position != null and (entry.position == null or entry.position != position):
			entry.set_position(position)
			flags |= NEW_POSITION
		if rotation != null and (entry.rotation == null or entry.rotation != rotation):
			entry.set_rotation(rotation)
			flags |= NEW_ROTATION
		if scale != null and (entry.scale == null or entry.scale != scale):
			entry.set_scale(scale)
			flags |= NEW_SCALE
		return flags

	func _matrix(key, transform):
		var entry = _entries.get(key)
		if entry == null or not _matrix_is_valid(transform):
			refused += 1
		elif typeof(entry.transform) != typeof(transform) or entry.transform != transform:
			entry.set_transform(transform)
			_change(key, NEW_MATRIX)

	# Arrays of different lengths are refused, and count once.
	func _poses(keys, positions, rotations):
		if positions.size() != keys.size() or (rotations != null and rotations.size() != keys.size()):
			refused += 1
			return
		for i in keys.size():
			_pose(keys[i], positions[i], null if rotations == null else rotations[i], null)

	func _matrices(keys, transforms):
		if transforms.size() != keys.size():
			refused += 1
			return
		for i in keys.size():
			_matrix(keys[i], transforms[i])

	func _shape(key, shape_text):
		var entry = _entries.get(key)
		if entry == null or entry.is_camera or shape_text == null:
			refused += 1
		elif entry.shape != shape_text:
			entry.shape = shape_text
			_change(key, NEW_SHAPE)

	func _change(key, flags):
		if flags != 0 and not _added.has(key):
			_changed[key] = _changed.get(key, 0) | flags

	static func _set_text(entry, flags):
		var parts = []
		if flags & NEW_SHAPE:
			parts.append(entry.shape)
		if entry.transform != null:
			if flags & NEW_MATRIX:
				parts.append(entry.text(3))
		else:
			for i in 3:
				if flags & (1 << i):
					parts.append(entry.text(i))
		return entry.quoted + ":{" + _Godot.join(parts, ",") + "}"

	static func _or(value, other):
		return other if value == null else value

	static func _pose_is_valid(position, rotation, scale):
		return (position == null or position * 0 == Vector3()) \
			and (rotation == null or is_positive(rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z + rotation.w * rotation.w)) \
			and (scale == null or (scale * 0 == Vector3() and scale.x != 0 and scale.y != 0 and scale.z != 0))

	func _said_item(text):
		if text == null:
			refused += 1
		else:
			_item(SAID, text)

	func _said_visibilities(camera, objects, verdicts, planes, boxes):
		if verdicts.size() != objects.size() or (boxes != null and boxes.size() != objects.size()):
			refused += 1
			return
		for i in objects.size():
			var verdict = verdicts[i]
			if typeof(verdict) != TYPE_STRING:
				verdict = "visible" if verdict else "culled"
			_said_item(_visibility_text(camera, objects[i], verdict, planes, null if boxes == null else boxes[i], null))

	func _said_casts(froms, tos, hits, points, normals, collision_mask):
		var count = hits.size()
		if froms.size() != count or tos.size() != count or (points != null and points.size() != count) \
				or (normals != null and normals.size() != count):
			refused += 1
			return
		for i in count:
			var hit = hits[i]
			var point = null if hit == null or points == null else points[i]
			var normal = null if hit == null or normals == null else normals[i]
			_said_item(_cast_text(froms[i], tos[i], hit, point, normal, collision_mask))

	# What was said, or null when it is refused. Names are those of the world at the end of the tick.
	func _said_text(batch, i):
		var code = batch[i]
		if code == SAID_CAST:
			return _cast_text(batch[i + 1], batch[i + 2], batch[i + 3], batch[i + 4], batch[i + 5], batch[i + 6])
		if code == SAID_VISIBILITY:
			return _visibility_text(batch[i + 1], batch[i + 2], batch[i + 3], batch[i + 4], batch[i + 5], batch[i + 6])
		if code == SAID_RAY:
			return _ray_text(batch[i + 1], batch[i + 2], batch[i + 3], batch[i + 4], batch[i + 5])
		if code == SAID_PAIRS:
			var pairs = []
			for pair in batch[i + 1]:
				if not (_entries.has(pair[0]) and _entries.has(pair[1])):
					return null
				pairs.append("[" + _entries[pair[0]].quoted + "," + _entries[pair[1]].quoted + "]")
			return "{\"pairs\":[" + _Godot.join(pairs, ",") + "]}"
		var text = "{\"agent\":" + quote(batch[i + 1])
		if batch[i + 2] != null:
			text += ",\"status\":" + quote(batch[i + 2])
		if batch[i + 3] != null:
			text += ",\"running\":" + quote(batch[i + 3])
		return text + "}"

	func _visibility_text(camera, object, verdict, planes, box, sphere):
		var viewer = _entries.get(camera)
		var viewed = _entries.get(object)
		if viewer == null or viewed == null:
			return null
		if not _verdicts.has(verdict):
			_verdicts[verdict] = quote(verdict)
		var rest = "}"
		if planes != null:
			if _planes != planes:
				_planes = planes
				_planes_text = planes_text(planes)
			if _planes_text == null:
				return null
			rest = _planes_text + rest
		if box != null:
			if box.position * 0 != Vector3() or box.end * 0 != Vector3():
				return null
			rest = str(",\"box\":{\"min\":[", triple(box.position), "],\"max\":[", triple(box.end), "]}", rest)
		if sphere != null:
			if sphere[0] * 0 != Vector3() or not is_positive(sphere[1]):
				return null
			rest = str(",\"sphere\":{\"center\":[", triple(sphere[0]), "],\"radius\":", number(sphere[1]), "}", rest)
		return str("{\"camera\":", viewer.quoted, ",\"object\":", viewed.quoted, ",\"verdict\":", _verdicts[verdict], rest)

	func _ray_text(ray, hit, t, point, normal):
		var text = null
		if typeof(ray) == TYPE_STRING:
			text = "{\"ray\":" + quote(ray)
		elif ray.direction != Vector3():
			text = json(ray)
			if text != null:
				text = "{\"ray\":" + text
		return null if text == null else _hit_text(text, hit, t, point, normal)

	func _cast_text(from, to, hit, point, normal, collision_mask):
		var offset = to - from
		var length = offset.length()
		if from * 0 != Vector3() or not (length > 0 and length < INF):
			return null
		var mask = "" if collision_mask == null else ",\"mask\":" + json(bits(collision_mask))
		var text = str("{\"ray\":{\"origin\":[", triple(from), "],\"direction\":[", triple(offset / length), "],\"length\":", number(length), mask, "}")
		return _hit_text(text, hit, null if hit == null or point == null else (point - from).length(), point, normal)

	func _hit_text(text, hit, t, point, normal):
		if hit == null:
			return text + ",\"hit\":null}"
		var entry = _entries.get(hit)
		if entry == null or (t != null and t * 0 != 0) or (point != null and point * 0 != Vector3()) or (normal != null and normal * 0 != Vector3()):
			return null
		return str(text, ",\"hit\":", entry.quoted, \
			"" if t == null else ",\"t\":" + number(t), \
			"" if point == null else ",\"point\":[" + triple(point) + "]", \
			"" if normal == null else ",\"normal\":[" + triple(normal) + "]", "}")

	func _shape_text(shape):
		if typeof(shape) != TYPE_DICTIONARY or shape.size() != 1:
			return null
		var kind = shape.keys()[0]
		if kind != "hull" and kind != "mesh":
			for size in shape[kind].values():
				if typeof(size) == TYPE_VECTOR3:
					if not (is_positive(size.x) and is_positive(size.y) and is_positive(size.z)):
						return null
				elif typeof(size) == TYPE_ARRAY:
					for component in size:
						if not is_positive(component):
							return null
				elif not is_positive(size):
					return null
		var text = json(shape)
		return null if text == null else "\"shape\":" + text

	func _layers_text(layers):
		return "" if layers == null else "\"layers\":" + json(layers)

	func _lens_text(lens):
		if typeof(lens) != TYPE_DICTIONARY:
			return null
		var text = json(lens)
		return null if text == null else text.substr(1, text.length() - 2)

	# The numbers of layers whose bits are set.
	static func bits(mask):
		var layers = []
		for bit in 32:
			if mask & (1 << bit):
				layers.append(bit)
		return layers

	# `,"planes":[…]`, or null when they are not finite. Godot has the order near, far, left, top, right, bottom; its normals
	# point outward, and its d is on the other side of the equation.
	static func planes_text(planes):
		var list = planes
		if planes.size() != 6:
			return null
		if typeof(planes[0]) == TYPE_PLANE:
			list = []
			for i in [2, 4, 5, 3, 0, 1]:
				var normal = Vector3() - planes[i].normal # no -0
				list.append([normal.x, normal.y, normal.z, planes[i].d])
		var text = json(list)
		return null if text == null else ",\"planes\":" + text

	static func _matrix_is_valid(value):
		if typeof(value) == TYPE_ARRAY:
			return value.size() == 16 and json(value) != null
		return (value.basis.x + value.basis.y + value.basis.z + value.origin) * 0 == Vector3()

	static func matrix_text(value):
		if typeof(value) == TYPE_ARRAY:
			return "\"matrix\":" + json(value)
		var basis = value.basis
		var origin = value.origin
		return str("\"matrix\":[", triple(basis.x), ",0,", triple(basis.y), ",0,", triple(basis.z), ",0,", triple(origin), ",1]")

	# A value as JSON, or null when a number of it is not finite.
	static func json(value):
		var type = typeof(value)
		if type == TYPE_STRING:
			return quote(value)
		if type == TYPE_VECTOR3:
			return json([value.x, value.y, value.z])
		if value == null or type == TYPE_BOOL or type == TYPE_INT:
			return "null" if value == null else str(value).to_lower()
		var parts = []
		if type == TYPE_DICTIONARY:
			for key in value:
				var text = json(value[key])
				if text == null:
					return null
				parts.append(quote(key) + ":" + text)
			return "{" + _Godot.join(parts, ",") + "}"
		if _Godot.is_real(value):
			if value * 0 != 0:
				return null
			# What is formatted here changes seldom, so that the shortest text may be looked for.
			var text = str(value)
			return text if Vector3(float(text), 0, 0) == Vector3(value, 0, 0) else number(value)
		for item in value:
			var text = json(item)
			if text == null:
				return null
			parts.append(text)
		return "[" + _Godot.join(parts, ",") + "]"

	# A text as JSON. json_escape() of Godot leaves control characters as they are. Halves of a surrogate pair, of which
	# texts consist on Windows, have no UTF-8.
	static func quote(text):
		var escaped = []
		for i in text.length():
			var code = _Godot.code(text, i)
			if code == 34 or code == 92:
				escaped.append("\\" + text[i])
			elif code < 32 or (code >= 0xd800 and code < 0xe000):
				escaped.append("\\u%04x" % code)
			else:
				escaped.append(text[i])
		return "\"" + _Godot.join(escaped, "") + "\""

	static func is_positive(x):
		return x > 0 and x < INF

	# The components of a vector. Multiples of 1/8 are short in decimal, and all others are written as integers with an exponent,
	# because Godot writes integers three times as fast as fractions.
	static func triple(v):
		if v.x * 8 == int(v.x * 8) and v.y * 8 == int(v.y * 8) and v.z * 8 == int(v.z * 8) and v.length_squared() < 1e6:
			return str(v.x, ",", v.y, ",", v.z)
		# An f32 with this many digits after the point is read back exactly from 0.004 on; an integer of Godot ends at 9.2e18.
		var size = v.abs()
		if size.x >= 0.004 and size.y >= 0.004 and size.z >= 0.004 and size.x < 9e8 and size.y < 9e8 and size.z < 9e8:
			return str(int(v.x * 1e10), "e-10,", int(v.y * 1e10), "e-10,", int(v.z * 1e10), "e-10")
		return str(number(v.x), ",", number(v.y), ",", number(v.z))

	static func number(x):
		var size = abs(x)
		if size >= 0.004 and size < 9e8:
			return str(x) if x * 8 == int(x * 8) and size < 1000 else str(int(x * 1e10), "e-10")
		if x == 0:
			return "0"
		var exponent = floor(log(size) / log(10))
		return "%.9fe%d" % [x / pow(10, exponent), exponent]

# What Godot 4 has renamed.
class _Godot:
	static func start(thread, object, method):
		thread.start(object, method)

	static func on_tree_exited(node, object, method):
		if not node.is_connected("tree_exited", object, method):
			node.connect("tree_exited", object, method)

	static func msec():
		return OS.get_ticks_msec()

	static func radians(degrees):
		return deg2rad(degrees)

	static func degrees(radians):
		return rad2deg(radians)

	static func identity():
		return Quat()

	static func is_real(value):
		return typeof(value) == TYPE_REAL

	static func code(text, i):
		return ord(text[i])

	static func join(parts, separator):
		return PoolStringArray(parts).join(separator)

	static func utf8(text):
		return text.to_utf8()

	static func rest(bytes, from):
		return bytes.subarray(from, bytes.size() - 1)

	static func status(stream):
		return stream.get_status()

	static func open_file(path, replace):
		var file = File.new()
		if file.open(path, File.WRITE if replace else File.READ_WRITE) != OK:
			return null
		file.seek_end()
		return file

	# File.flush() came with Godot 3.3.
	static func flush(file):
		var path = file.get_path_absolute()
		file.close()
		return open_file(path, false)

	static func close_file(file):
		file.close()
