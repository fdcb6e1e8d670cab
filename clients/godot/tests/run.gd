# Tests of eyeline.gd. Run them in the folder of the project:
#     godot3-server -s tests/run.gd
# The last line has the number of tests that passed; the exit code is 0 when all have.
extends SceneTree

const Eyeline = preload("../eyeline.gd")
const PORT = 17420

var failures = []
var current = ""

func check(condition, message):
	if not condition:
		failures.append(current)
		printerr(current, ": ", message)

func equal(found, expected, message = ""):
	check(to_json(found) == to_json(expected), "%s\n    found    %s\n    expected %s" % [message, to_json(found), to_json(expected)])

func parse(text):
	var result = JSON.parse(text)
	check(result.error == OK, "not JSON: " + text)
	return result.result

# Applies calls to a world and returns its lines, parsed.
func lines_of(world, time, batch):
	world.apply(time, batch)
	var lines = []
	for line in world.lines(batch).split("\n", false):
		lines.append(parse(line))
	return lines

# A client that collects batches, without a thread.
func client():
	var made = Eyeline.new()
	made._on = true
	made._worker = Eyeline._Worker.new("test", made.queue_bytes)
	return made

func flushed(made, time):
	var batch = made._batch
	made._batch = []
	return lines_of(made._worker.world, time, batch)

func free_client(made):
	made._on = false
	made.free()

func test_first_line_is_a_keyframe():
	var e = client()
	e.object("crate", e.box(Vector3(0.5, 1, 2)), Vector3(1, 2, 3), Quat(0, 0, 0, 1), Vector3(1, 1, 2), [0, 3])
	e.camera("eye", e.perspective(60, 1.5, 0.25, 100), Vector3(0, 1, 0))
	var lines = flushed(e, 0)
	equal(lines.size(), 1)
	equal(lines[0], {"eyeline_trace": 1, "name": "test", "time": 0, "scene": {"eyeline": 1,
		"objects": [{"name": "crate", "shape": {"box": {"half_extents": [0.5, 1, 2]}}, "layers": [0, 3], "position": [1, 2, 3], "rotation": [0, 0, 0, 1], "scale": [1, 1, 2]}],
		"cameras": [{"name": "eye", "projection": {"perspective": {"fov_y": 60, "aspect": 1.5}}, "near": 0.25, "far": 100, "position": [0, 1, 0]}]}})
	equal(flushed(e, 1), [{"time": 1}], "a tick without calls")
	free_client(e)

func test_changes_of_a_tick_are_one_line():
	var e = client()
	e.object("a", e.sphere(1))
	e.object("b", e.sphere(1))
	flushed(e, 0)
	e.pose("a", Vector3(1, 0, 0))
	e.pose("a", Vector3(2, 0, 0), Quat(0, 1, 0, 0))
	e.shape("a", e.sphere(2))
	e.remove("b")
	e.object("c", e.cylinder(1, 2))
	e.pose("c", Vector3(0, 5, 0))
	e.object("d", e.cone(1, 2))
	e.remove("d")
	e.said_agent("guard", "running", "patrol")
	equal(flushed(e, 0.5), [{"time": 0.5,
		"set": {"a": {"shape": {"sphere": {"radius": 2}}, "position": [2, 0, 0], "rotation": [0, 1, 0, 0]}},
		"add": {"objects": [{"name": "c", "shape": {"cylinder": {"radius": 1, "half_height": 2}}, "position": [0, 5, 0]}]},
		"remove": ["b"],
		"said": [{"agent": "guard", "status": "running", "running": "patrol"}]}])
	e.pose("a", Vector3(2, 0, 0))
	equal(flushed(e, 1), [{"time": 1}], "a pose that is not new")
	equal(e._worker.world.refused, 0)
	free_client(e)

