# The time that the client takes on the game's thread for a tick with 500 objects that move and 500 rays.
#     godot3-server -s tests/bench.gd
# "of the game" is what the same loops take that only make the values: the poses are read from the nodes, and the rays are computed.
# follow() reads the nodes itself, so its game only computes the rays.
extends SceneTree

const Eyeline = preload("../eyeline.gd")
const COUNT = 500
const TICKS = 200

var names = []
var nodes = []
var e

func median(times):
	times.sort()
	return times[times.size() / 2] / 1000.0

func game(moving):
	if moving:
		for i in COUNT:
			var _pose = nodes[i].global_transform.origin
	for i in COUNT:
		var _from = Vector3(0.37 * i, 1.7, 0.3)
		var _to = Vector3(0.37 * i, 2.3, 50.1)
		var _name = names[i]
		var _point = Vector3(0.37 * i, 2.01, 25.07)
		var _normal = Vector3(0.6, 0.1, -0.79)

func single(moving):
	if moving:
		for i in COUNT:
			e.pose(names[i], nodes[i].global_transform.origin)
	for i in COUNT:
		e.said_cast(Vector3(0.37 * i, 1.7, 0.3), Vector3(0.37 * i, 2.3, 50.1), names[i], Vector3(0.37 * i, 2.01, 25.07), Vector3(0.6, 0.1, -0.79))

func arrays(moving):
	if moving:
		var positions = PoolVector3Array()
		positions.resize(COUNT)
		for i in COUNT:
			positions[i] = nodes[i].global_transform.origin
		e.poses(names, positions)
	var froms = PoolVector3Array()
	var tos = PoolVector3Array()
	var points = PoolVector3Array()
	var normals = PoolVector3Array()
	var hits = []
	hits.resize(COUNT)
	froms.resize(COUNT)
	tos.resize(COUNT)
	points.resize(COUNT)
	normals.resize(COUNT)
	for i in COUNT:
		froms[i] = Vector3(0.37 * i, 1.7, 0.3)
		tos[i] = Vector3(0.37 * i, 2.3, 50.1)
		hits[i] = names[i]
		points[i] = Vector3(0.37 * i, 2.01, 25.07)
		normals[i] = Vector3(0.6, 0.1, -0.79)
	e.said_casts(froms, tos, hits, points, normals)

func measure(label, method, moving):
	var calls = []
	var games = []
	for tick in TICKS:
		for i in COUNT:
			nodes[i].translation = Vector3(0.37 * i, sin(tick * 0.1 + i), 0.11 * tick)
			var _read = nodes[i].global_transform
		var start = OS.get_ticks_usec()
		game(moving)
		games.append(OS.get_ticks_usec() - start)
		start = OS.get_ticks_usec()
		call(method, moving)
		e.tick(tick / 60.0)
		calls.append(OS.get_ticks_usec() - start)
		OS.delay_msec(16)
	var all = median(calls)
	var own = median(games)
	print("%s: median %.2f ms of a tick, of the game %.2f ms, of the client %.2f ms; %d dropped" % [label, all, own, all - own, e.dropped()])

func _init():
	yield(self, "idle_frame")
	for i in COUNT:
		names.append("object %d" % i)
		nodes.append(Spatial.new())
		root.add_child(nodes[i])
	e = Eyeline.new()
	e.to_file("bench", "user://bench.jsonl")
	for entry in names:
		e.object(entry, e.sphere(1))
	e.tick(0)
	measure("pose() and said_cast()", "single", true)
	measure("poses() and said_casts()", "arrays", true)
	for i in COUNT:
		e.follow(names[i], nodes[i])
	measure("follow() and said_cast()", "single", false)
	measure("follow() and said_casts()", "arrays", false)
	e.off()
	Directory.new().remove("user://bench.jsonl")
	measure("off, pose() and said_cast()", "single", true)
	measure("off, poses() and said_casts()", "arrays", true)
	# What the thread does for such a tick.
	var worker = Eyeline._Worker.new("bench", 1 << 22)
	e._on = true
	for entry in names:
		e.object(entry, e.sphere(1))
	var times = []
	for tick in 50:
		for i in COUNT:
			nodes[i].translation = Vector3(0.37 * i, sin(tick * 0.1 + i), 0.11 * tick)
		single(true)
		var start = OS.get_ticks_usec()
		worker.world.apply(tick / 60.0, e._batch)
		var _bytes = worker.world.lines(e._batch).to_utf8()
		times.append(OS.get_ticks_usec() - start)
		e._batch = []
	print("the thread: median %.2f ms of a tick" % median(times))
	e._on = false
	e.free()
	quit()