func test_replaced_entry_is_removed_first():
	var e = client()
	e.object("a", e.sphere(1))
	e.object("b", e.sphere(1))
	flushed(e, 0)
	e.object("a", e.box(Vector3(1, 1, 1)))
	e.remove("b")
	e.camera("b", e.orthographic(2, 1, 0, 10))
	e.object("same", e.sphere(1))
	var lines = flushed(e, 1)
	equal(lines.size(), 2)
	equal(lines[0], {"time": 1, "remove": ["a", "b"]})
	equal(lines[1]["add"]["objects"].size(), 2)
	equal(lines[1]["add"]["cameras"].size(), 1)
	e.object("same", e.sphere(1), Vector3(1, 0, 0))
	equal(flushed(e, 2), [{"time": 2, "set": {"same": {"position": [1, 0, 0]}}}], "the same object at another place")
	e.object("a", e.sphere(1))
	e.remove("a")
	equal(flushed(e, 3), [{"time": 3, "remove": ["a"]}], "replaced and removed")
	free_client(e)

func test_matrices_of_added_entries_have_a_line_of_their_own():
	var e = client()
	var columns = [1, 0, 0, 0, 0, 0, -2, 0, 0, 1, 0, 0, 5, 6, 7, 1]
	e.object("a", e.sphere(1))
	e.matrix("a", Transform(Vector3(1, 0, 0), Vector3(0, 0, -2), Vector3(0, 1, 0), Vector3(5, 6, 7)))
	e.said_ray("aim", "a")
	var lines = flushed(e, 0)
	equal(lines.size(), 2)
	check(not lines[0]["scene"]["objects"][0].has("position"), "a matrix replaces the pose")
	equal(lines[1], {"time": 0, "set": {"a": {"matrix": columns}}, "said": [{"ray": "aim", "hit": "a"}]})
	e.object("b", e.sphere(1))
	e.matrix("b", columns)
	e.pose("a", null, Quat(1, 0, 0, 0))
	equal(flushed(e, 1), [
		{"time": 1, "set": {"a": {"position": [0, 0, 0], "rotation": [1, 0, 0, 0], "scale": [1, 1, 1]}},
			"add": {"objects": [{"name": "b", "shape": {"sphere": {"radius": 1}}}]}},
		{"time": 1, "set": {"b": {"matrix": columns}}}])
	e.matrix("a", columns)
	equal(flushed(e, 2), [{"time": 2, "set": {"a": {"matrix": columns}}}])
	free_client(e)

func test_said():
	var e = client()
	e.object("a", e.sphere(1))
	e.object("b", e.sphere(1))
	e.camera("eye", e.perspective(60, 1, 0.125, 10))
	flushed(e, 0)
	# The planes of Godot: near, far, left, top, right, bottom, outward.
	var planes = []
	for i in 6:
		planes.append(Plane(Vector3(i + 1, 0, 0), i))
	e.said_visibility("eye", "a", "visible", planes, AABB(Vector3(1, 2, 3), Vector3(1, 1, 1)), [Vector3(1, 1, 1), 2])
	e.said_ray({"origin": Vector3(1, 0, 0), "direction": Vector3(0, 0, -1), "length": 4, "mask": [1]}, "b", 2, Vector3(1, 0, -2), Vector3(0, 0, 1))
	e.said_ray({"origin": Vector3(), "direction": Vector3(0, 0, -1)}, null)
	e.said_cast(Vector3(0, 0, 4), Vector3(0, 0, -4), "a", Vector3(0, 0, 1), Vector3(0, 0, 1), 5)
	e.said_pairs([["a", "b"]])
	equal(flushed(e, 1)[0]["said"], [
		{"camera": "eye", "object": "a", "verdict": "visible",
			"planes": [[-3, 0, 0, 2], [-5, 0, 0, 4], [-6, 0, 0, 5], [-4, 0, 0, 3], [-1, 0, 0, 0], [-2, 0, 0, 1]],
			"box": {"min": [1, 2, 3], "max": [2, 3, 4]}, "sphere": {"center": [1, 1, 1], "radius": 2}},
		{"ray": {"origin": [1, 0, 0], "direction": [0, 0, -1], "length": 4, "mask": [1]}, "hit": "b", "t": 2, "point": [1, 0, -2], "normal": [0, 0, 1]},
		{"ray": {"origin": [0, 0, 0], "direction": [0, 0, -1]}, "hit": null},
		{"ray": {"origin": [0, 0, 4], "direction": [0, 0, -1], "length": 8, "mask": [0, 2]}, "hit": "a", "t": 3, "point": [0, 0, 1], "normal": [0, 0, 1]},
		{"pairs": [["a", "b"]]}])
	equal(e._worker.world.refused, 0)
	free_client(e)

func test_refused():
	var e = client()
	e.object("a", e.sphere(1))
	flushed(e, 0)
	e.pose("a", Vector3(NAN, 0, 0))
	e.pose("a", null, Quat(0, 0, 0, 0))
	e.pose("a", null, null, Vector3(1, 0, 1))
	e.pose("nobody", Vector3())
	e.matrix("a", Transform(Basis(), Vector3(INF, 0, 0)))
	e.matrix("a", [1, 2])
	e.matrix("nobody", Transform())
	e.shape("a", e.sphere(-1))
	e.shape("a", e.box(Vector3(1, 0, 1)))
	e.shape("nobody", e.sphere(1))
	e.object("b", e.sphere(NAN))
	e.object("b", e.sphere(1), Vector3(0, INF, 0))
	e.remove("nobody")
	e.tick(NAN)
	equal(flushed(e, 1), [{"time": 1}])
	equal(e._worker.world.refused, 14)
	e.camera("eye", e.perspective(60, 1, 0.125, INF))
	e.said_visibility("nobody", "a", "visible")
	e.said_ray("aim", "nobody")
	e.said_ray({"origin": Vector3(NAN, 0, 0), "direction": Vector3(1, 0, 0)}, null)
	e.said_ray({"origin": Vector3(), "direction": Vector3()}, null)
	e.said_ray("aim", "a", INF)
	e.said_cast(Vector3(), Vector3(), null)
	e.said_pairs([["a", "nobody"]])
	equal(flushed(e, 2), [{"time": 2}])
	equal(e._worker.world.refused, 22)
	free_client(e)

func test_texts_are_escaped():
	for text in ["\"quoted\" and \\", "tab\tline\nreturn\r", "\u0001\u001f", "Größe 東京", "a/b"]:
		equal(parse(Eyeline._World.quote(text)), text)
	check("\\u0001" in Eyeline._World.quote("\u0001"), "control characters are escaped")

func test_floats_are_read_back():
	var buffer = StreamPeerBuffer.new()
	var random = RandomNumberGenerator.new()
	random.seed = 1
	var tested = 0
	while tested < 20000:
		var v = Vector3()
		for i in 3:
			# Half of all bit patterns, half of numbers as in games.
			buffer.seek(0)
			if tested % 2 == 0:
				buffer.put_u32(random.randi())
			else:
				buffer.put_float(random.randf_range(-1, 1) * pow(10, random.randi_range(-6, 5)))
			buffer.seek(0)
			v[i] = buffer.get_float()
		if v * 0 != Vector3():
			continue
		tested += 1
		var text = Eyeline._World.triple(v)
		var parts = text.split(",")
		var back = Vector3(float(parts[0]), float(parts[1]), float(parts[2]))
		check(back == v, text)
	for x in [0.0, 1.0, -0.5, 1234.625, 999.875, 16777216.0, 0.001, 0.1, 8e8, 3.4e38, 1e-45]:
		var v = Vector3(x, x, x)
		check(float(Eyeline._World.number(v.x)) - v.x == 0 or Vector3(float(Eyeline._World.number(v.x)), 0, 0).x == v.x, Eyeline._World.number(v.x))

func test_keyframe_every_five_seconds_and_time_never_decreases():
	var e = client()
	e.object("a", e.sphere(1))
	flushed(e, 0)
	check(not flushed(e, 4.9)[0].has("scene"), "no keyframe yet")
	check(flushed(e, 5)[0].has("scene"), "a keyframe after 5 s")
	equal(flushed(e, 3)[0]["time"], 5)
	check(flushed(e, 10)[0].has("scene"), "the next one")
	free_client(e)

func test_long_lines_are_divided():
	var e = client()
	e._worker.world.line_characters = 3000
	for i in 100:
		e.object("object %d" % i, e.sphere(1), Vector3(i, 0, 0))
	e.object("x".repeat(4000), e.sphere(1))
	for i in 100:
		e.said_ray("aim", "object %d" % i)
	var batch = e._batch
	e._batch = []
	e._worker.world.apply(0, batch)
	var objects = 0
	var said = 0
	var lines = e._worker.world.lines(batch).split("\n", false)
	for i in lines.size():
		check(lines[i].length() <= 3000, "a line is too long")
		var line = parse(lines[i])
		check(line["time"] == 0 and line.has("scene") == (i == 0), "one keyframe, then lines of the same time")
		objects += line.get("scene", line.get("add", {})).get("objects", []).size()
		said += line.get("said", []).size()
	equal([objects, said, e._worker.world.refused], [100, 100, 1])
	free_client(e)

# Reads what has come, until `seconds` are over or `enough` says so.
func read_lines(peer, seconds, enough):
	var bytes = PoolByteArray()
	var end = OS.get_ticks_msec() + 1000 * seconds
	while OS.get_ticks_msec() < end:
		var count = peer.get_available_bytes()
		if count > 0:
			bytes.append_array(peer.get_data(count)[1])
		elif enough.call_func(bytes):
			break
		OS.delay_msec(2)
	var lines = []
	for line in bytes.get_string_from_utf8().split("\n", false):
		lines.append(parse(line))
	return lines

func accept(server):
	var end = OS.get_ticks_msec() + 3000
	while not server.is_connection_available() and OS.get_ticks_msec() < end:
		OS.delay_msec(2)
	return server.take_connection()

func wait_until_connected(e):
	var end = OS.get_ticks_msec() + 3000
	while not e.connected() and OS.get_ticks_msec() < end:
		OS.delay_msec(2)
	check(e.connected(), "connected")

var wanted_lines = 0
var read_until = ""

func has_lines(bytes):
	return bytes.get_string_from_utf8().count("\n") >= wanted_lines

func test_connects_late_and_again():
	var server = TCP_Server.new()
	var e = Eyeline.new()
	e.connect_to("game", "127.0.0.1:%d" % PORT)
	e.object("a", e.sphere(1))
	e.tick(0)
	check(not e.connected(), "no program listens")
	check(server.listen(PORT, "127.0.0.1") == OK, "the port is free")
	wait_until_connected(e)
	var peer = accept(server)
	e.pose("a", Vector3(1, 0, 0))
	e.tick(1)
	wanted_lines = 2
	var lines = read_lines(peer, 3, funcref(self, "has_lines"))
	equal(lines.size(), 2)
	equal(lines[0]["scene"]["objects"][0]["position"], [0, 0, 0], "the world of the first line")
	equal(lines[1], {"time": 1, "set": {"a": {"position": [1, 0, 0]}}})
	# The connection breaks; the next one begins with a keyframe.
	peer.disconnect_from_host()
	peer = null
	var time = 2
	while not server.is_connection_available() and time < 2000:
		e.tick(time)
		time += 1
		OS.delay_msec(5)
	peer = accept(server)
	e.tick(time)
	wanted_lines = 1
	lines = read_lines(peer, 3, funcref(self, "has_lines"))
	check(lines.size() > 0 and lines[0].has("scene"), "a keyframe comes first")
	equal(lines[0]["scene"]["objects"][0]["position"], [1, 0, 0])
	e.free()
	server.stop()

func test_full_queue_drops_the_oldest():
	var server = TCP_Server.new()
	check(server.listen(PORT + 1, "127.0.0.1") == OK, "the port is free")
	var e = Eyeline.new()
	e.queue_bytes = 100000
	e.connect_to("game", "127.0.0.1:%d" % (PORT + 1))
	wait_until_connected(e)
	var peer = accept(server)
	for i in 100:
		e.object("object %d" % i, e.sphere(1))
	var ticks = 0
	var most = 0
	while e.dropped() < 20 and ticks < 20000:
		for i in 100:
			e.pose("object %d" % i, Vector3(ticks, i, 0))
		e.tick(ticks * 0.001)
		ticks += 1
		most = max(most, e._worker.queued_bytes)
		OS.delay_msec(1)
	check(e.dropped() >= 20, "the queue is full after %d ticks" % ticks)
	check(most <= 2000000, "the queue is bounded: %d" % most) # a tick has 20000, and some come while the thread formats
	var last_time = (ticks - 1) * 0.001
	read_until = "%.9f" % last_time
	var lines = read_lines(peer, 20, funcref(self, "has_time"))
	var last = -1.0
	var gaps = 0
	var times = {}
	for line in lines:
		check(line["time"] >= last, "time does not decrease")
		if line["time"] - last > 0.0015:
			check(line.has("scene"), "a keyframe follows dropped lines")
			gaps += 1
		last = line["time"]
		times[last] = true
	check(gaps > 0, "lines are missing")
	equal(times.size() + e.dropped(), ticks, "each tick is sent or counted")
	check(abs(last - last_time) < 1e-9, "the newest line is there")
	e.free()
	server.stop()

func has_time(bytes):
	return bytes.size() > 0 and read_until in bytes.subarray(max(0, bytes.size() - 20000), bytes.size() - 1).get_string_from_ascii()

func test_file():
	var path = "user://test.jsonl"
	var e = Eyeline.new()
	e.to_file("game", path)
	e.object("a", e.sphere(1))
	for i in 100:
		e.pose("a", Vector3(i, 0, 0))
		e.tick(i / 60.0)
	OS.delay_msec(1300)
	var file = File.new()
	check(file.open(path, File.READ) == OK, "the file exists")
	equal(file.get_as_text().count("\n"), 100, "it is flushed after a second")
	file.close()
	e.pose("a", Vector3(0, 1, 0))
	e.tick(2)
	e.close()
	file.open(path, File.READ)
	var lines = file.get_as_text().split("\n", false)
	file.close()
	equal(lines.size(), 101, "closing writes the rest")
	check(parse(lines[0]).has("scene"), "the first line is a keyframe")
	equal(parse(lines[100]), {"time": 2, "set": {"a": {"position": [0, 1, 0]}}})
	Directory.new().remove(path)
	e.tick(3)
	e.pose("a", Vector3())
	e.free()

func test_follow():
	var e = client()
	var node = Spatial.new()
	root.add_child(node)
	e.object("node", e.sphere(1))
	e.follow("node", node)
	flushed(e, 0)
	node.translation = Vector3(1, 2, 3)
	e.tick(1)
	e._batch = e._worker.take()[1]
	equal(flushed(e, 1)[0]["set"]["node"]["matrix"], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1])
	node.free()
	e.tick(2)
	e._batch = e._worker.take()[1]
	equal(flushed(e, 2), [{"time": 2, "remove": ["node"]}])
	free_client(e)

# A node that leaves the tree is followed again when it is back; one that is freed outside of it is removed.
func test_follow_a_node_that_leaves_the_tree():
	var e = client()
	var nodes = []
	for i in 3:
		nodes.append(Spatial.new())
		e.object("node %d" % i, e.sphere(1))
		e.follow("node %d" % i, nodes[i])
		if i > 0:
			root.add_child(nodes[i])
	var found = []
	for tick in 5:
		if tick == 1:
			root.remove_child(nodes[1])
			root.add_child(nodes[0])
		elif tick == 2:
			nodes[1].free()
			e.remove("node 2")
		elif tick == 3:
			nodes[0].free()
		for i in 3:
			if is_instance_valid(nodes[i]):
				nodes[i].translation = Vector3(tick + 1, i, 0)
		e.tick(tick)
		e._batch = e._worker.take()[1]
		var lines = flushed(e, tick)
		found.append([lines[-1].get("set", {}).keys(), lines[-1].get("remove", [])])
	equal(found, [[["node 1", "node 2"], []], [["node 0", "node 2"], []], [["node 0"], ["node 2", "node 1"]], [[], ["node 0"]], [[], []]])
	equal(e._worker.world.refused, 0)
	nodes[2].free()
	free_client(e)

# Calls with arrays make the lines that calls for each of their items make.
func test_arrays_are_the_same_as_single_calls():
	var random = RandomNumberGenerator.new()
	random.seed = 3
	var single = client()
	var arrays = client()
	var names = ["a", "b", "c", "nobody"]
	for e in [single, arrays]:
		for i in 3:
			e.object(names[i], e.sphere(1))
		e.camera("eye", e.perspective(60, 1, 0.125, 10))
	for tick in 300:
		var positions = PoolVector3Array()
		var rotations = []
		var transforms = []
		var hits = []
		var verdicts = []
		var boxes = []
		for i in names.size():
			var v = Vector3(random.randf_range(-9, 9), random.randf_range(-1, 1), random.randi_range(-3, 3))
			if random.randf() < 0.05:
				v.y = [NAN, INF, -INF, 0][random.randi_range(0, 3)]
			positions.append(v)
			rotations.append(Quat(v.x, v.y, 0.5, 1) if random.randf() < 0.95 else Quat(0, 0, 0, 0))
			transforms.append(Transform(Basis(), v))
			hits.append(names[i] if random.randf() < 0.8 else null)
			verdicts.append([true, false, "inside"][random.randi_range(0, 2)])
			boxes.append(AABB(v, Vector3(1, 1, 1)))
		var turned = rotations if tick % 3 == 0 else null
		var normals = positions if tick % 4 == 0 else null
		var planes = []
		for i in 6:
			planes.append(Plane(Vector3(0, tick, i), 1))
		for i in names.size():
			if tick % 2 == 0:
				single.pose(names[i], positions[i], null if turned == null else turned[i])
			else:
				single.matrix(names[i], transforms[i])
		for i in names.size():
			var verdict = verdicts[i] if typeof(verdicts[i]) == TYPE_STRING else "visible" if verdicts[i] else "culled"
			single.said_visibility("eye", names[i], verdict, planes, boxes[i])
		for i in names.size():
			if hits[i] == null:
				single.said_cast(positions[i], Vector3(1, 2, 3), null, null, null, 5)
			else:
				single.said_cast(positions[i], Vector3(1, 2, 3), hits[i], positions[3 - i], null if normals == null else normals[i], 5)
		var tos = PoolVector3Array([Vector3(1, 2, 3), Vector3(1, 2, 3), Vector3(1, 2, 3), Vector3(1, 2, 3)])
		var points = PoolVector3Array([positions[3], positions[2], positions[1], positions[0]])
		if tick % 2 == 0:
			arrays.poses(names, positions, turned)
		else:
			arrays.matrices(names, transforms)
		arrays.said_visibilities("eye", names, verdicts, planes, boxes)
		arrays.said_casts(positions, tos, hits, points, normals, 5)
		equal(flushed(arrays, tick), flushed(single, tick), "tick %d" % tick)
	equal(arrays._worker.world.refused, single._worker.world.refused)
	check(single._worker.world.refused > 300, "some are refused")
	arrays.poses(names, [Vector3()])
	arrays.matrices(names, [])
	arrays.said_visibilities("eye", names, [true])
	arrays.said_casts([], [], names)
	flushed(arrays, 300)
	equal(arrays._worker.world.refused, single._worker.world.refused + 4, "arrays of different lengths")
	free_client(single)
	free_client(arrays)

# The bound of the queue counts what is in arrays.
func test_arrays_count_in_the_queue():
	var e = client()
	var names = []
	var positions = PoolVector3Array()
	for i in 1000:
		names.append("object %d" % i)
		positions.append(Vector3(i, 0, 0))
	e._worker._limit = 1000000
	for tick in 20:
		e.poses(names, positions)
		e.tick(tick)
	check(e._worker.queued_bytes > 2000000, "%d bytes" % e._worker.queued_bytes)
	e._worker.drop()
	check(e._worker.queued_bytes <= 1000000, "%d bytes" % e._worker.queued_bytes)
	equal(e._worker.dropped + e._worker._queued, 20)
	free_client(e)

# The planes of a camera of Godot, as they are sent, contain what is in its view; its lens makes the same planes.
func test_camera_of_godot():
	var e = client()
	var node = Camera.new()
	root.add_child(node)
	node.make_current()
	node.transform = Transform(Basis(Vector3(0, 1, 0), 0.5), Vector3(1, 2, 3))
	var size = root.get_visible_rect().size
	for i in 3:
		if i == 0: node.set_perspective(50, 0.5, 20)
		if i == 1: node.set_orthogonal(4, 0.5, 20)
		if i == 2:
			node.set_perspective(50, 0.5, 20)
			node.keep_aspect = Camera.KEEP_WIDTH
		var lens = e.lens_of(node)
		var planes = parse("{" + Eyeline._World.planes_text(node.get_frustum()).substr(1, -1) + "}")["planes"]
		# The corners of the near plane, from the lens: each lies on three planes and inside of the others.
		var borders = lens.projection.values()[0]
		var at = lens.near
		var top
		var bottom
		var left
		var right
		if lens.projection.has("perspective"):
			top = at * tan(deg2rad(borders.fov_y) / 2)
			bottom = -top
			right = top * borders.aspect
			left = -right
		else:
			top = borders.height / 2
			bottom = -top
			right = top * borders.aspect
			left = -right
		for corner in [[left, bottom, 0, 2], [right, bottom, 1, 2], [left, top, 0, 3], [right, top, 1, 3]]:
			var point = node.get_camera_transform().xform(Vector3(corner[0], corner[1], -at))
			for side in 6:
				var distance = planes[side][0] * point.x + planes[side][1] * point.y + planes[side][2] * point.z + planes[side][3]
				if side == corner[2] or side == corner[3] or side == 4:
					check(abs(distance) < 1e-4, "case %d: plane %d goes through the corner, distance %s" % [i, side, distance])
				else:
					check(distance > 0.1, "case %d: plane %d, distance %s" % [i, side, distance])
	# get_frustum() of Godot 3.2 gives the planes of an orthogonal camera here.
	node.set_frustum(1, Vector2(0.25, -0.125), 0.5, 20)
	node.keep_aspect = Camera.KEEP_HEIGHT
	var borders = e.lens_of(node).projection.frustum
	check(abs(borders.top - 0.375) + abs(borders.bottom + 0.625) < 1e-6, "top and bottom")
	check(abs(borders.right - borders.left - size.x / size.y) + abs(borders.right + borders.left - 0.5) < 1e-6, "left and right")
	node.free()
	free_client(e)

func _init():
	# Nodes enter the tree after the first frame.
	yield(self, "idle_frame")
	var passed = 0
	var failed = 0
	for method in get_method_list():
		if method.name.begins_with("test_"):
			current = method.name
			var before = failures.size()
			call(current)
			if failures.size() == before:
				passed += 1
			else:
				failed += 1
	print("%d passed, %d failed" % [passed, failed])
	OS.exit_code = 0 if failed == 0 else 1
	quit(OS.exit_code)
